"""Turns that won elsewhere, tried again in similar positions.

What such a turn does to the followers that it touches is remembered, so that to try it costs a few look-ups.
"""

from collections.abc import Sequence
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
"""Answers of a seat that are remembered."""


class Answer:
    """A turn: card, description of what it does, follower taken."""

    def __init__(self, kind: int, what: tuple[int, ...], take: Take) -> None:
        self.kind = kind
        self.what = what
        self.take = take
        self.tiles = what[:2] if kind == MAHARACHA else ()
        placed = () if self.tiles else [p for p in fast.places(kind, what) if p >= 0]
        self.places = (take[0], *sorted({*placed} - {take[0]}))
        """Where followers change."""
        self.needed = _mask((*self.tiles, *self.places))
        """Provinces that must be open, as a bit mask."""
        self.goals = _mask(what) if kind >= RAMA else 0
        """Provinces that must be within reach, as a bit mask (S17)."""
        self.reversal: Swap | None = None
        """The swap after which this one is barred (S16)."""
        if kind in (ONE_ONE, TWO_ONE):
            a, b, gain = self._swap()
            self.reversal = (kind, a, b, -gain) if a < b else (kind, b, a, gain)
        self._groups = itemgetter(*self.places, take[0])
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def _swap(self) -> tuple[int, int, int]:
        a, *given, b, back = self.what
        return a, b, UNIT[back] - sum(UNIT[colour] for colour in given)

    def takers(self, provinces: tuple[int, ...]) -> tuple[int, ...]:
        """Who takes `places` after the turn; () if the followers there don't allow it."""
        groups = self._groups(provinces)
        found = self._known.get(groups)
        if found is None:
            found = self._known[groups] = self._after(dict(zip(self.places, groups, strict=False)))
        return found

    def _after(self, each: dict[int, int]) -> tuple[int, ...]:
        kind, what = self.kind, self.what
        if self.reversal:
            a, b, gain = self._swap()
            given = what[1:-2]
            if not each[b] >> 5 * what[-1] & 31 or any(each[a] >> 5 * c & 31 < given.count(c) for c in given):
                return ()
            each[a] += gain
            each[b] -= gain
        elif kind == KHON_THAI:
            for colour, p in enumerate(what):
                if p >= 0:
                    each[p] += UNIT[colour]
        elif kind >= RAMA:
            for p in what:
                each[p] += UNIT[kind - RAMA]
        province, colour = self.take
        if not each[province] >> 5 * colour & 31:
            return ()
        each[province] -= UNIT[colour]
        return tuple(CONTROL[each[p]] for p in self.places)

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
            return all((p >= 0) == (pool >> 5 * c & 31 > 0) for c, p in enumerate(what))
        return min(2, pool >> 5 * (kind - RAMA) & 31) == len(what)


def _mask(places: Sequence[int]) -> int:
    mask = 0
    for p in places:
        if p >= 0:
            mask |= 1 << p
    return mask


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
        new = kind, effect[0], take
        if effect[0] and take and new not in [(old.kind, old.what, old.take) for old in self._known]:
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
        hand, ahead = state.hands[state.turn], _mask(state.order)
        space = {p: 2 * j for j, p in enumerate(state.order)}
        code = takers(state.provinces, state.order)
        for answer in self._known:
            if not hand >> answer.kind & 1 or answer.needed & ~ahead:
                continue
            after = answer.takers(state.provinces)
            if not after or not answer.allowed(state.kings, state.pool, state.swap):
                continue
            if answer.goals and answer.goals & ~fast.targets(state, answer.kind - RAMA, self.land):
                continue
            if verdict[answer.code(code, space, after) << 2 | answer.take[1]] == 1:
                self.prefer(answer)
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
        self._ahead = _mask(state.order)
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
        state, kind = self.state, answer.kind
        if answer.needed & ~self._ahead:
            return NEVER
        until = min(self.space[p] for p in (*answer.tiles, *answer.places))
        if kind == KHON_THAI:
            return until if -1 not in answer.what and min(self._pool) > 0 else NOW
        if kind >= RAMA:
            faction = kind - RAMA
            if answer.goals & ~fast.targets(state, faction, self.land):
                return NEVER
            if len(answer.what) < 2 or self._pool[faction] < 2:
                return NOW
            if answer.goals & ~fast.reach(state.owned[faction], self.land):
                until = min(until, self.space[self.land.homes[faction]])
        return until

    def until(self, effect: Effect, provinces: tuple[int, ...], code: int, first: int, verdict: Verdict) -> int:
        """The space up to which one of them is possible and wins after a turn; NOW or NEVER.

        The turn has this effect, leads to these followers and takers, and touches provinces from the space `first` on:
        it is answered for good if the result is `first` or more. Otherwise the result is the best there is."""
        space = self.space
        if effect[2] is not self.state.order:
            space = {p: 2 * j for j, p in enumerate(effect[2])}
        best = NEVER
        for n, (answer, until, asked) in enumerate(self._ready):
            after = answer.takers(provinces)
            if not after or until <= best or (asked and not answer.allowed(effect[3], effect[4], effect[5])):
                continue
            if verdict[answer.code(code, space, after) << 2 | answer.take[1]] == 1:
                best = until
                if until >= first:
                    if n:
                        self._ready.insert(0, self._ready.pop(n))
                        self._source.prefer(answer)
                    break
        return best
