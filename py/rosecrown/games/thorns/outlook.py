"""From an observation to what the computer players look at, and from their choices back to moves."""

from typing import Final, NamedTuple

from rosecrown.games.thorns.sight import PASS, THORN, Beliefs, Sight, uniform_beliefs
from rosecrown.games.thorns.table import PASS as PASSES
from rosecrown.games.thorns.table import Card, Kind, Move, Observation, Phase, clockwise

BELIEFS: Final[Beliefs] = uniform_beliefs()
"""What a sight goes by until a table of strategies says otherwise."""


class Outlook(NamedTuple):
    """An observation by places: active seats in the order of the turn, the starter first.

    me: the own place. alive: the own thorn is not lost. thorn: its place in the own stack from the bottom, −1 if it
    isn't there. turned: cards turned over of each stack. seats: the seat of each place.
    """

    sight: Sight
    me: int
    alive: bool
    thorn: int
    turned: tuple[int, ...]
    seats: tuple[int, ...]


def outlook(seen: Observation) -> Outlook:
    """The view of the seat that observes. Raises ValueError for a spectator or a seat that is out."""
    table, viewer = seen.table, seen.viewer
    ring = (table.starter, *clockwise(table.seats, table.starter)[:-1])
    seats = tuple(seat for seat in ring if table.active(seat))
    if viewer not in seats:
        raise ValueError(f"seat {viewer} is not in the game")
    sight = Sight(
        [table.cards[seat] for seat in seats],
        [int(table.goal - table.tokens[seat] == 1) for seat in seats],
        [0 if table.traces[seat].gone else table.traces[seat].cards for seat in seats],
        BELIEFS,
        {},
    )
    sight.stack = [len(table.stacks[seat]) for seat in seats]
    sight.best = [table.bids[seat] for seat in seats]
    sight.passed = [table.passed[seat] for seat in seats]
    sight.bid, sight.total = table.bid, table.total
    sight.leader = seats.index(table.bidder) if table.bidder is not None else -1
    stack = table.stacks[viewer]
    return Outlook(
        sight,
        seats.index(viewer),
        bool(table.thorns[viewer]),
        stack.index(Card.THORN) if Card.THORN in stack else -1,
        tuple(table.up[seat] for seat in seats),
        seats,
    )


def move_for(phase: Phase, action: int, seats: tuple[int, ...]) -> Move:
    """The move for a choice (see `sight`); when turning, the action is a place."""
    match phase:
        case Phase.LAY | Phase.ADD if action < 0:
            return Move(Kind.LAY if phase is Phase.LAY else Kind.ADD, 0, Card.THORN if action == THORN else Card.ROSE)
        case Phase.TURN:
            return Move(Kind.TURN, seats[action])
        case Phase.CHOOSE:
            return Move(Kind.GIVE, 0, Card.THORN if action == THORN else Card.ROSE)
        case _:
            return PASSES if action == PASS else Move(Kind.BID, action)
