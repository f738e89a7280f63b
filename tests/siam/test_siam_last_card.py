"""S11: the very last action card may only be played by somebody who wins with it; every step is filtered."""

import random

import pytest
from siam_help import (
    KHON,
    LAO,
    MAHA,
    MALAY,
    ONE,
    ORDER,
    RAMA,
    all_pass,
    cards,
    play,
    position,
    random_game,
    texts,
)

from rosecrown.games.siam.effects import effects as all_effects
from rosecrown.games.siam.lastcard import takes
from rosecrown.games.siam.result import teams
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import EFFECT, PASS, TAKE

# six takeovers are over: y r y r = =, two provinces are left
OPEN = {"chumphon": "yr", "rattani": "yb"}
SIX = "yryr=="


def final(card, courts, seat=0, seats=2, taken=SIX, land=None, order=ORDER, plays=None, pool=None):
    """A position in which `seat` holds the last card of all."""
    hands = [[card] if s == seat else [] for s in range(seats)]
    others = [s for s in range(seats) if s != seat]
    return position(
        land or OPEN,
        hands=hands,
        courts=courts,
        taken=taken,
        seat=seat,
        order=order,
        pool=pool,
        plays=plays or [seat, *others],
    )


def winner_alone(state, seat):
    """Whether the seat's side alone wins after the remaining passes."""
    while GAME.outcome(state) is None:
        state = play(state, "pass")
    winners = set(GAME.outcome(state).winners)
    return any(seat in team and winners == set(team) for team in teams(state.seats))


def brute(state):
    """The winning (card, effect, take) combinations of the last card, by trying all of them without S11.

    The other hands are given a card each, so that the rules do not take it for the last one; it is taken away again.
    """
    seat = state.seat
    full = state._replace(hands=tuple(h if s == seat else (MAHA,) for s, h in enumerate(state.hands)))
    found = []
    for effect in GAME.legal_moves(play(full, state.hands[seat][0])):
        after = play(full, state.hands[seat][0], effect)
        for take in GAME.legal_moves(after):
            end = play(after, take)
            if winner_alone(end._replace(hands=((),) * state.seats), seat):
                found.append((effect, take))
    return found


def offered(state):
    """The (effect, take) combinations that the game lets the seat play, by its filtered steps."""
    if not cards(state):
        return []
    after = play(state, *cards(state)) if cards(state) else state
    return [(effect, take) for effect in GAME.legal_moves(after) for take in GAME.legal_moves(play(after, effect))]


def test_s11_a_card_that_cannot_win_is_barred_and_one_passes():
    state = final(MAHA, ["rb", "yyyyrrrr"])
    assert cards(state) == [] and texts(state) == ["pass"]
    assert GAME.automatic(state) == PASS
    assert GAME.events(state, PASS, 0)[0].get("why") == "last"


def test_s11_a_card_that_wins_may_be_played_and_only_so():
    state = final(KHON, ["yyyrr", "yyyrr"], plays=(0, 1))
    found = brute(state)
    everything = 2**3 * 4
    assert 0 < len(found) < everything
    assert offered(state) == found
    assert cards(state) == [KHON]


def test_s11_every_step_is_filtered():
    rng = random.Random(11)
    fewer_effects = fewer_takes = 0
    for _ in range(60):
        state = _random_final(rng, 2)
        if not cards(state):
            continue
        state = play(state, *cards(state))
        effects = GAME.legal_moves(state)
        assert state.phase == EFFECT and effects
        fewer_effects += len(effects) < len(all_effects(GAME.board(state), state, state.card))
        for effect in effects:
            after = play(state, effect)
            legal = GAME.legal_moves(after)
            assert after.phase == TAKE and legal
            fewer_takes += len(legal) < len(takes(after))
            assert all(winner_alone(play(after, take), state.seat) for take in legal)
    assert fewer_effects and fewer_takes


def test_s11_it_is_no_last_card_while_another_holds_one():
    state = final(MAHA, ["rb", "yyyyrrrr"])
    state = state._replace(hands=((MAHA,), (ONE,)))
    assert cards(state) == [MAHA]


def test_s11_the_last_of_ones_own_cards_is_free_while_others_hold_cards():
    state = position(OPEN, hands=[[LAO], [KHON, ONE]], courts=["rb", "yyyyrrrr"], taken=SIX)
    assert cards(state) == [LAO]


def test_s11_the_card_that_would_hand_the_win_to_another_is_barred():
    # ruling yellow: seat 1 leads; whatever 0 takes or places, yellow or red rules, and 1 has more of both
    state = final(RAMA, ["yyrb", "yyyyrrrrb"])
    assert cards(state) == []
    # the same with a court that wins with yellow is allowed
    assert cards(final(RAMA, ["yyyyyrb", "yyyyrrrrb"], plays=(0, 1))) == [RAMA]


