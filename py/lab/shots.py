"""Pictures of every screen: `python -m lab.shots [--out build/shots] [--only NAME …] [--languages en …]`, and
`--picture FILE` for the one in the README. Needs the built site and the test environment (`make shots` sees to both).

Every screen is reached as a person would, and taken in three languages, in the sizes 360 × 640, 768 × 1024 and
1440 × 900, light and dark; contact sheets put all of one size, theme and language side by side.
"""

import argparse
import base64
import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import Browser, Error, Page, sync_playwright

from lab import chromium
from lab.serve import Server
from rosecrown.widgets.words import LANGUAGES

SIZES = ((360, 640), (768, 1024), (1440, 900))
THEMES = ("light", "dark")
SEED = 20261130
QUICK = json.dumps({"pace": "off", "motion": "off"})
"""Preferences of a new profile: nobody waits for pictures of moves."""

Way: TypeAlias = Callable[[Page, str], object]
"""How a page, given the site's address, gets to a screen."""
Wanted: TypeAlias = Callable[[Any], bool]
"""Whether a state will do."""


def wait(page: Page, selector: str) -> None:
    page.wait_for_selector(selector, timeout=60_000)


def deal(entry: str, seed: int = SEED) -> str:
    """A link to a deal of a lobby entry, so that all pictures show the same cards."""
    from rosecrown.core import registry
    from rosecrown.formats import link

    game, found = registry.entry(entry)
    return link.deal(registry.get(game), found.seats, dict(found.options), seed)


@cache
def position(
    entry: str,
    decisions: int,
    seats: int,
    seed: int = SEED,
    wanted: Wanted = lambda state: True,
    options: tuple[tuple[str, str], ...] = (),
) -> str:
    """A link to a position of a lobby entry that computers of easy level have reached, with a decision open.

    It is the first one after so many decisions that is `wanted`; if the game ends before, the next deal is tried.
    """
    from random import Random

    from rosecrown.core import registry
    from rosecrown.core.session import Player, Session
    from rosecrown.formats import link

    game, found = registry.entry(entry)
    rules = registry.get(game)
    session = Session(rules, [Player("person")] * seats, {**dict(found.options), **dict(options)}, seed=seed)
    rng = Random(seed)
    thinker = registry.part(game, "ai", "thinker")
    number = 0
    while session.outcome is None:
        if number >= decisions and wanted(session.state):
            return link.position(rules, session.state, session.to_move)
        seat = session.to_move
        player = thinker("easy")
        player.begin(session.observation(seat), session.history(seat), seat, rng.getrandbits(32) + number)
        for move in player.advance(float("inf")).line:
            if session.to_move == seat and move in rules.legal_moves(session.state):
                session.play(move)
        number += 1
    return position(entry, decisions, seats, seed + 1, wanted, options)


# ---- moments of Roses and Thorns ----
def bids(state: Any) -> bool:
    """Somebody may raise a bid of two or more, and it isn't the first round."""
    return state.phase == "bid" and state.round > 1 and state.bid > 1


def turns(state: Any) -> bool:
    """The challenger has turned over two roses and goes on to the stacks of others."""
    return state.phase == "turn" and sum(state.up) > 1 and not state.down(state.turn)


def loses(state: Any) -> bool:
    """Somebody has met his own thorn and chooses the card that he loses."""
    return state.phase == "choose"


def nears_the_end(state: Any) -> bool:
    """Two have a token: not many rounds are left."""
    return state.phase == "add" and sum(state.tokens) > 1


def start(page: Page, base: str, entry: str, *kinds: str) -> None:
    """Set a game up with these on its seats, and start it."""
    open_at(page, base)
    page.click(f"#setup-{entry}")
    wait(page, "form.setup")
    page.locator(f"label:has(#count-{len(kinds)})").click()
    wait(page, f"#seat-{len(kinds) - 1}")
    for seat, kind in enumerate(kinds):
        page.select_option(f"#seat-{seat}", kind)
    page.click("#start-button")
    wait(page, "body[data-screen=table]")


def open_at(page: Page, base: str, fragment: str = "") -> None:
    page.goto(base + (f"#{fragment}" if fragment else ""))
    wait(page, "body[data-table=ready]")


def table(page: Page, base: str, fragment: str) -> None:
    open_at(page, base, fragment)
    wait(page, "body[data-screen=table]")


TAPPABLE = "#app [data-legal], #app button[data-do=tap]:not([role=gridcell]):not([aria-disabled=true]):not([disabled])"
"""What a person would tap: a legal target, else a button that does something."""

FINISH = """tappable => new Promise(resolve => {
    const timer = setInterval(() => {
        const { turn } = document.body.dataset;
        if (turn === "over") { clearInterval(timer); resolve(); }
        const found = document.querySelector("#go:not([disabled])")
            || document.querySelector("#app [data-legal]") || document.querySelector(tappable);
        if (turn === "you") found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        if (turn === "hand-over") document.getElementById("unlock-button").click();
    }, 25);
})"""


