"""The page alone, with a table that follows a script: what it sends, shows, stores and survives."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

pytestmark = pytest.mark.browser_context_args(service_workers="block", viewport={"width": 360, "height": 640})

STAND_IN = (Path(__file__).parent / "scripted_table.py").read_text("utf-8")
HEARD = """
    window.heard = [];
    window.channel = new BroadcastChannel("heard");
    window.channel.onmessage = (event) => window.heard.push(JSON.parse(event.data));
"""
Script = dict[str, list[dict[str, Any]]]


def shown(*frames: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"frames": list(frames), **rest}


def buttons(*names: str) -> str:
    return "".join(f'<button id="{name}" data-do="{name}">{name}</button>' for name in names)


def stage(context: BrowserContext, script: Script, patch: Callable[[str], str] = lambda text: text) -> None:
    """Put the scripted table in the place of the real one; it runs on the small interpreter, which starts sooner."""

    def index(route: Route) -> None:
        response = route.fetch()
        own = re.sub(
            r'<script type="py" worker name="table" src="(.*?)" config=".*?">',
            r"""<script type="mpy" worker name="table" src="\1" """
            r"""config='{"interpreter": "./vendor/micropython/micropython.mjs", "sync_main_only": true}'>""",
            response.text(),
        )
        route.fulfill(response=response, body=own)

    def switchboard(route: Route) -> None:
        response = route.fetch()
        text = response.text().replace(
            'src="./py/workers/table.py", name=self.name, config=CONFIG',
            'src="./py/workers/table.py", name=self.name, type="mpy", '
            'config={"interpreter": "./vendor/micropython/micropython.mjs", '
            '"sync_main_only": True}',
        )
        route.fulfill(response=response, body=patch(text))

    context.route(re.compile(r"/(\?.*)?$"), index)
    context.route("**/py/page/switchboard.py", switchboard)
    body = f"import json\nSCRIPT = json.loads({json.dumps(json.dumps(script))})\n{STAND_IN}"
    context.route("**/py/workers/table.py", lambda route: route.fulfill(body=body, content_type="text/x-python"))
    context.add_init_script(HEARD)


def come_up(page: Page, path: str = "/") -> Page:
    page.goto(path)
    page.wait_for_selector("body[data-table=ready]")
    return page


def heard(page: Page, do: str, at_least: int = 1) -> list[dict[str, Any]]:
    """What the table heard of one kind, as soon as there is so much of it."""
    page.wait_for_function(
        "([name, n]) => heard.filter((intent) => intent.do === name).length >= n", arg=[do, at_least]
    )
    return [intent for intent in page.evaluate("heard") if intent["do"] == do]


# ---- what it sends ----
def test_open_tells_where_everything_was_left(page: Page, context: BrowserContext) -> None:
    stage(context, {"open": [shown({"app": "<main id=main>open</main>", "speech": "Here we are"}, rev=1)]})
    page.add_init_script("localStorage.setItem('rosecrown:prefs', '{}'); localStorage.setItem('other', 'x')")
    come_up(page, "/#rose.p1.xyz")
    (intent,) = heard(page, "open")
    assert intent["store"] == {"rosecrown:prefs": "{}"}
    assert (intent["fragment"], intent["storage"], intent["screen"], intent["first"]) == (
        "#rose.p1.xyz",
        "ok",
        None,
        None,
    )
    assert intent["languages"][0] == "en-GB" and re.fullmatch("[0-9a-f]{12}", intent["version"])
    assert intent["base"].startswith("http://localhost") and "#" not in intent["base"]
    expect(page.locator("#main")).to_have_text("open")
    expect(page.locator("#speech")).to_have_text("Here we are")


def test_a_tap_before_the_table_is_up_is_remembered(page: Page, context: BrowserContext) -> None:
    stage(context, {})
    waiting: list[Route] = []
    page.route("**/vendor/pyscript/core.js", lambda route: waiting.append(route))
    page.goto("/", wait_until="commit")
    page.locator("#setup-rose").click()
    page.locator("#play-rose").click()
    expect(page.locator("#play-rose")).to_have_class(re.compile("is-waiting"))
    expect(page.locator("#speech")).not_to_be_empty()
    waiting[0].continue_()
    page.wait_for_selector("body[data-table=ready]")
    assert heard(page, "open")[0]["first"] == {"do": "play", "entry": "rose"}


def test_language_and_theme_work_before_python(page: Page, context: BrowserContext) -> None:
    page.route("**/vendor/**", lambda route: None)
    page.goto("/", wait_until="commit")
    before = page.locator("#play-rose").inner_text()
    page.locator("select[name=language]").select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.locator("#play-rose")).not_to_have_text(before)
    page.locator("select[name=theme]").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert json.loads(page.evaluate("localStorage['rosecrown:prefs']")) == {"language": "nl", "theme": "dark"}
    page.reload(wait_until="commit")
    expect(page.locator("html[lang=nl][data-theme=dark] select[name=theme]")).to_have_value("dark")


def test_taps_and_changes_bear_the_revision_that_was_seen(page: Page, context: BrowserContext) -> None:
    board = (
        "<main><button id=a data-do=tap data-cell=d4>d4</button><button id=b data-do=undo>undo</button>"
        "<button id=c data-do=odd data-rev>odd</button><input type=checkbox id=d data-change=switch></main>"
    )
    stage(context, {"open": [shown({"app": board}, rev=41)], "tap": [{"rev": 42}]})
    come_up(page)
    page.evaluate("document.getElementById('a').click(); document.getElementById('a').click()")
    first, second = heard(page, "tap", 2)
    assert first == {"do": "tap", "cell": "d4", "rev": 41} == second, "a double tap can't hit the next turn"
    page.locator("#b").click()
    assert heard(page, "undo") == [{"do": "undo"}]
    page.locator("#c").click()
    assert heard(page, "odd") == [{"do": "odd", "rev": 42}]
    page.locator("#d").check()
    page.locator("#d").uncheck()
    assert [intent["value"] for intent in heard(page, "change", 2)] == ["on", ""]


def test_forms_keys_and_text_fields(page: Page, context: BrowserContext) -> None:
    form = "<main id=main tabindex=-1><form data-submit=type-move><input type=text id=text name=text></form></main>"
    stage(context, {"open": [shown({"app": form})]})
    come_up(page)
    page.locator("#text").fill("N2 e5")
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    assert heard(page, "type-move") == [{"do": "type-move", "fields": {"text": "N2 e5u"}}]
    page.locator("#main").focus()
    for key in ("u", "?", "ArrowLeft", "Escape", "Control+b"):
        page.keyboard.press(key)
    page.keyboard.press("z")
    assert [intent["key"] for intent in heard(page, "key", 5)] == ["u", "?", "ArrowLeft", "Escape", "z"]


# ---- what it shows ----
def test_frames_follow_one_another_and_a_tap_shows_the_last(page: Page, context: BrowserContext) -> None:
    frames = [
        {"app": f"<main>{buttons('go')}<p id=n>{n}</p></main>", "hold": hold}
        for n, hold in ((1, 150), (2, 60000), (3, 0))
    ]
    stage(context, {"open": [shown(frames[2])], "go": [shown(*frames), shown(frames[0])]})
    come_up(page)
    page.locator("#go").click()
    expect(page.locator("#n")).to_have_text("1")
    expect(page.locator("#n")).to_have_text("2")
    page.locator("#n").click()
    expect(page.locator("#n")).to_have_text("3")
    assert len(heard(page, "go")) == 1, "the tap only skipped"
    page.locator("#go").click()
    expect(page.locator("#n")).to_have_text("1")


def test_a_new_answer_cancels_the_frames_to_come(page: Page, context: BrowserContext) -> None:
    slow = [{"app": "<main><p id=n>slow</p></main>", "hold": 300}, {"app": "<main><p id=n>late</p></main>"}]
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('go')}</main>"})],
            "go": [shown(*slow)],
            "key:x": [shown({"app": "<main><p id=n>new</p></main>"})],
        },
    )
    come_up(page)
    page.locator("#go").click()
    expect(page.locator("#n")).to_have_text("slow")
    page.keyboard.press("x")
    expect(page.locator("#n")).to_have_text("new")
    page.wait_for_timeout(500)
    expect(page.locator("#n")).to_have_text("new")


def test_the_dialog_is_modal_and_gives_the_focus_back(page: Page, context: BrowserContext) -> None:
    dialog = (
        '<section><h2 id="dialog-title" tabindex="-1">Menu</h2><button id=inner data-do=inner>inner</button></section>'
    )
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('menu', 'other')}</main>"})],
            "menu": [shown({"dialog": dialog})],
            "close": [shown({"dialog": ""})],
        },
    )
    come_up(page)
    page.locator("#menu").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    expect(page.locator("#dialog-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#menu")).to_be_focused()
    page.locator("#menu").click()
    expect(page.locator("#inner")).to_be_visible()
    page.mouse.click(180, 60)
    expect(page.locator("dialog")).to_be_hidden()
    assert len(heard(page, "close", 2)) == 2


def test_focus_goes_where_the_answer_says_when_its_element_is_gone(page: Page, context: BrowserContext) -> None:
    stage(
        context,
        {
            "open": [shown({"app": f"<main id=main tabindex=-1>{buttons('a', 'b', 'c')}</main>"})],
            "a": [
                shown({"app": f"<main id=main tabindex=-1>{buttons('a', 'b')}</main>", "focus": "b"}),
                shown({"app": f"<main id=main tabindex=-1>{buttons('b', 'c')}</main>", "focus": "c"}),
            ],
            "c": [shown({"app": f"<main id=main tabindex=-1>{buttons('b', 'c')}</main>", "focus": "!b"})],
            "b": [shown({"app": "<main id=main tabindex=-1></main>"})],
        },
    )
    come_up(page)
    page.locator("#a").click()
    expect(page.locator("#c")).to_have_count(0)
    expect(page.locator("#a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#c")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#b")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_what_the_reader_did_survives_a_morph(page: Page, context: BrowserContext) -> None:
    def screen(n: int, value: str) -> str:
        lines = "".join(f"<p>{line}</p>" for line in range(50))
        return (
            f"<main><p id=n>{n}</p>{buttons('go')}<input type=text id=typed value='{value}'>"
            f"<input type=text id=renamed value='{value}{n}'><details id=more><summary>more</summary>x</details>"
            f"<div id=log style='height: 100px; overflow: auto'>{lines}</div></main>"
        )

    stage(
        context,
        {
            "open": [shown({"app": screen(1, "old")})],
            "go": [shown({"app": screen(2, "old").replace(">go<", ">gone<")})],
        },
    )
    come_up(page)
    page.locator("#typed").fill("mine")
    page.locator("#renamed").fill("mine")
    page.locator("#more summary").click()
    page.evaluate("document.getElementById('log').scrollTop = 300")
    page.locator("#go").click()
    expect(page.locator("#n")).to_have_text("2")
    expect(page.locator("#go")).to_have_text("gone")
    expect(page.locator("#go")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("mine")
    expect(page.locator("#renamed")).to_have_value("old2")
    assert page.evaluate("document.getElementById('more').open")
    assert page.evaluate("document.getElementById('log').scrollTop") == 300


def test_body_title_language_theme_and_sprites(page: Page, context: BrowserContext) -> None:
    page.route(
        "**/assets/css/toy.css", lambda route: route.fulfill(body="main { color: red }", content_type="text/css")
    )
    symbol = '<symbol id="toy-x" viewBox="0 0 4 4"><path d="M0 0h4v4Z"/></symbol>'
    stage(
        context,
        {
            "open": [
                shown(
                    {
                        "app": f"<main>{buttons('go')}<svg width=9 height=9><use href='#toy-x'/></svg></main>",
                        "body": {"screen": "table", "turn": "you"},
                    },
                    title="Your turn",
                    lang="de",
                    theme="dark",
                    motion="off",
                    sprites={"toy": symbol},
                )
            ],
            "go": [shown({"body": {"turn": None}}, theme="")],
        },
    )
    come_up(page)
    expect(
        page.locator("html[lang=de][data-theme=dark][data-motion=off] body[data-screen=table][data-turn=you]")
    ).to_be_visible()
    expect(page).to_have_title("Your turn")
    assert page.evaluate("document.getElementById('toy-x').namespaceURI") == "http://www.w3.org/2000/svg"
    assert page.evaluate("document.querySelector('main svg').getBBox().width") > 0
    page.locator("#go").click()
    expect(page.locator("html:not([data-theme]) body:not([data-turn])")).to_be_visible()


# ---- keyboard and pointer ----
GRID = (
    "<div id=grid role=grid data-nav data-snap>"
    + "".join(
        "<div role=row style='display: flex'>"
        + "".join(
            f"<button role=gridcell id={file}{rank} tabindex={0 if (file, rank) == ('b', 2) else -1} data-do=tap"
            f" data-cell={file}{rank} style='width: 40px; height: 40px; padding: 0'"
            f"{' data-legal' if (file, rank) == ('c', 1) else ''}>{file}{rank}</button>"
            for file in "abc"
        )
        + "</div>"
        for rank in (3, 2, 1)
    )
    + "</div>"
)
MAP = (
    "<svg id=map data-nav width=300 height=200>"
    + "".join(
        f"<rect id={name} role=button tabindex=-1 data-do=tap data-cell={name} x={x} y={y} width=50 height=40 />"
        for name, x, y in (("north", 100, 0), ("west", 10, 70), ("east", 200, 80), ("south", 110, 150))
    )
    + "</svg>"
)


def test_one_tab_stop_a_group_and_arrows_between(page: Page, context: BrowserContext) -> None:
    app = f"<main>{buttons('before')}{GRID}{MAP}</main>"
    stage(context, {"open": [shown({"app": app})], "tap": [shown({"app": app.replace("before</b", "again</b")})]})
    come_up(page)
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#b2")).to_be_focused()
    for key, cell in (
        ("ArrowUp", "b3"),
        ("ArrowUp", "b3"),
        ("ArrowRight", "c3"),
        ("ArrowDown", "c2"),
        ("Home", "a2"),
        ("End", "c2"),
    ):
        page.keyboard.press(key)
        expect(page.locator(f"#{cell}")).to_be_focused()
    page.keyboard.press("Enter")
    assert heard(page, "tap")[0]["cell"] == "c2"
    expect(page.locator("#before")).to_have_text("again")
    expect(page.locator("#c2")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#before")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#c2")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#north")).to_be_focused()
    for key, place in (("ArrowDown", "south"), ("ArrowLeft", "west"), ("ArrowRight", "east"), ("ArrowUp", "north")):
        page.keyboard.press(key)
        expect(page.locator(f"#{place}")).to_be_focused()
    page.keyboard.press("Space")
    assert heard(page, "tap", 2)[1]["cell"] == "north"
    assert not [intent for intent in page.evaluate("heard") if intent["do"] == "key"]


def test_a_turned_grid_moves_as_it_looks(page: Page, context: BrowserContext) -> None:
    stage(context, {"open": [shown({"app": f"<main><div style='rotate: 180deg; width: 120px'>{GRID}</div></main>"})]})
    come_up(page)
    page.locator("#b2").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#a2")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#a1")).to_be_focused()


def test_a_tap_beside_the_mark_snaps_to_the_legal_target(page: Page, context: BrowserContext) -> None:
    stage(context, {"open": [shown({"app": f"<main>{GRID}</main>"})]})
    come_up(page)
    box = page.locator("#c1").bounding_box()
    assert box
    page.mouse.click(box["x"] - 10, box["y"] + 20)  # on b1, 10 pixels from c1
    page.mouse.click(box["x"] - 30, box["y"] + 20)  # on b1, 30 pixels from c1
    page.locator("#b1").press("Enter")  # the keyboard never misses
    assert [intent["cell"] for intent in heard(page, "tap", 3)] == ["c1", "b1", "b1"]


def test_peeking_ends_at_once(page: Page, context: BrowserContext) -> None:
    stage(
        context,
        {
            "open": [shown({"app": f"<main><button id=eye data-peek>look</button>{buttons('go')}</main>"})],
            "go": [shown({"app": "<main>gone</main>"})],
        },
    )
    come_up(page)
    peeking, eye = page.locator("body.peeking"), page.locator("#eye")
    expect(eye).to_have_attribute("aria-pressed", "false")
    eye.hover()
    page.mouse.down()
    expect(peeking).to_have_count(1)
    expect(eye).to_have_attribute("aria-pressed", "true")
    page.mouse.up()
    expect(peeking).to_have_count(0)
    page.mouse.down()
    page.evaluate("dispatchEvent(new Event('blur'))")
    expect(peeking).to_have_count(0)
    page.mouse.up()
    page.locator("#eye").press("Enter")
    expect(peeking).to_have_count(1)
    page.locator("#eye").press("Space")
    expect(peeking).to_have_count(0)
    page.locator("#eye").press("Enter")
    page.evaluate("document.getElementById('go').click()")
    expect(page.locator("main")).to_have_text("gone")
    expect(peeking).to_have_count(0)


# ---- storage, history, files ----
KEY = "rosecrown:auto:rose"


def test_another_tabs_save_is_told_and_not_overwritten(page: Page, context: BrowserContext) -> None:
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('mine', 'theirs', 'drop')}</main>"})],
            "mine": [{"store": [["set", KEY, "mine"]]}],
            "theirs": [{"store": [["set", KEY, "theirs"]]}],
            "drop": [{"store": [["remove", KEY]]}],
        },
    )
    come_up(page)
    page.locator("#mine").click()
    page.wait_for_function(f"localStorage['{KEY}'] === 'mine'")
    page.evaluate(f"localStorage['{KEY}'] = 'changed behind its back'")
    page.locator("#mine").click()
    assert heard(page, "stored") == [{"do": "stored", "failed": [KEY], "reason": "conflict"}]
    assert page.evaluate(f"localStorage['{KEY}']") == "changed behind its back"
    other = context.new_page()
    come_up(other)
    other.locator("#theirs").click()
    assert heard(page, "foreign")[-1] == {"do": "foreign", "key": KEY, "value": "theirs"}
    page.locator("#drop").click()
    page.wait_for_function(f"!('{KEY}' in localStorage)")


def test_a_game_on_the_screen_never_overwrites_what_another_tab_made_of_it(page: Page, context: BrowserContext) -> None:
    stage(
        context,
        {
            "open": [
                shown({"app": f"<main>{buttons('mine', 'theirs')}</main>"}, token={"screen": "table", "key": KEY})
            ],
            "mine": [{"store": [["set", KEY, "mine"]]}],
            "theirs": [{"store": [["set", KEY, "theirs"]]}],
        },
    )
    come_up(page)
    other = context.new_page()
    come_up(other)
    other.locator("#theirs").click()
    assert heard(page, "foreign")[0]["value"] == "theirs"
    page.locator("#mine").click()
    assert heard(page, "stored") == [{"do": "stored", "failed": [KEY], "reason": "conflict"}]
    assert page.evaluate(f"localStorage['{KEY}']") == "theirs"


@pytest.mark.parametrize(("error", "reason"), [("QuotaExceededError", "quota"), ("SecurityError", "refused")])
def test_a_write_that_fails_is_told_once(page: Page, context: BrowserContext, error: str, reason: str) -> None:
    again = {"store": [["set", "rosecrown:b", "2"]]}
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('go')}</main>"})],
            "stored": [again],
            "go": [{"store": [["set", "rosecrown:a", "1"]]}],
        },
    )
    come_up(page)
    page.evaluate(f"() => {{ Storage.prototype.setItem = () => {{ throw new DOMException('no', '{error}'); }}; }}")
    page.locator("#go").click()
    assert heard(page, "stored") == [{"do": "stored", "failed": ["rosecrown:a"], "reason": reason}]
    page.wait_for_timeout(300)
    assert len(heard(page, "stored")) == 1


def test_refused_storage_is_known_from_the_start(page: Page, context: BrowserContext) -> None:
    stage(context, {"open": [{"store": [["set", "rosecrown:a", "1"]]}]})
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    come_up(page)
    assert heard(page, "open")[0]["storage"] == "refused"
    assert heard(page, "stored")[0]["reason"] == "refused"


def test_the_history_entry_is_written_only_when_it_changes(page: Page, context: BrowserContext) -> None:
    """A browser takes so many changes in ten seconds and ignores those beyond, even the next link's."""
    page.add_init_script(
        """window.written = []; const plain = history.replaceState;
        history.replaceState = function (state, ...rest) {
            written.push(state); plain.call(history, state, ...rest);
        };"""
    )
    same = shown({"app": f"<main>{buttons('same', 'other')}</main>"}, token={"screen": "lobby"})
    stage(context, {"open": [same], "same": [same] * 3, "other": [{"token": {"screen": "setup"}}]})
    come_up(page)
    for _ in range(3):
        page.locator("#same").click()
    page.locator("#other").click()
    page.wait_for_function('history.state === \'{"screen": "setup"}\'')
    assert page.evaluate("written") == ['{"screen": "lobby"}', '{"screen": "setup"}']


