"""The table of the Rose King: squares, cards, stones and regions, and the position made of them."""

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from rosecrown.core.game import NotationError, Seat

SIZE: Final = 9
SQUARES: Final = SIZE * SIZE
"""Squares are numbered 0 … 80, a1 = 0, b1 = 1, a2 = 9: a is west, 1 is south (K3). Sets of squares are bit masks."""
CENTRE: Final = SQUARES // 2
STONES: Final = 52
HAND: Final = 5
HEROES: Final = 4
DIRECTIONS: Final = {
    "N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1),
}  # fmt: skip
"""Steps of file and rank, clockwise from the north."""
CARDS: Final = tuple(f"{direction}{number}" for direction in DIRECTIONS for number in (1, 2, 3))
"""The 24 power cards by number: N1 = 0, N2 = 1, … NW3 = 23. Sets of them are bit masks, too."""
ALL_CARDS: Final = (1 << len(CARDS)) - 1
RED: Final[Seat] = 0
WHITE: Final[Seat] = 1
COLOURS: Final = ("red", "white")

Square: TypeAlias = int
Card: TypeAlias = int


def square_name(square: Square) -> str:
    """The name on the board, "a1" … "i9"."""
    return f"{'abcdefghi'[square % SIZE]}{square // SIZE + 1}"


def parse_square(name: str) -> Square:
    """The inverse of `square_name`. Raises NotationError."""
    if not re.fullmatch("[a-i][1-9]", name):
        raise NotationError(f"no square: {name!r}")
    return "abcdefghi".index(name[0]) + SIZE * (int(name[1]) - 1)


def _target(square: Square, card: Card) -> Square | None:
    direction, number = CARDS[card][:-1], int(CARDS[card][-1])
    east, north = DIRECTIONS[direction]
    file, rank = square % SIZE + east * number, square // SIZE + north * number
    return rank * SIZE + file if 0 <= file < SIZE and 0 <= rank < SIZE else None


TARGETS: Final = tuple(tuple(_target(square, card) for card in range(len(CARDS))) for square in range(SQUARES))
"""TARGETS[square][card]: where the crown comes to, None if that is off the board (K5)."""
NEIGHBOURS: Final = tuple(
    sum(1 << to for to in (TARGETS[square][CARDS.index(f"{direction}1")] for direction in "NESW") if to is not None)
    for square in range(SQUARES)
)
"""The squares that share a side, as a mask (K12)."""


def members(mask: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def region(stones: int, square: Square) -> int:
    """The stones connected with `square`, itself included."""
    found = todo = 1 << square
    while todo:
        low = todo & -todo
        new = NEIGHBOURS[low.bit_length() - 1] & stones & ~found
        found |= new
        todo ^= low | new
    return found


def regions(stones: int) -> list[int]:
    """The regions of one colour (K12), the largest first."""
    found = []
    while stones:
        one = region(stones, (stones & -stones).bit_length() - 1)
        found.append(one)
        stones &= ~one
    return sorted(found, key=lambda one: (-one.bit_count(), one))


@lru_cache(1024)
def points(stones: int) -> int:
    """What the stones of one colour score (K12)."""
    return sum(one.bit_count() ** 2 for one in regions(stones))


class Phase(IntEnum):
    """What is decided next: who starts, a card to be dealt, a seat's turn, the card that a seat draws."""

    STARTER = 0
    DEAL = 1
    TURN = 2
    DRAW = 3


class State(NamedTuple):
    """A position. Pairs are for Red and White; the draw pile is the set of cards that are nowhere else (K14)."""

    stones: tuple[int, int]
    crown: Square
    hands: tuple[int, int]
    heroes: tuple[int, int]
    discard: int
    turn: Seat
    """Whose turn it is; while cards are dealt, who will start."""
    phase: Phase

    @property
    def pile(self) -> int:
        """The cards in the draw pile, as a set; nobody knows their order."""
        return ALL_CARDS & ~(self.hands[0] | self.hands[1] | self.discard)

    @property
    def supply(self) -> int:
        """The stones that are left to be placed."""
        return STONES - (self.stones[0] | self.stones[1]).bit_count()


Observation: TypeAlias = State
"""Nothing is hidden from anybody who looks at the table, so an observation is the state (K14)."""


class Move(NamedTuple):
    """A decision of a seat: play `card`, play it with a hero, draw, pass; or a random event: `card` is dealt or drawn,
    seat `card` starts."""

    kind: Literal["draw", "hero", "pass", "play", "card", "starter"]
    card: Card = -1


DRAW: Final = Move("draw")
PASS: Final = Move("pass")


def pair(values: tuple[int, int], seat: Seat, value: int) -> tuple[int, int]:
    """A pair with the seat's part replaced."""
    return (value, values[1]) if seat == RED else (values[0], value)


def receiver(state: State) -> Seat:
    """Who gets the next card: the seat that draws; in the deal, both in turn, the starter first."""
    if state.phase is Phase.DRAW:
        return state.turn
    red, white = (hand.bit_count() for hand in state.hands)
    return state.turn if red == white else RED if red < white else WHITE


def playable(state: State, seat: Seat) -> Iterator[Move]:
    """The plays that `seat` could make with the crown where it is, whoever is to move (K5, K6)."""
    own, other = state.stones[seat], state.stones[1 - seat]
    for card in members(state.hands[seat]):
        to = TARGETS[state.crown][card]
        if to is None or own >> to & 1:
            continue
        if not other >> to & 1:
            yield Move("play", card)
        elif state.heroes[seat]:
            yield Move("hero", card)
