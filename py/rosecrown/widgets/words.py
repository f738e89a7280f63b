"""Translation. A words file is JSON: full keys to messages with `{name}` places.

A message is a string, or {"one": …, "other": …}, chosen by the argument `n` (German, English and Dutch need no other
forms). Shared words lie in widgets/data/words.<language>.json, a game's in games/<id>/data/words.<language>.json.
Messages may hold our own inline markup (<b>, <i>, <sup>) only where the code asks for `rich`.
"""

import json
from functools import cache
from importlib.resources import files
from string import Formatter

from rosecrown.core import registry
from rosecrown.core.game import Argument, Text
from rosecrown.widgets.markup import Markup, join

LANGUAGES = ("en", "de", "nl")
NAMES = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}


@cache
def messages(package: str, language: str) -> dict[str, str | dict[str, str]]:
    """The words file of a package, e.g. ("rosecrown.games.rose", "de"); empty where a game has none."""
    source = files(package) / "data" / f"words.{language}.json"
    return json.loads(source.read_text("utf-8")) if source.is_file() else {}


class Words:
    """One language's messages. Raises KeyError for a key that no file has: tests look for those."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"

    def message(self, key: str, n: Argument | Markup | None = None) -> str:
        """The message of a key with its places still open."""
        game = key.partition(".")[0]
        package = f"rosecrown.games.{game}" if game in (*registry.GAMES, "_null") else "rosecrown.widgets"
        found = messages(package, self.language)[key]
        return found if isinstance(found, str) else found["one" if n == 1 else "other"]

    def has(self, key: str) -> bool:
        """Whether there is such a message."""
        try:
            return bool(self.message(key))
        except KeyError:
            return False

    def __call__(self, key: str | Text, /, **args: Argument) -> str:
        """The message as plain text; arguments that are Texts are said in the same language."""
        if isinstance(key, Text):
            if key.key == "name":
                return str(dict(key.args)[self.language])
            return self(key.key, **dict(key.args))
        plain = {name: self(value) if isinstance(value, Text) else value for name, value in args.items()}
        return self.message(key, args.get("n")).format_map(plain)

    def rich(self, key: str | Text, /, **args: Argument | Markup) -> Markup:
        """The message as markup: its own tags count, text in its places is escaped."""
        if isinstance(key, Text):
            return join(self(key)) if key.key == "name" else self.rich(key.key, **dict(key.args))
        parts: list[Markup] = []
        for literal, name, _, _ in Formatter().parse(self.message(key, args.get("n"))):
            parts.append(Markup(literal))
            if name is not None:
                value = args[name]
                parts.append(self.rich(value) if isinstance(value, Text) else join(value))
        return join(parts)