def test_back_forward_and_reload_give_the_token(page: Page, context: BrowserContext) -> None:
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('go')}</main>"}, token={"screen": "lobby"})],
            "go": [{"token": {"screen": "table"}, "push": True, "address": ""}],
        },
    )
    come_up(page, "/?q=1#rose.x")
    assert page.url.endswith("/?q=1#rose.x")
    page.locator("#go").click()
    page.wait_for_url(re.compile(r"/\?q=1$"))
    page.go_back()
    assert heard(page, "pop")[0]["screen"] == {"screen": "lobby"}
    page.go_forward()
    assert heard(page, "pop", 2)[1]["screen"] == {"screen": "table"}
    page.evaluate("location.hash = '#rose.p1.other'")
    assert heard(page, "fragment")[0]["fragment"] == "#rose.p1.other"
    page.go_back()
    page.reload()
    page.wait_for_selector("body[data-table=ready]")
    assert heard(page, "open")[0]["screen"] is not None


def test_copy_download_and_pick(page: Page, context: BrowserContext, tmp_path: Path) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('copy', 'save', 'pick')}</main>"})],
            "copy": [{"copy": "https://example.org/#x"}],
            "pick": [{"pick": True}],
            "save": [{"download": {"name": "games.json", "type": "application/json", "text": "{}"}}],
        },
    )
    come_up(page)
    page.locator("#copy").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text === 'https://example.org/#x')")
    with page.expect_download() as download:
        page.locator("#save").click()
    assert download.value.suggested_filename == "games.json" and download.value.path().read_text() == "{}"
    (tmp_path / "in.json").write_text("content")
    with page.expect_file_chooser() as chooser:
        page.locator("#pick").click()
    chooser.value.set_files(tmp_path / "in.json")
    assert heard(page, "read")[0]["text"] == "content"


