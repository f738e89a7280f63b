"""Positions for tests, from readable parts. Provinces are named by their ids, followers by letters ("yyrb")."""

import random

from rosecrown.core.game import CHANCE, NOBODY
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import CARD, DECK, EFFECT, TAKE, Move, State

MAHA, KHON, ONE, TWO, RAMA, LAO, MALAY = range(7)
YELLOW, RED, BLUE, BRITISH = range(4)
ORDER = ("lampang", "isan", "sukothai", "khorat", "ayutthaya", "bangkok", "chumphon", "rattani")
SABA_ORDER = ("tigray", "begemder", "wollo", "gojjam", "shewa", "herarghe", "kaffa", "sidamo")


def count(letters):
    """ "yyb" as (2, 0, 1)."""
    assert set(letters) <= set("yrb")
    return tuple(letters.count(letter) for letter in "yrb")


def at(state, province):
    """The number of a province."""
    return GAME.board(state).index(province)


def position(
    land,
    *,
    hands=None,
    seats=2,
    courts=None,
    order=None,
    taken="",
    kings=(),
    seat=0,
    plays=None,
    passes=0,
    pool=None,
    map="siam",
    memory=0,
    swap=(),
):
    """A position before a card. `taken`: holders (y, r, b, =) of the first tiles of `order`.

    Courts and the pool are given by letters; a pool that is left out gets what is missing of each colour. Everybody
    who misses cards has played, in the order of seats, unless `plays` says otherwise.
    """
    order = order or (ORDER if map == "siam" else SABA_ORDER)
    board = GAME.maps[map]
    hands = tuple(tuple(sorted(hand)) for hand in (hands or [DECK] * seats))
    seats = len(hands)
    courts = tuple(count(court) for court in (courts or ["yr"] * seats))
    provinces = tuple(count(land.get(province.id, "")) for province in board.provinces)
    if pool is None:
        each = 16 if seats == 2 else 18
        pool = tuple(each - sum(place[f] for place in (*provinces, *courts)) for f in range(3))
        assert min(pool) >= 0
    else:
        pool = count(pool)
    gone = [sorted_rest(hand) for hand in hands]
    return State(
        map=map,
        memory=memory,
        phase=CARD,
        seat=seat,
        provinces=provinces,
        pool=pool,
        order=tuple(board.index(province) for province in order),
        taken=tuple("yrb=".index(holder) for holder in taken),
        kings=sum(1 << board.index(province) for province in kings),
        courts=courts,
        hands=hands,
        tops=tuple(rest[0] if rest else -1 for rest in gone),
        plays=tuple(s for s in range(seats) if gone[s]) if plays is None else tuple(plays),
        passes=passes,
        card=-1,
        swap=swap,
        help=(),
    )


def sorted_rest(hand):
    """The cards of the deck that are not in a hand."""
    rest = list(DECK)
    for card in hand:
        rest.remove(card)
    return rest


def play(state, *moves):
    """The state after moves given as text, as Move, or as a card's number."""
    for move in moves:
        if isinstance(move, int):
            move = Move("card", (move,))
        state = GAME.apply(state, GAME.parse_move(move) if isinstance(move, str) else move)
    return state


def effects(state, card):
    """The legal effects of a card, as texts."""
    return [GAME.move_text(move) for move in GAME.legal_moves(play(state, card))]


def texts(state):
    """The legal moves as texts."""
    return [GAME.move_text(move) for move in GAME.legal_moves(state)]


def cards(state):
    """The cards that may be played."""
    return [move.args[0] for move in GAME.legal_moves(state) if move.kind == "card"]


def turn(state, card, effect, take):
    """A whole turn."""
    return play(state, card, effect, take)


def all_pass(state):
    """Everybody passes: one takeover."""
    for _ in range(state.seats - state.passes):
        state = play(state, "pass")
    return state


def dealt(seats=2, seed=0, **options):
    """A game of random set-up, at its first decision."""
    state, rng = GAME.start(seats, options), random.Random(seed)
    while GAME.to_move(state) == CHANCE:
        outcomes = GAME.chances(state)
        state = GAME.apply(state, rng.choices([move for move, _ in outcomes], [p for _, p in outcomes])[0])
    return state


def random_game(seats=2, seed=0, passing=0.3, **options):
    """The states of a random game from its first decision to its end."""
    state, rng = dealt(seats, seed, **options), random.Random(seed + 1)
    yield state
    while GAME.to_move(state) != NOBODY:
        moves = GAME.legal_moves(state)
        if state.phase == CARD:
            move = moves[-1] if len(moves) == 1 or rng.random() < passing else rng.choice(moves[:-1])
        else:
            assert state.phase in (EFFECT, TAKE)
            move = rng.choice(moves)
        state = GAME.apply(state, move)
        yield state


def total(state):
    """Followers of each colour in all places together."""
    places = (*state.provinces, *state.courts, state.pool)
    return tuple(sum(place[f] for place in places) for f in range(3))
