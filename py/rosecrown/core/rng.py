"""Randomness without a stream: a value is a function of a seed and the number of an event.

Undo and redo, a reload, or the same deal at another table therefore give the same cards. The values are frozen by
tests: games that people have saved depend on them.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BITS = 40
"""A seed is an integer of 0 … 2**40 − 1: eight characters of a link."""


def fraction(seed: int, number: int) -> float:
    """A value of 0 ≤ x < 1 for event `number` of the game dealt from `seed`: 53 bits of SHA-256 of both."""
    digest = hashlib.sha256(b"%d:%d" % (seed, number)).digest()
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def pick(seed: int, number: int, outcomes: Sequence[tuple[T, float]]) -> T:
    """One of `outcomes` (value, probability) for event `number`. Raises ValueError when there is none."""
    if not outcomes:
        raise ValueError("no outcomes to pick from")
    left = fraction(seed, number) * sum(weight for _, weight in outcomes)
    for value, weight in outcomes:
        left -= weight
        if left < 0:
            return value
    return outcomes[-1][0]
