"""Frozen opponents for King of Siam and King of Saba, with two, three and four players.

`random` passes with probability one half, else plays any card, effect and take. `static1` values every turn that its
generator keeps (the 12 best effects, with every take) and the pass, and plays the best; `search2` looks two turns
ahead with it, 8 plays a position, everybody for his own (or his team's) chance. Both stand on their own evaluation
below and on nothing that is still being bettered, except the rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from lab.players import LabPlayer
from rosecrown.core.game import Seat
from rosecrown.games.siam import bridge, fast
from rosecrown.games.siam.fast import Effect, Fast, Map, Take
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import NONE, NOTHING, PASS, Move, State

Play = tuple[int, Effect, Take | None]


class Weights(NamedTuple):
    hv: float
    hc: float
    hk: float
    hm: float
    hp: float
    k0: float
    k1: float
    krec: float
    b0: float
    bs: float
    bm: float
    a0: float
    a1: float
    a2: float
    g: float
    t1: float
    t2: float
    u0: float
    u1: float
    tb: float
    tp: float
    ll: float
    z0: float = 2
    sp: float = 0.3
    last: float = 0.3


TWO = Weights(
    1.14, 0.91, 0.56, 0.56, 0.39, 2.02, 0.82, 0.15, 3.14, 0.24, 0.68,
    12.7, 1.24, 1.18, 0.58, 5.69, 0.30, 0.64, 1.61, -0.07, 0.15, -0.72,
)  # fmt: skip
MORE = Weights(
    0.89, 1.0, 0.38, 0.20, 0.74, 4.63, 1.40, 0.17, 3.59, 0.22, 0.59,
    9.36, 2.72, 1.02, 0.0, 2.07, 0.37, 0.0, 1.1, 0.0, 0.0, -0.79,
)  # fmt: skip

GRID = [(z / 2, math.exp(-z * z / 8) / math.sqrt(8 * math.pi)) for z in range(-8, 9)]


@lru_cache(1 << 16)
def lead(first: int, second: int, bucket: int) -> float:
    """P(both leads stay above a half) when each count has normal noise of variance e^(bucket / 8)."""
    if bucket < -80:
        return float(first > 0 and second > 0)
    s = math.exp(bucket / 16) * math.sqrt(2)
    total = 0.0
    for z, weight in GRID:
        shift = z / math.sqrt(2)
        total += weight * math.erfc(-(first - 0.5) / s - shift) * math.erfc(-(second - 0.5) / s - shift) / 4
    return min(1.0, total)


@lru_cache(1 << 16)
def takers(group: int, bucket: int) -> tuple[float, float, float]:
    """P(each faction takes a province with these followers)."""
    y, r, b = fast.counts(group)
    return lead(y - r, y - b, bucket), lead(r - y, r - b, bucket), lead(b - y, b - r, bucket)


@cache
def noise(weights: Weights, left: int, spaces: int, place: int, passed: bool) -> int:
    """The variance of a count on a space of the order track, in logarithmic steps."""
    w = weights
    variance = w.hv * left**w.hc * (place + 1) ** w.hk / spaces**w.hm / 4 * (w.hp if passed else 1)
    return round(8 * math.log(variance)) if variance > 1e-4 else -100


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -500 else 0.0


def softmax(values: Sequence[float]) -> list[float]:
    top = max(values)
    parts = [math.exp(value - top) for value in values]
    return [part / sum(parts) for part in parts]


class Static:
    """The evaluation, for positions that differ in followers, order and courts only; see `chances`."""

    def __init__(self, state: Fast) -> None:
        w = self.w = TWO if len(state.hands) == 2 else MORE
        self.seats = seats = len(state.hands)
        self.m = m = len(state.order)
        hands = [hand.bit_count() for hand in state.hands]
        left = sum(hands)
        self.buckets = [noise(w, left, m, j, state.passes > 0 and j == 0) for j in range(m)]
        self.held = [float(mask.bit_count()) for mask in state.owned]
        if state.takers:
            self.held[state.takers[0]] += w.krec
        self.british = state.british
        self.k = w.k0 / (m + 0.5) ** w.k1
        self.al = w.a0 / (left + w.a1) ** w.a2
        self.zl = w.z0 / (left + w.a1) ** w.a2
        c = max(0.3, w.u0 + w.u1 * m)
        use = [c * (1 - math.exp(-h / c)) for h in hands]
        self.tempo: list[float] = []
        player = state.played[0] if state.played else -1
        for seat in range(seats):
            others = [use[o] for o in range(seats) if o != seat and not (seats == 4 and o == (seat + 2) % 4)]
            value = w.t1 / (left + 1) ** w.t2 * (use[seat] - sum(others) / len(others))
            value += (w.tb + (w.tp if state.passes else 0)) * (seat == state.turn)
            self.tempo.append(value + w.ll * 0.15 * self.al * (seat == player))
        self.last = [w.last * (seat == player) for seat in range(seats)]

    def expected(self, provinces: Sequence[int], order: Sequence[int]) -> list[float]:
        """The expected further provinces of each faction."""
        each = [takers(provinces[p], self.buckets[j]) for j, p in enumerate(order)]
        return [sum(one) for one in zip(*each, strict=True)] if each else [0.0, 0.0, 0.0]

    def worth(self, state: Fast, seat: Seat) -> Callable[[int, int], float]:
        """What followers on a space of the order track add to the seat's chance, by the gradient at this position."""
        more = self.expected(state.provinces, state.order)
        base = self.chances(more, state.courts)[seat]
        slope = [
            4 * (self.chances([x + 0.25 * (g == f) for g, x in enumerate(more)], state.courts)[seat] - base)
            for f in range(3)
        ]

        @cache
        def of(place: int, group: int) -> float:
            y, r, b = takers(group, self.buckets[place])
            return y * slope[0] + r * slope[1] + b * slope[2]

        return of

    def chances(self, more: Sequence[float], courts: Sequence[int]) -> list[float]:
        """P(win) by seat."""
        w, seats = self.w, self.seats
        strength = [self.k * (h + p) for h, p in zip(self.held, more, strict=True)]
        rules = softmax(strength)
        crown = 0.0
        if self.british + self.m >= fast.BRITISH_END:
            x = (self.british + self.m - sum(more) - w.b0) / (w.bs * (self.m + 0.2) ** w.bm)
            crown = logistic(x)
        each = [fast.counts(court) for court in courts]
        wins = [0.0] * seats
        for f in range(3):
            others = [g for g in range(3) if g != f]
            second = softmax([strength[g] for g in others])
            lines = [
                self.al * (court[f] + w.g * (second[0] * court[others[0]] + second[1] * court[others[1]])) + tempo
                for court, tempo in zip(each, self.tempo, strict=True)
            ]
            for seat, part in enumerate(softmax(lines)):
                wins[seat] += (1 - crown) * rules[f] * part
        if crown:
            teams: list[tuple[int, ...]] = [(0, 2), (1, 3)] if seats == 4 else [(seat,) for seat in range(seats)]
            lines = []
            for team in teams:
                court = fast.counts(sum(courts[seat] for seat in team))
                above = sum(count > min(court) for count in court)
                last = sum(self.last[seat] for seat in team)
                lines.append(self.zl * (min(court) + w.sp * above + last))
            for team, part in zip(teams, softmax(lines), strict=True):
                for seat in team:
                    wins[seat] += crown * part / len(team)
        return wins if seats != 4 else [wins[seat] + wins[(seat + 2) % 4] for seat in range(4)]


