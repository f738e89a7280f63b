"""Randomness is frozen: games that people saved or shared depend on these values."""

from collections import Counter

import pytest

from rosecrown.core.rng import SEED_BITS, fraction, pick

GOLDEN = {
    (0, 0): "0x1.58e46d14b0d43p-1",
    (0, 1): "0x1.de269e5430174p-1",
    (1, 0): "0x1.4cd0be76c5aafp-1",
    (2026, 0): "0x1.42e9212760f8ep-1",
    (2026, 17): "0x1.2e36c4d2a9521p-1",
    (1099511627775, 3): "0x1.e74eb54cc43a0p-4",
    (123456789, 1000000): "0x1.d475f7bc07614p-2",
}


@pytest.mark.parametrize("seed, number", GOLDEN)
def test_golden_values(seed, number):
    assert fraction(seed, number).hex() == GOLDEN[seed, number]


def test_golden_picks():
    cards = [(name, 1 / 24) for name in range(24)]
    assert [pick(2026, number, cards) for number in range(24)] == [
        15,
        5,
        10,
        9,
        6,
        22,
        5,
        18,
        20,
        4,
        9,
        14,
        2,
        21,
        15,
        4,
        22,
        14,
        21,
        19,
        16,
        9,
        15,
        18,
    ]
    assert [pick(2026, number, [("a", 0.1), ("b", 0.9)]) for number in range(12)] == list("bbbbbbbbbbbb")


def test_a_value_depends_on_seed_and_number_only():
    values = {(seed, number): fraction(seed, number) for seed in range(30) for number in range(30)}
    assert len(set(values.values())) == 900
    assert values == {key: fraction(*key) for key in reversed(values)}
    assert fraction(1, 12) != fraction(11, 2), "the numbers are kept apart"


def test_values_are_spread_evenly():
    counts = Counter(int(fraction(7, number) * 10) for number in range(20_000))
    assert set(counts) == set(range(10)) and all(1_850 < count < 2_150 for count in counts.values())


def test_picks_follow_the_weights():
    counts = Counter(pick(5, number, [("rare", 0.05), ("common", 0.95)]) for number in range(20_000))
    assert 850 < counts["rare"] < 1_150


def test_weights_need_not_sum_to_one_and_a_zero_is_never_picked():
    outcomes = [("never", 0.0), ("one", 3.0), ("other", 1.0)]
    counts = Counter(pick(5, number, outcomes) for number in range(4_000))
    assert "never" not in counts and 2_850 < counts["one"] < 3_150


def test_nothing_to_pick_from():
    with pytest.raises(ValueError):
        pick(1, 1, [])


def test_seeds_fit_in_a_link():
    assert SEED_BITS == 40
    assert 0 <= fraction((1 << SEED_BITS) - 1, 10**9) < 1
