"""Roses and Thorns as fast as plain Python plays it, for training and for the report.

Only active seats are kept, in the order of the turn from the starter; `Config.seats` has their numbers in the game.
Checked against the rules on random games by the tests.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from lab.baselines.thorns import ZOO, Bot
from rosecrown.games.thorns.policy import Mind, pick
from rosecrown.games.thorns.sight import PASS, THORN, Beliefs, Sight, uniform_beliefs

Score = tuple[float, float]
"""A mean and its standard error."""

NONE: Beliefs = uniform_beliefs()
"""What players of the zoo go by, who don't look."""

Result = tuple[int, int, tuple[int, ...]]
"""The challenger's place, that of the thorn's owner (−1: success), the places whose cards were all seen to be roses."""


class Config(NamedTuple):
    """The start of a round; lists have one item per active seat, the starter's first. `seen` as in `Sight`."""

    cards: list[int]
    alive: list[bool]
    """Whether the thorn is still among the cards."""
    seen: list[int]
    tokens: list[int]
    """0 or 1: one short of winning."""
    seats: list[int]

    def lists(self) -> tuple[list[int], list[bool], list[int], list[int]]:
        return self.cards, self.alive, self.seen, self.tokens


def fresh(n: int, rng: Random, token: bool = False) -> Config:
    """The start of a game; `token`: of a quick one (T17)."""
    first = rng.randrange(n)
    return Config([4] * n, [True] * n, [4] * n, [int(token)] * n, [(first + k) % n for k in range(n)])


def scattered(n: int, rng: Random) -> Config:
    """Any start of a round, the hidden part as everybody should believe it."""
    config = Config([], [], [], [], list(range(n)))
    quick = rng.random() < 0.2
    for _ in range(n):
        cards = rng.choice((1, 2, 2, 3, 3, 4)) if n > 2 else rng.randint(1, 4)
        seen = rng.choice([4, 4, *range(cards, 5)])
        alive = rng.random() * seen < cards
        if not alive and rng.random() < 0.25:
            seen = 0
        config.cards.append(cards)
        config.alive.append(alive)
        config.seen.append(seen)
        config.tokens.append(1 if quick else int(rng.random() < 0.3))
    return config


def late(rng: Random, cards: Sequence[int] | None = None) -> Config:
    """Two are left with so many cards (one or two each if not given), a token each, and nothing known of the thorns."""
    cards = [rng.randint(1, 2), rng.randint(1, 2)] if cards is None else list(cards)
    return Config(cards, [rng.random() < own / 4 for own in cards], [4, 4], [1, 1], [0, 1])


def after(config: Config, result: Result, rng: Random, choose: int | None = None) -> Config | None:
    """The next round, None if the game is over. `choose` (T18): 1 the challenger gives his thorn, 0 he keeps it."""
    challenger, owner, clear = result
    cards, alive, seen, tokens = (row[:] for row in config.lists())
    n = len(cards)
    for place in clear:
        seen[place] = 0
    start = challenger
    if owner < 0:
        if tokens[challenger]:
            return None
        tokens[challenger] = 1
    else:
        seen[owner] = cards[owner]
        start = owner
        if alive[challenger]:
            lost = rng.randrange(cards[challenger]) == 0 if choose is None else bool(choose)
            alive[challenger] = not lost
        cards[challenger] -= 1
        if not cards[challenger]:
            if n == 2:
                return None
            if owner == challenger:
                start = (challenger + 1) % n
    order = [(start + step) % n for step in range(n)]
    order = [place for place in order if cards[place]]
    return Config(
        [cards[p] for p in order],
        [alive[p] for p in order],
        [seen[p] for p in order],
        [tokens[p] for p in order],
        [config.seats[p] for p in order],
    )


def winner(config: Config, result: Result) -> int:
    """The seat that won, when `after` says that the game is over."""
    challenger, owner, _ = result
    return config.seats[challenger if owner < 0 else 1 - challenger]


