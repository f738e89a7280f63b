"""Everything that must hold of the computer players of Roses and Thorns, measured and printed with standard errors.

    python -m lab.thorns_report [--games N] [--seed S] [--parts a,b,…] [--players 3,4,6,10] [--jobs J]

Parts, in this order: intruders, response, lone, ladder, endings, mixing, variants, honesty, size, time. The command
ends with 1 if a figure misses its bound. With 4,000 games each (the default) the whole takes about half an hour of a
core, most of it ten players; `--jobs` divides the matches among processes and changes no figure.

An intruder is one bot of the zoo (see `lab.baselines.thorns`) against N − 1 of ours, each seat in turn. It should win
no more than its fair share, whatever it does: to beat weak players says little in this game, where one player's folly
is another's luck.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from random import Random

from lab.baselines.thorns import ZOO
from lab.thorns_response import gain
from lab.thorns_sim import Score, ending, score
from lab.thorns_train import Values
from rosecrown.core.game import CHANCE, NOBODY
from rosecrown.core.registry import LEVELS
from rosecrown.games.thorns.ai import thinker
from rosecrown.games.thorns.policy import Mind, trained
from rosecrown.games.thorns.rules import GAME, State
from rosecrown.games.thorns.sight import TABLES, THORN, Sight, uniform_beliefs

ENDINGS = {(2, 1): 1.0, (1, 2): -0.25, (2, 2): 0.125, (1, 1): 0.25}
"""Exact values for the starter, ±1: one token each, so that the next success wins; sequence-form linear programs."""


@dataclass(frozen=True)
class Line:
    """One figure: at most or at least a bound, or just told (`bound` empty)."""

    name: str
    figure: str
    bound: str = ""
    holds: bool = True


@dataclass(frozen=True)
class Match:
    """One player against n − 1 copies of another."""

    lone: str
    others: str
    n: int
    quick: bool = False
    choose: bool = False

    def play(self, games: int, seed: int) -> Score:
        """See `lab.thorns_sim.score`."""
        return score(self.lone, self.others, self.n, games, seed, self.quick, self.choose)


Run = Callable[[Sequence[Match]], Sequence[Score]]


def percent(value: float, error: float) -> str:
    """A share and its standard error."""
    return f"{100 * value:6.2f} % ± {100 * error:.2f}"


def intruder_lines(matches: Sequence[Match], run: Run, games: int) -> Iterator[Line]:
    """Bounds by level: hard, expert 1/N + 3 SE, medium 1.5/N, easy 1.5/N for `random`. SE is that of a fair share."""
    for match, (won, error) in zip(matches, run(matches), strict=True):
        fair = 1 / match.n
        bound = 1.5 * fair
        if match.others in ("hard", "expert"):
            bound = fair + 3 * math.sqrt(fair * (1 - fair) / games)
        told = match.others == "easy" and match.lone != "random"
        options = "".join([", quick" * match.quick, ", chosen loss" * match.choose])
        yield Line(
            f"{match.n} players{options}: {match.lone} v {match.others}",
            percent(won, error),
            "" if told else f"≤ {100 * bound:.2f} %",
            told or won <= bound,
        )


def intruders(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    matches = [Match(bot, level, n) for n in players for level in reversed(LEVELS) for bot in ZOO]
    yield from intruder_lines(matches, run, games)


def variants(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    options = ((True, False), (False, True), (True, True))
    matches = [
        Match(bot, level, 3, quick, choose) for quick, choose in options for level in reversed(LEVELS) for bot in ZOO
    ]
    yield from intruder_lines(matches, run, games)


def response(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    """3 players; learned and measured in as many rounds as 25 and 10 times the games."""
    won, error = gain(3, trained(3), Values.read(3), seed, 25 * games, 10 * games)
    figure = f"{100 * won:.2f} ± {100 * error:.2f} points a round"
    yield Line("3 players: best response to two experts gains", figure, "≤ 1.00", won - 2 * error <= 0.01)


def lone(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    """A threshold holds when the score is not more than 2 SE below it."""
    bounds = {
        Match("expert", "random", 3): 0.45,
        Match("expert", "heuristic-50", 3): 0.45,
        Match("expert", "heuristic-35", 3): 0.45,
        Match("expert", "random", 6): 0.22,
    }
    for (match, bound), (won, error) in zip(bounds.items(), run(list(bounds)), strict=True):
        name = f"{match.n} players: lone expert v {match.others}"
        yield Line(name, percent(won, error), f"≥ {100 * bound:.0f} %", won >= bound - 2 * error)


def ladder(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    """One stronger among weaker above its fair share, one weaker among stronger below."""
    pairs = list(zip(LEVELS, LEVELS[1:], strict=False))
    for n in (3, 4):
        up = [Match(stronger, weaker, n) for weaker, stronger in pairs]
        down = [Match(weaker, stronger, n) for weaker, stronger in pairs]
        for match, (won, error) in zip(up, run(up), strict=True):
            name = f"{n} players: lone {match.lone} v {match.others}"
            yield Line(name, percent(won, error), f"≥ {100 / n:.1f} %", won >= 1 / n - 2 * error)
        for match, (won, error) in zip(down, run(down), strict=True):
            name = f"{n} players: lone {match.lone} v {match.others}"
            yield Line(name, percent(won, error), f"≤ {100 / n:.1f} %", won <= 1 / n + 2 * error)


def endings(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    """Ten times the games, because the tolerance is small."""
    for (starter, other), exact in ENDINGS.items():
        value, error = ending(starter, other, 10 * games, seed)
        bound = f"{exact} ± .02"
        yield Line(f"2 players, cards {starter} and {other}: expert", f"{value:+.4f} ± {error:.4f}", bound,
                   abs(value - exact) <= 0.02 + 2 * error)  # fmt: skip


def mixing(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    for n in range(3, 11):
        shares = []
        for me in range(n):
            sight = Sight([4] * n, [0] * n, [4] * n, uniform_beliefs(), {})
            shares.append(dict(Mind("expert", me).lay(sight, me)).get(THORN, 0.0))
        name = f"{n} players, 4 cards: expert lays the thorn first, least and most by place"
        yield Line(name, f"{100 * min(shares):.0f} … {100 * max(shares):.0f} %", "5 … 95 %",
                   0.05 < min(shares) and max(shares) < 0.95)  # fmt: skip
    state = next(iter(positions(4, {}, seed)))
    seen = GAME.observe(state, state.turn)
    cards = set()
    for other in range(40):
        player = thinker("expert")
        player.begin(seen, [], state.turn, other)
        cards.add(player.advance(math.inf).line[0])
    yield Line("different first cards with other seeds", str(len(cards)), "2", len(cards) == 2)


def positions(n: int, options: dict[str, str], seed: int) -> Iterator[State]:
    """Where a seat decides, in a game of experts by the rules."""
    rng = Random(seed)
    state = GAME.start(n, options)
    number = 0
    while (seat := GAME.to_move(state)) != NOBODY:
        if seat == CHANCE:
            outcomes = GAME.chances(state)
            move = rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            yield state
            player = thinker("expert")
            player.begin(GAME.observe(state, seat), [], seat, seed + number)
            move = player.advance(math.inf).line[0]
        number += 1
        state = GAME.apply(state, move)


def honesty(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    """Hidden cards permuted: every level thinks the same."""
    rng = Random(seed)
    tried = changed = 0
    for game in range(max(1, games // 400)):
        for state in positions(3 + game % 8, {"quick": "off", "loss": ("drawn", "chosen")[game % 2]}, seed + game):
            seen = GAME.observe(state, state.turn)
            other = GAME.observe(GAME.determinize(seen, rng), state.turn)
            for level in LEVELS:
                thoughts = []
                for one in (seen, other):
                    player = thinker(level)
                    player.begin(one, [], state.turn, tried)
                    thoughts.append(player.advance(math.inf))
                tried += 1
                changed += thoughts[0] != thoughts[1]
    yield Line(f"actions changed by permuting hidden cards, of {tried}", str(changed), "0", changed == 0)


def size(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    data = files("rosecrown.games.thorns") / "data"
    whole = sum(len((data / f"policy{number}.bin").read_bytes()) for number in TABLES)
    yield Line("trained tables, compressed", f"{whole / 1000:.0f} kB", "≤ 400 kB", whole <= 400_000)


def time_(run: Run, games: int, seed: int, players: Sequence[int]) -> Iterator[Line]:
    trained.cache_clear()
    start = time.perf_counter()
    for number in TABLES:
        trained(number)
    yield Line("reading all tables, once", f"{1000 * (time.perf_counter() - start):.0f} ms")
    for n in (3, 6, 10):
        times = []
        for state in positions(n, {}, seed):
            seen = GAME.observe(state, state.turn)
            start = time.perf_counter()
            player = thinker("expert")
            player.begin(seen, [], state.turn, seed)
            player.advance(math.inf)
            times.append(time.perf_counter() - start)
        slow = 1000 * sorted(times)[int(0.95 * len(times))]
        yield Line(f"{n} players: a decision, 95th percentile", f"{slow:.2f} ms", "≤ 20 ms", slow <= 20)


PARTS = {
    "intruders": intruders,
    "response": response,
    "lone": lone,
    "ladder": ladder,
    "endings": endings,
    "mixing": mixing,
    "variants": variants,
    "honesty": honesty,
    "size": size,
    "time": time_,
}


def _job(games: int, seed: int, match: Match) -> Score:
    return match.play(games, seed)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m lab.thorns_report", description="Figures of the thorns players.")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--players", default="3,4,6,10", help="for the intruders")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    parts = given.parts.split(",")
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"unknown parts {', '.join(unknown)}; there are {', '.join(PARTS)}")
    job = partial(_job, given.games, given.seed)
    players = [int(number) for number in given.players.split(",")]
    missed = 0
    print(f"{given.games} games a match, seed {given.seed}")
    with ProcessPoolExecutor(given.jobs) as pool:
        for part in parts:
            start = time.perf_counter()
            print(f"\n{part}", flush=True)
            for line in PARTS[part](partial(pool.map, job), given.games, given.seed, players):
                missed += not line.holds
                told = "" if line.holds else "MISSED"
                print(f"  {line.name:56}{line.figure:>22}  {line.bound:14}{told}".rstrip(), flush=True)
            print(f"  {time.perf_counter() - start:.0f} s")
    print(f"\n{missed} figures missed" if missed else "\nall figures hold")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
