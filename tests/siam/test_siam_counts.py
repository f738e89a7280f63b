"""The game's own generation against the slow enumerator: combinations of card, effect and take."""

import pytest
import slow_siam
from siam_help import dealt, play, position, random_game

from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import CARD

COLOURS = ("yellow", "red", "blue")


def slow(state, before=None):
    """The position in the enumerator's own form."""
    board = GAME.board(state)
    names = [province.id for province in board.provinces]

    def letters(counts):
        return [COLOURS[f] for f in range(3) for _ in range(counts[f])]

    return slow_siam.position(
        state.map,
        {names[p]: letters(counts) for p, counts in enumerate(state.provinces)},
        letters(state.pool),
        [names[p] for p in state.order],
        {names[p]: (*COLOURS, "british")[holder] for p, holder in zip(state.order, state.taken, strict=False)},
        {names[p] for p in range(8) if state.kings >> p & 1},
        [slow_siam.CARDS[card] for card in state.hands[state.seat]],
        before,
    )


def own(state):
    """(card, effects, combinations) by the game."""
    found = []
    for move in GAME.legal_moves(state):
        if move.kind == "card":
            after = play(state, move)
            effects = GAME.legal_moves(after)
            found.append(
                (
                    slow_siam.CARDS[move.args[0]],
                    len(effects),
                    sum(len(GAME.legal_moves(play(after, effect))) for effect in effects),
                )
            )
    return found


def own_successors(state):
    board = GAME.board(state)
    found = set()
    for move in GAME.legal_moves(state):
        if move.kind != "card":
            continue
        for effect in GAME.legal_moves(play(state, move)):
            after = play(state, move, effect)
            for take in GAME.legal_moves(after):
                end = play(after, take)
                pos = slow(end)
                taken = COLOURS[take.args[1]] if take.kind == "take" else None
                found.add(
                    (
                        slow_siam.CARDS[move.args[0]],
                        slow_siam.freeze(pos["land"]),
                        tuple(pos["pool"]),
                        tuple(pos["order"]),
                        frozenset(pos["kings"]),
                        taken,
                    )
                )
    assert len(board.provinces) == 8
    return found


def start():
    return dealt(2, 7)


def middle():
    """Two takeovers, a pool that lacks red, a marked tile and an empty province."""
    land = {"sukothai": "yrb", "khorat": "yyr", "ayutthaya": "b", "bangkok": "yyb", "chumphon": "", "rattani": "bbr"}
    return position(
        land, hands=[[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 6], [0, 3, 5, 6]], courts=["yyrr", "yrrrrrb", "rrrrrrrbb"],
        taken="r=", kings=("khorat",), pool="yyyb",
    )  # fmt: skip


def end():
    """Saba: six takeovers, two provinces, one of them with a single follower."""
    return position(
        {"kaffa": "yr", "sidamo": "b"}, hands=[[3, 4, 6], [2]], courts=["yyyrr", "yrrbbb"], taken="yr=b=y", map="saba",
        pool="yb",
    )  # fmt: skip


@pytest.mark.parametrize("make", [start, middle, end])
def test_combinations_agree_with_the_enumerator(make):
    state = make()
    assert state.phase == CARD
    assert own(state) == slow_siam.combinations_of(slow(state))
    assert own_successors(state) == slow_siam.successors(slow(state))


def test_the_start_has_about_17200_combinations():
    numbers = [sum(total for _, _, total in own(dealt(2, seed))) for seed in (1, 2, 3)]
    print(numbers)
    assert all(14_000 < number < 20_000 for number in numbers)


def test_no_reversal_agrees_with_the_enumerator():
    """S16 in random games: whenever a swap card was just played, the second one is counted both ways."""
    checked = 0
    for seed in range(60):
        before = None
        for state in random_game(2, seed, passing=0.1):
            if state.phase == CARD and state.passes == 0 and state.swap and before and checked < 40:
                card = slow_siam.CARDS[state.swap[0]]
                if state.swap[0] in state.hands[state.seat] and state.cards_left > 2:
                    pos = slow(state, (card, *before))
                    after = play(state, state.swap[0])
                    assert len(GAME.legal_moves(after)) == len(slow_siam.effects(pos, card))
                    checked += 1
            if state.phase == 4:
                first = slow(state)["land"]
            elif state.phase == 5:
                before = first, slow(state)["land"]
    assert checked > 10
