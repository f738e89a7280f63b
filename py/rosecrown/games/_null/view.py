"""Take-away on the screen."""

from collections.abc import Sequence

from rosecrown.core.game import NOBODY, Event, IllegalMoveError, Outcome, Seat, Text, text
from rosecrown.games._null.rules import GAME, MOST, Move, Observation
from rosecrown.widgets.markup import Markup, h, join, trusted
from rosecrown.widgets.view import Chosen, Scene, Selection
from rosecrown.widgets.words import Words


class TakeAwayView:
    """See `widgets.view.View`."""

    switches: Sequence[tuple[str, bool]] = (("numbers", True),)

    def areas(self, scene: Scene[Move, Observation]) -> Markup:
        words, heap = scene.words, scene.seen.heap or 0
        label = words("_null.heap", n=heap)
        allowed = {move.number for move in scene.legal}
        buttons = [
            h(
                "button",
                count,
                type="button",
                id=f"take-{count}",
                class_="button",
                data_do="tap",
                data_cell=str(count),
                disabled=count not in allowed,
                aria_label=words("_null.take", n=count),
            )
            for count in range(1, MOST + 1)
        ]
        return join(
            h("section", h("p", "● " * heap, role="img", aria_label=label), id="board", aria_label=label),
            h("section", h("p", words(self.prompt(scene)), id="prompt", role="status"), buttons, id="own"),
            h("section", h("p", heap), id="numbers") if scene.switches.get("numbers", True) else None,
        )

    def tap(self, scene: Scene[Move, Observation], cell: str) -> Selection | Chosen[Move]:
        move = next((move for move in scene.legal if str(move.number) == cell), None)
        return scene.selection if move is None else Chosen(move)

    def prompt(self, scene: Scene[Move, Observation]) -> Text:
        if scene.to_move == NOBODY:
            return text(f"_null.end.{scene.seen.last}")
        return text("_null.prompt.take" if scene.legal else "_null.prompt.wait")

    def typed(self, scene: Scene[Move, Observation], typed: str) -> Move:
        move = GAME.parse_move(typed.strip())
        if move not in scene.legal:
            raise IllegalMoveError(f"not allowed now: {typed!r}")
        return move

    def why_over(self, seen: Observation, outcome: Outcome) -> Text:
        return text(f"_null.end.{outcome.reason}")

    def seat_name(self, seat: Seat, seats: int) -> Text:
        return text("_null.seat", number=seat + 1)

    def icon(self, seat: Seat) -> Markup:
        return h("span", seat + 1, class_="icon")

    def move_note(self, happened: Sequence[Event]) -> str:
        return ""

    def rest(self, happened: Sequence[Event]) -> float:
        return 1.0

    def needs_hand(self, seen: Observation) -> bool:
        return False

    def standing(self, scene: Scene[Move, Observation]) -> Text:
        return text("_null.heap", n=scene.seen.heap or 0)

    def ending(self, scene: Scene[Move, Observation]) -> Markup:
        return h("p", scene.words("_null.step.last"))

    def picture(self, words: Words, entry: str) -> Markup:
        return trusted('<svg viewBox="0 0 24 15" aria-hidden="true"><circle cx="12" cy="8" r="4"/></svg>')

    def sprite(self) -> Markup:
        return trusted('<symbol id="counter" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></symbol>')

    def rules(self, words: Words) -> Markup:
        return h("p", words("_null.rules"))


VIEW = TakeAwayView()
