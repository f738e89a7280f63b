"""What the action cards can do (S12–S17) and what they change. Targets are always provinces without a takeover."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, product

from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.state import (
    FACTION_CARD,
    FACTIONS,
    KHON_THAI,
    MAHARACHA,
    NONE,
    ONE_ONE,
    TWO_ONE,
    Count,
    Move,
    State,
    Swap,
    change,
)


def effects(board: Board, state: State, card: int) -> Sequence[Move]:
    """All ways to carry out `card` as far as possible, sorted; (NONE,) where it has no effect (S8)."""
    if card == MAHARACHA:
        found = _tile_swaps(state)
    elif card == KHON_THAI:
        found = _placements(state)
    elif card == ONE_ONE:
        found = _not_reversing(state, card, _one_for_one(state))
    elif card == TWO_ONE:
        # S15: one for one only where no full swap exists; S16 forbids after that choice, not before it.
        found = _not_reversing(state, card, _two_for_one(board, state) or _one_for_one(state, board))
    else:
        found = _reinforcements(board, state, card - FACTION_CARD)
    return tuple(sorted(found)) or (NONE,)


def _tile_swaps(state: State) -> list[Move]:
    """S12: two face-up tiles without a King marker; one of them gets it."""
    free = sorted(province for province in state.open if not state.kings >> province & 1)
    return [Move("tiles", (a, b, marked)) for a, b in combinations(free, 2) for marked in (a, b)]


def _placements(state: State) -> list[Move]:
    """S13: one follower of each faction that the pool has, anywhere."""
    present = [faction for faction in FACTIONS if state.pool[faction]]
    if not present:
        return []
    return [
        Move("put", tuple(value for pair in zip(present, places, strict=True) for value in pair))
        for places in product(sorted(state.open), repeat=len(present))
    ]


def _kinds(followers: Count) -> list[int]:
    return [faction for faction in FACTIONS if followers[faction]]


def _one_for_one(state: State, board: Board | None = None) -> list[Move]:
    """S14: one follower for one of another province; of an adjacent one where `board` is given (S15)."""
    return [
        Move("trade", (a, x, b, y))
        for a, b in combinations(sorted(state.open), 2)
        if board is None or b in board.neighbours[a]
        for x in _kinds(state.provinces[a])
        for y in _kinds(state.provinces[b])
    ]


def _pairs(followers: Count) -> list[tuple[int, int]]:
    """The different choices of two followers."""
    return [
        (x, y)
        for x, y in combinations_with_replacement(FACTIONS, 2)
        if (followers[x] >= 2 if x == y else followers[x] and followers[y])
    ]


def _two_for_one(board: Board, state: State) -> list[Move]:
    """S15: two followers for one of an adjacent province."""
    free = sorted(state.open)
    return [
        Move("trade", (a, x, y, b, z))
        for a in free
        for b in free
        if b in board.neighbours[a]
        for x, y in _pairs(state.provinces[a])
        for z in _kinds(state.provinces[b])
    ]


def _reinforcements(board: Board, state: State, faction: int) -> list[Move]:
    """S17: up to two followers beside what the faction controls, or beside its home."""
    number = min(2, state.pool[faction])
    targets = reachable(board, state, faction)
    if not number or not targets:
        return []
    return [
        Move("put", tuple(value for place in places for value in (faction, place)))
        for places in combinations_with_replacement(targets, number)
    ]


def bases(board: Board, state: State, faction: int) -> list[int]:
    """What the faction controls, and its home unless somebody else controls that (S17)."""
    return [
        province
        for province in range(len(state.provinces))
        if state.holder(province) == faction or (province == board.homes[faction] and state.holder(province) == -1)
    ]


def reachable(board: Board, state: State, faction: int) -> list[int]:
    """The open provinces beside a base of the faction, ascending."""
    beside = {near for base in bases(board, state, faction) for near in board.neighbours[base]}
    return sorted(beside & set(state.open))


def _not_reversing(state: State, card: int, found: list[Move]) -> list[Move]:
    """S16: without what would take back the swap that the same card made just before."""
    if not state.swap or state.swap[0] != card:
        return found
    _, a, b, *gain = state.swap
    back = (card, a, b, *(-value for value in gain))
    return [move for move in found if swapped(card, move) != back]


def swapped(card: int, move: Move) -> Swap:
    """The change that a trade makes, empty if it makes none."""
    a, b, gain = trade_change(move)
    if not any(gain):
        return ()
    return (card, a, b, *gain) if a < b else (card, b, a, *(-value for value in gain))


def trade_change(move: Move) -> tuple[int, int, Count]:
    """(a, b, gain): province a gains `gain` followers and b loses them."""
    *given, b, y = move.args
    a, *left = given
    gain = [0, 0, 0]
    gain[y] += 1
    for x in left:
        gain[x] -= 1
    return a, b, (gain[0], gain[1], gain[2])


def carry_out(state: State, move: Move) -> State:
    """The state after the effect step: pieces moved, phase and card left as they are."""
    if move.kind == "tiles":
        a, b, marked = move.args
        order = tuple(b if province == a else a if province == b else province for province in state.order)
        return state._replace(order=order, kings=state.kings | 1 << marked, swap=())
    provinces = state.provinces
    if move.kind == "put":
        pool = list(state.pool)
        for faction, province in zip(move.args[::2], move.args[1::2], strict=True):
            pool[faction] -= 1
            provinces = change(provinces, province, faction)
        return state._replace(provinces=provinces, pool=(pool[0], pool[1], pool[2]), swap=())
    if move.kind == "trade":
        a, b, gain = trade_change(move)
        for faction in FACTIONS:
            provinces = change(change(provinces, a, faction, gain[faction]), b, faction, -gain[faction])
        return state._replace(provinces=provinces, swap=swapped(state.card, move))
    return state._replace(swap=())
