"""How fast a game is.

    python -m lab.bench GAME [--players n] [--seconds T] [--json]

Prints moves a second through the rules (random games: legal moves, one of them, its state; random events counted), and
plies a second of the fast board where the game has one: `bench(seed: int) -> int` in its ai module plays one random
game on it and returns the number of plies. Each figure is measured in turns with the loop

    for i in range(10**7): x += i

inside a function, and also given as on a machine where that loop takes 0.5 s, so that machines can be compared. All
times are processor time: what else the machine does matters little.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from typing import Any

from rosecrown.core import registry
from rosecrown.core.game import CHANCE, NOBODY, Game

REFERENCE = 0.5
"""Seconds of the loop on the machine that normalised figures are for."""


def loop_seconds() -> float:
    """The time of the reference loop, from a tenth of it."""
    start = time.process_time()
    x = 0
    for i in range(10**6):
        x += i
    return 10 * (time.process_time() - start)


def random_game(game: Game[Any, Any, Any], seats: int, seed: int) -> int:
    """One random game through the rules; the number of moves and random events."""
    rng = Random(seed)
    state = game.start(seats, {})
    count = 0
    while (seat := game.to_move(state)) != NOBODY:
        moves = [move for move, _ in game.chances(state)] if seat == CHANCE else game.legal_moves(state)
        state = game.apply(state, rng.choice(moves))
        count += 1
    return count


def rate(run: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Units a second of `run(seed)`, which returns its units, as measured and normalised: medians of five rounds."""
    measured, normalised = [], []
    seed = 0
    for _ in range(5):
        loop = loop_seconds()
        start = time.process_time()
        units = 0
        while (spent := time.process_time() - start) < seconds / 5:
            units += run(seed)
            seed += 1
        loop = (loop + loop_seconds()) / 2
        measured.append(units / spent)
        normalised.append(units / spent * loop / REFERENCE)
    return median(measured), median(normalised)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m lab.bench", description="How fast a game is.")
    parser.add_argument("game", choices=(*registry.GAMES, "_null"))
    parser.add_argument("--players", type=int, help="number of seats; the smallest where it is left out")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--json", action="store_true", help="print one object and nothing else")
    given = parser.parse_args(arguments)
    game = registry.get(given.game)
    runs = {"rules_moves": partial(random_game, game, given.players or min(game.info.seats))}
    try:
        runs["board_plies"] = registry.part(given.game, "ai", "bench")
    except (AttributeError, ModuleNotFoundError):
        pass  # not every game has a fast board
    loop = median(loop_seconds() for _ in range(5))
    figures = {name: rate(run, given.seconds) for name, run in runs.items()}
    if given.json:
        values = {name: {"per_second": raw, "normalised": norm} for name, (raw, norm) in figures.items()}
        print(json.dumps({"game": given.game, "loop_seconds": loop, **values}))
        return
    print(f"{given.game}: loop of 10**7 additions {loop:.2f} s")
    for name, (raw, norm) in figures.items():
        print(f"{name:12}{raw:12,.0f} a second{norm:12,.0f} where the loop takes {REFERENCE} s")


if __name__ == "__main__":
    main()
