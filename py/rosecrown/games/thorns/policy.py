"""The trained mixed strategies and how they are stored; the levels and tempers that are made of them."""

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate
from typing import Final, NamedTuple

from rosecrown.ai import regret
from rosecrown.games.thorns.sight import (
    PASS,
    ROSE,
    ROWS,
    TABLES,
    THORN,
    Beliefs,
    Choice,
    Sight,
    table_for,
)
from rosecrown.games.thorns.table import CARDS

KINDS: Final = 100
"""Kinds of players, see `kind`."""

SURPRISE: Final = 0.06
"""With all cards and more than one opponent, either first card comes at least this often: it costs next to nothing, and
people remember."""

MEMO: Final = 20_000
"""Odds that a table keeps at most."""

Mix = list[tuple[int, float]]
"""Concrete actions and their probabilities, which sum to 1."""


def kind(cards: int, alive: bool, seen: int, token: int) -> int:
    """A number for what a player has left, what all know of the thorn (`seen` as in `Sight`), and the token."""
    return ((cards * 2 + alive) * 5 + seen) * 2 + token


@dataclass(slots=True)
class Table:
    """What was trained for one number of active players.

    strategies: see `ai.regret`. beliefs: see `sight.Beliefs`. weights: how much each kind of player counts; the chance
    to win the game is nearly in proportion to it. memo: what `Sight.odds` keeps for these beliefs.
    """

    strategies: dict[int, bytes]
    beliefs: Beliefs
    weights: Sequence[float]
    memo: dict[tuple[int, ...], list[float]]

    def look(self, sight: Sight) -> None:
        """Let the sight go by these beliefs."""
        if len(self.memo) > MEMO:
            self.memo.clear()
        sight.beliefs, sight.memo = self.beliefs, self.memo

    def lay(self, sight: Sight, me: int) -> Mix:
        """The first card of a seat that has both kinds."""
        return self._mix(sight.lay_key(me), sight.lay_choices(), 0)

    def add(self, sight: Sight, me: int, alive: bool, thorn: int) -> Mix:
        """Adding or opening."""
        return self._mix(sight.add_key(me, alive, thorn), sight.add_choices(me, alive, thorn), 0)

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int) -> Mix:
        """Passing or raising."""
        sure = sight.success(me, thorn, sight.bid + 1) > 0.6
        return self._mix(sight.bid_key(me, alive, thorn), sight.bid_choices(me), int(sure))

    def _mix(self, key: int, choices: list[Choice], fall: int) -> Mix:
        """The stored strategy; where training never came, the choice number `fall`."""
        stored = self.strategies.get(key)
        if stored is not None:
            total = sum(stored[slot] for slot, _ in choices)
            if total:
                return [(action, stored[slot] / total) for slot, action in choices if stored[slot]]
        return [(choices[fall][1], 1.0)]


# ---- storage ----
def pack(table: Table) -> bytes:
    """The table as one block of bytes."""
    beliefs = [round(255 * share) for row in table.beliefs for share in row]
    head = struct.pack(f"<{KINDS}f{len(beliefs)}B", *table.weights, *beliefs)
    return head + regret.packed(table.strategies)


