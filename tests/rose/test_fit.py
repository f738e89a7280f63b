"""The trainer of the evaluation, on problems whose answers are known."""

import math
import random

import pytest

from lab import rose_fit
from rosecrown.games.rose import search


def test_solve_finds_the_solution():
    # 4x + y = 9 and x + 3y = 5: x = 2, y = 1
    assert rose_fit.solve([[4.0, 1.0], [1.0, 3.0]], [9.0, 5.0]) == pytest.approx([2, 1])


def test_fit_finds_the_factors_that_made_the_results():
    rng = random.Random(2)
    rows = []
    for _ in range(20_000):
        values = [(0, rng.gauss(0, 1)), (1, rng.gauss(0, 10))]
        chance = 1 / (1 + math.exp(-0.8 * values[0][1] + 0.1 * values[1][1]))
        rows.append((values, float(rng.random() < chance)))
    factors = rose_fit.fit(rows, 2)
    assert factors == pytest.approx([0.8, -0.1], abs=0.05)
    assert rose_fit.loss(rows, factors) < rose_fit.loss(rows, [0, 0]) == pytest.approx(math.log(2))


def test_weights_are_linear_between_the_places():
    table = {name: [1.0, 3.0, 3.0] for name in rose_fit.NAMES} | {"stones": [1, 5, 52]}
    points = search.interpolated(table).points
    assert len(points) == 53 and (points[0], points[1], points[2], points[5], points[52]) == (1, 1, 1.5, 3, 3)


def test_equal_weights_score_a_half():
    """Both sides of a deal are the same game, then."""
    assert rose_fit.score(rose_fit.PLAIN, rose_fit.PLAIN, 2, 3) == (0.5, 0)
