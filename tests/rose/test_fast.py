"""The fast board says the same as the rules, move by move."""

from random import Random

import pytest

from rosecrown.core.game import CHANCE, NOBODY
from rosecrown.games.rose import board, fast
from rosecrown.games.rose.board import PASS
from rosecrown.games.rose.rules import GAME

PLIES = 100_000
SIGN = {(0,): 1, (1,): -1, (0, 1): 0}


def compare_game(seed: int) -> tuple[int, str]:
    """One random game on both boards at once; the number of plies and how it ended."""
    rng = Random(seed)
    state = GAME.start(2, {})
    at: fast.Position | None = None
    plies = 0
    while (seat := GAME.to_move(state)) != NOBODY:
        if seat == CHANCE:
            card = rng.choice([move for move, _ in GAME.chances(state)])
            if state.phase is board.Phase.DRAW and at is not None:
                assert fast.stock(at) == fast.cards(state.pile)
                at = fast.after(at, fast.DRAW, fast.CARDS[card.card])
            state = GAME.apply(state, card)
            continue
        at = at or fast.position(state)
        assert at == fast.position(state)
        assert not fast.over(at)
        assert (fast.points(at.own), fast.points(at.other)) == (
            board.points(state.stones[seat]),
            board.points(state.stones[1 - seat]),
        )
        legal = list(GAME.legal_moves(state))
        found = fast.moves(at)
        assert sorted(fast.as_move(at, move) for move in found) == [move for move in legal if move != PASS]
        assert fast.stuck(at) == (legal == [PASS]) == (not found)
        move = rng.choice(legal)
        plies += 1
        if move == PASS:
            at = fast.passed(at)
        elif move.kind != "draw":
            card_bit = fast.CARDS[move.card]
            bit = card_bit << at.crown
            grown = fast.points(at.own) + fast.gain(at.own, bit)
            at = fast.after(at, card_bit)
            assert fast.points(at.other) == grown
        state = GAME.apply(state, move)
    assert at is not None and at == fast.position(state) and fast.over(at)
    outcome = GAME.outcome(state)
    assert outcome is not None
    red, white = (at.own, at.other) if state.turn == 0 else (at.other, at.own)
    assert fast.result(red, white) == SIGN[outcome.winners] == -fast.result(white, red)
    return plies, outcome.reason


def test_fast_board_is_the_rules_over_100_000_random_plies() -> None:
    plies, seed = 0, 0
    reasons = set()
    while plies < PLIES:
        more, reason = compare_game(seed)
        plies += more
        seed += 1
        reasons.add(reason)
    assert reasons == {"last-stone", "stuck"}


@pytest.mark.parametrize("square", range(81))
def test_k5_targets_of_every_card_from_every_square(square: int) -> None:
    crown = fast.ROW * (square // 9) + square % 9
    for number, card in enumerate(fast.CARDS):
        to = board.TARGETS[square][number]
        on_board = card & fast.FREE >> crown
        assert bool(on_board) == (to is not None)
        if to is not None:
            assert card << crown == fast.squares(1 << to)


def test_playouts_have_the_figures_of_random_play() -> None:
    rng = Random(1)
    games = [fast.playout(fast.deal(rng), rng) for _ in range(4000)]
    # Random play by the rules: 113 plies a game, passes counted, and the first player wins 53 % (standard error .8).
    assert abs(sum(plies for plies, _ in games) / 4000 - 113) < 1.5
    assert abs(sum(1 + result for _, result in games) / 8000 - 0.53) < 0.025


def strips(*sizes: int) -> int:
    """Stones in rows of these lengths, on every second rank, so that each row is a region of its own."""
    return fast.squares(sum((1 << size) - 1 << 18 * place for place, size in enumerate(sizes)))


def test_k12_k13_points_then_the_largest_region_then_stones_then_a_draw() -> None:
    assert fast.points(strips(5, 2)) == 29
    assert fast.result(strips(5, 2), strips(5, 1)) == 1
    assert fast.result(strips(5), strips(4, 3)) == 1  # 25 each
    assert fast.result(strips(4, 3), strips(5)) == -1
    assert fast.result(strips(5, 2), strips(5, 1, 1, 1, 1)) == -1  # 29 each, 7 stones against 9
    assert fast.result(strips(5, 2), strips(2, 5)) == 0


def test_gain_joins_regions() -> None:
    row = fast.squares(0b1101)  # a1, c1, d1
    assert fast.gain(row, fast.squares(0b10)) == 16 - 1 - 4
    assert fast.gain(row, fast.squares(1 << 8)) == 1
    # i1 and a2 are not neighbours, though their numbers follow each other
    assert fast.gain(fast.squares(1 << 8), fast.squares(1 << 9)) == 1
