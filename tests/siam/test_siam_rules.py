"""S1–S10, S18, S19: set-up, turns, takeovers, the end."""

from collections import Counter

import pytest
from siam_help import (
    BLUE,
    BRITISH,
    KHON,
    LAO,
    MAHA,
    MALAY,
    ONE,
    RAMA,
    RED,
    TWO,
    YELLOW,
    all_pass,
    at,
    cards,
    count,
    dealt,
    effects,
    play,
    position,
    random_game,
    texts,
    total,
)

from rosecrown.core.game import CHANCE, NOBODY, IllegalMoveError, PositionError
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import CARD, DRAW, EFFECT, HELP, NONE, NOTHING, OVER, PASS, TAKE, TILE, Move


@pytest.mark.parametrize(("seats", "each"), [(2, 16), (3, 18), (4, 18)])
@pytest.mark.parametrize("map", ["siam", "saba"])
def test_s1_the_number_of_followers_never_changes(seats, each, map):
    for seed in range(4):
        for state in random_game(seats, seed, map=map):
            assert total(state) == (each, each, each)


def test_s2_everybody_begins_with_the_same_eight_cards():
    state = dealt(3)
    assert set(state.hands) == {(MAHA, KHON, KHON, ONE, TWO, RAMA, LAO, MALAY)}


def test_s3_help_cards_give_two_followers_and_the_lowest_begins():
    state = GAME.start(3, {})
    for card in (3, 1, 2):
        assert GAME.to_move(state) == CHANCE
        state = GAME.apply(state, Move("help", (card,)))
    assert state.courts == (count("yb"), count("yr"), count("rb"))
    assert finish(state).seat == 1


def test_s3_with_two_players_the_lowest_may_be_a_2():
    state = GAME.start(2, {})
    assert [move.args[0] for move, _ in GAME.chances(state)] == [1, 2, 3]
    state = finish(play(state, "help3", "help2"))
    assert state.seat == 1 and state.courts == (count("yb"), count("rb"))


def test_s3_card_4_is_only_in_the_game_of_four_and_repeats_the_next_seat():
    state = GAME.start(4, {})
    assert [move.args[0] for move, _ in GAME.chances(state)] == [1, 2, 3, 4]
    for seats in (2, 3):
        assert Move("help", (4,)) not in [move for move, _ in GAME.chances(GAME.start(seats, {}))]
    state = play(state, "help2", "help3", "help1", "help4")
    assert state.courts == (count("rb"), count("yb"), count("yr"), count("rb"))  # seat 3's left neighbour is seat 0
    early = play(GAME.start(4, {}), "help4", "help3", "help1", "help2")
    assert early.courts[0] == count("yb")


def test_s4_homes_have_two_of_their_own_and_the_rest_is_drawn():
    state = play(GAME.start(2, {}), "help1", "help2")
    assert state.phase == DRAW
    homes = {"lampang": "rr", "bangkok": "yy", "rattani": "bb"}
    for number, province in enumerate(GAME.board(state).provinces):
        assert state.provinces[number] == count(homes.get(province.id, ""))
    # 16 each, less homes and help cards (yellow 1, red 2, blue 1)
    assert state.pool == (13, 12, 13)
    assert [(GAME.move_text(move), p) for move, p in GAME.chances(state)] == [
        ("dy", 13 / 38),
        ("dr", 12 / 38),
        ("db", 13 / 38),
    ]
    filled = finish(state)
    assert all(sum(province) == 4 for province in filled.provinces)


@pytest.mark.parametrize(
    ("map", "seats", "pool"),
    [("siam", 2, 12), ("siam", 3, 16), ("siam", 4, 14), ("saba", 2, 18), ("saba", 3, 22), ("saba", 4, 20)],
)
def test_s4_s25_size_of_the_pool(map, seats, pool):
    for seed in range(5):
        assert sum(dealt(seats, seed, map=map).pool) == pool


def test_s5_the_order_is_a_random_order_of_the_eight_tiles():
    orders = {dealt(2, seed).order for seed in range(20)}
    assert len(orders) == 20
    assert all(sorted(order) == list(range(8)) for order in orders)
    state = dealt(2, 1)
    assert state.contested == state.order[0]


LAND = {"lampang": "rrry", "isan": "rrb", "sukothai": "yyb", "khorat": "yr", "ayutthaya": "b", "bangkok": "yyyb"}


