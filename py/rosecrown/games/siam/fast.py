"""The search state of King of Siam: the same rules as `rules`, in integers and tuples.

A group of followers (a province, the pool, a court) is one integer y + 32 r + 1024 b; no colour has more than 18
followers, so groups are added and subtracted as they are. A turn is one step here: card, effect and follower
together. Seats without cards pass by themselves (S6), so that every state is a decision or the end of the game.
Written from the rules text and not from `rules`; a test plays both side by side.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

UNIT: Final = (1, 32, 1024)
"""One follower: yellow, red, blue (green in Saba)."""

MAHARACHA, KHON_THAI, ONE_ONE, TWO_ONE, RAMA, LAO, MALAY = range(7)
"""Kinds of cards, and bits of a hand; the second Khon Thai is the bit SECOND."""

SECOND: Final = 7
FULL_HAND: Final = 0xFF
BRITISH: Final = 3
BRITISH_END: Final = 4


def counts(group: int) -> tuple[int, int, int]:
    """A group of followers as (yellow, red, blue)."""
    return group & 31, group >> 5 & 31, group >> 10


def _controller(group: int) -> int:
    """S18: the faction with strictly most followers; a tie at the top or nobody: the British."""
    each = counts(group)
    top = max(each)
    return each.index(top) if each.count(top) == 1 else BRITISH


CONTROL: Final = bytes(_controller(group) for group in range(19 << 10))
"""Who takes a province with these followers (S18): 0, 1, 2, or BRITISH."""

Swap: TypeAlias = tuple[int, int, int, int]
"""Card kind, two provinces a < b, and the change of a; the change of b is its negative (S16)."""

Effect: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, Swap | None]
"""What a card does: description, and provinces, order, Kings, pool and swap after it. By card the description is
Maharacha (a, b, marked), a < b; Khon Thai (province of yellow, of red, of blue), −1 for a colour that is missing;
1 vs 1 (a, colour from a, b, colour from b), a < b; 2 vs 1 (a, colour, colour, b, colour) with the colours from a
sorted, or like 1 vs 1 when it is done in part (S15); factions: one or two provinces, sorted. () is no effect."""

Change: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""An effect on followers in short: its description, and the provinces that it changes with their followers after it."""

Take: TypeAlias = tuple[int, int]
"""Province and colour of the follower taken (S9)."""


class Map(NamedTuple):
    """What the search needs of a map: neighbours of every province as a bit mask, and the three homes."""

    near: tuple[int, ...]
    homes: tuple[int, int, int]


class Fast(NamedTuple):
    """A position at a decision, or at the end of the game."""

    provinces: tuple[int, ...]
    """Followers of each province; 0 after its takeover."""
    order: tuple[int, ...]
    """Open provinces in the order of the power struggles; the first is contested."""
    kings: int
    """Provinces whose tile bears a King marker, as a bit mask."""
    pool: int
    hands: tuple[int, ...]
    courts: tuple[int, ...]
    turn: int
    passes: int
    """Passes in a row so far (S7)."""
    owned: tuple[int, int, int]
    """Provinces of each faction as bit masks."""
    british: int
    takers: tuple[int, ...]
    """Factions that hold a province, latest takeover first (S20)."""
    played: tuple[int, ...]
    """Seats that have played a card, the latest first (S21)."""
    swap: Swap | None
    """The change made by the last card, if it was a swap that changed anything (S16)."""


def cards(state: Fast) -> int:
    """Cards left in all hands."""
    return sum(hand.bit_count() for hand in state.hands)


def kinds(hand: int) -> list[int]:
    """The kinds of cards in a hand, each once."""
    return [kind for kind in range(7) if hand >> kind & 1]


def without(hand: int, kind: int) -> int:
    """The hand after a card of this kind was played."""
    return hand - (1 << SECOND) if kind == KHON_THAI and hand >> SECOND else hand - (1 << kind)


def over(state: Fast) -> bool:
    """Whether the game has ended (S19)."""
    return not state.order or state.british == BRITISH_END


