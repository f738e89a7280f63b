"""Take-away in packed form, version 1."""

from rosecrown.formats.packing import PackingError, Reader, Writer
from rosecrown.games._null.rules import HEAPS, MOST, Move, Observation, State

LASTS = ("wins", "loses")


class TakeAwayCodec:
    """See `formats.packing.Codec`."""

    def write_position(self, out: Writer, seen: Observation) -> None:
        out.put(seen.seats - 2, 2)
        out.put(LASTS.index(seen.last), 2)
        out.put(0 if seen.heap is None else seen.heap + 1, HEAPS[-1] + 2)
        out.put(seen.turn, 3)

    def read_position(self, source: Reader, seed: int) -> State:
        seats, last, heap, turn = source.take(2), source.take(2), source.take(HEAPS[-1] + 2), source.take(3)
        return State(seats + 2, LASTS[last], heap - 1 if heap else None, turn)

    def write_move(self, out: Writer, move: Move) -> None:
        out.put(move.number, HEAPS[-1] + 1)

    def read_move(self, source: Reader) -> Move:
        count = source.take(HEAPS[-1] + 1)
        if not 1 <= count <= MOST and count not in HEAPS:
            raise PackingError(f"no move: {count}")
        return Move("heap" if count in HEAPS else "take", count)


CODEC = TakeAwayCodec()
