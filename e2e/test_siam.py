"""King of Siam and King of Saba in the browser: whole games on a phone, turns of several taps, by keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import play
import pytest
from playwright.sync_api import BrowserContext, Page, expect

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
FITS = """() => {
    const bar = document.getElementById("actions").getBoundingClientRect();
    return ["track", "board", "courts", "prompt", "hand", "picks"].filter(id => {
        const box = document.getElementById(id)?.getBoundingClientRect();
        return box && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > bar.top); }); }"""
CHOICES = "all => all.map(one => one.id)"


def ids(page: Page, selector: str) -> list[str]:
    """The ids of all elements that match."""
    return list(page.locator(selector).evaluate_all(CHOICES))


def places(page: Page) -> list[str]:
    """The provinces and followers that can be tapped to go on with a card."""
    return ids(page, "#picks [data-legal], #map [data-legal]")


def cards(page: Page) -> list[str]:
    """The cards that can be played, one of each kind."""
    found = page.locator("#hand [data-legal]").evaluate_all("all => all.map(one => [one.dataset.cell, one.id])")
    return list(dict(reversed(found)).values())[::-1]


def tap(page: Page, id: str) -> None:
    """Tap with a finger where there is a touch screen: a province on its name, all else in its middle."""
    spot = page.locator(f"#{id} .province-name" if id.startswith("place-") else f"#{id}")
    box = spot.bounding_box()
    assert box, id
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.evaluate("navigator.maxTouchPoints > 0")
    play.answered(page, lambda: page.touchscreen.tap(x, y) if finger else page.mouse.click(x, y))


class Person:
    """Plays random cards with random targets, and passes otherwise."""

    def __init__(self, seed: int, passes: float, fits: bool = True) -> None:
        self.random, self.passes, self.fits = Random(seed), passes, fits
        self.cards: set[str] = set()

    def __call__(self, page: Page) -> None:
        if self.fits:
            assert page.evaluate("scrollY") == 0 and page.evaluate(FITS) == []
        open_ = places(page)
        held = [] if open_ else cards(page)
        if open_:
            tap(page, self.random.choice(open_))
        elif held and self.random.random() >= self.passes:
            card = self.random.choice(held)
            self.cards.add(str(page.get_attribute(f"#{card}", "data-cell")))
            tap(page, card)
        else:
            tap(page, "pass")


def turn_with(page: Page, card: str, seed: int = 1) -> None:
    """A whole turn with this card, its targets at random."""
    rng = Random(seed)
    tap(page, next(id for id in cards(page) if page.get_attribute(f"#{id}", "data-cell") == f"card:{card}"))
    while page.locator("#take-back").count():
        tap(page, rng.choice(places(page)))
    play.turn(page)


def ended(page: Page, seats: int) -> None:
    """The end screen tells who has won and why."""
    expect(page.locator("#headline h2")).not_to_be_empty()
    expect(page.locator("#headline p")).not_to_be_empty()
    expect(page.locator("#ending-rule tr.ending-best")).to_have_count(1)
    expect(page.locator("#ending-win tbody tr")).to_have_count(seats)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


# ---- whole games on the phone, without scrolling ----
@pytest.mark.browser_context_args(**PHONE)
def test_two_players_against_expert(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "siam", "person", "expert")
    person = Person(3, passes=0.2)
    play.play(page, person)
    assert len(person.cards & {"card:maha", "card:khon", "card:1v1", "card:2v1"}) >= 2
    ended(page, 2)


@pytest.mark.browser_context_args(**PHONE)
def test_three_persons_at_one_device(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "siam", "person", "person", "person")
    person = Person(4, passes=0.8)
    play.play(page, person)
    assert person.cards
    ended(page, 3)


@pytest.mark.browser_context_args(**PHONE)
def test_a_team_game_of_four(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "siam", "person", "easy", "person", "easy")
    play.turn(page)
    assert page.locator(".court--team-1").count() == page.locator(".court--team-2").count() == 2
    assert page.locator("#hands").count() == 0, "partners may not see one another's cards"
    play.play(page, Person(5, passes=0.8))
    ended(page, 4)


@pytest.mark.browser_context_args(**PHONE)
def test_king_of_saba(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "saba", "person", "easy")
    play.turn(page)
    assert {"place-shewa", "place-wollo", "place-kaffa"} <= set(ids(page, "#map .province"))
    play.play(page, Person(6, passes=0.6))
    ended(page, 2)
    expect(page.locator(".standing-counts")).to_have_attribute("aria-label", re.compile("Italians: \\d"))


# ---- one turn ----
def test_taps_are_taken_back_and_a_turn_is_undone(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "siam", "person", "person")
    before, lines = drawn(page), play.log_length(page)
    card = next(id for id in cards(page) if page.get_attribute(f"#{id}", "data-cell") == "card:1v1")
    tap(page, card)
    prompt, seen, rng = page.locator("#prompt"), [page.locator("#prompt").inner_text()], Random(2)
    while "swap with which province" not in seen[-1]:
        tap(page, rng.choice(places(page)))
        seen.append(prompt.inner_text())
    for said in seen[-2::-1]:  # tap by tap
        tap(page, "take-back")
        assert prompt.inner_text() == said
    while "step 3 of 3: Take" not in prompt.inner_text():
        tap(page, rng.choice(places(page)))
    tap(page, "take-back")  # the whole swap
    assert prompt.inner_text() == seen[0]
    tap(page, "take-back")
    assert page.locator("#take-back").count() == 0 and drawn(page) == before
    turn_with(page, "1v1")
    expect(page.locator("#log-list > li")).to_have_count(lines + 2)
    after = page.locator("#courts").inner_text()
    for _ in range(3):
        play.answered(page, lambda: page.click("#action-undo"))
    expect(page.locator("#log-list > li")).to_have_count(lines)
    for _ in range(3):
        play.answered(page, lambda: page.click("#action-redo"))
    assert page.locator("#courts").inner_text() == after


def focused(page: Page) -> str:
    """The id of the element that has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def go(page: Page, group: str, wanted: str) -> None:
    """By Tab to a group, by arrow keys to an element in it."""
    for _ in range(60):
        if page.evaluate("id => document.getElementById(id).contains(document.activeElement)", group):
            break
        page.keyboard.press("Tab")
    middle = """id => { const box = document.getElementById(id).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; }"""
    x, y = page.evaluate(middle, wanted)
    for _ in range(12):
        if focused(page) == wanted:
            return
        here_x, here_y = page.evaluate(middle, focused(page))
        sideways = "ArrowRight" if x > here_x else "ArrowLeft"
        upright = "ArrowDown" if y > here_y else "ArrowUp"
        page.keyboard.press(sideways if abs(x - here_x) > abs(y - here_y) else upright)
    raise AssertionError(f"arrow keys do not lead to {wanted}, but to {focused(page)}")


