"""Fits the Rose King's evaluation to the results of games that it plays against itself, and keeps it if it is better.

    python -m lab.rose_fit [--games N] [--match N] [--seed S] [--plain] [--write]

The players search five plies in six worlds, with one random move in twelve, so that positions are not all of a kind.
Then a logistic regression: the log-odds of winning for the side to move are the differences of points, potential,
heroes and cards, and 1 for being on move, each times a factor that is linear between the numbers of stones left in
PLACES. It needs no start and has one optimum, found by Newton's method.

The positions of a game share its result, so that a fit is noisy, and one that explains the games better may play worse:
the new factors are matched against those in data/evaluation.json, and `--write` replaces the file only if they score
more than a half. With `--plain`, self-play is by plain weights and the match against them (points, a hero for 30 of
them, a card for 3): where the fits began.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rosecrown.games.rose import fast, search
from rosecrown.games.rose.ai import chance
from rosecrown.games.rose.board import STONES
from rosecrown.games.rose.fast import Position
from rosecrown.games.rose.search import Known, Weights, World

FILE = Path(search.__file__).parent / "data" / "evaluation.json"
NAMES = ("points", "potential", "heroes", "hand", "turn")
PLACES = (1, 4, 9, 15, 22, 30, 40, 52)
POINT = 0.025
"""Log-odds of a point in the plain weights."""
PLAIN = Weights(
    points=(POINT,) * (STONES + 1),
    potential=(0.0,) * (STONES + 1),
    heroes=tuple(30 * POINT * min(1, left / 12) for left in range(STONES + 1)),
    hand=(3 * POINT,) * (STONES + 1),
    turn=(0.0,) * (STONES + 1),
)
RIDGE = 1.0
"""Prior precision of each factor, in units of its feature's spread."""

Row = tuple[list[tuple[int, float]], float]
"""The features of a position that are not 0, by number, and its result (0 … 1) for the side to move."""


def choose(at: Position, moves: Sequence[int], by: Weights, known: Known, rng: Random) -> int:
    """The move that wins most in six worlds, five plies deep."""
    merits = [0.0] * len(moves)
    for _ in range(6):
        world = World(sorted(fast.CARDS, key=lambda _: rng.random()), by, known)
        for number, move in enumerate(moves):
            merits[number] += chance(world.value(at, move, 5))
    return moves[merits.index(max(merits))]


def play(both: tuple[Weights, Weights], seed: int, errors: float) -> tuple[list[tuple[int, Position]], float]:
    """A game by two weights: the decisions and who had them, and the result for the side that began (0 … 1). A share
    `errors` of the moves is random. Deal and cards drawn follow from the seed and the number of the draw."""
    deal, rng = Random(seed), Random(seed + 1)
    known: tuple[Known, Known] = ({}, {})
    at, side = fast.deal(deal), 0
    seen = []
    while not fast.over(at):
        moves = fast.moves(at)
        if moves:
            seen.append((side, at))
            if len(moves) == 1 or rng.random() < errors:
                move = rng.choice(moves)
            else:
                move = choose(at, moves, both[side], known[side], rng)
            at = fast.after(at, move, deal.choice(list(fast.members(fast.stock(at)))) if move == fast.DRAW else 0)
        else:
            at = fast.passed(at)
        side = 1 - side
    won = (1 + fast.result(at.own, at.other)) / 2
    return seen, won if side == 0 else 1 - won


def score(new: Weights, old: Weights, deals: int, seed: int) -> tuple[float, float]:
    """The score of `new` over deals played from both sides, and its standard error."""
    found = [
        (play((new, old), seed + 2 * deal, 0)[1] + 1 - play((old, new), seed + 2 * deal, 0)[1]) / 2
        for deal in range(deals)
    ]
    mean = math.fsum(found) / deals
    return mean, math.sqrt(math.fsum((one - mean) ** 2 for one in found) / (deals - 1) / deals)


