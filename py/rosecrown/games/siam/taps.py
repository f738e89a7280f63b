"""What taps mean. A turn is put together tap by tap and played as a whole, so that every step can be taken back.

A selection is the steps that are complete, as ("move:play:1v1", "move:trade:ay.br"), and after them the taps of the
unfinished step: provinces by their ids, and "pick:yr" for the followers where a province offers a choice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.notation import CARDS, COLOURS, move_text, parse_move
from rosecrown.games.siam.rules import Siam
from rosecrown.games.siam.state import CARD, EFFECT, NONE, PASS, TAKE, Move, State
from rosecrown.widgets.view import Chosen, Selection

Path: TypeAlias = tuple[str, ...]

STEP: Final = "move:"
PICK: Final = "pick:"


def paths(board: Board, move: Move) -> list[Path]:
    """The sequences of taps that mean a move of the steps effect and take."""

    def place(number: int) -> str:
        return board.provinces[number].id

    def pick(*factions: int) -> str:
        return PICK + "".join(COLOURS[faction] for faction in sorted(factions))

    args = move.args
    if move.kind == "take":
        return [(place(args[0]), pick(args[1]))]
    if move.kind == "tiles":
        one, two, marked = map(place, args)
        return [(one, two, marked), (two, one, marked)]
    if move.kind == "put":
        places = tuple(place(province) for province in args[1::2])
        same = len(args) == 4 and args[0] == args[2]
        return [places, places[::-1]] if same and places[0] != places[1] else [places]
    if move.kind == "trade":
        a, *given, b, other = args
        there = (place(a), pick(*given), place(b), pick(other))
        return [there, (*there[2:], *there[:2])] if len(given) == 1 else [there]
    return [()]


@dataclass(frozen=True)
class Turn:
    """A turn on its way: `state` after the complete steps, `legal` moves there, and the taps since."""

    game: Siam
    state: State
    legal: tuple[Move, ...]
    moves: tuple[Move, ...] = ()
    """The steps that are complete and wait to be played; automatic ones are left out."""
    events: tuple[tuple[State, Move], ...] = ()
    """All steps that are complete, automatic ones too, with the states before them."""
    taps: Path = ()

    @property
    def board(self) -> Board:
        return self.game.board(self.state)

    @cached_property
    def ways(self) -> tuple[tuple[Path, Move], ...]:
        """Tap sequences of the legal moves that begin with the taps so far."""
        if self.state.phase not in (EFFECT, TAKE):
            return ()
        return tuple(
            (path, move)
            for move in self.legal
            for path in paths(self.board, move)
            if path[: len(self.taps)] == self.taps
        )

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be tapped next to go on: provinces, or picks."""
        found = {path[len(self.taps)]: None for path, _ in self.ways if len(path) > len(self.taps)}
        return tuple(found)

    def after(self, move: Move) -> "Turn":
        """The turn after a complete step, and after the automatic one that may follow."""
        state, moves, events = self.state, (*self.moves, move), (*self.events, (self.state, move))
        state = self.game.apply(state, move)
        while state.phase in (EFFECT, TAKE) and (automatic := self.game.automatic(state)) is not None:
            events = (*events, (state, automatic))
            state = self.game.apply(state, automatic)
        goes_on = state.phase in (EFFECT, TAKE)
        return Turn(self.game, state, tuple(self.game.legal_moves(state)) if goes_on else (), moves, events)

    def with_taps(self, taps: Path) -> "Turn":
        return Turn(self.game, self.state, self.legal, self.moves, self.events, taps)

    @property
    def selection(self) -> Selection:
        """The turn as a selection, without the followers that were chosen because there was no choice."""
        return (*(STEP + move_text(move) for move in self.moves), *self.taps)


def follow(game: Siam, state: State, legal: Sequence[Move], selection: Selection) -> Turn:
    """The turn that a selection means; what makes no sense in it is dropped."""
    turn = Turn(game, state, tuple(legal))
    for item in selection:
        if item.startswith(STEP):
            move = parse_move(item[len(STEP) :])
            if move not in turn.legal:
                return turn
            turn = turn.after(move)
        else:
            turn = _tapped(turn, item)
    return turn


def _tapped(turn: Turn, item: str) -> Turn:
    """One tap further; what then has no alternative is chosen too, and a complete move becomes a step."""
    if item not in turn.choices:
        return turn
    turn = turn.with_taps((*turn.taps, item))
    while len(turn.choices) == 1 and turn.choices[0].startswith(PICK):
        turn = turn.with_taps((*turn.taps, turn.choices[0]))
    done = {move for path, move in turn.ways if path == turn.taps}
    return turn.after(done.pop()) if len(done) == 1 and not turn.choices else turn


def tap(game: Siam, state: State, legal: Sequence[Move], selection: Selection, cell: str) -> Selection | Chosen[Move]:
    """What a tap on `cell` means: a card ("card:khon"), "pass", "back", a province or a pick."""
    turn = follow(game, state, legal, selection)
    if cell == "pass":
        return Chosen(PASS) if PASS in legal else selection
    if cell == "back":
        return taken_back(game, state, legal, turn.selection)
    if cell.startswith("card:"):
        return _card(game, state, legal, turn, cell[len("card:") :])
    places = [item for item in turn.taps if not item.startswith(PICK)]
    if places and cell == places[-1] and cell not in turn.choices:
        return taken_back(game, state, legal, turn.selection)
    if turn.taps and cell not in turn.choices and any(cell == path[0] for path in _fresh(turn)):
        turn = turn.with_taps(())  # another province: begin the step anew
    turn = _tapped(turn, cell)
    return _result(turn)


def _fresh(turn: Turn) -> list[Path]:
    return [path for path, _ in turn.with_taps(()).ways]


def _card(game: Siam, state: State, legal: Sequence[Move], turn: Turn, name: str) -> Selection | Chosen[Move]:
    if state.phase != CARD or name not in CARDS:
        return turn.selection
    move = Move("card", (CARDS.index(name),))
    if move not in legal:
        return ()
    if turn.moves and turn.moves[0] == move:
        return ()
    return _result(settled(Turn(game, state, tuple(legal)).after(move)))


def settled(turn: Turn) -> Turn:
    """The turn after an effect that has no alternative: two followers into the only province in reach, say."""
    return turn.after(turn.legal[0]) if turn.state.phase == EFFECT and len(turn.legal) == 1 else turn


def _result(turn: Turn) -> Selection | Chosen[Move]:
    """A turn that began with its card is played when it is complete; a step that stands alone, at once."""
    if turn.moves and (turn.events[0][0].phase != CARD or turn.state.phase not in (EFFECT, TAKE)):
        return Chosen(turn.moves[0], turn.moves[1:])
    return turn.selection


def taken_back(game: Siam, state: State, legal: Sequence[Move], selection: Selection) -> Selection:
    """The selection without its last tap, and without what had followed that by itself."""
    for length in range(len(selection) - 1, -1, -1):
        shorter = follow(game, state, legal, selection[:length])
        if settled(shorter).selection != selection and _forward(shorter).selection != selection:
            return shorter.selection
    return ()


def _forward(turn: Turn) -> Turn:
    while len(turn.choices) == 1 and turn.choices[0].startswith(PICK):
        turn = turn.with_taps((*turn.taps, turn.choices[0]))
    return turn


def explained_none(turn: Turn) -> tuple[State, Move] | None:
    """The card of this turn that has no effect, as (state before the effect, NONE)."""
    return next(((state, move) for state, move in turn.events if move == NONE), None)
