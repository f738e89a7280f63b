"""The fast board of the Rose King, for search: every question about a position is a shift and a mask.

Squares lie in rows of 12 bits, nine squares and three guards that are never free, above 39 bits of margin. A power card
is one bit, too: its target as seen by a crown at 0. So with the crown at square s, whose bit is `1 << MARGIN + s`,

    hand & free >> s

is the set of cards whose target is free, all at once, and `card << s` is the bit of the target: the margin keeps the
targets below the board, the guards those beside it, from being anything but guards. K3 and K5 are nothing else.

A `Position` is always seen by the side to move. It is checked against the rules move by move (tests/rose/test_fast.py).
"""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from rosecrown.games.rose import board
from rosecrown.games.rose.board import DIRECTIONS, HAND, HEROES, SIZE, STONES, Move, Phase, State

ROW: Final = 12
MARGIN: Final = 3 * ROW + 3
FREE: Final = sum(1 << MARGIN + ROW * rank + file for rank in range(SIZE) for file in range(SIZE))
"""The 81 squares."""
CARDS: Final = tuple(
    1 << MARGIN + number * (ROW * north + east) for east, north in DIRECTIONS.values() for number in (1, 2, 3)
)
"""The bits of the cards, in the order of `board.CARDS`."""
STEP: Final = {card: card.bit_length() - 1 - MARGIN for card in CARDS}
"""What a card adds to the crown's square."""
NUMBER: Final = {card: number for number, card in enumerate(CARDS)}
ALL_CARDS: Final = sum(CARDS)
DRAW: Final = 0
"""The move "draw" among the cards that stand for playing them."""


class Position(NamedTuple):
    """A position at a decision, seen by the side to move. Stones are sets of squares, hands and pile sets of cards."""

    own: int
    other: int
    hand: int
    other_hand: int
    crown: int
    heroes: int
    other_heroes: int
    supply: int
    pile: int


def squares(mask: int) -> int:
    """A set of `board`'s squares as a set of this board's."""
    return sum((mask >> SIZE * rank & (1 << SIZE) - 1) << MARGIN + ROW * rank for rank in range(SIZE))


def cards(mask: int) -> int:
    """A set of `board`'s cards as a set of this board's."""
    return sum(CARDS[number] for number in board.members(mask))


