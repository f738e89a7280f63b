"""Everything that opens above a screen: menu, players, settings, share, saves, rules, keys, about, questions."""

from collections.abc import Sequence

from rosecrown.core import registry
from rosecrown.formats.save import Saved
from rosecrown.screens import play, setup
from rosecrown.screens.chrome import button, check, choice_list, dialog, select
from rosecrown.screens.shelf import CHOICES, Preferences
from rosecrown.screens.table import Table
from rosecrown.widgets.markup import Markup, h
from rosecrown.widgets.words import Words

KEYS = ("arrows", "enter", "escape", "u", "r", "h", "n", "t", "l", "s", "m", "comma", "help")
"""Keys of the list; words `keys.<name>` (the key) and `keys.<name>.does`."""


def menu(words: Words, prefs: Preferences, table: Table) -> Markup:
    """The table's menu."""
    game = table.session.game.info.id
    switches = [
        check(
            f"switch.{game}.{name}",
            table.scene(words, prefs).switches[name],
            words(f"{game}.switch.{name}"),
            id=f"switch-{name}",
        )
        for name, _ in table.view.switches
    ]
    alone = len(table.persons) == 0
    return dialog(
        words,
        "menu",
        words("menu.title"),
        h("div", switches, class_="menu-switches"),
        choice_list(
            None if table.over else button("typed", words("menu.typed")),
            button("turn", words("menu.turn")),
            button("players", words("menu.players")),
            button("pause", words("menu.pause")) if alone and not table.paused and not table.over else None,
            button("save", words("menu.save")),
            button("again", words("menu.again"), id="menu-again"),
            button("rematch", words("menu.rematch"), id="menu-rematch") if len(table.session.players) == 2 else None,
            None if table.over or not table.persons else button("resign", words("menu.resign")),
            button("rules", words("menu.rules"), data_game=game),
            button("settings", words("menu.settings")),
            button("lobby", words("app.lobby"), id="menu-lobby"),
        ),
    )


def players(words: Words, table: Table) -> Markup:
    """Who sits where, changed at any time: a computer takes over a seat, or gives it back."""
    rows = []
    for seat, player in enumerate(table.session.players):
        side = words(table.view.seat_name(seat, len(table.session.players)))
        choices = [(value, words(f"kind.{value}")) for value in setup.KINDS]
        rows.append(
            h(
                "li",
                h("span", table.view.icon(seat), h("b", side), class_="setup-side"),
                select(
                    f"player.{seat}",
                    choices,
                    setup.kind_of(player),
                    id=f"player-{seat}",
                    label=words("setup.who", seat=side),
                ),
                h(
                    "input",
                    type="text",
                    id=f"player-name-{seat}",
                    name=f"player-name.{seat}",
                    value=player.name,
                    maxlength=setup.LONGEST_NAME,
                    data_change=f"player-name.{seat}",
                    placeholder=words("setup.name"),
                    aria_label=words("setup.name.of", seat=side),
                    autocomplete="off",
                ),
                class_="setup-seat",
            )
        )
    return dialog(
        words, "players", words("players.title"), h("p", words("players.note")), h("ul", rows, class_="setup-seats")
    )


def settings(words: Words, prefs: Preferences, installed: str, storage: str) -> Markup:
    """All preferences, and what is stored."""
    fields = [
        h(
            "label",
            h("span", words(f"settings.{name}")),
            select(
                name,
                [(value, words(f"{name}.{value}")) for value in CHOICES[name]],
                getattr(prefs, name),
                id=f"set-{name}",
            ),
            class_="field",
        )
        for name in ("pace", "motion")
    ]
    checks = [
        check(name, getattr(prefs, name), words(f"settings.{name}"), words(f"settings.{name}.note"), id=f"set-{name}")
        for name in ("confirm", "sound", "open_hand")
    ]
    return dialog(
        words,
        "settings",
        words("settings.title"),
        h("div", fields, checks, class_="settings-fields"),
        h("h3", words("settings.data")),
        h("p", words(storage)),
        h("p", words(installed), id="offline-state"),
        choice_list(
            button("export", words("settings.export")),
            button("import", words("settings.import")),
            button("saves", words("lobby.saves"), id="settings-saves"),
            button("about", words("about.title")),
        ),
    )


