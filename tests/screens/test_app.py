"""The application, driven as a page drives it, judged by its markup."""

import json
from itertools import pairwise

import pytest
from device import TAPPABLE, Device

from rosecrown.core import registry
from rosecrown.formats import link, save
from rosecrown.screens.shelf import MOST_RECORDS

ENTRIES = [entry.id for _, entry in registry.entries()]


@pytest.fixture
def device() -> Device:
    return Device()


def begin(device: Device, entry: str, *kinds: str, **changes: str) -> None:
    """Set up and start a game with these on the seats."""
    device.do("setup", entry=entry)
    fields = {"count": str(len(kinds))} | {f"seat.{seat}": kind for seat, kind in enumerate(kinds)} | changes
    device.do("start", fields=fields)


def first_legal(device: Device) -> None:
    """A person's move: the first target there is, again and again while taps only choose."""
    rev = device.app.rev
    for _ in range(12):
        if device.app.rev != rev:
            return
        legal = device.page.select("[data-legal]") or device.page.select(TAPPABLE)
        device.do("tap", cell=legal[0]["data-cell"])
    assert device.app.rev != rev


# ---- lobby and set-up ----
def test_the_lobby_shows_every_entry(device: Device) -> None:
    assert [tag["data-entry"] for tag in device.page.select('[data-do="play"]')] == ENTRIES
    assert not device.page.select('[data-do="continue"]')


@pytest.mark.parametrize("entry", ENTRIES)
def test_one_click_starts_a_game(device: Device, entry: str) -> None:
    device.do("play", entry=entry)
    assert device.frames[-1]["body"]["screen"] == "table"
    device.think("easy")
    assert device.turn == "you"
    assert device.page.select('[data-do="tap"]')


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_game_can_be_played_to_its_end(entry: str, language: str) -> None:
    device = Device(language=language, seed=3)
    device.do("play", entry=entry)
    device.play_out()
    assert device.page.select_one("#headline h2").get_text()
    assert [key for key in device.storage if key.startswith("rosecrown:record:")]
    assert f"rosecrown:auto:{entry}" not in device.storage


def test_a_set_up_is_remembered(device: Device) -> None:
    begin(device, "rose", "expert", "person", **{"name.1": "Anna"})
    assert device.app.table.session.players[0].level == "expert"
    again = Device(device.storage)
    again.do("setup", entry="rose")
    assert again.one("#seat-0 option[selected]")["value"] == "expert"
    assert again.one("#name-1")["value"] == "Anna"


def test_names_are_escaped_everywhere(device: Device) -> None:
    bad = "<img src=x onerror=alert(1)>"
    begin(device, "rose", "person", "person", **{"name.0": bad, "name.1": bad})
    first_legal(device)
    device.do("menu")
    device.do("players")
    frames = [frame for answer in device.answers for frame in answer.get("frames", [])]
    assert not [frame for frame in frames if "<img" in frame.get("app", "") + frame.get("dialog", "")]
    assert any("&lt;img" in frame.get("app", "") for frame in frames)


# ---- at the table ----
def test_a_stale_tap_is_dropped(device: Device) -> None:
    begin(device, "rose", "person", "person")
    target = device.page.select("[data-legal]")[0]["data-cell"]
    device.do("tap", cell=target)
    old = device.app.rev
    device.do("tap", cell=target)
    assert device.app.rev == old + 1
    before = device.app.table.session.cursor
    device.send({"do": "tap", "cell": target, "rev": old})
    assert device.app.table.session.cursor == before


def test_every_move_is_saved_and_a_reload_goes_on(device: Device) -> None:
    begin(device, "rose", "person", "easy")
    for _ in range(5):
        first_legal(device)
        device.think()
    state = device.app.table.session.state
    token = device.answers[-1]["token"]
    device.start(screen=token)
    assert device.app.table.session.state == state
    assert device.frames[-1]["body"]["screen"] == "table"


def test_a_reload_without_a_token_offers_to_continue(device: Device) -> None:
    begin(device, "rose", "person", "easy")
    first_legal(device)
    state = device.app.table.session.state
    device.start()
    assert device.one('[data-do="continue"]')["data-entry"] == "rose"
    device.do("continue", entry="rose")
    assert device.app.table.session.state == state


