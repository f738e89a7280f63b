"""Exact node counts, and an enumerator that shares no code with the rules."""

import pytest
from rose_help import random_session
from slow_rose import Table

from lab.perft import counts
from rosecrown.games.rose.rules import GAME


def position(seed, plies):
    """A position of a random game, after a number of decisions."""
    return random_session(seed, plies=plies).state


# seed, decisions before, exact counts of depth 1, 2, …, as slow_rose found them
COUNTS = [
    (0, 0, [5, 23, 95, 633, 3284, 17456, 78034]),
    (1, 0, [5, 19, 68, 440, 2056, 10307]),
    (42, 0, [5, 19, 73, 474, 2266, 11286]),
    (3, 9, [2, 16, 54, 264, 1013, 4809]),
    (5, 30, [4, 8, 15, 48, 179, 773]),
    (8, 40, [2, 21, 71, 435, 1874, 10811, 46859]),
    (11, 70, [2, 5, 9, 16, 27, 75]),
    (13, 80, [2, 21, 38, 378, 1089, 8269, 21636]),
    (23, 100, [2, 11, 30, 123, 411, 1245, 4456, 12888, 30304]),
    (29, 104, [2, 20, 87, 430, 979, 5028, 14637]),
]


@pytest.mark.parametrize("seed, plies, expected", COUNTS)
def test_node_counts(seed, plies, expected):
    assert list(counts(GAME, position(seed, plies), len(expected))) == expected


@pytest.mark.parametrize("seed, plies, expected", COUNTS)
def test_the_slow_enumerator_agrees(seed, plies, expected):
    table = Table(GAME.state_text(position(seed, plies)))
    short = [number for number in expected if number <= 20_000]
    assert [table.count(depth) for depth in range(1, len(short) + 1)] == short


@pytest.mark.parametrize("seed", range(12))
def test_every_position_of_whole_games_agrees_with_the_slow_rules(seed):
    session = random_session(seed)
    for state in session.states:
        if state.hands[0].bit_count() + state.hands[1].bit_count() == 0 or GAME.chances(state) and not state.stones[0]:
            continue
        table = Table(GAME.state_text(state))
        assert table.ended() == (GAME.outcome(state) is not None)
        ways = len(GAME.legal_moves(state)) or len(GAME.chances(state))
        assert len(list(table.following())) == ways
    red, white, winner = table.result()
    outcome = session.outcome
    assert [step.values for step in outcome.steps] == list(zip(red, white, strict=True))
    assert outcome.winners == {"red": (0,), "white": (1,), "draw": (0, 1)}[winner]