def unpack(data: bytes) -> Table:
    """The inverse of `pack`. Raises ValueError if the data is damaged."""
    lengths = [code // 3 % 5 + 1 for code in range(ROWS)]
    form = f"<{KINDS}f{sum(lengths)}B"
    values = struct.unpack_from(form, data)
    ends = list(accumulate(lengths, initial=KINDS))
    beliefs = [tuple(share / 255 for share in values[start:end]) for start, end in zip(ends, ends[1:], strict=False)]
    return Table(regret.unpacked(data[struct.calcsize(form) :]), beliefs, values[:KINDS], {})


@lru_cache(len(TABLES))
def trained(number: int) -> Table:
    """The shipped table for one of `TABLES`."""
    return unpack((files("rosecrown.games.thorns") / "data" / f"policy{number}.bin").read_bytes())


# ---- levels and tempers ----
class Temper(NamedTuple):
    """A way of playing that one can get to know.

    first: how often a rule of thumb lays the thorn first. nerve: the chance of success that it bids on. bluff: how
    often it bids over its own thorn. raises, thorns: how much a trained mix is tilted to higher bids and to the thorn.
    """

    name: str
    first: float
    nerve: float
    bluff: float
    raises: float
    thorns: float


TEMPERS: Final = (
    Temper("sly", 0.5, 0.55, 0.35, 1.0, 1.6),
    Temper("bold", 0.25, 0.4, 0.2, 1.6, 0.8),
    Temper("careful", 0.35, 0.7, 0.05, 0.6, 1.2),
    Temper("honest", 0.15, 0.5, 0.0, 1.1, 0.6),
)
"""By seat, over and over."""


class Level(NamedTuple):
    """thumb: the share of decisions made by rule of thumb. tilt: how far the temper bends the trained mixes, 0 to 1.
    blur: noise in judging which stack is safest."""

    thumb: float
    tilt: float
    blur: float


LEVELS: Final = {
    "easy": Level(0.5, 1.0, 0.3),
    "medium": Level(0.22, 0.8, 0.15),
    "hard": Level(0.06, 0.4, 0.08),
    "expert": Level(0.0, 0.0, 0.08),
}


class Mind:
    """The mixed strategy of one level on one seat: a function of what a seat sees, and of nothing else."""

    def __init__(self, level: str, seat: int) -> None:
        """Raises KeyError for an unknown level."""
        self.level = LEVELS[level]
        self.temper = TEMPERS[seat % len(TEMPERS)]
        self._bends = self.level.thumb > 0 or self.level.tilt > 0

    def table(self, sight: Sight) -> Table:
        """What was trained for so many players; the sight goes by its beliefs from now on."""
        table = trained(table_for(sight.n))
        table.look(sight)
        return table

    def lay(self, sight: Sight, me: int) -> Mix:
        """The first card of a seat that has both kinds."""
        mix = self.table(sight).lay(sight, me)
        if sight.n > 2 and sight.cards[me] == CARDS:
            thorn = min(max(dict(mix).get(THORN, 0.0), SURPRISE), 1 - SURPRISE)
            mix = [(ROSE, 1 - thorn), (THORN, thorn)]
        first = self.temper.first
        return self._blend(mix, [(ROSE, 1 - first), (THORN, first)]) if self._bends else mix

    def add(self, sight: Sight, me: int, alive: bool, thorn: int) -> Mix:
        """Adding or opening."""
        mix = self.table(sight).add(sight, me, alive, thorn)
        return self._blend(mix, self._thumb_add(sight, me, alive, thorn)) if self._bends else mix

    def bid(self, sight: Sight, me: int, alive: bool, thorn: int) -> Mix:
        """Passing or raising."""
        mix = self.table(sight).bid(sight, me, alive, thorn)
        return self._blend(mix, self._thumb_bid(sight, me, thorn)) if self._bends else mix

    def lose(self, sight: Sight, me: int) -> Mix:
        """Which card to give (T18): more often what leaves the better chances, and never for certain, so that nobody
        can count on it."""
        table = trained(max(table_for(sight.n), 3))
        cards, seen, token = sight.cards[me] - 1, sight.cards[me], sight.tokens[me]
        kept = table.weights[kind(cards, True, seen, token)] ** 3
        lost = table.weights[kind(cards, False, seen, token)] ** 3
        return [(ROSE, kept / (kept + lost)), (THORN, lost / (kept + lost))]

    def promises(self, sight: Sight, me: int, turned: Sequence[int]) -> list[tuple[int, float]]:
        """The places of which a card can be turned, and the chance that it is a rose."""
        self.table(sight)
        return [(p, sight.promise(p, turned[p])) for p in range(sight.n) if p != me and turned[p] < sight.stack[p]]

    def _blend(self, mix: Mix, thumb: Mix) -> Mix:
        level = self.level
        bent = [(action, share * self._bend(action)) for action, share in mix]
        total = sum(share for _, share in bent)
        chances: dict[int, float] = {}
        for action, share in bent:
            chances[action] = (1 - level.thumb) * share / total
        if level.thumb:
            for action, share in thumb:
                chances[action] = chances.get(action, 0.0) + level.thumb * share
        return list(chances.items())

    def _bend(self, action: int) -> float:
        factor = self.temper.thorns if action == THORN else self.temper.raises if action > PASS else 1.0
        return math.pow(factor, self.level.tilt)

    def _thumb_add(self, sight: Sight, me: int, alive: bool, thorn: int) -> Mix:
        stack, temper = sight.stack[me], self.temper
        hand = sight.cards[me] - stack
        rose = hand > (alive and thorn < 0)
        good = [x for x in range(1, sight.total + 1) if sight.success(me, thorn, x) >= temper.nerve]
        best = max(good, default=1) if thorn < 0 else max(sight.run(me, thorn), 1)
        mix: Mix = [(min(stack + 1, sight.total), temper.bluff), (best, 1 - temper.bluff)]
        if thorn < 0 or best == mix[0][0]:
            mix = [(best, 1.0)]
        if not hand:
            return mix
        wait = 0.7 if stack == 1 else 0.3
        return [(ROSE if rose else THORN, wait), *((number, share * (1 - wait)) for number, share in mix)]

    def _thumb_bid(self, sight: Sight, me: int, thorn: int) -> Mix:
        number, temper = sight.bid + 1, self.temper
        if sight.success(me, thorn, number) >= temper.nerve:
            return [(number, 1.0)]
        if thorn >= 0 and number <= sight.stack[me] + 1 and number < sight.total:
            return [(number, temper.bluff), (PASS, 1 - temper.bluff)]
        return [(PASS, 1.0)]


def pick(mix: Mix, chance: float) -> int:
    """The action that 0 ≤ chance < 1 falls on."""
    for action, share in mix:
        chance -= share
        if chance < 0:
            return action
    return mix[-1][0]
