"""What a computer player looks at: the public part of a round, what can be reckoned from it, and its abstraction.

The trained tables hold one mixed strategy per *key*. A key forgets who bid what and in which order, and keeps: the own
cards, token, stack and thorn; how likely the next bid would succeed; whether the highest bid is covered by its bidder's
own stack; how many others are still in; whether the next success wins, whoever has it. With two players left nothing is
rounded but the order of events.

Places are active seats in the order of the turn, from the starter (place 0). A `Sight` is changed in place by
simulators, which is what training needs; the thinker builds one from its observation.

Abstract actions have numbers (slots): when laying 0 a rose, 1 the thorn; when adding 0 a rose, 1 the thorn, from 2 on
an opening bid; when bidding 0 pass, from 1 on a raise. A choice stands for a concrete action: `ROSE`, `THORN` (lay or
add), `PASS`, or the number bid.
"""

from collections.abc import Sequence
from typing import Final

ROSE: Final = -1
THORN: Final = -2
PASS: Final = 0

LAYS: Final = 2
ADDS: Final = (10, 7)
"""Slots when adding: with two players (every opening bid), with more."""
RAISES: Final = (8, 6)
"""Slots when bidding: with two players (every raise), with more."""

TABLES: Final = (2, 3, 4, 5, 6, 8)
"""There is one table for each of these numbers of active players; the last serves for 7 to 10."""

Choice = tuple[int, int]
"""A slot and the concrete action it stands for."""

ROWS: Final = 225
Beliefs = Sequence[tuple[float, ...]]
"""For each row (see `Sight.row`): the probability that the top 0, 1, 2 … cards of such a stack are all roses."""

# Probability buckets: index by int(50 p).
_FINE: Final = tuple(sum(p / 50 < edge - 1e-9 for edge in (0.86, 0.72, 0.58, 0.46, 0.34, 0.22, 0.1)) for p in range(51))
_COARSE: Final = tuple(sum(p / 50 < edge - 1e-9 for edge in (0.72, 0.52, 0.34)) for p in range(51))


def table_for(active: int) -> int:
    """The table that serves for so many active players."""
    return active if active <= 6 else TABLES[-1]


def trust(cards: int, seen: int) -> int:
    """What all know of a seat's thorn: 0 gone, 1 perhaps lost, 2 certainly there; `seen` as in `Sight`."""
    return 2 if seen == cards else 1 if seen else 0


