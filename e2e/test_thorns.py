"""Roses and Thorns in the browser: against computers, several people at one device, ten stacks on a phone."""

from __future__ import annotations

import re

import play
import pytest
from playwright.sync_api import Page, expect

from lab.shots import screens

PHONE = {"width": 360, "height": 640}


def act(page: Page) -> None:
    """One decision: turn a stack over, pass or bid, or lay the first card that may be laid."""
    for selector in ("#seats [data-legal]", "#pass", "#go:not([disabled])"):
        found = page.locator(selector)
        if found.count():
            play.answered(page, lambda found=found: found.first.click())  # type: ignore[misc]
            return
    play.answered(page, lambda: page.locator("#hand [data-legal]").first.click())
    page.click("#go")
    page.wait_for_function("document.querySelector('.flower-card--chosen') === null")


def hidden_words(page: Page) -> list[str]:
    """Faces of cards in the document that nothing is known of by looking at the table."""
    return re.findall(r"thorns-rose|thorns-thorn\b", page.locator("#app").inner_html())


def test_six_players_one_person_to_the_end(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "thorns", "person", *["easy"] * 5)
    assert play.turn(page) in ("you", "over")
    expect(page.locator("#seats > li")).to_have_count(5)
    play.play(page, act)
    expect(page.locator("#headline h2")).not_to_be_empty()
    expect(page.locator("#ending tbody tr")).to_have_count(6)
    assert page.locator("#ending .ending-card").count() == 0
    play.answered(page, lambda: page.locator("label:has(#reveal)").click())
    expect(page.locator("#ending .ending-card").first).to_be_visible()


def test_three_people_at_one_device(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "thorns", "person", "person", "person")
    assert play.turn(page) == "hand-over"
    assert hidden_words(page) == []
    page.reload()
    page.wait_for_selector("body[data-table=ready]")
    assert play.turn(page) == "hand-over" and hidden_words(page) == []
    page.click("#unlock-button")
    page.wait_for_selector("body[data-turn=you]")
    face = page.locator("#card-0 .secret")
    expect(face).to_be_hidden()
    eye = page.locator("#peek")
    box = eye.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    expect(face).to_be_visible()
    page.mouse.up()
    expect(face).to_be_hidden()
    eye.focus()
    page.keyboard.press("Enter")
    expect(face).to_be_visible()
    page.keyboard.press("Enter")
    expect(face).to_be_hidden()
    play.play(page, act)
    expect(page.locator("#headline h2")).not_to_be_empty()


@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True)
def test_ten_players_on_a_phone_without_scrolling(page: Page) -> None:
    play.settle(page)
    play.open_lobby(page)
    play.start(page, "thorns", "person", *["easy"] * 9)
    for _ in range(12):
        if play.turn(page) != "you":
            break
        boxes = [seat.bounding_box() for seat in page.locator("#seats > li").all()]
        boxes += [page.locator(selector).bounding_box() for selector in ("#own", "#bid", "#actions")]
        assert len(boxes) == 12
        for box in boxes:
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= 360
            assert box["y"] >= 0 and box["y"] + box["height"] <= 640
        assert page.evaluate("document.scrollingElement.scrollHeight") <= 640
        act(page)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360


@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True)
def test_every_number_can_be_bid_on_a_phone(page: Page, base_url: str) -> None:
    play.settle(page)
    screens()["thorns-ten"](page, base_url)
    least, most = (int(page.locator(one).inner_text().split()[-1]) for one in ("#go", ".bid-number--all"))
    assert most > least + 2
    for number in range(least + 1, most + 1):
        page.click("#bid-more")
        expect(page.locator("#go")).to_have_text(f"Bid {number}")
        expect(page.locator("#bid-more")).to_be_focused()
    expect(page.locator(f"#bid-{most}")).to_have_attribute("aria-pressed", "true")
    page.click("#bid-less")
    expect(page.locator("#go")).to_have_text(f"Bid {most - 1}")
    expect(page.locator(f"#bid-{most - 1}")).to_be_visible()
