"""The zoo of Roses and Thorns: simple players of different temper, frozen, that nobody should be able to live on.

Each is defined on a `Sight` and its own cards, so that the fast simulator and the arena play the same bots. They hold
no numbers that could change, and nothing here may change: results are compared over time.

random        uniform over the legal moves
random-kind   first the kind of action, then within it
never-bid     adds until it must open, opens with 1, always passes
all-in        roses first; bids all that lies there as soon as it may
rose-safe     lays roses while it has any, bids its own stack, passes beyond
heuristic-50, heuristic-35
              thorn first with probability .3 and .15; bids while the estimated success is at least .5 and .35: own
              roses are safe, others' cards are roses with the prior of their remaining cards
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol

from rosecrown.core.game import Seat
from rosecrown.games.thorns.outlook import move_for, outlook
from rosecrown.games.thorns.rules import legal
from rosecrown.games.thorns.sight import PASS, ROSE, THORN, Sight
from rosecrown.games.thorns.table import Move, Observation, Phase


class Bot(Protocol):
    """A player on one seat. me: its place. alive: its thorn is not lost. thorn: where it lies in its stack, or −1."""

    def lay(self, sight: Sight, me: int, alive: bool, rng: Random) -> int:
        """ROSE or THORN, for a seat that has both."""

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        """ROSE, THORN or the opening bid."""

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        """PASS or a higher bid."""

    def turn(self, sight: Sight, me: int, turned: Sequence[int], rng: Random) -> int:
        """The place of the stack of which to turn the next card; `turned`: cards turned of each stack."""

    def lose(self, sight: Sight, me: int, rng: Random) -> int:
        """ROSE or THORN: which to give away (T18), for a seat that has both."""


def can_add(sight: Sight, me: int, alive: bool, thorn: int) -> list[int]:
    """Kinds of cards in the hand."""
    left = sight.cards[me] - sight.stack[me]
    held = alive and thorn < 0
    return [ROSE] * (left > held) + [THORN] * (held and left > 0)


class Uniform:
    """`random`."""

    def lay(self, sight: Sight, me: int, alive: bool, rng: Random) -> int:
        return rng.choice((ROSE, THORN))

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return rng.choice([*can_add(sight, me, alive, thorn), *range(1, sight.total + 1)])

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return rng.choice([PASS, *range(sight.bid + 1, sight.total + 1)])

    def turn(self, sight: Sight, me: int, turned: Sequence[int], rng: Random) -> int:
        return rng.choice([p for p in range(sight.n) if p != me and turned[p] < sight.stack[p]])

    def lose(self, sight: Sight, me: int, rng: Random) -> int:
        return rng.choice((ROSE, THORN))


class UniformKind(Uniform):
    """`random-kind`."""

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        cards = can_add(sight, me, alive, thorn)
        if cards and rng.random() < 0.5:
            return rng.choice(cards)
        return rng.randint(1, sight.total)

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return PASS if rng.random() < 0.5 else rng.randint(sight.bid + 1, sight.total)


class NeverBid(Uniform):
    """`never-bid`."""

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        cards = can_add(sight, me, alive, thorn)
        return rng.choice(cards) if cards else 1

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return PASS


class AllIn(Uniform):
    """`all-in`."""

    def lay(self, sight: Sight, me: int, alive: bool, rng: Random) -> int:
        return ROSE

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return sight.total

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return sight.total


class RoseSafe(Uniform):
    """`rose-safe`."""

    def lay(self, sight: Sight, me: int, alive: bool, rng: Random) -> int:
        return ROSE

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        if ROSE in can_add(sight, me, alive, thorn):
            return ROSE
        return sight.stack[me] if thorn < 0 else 1

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return sight.stack[me] if thorn < 0 and sight.stack[me] > sight.bid else PASS

    def lose(self, sight: Sight, me: int, rng: Random) -> int:
        return THORN


class Heuristic(Uniform):
    """`heuristic-50`, `heuristic-35`."""

    def __init__(self, first: float, threshold: float) -> None:
        self.first, self.threshold = first, threshold

    def estimate(self, sight: Sight, me: int, thorn: int, number: int) -> float:
        """The estimated success of a bid."""
        need = number - sight.run(me, thorn)
        if need <= 0:
            return 1.0
        if thorn >= 0:
            return 0.0
        roses: list[float] = []
        for place in range(sight.n):
            if place != me:
                seen = sight.seen[place]
                roses += [1 - 1 / seen if seen else 1.0] * sight.stack[place]
        roses.sort(reverse=True)
        success = 1.0
        for rose in roses[:need]:
            success *= rose
        return success

    def lay(self, sight: Sight, me: int, alive: bool, rng: Random) -> int:
        return THORN if rng.random() < self.first else ROSE

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        cards = can_add(sight, me, alive, thorn)
        if cards and (sight.stack[me] < 2 or thorn >= 0) and rng.random() < 0.6:
            return cards[0]
        good = [x for x in range(1, sight.total + 1) if self.estimate(sight, me, thorn, x) >= self.threshold]
        if good and good[-1] >= sight.stack[me]:
            return good[-1]
        return cards[0] if cards else 1

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        number = sight.bid + 1
        return number if self.estimate(sight, me, thorn, number) >= self.threshold else PASS

    def turn(self, sight: Sight, me: int, turned: Sequence[int], rng: Random) -> int:
        places = [p for p in range(sight.n) if p != me and turned[p] < sight.stack[p]]
        return min(places, key=lambda p: (1 / sight.seen[p] if sight.seen[p] else 0.0, rng.random()))


ZOO: dict[str, Bot] = {
    "random": Uniform(),
    "random-kind": UniformKind(),
    "never-bid": NeverBid(),
    "all-in": AllIn(),
    "rose-safe": RoseSafe(),
    "heuristic-50": Heuristic(0.3, 0.5),
    "heuristic-35": Heuristic(0.15, 0.35),
}
"""By name, in the order of the report. None of them remembers anything, so one of each serves all seats."""


def choose(bot: Bot, seen: Observation, rng: Random) -> Move:
    """The bot's move for an observation."""
    moves = legal(seen.table)
    if len(moves) == 1:
        return moves[0]
    view = outlook(seen)
    sight, me, alive, thorn = view.sight, view.me, view.alive, view.thorn
    match seen.table.phase:
        case Phase.LAY:
            action = bot.lay(sight, me, alive, rng)
        case Phase.ADD:
            action = bot.add(sight, me, alive, thorn, rng)
        case Phase.BID:
            action = bot.bid(sight, me, alive, thorn, rng)
        case Phase.TURN:
            action = bot.turn(sight, me, view.turned, rng)
        case _:
            action = bot.lose(sight, me, rng)
    return move_for(seen.table.phase, action, view.seats)


class ZooPlayer:
    """A bot of the zoo in the arena."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def turn(
        self, game: Any, seen: Observation, history: Sequence[tuple[Seat, Move]], seat: Seat, seed: int
    ) -> Sequence[Move]:
        return [choose(self._bot, seen, Random(seed))]


BASELINES: dict[str, Callable[[], ZooPlayer]] = {name: partial(ZooPlayer, bot) for name, bot in ZOO.items()}
"""For the arena."""