def test_s6_a_turn_is_a_card_or_a_pass_and_goes_round():
    state = position(LAND, seats=3)
    assert texts(state)[-1] == "pass" and cards(state) == [MAHA, KHON, ONE, TWO, RAMA, LAO, MALAY]
    assert play(state, "pass").seat == 1
    after = play(state, "play:r", "put:rb.rc", "take:bb")
    assert (after.seat, after.phase, after.hands[0]) == (1, CARD, (MAHA, KHON, KHON, ONE, TWO, RAMA, MALAY))


def test_s6_who_passed_may_come_back_in_the_same_struggle():
    state = play(position(LAND), "pass")
    state = play(state, "play:y", "put:yd.yd", "take:dy")
    assert state.seat == 0 and state.passes == 0 and len(cards(state)) == 7


def test_s6_without_cards_one_must_pass_and_it_happens_by_itself():
    state = position(LAND, hands=[[], [MAHA, KHON]])
    assert texts(state) == ["pass"] and GAME.automatic(state) == PASS
    assert GAME.automatic(play(state, "pass")) is None


def test_s7_any_card_resets_the_run_of_passes():
    state = play(position(LAND, seats=3), "pass", "pass")
    assert state.passes == 2
    state = play(state, "play:1v1", "trade:ay.br", "take:ar")
    assert state.passes == 0 and state.taken == ()
    state = play(state, "pass", "pass")
    assert state.taken == ()
    assert play(state, "pass").taken == (RED,)


def test_s7_all_passing_in_a_row_brings_the_takeover_and_the_next_seat_begins():
    state = play(position(LAND, seats=3, seat=1), "pass", "pass")
    assert state.taken == ()
    state = play(state, "pass")  # seat 0 was the last to pass
    assert (state.taken, state.seat, state.passes) == ((RED,), 1, 0)
    assert state.contested == at(state, "isan")


def test_s7_the_run_goes_over_a_struggle_only_once():
    state = play(all_pass(position(LAND)), "pass")
    assert len(state.taken) == 1 and state.passes == 1


def test_s8_a_card_without_effect_may_be_played_and_a_follower_is_taken_all_the_same():
    state = position({"isan": "rrb"}, pool="")
    assert cards(state) == [MAHA, KHON, ONE, TWO, RAMA, LAO, MALAY]
    after = play(state, KHON)
    assert GAME.legal_moves(after) == (NONE,) and GAME.automatic(after) == NONE
    assert texts(play(after, NONE)) == ["take:br", "take:bb"]


def test_s8_what_can_be_carried_out_in_full_must_be():
    state = position({"isan": "rrb", "khorat": "y"}, pool="yrb")
    for text in effects(state, KHON):
        assert text.count(".") == 2  # three followers, never fewer
    assert all(len(GAME.parse_move(text).args) == 5 for text in effects(state, TWO))


def test_s9_any_follower_of_any_open_province_is_taken_and_kept_openly():
    state = play(position({"isan": "rrb", "khorat": "y"}, courts=["yr", "rb"]), KHON, "put:ya.rb.bb")
    assert texts(state) == ["take:ay", "take:br", "take:bb", "take:dy"]
    after = play(state, "take:ay")  # may be the one that was just placed
    assert after.courts[0] == count("yyr") and after.provinces[0] == (0, 0, 0)


def test_s9_followers_of_taken_provinces_are_out_of_reach():
    state = all_pass(position(LAND))
    state = play(state, "play:1v1", "trade:br.cy")
    assert all(not text.startswith("take:a") for text in texts(state))


def test_s9_nothing_to_take_where_no_open_province_has_a_follower():
    state = position({}, pool="", courts=["yr", "yr"])
    state = play(state, MALAY, NONE)
    assert GAME.legal_moves(state) == [NOTHING] and GAME.automatic(state) == NOTHING
    after = play(state, NOTHING)
    assert after.courts == state.courts and after.seat == 1


def test_s10_everything_is_public():
    for state in random_game(3, 5):
        assert all(GAME.observe(state, viewer) == state for viewer in (None, 0, 1, 2))


def test_s10_the_top_of_the_pile_is_the_latest_card():
    state = play(position(LAND), "play:y", "put:yd.yd", "take:dy")
    assert state.tops == (RAMA, -1)
    state = play(state, "pass", "play:r", "put:rb.rc", "take:bb")
    assert state.tops == (LAO, -1)


