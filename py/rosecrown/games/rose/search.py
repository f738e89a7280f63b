"""Alpha-beta over the fast board in one world, that is, with one order of the cards that nobody has seen.

Values are log-odds of winning for the side to move. At a leaf they are linear in what it is ahead: points, potential
(see `shape`), heroes, cards, and being on move, with factors that depend on the stones left (`Weights`). At the end
they are beyond all leaves, and more for a larger margin.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from rosecrown.games.rose.board import HAND, STONES
from rosecrown.games.rose.fast import ALL_CARDS, DRAW, FREE, ROW, STEP, Position, after, over, region, result, stock

CERTAIN: Final = 100.0
"""Log-odds of a game that is over; each point of the margin is worth another 1/100."""
INFINITY: Final = 1000.0
STONE: Final = 25
"""What a stone adds to the potential."""

Regions: TypeAlias = tuple[tuple[int, int], ...]
"""The regions of a side, each as its neighbour squares (whoever holds them) and its size."""
Shape: TypeAlias = tuple[int, int, Regions]
"""Points, potential, regions."""
Known: TypeAlias = dict[int, Shape]
"""Sets of stones and their shapes, kept from search to search, since they repeat a lot."""
KNOWN_LIMIT: Final = 50_000
"""How many of them are kept; a third of a kilobyte each."""
Pile: TypeAlias = "tuple[int, Pile] | None"
"""The cards to be drawn: the next one and the rest."""

EMPTY: Final[Shape] = (0, 0, ())


def border(stones: int) -> int:
    """The squares beside a set of stones."""
    return (stones << 1 | stones >> 1 | stones << ROW | stones >> ROW) & FREE & ~stones


BORDER: Final = {
    square: border(square) for square in (1 << place for place in range(FREE.bit_length())) if square & FREE
}


def shape(stones: int) -> Shape:
    """The shape of a set of stones. Its potential is 25 a stone, and for every two regions that one more stone would
    join, twice the product of their sizes: what joining them would gain. Whether that square is free is not asked, so
    that the potential depends on one side's stones alone and can be remembered."""
    found = []
    rest = stones
    while rest:
        one = region(rest, rest & -rest)
        found.append((border(one), one.bit_count()))
        rest ^= one
    joins = sum(2 * size * other for (beside, size), (near, other) in combinations(found, 2) if beside & near)
    return sum(size * size for _, size in found), joins + STONE * stones.bit_count(), tuple(found)


def grown(old: Shape, stones: int, square: int) -> Shape:
    """The shape of `stones`, which are those of the shape `old` and one more on `square`."""
    points, potential, regions = old
    potential += STONE
    beside, size = BORDER[square], 1
    apart = [one for one in regions if not one[0] & square]
    if len(apart) < len(regions):
        for near, other in regions:
            if near & square:
                # All that are joined are beside this square, so each pair of them was counted.
                points -= other * other
                potential -= 2 * other * (size - 1)
                for far, third in apart:
                    if near & far:
                        potential -= 2 * other * third
                beside |= near
                size += other
        beside &= ~stones
    for far, third in apart:
        if beside & far:
            potential += 2 * size * third
    return points + size * size, potential, (*apart, (beside, size))


class Weights(NamedTuple):
    """Log-odds of winning by what a side is ahead of the other, and by being on move, for 0 … 52 stones left."""

    points: tuple[float, ...]
    potential: tuple[float, ...]
    heroes: tuple[float, ...]
    hand: tuple[float, ...]
    turn: tuple[float, ...]


@cache
def weights() -> Weights:
    """The fitted weights, data/evaluation.json."""
    return interpolated(json.loads((files(__package__) / "data" / "evaluation.json").read_text("utf-8")))


def interpolated(table: Mapping[str, Sequence[float]]) -> Weights:
    """Weights that are given at some numbers of stones left, `stones`, ascending to 52, and are linear between them."""
    places = table["stones"]

    def line(values: Sequence[float]) -> tuple[float, ...]:
        found = []
        for stones in range(STONES + 1):
            upper = next(number for number in range(1, len(places)) if stones <= places[number])
            part = (stones - places[upper - 1]) / (places[upper] - places[upper - 1])
            found.append(values[upper - 1] + max(0.0, part) * (values[upper] - values[upper - 1]))
        return tuple(found)

    return Weights(*(line(table[name]) for name in ("points", "potential", "heroes", "hand", "turn")))


def final(own: int, other: int, lead: int) -> float:
    """The value of a finished game for the side of `own`, which is `lead` points ahead (K12, K13)."""
    if lead:
        return (CERTAIN if lead > 0 else -CERTAIN) + lead / 100
    return CERTAIN * result(own, other)