# ---- trouble ----
def test_a_table_that_hangs_is_replaced(page: Page, context: BrowserContext) -> None:
    app = f"<main>{buttons('hang', 'go')}</main>"
    stage(
        context,
        {
            "open": [shown({"app": app}, token={"screen": "table"})],
            "hang": [{"hang": True}],
            "go": [shown({"app": "<main id=main>went on</main>"})],
        },
        lambda text: text.replace("ANSWER = 10", "ANSWER = 0.5"),
    )
    come_up(page)
    page.locator("#hang").click()
    opened = heard(page, "open", 2)
    assert opened[1]["screen"] == {"screen": "table"} and opened[1]["first"] is None
    page.locator("#go").click()
    expect(page.locator("#main")).to_have_text("went on")


@pytest.mark.provokes_errors
def test_a_fault_in_the_table_is_told_with_details(page: Page, context: BrowserContext) -> None:
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('bad', 'go')}</main>"})],
            "bad": [{"error": "Traceback: ValueError"}],
            "go": [shown({"app": "<main id=main>went on</main>"})],
        },
    )
    come_up(page)
    page.locator("#bad").click()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#alert")).to_contain_text("Something went wrong")
    page.locator("#trouble summary").click()
    expect(page.locator("#trouble-details")).to_contain_text("ValueError")
    page.locator("[data-shell=hide]").click()
    expect(page.locator("#trouble")).to_be_hidden()
    page.locator("#go").click()
    expect(page.locator("#main")).to_have_text("went on")


