"""The trained mixed strategies: what they hold, how they are stored, and how a seat reads its own chances from them."""

import struct
import zlib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from rosecrown.games.thorns.sight import ADDS, LAYS, PASS, RAISES, ROSE, ROWS, THORN, Beliefs, Choice, Sight, table_for

STEPS: Final = 40
"""Probabilities are stored as multiples of 1/40."""

KINDS: Final = 60
"""Kinds of players, see `kind`."""

Mix = list[tuple[int, float]]
"""Concrete actions and their probabilities, which sum to 1."""


def kind(cards: int, alive: bool, seen: int, token: int) -> int:
    """A number for what a player has left, what all know of the thorn, and the token."""
    known = 2 if seen == cards else 1 if seen else 0
    return ((cards * 2 + alive) * 3 + known) * 2 + token


@dataclass(slots=True)
class Table:
    """What was trained for one number of active players.

    strategies: for each key one byte a slot, the probability in 1/STEPS. beliefs: see `sight.Beliefs`. weights: how
    much each kind of player counts; the chance to win the game is in proportion to it (`first` times it for a starter).
    """

    strategies: dict[int, bytes]
    beliefs: Beliefs
    weights: list[float]
    memo: dict[tuple[int, ...], list[float]]

    def look(self, sight: Sight) -> None:
        """Let the sight go by these beliefs."""
        sight.beliefs, sight.memo = self.beliefs, self.memo

    def lay(self, sight: Sight, me: int) -> Mix:
        """The first card of a seat that has both kinds."""
        return self._mix(sight.lay_key(me), sight.lay_choices(), 0)

    def add(self, sight: Sight, me: int, alive: bool, thorn: int) -> Mix:
        """Adding or opening."""
        choices = sight.add_choices(me, alive, thorn)
        fall = 0 if choices[0][1] == ROSE else -1 if sight.stack[me] < sight.cards[me] else 0
        return self._mix(sight.add_key(me, alive, thorn), choices, fall)

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int) -> Mix:
        """Passing or raising."""
        choices = sight.bid_choices(me)
        fall = 1 if sight.success(me, thorn, sight.bid + 1) > 0.6 else 0
        return self._mix(sight.bid_key(me, alive, thorn), choices, fall)

    def _mix(self, key: int, choices: list[Choice], fall: int) -> Mix:
        """The stored strategy; where training never came, the choice number `fall`."""
        stored = self.strategies.get(key)
        if stored is not None:
            total = sum(stored[slot] for slot, _ in choices)
            if total:
                return [(action, stored[slot] / total) for slot, action in choices if stored[slot]]
        return [(choices[fall][1], 1.0)]
