"""Promising turns, few of many thousand: effects are valued by table look-up, the best are combined with takes.

The value of a turn is linear in what it changes, nearly: each province's chances come from a table, and the
gradient of the win chance in them (and in the own court) is taken once a position. Only what looks best that way
gets its static value.
"""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import product
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from rosecrown.games.siam import fast
from rosecrown.games.siam.evaluate import FIELD, MASK, ONE, Evaluator, Frame, Lines, Takers
from rosecrown.games.siam.fast import (
    KHON_THAI,
    MAHARACHA,
    ONE_ONE,
    RAMA,
    TWO_ONE,
    UNIT,
    Effect,
    Fast,
    Map,
    Take,
    colours,
    counts,
)

Play: TypeAlias = tuple[int, Effect, Take | None]
"""A turn that is no pass: card, effect, take."""

Scored: TypeAlias = tuple[float, int, tuple[int, ...]]
"""An effect: its worth in win chance, card, description."""

_first = itemgetter(0)

LOSE_GAIN = [(x, y) for x in range(3) for y in range(3) if x != y]
_PAIRS = [(x, y) for x in range(3) for y in range(x, 3)]


class Breadth(NamedTuple):
    """How much is looked at: effects a card and in all, takes an effect, placements a colour; plays kept in all and
    of one card."""

    a_card: int = 4
    effects: int = 8
    takes: int = 4
    spots: int = 3
    keep: int = 4
    same_card: int = 3


class Finder:
    """The generator for one map and one evaluation."""

    def __init__(self, land: Map, evaluator: Evaluator) -> None:
        self.land = land
        self.evaluator = evaluator

    def plays(
        self, state: Fast, breadth: Breadth, kinds: Sequence[int] | None = None, fixed: Effect | None = None
    ) -> list[tuple[float, tuple[float, ...], Play]]:
        """The best plays of the seat to move, best first: chance for it, for every seat, and the play.

        Only with cards of `kinds`, and with the effect `fixed`, where they are given. The seat must hold a card, and
        it must not be the last of the game (S11).
        """
        look = _Look(self.land, self.evaluator, state)
        kinds = fast.kinds(state.hands[state.turn]) if kinds is None else kinds
        if fixed is not None:
            return look.best(breadth, [(kinds[0], fixed)])
        return look.best(breadth, [(kind, look.build(kind, what)) for _, kind, what in look.effects(breadth, kinds)])


