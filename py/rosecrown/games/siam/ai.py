"""Computer players of King of Siam and King of Saba.

easy and medium value single turns; hard and expert search: alpha-beta for two sides, PUCT for three players, and the
exact end game. A thinker is asked once a turn and answers with card, effect and take; asked within a turn (for a
hint), it goes on from the steps that were made.
"""

import math
import time
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from rosecrown.ai.thinker import Thought
from rosecrown.core.game import Seat, Text
from rosecrown.core.registry import LEVELS
from rosecrown.core.session import Player, Session
from rosecrown.games.siam import bridge, fast, reasons
from rosecrown.games.siam.candidates import Breadth, Finder, Play
from rosecrown.games.siam.endgame import OutOfNodes, Solver
from rosecrown.games.siam.evaluate import Evaluator, load_weights
from rosecrown.games.siam.fast import Effect, Fast
from rosecrown.games.siam.maps import packaged
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.search import AlphaBeta, Limits, Puct
from rosecrown.games.siam.state import CARD, EFFECT, NONE, NOTHING, PASS, TAKE, Move, State

__all__ = ["LEVELS", "SiamThinker", "bench", "explain", "thinker"]


class Level(NamedTuple):
    """How one level plays with one number of players."""

    nodes: int
    """Positions whose plays are generated; 1: single turns are valued, nothing is searched."""
    breadth: Breadth
    heat: float = 0.0
    """Instead of the best, a turn is drawn with weight e^(chance to win / heat); see `_draw`."""
    tempo: float = 1.0
    """Factor on the worth of cards in hand: those who value it less play more and pass less."""
    exact: int = 0
    """The end game is solved from so many cards left."""
    effort: int = 0
    """Nodes of the solver, at most."""
    root: int = 12
    """Turns that are looked at in the position itself."""


WIDE: Final = Breadth(a_card=6, effects=16, takes=6, spots=4, keep=12, same_card=4)
SLIM: Final = Breadth()

SURE: Final = 3
"""With so few cards left the end game is solved whatever it takes: twice the effort has been enough."""

_TABLE: Final[dict[int, dict[str, Level]]] = {
    2: {
        "easy": Level(1, WIDE, heat=0.12),
        "medium": Level(1, WIDE, tempo=0.4),
        "hard": Level(40, SLIM, tempo=0.6, exact=3, effort=5500),
        "expert": Level(400, SLIM, tempo=0.6, exact=4, effort=68000),
    },
    3: {
        "easy": Level(1, WIDE, heat=0.08, tempo=0.7),
        "medium": Level(1, WIDE, tempo=0.7),
        "hard": Level(80, SLIM),
        "expert": Level(400, SLIM, exact=3, effort=14000),
    },
    4: {
        "easy": Level(1, WIDE, heat=0.12, tempo=0.9),
        "medium": Level(1, WIDE),
        "hard": Level(40, SLIM, exact=3, effort=5500),
        "expert": Level(400, SLIM, exact=4, effort=68000),
    },
}


@lru_cache(8)
def _evaluator(seats: int, tempo: float) -> Evaluator:
    weights = load_weights(str(seats))
    return Evaluator(weights._replace(t1=weights.t1 * tempo))


class SiamThinker:
    """A computer player; see `Thinker`. Values are chances to win."""

    def __init__(self, level: str) -> None:
        self.level = level
        self._done = False

    def begin(self, seen: State, history: Sequence[tuple[Seat, Move]], seat: Seat, seed: int) -> None:
        """Take up the position; `seat` must be to move. The history is not needed: everything is public."""
        self._turn = _Turn(seen, _TABLE[seen.seats][self.level], seed)
        self._steps = self._turn.think()
        self._done = False
        self._next()

    @property
    def exact(self) -> bool:
        """Whether the turn was found by the exact end game, so far as the thinking went."""
        return self._turn.exact

    def advance(self, milliseconds: float) -> Thought[Move]:
        """See `Thinker`. Raises RuntimeError before `begin`."""
        end = time.perf_counter() + milliseconds / 1000
        while not self._done and time.perf_counter() < end:
            self._next()
        return self._turn.thought(self._done)

    def _next(self) -> None:
        try:
            next(self._steps)
        except StopIteration:
            self._done = True


