"""The Rose King in the browser: whole games by mouse, by finger, by keyboard and through the accessibility tree."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import play
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from lab.serve import Server

PHONE = {"width": 360, "height": 640}


def tap_legal(page: Page) -> None:
    """Tap the first thing that can be tapped."""
    found = play.legal(page).first
    play.answered(page, lambda: found.click())


def test_a_game_by_mouse_to_its_end(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "easy")
    play.play(page, tap_legal)
    expect(page.locator("#headline h2")).not_to_be_empty()
    expect(page.locator("#ending")).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('rosecrown:record:')).length") == 1
    page.click("#again-button")
    page.wait_for_selector("body[data-turn=you]")


@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True)
def test_a_game_by_finger_without_scrolling(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    page.tap("#play-rose")
    play.turn(page)
    for selector in (".board-area", "#hand", "#actions"):
        box = page.locator(selector).bounding_box()
        assert box and box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 640, selector
    for _ in range(6):
        if play.turn(page) == "you":
            play.answered(page, lambda: play.legal(page).first.tap())
    assert page.evaluate("document.scrollingElement.scrollLeft") == 0
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360


def focused(page: Page) -> str:
    """The id of the element that has the focus."""
    return str(page.evaluate("document.activeElement ? document.activeElement.id : ''"))


def tab_to(page: Page, wanted: Callable[[str], bool]) -> str:
    """Press Tab until the focus is where it is wanted."""
    for _ in range(60):
        if wanted(focused(page)):
            return focused(page)
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never gets there, it is at {focused(page)!r}")


def go_to_square(page: Page, cell: str) -> None:
    """From the square that has the focus to another, by arrow keys."""
    here = focused(page).removeprefix("sq-")
    for key, steps in (
        ("ArrowRight", ord(cell[0]) - ord(here[0])),
        ("ArrowLeft", ord(here[0]) - ord(cell[0])),
        ("ArrowUp", int(cell[1]) - int(here[1])),
        ("ArrowDown", int(here[1]) - int(cell[1])),
    ):
        for _ in range(steps):
            page.keyboard.press(key)
    assert focused(page) == f"sq-{cell}"


def act_by_keyboard(page: Page) -> None:
    """A turn by keyboard alone: a legal square if there is one, else the pile."""
    targets = page.locator("#app [data-legal]")
    if targets.count():
        cell = str(targets.first.get_attribute("data-cell"))
        tab_to(page, lambda id: id.startswith("sq-"))
        go_to_square(page, cell)
        play.answered(page, lambda: page.keyboard.press("Enter"))
        assert focused(page) == f"sq-{cell}", "choosing keeps the focus"
        play.answered(page, lambda: page.keyboard.press("Enter"))
    else:
        tab_to(page, lambda id: id == "pile")
        play.answered(page, lambda: page.keyboard.press("Enter"))


def test_a_game_by_keyboard_alone_to_its_end(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    tab_to(page, lambda id: id == "setup-rose")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-screen=setup]")
    tab_to(page, lambda id: id == "seat-1")
    page.keyboard.press("ArrowUp")  # from medium, the list's usual choice
    page.wait_for_function("document.getElementById('seat-1').value === 'easy'")
    tab_to(page, lambda id: id == "start-button")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-screen=table]")
    play.play(page, act_by_keyboard)
    expect(page.locator("#headline h2")).not_to_be_empty()


def test_a_game_through_the_accessibility_tree(page: Page) -> None:
    """Only what a screen reader gives: roles and names."""
    play.settle(page)
    play.open_lobby(page)
    page.get_by_role("button", name="Play The Rose King").click()
    for _ in range(12):
        if play.turn(page) != "you":
            break
        target = page.get_by_role("gridcell", name=re.compile(r"target"))
        pile = page.get_by_role("button", name=re.compile(r"Draw"))
        wanted = target.first if target.count() else pile.first
        play.answered(page, lambda wanted=wanted: wanted.click())
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    expect(page.get_by_role("log")).to_be_visible()
    said = page.locator("#speech")
    expect(said).not_to_be_empty()


def test_shortcuts_and_the_list_of_keys(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "person")
    tap_legal(page)
    tap_legal(page)
    lines = play.log_length(page)
    page.keyboard.press("u")
    expect(page.locator("#log-list > li")).to_have_count(lines - 1)
    page.keyboard.press("r")
    expect(page.locator("#log-list > li")).to_have_count(lines)
    page.keyboard.press("?")
    expect(page.locator("#dialog table.keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).not_to_be_visible()
    page.keyboard.press("t")
    page.fill("#typed-text", "nonsense")
    page.keyboard.press("Enter")
    expect(page.locator(".form-error")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_double_tap_does_not_hit_the_next_turn(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "person")
    target = play.legal(page).first
    play.answered(page, lambda: target.click())
    before = play.log_length(page)
    cell = page.locator(f"#sq-{page.locator('.square--chosen').get_attribute('data-cell')}")
    cell.dblclick()
    expect(page.locator("#log-list > li")).to_have_count(before + 1)


def test_undo_while_the_computer_thinks(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "expert")
    tap_legal(page)
    tap_legal(page)
    page.click("#action-undo")
    expect(page.locator("body")).to_have_attribute("data-turn", "you")
    expect(page.locator("#log-list > li")).to_have_count(0)


def test_a_hint_says_why(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "easy")
    page.click("#action-hint")
    expect(page.locator("#notice.notice--hint b")).to_contain_text("Hint")


def stored(page: Page, key: str) -> str:
    return str(page.evaluate("key => localStorage[key]", key))


def state_of(page: Page) -> str:
    """The game as it is stored, without the time and what hangs on it."""
    value = json.loads(stored(page, "rosecrown:auto:rose"))
    return f"{value['game_data']} {value['pos']}"


def test_reload_in_mid_game(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "easy")
    for _ in range(6):
        if play.turn(page) == "you":
            tap_legal(page)
    play.turn(page)
    before, board = state_of(page), page.locator("#board .squares").inner_html()
    page.reload()
    page.wait_for_selector("body[data-screen=table][data-turn=you]")
    assert state_of(page) == before
    assert page.locator(".stone").count() == board.count('class="stone"')


def test_back_and_forward_keep_the_game(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "person")
    tap_legal(page)
    tap_legal(page)
    before = state_of(page)
    page.go_back()
    page.wait_for_selector("body:not([data-screen=table])")
    page.go_forward()
    page.wait_for_selector("body[data-screen=table]")
    assert state_of(page) == before


def shared_link(page: Page) -> str:
    page.click("#action-share")
    link = page.input_value("#link-position")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).not_to_be_visible()
    return link


def test_a_link_into_a_new_profile_and_on(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "person")
    for _ in range(5):
        tap_legal(page)
    link = shared_link(page)
    stones = page.locator(".stone").count()
    friend = new_context().new_page()
    play.settle(friend, language="de")
    friend.goto(link)
    friend.wait_for_selector("body[data-screen=table][data-turn=you]")
    assert friend.locator(".stone").count() == stones
    assert "#" not in friend.url
    tap_legal(friend)
    tap_legal(friend)


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_every_damage_gives_its_sentence_and_leaves_the_game(page: Page, damage: str) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "person")
    for _ in range(4):
        tap_legal(page)
    fragment = shared_link(page).partition("#")[2]
    before = state_of(page)
    damaged = {
        "cut": [fragment[:length] for length in range(1, len(fragment))],
        "changed": [
            fragment[:place] + ("x" if old != "x" else "y") + fragment[place + 1 :]
            for place, old in enumerate(fragment)
        ],
    }
    for bad in damaged[damage]:
        page.goto(f"{page.url}#{bad}")  # as typed into the address bar: a script may change it only so often
        expect(page.locator("#ask-line")).to_contain_text("link")
        page.keyboard.press("Escape")
        expect(page.locator("#dialog")).not_to_be_visible()
        assert state_of(page) == before
        assert "#" not in page.url


def test_a_good_link_in_the_open_page_asks_first(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "person")
    tap_legal(page)
    tap_legal(page)
    link = shared_link(page)
    tap_legal(page)
    tap_legal(page)
    before = state_of(page)
    page.evaluate("link => { location.href = link; }", link)
    page.wait_for_selector("#accept-button")
    assert state_of(page) == before
    page.click("#stay-button")
    expect(page.locator("#dialog")).not_to_be_visible()
    assert state_of(page) == before
    page.evaluate("link => { location.href = link; }", link)
    page.click("#accept-button")
    page.wait_for_function("before => localStorage['rosecrown:auto:rose'].indexOf(before) < 0", arg=before.split()[0])
    assert page.evaluate("Object.keys(localStorage).some(key => key.startsWith('rosecrown:save:'))")


def test_a_game_offline(page: Page, server: Server) -> None:
    play.settle(page)
    play.open_lobby(page, server.url)
    page.wait_for_selector("body[data-offline=ready]")
    page.wait_for_function("navigator.serviceWorker.controller")
    server.stop()
    page.reload()
    page.wait_for_selector("body[data-table=ready]")
    play.start(page, "rose", "person", "hard")
    for _ in range(6):
        if play.turn(page) == "you":
            tap_legal(page)
    play.turn(page)


# ---- storage ----
def test_a_broken_autosave_is_put_aside(page: Page) -> None:
    page.add_init_script(
        "if (!localStorage.broken) { localStorage.broken = 1; localStorage['rosecrown:auto:rose'] = '{'; }"
    )
    play.open_lobby(page)
    expect(page.locator("#ask-line")).to_contain_text("damaged")
    page.keyboard.press("Escape")
    keys = page.evaluate("Object.keys(localStorage)")
    assert [key for key in keys if key.startswith("rosecrown:quarantine:")]
    assert "rosecrown:auto:rose" not in keys
    page.click("#play-rose")
    page.wait_for_selector("body[data-screen=table]")


FULL = """const write = Storage.prototype.setItem; Storage.prototype.setItem = function (key, text) {
    if (text.length > 100) throw new DOMException("full", "QuotaExceededError");
    return write.call(this, key, text); };"""
REFUSED = (
    """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });"""
)


def test_a_full_storage_is_told_and_play_goes_on(page: Page) -> None:
    page.add_init_script(FULL)
    play.open_lobby(page)
    page.click("#play-rose")
    expect(page.locator("#dialog")).to_contain_text("could not be saved")
    page.keyboard.press("Escape")
    play.turn(page)
    tap_legal(page)


def test_a_refused_storage_shows_a_banner_and_play_goes_on(page: Page) -> None:
    page.add_init_script(REFUSED)
    play.open_lobby(page)
    expect(page.locator(".banner")).to_be_visible()
    page.click("#play-rose")
    play.turn(page)
    tap_legal(page)


def test_two_tabs(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "rose", "person", "person")
    other = page.context.new_page()
    play.open_lobby(other)
    other.click("#continue-rose")
    other.wait_for_selector("body[data-screen=table]")
    tap_legal(page)
    tap_legal(page)
    first = state_of(page)
    tap_legal(other)
    tap_legal(other)
    expect(other.locator("#ask-line")).to_contain_text("another tab")
    assert state_of(page) == first
    assert page.evaluate("Object.keys(localStorage).some(key => key.startsWith('rosecrown:save:'))")
