"""The lobby: the games, what goes on, and the ways in."""

from typing import NamedTuple

from rosecrown.core import registry
from rosecrown.core.game import Entry
from rosecrown.screens.chrome import button, masthead
from rosecrown.screens.shelf import Preferences
from rosecrown.widgets.markup import Markup, h, join, use
from rosecrown.widgets.words import Words


class Going(NamedTuple):
    """A game that can be continued: its entry, its game's id, and how it stands in one sentence."""

    entry: str
    game: str
    stands: str


def lobby(words: Words, prefs: Preferences, going: list[Going], banner: str = "") -> Markup:
    """The whole screen. The build also puts it into the page with nothing going on, so that it is seen at once."""
    return join(
        masthead(words, prefs),
        h(
            "main",
            h("div", h("h1", words("lobby.title")), h("p", words("lobby.line")), class_="welcome"),
            h("p", banner, class_="banner", role="note") if banner else None,
            h("div", [_continue(words, item) for item in going], class_="continues") if going else None,
            h("ul", [_game(words, game, entry) for game, entry in registry.entries()], class_="games"),
            h(
                "div",
                _more("open-link", "i-share", words("lobby.open"), words("lobby.open.note")),
                _more("saves", "i-log", words("lobby.saves"), words("lobby.saves.note")),
                _more("settings", "i-settings", words("lobby.settings"), words("lobby.settings.note")),
                class_="more",
            ),
            class_="lobby-main",
            id="main",
            tabindex=-1,
        ),
    )


def _continue(words: Words, item: Going) -> Markup:
    title = words(f"entry.{item.entry}")
    return h(
        "section",
        h("div", registry.part(item.game, "view", "VIEW").picture(words, item.entry), class_="continue-picture"),
        h("p", h("b", title), h("span", item.stands), class_="continue-text"),
        button(
            "continue",
            words("lobby.continue"),
            main=True,
            data_entry=item.entry,
            id=f"continue-{item.entry}",
            aria_label=words("lobby.continue.named", game=title),
        ),
        class_="continue",
        id=f"going-{item.entry}",
    )


def _game(words: Words, game: str, entry: Entry) -> Markup:
    view = registry.part(game, "view", "VIEW")
    title = words(f"entry.{entry.id}")
    seats = registry.get(game).info.seats
    players = (
        words("lobby.players", n=seats[0])
        if len(seats) == 1
        else words("lobby.players.range", least=seats[0], most=seats[-1])
    )
    return h(
        "li",
        h("div", view.picture(words, entry.id), class_=f"game-picture game-picture--{entry.id}"),
        h(
            "div",
            h("h2", title),
            h("p", words(f"entry.{entry.id}.line"), class_="game-line"),
            h(
                "ul",
                h("li", use("i-people"), h("span", players)),
                h("li", use("i-clock"), h("span", words("lobby.minutes", n=int(words(f"entry.{entry.id}.minutes"))))),
                class_="game-facts",
            ),
            h(
                "div",
                button(
                    "play",
                    words("lobby.play"),
                    main=True,
                    data_entry=entry.id,
                    id=f"play-{entry.id}",
                    aria_label=words("lobby.play.named", game=title),
                ),
                button(
                    "setup",
                    words("lobby.setup"),
                    data_entry=entry.id,
                    id=f"setup-{entry.id}",
                    aria_label=words("lobby.setup.named", game=title),
                ),
                class_="game-go",
            ),
            class_="game-text",
        ),
        class_="game",
        id=f"game-{entry.id}",
    )


def _more(do: str, icon: str, title: str, note: str) -> Markup:
    return h(
        "button",
        use(icon),
        h("span", h("b", title), h("i", note)),
        type="button",
        class_="more-link",
        id=f"{do}-button",
        data_do=do,
    )
