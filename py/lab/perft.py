"""Node counts: how many sequences of moves there are from a position.

    python -m lab.perft GAME --depth N [--players n] [--seed S] [--option key=value] [--json]

It starts from the first decision of the game dealt from the seed: the random events and automatic moves of the session
before it are made. From there every ply counts, whoever makes it: decisions, forced moves, and every possible outcome
of a random event, whatever its probability. The count of a depth is the number of sequences of exactly that many
plies; a game that ended earlier is in the counts of its own length only.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from lab.arena import option
from rosecrown.core import registry
from rosecrown.core.game import CHANCE, Game
from rosecrown.core.session import Player, Session

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741


def successors(game: Game[S, M, O], state: S) -> Iterator[S]:
    """The states one ply on."""
    if game.to_move(state) == CHANCE:
        moves: Sequence[M] = [move for move, _ in game.chances(state)]
    else:
        moves = game.legal_moves(state)
    return (game.apply(state, move) for move in moves)


def counts(game: Game[S, M, O], state: S, depth: int) -> Iterator[int]:
    """The counts of depths 1 … depth. Equal states are expanded once: they are values."""
    frontier = Counter({state: 1})
    for _ in range(depth):
        following: Counter[S] = Counter()
        for old, ways in frontier.items():
            for new in successors(game, old):
                following[new] += ways
        frontier = following
        yield frontier.total()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m lab.perft", description="Counts sequences of moves.")
    parser.add_argument("game", choices=(*registry.GAMES, "_null"))
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--players", type=int, help="number of seats; the smallest where it is left out")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", type=option, action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--json", action="store_true", help="print one object and nothing else")
    given = parser.parse_args(arguments)
    game = registry.get(given.game)
    seats = given.players or min(game.info.seats)
    state = Session(game, [Player()] * seats, dict(given.option), given.seed).state
    if given.json:
        found = list(counts(game, state, given.depth))
        print(json.dumps({"game": given.game, "players": seats, "seed": given.seed, "counts": found}))
        return
    print(f"{given.game}, {seats} players, seed {given.seed}: {game.state_text(state)}", flush=True)
    start = time.perf_counter()
    for depth, count in enumerate(counts(game, state, given.depth), 1):
        print(f"{depth:3}{count:16,}{time.perf_counter() - start:10.2f} s", flush=True)


if __name__ == "__main__":
    main()
