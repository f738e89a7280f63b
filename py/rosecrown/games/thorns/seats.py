"""The round table: every seat with its stack, cards left, tokens and what it did, and the middle that tells the bid."""

from typing import Final, TypeAlias

from rosecrown.core.game import Seat, Text, seat_text, text
from rosecrown.games.thorns.table import CARDS, Card, Kind, Move, Observation, Phase, State, blanked
from rosecrown.widgets.markup import Markup, classes, h, join, spoken, use
from rosecrown.widgets.view import Scene, told

TableScene: TypeAlias = Scene[Move, Observation]

CARD_BOX: Final = "0 0 60 84"
TOKEN_BOX: Final = "0 0 40 40"
BACK: Final = "thorns-back"
FACES: Final = {Card.ROSE: "thorns-face-rose", Card.THORN: "thorns-face-thorn", Card.HIDDEN: BACK}
ROUND: Final = {
    2: ((19, 27), (81, 27)),
    3: ((14.5, 50), (50, 14), (85.5, 50)),
    4: ((14.5, 66), (27, 20), (73, 20), (85.5, 66)),
    5: ((14.5, 66), (14.5, 27), (50, 13.5), (85.5, 27), (85.5, 66)),
}
"""Places of up to five seats in per cent of the table, clockwise from the bottom left: the stack above the name."""
FEW: Final = max(ROUND)


def say(scene: TableScene, key: str, seat: Seat | None = None, **args: int | str | Text) -> str:
    """A sentence about a seat, or to the reader if it is his seat."""
    if seat is not None:
        args["seat"] = seat_text(seat)
    return told(scene.words, text(f"thorns.{key}", **args), scene.labels)


def visible(scene: TableScene) -> State:
    """What may be drawn: after the end all cards are known, but shown only to those who want to see them (T23)."""
    table = scene.seen.table
    return table if not over(scene) or revealed(scene) else blanked(table, scene.viewer)


def revealed(scene: TableScene) -> bool:
    """Whether the game is over and all cards are to be seen."""
    return over(scene) and scene.switches.get("reveal", False)


def over(scene: TableScene) -> bool:
    """Whether the game is over, in the position that is drawn or after it."""
    return scene.ended or scene.seen.table.phase is Phase.OVER


def alone(scene: TableScene) -> bool:
    """Whether the screen belongs to one person: then his seat isn't on the ring but below it."""
    return scene.viewer is not None and scene.labels[scene.viewer].you


def places(count: int) -> list[tuple[float, float]]:
    """Where `count` seats sit, in per cent of the table, clockwise from the bottom left."""
    if count in ROUND:
        return [*ROUND[count]]
    rows = count // 2
    heights = [88 - 75.5 * row / (rows - 1) for row in range(rows)]
    top = [(50.0, 12.5)] * (count % 2)
    return [*((16.5, y) for y in heights), *top, *((83.5, y) for y in reversed(heights))]


def ring(scene: TableScene) -> Markup:
    """All seats but the reader's own, clockwise, with the middle of the table."""
    table = visible(scene)
    own = scene.viewer if alone(scene) else None
    first = 0 if own is None else own + 1
    order = [(first + step) % table.seats for step in range(table.seats) if (first + step) % table.seats != own]
    seats = [_seat(scene, table, seat, at) for seat, at in zip(order, places(len(order)), strict=True)]
    return h(
        "section",
        h("ol", seats, class_="seats", id="seats", aria_label=scene.words("thorns.seats"), data_nav=True),
        pot(scene, table),
        class_=classes("round-table", len(order) > FEW and "round-table--many"),
        id="round-table",
        aria_label=scene.words("thorns.table"),
    )


def _seat(scene: TableScene, table: State, seat: Seat, at: tuple[float, float]) -> Markup:
    target = Move(Kind.TURN, seat) in scene.legal
    parts = join(stack(scene, table, seat), _plate(scene, table, seat))
    if target:
        box = h(
            "button",
            parts,
            spoken(say(scene, "target", seat)),
            type="button",
            class_="seat-box seat-box--target",
            id=f"turn-{seat}",
            data_do="tap",
            data_cell=f"seat:{seat}",
            data_legal=True,
        )
    else:
        box = h("div", parts, class_="seat-box")
    return h(
        "li",
        box,
        class_=classes(
            "seat",
            f"seat--{state_of(table, seat)[0]}",
            seat == scene.to_move and "seat--now",
            Card.THORN in table.faces(seat) and "seat--thorn",
            scene.hint == Move(Kind.TURN, seat) and "seat--hint",
        ),
        id=f"seat-{seat}",
        style=f"--x:{at[0]:g}%;--y:{at[1]:g}%",
    )


def _plate(scene: TableScene, table: State, seat: Seat) -> Markup:
    return h(
        "span",
        h("span", h("b", scene.labels[seat].name), tokens(scene, table, seat), class_="seat-name"),
        h("span", pips(scene, table, seat), state(scene, table, seat), class_="seat-facts"),
        class_="seat-card",
    )


def tokens(scene: TableScene, table: State, seat: Seat, empty: bool = False) -> Markup | None:
    """The victory tokens of a seat; `empty`: a place for one where there is none."""
    count = table.tokens[seat]
    if not count and not empty:
        return None
    label = scene.words("thorns.tokens", n=count) if count else scene.words("thorns.no-token")
    drawings = [use("thorns-token", "seat-token", TOKEN_BOX)] * count or use("thorns-no-token", "seat-token", TOKEN_BOX)
    return h("span", drawings, class_="seat-tokens", role="img", aria_label=label)


