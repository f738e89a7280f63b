"""Pictures of every screen: `python -m lab.shots [--out build/shots] [--only NAME …] [--quick]`, and `--picture FILE`
for the one in the README. Needs the built site and the test environment (`make shots` sees to both).

Every screen is reached as a person would, in the sizes 360 × 640, 768 × 1024 and 1440 × 900, light and dark, in three
languages; contact sheets put all of one size and theme side by side.
"""

import argparse
import base64
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from lab import chromium
from lab.serve import Server

SIZES = ((360, 640), (768, 1024), (1440, 900))
THEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}
SEED = 20261130


def wait(page: Page, selector: str) -> None:
    page.wait_for_selector(selector, timeout=60_000)


def deal(game: str, seed: int = SEED) -> str:
    """A link to a deal, so that all pictures show the same cards."""
    from rosecrown.core import registry
    from rosecrown.formats import link

    rules = registry.get(game)
    return link.deal(rules, rules.info.entries[0].seats, dict(rules.info.entries[0].options), seed)


def position(game: str, decisions: int, seats: int, options: dict[str, str] | None = None, seed: int = SEED) -> str:
    """A link to a position that computers of easy level have reached, with a decision open."""
    from random import Random

    from rosecrown.core import registry
    from rosecrown.core.session import Player, Session
    from rosecrown.formats import link

    rules = registry.get(game)
    session = Session(rules, [Player("person")] * seats, options or {}, seed=seed)
    rng = Random(seed)
    thinker = registry.part(game, "ai", "thinker")
    for number in range(decisions):
        if session.outcome is not None:
            break
        seat = session.to_move
        player = thinker("easy")
        player.begin(session.observation(seat), session.history(seat), seat, rng.getrandbits(32) + number)
        for move in player.advance(float("inf")).line:
            if session.to_move == seat and move in rules.legal_moves(session.state):
                session.play(move)
    return link.position(rules, session.state, session.to_move if session.to_move >= 0 else 0)


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
        const found = document.querySelectorAll(tappable);
        if (turn === "you") found[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        if (turn === "hand-over") document.getElementById("unlock-button").click();
    }, 25);
})"""


def finish(page: Page) -> None:
    """Play to the end, whatever can be tapped first."""
    page.evaluate(FINISH, TAPPABLE)


def opened(page: Page, selector: str) -> None:
    page.click(selector)
    wait(page, "#dialog[open] .dialog")


def screens() -> dict[str, Callable[[Page, str], None]]:
    """Name to the way there."""
    rose, middle = deal("rose"), position("rose", 46, 2)

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

    return {
        "lobby": lambda page, base: open_at(page, base),
        "setup": lambda page, base: (open_at(page, base), page.click("#setup-rose"), wait(page, "form.setup")),
        "rose-start": lambda page, base: table(page, base, rose),
        "rose-middle": lambda page, base: table(page, base, middle),
        "rose-chosen": chosen,
        "rose-hint": hint,
        "rose-end": ended,
        "menu": menu,
        "players": lambda page, base: menu(page, base, "#players-button"),
        "resign": lambda page, base: menu(page, base, "#resign-button"),
        "save": lambda page, base: menu(page, base, "#save-button"),
        "settings": lambda page, base: menu(page, base, "#dialog #settings-button"),
        "share": lambda page, base: (table(page, base, middle), opened(page, "#action-share")),
        "typed": back,
        "help": help,
        "rules-rose": lambda page, base: help(page, base, "#rules-rose"),
        "keys": lambda page, base: help(page, base, "#keys-button"),
        "about": lambda page, base: help(page, base, "#help-about"),
        "saves": lambda page, base: (open_at(page, base), opened(page, "#saves-button")),
        "open-link": lambda page, base: (open_at(page, base), opened(page, "#open-link-button")),
        "damaged-link": lambda page, base: (open_at(page, base, middle[:-2]), wait(page, "#dialog[open]")),
    }


def take(browser: Browser, base: str, folder: Path, names: list[str], quick: bool) -> None:
    """All pictures, then a contact sheet for each size, theme and language."""
    ways = screens()
    for language, locale in LANGUAGES.items():
        for width, height in SIZES:
            for theme in THEMES:
                if quick and (theme == "dark" and language != "en"):
                    continue
                shots: list[tuple[str, Path]] = []
                for name in names or list(ways):
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, locale=locale, color_scheme=theme,
                        service_workers="block", reduced_motion="reduce",
                    )  # fmt: skip
                    page = context.new_page()
                    ways[name](page, base)
                    path = folder / f"{width}-{theme}-{language}" / f"{name}.png"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=path)
                    shots.append((name, path))
                    context.close()
                sheet(browser, folder / f"sheet-{width}-{theme}-{language}.png", shots, width)
                print(folder / f"sheet-{width}-{theme}-{language}.png", flush=True)


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
    table(page, base, position("rose", 46, 2))
    page.click("[data-cell^='card:']:not([aria-disabled=true])")
    page.wait_for_selector("[aria-pressed=true]")
    page.screenshot(path=path)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of every screen.")
    parser.add_argument("--out", type=Path, default=Path("build/shots"))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--quick", action="store_true", help="dark only in English")
    parser.add_argument("--picture", type=Path, help="take the README's picture only")
    options = parser.parse_args()
    server = Server(Path("site"))
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        if options.picture:
            picture(browser, server.url, options.picture)
        else:
            take(browser, server.url, options.out, options.only, options.quick)
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
