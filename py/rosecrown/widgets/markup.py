"""Markup that is escaped by construction: text becomes markup only by being escaped.

h("button", "Tom & Jerry", class_="button", data_do="undo")
-> <button class="button" data-do="undo">Tom &amp; Jerry</button>
"""

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Markup(str):
    """A string that is safe to put into the page. Made by `h`, `join` and `trusted` only."""

    __slots__ = ()


Child: TypeAlias = "Markup | str | int | None | Iterable[Child]"
Attribute: TypeAlias = str | int | float | bool | None


def trusted(source: str) -> Markup:
    """Markup of our own files (drawings, rules texts); never anything that came from outside."""
    return Markup(source)


def join(*children: Child) -> Markup:
    """Children side by side: markup as it is, text and numbers escaped, None left out, sequences flattened."""
    return Markup("".join(_flat(children)))


def _flat(children: Iterable[Child]) -> Iterable[str]:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Markup):
            yield str(child)
        elif isinstance(child, (str, int)):
            yield escape(str(child))
        else:
            yield from _flat(child)


def h(tag: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """One element. Attribute names: `class_`, `for_` lose the underscore at the end, others become hyphens
    (`data_cell` -> data-cell; SVG's camel case stays). None and False leave an attribute out, True writes it bare;
    ARIA wants words, so `aria_*` takes True and False as "true" and "false"."""
    parts = ["<", tag]
    for key, value in attributes.items():
        name = key.rstrip("_").replace("_", "-")
        if isinstance(value, bool) and name.startswith("aria-"):
            value = "true" if value else "false"
        if value is None or value is False:
            continue
        parts.append(f" {name}" if value is True else f' {name}="{escape(str(value))}"')
    parts.append(">")
    if tag not in VOID:
        parts.extend(_flat(children))
        parts.append(f"</{tag}>")
    return Markup("".join(parts))


def classes(*names: str | None | bool) -> str:
    """Class names joined, those that are None, False or empty left out: classes("card", chosen and "card--on")."""
    return " ".join(name for name in names if isinstance(name, str) and name)


def use(symbol: str, class_: str = "icon", box: str = "0 0 24 24") -> Markup:
    """A drawing of the page's sprite, hidden from screen readers: say it in words beside it."""
    return h("svg", h("use", href=f"#{symbol}"), class_=class_, viewBox=box, aria_hidden=True)


def spoken(words: str) -> Markup:
    """Text for screen readers only."""
    return h("span", words, class_="sr-only")
