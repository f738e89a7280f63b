"""The table of Roses and Thorns: cards, moves, the state, what a seat sees of it, and what can be read off either.

State and observation share one class: an observation holds a `State` in which hidden cards are `Card.HIDDEN` and
unknown thorns None. Whatever is public (sizes of stacks, the bid, who is next) is therefore read by the same
functions from both.
"""

from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from rosecrown.core.game import Seat

CARDS: Final = 4
"""T1: cards of a player at the start, one of them a thorn."""

SEATS: Final = (3, 4, 5, 6, 7, 8, 9, 10)
"""T1, T16."""


class Card(StrEnum):
    """A card as somebody sees it. The roses of a player are alike, so that no move tells more than it must (T2)."""

    ROSE = "R"
    THORN = "T"
    HIDDEN = "?"


class Phase(StrEnum):
    """What happens next."""

    START = "start"
    """Chance: the first starter (T3)."""
    LAY = "lay"
    """Every active seat lays its first card; collected seat by seat (T4)."""
    ADD = "add"
    """Add a card or open the bidding (T5)."""
    BID = "bid"
    """Raise or pass (T7)."""
    TURN = "turn"
    """The challenger turns a card over (T9)."""
    SCORE = "score"
    """The challenge succeeded; the challenger takes his token (T10). No choice."""
    DRAW = "draw"
    """Chance: the card that the challenger loses (T11)."""
    CHOOSE = "choose"
    """The challenger chooses the card that he loses (T18)."""
    OVER = "over"


class Kind(IntEnum):
    """Kinds of moves, in the order in which moves are sorted."""

    START = 0
    LAY = 1
    ADD = 2
    BID = 3
    PASS = 4
    TURN = 5
    TAKE = 6
    LOSE = 7
    GIVE = 8


class Move(NamedTuple):
    """A decision or random event.

    n: the seat of START and TURN (whose stack), the number of BID, else 0.
    card: of LAY, ADD, LOSE (drawn, T11) and GIVE (chosen, T18); HIDDEN in all others, and where it is masked.
    """

    kind: Kind
    n: int = 0
    card: Card = Card.HIDDEN


PASS: Final = Move(Kind.PASS)
TAKE: Final = Move(Kind.TAKE)


class Trace(NamedTuple):
    """What everybody knows of a seat's thorn from earlier rounds (T19), without guessing at behaviour."""

    round: int = 0
    """The round in which it was last seen face up; 0: it was seen when the cards were dealt."""
    cards: int = CARDS
    """The cards that the seat had then, the thorn among them."""
    chose: bool = False
    """Whether the seat itself chose one of the cards that it has lost since (T18)."""
    gone: bool = False
    """Whether it is certain that the seat has no thorn any more: all its cards were seen to be roses."""