def test_undo_cancels_a_thinking_computer(device: Device) -> None:
    begin(device, "rose", "person", "hard")
    before = device.app.table.session.state
    first_legal(device)
    question = device.asked[0]
    answer = device.do("undo")
    assert answer["stop"] == "drop"
    assert device.app.table.session.state == before
    device.send({"do": "thought", "id": question["id"], "line": ["draw"], "values": [], "nodes": 1, "ms": 1})
    assert device.app.table.session.state == before
    device.do("redo")
    assert device.asked, "the computer is asked again"


def test_undo_is_marked_on_the_save(device: Device) -> None:
    begin(device, "rose", "person", "person")
    first_legal(device)
    device.do("undo")
    assert json.loads(device.storage["rosecrown:auto:rose"])["assist"] == ["undo"]


def test_a_serious_game_has_no_undo_and_no_hint(device: Device) -> None:
    begin(device, "rose", "person", "person", serious="on")
    first_legal(device)
    assert device.one("#action-undo").has_attr("disabled")
    assert device.one("#action-hint").has_attr("disabled")
    before = device.app.table.session.cursor
    device.do("undo")
    device.do("hint")
    assert device.app.table.session.cursor == before
    assert not device.asked


def test_a_hint_is_shown_said_and_marked(device: Device) -> None:
    begin(device, "rose", "person", "easy")
    device.do("hint")
    device.think()
    assert device.one("#notice.notice--hint").get_text()
    assert "Hint" in device.spoken()
    assert "hint" in device.app.table.session.assist


def test_move_now(device: Device) -> None:
    begin(device, "rose", "expert", "person")
    assert device.asked
    assert device.one("#action-now")
    assert device.do("now")["stop"] == "now"


def test_a_move_can_be_confirmed_or_taken_back(device: Device) -> None:
    device.do("change", name="confirm", value="on")
    begin(device, "rose", "person", "person")
    rev = device.app.rev
    target = device.page.select("[data-legal]")[0]["data-cell"]
    device.do("tap", cell=target)
    device.do("tap", cell=target)
    assert device.app.rev == rev
    assert device.one("#confirm-button")
    device.do("unselect")
    assert not device.page.select("#confirm-button")
    device.do("tap", cell=target)
    device.do("tap", cell=target)
    device.do("confirm")
    assert device.app.rev == rev + 1


def test_looking_back_and_playing_on_from_there(device: Device) -> None:
    begin(device, "rose", "person", "person")
    for _ in range(6):
        first_legal(device)
    latest = device.app.table.session.cursor
    for _ in range(3):
        device.send({"do": "key", "key": "ArrowLeft"})
    assert device.turn == "looking"
    assert not device.page.select("[data-legal]")
    looking = device.app.table.looking
    device.do("back")
    assert device.turn == "you" and device.app.table.session.cursor == latest
    device.do("look", at=looking)
    device.do("branch")
    assert device.app.table.session.cursor == looking
    kept = [save.load(text) for key, text in device.storage.items() if key.startswith("rosecrown:save:")]
    assert [len(saved.session.log) for saved in kept] == [latest]


def cards_named(device: Device) -> int:
    """Log lines that name an action card before what it did."""
    return sum(
        "1 vs 1:" in item.get_text() or "Rama:" in item.get_text() for item in device.page.select("#log-list li")
    )


def test_from_memory_the_log_names_cards_again_when_the_game_is_over() -> None:
    device = Device(seed=5)
    begin(device, "siam", "person", "person", **{"option.view": "memory"})
    device.play_out()
    assert cards_named(device) > 0


def test_consecutive_passes_are_one_line(device: Device) -> None:
    begin(device, "siam", "person", "person")
    lines = len(device.page.select("#log-list li"))
    device.do("type-move", fields={"text": "pass"})
    assert len(device.page.select("#log-list li")) == lines + 1
    device.do("type-move", fields={"text": "pass"})
    told = [item.get_text() for item in device.page.select("#log-list li")]
    assert len(told) == lines + 2, "both passes are one line, and the takeover another"
    assert any("pass" in line and " and " in line for line in told)


