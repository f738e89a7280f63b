"""The rulings of the Rose King, K1 … K14, each against positions worked out by hand."""

from collections import Counter

import pytest
from rose_help import EMPTY, START, cards, happened, moves, play, position, random_session

from rosecrown.core.game import CHANCE, NOBODY, IllegalMoveError, PositionError
from rosecrown.games.rose.board import (
    CARDS,
    CENTRE,
    SQUARES,
    TARGETS,
    Phase,
    parse_square,
    points,
    regions,
    square_name,
)
from rosecrown.games.rose.rules import GAME, gain, joined, stuck

FULL = "rrwwrrwwr"


def crowded(rows):
    """Ranks that hold 9 stones each."""
    return [FULL] * rows


# ---- K1: the material ----
def test_k1_the_board_has_9_by_9_squares_and_there_are_24_cards():
    assert SQUARES == 81
    assert sorted(CARDS) == sorted(a + b for a in ("N", "NE", "E", "SE", "S", "SW", "W", "NW") for b in "123")


def test_k1_there_are_52_stones():
    assert START.supply == 52
    assert play(START, "N1").supply == 51


# ---- K2: the start ----
def test_k2_start():
    session = random_session(7, plies=0)
    state = session.state
    assert square_name(state.crown) == "e5" and state.crown == CENTRE
    assert state.stones == (0, 0) and state.heroes == (4, 4) and state.discard == 0
    assert [hand.bit_count() for hand in state.hands] == [5, 5] and not state.hands[0] & state.hands[1]
    assert session.to_move == 0


def test_k2_cards_are_dealt_one_by_one_in_turn_from_all_that_are_left():
    state = GAME.start(2, {})
    seen = []
    for number in range(10):
        outcomes = GAME.chances(state)
        assert GAME.to_move(state) == CHANCE and len(outcomes) == 24 - number
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        kinds, args = happened(state, GAME.move_text(outcomes[0][0]))
        assert kinds == ["deal"]
        seen.append(args["seat"])
        state = GAME.apply(state, outcomes[0][0])
    assert seen == [0, 1] * 5 and GAME.to_move(state) == 0


def test_k2_the_centre_is_an_empty_square_and_a_target_later():
    state = play(START, "N1")
    assert not (state.stones[0] | state.stones[1]) >> CENTRE & 1
    back = position(*[EMPTY] * 3, "....r....", crown="e6", red="N1", white="S1", turn=1)
    assert "S1" in moves(back)
    assert play(back, "S1").stones[1] == 1 << CENTRE


def test_k2_option_a_random_starter():
    state = GAME.start(2, {"starter": "random"})
    assert [(GAME.move_text(move), chance) for move, chance in GAME.chances(state)] == [(":red", 0.5), (":white", 0.5)]
    state = play(state, ":white")
    dealt = []
    while GAME.to_move(state) == CHANCE:
        card = GAME.move_text(GAME.chances(state)[0][0])
        dealt.append(happened(state, card)[1]["seat"])
        state = play(state, card)
    assert dealt == [1, 0] * 5 and GAME.to_move(state) == 1
    starters = Counter(random_session(seed, plies=0, starter="random").to_move for seed in range(40))
    assert set(starters) == {0, 1}


def test_k2_two_players_only():
    for seats in (1, 3):
        with pytest.raises(PositionError):
            GAME.start(seats, {})
    with pytest.raises(PositionError):
        GAME.start(2, {"starter": "white"})


# ---- K3: directions ----
@pytest.mark.parametrize(
    "card, cell", [("N1", "e6"), ("NE2", "g7"), ("E3", "h5"), ("SE1", "f4"), ("S2", "e3"), ("SW3", "b2"), ("W1", "d5"),
                   ("NW3", "b8")],
)  # fmt: skip
def test_k3_directions_are_those_of_the_board_for_both(card, cell):
    for seat in (0, 1):
        hands = {"red": card if seat == 0 else "S1", "white": card if seat == 1 else "S1"}
        after = play(position(**hands, turn=seat), card)
        assert square_name(after.crown) == cell and after.stones[seat] == 1 << parse_square(cell)


# ---- K4: one of three, never nothing ----
def test_k4_play_draw_and_hero_are_the_choices():
    state = position(*[EMPTY] * 3, "....rw...", crown="e6", red="N1 E1", white="S1")
    assert moves(state) == {"N1", "E1*", "draw"}


def test_k4_no_voluntary_pass():
    assert "pass" not in moves(START)
    with pytest.raises(IllegalMoveError):
        play(START, "pass")