class State(NamedTuple):
    """The table. Tuples have one item per seat.

    round: from 1. starter: of this round. turn: the seat to decide; the challenger from TURN on; the winner when OVER.
    cards: cards left (hand and stack). thorns: whether the thorn is one of them; None where that isn't known.
    stacks: bottom to top. up: how many of the stack are turned over, from the top.
    bids: the last bid of this round, 0 for none. passed: in this round. tokens: victory tokens.
    """

    quick: bool
    choose: bool
    phase: Phase
    round: int
    starter: Seat
    turn: Seat
    cards: tuple[int, ...]
    thorns: tuple[bool | None, ...]
    stacks: tuple[tuple[Card, ...], ...]
    up: tuple[int, ...]
    bids: tuple[int, ...]
    passed: tuple[bool, ...]
    tokens: tuple[int, ...]
    traces: tuple[Trace, ...]

    @property
    def seats(self) -> int:
        """The number of players at the start."""
        return len(self.cards)

    @property
    def bid(self) -> int:
        """The highest bid of this round, 0 for none."""
        return max(self.bids)

    @property
    def bidder(self) -> Seat | None:
        """The seat of the highest bid."""
        return self.bids.index(self.bid) if self.bid else None

    @property
    def total(self) -> int:
        """Cards on the table, in all stacks (T6)."""
        return sum(len(stack) for stack in self.stacks)

    @property
    def goal(self) -> int:
        """Victory tokens that win (T10, T17)."""
        return 1 if self.quick else 2

    def active(self, seat: Seat) -> bool:
        """Whether the seat has cards (T13)."""
        return self.cards[seat] > 0

    def after(self, seat: Seat) -> Seat:
        """The next active seat clockwise: the left neighbour (T3)."""
        return next(other for other in clockwise(self.seats, seat) if self.active(other))

    def in_hand(self, seat: Seat) -> int:
        """How many cards the seat holds in the hand: everybody can count them."""
        return self.cards[seat] - len(self.stacks[seat])

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards in the hand, roses first; of a seat that can be seen."""
        thorn = bool(self.thorns[seat]) and Card.THORN not in self.stacks[seat]
        return (Card.ROSE,) * (self.in_hand(seat) - thorn) + (Card.THORN,) * thorn

    def down(self, seat: Seat) -> int:
        """Cards of the stack that are still face down."""
        return len(self.stacks[seat]) - self.up[seat]

    def faces(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of the stack that are turned over, in the order in which that happened."""
        return self.stacks[seat][: -self.up[seat] - 1 : -1]

    def thorn_owner(self) -> Seat | None:
        """The seat whose thorn lies face up."""
        return next((seat for seat in range(self.seats) if Card.THORN in self.faces(seat)), None)

    def drawer(self) -> Seat:
        """Who draws the card that the challenger loses: the thorn's owner, or the left neighbour (T11)."""
        owner = self.thorn_owner()
        return self.after(self.turn) if owner is None or owner == self.turn else owner

    def next_starter(self) -> Seat:
        """Who starts after this challenge, were nobody eliminated by it (T12)."""
        owner = self.thorn_owner()
        return self.turn if owner is None else owner


class Observation(NamedTuple):
    """What `viewer` (None: a spectator) may know: the table with everything hidden blanked out."""

    viewer: Seat | None
    table: State


def clockwise(seats: int, seat: Seat) -> list[Seat]:
    """All seats, beginning with the one after `seat` and ending with `seat` itself."""
    return [(seat + step) % seats for step in range(1, seats + 1)]


def seen_by(state: State, viewer: Seat | None) -> Observation:
    """What `viewer` may know (T19); when the game is over, everything (T23)."""
    return Observation(viewer, state if state.phase is Phase.OVER else blanked(state, viewer))


def blanked(state: State, viewer: Seat | None) -> State:
    """The table without what is hidden from `viewer`."""
    blank = {
        seat: (Card.HIDDEN,) * state.down(seat) + stack[state.down(seat) :]
        for seat, stack in enumerate(state.stacks)
        if seat != viewer
    }
    return state._replace(
        thorns=tuple(
            state.thorns[seat] if seat == viewer else public_thorn(state, seat) for seat in range(state.seats)
        ),
        stacks=tuple(blank.get(seat, stack) for seat, stack in enumerate(state.stacks)),
    )


def public_thorn(state: State, seat: Seat) -> bool | None:
    """Whether everybody knows that the seat still has its thorn, or that it has none; else None."""
    if not state.active(seat) or state.traces[seat].gone:
        return False
    return True if Card.THORN in state.faces(seat) else None


def chance_of_thorn(table: State, seat: Seat) -> float:
    """The probability that a seat still has its thorn, from what all know and with nothing assumed about its play.

    Of the k cards that it had when the thorn was last seen, r have been turned over as roses in this round; the thorn
    is equally likely to be any of the k − r others, of which it still owns all but the ones it has lost.
    """
    known = table.thorns[seat]
    if known is not None:
        return float(known)
    shown = table.up[seat]
    return max(table.cards[seat] - shown, 0) / max(table.traces[seat].cards - shown, 1)