def test_a_turn_by_keyboard_alone(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "siam", "person", "person")
    lines = play.log_length(page)
    go(page, "hand", "card-3")  # 1 vs 1
    play.answered(page, lambda: page.keyboard.press("Enter"))
    assert focused(page) == "card-3", "choosing keeps the focus"
    while page.locator("#take-back").count():
        open_ = places(page)
        group = "picks" if open_[0].startswith("pick-") else "map"
        if not page.locator(f"#{focused(page)}[data-legal]").count():
            go(page, group, open_[-1])
        play.answered(page, lambda: page.keyboard.press("Enter"))
        assert focused(page) not in ("", "main"), "the focus is never lost"
    expect(page.locator("#log-list > li")).to_have_count(lines + 2)
    page.keyboard.press("t")
    page.fill("#typed-text", "pass")
    page.keyboard.press("Enter")
    expect(page.locator("#log-list > li")).to_have_count(lines + 3)


# ---- the game elsewhere and later ----
def stored(page: Page, entry: str) -> str:
    """The game as it is stored, without the time."""
    value = json.loads(page.evaluate("key => localStorage[key]", f"rosecrown:auto:{entry}"))
    return f"{value['game_data']} {value['pos']}"


def drawn(page: Page) -> list[object]:
    """What lies where, without words."""
    places_ = page.locator("#map .province").evaluate_all("all => all.map(one => one.querySelectorAll('use').length)")
    return [places_, page.locator(".court-followers .num").all_inner_texts()]