def finish(page: Page) -> None:
    """Play to the end, whatever can be tapped first."""
    page.evaluate(FINISH, TAPPABLE)


def opened(page: Page, selector: str) -> None:
    page.click(selector)
    wait(page, "#dialog[open] .dialog")


def screens() -> dict[str, Way]:
    """Name to the way there."""
    rose, middle = deal("rose"), position("rose", 46, 2)
    lobby = "#brand:visible, #masthead-back:visible"

    def chosen(page: Page, base: str) -> None:
        table(page, base, middle)
        page.click("[data-cell^='card:'][aria-disabled=false], [data-cell^='card:']:not([aria-disabled=true])")

    def menu(page: Page, base: str, then: str = "") -> None:
        table(page, base, middle)
        opened(page, "#action-menu")
        if then:
            page.click(then)
            page.wait_for_function("document.querySelector('#dialog-menu') === null")

    def hint(page: Page, base: str) -> None:
        table(page, base, middle)
        page.click("#action-hint")
        wait(page, ".notice--hint")

    def help(page: Page, base: str, then: str = "") -> None:
        open_at(page, base)
        opened(page, "#help-button")
        if then:
            page.click(then)
            page.wait_for_function("document.querySelector('#dialog-help') === null")

    def back(page: Page, base: str) -> None:
        table(page, base, middle)
        page.keyboard.press("t")
        wait(page, "#typed-text")

    def ended(page: Page, base: str) -> None:
        table(page, base, position("rose", 110, 2, seed=SEED + 1))
        finish(page)

    def going(page: Page, base: str) -> None:
        table(page, base, middle)
        for entry in ("thorns", "siam"):
            page.click(lobby)
            page.click(f"#play-{entry}")
            wait(page, f"body[data-entry={entry}][data-turn=you]")
        page.click(lobby)
        wait(page, ".continue")

    def looking(page: Page, base: str) -> None:
        table(page, base, middle)
        page.click(".square[data-legal]")
        page.click(".square--chosen")
        page.wait_for_function("document.querySelectorAll('#log-list > li').length > 1")
        page.locator("#log-1").dispatch_event("click")
        wait(page, ".notice--look")

    def question(page: Page, base: str) -> None:
        table(page, base, middle)
        page.evaluate("link => { location.hash = link }", rose)
        wait(page, "#dialog[open] .dialog")

    def thorns(seats: int, wanted: Wanted, **options: str) -> Way:
        found = tuple(options.items())
        return lambda page, base: table(page, base, position("thorns", 0, seats, wanted=wanted, options=found))

    def revealed(page: Page, base: str) -> None:
        table(page, base, position("thorns", 0, 6, wanted=nears_the_end))
        finish(page)
        page.click("label:has(#reveal)")
        wait(page, ".ending-card")
        page.evaluate("scrollTo(0, 0)")

    def siam(page: Page, base: str, fragment: str, *taps: str) -> None:
        """A turn of a map with a card: each tap is a cell of the table."""
        table(page, base, fragment)
        for cell in taps:
            page.locator(f"#map [data-cell='{cell}'], #own [data-cell='{cell}']:enabled").first.dispatch_event("click")
            wait(page, "#take-back")
        if taps:
            wait(page, "#picks" if len(taps) > 1 else "#map [data-legal]")

    def over(page: Page, base: str, entry: str, seats: int) -> None:
        table(page, base, position(entry, 30 if seats == 2 else 40, seats))
        finish(page)

    return {
        "lobby": lambda page, base: open_at(page, base),
        "lobby-going": going,
        "setup": lambda page, base: (open_at(page, base), page.click("#setup-rose"), wait(page, "form.setup")),
        "rose-start": lambda page, base: table(page, base, rose),
        "rose-middle": lambda page, base: table(page, base, middle),
        "rose-chosen": chosen,
        "rose-hint": hint,
        "rose-look": looking,
        "rose-end": ended,
        "siam-start": lambda page, base: siam(page, base, position("siam", 0, 2)),
        "siam-card": lambda page, base: siam(page, base, position("siam", 6, 3), "card:maha"),
        "siam-follower": lambda page, base: siam(page, base, position("siam", 0, 2), "card:2v1", "bangkok"),
        "siam-end": lambda page, base: over(page, base, "siam", 2),
        "saba-start": lambda page, base: siam(page, base, position("saba", 0, 2)),
        "saba-card": lambda page, base: siam(page, base, position("saba", 9, 4), "card:khon"),
        "saba-follower": lambda page, base: siam(page, base, position("saba", 6, 2), "card:1v1", "kaffa"),
        "saba-end": lambda page, base: over(page, base, "saba", 4),
        "thorns-start": lambda page, base: table(page, base, deal("thorns")),
        "thorns-bid": thorns(6, bids),
        "thorns-turn": thorns(6, turns),
        "thorns-loss": thorns(3, loses, loss="chosen"),
        "thorns-ten": thorns(10, bids),
        "thorns-hand-over": lambda page, base: start(page, base, "thorns", "person", "person", "person"),
        "thorns-end": revealed,
        "menu": menu,
        "players": lambda page, base: menu(page, base, "#players-button"),
        "resign": lambda page, base: menu(page, base, "#resign-button"),
        "save": lambda page, base: menu(page, base, "#save-button"),
        "settings": lambda page, base: menu(page, base, "#dialog #settings-button"),
        "share": lambda page, base: (table(page, base, middle), opened(page, "#action-share")),
        "typed": back,
        "help": help,
        "rules-rose": lambda page, base: help(page, base, "#rules-rose"),
        "rules-siam": lambda page, base: help(page, base, "#rules-siam"),
        "rules-thorns": lambda page, base: help(page, base, "#rules-thorns"),
        "keys": lambda page, base: help(page, base, "#keys-button"),
        "about": lambda page, base: help(page, base, "#help-about"),
        "saves": lambda page, base: (open_at(page, base), opened(page, "#saves-button")),
        "open-link": lambda page, base: (open_at(page, base), opened(page, "#open-link-button")),
        "link-question": question,
        "damaged-link": lambda page, base: (open_at(page, base, middle[:-2]), wait(page, "#dialog[open]")),
    }


