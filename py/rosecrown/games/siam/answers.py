"""Turns that won elsewhere, tried again in similar positions.

What such a turn does to the followers that it touches is remembered, so that to try it costs a few look-ups.
"""

from operator import itemgetter
from typing import Final

from rosecrown.games.siam import fast
from rosecrown.games.siam.candidates import Play
from rosecrown.games.siam.fast import (
    CONTROL,
    KHON_THAI,
    MAHARACHA,
    ONE_ONE,
    RAMA,
    TWO_ONE,
    UNIT,
    Effect,
    Fast,
    Map,
    Swap,
    Take,
)
from rosecrown.games.siam.finals import Verdict, takers

NOW: Final = -1
NEVER: Final = -2
"""Instead of the space up to which an answer is possible."""



_KEPT: Final = 8
class Answer(dict[tuple[int, ...], tuple[int, ...] | None]):
    __eq__ = object.__eq__
    __hash__ = object.__hash__
    """A turn: card, description of what it does, follower taken.

    As a dictionary: who takes `places` after it, by the followers there before (see `groups`); None if they don't allow
    it.
    """

    def __init__(self, kind: int, what: tuple[int, ...], take: Take) -> None:
        self.kind = kind
        self.what = what
        self.take = take
        self.tiles = what[:2] if kind == MAHARACHA else ()
        placed = () if self.tiles else [p for p in fast.places(kind, what) if p >= 0]
        self.places = (take[0], *sorted({*placed} - {take[0]}))
        self.groups = itemgetter(*self.places, take[0])
        self.reversal: Swap | None = None
        """The swap after which this one is barred (S16)."""
        if kind in (ONE_ONE, TWO_ONE):
            (a, *given), (b, back) = what[:-2], what[-2:]
            gain = UNIT[back] - sum([UNIT[colour] for colour in given])
            self.reversal = (kind, a, b, -gain) if a < b else (kind, b, a, gain)

    def __missing__(self, groups: tuple[int, ...]) -> tuple[int, ...] | None:
        self[groups] = found = self._after(dict(zip(self.places, groups, strict=False)))
        return found

    def _after(self, each: dict[int, int]) -> tuple[int, ...] | None:
        kind, what = self.kind, self.what
        if kind in (ONE_ONE, TWO_ONE):
            (a, *given), (b, back) = what[:-2], what[-2:]
            if not each[b] >> 5 * back & 31 or any([each[a] >> 5 * c & 31 < given.count(c) for c in given]):
                return None
            gain = UNIT[back] - sum([UNIT[colour] for colour in given])
            each[a] += gain
            each[b] -= gain
        elif kind == KHON_THAI:
            for colour, p in enumerate(what):
                if p >= 0:
                    each[p] += UNIT[colour]
        elif kind != MAHARACHA:
            for p in what:
                each[p] += UNIT[kind - RAMA]
        province, colour = self.take
        if not each[province] >> 5 * colour & 31:
            return None
        each[province] -= UNIT[colour]
        return tuple([CONTROL[each[p]] for p in self.places])

    def code(self, code: int, space: dict[int, int], takers: tuple[int, ...]) -> int:
        """Who takes the open provinces after the turn, from who does before it (`code`) and where the tiles lie
        (`space`: shift in the code by province)."""
        if self.tiles:
            a, b = self.tiles
            differ = (code >> space[a] ^ code >> space[b]) & 3
            code ^= differ << space[a] | differ << space[b]
            p = self.take[0]
            at = space[b if p == a else a if p == b else p]
            return code + (takers[0] - (code >> at & 3) << at)
        for p, who in zip(self.places, takers, strict=True):
            at = space[p]
            code += who - (code >> at & 3) << at
        return code

    def allowed(self, kings: int, pool: int, swap: Swap | None) -> bool:
        """Whether markers, pool and the swap before allow it in full (S12, S13, S16, S17)."""
        kind, what = self.kind, self.what
        if self.tiles:
            return not (kings >> what[0] & 1 or kings >> what[1] & 1)
        if self.reversal:
            return swap != self.reversal
        if kind == KHON_THAI:
            return all([(p >= 0) == (pool >> 5 * c & 31 > 0) for c, p in enumerate(what)])
        return min(2, pool >> 5 * (kind - RAMA) & 31) == len(what)


