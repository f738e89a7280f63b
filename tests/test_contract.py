"""The laws that hold for every game, with every option and number of seats: on seeded random games."""

import math
import os
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from every_game import SETTINGS, log_text, random_game

from rosecrown.core import registry
from rosecrown.core.game import CHANCE, NOBODY, IllegalMoveError, NotationError, PositionError, Text
from rosecrown.core.session import Session
from rosecrown.formats.packing import Reader, Writer
from rosecrown.widgets.view import Chosen, Label, Scene, told
from rosecrown.widgets.words import LANGUAGES, Words

ROOT = Path(__file__).resolve().parents[1]
SEEDS = range(3)


@cache
def played(setting, seed=0):
    return random_game(setting, seed)


def viewers(setting):
    return [*range(setting.seats), None]


def some_states(setting, count, seed=0):
    """States spread over a whole random game, the first and the last among them."""
    states = played(setting, seed).states
    return [states[round(number * (len(states) - 1) / (count - 1))] for number in range(count)]


@pytest.fixture(params=SETTINGS, ids=str)
def setting(request):
    return request.param


# ---- set-up ----
def test_the_start_has_no_randomness_and_knows_its_setting(setting):
    game = setting.game
    state = game.start(setting.seats, dict(setting.options))
    assert state == game.start(setting.seats, dict(setting.options))
    assert game.seats(state) == setting.seats
    assert game.options(state) == dict(setting.options)
    assert game.to_move(state) == CHANCE or not game.chances(state)


def test_wrong_settings_are_refused(setting):
    game = setting.game
    for seats, options in ((0, {}), (99, {}), (setting.seats, {"no such": "option"})):
        with pytest.raises(PositionError):
            game.start(seats, options)
    for option in game.info.options:
        with pytest.raises(PositionError):
            game.start(setting.seats, {option.id: "no such value"})


def test_entries_and_teams(setting):
    game = setting.game
    assert sorted(seat for team in game.teams(setting.seats) for seat in team) == list(range(setting.seats))
    for entry in game.info.entries:
        assert entry.seats in game.info.seats
        game.start(entry.seats, dict(entry.options))


# ---- moves ----
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_ends_within_its_bound(setting, seed):
    session = played(setting, seed)
    assert len(session.log) <= setting.game.info.max_plies
    assert session.to_move == NOBODY and session.outcome is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_decisions_random_events_and_the_end(setting, seed):
    game = setting.game
    for state in played(setting, seed).states:
        to_move, legal, chances = game.to_move(state), list(game.legal_moves(state)), list(game.chances(state))
        assert to_move in (*range(setting.seats), CHANCE, NOBODY)
        assert bool(legal) == (to_move >= 0), "legal moves are empty exactly at random events and the end"
        assert bool(chances) == (to_move == CHANCE)
        assert (game.outcome(state) is not None) == (to_move == NOBODY)
        assert legal == sorted(set(legal)), "sorted, and none twice"
        assert legal == list(game.legal_moves(state))
        if chances:
            outcomes = [move for move, _ in chances]
            assert outcomes == sorted(set(outcomes)) and len(outcomes) <= 30
            assert sum(weight for _, weight in chances) == pytest.approx(1) and min(w for _, w in chances) > 0
        automatic = game.automatic(state)
        assert automatic is None or legal == [automatic]


def test_apply_leaves_its_input_alone_and_every_move_leads_to_a_sound_state(setting):
    game = setting.game
    for state in some_states(setting, 12):
        before, key = game.state_text(state), hash(state)
        for move in [*game.legal_moves(state), *(move for move, _ in game.chances(state))]:
            after = game.apply(state, move)
            assert after == game.apply(state, move) and hash(after) == hash(game.apply(state, move))
            assert game.problems(after) == []
        assert game.state_text(state) == before and hash(state) == key


def test_moves_of_other_positions_are_refused(setting):
    game = setting.game
    everything = {entry.move for seed in SEEDS for entry in played(setting, seed).log}
    for state in some_states(setting, 12):
        allowed = {*game.legal_moves(state), *(move for move, _ in game.chances(state))}
        for move in sorted(everything - allowed, key=game.move_text)[:60]:
            with pytest.raises(IllegalMoveError):
                game.apply(state, move)


def test_states_and_moves_cannot_be_changed(setting):
    session = played(setting)
    for value in (session.states[-1], session.log[-1].move):
        name = value._fields[0]
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, None)


def test_outcomes(setting):
    for seed in SEEDS:
        outcome = played(setting, seed).outcome
        assert outcome.winners and set(outcome.winners) <= set(range(setting.seats))
        assert list(outcome.winners) == sorted(outcome.winners)
        assert len(outcome.scores) == setting.seats
        verdicts = [step.verdict for step in outcome.steps]
        assert verdicts.count("decides") <= 1 and all(len(step.values) == setting.seats for step in outcome.steps)
        decided = verdicts.index("decides") if "decides" in verdicts else len(verdicts)
        assert set(verdicts[:decided]) <= {"level"} and set(verdicts[decided + 1 :]) <= {"unused"}


