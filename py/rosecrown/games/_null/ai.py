"""Computer players of take-away: the game is small enough to be known; the weaker levels forget some of it."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from rosecrown.ai.thinker import Thought
from rosecrown.core.game import Seat, Text, text
from rosecrown.games._null.rules import GAME, Move, Observation

SIGHT = {"easy": 0, "medium": 4, "hard": 8, "expert": 15}
"""The largest heap that a level sees through."""


@lru_cache(256)
def winners(seen: Observation) -> tuple[Seat, ...]:
    """Who wins if everyone plays for his own win and, without one, takes as few as he can."""
    outcome = GAME.outcome(seen)
    if outcome:
        return outcome.winners
    ends = [winners(GAME.apply(seen, move)) for move in GAME.legal_moves(seen)]
    return next((end for end in ends if seen.turn in end), ends[0])


class TakeAwayThinker:
    """See `ai.thinker.Thinker`."""

    def __init__(self, level: str) -> None:
        self.sight = SIGHT[level]
        self.thought: Thought[Move] | None = None

    def begin(self, seen: Observation, history: Sequence[tuple[Seat, Move]], seat: Seat, seed: int) -> None:
        rng = Random(seed)
        clear = (seen.heap or 0) <= self.sight
        moves = [
            (move, float(seat in winners(GAME.apply(seen, move))) if clear else rng.random())
            for move in GAME.legal_moves(seen)
        ]
        values = tuple(sorted(moves, key=lambda pair: (-pair[1], pair[0])))
        self.thought = Thought(values, (values[0][0],), len(values), done=True)

    def advance(self, milliseconds: float) -> Thought[Move]:
        if self.thought is None:
            raise RuntimeError("nothing to think about: begin first")
        return self.thought


def thinker(level: str) -> TakeAwayThinker:
    """A fresh player of one of `registry.LEVELS`."""
    return TakeAwayThinker(level)


def explain(seen: Observation, move: Move) -> Sequence[Text]:
    """Why a move is good: it wins, or it leaves a heap of some size."""
    after = GAME.apply(seen, move)
    wins = seen.turn in winners(after)
    return [text("_null.reason.wins" if wins else "_null.reason.leaves", n=after.heap or 0)]