class Answers:
    """The answers of one seat, best first."""

    def __init__(self, land: Map) -> None:
        self.land = land
        self.number = 0
        """How many have been found so far."""
        self._known: list[Answer] = []

    def add(self, play: Play) -> None:
        """Remember a turn that won. One without effect or follower is left out."""
        kind, effect, take = play
        if effect[0] and take and not any([a.kind == kind and a.what == effect[0] and a.take == take for a in self._known]):
            self.number += 1
            self._known.insert(0, Answer(kind, effect[0], take))
            del self._known[_KEPT:]

    def prefer(self, answer: Answer) -> None:
        """Keep it longer than others."""
        if answer in self._known:
            self._known.remove(answer)
            self._known.insert(0, answer)

    def winning(self, state: Fast, verdict: Verdict) -> Answer | None:
        """One with which the seat to move wins if nobody plays on."""
        code = -1
        hand, kings, pool, swap = state.hands[state.turn], state.kings, state.pool, state.swap
        for n, answer in enumerate(self._known):
            if not hand >> answer.kind & 1 or not answer.allowed(kings, pool, swap):
                continue
            after = answer[answer.groups(state.provinces)]
            if after is None:
                continue
            if code < 0:
                code = takers(state.provinces, state.order)
                space = {p: 2 * j for j, p in enumerate(state.order)}
            if not all([p in space for p in (*answer.tiles, *answer.places)]):
                continue
            if answer.kind >= RAMA:
                reach = fast.targets(state, answer.kind - RAMA, self.land)
                if not all([reach >> p & 1 for p in answer.what]):
                    continue
            if verdict[answer.code(code, space, after) << 2 | answer.take[1]] == 1:
                self._known.insert(0, self._known.pop(n))
                return answer
        return None

    def against(self, state: Fast, kind: int, hand: int) -> "Ready":
        """Those that are possible with `hand` against any turn with the card `kind` in this position."""
        return Ready(self, state, kind, [answer for answer in self._known if hand >> answer.kind & 1])


class Ready:
    """Answers to the turns of a seat that has a single card."""

    def __init__(self, source: Answers, state: Fast, kind: int, answers: list[Answer]) -> None:
        self.land = source.land
        self._source = source
        self.state = state
        self.space = {p: 2 * j for j, p in enumerate(state.order)}
        # What the card leaves in the pool at least; it only grows until the card is played.
        self._pool = [
            n - (1 if kind == KHON_THAI else 2 if kind == RAMA + faction else 0)
            for faction, n in enumerate(fast.counts(state.pool))
        ]
        self._ready: list[tuple[Answer, int, bool]] = []
        for answer in answers:
            until = self._until(answer)
            # What the card itself may change has to be asked after each turn, all else once.
            asked = answer.kind == kind or (kind >= RAMA or kind == KHON_THAI)
            if until != NEVER and (asked or answer.allowed(state.kings, state.pool, None)):
                self._ready.append((answer, until, asked))

    def _until(self, answer: Answer) -> int:
        """The last space up to which the struggles may have come for the answer to be possible; NOW if that is not
        sure for later struggles, NEVER if it is impossible."""
        space, state = self.space, self.state
        kind, what = answer.kind, answer.what
        needed = (*answer.tiles, *answer.places)
        if not all([p in space for p in needed]):
            return NEVER
        until = min([space[p] for p in needed])
        if kind == KHON_THAI:
            return until if -1 not in what and min(self._pool) > 0 else NOW
        if kind >= RAMA:
            faction = kind - RAMA
            if not _within(what, fast.targets(state, faction, self.land)):
                return NEVER
            if len(what) < 2 or self._pool[faction] < 2:
                return NOW
            if not _within(what, fast.reach(state.owned[faction], self.land)):
                until = min(until, space[self.land.homes[faction]])
        return until

    def until(
        self, effect: Effect, provinces: tuple[int, ...], code: int, first: int, verdict: Verdict
    ) -> int:
        """The space up to which one of them is possible and wins after a turn; NOW or NEVER.

        The turn has this effect, leads to these followers and takers, and touches provinces from the space `first` on:
        it is answered for good if the result is `first` or more. Otherwise the result is the best there is."""
        space = self.space
        if effect[2] is not self.state.order:
            space = {p: 2 * j for j, p in enumerate(effect[2])}
        best = NEVER
        for n, (answer, until, asked) in enumerate(self._ready):
            after = answer[answer.groups(provinces)]
            if after is None or until <= best or (asked and not answer.allowed(effect[3], effect[4], effect[5])):
                continue
            if verdict[answer.code(code, space, after) << 2 | answer.take[1]] == 1:
                best = until
                if until >= first:
                    if n:
                        self._ready.insert(0, self._ready.pop(n))
                        self._source.prefer(answer)
                    break
        return best


def _within(places: tuple[int, ...], mask: int) -> bool:
    return all([mask >> p & 1 for p in places])