@pytest.mark.provokes_errors
def test_a_host_without_the_package_is_told(page: Page, context: BrowserContext) -> None:
    context.route("**/app.bin", lambda route: route.fulfill(status=404, body="not here"))
    page.goto("/")
    expect(page.locator("#trouble-title")).to_have_text("Something went wrong")
    expect(page.locator("#trouble")).to_be_visible()


@pytest.mark.provokes_errors
def test_without_python_the_saves_can_still_be_taken_away(page: Page, tmp_path: Path) -> None:
    page.route("**/vendor/pyscript/core.js", lambda route: route.abort())
    page.add_init_script(f"if (!localStorage['{KEY}']) localStorage['{KEY}'] = 'save'; localStorage.other = 'x'")
    page.goto("/")
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#trouble-title")).to_have_text("Rose & Crown couldn’t start")
    with page.expect_download() as download:
        page.locator("[data-shell=export]").click()
    file = download.value.path().read_text()
    assert json.loads(file) == {"app": "rosecrown", "export": 1, "store": {KEY: "save"}}
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[data-shell=reset]").click()
    assert page.evaluate("({...localStorage})") == {"other": "x"}
    (tmp_path / "games.json").write_text(file)
    with page.expect_file_chooser() as chooser:
        page.locator("[data-shell=import]").click()
    chooser.value.set_files(tmp_path / "games.json")
    expect(page.locator("#trouble-said")).to_contain_text("are here now")
    assert page.evaluate(f"localStorage['{KEY}']") == "save"