# ---- turns ----
def settle(state: Fast) -> Fast:
    """Takeovers that are due and passes of seats without cards, until somebody decides or the game is over."""
    provinces, order, kings, pool, hands, courts, turn, passes, owned, british, takers, played, swap = state
    seats = len(hands)
    while order and british < BRITISH_END:
        if passes == seats:
            province = order[0]
            group = provinces[province]
            order = order[1:]
            pool += group
            provinces = (*provinces[:province], 0, *provinces[province + 1 :])
            who = CONTROL[group]
            if who == BRITISH:
                british += 1
            else:
                mask = owned[who] | 1 << province
                owned = (*owned[:who], mask, *owned[who + 1 :])  # type: ignore[assignment]
                takers = (who, *[other for other in takers if other != who])
            passes = 0
        elif hands[turn]:
            break
        else:
            passes += 1
            turn = turn + 1 if turn + 1 < seats else 0
    return Fast(provinces, order, kings, pool, hands, courts, turn, passes, owned, british, takers, played, swap)


def pass_turn(state: Fast) -> Fast:
    """The seat to move passes."""
    seats = len(state.hands)
    return settle(state._replace(passes=state.passes + 1, turn=(state.turn + 1) % seats))


def play(state: Fast, kind: int, effect: Effect, take: Take | None) -> Fast:
    """The seat to move plays a card, lets it have this effect, and takes a follower."""
    _, provinces, order, kings, pool, swap = effect
    turn = state.turn
    courts = state.courts
    if take is not None:
        province, colour = take
        unit = UNIT[colour]
        provinces = (*provinces[:province], provinces[province] - unit, *provinces[province + 1 :])
        courts = (*courts[:turn], courts[turn] + unit, *courts[turn + 1 :])
    hands = state.hands
    hands = (*hands[:turn], without(hands[turn], kind), *hands[turn + 1 :])
    played = state.played
    if not played or played[0] != turn:
        played = (turn, *[other for other in played if other != turn])
    after = turn + 1 if turn + 1 < len(hands) else 0
    state = Fast(
        provinces, order, kings, pool, hands, courts, after, 0, state.owned, state.british, state.takers, played, swap
    )
    return state if hands[after] else settle(state)


def play_out(state: Fast) -> Fast:
    """All remaining takeovers, as if everybody passed from now on."""
    return settle(state._replace(hands=(0,) * len(state.hands)))


# ---- effects ----
def colours(group: int) -> list[int]:
    """Colours that occur in a group."""
    return [colour for colour in range(3) if group >> 5 * colour & 31]


def takes(state: Fast, effect: Effect) -> list[Take]:
    """All followers that can be taken after an effect; empty if none lies in an open province (S9)."""
    provinces = effect[1]
    return [(p, colour) for p in sorted(effect[2]) for colour in colours(provinces[p])]


def effects(state: Fast, kind: int, land: Map) -> list[Effect]:
    """All effects that a card can have; exactly one, with description (), where it can have none (S8)."""
    if kind == MAHARACHA:
        return _tile_swaps(state) or [whole(state, kind, NO_CHANGE)]
    return [whole(state, kind, change) for change in changes(state, kind, land)]


NO_CHANGE: Final[Change] = ((), ())


def changes(state: Fast, kind: int, land: Map) -> list[Change]:
    """All effects of a card that is no Maharacha, in short; NO_CHANGE alone where it can have none (S8)."""
    if kind == KHON_THAI:
        found = one_of_each(state)
    elif kind == ONE_ONE:
        found = swaps(state, kind, _pairs(state.order))
    elif kind == TWO_ONE:
        found = _two_for_one(state, land)
    else:
        faction = kind - RAMA
        found = placements(state, faction, min(2, counts(state.pool)[faction]), targets(state, faction, land))
    return found or [NO_CHANGE]


def whole(state: Fast, kind: int, change: Change) -> Effect:
    """The effect that a change in short stands for."""
    what, touched = change
    provinces, pool, swap = state.provinces, state.pool, None
    if touched:
        new = list(provinces)
        for p, group in touched:
            new[p] = group
        if kind in (ONE_ONE, TWO_ONE):
            (a, group), (b, _) = touched
            gain = group - provinces[a]
            swap = (kind, a, b, gain) if a < b else (kind, b, a, -gain)
        else:
            pool += sum(provinces) - sum(new)
        provinces = tuple(new)
    return what, provinces, state.order, state.kings, pool, swap


def moved(provinces: tuple[int, ...], a: int, change: int, b: int = -1) -> tuple[int, ...]:
    """The provinces with a change at a, and its negative at b if there is a b."""
    new = list(provinces)
    new[a] += change
    if b >= 0:
        new[b] -= change
    return tuple(new)


def _pairs(order: Sequence[int]) -> list[tuple[int, int]]:
    places = sorted(order)
    return [(a, b) for i, a in enumerate(places) for b in places[i + 1 :]]