# ---- K5: play ----
def test_k5_the_crown_jumps_over_anything():
    state = position(*[EMPTY] * 4, "....rrw..", red="E3", white="S1")
    after = play(state, "E3")
    assert square_name(after.crown) == "h5" and after.stones[0] == state.stones[0] | 1 << parse_square("h5")


def test_k5_exactly_the_number_of_squares_and_never_off_the_board():
    state = position("....r....", crown="e9", red="N1 NE1 W3 SE3", white="S1")
    assert moves(state) == {"W3", "SE3", "draw"}


def test_k5_target_without_a_stone():
    state = position(*[EMPTY] * 4, "...rr....", red="W1 E1", white="S1")
    assert moves(state) == {"E1", "draw"}


def test_k5_own_stone_crown_on_top_card_discarded():
    after = play(START, "NE2")
    assert after.stones == (1 << parse_square("g7"), 0)
    assert after.crown == parse_square("g7") and after.discard == cards("NE2")
    assert after.hands == (cards("N1 E3 SE1 S2"), START.hands[1]) and after.heroes == (4, 4) and after.turn == 1


def test_k5_a_card_that_is_not_in_hand():
    for card in ("SW3", "N2"):
        with pytest.raises(IllegalMoveError):
            play(START, card)


# ---- K6: hero ----
def test_k6_a_hero_turns_over_the_opponents_stone():
    state = position(*[EMPTY] * 4, "....rw...", red="E1 N1", white="S1", heroes=(2, 4))
    after = play(state, "E1*")
    assert after.stones == (1 << parse_square("e5") | 1 << parse_square("f5"), 0)
    assert after.heroes == (1, 4) and after.supply == state.supply
    assert after.discard == cards("E1") and after.crown == parse_square("f5") and after.turn == 1


def test_k6_not_without_a_hero():
    state = position(*[EMPTY] * 4, "....rw...", red="E1", white="S1", heroes=(0, 4))
    assert moves(state) == {"draw"}


def test_k6_not_on_an_empty_square_or_an_own_stone():
    state = position(*[EMPTY] * 4, "....rr...", red="E1 W1", white="S1")
    assert moves(state) == {"W1", "draw"}
    for wrong in ("E1*", "W1*"):
        with pytest.raises(IllegalMoveError):
            play(state, wrong)


# ---- K7: draw ----
def test_k7_draw_only_with_fewer_than_five_cards():
    assert "draw" not in moves(START)
    four = play(START, "N1", "W1")
    assert "draw" in moves(four)


def test_k7_one_card_laid_open_then_the_other_is_to_move():
    state = play(START, "N1", "W1", "draw")
    assert GAME.to_move(state) == CHANCE and {GAME.move_text(m) for m, _ in GAME.chances(state)} == {
        f":{card}" for card in CARDS if not (state.hands[0] | state.hands[1] | state.discard) >> CARDS.index(card) & 1
    }
    assert happened(state, ":S1") == (["drawn"], {"seat": 0, "card": "S1"})
    after = play(state, ":S1")
    assert after.hands[0] == state.hands[0] | cards("S1") and after.turn == 1 and GAME.to_move(after) == 1


# ---- K8: the discard pile is shuffled when a card is wanted ----
def without(*names):
    return " ".join(card for card in CARDS if card not in names)


def test_k8_an_empty_pile_is_not_refilled_by_the_last_draw():
    state = position("r........", crown="a9", red="N1", white="S1", discard=without("N1", "S1", "E2"), phase=Phase.DRAW)
    assert [GAME.move_text(move) for move, _ in GAME.chances(state)] == [":E2"]
    after = play(state, ":E2")
    assert after.pile == 0 and after.discard == state.discard


def test_k8_the_next_draw_shuffles_the_discard_pile():
    state = position("r........", crown="a9", red="N1", white="S1", discard=without("N1", "S1"))
    assert happened(state, "draw") == (["reshuffle"], {"cards": 22})
    after = play(state, "draw")
    assert after.discard == 0 and len(GAME.chances(after)) == 22


def test_k8_with_fewer_than_five_cards_a_draw_is_always_possible():
    for seed in range(30):
        for state in random_session(seed).states:
            if GAME.to_move(state) >= 0 and state.hands[state.turn].bit_count() < 5:
                assert "draw" in moves(state) and GAME.chances(play(state, "draw"))


