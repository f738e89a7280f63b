"""Train the computer players of Roses and Thorns and write their tables.

    python -m lab.thorns_train [--seed S] [--scale X] [--out DIR]

External-sampling counterfactual regret minimisation, its regrets weighted linearly, over the abstraction of
`rosecrown.games.thorns.sight`: one table of mixed strategies for each number of active players, from two upwards,
because a round with n players can end with n − 1. What a round is worth to those who are still in is learned at the
same time, from the values at the root of each traversal: by configuration for two players, in proportion to a weight
for each kind of player for more. So is what a stack holds, given its size and how its owner has bid: that is what a
challenger goes by, and what the keys of the abstraction are made of.

The result depends on the seed and the scale alone (scale 1 takes some nine minutes of a core): the same files every
time.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from random import Random

from lab.baselines.thorns import Heuristic
from lab.thorns_sim import Config, Result, after, fresh, late, scattered
from rosecrown.ai import regret
from rosecrown.games.thorns import sight as abstraction
from rosecrown.games.thorns.policy import KINDS, Table, kind, pack
from rosecrown.games.thorns.sight import ADDS, LAYS, RAISES, ROWS, TABLES, THORN, Choice, Sight

ITERATIONS = {2: 1_600_000, 3: 800_000, 4: 400_000, 5: 250_000, 6: 200_000, 8: 120_000}
"""Traversals for each table at scale 1."""

REFITS = (0.06, 0.15, 0.3)
"""When the beliefs are fitted anew, as fractions of the training."""

VALUES = Path(__file__).with_name("thorns_values.json")
"""What rounds are worth, for measuring best responses; the game does without."""

AVERAGING = 0.3
"""The average strategy weighs traversals by their number to this power. Three and more players go round in circles;
linear weights, or steeper ones, average too few of them, and a best response to the result gains more."""

RARE = 0.5
"""Keys with less weight than this in all (the last traversal weighs 1) are left out: the fallback plays there."""

GUESTS = {2: (0.0, 0.0), 3: (0.06, 1.0), 4: (0.06, 1.0), 5: (0.06, 1.0), 6: (0.06, 1.0), 8: (1.0, 0.12)}
"""By table: the share of rounds in training to which guests come, and the chance of every opponent then to be one.

Guests bid by rule of thumb, each with a threshold and a love of thorns of its own. An equilibrium of experts alone
never visits what happens among weaker players, and takes too little from them; with more guests at a small table a best
response gains too much. At a large one a single careless bidder wins more than a fair share from experts who leave the
risk to one another, so there somebody plays like that nearly always. Two players need none: they have an equilibrium.
"""


class Values:
    """What the start of a round is worth to everybody, for one number of active players."""

    def __init__(self, n: int, below: Values | None) -> None:
        self.n = n
        self.below = below
        self.pair = [[0.5] * KINDS for _ in range(KINDS)]
        self.seen = [[0] * KINDS for _ in range(KINDS)]
        self.weight = [1.0] * KINDS
        self.first = 1.0
        """The starter's weight is multiplied by this."""
        for cards in range(1, 5):
            for code in range(20 * cards, 20 * cards + 20):
                alive = code // 10 % 2
                start = (cards / 4) ** 2 * (1 + code % 2) * (1 if cards > alive else 0.3)
                self.weight[code] = start if below is None or n <= 3 else below.weight[code]

    def plain(self) -> dict[str, object]:
        """For a file: weights for more than two players, the known pairs for two."""
        if self.n > 2:
            return {"weight": [round(x, 5) for x in self.weight], "first": round(self.first, 5)}
        pairs = [(a, b) for a in range(KINDS) for b in range(KINDS) if self.seen[a][b]]
        return {"pairs": [(a, b, round(self.pair[a][b], 4)) for a, b in pairs]}

    @classmethod
    def read(cls, n: int) -> Values:
        """The values for `n` active players from the file."""
        stored = json.loads(VALUES.read_text("utf-8"))[str(n)]
        values = cls(n, cls.read(n - 1) if n > 2 else None)
        if n == 2:
            for a, b, won in stored["pairs"]:
                values.pair[a][b] = won
        else:
            values.weight, values.first = stored["weight"], stored["first"]
        return values

    def value(self, kinds: Sequence[int], start: int, me: int) -> float:
        """The chance that place `me` wins the game when place `start` starts."""
        if self.n == 2:
            won = self.pair[kinds[start]][kinds[1 - start]]
            return won if me == start else 1 - won
        weight = self.weight
        extra = weight[kinds[start]] * (self.first - 1)
        total = extra
        for code in kinds:
            total += weight[code]
        return (weight[kinds[me]] + (extra if me == start else 0)) / total

    def learn(self, kinds: Sequence[int], me: int, worth: float, rate: float) -> None:
        """Place 0 started, and the round turned out to be worth `worth` to place `me`."""
        if self.n == 2:
            a, b = kinds
            self.seen[a][b] += 1
            step = max(rate, 1 / self.seen[a][b])
            self.pair[a][b] += step * ((worth if me == 0 else 1 - worth) - self.pair[a][b])
            return
        guess = self.value(kinds, 0, me)
        change = rate * (worth - guess)
        weight = self.weight
        shares = [self.value(kinds, 0, place) for place in range(self.n)]
        rest = 1 - guess
        for place, code in enumerate(kinds):
            step = change if place == me else -change * shares[place] / rest
            weight[code] *= math.exp(step)
            if place == 0:
                self.first *= math.exp(step * 0.3)


