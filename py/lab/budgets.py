"""Measure the built site in Chromium against its budgets: ``python -m lab.budgets [--runs N]`` (make bench).

Times are of this machine and of what else it does; so the starts are given as parts of a plain Pyodide start: npm's
own files, on the main thread, from the same server, measured in turn with ours. A later visit is the third, when the
browser has its own compiled forms. The exit code is 1 when a budget is broken.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from lab import chromium
from lab.serve import Server
from lab.site import ROOT, files_of
from rosecrown.core import registry
from rosecrown.core.session import Player, Session
from rosecrown.formats import link, save
from rosecrown.formats.save import Saved

PLAIN = """<!doctype html><title>Plain start</title><script type="module">
import { loadPyodide } from "./pyodide.mjs";
await loadPyodide();
window.times = { plain: performance.now() };
</script>"""

# Runs before the page's own scripts: notes when it comes to what, and taps "play" as soon as it listens.
WATCH = """
window.times = {};
window.tasks = [];
window.inputs = {};
new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: "longtask", buffered: true });
new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
        if (interactionId) inputs[interactionId] = Math.max(duration, inputs[interactionId] ?? 0);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
new MutationObserver((_, observer) => {
    const state = document.body?.dataset ?? {};
    if (state.page && !times.page) {
        times.page = performance.now();
        document.querySelector("[data-do=play][data-entry=rose]").click();
    }
    if (state.table && !times.table) times.table = performance.now();
    if (state.turn === "you" && document.querySelector("[data-legal]")) {
        times.playable = performance.now();
        observer.disconnect();
    }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
FIRST, LATER = 0, 2  # which of the visits
TAPS = 24
PATIENCE = 120_000  # ms: on a busy machine everything is slow, and still in proportion


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure; ``budget`` None: printed only."""

    what: str
    value: float
    budget: float | None
    unit: str = ""
    note: str = ""

    def __str__(self) -> str:
        verdict = "" if self.budget is None else "ok" if self.kept else "BROKEN"
        limit = "" if self.budget is None else f"≤ {self.budget:g}"
        return f"{self.what:44}{self.value:>9.4g} {self.unit:4}{limit:>8} {verdict:7} {self.note}".rstrip()

    @property
    def kept(self) -> bool:
        return self.budget is None or self.value <= self.budget


@dataclass(frozen=True, slots=True)
class Bench:
    playwright: Playwright
    browser: Browser
    url: str
    runs: int
    off_host: list[str]

    def listen(self, context: BrowserContext) -> None:
        """Note each request that doesn't go to this host."""

        def on_request(url: str) -> None:
            if urlsplit(url).hostname not in ("localhost", None):
                self.off_host.append(url)

        context.on("request", lambda request: on_request(request.url))

    @contextmanager
    def visitor(self, **options: str) -> Iterator[BrowserContext]:
        """A browser that was never here before."""
        with self.browser.new_context(locale="en-GB", **options) as context:
            context.set_default_timeout(PATIENCE)
            context.add_init_script(WATCH)
            self.listen(context)
            yield context


def playable(page: Page, url: str) -> dict[str, float]:
    """Open the page, start a game as soon as it listens, and return when it came to what (ms)."""
    page.goto(url)
    page.wait_for_function("times.playable")
    return dict(page.evaluate("times"))


def start(bench: Bench) -> Iterable[Row]:
    """Page reacts, board playable, longest task on the main thread."""
    parts: dict[str, list[float]] = {}
    longest, plain_times = [], []
    with tempfile.TemporaryDirectory() as folder:
        for path in (ROOT / "node_modules/pyodide").iterdir():
            (Path(folder) / path.name).symlink_to(path)
        (Path(folder) / "index.html").write_text(PLAIN)
        server = Server(Path(folder))
        server.start()
        for _ in range(bench.runs):
            plain, ours = [], []
            with bench.browser.new_context() as context:
                context.set_default_timeout(PATIENCE)
                for _ in range(3):
                    page = context.new_page()
                    page.goto(server.url)
                    page.wait_for_function("window.times")
                    plain.append(page.evaluate("times.plain"))
                    page.close()
            with bench.visitor() as context:
                for _ in range(3):
                    page = context.new_page()
                    ours.append(playable(page, bench.url))
                    longest.append(max(page.evaluate("tasks"), default=0.0))
                    page.wait_for_selector("body[data-offline=ready]")
                    page.close()
            plain_times.append(plain[FIRST])
            for name, visit in (("first", FIRST), ("later", LATER)):
                for what in ("page", "playable"):
                    parts.setdefault(f"{what} {name}", []).append(ours[visit][what] / plain[visit])
                    parts.setdefault(f"{what} {name} ms", []).append(ours[visit][what])
        server.stop()
    middle = {name: statistics.median(values) for name, values in parts.items()}
    yield Row("Plain start, first visit", statistics.median(plain_times), None, "ms", f"median of {bench.runs}")
    for what, name, budget in (
        ("Page reacts, first visit", "page first", 0.20),
        ("Page reacts, later visit", "page later", 0.20),
        ("Board playable, first visit", "playable first", 0.65),
        ("Board playable, later visit", "playable later", 0.60),
    ):
        note = f"{middle[name + ' ms']:.0f} ms, {min(parts[name]):.2f}–{max(parts[name]):.2f}"
        yield Row(f"{what}, of a plain start", middle[name], budget, "", note)
    note = f"median of {len(longest)} starts' longest, worst {max(longest):.0f}"
    yield Row("Longest main-thread task", statistics.median(longest), 100, "ms", note)


def transfer(bench: Bench) -> Iterable[Row]:
    """What a first visit loads, were it compressed as any host does (gzip -6)."""
    asked: set[str] = set()
    with bench.visitor(service_workers="block") as context:  # what it keeps for offline use is not what the page needs
        context.on("request", lambda request: asked.add(urlsplit(request.url).path.lstrip("/") or "index.html"))
        page = context.new_page()
        playable(page, bench.url)
    site = ROOT / "site"
    packed = {path.relative_to(site).as_posix(): len(gzip.compress(path.read_bytes(), 6)) for path in files_of(site)}
    table = re.compile(r"vendor/pyodide/|app\.bin|pyscript\.toml|py/workers/")
    shell = sum(size for name, size in packed.items() if name in asked and not table.match(name))
    until = sum(size for name, size in packed.items() if name in asked)
    yield Row("First visit until the board is playable, gzip", until / 1e6, 8.5, "MB", f"{len(asked)} requests")
    yield Row("… of which shell and MicroPython", shell / 1e6, 0.4, "MB")
    whole = sum(packed.values())
    yield Row("First visit, with all that is kept offline", whole / 1e6, 8.5, "MB", f"{len(packed)} files")


def taps(bench: Bench) -> Iterable[Row]:
    """Tap to paint in a game: real clicks on what is legal, timed by the browser (in steps of 8 ms, from 16)."""
    with bench.visitor() as context:
        page = context.new_page()
        playable(page, bench.url)
        page.wait_for_selector("body[data-thinker=ready]")
        page.evaluate("tasks.length = 0")  # those of the start are measured elsewhere
        for number in range(TAPS):
            page.wait_for_selector("body[data-turn=you]")
            legal = page.locator("[data-legal]:visible")
            legal.nth(number * 7 % legal.count()).click()
        page.wait_for_timeout(200)  # the browser reports its timings a little later
        times = sorted(page.evaluate("Object.values(inputs)"))
        tasks = page.evaluate("tasks")
    times = [8.0] * (TAPS - len(times)) + times  # what is quicker than 16 ms isn't reported
    yield Row("Tap to paint, typical", statistics.median(times), 50, "ms", f"median of {len(times)} taps")
    yield Row("Tap to paint, worst", max(times), 100, "ms")
    yield Row("Longest main-thread task while playing", max(tasks, default=0.0), 100, "ms", "0: none of 50 or more")


def memory(bench: Bench) -> Iterable[Row]:
    """The tab's own process: page, table and one thinker. Linux tells a process's memory; elsewhere nothing is said."""
    if not Path("/proc/self/smaps_rollup").exists():
        return
    browser = bench.playwright.chromium.launch(**chromium.launch_options())
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    page = context.new_page()
    playable(page, bench.url)
    page.wait_for_selector("body[data-thinker=ready]")
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for process in processes:
        if process["type"] == "renderer":
            text = Path(f"/proc/{process['id']}/smaps_rollup").read_text()
            sizes.append(int(re.search(r"^Pss: +(\d+) kB", text, re.M)[1]) * 1024)
    browser.close()
    yield Row("Memory of page, table and one thinker", max(sizes) / 1e6, 300, "MB", "the tab's process, PSS")


# Plays a game with random legal taps, and notes how long the computers thought (ms).
PLAY = """
window.thoughts = [];
new MutationObserver(() => thoughts.push(Number(document.body.dataset.thought)))
    .observe(document.body, { attributeFilter: ["data-thought"] });
const tappable = "#app [data-legal], #app button[data-do=tap]:not([role=gridcell], [aria-disabled=true], [disabled])";
setInterval(() => {
    const { turn } = document.body.dataset;
    if (turn === "you" && !document.getElementById("dialog").open) {
        const found = document.querySelectorAll(tappable);
        found[Math.floor(Math.random() * found.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (turn === "over") document.getElementById("again-button")?.click();
}, 30);
"""
TURNS = 24
SETTINGS = """localStorage["rosecrown:prefs"] = JSON.stringify({ pace: "off", motion: "off", setups: %s });"""


def turns(bench: Bench) -> Iterable[Row]:
    """How long the computers think in the browser, for every lobby entry and level, with its usual number of seats."""
    for game, entry in registry.entries():
        for level in registry.LEVELS:
            seats = {f"seat.{seat}": level for seat in range(1, registry.get(game).info.seats[-1])}
            with bench.browser.new_context(locale="en-GB") as context:
                context.set_default_timeout(PATIENCE)
                context.add_init_script(SETTINGS % json.dumps({entry.id: seats}))
                page = context.new_page()
                page.goto(bench.url)
                page.wait_for_selector("body[data-table=ready]")
                page.click(f"#play-{entry.id}")
                page.wait_for_selector("body[data-turn]")
                page.evaluate(f"() => {{ {PLAY} }}")
                page.wait_for_function(f"thoughts.length > {TURNS}")
                found = page.evaluate("thoughts")[1:]  # in the first, the worker reads its files
            median, worst = (1000, 2000) if level == "expert" else (500, 500)
            name = f"{entry.id}, {level}"
            yield Row(f"Computer's turn, {name}, median", statistics.median(found), median, "ms", f"{len(found)} turns")
            yield Row(f"Computer's turn, {name}, worst", max(found), worst, "ms")


def sizes(bench: Bench) -> Iterable[Row]:
    """The longest save and link of random games, for every game and number of players."""
    for game in registry.GAMES:
        rules, saves, links = registry.get(game), [0], [0]
        for seats in rules.info.seats:
            for seed in range(5):
                session = Session(rules, [Player()] * seats, seed=seed)
                random = Random(seed)
                while session.outcome is None:
                    if len(session.log) % 7 == 0:
                        links.append(len(link.position(rules, session.state, session.to_move)))
                    session.play(random.choice(list(rules.legal_moves(session.state))))
                saves.append(len(save.dump(Saved(session, rules.info.entries[0].id, "", "2026-01-01T00:00:00.000Z"))))
        yield Row(f"Longest save, {game}", max(saves), 4096, "B", "random games")
        yield Row(f"Longest position link, {game}", max(links), 500, "", "characters of the fragment")


def damaged_links(bench: Bench) -> Iterable[Row]:
    """The slowest answer to a link in an open page: good, cut short, and with a wrong payload under a right check."""
    game = registry.get("rose")
    good = link.position(game, Session(game, [Player()] * 2, seed=1).state, 0)
    wrong = "rose.p1." + "z" * 60
    texts = [good[:-1], good, f"{wrong}.{link.checksum(wrong)}"]
    with bench.browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.goto(bench.url)
        page.wait_for_selector("body[data-table=ready]")
        page.click("#play-rose")
        page.wait_for_selector("body[data-thinker=ready]")  # that start has its own budget
        times = []
        for text in texts * 3:
            times.append(page.evaluate(LINK, text))
            page.keyboard.press("Escape")
            page.wait_for_selector("#dialog:not([open])", state="attached")
    yield Row("Link opened or refused, worst", max(times), 50, "ms", "from the address to the answer on the screen")


LINK = """text => new Promise(resolve => {
    const start = performance.now(), dialog = document.getElementById("dialog");
    const seen = new MutationObserver(() => {
        if (dialog.open) { seen.disconnect(); resolve(performance.now() - start); }
    });
    seen.observe(dialog, { attributes: true });
    location.hash = text;
})"""

# Each measurement gives rows.
MEASUREMENTS: list[Callable[[Bench], Iterable[Row]]] = [start, transfer, taps, memory, sizes, damaged_links, turns]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the built site against its budgets.")
    parser.add_argument("--runs", type=int, default=9, help="starts to take the median of (9)")
    parser.add_argument("--only", nargs="*", default=[], help="measurements by name, e.g. turns sizes")
    options = parser.parse_args()
    chromium.ensure()
    server = Server(ROOT / "site")
    server.start()
    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        bench = Bench(playwright, browser, server.url, options.runs, [])
        for measure in [one for one in MEASUREMENTS if not options.only or one.__name__ in options.only]:
            for row in measure(bench):
                print(row, flush=True)
                rows.append(row)
        rows.append(Row("Requests off the host", len(bench.off_host), 0, "", " ".join(sorted(set(bench.off_host)))))
        print(rows[-1])
        browser.close()
    server.stop()
    broken = [row.what for row in rows if not row.kept]
    sys.exit(f"Broken: {', '.join(broken)}" if broken else 0)


if __name__ == "__main__":
    main()
