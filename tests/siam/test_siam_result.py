"""S20–S23, S26: who rules and who wins. Every criterion, every tie, every number of players."""

import pytest
from siam_help import position

from rosecrown.games.siam.result import completed, outcome, ranking
from rosecrown.games.siam.rules import GAME


def result(taken, courts, plays=(), seats=None):
    """The outcome of a game with these holders ("yrb=…", in order), courts and order of latest cards."""
    seats = seats or len(courts)
    state = position({}, seats=seats, courts=["yr"] * seats, pool="")
    counts = tuple(tuple(court.count(letter) for letter in "yrb") for court in courts)
    return outcome(state._replace(taken=tuple("yrb=".index(h) for h in taken), courts=counts, plays=tuple(plays)))


def decided(found):
    """The steps that were reached: (name, verdict)."""
    return [(step.name, step.verdict) for step in found.steps if step.verdict != "unused"]


# ---- S20 ----
@pytest.mark.parametrize(
    ("taken", "ranked"),
    [
        ("yyyrrbb=", [0, 2, 1]),  # red and blue have two each, blue's is later
        ("rrrryybb", [1, 2, 0]),
        ("yyyrrr==", [1, 0]),
        ("rrryyy==", [0, 1]),
        ("yrbyrb==", [2, 1, 0]),
        ("brybry==", [0, 1, 2]),
        ("yyyyyyyy", [0]),
        ("===yrbyr", [1, 0, 2]),
        ("yrryb=br", [1, 2, 0]),
    ],
)
def test_s20_most_provinces_rule_and_the_latest_takeover_breaks_ties(taken, ranked):
    assert ranking(["yrb=".index(holder) for holder in taken]) == ranked


# ---- S21 ----
def test_s21_most_followers_of_the_ruling_faction():
    found = result("yyyrrbb=", ["yyyrb", "yyrrrrbbb"], (0, 1))
    assert found.winners == (0,) and found.scores == (3, 2) and decided(found) == [("ruling", "decides")]


def test_s21_tie_most_of_the_second_faction():
    found = result("yyyrrbb=", ["yyrrrrb", "yybb"], (1, 0))  # blue is second, by its later takeover
    assert found.winners == (1,) and decided(found) == [("ruling", "level"), ("second", "decides")]


def test_s21_tied_again_who_played_last_loses():
    assert result("yyyrrbb=", ["yybrr", "yyb"], (0, 1)).winners == (0,)
    found = result("yyyrrbb=", ["yybrr", "yyb"], (1, 0))
    assert found.winners == (1,)
    assert decided(found) == [("ruling", "level"), ("second", "level"), ("early", "decides")]


def test_s21_the_third_faction_never_counts():
    assert result("yyyrrb==", ["yyrr", "yyrrbbbbb"], (0, 1)).winners == (0,)


def test_s21_without_a_second_faction_that_step_is_skipped():
    found = result("yyyyy===", ["yyrrr", "yyb"], (1, 0))
    assert [step.name for step in found.steps] == ["ruling", "early"] and found.winners == (1,)


def test_s21_who_never_played_counts_as_earliest():
    assert result("yyyrrbb=", ["yyb", "yyb"], (0,)).winners == (1,)
    assert result("yyyrrbb=", ["yyb", "yyb"], (1,)).winners == (0,)


