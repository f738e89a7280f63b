"""What a game shows: the VIEW of its `view.py`. A view is given a scene and returns markup; it keeps nothing.

The screen around it (masthead, action bar, log, dialogs) is the same for all games and lies in `screens`.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from rosecrown.core.game import Entry, Event, Outcome, Seat, Text
from rosecrown.widgets.markup import Markup
from rosecrown.widgets.words import Words

M = TypeVar("M")
O = TypeVar("O")  # noqa: E741

Selection: TypeAlias = tuple[str, ...]
"""The taps of an unfinished move so far, in the view's own words, e.g. ("card:N2",) or ("card:1v1", "isan", "red")."""


class Chosen(NamedTuple, Generic[M]):
    """The answer to a tap that completes a move, or the remaining decisions of a turn: `then` are made after `move`.

    Automatic moves between them are left out."""

    move: M
    then: tuple[M, ...] = ()


class Label(NamedTuple):
    """How a seat is called on the screen: its name ("You", "Anna", "Computer") and a note ("hard"), already in the
    reader's language and not yet escaped; `you` is true for the seat whose view this is."""

    name: str
    note: str = ""
    you: bool = False


def told(words: Words, said: Text, labels: Sequence[Label]) -> str:
    """A text with its seats (`core.game.seat_text`) called by their labels.

    The reader is addressed where the words have a message for it: `<key>.you` if the argument `seat` is the reader's
    seat, `<key>.<argument>.you` if another argument is.
    """
    key, args = said.key, dict(said.args)
    for name, value in said.args:
        if isinstance(value, Text) and value.key == "seat":
            label = labels[next(seat for _, seat in value.args if isinstance(seat, int))]
            args[name] = label.name
            own = f"{said.key}.you" if name == "seat" else f"{said.key}.{name}.you"
            if label.you and words.has(own):
                key = own
    return words(key, **args)


class Scene(NamedTuple, Generic[M, O]):
    """All that a screen may show. It holds an observation, never the state."""

    entry: Entry
    """The lobby entry: the title is words(f"entry.{entry.id}")."""
    words: Words
    seen: O
    """The viewer's observation."""
    viewer: Seat | None
    """Whose seat the screen shows: the person to move, or the last who moved; None for a spectator."""
    to_move: Seat
    labels: tuple[Label, ...]
    """One for every seat."""
    legal: tuple[M, ...] = ()
    """The moves that the viewer may make now; empty when it is not his turn, after the end, and when looking back."""
    selection: Selection = ()
    last: tuple[tuple[Seat, Event], ...] = ()
    """Events of the latest turn that is shown (all its decisions, and what they forced), with who caused them."""
    outcome: Outcome | None = None
    ended: bool = False
    """The game is over, also while an earlier position of it is looked at: what was hidden may be shown."""
    thinking: bool = False
    """A computer has been thinking for a moment: show a quiet sign."""
    hint: M | None = None
    """A move to point at."""
    switches: Mapping[str, bool] = {}
    """Display switches of `View.switches` that are on or off."""
    turned: bool = False
    """The board is turned for the person opposite."""
    open_hand: bool = True
    """Hidden cards of the viewer lie open. False where several people share the device, or one wants it so: then they
    carry the class `secret`, which is shown only while the element with `data-peek` is held."""


class View(Protocol[M, O]):
    """Draws one game. Elements carry stable ids; what can be tapped carries data-do="tap" data-cell="…"."""

    switches: Sequence[tuple[str, bool]]
    """Display switches and their defaults, e.g. ("territory", False). Words: `<game>.switch.<id>`."""

    def areas(self, scene: Scene[M, O]) -> Markup:
        """The parts of the table in DOM order: opponents, board, own seat, details. The log follows from the screen."""

    def tap(self, scene: Scene[M, O], cell: str) -> Selection | Chosen[M]:
        """What a tap on `cell` means: a new selection, or a complete move, one of `scene.legal`.

        A tap that means nothing returns the selection unchanged.
        """

    def prompt(self, scene: Scene[M, O]) -> Text:
        """What the viewer can do now, in one sentence."""

    def why_over(self, seen: O, outcome: Outcome) -> Text:
        """Why the game ended, in one sentence; not asked after somebody resigned."""

    def typed(self, scene: Scene[M, O], typed: str) -> M:
        """The legal move that a person meant, from generous notation. Raises NotationError, IllegalMoveError."""

    def seat_name(self, seat: Seat, seats: int) -> Text:
        """What the seat is called in the game ("Red"), where it has no person's name."""

    def icon(self, seat: Seat) -> Markup:
        """A small drawing for the seat, for the log and the end screen."""

    def move_note(self, happened: Sequence[Event]) -> str:
        """A short number for the log ("+9") of the events of one log entry, or an empty string."""

    def rest(self, happened: Sequence[Event]) -> float:
        """How long the screen rests on these events of one log entry, in units of the pace that people have set.

        0: they get no frame of their own and are shown together with what follows.
        """

    def needs_hand(self, seen: O) -> bool:
        """Whether the seat to move has to see what it hides; always False in games without secrets."""

    def standing(self, scene: Scene[M, O]) -> Text:
        """How the game stands for the viewer, in one short sentence for the lobby ("You lead 47 to 32.")."""

    def ending(self, scene: Scene[M, O]) -> Markup:
        """How the result came about, step by step, beside the final board (which `areas` draws)."""

    def picture(self, words: Words, entry: str) -> Markup:
        """The lobby's drawing for one of the game's entries: one SVG without ids, at most some 4 kB."""

    def sprite(self) -> Markup:
        """The SVG symbols that the game's markup places with <use>."""

    def rules(self, words: Words) -> Markup:
        """The rules in our own words, complete, with pictures of our own board."""