def share(words: Words, links: Sequence[tuple[str, str, str]], can_share: bool) -> Markup:
    """Links as (kind, address, why not); each can be copied or given to the system's share sheet."""
    rows = []
    for kind, address, refusal in links:
        rows.append(
            h(
                "section",
                h("h3", words(f"share.{kind}")),
                h("p", words(refusal) if refusal else words(f"share.{kind}.note")),
                None
                if refusal
                else h(
                    "input",
                    type="text",
                    readonly=True,
                    value=address,
                    id=f"link-{kind}",
                    aria_label=words(f"share.{kind}"),
                    class_="link-text",
                ),
                None
                if refusal
                else h(
                    "div",
                    button("copy", words("share.copy"), main=True, id=f"copy-{kind}", data_kind=kind),
                    button("send", words("share.send"), id=f"send-{kind}", data_kind=kind) if can_share else None,
                    class_="notice-buttons",
                ),
                class_="share-kind",
            )
        )
    return dialog(words, "share", words("share.title"), rows, h("p", words("share.honest"), class_="small"))


def log(words: Words, table: Table) -> Markup:
    """The log on a phone."""
    return dialog(words, "log", words("log.title"), play.log_list(words, table, prefix="d-"))


def _date(words: Words, at: str) -> str:
    """The day of a time as ISO 8601 ("2026-11-30T…"), written as the language does; other texts as they are."""
    year, month, day = (*at[:10].split("-"), "", "")[:3]
    if not (month.isdecimal() and 1 <= int(month) <= 12 and day.isdecimal()):
        return at[:10]
    return words("saves.date", day=int(day), month=words(f"saves.month.{int(month)}"), year=year)


def saves(
    words: Words, kept: Sequence[tuple[str, Saved]], finished: Sequence[tuple[str, Saved]], broken: Sequence[str]
) -> Markup:
    """Named saves, finished games, and what could not be read."""

    def row(key: str, saved: Saved) -> Markup:
        title = saved.name or words(f"entry.{saved.entry}")
        moves = sum(by.seat >= 0 for by in saved.session.log)
        note = words("saves.line", game=words(f"entry.{saved.entry}"), day=_date(words, saved.at), n=moves)
        return h(
            "li",
            h("p", h("b", title), h("span", note), class_="save-text"),
            h(
                "div",
                button(
                    "load",
                    words("saves.open"),
                    id=f"load-{key}",
                    data_key=key,
                    aria_label=words("saves.open.named", name=title),
                ),
                button(
                    "forget",
                    words("saves.delete"),
                    id=f"forget-{key}",
                    data_key=key,
                    aria_label=words("saves.delete.named", name=title),
                ),
                class_="notice-buttons",
            ),
            class_="save",
            id=f"row-{key}",
        )

    return dialog(
        words,
        "saves",
        words("lobby.saves"),
        h("h3", words("saves.kept")),
        h("ul", [row(key, saved) for key, saved in kept], class_="saves") if kept else h("p", words("saves.none")),
        h("h3", words("saves.finished")),
        h("ul", [row(key, saved) for key, saved in finished], class_="saves")
        if finished
        else h("p", words("saves.none.finished")),
        h(
            "div",
            h("h3", words("saves.broken")),
            h("p", words("saves.broken.note")),
            choice_list(
                *(
                    button("quarantine", words("saves.broken.get", n=number), id=f"broken-{number}", data_key=key)
                    for number, key in enumerate(broken, 1)
                )
            ),
        )
        if broken
        else None,
        wide=True,
    )


def save_name(words: Words, suggestion: str) -> Markup:
    """The name for a save."""
    return _form(words, "save", words("menu.save"), "save-as", words("save.name"), suggestion, words("save.keep"))


def typed(words: Words, game: str, error: str = "", value: str = "") -> Markup:
    """A move from the keyboard."""
    return _form(
        words,
        "typed",
        words("menu.typed"),
        "type-move",
        words("typed.label"),
        value,
        words("typed.play"),
        error,
        words(f"{game}.typed.note"),
    )


