"""Which positions can't have come about: necessary conditions, by name."""

from collections.abc import Iterator, Sequence

from rosecrown.games.rose.board import CENTRE, HAND, HEROES, STONES, Phase, State


def problems(state: State) -> Sequence[str]:
    """The conditions that a position breaks; words: `rose.problem.<name>`."""
    return list(dict.fromkeys([*_counts(state), *_beginning(state), *_history(state)]))


def _counts(state: State) -> Iterator[str]:
    """What must be true of any table, however it came about."""
    red, white = state.stones
    if red & white:
        yield "overlap"
    if (red | white).bit_count() > STONES:
        yield "stones"
    if red | white and not (red | white) >> state.crown & 1:
        yield "crown"
    places = (*state.hands, state.discard)
    if sum(place.bit_count() for place in places) != (places[0] | places[1] | places[2]).bit_count():
        yield "cards"
    if any(hand.bit_count() > HAND for hand in state.hands):
        yield "hand"
    if not all(0 <= heroes <= HEROES for heroes in state.heroes):
        yield "heroes"
    if state.phase is Phase.DRAW:
        if state.hands[state.turn].bit_count() >= HAND:
            yield "hand"
        # Play ends with the last stone; and a pile that is asked for a card has one, by then (K8).
        if (red | white).bit_count() == STONES:
            yield "over"
        if not state.pile:
            yield "discard"


def _beginning(state: State) -> Iterator[str]:
    """Before the first play (K2): nobody can pass or draw, as five cards lead from the centre to empty squares."""
    if state.stones != (0, 0):
        if state.phase in (Phase.STARTER, Phase.DEAL):
            yield "deal"
        return
    if state.crown != CENTRE:
        yield "crown"
    if state.heroes != (HEROES, HEROES):
        yield "flips"
    if state.discard:
        yield "discard"
    red, white = (hand.bit_count() for hand in state.hands)
    dealt = {
        Phase.STARTER: red == white == 0,
        Phase.DEAL: red + white < 2 * HAND and (red, white)[state.turn] - (red, white)[1 - state.turn] in (0, 1),
        Phase.TURN: red == white == HAND,
        Phase.DRAW: False,
    }
    if not dealt[state.phase]:
        yield "deal"


def _history(state: State) -> Iterator[str]:
    """What the stones, the heroes and the cards tell about the plays and draws before."""
    if state.stones == (0, 0):
        return
    stones = [side.bit_count() for side in state.stones]
    hands = [hand.bit_count() for hand in state.hands]
    flips = [HEROES - heroes for heroes in state.heroes]
    # A flip needs a stone that isn't under the crown, so a second one. And every stone that was turned over and
    # wasn't turned back is still there.
    if any(flips) and sum(stones) < 2 or any(stones[seat] < flips[seat] - flips[1 - seat] for seat in (0, 1)):
        yield "flips"
    # A seat's stones on the board, and those that were taken from it by flips, were won by one play each (its own
    # flips are plays, too), and every play took a card from its hand, which had 5 and got one by every draw.
    drawn = [hands[seat] + stones[seat] + flips[1 - seat] - HAND for seat in (0, 1)]
    if min(drawn) < 0:
        yield "draws"
        return
    plays = sum(stones) + sum(flips)
    draws = sum(drawn) + (state.phase is Phase.DRAW)
    discarded = state.discard.bit_count()
    # 14 cards are in the draw pile at first. The fifteenth draw is the first that shuffles the discard pile into a new
    # one; until then all cards that were played lie there. As the drawer and the other hold 9 at most, at least 15 did.
    if discarded != plays if draws <= 14 else discarded > plays - 15:
        yield "discard"