def pips(scene: TableScene, table: State, seat: Seat) -> Markup:
    """Cards left, out of four."""
    left = table.cards[seat]
    marks = [h("i", class_=classes("pip", place >= left and "pip--lost")) for place in range(CARDS)]
    return h("span", marks, class_="pips", role="img", aria_label=scene.words("thorns.cards", n=left))


def state_of(table: State, seat: Seat) -> tuple[str, int]:
    """What the seat does in this round: a name of `thorns.state.…` and of a class, and a number for it."""
    if table.phase is Phase.OVER:
        return ("wins", 0) if seat == table.turn else ("" if table.active(seat) else "out", 0)
    if not table.active(seat):
        return "out", 0
    if table.phase is Phase.LAY:
        return ("laid" if table.stacks[seat] else "choosing"), 0
    if table.phase is Phase.ADD:
        return ("acts" if seat == table.turn else ""), 0
    if table.phase is Phase.BID:
        if table.passed[seat]:
            return "passed", 0
        return ("bids", table.bids[seat]) if seat == table.bidder else ("speaks", 0)
    return ("challenger", table.bid) if seat == table.turn and table.phase is not Phase.START else ("", 0)


def state(scene: TableScene, table: State, seat: Seat) -> Markup | None:
    """`state_of` in words."""
    name, n = state_of(table, seat)
    return h("span", scene.words(f"thorns.state.{name}", n=n), class_="seat-state") if name else None


def stack(scene: TableScene, table: State, seat: Seat) -> Markup:
    """The cards that a seat has laid, the bottom one first. Face down all look alike, the reader's own too (T20)."""
    down = table.down(seat)
    laid = table.stacks[seat] if revealed(scene) else (Card.HIDDEN,) * down + table.stacks[seat][down:]
    cards = [
        h(
            "svg",
            h("use", href=f"#{FACES[card]}"),
            class_=classes("stack-card", place >= down and "stack-card--up"),
            style=f"--k:{place}",
            viewBox=CARD_BOX,
            aria_hidden=True,
        )
        for place, card in enumerate(laid)
    ]
    count = h("b", down, class_="stack-count", aria_hidden=True) if down and not revealed(scene) else None
    return h(
        "span",
        cards,
        count,
        class_="stack",
        role="img",
        aria_label=stack_label(scene, table, seat),
        style=f"--n:{max(len(laid), 1)}",
    )


def stack_label(scene: TableScene, table: State, seat: Seat) -> str:
    """What lies there, in words."""
    words, faces, down = scene.words, table.faces(seat), table.down(seat)
    roses = faces.count(Card.ROSE)
    found = [
        words("thorns.stack.down", n=down) if down else "",
        words("thorns.stack.roses", n=roses) if roses else "",
        words("thorns.stack.thorn") if Card.THORN in faces else "",
    ]
    return ", ".join(part for part in found if part) or words("thorns.stack.none")


# ---- the middle of the table ----
def pot(scene: TableScene, table: State) -> Markup:
    """The bid, the cards that lie there, or the cards turned over so far."""
    match table.phase:
        case Phase.START | Phase.LAY:
            inside = _pot(scene.words("thorns.pot.laying"), None, scene.words("thorns.pot.round", n=table.round))
        case Phase.ADD:
            cards = scene.words("thorns.pot.cards", n=table.total)
            inside = _pot(cards, table.total, scene.words("thorns.pot.lies"))
        case Phase.BID:
            of = scene.words("thorns.pot.of", n=table.total)
            inside = _pot(of, table.bid, say(scene, "pot.bids", table.bidder))
        case Phase.OVER:
            inside = join(
                use("thorns-token", "pot-token", TOKEN_BOX),
                h("p", say(scene, "pot.wins", table.turn), class_="pot-who"),
            )
        case _:
            inside = _challenge(scene, table)
    return h("div", inside, class_="pot", id="pot", role="group", aria_label=scene.words("thorns.pot"))


def _pot(below: str, number: int | None, above: str) -> Markup:
    return join(
        h("p", above, class_="pot-who"),
        h("p", h("b", number) if number is not None else None, h("span", below), class_="pot-bid"),
    )


def _challenge(scene: TableScene, table: State) -> Markup:
    """One place for each card of the bid; those that were turned over are roses, and at most the last is a thorn."""
    turned, owner = sum(table.up), table.thorn_owner()
    roses = turned - (owner is not None)
    cards = [Card.ROSE] * roses + [Card.THORN] * (turned - roses) + [Card.HIDDEN] * (table.bid - turned)
    if owner is not None:
        head = say(scene, "pot.thorn", owner)
    elif table.phase is Phase.SCORE:
        head = scene.words("thorns.pot.success")
    else:
        head = say(scene, "pot.turns", table.turn)
    return join(
        h("p", head, class_="pot-who"),
        h(
            "p",
            [_turned(card, place, place == turned - 1) for place, card in enumerate(cards)],
            class_="turned-row",
            style=f"--n:{table.bid}",
            aria_hidden=True,
        ),
        h("p", scene.words("thorns.pot.turned", done=turned, n=table.bid), class_="pot-count num"),
    )


def _turned(card: Card, place: int, latest: bool) -> Markup:
    """Its id is new for each card, so that the one just turned appears anew and comes in with a movement."""
    drawing = h("use", href=f"#{FACES[card]}") if card is not Card.HIDDEN else None
    return h(
        "svg",
        drawing or h("rect", x=2, y=2, width=56, height=80, rx=6, class_="turned-place"),
        class_=classes("turned-card", drawing and "turned-card--up", latest and "turned-card--new"),
        id=f"turned-{place}{'' if card is Card.HIDDEN else '-up'}",
        style=f"--k:{place}",
        viewBox=CARD_BOX,
    )
