"""Who plays in the lab: the levels of a game, its frozen baselines, and `random`, behind one interface.

A lab player is given what a player at the table is given, an observation and the history as its seat saw it, and
answers with the line for its turn. The arena plays the first move of the line, and what follows of it as long as it
stays legal and the same seat is to move.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Protocol, TypeVar

from rosecrown.core import registry
from rosecrown.core.game import Game, Seat

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741


class LabPlayer(Protocol[S, M, O]):
    """One player on one seat for one game; the arena makes a fresh one for each."""

    def turn(
        self, game: Game[S, M, O], seen: O, history: Sequence[tuple[Seat, M]], seat: Seat, seed: int
    ) -> Sequence[M]:
        """The moves of this turn, at least one. `history`: moves so far as `seat` saw them. The same arguments give
        the same line; whatever is random follows from `seed`."""


def seed_of(*parts: int | str) -> int:
    """A seed of 40 bits that depends on all parts, the same on every machine."""
    text = ":".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:5], "big")


class RandomPlayer:
    """Uniform over the legal moves. What is legal for the seat to move follows from what that seat knows, so any
    state that is consistent with the observation has the same moves."""

    def turn(
        self, game: Game[S, M, O], seen: O, history: Sequence[tuple[Seat, M]], seat: Seat, seed: int
    ) -> Sequence[M]:
        rng = Random(seed)
        return [rng.choice(game.legal_moves(game.determinize(seen, rng)))]


class LevelPlayer:
    """A level of the game's own computer player, thinking until it is done: bounded by its nodes, not by a clock."""

    def __init__(self, game: str, level: str) -> None:
        self._thinker = registry.part(game, "ai", "thinker")(level)

    def turn(
        self, game: Game[S, M, O], seen: O, history: Sequence[tuple[Seat, M]], seat: Seat, seed: int
    ) -> Sequence[M]:
        self._thinker.begin(seen, history, seat, seed)
        thought = self._thinker.advance(math.inf)
        while not thought.done:
            thought = self._thinker.advance(math.inf)
        return list(thought.line)


def baselines(game: str) -> dict[str, Callable[[], LabPlayer]]:
    """The baselines of a game by name: those of `lab.baselines.<game>`, and `random` where it has no own one."""
    module = f"lab.baselines.{game}"
    own = import_module(module).BASELINES if find_spec(module) else {}
    return {"random": RandomPlayer, **own}


def names(game: str) -> list[str]:
    """What can be asked for by name."""
    return [*registry.LEVELS, *baselines(game)]


def player(game: str, name: str) -> LabPlayer:
    """A fresh player. Raises KeyError for an unknown name."""
    return LevelPlayer(game, name) if name in registry.LEVELS else baselines(game)[name]()
