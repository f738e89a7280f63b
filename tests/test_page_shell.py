"""The static shell holds what the page, the screens and the player need, without a browser to see it."""

import json
import re
from pathlib import Path

import pytest

from rosecrown.widgets.words import LANGUAGES, messages

ROOT = Path(__file__).parent.parent
INDEX = (ROOT / "index.html").read_text("utf-8")
SHELL = (ROOT / "assets/js/shell.js").read_text("utf-8")


def test_every_icon_of_the_screens_is_in_the_page() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "py/rosecrown/screens").glob("*.py"))
    wanted = set(re.findall(r'"((?:i-[a-z]+)|emblem)"', source))
    assert wanted
    assert wanted <= set(re.findall(r'<symbol id="([\w-]+)"', INDEX))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shell_has_all_its_words(language: str) -> None:
    wanted = set(re.findall(r'data-say="([\w.]+)"', INDEX)) | set(re.findall(r'"(shell\.[\w.]+)"', SHELL))
    kinds = ("file", "browser", "start", "slow", "fault")
    wanted |= {f"shell.{kind}{part}" for kind in kinds for part in ("", ".title")}
    kept = {key for key in messages("rosecrown.widgets", language) if key.startswith("shell.")}
    assert wanted == kept


def test_the_page_lists_all_its_modules() -> None:
    """Each is given to the interpreter by its configuration."""
    modules = {f"./py/page/{path.name}" for path in (ROOT / "py/page").glob("*.py")}
    config = re.search(r"type=\"mpy\".*?config='(.*?)'", INDEX, re.DOTALL)
    assert config
    assert json.loads(config[1])["files"].keys() == modules - {"./py/page/main.py"}


def test_no_script_and_no_handler_stands_in_the_page() -> None:
    assert re.findall(r"\son\w+=", INDEX) == []
    assert all("src=" in tag for tag in re.findall(r"<script\b[^>]*", INDEX))


def test_python_on_the_page_calls_nothing_that_throws() -> None:
    """A JavaScript error can't be caught there: what may throw is asked of the shell."""
    source = "".join(path.read_text("utf-8") for path in (ROOT / "py/page").glob("*.py"))
    for name in ("localStorage", "pushState", "replaceState", "clipboard", "AudioContext", "setTimeout"):
        assert not re.search(rf"\.{name}\b", source), name
