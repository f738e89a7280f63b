"""The words of all packages: the same keys and places in three languages, none missing, none unused."""

import ast
import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from rosecrown.core import registry
from rosecrown.widgets.words import LANGUAGES, Words

PACKAGE = Path(__file__).resolve().parents[1] / "py/rosecrown"
ROOT = PACKAGE.parents[1]
PACKAGES = {"": "rosecrown.widgets"} | {game: f"rosecrown.games.{game}" for game in (*registry.GAMES, "_null")}
"""Prefix of the keys ("" for what all games share) to the package that has them."""
TAGS = re.compile(r"</?(b|i|sup|kbd|em|strong)>")


@cache
def words_of(prefix, language):
    return json.loads((files(PACKAGES[prefix]) / "data" / f"words.{language}.json").read_text("utf-8"))


def forms(message):
    """All texts of a message: one, or one for each plural form."""
    return [message] if isinstance(message, str) else list(message.values())


def places(message):
    """The names of the places in a message, in all its forms together."""
    return {name for form in forms(message) for _, name, _, _ in Formatter().parse(form) if name is not None}


@pytest.fixture(params=PACKAGES, ids=lambda prefix: prefix or "shared")
def prefix(request):
    return request.param


def test_every_language_has_the_same_keys(prefix):
    keys = set(words_of(prefix, "en"))
    for language in LANGUAGES:
        assert set(words_of(prefix, language)) == keys


def test_keys_begin_with_their_game(prefix):
    for key in words_of(prefix, "en"):
        first = key.partition(".")[0]
        assert first == prefix if prefix else first not in PACKAGES, key


def test_places_are_the_same_in_every_language(prefix):
    for key, message in words_of(prefix, "en").items():
        for language in LANGUAGES:
            assert places(words_of(prefix, language)[key]) == places(message), (key, language)


def test_plural_forms(prefix):
    for language in LANGUAGES:
        for key, message in words_of(prefix, language).items():
            if not isinstance(message, str):
                assert set(message) == {"one", "other"}, (key, language)
            kinds = {isinstance(words_of(prefix, other)[key], str) for other in LANGUAGES}
            assert len(kinds) == 1, f"{key}: a plural in every language or in none"


def test_messages_are_well_made(prefix):
    for language in LANGUAGES:
        for key, message in words_of(prefix, language).items():
            for form in forms(message):
                assert form == form.strip() and "  " not in form, (key, language)
                assert not re.search(r"\b(TODO|FIXME|XXX|lorem)\b", form), (key, language)
                assert "<" not in TAGS.sub("", form), (key, language)
                assert all(not spec and not conversion for _, _, spec, conversion in Formatter().parse(form))
                assert "'" not in form and '"' not in form, f"{key} in {language}: typographic quotes"


def test_german_and_dutch_are_translated(prefix):
    """Long English sentences don't appear in other languages."""
    for key, message in words_of(prefix, "en").items():
        for form in forms(message):
            if len(re.findall(r"\b[a-z]+\b", re.sub(r"\{\w+\}", "", form))) >= 4:
                for language in ("de", "nl"):
                    assert form not in forms(words_of(prefix, language)[key]), (key, language)


# ---- keys and the code ----
def pattern(node):
    """A string, or an f-string with its open parts as wildcards, as a regular expression; None for all else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern(part) if isinstance(part, ast.Constant) else "[^ ]*" for part in node.values)
    return None


@cache
def sources():
    """Every string in the Python files of the package, with its file: a regular expression and whether it is plain."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            expression = pattern(node) if id(node) not in inner else None
            if expression is not None:
                found.append((path, expression, isinstance(node, ast.Constant)))
    return found


def other_sources():
    """The files that name keys outside of Python: the page before Python is there."""
    page = [ROOT / "index.html", ROOT / "sw.js", *sorted((ROOT / "assets/js").glob("*.js"))]
    page += sorted((ROOT / "py/page").glob("*.py"))
    return "\n".join(path.read_text("utf-8") for path in page if path.exists())


def test_no_key_is_unused(prefix):
    """Every key is a string of the code, or fits an f-string of it that begins with a fixed part."""
    plain = {re.sub(r"\\(.)", r"\1", expression) for _, expression, whole in sources() if whole}
    open_ = [
        expression
        for _, expression, whole in sources()
        if not whole and re.match(r"[^\[]*\\\.|\[\^ \]\*\\\.", expression)
    ]
    fits = re.compile("|".join(f"(?:{expression})" for expression in sorted(set(open_))))
    page = other_sources()
    unused = [key for key in words_of(prefix, "en") if key not in plain and not fits.fullmatch(key) and key not in page]
    assert unused == []


def called_with_key(node):
    """The first argument of words(…), words.rich(…), words.has(…), text(…), Text(…)."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ("words", "rich", "text", "Text", "say") and node.args:
        return node.args[0]
    return None


def test_no_key_is_missing():
    """Every key that the code names as a whole exists, in the package that its prefix says."""
    missing = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            argument = called_with_key(node)
            choices = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
            for choice in choices:
                if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
                    key = choice.value
                    game = key.partition(".")[0]
                    known = game in PACKAGES or not (PACKAGE / "games" / game).is_dir()
                    if key and known and "." in key and not Words("en").has(key):
                        missing.append((path.name, key))
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_open_key_of_the_code_fits_some_message(language):
    """An f-string that is passed as a key has at least one message that fits it."""
    keys = [key for prefix in PACKAGES for key in words_of(prefix, language)]
    for path in sorted(PACKAGE.rglob("*.py")):
        owner = path.relative_to(PACKAGE).parts
        if owner[0] == "games" and len(owner) > 2 and owner[1] not in PACKAGES:
            continue  # not registered yet
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                expression = pattern(called_with_key(node)) if called_with_key(node) is not None else None
                if expression and isinstance(called_with_key(node), ast.JoinedStr) and r"\." in expression:
                    assert any(re.fullmatch(expression, key) for key in keys), (path.name, expression)


# ---- the names of what the registry lists ----
@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_have_names(language):
    words = Words(language)
    for _, entry in registry.entries():
        assert words(f"entry.{entry.id}") and words(f"entry.{entry.id}.line")
        assert int(words(f"entry.{entry.id}.minutes")) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_texts_have_the_same_figures_and_headings(language):
    """A game's rules texts, where it has them, say the same in every language."""
    for game in registry.GAMES:
        folder = files(f"rosecrown.games.{game}") / "data"
        if not (folder / "rules.en.html").is_file():
            continue
        texts = [(folder / f"rules.{code}.html").read_text("utf-8") for code in ("en", language)]
        shapes = [re.findall(r'<(h3|p|li|ol|figure data-figure="\w+")', source) for source in texts]
        assert shapes[0] == shapes[1]
        for source in texts:
            assert "'" not in re.sub(r"<[^>]*>", "", source)
            opened, closed = re.findall(r"<(\w+)", source), re.findall(r"</(\w+)", source)
            assert sorted(opened) == sorted(closed)
