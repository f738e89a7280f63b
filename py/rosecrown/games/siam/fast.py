"""The search state of King of Siam: the same rules as `rules`, in integers and tuples.

A group of followers (a province, the pool, a court) is one integer y + 32 r + 1024 b; no colour has more than 18
followers, so groups are added and subtracted as they are. A turn is one step here: card, effect and follower
together. Seats without cards pass by themselves (S6), so that every state is a decision or the end of the game.
Written from the rules text and not from `rules`; a test plays both side by side.
"""

from collections.abc import Sequence
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
        found = _tile_swaps(state)
    elif kind == KHON_THAI:
        found = _one_of_each(state)
    elif kind == ONE_ONE:
        found = _swaps(state, kind, _pairs(state.order))
    elif kind == TWO_ONE:
        found = _two_for_one(state, land)
    else:
        found = _placements(state, kind - RAMA, land)
    return found or [((), state.provinces, state.order, state.kings, state.pool, None)]


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


def _one_of_each(state: Fast) -> list[Effect]:
    """S13: a follower of each colour that the pool has, into any open provinces."""
    places = sorted(state.order)
    there = colours(state.pool)
    if not there:
        return []
    pool = state.pool - sum(UNIT[colour] for colour in there)
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), state.provinces)]
    for colour in range(3):
        if colour in there:
            unit = UNIT[colour]
            ways = [((*way, p), moved(provinces, p, unit)) for way, provinces in ways for p in places]
        else:
            ways = [((*way, -1), provinces) for way, provinces in ways]
    return [(way, provinces, state.order, state.kings, pool, None) for way, provinces in ways]


def _swaps(state: Fast, kind: int, pairs: Sequence[tuple[int, int]]) -> list[Effect]:
    """S14: one for one between two provinces, except the reversal of the same kind's swap just before (S16)."""
    provinces = state.provinces
    found: list[Effect] = []
    for a, b in pairs:
        for mine in colours(provinces[a]):
            for other in colours(provinces[b]):
                change = UNIT[other] - UNIT[mine]
                if change and state.swap == (kind, a, b, -change):
                    continue
                swap = (kind, a, b, change) if change else None
                new = moved(provinces, a, change, b) if change else provinces
                found.append(((a, mine, b, other), new, state.order, state.kings, state.pool, swap))
    return found


def _two_for_one(state: Fast, land: Map) -> list[Effect]:
    """S15: two for one between neighbours; one for one only if no full swap exists anywhere, a barred one included."""
    provinces = state.provinces
    found: list[Effect] = []
    full = False
    borders = [(a, b) for a, b in _pairs(state.order) if land.near[a] >> b & 1 and provinces[a] and provinces[b]]
    for low, high in borders:
        for a, b in ((low, high), (high, low)):
            each = counts(provinces[a])
            if sum(each) < 2:
                continue
            full = True
            for one in range(3):
                for two in range(one, 3):
                    if not each[one] or not each[two] or (one == two and each[one] < 2):
                        continue
                    for back in colours(provinces[b]):
                        change = UNIT[back] - UNIT[one] - UNIT[two]
                        swap = (TWO_ONE, low, high, change if a == low else -change)
                        if state.swap == (TWO_ONE, low, high, -swap[3]):
                            continue
                        new = moved(provinces, a, change, b)
                        found.append(((a, one, two, b, back), new, state.order, state.kings, state.pool, swap))
    return found if full else _swaps(state, TWO_ONE, borders)


def targets(state: Fast, faction: int, land: Map) -> int:
    """S17: open provinces next to a base of the faction, as a bit mask."""
    bases = state.owned[faction]
    home = land.homes[faction]
    if home in state.order:
        bases |= 1 << home
    reach = 0
    for p, near in enumerate(land.near):
        if bases >> p & 1:
            reach |= near
    return reach & sum(1 << p for p in state.order)


def _placements(state: Fast, faction: int, land: Map) -> list[Effect]:
    """S17: two followers of a faction, or the one that is left, next to its bases."""
    number = min(2, counts(state.pool)[faction])
    reach = targets(state, faction, land)
    places = [p for p in range(len(land.near)) if reach >> p & 1]
    if not number or not places:
        return []
    unit = UNIT[faction]
    pool = state.pool - number * unit
    ways = [(a, b) for i, a in enumerate(places) for b in places[i:]] if number == 2 else [(a,) for a in places]
    found: list[Effect] = []
    for way in ways:
        new = list(state.provinces)
        for p in way:
            new[p] += unit
        found.append((way, tuple(new), state.order, state.kings, pool, None))
    return found


def effect(state: Fast, kind: int, what: tuple[int, ...], land: Map) -> Effect | None:
    """The effect with this description, None if it can't be had; one for one by a 2 vs 1 card is never found."""
    provinces, order, kings, pool = state.provinces, state.order, state.kings, state.pool
    if not what or any(p >= 0 and p not in order for p in _places(kind, what)):
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


def _places(kind: int, what: tuple[int, ...]) -> tuple[int, ...]:
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