def test_after_the_end_looking_back_gives_reasons_and_may_reveal() -> None:
    device = Device(seed=4)
    begin(device, "thorns", "person", "easy", "easy")
    device.play_out()
    device.do("step", to="first")
    for _ in range(12):
        device.do("step", to="next")
    hidden = device.one("#main").decode()
    device.do("change", name="switch.thorns.reveal", value="on")
    assert device.turn == "looking"
    assert device.one("#main").decode() != hidden
    assert device.page.select("#notice li")


def test_the_log_tells_every_decision(device: Device) -> None:
    begin(device, "rose", "person", "person")
    for _ in range(8):
        first_legal(device)
    assert len(device.page.select("#log-list li")) >= 8
    assert len(device.page.select('#log-list [aria-current="step"]')) >= 1


def test_resigning_ends_the_game(device: Device) -> None:
    begin(device, "rose", "person", "easy", **{"name.0": "Anna"})
    device.do("resign")
    assert device.dialog.select("#resign-yes")
    device.do("resign", sure="1")
    assert device.turn == "over"
    assert device.one("#headline h2").get_text() == "Computer wins"


def test_a_computer_takes_over_and_gives_back(device: Device) -> None:
    begin(device, "rose", "person", "person")
    device.do("change", name="player.0", value="easy")
    device.do("close")
    assert device.asked
    device.think()
    device.do("change", name="player.0", value="person")
    assert [player.kind for player in device.app.table.session.players] == ["person", "person"]


def test_again_and_swapped_seats(device: Device) -> None:
    begin(device, "rose", "person", "easy")
    first_legal(device)
    device.do("rematch")
    assert [player.kind for player in device.app.table.session.players] == ["computer", "person"]
    assert device.asked
    assert any(key.startswith("rosecrown:save:") for key in device.storage), "the running game is kept"


def test_computers_alone_can_be_watched_and_paused(device: Device) -> None:
    begin(device, "rose", "easy", "easy")
    assert device.asked
    device.do("pause")
    assert not device.asked
    device.do("resume")
    assert device.asked


def test_a_lost_thinker_stops_the_computer_and_can_be_asked_again(device: Device) -> None:
    begin(device, "rose", "easy", "person")
    question = device.asked.pop()
    device.send({"do": "thinker-lost", "id": question["id"]})
    assert device.one("#resume-button")
    device.do("resume")
    assert device.asked


def test_typed_moves(device: Device) -> None:
    begin(device, "rose", "person", "person")
    table = device.app.table
    move = table.session.game.move_text(table.session.game.legal_moves(table.session.state)[0])
    device.do("typed")
    device.do("type-move", fields={"text": "nonsense"})
    assert device.dialog.select_one(".form-error").get_text() == "That is not a move of this game."
    described = device.dialog.select_one("#typed-text")["aria-describedby"].split()
    assert [device.dialog.select_one(f"#{part}").get_text() for part in described] == [
        "That is not a move of this game.",
        "For example NE2, h3, hero d6, or draw.",
    ]
    device.do("type-move", fields={"text": move})
    assert len(device.frames) >= 1 and not device.dialog.get_text()
    assert move in [table.session.game.move_text(entry.move) for entry in table.session.log]


# ---- links ----
def fragment(device: Device) -> str:
    table = device.app.table
    return link.position(table.session.game, table.session.state, table.viewer())


def test_a_position_link_opens_in_a_new_profile_and_goes_on(device: Device) -> None:
    begin(device, "rose", "person", "person")
    for _ in range(6):
        first_legal(device)
    state, shared = device.app.table.session.state, fragment(device)
    friend = Device()
    friend.start(fragment="#" + shared)
    assert friend.app.table.session.state == state
    assert friend.answers[-1]["address"] == ""
    assert friend.turn == "you"
    first_legal(friend)


