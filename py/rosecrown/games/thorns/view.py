"""Roses and Thorns on the screen: the VIEW. The ring of seats is in `seats`, the own cards and buttons in `own`."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from rosecrown.core.game import Event, IllegalMoveError, NotationError, Outcome, Seat, Text, seat_text, text
from rosecrown.games.thorns import help as pages
from rosecrown.games.thorns import own, rules, seats
from rosecrown.games.thorns.own import RANKS, card_move, chosen_bid, chosen_card, hand
from rosecrown.games.thorns.seats import TableScene
from rosecrown.games.thorns.table import PASS, Card, Kind, Move, Observation, Phase
from rosecrown.games.thorns.text import parse_move
from rosecrown.widgets.markup import Markup, h, join, trusted
from rosecrown.widgets.view import Chosen, Selection
from rosecrown.widgets.words import Words

RESTS: Final = {"all-laid": 0.6, "adds": 0.5, "opens": 0.9, "raises": 0.9, "passes": 0.5, "scores": 1.4, "loses": 2.0}
"""How long the screen rests on an event; see `View.rest`."""
THORN_REST: Final = 2.4


class ThornsView:
    """Draws an observation; see `widgets.view.View`."""

    switches: Sequence[tuple[str, bool]] = (("reveal", False),)

    def areas(self, scene: TableScene) -> Markup:
        return join(seats.ring(scene), *own.panels(scene, self.prompt(scene)))

    def tap(self, scene: TableScene, cell: str) -> Selection | Chosen[Move]:
        what, _, number = cell.partition(":")
        n = int(number) if number.isdecimal() else -1
        match what:
            case "card" if scene.viewer is not None:
                cards = hand(scene, scene.seen.table, scene.viewer)
                move = card_move(scene, cards[n]) if 0 <= n < len(cards) else None
                if move is not None:
                    return Chosen(move) if scene.selection == (cell,) else (cell,)
            case "bid" if Move(Kind.BID, n) in scene.legal:
                return (cell,)
            case "seat" if Move(Kind.TURN, n) in scene.legal:
                return Chosen(Move(Kind.TURN, n))
            case "pass" if PASS in scene.legal:
                return Chosen(PASS)
            case "go":
                card, bid = chosen_card(scene), chosen_bid(scene)
                if card is not None:
                    return Chosen(card[1])
                if bid is not None:
                    return Chosen(Move(Kind.BID, bid))
        return scene.selection

    def prompt(self, scene: TableScene) -> Text:
        table, mine = scene.seen.table, bool(scene.legal)
        key, n = "wait", 0
        match table.phase:
            case Phase.OVER:
                return text("thorns.prompt.over")
            case Phase.LAY:
                key = "lay" if mine else "wait.lay"
            case Phase.ADD if mine:
                key = "add" if table.in_hand(table.turn) else "open"
            case Phase.BID if mine:
                key = "bid"
            case Phase.TURN if mine:
                key, n = "turn", table.bid - sum(table.up)
            case Phase.CHOOSE if mine:
                key = "choose"
            case Phase.TURN | Phase.SCORE:
                key = "turning"
            case Phase.DRAW | Phase.CHOOSE:
                key = "losing"
        return text(f"thorns.prompt.{key}", seat=seat_text(table.turn), n=n)

    def typed(self, scene: TableScene, typed: str) -> Move:
        meant = _meant(scene, typed.strip())
        if meant not in scene.legal:
            raise IllegalMoveError(typed)
        return meant

    def why_over(self, seen: Observation, outcome: Outcome) -> Text:
        return text(f"thorns.end.{outcome.reason}")

    def seat_name(self, seat: Seat, seats: int) -> Text:
        return text("thorns.player", number=seat + 1)

    def icon(self, seat: Seat) -> Markup:
        """A card of the seat's rank, from behind the same for everybody."""
        return h(
            "svg",
            h("rect", x=5, y=1, width=22, height=30, rx=4, class_="rank-card"),
            h("text", RANKS[seat], x=16, y=22, class_="rank-text"),
            class_="icon rank",
            viewBox="0 0 32 32",
            aria_hidden=True,
        )

    def move_note(self, happened: Sequence[Event]) -> str:
        return ""

    def rest(self, happened: Sequence[Event]) -> float:
        return max((_rest(one) for one in happened), default=0.0)

    def needs_hand(self, seen: Observation) -> bool:
        return rules.needs_hand(seen)

    def standing(self, scene: TableScene) -> Text:
        table, seat = scene.seen.table, scene.viewer
        if seat is None:
            return text("thorns.standing.seen", n=sum(map(bool, table.cards)), round=table.round)
        if not table.active(seat):
            return text("thorns.standing.out", round=table.round)
        key = "thorns.standing.token" if table.tokens[seat] else "thorns.standing"
        return text(key, n=table.cards[seat], round=table.round)

    def ending(self, scene: TableScene) -> Markup:
        return pages.ending(scene)

    def picture(self, words: Words, entry: str) -> Markup:
        return pages.picture()

    def sprite(self) -> Markup:
        return trusted((files("rosecrown.games.thorns") / "data" / "sprite.svg").read_text("utf-8"))

    def rules(self, words: Words) -> Markup:
        return pages.rules(words)


def _rest(happened: Event) -> float:
    """Each card that is turned over is waited for a little longer than the one before, and the last one longest."""
    if happened.kind != "turns":
        return RESTS.get(happened.kind, 0.0)
    if happened.get("card") == "thorn":
        return THORN_REST
    n, of = happened.get("n"), happened.get("of")
    if not isinstance(n, int) or not isinstance(of, int):
        return 1.0
    return 0.9 + 0.9 * n / of


def _meant(scene: TableScene, typed: str) -> Move:
    """The move that is meant, legal or not: in notation, a number, a card, or the name of whose stack to turn over.

    Raises NotationError.
    """
    try:
        return parse_move(typed)
    except NotationError:
        said = typed.casefold().split()
    words, turning = scene.words, any(move.kind is Kind.TURN for move in scene.legal)
    if turning:
        for seat, label in enumerate(scene.labels):
            if label.name.casefold().split() == said:
                return Move(Kind.TURN, seat)
    elif said and said[-1] in words("thorns.typed.pass").split():
        return PASS
    elif said and said[-1].isdecimal() and len(said[-1]) <= 2:
        return Move(Kind.BID, int(said[-1]))
    elif said:
        for card in (Card.ROSE, Card.THORN):
            if said[-1] in words(f"thorns.typed.{own.NAMES[card]}").split():
                return card_move(scene, card) or Move(Kind.LAY, 0, card)
    raise NotationError(typed)


VIEW = ThornsView()
