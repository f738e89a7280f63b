"""The computer players: four levels, each a trained mixed strategy, bent by the temper of its seat.

A player sees an observation and makes one decision; there is nothing to search, so a thought is done at once. What it
does follows from the observation, the seed and the number of moves so far, and from nothing else.
"""

from collections.abc import Sequence

from rosecrown.ai.thinker import Thought
from rosecrown.core.game import Seat
from rosecrown.core.rng import fraction
from rosecrown.games.thorns.outlook import move_for, outlook
from rosecrown.games.thorns.policy import LEVELS, Mind, pick
from rosecrown.games.thorns.reasons import explain
from rosecrown.games.thorns.rules import legal
from rosecrown.games.thorns.table import Move, Observation, Phase

__all__ = ["LEVELS", "decide", "explain", "temper", "thinker"]


def temper(seat: Seat) -> str:
    """How the computers on a seat like to play: "sly", "bold", "careful" or "honest"; the weaker, the more so."""
    return Mind("easy", seat).temper.name


def decide(level: str, seen: Observation, chance: float, blur: Sequence[float]) -> Thought[Move]:
    """What a level does: the mixed strategy as values, best first, and the move that 0 ≤ chance < 1 falls on.

    blur: one number of 0 ≤ x < 1 for each seat, which disturbs how it judges the stacks. When turning cards the values
    are the chances of a rose. Raises ValueError if nothing is to be decided by the observing seat.
    """
    moves = legal(seen.table)
    if len(moves) == 1:
        return Thought(((moves[0], 1.0),), (moves[0],), 1, True)
    view = outlook(seen)
    if not moves or seen.viewer != seen.table.turn:
        raise ValueError(f"seat {seen.viewer} has nothing to decide")
    mind = Mind(level, view.seats[view.me])
    sight, me, phase = view.sight, view.me, seen.table.phase
    if phase is Phase.TURN:
        mix = mind.promises(sight, me, view.turned)
        action = max(mix, key=lambda one: one[1] + mind.level.blur * blur[view.seats[one[0]]])[0]
    else:
        match phase:
            case Phase.LAY:
                mix = mind.lay(sight, me)
            case Phase.ADD:
                mix = mind.add(sight, me, view.alive, view.thorn)
            case Phase.BID:
                mix = mind.bid(sight, me, view.alive, view.thorn)
            case _:
                mix = mind.lose(sight, me)
        action = pick(mix, chance)
    values = [(move_for(phase, one, view.seats), share) for one, share in mix]
    values.sort(key=lambda value: (-value[1], value[0]))
    return Thought(tuple(values), (move_for(phase, action, view.seats),), len(mix), True)


class ThornsThinker:
    """A player of one level."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._thought: Thought[Move] | None = None

    def begin(self, seen: Observation, history: Sequence[tuple[Seat, Move]], seat: Seat, seed: int) -> None:
        """Take up the position and decide."""
        number = len(history) * 16
        blur = [fraction(seed, number + 1 + other) for other in range(seen.table.seats)]
        self._thought = decide(self._level, seen, fraction(seed, number), blur)

    def advance(self, milliseconds: float) -> Thought[Move]:
        """The thought, done at once. Raises ValueError before `begin`."""
        if self._thought is None:
            raise ValueError("a thinker was asked before it began")
        return self._thought


def thinker(level: str) -> ThornsThinker:
    """A fresh player of one of `LEVELS`. Raises KeyError for an unknown level."""
    if level not in LEVELS:
        raise KeyError(level)
    return ThornsThinker(level)
