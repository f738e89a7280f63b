"""The exact end game of King of Siam against brute force, and how far it reaches.

    python -m lab.siam_endings [--brute N] [--reach N] [--seed S]

First N random positions with one to three cards left: the solver's value must be that of a plain minimax over the
clean rules. The number of open provinces is bounded by the cards left, because brute force is slow. Then N positions
each with three and with four cards left, any number of provinces open, once from random games and once from games of
expert's search with few nodes: how many a turn of expert solves, and in what time.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from random import Random

from rosecrown.core.session import Player, Session
from rosecrown.games.siam import ai, bridge, lastcard, result
from rosecrown.games.siam.effects import carry_out, effects
from rosecrown.games.siam.endgame import Solver
from rosecrown.games.siam.evaluate import Evaluator, load_weights
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import CARD, EFFECT, NONE, NOTHING, OVER, PASS, TAKE, Move, State, add, change

OPEN_FOR_BRUTE = {1: 6, 2: 3, 3: 2}
"""Open provinces that brute force can stand, by cards left."""


# ---- brute force over the clean rules ----
def brute(state: State, known: dict[State, float]) -> float:
    """The share of the win of seat 0's side when both sides play perfectly; two sides only."""
    state = state._replace(tops=(), memory=0)
    if state.phase == OVER:
        return share(state)
    if state not in known:
        ours = state.seat % 2 == 0
        best = -1.0 if ours else 2.0
        for child in successors(state):
            value = brute(child, known)
            best = max(best, value) if ours else min(best, value)
            if best == (1.0 if ours else 0.0):
                break
        known[state] = best
    return known[state]


def share(state: State) -> float:
    """Seat 0's side's share of a game that is over."""
    winners = result.outcome(state).winners
    sides = {seat % 2 for seat in winners}
    return 0.5 if len(sides) == 2 else float(0 in sides)


def successors(state: State) -> Iterator[State]:
    """After the pass and after every whole turn; the last card only where it wins (S11)."""
    yield passed(state)
    board = GAME.board(state)
    for card in sorted(set(state.hands[state.seat])):
        hand = list(state.hands[state.seat])
        hand.remove(card)
        playing = state._replace(
            phase=EFFECT,
            card=card,
            hands=(*state.hands[: state.seat], tuple(hand), *state.hands[state.seat + 1 :]),
            plays=(*[seat for seat in state.plays if seat != state.seat], state.seat),
            passes=0,
        )
        for effect in effects(board, playing, card):
            done = (playing._replace(swap=()) if effect == NONE else carry_out(playing, effect))._replace(phase=TAKE)
            for take in lastcard.takes(done):
                after = taken(done, take)
                if after.cards_left == 0:
                    after = result.completed(after)._replace(phase=OVER)
                    if share(after) != float(state.seat % 2 == 0):
                        continue
                yield after


def passed(state: State) -> State:
    """S7, S18, S19."""
    seat = (state.seat + 1) % state.seats
    if state.passes + 1 < state.seats:
        return state._replace(passes=state.passes + 1, seat=seat)
    taken = (*state.taken, taker(state))
    gone = state.provinces[state.contested]
    pool = state.pool
    for faction in range(3):
        pool = add(pool, faction, gone[faction])
    provinces = (*state.provinces[: state.contested], (0, 0, 0), *state.provinces[state.contested + 1 :])
    over = result.is_over(taken)
    return state._replace(
        taken=taken, provinces=provinces, pool=pool, passes=0, seat=seat, phase=OVER if over else CARD
    )


def taker(state: State) -> int:
    each = state.provinces[state.contested]
    best = [faction for faction in range(3) if each[faction] == max(each)]
    return best[0] if len(best) == 1 else 3


def taken(state: State, take: Move) -> State:
    """After the third step."""
    seat = state.seat
    if take != NOTHING:
        province, faction = take.args
        courts = (*state.courts[:seat], add(state.courts[seat], faction), *state.courts[seat + 1 :])
        state = state._replace(provinces=change(state.provinces, province, faction, -1), courts=courts)
    return state._replace(phase=CARD, card=-1, seat=(seat + 1) % state.seats)


# ---- positions ----
def random_positions(seats: int, left: int, number: int, rng: Random, most: int = 8) -> list[State]:
    """Positions at the start of a turn with `left` cards in all hands and at most `most` provinces open, each from a
    random game of its own that passes with probability one half."""
    found: list[State] = []
    while len(found) < number:
        board = rng.choice(("siam", "saba"))
        session = Session(GAME, [Player()] * seats, {"map": board}, rng.getrandbits(40))
        while session.outcome is None:
            state = session.state
            if state.phase == CARD and state.cards_left <= left:
                if state.cards_left == left and len(state.open) <= most:
                    found.append(state)
                    break
                if state.cards_left < left:
                    break
            legal = GAME.legal_moves(state)
            session.play(PASS if legal[-1] == PASS and rng.random() < 0.5 else rng.choice(legal))
    return found


def played_positions(seats: int, left: int, number: int, rng: Random) -> list[State]:
    """The same from games of `hard`, where a tenth of the moves is random."""
    found: list[State] = []
    player = ai.thinker("hard")
    while len(found) < number:
        session = Session(GAME, [Player()] * seats, {}, rng.getrandbits(40))
        while session.outcome is None:
            state = session.state
            if state.phase == CARD and state.cards_left == left:
                found.append(state)
                break
            if rng.random() < 0.1:
                session.play(rng.choice(GAME.legal_moves(state)))
                continue
            player.begin(state, (), state.seat, 0)
            for move in player.advance(math.inf).line:
                session.play(move)
    return found


def solver(state: State) -> Solver:
    """A solver for seat 0's side."""
    return Solver(bridge.land(GAME.board(state)), Evaluator(load_weights(str(state.seats))), 0b101)


def exact(state: State) -> float:
    """The solver's value for seat 0's side, however long it takes."""
    steps = solver(state).solve(bridge.from_state(state))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return float(end.value)


def disagreements(positions: Sequence[State]) -> list[State]:
    """Positions where solver and brute force differ."""
    return [state for state in positions if exact(state) != brute(state, {})]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m lab.siam_endings", description="Exact end games of King of Siam.")
    parser.add_argument("--brute", type=int, default=500)
    parser.add_argument("--reach", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    rng = Random(given.seed)
    wrong = number = 0
    for seats, part in ((2, 0.6), (4, 0.4)):
        for left, most in OPEN_FOR_BRUTE.items():
            positions = random_positions(seats, left, math.ceil(given.brute * part / 3), rng, most)
            wrong += len(disagreements(positions))
            number += len(positions)
    print(f"brute force: {number} positions with 1 to 3 cards, {wrong} differences")
    for name, source in (("random games", random_positions), ("played games", played_positions)):
        for seats in (2, 4):
            together = 0
            for left in (3, 4):
                solved, seconds = 0, []
                for state in source(seats, left, given.reach, rng):
                    start = time.process_time()
                    player = ai.thinker("expert")
                    player.begin(state, (), state.seat, 0)
                    while not player.advance(math.inf).done:
                        pass
                    solved += player.exact
                    seconds.append(time.process_time() - start)
                seconds.sort()
                together += solved
                print(
                    f"{name}, {seats} players, {left} cards: {100 * solved / len(seconds):.1f} % exact, median "
                    f"{seconds[len(seconds) // 2]:.3f} s, slowest {seconds[-1]:.3f} s a turn of expert"
                )
            print(f"{name}, {seats} players, 3 or 4 cards: {50 * together / given.reach:.1f} % exact")


if __name__ == "__main__":
    main()
