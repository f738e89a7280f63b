"""How much could be won against the trained players of Roses and Thorns by somebody who knew them?

A best response is learned against the frozen strategies, in the same abstraction and with the same traversals as in
training, and then measured beside them: in every sampled round the value of both is reckoned over all choices of one
seat against the same opponents. Values are chances to win the game, as training left them.
"""

from __future__ import annotations

import math
from random import Random
from typing import cast

from lab.thorns_sim import Config, Result, fresh
from lab.thorns_train import Trainer, Values
from rosecrown.games.thorns.policy import Table
from rosecrown.games.thorns.sight import Choice, Sight

Both = tuple[float, float]
"""What a round is worth to the best response, and to the frozen strategy."""


class Responder(Trainer):
    """One seat learns, all others play the frozen table."""

    def __init__(self, n: int, table: Table, values: Values, rng: Random) -> None:
        super().__init__(n, values.below, rng)
        self.values, self.table = values, table
        self.beliefs, self.memo = list(table.beliefs), table.memo
        self.rounds = 0.0
        self.measuring = False

    def mix(self, key: int, choices: list[Choice]) -> list[float]:
        """The frozen strategy over the choices; the first of them where there is none."""
        stored = self.table.strategies.get(key)
        shares = [stored[slot] if stored else 0 for slot, _ in choices]
        total = sum(shares)
        return [share / total for share in shares] if total else [1.0] + [0.0] * (len(choices) - 1)

    def sample(self, key: int, choices: list[Choice], slots: int) -> int:
        chance = self.random()
        for share, (_, action) in zip(self.mix(key, choices), choices, strict=True):
            chance -= share
            if chance < 0:
                return action
        return choices[0][1]

    def leaf(self, sight: Sight, result: Result) -> float:
        worth = super().leaf(sight, result)
        return cast(float, (worth, worth)) if self.measuring else worth

    def learn(self, key: int, choices: list[Choice], slots: int, worth: list[float]) -> float:
        """The value of the choice with the best mean so far; measuring, that and the value of the frozen mix."""
        node = self.nodes.get(key)
        if self.measuring:
            pairs = cast(list[Both], worth)
            shares = self.mix(key, choices)
            usual = math.fsum(share * pair[1] for share, pair in zip(shares, pairs, strict=True))
            if node is None:
                return cast(float, (math.fsum(s * pair[0] for s, pair in zip(shares, pairs, strict=True)), usual))
            means = [node[slot] / node[slots + slot] if node[slots + slot] else 0.0 for slot, _ in choices]
            return cast(float, (pairs[means.index(max(means))][0], usual))
        if node is None:
            node = self.nodes[key] = [0.0] * (2 * slots)
        best, value = -1.0, 0.0
        for (slot, _), one in zip(choices, worth, strict=True):
            node[slot] += self.weight * one
            node[slots + slot] += self.weight
            mean = node[slot] / node[slots + slot]
            if mean > best:
                best, value = mean, one
        return value


def gain(n: int, table: Table, values: Values, seed: int, learning: int, measuring: int) -> tuple[float, float]:
    """What a best response gains a round, as a chance to win the game, and its standard error."""
    rng = Random(seed)
    responder = Responder(n, table, values, rng)
    config: Config | None = None
    differences: list[float] = []
    for number in range(learning + measuring):
        if config is None:
            config = fresh(n, rng)
        responder.measuring = number >= learning
        responder.weight = (number + 1) / learning
        worth = responder.run(config, rng.randrange(n))
        if responder.measuring:
            best, usual = cast(Both, worth)
            differences.append(best - usual)
        config = responder.next(config)
    mean = math.fsum(differences) / measuring
    variance = math.fsum((one - mean) ** 2 for one in differences) / (measuring - 1)
    return mean, math.sqrt(variance / measuring)
