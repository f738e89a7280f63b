"""The search state against the clean rules, move by move: two readings of the same rules text must agree."""

from random import Random

import pytest

from rosecrown.core.game import CHANCE
from rosecrown.core.session import Player, Session
from rosecrown.games.siam import bridge, fast
from rosecrown.games.siam.fast import Fast
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import CARD, PASS, State

CASES = [(2, "siam"), (2, "saba"), (3, "siam"), (3, "saba"), (4, "siam"), (4, "saba")]


def begin(seats: int, board: str, seed: int) -> State:
    """The first decision of a game."""
    return Session(GAME, [Player()] * seats, {"map": board}, seed).state


def skip_automatic(state: State) -> State:
    """The clean state at the next turn of a seat that holds a card, or at the end."""
    while state.phase == CARD and not state.hands[state.seat]:
        state = GAME.apply(state, PASS)
    return state


def may_play_last(position: Fast, land: fast.Map) -> list[tuple[object, object, object]]:
    """S11 by playing out every way to play the last card."""
    seat = position.turn
    found: list[tuple[object, object, object]] = []
    for kind in fast.kinds(position.hands[seat]):
        for effect in fast.effects(position, kind, land):
            for take in fast.takes(position, effect) or [None]:
                shares = fast.shares(fast.play_out(fast.play(position, kind, effect, take)))
                if shares[seat] == 1:
                    moves = bridge.card_move(kind), bridge.effect_move(kind, effect), bridge.take_move(take)
                    found.append(moves)
    return found


@pytest.mark.parametrize(("seats", "board"), CASES)
@pytest.mark.parametrize("passing", [0.2, 0.5])
def test_random_games_agree(seats: int, board: str, passing: float) -> None:
    rng = Random(f"{seats}{board}{passing}")
    land = bridge.land(GAME.maps[board])
    barred = allowed = 0
    for game in range(6):
        state = begin(seats, board, game)
        position = bridge.from_state(state)
        while state.phase == CARD:
            assert bridge.from_state(state) == position
            legal = GAME.legal_moves(state)
            if fast.cards(position) == 1:
                expected = may_play_last(position, land)
                assert (len(legal) > 1) == bool(expected)
                barred, allowed = barred + (not expected), allowed + bool(expected)
                for kind in {moves[0] for moves in expected}:
                    after = GAME.apply(state, kind)
                    assert set(GAME.legal_moves(after)) == {moves[1] for moves in expected}
                    effect = rng.choice(GAME.legal_moves(after))
                    found = {moves[2] for moves in expected if moves[1] == effect}
                    assert set(GAME.legal_moves(GAME.apply(after, effect))) == found
                if not expected:
                    state, position = skip_automatic(GAME.apply(state, PASS)), fast.pass_turn(position)
                    continue
            else:
                held = fast.kinds(position.hands[position.turn])
                assert list(legal) == [*map(bridge.card_move, held), PASS]
            if rng.random() < passing or len(legal) == 1:
                state, position = skip_automatic(GAME.apply(state, PASS)), fast.pass_turn(position)
                continue
            card = rng.choice(legal[:-1])
            kind = card.args[0]
            ways = {bridge.effect_move(kind, effect): effect for effect in fast.effects(position, kind, land)}
            state = GAME.apply(state, card)
            if fast.cards(position) > 1:
                assert sorted(ways) == list(GAME.legal_moves(state))
            move = rng.choice(GAME.legal_moves(state))
            state = GAME.apply(state, move)
            effect = ways[move]
            takes = {bridge.take_move(take): take for take in fast.takes(position, effect) or [None]}
            if fast.cards(position) > 1:
                assert sorted(takes) == sorted(GAME.legal_moves(state))
            take = rng.choice(GAME.legal_moves(state))
            state = skip_automatic(GAME.apply(state, take))
            position = fast.play(position, kind, effect, takes[take])
        outcome = GAME.outcome(state)
        assert outcome is not None and fast.over(position)
        assert fast.winners(position) == outcome.winners
    assert barred + allowed or passing == 0.5


def test_a_turn_in_progress_is_taken_up_at_its_start() -> None:
    state = begin(2, "siam", 5)
    before = bridge.from_state(state)
    playing = GAME.apply(state, bridge.card_move(fast.RAMA))
    assert bridge.from_state(playing)._replace(played=before.played) == before
    placed = GAME.apply(playing, GAME.legal_moves(playing)[0])
    after = bridge.from_state(placed)
    assert after.hands == before.hands and after.provinces != before.provinces
    take = GAME.legal_moves(placed)[0]
    done = fast.play(after, fast.RAMA, bridge.chosen(after), (take.args[0], take.args[1]))
    assert done == bridge.from_state(GAME.apply(placed, take))


def test_set_up_has_no_search_state() -> None:
    state = GAME.start(3, {})
    assert GAME.to_move(state) == CHANCE
    with pytest.raises(ValueError, match="not begun"):
        bridge.from_state(state)
