"""The computer players of the Rose King.

The only thing that nobody knows is the order of the cards to come. A player imagines some orders ("worlds"), searches
each as if it were known, and plays the move that wins most on average. What the levels differ in is how many worlds
they look at, and how far; the easy one looks at a move's immediate effect only, and not closely.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from rosecrown.ai.thinker import Thought
from rosecrown.core.game import Seat
from rosecrown.games.rose import fast
from rosecrown.games.rose.board import PASS, Move, Observation
from rosecrown.games.rose.fast import Position
from rosecrown.games.rose.reasons import explain
from rosecrown.games.rose.search import KNOWN_LIMIT, Known, World, weights

__all__ = ["LEVELS", "Determinized", "Level", "bench", "explain", "thinker"]


class Level(NamedTuple):
    """How a level thinks. nodes: that many, or a little more, are spent on one move; depth: no world is searched
    deeper (plies). noise: scale of the logistic errors of judgement, in log-odds."""

    worlds: int
    depth: int
    nodes: int
    noise: float = 0.0


LEVELS: Final = {
    "easy": Level(worlds=1, depth=1, nodes=0, noise=0.3),
    "medium": Level(worlds=3, depth=3, nodes=1_000),
    "hard": Level(worlds=6, depth=5, nodes=6_000),
    "expert": Level(worlds=16, depth=20, nodes=16_000),
}
FIRST_DEPTH: Final = 3
"""Where the search of the first world starts to deepen."""
ENOUGH_WORLDS: Final = 4
"""After that many worlds a move may be dropped that was worse in each of them …"""
HOPELESS: Final = 0.04
"""… if it wins that much less often than the best one."""


def chance(value: float) -> float:
    """Log-odds as a probability of winning."""
    return 1 / (1 + math.exp(-value))


@dataclass(slots=True)
class Candidate:
    """A legal move, and its value in each world that was searched."""

    move: int
    values: list[float] = field(default_factory=list)

    def chance(self) -> float:
        """How often it wins."""
        return math.fsum(map(chance, self.values)) / len(self.values)

    def merit(self) -> float:
        """What moves are compared by: where all win, or all lose, the margin still counts."""
        return self.chance() + 1e-5 * math.fsum(self.values) / len(self.values)


class Determinized:
    """A `Thinker`: alpha-beta in sampled worlds, each as deep as the nodes allow."""

    def __init__(self, level: Level, clock: Callable[[], float] = time.perf_counter) -> None:
        self._level = level
        self._clock = clock
        self._known: Known = {}
        self._moves: dict[int, Move] = {}
        self._candidates: list[Candidate] = []
        self._nodes = 0
        self._work: Iterator[None] = iter(())
        self._done = True

    def begin(self, seen: Observation, history: Sequence[tuple[Seat, Move]], seat: Seat, seed: int) -> None:
        """Take up the position. Raises ValueError if `seat` has nothing to decide in it."""
        if seen.turn != seat:
            raise ValueError(f"seat {seat} is not to move")
        at = fast.position(seen)
        rng = Random(seed)
        if len(self._known) > KNOWN_LIMIT:
            self._known.clear()
        self._moves = {move: fast.as_move(at, move) for move in fast.moves(at)}
        self._nodes = 0
        self._done = False
        if not self._moves:
            world = World(fast.CARDS, weights(), self._known)
            self._moves = {fast.DRAW: PASS}
            self._candidates = [Candidate(fast.DRAW, [world.worth(at, 0)])]
            self._done = True
            return
        self._candidates = [Candidate(move) for move in self._moves]
        self._survey(at, rng)
        self._work = self._think(at, rng)
        self._done = self._level.depth == 1

    def advance(self, milliseconds: float) -> Thought[Move]:
        """Think for about that long: at least one move in one world."""
        until = self._clock() + milliseconds / 1000
        while not self._done:
            try:
                next(self._work)
            except StopIteration:
                self._done = True
            if self._clock() >= until:
                break
        ranked = sorted(self._candidates, key=Candidate.merit, reverse=True)
        return Thought(
            values=tuple((self._moves[candidate.move], candidate.chance()) for candidate in ranked),
            line=(self._moves[ranked[0].move],),
            nodes=self._nodes,
            done=self._done,
        )

    def _survey(self, at: Position, rng: Random) -> None:
        """A first value for every move: what it changes at once, misjudged by the level's noise."""
        world = World(fast.CARDS, weights(), self._known)
        for candidate in self._candidates:
            value = world.value(at, candidate.move, 1)
            if self._level.noise:
                share = 0.001 + 0.998 * rng.random()
                value += self._level.noise * math.log(share / (1 - share))
            candidate.values = [value]
        self._nodes += world.nodes

    def _think(self, at: Position, rng: Random) -> Iterator[None]:
        """Search world after world; pauses after each move in each of them."""
        level = self._level
        if len(self._candidates) == 1:
            level = Level(worlds=2, depth=min(FIRST_DEPTH, level.depth), nodes=level.nodes)
        firsts = fast.members(fast.stock(at))
        order = sorted(firsts, key=lambda _: rng.random())
        depth = 0
        left = list(self._candidates)
        for number in range(level.worlds):
            world = World(_order(order[number % len(order)], rng), weights(), self._known)
            if number == 0:
                for depth in self._depths(level, world):
                    yield from self._search(world, at, self._candidates, depth, fresh=True)
            else:
                yield from self._search(world, at, left, depth)
                left = _hopeful(left, number + 1)
                if len(left) == 1 < len(self._candidates) or self._nodes > level.nodes:
                    return

    def _depths(self, level: Level, world: World) -> Iterator[int]:
        """The depths for the first world: deeper as long as all worlds can be searched as deep with the nodes."""
        share = level.nodes / level.worlds
        depth = min(FIRST_DEPTH, level.depth)
        while True:
            before = world.nodes
            yield depth
            if depth == level.depth or 2 * (world.nodes - before) > share:
                return
            depth += 1

    def _search(
        self, world: World, at: Position, candidates: Sequence[Candidate], depth: int, fresh: bool = False
    ) -> Iterator[None]:
        """Value the candidates in one world; `fresh`: in place of all that was thought of them before."""
        found = []
        for candidate in candidates:
            before = world.nodes
            found.append(world.value(at, candidate.move, depth))
            self._nodes += world.nodes - before
            yield
        for candidate, value in zip(candidates, found, strict=True):
            candidate.values = [value] if fresh else [*candidate.values, value]


def _order(first: int, rng: Random) -> list[int]:
    """An order of all cards that begins with `first`: worlds differ in the next card as much as they can."""
    return [first, *sorted((card for card in fast.CARDS if card != first), key=lambda _: rng.random())]


def _hopeful(candidates: list[Candidate], worlds: int) -> list[Candidate]:
    """The candidates that are worth another world."""
    if worlds < ENOUGH_WORLDS:
        return candidates
    best = max(candidates, key=Candidate.merit)
    return [
        one
        for one in candidates
        if one is best
        or one.chance() > best.chance() - HOPELESS
        or any(mine >= theirs for mine, theirs in zip(one.values, best.values, strict=True))
    ]


def thinker(level: str) -> Determinized:
    """A player of one of the four levels. Raises KeyError."""
    return Determinized(LEVELS[level])


def bench(seed: int) -> int:
    """One random game on the fast board, for `python -m lab.bench`: the number of plies."""
    rng = Random(seed)
    return fast.playout(fast.deal(rng), rng)[0]