def value(state: Fast) -> list[float]:
    """P(win) by seat, partners both with that of their team."""
    if fast.over(state):
        return list(fast.shares(state))
    static = Static(state)
    return static.chances(static.expected(state.provinces, state.order), state.courts)


def all_takes(state: Fast, effect: Effect) -> list[Take | None]:
    return [*fast.takes(state, effect)] or [None]


def plays(state: Fast, land: Map, kinds: Sequence[int], effects: int = 12) -> list[tuple[float, Play]]:
    """Every take after the best effects, with its static value for the seat to move, best first (unless the seat
    plays the last card of the game)."""
    turn = state.turn
    seats = len(state.hands)
    hands = state.hands
    kind = kinds[0]
    hands = (*hands[:turn], fast.without(hands[turn], kind), *hands[turn + 1 :])
    after = (turn + 1) % seats
    while not hands[after]:
        after = (after + 1) % seats
    static = Static(state._replace(hands=hands, turn=after, passes=0, played=(turn, *state.played)))
    worth = static.worth(state, turn)
    ranked: list[tuple[float, int, Effect]] = []
    for kind in kinds:
        seen = set()
        for effect in fast.effects(state, kind, land):
            if effect[1:3] not in seen:
                seen.add(effect[1:3])
                ranked.append((sum([worth(j, effect[1][p]) for j, p in enumerate(effect[2])]), kind, effect))
    ranked.sort(key=lambda item: -item[0])
    found: list[tuple[float, Play]] = []
    for _, kind, effect in ranked[:effects]:
        for take in all_takes(state, effect):
            provinces, courts = effect[1], state.courts
            if take:
                provinces = fast.moved(provinces, take[0], -fast.UNIT[take[1]])
                courts = (*courts[:turn], courts[turn] + fast.UNIT[take[1]], *courts[turn + 1 :])
            found.append((static.chances(static.expected(provinces, effect[2]), courts)[turn], (kind, effect, take)))
    found.sort(key=lambda item: -item[0])
    return found