class World:
    """One order of the cards: whoever draws gets the first of `order` that lies in the pile."""

    def __init__(self, order: Sequence[int], by: Weights, known: Known) -> None:
        self._order = tuple(reversed(order))
        self._known = known
        self.nodes = 0
        self._search = self._searcher(by)

    def pile(self, cards: int) -> Pile:
        """A set of cards in the order of this world."""
        found: Pile = None
        for card in self._order:
            if card & cards:
                found = (card, found)
        return found

    def reshuffled(self, hands: int) -> tuple[int, Pile]:
        """The new pile when the old one is empty (K8): all cards but those in hands, never less than 14."""
        found = self.pile(ALL_CARDS & ~hands)
        if found is None:
            raise ValueError("all cards are in hands")
        return found

    def shape(self, stones: int) -> Shape:
        """The shape of a set of stones, remembered."""
        found = self._known.get(stones)
        if found is None:
            found = self._known[stones] = shape(stones)
        return found

    def worth(self, at: Position, depth: int) -> float:
        """The value of a position, looking `depth` plies ahead; forced passes are not counted."""
        own, other = self.shape(at.own), self.shape(at.other)
        if over(at):
            return final(at.own, at.other, own[0] - other[0])
        return self._search(*at[:8], self.pile(at.pile), own, other, depth, -INFINITY, INFINITY)

    def value(self, at: Position, move: int, depth: int) -> float:
        """The value of a legal move for the side to move, looking `depth` plies ahead, the move included."""
        drawn = next(card for card in reversed(self._order) if card & stock(at)) if move == DRAW else 0
        return -self.worth(after(at, move, drawn), depth - 1)

    def _searcher(self, by: Weights) -> Callable[..., float]:
        """The recursive search. It is where the time goes, so all that doesn't change is in local names."""
        by_points, by_potential, by_heroes, by_hand, by_turn = by.points, by.potential, by.heroes, by.hand, by.turn
        board, full, step, known = FREE, HAND, STEP, self._known

        def search(
            own: int,
            other: int,
            hand: int,
            other_hand: int,
            crown: int,
            heroes: int,
            other_heroes: int,
            supply: int,
            pile: Pile,
            mine: Shape,
            theirs: Shape,
            depth: int,
            alpha: float,
            beta: float,
        ) -> float:
            """The value for the side to move; `mine` and `theirs` are the shapes of `own` and `other`."""
            self.nodes += 1
            plays = hand & (board ^ own if heroes else board ^ own ^ other) >> crown
            count, other_count = hand.bit_count(), other_hand.bit_count()
            each_point, each_potential, each_hero, each_card = (
                by_points[supply], by_potential[supply], by_heroes[supply], by_hand[supply],
            )  # fmt: skip
            stuck = not plays and count == full
            if stuck and other_count == full and not (
                other_hand & (board ^ other if other_heroes else board ^ own ^ other) >> crown
            ):  # fmt: skip
                return final(own, other, mine[0] - theirs[0])
            if not depth:
                return (
                    each_point * (mine[0] - theirs[0])
                    + each_potential * (mine[1] - theirs[1])
                    + each_hero * (heroes - other_heroes)
                    + each_card * (count - other_count)
                    + by_turn[supply]
                )
            if stuck:
                return -search(
                    other, own, other_hand, hand, crown, other_heroes, heroes, supply, pile,
                    theirs, mine, depth, -beta, -alpha,
                )  # fmt: skip
            # Each choice with what it gains by the weights: the best first makes the search short.
            choices = []
            while plays:
                card = plays & -plays
                plays ^= card
                bit = card << crown
                new = own | bit
                now = known.get(new)
                if now is None:
                    now = known[new] = grown(mine, new, bit)
                gained = each_point * (now[0] - mine[0]) + each_potential * (now[1] - mine[1]) - each_card
                if bit & other:
                    left = known.get(other ^ bit)
                    if left is None:
                        left = known[other ^ bit] = shape(other ^ bit)
                    gained += each_point * (theirs[0] - left[0]) + each_potential * (theirs[1] - left[1]) - each_hero
                    choices.append((gained, card, now, left))
                else:
                    choices.append((gained, card, now, theirs))
            best = -INFINITY
            if depth == 1:
                # The leaves, as the calls would value them: after a play the game goes on, since one can draw.
                for _, card, now, left in choices:
                    if card << crown & other:
                        value = (
                            each_point * (now[0] - left[0])
                            + each_potential * (now[1] - left[1])
                            + each_hero * (heroes - 1 - other_heroes)
                            + each_card * (count - 1 - other_count)
                            - by_turn[supply]
                        )
                    elif supply > 1:
                        value = (
                            by_points[supply - 1] * (now[0] - left[0])
                            + by_potential[supply - 1] * (now[1] - left[1])
                            + by_heroes[supply - 1] * (heroes - other_heroes)
                            + by_hand[supply - 1] * (count - 1 - other_count)
                            - by_turn[supply - 1]
                        )
                    else:
                        value = final(own | card << crown, other, now[0] - left[0])
                    if value > best:
                        best = value
                        if best >= beta:
                            return best
                choices = [(each_card, 0, mine, theirs)] if count < full else []
            else:
                if count < full:
                    choices.append((each_card, 0, mine, theirs))
                choices.sort(reverse=True)
            for _, card, now, left in choices:
                bit = card << crown
                if not card:
                    drawn, rest = pile or self.reshuffled(hand | other_hand)
                    value = -search(
                        other, own, other_hand, hand | drawn, crown, other_heroes, heroes, supply, rest,
                        theirs, mine, depth - 1, -beta, -alpha,
                    )  # fmt: skip
                elif bit & other:
                    value = -search(
                        other ^ bit, own | bit, other_hand, hand ^ card, crown + step[card], other_heroes, heroes - 1,
                        supply, pile, left, now, depth - 1, -beta, -alpha,
                    )  # fmt: skip
                elif supply > 1:
                    value = -search(
                        other, own | bit, other_hand, hand ^ card, crown + step[card], other_heroes, heroes,
                        supply - 1, pile, theirs, now, depth - 1, -beta, -alpha,
                    )  # fmt: skip
                else:
                    value = final(own | bit, other, now[0] - left[0])
                if value > best:
                    best = value
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            break
            return best

        return search