class Trainer:
    """The training of one table."""

    def __init__(self, n: int, below: Values | None, rng: Random) -> None:
        self.n = n
        self.rng = rng
        self.random = rng.random
        self.nodes: dict[int, list[float]] = {}
        """For each key: the regrets of all slots, then the sums of the average strategy."""
        self.slots = (LAYS, ADDS[n > 2], RAISES[n > 2])
        self.values = Values(n, below)
        self.beliefs: list[tuple[float, ...]] = abstraction.uniform_beliefs()
        self.memo: dict[tuple[int, ...], list[float]] = {}
        self.counts = [[0] * 6 for _ in range(ROWS)]
        self.weight = self.part = 1.0
        """How much a traversal counts in the regrets, and in the average strategy."""
        self.me = -1
        self.alive: list[bool] = []
        self.result: Result | None = None
        self.rounds, self.company = GUESTS[n]
        """See GUESTS."""
        self.guests: list[Heuristic | None] = [None] * n
        """By place: who plays there by rule of thumb in this round, see GUESTS."""

    # ---- one traversal ----
    def run(self, config: Config, me: int) -> float:
        """Traverse a round for place `me` and return what it is worth; −1: play a round and keep its `result`."""
        self.me = me
        self.alive = config.alive
        random = self.random
        company = self.company if random() < self.rounds else 0.0
        self.guests = [
            Heuristic(0.5 * random(), 0.2 + 0.5 * random()) if place != me and random() < company else None
            for place in range(self.n)
        ]
        sight = Sight(config.cards, config.tokens, config.seen, self.beliefs, self.memo)
        thorn = [-1] * self.n
        mine: list[Choice] = []
        for place in range(self.n):
            if not config.alive[place]:
                continue
            if config.cards[place] == 1:
                thorn[place] = 0
            elif place == me:
                mine = sight.lay_choices()
            elif (guest := self.guests[place]) is not None:
                thorn[place] = 0 if guest.lay(sight, place, True, self.rng) == THORN else -1
            elif self.sample(sight.lay_key(place), sight.lay_choices(), LAYS) == THORN:
                thorn[place] = 0
        key = sight.lay_key(me) if mine else 0
        sight.stack = [1] * self.n
        sight.total = self.n
        if not mine:
            return self.add(sight, thorn, 0)
        other = thorn[:]
        other[me] = 0
        return self.learn(key, mine, LAYS, [self.add(sight.copy(), thorn, 0), self.add(sight, other, 0)])

    def add(self, sight: Sight, thorn: list[int], place: int) -> float:
        while True:
            alive = self.alive[place]
            choices = sight.add_choices(place, alive, thorn[place])
            if len(choices) == 1:
                action = choices[0][1]
            elif place == self.me:
                key = sight.add_key(place, alive, thorn[place])
                worth = []
                for _, action in choices:
                    other = sight.copy()
                    if action > 0:
                        other.bid = other.best[place] = action
                        other.leader = place
                        worth.append(self.bid(other, thorn, place))
                        continue
                    moved = thorn
                    if action == THORN:
                        moved = thorn[:]
                        moved[place] = other.stack[place]
                    other.stack[place] += 1
                    other.total += 1
                    worth.append(self.add(other, moved, place + 1 if place + 1 < self.n else 0))
                return self.learn(key, choices, self.slots[1], worth)
            elif (guest := self.guests[place]) is not None:
                action = guest.add(sight, place, alive, thorn[place], self.rng)
            else:
                action = self.sample(sight.add_key(place, alive, thorn[place]), choices, self.slots[1])
            if action > 0:
                sight.bid = sight.best[place] = action
                sight.leader = place
                return self.bid(sight, thorn, place)
            if action == THORN:
                thorn = thorn[:]
                thorn[place] = sight.stack[place]
            sight.stack[place] += 1
            sight.total += 1
            place = place + 1 if place + 1 < self.n else 0

    def bid(self, sight: Sight, thorn: list[int], place: int) -> float:
        n = self.n
        passed = sight.passed
        while True:
            if sight.bid == sight.total:
                return self.challenge(sight, thorn)
            place = place + 1 if place + 1 < n else 0
            while passed[place]:
                place = place + 1 if place + 1 < n else 0
            if place == sight.leader:
                return self.challenge(sight, thorn)
            alive = self.alive[place]
            guest = self.guests[place]
            if guest is not None:
                action = guest.bid(sight, place, alive, thorn[place], self.rng)
                if action:
                    sight.bid = sight.best[place] = action
                    sight.leader = place
                else:
                    passed[place] = True
                continue
            key = sight.bid_key(place, alive, thorn[place])
            choices = sight.bid_choices(place)
            if place == self.me:
                worth = []
                for _, action in choices:
                    other = sight.copy()
                    if action:
                        other.bid = other.best[place] = action
                        other.leader = place
                    else:
                        other.passed[place] = True
                    worth.append(self.bid(other, thorn, place))
                return self.learn(key, choices, self.slots[2], worth)
            action = self.sample(key, choices, self.slots[2])
            if action:
                sight.bid = sight.best[place] = action
                sight.leader = place
            else:
                passed[place] = True

    def challenge(self, sight: Sight, thorn: list[int]) -> float:
        """Turn the cards; the value for `me`, or the result."""
        result = turn_cards(sight, thorn, self.random)
        if self.me < 0:
            self.result = result
            self.count(sight, thorn)
            return 0.0
        return self.leaf(sight, result)

    def leaf(self, sight: Sight, result: Result) -> float:
        me, values = self.me, self.values
        challenger, owner, clear = result
        tokens = sight.tokens
        if owner < 0:
            if tokens[challenger]:
                return 1.0 if me == challenger else 0.0
        cards, alive = sight.cards, self.alive
        seen = sight.seen
        if clear or owner >= 0:
            seen = seen[:]
            for place in clear:
                seen[place] = 0
            if owner >= 0:
                seen[owner] = cards[owner]
        kinds = [kind(cards[p], alive[p], seen[p], tokens[p]) for p in range(self.n)]
        if owner < 0:
            kinds[challenger] += 1
            return values.value(kinds, challenger, me)
        left = cards[challenger] - 1
        if not left:
            if me == challenger:
                return 0.0
            if self.n == 2:
                return 1.0
            start = owner if owner != challenger else (challenger + 1) % self.n
            del kinds[challenger]
            below = values.below
            assert below is not None
            return below.value(kinds, start - (start > challenger), me - (me > challenger))
        token = tokens[challenger]
        if not alive[challenger]:
            kinds[challenger] = kind(left, False, seen[challenger], token)
            return values.value(kinds, owner, me)
        kinds[challenger] = kind(left, True, seen[challenger], token)
        kept = values.value(kinds, owner, me)
        kinds[challenger] = kind(left, False, seen[challenger], token)
        return kept + (values.value(kinds, owner, me) - kept) / (left + 1)

    # ---- regrets ----
    def sample(self, key: int, choices: list[Choice], slots: int) -> int:
        """An action of somebody else by regret matching, counted into the average strategy."""
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = [0.0] * (2 * slots)
        total = 0.0
        for slot, _ in choices:
            if node[slot] > 0:
                total += node[slot]
        weight = self.part
        if total <= 0:
            share = weight / len(choices)
            for slot, _ in choices:
                node[slots + slot] += share
            return choices[int(self.random() * len(choices))][1]
        left = self.random() * total
        chosen = choices[0][1]
        weight /= total
        for slot, action in choices:
            regret = node[slot]
            if regret > 0:
                node[slots + slot] += weight * regret
                if left >= 0:
                    chosen = action
                    left -= regret
        return chosen

    def learn(self, key: int, choices: list[Choice], slots: int, worth: list[float]) -> float:
        """Add the regrets of the own choices; what the node is worth under the present strategy."""
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = [0.0] * (2 * slots)
        total = mean = 0.0
        for (slot, _), value in zip(choices, worth):  # noqa: B905 - equally long, and this is the innermost loop
            regret = node[slot]
            if regret > 0:
                total += regret
                mean += regret * value
        mean = mean / total if total > 0 else sum(worth) / len(worth)
        weight = self.weight
        for (slot, _), value in zip(choices, worth):  # noqa: B905
            node[slot] += weight * (value - mean)
        return mean

    # ---- beliefs ----
    def count(self, sight: Sight, thorn: list[int]) -> None:
        """Count what lay in the stacks of those who did not become challenger."""
        for place in range(self.n):
            if place != sight.leader:
                depth = sight.stack[place] - 1 - thorn[place] if thorn[place] >= 0 else 4
                self.counts[sight.row(place)][depth] += 1

    def refit(self) -> None:
        """Make beliefs of the counts, and let what was learned under the old ones fade."""
        old = abstraction.uniform_beliefs()
        for row, counts in enumerate(self.counts):
            if row // 3 // 25 == 0:
                continue
            stack = row // 3 % 5
            total = sum(counts) + 20
            clear = [1.0]
            for depth in range(stack):
                clear.append(clear[-1] - (counts[depth] + 20 * (old[row][depth] - old[row][depth + 1])) / total)
            self.beliefs[row] = tuple(round(max(share, 0.0), 3) for share in clear)
        self.memo.clear()
        self.counts = [[0] * 6 for _ in range(ROWS)]
        for node in self.nodes.values():
            node[:] = [0.1 * x for x in node]

    # ---- the whole ----
    def train(self, iterations: int) -> None:
        """Games of this table with itself, two traversals a round, until somebody is out."""
        refits = [int(share * iterations) for share in REFITS]
        config = fresh(self.n, self.rng)
        for number in range(1, iterations + 1):
            self.weight = number / iterations
            self.part = self.weight**AVERAGING
            if len(self.memo) > 50_000:
                self.memo.clear()
            kinds = [kind(c, a, s, t) for c, a, s, t in zip(*config.lists(), strict=True)]
            me = self.rng.randrange(self.n)
            worth = self.run(config, me)
            self.values.learn(kinds, me, worth, 0.002 + 0.05 * (1 - number / iterations) ** 2)
            if number in refits:
                self.refit()
            following = self.next(config)
            config = following if following is not None else self.opening()

    def next(self, config: Config) -> Config | None:
        """The next round of the game, None if somebody is out or has won."""
        self.run(config, -1)
        assert self.result is not None
        following = after(config, self.result, self.rng)
        return following if following is not None and len(following.cards) == self.n else None

    def opening(self) -> Config:
        """Where a game with this number of active players may begin."""
        odds = self.rng.random()
        if self.n == 2:  # half of them where most games end
            return late(self.rng) if odds < 0.5 else scattered(2, self.rng)
        if odds < 0.03:
            return scattered(self.n, self.rng)
        return fresh(self.n, self.rng, token=odds < 0.2)


