"""What the build draws into the page, so that something is seen before Python has loaded."""

import json
from collections.abc import Callable
from typing import Final

from rosecrown.core import registry
from rosecrown.screens.lobby import lobby
from rosecrown.screens.shelf import Preferences
from rosecrown.widgets.markup import Markup, h, join, trusted
from rosecrown.widgets.words import LANGUAGES, Words, messages


def templates() -> Markup:
    """The lobby in every language, each in a <template data-lang>."""
    return join([h("template", lobby(Words(code), Preferences(), []), data_lang=code) for code in LANGUAGES])


def sprites() -> Markup:
    """The symbols that the lobby needs: the page's own, and those of every game."""
    return join([h("g", registry.part(game, "view", "VIEW").sprite(), data_game=game) for game in registry.GAMES])


def styles() -> Markup:
    """The style sheets of the games."""
    return join([h("link", rel="stylesheet", href=f"./assets/css/{game}.css") for game in registry.GAMES])


def shell_words() -> Markup:
    """The messages that work without Python, for assets/js/shell.js, as JSON by language."""
    chosen = {
        code: {key: text for key, text in messages("rosecrown.widgets", code).items() if key.startswith("shell.")}
        for code in LANGUAGES
    }
    source = json.dumps(chosen, ensure_ascii=False).replace("<", "\\u003c")
    return h("script", trusted(source), type="application/json", id="shell-words")


PARTS: Final[dict[str, Callable[[], str]]] = {
    "styles": styles,
    "lobby": templates,
    "sprites": sprites,
    "shell-words": shell_words,
}
"""Place in index.html (<!-- build:NAME -->) to what stands there."""