def test_a_link_never_touches_the_running_game_unasked(device: Device) -> None:
    begin(device, "rose", "person", "person")
    first_legal(device)
    shared = fragment(device)
    first_legal(device)
    state, stored = device.app.table.session.state, device.storage["rosecrown:auto:rose"]
    device.send({"do": "fragment", "fragment": "#" + shared})
    assert device.dialog.select("#accept-button")
    assert (device.app.table.session.state, device.storage["rosecrown:auto:rose"]) == (state, stored)
    device.do("close")
    assert device.app.table.session.state == state
    device.send({"do": "fragment", "fragment": "#" + shared})
    device.do("accept")
    assert device.app.table.session.state != state
    kept = [save.load(text).session.state for key, text in device.storage.items() if key.startswith("rosecrown:save:")]
    assert kept == [state]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_cause_has_its_own_sentence(language: str) -> None:
    device = Device(language=language)
    begin(device, "rose", "person", "person")
    first_legal(device)
    shared, state = fragment(device), device.app.table.session.state
    newer = "rose.p9.AbC"
    impossible = "rose.p1.zzzzzzzzzzzz"
    sentences = []
    for bad in (shared[:-3], f"{newer}.{link.checksum(newer)}", f"{impossible}.{link.checksum(impossible)}"):
        device.send({"do": "fragment", "fragment": "#" + bad})
        sentences.append(device.dialog.select_one("#ask-line").get_text())
        assert device.app.table.session.state == state
        assert device.answers[-1]["address"] == ""
    assert len(set(sentences)) == 3


def test_shared_links_open(device: Device) -> None:
    begin(device, "rose", "person", "person")
    first_legal(device)
    device.do("share")
    addresses = [str(tag["value"]) for tag in device.dialog.select(".link-text")]
    assert [link.read(address).kind for address in addresses] == ["p", "s"]
    assert device.do("copy", kind="deal")["copy"] == addresses[1]


def test_a_deal_link_starts_the_same_deal(device: Device) -> None:
    begin(device, "rose", "person", "person")
    states = device.app.table.session.states[:11]
    address = link.deal(device.app.table.session.game, 2, {}, device.app.table.session.seed)
    friend = Device()
    friend.start(fragment="#" + address)
    assert friend.app.table.session.states[:11] == states


def test_a_pasted_link(device: Device) -> None:
    device.do("open-link")
    device.do("follow", fields={"text": "hello"})
    assert device.dialog.select_one(".form-error").get_text()
    begin(device, "rose", "person", "person")
    shared = fragment(device)
    friend = Device()
    friend.do("follow", fields={"text": f"look: https://example.org/rose/#{shared}"})
    assert friend.frames[-1]["body"]["screen"] == "table"


# ---- saves ----
def test_named_saves(device: Device) -> None:
    begin(device, "rose", "person", "person")
    first_legal(device)
    state = device.app.table.session.state
    device.do("save-as", fields={"text": "My <game>"})
    first_legal(device)
    device.do("lobby")
    device.do("saves")
    row = device.dialog.select_one(".save b")
    assert row.get_text() == "My <game>"
    device.do("load", key=device.dialog.select_one('[data-do="load"]')["data-key"])
    assert device.app.table.session.state == state


@pytest.mark.parametrize(
    "language, note",
    [
        ("en", "The Rose King, 1 January 2026, 1 move"),
        ("de", "Der Rosenkönig, 1. Januar 2026, 1 Zug"),
        ("nl", "De Rozenkoning, 1 januari 2026, 1 zet"),
    ],
)
def test_a_save_says_when_it_was_made_and_how_many_moves_it_has(language: str, note: str) -> None:
    device = Device(language=language)
    begin(device, "rose", "person", "person")
    first_legal(device)
    device.do("save-as", fields={"text": "x"})
    device.do("saves")
    assert device.dialog.select_one(".save span").get_text() == note


def test_a_round_begins_for_all_and_sentences_are_apart() -> None:
    """That everybody has laid a card is nobody's deed, though the last one's card brings it about."""
    device = Device(seed=4)
    begin(device, "thorns", "person", "easy", "easy")
    while "laid" not in (heard := device.spoken()):
        device.think() if device.asked else first_legal(device)
    assert "All 3 have laid a card." in heard and ": All" not in heard


def test_deleting_asks_first(device: Device) -> None:
    begin(device, "rose", "person", "person")
    device.do("save-as", fields={"text": "x"})
    key = next(key for key in device.storage if key.startswith("rosecrown:save:"))
    device.do("forget", key=key)
    assert key in device.storage
    device.do("forget", key=key, sure="1")
    assert key not in device.storage