# ---- K9: a hero play that is the only action ----
LONE_HERO = position(*[EMPTY] * 7, "rr.......", "rw.......", crown="a1", red="E1 N1 S1 S2 W1", white="N3")


def test_k9_a_lone_hero_play_is_forced_but_made_by_the_person():
    assert moves(LONE_HERO) == {"E1*"}
    assert GAME.automatic(LONE_HERO) is None


# ---- K10: the forced pass ----
STUCK = position(*[EMPTY] * 8, "r........", crown="a1", red="S1 S2 S3 W1 W2", white="N1 N2 E1")


def test_k10_five_cards_and_none_playable_is_a_pass():
    assert moves(STUCK) == {"pass"} and GAME.automatic(STUCK) == GAME.parse_move("pass")
    after = play(STUCK, "pass")
    assert after.turn == 1 and GAME.to_move(after) == 1
    assert happened(STUCK, "pass") == (["pass"], {"seat": 0})


def test_k10_the_other_goes_on_until_the_first_can_act_again():
    state = play(STUCK, "pass", "draw", ":N3", "pass", "draw", ":E2")
    assert GAME.to_move(state) == 0 and stuck(state, 0)
    state = play(state, "pass", "N1")
    assert stuck(state, 0), "the crown came to a2: one square south lies Red's own stone"
    state = play(state, "pass", "N2")
    assert moves(state) == {"S1", "S2*"}


def test_k10_with_four_cards_nobody_passes():
    state = position(*[EMPTY] * 8, "r........", crown="a1", red="S1 S2 S3 W1", white="N1")
    assert moves(state) == {"draw"} and GAME.automatic(state) is None


# ---- K11: the end ----
NEARLY = position(*crowded(5), "rwrwrw...", crown="a4", red="E3 N1 N2 N3 W1", white="S1 S2 S3 W2 W3")


def test_k11_the_last_stone_ends_the_game_at_once():
    assert NEARLY.supply == 1 and GAME.outcome(NEARLY) is None
    state = position(*crowded(5), "rwrwrw...", crown="f4", red="E3 N1 N2 N3 W1", white="S1 S2 S3 W2 W3")
    kinds, _ = happened(state, "E3")
    assert kinds == ["place", "end"]
    after = play(state, "E3")
    assert after.supply == 0 and GAME.to_move(after) == NOBODY and moves(after) == set()
    assert GAME.outcome(after).reason == "last-stone"


def test_k11_a_hero_needs_no_stone_and_does_not_end_it():
    state = position(*crowded(5), "rwrwrw...", crown="a4", red="E1 N1 N2 N3 W1", white="S1 S2 S3 W2 W3", heroes=(1, 4))
    after = play(state, "E1*")
    assert after.supply == 1 and GAME.outcome(after) is None


def test_k11_neither_can_act_after_a_play():
    state = position(*[EMPTY] * 7, "w........", ".........", crown="a2", red="S1 S2 W1", white="S3 W2 W3 SW1 SW2")
    assert GAME.outcome(play(state, "S1")) is None, "Red holds two cards and can draw"
    both = position(*[EMPTY] * 8, "r........", crown="a1", red="S1 S2 NW1 W1 SE1", white="S3 W2 W3 SW1 SW2", turn=1)
    assert GAME.to_move(both) == NOBODY and GAME.outcome(both).reason == "stuck"


def test_k11_neither_can_act_after_a_draw():
    state = position(
        *[EMPTY] * 8, "r........", crown="a1", red="S1 S2 NW1 W1", white="S3 W2 W3 SW1 SW2", phase=Phase.DRAW
    )
    assert GAME.to_move(state) == CHANCE
    assert GAME.outcome(play(state, ":N1")) is None
    assert happened(state, ":SE1")[0] == ["drawn", "end"]
    assert GAME.outcome(play(state, ":SE1")).reason == "stuck"


# ---- K12: regions ----
def test_k12_each_region_scores_the_square_of_its_size():
    # Red: 4 joined by sides (16), 2 (4), and 1 that touches by a corner only. White: 3 (9) and 1.
    state = position(
        "rr.......", "r.w......", "rww......", "...r.....", EMPTY, EMPTY, "......rr.", EMPTY, "w........", crown="a9"
    )
    assert [one.bit_count() for one in regions(state.stones[0])] == [4, 2, 1]
    assert (points(state.stones[0]), points(state.stones[1])) == (21, 10)


def test_k12_a_row_does_not_go_on_at_the_other_side_of_the_board():
    state = position("........r", "r........", crown="i9")
    assert points(state.stones[0]) == 2