def play_round(config: Config, bots: Sequence[Bot], rng: Random, sight: Sight) -> tuple[Result, list[int]]:
    """One round; `bots` by place, `sight` fresh. The result and where the thorns lie in the stacks (−1: not there)."""
    n = len(bots)
    alive = config.alive
    thorn = [-1] * n
    for place in range(n):
        if alive[place] and (config.cards[place] == 1 or bots[place].lay(sight, place, True, rng) == THORN):
            thorn[place] = 0
    sight.stack = [1] * n
    sight.total = n
    place = 0
    while True:
        hand = config.cards[place] - sight.stack[place]
        action = bots[place].add(sight, place, alive[place], thorn[place], rng)
        if action > 0:
            break
        if action == THORN:
            thorn[place] = sight.stack[place]
        assert hand > 0
        sight.stack[place] += 1
        sight.total += 1
        place = (place + 1) % n
    sight.bid = sight.best[place] = action
    sight.leader = place
    while sight.bid < sight.total:
        place = (place + 1) % n
        if place == sight.leader:
            break
        if sight.passed[place]:
            continue
        action = bots[place].bid(sight, place, alive[place], thorn[place], rng)
        if action == PASS:
            sight.passed[place] = True
        else:
            sight.bid = sight.best[place] = action
            sight.leader = place
    return challenge(config, bots[sight.leader], rng, sight, thorn), thorn


def challenge(config: Config, bot: Bot, rng: Random, sight: Sight, thorn: list[int]) -> Result:
    """Turn the cards (T9)."""
    me = sight.leader
    mine = sight.stack[me]
    if thorn[me] >= 0 and mine - 1 - thorn[me] < sight.bid:
        return me, me, ()
    clear = (me,) if mine == config.cards[me] <= sight.bid else ()
    turned = [0] * sight.n
    for _ in range(sight.bid - mine):
        place = bot.turn(sight, me, turned, rng)
        turned[place] += 1
        if thorn[place] == sight.stack[place] - turned[place]:
            return me, place, clear
        if turned[place] == config.cards[place]:
            clear += (place,)
    return me, -1, clear


def play_game(config: Config, bots: Sequence[Bot], rng: Random, choose: bool = False) -> int:
    """A game to its end; `bots` by seat. The winner's seat. `choose`: T18."""
    while True:
        sight = Sight(config.cards, config.tokens, config.seen, NONE, {})
        result, _ = play_round(config, [bots[seat] for seat in config.seats], rng, sight)
        challenger, owner, _ = result
        give = None
        if choose and owner == challenger and config.alive[challenger]:
            give = config.cards[challenger] == 1 or bots[config.seats[challenger]].lose(sight, challenger, rng) == THORN
        following = after(config, result, rng, give)
        if following is None:
            return winner(config, result)
        config = following


class Trained:
    """A level of our own players on one seat, as a `Bot`."""

    def __init__(self, level: str, seat: int) -> None:
        self.mind = Mind(level, seat)

    def lay(self, sight: Sight, me: int, alive: bool, rng: Random) -> int:
        return pick(self.mind.lay(sight, me), rng.random())

    def add(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return pick(self.mind.add(sight, me, alive, thorn), rng.random())

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int, rng: Random) -> int:
        return pick(self.mind.bid(sight, me, alive, thorn), rng.random())

    def turn(self, sight: Sight, me: int, turned: Sequence[int], rng: Random) -> int:
        blur = self.mind.level.blur
        return max((share + blur * rng.random(), place) for place, share in self.mind.promises(sight, me, turned))[1]

    def lose(self, sight: Sight, me: int, rng: Random) -> int:
        return pick(self.mind.lose(sight, me), rng.random())


def seated(name: str, n: int) -> list[Bot]:
    """One bot for each seat: a level, or a bot of the zoo. Raises KeyError."""
    if name in ZOO:
        return [ZOO[name]] * n
    return [Trained(name, seat) for seat in range(n)]


def score(lone: str, others: str, n: int, games: int, seed: int, quick: bool = False, choose: bool = False) -> Score:
    """How often one player wins against n − 1 copies of another, each seat in turn; and the standard error."""
    rng = Random(f"{lone}:{others}:{n}:{seed}")
    alone, rest = seated(lone, n), seated(others, n)
    won = 0
    for number in range(games):
        bots = rest[:]
        bots[number % n] = alone[number % n]
        won += play_game(fresh(n, rng, quick), bots, rng, choose) == number % n
    share = won / games
    return share, math.sqrt(share * (1 - share) / games)


def ending(starter: int, other: int, games: int, seed: int) -> Score:
    """Experts with so many cards, one token each and nothing known of the thorns: the starter's mean result, ±1."""
    rng = Random(seed)
    bots = seated("expert", 2)
    won = 0
    for _ in range(games):
        won += play_game(late(rng, (starter, other)), bots, rng) == 0
    share = won / games
    return 2 * share - 1, 2 * math.sqrt(share * (1 - share) / games)
