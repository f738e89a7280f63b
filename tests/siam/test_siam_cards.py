"""S12–S17: what the cards do, as far as possible, and what must not be reversed."""

import pytest
from siam_help import (
    BRITISH,
    KHON,
    LAO,
    MAHA,
    MALAY,
    ONE,
    ORDER,
    RAMA,
    RED,
    TWO,
    all_pass,
    at,
    cards,
    count,
    effects,
    play,
    position,
    texts,
    turn,
)

from rosecrown.games.siam.happenings import why_nothing
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import NONE

# a lampang  b isan  c sukothai  d khorat  e ayutthaya  f bangkok  g chumphon  h rattani
LAND = {"lampang": "rrry", "isan": "rrb", "sukothai": "yyb", "khorat": "yr", "ayutthaya": "b", "bangkok": "yyyb"}


# ---- S12 Maharacha ----
def test_s12_two_tiles_change_places_and_one_of_them_is_marked():
    state = position(LAND)
    assert len(effects(state, MAHA)) == 56
    after = play(state, MAHA, "tiles:bg*g")
    assert [after.order.index(at(after, p)) for p in ("isan", "chumphon")] == [6, 1]
    assert after.kings == 1 << at(after, "chumphon")


def test_s12_a_marked_tile_never_moves_again():
    state = position(LAND, kings=("isan",), hands=[[MAHA, KHON], [KHON]])
    assert len(effects(state, MAHA)) == 7 * 6
    assert not any("b" in text.partition(":")[2] for text in effects(state, MAHA))


def test_s12_the_contested_tile_may_be_swapped_and_the_contested_province_changes():
    state = position(LAND)
    assert state.contested == at(state, "lampang")
    after = play(state, MAHA, "tiles:ad*a")
    assert after.contested == at(after, "khorat")
    assert all_pass(play(after, "take:dy")).taken == (RED,)


def test_s12_turned_tiles_stay():
    state = position(LAND, taken="yrb")
    assert len(effects(state, MAHA)) == 5 * 4
    assert not any(set("abc") & set(text.partition(":")[2]) for text in effects(state, MAHA))


@pytest.mark.parametrize(("taken", "kings"), [("yrby=r=", ()), ("yrby=r", ("chumphon",)), ("yrby=r", ORDER[6:])])
def test_s12_fewer_than_two_unmarked_tiles_no_effect_and_no_marker(taken, kings):
    state = position({"rattani": "bb", "chumphon": "y" if len(taken) < 7 else ""}, taken=taken, kings=kings)
    assert effects(state, MAHA) == ["none"]
    assert why_nothing(GAME.board(state), state, MAHA) == "tiles"
    assert play(state, MAHA, NONE).kings == state.kings


# ---- S13 Khon Thai ----
def test_s13_one_of_each_colour_anywhere():
    state = position(LAND)
    assert len(effects(state, KHON)) == 8**3
    after = play(state, KHON, "put:yh.rh.ba")
    assert after.provinces[7] == count("yr") and after.provinces[0] == count("rrryb")
    assert after.pool == tuple(number - 1 for number in state.pool)


def test_s13_s8_a_colour_that_the_pool_lacks_is_skipped():
    state = position(LAND, pool="yyb")
    assert len(effects(state, KHON)) == 64
    assert all("r" not in text.partition(":")[2] for text in effects(state, KHON))
    assert len(effects(position(LAND, pool="r"), KHON)) == 8


def test_s13_no_colour_in_the_pool_no_effect():
    state = position(LAND, pool="")
    assert effects(state, KHON) == ["none"]
    assert why_nothing(GAME.board(state), state, KHON) == "pool"


def test_s13_only_provinces_without_a_takeover():
    state = all_pass(position(LAND))
    assert len(effects(state, KHON)) == 7**3