def _tile_swaps(state: Fast) -> list[Effect]:
    """S12: two unmarked tiles change places and one of them is marked."""
    order = state.order
    found: list[Effect] = []
    for a, b in _pairs([p for p in order if not state.kings >> p & 1]):
        new = tuple([b if p == a else a if p == b else p for p in order])
        for marked in (a, b):
            found.append(((a, b, marked), state.provinces, new, state.kings | 1 << marked, state.pool, None))
    return found


def one_of_each(state: Fast) -> list[Change]:
    """S13: a follower of each colour that the pool has, into any open provinces."""
    provinces = state.provinces
    places = sorted(state.order)
    there = colours(state.pool)
    if not there:
        return []
    ways: list[Change] = [NO_CHANGE]
    for colour in range(3):
        if colour not in there:
            ways = [((*what, -1), touched) for what, touched in ways]
            continue
        unit = UNIT[colour]
        more: list[Change] = []
        for what, touched in ways:
            held = dict(touched)
            for p in places:
                if p in held:
                    after = tuple([(q, group + unit if q == p else group) for q, group in touched])
                else:
                    after = (*touched, (p, provinces[p] + unit))
                more.append(((*what, p), after))
        ways = more
    return ways


def swaps(state: Fast, kind: int, pairs: Sequence[tuple[int, int]]) -> list[Change]:
    """S14: one for one between two provinces, except the reversal of the same kind's swap just before (S16)."""
    provinces, last = state.provinces, state.swap
    found: list[Change] = []
    for a, b in pairs:
        one, other = provinces[a], provinces[b]
        for mine, theirs, gain in _one_for_one(one, other):
            if gain == 0:
                found.append(((a, mine, b, theirs), ()))
            elif last is None or last != (kind, a, b, -gain):
                found.append(((a, mine, b, theirs), ((a, one + gain), (b, other - gain))))
    return found


@lru_cache(1 << 14)
def _one_for_one(one: int, other: int) -> list[tuple[int, int, int]]:
    """Ways to swap a follower of one group for one of the other: colour given, colour got, change."""
    return [(mine, theirs, UNIT[theirs] - UNIT[mine]) for mine in colours(one) for theirs in colours(other)]


def _two_for_one(state: Fast, land: Map) -> list[Change]:
    """S15: two for one between neighbours; one for one only if no full swap exists anywhere, a barred one included."""
    provinces, last = state.provinces, state.swap
    found: list[Change] = []
    full = False
    between = borders(state, land)
    for low, high in between:
        for a, b in ((low, high), (high, low)):
            two, one = provinces[a], provinces[b]
            for first, second, back, gain in _two_for(two, one):
                full = True
                if last is None or last != (TWO_ONE, low, high, -gain if a == low else gain):
                    found.append(((a, first, second, b, back), ((a, two + gain), (b, one - gain))))
    return found if full else swaps(state, TWO_ONE, between)


@lru_cache(1 << 14)
def _two_for(two: int, one: int) -> list[tuple[int, int, int, int]]:
    """Ways to swap two followers of one group for one of another: colours given, colour got, change."""
    each = counts(two)
    return [
        (first, second, back, UNIT[back] - UNIT[first] - UNIT[second])
        for first in range(3)
        for second in range(first, 3)
        if each[first] and each[second] and (first != second or each[first] > 1)
        for back in colours(one)
    ]


def borders(state: Fast, land: Map) -> list[tuple[int, int]]:
    """Neighbours among the open provinces that both have followers."""
    provinces = state.provinces
    return [(a, b) for a, b in _pairs(state.order) if land.near[a] >> b & 1 and provinces[a] and provinces[b]]


def targets(state: Fast, faction: int, land: Map) -> int:
    """S17: open provinces next to a base of the faction, as a bit mask."""
    bases = state.owned[faction]
    home = land.homes[faction]
    ahead = 0
    for p in state.order:
        ahead |= 1 << p
    return reach(bases | 1 << home & ahead, land) & ahead


def reach(bases: int, land: Map) -> int:
    """Provinces next to one of these, both as bit masks."""
    found = 0
    for p, near in enumerate(land.near):
        if bases >> p & 1:
            found |= near
    return found


def placements(state: Fast, faction: int, number: int, reach: int) -> list[Change]:
    """S17: a number of followers (at most two) of a faction into provinces of a bit mask."""
    provinces = state.provinces
    unit = UNIT[faction]
    places = [p for p in range(len(provinces)) if reach >> p & 1]
    if number == 1:
        return [((a,), ((a, provinces[a] + unit),)) for a in places]
    if not number:
        return []
    found: list[Change] = []
    for i, a in enumerate(places):
        found.append(((a, a), ((a, provinces[a] + 2 * unit),)))
        found += [((a, b), ((a, provinces[a] + unit), (b, provinces[b] + unit))) for b in places[i + 1 :]]
    return found