@pytest.mark.parametrize("plays", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_s21_three_tied_the_latest_loses_then_the_latest_of_the_other_two(plays):
    assert result("yyyrrbb=", ["yyb", "yyb", "yyb"], plays).winners == (plays[0],)


def test_s21_only_those_still_tied_count():
    # seat 2 has fewer of the ruling faction, so its early card and its many blues are of no use
    assert result("yyyrrbb=", ["yyb", "yyb", "ybbbb"], (2, 0, 1)).winners == (0,)
    # seat 0 falls out at the second step
    assert result("yyyrrbb=", ["yy", "yyb", "yyb"], (0, 2, 1)).winners == (2,)


# ---- S26 ----
def test_s26_several_who_never_played_share():
    found = result("yyyrrbb=", ["yyb", "yyb"])
    assert found.winners == (0, 1) and decided(found)[-1] == ("early", "level")
    assert result("yyyrrbb=", ["yyb", "yyb", "yyb"], (1,)).winners == (0, 2)
    assert result("====", ["yrb", "yrb"]).winners == (0, 1)
    assert result("====", ["yrb", "yrb", "yyb"], (2,)).winners == (0, 1)


def test_s26_not_if_one_of_the_tied_has_played():
    assert result("yyyrrbb=", ["yyb", "yyb", "yyb"], (1, 2)).winners == (0,)
    assert result("====", ["yrb", "yrb", "yrb"], (2,)).winners == (2,)


# ---- S22 ----
def test_s22_most_complete_sets():
    found = result("====", ["yyrrbb", "yyyyyrb"], (1, 0))
    assert found.winners == (0,) and found.scores == (2, 1) and decided(found) == [("sets", "decides")]


def test_s22_tie_who_played_last_wins():
    found = result("y=r==b=", ["yrb", "yyyrb"], (0, 1))
    assert found.winners == (1,) and found.reason == "british"
    assert decided(found) == [("sets", "level"), ("late", "decides")]
    assert result("====", ["yrb", "yyyrb"], (1, 0)).winners == (0,)
    assert result("====", ["", "", ""], (2, 0, 1)).winners == (1,)


def test_s22_the_last_of_the_tied_even_if_another_played_later():
    assert result("====", ["yyrrbb", "yyrrbb", "yrb"], (0, 1, 2)).winners == (1,)


def test_s22_four_british_among_eight_takeovers_is_a_british_end():
    assert result("yyyy====", ["yyyy", "rb"], (0, 1)).reason == "british"
    assert result("yyyyr===", ["yyyy", "rb"], (0, 1)).reason == "faction"


# ---- S23 ----
def test_s23_the_best_single_player_wins_for_the_team():
    found = result("yyyrrbb=", ["yyy", "yy", "", "yy"], (0, 1, 2, 3))
    assert found.winners == (0, 2) and found.scores == (3, 2, 0, 2)  # the other team has more together


def test_s23_ties_are_broken_between_single_players():
    found = result("yyyrrbb=", ["yy", "yyb", "bbbb", ""], (1, 0))
    assert found.winners == (1, 3) and decided(found)[-1] == ("second", "decides")
    assert result("yyyrrbb=", ["yyb", "yyb", "", ""], (0, 1)).winners == (0, 2)
    assert result("yyyrrbb=", ["yyb", "yyb", "", ""], (1, 0)).winners == (1, 3)


def test_s23_tied_partners_have_won_without_another_step():
    found = result("yyyrrbb=", ["yyb", "y", "yy", "y"], (0, 1, 2, 3))
    assert found.winners == (0, 2) and decided(found) == [("ruling", "decides")]


def test_s23_of_three_tied_the_latest_falls_out_again_and_again():
    # 0 and 2 are partners; 1 played first
    assert result("yyyrrbb=", ["yy", "yy", "yy", ""], (1, 2, 0)).winners == (1, 3)
    assert result("yyyrrbb=", ["yy", "yy", "yy", ""], (2, 1, 0)).winners == (0, 2)


def test_s23_a_british_end_pools_the_followers_of_a_team():
    found = result("====", ["yyy", "yrb", "rrrbbb", ""], (1, 0))
    assert found.winners == (0, 2) and found.scores == (3, 1, 3, 1)
    assert decided(found) == [("sets", "decides")]


def test_s23_a_british_tie_goes_to_the_team_that_played_the_last_card():
    courts = ["yr", "yrb", "b", ""]
    assert result("====", courts, (0, 1, 2, 3)).winners == (1, 3)
    assert result("====", courts, (3, 1, 2)).winners == (0, 2)
    assert result("====", courts, (3,)).winners == (1, 3)


def test_s23_s26_nobody_played_everybody_shares():
    assert result("====", ["yr", "yr", "b", "b"]).winners == (0, 1, 2, 3)
    assert result("yyyrrbb=", ["yy", "yy", "", ""]).winners == (0, 1, 2, 3)
    # partners who never played do not share with themselves: they have won
    assert result("yyyrrbb=", ["yy", "", "yy", ""]).winners == (0, 2)


def test_s23_teams_always_play_from_memory():
    assert GAME.start(4, {"view": "open"}).from_memory
    assert not any(GAME.start(seats, {"view": "open"}).from_memory for seats in (2, 3))
    assert GAME.start(2, {"view": "memory"}).from_memory
    assert GAME.teams(4) == ((0, 2), (1, 3)) and GAME.teams(3) == ((0,), (1,), (2,))


def test_the_remaining_takeovers_are_played_out_in_order():
    state = position({"lampang": "r", "isan": "yy", "rattani": "bb", "sukothai": "rb"})
    # lampang red, isan yellow, then British: sukothai (tie), khorat, ayutthaya, bangkok (empty): the end
    assert completed(state).taken == (1, 0, 3, 3, 3, 3)
