"""The built site in a real browser: one server and one browser for the whole run, a new profile for each test.

Every test fails on a console error, an uncaught error in the page, or a request to another host. A test that is about
such errors says so with ``@pytest.mark.provokes_errors``. Other languages, themes and sizes than the usual:
``@pytest.mark.browser_context_args(locale="de-DE", color_scheme="dark", viewport={"width": 360, "height": 640})``,
or, for several in one test, ``new_context(locale=…).new_page()``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext

from lab import chromium
from lab.serve import Server

SITE = Path(__file__).resolve().parent.parent / "site"


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """The address of the built site: ``page.goto("/")`` opens it."""
    server = Server(SITE)
    server.start()
    yield server.url
    server.stop()


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of one test's own, deep below its host's root, that the test may stop."""
    server = Server(SITE, prefix="/some/where/")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    return {**browser_type_launch_args, **chromium.launch_options()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "locale": "en-GB", "color_scheme": "light", "timezone_id": "Europe/Berlin"}


@pytest.fixture
def watch(request: pytest.FixtureRequest) -> Iterator[Callable[[BrowserContext], None]]:
    """Watch a browser context for what no test may see; contexts of ``new_context`` are watched already."""
    seen: list[str] = []

    def on_request(url: str) -> None:
        if urlsplit(url).hostname not in ("localhost", None):
            seen.append(f"request to another host: {url}")

    def watch(context: BrowserContext) -> None:
        context.on("console", lambda message: message.type == "error" and seen.append(f"console: {message.text}"))
        context.on("weberror", lambda error: seen.append(f"uncaught: {error.error}"))
        context.on("request", lambda request: on_request(request.url))

    yield watch
    if not request.node.get_closest_marker("provokes_errors"):
        assert seen == []


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], watch: Callable[[BrowserContext], None]
) -> Callable[..., BrowserContext]:
    """Open a watched browser context (a new profile) with other options than this test's usual ones."""

    def build(**options: object) -> BrowserContext:
        context = new_context(**options)
        watch(context)
        return context

    return build
