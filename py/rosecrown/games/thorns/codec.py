"""Roses and Thorns in packed form, version 1: what a seat knows of ten players takes some 50 characters."""

from random import Random
from typing import Final

from rosecrown.formats.packing import PackingError, Reader, Writer
from rosecrown.games.thorns.rules import GAME
from rosecrown.games.thorns.table import CARDS, SEATS, Card, Kind, Move, Observation, Phase, State, Trace

# The orders of these lists are written: they stay as they are.
PHASES: Final = (
    Phase.START,
    Phase.LAY,
    Phase.ADD,
    Phase.BID,
    Phase.TURN,
    Phase.SCORE,
    Phase.DRAW,
    Phase.CHOOSE,
    Phase.OVER,
)
FACES: Final = (Card.ROSE, Card.THORN, Card.HIDDEN)
KNOWN: Final = (False, True, None)
ROUNDS: Final = 5 * max(SEATS)
BIDS: Final = CARDS * max(SEATS) + 1
WITH_CARD: Final = (Kind.LAY, Kind.ADD, Kind.LOSE, Kind.GIVE)
WITH_SEAT: Final = (Kind.START, Kind.TURN)


class ThornsCodec:
    """See `formats.packing.Codec`."""

    def write_position(self, out: Writer, seen: Observation) -> None:
        table = seen.table
        out.put(SEATS.index(table.seats), len(SEATS))
        out.put(0 if seen.viewer is None else seen.viewer + 1, table.seats + 1)
        out.put(table.quick, 2)
        out.put(table.choose, 2)
        out.put(PHASES.index(table.phase), len(PHASES))
        out.put(table.round, ROUNDS)
        out.put(table.starter, table.seats)
        out.put(table.turn, table.seats)
        for seat in range(table.seats):
            self._write_seat(out, table, seat)

    def _write_seat(self, out: Writer, table: State, seat: int) -> None:
        stack, trace = table.stacks[seat], table.traces[seat]
        out.put(table.cards[seat], CARDS + 1)
        out.put(KNOWN.index(table.thorns[seat]), len(KNOWN))
        out.put(len(stack), CARDS + 1)
        for card in stack:
            out.put(FACES.index(card), len(FACES))
        out.put(table.up[seat], len(stack) + 1)
        out.put(table.bids[seat], BIDS)
        out.put(table.passed[seat], 2)
        out.put(table.tokens[seat], 3)
        out.put(trace.round, ROUNDS)
        out.put(trace.cards, CARDS + 1)
        out.put(trace.chose, 2)
        out.put(trace.gone, 2)

    def read_position(self, source: Reader, seed: int) -> State:
        count = SEATS[source.take(len(SEATS))]
        viewer = source.take(count + 1)
        quick, choose = bool(source.take(2)), bool(source.take(2))
        phase, number = PHASES[source.take(len(PHASES))], source.take(ROUNDS)
        starter, turn = source.take(count), source.take(count)
        seats = [self._read_seat(source) for _ in range(count)]
        table = State(
            quick,
            choose,
            phase,
            number,
            starter,
            turn,
            cards=tuple(seat[0] for seat in seats),
            thorns=tuple(seat[1] for seat in seats),
            stacks=tuple(seat[2] for seat in seats),
            up=tuple(seat[3] for seat in seats),
            bids=tuple(seat[4] for seat in seats),
            passed=tuple(seat[5] for seat in seats),
            tokens=tuple(seat[6] for seat in seats),
            traces=tuple(seat[7] for seat in seats),
        )
        return GAME.determinize(Observation(viewer - 1 if viewer else None, table), Random(seed))

    def _read_seat(self, source: Reader) -> tuple[int, bool | None, tuple[Card, ...], int, int, bool, int, Trace]:
        cards, thorn = source.take(CARDS + 1), KNOWN[source.take(len(KNOWN))]
        stack = tuple(FACES[source.take(len(FACES))] for _ in range(source.take(CARDS + 1)))
        up, bid, passed, tokens = source.take(len(stack) + 1), source.take(BIDS), bool(source.take(2)), source.take(3)
        trace = Trace(source.take(ROUNDS), source.take(CARDS + 1), bool(source.take(2)), bool(source.take(2)))
        return cards, thorn, stack, up, bid, passed, tokens, trace

    def write_move(self, out: Writer, move: Move) -> None:
        out.put(move.kind, len(Kind))
        if move.kind in WITH_CARD:
            out.put(FACES.index(move.card), 2)
        elif move.kind in WITH_SEAT:
            out.put(move.n, max(SEATS))
        elif move.kind is Kind.BID:
            out.put(move.n, BIDS)

    def read_move(self, source: Reader) -> Move:
        kind = Kind(source.take(len(Kind)))
        if kind in WITH_CARD:
            return Move(kind, 0, FACES[source.take(2)])
        if kind in WITH_SEAT:
            return Move(kind, source.take(max(SEATS)))
        if kind is Kind.BID:
            number = source.take(BIDS)
            if number == 0:
                raise PackingError("a bid of nothing")
            return Move(kind, number)
        return Move(kind)


CODEC = ThornsCodec()
