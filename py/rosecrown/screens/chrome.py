"""What all screens share: masthead, dialogs, buttons."""

from rosecrown.screens.shelf import Preferences
from rosecrown.widgets.markup import Child, Markup, classes, h, join, spoken, use
from rosecrown.widgets.words import LANGUAGES, NAMES, Words

THEMES = ("", "light", "dark", "contrast")


def masthead(words: Words, prefs: Preferences, title: str = "", note: str = "") -> Markup:
    """The bar on top; with a title it has a way back to the lobby, without one it is the lobby's."""
    brand = join(use("emblem", "emblem", "0 0 40 40"), h("span", words("app.name")))
    back = h(
        "button",
        use("i-back"),
        spoken(words("app.lobby")),
        type="button",
        class_="masthead-back",
        id="masthead-back",
        data_do="lobby",
    )
    home = h("button", brand, type="button", class_="brand", data_do="lobby", id="brand")
    middle = h("h1", title, " ", h("small", note) if note else None, class_="masthead-title")
    return h(
        "header",
        back if title else None,
        home if title else h("span", brand, class_="brand"),
        middle if title else h("span", class_="masthead-gap"),
        h("div", _language(words), _theme(words, prefs), class_="switches"),
        h(
            "button",
            use("i-help"),
            spoken(words("app.help")),
            type="button",
            class_="icon-button",
            id="help-button",
            data_do="help",
            aria_haspopup="dialog",
        ),
        class_="masthead",
        id="masthead",
    )


def _language(words: Words) -> Markup:
    return h(
        "label",
        spoken(words("app.language")),
        h("span", words.language.upper(), class_="switch-short", aria_hidden=True),
        select("language", [(code, NAMES[code]) for code in LANGUAGES], words.language, id="language"),
        class_="switch",
    )


def _theme(words: Words, prefs: Preferences) -> Markup:
    choices = [(theme, words(f"theme.{theme or 'auto'}")) for theme in THEMES]
    return h(
        "label",
        spoken(words("app.theme")),
        use("i-theme"),
        select("theme", choices, prefs.theme, id="theme"),
        class_="switch",
    )


def select(name: str, choices: list[tuple[str, str]], chosen: str, *, id: str, label: str | None = None) -> Markup:
    """A drop-down list that sends {"do": "change", "name": name} when it changes."""
    options = [h("option", text, value=value, selected=value == chosen) for value, text in choices]
    return h("select", options, name=name, id=id, data_change=name, aria_label=label)


def check(name: str, on: bool, label: str, note: str = "", id: str = "") -> Markup:
    """A check box with its label, sending "on" or ""."""
    box = h("input", type="checkbox", id=id or name, name=name, checked=on, data_change=name)
    return h("label", box, h("span", h("b", label), h("i", note) if note else None), class_="check")


def button(
    do: str,
    label: Child,
    *,
    main: bool = False,
    icon: str | None = None,
    id: str | None = None,
    **data: str | int | bool | None,
) -> Markup:
    """A button that sends {"do": do}; `data` are further attributes (`data_entry="rose"`, `disabled=True`)."""
    return h(
        "button",
        use(icon) if icon else None,
        h("span", label),
        type="button",
        class_=classes("button", main and "button--main"),
        id=id or f"{do}-button",
        data_do=do,
        **data,
    )


def dialog(words: Words, name: str, title: str, *children: Child, wide: bool = False) -> Markup:
    """The content of the dialog layer: a heading, the way out, and whatever is inside."""
    return h(
        "section",
        h(
            "header",
            h("h2", title, id="dialog-title", tabindex=-1),
            h(
                "button",
                use("i-close"),
                spoken(words("app.close")),
                type="button",
                class_="icon-button",
                id="dialog-close",
                data_do="close",
            ),
            class_="dialog-head",
        ),
        h(
            "div",
            *children,
            class_="dialog-body",
            id=f"dialog-{name}",
            # Long texts are scrolled by keyboard.
            tabindex=0 if wide else None,
            role="region" if wide else None,
            aria_labelledby="dialog-title" if wide else None,
        ),
        class_=classes("dialog", f"dialog--{name}", wide and "dialog--wide"),
    )


def choice_list(*items: Child) -> Markup:
    """Buttons below one another, as a menu has them."""
    return h("ul", [h("li", item) for item in items if item is not None], class_="choice-list")
