"""Saves: they come back as they were, a damaged one gives one error or its valid part, and nothing else happens."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosecrown.core import registry
from rosecrown.core.session import Player, Session
from rosecrown.formats import link, record, save
from rosecrown.formats.record import ExportError
from rosecrown.formats.save import Saved, SaveError

GAMES = registry.GAMES


def played(game: str, seed: int, decisions: int, seats: int | None = None) -> Session:
    rules = registry.get(game)
    count = seats or rules.info.seats[0]
    players = [Player("person", name="Ann & <Bob>"), *(Player("computer", "hard") for _ in range(count - 1))]
    session = Session(rules, players, seed=seed)
    rng = Random(seed)
    for _ in range(decisions):
        if session.outcome is None:
            session.play(rng.choice(list(rules.legal_moves(session.state))))
    return session


def same(one: Session, other: Session) -> bool:
    return (one.log, one.states, one.players, one.options, one.cursor, one.seed) == (
        other.log,
        other.states,
        other.players,
        other.options,
        other.cursor,
        other.seed,
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("decisions", [0, 3, 25])
def test_a_save_comes_back(game: str, decisions: int) -> None:
    session = played(game, 42, decisions)
    if session.can_undo():
        session.undo()
    text = save.dump(Saved(session, registry.get(game).info.entries[0].id, "mine", "2026-01-01T00:00:00Z"))
    loaded = save.load(text)
    assert same(loaded.session, session)
    assert (loaded.name, loaded.at, loaded.broken) == ("mine", "2026-01-01T00:00:00Z", 0)
    assert loaded.session.assist == session.assist


@pytest.mark.parametrize("game", GAMES)
def test_the_longest_save_stays_below_four_kilobytes(game: str) -> None:
    for seats in registry.get(game).info.seats:
        text = save.dump(
            Saved(played(game, 3, 10_000, seats), registry.get(game).info.entries[0].id, "", "2026-01-01T00:00:00Z")
        )
        assert len(text) <= 4096


def test_a_game_from_a_position_comes_back() -> None:
    session = played("rose", 5, 20)
    opened = link.read("#" + link.position(session.game, session.state, 0), seed=99)
    going = Session(session.game, session.players, dict(opened.options), opened.seed, opened.state)
    going.play(going.game.legal_moves(going.state)[0])
    loaded = save.load(save.dump(Saved(going, "rose", "", "2026-01-01T00:00:00Z", opened.position)))
    assert same(loaded.session, going)
    assert loaded.session.from_position


def test_a_resigned_game_stays_resigned() -> None:
    session = played("rose", 5, 20)
    session.resign(0)
    loaded = save.load(save.dump(Saved(session, "rose", "", "2026-01-01T00:00:00Z")))
    assert loaded.session.outcome is not None and loaded.session.outcome.winners == (1,)


def forged(**changes: object) -> str:
    """A save with a right checksum over wrong content."""
    value = json.loads(save.dump(Saved(played("rose", 1, 4), "rose", "", "2026-01-01T00:00:00Z")))
    value |= changes
    value["crc"] = save._crc(value)
    return json.dumps(value)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"v": 2}, "newer"),
        ({"rules": 99}, "newer"),
        ({"game": "chess"}, "newer"),
        ({"v": "1"}, "damaged"),
        ({"seats": 3}, "damaged"),
        ({"seats": [{"kind": "person"}]}, "damaged"),
        ({"seats": [{"kind": "ghost"}, {"kind": "person"}]}, "damaged"),
        ({"options": {"starter": "nobody"}}, "impossible"),
        ({"game_data": "%%%"}, "impossible"),
    ],
)
def test_wrong_content_gives_one_reason(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(SaveError) as caught:
        save.load(forged(**changes))
    assert caught.value.reason == reason


def test_a_changed_character_is_noticed() -> None:
    text = save.dump(Saved(played("rose", 1, 4), "rose", "", "2026-01-01T00:00:00Z"))
    for place in range(0, len(text), 7):
        with pytest.raises(SaveError):
            save.load(text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :])


def test_a_log_that_breaks_the_rules_gives_its_valid_part() -> None:
    session = played("rose", 1, 6)
    first_decision = next(number for number, entry in enumerate(session.log) if entry.seat >= 0)
    place = first_decision + 2
    session.log[place] = session.log[0]  # a card dealt where somebody has to decide, or a card that is not there
    text = save.dump(Saved(session, "rose", "", "2026-01-01T00:00:00Z"))
    loaded = save.load(text)
    assert loaded.broken == place + 1
    assert loaded.session.log[:place] == session.log[:place]


@given(st.text(max_size=200) | st.binary(max_size=50).map(lambda data: data.decode("latin-1")))
def test_nothing_else_is_ever_raised(text: str) -> None:
    with pytest.raises(SaveError):
        save.load(text)


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "game",
                "rules",
                "options",
                "seats",
                "game_data",
                "pos",
                "assist",
                "rev",
                "at",
                "entry",
                "start",
                "resigned",
            ]
        ),
        st.none() | st.integers(-5, 10**9) | st.text(max_size=12) | st.lists(st.integers(), max_size=3),
        max_size=3,
    )
)
def test_forged_saves_give_a_game_or_an_error(changes: dict[str, object]) -> None:
    try:
        save.load(forged(**changes))
    except SaveError:
        pass


def test_export_and_import() -> None:
    store = {"rosecrown:prefs": "{}", "rosecrown:save:1": "x", "other": "no"}
    assert record.read_export(record.export(store)) == {"rosecrown:prefs": "{}", "rosecrown:save:1": "x"}
    for bad in ("", "[]", "{}", '{"app": "rosecrown", "export": 1, "store": {"x": "y"}}', "[" * 100_000):
        with pytest.raises(ExportError):
            record.read_export(bad)