def uniform_beliefs() -> list[tuple[float, ...]]:
    """Beliefs when every order of the cards is equally likely and a doubtful thorn was lost one time in two."""
    rows: list[tuple[float, ...]] = []
    for code in range(ROWS):
        rest, stack = divmod(code // 3, 5)
        known, cards = divmod(rest, 5)
        there = (0.0, 0.5, 1.0)[known]
        rows.append(tuple(1 - there * turned / max(cards, 1) for turned in range(stack + 1)))
    return rows


class Sight:
    """The public part of a round. Lists have one item per place.

    cards: cards left. tokens: victory tokens that are worth one short of the goal: 0 or 1. seen: the cards the seat
    had when its thorn was last seen, 0 if it is known to be gone. stack: cards laid. best: the last bid, 0 for none.
    passed: in this round. bid, leader: the highest bid and its place (−1: none yet). total: cards on the table.
    """

    __slots__ = ("n", "cards", "tokens", "seen", "stack", "best", "passed", "bid", "leader", "total", "beliefs", "memo")

    def __init__(
        self,
        cards: list[int],
        tokens: list[int],
        seen: list[int],
        beliefs: Beliefs,
        memo: dict[tuple[int, ...], list[float]],
    ) -> None:
        """The start of a round. `memo` keeps what `odds` worked out and is to be shared with these `beliefs` only."""
        self.n = len(cards)
        self.cards, self.tokens, self.seen = cards, tokens, seen
        self.stack = [0] * self.n
        self.best = [0] * self.n
        self.passed = [False] * self.n
        self.bid, self.leader, self.total = 0, -1, 0
        self.beliefs, self.memo = beliefs, memo

    def copy(self) -> "Sight":
        """A sight that can be changed without changing this one; cards, tokens and seen are shared."""
        other = Sight.__new__(Sight)
        other.n, other.cards, other.tokens, other.seen = self.n, self.cards, self.tokens, self.seen
        other.stack, other.best, other.passed = self.stack[:], self.best[:], self.passed[:]
        other.bid, other.leader, other.total = self.bid, self.leader, self.total
        other.beliefs, other.memo = self.beliefs, self.memo
        return other

    # ---- what can be reckoned ----
    def row(self, place: int) -> int:
        """The row of `Beliefs` for a stack: what is known of the thorn, cards, stack, and how its owner has bid."""
        cards, seen, stack, best = self.cards[place], self.seen[place], self.stack[place], self.best[place]
        known = 2 if seen == cards else 1 if seen else 0  # as in `trust`
        return ((known * 5 + cards) * 5 + stack) * 3 + (0 if not best else 1 if best <= stack else 2)

    def odds(self, me: int) -> list[float]:
        """The probability of turning 0, 1, 2 … roses of others, always from the stack that promises most next."""
        rows = [self.row(place) for place in range(self.n) if place != me and self.stack[place]]
        rows.sort()
        key = tuple(rows)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = _odds([self.beliefs[row] for row in rows])
        return found

    def promise(self, place: int, turned: int) -> float:
        """The probability that the next card of a stack is a rose, after `turned` roses from its top."""
        clear = self.beliefs[self.row(place)]
        return clear[turned + 1] / clear[turned] if clear[turned] > 0 else 0.0

    def success(self, me: int, thorn: int, number: int) -> float:
        """The probability that a challenge of `me` for `number` cards succeeds; `thorn`: see `run`."""
        if number <= self.run(me, thorn):
            return 1.0
        if thorn >= 0:
            return 0.0
        odds = self.odds(me)
        need = number - self.stack[me]
        return odds[need] if need < len(odds) else 0.0

    def run(self, me: int, thorn: int) -> int:
        """How many roses lie on top of the own stack; `thorn`: place of the own thorn in it from the bottom, or −1."""
        return self.stack[me] - 1 - thorn if thorn >= 0 else self.stack[me]

    # ---- choices and keys ----
    def lay_choices(self) -> list[Choice]:
        """The first card, for a seat that has both kinds."""
        return [(0, ROSE), (1, THORN)]

    def add_choices(self, me: int, alive: bool, thorn: int) -> list[Choice]:
        """Adding or opening; `alive`: the own thorn is not lost."""
        stack, total = self.stack[me], self.total
        left = self.cards[me] - stack
        choices: list[Choice] = []
        held = alive and thorn < 0
        if left > held:
            choices.append((0, ROSE))
        if held and left:
            choices.append((1, THORN))
        if self.n == 2:
            choices += [(1 + number, number) for number in range(1, total + 1)]
            return choices
        low = (stack - 1 - thorn or 1) if thorn >= 0 else 1
        last = 0
        for slot, number in ((2, low), (3, stack), (4, stack + 1), (5, stack + 2), (6, total)):
            if last < number <= total:
                choices.append((slot, number))
                last = number
        return choices

    def bid_choices(self, me: int) -> list[Choice]:
        """Passing or raising."""
        bid, total, stack = self.bid, self.total, self.stack[me]
        if self.n == 2:
            return [(0, PASS)] + [(number - bid, number) for number in range(bid + 1, total + 1)]
        choices: list[Choice] = [(0, PASS), (1, bid + 1)]
        last = bid + 1
        if last < total:
            last += 1
            choices.append((2, last))
        if last < stack <= total:
            choices.append((3, stack))
            last = stack
        if last < stack + 1 <= total:
            choices.append((4, stack + 1))
            last = stack + 1
        if last < total:
            choices.append((5, total))
        return choices

    def lay_key(self, me: int) -> int:
        """The key of the first card, for a seat that has both kinds."""
        cards, tokens = self.cards, self.tokens
        n = self.n
        if n == 2:
            other = 1 - me
            own = (cards[me] * 5 + self.seen[me]) * 2 + tokens[me]
            return ((own * 50 + (cards[other] * 5 + self.seen[other]) * 2 + tokens[other]) * 2 + me) * 3
        own = (cards[me] * 3 + trust(cards[me], self.seen[me])) * 2 + tokens[me]
        rivals = min(sum(tokens) - tokens[me], 2)
        where = 0 if me == 0 else 1 if me == 1 else 2 if me == n - 1 else 3
        rich = (sum(cards) - cards[me]) / (n - 1)
        key = ((own * 3 + rivals) * 4 + where) * 3 + (0 if rich < 2 else 1 if rich < 3 else 2)
        return (key * 2 + (0 in tokens)) * 3

    def add_key(self, me: int, alive: bool, thorn: int) -> int:
        """The key of adding or opening."""
        cards, stack = self.cards[me], self.stack[me]
        if self.n == 2:
            return self._pair_key(me, alive, thorn) * 3 + 1
        tokens = self.tokens
        own = (cards * 2 + alive) * 2 + tokens[me]
        where = 0 if thorn < 0 else 1 if thorn == stack - 1 else 2
        odds = self.odds(me)
        one = _COARSE[int(50 * odds[1])]
        two = _COARSE[int(50 * odds[2])] if len(odds) > 2 else 3
        rivals = min(sum(tokens) - tokens[me], 2)
        after = me + 1 if me + 1 < self.n else 0
        forced = self.stack[after] == self.cards[after]
        key = (((own * 5 + stack) * 3 + where) * 16 + one * 4 + two) * 3 + rivals
        return ((key * 2 + forced) * 2 + (0 in tokens)) * 3 + 1

    def bid_key(self, me: int, alive: bool, thorn: int) -> int:
        """The key of passing or raising."""
        if self.n == 2:
            return (self._pair_key(me, alive, thorn) * 9 + self.bid) * 3 + 2
        stack, bid, leader, tokens = self.stack, self.bid, self.leader, self.tokens
        mine = stack[me]
        run = mine - 1 - thorn if thorn >= 0 else mine
        spare = run - bid - 1
        if spare >= 0:
            hope = 8 + (spare if spare < 2 else 2)
        elif thorn >= 0:
            hope = 11
        else:
            odds = self.odds(me)
            hope = _FINE[int(50 * odds[bid + 1 - mine])]
        where = 0 if thorn < 0 else 1 if thorn == mine - 1 else 2
        gap = self.total - bid - 1
        need = bid - stack[leader]
        behind = self.passed.count(False) - 2
        own = (self.cards[me] * 2 + alive) * 2 + tokens[me]
        key = ((own * 12 + hope) * 3 + where) * 4 + (gap if gap < 3 else 3)
        key = (key * 4 + (0 if need <= 0 else need if need < 3 else 3)) * 2 + tokens[leader]
        return ((key * 3 + (behind if behind < 2 else 2)) * 2 + (0 in tokens)) * 3 + 2

    def _pair_key(self, me: int, alive: bool, thorn: int) -> int:
        other = 1 - me
        cards, seen, stack = self.cards, self.seen, self.stack
        own = (((cards[me] * 2 + alive) * 5 + seen[me]) * 2 + self.tokens[me]) * 5 + stack[me]
        rival = ((cards[other] * 5 + seen[other]) * 2 + self.tokens[other]) * 5 + stack[other]
        return (own * 5 + thorn + 1) * 250 + rival


def _odds(stacks: list[tuple[float, ...]]) -> list[float]:
    """See `Sight.odds`."""
    turned = [0] * len(stacks)
    odds = [1.0]
    for _ in range(sum(len(clear) - 1 for clear in stacks)):
        best, pick = -1.0, -1
        for number, clear in enumerate(stacks):
            done = turned[number]
            if done + 1 < len(clear):
                promise = clear[done + 1] / clear[done] if clear[done] > 0 else 0.0
                if promise > best:
                    best, pick = promise, number
        turned[pick] += 1
        odds.append(odds[-1] * best)
    return odds