def open_link(words: Words, error: str = "", value: str = "") -> Markup:
    """A link that somebody pasted, or a file with saves."""
    form = _form(
        words,
        "open-link",
        words("lobby.open"),
        "follow",
        words("open.label"),
        value,
        words("open.go"),
        error,
        words("open.note"),
        button("import", words("settings.import"), id="open-import"),
    )
    return form


def _form(
    words: Words,
    name: str,
    title: str,
    do: str,
    label: str,
    value: str,
    go: str,
    error: str = "",
    note: str = "",
    *more: Markup,
) -> Markup:
    """A field with a button; what was wrong with the text, and an example or advice below it."""
    said = [part for part, text in (("error", error), ("note", note)) if text]
    return dialog(
        words,
        name,
        title,
        h(
            "form",
            h(
                "label",
                h("span", label),
                h(
                    "input",
                    type="text",
                    name="text",
                    id=f"{name}-text",
                    value=value,
                    autocomplete="off",
                    aria_invalid=bool(error) or None,
                    aria_describedby=" ".join(f"{name}-{part}" for part in said) or None,
                    maxlength=2000,
                ),
                class_="field field--wide",
            ),
            h("p", error, id=f"{name}-error", class_="form-error", role="alert") if error else None,
            h("p", note, id=f"{name}-note", class_="small") if note else None,
            h(
                "div",
                h("button", go, type="submit", class_="button button--main", id=f"{name}-go"),
                *more,
                class_="notice-buttons",
            ),
            data_submit=do,
        ),
    )


def ask(words: Words, title: str, line: str, *buttons: Markup) -> Markup:
    """A question, or a message when there are no buttons of its own."""
    return dialog(
        words,
        "ask",
        title,
        h("p", line, id="ask-line"),
        h("div", *(buttons or (button("close", words("app.ok"), main=True, id="ok-button"),)), class_="notice-buttons"),
    )


def _titles(words: Words, game: str) -> str:
    """The names of all entries of a game: they share their rules."""
    return ", ".join(words(f"entry.{entry.id}") for entry in registry.get(game).info.entries)


def help(words: Words, game: str | None) -> Markup:
    """What one can read: the rules of every game, the keys, about."""
    rules = [
        button(
            "rules",
            words("help.rules", game=_titles(words, found)),
            id=f"rules-{found}",
            data_game=found,
            main=found == game,
        )
        for found in registry.GAMES
    ]
    return dialog(
        words,
        "help",
        words("app.help"),
        h("p", words("help.line")),
        choice_list(
            *rules,
            button("keys", words("keys.title")),
            button("about", words("about.title"), id="help-about"),
            button("settings", words("settings.title"), id="help-settings"),
        ),
    )


def rules(words: Words, game: str) -> Markup:
    """A game's rules."""
    view = registry.part(game, "view", "VIEW")
    title = words("help.rules", game=_titles(words, game))
    return dialog(words, "rules", title, h("article", view.rules(words), class_="rules"), wide=True)


def keys(words: Words) -> Markup:
    """The keys of the table."""
    rows = [
        h("tr", h("th", h("kbd", words(f"keys.{name}")), scope="row"), h("td", words(f"keys.{name}.does")))
        for name in KEYS
    ]
    return dialog(words, "keys", words("keys.title"), h("table", h("tbody", rows), class_="keys"))


def about(words: Words, version: str, diagnosis: str) -> Markup:
    """Version, licences, privacy, and a text for reports."""
    return dialog(
        words,
        "about",
        words("about.title"),
        h("p", words("about.what")),
        h("p", words("about.games")),
        h("p", words("about.privacy")),
        h("p", words("about.fair")),
        h("p", words("about.links")),
        h("p", words("about.version", version=version or "–")),
        h(
            "p",
            h("a", words("about.notices"), href="./notices.txt", target="_blank", rel="noopener", class_="link--line"),
        ),
        h(
            "label",
            h("span", words("about.diagnosis")),
            h("textarea", diagnosis, readonly=True, rows=6, id="diagnosis"),
            class_="field field--wide",
        ),
        button("copy-diagnosis", words("share.copy"), id="copy-diagnosis"),
    )
