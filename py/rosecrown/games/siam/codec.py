"""Positions and moves in packed form, version 1: a position takes some 45 characters.

The order of maps and of kinds of moves is written: both may only grow at their ends.
"""

from typing import Final

from rosecrown.formats.packing import PackingError, Reader, Writer
from rosecrown.games.siam.state import (
    CARD,
    DECK,
    DRAW,
    EFFECT,
    FACTIONS,
    HELP,
    KHON_THAI,
    NONE,
    NOTHING,
    ONE_ONE,
    PASS,
    TAKE,
    TILE,
    Count,
    Move,
    State,
    Swap,
)

MAPS: Final = ("siam", "saba")
KINDS: Final = ("pass", "card", "none", "tiles", "put", "trade", "take", "nothing", "help", "draw", "tile")
_MOST: Final = 19
"""Followers of a colour: 0 … 18."""


class SiamCodec:
    """See `formats.packing.Codec`."""

    # ---- positions ----
    def write_position(self, out: Writer, seen: State) -> None:
        out.put(MAPS.index(seen.map), 8)
        out.put(seen.seats - 2, 3)
        out.put(seen.memory, 2)
        out.put(seen.phase, 7)
        out.put(seen.seat, seen.seats)
        for place in (*seen.provinces, *seen.courts, seen.pool):
            for number in place:
                out.put(number, _MOST)
        if seen.phase in (DRAW, TILE, HELP):
            for number in range(seen.seats):
                out.put(seen.help[number] if number < len(seen.help) else 0, 5)
            out.put(len(seen.order), 8)
        for province in seen.order:
            out.put(province, 8)
        if seen.phase < CARD:
            return
        out.put(len(seen.taken), 9)
        for holder in seen.taken:
            out.put(holder, 4)
        out.put(seen.kings, 256)
        for hand in seen.hands:
            _write_hand(out, hand)
        for top in seen.tops:
            out.put(top + 1, 8)
        out.put(len(seen.plays), 5)
        for seat in seen.plays:
            out.put(seat, seen.seats)
        if seen.phase == CARD:
            out.put(seen.passes, seen.seats)
        _write_swap(out, seen.swap)

    def read_position(self, source: Reader, seed: int) -> State:
        map_number = source.take(8)
        if map_number >= len(MAPS):
            raise PackingError(f"no map {map_number}")
        seats = source.take(3) + 2
        memory = source.take(2)
        phase, seat = source.take(7), source.take(seats)
        places = [_count(source) for _ in range(8 + seats + 1)]
        dealt: tuple[int, ...] = ()
        spaces = 8
        if phase in (DRAW, TILE, HELP):
            dealt = tuple(number for number in (source.take(5) for _ in range(seats)) if number)
            spaces = source.take(8)
        state = State(
            map=MAPS[map_number],
            memory=memory,
            phase=phase,
            seat=seat,
            provinces=tuple(places[:8]),
            pool=places[-1],
            order=tuple(source.take(8) for _ in range(spaces)),
            taken=(),
            kings=0,
            courts=tuple(places[8:-1]),
            hands=(DECK,) * seats,
            tops=(-1,) * seats,
            plays=(),
            passes=0,
            card=-1,
            swap=(),
            help=dealt,
        )
        return state if phase < CARD else self._read_play(source, state)

    def _read_play(self, source: Reader, state: State) -> State:
        seats = state.seats
        taken = tuple(source.take(4) for _ in range(source.take(9)))
        kings = source.take(256)
        hands = tuple(_read_hand(source) for _ in range(seats))
        tops = tuple(source.take(8) - 1 for _ in range(seats))
        plays = tuple(source.take(seats) for _ in range(source.take(5)))
        passes = source.take(seats) if state.phase == CARD else 0
        return state._replace(
            taken=taken,
            kings=kings,
            hands=hands,
            tops=tops,
            plays=plays,
            passes=passes,
            card=tops[state.seat] if state.phase in (EFFECT, TAKE) else -1,
            swap=_read_swap(source),
        )

    # ---- moves ----
    def write_move(self, out: Writer, move: Move) -> None:
        out.put(KINDS.index(move.kind), len(KINDS))
        args = move.args
        if move.kind == "put":
            out.put(len(args) // 2 - 1, 3)
            for faction, province in zip(args[::2], args[1::2], strict=True):
                out.put(faction, 3)
                out.put(province, 8)
        elif move.kind == "trade":
            a, *given, b, other = args
            out.put(len(given) - 1, 2)
            for province in (a, b):
                out.put(province, 8)
            for faction in (*given, other):
                out.put(faction, 3)
        else:
            for value, radix in zip(args, _radices(move.kind), strict=True):
                out.put(value, radix)

    def read_move(self, source: Reader) -> Move:
        kind = KINDS[source.take(len(KINDS))]
        if kind == "put":
            return Move(kind, tuple(source.take(radix) for _ in range(source.take(3) + 1) for radix in (3, 8)))
        if kind == "trade":
            number = source.take(2) + 1
            a, b = source.take(8), source.take(8)
            given = [source.take(3) for _ in range(number)]
            return Move(kind, (a, *given, b, source.take(3)))
        if kind in ("pass", "none", "nothing"):
            return {"pass": PASS, "none": NONE, "nothing": NOTHING}[kind]
        return Move(kind, tuple(source.take(radix) for radix in _radices(kind)))


def _radices(kind: str) -> tuple[int, ...]:
    return {"card": (7,), "tiles": (8, 8, 8), "take": (8, 3), "help": (5,), "draw": (3,), "tile": (8,)}.get(kind, ())


def _write_hand(out: Writer, hand: tuple[int, ...]) -> None:
    for card in range(7):
        out.put(hand.count(card), DECK.count(card) + 1)


def _read_hand(source: Reader) -> tuple[int, ...]:
    return tuple(card for card in range(7) for _ in range(source.take(3 if card == KHON_THAI else 2)))


def _count(source: Reader) -> Count:
    y, r, b = (source.take(_MOST) for _ in FACTIONS)
    return (y, r, b)


def _write_swap(out: Writer, swap: Swap) -> None:
    if not swap:
        out.put(0, 3)
        return
    card, a, b, *gain = swap
    out.put(card - ONE_ONE + 1, 3)
    for province in (a, b):
        out.put(province, 8)
    for number in gain:
        out.put(number + 2, 5)


def _read_swap(source: Reader) -> Swap:
    card = source.take(3)
    if not card:
        return ()
    a, b = source.take(8), source.take(8)
    return (card + ONE_ONE - 1, a, b, *(source.take(5) - 2 for _ in FACTIONS))


CODEC: Final = SiamCodec()