# ---- notation and packed form ----
@pytest.mark.parametrize("seed", SEEDS)
def test_texts_round_trip(setting, seed):
    game, session = setting.game, played(setting, seed)
    for entry in session.log:
        source = game.move_text(entry.move)
        assert source.isascii() and " " not in source and game.parse_move(source) == entry.move
    for state in session.states:
        source = game.state_text(state)
        assert source.isascii() and "\n" not in source and game.parse_state(source) == state
        assert game.problems(state) == []
    for state in some_states(setting, 10, seed):
        for viewer in viewers(setting):
            seen = game.observe(state, viewer)
            source = game.observation_text(seen)
            assert source.isascii() and "\n" not in source and game.parse_observation(source) == seen


@pytest.mark.parametrize("source", ["", " ", "x", "0", "-", "1 2 3", "?" * 50, "\n", "é", "9/9", "None"])
def test_nonsense_is_refused(setting, source):
    game = setting.game
    for parse in (game.parse_state, game.parse_observation):
        with pytest.raises((NotationError, PositionError)):
            parse(source)
    try:
        assert game.move_text(game.parse_move(source)) == source
    except NotationError:
        pass


def test_packed_form_round_trips(setting):
    game, codec = setting.game, registry.part(setting.id, "codec", "CODEC")
    for entry in played(setting).log:
        out = Writer()
        codec.write_move(out, entry.move)
        out.put(1, 2)
        reader = Reader(out.text())
        assert codec.read_move(reader) == entry.move
        assert reader.take(2) == 1
        reader.finish()
    for state in some_states(setting, 16):
        for viewer in viewers(setting):
            seen = game.observe(state, viewer)
            out = Writer()
            codec.write_position(out, seen)
            reader = Reader(out.text())
            back = codec.read_position(reader, 7)
            reader.finish()
            assert game.problems(back) == []
            assert game.seats(back) == setting.seats and game.options(back) == game.options(state)
            assert game.observe(back, viewer) == seen, "what was known is the same; what was hidden is dealt anew"


# ---- what a seat may know ----
def test_a_determinised_state_looks_the_same(setting):
    game, rng = setting.game, random.Random(5)
    for state in some_states(setting, 16):
        for viewer in viewers(setting):
            seen = game.observe(state, viewer)
            for _ in range(3):
                other = game.determinize(seen, rng)
                assert game.observe(other, viewer) == seen
                assert game.problems(other) == []
                assert game.to_move(other) == game.to_move(state)
                if viewer is not None and game.to_move(state) == viewer:
                    assert list(game.legal_moves(other)) == list(game.legal_moves(state))
                    for move in list(game.legal_moves(state))[:40]:
                        assert game.mask(other, move, viewer) == game.mask(state, move, viewer)
                        after = [game.observe(game.apply(one, move), viewer) for one in (other, state)]
                        if after[0] == after[1]:  # else the move itself uncovers something
                            assert game.events(other, move, viewer) == game.events(state, move, viewer)


def test_moves_as_others_see_them(setting):
    game, session = setting.game, played(setting)
    for viewer in viewers(setting):
        for state, entry in zip(session.states, session.log, strict=False):
            masked = game.mask(state, entry.move, viewer)
            assert game.parse_move(game.move_text(masked)) == masked
            if entry.seat == viewer or not game.info.secrets:
                assert masked == entry.move


# ---- repeatability ----
def test_the_same_seed_gives_the_same_log_under_any_hash_seed():
    here = "".join(f"{setting} {log_text(random_game(setting, 1))}\n" for setting in SETTINGS)
    for hash_seed in ("0", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT / "py")}
        command = [sys.executable, str(ROOT / "tests/every_game.py")]
        there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert there.stdout == here


def test_undo_and_redo_give_the_same_game(setting):
    session = random_game(setting, 2)
    whole = log_text(session)
    while session.undo():
        pass
    assert session.game.info.undo == "none" or session.decision_before(session.cursor) is None
    while session.redo():
        pass
    assert log_text(session) == whole


def test_a_log_can_be_replayed(setting):
    session = played(setting)
    again = Session(setting.game, session.players, dict(setting.options), seed=999)
    again.replay([entry.move for entry in session.log])
    assert again.log == session.log and again.states == session.states


# ---- words and screen ----
def scene(setting, state, viewer, language, **more):
    game = setting.game
    view = registry.part(setting.id, "view", "VIEW")
    words = Words(language)
    mine = viewer is not None and game.to_move(state) == viewer
    labels = tuple(Label(words(view.seat_name(seat, setting.seats))) for seat in range(setting.seats))
    return Scene(
        entry=game.info.entries[0],
        words=words,
        seen=game.observe(state, viewer),
        viewer=viewer,
        to_move=game.to_move(state),
        labels=labels,
        legal=tuple(game.legal_moves(state)) if mine else (),
        outcome=game.outcome(state),
        **more,
    )


