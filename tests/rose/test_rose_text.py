"""Notation, packed form and the conditions of a position: total readers, and everything comes back as it was."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rose_help import EMPTY, START, play, position, random_session

from rosecrown.core.game import GameError, NotationError, PositionError, Text
from rosecrown.formats.packing import PackingError, Reader, Writer
from rosecrown.games.rose.board import CARDS, Move, Phase, parse_square, square_name
from rosecrown.games.rose.codec import CODEC, MOVE_LIST
from rosecrown.games.rose.rules import GAME
from rosecrown.widgets.words import LANGUAGES, Words

STATES = [state for seed in range(12) for state in random_session(seed, starter="random").states]
FINAL = GAME.state_text(random_session(1).state)
SHORT = "9/9/9/6r2/9/9/9/9/9 g6 white 44 N1,N3,E2,S1:E1,SE2,SW3,W2,W3 NE1"


def refusal(read, source):
    """The value, or the typed error; any other error fails the test."""
    try:
        return read(source)
    except GameError as error:
        assert type(error) in (NotationError, PositionError)
        return error


# ---- squares and moves ----
def test_squares():
    assert [square_name(number) for number in (0, 8, 9, 40, 80)] == ["a1", "i1", "a2", "e5", "i9"]
    assert all(parse_square(square_name(number)) == number for number in range(81))
    for wrong in ("", "a0", "j1", "A1", "a10", " a1"):
        with pytest.raises(NotationError):
            parse_square(wrong)


def test_every_move_has_its_notation():
    assert [GAME.move_text(Move("play", 4)), GAME.move_text(Move("hero", 23))] == ["NE2", "NW3*"]
    assert [GAME.move_text(Move("card", 0)), GAME.move_text(Move("starter", 1))] == [":N1", ":white"]
    assert len(set(MOVE_LIST)) == 76 == 3 * len(CARDS) + 4
    assert all(GAME.parse_move(GAME.move_text(move)) == move for move in MOVE_LIST)


@given(st.text(max_size=8) | st.from_regex(r":?[NESW]{1,2}[0-9]\*?", fullmatch=True))
def test_any_text_is_a_move_or_a_notation_error(source):
    move = refusal(GAME.parse_move, source)
    assert isinstance(move, NotationError) or GAME.move_text(move) == source


# ---- positions ----
def test_a_position_in_notation():
    state = play(START, "NE2")
    assert GAME.state_text(state) == "9/9/6r2/9/9/9/9/9/9 g7 white 44 N1,E3,SE1,S2:N3,E1,SW3,W1,NW2 NE2"


def test_every_position_of_games_round_trips_and_is_sound():
    for state in STATES:
        assert GAME.problems(state) == []
        assert GAME.parse_state(GAME.state_text(state)) == state
        assert GAME.parse_observation(GAME.observation_text(GAME.observe(state, 0))) == state


@given(st.data())
def test_any_damaged_position_is_refused_or_read_as_written(data):
    source = data.draw(st.sampled_from([FINAL, SHORT, GAME.state_text(START)]))
    at = data.draw(st.integers(0, len(source)))
    cut = data.draw(st.integers(0, 4))
    damaged = source[:at] + data.draw(st.text("rw19/ e5redwhitdaw-N2SE,:*\n٣", max_size=4)) + source[at + cut :]
    for read in (GAME.parse_state, GAME.parse_observation):
        state = refusal(read, damaged)
        assert isinstance(state, GameError) or GAME.state_text(state) == damaged


@given(st.text(max_size=60))
def test_any_text_is_no_position(source):
    assert isinstance(refusal(GAME.parse_state, source), NotationError)


# ---- packed form ----
def packed(state):
    out = Writer()
    CODEC.write_position(out, state)
    return out.text()


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(source):
    reader = Reader(source)
    state = CODEC.read_position(reader, 0)
    reader.finish()
    return state


def test_positions_round_trip_and_are_short():
    texts = [packed(state) for state in STATES]
    assert [unpacked(source) for source in texts] == STATES
    assert max(map(len, texts)) <= 33


def test_moves_round_trip_and_keep_their_numbers():
    for move in MOVE_LIST:
        out = Writer()
        CODEC.write_move(out, move)
        out.put(1, 2)
        assert CODEC.read_move(Reader(out.text())) == move
    numbered = {0: "draw", 1: "pass", 2: ":red", 3: ":white", 4: "N1", 27: "NW3", 28: "N1*", 51: "NW3*", 52: ":N1"}
    assert {number: GAME.move_text(MOVE_LIST[number]) for number in numbered} == numbered


GOLDEN = {
    "DqRL4UD6Gd8N8hC4gbx8TGQB": SHORT,
    "wme_bt6hPe7SBCIDkWnA2JqnzEXTJ2sX": (
        "2rw5/2w1r4/1w1r1w2w/2wrr1wr1/1wrrrwrr1/4rwr2/4w4/2w1wrw2/2r1w4 d7 red 23 "
        "NE3,SW3,W3:NW1 N1,N2,N3,NE1,E1,E2,SE3,S1,S3,SW1,W2,NW3"
    ),
    "un6yx2cHpHC4P-qBet061NLdFEp34jsf": (
        "2w2r2w/rwwrwr3/2r5w/3w1r2r/3rrrw2/1rr1wr3/1ww2rw2/5w3/2w1rr2w i9 red 23 "
        "N2,SE1,SW3,W3,NW2:N1,NE1,NE2,E1,SE3 N3,NE3,E2,E3,SE2,S1,S2,S3,SW1,W1,W2,NW3"
    ),
}


@pytest.mark.parametrize("source, line", GOLDEN.items())
def test_version_1_reads_for_ever(source, line):
    assert GAME.state_text(unpacked(source)) == line and packed(GAME.parse_state(line)) == source


@given(st.text("ABCDwxyz0189-_", max_size=40) | st.text(max_size=20) | st.binary(max_size=30).map(encoded))
def test_any_packed_text_gives_a_state_or_a_packing_error(source):
    try:
        state = unpacked(source)
    except PackingError:
        return
    assert packed(state) == source
    assert all(Words("en").has(f"rose.problem.{name}") for name in GAME.problems(state))


# ---- what can't have come about ----
def test_a_position_after_the_first_play_is_sound():
    assert GAME.problems(GAME.parse_state(SHORT)) == []


LATER = {"red": "N1 N2 N3 NE1 NE2", "white": "S1 S2 S3 SW1 SW2"}
IMPOSSIBLE = {
    "the crown beside the stones": (position("r........", crown="e5", **LATER, discard="E1"), {"crown"}),
    "a card in two places": (position("r........", crown="a9", red="N1 N2 E1 E2", white="N1 S1 S2 S3 SW1",
                                      discard="W1"), {"cards"}),
    "six cards": (position("rw.......", crown="a9", red="N1 N2 N3 E1 E2 E3", white="S1 S2 S3 W1 W2",
                           discard="NE1 NE2"), {"hand"}),
    "too many stones": (position(*["rwrwrwrwr"] * 6, crown="a9", **LATER, discard="E1"), {"stones"}),
    "a draw with five cards": (position("rw.......", crown="a9", **LATER, discard="E1 E2", phase=Phase.DRAW), {"hand"}),
    "a draw after the last stone": (position(*["rwrwrwrwr"] * 5, "rwrwrwr..", crown="a9", red="N1", white="S1",
                                             discard="E1", phase=Phase.DRAW), {"over"}),
    "a flip of the only stone": (position("r........", crown="a9", red="N1 N2 N3 E1", white="S1 S2 S3 W1 W2",
                                          heroes=(3, 4), discard="W3 E2"), {"flips"}),
    "three flips and two stones": (position("rrwwww...", crown="a9", **LATER, heroes=(1, 4), discard="E1"), {"flips"}),
    "too few cards played": (position("rw.......", crown="a9", red="N1 N2 N3", white="S1 S2 S3 W1", discard="E1 E2"),
                             {"draws"}),
    "the discard pile does not fit": (position("rw.......", crown="a9", red="N1 N2 N3 E1", white="S1 S2 S3 W1",
                                               discard="E2"), {"discard"}),
    "cards played before the first stone": (position(red="N1 N2 N3 E1", white="S1 S2 S3 W1 W2", discard="E2"),
                                            {"discard", "deal"}),
    "heroes gone before the first stone": (position(**LATER, heroes=(4, 3)), {"flips"}),
    "a deal that is over": (position(**LATER, phase=Phase.DEAL), {"deal"}),
    "a deal out of turn": (position(red="N1", white="S1 S2", phase=Phase.DEAL), {"deal"}),
    "a deal beside stones": (position("r........", crown="a9", **LATER, discard="E1", phase=Phase.DEAL), {"deal"}),
}  # fmt: skip


@pytest.mark.parametrize("state, expected", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible(state, expected):
    assert expected <= set(GAME.problems(state))
    with pytest.raises(PositionError) as caught:
        GAME.parse_state(GAME.state_text(state))
    assert expected <= set(caught.value.problems)


def test_impossible_a_card_that_was_never_discarded_after_the_first_shuffle():
    # 26 plays, 26 draws: the pile was shuffled anew, so at least 15 of the 26 cards went back into it.
    ranks = ["rwrwrwrwr", "wrwrwrwrw", "rwrwrwrw."]
    hands = {"red": "N1 N2 N3 E1 E2", "white": "S1 S2 S3 W1 W2"}
    ok = position(*ranks, crown="a9", **hands, discard="NE1 NE2 NE3 NW1 NW2 NW3 SE1 SE2 SE3 SW1 SW2")
    assert GAME.problems(ok) == []
    bad = position(*ranks, crown="a9", **hands, discard="NE1 NE2 NE3 NW1 NW2 NW3 SE1 SE2 SE3 SW1 SW2 SW3")
    assert GAME.problems(bad) == ["discard"]


def test_impossible_two_stones_on_a_square():
    state = position("r........", crown="a9", **LATER, discard="E1")
    both = type(state)((state.stones[0], state.stones[0]), *[getattr(state, name) for name in state._fields[1:]])
    assert "overlap" in GAME.problems(both)


# ---- words of events ----
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_games_can_be_said(language):
    words = Words(language)
    for seed in range(4):
        session = random_session(seed, starter="random")
        for number, before in enumerate(session.states[:-1]):
            for event in session.events(number, None):
                said = GAME.describe(before, event)
                assert isinstance(said, Text)
                assert (event.kind == "deal") == (said == Text(""))
                assert not said.key or (words(said) and "{" not in words(said))


def test_events_in_words():
    words = Words("en")

    def said(state, move):
        return [words(GAME.describe(state, event)) for event in GAME.events(state, GAME.parse_move(move), None)]

    assert said(START, "NE2") == ["North-east II to g7"]
    flip = position(*[EMPTY] * 4, "....rw...", red="E1", white="S1")
    assert said(flip, "E1*") == ["East I, turned over f5"]
    drawn = play(START, "N1", "W1", "draw")
    assert said(drawn, ":S1") == ["Drew south I"]
