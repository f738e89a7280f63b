"""The developers' tools that all games share, on a small game made for it, whose results can be worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from lab import arena, bench, perft, players
from rosecrown.core.game import CHANCE, NOBODY, Event, GameInfo, IllegalMoveError, Options, Outcome, Seat, Text


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    die: int
    steps: tuple[int, ...] = ()


class Race:
    """First a die (1 … 3) is thrown, then each seat takes 1 or 2 (a die of 3: also 3). The most wins for its team."""

    info = GameInfo("race", 1, (2, 3, 4), (), max_plies=5)

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))

    def start(self, seats: int, options: Options) -> State:
        return State(seats, 0)

    def seats(self, state: State) -> int:
        return state.seats

    def to_move(self, state: State) -> Seat:
        return CHANCE if not state.die else len(state.steps) if len(state.steps) < state.seats else NOBODY

    def legal_moves(self, state: State) -> Sequence[int]:
        return range(1, max(2, state.die) + 1) if self.to_move(state) >= 0 else ()

    def chances(self, state: State) -> Sequence[tuple[int, float]]:
        return () if state.die else ((1, 0.25), (2, 0.25), (3, 0.5))

    def automatic(self, state: State) -> int | None:
        return None

    def apply(self, state: State, move: int) -> State:
        if not state.die:
            return State(state.seats, move)
        if move not in self.legal_moves(state):
            raise IllegalMoveError(str(move))
        return State(state.seats, state.die, (*state.steps, move))

    def outcome(self, state: State) -> Outcome | None:
        if self.to_move(state) != NOBODY:
            return None
        best = max(state.steps)
        winners = {seat for team in self.teams(state.seats) for seat in team if best in [state.steps[s] for s in team]}
        return Outcome(tuple(sorted(winners)), state.steps)

    def observe(self, state: State, viewer: Seat | None) -> State:
        return state

    def mask(self, state: State, move: int, viewer: Seat | None) -> int:
        return move

    def determinize(self, seen: State, rng: Random) -> State:
        return seen

    def events(self, state: State, move: int, viewer: Seat | None) -> Sequence[Event]:
        return ()

    def describe(self, seen: State, happened: Event) -> Text:
        return Text("race.step")

    def problems(self, state: State) -> Sequence[str]:
        return ()

    def move_text(self, move: int) -> str:
        return str(move)

    parse_move = int

    def state_text(self, state: State) -> str:
        return f"{state.seats} {state.die} {state.steps}"

    observation_text = state_text

    def parse_state(self, text: str) -> State:
        raise NotImplementedError

    parse_observation = parse_state


class Always:
    """Takes the same step whatever happens, and would go on with an illegal one."""

    def __init__(self, step: int) -> None:
        self.step = step

    def turn(self, game: Any, seen: State, history: Sequence[Any], seat: Seat, seed: int) -> Sequence[int]:
        return [self.step, 99]


def maker(name: str) -> Any:
    return players.RandomPlayer() if name == "random" else Always(int(name))


def run(names: str, deals: int) -> dict[str, arena.Row]:
    results = [arena.deal_scores(Race(), maker, names.split(","), {}, 7, deal) for deal in range(deals)]
    return {row.player: row for row in arena.rows(results)}


def test_scores_are_shares_of_the_win() -> None:
    lone, pairs = ((0,), (1,), (2,)), ((0, 2), (1, 3))
    assert arena.shares(Outcome((1,), ()), lone) == [0, 1, 0]
    assert arena.shares(Outcome((0, 2), ()), lone) == [0.5, 0, 0.5]
    assert arena.shares(Outcome((0, 2), ()), pairs) == [1, 0, 1, 0]
    assert arena.shares(Outcome((0, 1, 2, 3), ()), pairs) == [0.5] * 4


def test_the_larger_step_wins_every_game_from_every_seat() -> None:
    table = run("2,1", 3)
    assert (table["2"].score, table["2"].se, table["1"].score) == (1, 0, 0)


def test_a_name_that_sits_twice_is_one_row_with_its_score_a_seat() -> None:
    assert {name: row.score for name, row in run("2,1,2", 2).items()} == {"2": 0.5, "1": 0}


@pytest.mark.parametrize("names", ["2,2,1,1", "2,1,2,1", "1,2,2,1", "2,1,1,2"])
def test_partners_stay_together_however_they_are_listed(names: str) -> None:
    assert {name: row.score for name, row in run(names, 2).items()} == {"2": 1, "1": 0}


def test_a_listing_whose_teams_are_in_order_stays_as_it_is() -> None:
    assert arena.seating(["a", "b", "c", "b"], ((0, 2), (1, 3))) == ("a", "b", "c", "b")
    assert arena.seating(["a", "b", "b"], ((0,), (1,), (2,))) == ("a", "b", "b")


def test_only_turns_that_carry_teams_to_teams_are_made() -> None:
    assert arena.rotations(((0,), (1,), (2,))) == [0, 1, 2]
    assert arena.rotations(((0, 2), (1, 3))) == [0, 1, 2, 3]
    assert arena.rotations(((0, 1), (2, 3))) == [0, 2]


def test_standard_error_is_that_of_the_mean_over_deals() -> None:
    def one(score: float) -> dict[str, arena.Tally]:
        return {"a": arena.Tally([score], 0.5, 10)}

    (row,) = arena.rows([one(0), one(1), one(1), one(0.5)])
    # mean .625; deviations −.625, .375, .375, −.125: squares add to .6875, /3 = .22917, /4 = .057292, root .23936
    assert (row.score, round(row.se, 5), row.ms_per_turn) == (0.625, 0.23936, 50)


def test_same_seed_same_results_other_seed_others() -> None:
    first = [row.score for row in run("random,random,1", 20).values()]
    assert first == [row.score for row in run("random,random,1", 20).values()]
    others = [arena.deal_scores(Race(), maker, ["random", "random", "1"], {}, 8, deal) for deal in range(20)]
    assert first != [row.score for row in arena.rows(others)]


def test_random_is_uniform_over_the_legal_moves() -> None:
    player = players.RandomPlayer()
    picks = [player.turn(Race(), State(2, 3), [], 0, seed)[0] for seed in range(3000)]
    assert all(abs(picks.count(step) - 1000) < 120 for step in (1, 2, 3))  # 4.6 standard deviations


def test_perft_counts_every_outcome_of_chance_as_a_ply() -> None:
    # die: 3; then 2 + 2 + 3 first steps; then 4 + 4 + 9 pairs; nothing after the end
    assert list(perft.counts(Race(), State(2, 0), 4)) == [3, 7, 17, 0]


def test_bench_counts_moves_and_chance() -> None:
    assert bench.random_game(Race(), 3, 5) == 4
    raw, normalised = bench.rate(lambda seed: 1, 0.01)
    assert raw > 0 and normalised > 0


@pytest.mark.parametrize(("tool", "line"), [(arena, "--players a,b"), (perft, "--depth 1"), (bench, "")])
def test_an_unknown_game_is_refused(tool: Any, line: str) -> None:
    with pytest.raises(SystemExit):
        tool.main(["nothing", *line.split()])


def test_json_is_one_object_with_exactly_these_keys(capsys: pytest.CaptureFixture[str]) -> None:
    arena.main("rose --players random,random --games 3 --seed 1 --json".split())
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"game", "games", "results"}
    assert (found["game"], found["games"]) == ("rose", 4)  # whole rotations
    (row,) = found["results"]
    assert set(row) == {"player", "score", "se", "ms_per_turn"}
    assert row["player"] == "random" and row["score"] == 0.5
