"""The page comes up, drawn before Python is there, and from this host alone."""

from playwright.sync_api import Page, expect

from lab.serve import Server


def test_page_and_table_come_up(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector("body[data-page=ready]")
    page.wait_for_selector("body[data-table=ready]")


def test_any_path_on_any_host_will_do(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.wait_for_selector("body[data-table=ready]")


def test_the_lobby_is_drawn_before_python(page: Page) -> None:
    page.route("**/vendor/**", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("/")
    expect(page.locator("[data-do=play][data-entry=rose]")).to_be_visible()
    assert page.get_attribute("body", "data-page") is None


def test_what_is_preloaded_is_what_is_loaded(page: Page) -> None:
    """A preload line that doesn't fit costs a second request."""
    page.goto("/")
    page.wait_for_selector("body[data-table=ready]")
    asked = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")  # not of the workers
    lines = page.locator("link[rel=modulepreload], link[rel=preload]")
    early = [line.evaluate("line => line.href") for line in lines.all()]
    assert early and [asked.count(url) for url in early] == [1] * len(early)


def test_the_page_knows_its_version(page: Page) -> None:
    page.goto("/")
    assert page.evaluate("/^[0-9a-f]{12}$/.test(document.documentElement.dataset.version)")
