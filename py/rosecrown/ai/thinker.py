"""The protocol of a computer player: it is given an observation, never a state, and thinks in slices.

A game's `ai.py` offers
    `thinker(level: str) -> Thinker`          a fresh player of one of `registry.LEVELS`,
    `explain(seen, move) -> Sequence[Text]`   why a move is good, for hints and review (best reason first).
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from rosecrown.core.game import Seat

M = TypeVar("M")
O_contra = TypeVar("O_contra", contravariant=True)


class Thought(NamedTuple, Generic[M]):
    """What a thinker knows so far.

    values: move and value for the seat that thinks, best first; the unit is the game's own (points, win chance).
    line: the decisions of this turn that it would make, the first of them to be played now; never empty once
    `begin` returned. nodes: positions looked at. done: more thinking changes nothing.
    """

    values: tuple[tuple[M, float], ...]
    line: tuple[M, ...]
    nodes: int
    done: bool


class Thinker(Protocol[O_contra, M]):
    """Anytime search in slices. With the same arguments of `begin`, a thinker that runs until it is done plays the
    same move on every machine: its levels are bounded by nodes, the clock is only the last guard."""

    def begin(self, seen: O_contra, history: Sequence[tuple[Seat, M]], seat: Seat, seed: int) -> None:
        """Take up the position. `history`: the moves so far as `seat` saw them, with who made them (CHANCE too)."""

    def advance(self, milliseconds: float) -> Thought[M]:
        """Think for about that long (math.inf: until done) and tell what is known."""
