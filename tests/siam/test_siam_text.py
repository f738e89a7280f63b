"""Notation, packed form, and the conditions that a position must meet."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siam_help import (
    KHON,
    LAO,
    MAHA,
    ONE,
    TWO,
    at,
    dealt,
    play,
    position,
    random_game,
    turn,
)

from rosecrown.core.game import NotationError, PositionError
from rosecrown.core.session import Player, Session
from rosecrown.formats.packing import PackingError, Reader, Writer
from rosecrown.games.siam.codec import CODEC, MAPS
from rosecrown.games.siam.notation import parse_move, parse_state
from rosecrown.games.siam.rules import GAME
from rosecrown.games.siam.state import DECK, EFFECT, EMPTY, OVER, TAKE, Move
from rosecrown.widgets.words import LANGUAGES, messages

LAND = {"lampang": "rrry", "isan": "rrb", "sukothai": "yyb", "khorat": "yr", "ayutthaya": "b", "bangkok": "yyyb"}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("help4", Move("help", (4,))),
        ("dr", Move("draw", (1,))),
        ("tile:h", Move("tile", (7,))),
        ("pass", Move("pass")),
        ("play:maha", Move("card", (0,))),
        ("play:b", Move("card", (6,))),
        ("tiles:ac*c", Move("tiles", (0, 2, 2))),
        ("put:ya.rb.bb", Move("put", (0, 0, 1, 1, 2, 1))),
        ("put:rc.rc", Move("put", (1, 2, 1, 2))),
        ("trade:by.bb", None),
        ("trade:ay.br", Move("trade", (0, 0, 1, 1))),
        ("trade:bbb.ab", Move("trade", (1, 2, 2, 0, 2))),
        ("none", Move("none")),
        ("take:hb", Move("take", (7, 2))),
        ("nothing", Move("nothing")),
    ],
)
def test_moves_have_one_text_each(text, move):
    if move is None:  # a province is not swapped with itself
        with pytest.raises(NotationError):
            parse_move(text)
    else:
        assert parse_move(text) == move and GAME.move_text(move) == text


@pytest.mark.parametrize(
    "text",
    ["", "PASS", "play:", "play:x", "play:2v2", "put:", "put:rb.ya", "tiles:ca*a", "tiles:ab*c", "trade:br.ay"]
    + ["trade:aby.br", "take:iy", "take:ag", "help0", "help5", "dg", "tile:", "pass ", "none.", "put:ya.rb.bc.yd"],
)
def test_other_texts_are_no_moves(text):
    with pytest.raises(NotationError):
        parse_move(text)


@given(st.text(max_size=30))
def test_any_text_is_a_move_or_refused(text):
    try:
        assert GAME.move_text(parse_move(text)) == text
    except NotationError:
        pass


@given(st.text(max_size=300))
def test_any_text_is_a_position_or_refused(text):
    with pytest.raises((NotationError, PositionError)):
        GAME.parse_state(text)


STATES = [
    state for seats in (2, 3, 4) for state in list(random_game(seats, seats, map="saba" if seats == 3 else "siam"))[::9]
]


@settings(max_examples=300)
@given(st.sampled_from(STATES), st.data())
def test_a_changed_position_is_read_or_refused(state, data):
    text = GAME.state_text(state)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("0123456789abcdefghyr=-./ ,x"))
    changed = text[:place] + letter + text[place + 1 :]
    try:
        read = GAME.parse_state(changed)
    except (NotationError, PositionError):
        return
    assert GAME.state_text(read) == changed and not GAME.problems(read)
    # whatever is read can be played on
    if read.phase < OVER:
        assert GAME.legal_moves(read) or GAME.chances(read)


# ---- packed form ----
def packed(state):
    out = Writer()
    CODEC.write_position(out, state)
    return out.text()


def test_a_packed_position_is_short_and_comes_back():
    longest = 0
    for state in STATES:
        text = packed(state)
        longest = max(longest, len(text))
        source = Reader(text)
        assert CODEC.read_position(source, 0) == state
        source.finish()
    assert longest < 90


@settings(max_examples=300)
@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", max_size=90))
def test_any_packed_text_is_a_state_or_refused(text):
    try:
        source = Reader(text)
        state = CODEC.read_position(source, 0)
        source.finish()
    except PackingError:
        return
    problems = GAME.problems(state)
    assert isinstance(problems, list)
    if not problems:
        assert GAME.parse_state(GAME.state_text(state)) == state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_fits_into_a_link(seats):
    """A log of random moves, set-up and passes included, packed explicitly."""
    for seed in range(5):
        session = Session(GAME, [Player()] * seats, {}, seed)
        choose = random.Random(seed)
        while session.to_move >= 0:
            session.play(choose.choice(GAME.legal_moves(session.state)))
        out = Writer()
        for entry in session.log:
            CODEC.write_move(out, entry.move)
        assert len(out.text()) < 400
        source = Reader(out.text())
        assert [CODEC.read_move(source) for _ in session.log] == [entry.move for entry in session.log]


def test_the_order_of_maps_is_frozen():
    assert MAPS == tuple(GAME.maps) == ("siam", "saba")


# ---- impossible positions ----
def good():
    return position(LAND, hands=[[MAHA, KHON, ONE], [KHON, LAO]])


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        ("map", lambda s: s._replace(map="mars")),
        ("shape", lambda s: s._replace(seat=2)),
        ("shape", lambda s: s._replace(hands=s.hands[:1])),
        ("shape", lambda s: s._replace(order=(0,) * 8)),
        ("shape", lambda s: s._replace(plays=(5,))),
        ("followers", lambda s: s._replace(pool=(0, 0, 0))),
        ("hands", lambda s: s._replace(hands=((MAHA, MAHA), s.hands[1]))),
        ("hands", lambda s: s._replace(hands=((KHON, MAHA), s.hands[1]))),
        ("hands", lambda s: s._replace(tops=(ONE, s.tops[1]))),
        ("hands", lambda s: s._replace(tops=(-1, s.tops[1]))),
        ("plays", lambda s: s._replace(plays=(0,))),
        ("plays", lambda s: s._replace(plays=(0, 1, 0))),
        ("courts", lambda s: s._replace(courts=((2, 0, 0), s.courts[1]), pool=(s.pool[0] - 1, 9, 9))),
        ("courts", lambda s: s._replace(courts=((9, 1, 0), s.courts[1]), pool=(0, s.pool[1], s.pool[2]))),
        ("phase", lambda s: s._replace(card=LAO)),
        ("phase", lambda s: s._replace(phase=EFFECT, card=TWO, seat=0)),
        ("phase", lambda s: s._replace(phase=TAKE)),
        ("passes", lambda s: s._replace(passes=2)),
        ("tiles", lambda s: s._replace(order=s.order[:7])),
        ("takeovers", lambda s: s._replace(taken=(1,))),
        ("takeovers", lambda s: s._replace(phase=OVER)),
        ("kings", lambda s: s._replace(kings=0b11)),
        ("swap", lambda s: s._replace(swap=(TWO, 0, 7, 1, -1, 0))),
        ("swap", lambda s: s._replace(swap=(ONE, 0, 1, 1, -2, 1))),
        ("swap", lambda s: s._replace(swap=(ONE, 1, 0, 1, -1, 0))),
        ("set-up", lambda s: s._replace(help=(1, 2))),
    ],
)  # fmt: skip
def test_each_broken_condition_is_named(name, edit):
    assert GAME.problems(good()) == []
    assert name in GAME.problems(edit(good()))


def test_s11_a_last_card_that_did_not_win_is_a_problem():
    land = {"chumphon": "yyr", "rattani": "yyb"}
    state = position(land, hands=[[], []], courts=["rb", "yyyyrrrr"], taken="yryr==", plays=(1, 0))
    assert GAME.problems(state) == ["last-card"]
    assert GAME.problems(state._replace(plays=(0, 1))) == []


def test_set_up_positions_are_checked_too():
    state = GAME.start(2, {})
    assert GAME.problems(state) == []
    assert "set-up" in GAME.problems(state._replace(help=(1,)))
    state = play(state, "help1", "help3")
    assert "set-up" in GAME.problems(state._replace(help=(1, 2)))
    state = play(state, "dy")
    assert GAME.problems(state) == []
    moved = (EMPTY, *state.provinces[1:])
    assert GAME.problems(state._replace(provinces=moved))


def test_every_problem_has_words():
    names = {"map", "shape", "followers", "hands", "plays", "courts", "phase", "passes", "tiles", "takeovers", "kings"}
    names |= {"swap", "set-up", "last-card"}
    for language in LANGUAGES:
        words = messages("rosecrown.games.siam", language)
        assert {key.rpartition(".")[2] for key in words if key.startswith("siam.problem.")} == names


def test_random_set_up_is_possible_at_every_step():
    for seats in (2, 3, 4):
        assert dealt(seats, 3).hands == (DECK,) * seats


def test_a_swap_in_a_text_comes_back():
    state = turn(position(LAND), ONE, "trade:ay.br", "take:ar")
    assert state.swap == (ONE, at(state, "lampang"), at(state, "isan"), -1, 1, 0)
    assert parse_state(GAME.state_text(state)) == state
