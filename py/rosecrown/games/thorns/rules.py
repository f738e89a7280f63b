"""Roses and Thorns (Rosen und Dornen), bluffing and bidding for 3 to 10 players, after the manner of Skull.

Everybody has three roses and one thorn. Each round all lay a card face down; then, in turn, one adds a card to the
own stack or opens the bidding: how many cards can I turn over without meeting a thorn? The others raise or pass. The
highest bidder turns over his own stack first, from the top, then cards of others. Only roses: a victory token, and
the second one wins. A thorn: he loses one of his cards for good. Who has none left is out; the last one with cards
wins.

The rulings are numbered as in the tests (T1 … T23); the source is the published German rules of the game.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from rosecrown.core.game import (
    CHANCE,
    NOBODY,
    Entry,
    Event,
    GameInfo,
    IllegalMoveError,
    Option,
    Options,
    Outcome,
    PositionError,
    Seat,
    Step,
    Text,
    event,
    full_options,
)
from rosecrown.games.thorns import text as texts
from rosecrown.games.thorns.problems import problems
from rosecrown.games.thorns.table import (
    CARDS,
    PASS,
    SEATS,
    TAKE,
    Card,
    Kind,
    Move,
    Observation,
    Phase,
    State,
    Trace,
    chance_of_thorn,
    clockwise,
    seen_by,
)

__all__ = ["GAME", "Card", "Kind", "Move", "Observation", "Phase", "State", "Thorns", "legal", "needs_hand", "reveal"]

T = TypeVar("T")
LAST_ROUND = 5 * max(SEATS) - 1


def put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The row with another value for one seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def legal(table: State) -> tuple[Move, ...]:
    """The moves of the seat that decides, sorted; of a state, or of what that seat sees of it."""
    seat = table.turn
    match table.phase:
        case Phase.LAY:
            return tuple(Move(Kind.LAY, 0, card) for card in _different(table.hand(seat)))
        case Phase.ADD:
            adds = tuple(Move(Kind.ADD, 0, card) for card in _different(table.hand(seat)))
            return adds + tuple(Move(Kind.BID, n) for n in range(1, table.total + 1))
        case Phase.BID:
            return (*(Move(Kind.BID, n) for n in range(table.bid + 1, table.total + 1)), PASS)
        case Phase.TURN:
            if table.down(seat):
                return (Move(Kind.TURN, seat),)
            return tuple(Move(Kind.TURN, other) for other in range(table.seats) if table.down(other))
        case Phase.SCORE:
            return (TAKE,)
        case Phase.CHOOSE:
            return (Move(Kind.GIVE, 0, Card.ROSE), Move(Kind.GIVE, 0, Card.THORN))
        case _:
            return ()


def _different(cards: Sequence[Card]) -> Sequence[Card]:
    return sorted(set(cards))


def needs_hand(seen: Observation) -> bool:
    """Whether the decision that is due can only be made by somebody who sees the hidden cards of the seat to move:
    the first card, adding, choosing a loss; not bids and passes (T21)."""
    table = seen.table
    return table.phase in (Phase.LAY, Phase.CHOOSE) or (table.phase is Phase.ADD and table.in_hand(table.turn) > 0)


def reveal(state: State, viewer: Seat | None = None) -> Observation:
    """Everything, for looking back once the game is over (T23)."""
    return Observation(viewer, state)


class Thorns:
    """The rules as functions of `State`; see `core.game.Game`."""

    info = GameInfo(
        id="thorns",
        rules=1,
        seats=SEATS,
        entries=(Entry("thorns", seats=4),),
        options=(Option("quick", ("off", "on"), "off"), Option("loss", ("drawn", "chosen"), "drawn")),
        secrets=True,
        undo="none",
        # T15: rounds; in each at most 4 cards laid, 4 bids, one pass and 4 cards turned a seat, and the result.
        max_plies=1 + LAST_ROUND * (13 * max(SEATS) + 1),
    )

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return tuple((seat,) for seat in range(seats))

    def start(self, seats: int, options: Options) -> State:
        if seats not in SEATS:
            raise PositionError([f"{seats} players"])
        chosen = full_options(self.info, options)
        return State(
            quick=chosen["quick"] == "on",
            choose=chosen["loss"] == "chosen",
            phase=Phase.START,
            round=1,
            starter=0,
            turn=0,
            cards=(CARDS,) * seats,
            thorns=(True,) * seats,
            stacks=((),) * seats,
            up=(0,) * seats,
            bids=(0,) * seats,
            passed=(False,) * seats,
            tokens=(0,) * seats,
            traces=(Trace(),) * seats,
        )

    def seats(self, state: State) -> int:
        return state.seats

    def options(self, state: State) -> dict[str, str]:
        return {"quick": "on" if state.quick else "off", "loss": "chosen" if state.choose else "drawn"}

    def to_move(self, state: State) -> Seat:
        if state.phase in (Phase.START, Phase.DRAW):
            return CHANCE
        return NOBODY if state.phase is Phase.OVER else state.turn

    def legal_moves(self, state: State) -> Sequence[Move]:
        return legal(state)

    def automatic(self, state: State) -> Move | None:
        """Turning one's own stack, the last stack that is left, and taking a token are no decisions. Laying the
        only card is made to look like one (T4)."""
        if state.phase not in (Phase.TURN, Phase.SCORE):
            return None
        moves = legal(state)
        return moves[0] if len(moves) == 1 else None

    def chances(self, state: State) -> Sequence[tuple[Move, float]]:
        if state.phase is Phase.START:
            return tuple((Move(Kind.START, seat), 1 / state.seats) for seat in range(state.seats))
        if state.phase is not Phase.DRAW:
            return ()
        cards, thorn = state.cards[state.turn], int(bool(state.thorns[state.turn]))
        weights = ((Card.ROSE, cards - thorn), (Card.THORN, thorn))
        return tuple((Move(Kind.LOSE, 0, card), number / cards) for card, number in weights if number)

    def apply(self, state: State, move: Move) -> State:
        allowed = legal(state) or tuple(outcome for outcome, _ in self.chances(state))
        if move not in allowed:
            raise IllegalMoveError(f"{texts.move_text(move)} is not possible in {texts.state_text(state)}")
        match move.kind:
            case Kind.START:
                return state._replace(phase=Phase.LAY, starter=move.n, turn=move.n)
            case Kind.LAY | Kind.ADD:
                return _laid(state, move.card)
            case Kind.BID:
                return _asked(state._replace(bids=put(state.bids, state.turn, move.n), phase=Phase.BID))
            case Kind.PASS:
                return _asked(state._replace(passed=put(state.passed, state.turn, True)))
            case Kind.TURN:
                return _turned(state, move.n)
            case Kind.TAKE:
                return _scored(state)
            case _:
                return _lost(state, move.card, chose=move.kind is Kind.GIVE)

    def events(self, state: State, move: Move, viewer: Seat | None) -> Sequence[Event]:
        """What everybody sees: no event tells a face that isn't on the table, not even to the seat that knows it,
        because the log stays on the screen when the hand is put away (T20, T21)."""
        seat = state.turn
        match move.kind:
            case Kind.START:
                return (event("round", seat=move.n, n=1),)
            case Kind.LAY:
                waiting = sum(state.active(other) and not state.stacks[other] for other in range(state.seats)) - 1
                laid = event("lays", seat=seat, waiting=waiting)
                return (laid,) if waiting else (laid, event("all-laid", n=sum(map(bool, state.cards))))
            case Kind.ADD:
                return (event("adds", seat=seat, n=len(state.stacks[seat]) + 1, total=state.total + 1),)
            case Kind.BID:
                bids = event("raises" if state.bid else "opens", seat=seat, n=move.n, total=state.total)
                return (bids, *_challenge(self.apply(state, move)))
            case Kind.PASS:
                return (event("passes", seat=seat, n=state.bid), *_challenge(self.apply(state, move)))
            case Kind.TURN:
                return _turning(state, move.n)
            case Kind.TAKE:
                tokens = state.tokens[seat] + 1
                scores = event("scores", seat=seat, tokens=tokens, goal=state.goal, n=state.bid)
                return (scores, *_what_next(self.apply(state, move)))
            case _:
                left = state.cards[seat] - 1
                who = "own" if move.kind is Kind.GIVE else "other"
                loses = event("loses", seat=seat, drawer=state.drawer(), n=left, choice=who)
                out = (event("out", seat=seat),) if left == 0 else ()
                return (loses, *out, *_what_next(self.apply(state, move)))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        by_tokens = state.tokens[state.turn] >= state.goal
        steps = (
            Step("tokens", state.tokens, "decides" if by_tokens else "level"),
            Step("cards", state.cards, "unused" if by_tokens else "decides"),
        )
        reason = ("quick" if state.quick else "tokens") if by_tokens else "last"
        return Outcome((state.turn,), state.tokens, steps, reason)

    def observe(self, state: State, viewer: Seat | None) -> Observation:
        return seen_by(state, viewer)

    def recall(self, then: State, now: State, viewer: Seat | None) -> Observation:
        return reveal(then, viewer) if now.phase is Phase.OVER else seen_by(then, viewer)

    def mask(self, state: State, move: Move, viewer: Seat | None) -> Move:
        return move if viewer == state.turn else move._replace(card=Card.HIDDEN)

    def determinize(self, seen: Observation, rng: Random) -> State:
        """Each unknown thorn is there with `chance_of_thorn`, and in any of the places that aren't open alike."""
        thorns: list[bool | None] = list(seen.table.thorns)
        stacks = list(seen.table.stacks)
        for seat in range(seen.table.seats):
            thorns[seat] = rng.random() < chance_of_thorn(seen.table, seat)
            place = rng.randrange(max(seen.table.cards[seat] - seen.table.up[seat], 1))
            if not thorns[seat] or Card.THORN in stacks[seat]:
                place = -1
            stacks[seat] = tuple(
                card if card is not Card.HIDDEN else Card.THORN if number == place else Card.ROSE
                for number, card in enumerate(stacks[seat])
            )
        return seen.table._replace(thorns=tuple(thorns), stacks=tuple(stacks))

    def move_text(self, move: Move) -> str:
        return texts.move_text(move)

    def parse_move(self, text: str) -> Move:
        return texts.parse_move(text)

    def state_text(self, state: State) -> str:
        return texts.state_text(state)

    def parse_state(self, text: str) -> State:
        return texts.parse_state(text)

    def observation_text(self, seen: Observation) -> str:
        return texts.observation_text(seen)

    def parse_observation(self, text: str) -> Observation:
        return texts.parse_observation(text)

    def problems(self, state: State) -> Sequence[str]:
        return problems(state)

    def describe(self, seen: Observation, happened: Event) -> Text:
        return texts.describe(happened)


