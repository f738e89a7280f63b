"""Turns that decide the game: who wins if nobody plays on, for every turn with a card, without making each.

The end of the game depends on who takes the open provinces and on the courts only. A turn changes the takers of few
provinces and one court by one follower, so what it leads to is looked up.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from rosecrown.games.siam import fast
from rosecrown.games.siam.fast import (
    BRITISH,
    BRITISH_END,
    CONTROL,
    KHON_THAI,
    MAHARACHA,
    NO_CHANGE,
    RAMA,
    TWO_ONE,
    UNIT,
    Change,
    Effect,
    Fast,
    Map,
    Take,
    colours,
)

Turn: TypeAlias = tuple[float, Effect, Take | None, int]
"""A turn with a known card: the share of the win that it gives if nobody plays on, what it does, and who takes the open
provinces then (see `takers`)."""

UNTAKEN: Final = 3
"""Instead of a colour: no follower is taken."""

_BRITISH: Final = 15


class Finals:
    """What is known of the ends of the game on one map."""

    def __init__(self, land: Map) -> None:
        self.land = land
        self.looked = 0
        """Effects looked at so far."""
        self._verdicts: dict[tuple[object, ...], Verdict] = {}
        self._ends: dict[tuple[object, ...], dict[int, int]] = {}
        self._shares: dict[tuple[object, ...], dict[int, float]] = {}

    def verdict(self, state: Fast) -> "Verdict":
        """The verdict on turns of the seat to move."""
        owned = state.owned
        taken = owned[0].bit_count(), owned[1].bit_count(), owned[2].bit_count(), state.takers, state.british
        ahead = *taken, len(state.order)
        behind = state.turn, state.courts, state.played
        found = self._verdicts.get((ahead, behind))
        if found is None:
            ends, shares = self._ends.setdefault(ahead, {}), self._shares.setdefault(behind, {})
            found = self._verdicts[ahead, behind] = Verdict(state, ends, shares)
        return found

    def turns(self, state: Fast, kind: int, verdict: "Verdict", later: bool = False) -> Iterator[Turn]:
        """Turns with a card after which the seat to move (or its partner) has a share of the win if nobody plays on.

        `later`: instead of those that are possible now, with all effects that the card may have in a later power
        struggle and does not have now, if nobody else plays; and perhaps with some that it can't have.
        """
        if later:
            return self._turns(state, kind, verdict, self._later(state, kind), later)
        if kind == MAHARACHA:
            return self._tiles(state, verdict)
        return self._turns(state, kind, verdict, fast.changes(state, kind, self.land), later)

    def _tiles(self, state: Fast, verdict: "Verdict") -> Iterator[Turn]:
        provinces = state.provinces
        for effect in fast.effects(state, MAHARACHA, self.land):
            self.looked += 1
            order = effect[2]
            code = takers(provinces, order)
            for j, p in enumerate(order):
                for gain, colour in _losses[provinces[p]]:
                    key = (code + (gain << 2 * j)) << 2 | colour
                    if verdict[key]:
                        yield verdict[key], effect, (p, colour), key >> 2
            if not any(provinces) and verdict[code << 2 | UNTAKEN]:
                yield verdict[code << 2 | UNTAKEN], effect, None, code

    def _turns(
        self, state: Fast, kind: int, verdict: "Verdict", changes: Sequence[Change], later: bool
    ) -> Iterator[Turn]:
        self.looked += len(changes)
        provinces = state.provinces
        # Whether there is nothing to take when the last struggle has come.
        bare = not (provinces[state.order[-1]] if later else any(provinces))
        space = {p: 2 * j for j, p in enumerate(state.order)}
        now = takers(provinces, state.order)
        # By takers after the effect: takes from provinces that it did not change; and whether a take that
        # changes no taker can have a share.
        elsewhere: dict[int, tuple[list[tuple[int, int, int]], bool]] = {}
        for change in changes:
            code = now
            for p, group in change[1]:
                code += (CONTROL[group] - CONTROL[provinces[p]]) << space[p]
            known = elsewhere.get(code)
            if known is None:
                found = []
                for p, at in space.items():
                    for gain, colour in _losses[provinces[p]]:
                        key = (code + (gain << at)) << 2 | colour
                        if verdict[key]:
                            found.append((key, p, colour))
                still = any(verdict[code << 2 | colour] for colour in range(3))
                known = elsewhere[code] = found, still
            found, still = known
            losses = _losses if still else _turning
            effect: Effect | None = None
            for p, group in change[1]:
                at = space[p]
                for gain, colour in losses[group]:
                    key = (code + (gain << at)) << 2 | colour
                    if verdict[key]:
                        effect = effect or fast.whole(state, kind, change)
                        yield verdict[key], effect, (p, colour), key >> 2
            for key, p, colour in found:
                if all(p != touched for touched, _ in change[1]):
                    effect = effect or fast.whole(state, kind, change)
                    yield verdict[key], effect, (p, colour), key >> 2
            if bare and not change[1] and verdict[code << 2 | UNTAKEN]:
                yield verdict[code << 2 | UNTAKEN], fast.whole(state, kind, change), None, code

    def _later(self, state: Fast, kind: int) -> list[Change]:
        """See `turns`. With fewer provinces open a card can do less, but more followers are in the pool, more
        provinces are bases, and what must be done in full now may then be done in part."""
        found: list[Change] = [NO_CHANGE]
        if kind == TWO_ONE:
            found += fast.swaps(state, kind, fast.borders(state, self.land))
        elif kind == KHON_THAI:
            then = state
            while len(there := colours(then.pool)) < 3 and len(then.order) > 1:
                gone, *order = then.order
                then = then._replace(pool=then.pool + state.provinces[gone], order=tuple(order))
                if colours(then.pool) != there:
                    found += fast.one_of_each(then)
        elif kind >= RAMA:
            faction = kind - RAMA
            number = min(2, fast.counts(state.pool)[faction])
            then = state._replace(owned=fast.play_out(state).owned)
            reach = fast.targets(then, faction, self.land)
            if number < 2:
                found += fast.placements(state, faction, 1, reach)
            if number < 2 or reach != fast.targets(state, faction, self.land):
                found += fast.placements(state, faction, 2, reach)
        return found


def takers(provinces: Sequence[int], order: Sequence[int]) -> int:
    """Who takes the open provinces as they stand, two bits each, contested first."""
    code = 0
    for j, p in enumerate(order):
        code |= CONTROL[provinces[p]] << 2 * j
    return code


class _Losses(dict[int, tuple[tuple[int, int], ...]]):
    """What can be taken of a group of followers: how the number of its taker changes, and the colour."""

    def __missing__(self, group: int) -> tuple[tuple[int, int], ...]:
        now = CONTROL[group]
        self[group] = found = tuple([(CONTROL[group - UNIT[c]] - now, c) for c in colours(group)])
        return found


class _Turning(dict[int, tuple[tuple[int, int], ...]]):
    """The same, only what changes the taker."""

    def __missing__(self, group: int) -> tuple[tuple[int, int], ...]:
        self[group] = found = tuple([loss for loss in _losses[group] if loss[0]])
        return found


_losses: Final = _Losses()
_turning: Final = _Turning()


class Verdict(dict[int, float]):
    """What the seat to move (or its team) has of the win if nobody plays on after its turn: by 4 · takers of the open
    provinces + colour of the follower that it takes, or UNTAKEN."""

    def __init__(self, state: Fast, ends: dict[int, int], shares: dict[int, float]) -> None:
        """`ends`: the end of the game by takers, for what is taken already; `shares`: by end and colour, for this
        seat, courts and order of play. Both are filled."""
        self._state = state
        self._ends = ends
        self._shares = shares

    @cached_property
    def winnable(self) -> bool:
        """Whether there is an end that wins, however it might be reached."""
        ends = [4 * ruler + second for ruler in range(3) for second in range(4) if second != ruler]
        return any(self._share(end, colour) == 1 for end in (*ends, _BRITISH) for colour in range(4))

    def __missing__(self, key: int) -> float:
        code, colour = key >> 2, key & 3
        end = self._ends.get(code)
        if end is None:
            end = self._ends[code] = self._end(code)
        self[key] = share = self._share(end, colour)
        return share

    def _end(self, code: int) -> int:
        """4 · ruling + second faction (3: none), or _BRITISH."""
        state = self._state
        held = [mask.bit_count() for mask in state.owned]
        british = state.british
        latest = list(state.takers)
        for _ in state.order:
            if british == BRITISH_END:
                break
            who = code & 3
            code >>= 2
            if who == BRITISH:
                british += 1
            else:
                held[who] += 1
                if who in latest:
                    latest.remove(who)
                latest.insert(0, who)
        if british == BRITISH_END:
            return _BRITISH
        ranked = sorted(latest, key=lambda faction: -held[faction])
        return 4 * ranked[0] + (ranked[1] if len(ranked) > 1 else 3)

    def _share(self, end: int, colour: int) -> float:
        key = end << 2 | colour
        known = self._shares.get(key)
        if known is None:
            known = self._shares[key] = self._judge(end, colour)
        return known

    def _judge(self, end: int, colour: int) -> float:
        state = self._state
        turn = state.turn
        courts = list(state.courts)
        if colour != UNTAKEN:
            courts[turn] += UNIT[colour]
        played = (turn, *[seat for seat in state.played if seat != turn])
        if end == _BRITISH:
            british, latest, owned = BRITISH_END, (), (0, 0, 0)
        else:
            ruler, second = divmod(end, 4)
            british = 0
            latest = (ruler,) if second == 3 else (ruler, second)  # type: ignore[assignment]
            owned = tuple(3 if f == ruler else f == second for f in range(3))  # type: ignore[assignment]
        final = state._replace(
            courts=tuple(courts), played=played, british=british, takers=latest, owned=owned, order=()
        )
        return fast.shares(final)[turn]
