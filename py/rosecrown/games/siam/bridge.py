"""Between the clean rules and the search state: positions one way, decisions the other."""

from functools import cache

from rosecrown.games.siam import fast
from rosecrown.games.siam.fast import BRITISH, KHON_THAI, RAMA, SECOND, UNIT, Effect, Fast, Map, Swap, Take
from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.state import EFFECT, NONE, NOTHING, TAKE, Count, Move, State


@cache
def land(board: Board) -> Map:
    """What the search needs of a map."""
    near = tuple(sum(1 << other for other in neighbours) for neighbours in board.neighbours)
    yellow, red, blue = board.homes
    return Map(near, (yellow, red, blue))


def group(count: Count) -> int:
    """Followers as one integer."""
    return sum(number * unit for number, unit in zip(count, UNIT, strict=True))


def hand(held: tuple[int, ...]) -> int:
    """A hand as bits."""
    return sum(1 << card for card in set(held)) | (held.count(KHON_THAI) == 2) << SECOND


def from_state(state: State) -> Fast:
    """The position at the start of the turn that `state` is in. Within a turn the card is put back into the hand, and
    the effect, once chosen, stays: see `chosen`. Raises ValueError during set-up."""
    if len(state.order) != len(state.provinces):
        raise ValueError("the game has not begun")
    owned = [0, 0, 0]
    takers: list[int] = []
    for province, who in zip(state.order, state.taken, strict=False):
        if who != BRITISH:
            owned[who] |= 1 << province
            takers = [who, *[other for other in takers if other != who]]
    hands = [hand(held) for held in state.hands]
    if state.phase in (EFFECT, TAKE):
        hands[state.seat] = hand((*state.hands[state.seat], state.card))
    swap: Swap | None = None
    if state.swap:
        kind, a, b, *gain = state.swap
        swap = (kind, a, b, group((gain[0], gain[1], gain[2])))
    return Fast(
        provinces=tuple(map(group, state.provinces)),
        order=state.open,
        kings=state.kings,
        pool=group(state.pool),
        hands=tuple(hands),
        courts=tuple(map(group, state.courts)),
        turn=state.seat,
        passes=state.passes,
        owned=(owned[0], owned[1], owned[2]),
        british=state.taken.count(BRITISH),
        takers=tuple(takers),
        played=tuple(reversed(state.plays)),
        swap=swap,
    )


def chosen(root: Fast) -> Effect:
    """In the middle of a turn, after the effect step: the effect that has happened already."""
    return ((), root.provinces, root.order, root.kings, root.pool, root.swap)


def card_move(kind: int) -> Move:
    """The first step of a turn."""
    return Move("card", (kind,))


def effect_move(kind: int, effect: Effect) -> Move:
    """The second step of a turn."""
    what = effect[0]
    if not what:
        return NONE
    if kind == fast.MAHARACHA:
        return Move("tiles", what)
    if kind == KHON_THAI:
        return Move("put", tuple(value for colour, p in enumerate(what) if p >= 0 for value in (colour, p)))
    if kind >= RAMA:
        return Move("put", tuple(value for p in what for value in (kind - RAMA, p)))
    return Move("trade", what)


def take_move(take: Take | None) -> Move:
    """The third step of a turn."""
    return NOTHING if take is None else Move("take", take)
