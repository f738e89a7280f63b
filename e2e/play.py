"""What a person does at the table, in a browser: start a game, tap what is legal, go by keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Locator, Page

from lab.shots import TAPPABLE

QUICK = {"pace": "off", "motion": "off"}
DECISION = "turn => ['you', 'over', 'hand-over'].includes(document.body.dataset.turn)"


def settle(page: Page, **preferences: object) -> None:
    """Put preferences into a new profile before the page is opened: no waiting for pictures of moves."""
    text = json.dumps({**QUICK, **preferences})
    page.add_init_script(f"if (!localStorage['rosecrown:prefs']) localStorage['rosecrown:prefs'] = {json.dumps(text)};")


def open_lobby(page: Page, url: str = "/") -> None:
    """Open the page and wait until the table answers."""
    page.goto(url)
    page.wait_for_selector("body[data-table=ready]")


def start(page: Page, entry: str, *kinds: str) -> None:
    """Set a game up with these on its seats ("person", "easy", …), and start it."""
    page.click(f"#setup-{entry}")
    page.wait_for_selector("body[data-screen=setup]")
    if page.locator(f"#count-{len(kinds)}").count():
        page.locator(f"label:has(#count-{len(kinds)})").click()
        page.wait_for_selector(f"#seat-{len(kinds) - 1}")
    for seat, kind in enumerate(kinds):
        page.select_option(f"#seat-{seat}", kind)
        page.wait_for_function("([id, kind]) => document.getElementById(id).value === kind", arg=[f"seat-{seat}", kind])
    page.click("#start-button")
    page.wait_for_selector("body[data-screen=table]")


def turn(page: Page) -> str:
    """Wait until a person has to do something or the game is over, and say what."""
    page.wait_for_function(DECISION, timeout=60_000)
    return str(page.get_attribute("body", "data-turn"))


def log_length(page: Page) -> int:
    """The lines of the log beside the board."""
    return page.locator("#log-list > li").count()


def legal(page: Page) -> Locator:
    """What a person would tap now: a legal target, else a button that does something."""
    return page.locator(TAPPABLE)


def play(page: Page, act: Callable[[Page], None], most: int = 4000) -> int:
    """Play the game to its end; `act` does one thing of a person's turn. The number of things done."""
    for number in range(most):
        state = turn(page)
        if state == "over":
            return number
        if state == "hand-over":
            page.click("#unlock-button")
            page.wait_for_function("document.body.dataset.turn !== 'hand-over'")
            continue
        act(page)
    raise AssertionError("the game does not end")


def answered(page: Page, act: Callable[[], None]) -> None:
    """Do something and wait until the table has answered and the screen has changed (more than the focus)."""
    page.evaluate(
        """() => { window.changed = false;
        const seen = new MutationObserver(() => { window.changed = true; seen.disconnect(); });
        seen.observe(document.getElementById('app'), {subtree: true, childList: true, characterData: true,
            attributes: true, attributeFilter: ['class', 'aria-label', 'aria-pressed', 'disabled']}); }"""
    )
    act()
    page.wait_for_function("window.changed")
