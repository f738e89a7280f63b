"""What can't be: the necessary conditions of a position, each with a name (words: `thorns.problem.<name>`).

They hold for whole states and for what a seat sees of them; a hidden card never breaks one.
"""

from collections.abc import Iterator

from rosecrown.games.thorns.table import CARDS, SEATS, Card, Phase, State

CHALLENGE = (Phase.TURN, Phase.SCORE, Phase.DRAW, Phase.CHOOSE)


def problems(state: State) -> list[str]:
    """The names of all conditions that the position breaks, each once; empty for every reachable one."""
    if len(state.cards) not in SEATS:
        return ["seats"]
    if not all(0 <= cards <= CARDS for cards in state.cards):
        return ["cards"]
    found = [*_cards(state), *_rounds(state), *_phase(state)]
    return list(dict.fromkeys(found))


def _cards(state: State) -> Iterator[str]:
    for seat, stack in enumerate(state.stacks):
        cards, thorn, trace = state.cards[seat], state.thorns[seat], state.traces[seat]
        thorns = stack.count(Card.THORN)
        # At least all but one of the cards are roses, so that only their number can be too small.
        if len(stack) > cards or not 0 <= state.up[seat] <= len(stack):
            yield "stack"
        if thorns > (thorn is not False) or stack.count(Card.ROSE) > cards - (thorn is True):
            yield "stack"
        if cards == CARDS and thorn is False or cards == 0 and thorn:
            yield "thorn"
        if not cards <= trace.cards <= CARDS or trace.cards == 0 or not 0 <= trace.round <= state.round:
            yield "trace"
        if trace.round == 0 and (trace.cards != CARDS or trace.chose):
            yield "trace"
        if trace.gone and (thorn or trace.cards == cards) or trace.cards == cards and thorn is False:
            yield "trace"
        if trace.chose and (not state.choose or trace.cards == cards):
            yield "trace"
        if cards == 0 and not trace.gone or state.up[seat] == cards and cards and not thorns and not trace.gone:
            yield "trace"


def _rounds(state: State) -> Iterator[str]:
    """T10, T13, T15: every round that is over gave one token or took one card; tokens go with their owner."""
    lost = sum(CARDS - cards for cards in state.cards)
    out = sum(cards == 0 for cards in state.cards)
    done = state.round if state.phase is Phase.OVER else state.round - 1
    given = lost + sum(state.tokens)
    if not given <= done <= given + out * (state.goal - 1):
        yield "rounds"
    most = state.goal if state.phase is Phase.OVER else state.goal - 1
    for seat, tokens in enumerate(state.tokens):
        if not 0 <= tokens <= (most if seat == state.turn else state.goal - 1) or tokens and not state.cards[seat]:
            yield "tokens"


def _phase(state: State) -> Iterator[str]:
    active = [seat for seat in range(state.seats) if state.active(seat)]
    if not active:
        yield "players"
        return
    if not state.active(state.turn) or not state.active(state.starter) and state.phase is not Phase.OVER:
        yield "turn"
    out = [seat for seat in range(state.seats) if not state.active(seat)]
    if state.phase is not Phase.OVER and any(state.bids[seat] or state.passed[seat] for seat in out):
        yield "bids"
    if state.phase is Phase.OVER:
        if len(active) > 1 and state.tokens[state.turn] < state.goal:
            yield "over"
        return
    if len(active) < 2:
        yield "players"
    bidding = state.phase is Phase.BID or state.phase in CHALLENGE
    if not bidding and (any(state.bids) or any(state.passed)):
        yield "bids"
    if state.phase not in CHALLENGE and any(state.up):
        yield "turned"
    if state.phase is Phase.START and (state.round > 1 or state.total or state.turn or state.starter):
        yield "turn"
    elif state.phase is Phase.LAY:
        yield from _laying(state, active)
    elif state.phase is not Phase.START and not all(state.stacks[seat] for seat in active):
        yield "stack"
    if state.phase is Phase.ADD:
        yield from _adding(state, active)
    if bidding:
        yield from _bidding(state, active)
    if state.phase in CHALLENGE:
        yield from _challenge(state)


def _laying(state: State, active: list[int]) -> Iterator[str]:
    """T4: from the starter on, the seats before the one to decide have laid one card, the others none."""
    order = [*range(state.starter, state.seats), *range(state.starter)]
    before = order[: order.index(state.turn)]
    if any(len(state.stacks[seat]) != (seat in before) for seat in active):
        yield "stack"


def _adding(state: State, active: list[int]) -> Iterator[str]:
    """T5: cards are added in turn, so that the seats before the one to decide have one more than the others."""
    order = [*range(state.starter, state.seats), *range(state.starter)]
    before = order[: order.index(state.turn)]
    level = len(state.stacks[state.turn])
    if any(len(state.stacks[seat]) != level + (seat in before) for seat in active):
        yield "stack"


def _bidding(state: State, active: list[int]) -> Iterator[str]:
    """T6–T8: bids differ and are possible; whoever is behind the opener has spoken; the highest has not passed."""
    made = [bid for bid in state.bids if bid]
    if not made or max(made) > state.total or min(made) < 1 or len(set(made)) < len(made):
        yield "bids"
        return
    bidder = state.bids.index(max(made))
    speaking = [seat for seat in active if not state.passed[seat]]
    if (
        state.passed[bidder]
        or state.phase is Phase.BID
        and (state.turn == bidder or state.turn not in speaking or state.bid == state.total)
    ):
        yield "bids"
    if state.phase in CHALLENGE and (state.turn != bidder or state.bid < state.total and speaking != [bidder]):
        yield "bids"


def _challenge(state: State) -> Iterator[str]:
    """T9–T11: own cards first, no more than were bid, nothing after a thorn."""
    turned, thorns = sum(state.up), sum(state.faces(seat).count(Card.THORN) for seat in range(state.seats))
    others = turned - state.up[state.turn]
    if turned > state.bid or others and state.down(state.turn) or Card.HIDDEN in _faces(state):
        yield "turned"
    owner = state.thorn_owner()
    if owner is not None and (thorns > 1 or state.faces(owner)[-1] is not Card.THORN):
        yield "turned"
    if owner == state.turn and others:
        yield "turned"
    if owner is not None and state.traces[owner] != (state.round, state.cards[owner], False, False):
        yield "trace"
    due = {
        Phase.TURN: owner is None and turned < state.bid,
        Phase.SCORE: owner is None and turned == state.bid,
        Phase.CHOOSE: owner == state.turn and state.choose and state.cards[state.turn] > 1,
        Phase.DRAW: owner is not None and not (owner == state.turn and state.choose and state.cards[state.turn] > 1),
    }
    if not due[state.phase]:
        yield "turned"


def _faces(state: State) -> list[Card]:
    return [card for seat in range(state.seats) for card in state.faces(seat)]