def _laid(state: State, card: Card) -> State:
    """A card is laid on the own stack. In the first phase nobody goes on before all have laid (T4)."""
    seat = state.turn
    after = state._replace(stacks=put(state.stacks, seat, (*state.stacks[seat], card)), turn=state.after(seat))
    if state.phase is Phase.LAY and after.stacks[after.turn]:
        return after._replace(phase=Phase.ADD, turn=state.starter)
    return after


def _asked(state: State) -> State:
    """After a bid or pass: the next who may still raise, or the challenge (T7, T8)."""
    if state.bid < state.total:
        for seat in clockwise(state.seats, state.turn):
            if state.active(seat) and not state.passed[seat] and state.bids[seat] < state.bid:
                return state._replace(turn=seat)
    bidder = state.bids.index(state.bid)
    return state._replace(phase=Phase.TURN, turn=bidder)


def _turned(state: State, owner: Seat) -> State:
    """The topmost face-down card of a stack is turned over (T9–T11)."""
    after = state._replace(up=put(state.up, owner, state.up[owner] + 1))
    cards, trace = state.cards[owner], state.traces[owner]
    if after.faces(owner)[-1] is Card.THORN:
        chooses = state.choose and owner == state.turn and cards > 1
        trace = Trace(state.round, cards)
        phase = Phase.CHOOSE if chooses else Phase.DRAW
        return after._replace(phase=phase, traces=put(state.traces, owner, trace))
    if after.up[owner] == cards:
        after = after._replace(traces=put(state.traces, owner, trace._replace(gone=True)))
    return after._replace(phase=Phase.SCORE) if sum(after.up) == state.bid else after