def test_a_link_and_a_reload_in_mid_turn(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "siam", "person", "person", "person")
    turn_with(page, "khon")
    shown = drawn(page)
    page.click("#action-share")
    link = page.input_value("#link-position")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).not_to_be_visible()
    friend = new_context().new_page()
    play.settle(friend, language="de")
    friend.goto(link)
    friend.wait_for_selector("body[data-screen=table][data-turn=you]")
    assert drawn(friend) == shown
    turn_with(friend, "1v1")

    before = stored(page, "siam")
    tap(page, cards(page)[0])
    tap(page, places(page)[0])
    page.reload()
    page.wait_for_selector("body[data-screen=table][data-turn=you]")
    assert stored(page, "siam") == before and drawn(page) == shown
    play.answered(page, lambda: page.click("#action-undo"))  # back to the last tap: which follower is taken
    before = stored(page, "siam")
    page.reload()
    page.wait_for_selector("body[data-screen=table][data-turn=you]")
    assert stored(page, "siam") == before
    expect(page.locator("#prompt")).to_contain_text("Take a follower")
    while places(page):
        tap(page, places(page)[-1])
    turn_with(page, "2v1")


def test_siam_and_saba_are_continued_each_on_its_own(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    for entry in ("siam", "saba"):
        play.start(page, entry, "person", "person")
        tap(page, "pass")
        page.locator("[data-do=lobby]:visible").first.click()
        page.wait_for_selector("body[data-screen=lobby]")
    kept = [stored(page, entry) for entry in ("siam", "saba")]
    for entry, place in (("siam", "lampang"), ("saba", "tigray")):
        page.click(f"#continue-{entry}")
        page.wait_for_selector(f"#place-{place}")
        page.locator("[data-do=lobby]:visible").first.click()
        page.wait_for_selector("body[data-screen=lobby]")
    assert [stored(page, entry) for entry in ("siam", "saba")] == kept


def test_from_memory_the_log_names_no_cards_of_earlier_struggles(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    page.click("#setup-siam")
    page.wait_for_selector("body[data-screen=setup]")
    page.select_option("#seat-1", "person")
    page.select_option("#option-view", "memory")
    page.click("#start-button")
    page.wait_for_selector("body[data-screen=table]")
    assert page.locator("#hands").count() == 0
    turn_with(page, "khon")
    log = page.locator("#log-list")
    expect(log).to_contain_text("Khon Thai")
    tap(page, "pass")
    tap(page, "pass")
    expect(page.locator(".tile--done")).to_have_count(1)
    expect(log).not_to_contain_text("Khon Thai")
    turn_with(page, "1v1")
    expect(log).to_contain_text("1 vs 1")


def test_a_hint_tells_the_whole_turn(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "siam", "person", "easy")
    play.turn(page)
    page.click("#action-hint")
    hint = page.locator("#notice.notice--hint")
    expect(hint.locator("b")).to_contain_text("Hint", timeout=30_000)
    assert page.locator(".action-card--hint, .own-button--hint").count() == 1
    tap(page, "pass")
    expect(hint).not_to_be_visible()


@pytest.mark.browser_context_args(**PHONE)
def test_what_the_computer_did_is_told_on_the_phone(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "saba", "person", "hard")
    for _ in range(8):
        play.turn(page)
        if page.locator("#news b").count():
            break
        card = str(page.get_attribute(f"#{cards(page)[0]}", "data-cell"))
        turn_with(page, card.removeprefix("card:"))
    expect(page.locator("#news")).to_contain_text("Computer: ")
    expect(page.locator("#news")).to_contain_text("Takes a follower")
    assert page.locator(".province--last").count() >= 1