def position(state: State) -> Position:
    """The position of a state whose turn it is. Raises ValueError while cards are dealt or drawn."""
    if state.phase is not Phase.TURN:
        raise ValueError("no seat decides here")
    seat, rival = state.turn, 1 - state.turn
    return Position(
        squares(state.stones[seat]),
        squares(state.stones[rival]),
        cards(state.hands[seat]),
        cards(state.hands[rival]),
        ROW * (state.crown // SIZE) + state.crown % SIZE,
        state.heroes[seat],
        state.heroes[rival],
        state.supply,
        cards(state.pile),
    )


def plays(at: Position) -> int:
    """The cards that the side to move can play, with a hero (K6) or without (K5)."""
    free = FREE ^ at.own if at.heroes else FREE ^ at.own ^ at.other
    return at.hand & free >> at.crown


def moves(at: Position) -> list[int]:
    """Playable cards in ascending order of their bits, then DRAW; empty if the side to move must pass (K4, K8, K10)."""
    found = list(members(plays(at)))
    if at.hand.bit_count() < HAND:
        found.append(DRAW)
    return found


def members(mask: int) -> Iterator[int]:
    """The bits of a set, ascending."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def as_move(at: Position, move: int) -> Move:
    """A move of the rules."""
    if move == DRAW:
        return board.DRAW
    return Move("hero" if move << at.crown & at.other else "play", NUMBER[move])


def stock(at: Position) -> int:
    """The cards from which the next one is drawn: the pile, or the discard pile where that is empty (K8)."""
    return at.pile or ALL_CARDS & ~(at.hand | at.other_hand)


def after(at: Position, move: int, drawn: int = 0) -> Position:
    """The position for the other side after a legal move; `drawn` is the card that DRAW brings."""
    own, other, hand, other_hand, crown, heroes, other_heroes, supply, pile = at
    if move == DRAW:
        pile = stock(at) & ~drawn
        return Position(other, own, other_hand, hand | drawn, crown, other_heroes, heroes, supply, pile)
    bit = move << crown
    if bit & other:
        other ^= bit
        heroes -= 1
    else:
        supply -= 1
    return Position(other, own | bit, other_hand, hand ^ move, crown + STEP[move], other_heroes, heroes, supply, pile)


def passed(at: Position) -> Position:
    """The position for the other side after a pass (K10)."""
    own, other, hand, other_hand, crown, heroes, other_heroes, supply, pile = at
    return Position(other, own, other_hand, hand, crown, other_heroes, heroes, supply, pile)


def stuck(at: Position) -> bool:
    """Whether the side to move can do nothing (K8)."""
    return at.hand.bit_count() >= HAND and not plays(at)


def over(at: Position) -> bool:
    """K11: the last stone is placed, or neither can act."""
    return not at.supply or (stuck(at) and stuck(passed(at)))


def region(stones: int, seed: int) -> int:
    """The stones of a set that are connected with those of `seed`."""
    while (grown := (seed | seed << 1 | seed >> 1 | seed << ROW | seed >> ROW) & stones) != seed:
        seed = grown
    return seed


def sizes(stones: int) -> Iterator[int]:
    """The sizes of the regions (K12)."""
    while stones:
        one = region(stones, stones & -stones)
        yield one.bit_count()
        stones ^= one


def points(stones: int) -> int:
    """What the stones of one side score (K12)."""
    lonely = stones & ~(stones << 1 | stones >> 1 | stones << ROW | stones >> ROW)
    return lonely.bit_count() + sum(size * size for size in sizes(stones ^ lonely))


def gain(stones: int, bit: int) -> int:
    """What one more stone adds to the points of `stones`: the new region's square less those of the joined ones."""
    new = region(stones | bit, bit)
    total = new.bit_count() ** 2
    rest = new ^ bit
    while rest:
        part = region(rest, rest & -rest)
        total -= part.bit_count() ** 2
        rest ^= part
    return total


def result(own: int, other: int) -> int:
    """1, 0 or −1 for the side of `own` at the end: points, largest region, stones (K12, K13)."""
    mine, theirs = points(own), points(other)
    if mine == theirs:
        mine, theirs = max(sizes(own), default=0), max(sizes(other), default=0)
    if mine == theirs:
        mine, theirs = own.bit_count(), other.bit_count()
    return (mine > theirs) - (mine < theirs)


def deal(rng: Random) -> Position:
    """A beginning (K2)."""
    deck = list(CARDS)
    rng.shuffle(deck)
    hand, other = sum(deck[:HAND]), sum(deck[HAND : 2 * HAND])
    centre = ROW * (SIZE // 2) + SIZE // 2
    return Position(0, 0, hand, other, centre, HEROES, HEROES, STONES, ALL_CARDS & ~(hand | other))


def playout(at: Position, rng: Random) -> tuple[int, int]:
    """A random game from a decision to its end, every legal move equally likely: the number of plies (plays, draws,
    passes), and its result for the side to move in `at`."""
    own, other, hand, other_hand, crown, heroes, other_heroes, supply, pile = at
    random, step, hand_size = rng.random, STEP, HAND
    free = FREE ^ own ^ other
    count, other_count = hand.bit_count(), other_hand.bit_count()
    left = list(members(pile))
    plies = 0
    while supply:
        choices = hand & (free | other if heroes else free) >> crown
        number = choices.bit_count()
        if count < hand_size and (chosen := int(random() * (number + 1))) == number:
            if not left:
                left = list(members(ALL_CARDS & ~(hand | other_hand)))
            hand |= left.pop(int(random() * len(left)))
            count += 1
        elif number:
            if count == hand_size:
                chosen = int(random() * number)
            while chosen:
                choices &= choices - 1
                chosen -= 1
            card = choices & -choices
            hand ^= card
            count -= 1
            bit = card << crown
            crown += step[card]
            own |= bit
            if bit & other:
                other ^= bit
                heroes -= 1
            else:
                free ^= bit
                supply -= 1
        elif other_count == hand_size and not other_hand & (free | own if other_heroes else free) >> crown:
            break
        plies += 1
        own, other, hand, other_hand = other, own, other_hand, hand
        heroes, other_heroes, count, other_count = other_heroes, heroes, other_count, count
    # The sides have changed places with every ply.
    return plies, result(other, own) if plies % 2 else result(own, other)