@pytest.mark.provokes_errors
def test_a_page_opened_from_a_file_says_so(page: Page) -> None:
    page.goto((Path(__file__).resolve().parent.parent / "site/index.html").as_uri())
    expect(page.locator("#trouble-title")).to_have_text("Rose & Crown can’t run from a file")
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()


# ---- thinkers ----
THINKER = """
import asyncio, json
state = {"stop": False, "asked": 0}
async def think(text):
    question = json.loads(text)
    while question["level"] == "hangs":
        pass
    while question["level"] == "waits" and not state["stop"]:
        await asyncio.sleep(0.004)
    state["stop"] = False
    return json.dumps({"id": question["id"], "line": [question["level"]], "values": [], "nodes": 1, "ms": 1})
def stop():
    state["stop"] = True
__export__ = ["think", "stop"]
"""


def ask(id: int, level: str, ms: int = 20000) -> dict[str, Any]:
    return {
        "ask": [{"id": id, "game": "toy", "seen": "", "history": [], "seat": 0, "level": level, "seed": 1, "ms": ms}]
    }


@pytest.mark.provokes_errors
def test_a_thinker_answers_stops_is_dropped_and_replaced(page: Page, context: BrowserContext) -> None:
    context.route("**/py/workers/thinker.py", lambda route: route.fulfill(body=THINKER, content_type="text/x-python"))
    stage(
        context,
        {
            "open": [shown({"app": f"<main>{buttons('now', 'waits', 'stop', 'drop', 'hangs')}</main>"}, warm=True)],
            "now": [ask(1, "now")],
            "waits": [ask(2, "waits"), ask(3, "waits")],
            "stop": [{"stop": "now"}],
            "drop": [{"stop": "drop", **ask(4, "now")}],
            "hangs": [ask(5, "hangs", 0)],
        },
        lambda text: text.replace("GRACE = 5", "GRACE = 0.7"),
    )
    come_up(page)
    page.wait_for_selector("body[data-thinker=ready]")
    page.locator("#now").click()
    assert heard(page, "thought")[0] == {"do": "thought", "id": 1, "line": ["now"], "values": [], "nodes": 1, "ms": 1}
    page.locator("#waits").click()
    page.wait_for_timeout(200)
    page.locator("#stop").click()
    assert heard(page, "thought", 2)[1]["id"] == 2
    page.locator("#waits").click()
    page.wait_for_timeout(200)
    page.locator("#drop").click()
    assert heard(page, "thought", 3)[2]["id"] == 4, "nobody waits for 3"
    page.locator("#hangs").click()
    assert heard(page, "thinker-lost")[0]["id"] == 5
    page.locator("#now").click()
    assert heard(page, "thought", 4)[3]["id"] == 1


def test_a_thought_waits_for_the_frames_before_it(page: Page, context: BrowserContext) -> None:
    context.route("**/py/workers/thinker.py", lambda route: route.fulfill(body=THINKER, content_type="text/x-python"))
    app = f"<main>{buttons('go')}<p id=n>first</p></main>"
    frames = ({"app": app, "hold": 60000}, {"app": app.replace("first", "last")})
    stage(context, {"open": [shown({"app": app}, warm=True)], "go": [shown(*frames, **ask(1, "now"))]})
    come_up(page)
    page.wait_for_selector("body[data-thinker=ready]")
    page.locator("#go").click()
    page.wait_for_timeout(700)
    assert not [intent for intent in page.evaluate("heard") if intent["do"] == "thought"]
    page.locator("#n").click()
    expect(page.locator("#n")).to_have_text("last")
    assert heard(page, "thought")[0]["id"] == 1


def test_nothing_foreign_and_nothing_inline_is_allowed(page: Page) -> None:
    """The policy names no host but this one, and no script in the page's text."""
    page.goto("/", wait_until="commit")
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "'unsafe-inline'" not in scripts and "http" not in policy and "*" not in policy
    assert policy.startswith("default-src 'none'")