# ---- S14 1 vs 1 ----
def test_s14_any_two_provinces_adjacent_or_not_equal_colours_too():
    state = position({"lampang": "yr", "rattani": "yb", "isan": "r"})
    assert sorted(effects(state, ONE)) == sorted(
        ["trade:ay.br", "trade:ar.br", "trade:ay.hy", "trade:ay.hb", "trade:ar.hy", "trade:ar.hb", "trade:br.hy"]
        + ["trade:br.hb"]
    )
    after = play(state, ONE, "trade:ar.hb")
    assert after.provinces[0] == count("yb") and after.provinces[7] == count("yr")
    assert play(state, ONE, "trade:ay.hy").provinces == state.provinces


@pytest.mark.parametrize("land", [{}, {"isan": "rrb"}])
def test_s14_fewer_than_two_provinces_with_followers_no_effect(land):
    state = position(land)
    assert effects(state, ONE) == ["none"]
    assert why_nothing(GAME.board(state), state, ONE) == "followers"


# ---- S15 2 vs 1 ----
def test_s15_two_of_any_colours_for_one_of_an_adjacent_province():
    state = position({"isan": "rrb", "khorat": "y", "rattani": "bb"})
    assert effects(state, TWO) == ["trade:brr.dy", "trade:brb.dy"]
    after = play(state, TWO, "trade:brb.dy")
    assert after.provinces[1] == count("yr") and after.provinces[3] == count("rb")


def test_s15_both_ways_when_both_have_two():
    state = position({"isan": "rr", "khorat": "yb"})
    assert effects(state, TWO) == ["trade:brr.dy", "trade:brr.db", "trade:dyb.br"]


def test_s15_s8_one_for_one_where_no_full_swap_exists_anywhere():
    state = position({"isan": "r", "khorat": "y", "rattani": "bbb"})
    assert effects(state, TWO) == ["trade:br.dy"]
    assert play(state, TWO, "trade:br.dy").provinces[1] == count("y")


def test_s15_one_full_swap_somewhere_forbids_one_for_one():
    state = position({"isan": "r", "khorat": "y", "rattani": "bb", "chumphon": "y"})
    assert effects(state, TWO) == ["trade:hbb.gy"]


def test_s15_two_followers_beside_an_empty_province_no_effect():
    state = position({"isan": "rr", "rattani": "bb"})
    assert effects(state, TWO) == ["none"]
    assert why_nothing(GAME.board(state), state, TWO) == "adjacent"


def test_s15_taken_provinces_do_not_count():
    state = position({"isan": "rr", "rattani": "b"}, taken="r", order=("khorat", *[p for p in ORDER if p != "khorat"]))
    assert effects(state, TWO) == ["none"]
    assert effects(state._replace(provinces=((0, 0, 1), *state.provinces[1:])), TWO) == ["trade:brr.ab"]


# ---- S16 no reversal ----
PAIR = {"isan": "rr", "khorat": "yy", "rattani": "bb", "chumphon": "y"}


def after_one(land=PAIR, effect="trade:br.dy", take="take:hb", seats=2):
    return turn(position(land, seats=seats), ONE, effect, take)


def test_s16_the_second_1_vs_1_must_not_reverse_the_first_whoever_plays_it():
    state = after_one()
    assert "trade:by.dr" not in effects(state, ONE)
    assert "trade:br.dy" in effects(state, ONE)  # the same again is no reversal


def test_s16_with_other_pieces_of_the_same_colours():
    # isan keeps one red of its own and has got one yellow; khorat has a yellow and the red: any red for any yellow
    state = after_one({"isan": "rry", "khorat": "yyr", "rattani": "bb"})
    assert "trade:by.dr" not in effects(state, ONE)


def test_s16_over_passes():
    state = play(after_one(seats=3), "pass")
    assert state.seat == 2 and "trade:by.dr" not in effects(state, ONE)


def test_s16_over_a_takeover():
    state = position(PAIR, order=("lampang", *ORDER[1:]))
    state = all_pass(turn(state, ONE, "trade:br.dy", "take:hb"))
    assert state.taken == (BRITISH,)
    assert "trade:by.dr" not in effects(state, ONE)