@pytest.mark.parametrize(
    ("followers", "holder"),
    [
        ("y", YELLOW),
        ("yyrrb", BRITISH),
        ("rr", RED),
        ("yrbb", BLUE),
        ("yrb", BRITISH),
        ("", BRITISH),
        ("rbb", BLUE),
        ("rb", BRITISH),
    ],
)
def test_s18_strictly_most_followers_control_a_tie_or_nobody_means_british(followers, holder):
    state = position({"lampang": followers, "isan": "yyy"})
    after = all_pass(state)
    assert after.taken == (holder,)
    assert after.provinces[0] == (0, 0, 0)
    assert after.pool == tuple(a + b for a, b in zip(state.pool, count(followers), strict=True))
    assert after.holder(0) == holder and after.holder(1) == -1


def test_s19_the_fourth_british_province_ends_the_game_at_once():
    state = position(
        {"khorat": "yr", "isan": "yyy"},
        taken="===",
        order=("lampang", "sukothai", "rattani", "khorat") + ("isan", "ayutthaya", "bangkok", "chumphon"),
    )
    after = all_pass(state)
    assert after.phase == OVER and GAME.to_move(after) == NOBODY and len(after.taken) == 4
    assert GAME.outcome(after).reason == "british"


def test_s19_otherwise_it_ends_after_the_eighth_takeover():
    state = position({"rattani": "bb"}, taken="yrb=yrb")
    assert GAME.outcome(state) is None
    after = all_pass(state)
    assert after.phase == OVER and GAME.outcome(after).reason == "faction"
    assert GAME.legal_moves(after) == ()


def test_s19_with_all_hands_empty_the_remaining_takeovers_follow_by_themselves():
    state = position(LAND, hands=[[], []], courts=["yyyyyy", "rr"], plays=(1, 0))
    for _ in range(20):
        if GAME.to_move(state) == NOBODY:
            break
        assert GAME.automatic(state) == PASS
        state = play(state, "pass")
    assert state.phase == OVER


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_random_position_is_possible_and_its_text_comes_back(seats):
    for seed in range(6):
        for state in random_game(seats, seed, map="saba" if seed % 2 else "siam"):
            assert GAME.problems(state) == []
            assert GAME.parse_state(GAME.state_text(state)) == state


def test_effects_are_sorted_and_different():
    for state in random_game(3, 9):
        moves = list(GAME.legal_moves(state))
        assert len(set(moves)) == len(moves)
        assert moves == sorted(moves)


def test_moves_that_are_not_legal_are_refused():
    state = position(LAND)
    for text in ("none", "take:ay", "put:ya", "help1"):
        with pytest.raises(IllegalMoveError):
            play(state, text)
    with pytest.raises(IllegalMoveError):
        play(position(LAND, hands=[[MAHA], [KHON]]), KHON)


def test_unknown_options_and_seats_are_refused():
    for seats, options in ((5, {}), (1, {}), (2, {"map": "mars"}), (2, {"colour": "red"})):
        with pytest.raises(PositionError):
            GAME.start(seats, options)


def test_a_game_is_bounded():
    for seats in (2, 3, 4):
        # 8 cards of three steps each, before each at most one pass fewer than seats; then 8 full rounds of passes
        play_plies = seats * 8 * (3 + seats - 1) + 8 * seats
        assert seats + 26 + 8 + play_plies <= GAME.info.max_plies


def test_events_name_what_moved_and_who_took_over():
    state = play(position(LAND), "pass")
    assert [event.kind for event in GAME.events(state, PASS, None)] == ["pass", "takeover"]
    taken = GAME.events(state, PASS, None)[1]
    assert (taken.get("province"), taken.get("holder"), taken.get("followers")) == (0, RED, (1, 3, 0))
    assert Counter(event.kind for event in GAME.events(play(state, RAMA), Move("put", (0, 3, 0, 3)), 0)) == {"put": 1}


def finish(state):
    """The set-up to its end, always the first outcome."""
    while GAME.to_move(state) == CHANCE:
        assert state.phase in (HELP, DRAW, TILE)
        state = GAME.apply(state, GAME.chances(state)[0][0])
    assert state.phase not in (EFFECT, TAKE)
    return state
