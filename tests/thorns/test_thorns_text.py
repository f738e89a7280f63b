"""Notation, packed form and impossible positions of Roses and Thorns."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thorns_help import begin, challenge, play, random_states

from rosecrown.core.game import NotationError, PositionError
from rosecrown.formats.packing import PackingError, Reader, Writer
from rosecrown.games.thorns.codec import CODEC
from rosecrown.games.thorns.rules import GAME
from rosecrown.games.thorns.table import Card, Kind, Move
from rosecrown.widgets.words import LANGUAGES, Words

EVERY_MOVE = [
    *(Move(Kind.START, seat) for seat in range(10)),
    *(Move(kind, 0, card) for kind in (Kind.LAY, Kind.ADD, Kind.LOSE, Kind.GIVE) for card in (Card.ROSE, Card.THORN)),
    *(Move(Kind.BID, n) for n in range(1, 41)),
    *(Move(Kind.TURN, seat) for seat in range(10)),
    Move(Kind.PASS),
    Move(Kind.TAKE),
]


def test_every_move_in_notation_and_packed():
    assert len({GAME.move_text(move) for move in EVERY_MOVE}) == len(EVERY_MOVE)
    out = Writer()
    for move in EVERY_MOVE:
        assert GAME.parse_move(GAME.move_text(move)) == move
        CODEC.write_move(out, move)
    reader = Reader(out.text())
    assert [CODEC.read_move(reader) for _ in EVERY_MOVE] == EVERY_MOVE
    reader.finish()


def test_masked_moves_have_a_notation():
    for source in ("lay:?", "add:?", "give:?", ":?"):
        assert GAME.move_text(GAME.parse_move(source)) == source


@pytest.mark.parametrize(
    "source", ["", "lay", "lay:X", "bid", "bid:", "bid:07", "bid:100", "turn:-1", "lay:R ", "PASS"]
)
def test_what_is_no_move(source):
    with pytest.raises(NotationError):
        GAME.parse_move(source)


def test_a_state_can_be_read_and_written_down_by_hand():
    state = play(begin(3), "lay:R lay:R lay:R add:T add:R bid:2")
    assert GAME.state_text(state) == "bid 1 0 0 base drawn 4T,0,-,-,rt,0/4 4T,0,-,-,rr,0/4 4T,0,2,-,r,0/4"
    assert GAME.parse_state(GAME.state_text(state)) == state
    seen = GAME.observe(state, 1)
    assert GAME.observation_text(seen) == "1 bid 1 0 0 base drawn 4?,0,-,-,??,0/4 4T,0,-,-,rr,0/4 4?,0,2,-,?,0/4"


# Each position differs in one thing from a possible one.
@pytest.mark.parametrize(
    "source, problem",
    [
        ("lay 1 0 0 base drawn 4T,0,-,-,rt,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "stack"),
        ("lay 1 0 2 base drawn 4T,0,-,-,r,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "stack"),
        ("add 1 0 0 base drawn 4T,0,-,-,rr,0/4 4T,0,-,-,r,0/4 4T,0,-,-,r,0/4", "stack"),
        ("add 1 0 0 base drawn 4T,0,-,-,tt,0/4 4T,0,-,-,tt,0/4 4T,0,-,-,rr,0/4", "stack"),
        ("lay 1 0 0 base drawn 4-,0,-,-,-,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "thorn"),
        ("lay 2 0 0 base drawn 3T,0,-,-,-,0/3 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "trace"),
        ("lay 2 0 0 base drawn 3T,0,-,-,-,0/4! 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "trace"),
        ("lay 2 0 0 base drawn 3T,0,-,-,-,1/4c 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "trace"),
        ("lay 2 0 0 base drawn 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "rounds"),
        ("lay 1 0 0 base drawn 3T,0,-,-,-,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "rounds"),
        ("lay 3 0 0 base drawn 4T,2,-,-,-,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "tokens"),
        ("lay 2 0 0 quick drawn 4T,1,-,-,-,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4", "tokens"),
        ("lay 9 0 0 base drawn 4T,0,-,-,-,0/4 0-,0,-,-,-,0/4! 0-,0,-,-,-,0/4!", "players"),
        ("lay 5 1 1 base drawn 4T,0,-,-,-,0/4 0-,0,-,-,-,0/4! 4T,0,-,-,-,0/4", "turn"),
        ("bid 1 0 1 base drawn 4T,0,4,-,r,0/4 4T,0,-,-,r,0/4 4T,0,-,-,r,0/4", "bids"),
        ("bid 1 0 1 base drawn 4T,0,2,p,r,0/4 4T,0,-,-,r,0/4 4T,0,-,-,r,0/4", "bids"),
        ("bid 1 0 0 base drawn 4T,0,2,-,r,0/4 4T,0,2,-,r,0/4 4T,0,-,-,r,0/4", "bids"),
        ("add 1 0 0 base drawn 4T,0,1,-,r,0/4 4T,0,-,-,r,0/4 4T,0,-,-,r,0/4", "bids"),
        ("turn 1 0 0 base drawn 4T,0,2,-,r,0/4 4T,0,-,p,R,0/4 4T,0,-,p,r,0/4", "turned"),
        ("turn 1 0 0 base drawn 4T,0,2,-,R,0/4 4T,0,-,p,R,0/4 4T,0,-,p,r,0/4", "turned"),
        ("draw 1 0 0 base drawn 4T,0,2,-,R,0/4 4T,0,-,p,r,0/4 4T,0,-,p,r,0/4", "turned"),
        ("over 2 0 0 base drawn 4T,1,-,-,-,0/4 4T,1,-,-,-,0/4 4T,0,-,-,-,0/4", "over"),
    ],
)
def test_problems_name_what_cannot_be(source, problem):
    with pytest.raises(PositionError) as error:
        GAME.parse_state(source)
    assert problem in error.value.problems
    assert all(Words(language)(f"thorns.problem.{name}") for language in LANGUAGES for name in error.value.problems)


def test_possible_positions_have_none():
    for source in (
        "lay 1 0 0 base drawn 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4",
        "lay 2 0 0 base chosen 3-,0,-,-,-,1/4c 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4",
        "turn 1 0 0 base drawn 4T,0,2,-,R,0/4 4T,0,-,p,r,0/4 4T,0,-,p,t,0/4",
        GAME.state_text(challenge([0, 4, 4, 1, 0], 3, 3)),
    ):
        assert GAME.state_text(GAME.parse_state(source)) == source


def test_a_whole_position_hides_nothing():
    with pytest.raises(NotationError):
        GAME.parse_state("lay 1 0 0 base drawn 4?,0,-,-,-,0/4 4T,0,-,-,-,0/4 4T,0,-,-,-,0/4")


@given(st.text(alphabet="0123456789RTrt?-,/!cpb aelnosuqkdwy:", max_size=90))
def test_parsers_are_total(source):
    for parse in (GAME.parse_state, GAME.parse_observation, GAME.parse_move):
        try:
            parse(source)
        except (NotationError, PositionError):
            pass


STATES = [state for state, _ in random_states(4, {"quick": "off", "loss": "chosen"}, 1)]


@settings(max_examples=150)
@given(st.sampled_from(STATES), st.integers(0, 80), st.sampled_from("0123456789RTrt?-,/!cp "))
def test_a_changed_character_is_refused_or_gives_a_possible_position(state, place, character):
    source = GAME.state_text(state)
    changed = source[: place % len(source)] + character + source[place % len(source) + 1 :]
    try:
        found = GAME.parse_state(changed)
    except (NotationError, PositionError):
        return
    assert GAME.problems(found) == []


@given(st.binary(max_size=60))
def test_every_packed_position_is_read_and_judged_or_refused(data):
    text = base64.urlsafe_b64encode(data.rstrip(b"\0")).decode().rstrip("=")
    try:
        state = CODEC.read_position(Reader(text), 1)
    except PackingError:
        return
    assert all(Words("en")(f"thorns.problem.{name}") for name in GAME.problems(state))
