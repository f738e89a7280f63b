"""The values of the game: cards, states and moves. Provinces, cards, factions and seats are small integers.

Factions: 0 yellow, 1 red, 2 blue (green on the map of Saba); 3 stands for the outsiders (British, Italians).
"""

from typing import Final, NamedTuple, TypeAlias

Count: TypeAlias = tuple[int, int, int]
"""Followers by faction."""

FACTIONS: Final = (0, 1, 2)
OUTSIDERS: Final = 3
"""Control marker of the British or the Italians."""

EMPTY: Final[Count] = (0, 0, 0)

MAHARACHA, KHON_THAI, ONE_ONE, TWO_ONE = 0, 1, 2, 3
FACTION_CARD: Final = 4
"""The card of faction f is FACTION_CARD + f."""

DECK: Final = (0, 1, 1, 2, 3, 4, 5, 6)
"""The hand that everybody begins with (S2)."""

HELP_PAIRS: Final[tuple[tuple[int, int], ...]] = ((0, 1), (1, 2), (0, 2))
"""The two followers of help cards 1, 2 and 3 (S3)."""

HELP, DRAW, TILE, CARD, EFFECT, TAKE, OVER = 0, 1, 2, 3, 4, 5, 6
"""Phases: three kinds of chance nodes, the three steps of a turn, and the end."""

Swap: TypeAlias = tuple[int, ...]
"""What a swap card changed: (card, a, b, dy, dr, db) with a < b; province a gained (dy, dr, db), b lost as much.
Empty when the last card was no swap card or changed nothing."""


TOLD: Final = -1
"""`State.memory` of a state that is told openly, however it was played."""


class State(NamedTuple):
    """A position, or a stage of the set-up. Everything in it is public."""

    map: str
    """Id of the map."""
    memory: int
    """1 if hands and piles were chosen to be shown only as far as players could see them at a table (S10), else 0;
    TOLD in what is recalled of a state for the log."""
    phase: int
    """HELP, DRAW, TILE, CARD, EFFECT, TAKE or OVER."""
    seat: int
    """Who is to decide; while help cards are dealt, who gets the next one; otherwise 0 during set-up."""
    provinces: tuple[Count, ...]
    """Followers in each province."""
    pool: Count
    order: tuple[int, ...]
    """Provinces by space of their tile: the order of the power struggles (S5)."""
    taken: tuple[int, ...]
    """Who took the provinces order[0], order[1], … (faction or OUTSIDERS)."""
    kings: int
    """Bit p is set when the tile of province p has a King marker (S12)."""
    courts: tuple[Count, ...]
    """The followers that each seat has taken."""
    hands: tuple[tuple[int, ...], ...]
    """Cards of each seat, sorted."""
    tops: tuple[int, ...]
    """The top card of each seat's pile, −1 where none was played."""
    plays: tuple[int, ...]
    """Seats by their latest card, earliest first; who never played is missing (S21, S22)."""
    passes: int
    """Passes in a row."""
    card: int
    """The card that is being carried out (EFFECT, TAKE), else −1."""
    swap: Swap
    """What the second of two equal swap cards must not reverse (S16)."""
    help: tuple[int, ...]
    """Numbers of the help cards dealt so far; empty again when play begins."""

    @property
    def seats(self) -> int:
        return len(self.courts)

    @property
    def from_memory(self) -> bool:
        """Whether it is played from memory (S10): chosen, or because teams always do (S23)."""
        return self.memory != TOLD and (bool(self.memory) or self.seats == 4)

    @property
    def open(self) -> tuple[int, ...]:
        """The provinces without a takeover, in the order of their tiles."""
        return self.order[len(self.taken) :]

    @property
    def contested(self) -> int:
        """The province whose takeover is next. Raises IndexError when there is none."""
        return self.order[len(self.taken)]

    def holder(self, province: int) -> int:
        """Who controls the province: a faction, OUTSIDERS, or −1 before its takeover."""
        place = self.order.index(province) if province in self.order else len(self.taken)
        return self.taken[place] if place < len(self.taken) else -1

    @property
    def cards_left(self) -> int:
        """Cards in all hands."""
        return sum(map(len, self.hands))


class Move(NamedTuple):
    """One decision or random event. `kind` and its `args`:

    help (card,) · draw (faction,) · tile (province,): the set-up's random events
    pass () · card (card,): the first step of a turn
    tiles (a, b, marked) with a < b: Maharacha
    put (faction, province, faction, province, …) sorted: Khon Thai and the factions' cards
    trade (a, x, b, y) with a < b, or (a, x, x', b, y) with x <= x': followers x (and x') of province a for y of b
    none (): the card has no effect
    take (province, faction) · nothing (): the last step of a turn
    """

    kind: str
    args: tuple[int, ...] = ()


PASS: Final = Move("pass")
NONE: Final = Move("none")
NOTHING: Final = Move("nothing")


def control(followers: Count) -> int:
    """Who controls a province with these followers: the strictly largest faction, else OUTSIDERS (S18)."""
    y, r, b = followers
    if y > r and y > b:
        return 0
    if r > y and r > b:
        return 1
    if b > y and b > r:
        return 2
    return OUTSIDERS


def add(followers: Count, faction: int, number: int = 1) -> Count:
    """`followers` with `number` more (or fewer) of a faction."""
    changed = list(followers)
    changed[faction] += number
    return (changed[0], changed[1], changed[2])


def change(provinces: tuple[Count, ...], province: int, faction: int, number: int = 1) -> tuple[Count, ...]:
    """`provinces` with `number` more (or fewer) followers of a faction in one of them."""
    return (*provinces[:province], add(provinces[province], faction, number), *provinces[province + 1 :])