class _Turn:
    """The thinking about one turn."""

    def __init__(self, seen: State, level: Level, seed: int) -> None:
        self.level = level
        self.rng = Random(seed)
        self.phase = seen.phase
        self.root = root = bridge.from_state(seen)
        self.land = bridge.land(packaged()[seen.map])
        self.evaluator = _evaluator(seen.seats, level.tempo)
        self.kinds = fast.kinds(root.hands[root.turn]) if seen.phase == CARD else [seen.card]
        self.fixed: Effect | None = bridge.chosen(root) if seen.phase == TAKE else None
        self.finder = Finder(self.land, self.evaluator)
        self.ranked: list[tuple[float, Play | None]] = []
        """Turns with their chance to win, best first; the first is to be played."""
        self.nodes = 0
        self.exact = False

    def think(self) -> Generator[None, None, None]:
        """Fills `ranked`, better and better. It is not empty at the first interruption."""
        root = self.root
        if fast.cards(root) <= 1:
            self._last_card()
            return
        level = self.level
        plays = [item[2] for item in self._plays()]
        # Where the end game will be solved, a little search is enough to order the turns.
        nodes = level.nodes // 4 if self._endgame() and level.nodes > 1 else level.nodes
        limits = Limits(nodes, level.breadth)
        tree = (AlphaBeta if len(root.hands) != 3 else Puct)(self.land, self.evaluator, root, limits)
        tree.plant(plays, self.phase == CARD)
        self.ranked = [(child.values[root.turn], child.play) for child in tree.root.children or []]
        yield
        if level.nodes > 1:
            for _ in tree.run():
                self.nodes = tree.nodes
                yield
            self.ranked = [(value, child.play) for value, child in tree.ranked()]
            yield from self._solve()
        elif level.heat:
            self._draw()

    def _plays(self) -> list[tuple[float, tuple[float, ...], Play]]:
        if not self.kinds:
            return []
        breadth = WIDE._replace(keep=self.level.root)
        if self.phase != CARD:
            breadth = breadth._replace(same_card=self.level.root)
        return self.finder.plays(self.root, breadth, self.kinds, self.fixed)

    def _draw(self) -> None:
        """Puts one of the turns first, good ones more often: first to play or to pass, then what to play.

        In one draw the many plays would outweigh the one pass, and all cards would soon be gone."""
        plays = [item for item in self.ranked if item[1] is not None]
        passes = [item for item in self.ranked if item[1] is None]
        chosen = self._one_of(plays) if plays else passes[0]
        if plays and passes and self._one_of([plays[0], passes[0]]) is passes[0]:
            chosen = passes[0]
        self.ranked.remove(chosen)
        self.ranked.insert(0, chosen)

    def _one_of(self, items: Sequence[tuple[float, Play | None]]) -> tuple[float, Play | None]:
        top = max(value for value, _ in items)
        weights = [math.exp((value - top) / self.level.heat) for value, _ in items]
        return self.rng.choices(items, weights)[0]

    def _last_card(self) -> None:
        """S11: the last card is played if it wins, and only then."""
        root = self.root
        solver = Solver(self.land, self.evaluator, 1 << root.turn)
        play: Play | None = None
        if self.fixed:
            ways: list[Play] = [(self.kinds[0], self.fixed, take) for take in fast.takes(root, self.fixed)]
            ways = ways or [(self.kinds[0], self.fixed, None)]
            play = next((way for way in ways if fast.shares(fast.play(root, *way))[root.turn] == 1), ways[0])
        elif root.hands[root.turn]:
            play = solver.winning_play(root)
        value = 1.0 if play else solver.last(root)[root.turn]
        self.ranked = [(value, play)]
        self.nodes = solver.nodes
        self.exact = True

    def _solve(self) -> Generator[None, None, None]:
        """The exact end game: the first of the best turns by exact value, if it can be had within the effort.

        With three players only a turn that wins against both others is taken over.
        """
        root, level = self.root, self.level
        seats = len(root.hands)
        if not self._endgame():
            return
        solver = Solver(self.land, self.evaluator, 0b101 << root.turn % 2 if seats == 4 else 1 << root.turn)
        solver.limit = level.effort if fast.cards(root) > SURE else 2 * level.effort
        best, chosen = -1.0, self.ranked[0][1]
        try:
            for state, play in self._turns(solver):
                value = yield from solver.solve(state, max(best, 0.0), 1.0)
                if value > best:
                    best, chosen = value, play
                if best == 1:
                    break
            self.exact = seats != 3 or best == 1
        except OutOfNodes:
            self.exact = False
        self.nodes += solver.nodes
        if self.exact or (best > 0 and seats != 3):
            self.ranked = [(best, chosen), *[(min(value, best), play) for value, play in self.ranked if play != chosen]]

    def _endgame(self) -> bool:
        """Whether so few cards are left that the level tries to solve the game; more where few provinces are open."""
        left, exact = fast.cards(self.root), self.level.exact
        return left <= exact or (exact > 0 and left <= exact + 2 and len(self.root.order) <= 2)

    def _turns(self, solver: Solver) -> Iterator[tuple[Fast, Play | None]]:
        """Every different turn: those of the search first, in its order."""
        root = self.root
        tried = set()
        for _, play in self.ranked:
            state = fast.play(root, *play) if play else fast.pass_turn(root)
            tried.add(state)
            yield state, play
        for state, play in solver.all_plays(root, self.kinds, self.fixed):
            if state not in tried:
                tried.add(state)
                yield state, play

    # ---- the answer ----
    def thought(self, done: bool) -> Thought[Move]:
        """What is known so far."""
        first: dict[Move, float] = {}
        for value, play in self.ranked:
            move = self._line(play)[0]
            first[move] = max(value, first.get(move, 0.0))
        values = sorted(first.items(), key=lambda item: (-item[1], item[0]))
        return Thought(tuple(values), self._line(self.ranked[0][1]), self.nodes, done)

    def _line(self, play: Play | None) -> tuple[Move, ...]:
        if play is None:
            return (PASS,)
        kind, effect, take = play
        steps = (bridge.card_move(kind), bridge.effect_move(kind, effect), bridge.take_move(take))
        left = steps[{CARD: 0, EFFECT: 1, TAKE: 2}[self.phase] :]
        return tuple(move for move in left if move not in (NONE, NOTHING)) or left  # the session makes those itself


def thinker(level: str) -> SiamThinker:
    """A fresh player of one of LEVELS. Raises KeyError."""
    if level not in LEVELS:
        raise KeyError(level)
    return SiamThinker(level)


def explain(seen: State, move: Move) -> Sequence[Text]:
    """Why a move of the seat to move is good, best reason first; see `reasons.explain`."""
    return reasons.explain(seen, move, _evaluator(seen.seats, 1.0))


def bench(seed: int) -> int:
    """One random game of two on the search state, for `python -m lab.bench`: the number of turns."""
    rng = Random(seed)
    session = Session(GAME, [Player(), Player()], seed=seed)
    land = bridge.land(packaged()["siam"])
    position = bridge.from_state(session.state)
    turns = 0
    while not fast.over(position):
        turns += 1
        kind = rng.choice([-1, *fast.kinds(position.hands[position.turn])])
        if kind < 0 or fast.cards(position) == 1:
            position = fast.pass_turn(position)
            continue
        effect = rng.choice(fast.effects(position, kind, land))
        takes = fast.takes(position, effect)
        position = fast.play(position, kind, effect, rng.choice(takes) if takes else None)
    return turns