LABELS = tuple(Label(f"seat {seat}") for seat in range(10))


def said(words, text):
    """A sentence; no place may be left open in it."""
    assert isinstance(text, Text)
    sentence = told(words, text, LABELS) if text.key else ""
    assert "{" not in sentence and "}" not in sentence
    return sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said(setting, language):
    game, session, words = setting.game, played(setting), Words(language)
    view = registry.part(setting.id, "view", "VIEW")
    for number, state in enumerate(session.states[:-1]):
        for viewer in viewers(setting)[:: max(1, setting.seats)]:
            for happened in session.events(number, viewer):
                said(words, game.describe(game.observe(state, viewer), happened))
    for state in some_states(setting, 12):
        for viewer in (0, setting.seats - 1, None):
            shown = scene(setting, state, viewer, language)
            assert said(words, view.prompt(shown)) and said(words, view.standing(shown))
    outcome = session.outcome
    assert said(words, view.why_over(game.observe(session.states[-1], None), outcome))
    for step in outcome.steps:
        assert words(f"{setting.id}.step.{step.name}")
    for option in game.info.options:
        assert words(f"{setting.id}.option.{option.id}")
        assert all(words(f"{setting.id}.option.{option.id}.{value}") for value in option.values)
    for name, _ in view.switches:
        assert words(f"{setting.id}.switch.{name}")
    assert view.rules(words) and view.picture(words, game.info.entries[0].id)


def ids(markup):
    return re.findall(r'\bid="([^"]*)"', markup)


def test_ids_are_stable_and_none_is_twice_and_drawings_are_there(setting):
    view = registry.part(setting.id, "view", "VIEW")
    symbols = set(ids(view.sprite()))
    for state in some_states(setting, 12):
        for viewer in (0, None):
            switches = {name: True for name, _ in view.switches}
            shown = scene(setting, state, viewer, "en", switches=switches)
            parts = [view.areas(shown), view.ending(shown) if shown.outcome else ""]
            markup = "".join(parts)
            assert len(ids(markup)) == len(set(ids(markup)))
            assert view.areas(shown) == parts[0]
            used = set(re.findall(r'href="#([^"]*)"', markup))
            assert {name for name in used if not name.startswith("i-")} <= symbols | set(ids(markup))


def test_every_legal_move_can_be_made_by_taps(setting):
    view = registry.part(setting.id, "view", "VIEW")
    for state in some_states(setting, 8):
        seat = setting.game.to_move(state)
        if seat < 0 or setting.game.automatic(state) is not None:
            continue
        made, todo, known = set(), [()], {()}
        while todo:
            selection = todo.pop()
            shown = scene(setting, state, seat, "en", selection=selection)
            for cell in set(re.findall(r'data-cell="([^"]*)"', view.areas(shown))):
                meant = view.tap(shown, cell)
                if isinstance(meant, Chosen):
                    assert meant.move in shown.legal
                    made.add(meant.move)
                    if meant.then:  # a whole turn: its first decision is what counts here, not every way to end it
                        todo = [other for other in todo if other[:1] != selection[:1]]
                elif meant not in known:
                    known.add(meant)
                    todo.append(meant)
        assert made == set(shown.legal)


def test_notation_can_be_typed(setting):
    view, game = registry.part(setting.id, "view", "VIEW"), setting.game
    for state in some_states(setting, 12):
        seat = game.to_move(state)
        if seat >= 0:
            shown = scene(setting, state, seat, "en")
            for move in shown.legal[:40]:
                assert view.typed(shown, game.move_text(move)) == move
            with pytest.raises(NotationError):
                view.typed(shown, "no move at all")


# ---- computer players ----
@pytest.mark.parametrize("level", registry.LEVELS)
def test_a_thinker_plays_legal_moves_the_same_at_every_time(setting, level):
    game, session = setting.game, played(setting)
    make = registry.part(setting.id, "ai", "thinker")
    explain = registry.part(setting.id, "ai", "explain")
    decisions = [number for number, entry in enumerate(session.log) if entry.seat >= 0 and not entry.forced]
    number = decisions[len(decisions) // 2]
    state, seat = session.states[number], session.log[number].seat
    seen = game.parse_observation(game.observation_text(game.observe(state, seat)))
    lines = []
    for _ in range(2):
        thinker = make(level)
        thinker.begin(seen, session.history(seat, number), seat, seed=3)
        thought = thinker.advance(0)
        assert thought.line and thought.line[0] in game.legal_moves(state)
        while not thought.done:
            thought = thinker.advance(math.inf)
        lines.append(thought.line)
        values = [value for _, value in thought.values]
        assert values == sorted(values, reverse=True)
    assert lines[0] == lines[1]
    for step in lines[0]:
        assert game.to_move(state) == seat and step in game.legal_moves(state)
        for language in LANGUAGES:
            for reason in explain(game.observe(state, seat), step):
                assert said(Words(language), reason)
        state = game.apply(state, step)
