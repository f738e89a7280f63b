"""One game from set-up to end: log, undo, redo, jump, branch. The same class for every game.

The session makes every random event (a function of the seed and the event's number, see `rng`) and every automatic
move, so that after each call it stands at a decision of a seat or at the end. Whatever happened is in the log, so
replaying a saved log needs no randomness.
"""

from collections.abc import Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from rosecrown.core import rng
from rosecrown.core.game import CHANCE, NOBODY, Event, Game, IllegalMoveError, Options, Outcome, Seat, full_options

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741


class Player(NamedTuple):
    """Who sits on a seat. `level` counts for computers only; an empty name means the words' default."""

    kind: Literal["person", "computer", "friend"] = "person"
    level: str = ""
    name: str = ""


class Entry(NamedTuple, Generic[M]):
    """One line of the log: who (CHANCE for a random event), what, and whether the session made it by itself."""

    seat: Seat
    move: M
    forced: bool = False


class Session(Generic[S, M, O]):
    """A game being played. `rev` grows with every change, so that answers to an older position can be dropped."""

    def __init__(
        self,
        game: Game[S, M, O],
        players: Sequence[Player],
        options: Options | None = None,
        seed: int = 0,
        start: S | None = None,
        serious: bool = False,
    ) -> None:
        """A new game, dealt from `seed`, or continued from the position `start`. Raises PositionError."""
        self.game = game
        self.players = tuple(players)
        self.options = full_options(game.info, options or {})
        self.seed = seed
        self.from_position = start is not None
        self.serious = serious
        self.log: list[Entry[M]] = []
        self.states: list[S] = [game.start(len(self.players), self.options) if start is None else start]
        self.cursor = 0
        self.assist: set[str] = set()
        self.resigned: Seat | None = None
        self.rev = 0
        self.advance()

    # ---- where the game stands ----
    @property
    def state(self) -> S:
        return self.states[self.cursor]

    @property
    def to_move(self) -> Seat:
        return NOBODY if self.resigned is not None else self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The game's result, or the win of everybody else when a seat has resigned."""
        if self.resigned is None:
            return self.game.outcome(self.state)
        winners = [seat for side in self.game.teams(len(self.players)) if self.resigned not in side for seat in side]
        return Outcome(tuple(sorted(winners)), (), reason="resigned")

    def observation(self, viewer: Seat | None, at: int | None = None) -> O:
        """What `viewer` may know now, or after the first `at` entries of the log."""
        return self.game.observe(self.states[self.cursor if at is None else at], viewer)

    def history(self, viewer: Seat | None, at: int | None = None) -> list[tuple[Seat, M]]:
        """The moves so far as `viewer` saw them."""
        until = self.cursor if at is None else at
        return [
            (entry.seat, self.game.mask(state, entry.move, viewer))
            for state, entry in zip(self.states[:until], self.log[:until], strict=True)
        ]

    def events(self, number: int, viewer: Seat | None) -> Sequence[Event]:
        """What log entry `number` did, as `viewer` saw it."""
        return self.game.events(self.states[number], self.log[number].move, viewer)

    # ---- moves ----
    def play(self, move: M) -> None:
        """Make a move of the seat that decides. What was undone can't be redone after it. Raises IllegalMoveError."""
        seat = self.to_move
        if seat < 0:
            raise IllegalMoveError(f"nobody is to move: {self.game.move_text(move)}")
        state = self.game.apply(self.state, move)
        del self.log[self.cursor :], self.states[self.cursor + 1 :]
        self._append(Entry(seat, move), state)
        self.rev += 1
        self.advance()

    def advance(self) -> None:
        """Make random events and automatic moves until a seat has to decide or the game is over."""
        while self.cursor == len(self.log):
            seat = self.to_move
            if seat == NOBODY:
                return
            if seat == CHANCE:
                number = sum(entry.seat == CHANCE for entry in self.log)
                move = rng.pick(self.seed, number, self.game.chances(self.state))
            else:
                automatic = self.game.automatic(self.state)
                if automatic is None:
                    return
                move = automatic
            self._append(Entry(seat, move, forced=seat >= 0), self.game.apply(self.state, move))

    def _append(self, entry: Entry[M], state: S) -> None:
        self.log.append(entry)
        self.states.append(state)
        self.cursor = len(self.log)

    def replay(self, moves: Sequence[M], cursor: int | None = None) -> None:
        """Put a recorded log, chance and forced moves included, in place of the own one.

        Raises IllegalMoveError at the first entry that the rules refuse; the entries before it stay, so that a
        damaged record gives its valid part, and the session stands after them.
        """
        self.log.clear()
        del self.states[1:]
        self.cursor = 0
        self.rev += 1
        self.resigned = None
        for move in moves:
            seat = self.to_move
            if seat == NOBODY:
                raise IllegalMoveError(f"the game is over before {self.game.move_text(move)}")
            if seat == CHANCE and all(move != outcome for outcome, _ in self.game.chances(self.state)):
                raise IllegalMoveError(f"no such outcome: {self.game.move_text(move)}")
            forced = seat >= 0 and self.game.automatic(self.state) is not None
            self._append(Entry(seat, move, forced), self.game.apply(self.state, move))
        if cursor is not None:
            self.cursor = min(max(cursor, 0), len(self.log))
        self.advance()

    # ---- back and forth ----
    def decision_before(self, cursor: int, persons_only: bool = True) -> int | None:
        """The place of the last decision before `cursor` that a person made (or anybody), None if there is none."""
        for number in range(cursor - 1, -1, -1):
            entry = self.log[number]
            if entry.seat >= 0 and not entry.forced and (not persons_only or self.players[entry.seat].kind == "person"):
                return number
        return None

    def can_undo(self) -> bool:
        """Whether `undo` would do something."""
        return self.game.info.undo == "free" and not self.serious and self.decision_before(self.cursor) is not None

    def undo(self) -> bool:
        """Back to the last decision of a person; random events, computers and forced moves after it go with it."""
        place = self.decision_before(self.cursor)
        if not self.can_undo() or place is None:
            return False
        self.cursor = place
        self.resigned = None
        self.assist.add("undo")
        self.rev += 1
        return True

    def can_redo(self) -> bool:
        """Whether `redo` would do something."""
        return self.cursor < len(self.log)

    def redo(self) -> bool:
        """Forward again to the next decision of a person, or to the end of what was undone."""
        if not self.can_redo():
            return False
        cursor = self.cursor + 1
        while cursor < len(self.log) and not (
            self.log[cursor].seat >= 0
            and not self.log[cursor].forced
            and self.players[self.log[cursor].seat].kind == "person"
        ):
            cursor += 1
        self.cursor = cursor
        self.rev += 1
        return True

    def jump(self, cursor: int) -> None:
        """Stand after the first `cursor` entries of the log. Raises IndexError."""
        if not 0 <= cursor <= len(self.log):
            raise IndexError(cursor)
        self.cursor = cursor
        self.rev += 1

    def branch(self, cursor: int) -> "Session[S, M, O]":
        """A new game that shares the first `cursor` entries of the log. Raises IndexError."""
        if not 0 <= cursor <= len(self.log):
            raise IndexError(cursor)
        start = self.states[0] if self.from_position else None
        other = Session(self.game, self.players, self.options, self.seed, start, self.serious)
        other.replay([entry.move for entry in self.log[:cursor]])
        other.assist = {*self.assist, "undo"}
        return other

    def resign(self, seat: Seat) -> None:
        """The seat gives up: all who are not on its side win."""
        self.resigned = seat
        self.rev += 1

    def seat_player(self, seat: Seat, player: Player) -> None:
        """Put somebody else on a seat: a computer takes over, or gives the seat back."""
        self.players = tuple(player if number == seat else old for number, old in enumerate(self.players))
        self.rev += 1

    def rename(self, seat: Seat, name: str) -> None:
        """Change a seat's name only."""
        self.players = tuple(old._replace(name=name) if n == seat else old for n, old in enumerate(self.players))


AnySession = Session[Any, Any, Any]