def test_an_unreadable_autosave_goes_to_quarantine_once(device: Device) -> None:
    storage = {"rosecrown:auto:rose": "{broken", "foreign": "x"}
    device = Device(storage)
    assert "damaged" in device.dialog.select_one("#ask-line").get_text()
    kept = [key for key in storage if key.startswith("rosecrown:quarantine:")]
    assert [storage[key] for key in kept] == ["{broken"]
    assert "rosecrown:auto:rose" not in storage and storage["foreign"] == "x"
    device.start()
    assert not device.dialog.select("#ask-line")
    assert device.do("quarantine", key=kept[0])["download"]["text"] == "{broken"


def test_a_full_storage_drops_the_oldest_finished_game_and_never_a_named_one(device: Device) -> None:
    storage = {f"rosecrown:record:2025-01-0{n}": "{}" for n in (1, 2)} | {"rosecrown:save:mine": "{}"}
    device = Device(storage)
    device.refuse = lambda key: "quota"
    device.do("change", name="pace", value="slow")
    assert "rosecrown:save:mine" in device.app.shelf.store
    assert not [key for key in device.app.shelf.store if key.startswith("rosecrown:record:")]
    assert device.dialog.select('[data-do="export"]')
    begin(device, "rose", "person", "person")
    first_legal(device)
    assert device.app.table.session.cursor > 10, "play goes on"


def test_the_second_tab_goes_on_as_a_copy(device: Device) -> None:
    begin(device, "rose", "person", "person")
    device.refuse = lambda key: "conflict" if key == "rosecrown:auto:rose" else ""
    first_legal(device)
    assert "copy" in device.dialog.select_one("#ask-line").get_text()
    first_legal(device)
    assert [key for key in device.storage if key.startswith("rosecrown:save:")]


def test_opening_a_game_writes_nothing(device: Device) -> None:
    begin(device, "rose", "person", "person")
    first_legal(device)
    before = dict(device.storage)
    device.start()
    device.do("continue", entry="rose")
    assert device.storage == before


def test_again_from_a_finished_game_keeps_the_running_one(device: Device) -> None:
    begin(device, "rose", "person", "person")
    device.do("resign", sure="1")
    ended = device.app.table.key
    begin(device, "rose", "person", "person")
    first_legal(device)
    running = device.app.table.session.state
    device.do("load", key=ended)
    device.do("again")
    kept = [save.load(text).session.state for key, text in device.storage.items() if key.startswith("rosecrown:save:")]
    assert kept == [running]


def test_a_tab_that_hears_of_another_goes_on_as_a_copy_when_it_moves(device: Device) -> None:
    begin(device, "rose", "person", "person")
    device.send({"do": "foreign", "key": "rosecrown:auto:rose", "value": "theirs"})
    assert not device.dialog.get_text(), "nothing is lost yet, so nothing is said"
    first_legal(device)
    assert "copy" in device.dialog.select_one("#ask-line").get_text()
    assert device.app.shelf.store["rosecrown:auto:rose"] == "theirs"
    assert [key for key in device.storage if key.startswith("rosecrown:save:")]


def test_export_and_import_overwrite_nothing(device: Device) -> None:
    begin(device, "rose", "person", "person")
    first_legal(device)
    file = device.do("export")["download"]["text"]
    first_legal(device)
    running = device.storage["rosecrown:auto:rose"]
    device.send({"do": "read", "text": file})
    assert device.dialog.select("#adopt-button")
    assert device.storage["rosecrown:auto:rose"] == running
    device.do("adopt")
    assert device.storage["rosecrown:auto:rose"] == running
    assert any(key.startswith("rosecrown:save:") for key in device.storage)
    device.send({"do": "read", "text": "not ours"})
    assert "no saved games" in device.dialog.select_one("#ask-line").get_text()


def test_finished_games_are_limited(device: Device) -> None:
    for number in range(MOST_RECORDS + 5):
        device.app.shelf.set(f"rosecrown:record:2020-{number:04d}", "{}")
    begin(device, "rose", "person", "person")
    device.do("resign", sure="1")
    assert len(device.app.shelf.keys("rosecrown:record:")) == MOST_RECORDS


