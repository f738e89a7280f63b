"""S11: the very last action card may only be played by somebody who (or whose partner) wins the game with it.

After it no hand holds a card, so only the remaining takeovers follow. Their result depends on who will take each
open province, on their order, and on the faction of the follower that is taken last; so an effect and a take are
judged by that, and equal cases only once.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rosecrown.games.siam.effects import carry_out, effects
from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.result import completed, outcome, teams
from rosecrown.games.siam.state import (
    CARD,
    EFFECT,
    FACTIONS,
    NONE,
    NOTHING,
    TAKE,
    Move,
    State,
    add,
    control,
)


def is_last_card(state: State) -> bool:
    """Whether the card at hand, or the one being carried out, is the last of the game."""
    return state.cards_left == (1 if state.phase == CARD else 0)


def takes(state: State) -> Sequence[Move]:
    """S9: every follower of a province without a takeover, or NOTHING where none lies."""
    found = [
        Move("take", (province, faction))
        for province in sorted(state.open)
        for faction in FACTIONS
        if state.provinces[province][faction]
    ]
    return found or [NOTHING]


@lru_cache(maxsize=512)
def may_play(board: Board, state: State) -> bool:
    """Whether the seat to move may play its only card, the last of the game (CARD)."""
    (card,) = state.hands[state.seat]
    return any(found for _, found in _winning(board, played(state, card)))


@lru_cache(maxsize=512)
def winning_effects(board: Board, state: State) -> tuple[Move, ...]:
    """The effects of the last card after which some take wins (EFFECT); sorted."""
    return tuple(effect for effect, found in _winning(board, state) if found)


@lru_cache(maxsize=512)
def winning_takes(state: State) -> tuple[Move, ...]:
    """The takes that win after the last card (TAKE); sorted."""
    return tuple(take for take in takes(state) if wins(_taken(state, take)))


def played(state: State, card: int) -> State:
    """The state after the first step of a turn: the card is on the pile, its effect still to come."""
    hand = list(state.hands[state.seat])
    hand.remove(card)
    seat = state.seat
    return state._replace(
        phase=EFFECT,
        card=card,
        hands=(*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :]),
        tops=(*state.tops[:seat], card, *state.tops[seat + 1 :]),
        plays=(*(other for other in state.plays if other != seat), seat),
        passes=0,
    )


def _taken(state: State, take: Move) -> State:
    """The state with the take of the last card made, as far as the result needs it."""
    if take == NOTHING:
        return state
    province, faction = take.args
    seat = state.seat
    return state._replace(
        provinces=(
            *state.provinces[:province],
            add(state.provinces[province], faction, -1),
            *state.provinces[province + 1 :],
        ),
        courts=(*state.courts[:seat], add(state.courts[seat], faction), *state.courts[seat + 1 :]),
    )


def wins(state: State) -> bool:
    """Whether the seat's side alone wins once the remaining takeovers are made; a shared win is none."""
    winners = outcome(completed(state)).winners
    return any(state.seat in team and set(winners) == set(team) for team in teams(state.seats))


def _winning(board: Board, state: State) -> Iterator[tuple[Move, bool]]:
    """Each effect of the last card with whether some take wins after it.

    A case is known by the takers of the open provinces in the order of their tiles and the faction that is taken.
    """
    known: dict[tuple[tuple[int, ...], int], bool] = {}
    for effect in effects(board, state, state.card):
        after = carry_out(state, effect)._replace(phase=TAKE) if effect != NONE else state
        takers = tuple(control(after.provinces[province]) for province in after.open)
        found = False
        for take in takes(after):
            case = takers, -1
            if take != NOTHING:
                province, faction = take.args
                place = after.open.index(province)
                taker = control(add(after.provinces[province], faction, -1))
                case = (*takers[:place], taker, *takers[place + 1 :]), faction
            if case not in known:
                known[case] = wins(_taken(after, take))
            if known[case]:
                found = True
                break
        yield effect, found
