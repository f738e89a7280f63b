"""Which positions are possible: necessary conditions, each with a name (words: `siam.problem.<name>`)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rosecrown.games.siam import lastcard, result
from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.state import (
    CARD,
    DECK,
    DRAW,
    EFFECT,
    EMPTY,
    FACTIONS,
    HELP,
    HELP_PAIRS,
    MAHARACHA,
    ONE_ONE,
    OVER,
    TAKE,
    TILE,
    TWO_ONE,
    State,
)


def problems(maps: Mapping[str, Board], state: State) -> list[str]:
    """All conditions that the state breaks; those that need a sound set of seats and provinces only if there is one."""
    if state.map not in maps:
        return ["map"]
    if not _shape(state):
        return ["shape"]
    board = maps[state.map]
    found = [name for name, holds in _CONDITIONS if not holds(board, state)]
    if not found and state.phase >= CARD and not _last_card(board, state):
        found.append("last-card")
    return found


def _shape(state: State) -> bool:
    seats = state.seats
    return (
        2 <= seats <= 4
        and len(state.hands) == len(state.tops) == seats
        and len(state.provinces) == 8
        and 0 <= state.seat < seats
        and len(state.order) <= 8
        and len(set(state.order)) == len(state.order)
        and len(state.taken) <= len(state.order)
        and set(state.plays) <= set(range(seats))
        and len(state.help) <= seats
        and set(state.help) <= {1, 2, 3, 4}
        and state.memory in (0, 1)
    )


def _set_up(state: State) -> bool:
    return state.phase in (HELP, DRAW, TILE)


def _gone(state: State, seat: int) -> Counter[int]:
    """The cards that a seat has played."""
    return Counter(DECK) - Counter(state.hands[seat])


def _followers(board: Board, state: State) -> bool:
    """S1: every follower is in the pool, a province or a court."""
    each = 16 if state.seats == 2 else 18
    places = (*state.provinces, *state.courts, state.pool)
    return all(sum(place[faction] for place in places) == each for faction in FACTIONS) and all(
        number >= 0 for place in places for number in place
    )


def _hands(board: Board, state: State) -> bool:
    """S2, S10: hands are sorted parts of the deck, the top of a pile is one of the cards that are gone."""
    for seat, hand in enumerate(state.hands):
        if list(hand) != sorted(hand) or Counter(hand) - Counter(DECK):
            return False
        gone = _gone(state, seat)
        if not (state.tops[seat] in gone if gone else state.tops[seat] == -1):
            return False
    return True


def _plays(board: Board, state: State) -> bool:
    """The order of latest cards names exactly those who played."""
    return sorted(state.plays) == [seat for seat in range(state.seats) if _gone(state, seat)]


def _courts(board: Board, state: State) -> bool:
    """S3, S9: two followers of different colours from the help card, and at most one for each card."""
    if _set_up(state):
        return True
    for seat, court in enumerate(state.courts):
        takes = _gone(state, seat).total() - (seat == state.seat and state.phase in (EFFECT, TAKE))
        if not 2 <= sum(court) <= 2 + takes or sum(number > 0 for number in court) < 2:
            return False
    return True


def _phase(board: Board, state: State) -> bool:
    """A card is being carried out exactly in the steps effect and take, and it is the latest one played."""
    if state.phase in (EFFECT, TAKE):
        return (
            state.card in range(7)
            and state.tops[state.seat] == state.card
            and state.plays[-1:] == (state.seat,)
            and state.passes == 0
        )
    return state.card == -1


def _passes(board: Board, state: State) -> bool:
    return 0 <= state.passes < state.seats and (state.phase == CARD or state.passes == 0)


def _tiles(board: Board, state: State) -> bool:
    """S5: eight different tiles once play has begun."""
    if state.phase == TILE:
        return len(state.order) < 8 and not state.taken
    return len(state.order) == (0 if _set_up(state) else 8)


def _takeovers(board: Board, state: State) -> bool:
    """S18, S19: taken provinces are empty, and the game ends exactly when it must."""
    if any(state.provinces[province] != EMPTY for province in state.order[: len(state.taken)]):
        return False
    if any(result.is_over(state.taken[:number]) for number in range(len(state.taken))):
        return False
    return result.is_over(state.taken) == (state.phase == OVER)


def _kings(board: Board, state: State) -> bool:
    """S12: at most one King marker for each Maharacha that was carried out."""
    played = sum(_gone(state, seat)[MAHARACHA] for seat in range(state.seats))
    return state.kings >> 8 == 0 and state.kings.bit_count() <= played - (
        state.phase == EFFECT and state.card == MAHARACHA
    )


def _swap(board: Board, state: State) -> bool:
    """S16: what may not be reversed is a change that the card can make, and its card is gone."""
    if not state.swap:
        return True
    if len(state.swap) != 6:
        return False
    card, a, b, *gain = state.swap
    shapes = {ONE_ONE: ((-1, 0, 1),), TWO_ONE: ((-1, 0, 1), (-2, 0, 1), (-1, -1, 1), (-1, 0, 2), (-1, 1, 1))}
    shapes[TWO_ONE] += ((-1, 0, 0), (0, 0, 1))
    if card not in shapes or not 0 <= a < b < 8 or tuple(sorted(gain)) not in shapes[card]:
        return False
    if card == TWO_ONE and b not in board.neighbours[a]:
        return False
    gone = sum(_gone(state, seat)[card] for seat in range(state.seats))
    if state.phase == EFFECT:
        return gone > (state.card == card)
    return state.tops[state.plays[-1]] == card if state.plays else False


def _setting_up(board: Board, state: State) -> bool:
    """S3, S4: during set-up everything lies as the cards and followers dealt so far say."""
    if not _set_up(state):
        return not state.help
    if state.taken or state.kings or state.swap or any(hand != DECK for hand in state.hands):
        return False
    if len(set(state.help)) != len(state.help) or (4 in state.help and state.seats < 4):
        return False
    if state.phase == HELP:
        return (
            len(state.help) == state.seat
            and all(court == EMPTY for court in state.courts)
            and all(count == province.fixed for count, province in zip(state.provinces, board.provinces, strict=True))
        )
    if len(state.help) != state.seats or state.seat != 0:
        return False
    for seat, number in enumerate(state.help):
        pair = HELP_PAIRS[(state.help[(seat + 1) % state.seats] if number == 4 else number) - 1]
        if state.courts[seat] != tuple(int(faction in pair) for faction in FACTIONS):
            return False
    partly = False
    for count, province in zip(state.provinces, board.provinces, strict=True):
        missing = sum(province.fixed) + province.drawn - sum(count)
        if any(has < fixed for has, fixed in zip(count, province.fixed, strict=True)) or missing < 0:
            return False
        if partly and count != province.fixed:
            return False
        partly = partly or missing > 0
    return partly == (state.phase == DRAW)


def _last_card(board: Board, state: State) -> bool:
    """S11: whoever played the very last card can win with it, and does."""
    if state.cards_left:
        return True
    plain = state._replace(memory=0, passes=0)
    if state.phase == EFFECT:
        return bool(lastcard.winning_effects(board, plain))
    if state.phase == TAKE:
        return bool(lastcard.winning_takes(plain))
    return lastcard.wins(result.completed(plain)._replace(seat=state.plays[-1]))


_CONDITIONS: Sequence[tuple[str, Callable[[Board, State], bool]]] = (
    ("followers", _followers),
    ("hands", _hands),
    ("plays", _plays),
    ("courts", _courts),
    ("phase", _phase),
    ("passes", _passes),
    ("tiles", _tiles),
    ("takeovers", _takeovers),
    ("kings", _kings),
    ("swap", _swap),
    ("set-up", _setting_up),
)