def effect(state: Fast, kind: int, what: tuple[int, ...], land: Map) -> Effect | None:
    """The effect with this description, None if it can't be had; one for one by a 2 vs 1 card is never found."""
    provinces, order, kings, pool = state.provinces, state.order, state.kings, state.pool
    if not what or any(p >= 0 and p not in order for p in places(kind, what)):
        return None
    swap: Swap | None = None
    if kind == MAHARACHA:
        a, b, marked = what
        if kings >> a & 1 or kings >> b & 1:
            return None
        order = tuple([b if p == a else a if p == b else p for p in order])
        kings |= 1 << marked
    elif kind in (ONE_ONE, TWO_ONE):
        *given, b, back = what
        a, *left = given
        away = sum([UNIT[colour] for colour in left])
        if len(left) != kind - ONE_ONE + 1 or not provinces[b] >> 5 * back & 31:
            return None
        if any(provinces[a] >> 5 * c & 31 < left.count(c) for c in left):
            return None
        if kind == TWO_ONE and not land.near[a] >> b & 1:
            return None
        change = UNIT[back] - away
        if change:
            swap = (kind, a, b, change) if a < b else (kind, b, a, -change)
            if state.swap == (*swap[:3], -swap[3]):
                return None
            provinces = moved(provinces, a, change, b)
    elif kind == KHON_THAI:
        if any((p >= 0) != (pool >> 5 * c & 31 > 0) for c, p in enumerate(what)):
            return None
        for colour, p in enumerate(what):
            if p >= 0:
                provinces = moved(provinces, p, UNIT[colour])
                pool -= UNIT[colour]
    else:
        reach = targets(state, kind - RAMA, land)
        if len(what) != min(2, counts(pool)[kind - RAMA]) or not all(reach >> p & 1 for p in what):
            return None
        for p in what:
            provinces = moved(provinces, p, UNIT[kind - RAMA])
            pool -= UNIT[kind - RAMA]
    return (what, provinces, order, kings, pool, swap)


def places(kind: int, what: tuple[int, ...]) -> tuple[int, ...]:
    """The provinces that a description names."""
    if kind == MAHARACHA:
        return what[:2]
    return (what[0], what[-2]) if kind in (ONE_ONE, TWO_ONE) else what


# ---- the end ----
def ranking(state: Fast) -> list[int]:
    """Factions that hold a province, the ruling one first (S20)."""
    return sorted(state.takers, key=lambda faction: -state.owned[faction].bit_count())


def winners(state: Fast) -> tuple[int, ...]:
    """Who wins a game that is over (S21–S23, S26): seats; with four players, the teams' seats 0, 2 and 1, 3."""
    courts, played = state.courts, state.played
    seats = len(courts)
    if state.british == BRITISH_END:
        groups = [(0, 2), (1, 3)] if seats == 4 else [(seat,) for seat in range(seats)]
        sets = [min(counts(sum(courts[seat] for seat in group))) for group in groups]
        tied = [seat for group, value in zip(groups, sets, strict=True) if value == max(sets) for seat in group]
        last = next((seat for seat in played if seat in tied), None)
        if last is not None:
            tied = [last]
        return _with_partners(tied, seats)
    tied = list(range(seats))
    for faction in ranking(state)[:2]:
        most = max(counts(courts[seat])[faction] for seat in tied)
        tied = [seat for seat in tied if counts(courts[seat])[faction] == most]
    for seat in played:
        if len(tied) > 1 and seat in tied and len(_with_partners(tied, seats)) != 2 * (seats == 4):
            tied.remove(seat)
    return _with_partners(tied, seats)


def _with_partners(tied: Sequence[int], seats: int) -> tuple[int, ...]:
    if seats != 4:
        return tuple(tied)
    return tuple(seat for seat in range(4) if seat in tied or (seat + 2) % 4 in tied)


def shares(state: Fast) -> tuple[float, ...]:
    """What each seat has won of a game that is over: 1 in all, except that partners both have their team's share."""
    won = winners(state)
    each = 1 / len(won) if len(state.hands) != 4 else 2 / len(won)
    return tuple(each if seat in won else 0.0 for seat in range(len(state.hands)))