def test_s16_a_card_in_between_lifts_it():
    state = turn(after_one(seats=3), RAMA, "put:yd.yd", "take:hb")
    assert "trade:by.dr" in effects(state, ONE)
    state = turn(after_one(seats=3), TWO, "trade:byr.dy", "take:hb")
    assert "trade:by.dr" in effects(state, ONE)


def test_s16_a_card_without_effect_in_between_lifts_it():
    state = position(PAIR, pool="", seats=3)
    state = turn(turn(state, ONE, "trade:br.dy", "take:hb"), KHON, NONE, "take:hb")
    assert "trade:by.dr" in effects(state, ONE)


def test_s16_a_swap_that_changes_nothing_forbids_nothing():
    state = after_one({"isan": "ry", "khorat": "ry", "rattani": "bb"}, "trade:br.dr")
    assert len(effects(state, ONE)) == len(effects(state._replace(swap=()), ONE))
    assert "trade:br.dr" in effects(state, ONE)  # nothing, after nothing


def test_s16_null_swaps_stay_allowed_after_a_real_one():
    state = after_one({"isan": "rr", "khorat": "yyr", "rattani": "bb"})
    assert "trade:br.dr" in effects(state, ONE)


def test_s16_a_reversal_over_two_other_provinces_is_none():
    state = after_one({"isan": "rr", "khorat": "yy", "lampang": "y", "sukothai": "r"}, take="take:br")
    assert "trade:ay.cr" in effects(state, ONE) and "trade:ay.dr" in effects(state, ONE)


def test_s16_the_only_swap_there_is_means_no_effect():
    state = after_one({"isan": "r", "khorat": "y", "rattani": "b"}, take="take:hb")
    assert effects(state, ONE) == ["none"]
    assert why_nothing(GAME.board(state), state, ONE) == "reverse"


def test_s16_2_vs_1_must_not_take_back_a_2_vs_1():
    state = turn(position({"isan": "rrr", "khorat": "yb", "rattani": "bb"}), TWO, "trade:brr.dy", "take:hb")
    # back: two red of khorat for the yellow of isan
    assert "trade:drr.by" not in effects(state, TWO)
    assert {"trade:drr.br", "trade:drb.by"} <= set(effects(state, TWO))


def test_s16_the_reversal_being_the_only_full_swap_no_one_for_one_instead():
    # after the swap isan has a yellow, khorat two reds: full swaps are only the reversal
    state = turn(position({"isan": "rr", "khorat": "y", "rattani": "b"}), TWO, "trade:brr.dy", "take:hb")
    assert state.provinces[1] == count("y") and state.provinces[3] == count("rr")
    assert effects(state, TWO) == ["none"]
    assert why_nothing(GAME.board(state), state, TWO) == "reverse"
    # with another card in between the reversal is the one full swap, and one for one is not offered
    assert effects(state._replace(swap=()), TWO) == ["trade:drr.by"]


def test_s16_one_for_one_of_a_2_vs_1_is_not_reversed_either():
    state = turn(position({"isan": "r", "khorat": "y", "rattani": "b"}), TWO, "trade:br.dy", "take:hb")
    assert effects(state, TWO) == ["none"]


def test_s16_2_vs_1_after_1_vs_1_is_free():
    state = after_one({"isan": "rry", "khorat": "yy", "rattani": "bb"})
    assert len(effects(state, TWO)) == len(effects(state._replace(swap=()), TWO))


# ---- S17 the factions' cards ----
def test_s17_two_followers_beside_the_home():
    state = position(LAND)
    # Lao home Lampang: Isan and Sukothai
    assert effects(state, LAO) == ["put:rb.rb", "put:rb.rc", "put:rc.rc"]
    # Rama home Bangkok: Khorat, Ayutthaya, Chumphon
    assert effects(state, RAMA) == [f"put:y{a}.y{b}" for a, b in ("dd", "de", "dg", "ee", "eg", "gg")]
    # Malay home Rattani: Chumphon
    assert effects(state, MALAY) == ["put:bg.bg"]


