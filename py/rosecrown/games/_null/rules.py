"""Take-away, for two or three: a heap of 10 to 15 counters, whose size is chance.

In turn everyone takes one, two or three. Who takes the last counter wins, or loses, as agreed; of three players the
other two then share the win.
"""

import re
from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

from rosecrown.core.game import (
    CHANCE,
    NOBODY,
    Entry,
    Event,
    GameInfo,
    IllegalMoveError,
    NotationError,
    Option,
    Options,
    Outcome,
    PositionError,
    Seat,
    Step,
    Text,
    event,
    full_options,
    text,
)

HEAPS = range(10, 16)
MOST = 3


class State(NamedTuple):
    """`heap` counters are left; None before the chance event."""

    seats: int
    last: str
    """Whether who takes the last counter "wins" or "loses"."""
    heap: int | None = None
    turn: Seat = 0


Observation = State
"""Nothing is hidden, so an observation is the state."""


class Move(NamedTuple):
    """Take `number` counters; or the random event: there are `number` in the heap."""

    kind: Literal["heap", "take"]
    number: int


class TakeAway:
    """The rules as functions of `State`; see `core.game.Game`."""

    info = GameInfo(
        id="_null",
        rules=1,
        seats=(2, 3),
        entries=(Entry("_null", seats=2),),
        options=(Option("last", ("wins", "loses"), "wins"),),
        max_plies=1 + HEAPS[-1],
    )

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return tuple((seat,) for seat in range(seats))

    def start(self, seats: int, options: Options) -> State:
        if seats not in self.info.seats:
            raise PositionError([f"{seats} seats"])
        return State(seats, full_options(self.info, options)["last"])

    def seats(self, state: State) -> int:
        return state.seats

    def options(self, state: State) -> Options:
        return {"last": state.last}

    def to_move(self, state: State) -> Seat:
        if state.heap is None:
            return CHANCE
        return state.turn if state.heap else NOBODY

    def legal_moves(self, state: State) -> Sequence[Move]:
        return [Move("take", count) for count in range(1, min(MOST, state.heap or 0) + 1)]

    def automatic(self, state: State) -> Move | None:
        return Move("take", 1) if state.heap == 1 else None

    def apply(self, state: State, move: Move) -> State:
        if state.heap is None:
            if move.kind == "heap" and move.number in HEAPS:
                return state._replace(heap=move.number)
        elif move in self.legal_moves(state):
            return state._replace(heap=state.heap - move.number, turn=(state.turn + 1) % state.seats)
        raise IllegalMoveError(f"not allowed here: {self.move_text(move)}")

    def events(self, state: State, move: Move, viewer: Seat | None) -> Sequence[Event]:
        left = self.apply(state, move).heap or 0
        return [event(move.kind, seat=state.turn, count=move.number, left=left)]

    def outcome(self, state: State) -> Outcome | None:
        if state.heap != 0:
            return None
        last = (state.turn - 1) % state.seats
        winners = tuple(seat for seat in range(state.seats) if (seat == last) == (state.last == "wins"))
        scores = tuple(int(seat in winners) for seat in range(state.seats))
        return Outcome(winners, scores, (Step("last", scores, "decides"),), state.last)

    def chances(self, state: State) -> Sequence[tuple[Move, float]]:
        return [(Move("heap", heap), 1 / len(HEAPS)) for heap in HEAPS] if state.heap is None else []

    def observe(self, state: State, viewer: Seat | None) -> Observation:
        return state

    def recall(self, then: State, now: State, viewer: Seat | None) -> Observation:
        return then

    def mask(self, state: State, move: Move, viewer: Seat | None) -> Move:
        return move

    def determinize(self, seen: Observation, rng: Random) -> State:
        return seen

    def move_text(self, move: Move) -> str:
        return f"{':' if move.kind == 'heap' else ''}{move.number}"

    def parse_move(self, text: str) -> Move:
        if re.fullmatch("[1-3]", text):
            return Move("take", int(text))
        if re.fullmatch(":1[0-5]", text):
            return Move("heap", int(text[1:]))
        raise NotationError(f"no move of take-away: {text!r}")

    def state_text(self, state: State) -> str:
        return f"{state.seats} {state.last} {'?' if state.heap is None else state.heap} {state.turn}"

    def parse_state(self, text: str) -> State:
        found = re.fullmatch(r"([23]) (wins|loses) (\?|0|[1-9][0-9]?) ([0-2])", text, re.ASCII)
        if not found:
            raise NotationError(f"no position of take-away: {text!r}")
        seats, last, heap, turn = found.groups()
        state = State(int(seats), last, None if heap == "?" else int(heap), int(turn))
        broken = self.problems(state)
        if broken:
            raise PositionError(broken)
        return state

    def observation_text(self, seen: Observation) -> str:
        return self.state_text(seen)

    def parse_observation(self, text: str) -> Observation:
        return self.parse_state(text)

    def problems(self, state: State) -> Sequence[str]:
        found = []
        if state.heap is not None and state.heap > HEAPS[-1]:
            found.append("heap")
        if state.turn >= state.seats or (state.heap is None and state.turn):
            found.append("turn")
        return found

    def describe(self, seen: Observation, happened: Event) -> Text:
        count, left = (int(str(happened.get(name))) for name in ("count", "left"))
        if happened.kind == "heap":
            return text("_null.log.heap", n=count)
        return text("_null.log.take", n=count, left=left)


GAME = TakeAway()
