"""What is read rather than played: the rules, the end of the game, the lobby's drawing."""

from typing import Final

from rosecrown.core.game import Seat
from rosecrown.games.thorns.seats import CARD_BOX, FACES, TableScene, say, state_of, tokens
from rosecrown.games.thorns.table import Card, State
from rosecrown.widgets.markup import Markup, h, join, use
from rosecrown.widgets.words import Words

SECTIONS: Final = {
    "aim": ("1", "2"),
    "cards": ("1", "2", "3.ours"),
    "lay": ("1", "2.ours"),
    "add": ("1", "2", "3"),
    "bid": ("1", "2", "3"),
    "turn": ("1", "2", "3"),
    "rose": ("1",),
    "thorn": ("1", "2", "3"),
    "next": ("1", "2", "3.ours"),
    "out": ("1", "2"),
    "variants": ("1", "2", "3", "4.ours"),
    "secret": ("1", "2", "3"),
}
"""The rules' sections and their paragraphs; words: `thorns.rules.<section>` and `thorns.rules.<section>.<paragraph>`.
`ours`: a ruling of ours where the published rules are silent."""
DRAWINGS: Final = {
    "cards": (Card.ROSE, Card.ROSE, Card.ROSE, Card.THORN),
    "rose": (Card.ROSE, Card.ROSE, Card.ROSE),
    "thorn": (Card.ROSE, Card.THORN, Card.HIDDEN),
}


def card(face: Card, class_: str) -> Markup:
    """One card."""
    return use(FACES[face], class_, CARD_BOX)


def rules(words: Words) -> Markup:
    """The rules in our own words."""
    return join(_section(words, name, parts) for name, parts in SECTIONS.items())


def _section(words: Words, name: str, parts: tuple[str, ...]) -> Markup:
    drawing = [card(face, "rules-card") for face in DRAWINGS.get(name, ())]
    return h(
        "section",
        h("h3", words(f"thorns.rules.{name}")),
        h("p", drawing, class_="rules-cards", aria_hidden=True) if drawing else None,
        [_paragraph(words, f"thorns.rules.{name}.{part}") for part in parts],
        class_="rules-section",
        id=f"rules-{name}",
    )


def _paragraph(words: Words, key: str) -> Markup:
    ours = key.endswith(".ours")
    badge = join(h("span", words("thorns.rules.ours"), class_="rules-ours"), " ") if ours else None
    return h("p", badge, words.rich(key))


def ending(scene: TableScene) -> Markup:
    """Tokens and cards of all, the winner first, and on demand what everybody held (T23)."""
    table, words = scene.seen.table, scene.words
    order = sorted(range(table.seats), key=lambda seat: (seat != table.turn, -table.tokens[seat], -table.cards[seat]))
    shown = scene.switches.get("reveal", False)
    columns = ("ending.player", "step.tokens", "ending.held" if shown else "step.cards")
    return join(
        h("h2", words("thorns.ending.round", n=table.round)),
        h(
            "table",
            h("thead", h("tr", [h("th", words(f"thorns.{name}"), scope="col") for name in columns])),
            h("tbody", [_row(scene, table, seat, shown) for seat in order]),
            class_="ending-table",
        ),
        h(
            "label",
            h("input", type="checkbox", id="reveal", checked=shown, data_change="switch.thorns.reveal"),
            h("span", words("thorns.switch.reveal")),
            class_="check ending-reveal",
        ),
    )


def _row(scene: TableScene, table: State, seat: Seat, shown: bool) -> Markup:
    out = not table.active(seat)
    return h(
        "tr",
        h("th", scene.labels[seat].name, scope="row"),
        h("td", scene.words("thorns.state.out") if out else tokens(scene, table, seat, empty=True)),
        h("td", _held(scene, table, seat) if shown else table.cards[seat], class_="num"),
        class_=f"ending-{state_of(table, seat)[0] or 'other'}",
        id=f"ending-{seat}",
    )


def _held(scene: TableScene, table: State, seat: Seat) -> Markup:
    cards = (*table.stacks[seat], *table.hand(seat))
    label = say(scene, "ending.cards", seat, roses=cards.count(Card.ROSE), thorns=cards.count(Card.THORN))
    return h("span", [card(face, "ending-card") for face in cards], role="img", aria_label=label, class_="ending-cards")


def picture() -> Markup:
    """Four cards on the felt, two of them open."""
    places = ((52, 86, -18, Card.HIDDEN), (96, 76, -6, Card.ROSE), (148, 76, 7, Card.THORN), (194, 88, 19, Card.HIDDEN))
    cards = [
        h(
            "g",
            h("use", href=f"#{FACES[face]}", x=-35, y=-49, width=70, height=98),
            transform=f"translate({x} {y}) rotate({turn})",
        )
        for x, y, turn, face in places
    ]
    return h(
        "svg",
        h("rect", width=240, height=150, fill="var(--felt)"),
        h("ellipse", cx=120, cy=168, rx=150, ry=110, fill="none", stroke="var(--felt-edge)", stroke_width=8),
        cards,
        viewBox="0 0 240 150",
        preserveAspectRatio="xMidYMid slice",
        aria_hidden=True,
    )