def choices(state: Fast, land: Map, kinds: Sequence[int], keep: int) -> list[Play | None]:
    """The pass and the best plays; the last card of the game only where it wins (S11)."""
    if fast.cards(state) > 1:
        return [None, *[play for _, play in plays(state, land, kinds)[:keep]]]
    for kind in kinds:
        for effect in fast.effects(state, kind, land):
            for take in all_takes(state, effect):
                if fast.shares(fast.play(state, kind, effect, take))[state.turn] == 1:
                    return [(kind, effect, take)]
    return [None]


def after(state: Fast, play: Play | None) -> Fast:
    return fast.play(state, *play) if play else fast.pass_turn(state)


def look(state: Fast, land: Map, depth: int, keep: int) -> list[float]:
    """P(win) by seat when everybody takes his best of what is looked at."""
    if depth == 0 or fast.over(state):
        return value(state)
    children = [after(state, play) for play in choices(state, land, fast.kinds(state.hands[state.turn]), keep)]
    return max((look(child, land, depth - 1, keep) for child in children), key=lambda values: values[state.turn])


class Deterministic:
    """A player that takes the best of what it looks at, the earliest of equals."""

    def __init__(self, depth: int, keep: int) -> None:
        self.depth, self.keep = depth, keep

    def turn(self, game: Any, seen: State, history: Sequence[tuple[Seat, Move]], seat: Seat, seed: int) -> list[Move]:
        land = bridge.land(GAME.maps[seen.map])
        root = bridge.from_state(seen)
        ways = choices(root, land, fast.kinds(root.hands[seat]), self.keep)
        best = max(ways, key=lambda play: look(after(root, play), land, self.depth - 1, self.keep)[seat])
        if best is None:
            return [PASS]
        kind, effect, take = best
        steps = [bridge.card_move(kind), bridge.effect_move(kind, effect), bridge.take_move(take)]
        return [move for move in steps if move not in (NONE, NOTHING)]  # those are made by the session


class HalfPassing:
    """Passes with probability one half, else any card; any effect, any take."""

    def turn(self, game: Any, seen: State, history: Sequence[tuple[Seat, Move]], seat: Seat, seed: int) -> list[Move]:
        rng = Random(seed)
        legal = GAME.legal_moves(seen)
        if legal[-1] == PASS and rng.random() < 0.5:
            return [PASS]
        return [rng.choice([move for move in legal if move != PASS] or [PASS])]


BASELINES: dict[str, Callable[[], LabPlayer[Any, Any, Any]]] = {
    "random": HalfPassing,
    "static1": lambda: Deterministic(1, 1000),
    "search2": lambda: Deterministic(2, 8),
}
