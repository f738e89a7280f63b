"""Frozen opponents for the Rose King.

`greedy` looks one ply ahead, `alphabeta4` four. Both value a position as point difference + 30 · hero difference +
3 · hand-size difference, prefer the first in sorted order among equal moves, and take a card that is drawn inside their
tree for a blank that can never be played. They share the board's rules with the computer player and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from lab.players import LabPlayer
from rosecrown.core.game import Game, Seat
from rosecrown.games.rose import fast
from rosecrown.games.rose.board import Move, Observation, State
from rosecrown.games.rose.fast import DRAW, Position

HERO, HAND, END = 30, 3, 10_000
BLANKS = max(fast.FREE.bit_length(), fast.ALL_CARDS.bit_length())
"""From this bit on, cards lead nowhere."""

points = lru_cache(100_000)(fast.points)


def value(at: Position) -> int:
    """The evaluation, for the side to move."""
    hands = at.hand.bit_count() - at.other_hand.bit_count()
    return points(at.own) - points(at.other) + HERO * (at.heroes - at.other_heroes) + HAND * hands


def after(at: Position, move: int) -> Position:
    """The position for the other side; a drawn card is the lowest blank that the hand has not got yet."""
    blanks = at.hand >> BLANKS
    return fast.after(at, move, (blanks + 1 & ~blanks) << BLANKS if move == DRAW else 0)


def negamax(at: Position, depth: int, alpha: int, beta: int) -> int:
    """Value for the side to move; a forced pass is not counted as a ply."""
    if fast.over(at):
        return END * fast.result(at.own, at.other)
    if not depth:
        return value(at)
    if fast.stuck(at):
        return -negamax(fast.passed(at), depth, -beta, -alpha)
    for move in fast.moves(at):
        alpha = max(alpha, -negamax(after(at, move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


class AlphaBeta:
    """Depth-limited search; depth 1 is `greedy`."""

    def __init__(self, depth: int) -> None:
        self._depth = depth

    def turn(
        self,
        game: Game[State, Move, Observation],
        seen: Observation,
        history: Sequence[tuple[Seat, Move]],
        seat: Seat,
        seed: int,
    ) -> Sequence[Move]:
        at = fast.position(seen)
        moves = {fast.as_move(at, move): move for move in fast.moves(at)}
        best, chosen = -2 * END, next(iter(moves))
        for name, move in sorted(moves.items()):
            found = -negamax(after(at, move), self._depth - 1, -2 * END, -best)
            if found > best:
                best, chosen = found, name
        return [chosen]


BASELINES: dict[str, Callable[[], LabPlayer[State, Move, Observation]]] = {
    "greedy": lambda: AlphaBeta(1),
    "alphabeta4": lambda: AlphaBeta(4),
}
