"""The set-up of a game: how many, who sits where, options, a deal to repeat. A form whose state is a plain value."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rosecrown.core import registry
from rosecrown.core.game import Entry
from rosecrown.core.session import Player
from rosecrown.screens.chrome import button, check, masthead, select
from rosecrown.screens.shelf import Preferences
from rosecrown.widgets.markup import Markup, h, join
from rosecrown.widgets.words import Words

KINDS = ("person", *registry.LEVELS)
"""What a seat's list offers; the levels are computers."""
LONGEST_NAME = 30


class Setup(NamedTuple):
    """What the form holds. `seats` has a kind for as many seats as the game ever has; `playing` of them play."""

    entry: str
    playing: int
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    serious: bool = False
    first: str = "given"
    """"given": the first person has the first seat; "random": seats are drawn."""

    def players(self) -> tuple[Player, ...]:
        """Who plays, seat by seat."""
        return tuple(player(kind, name) for kind, name in zip(self.kinds[: self.playing], self.names, strict=False))


def player(kind: str, name: str = "") -> Player:
    """The player that a seat's list means."""
    if kind == "person":
        return Player("person", name=name)
    return Player("computer", kind, name)


def kind_of(seated: Player) -> str:
    """The inverse: the list's value for a player."""
    return seated.level if seated.kind == "computer" else "person"


def default(entry: Entry, game: str, remembered: Mapping[str, Any] | None = None, names: tuple[str, ...] = ()) -> Setup:
    """One person against computers of medium level, or what this entry was played with last."""
    most = registry.get(game).info.seats[-1]
    setup = Setup(
        entry.id,
        entry.seats,
        ("person", *(("medium",) * (most - 1))),
        tuple((names[seat] if seat < len(names) else "") for seat in range(most)),
        entry.options,
    )
    for name, value in (remembered or {}).items():
        setup = change(setup, name, str(value))
    return setup


def change(setup: Setup, name: str, value: str) -> Setup:
    """The set-up after one control changed; names and values that are not the form's change nothing."""
    game, entry = registry.entry(setup.entry)
    info = registry.get(game).info
    head, _, tail = name.partition(".")
    if head == "count" and value.isdecimal() and int(value) in info.seats:
        return setup._replace(playing=int(value))
    if head == "seat" and tail.isdecimal() and int(tail) < len(setup.kinds) and value in KINDS:
        return setup._replace(kinds=_put(setup.kinds, int(tail), value))
    if head == "name" and tail.isdecimal() and int(tail) < len(setup.names):
        return setup._replace(names=_put(setup.names, int(tail), value.strip()[:LONGEST_NAME]))
    if head == "option":
        choices = {option.id: option.values for option in info.options}
        if value in choices.get(tail, ()) and tail not in dict(entry.options):
            return setup._replace(options=tuple({**dict(setup.options), tail: value}.items()))
    if head == "serious":
        return setup._replace(serious=value in ("on", "True"))
    if head == "first" and value in ("given", "random"):
        return setup._replace(first=value)
    return setup


def remember(setup: Setup) -> dict[str, str]:
    """What `default` takes up again: the controls' names and values, names of people left out."""
    found = {"count": str(setup.playing), "serious": "on" if setup.serious else "", "first": setup.first}
    found |= {f"seat.{seat}": kind for seat, kind in enumerate(setup.kinds[: setup.playing])}
    return found | {f"option.{key}": value for key, value in setup.options}


def _put(values: tuple[str, ...], place: int, value: str) -> tuple[str, ...]:
    return (*values[:place], value, *values[place + 1 :])


def screen(words: Words, prefs: Preferences, setup: Setup) -> Markup:
    """The form."""
    game, entry = registry.entry(setup.entry)
    info = registry.get(game).info
    return join(
        masthead(words, prefs, words(f"entry.{entry.id}"), words("setup.title")),
        h(
            "main",
            h(
                "form",
                _count(words, info.seats, setup) if len(info.seats) > 1 else None,
                h(
                    "fieldset",
                    h("legend", words("setup.seats")),
                    h("ul", [_seat(words, game, setup, seat) for seat in range(setup.playing)], class_="setup-seats"),
                    class_="panel",
                ),
                _options(words, game, entry, setup),
                h(
                    "div",
                    button("start", words("setup.start"), main=True, id="start-button"),
                    button("lobby", words("app.cancel"), id="cancel-button"),
                    class_="setup-go",
                ),
                class_="setup",
                data_submit="start",
            ),
            class_="setup-main",
            id="main",
            tabindex=-1,
        ),
    )


def _count(words: Words, seats: tuple[int, ...], setup: Setup) -> Markup:
    items = [
        h(
            "label",
            h(
                "input",
                type="radio",
                name="count",
                value=n,
                id=f"count-{n}",
                checked=n == setup.playing,
                data_change="count",
            ),
            h("span", n),
            class_="pick",
        )
        for n in seats
    ]
    return h("fieldset", h("legend", words("setup.count")), h("div", items, class_="picks"), class_="panel")


def _seat(words: Words, game: str, setup: Setup, seat: int) -> Markup:
    view = registry.part(game, "view", "VIEW")
    side = words(view.seat_name(seat, setup.playing))
    kind = setup.kinds[seat]
    choices = [(value, words(f"kind.{value}")) for value in KINDS]
    return h(
        "li",
        h("span", view.icon(seat), h("b", side), class_="setup-side"),
        select(f"seat.{seat}", choices, kind, id=f"seat-{seat}", label=words("setup.who", seat=side)),
        h(
            "input",
            type="text",
            id=f"name-{seat}",
            name=f"name.{seat}",
            value=setup.names[seat],
            maxlength=LONGEST_NAME,
            data_change=f"name.{seat}",
            placeholder=words("setup.name"),
            aria_label=words("setup.name.of", seat=side),
            autocomplete="off",
        ),
        class_="setup-seat",
        id=f"setup-seat-{seat}",
    )


def _options(words: Words, game: str, entry: Entry, setup: Setup) -> Markup:
    fixed = dict(entry.options)
    chosen = dict(setup.options)
    rows = [
        h(
            "label",
            h("span", words(f"{game}.option.{option.id}")),
            select(
                f"option.{option.id}",
                [(value, words(f"{game}.option.{option.id}.{value}")) for value in option.values],
                chosen.get(option.id, option.default),
                id=f"option-{option.id}",
            ),
            class_="field",
        )
        for option in registry.get(game).info.options
        if option.id not in fixed
    ]
    first = [(value, words(f"setup.first.{value}")) for value in ("given", "random")]
    return h(
        "fieldset",
        h("legend", words("setup.options")),
        h("label", h("span", words("setup.first")), select("first", first, setup.first, id="first"), class_="field"),
        rows,
        check("serious", setup.serious, words("setup.serious"), words("setup.serious.note"))
        if registry.get(game).info.undo == "free"
        else None,
        class_="panel",
    )
