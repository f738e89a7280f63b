"""The Game protocol: a game is a set of pure functions over an immutable, hashable state.

A game never draws, stores, waits or calls a random generator. Random events are chance nodes whose outcomes
the session picks, so that everything that happened can be read from the log.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""0 … n−1, or CHANCE or NOBODY."""

CHANCE: Final = -1
"""`to_move` at a chance node: the session picks one of `chances`."""

NOBODY: Final = -2
"""`to_move` when the game is over."""

Options: TypeAlias = Mapping[str, str]
"""Option id to one of its values; what is missing has the option's default."""


class GameError(ValueError):
    """Base of what a game can refuse. The message is for developers and names the offending text."""


class NotationError(GameError):
    """The text is not in this game's notation."""


class IllegalMoveError(GameError):
    """A move of this game, but not allowed in this state."""


class PositionError(GameError):
    """A position that breaks at least one necessary condition; `problems` lists them."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class Text(NamedTuple):
    """A sentence to be said in the reader's language: a key of the words files, and its arguments."""

    key: str
    args: "tuple[tuple[str, Argument], ...]" = ()


Argument: TypeAlias = int | str | Text


def text(key: str, /, **args: Argument) -> Text:
    """`Text` with its arguments as keywords; the argument `n` also selects the plural form."""
    return Text(key, tuple(args.items()))


def seat_text(seat: Seat) -> Text:
    """A seat's name as an argument of a Text: screens say what the seat is called (`widgets.view.told`)."""
    return Text("seat", (("seat", seat),))


def name_text(names: Mapping[str, str]) -> Text:
    """A proper name that a game's data brings along in every language; `widgets.words.Words` says the reader's."""
    return Text("name", tuple(names.items()))


Value: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...]


class Event(NamedTuple):
    """One thing that happens to the pieces, in an order that can be shown: `kind` and its arguments by name."""

    kind: str
    args: tuple[tuple[str, Value], ...] = ()

    def get(self, name: str) -> Value:
        """The argument called `name`. Raises KeyError."""
        return dict(self.args)[name]


def event(kind: str, /, **args: Value) -> Event:
    """`Event` with its arguments as keywords."""
    return Event(kind, tuple(args.items()))


class Option(NamedTuple):
    """A choice made before the game starts. Words: `<game>.option.<id>` and `<game>.option.<id>.<value>`."""

    id: str
    values: tuple[str, ...]
    default: str


class Entry(NamedTuple):
    """A line of the lobby: a game with some options fixed. Its id names its autosave and its words `entry.<id>`."""

    id: str
    seats: int
    """The number of seats of the game that one click starts."""
    options: tuple[tuple[str, str], ...] = ()


class GameInfo(NamedTuple):
    """What is fixed about a game, whatever its state."""

    id: str
    rules: int
    """Version of the rules; it changes only when behaviour does."""
    seats: tuple[int, ...]
    """Numbers of players that can play it."""
    entries: tuple[Entry, ...]
    options: tuple[Option, ...] = ()
    secrets: bool = False
    """True if some seat can hold what another may not know."""
    undo: Literal["free", "none"] = "free"
    max_plies: int = 0
    """No game has more moves than this, chance and forced moves counted."""


class Step(NamedTuple):
    """One criterion of the result: its value for every seat, and whether it decided.

    Words: `<game>.step.<name>`. `verdict`: "level" (left it open), "decides", or "unused" (never reached).
    """

    name: str
    values: tuple[int, ...]
    verdict: Literal["level", "decides", "unused"]


class Outcome(NamedTuple):
    """How a game ended. Several winners share the win, or are partners; a draw is a win shared by all."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    steps: tuple[Step, ...] = ()
    reason: str = ""
    """Why the game ended; words: `<game>.end.<reason>`."""


S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741 - the letter of architecture and papers alike


class Game(Protocol[S, M, O]):
    """The rules of a game. All methods are pure; states, moves and observations are immutable and hashable.

    S: state, M: move (one decision of one seat, or the outcome of one random event), O: what a seat may know.
    """

    info: GameInfo

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        """The seats that win together, e.g. ((0, 2), (1, 3)); ((0,), (1,)) where everyone plays alone."""

    def start(self, seats: int, options: Options) -> S:
        """The state before anything happened: no randomness, the first nodes are CHANCE.

        Raises PositionError for a number of seats or an option that the game does not know.
        """

    def seats(self, state: S) -> int:
        """The number of seats of the game that the state belongs to."""

    def options(self, state: S) -> Options:
        """All options that the game of this state is played with."""

    def to_move(self, state: S) -> Seat:
        """The seat that decides, CHANCE, or NOBODY when the game is over."""

    def legal_moves(self, state: S) -> Sequence[M]:
        """The moves of the seat to move, sorted; empty exactly at chance nodes and at the end."""

    def automatic(self, state: S) -> M | None:
        """The move that the session makes by itself (a forced pass, "no effect"), None where a seat decides."""

    def apply(self, state: S, move: M) -> S:
        """The state after the move or random event. Raises IllegalMoveError."""

    def events(self, state: S, move: M, viewer: Seat | None) -> Sequence[Event]:
        """What happens when `move` is made in `state`, in order, as `viewer` (None: a spectator) sees it."""

    def outcome(self, state: S) -> Outcome | None:
        """The result, None while the game goes on."""

    def chances(self, state: S) -> Sequence[tuple[M, float]]:
        """Outcomes of the random event and their probabilities, at most 30, sorted; empty where a seat decides."""

    def observe(self, state: S, viewer: Seat | None) -> O:
        """All that `viewer` may know (None: a spectator)."""

    def recall(self, then: S, now: S, viewer: Seat | None) -> O:
        """What `viewer` knows at `now` of an earlier state of the same game: the log of that time is told by it.

        The observation of then, less what he would have to remember, or more when the end has uncovered it.
        """

    def mask(self, state: S, move: M, viewer: Seat | None) -> M:
        """The move made in `state`, as `viewer` sees it ("lays a card")."""

    def determinize(self, seen: O, rng: Random) -> S:
        """A state that is consistent with the observation, drawn as its holder should believe."""

    def move_text(self, move: M) -> str:
        """The move in ASCII, without spaces: for logs, typed moves and tests."""

    def parse_move(self, text: str) -> M:
        """The inverse of `move_text`. Raises NotationError."""

    def state_text(self, state: S) -> str:
        """The state in one readable line of ASCII."""

    def parse_state(self, text: str) -> S:
        """The inverse of `state_text`. Raises NotationError, PositionError."""

    def observation_text(self, seen: O) -> str:
        """The observation in one line of ASCII; it crosses to the thinkers in this form."""

    def parse_observation(self, text: str) -> O:
        """The inverse of `observation_text`. Raises NotationError, PositionError."""

    def problems(self, state: S) -> Sequence[str]:
        """All necessary conditions that a position breaks, by name; empty for every reachable one.

        Words: `<game>.problem.<name>`.
        """

    def describe(self, seen: O, happened: Event) -> Text:
        """The event in words, for the log and the screen reader; `seen` is the observation before the move.

        Text("") for an event that needs no words. The screen puts the seat's name before it ("Anna: …")."""


def full_options(info: GameInfo, options: Options) -> dict[str, str]:
    """All options of a game, defaults filled in. Raises PositionError for unknown ids and values."""
    known = {option.id: option for option in info.options}
    bad = [
        f"option {key}={value}" for key, value in options.items() if key not in known or value not in known[key].values
    ]
    if bad:
        raise PositionError(bad)
    return {option.id: options.get(option.id, option.default) for option in info.options}