def speak(page: Page, language: str) -> None:
    """Change the page's language where it stands."""
    page.locator("#language").evaluate(
        "(one, code) => { one.value = code; one.dispatchEvent(new Event('change', { bubbles: true })); }", language
    )
    wait(page, f"html[lang={language}]")


Sheet: TypeAlias = tuple[int, str, str]
"""Width, theme and language of a contact sheet."""


def take(name: str, base: str, folder: Path, languages: list[str]) -> tuple[str, dict[Sheet, Path]]:
    """All pictures of one screen, and what went wrong on the way there ("" if nothing did)."""
    failed, shots = "", dict[Sheet, Path]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        page = browser.new_page(
            viewport={"width": SIZES[0][0], "height": SIZES[0][1]}, locale="en-GB",
            service_workers="block", reduced_motion="reduce",
        )  # fmt: skip
        page.add_init_script(f"localStorage['rosecrown:prefs'] ??= {json.dumps(QUICK)}")
        page.set_default_timeout(60_000)
        try:
            screens()[name](page, base)
        except Error as error:
            failed = f"{name}: {error.message.splitlines()[0]}"
        for language in languages:
            speak(page, language)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for theme in THEMES:
                    page.emulate_media(color_scheme=theme)
                    path = folder / f"{width}-{theme}-{language}" / f"{name}.png"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=path)
                    shots[width, theme, language] = path
        browser.close()
    return failed, shots


def sheets(folder: Path, names: list[str], taken: list[dict[Sheet, Path]]) -> None:
    """A contact sheet for each size, theme and language."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        for one in taken[0]:
            width, theme, language = one
            shots = [(name, found[one]) for name, found in zip(names, taken, strict=True)]
            sheet(browser, folder / f"sheet-{width}-{theme}-{language}.png", shots, width)
        browser.close()


def sheet(browser: Browser, path: Path, shots: list[tuple[str, Path]], width: int) -> None:
    """One picture of many, each under its name."""
    shown = min(width, 480)
    figures = "".join(
        f"<figure><img width={shown} src='data:image/png;base64,{base64.b64encode(shot.read_bytes()).decode()}'>"
        f"<figcaption>{name}</figcaption></figure>"
        for name, shot in shots
    )
    style = (
        "body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;background:#888;font:14px sans-serif}figure{margin:0}"
    )
    page = browser.new_page(viewport={"width": 4 * (shown + 12) + 24, "height": 800})
    page.set_content(f"<style>{style}</style>{figures}")
    page.screenshot(path=path, full_page=True)
    page.close()


def picture(browser: Browser, base: str, path: Path) -> None:
    """The README's picture: a game of the Rose King in mid-game on a wide screen."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", service_workers="block")
    page = context.new_page()
    table(page, base, position("rose", 44, 2, seed=7))
    page.click(".square[data-legal]")
    page.click(".square--chosen")
    page.wait_for_function("document.querySelectorAll('#log-list > li').length > 1")
    wait(page, "body[data-turn=you]")
    page.click("[data-cell^='card:']:not([aria-disabled=true])")
    wait(page, "[aria-pressed=true]")
    page.mouse.move(0, 0)
    page.screenshot(path=path)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of every screen.")
    parser.add_argument("--out", type=Path, default=Path("build/shots"))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--languages", nargs="*", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--picture", type=Path, help="take the README's picture only")
    options = parser.parse_args()
    server = Server(Path("site"))
    server.start()
    if options.picture:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium.launch_options())
            picture(browser, server.url, options.picture)
            browser.close()
        server.stop()
        return
    names = options.only or list(screens())
    jobs = [(name, server.url, options.out, options.languages) for name in names]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        done = pool.starmap(take, jobs, chunksize=1)
    server.stop()
    sheets(options.out, names, [shots for _, shots in done])
    print(f"{options.out}: a contact sheet for each size, theme and language")
    if failed := [line for line, _ in done if line]:
        sys.exit("Not reached: " + "; ".join(failed))


if __name__ == "__main__":
    main()
