"""The Rose King in packed form, version 1: a position takes 33 characters at most, a move 76 values."""

from typing import Final

from rosecrown.formats.packing import PackingError, Reader, Writer
from rosecrown.games.rose.board import CARDS, CENTRE, HEROES, SQUARES, STONES, Move, Observation, Phase, State, members
from rosecrown.games.rose.text import MOVES

MOVE_LIST: Final = tuple(MOVES.values())
"""The places of this list are written: they stay as they are."""


class RoseCodec:
    """See `formats.packing.Codec`."""

    def write_position(self, out: Writer, seen: Observation) -> None:
        out.put(int(seen.phase), len(Phase))
        out.put(seen.turn, 2)
        for heroes in seen.heroes:
            out.put(heroes, HEROES + 1)
        for card in range(len(CARDS)):
            places = (seen.hands[0], seen.hands[1], seen.discard)
            out.put(next((place for place, cards in enumerate(places, 1) if cards >> card & 1), 0), 4)
        for square in range(SQUARES):
            out.put((seen.stones[0] >> square & 1) + 2 * (seen.stones[1] >> square & 1), 3)
        # The crown stands on a stone, so it is written as one of them; before the first play it is in the centre.
        occupied = list(members(seen.stones[0] | seen.stones[1]))
        if occupied:
            out.put(occupied.index(seen.crown), STONES)

    def read_position(self, source: Reader, seed: int) -> State:
        phase, turn = Phase(source.take(len(Phase))), source.take(2)
        heroes = source.take(HEROES + 1), source.take(HEROES + 1)
        cards = [0, 0, 0, 0]
        for card in range(len(CARDS)):
            cards[source.take(4)] |= 1 << card
        stones = [0, 0, 0]
        for square in range(SQUARES):
            stones[source.take(3)] |= 1 << square
        crown, occupied = CENTRE, list(members(stones[1] | stones[2]))
        if occupied:
            place = source.take(STONES)
            if place >= len(occupied):
                raise PackingError(f"the crown stands on stone {place} of {len(occupied)}")
            crown = occupied[place]
        return State((stones[1], stones[2]), crown, (cards[1], cards[2]), heroes, cards[3], turn, phase)

    def write_move(self, out: Writer, move: Move) -> None:
        out.put(MOVE_LIST.index(move), len(MOVE_LIST))

    def read_move(self, source: Reader) -> Move:
        return MOVE_LIST[source.take(len(MOVE_LIST))]


CODEC = RoseCodec()
