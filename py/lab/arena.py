"""Games between computer players, with standard errors.

    python -m lab.arena GAME --players A,B[,C…] --games N --seed S [--option key=value] [--json] [--jobs J]

As many seats as names; names are levels and the game's baselines (see `players`). The listing is rotated through the
seats, so that every deal is played from each of them: N games in all, rounded up to whole rotations. Where the game
has teams, those who sit together stay together: the listing is first put in the nearest order that divides the fewest
names among teams (A,A,B,B and A,B,A,B are both the match of team A against team B), and it is rotated by the steps
that carry teams to teams.

Score of a seat: 1 if its team wins alone, 1/k if k teams share the win, 0 otherwise; so both partners of a winning
team get 1, and with two players the score is the win rate with draws counted half. A name that appears several times
is one row with its mean score a seat: "fair" is 1/2 with two players or teams, 1/n with n players. The standard error
is that of the mean over deals, since the games of one deal are not independent. Times are processor time of one turn.

Results depend on the arguments alone, not on the number of jobs or the machine's speed; times do.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from typing import Any

from lab import players
from lab.players import LabPlayer, seed_of
from rosecrown.core import registry
from rosecrown.core.game import Game, IllegalMoveError, Options, Outcome
from rosecrown.core.session import Player, Session

AnyGame = Game[Any, Any, Any]


@dataclass
class Tally:
    """What one name did: its score a seat in each deal, and its time."""

    scores: list[float] = field(default_factory=list)
    seconds: float = 0.0
    turns: int = 0


@dataclass(frozen=True)
class Row:
    """One line of the table; `score` and `se` are fractions of 1."""

    player: str
    score: float
    se: float
    ms_per_turn: float


def shares(outcome: Outcome, teams: Sequence[Sequence[int]]) -> list[float]:
    """The score of every seat."""
    winning = [team for team in teams if set(team) & set(outcome.winners)]
    return [next((1 / len(winning) for team in winning if seat in team), 0.0) for seat in range(sum(map(len, teams)))]


def seating(names: Sequence[str], teams: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """The nearest order of the names to the listed one that divides the fewest of them among teams."""
    if all(len(team) == 1 for team in teams):
        return tuple(names)
    return min(
        permutations(names), key=lambda order: sum(len({order[seat] for seat in team}) for team in teams)
    )  # min keeps the first of equals, and the listed order is the first permutation


def rotations(teams: Sequence[Sequence[int]]) -> list[int]:
    """The steps by which all seats can be turned with partners staying partners."""
    seats = sum(map(len, teams))
    kept = {frozenset(team) for team in teams}
    return [
        step for step in range(seats) if {frozenset((seat + step) % seats for seat in team) for team in teams} == kept
    ]


def play(
    game: AnyGame,
    table: Sequence[LabPlayer],
    names: Sequence[str],
    options: Options,
    deal: int,
    clock: dict[str, Tally],
) -> Outcome:
    """One game dealt from the seed `deal`; `table` and `names` by seat. Times go to `clock`."""
    session = Session(game, [Player("computer", "", name) for name in names], options, deal)
    while (outcome := session.outcome) is None:
        seat = session.to_move
        start = time.process_time()
        line = table[seat].turn(
            game, session.observation(seat), session.history(seat), seat, seed_of(deal, "player", seat, session.cursor)
        )
        tally = clock[names[seat]]
        tally.seconds += time.process_time() - start
        tally.turns += 1
        if not line:
            raise IllegalMoveError(f"{names[seat]} offers no move in {game.state_text(session.state)}")
        session.play(line[0])
        for move in line[1:]:
            if session.to_move != seat or move not in game.legal_moves(session.state):
                break
            session.play(move)
    return outcome


def deal_scores(
    game: AnyGame,
    maker: Callable[[str], LabPlayer],
    names: Sequence[str],
    options: Options,
    seed: int,
    deal: int,
) -> dict[str, Tally]:
    """All rotations of deal number `deal`."""
    teams = game.teams(len(names))
    tallies = {name: Tally() for name in names}
    points: dict[str, list[float]] = {name: [] for name in names}
    order = seating(names, teams)
    for step in rotations(teams):
        seated = [order[(seat + step) % len(order)] for seat in range(len(order))]
        outcome = play(game, [maker(name) for name in seated], seated, options, seed_of(seed, "deal", deal), tallies)
        for name, share in zip(seated, shares(outcome, teams), strict=True):
            points[name].append(share)
    for name, tally in tallies.items():
        tally.scores.append(math.fsum(points[name]) / len(points[name]))
    return tallies


def rows(results: Iterable[dict[str, Tally]]) -> list[Row]:
    """The table of all deals, in the order of the names."""
    total: dict[str, Tally] = {}
    for result in results:
        for name, tally in result.items():
            into = total.setdefault(name, Tally())
            into.scores += tally.scores
            into.seconds += tally.seconds
            into.turns += tally.turns
    table = []
    for name, tally in total.items():
        deals = len(tally.scores)
        mean = math.fsum(tally.scores) / deals
        variance = math.fsum((score - mean) ** 2 for score in tally.scores) / max(1, deals - 1)
        table.append(Row(name, mean, math.sqrt(variance / deals), 1000 * tally.seconds / max(1, tally.turns)))
    return table


def _job(game: str, names: Sequence[str], options: Options, seed: int, deal: int) -> dict[str, Tally]:
    return deal_scores(registry.get(game), partial(players.player, game), names, options, seed, deal)


def match(
    game: str, names: Sequence[str], games: int, seed: int = 0, options: Options | None = None, jobs: int = 1
) -> tuple[int, list[Row]]:
    """The number of games played (`games`, rounded up to whole rotations) and the table."""
    rotation = len(rotations(registry.get(game).teams(len(names))))
    deals = max(1, -(-games // rotation))
    job = partial(_job, game, tuple(names), dict(options or {}), seed)
    if jobs == 1:
        return deals * rotation, rows(map(job, range(deals)))
    with ProcessPoolExecutor(jobs) as pool:
        return deals * rotation, rows(pool.map(job, range(deals), chunksize=max(1, deals // (8 * jobs))))


def option(text: str) -> tuple[str, str]:
    """`key=value` of a command line. Raises ArgumentTypeError."""
    key, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"not key=value: {text}")
    return key, value


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m lab.arena", description="Games between computer players.")
    parser.add_argument("game", choices=(*registry.GAMES, "_null"))
    parser.add_argument("--players", required=True, help="names by seat, e.g. expert,greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", type=option, action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--json", action="store_true", help="print one object and nothing else")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    names = given.players.split(",")
    if len(names) not in registry.get(given.game).info.seats:
        parser.error(f"{given.game} is not played by {len(names)}")
    if unknown := sorted(set(names) - set(players.names(given.game))):
        parser.error(f"unknown players {', '.join(unknown)}; there are {', '.join(players.names(given.game))}")
    games, table = match(given.game, names, given.games, given.seed, dict(given.option), given.jobs)
    if given.json:
        results = [
            {"player": row.player, "score": row.score, "se": row.se, "ms_per_turn": row.ms_per_turn} for row in table
        ]
        print(json.dumps({"game": given.game, "games": games, "results": results}))
        return
    print(f"{given.game}: {games} games, seed {given.seed}")
    for row in table:
        print(f"{row.player:16}{100 * row.score:7.1f} % ± {100 * row.se:4.1f}{row.ms_per_turn:10.2f} ms a turn")


if __name__ == "__main__":
    main()