class _Look:
    """One position, looked at from the seat to move."""

    def __init__(self, land: Map, evaluator: Evaluator, state: Fast) -> None:
        self.land = land
        self.evaluator = evaluator
        self.state = state
        seat = state.turn
        hands = [hand.bit_count() for hand in state.hands]
        hands[seat] -= 1
        after = (seat + 1) % len(hands)
        while not hands[after]:
            after = (after + 1) % len(hands)
        self.frame: Frame = evaluator.frame(state, hands, after, 0, seat)
        tables = self.frame.stage.tables
        self.tables: dict[int, Takers] = {p: tables[j] for j, p in enumerate(state.order)}
        self.total = sum([table[state.provinces[p]] for p, table in self.tables.items()])
        self.courts = [evaluator.lines(self.frame, self._courts(c)) for c in range(3)]
        self.court = evaluator.lines(self.frame, state.courts)
        base = self._value(self.total, self.court)
        step = ONE >> 2
        self.slope = [(self._value(self.total + (step << FIELD * c), self.court) - base) / step for c in range(3)]
        self.gain = [self._value(self.total, lines) - base for lines in self.courts]
        self.known: dict[int, float] = {}
        self.now = [self.worth(p, state.provinces[p]) if p in self.tables else 0.0 for p in range(len(land.near))]

    def _value(self, total: int, lines: Lines) -> float:
        return self.evaluator.win(self.frame, total, lines)[self.state.turn]

    def _courts(self, colour: int) -> tuple[int, ...]:
        courts, seat = self.state.courts, self.state.turn
        return (*courts[:seat], courts[seat] + UNIT[colour], *courts[seat + 1 :])

    def worth(self, province: int, group: int) -> float:
        """What these followers add to the win chance on the space where the tile of `province` lies, by the
        gradient."""
        key = group << 3 | province
        value = self.known.get(key)
        if value is None:
            packed = self.tables[province][group]
            y, r, b = self.slope
            value = (packed & MASK) * y + (packed >> FIELD & MASK) * r + (packed >> 2 * FIELD) * b
            self.known[key] = value
        return value

    # ---- effects ----
    def effects(self, breadth: Breadth, kinds: Sequence[int]) -> list[Scored]:
        """The best effects of these cards."""
        found: list[Scored] = []
        for kind in kinds:
            if kind == MAHARACHA:
                ways = list(self._tiles())
            elif kind == KHON_THAI:
                ways = list(self._one_of_each(breadth.spots))
            elif kind == ONE_ONE:
                ways = list(self._one_one())
            elif kind == TWO_ONE:
                ways = list(self._two_one())
            else:
                ways = list(self._placements(kind - RAMA))
            ways.sort(reverse=True)
            found += ways[: breadth.a_card] or self._nothing(kind)
        return sorted(found, reverse=True)[: breadth.effects]

    def _nothing(self, kind: int) -> list[Scored]:
        """A card of which no effect was found: it has none, or (swaps) one that the rules generator knows."""
        if kind not in (ONE_ONE, TWO_ONE):
            return [(0.0, kind, ())]
        return [(0.0, kind, effect[0]) for effect in fast.effects(self.state, kind, self.land)[:2]]

    def _tiles(self) -> Iterator[Scored]:
        """Of each pair, the tile that comes to the nearer space gets the marker."""
        state = self.state
        provinces, worth, now = state.provinces, self.worth, self.now
        free = [p for p in state.order if not state.kings >> p & 1]
        for at, p in enumerate(free):
            for q in free[at + 1 :]:
                value = worth(q, provinces[p]) + worth(p, provinces[q]) - now[p] - now[q]
                yield value, MAHARACHA, (p, q, q) if p < q else (q, p, q)

    def _one_of_each(self, spots: int) -> Iterator[Scored]:
        state = self.state
        there = colours(state.pool)
        if not there:
            return
        provinces = state.provinces
        worth, now = self.worth, self.now
        single = [{p: worth(p, provinces[p] + UNIT[c]) - now[p] for p in state.order} for c in range(3)]
        best = [nlargest(spots, single[c], key=single[c].__getitem__) if c in there else [-1] for c in range(3)]
        for way in product(*best):
            p, q, r = way
            if p != q and q != r and p != r:
                value = sum([single[c][place] for c, place in enumerate(way) if place >= 0])
            else:
                value = 0.0
                for place in {p, q, r} - {-1}:
                    more = sum([UNIT[c] for c in range(3) if way[c] == place])
                    value += worth(place, provinces[place] + more) - now[place]
            yield value, KHON_THAI, way

    def _one_one(self) -> Iterator[Scored]:
        """For each pair of colours the best provinces to lose the one, and the best to lose the other."""
        state = self.state
        provinces, order = state.provinces, state.order
        worth, now = self.worth, self.now
        best: dict[tuple[int, int], list[tuple[float, int]]] = {}
        for x, y in LOSE_GAIN:
            change = UNIT[y] - UNIT[x]
            ways = [(worth(p, provinces[p] + change) - now[p], p) for p in order if provinces[p] >> 5 * x & 31]
            best[x, y] = sorted(ways, reverse=True)[:3]
        for x, y in ((0, 1), (0, 2), (1, 2)):
            for one, p in best[x, y]:
                for two, q in best[y, x]:
                    if p == q:
                        continue
                    what = (p, x, q, y) if p < q else (q, y, p, x)
                    change = UNIT[what[3]] - UNIT[what[1]]
                    if state.swap != (ONE_ONE, what[0], what[2], -change):
                        yield one + two, ONE_ONE, what
        for colour in range(3):
            same = [p for p in order if provinces[p] >> 5 * colour & 31]
            if len(same) > 1:
                low, high = sorted(same[:2])
                yield 0.0, ONE_ONE, (low, colour, high, colour)
                return

    def _two_one(self) -> Iterator[Scored]:
        """Full swaps, one for each change they can make. Swaps in part are rare; `_nothing` finds them."""
        state = self.state
        provinces, worth, now = state.provinces, self.worth, self.now
        barred = state.swap if state.swap and state.swap[0] == TWO_ONE else None
        received: list[dict[int, float]] = [{} for _ in provinces]
        for a in state.order:
            group = provinces[a]
            each = counts(group)
            if sum(each) < 2:
                continue
            changes: dict[int, list[tuple[int, int, int]]] = {}
            for x, y in _PAIRS:
                if each[x] and each[y] and (x != y or each[x] > 1):
                    for back in range(3):
                        changes.setdefault(UNIT[back] - UNIT[x] - UNIT[y], []).append((x, y, back))
            given = [(worth(a, group + change) - now[a], change, ways) for change, ways in changes.items()]
            for b in state.order:
                other = provinces[b]
                if not self.land.near[a] >> b & 1 or not other:
                    continue
                into = received[b]
                for value, change, ways in given:
                    way = next((way for way in ways if other >> 5 * way[2] & 31), None)
                    if way is None:
                        continue
                    if barred and barred == (TWO_ONE, *((a, b, -change) if a < b else (b, a, change))):
                        continue
                    if change not in into:
                        into[change] = worth(b, other - change) - now[b]
                    yield value + into[change], TWO_ONE, (a, way[0], way[1], b, way[2])

    def _placements(self, faction: int) -> Iterator[Scored]:
        state = self.state
        number = min(2, counts(state.pool)[faction])
        reach = fast.targets(state, faction, self.land)
        if not number or not reach:
            return
        provinces = state.provinces
        unit = UNIT[faction]
        worth, now = self.worth, self.now
        places = [p for p in range(len(provinces)) if reach >> p & 1]
        once = {p: worth(p, provinces[p] + unit) - now[p] for p in places}
        for i, p in enumerate(places):
            if number == 1:
                yield once[p], RAMA + faction, (p,)
                continue
            yield worth(p, provinces[p] + 2 * unit) - now[p], RAMA + faction, (p, p)
            for q in places[i + 1 :]:
                yield once[p] + once[q], RAMA + faction, (p, q)

    def build(self, kind: int, what: tuple[int, ...]) -> Effect:
        """The whole effect of a description."""
        state = self.state
        provinces, order, kings, pool = state.provinces, state.order, state.kings, state.pool
        swap: fast.Swap | None = None
        if not what:
            return ((), provinces, order, kings, pool, None)
        if kind == MAHARACHA:
            a, b, marked = what
            order = tuple([b if p == a else a if p == b else p for p in order])
            kings |= 1 << marked
        elif kind in (ONE_ONE, TWO_ONE):
            *given, b, back = what
            a, *left = given
            change = UNIT[back] - sum([UNIT[colour] for colour in left])
            if change:
                provinces = fast.moved(provinces, a, change, b)
                swap = (kind, a, b, change) if a < b else (kind, b, a, -change)
        else:
            new = list(provinces)
            for i, p in enumerate(what):
                if p >= 0:
                    unit = UNIT[i] if kind == KHON_THAI else UNIT[kind - RAMA]
                    new[p] += unit
                    pool -= unit
            provinces = tuple(new)
        return (what, provinces, order, kings, pool, swap)

    # ---- whole turns ----
    def best(
        self, breadth: Breadth, effects: Sequence[tuple[int, Effect]]
    ) -> list[tuple[float, tuple[float, ...], Play]]:
        """These effects with their best takes; see `Finder.plays`."""
        state = self.state
        win = self.evaluator.win
        frame, turn, courts = self.frame, state.turn, self.courts
        tables = frame.stage.tables
        found: list[tuple[float, tuple[float, ...], Play]] = []
        usual = {p: self._takes_of(p, p, state.provinces[p]) for p in state.order}
        for kind, effect in effects:
            provinces, order = effect[1], effect[2]
            total = 0
            options: list[tuple[float, int, int, int]] = []
            for j, p in enumerate(order):
                group = provinces[p]
                table = tables[j]
                total += table[group]
                at = state.order[j]
                if at == p and group == state.provinces[p]:
                    options += usual[p]
                else:
                    options += self._takes_of(p, at, group)
            if not options:
                values = win(frame, total, self.court)
                found.append((values[turn], values, (kind, effect, None)))
            options.sort(reverse=True)
            for _, p, colour, less in options[: breadth.takes]:
                values = win(frame, total - less, courts[colour])
                found.append((values[turn], values, (kind, effect, (p, colour))))
        found.sort(key=_first, reverse=True)
        kept: list[tuple[float, tuple[float, ...], Play]] = []
        number = [0] * 7
        seen = set()
        for item in found:
            kind, effect, take = item[2]
            after = (kind, effect[2], take and take[1], self._after(effect, take))
            if number[kind] < breadth.same_card and after not in seen:
                seen.add(after)
                number[kind] += 1
                kept.append(item)
                if len(kept) == breadth.keep:
                    break
        return kept

    def _takes_of(self, p: int, at: int, group: int) -> list[tuple[float, int, int, int]]:
        """Takes from province p when it lies on the space where `at` lies now: worth, province, colour, and what is
        lost of the packed sum."""
        worth, gain, table = self.worth, self.gain, self.tables[at]
        now, packed = worth(at, group), table[group]
        return [
            (gain[c] + worth(at, group - UNIT[c]) - now, p, c, packed - table[group - UNIT[c]]) for c in colours(group)
        ]

    @staticmethod
    def _after(effect: Effect, take: Take | None) -> tuple[int, ...]:
        return fast.moved(effect[1], take[0], -UNIT[take[1]]) if take else effect[1]