def test_s17_beside_what_the_faction_controls():
    # Khorat taken by Lao: beside it Sukothai, Isan, Ayutthaya, Bangkok; beside the home: Isan, Sukothai
    state = position({"lampang": "r"}, order=("khorat", *[p for p in ORDER if p != "khorat"]), taken="r")
    assert {text[5] + text[8] for text in effects(state, LAO)} == {a + b for a in "bcef" for b in "bcef" if a <= b}


@pytest.mark.parametrize("holder", "yb=")
def test_s17_a_home_that_others_control_is_no_base(holder):
    state = position({"isan": "y", "sukothai": "y"}, taken=holder)
    assert effects(state, LAO) == ["none"]
    assert why_nothing(GAME.board(state), state, LAO) == "reach"


def test_s17_a_home_that_the_faction_controls_is_a_base_but_no_target():
    state = position({"isan": "y"}, taken="r")
    assert effects(state, LAO) == ["put:rb.rb", "put:rb.rc", "put:rc.rc"]


def test_s17_a_lost_home_does_not_switch_off_other_provinces():
    state = position({}, order=("lampang", "khorat", *[p for p in ORDER if p not in ("lampang", "khorat")]), taken="br")
    assert {text[5] for text in effects(state, LAO)} == set("bcef")


def test_s17_the_home_is_a_target_only_beside_another_base():
    assert not any("a" in text[4:] for text in effects(position(LAND), LAO))
    state = position({}, order=("isan", *[p for p in ORDER if p != "isan"]), taken="r")
    assert "put:ra.ra" in effects(state, LAO)


def test_s17_targets_are_open():
    state = position({}, order=("isan", *[p for p in ORDER if p != "isan"]), taken="b")
    assert effects(state, LAO) == ["put:rc.rc"]


def test_s17_s8_with_one_follower_in_the_pool_one_is_placed():
    assert effects(position(LAND, pool="yrb"), LAO) == ["put:rb", "put:rc"]


def test_s17_none_in_the_pool_no_effect():
    state = position(LAND, pool="yb")
    assert effects(state, LAO) == ["none"]
    assert why_nothing(GAME.board(state), state, LAO) == "faction"


def test_s17_no_province_in_reach_no_effect():
    state = position({"khorat": "y"}, order=("chumphon", *[p for p in ORDER if p != "chumphon"]), taken="y")
    assert effects(state, MALAY) == ["none"]
    assert texts(play(state, MALAY, NONE)) == ["take:dy"]


# ---- S24, S25 Saba ----
def test_s24_saba_has_other_borders_and_the_same_cards():
    state = position({"tigray": "rr", "wollo": "y", "gojjam": "b"}, map="saba")
    assert cards(state) == [MAHA, KHON, ONE, TWO, RAMA, LAO, MALAY]
    assert effects(state, TWO) == ["trade:arr.cy"]
    # Shewa's home: Gojjam, Wollo, Herarghe, Kaffa, Sidamo
    assert {text[5] for text in effects(state, MALAY)} == set("cdfgh")
    names = [faction.names["en"] for faction in GAME.board(state).factions]
    assert names == ["Amhara", "Tigray", "Shewa", "Italians"]


def test_s25_starting_followers_of_saba():
    provinces = {p.id: (p.fixed, p.drawn) for p in GAME.maps["saba"].provinces}
    assert provinces["shewa"] == ((0, 0, 1), 3)
    assert provinces["begemder"] == ((2, 0, 0), 2) and provinces["tigray"] == ((0, 2, 0), 2)
    assert provinces["wollo"] == provinces["herarghe"] == ((0, 0, 0), 1)
    assert all(provinces[p] == ((0, 0, 0), 4) for p in ("gojjam", "kaffa", "sidamo"))