def test_s11_a_shared_win_cannot_come_of_it_and_a_lost_tie_is_no_win():
    # all ties are lost by the one who plays the last card (faction end), as he then played last
    state = final(MAHA, ["yyyyrrrrbb", "yyyyrrrrbb"], taken="yryr=r=", land={"rattani": "bbb"}, plays=(0, 1))
    # ruling red; the take of a blue breaks no tie: red 4 each, yellow 4 each
    assert brute(state) == [] and cards(state) == []


def test_s11_a_tie_in_a_british_end_is_won_by_the_last_card():
    # a fourth British province falls in any case: chumphon is empty
    state = final(MAHA, ["yrb", "yrb"], taken="y===rr", land={"rattani": "bbb"}, plays=(0, 1))
    assert cards(state) == [MAHA] and offered(state) == brute(state) != []


def test_s11_barred_now_and_allowed_after_the_next_takeover():
    # Yellow and red hold two each. Rattani falls to red, Chumphon to yellow, which then rules by its later takeover.
    # The pool has no red, so the Lao card can do nothing about Chumphon until Rattani's reds are back in the pool.
    order = ("lampang", "bangkok", "isan", "khorat", "sukothai", "ayutthaya", "rattani", "chumphon")
    land = {"rattani": "rr", "chumphon": "yy"}
    state = final(LAO, ["rrrrb", "yyyyb"], land=land, order=order, pool="yb", plays=(0, 1))
    assert cards(state) == [] and brute(state) == []
    state = all_pass(state)
    assert state.seat == 0 and len(state.taken) == 7
    assert cards(state) == [LAO] and offered(state) == brute(state)
    assert [GAME.move_text(effect) for effect, _ in brute(state)] == ["put:rg.rg"]
    assert texts(play(state, LAO, "put:rg.rg")) == ["take:gy"]


def test_s11_three_players():
    # yellow rules unless red takes both; seat 2 leads yellow, seat 0 leads red
    land = {"bangkok": "y", "chumphon": "r", "rattani": "r"}
    courts = ["rrrr", "b", "yyyy"]
    state = final(LAO, courts, seats=3, taken="yryr=", land=land, plays=(0, 1, 2))
    assert offered(state) == brute(state) != []
    other = final(LAO, courts, seat=1, seats=3, taken="yryr=", land=land, plays=(0, 1, 2))
    assert cards(other) == []


def test_s11_four_players_the_partner_may_win():
    courts = ["b", "r", "yyyyyy", "rr"]
    state = final(RAMA, courts, seats=4, taken="yryy==", plays=(0, 1, 2, 3))
    assert cards(state) == [RAMA] and offered(state) == brute(state) != []
    assert cards(final(RAMA, courts, seat=1, seats=4, taken="yryy==", plays=(0, 1, 2, 3))) == []


def test_s11_a_hand_with_a_barred_card_is_not_empty():
    state = final(MAHA, ["rb", "yyyyrrrr"])
    after = play(state, "pass", "pass")
    assert after.hands == ((MAHA,), ()) and len(after.taken) == 7


def test_s11_nobody_is_ever_stuck():
    for seed in range(40):
        for state in random_game(2 + seed % 3, seed, passing=0.05):
            if GAME.outcome(state) is None:
                assert GAME.legal_moves(state)


def _random_final(rng, seats):
    """A random position with one card left in all."""
    holder = rng.randrange(seats)
    done = rng.randrange(3, 8)
    order = list(ORDER)
    rng.shuffle(order)
    while True:
        taken = [rng.choice("yrb=") for _ in range(done)]
        if taken.count("=") < 4:
            break
    land = {p: "".join(rng.choice("yrb") for _ in range(rng.randrange(4))) for p in order[done:]}
    courts = ["yr" + "".join(rng.choice("yrb") for _ in range(rng.randrange(5))) for _ in range(seats)]
    plays = list(range(seats))
    rng.shuffle(plays)
    kings = [p for p in order if rng.random() < 0.15][:2]
    card = rng.choice((MAHA, KHON, ONE, 3, RAMA, LAO, MALAY))
    state = position(
        land,
        hands=[[card] if s == holder else [] for s in range(seats)],
        courts=courts,
        order=order,
        taken="".join(taken),
        seat=holder,
        plays=plays,
        kings=kings,
    )
    return state if sum(state.pool) else _random_final(rng, seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s11_equals_trying_everything(seats):
    rng = random.Random(seats)
    barred = 0
    for _ in range(60):
        state = _random_final(rng, seats)
        found = offered(state)
        assert found == brute(state)
        barred += not found
    assert 5 < barred < 55
