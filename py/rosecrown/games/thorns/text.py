"""Roses and Thorns in ASCII, and what its events are called.

Moves: "lay:R", "add:T", "bid:4", "pass", "turn:2" (the top of that seat's stack), "take" (the victory token),
"give:R" (a chosen loss); random events: ":2" the starter, ":R" the card that is drawn. A hidden card is "?". A state
is one line:

    bid 3 0 2 base drawn 4T,0,3,-,rr,0/4 4T,0,-,p,t,2/4 3-,1,-,-,rR,0/4!

phase, round, starter, seat to decide, "base" or "quick", "drawn" or "chosen", then for every seat: cards left with T
(thorn among them), - (not) or ? (not known); tokens; last bid or -; p (passed) or -; stack from bottom to top, cards
that are face up in capitals, or -; round and number of cards when the thorn was last seen, with "c" if it chose a
loss since then and "!" if its thorn is known to be gone. An observation has the viewer's seat, or "-", before it.
"""

import re
from typing import Final

from rosecrown.core.game import Event, NotationError, PositionError, Seat, Text, Value, seat_text, text
from rosecrown.games.thorns.problems import problems
from rosecrown.games.thorns.table import SEATS, Card, Kind, Move, Observation, Phase, State, Trace

WITH_CARD: Final = {Kind.LAY: "lay:", Kind.ADD: "add:", Kind.LOSE: ":", Kind.GIVE: "give:"}
WITH_NUMBER: Final = {Kind.START: ":", Kind.BID: "bid:", Kind.TURN: "turn:"}
PLAIN: Final = {Kind.PASS: "pass", Kind.TAKE: "take"}
KNOWN: Final = {True: "T", False: "-", None: "?"}
MOVE: Final = re.compile(r"(lay:|add:|give:|:)([RT?])|(bid:|turn:|:)(0|[1-9][0-9]?)", re.ASCII)
HEAD: Final = re.compile(
    rf"({'|'.join(Phase)}) ([0-9]{{1,2}}) ([0-9]) ([0-9]) (base|quick) (drawn|chosen) (\S.*)", re.ASCII
)
SEAT: Final = re.compile(
    r"([0-4])([T?-]),([0-2]),(-|[0-9]{1,2}),([p-]),(-|[rt?]{0,4}[RT]{0,4}),([0-9]{1,2})/([0-4])(c?)(!?)", re.ASCII
)


def move_text(move: Move) -> str:
    """The move in notation."""
    if move.kind in WITH_CARD:
        return f"{WITH_CARD[move.kind]}{move.card}"
    return PLAIN.get(move.kind) or f"{WITH_NUMBER[move.kind]}{move.n}"


def parse_move(source: str) -> Move:
    """The inverse of `move_text`. Raises NotationError."""
    for kind, word in PLAIN.items():
        if source == word:
            return Move(kind)
    found = MOVE.fullmatch(source)
    if found is None:
        raise NotationError(f"no move of Roses and Thorns: {source!r}")
    with_card, card, with_number, number = found.groups()
    if with_card:
        return Move(next(kind for kind, word in WITH_CARD.items() if word == with_card), 0, Card(card))
    return Move(next(kind for kind, word in WITH_NUMBER.items() if word == with_number), int(number))


def state_text(state: State) -> str:
    """The state, or the table that a seat sees, in one line."""
    head = f"{state.phase} {state.round} {state.starter} {state.turn} {'quick' if state.quick else 'base'}"
    seats = " ".join(_seat_text(state, seat) for seat in range(state.seats))
    return f"{head} {'chosen' if state.choose else 'drawn'} {seats}"


def _seat_text(state: State, seat: Seat) -> str:
    down, trace = state.down(seat), state.traces[seat]
    stack = "".join(state.stacks[seat])
    return ",".join(
        (
            f"{state.cards[seat]}{KNOWN[state.thorns[seat]]}",
            str(state.tokens[seat]),
            str(state.bids[seat] or "-"),
            "p" if state.passed[seat] else "-",
            stack[:down].lower() + stack[down:] or "-",
            f"{trace.round}/{trace.cards}{'c' * trace.chose}{'!' * trace.gone}",
        )
    )


def parse_table(source: str) -> State:
    """A table, hidden cards allowed. Raises NotationError only."""
    head = HEAD.fullmatch(source)
    found = [SEAT.fullmatch(part) for part in head[7].split(" ")] if head else []
    parts = [part.groups() for part in found if part]
    if head is None or len(parts) != len(found) or len(parts) not in SEATS:
        raise NotationError(f"no position of Roses and Thorns: {source!r}")
    if max(int(head[3]), int(head[4])) >= len(parts):
        raise NotationError(f"no such seat: {source!r}")
    stacks = [part[5].replace("-", "") for part in parts]
    return State(
        quick=head[5] == "quick",
        choose=head[6] == "chosen",
        phase=Phase(head[1]),
        round=int(head[2]),
        starter=int(head[3]),
        turn=int(head[4]),
        cards=tuple(int(part[0]) for part in parts),
        thorns=tuple({"T": True, "-": False}.get(part[1]) for part in parts),
        stacks=tuple(tuple(Card(card) for card in stack.upper()) for stack in stacks),
        up=tuple(sum(card.isupper() for card in stack) for stack in stacks),
        bids=tuple(0 if part[3] == "-" else int(part[3]) for part in parts),
        passed=tuple(part[4] == "p" for part in parts),
        tokens=tuple(int(part[2]) for part in parts),
        traces=tuple(Trace(int(part[6]), int(part[7]), bool(part[8]), bool(part[9])) for part in parts),
    )


def parse_state(source: str) -> State:
    """The inverse of `state_text`. Raises NotationError, PositionError."""
    state = parse_table(source)
    if None in state.thorns or any(Card.HIDDEN in stack for stack in state.stacks):
        raise NotationError(f"hidden cards in a whole position: {source!r}")
    if found := problems(state):
        raise PositionError(found)
    return state


def observation_text(seen: Observation) -> str:
    """The observation in one line."""
    return f"{'-' if seen.viewer is None else seen.viewer} {state_text(seen.table)}"


def parse_observation(source: str) -> Observation:
    """The inverse of `observation_text`. Raises NotationError, PositionError."""
    viewer, _, rest = source.partition(" ")
    table = parse_table(rest)
    if viewer != "-" and viewer not in map(str, range(table.seats)):
        raise NotationError(f"no such seat: {source!r}")
    if found := problems(table):
        raise PositionError(found)
    return Observation(None if viewer == "-" else int(viewer), table)


SEAT_ARGUMENTS: Final = ("seat", "owner", "drawer")


def describe(happened: Event) -> Text:
    """An event in words, the same for every reader: whatever is hidden isn't in the event either. First cards
    have none; the log tells when all have laid one."""
    args = dict(happened.args)
    key = f"thorns.log.{happened.kind}"
    match happened.kind:
        case "turns":
            key += f".{args['card']}.{'own' if args['owner'] == args['seat'] else 'other'}"
        case "lays":
            return Text("")
        case "loses" if args["choice"] == "own":
            key += ".chosen"
    return text(key, **{name: _argument(name, value) for name, value in args.items()})


def _argument(name: str, value: Value) -> int | str | Text:
    if name in SEAT_ARGUMENTS and isinstance(value, int):
        return seat_text(value)
    return value if isinstance(value, (int, str)) else ""