def test_k12_a_play_that_joins_regions_scores_the_difference():
    # Regions of 2 and 3 become one of 6: 36 - 4 - 9 = 23.
    state = position(*[EMPTY] * 4, "....rr.rr", "........r", crown="e5", red="E2", white="N1")
    assert gain(state, GAME.parse_move("E2")) == 23 and joined(state, GAME.parse_move("E2")) == (3, 2)
    kinds, args = happened(state, "E2")
    assert kinds == ["place"]
    assert args == {
        "seat": 0, "card": "E2", "cell": "g5", "origin": "e5", "gain": 23, "joined": (3, 2), "size": 6,
    }  # fmt: skip


def test_k12_a_flip_counts_what_the_opponent_loses():
    # White's row of 3 (9) falls into 1 + 1 (2): 7 lost. Red's single stone (1) grows to 2 (4): 3 won.
    state = position(*[EMPTY] * 4, "....rwww.", ".........", crown="e5", red="E2 E1", white="N1")
    assert gain(state, GAME.parse_move("E2*")) == 7 + 1 - 0
    assert gain(state, GAME.parse_move("E1*")) == (4 - 1) + (9 - 4)
    kinds, args = happened(state, "E1*")
    assert kinds == ["flip"] and args["heroes"] == 3 and args["joined"] == (1,) and args["size"] == 2


# ---- K13: ties ----
LEFT = "S1 S2 NW1 W1 SE1"
RIGHT = "S3 W2 W3 SW1 SW2"


def finished(*ranks):
    """A position in which both are stuck, with the crown on a1."""
    return GAME.outcome(position(*ranks, *[EMPTY] * (8 - len(ranks)), "r........", crown="a1", red=LEFT, white=RIGHT))


def steps(outcome):
    return [(step.name, step.values, step.verdict) for step in outcome.steps]


def test_k13_most_points_win():
    outcome = finished("rr......w")
    assert outcome.winners == (0,) and outcome.scores == (5, 1)
    assert steps(outcome) == [("points", (5, 1), "decides"), ("region", (2, 1), "unused"), ("stones", (3, 1), "unused")]


def test_k13_then_the_largest_region():
    # Red: 3, 3, 2 (22) with the stone on a1 making 1 more (23); White: 4, 2, 1, 1, 1 (23).
    outcome = finished("rrr...rrr", ".........", "rr.......", ".........", "wwww.ww..", ".........", "w.w.w....")
    assert outcome.scores == (23, 23) and outcome.winners == (1,)
    assert steps(outcome)[1:] == [("region", (3, 4), "decides"), ("stones", (9, 9), "unused")]


def test_k13_then_more_stones():
    # Red: 3, 2, 2, 1, 1 (19); White: 3, 3, 1 (19).
    outcome = finished("rrr..rr..", ".........", "rr..r....", ".........", "www..www.", ".........", "w........")
    assert outcome.scores == (19, 19) and outcome.winners == (0,)
    assert steps(outcome)[1:] == [("region", (3, 3), "level"), ("stones", (9, 7), "decides")]


def test_k13_then_a_draw():
    outcome = finished("........w")
    assert outcome.winners == (0, 1)
    assert [step.verdict for step in outcome.steps] == ["level"] * 3


# ---- K14: everything is open but the order of the pile ----
def test_k14_everybody_sees_the_whole_table_and_the_pile_has_no_order():
    state = play(START, "N1", "W1")
    for viewer in (0, 1, None):
        assert GAME.observe(state, viewer) == state
    assert state.pile == cards(without(*"N1 NE2 E3 SE1 S2 SW3 W1 NW2 N3 E1".split()))


# ---- figures of random play ----
def test_random_play_is_as_long_and_as_wide_as_expected():
    games = [random_session(seed) for seed in range(200)]
    plies = [sum(entry.seat >= 0 for entry in game.log) for game in games]
    assert 108 < sum(plies) / len(plies) < 118 and max(plies) <= 145
    last_stone = sum(game.outcome.reason == "last-stone" for game in games) / len(games)
    assert 0.45 < last_stone < 0.67
    assert max(len(GAME.legal_moves(state)) for game in games for state in game.states) == 5


def test_targets_agree_with_steps_of_one():
    for square in range(SQUARES):
        for card, name in enumerate(CARDS):
            at = square
            for _ in range(int(name[-1])):
                at = TARGETS[at][CARDS.index(f"{name[:-1]}1")] if at is not None else None
            assert at == TARGETS[square][card]
