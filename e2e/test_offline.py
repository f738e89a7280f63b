"""Kept whole after the first visit, started without a server, and brought up to date only when the player says so."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from lab import chromium
from lab.serve import Server
from lab.site import integrity

Watch = Callable[[BrowserContext], None]
VERSION = "document.documentElement.dataset.version"
UPDATE = "navigator.serviceWorker.getRegistration().then(registration => registration.update().then(() => true))"


def visit(page: Page, url: str) -> None:
    """A first visit, until everything is kept."""
    page.goto(url)
    page.wait_for_selector("body[data-table=ready]")
    page.wait_for_selector("body[data-offline=ready]")
    assert page.get_attribute("body", "data-update") is None, "the first version is no update"


def publish(folder: Path, *, whole: bool = True) -> str:
    """Put a new version at the place of the site in ``folder``; if not ``whole``, only its sw.js has arrived yet."""
    page, worker = folder / "index.html", folder / "sw.js"
    new, old_hash = "f" * 12, integrity(page)
    old, text = re.search(r'data-version="(\w+)"', page.read_text("utf-8")), page.read_text("utf-8")
    assert old
    page.write_text(text.replace(old[1], new), "utf-8")
    worker.write_text(worker.read_text("utf-8").replace(old_hash, integrity(page)).replace(old[1], new), "utf-8")
    if not whole:
        page.write_text(text, "utf-8")
    return new


@pytest.fixture
def release(tmp_path: Path) -> Iterator[Server]:
    """A server of a copy of the site, into which a test may publish another version."""
    site = Path(__file__).resolve().parent.parent / "site"
    server = Server(Path(shutil.copytree(site, tmp_path / "site")))
    server.start()
    yield server
    server.stop()


def test_offline_in_a_new_browser_with_the_server_gone(
    playwright: Playwright, tmp_path: Path, server: Server, watch: Watch
) -> None:
    def browser() -> BrowserContext:
        context = playwright.chromium.launch_persistent_context(tmp_path, **chromium.launch_options())
        watch(context)
        return context

    with browser() as context:
        visit(context.pages[0], server.url)
    server.stop()
    with browser() as context:
        page = context.pages[0]
        for path in ("", "index.html", "?from=home", "no/such/page"):
            page.goto(server.url + path)
            page.wait_for_selector("body[data-table=ready]")
            assert page.url.partition("?")[0] == server.url


def test_what_was_loaded_before_goes_on_offline(page: Page, server: Server) -> None:
    """The first page is taken over too: what it asks for later, a thinker for one, comes from what is kept."""
    visit(page, server.url)
    page.wait_for_function("navigator.serviceWorker.controller")
    server.stop()
    assert page.evaluate("fetch('./vendor/pyodide/pyodide.asm.wasm').then(response => response.ok)")


def test_a_new_version_is_offered_and_never_forced(page: Page, release: Server) -> None:
    visit(page, release.url)
    page.click("#play-rose")
    page.wait_for_selector("body[data-screen=table]")
    old = page.evaluate(VERSION)
    page.evaluate("caches.open('somebody-else')")
    new = publish(release.folder)
    (release.folder / "vendor/pyodide/pyodide.asm.wasm").unlink()  # is the same as before, so isn't asked for
    page.evaluate(UPDATE)
    page.wait_for_selector("body[data-update=offered]")
    page.click("#later-button")
    page.wait_for_selector("#dialog:not([open])", state="attached")
    assert page.evaluate(VERSION) == old
    page.reload()
    page.wait_for_selector("#reload-button")
    assert page.evaluate(VERSION) == old
    page.click("#reload-button")
    page.wait_for_function(f"{VERSION} === '{new}'")
    page.wait_for_selector("body[data-screen=table]")  # the game goes on
    assert page.evaluate("caches.keys()") == ["somebody-else", f"rosecrown-/-{new}"]


@pytest.mark.provokes_errors
def test_a_half_published_version_is_not_taken(page: Page, release: Server) -> None:
    visit(page, release.url)
    publish(release.folder, whole=False)
    page.evaluate(UPDATE)
    page.wait_for_function(
        """navigator.serviceWorker.getRegistration()
        .then(registration => !registration.installing && !registration.waiting)"""
    )
    page.reload()
    page.wait_for_selector("body[data-table=ready]")
    assert page.locator("body[data-update]").count() == 0


def test_it_can_be_installed(page: Page, base_url: str) -> None:
    visit(page, base_url)
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
