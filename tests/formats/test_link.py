"""Links: every text gives a value or one LinkError; a link of the Rose King is short; old links open for ever."""

import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosecrown.core import registry
from rosecrown.core.session import Player, Session
from rosecrown.formats import link
from rosecrown.formats.link import LinkError

PEOPLE = (Player(), Player())


def rose_session(seed: int, decisions: int) -> Session:
    session = Session(registry.get("rose"), PEOPLE, seed=seed)
    rng = Random(seed)
    for _ in range(decisions):
        if session.outcome is None:
            session.play(rng.choice(list(session.game.legal_moves(session.state))))
    return session


def reason(text: str) -> str:
    with pytest.raises(LinkError) as caught:
        link.read(text)
    return caught.value.reason


@pytest.mark.parametrize("decisions", [0, 1, 10, 40, 90])
def test_a_position_comes_back(decisions: int) -> None:
    session = rose_session(7, decisions)
    opened = link.read("https://example.org/x/#" + link.position(session.game, session.state, 0), seed=5)
    game = session.game
    assert game.observe(opened.state, 0) == game.observe(session.state, 0)
    assert (opened.game, opened.kind, opened.seats, opened.seed) == ("rose", "p", 2, 5)


def test_a_rose_position_is_short() -> None:
    longest = max(len(link.position(registry.get("rose"), rose_session(seed, 60).state, 0)) for seed in range(20))
    assert longest <= 60


def test_a_deal_gives_the_same_cards() -> None:
    session = rose_session(123456789, 0)
    opened = link.read("#" + link.deal(session.game, 2, session.options, session.seed))
    again = Session(session.game, PEOPLE, dict(opened.options), opened.seed)
    assert (opened.kind, opened.seed) == ("s", 123456789)
    assert again.state == session.state


@pytest.mark.parametrize(
    "dressed",
    [
        "  {} ",
        "https://a.example/b/#{}",
        "<https://a.example/#{}>".replace("<", ""),
        "#{}.",
        "{}",
        "https://a.example/%23{}",
    ],
)
def test_links_survive_what_chat_programs_do(dressed: str) -> None:
    fragment = link.position(registry.get("rose"), rose_session(3, 5).state, 0)
    assert link.read(dressed.format(fragment)).kind == "p"


def test_every_truncation_is_refused() -> None:
    fragment = link.position(registry.get("rose"), rose_session(11, 30).state, 0)
    for length in range(1, len(fragment)):
        assert reason("#" + fragment[:length]) == "damaged"


def test_every_change_of_one_character_is_refused() -> None:
    fragment = link.position(registry.get("rose"), rose_session(11, 30).state, 0)
    for place, old in enumerate(fragment):
        for new in "aZ0_-.#%~":
            if new != old:
                text = "#" + fragment[:place] + new + fragment[place + 1 :]
                with pytest.raises(LinkError):
                    link.read(text)


def test_a_newer_link_is_not_called_damaged() -> None:
    for body in ("rose.p2.AbC", "rose.q1.AbC", "chess.p1.AbC"):
        assert reason(f"#{body}.{link.checksum(body)}") == "newer"


def test_an_impossible_position_says_so() -> None:
    for payload in ("", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "A", "not packed at all"):
        body = f"rose.p1.{payload.replace(' ', '_')}"
        found = reason(f"#{body}.{link.checksum(body)}")
        assert found == "impossible"


def test_no_link_and_too_long() -> None:
    assert reason("") == "none"
    assert reason("hello there") == "none"
    assert reason("#" + "a" * 3000) == "damaged"


@given(st.text(max_size=300))
def test_nothing_else_is_ever_raised(text: str) -> None:
    try:
        link.read(text)
    except LinkError:
        pass


@given(st.text(alphabet=string.ascii_letters + string.digits + "_-", max_size=80), st.sampled_from(["p", "s"]))
def test_any_payload_with_a_right_check_is_read_or_refused(payload: str, kind: str) -> None:
    for game in registry.GAMES:
        body = f"{game}.{kind}1.{payload}"
        try:
            opened = link.read(f"#{body}.{link.checksum(body)}")
        except LinkError as error:
            assert error.reason == "impossible"
        else:
            if opened.state is not None:
                assert not registry.get(game).problems(opened.state)