# ---- everything that opens ----
@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize(
    "name",
    [
        "menu",
        "players",
        "settings",
        "help",
        "keys",
        "about",
        "saves",
        "share",
        "typed",
        "log",
        "save",
        "open-link",
        "resign",
    ],
)
def test_every_dialog_has_a_title_and_a_way_out(language: str, name: str) -> None:
    device = Device(language=language)
    begin(device, "rose", "person", "easy")
    device.do(name)
    assert device.dialog.select_one("#dialog-title").get_text()
    assert device.dialog.select('[data-do="close"]')
    device.do("close")
    assert not device.dialog.get_text()


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_rules_are_there(game: str, language: str) -> None:
    device = Device(language=language)
    device.do("rules", game=game)
    assert len(device.dialog.get_text()) > 2000


def test_ids_are_unique_on_every_screen(device: Device) -> None:
    def check() -> None:
        ids = sorted(str(tag["id"]) for soup in (device.page, device.dialog) for tag in soup.select("[id]"))
        assert not [one for one, other in pairwise(ids) if one == other]

    check()
    device.do("setup", entry="rose")
    check()
    begin(device, "rose", "person", "easy")
    for name in ("menu", "players", "settings", "log", "share", "help"):
        device.do(name)
        check()


def test_an_unknown_intent_changes_nothing(device: Device) -> None:
    begin(device, "rose", "person", "person")
    state = device.app.table.session.state
    for intent in (
        {},
        {"do": ""},
        {"do": "nothing"},
        {"do": "tap"},
        {"do": "look", "at": "x"},
        {"do": "load", "key": "rosecrown:prefs"},
    ):
        device.send(intent)
    assert device.app.table.session.state == state


def test_language_can_be_switched_in_mid_game(device: Device) -> None:
    begin(device, "rose", "person", "easy")
    device.do("change", name="language", value="de")
    assert device.one(".masthead-title").get_text().startswith("Der Rosenkönig")
    assert device.answers[-1]["lang"] == "de"
    assert json.loads(device.storage["rosecrown:prefs"])["language"] == "de"


def test_after_a_fault_everything_is_drawn_anew(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page gets nothing of an answer that failed half-way, so the next one must not build on it."""
    begin(device, "rose", "person", "easy")
    device.do("settings")
    with monkeypatch.context() as patch:
        patch.setattr("rosecrown.screens.dialogs.settings", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            device.do("change", name="language", value="de")
    answer = device.do("close")
    assert "Rosenkönig" in answer["frames"][-1]["app"]
    assert answer["lang"] == "de" and "Rosenkönig" in answer["title"] and "rose" in answer["sprites"]


OPENERS = "menu players typed log settings help keys about share open-link save saves resign".split()


@pytest.mark.parametrize("opener", OPENERS)
def test_an_open_dialog_changes_its_language_too(device: Device, opener: str) -> None:
    begin(device, "rose", "person", "easy")
    device.do(opener)
    english = device.dialog.get_text()
    device.do("change", name="language", value="nl")
    dutch = str(device.dialog)
    assert english and device.dialog.get_text() != english
    device.do("close")
    device.do(opener)
    assert str(device.dialog) == dutch


def test_a_question_about_a_link_changes_its_language_too(device: Device) -> None:
    begin(device, "rose", "person", "easy")
    device.do("share")
    _, _, fragment = device.dialog.select("#link-position")[0]["value"].partition("#")
    device.do("close")
    device.send({"do": "fragment", "fragment": f"#{fragment}"})
    english = device.dialog.get_text()
    device.do("change", name="language", value="de")
    assert device.dialog.select_one("[data-do=accept]") and device.dialog.get_text() != english


def test_back_and_forward_keep_the_game(device: Device) -> None:
    begin(device, "rose", "person", "easy")
    token = device.answers[-1]["token"]
    first_legal(device)
    device.send({"do": "pop", "screen": {"screen": "lobby"}})
    assert device.frames[-1]["body"]["screen"] == "lobby"
    state = device.app.table.session.state
    device.send({"do": "pop", "screen": token})
    assert device.frames[-1]["body"]["screen"] == "table"
    assert device.app.table.session.state == state
    assert device.asked, "the computer that was thinking is asked again"
