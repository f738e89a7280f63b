"""Access for everybody: axe on every screen in both themes, 320 px and 400 % zoom, forced colours, three languages."""

from __future__ import annotations

import play
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from lab.shots import THEMES, screens, speak
from rosecrown.widgets.words import LANGUAGES

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def violations(page: Page, *leave_out: str) -> list[str]:
    """What axe finds, as readable lines; rules can be left out."""
    rules = {rule: {"enabled": False} for rule in leave_out}
    results = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "rules": rules})
    return [
        f"{found['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for found in results.response["violations"]
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("name", sorted(screens()))
def test_screen(page: Page, base_url: str, name: str) -> None:
    """Axe finds nothing in either theme, and on a phone the longer words of other languages fit."""
    play.settle(page)
    page.emulate_media(reduced_motion="reduce")
    screens()[name](page, base_url)
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert violations(page) == [], scheme
    page.set_viewport_size({"width": 360, "height": 640})
    for language in LANGUAGES:
        speak(page, language)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 360, language


@pytest.mark.parametrize("name", ["lobby", "setup", "rose-middle", "menu", "settings", "rules-rose", "share"])
@pytest.mark.browser_context_args(viewport={"width": 320, "height": 256})
def test_four_times_as_large(page: Page, base_url: str, name: str) -> None:
    """1280 × 1024 at 400 %: nothing is cut off sideways."""
    play.settle(page)
    screens()[name](page, base_url)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320


def test_forced_colours_keep_the_board(page: Page, base_url: str) -> None:
    play.settle(page)
    page.emulate_media(forced_colors="active")
    screens()["rose-middle"](page, base_url)
    assert violations(page, "color-contrast") == [], "the colours are the user's own, and axe reads ours"
    assert page.locator(".stone").first.is_visible()


def test_motion_off_means_off(page: Page, base_url: str) -> None:
    play.settle(page)
    page.emulate_media(reduced_motion="reduce")
    screens()["rose-chosen"](page, base_url)
    running = page.evaluate("document.getAnimations().filter(one => one.effect.getTiming().duration > 1).length")
    assert running == 0
