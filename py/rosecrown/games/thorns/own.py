"""The reader's own cards, and below them the row of buttons (lay, add, bid, pass, lose) or what there is to do.

Cards lie open, or, where others may look on, face down with the face in an element of class `secret`, which is shown
only while the eye is held. The order of a hidden hand then changes from round to round, so that the place of a card
tells nothing.
"""

from hashlib import sha256
from typing import Final, NamedTuple

from rosecrown.core.game import Seat, Text
from rosecrown.games.thorns.seats import CARD_BOX, TableScene, pips, say, state_of, tokens, visible
from rosecrown.games.thorns.table import CARDS, PASS, Card, Kind, Move, Phase, State
from rosecrown.widgets.markup import Child, Markup, classes, h, join, spoken, use
from rosecrown.widgets.view import told

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""T1: everyone has the four cards of another rank."""
NAMES: Final = {Card.ROSE: "rose", Card.THORN: "thorn"}
CARD_KINDS: Final = {Kind.LAY: "lay", Kind.ADD: "add", Kind.GIVE: "give"}


class Slot(NamedTuple):
    """One of the four cards. place: of the hand, from 0; of the stack, from 1 at the top; of the lost ones, from 0."""

    where: str
    """"hand", "laid", "turned" or "lost"."""
    place: int
    card: Card


def owner(scene: TableScene) -> Seat | None:
    """Whose cards are below the table: the viewer's, or those of the person to move whose hand isn't needed."""
    if scene.viewer is not None:
        return scene.viewer
    return scene.to_move if scene.legal else None


def held_place(table: State, seat: Seat, cards: int) -> int:
    """Where the thorn is in a hand that others may see from behind: no rule that one could work out at the table."""
    return sha256(b"%d:%d:%d" % (table.round, seat, cards)).digest()[0] % cards


def hand(scene: TableScene, table: State, seat: Seat) -> list[Card]:
    """The cards in the hand as they are shown; all cards when one of them is to be chosen (T18)."""
    if seat != scene.viewer and table.phase is not Phase.OVER:
        return [Card.HIDDEN] * table.in_hand(seat)
    cards = [*table.hand(seat)]
    if choosing(scene):
        cards = [Card.ROSE] * (table.cards[seat] - bool(table.thorns[seat])) + [Card.THORN] * bool(table.thorns[seat])
    if not scene.open_hand and Card.THORN in cards:
        cards.remove(Card.THORN)
        cards.insert(held_place(table, seat, len(cards) + 1), Card.THORN)
    return cards


def choosing(scene: TableScene) -> bool:
    """Whether the viewer chooses the card that he loses."""
    return any(move.kind is Kind.GIVE for move in scene.legal)


def slots(scene: TableScene, table: State, seat: Seat) -> list[Slot]:
    """All four cards of a seat: in the hand, laid (from the top), lost."""
    found = [Slot("hand", place, card) for place, card in enumerate(hand(scene, table, seat))]
    if not choosing(scene):
        for place, card in enumerate(reversed(table.stacks[seat]), 1):
            found.append(Slot("turned" if place <= table.up[seat] else "laid", place, card))
    lost = CARDS - table.cards[seat]
    gone = table.thorns[seat] is False
    faces = [Card.ROSE] * (lost - gone) + [Card.THORN] * gone if seat == scene.viewer else [Card.HIDDEN] * lost
    return found + [Slot("lost", place, card) for place, card in enumerate(faces)]


def panels(scene: TableScene, prompt: Text) -> tuple[Markup, Markup]:
    """The own seat and the row below it. The prompt is above the cards, or below them where no button needs the row."""
    status = h("p", told(scene.words, prompt, scene.labels), class_="status", id="prompt", role="status")
    seat, row = owner(scene), _controls(scene)
    if seat is None:
        own, below = h("section", status, class_="own own--none", id="own"), None
    else:
        own, below = _panel(scene, seat, status if row else None), h("div", row or status, class_="bid-row")
    kind = classes("bid", bool(scene.legal) and "bid--now")
    return own, h("section", below, class_=kind, id="bid", aria_label=scene.words("thorns.bid"))


def _panel(scene: TableScene, seat: Seat, status: Markup | None) -> Markup:
    """The own seat with its cards."""
    table, label = visible(scene), scene.labels[seat]
    title = say(scene, "own", seat)
    hidden = not scene.open_hand and seat == scene.viewer
    name = h(
        "p", h("b", label.name), tokens(scene, table, seat, empty=True), pips(scene, table, seat), class_="own-name"
    )
    cards = [_card(scene, slot, seat) for slot in slots(scene, table, seat)]
    extra = _peek(scene) if hidden else _unlock(scene) if scene.viewer is None else None
    return h(
        "section",
        h("div", name, status, class_="own-head"),
        h("ul", cards, extra, class_="own-hand", id="hand", data_nav=True, aria_label=title),
        class_=classes(
            "own", extra and "own--held", f"own--{state_of(table, seat)[0]}", bool(scene.legal) and "own--now"
        ),
        id="own",
        aria_label=title,
    )


def _peek(scene: TableScene) -> Markup:
    return h(
        "li",
        h(
            "button",
            use("thorns-eye"),
            h("span", scene.words("thorns.peek")),
            spoken(scene.words("thorns.peek.warning")),
            type="button",
            class_="peek-button",
            id="peek",
            data_peek=True,
        ),
        class_="peek",
    )


def _unlock(scene: TableScene) -> Markup:
    """Bids and passes need no hand on the screen (T21), but who wants to can see the own cards first."""
    return h(
        "li",
        h(
            "button",
            use("thorns-eye"),
            h("span", scene.words("thorns.unlock")),
            type="button",
            class_="peek-button",
            id="unlock",
            data_do="unlock",
        ),
        class_="peek",
    )


def _card(scene: TableScene, slot: Slot, seat: Seat) -> Markup:
    words, known = scene.words, slot.card is not Card.HIDDEN
    open_face = known and (scene.open_hand or slot.where == "turned" or seat != scene.viewer)
    face = _face(scene, slot.card, seat) if known else None
    inside: list[Child] = []
    if open_face:
        inside.append(face)
    else:
        number = words("thorns.card", n=slot.place + 1) if slot.where == "hand" else None
        inside.append(use("thorns-back", "flower-back", CARD_BOX))
        inside.append(h("span", number, class_="flower-place") if number else None)
        inside.append(h("span", face, class_=f"secret flower-card--{NAMES[slot.card]}") if known else None)
    kind = classes(
        "flower-card",
        f"flower-card--{NAMES[slot.card]}" if open_face else "flower-card--back",
        slot.where != "hand" and f"flower-card--{slot.where}",
    )
    if slot.where != "hand":
        return h("li", h("div", inside, class_=kind), _mark(scene, slot), class_=f"is-{slot.where}")
    return h("li", _button(scene, slot, kind, inside), class_="is-hand")


def _button(scene: TableScene, slot: Slot, kind: str, inside: list[Child]) -> Markup:
    move = card_move(scene, slot.card)
    chosen = move is not None and scene.selection == (f"card:{slot.place}",)
    return h(
        "button",
        inside,
        type="button",
        class_=classes(
            kind,
            chosen and "flower-card--chosen",
            move is not None and "flower-card--legal",
            move is not None and scene.hint == move and "flower-card--hint",
        ),
        id=f"card-{slot.place}",
        data_do="tap" if move else None,
        data_cell=f"card:{slot.place}" if move else None,
        data_legal=move is not None,
        aria_disabled=None if move else True,
        aria_pressed=chosen if move else None,
    )


def _face(scene: TableScene, card: Card, seat: Seat) -> Markup:
    name = NAMES[card]
    return join(
        h("span", RANKS[seat], class_="flower-index", aria_hidden=True),
        use(f"thorns-{name}", "flower", "0 0 60 64"),
        h("span", scene.words(f"thorns.{name}"), class_="flower-name"),
    )


def _mark(scene: TableScene, slot: Slot) -> Markup:
    words = scene.words
    if slot.where == "lost":
        return h("span", words("thorns.lost"), class_="laid-mark")
    if slot.where == "turned":
        return h("span", words("thorns.turned"), class_="laid-mark laid-mark--turned")
    return h("span", spoken(words("thorns.laid")), words(f"thorns.laid.{slot.place}"), class_="laid-mark")


def card_move(scene: TableScene, card: Card) -> Move | None:
    """The move that plays a card of the hand, if there is one."""
    return next((move for move in scene.legal if move.kind in CARD_KINDS and move.card is card), None)


# ---- the row of buttons ----
def chosen_card(scene: TableScene) -> tuple[int, Move] | None:
    """The place in the hand and the move of the card that was tapped once."""
    if scene.viewer is None or not scene.selection or not scene.selection[0].startswith("card:"):
        return None
    place, cards = int(scene.selection[0][5:]), hand(scene, scene.seen.table, scene.viewer)
    move = card_move(scene, cards[place]) if place < len(cards) else None
    return None if move is None else (place, move)


def chosen_bid(scene: TableScene) -> int | None:
    """The number that the main button bids. Raising begins with one more; to open, a number has to be tapped first,
    as long as one could also add a card."""
    bids = [move.n for move in scene.legal if move.kind is Kind.BID]
    for tapped in scene.selection:
        if tapped.startswith("bid:") and int(tapped[4:]) in bids:
            return int(tapped[4:])
    return None if not bids or any(move.kind is Kind.ADD for move in scene.legal) else bids[0]


def _controls(scene: TableScene) -> list[Child]:
    """The buttons for the decision that is due; none while a card or a stack has to be tapped first."""
    bids = [move.n for move in scene.legal if move.kind is Kind.BID]
    card, row = chosen_card(scene), list[Child]()
    if bids:
        row = [_pass(scene) if PASS in scene.legal else None, _numbers(scene, bids)]
    if card is not None:
        row.append(_go(scene, _card_words(scene, *card), True, wide=not bids))
    elif bids:
        number = chosen_bid(scene)
        label = scene.words("thorns.bid.open") if number is None else scene.words("thorns.bid.go", n=number)
        row.append(_go(scene, label, number is not None))
    return row


def _card_words(scene: TableScene, place: int, move: Move) -> str:
    verb = CARD_KINDS[move.kind]
    if scene.open_hand:
        return scene.words(f"thorns.{verb}.{NAMES[move.card]}")
    return scene.words(f"thorns.{verb}.card", n=place + 1)


def _go(scene: TableScene, label: str, ready: bool, wide: bool = False) -> Markup:
    return h(
        "button",
        label,
        type="button",
        class_=classes("button", "button--main", "bid-go", wide and "bid-go--wide"),
        id="go",
        data_do="tap",
        data_cell="go",
        disabled=not ready,
    )


def _pass(scene: TableScene) -> Markup:
    return h(
        "button",
        scene.words("thorns.bid.pass"),
        type="button",
        class_=classes("button", "bid-pass", scene.hint == PASS and "button--hint"),
        id="pass",
        data_do="tap",
        data_cell="pass",
    )


def _numbers(scene: TableScene, bids: list[int]) -> Markup:
    """All possible numbers. Where there is little room only the chosen one is shown, between "less" and "more"."""
    words, chosen = scene.words, chosen_bid(scene)
    *others, last = bids
    here = bids[0] - 1 if chosen is None else chosen
    hinted = scene.hint.n if scene.hint is not None and scene.hint.kind is Kind.BID else here
    steps = (
        _step(scene, "less", "\N{MINUS SIGN}", max(here - 1, 0), bids, hinted < here),
        h(
            "div",
            [_number(scene, n, chosen, str(n)) for n in others],
            class_="bid-numbers",
            id="bid-numbers",
            data_nav=True,
        ),
        _step(scene, "more", "+", here + 1, bids, hinted > here),
    )
    return h(
        "div",
        steps if others else None,
        _number(scene, last, chosen, words("thorns.bid.all", n=last), "bid-number--all"),
        class_="bid-choice",
        role="group",
        aria_label=words("thorns.bid.numbers", n=scene.seen.table.total),
    )


def _number(scene: TableScene, n: int, chosen: int | None, label: str, kind: str = "") -> Markup:
    return h(
        "button",
        label,
        type="button",
        class_=classes("bid-number", kind, scene.hint == Move(Kind.BID, n) and "bid-number--hint"),
        id=f"bid-{n}",
        data_do="tap",
        data_cell=f"bid:{n}",
        aria_pressed=n == chosen,
    )


def _step(scene: TableScene, name: str, sign: str, to: int, bids: list[int], hinted: bool) -> Markup:
    """To the next number; `hinted`: the hint lies that way. At the end it can't be pressed, but keeps the focus."""
    can = to in bids
    return h(
        "button",
        sign,
        type="button",
        class_=classes("bid-number", "bid-step", hinted and "bid-number--hint"),
        id=f"bid-{name}",
        data_do="tap" if can else None,
        data_cell=f"bid:{to}" if can else None,
        aria_disabled=None if can else True,
        aria_label=scene.words(f"thorns.bid.{name}", n=to),
    )
