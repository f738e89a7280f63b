"""Turns that decide the game, the answers to them, and what follows for a seat with a single card."""

from collections.abc import Iterator
from random import Random

import pytest

from lab import siam_endings
from rosecrown.games.siam import bridge, fast
from rosecrown.games.siam.answers import NEVER, Answers
from rosecrown.games.siam.fast import Fast, Map
from rosecrown.games.siam.finals import Finals, takers
from rosecrown.games.siam.rules import GAME


def positions(seats: int, left: int, number: int, seed: int) -> Iterator[tuple[Fast, Map]]:
    for state in siam_endings.random_positions(seats, left, number, Random(seed)):
        yield bridge.from_state(state), bridge.land(GAME.board(state))


def turns(state: Fast, land: Map, kind: int) -> Iterator[tuple[fast.Effect, fast.Take | None, Fast]]:
    """All turns with a card, and the position after each."""
    for effect in fast.effects(state, kind, land):
        for take in fast.takes(state, effect) or [None]:
            yield effect, take, fast.play(state, kind, effect, take)


def share(state: Fast, seat: int) -> float:
    """What a seat has of the win if nobody plays on."""
    return fast.shares(fast.play_out(state))[seat]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_shares_are_those_of_making_each_turn_and_passing_on(seats: int) -> None:
    for state, land in positions(seats, 4, 12, 1):
        finals = Finals(land)
        for kind in fast.kinds(state.hands[state.turn]):
            expected = {
                (effect, take): (share(after, state.turn), takers(after.provinces, after.order))
                for effect, take, after in turns(state, land, kind)
                if share(after, state.turn)
            }
            found = {
                (effect, take): (won, code)
                for won, effect, take, code in finals.turns(state, kind, finals.verdict(state))
            }
            assert found == expected


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_a_card_can_do_in_later_struggles_is_known_before(seats: int) -> None:
    seen = 0
    for state, land in positions(seats, 3, 40, 2):
        finals = Finals(land)
        seat = state.turn
        for kind in fast.kinds(state.hands[seat]):
            known = set()
            for later in (False, True):
                for _, effect, take, _ in finals.turns(state, kind, finals.verdict(state), later):
                    known.add((effect[0], take))
            at = fast.pass_turn(state)
            while not fast.over(at):
                if at.turn == seat:
                    for effect, take, after in turns(at, land, kind):
                        if share(after, seat):
                            seen += 1
                            assert (effect[0], take) in known
                at = fast.pass_turn(at)
    assert seen > 500


@pytest.mark.parametrize("seats", [2, 4])
def test_answers_are_possible_and_win_for_as_long_as_they_say(seats: int) -> None:
    lasting = now = 0
    for state, land in positions(seats, 2, 160, 3):
        seat, rival = state.turn, (state.turn + 1) % seats
        if not (state.hands[seat] and state.hands[rival]):
            continue
        finals, answers = Finals(land), Answers(land)
        (kind,), (reply,) = fast.kinds(state.hands[seat]), fast.kinds(state.hands[rival])
        mine = [turn for turn in turns(state, land, kind) if share(turn[2], seat)][::7]
        for _, _, after in mine[:4]:
            for effect, take, end in turns(after, land, reply):
                if share(end, rival) == 1:
                    answers.add((reply, effect, take))
                    break
        ready = answers.against(state, kind, state.hands[rival])
        space = {p: 2 * j for j, p in enumerate(state.order)}
        for effect, take, after in mine:
            if take is None:
                continue
            places = [take[0], *[p for p in fast.places(kind, effect[0]) if p >= 0]] if effect[0] else [take[0]]
            first = min(space[p] for p in places)
            code = takers(after.provinces, after.order)
            until = ready.until(effect, after.provinces, code, first, finals.verdict(after))
            if until == NEVER:
                continue
            found = answers.winning(after, finals.verdict(after))
            assert found is not None
            now += 1
            if until < first:
                continue
            # As long as the turn waits, its answer does: both seats pass until its first province is contested.
            at = state
            while True:
                same = fast.effect(at, kind, effect[0], land) if effect[0] else None
                if at.turn == seat and same:
                    there = fast.play(at, kind, same, take)
                    assert answers.winning(there, finals.verdict(there)) is not None
                    lasting += 1
                at = fast.pass_turn(at)
                if fast.over(at) or any(p not in at.order for p in places):
                    break
    assert now > 50
    assert lasting > 30


@pytest.mark.parametrize(("seats", "left"), [(2, 2), (2, 3), (4, 2), (4, 3)])
def test_a_lone_seat_without_threats_has_lost(seats: int, left: int) -> None:
    lost = 0
    for state in siam_endings.random_positions(seats, left, 60, Random(4), siam_endings.OPEN_FOR_BRUTE[left]):
        position = bridge.from_state(state)
        solver = siam_endings.solver(state)
        seat = position.turn
        team = [s for s in range(seats) if s % 2 == seat % 2]
        alone = position.hands[seat].bit_count() == 1 and sum(position.hands[s].bit_count() for s in team) == 1
        if alone and not solver.threats(position, 1):
            lost += 1
            assert siam_endings.brute(state, {}) == (0.0 if seat % 2 == 0 else 1.0)
    assert lost > 3