def _scored(state: State) -> State:
    seat = state.turn
    after = state._replace(tokens=put(state.tokens, seat, state.tokens[seat] + 1))
    return after._replace(phase=Phase.OVER) if after.tokens[seat] >= state.goal else _round(after, seat)


def _lost(state: State, card: Card, chose: bool) -> State:
    """The challenger loses a card (T11, T18); with the last one he is out, and so is his token (T13)."""
    loser, left = state.turn, state.cards[state.turn] - 1
    trace = state.traces[loser]
    after = state._replace(
        cards=put(state.cards, loser, left),
        thorns=put(state.thorns, loser, bool(state.thorns[loser]) and card is not Card.THORN),
        traces=put(state.traces, loser, trace._replace(chose=trace.chose or chose, gone=trace.gone or left == 0)),
    )
    if left:
        return _round(after, state.next_starter())
    after = after._replace(
        tokens=put(state.tokens, loser, 0),
        stacks=put(state.stacks, loser, ()),
        up=put(state.up, loser, 0),
        bids=put(state.bids, loser, 0),
    )
    starter = state.next_starter() if state.next_starter() != loser else state.after(loser)
    if sum(map(bool, after.cards)) == 1:
        return after._replace(phase=Phase.OVER, turn=starter)
    return _round(after, starter)


def _round(state: State, starter: Seat) -> State:
    """All take their cards back, and the next round begins (T12)."""
    seats = state.seats
    return state._replace(
        phase=Phase.LAY,
        round=state.round + 1,
        starter=starter,
        turn=starter,
        stacks=((),) * seats,
        up=(0,) * seats,
        bids=(0,) * seats,
        passed=(False,) * seats,
    )


def _challenge(after: State) -> tuple[Event, ...]:
    """What a bid or pass also does when it ends the bidding."""
    if after.phase is not Phase.TURN:
        return ()
    return (event("challenge", seat=after.turn, n=after.bid, total=after.total),)


def _turning(state: State, owner: Seat) -> tuple[Event, ...]:
    """n: cards turned in this challenge, this one included; of: how many he bid; place: 1 for the top of the stack."""
    card = state.stacks[owner][state.down(owner) - 1]
    face = "thorn" if card is Card.THORN else "rose"
    done, place = sum(state.up) + 1, state.up[owner] + 1
    return (event("turns", seat=state.turn, owner=owner, card=face, n=done, of=state.bid, place=place),)


def _what_next(after: State) -> tuple[Event, ...]:
    """How a challenge leaves the table."""
    if after.phase is Phase.OVER:
        return (event("wins", seat=after.turn),)
    return (event("round", seat=after.starter, n=after.round),)


GAME = Thorns()