def features(at: Position) -> list[tuple[int, float]]:
    """What the evaluation sees, each feature shared between the two places next to the stones left."""
    own, other = search.shape(at.own), search.shape(at.other)
    values = (
        own[0] - other[0],
        own[1] - other[1],
        at.heroes - at.other_heroes,
        at.hand.bit_count() - at.other_hand.bit_count(),
        1,
    )
    upper = next(number for number in range(1, len(PLACES)) if at.supply <= PLACES[number])
    part = (at.supply - PLACES[upper - 1]) / (PLACES[upper] - PLACES[upper - 1])
    return [
        (name * len(PLACES) + place, weight * value)
        for name, value in enumerate(values)
        for place, weight in ((upper - 1, 1 - part), (upper, part))
        if weight * value
    ]


def rows_of(by: Weights, seed: int) -> list[Row]:
    """The positions of one game."""
    seen, won = play((by, by), seed, 1 / 12)
    return [(features(position), won if side == 0 else 1 - won) for side, position in seen]


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive system, by Gaussian elimination; `matrix` is used up."""
    size = len(right)
    for pivot in range(size):
        for row in range(pivot + 1, size):
            factor = matrix[row][pivot] / matrix[pivot][pivot]
            if factor:
                for column in range(pivot, size):
                    matrix[row][column] -= factor * matrix[pivot][column]
                right[row] -= factor * right[pivot]
    for row in reversed(range(size)):
        rest = math.fsum(matrix[row][column] * right[column] for column in range(row + 1, size))
        right[row] = (right[row] - rest) / matrix[row][row]
    return right


def fit(rows: Sequence[Row], size: int) -> list[float]:
    """The factors of the logistic regression."""
    spread = [1e-9] * size
    for values, _ in rows:
        for place, value in values:
            spread[place] += value * value / len(rows)
    factors = [0.0] * size
    for _ in range(12):
        slope = [-RIDGE * spread[place] * factors[place] for place in range(size)]
        curve = [[RIDGE * spread[row] if row == column else 0.0 for column in range(size)] for row in range(size)]
        for values, won in rows:
            expected = chance(sum(factors[place] * value for place, value in values))
            weight = expected * (1 - expected)
            for row, value in values:
                slope[row] += (won - expected) * value
                line, scaled = curve[row], weight * value
                for column, other in values:
                    line[column] += scaled * other
        factors = [old + step for old, step in zip(factors, solve(curve, slope), strict=True)]
    return factors


def loss(rows: Sequence[Row], factors: Sequence[float]) -> float:
    """The mean logarithmic loss."""
    odds = [(sum(factors[place] * value for place, value in values), won) for values, won in rows]
    return math.fsum(max(z, 0.0) + math.log1p(math.exp(-abs(z))) - won * z for z, won in odds) / len(rows)


def main() -> None:
    parser = argparse.ArgumentParser("python -m lab.rose_fit", description="Fits the Rose King's evaluation.")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--match", type=int, default=400, help="games against the old weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="begin with plain weights")
    parser.add_argument("--write", action="store_true", help="to data/evaluation.json, if it wins the match")
    given = parser.parse_args()
    old = PLAIN if given.plain else search.weights()
    start = 1_000_000 * given.seed
    rows = [row for number in range(given.games) for row in rows_of(old, start + 2 * number)]
    factors = fit(rows, len(NAMES) * len(PLACES))
    table: dict[str, list[float]] = {"stones": list(PLACES)}
    for number, name in enumerate(NAMES):
        table[name] = [round(factor, 4) for factor in factors[number * len(PLACES) : (number + 1) * len(PLACES)]]
    output = "{\n" + ",\n".join(f'  "{name}": {json.dumps(values)}' for name, values in table.items()) + "\n}\n"
    print(f"{len(rows)} positions, log loss {loss(rows, factors):.4f}\n{output}", end="", flush=True)
    mean, error = score(search.interpolated(table), old, max(2, given.match // 2), start + 500_000)
    print(f"against the old weights: {100 * mean:.1f} % ± {100 * error:.1f}")
    if given.write and mean > 0.5:
        FILE.write_text(output, "utf-8")


if __name__ == "__main__":
    main()