def turn_cards(sight: Sight, thorn: list[int], random: Callable[[], float]) -> Result:
    """The challenge: own cards first, then from the stack that promises most, by chance among nearly equal ones."""
    challenger, need = sight.leader, sight.bid
    stack = sight.stack
    mine = stack[challenger]
    if thorn[challenger] >= 0 and mine - 1 - thorn[challenger] < need:
        return challenger, challenger, ()
    clear = (challenger,) if mine == sight.cards[challenger] <= need else ()
    need -= mine
    turned = [0] * sight.n
    while need > 0:
        best, pick = -1.0, -1
        for place in range(sight.n):
            if place != challenger and turned[place] < stack[place]:
                promise = sight.promise(place, turned[place]) + 0.08 * random()
                if promise > best:
                    best, pick = promise, place
        turned[pick] += 1
        if thorn[pick] == stack[pick] - turned[pick]:
            return challenger, pick, clear
        if turned[pick] == sight.cards[pick]:
            clear += (pick,)
        need -= 1
    return challenger, -1, clear


def frozen(trainer: Trainer) -> Table:
    """The average strategies, without what was hardly ever played."""
    strategies = {}
    for key, node in trainer.nodes.items():
        sums = node[len(node) // 2 :]
        if sum(sums) >= RARE:
            strategies[key] = regret.rounded(sums)
    return Table(strategies, trainer.beliefs, trainer.values.weight, {})


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m lab.thorns_train", description="Train the players of Roses and Thorns.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of traversals")
    parser.add_argument("--out", type=Path, default=Path(str(files("rosecrown.games.thorns") / "data")))
    parser.add_argument("--values", type=Path, default=None, help="where to, if not beside the trainer")
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}, scale {given.scale}, to {given.out}", flush=True)
    below: Values | None = None
    kept: dict[int, dict[str, object]] = {}
    whole = size = 0.0
    for n in TABLES:
        start = time.process_time()
        trainer = Trainer(n, below, Random(f"{given.seed}:{n}"))
        trainer.train(int(given.scale * ITERATIONS[n]))
        data = pack(frozen(trainer))
        (given.out / f"policy{n}.bin").write_bytes(data)
        below = trainer.values
        kept[n] = below.plain()
        spent = time.process_time() - start
        whole, size = whole + spent, size + len(data) / 1000
        print(
            f"{n} players: {int(given.scale * ITERATIONS[n])} traversals, {len(trainer.nodes)} keys, "
            f"{len(data) / 1000:.1f} kB, {spent:.0f} s",
            flush=True,
        )
    (given.values or VALUES).write_text(json.dumps(kept, separators=(",", ":")) + "\n", "utf-8")
    print(f"{size:.0f} kB, {whole:.0f} s of one core")


if __name__ == "__main__":
    main()
