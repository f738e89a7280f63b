"""The Rose King on the screen. A tap on a card or on a target square chooses it, a second one plays it."""

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from rosecrown.core.game import NOBODY, Argument, Event, Outcome, Seat, Text, text
from rosecrown.games.rose import ending, rulebook, typed
from rosecrown.games.rose.board import (
    CARDS,
    COLOURS,
    DRAW,
    HAND,
    HEROES,
    RED,
    TARGETS,
    Card,
    Move,
    Observation,
    Phase,
    Square,
    members,
    parse_square,
    playable,
    points,
    regions,
    square_name,
)
from rosecrown.games.rose.drawing import (
    Marks,
    Target,
    badges,
    board,
    face,
    gain_text,
    heroes,
    rose,
    small_cards,
)
from rosecrown.games.rose.rules import GAME, gain, joined
from rosecrown.games.rose.text import card_name
from rosecrown.widgets.markup import Markup, classes, h, join, trusted, use
from rosecrown.widgets.view import Chosen, Label, Scene, Selection
from rosecrown.widgets.words import Words

RoseScene = Scene[Move, Observation]

REST: Final = {"place": 1.0, "flip": 1.3, "drawn": 0.8, "pass": 1.3, "reshuffle": 0.5, "starter": 0.8}
"""How long an event is looked at, in units of the pace."""


def _chosen(scene: RoseScene) -> Move | None:
    """The legal play that is chosen."""
    if not scene.selection:
        return None
    card = CARDS.index(scene.selection[0].partition(":")[2]) if scene.selection[0].startswith("card:") else -1
    return next((move for move in scene.legal if move.card == card >= 0), None)


def _own(scene: RoseScene) -> Seat:
    return RED if scene.viewer is None else scene.viewer


def _last(scene: RoseScene, *kinds: str) -> Event | None:
    """The latest of the events just shown that is of one of these kinds."""
    return next((happened for _, happened in reversed(scene.last) if happened.kind in kinds), None)


def _name(label: Label, colour: str) -> str:
    return label.name if label.name == colour else f"{label.name}, {colour}"


class RoseView:
    """See `widgets.view.View`."""

    switches: Sequence[tuple[str, bool]] = (("targets", True), ("threats", False), ("territory", False))

    # ---- what a tap means ----
    def tap(self, scene: RoseScene, cell: str) -> Selection | Chosen[Move]:
        if not scene.legal:
            return scene.selection
        if cell == "pile":
            return Chosen(DRAW) if DRAW in scene.legal else ("pile",)
        if cell.startswith("card:"):
            meant = next((move for move in scene.legal if move.card >= 0 and CARDS[move.card] == cell[5:]), None)
            if meant is None:
                # Not playable: say why.
                return (cell,) if cell[5:] in CARDS and scene.selection != (cell,) else ()
        else:
            # Every card has its own target, so a square stands for one card at most.
            meant = next((move for move in scene.legal if move.card >= 0 and self._cell(scene, move) == cell), None)
        if meant is None:
            return ()
        return Chosen(meant) if meant == _chosen(scene) else (f"card:{CARDS[meant.card]}",)

    @staticmethod
    def _target(scene: RoseScene, move: Move) -> Square:
        return TARGETS[scene.seen.crown][move.card] or 0

    def _cell(self, scene: RoseScene, move: Move) -> str:
        return square_name(self._target(scene, move))

    def typed(self, scene: RoseScene, typed_: str) -> Move:
        return typed.read(scene.seen, scene.legal, typed_)

    # ---- words ----
    def prompt(self, scene: RoseScene) -> Text:
        if scene.outcome is not None:
            return self.why_over(scene.seen, scene.outcome) if scene.outcome.steps else text("rose.prompt.over")
        if scene.to_move == NOBODY:
            return text("rose.prompt.over")
        if not scene.legal:
            return self._waiting(scene)
        chosen = _chosen(scene)
        if chosen is not None:
            return self._consequence(scene, chosen)
        if scene.selection == ("pile",):
            return text("rose.prompt.full")
        if scene.selection:
            return self._hindrance(scene, CARDS.index(scene.selection[0].partition(":")[2]))
        if _last(scene, "pass"):
            return text(f"rose.prompt.passed.{COLOURS[1 - scene.to_move]}")
        plays = [move for move in scene.legal if move != DRAW]
        if not plays:
            return text("rose.prompt.draw")
        if len(scene.legal) == 1 and plays[0].kind == "hero":
            card = card_name(CARDS[plays[0].card])
            return text("rose.prompt.forced", card=card, cell=self._cell(scene, plays[0]))
        return text("rose.prompt.play" if DRAW not in scene.legal else "rose.prompt.choose")

    def _waiting(self, scene: RoseScene) -> Text:
        """Who is to move in the position on the screen, which may be an earlier one that is looked back at."""
        if scene.to_move < 0:
            return text("rose.prompt.deal")
        if _last(scene, "pass"):
            return text(f"rose.prompt.passed.{COLOURS[1 - scene.to_move]}")
        label = scene.labels[scene.to_move]
        return text("rose.prompt.yours") if label.you else text("rose.prompt.turn", name=label.name)

    def _consequence(self, scene: RoseScene, move: Move) -> Text:
        """Where to tap next, and what the chosen play does: "Tap h3: joins two regions, +27"."""
        args: dict[str, Argument] = {"cell": self._cell(scene, move), "gain": gain_text(gain(scene.seen, move))}
        together = joined(scene.seen, move)
        kind = "flip" if move.kind == "hero" else "join" if len(together) > 1 else "grow" if together else "new"
        if kind in ("join", "flip") and len(together) > 1:
            kind = f"{kind}.{len(together)}"
        if kind == "grow":
            args["n"] = together[0] + 1
        return text(f"rose.prompt.{kind}", **args)

    def _hindrance(self, scene: RoseScene, card: Card) -> Text:
        """Why a card can't be played."""
        why = self._why_not(scene, card)
        args: dict[str, Argument] = {"card": card_name(CARDS[card], first=True)}
        to = TARGETS[scene.seen.crown][card]
        if to is not None:
            args["cell"] = square_name(to)
        return text(f"rose.prompt.{why}", **args)

    @staticmethod
    def _why_not(scene: RoseScene, card: Card) -> str:
        to = TARGETS[scene.seen.crown][card]
        if to is None:
            return "off"
        return "own" if scene.seen.stones[_own(scene)] >> to & 1 else "heroless"

    def why_over(self, seen: Observation, outcome: Outcome) -> Text:
        score = sorted(points(stones) for stones in seen.stones)
        return text("rose.end.score", high=score[1], low=score[0], why=text(f"rose.end.{outcome.reason}"))

    def seat_name(self, seat: Seat, seats: int) -> Text:
        return text(f"rose.{COLOURS[seat]}")

    def standing(self, scene: RoseScene) -> Text:
        own = _own(scene)
        score = [points(stones) for stones in scene.seen.stones]
        if score[0] == score[1]:
            return text("rose.standing.level", points=score[0])
        ahead, high, low = int(score[1] > score[0]), max(score), min(score)
        if scene.labels[own].you:
            return text("rose.standing.ahead" if ahead == own else "rose.standing.behind", high=high, low=low)
        return text("rose.standing.leads", colour=text(f"rose.{COLOURS[ahead]}"), high=high, low=low)

    def move_note(self, happened: Sequence[Event]) -> str:
        gains = [dict(one.args)["gain"] for one in happened if one.kind in ("place", "flip")]
        return gain_text(gains[0]) if gains and isinstance(gains[0], int) else ""

    def rest(self, happened: Sequence[Event]) -> float:
        return sum(REST.get(one.kind, 0.0) for one in happened)

    def needs_hand(self, seen: Observation) -> bool:
        return False

    # ---- drawings ----
    def icon(self, seat: Seat) -> Markup:
        return rose(seat, "icon")

    def sprite(self) -> Markup:
        return trusted(_data("sprite.svg"))

    def picture(self, words: Words, entry: str) -> Markup:
        return trusted(_data("picture.svg"))

    def rules(self, words: Words) -> Markup:
        return rulebook.rules(words)

    def ending(self, scene: RoseScene) -> Markup:
        outcome = scene.outcome or GAME.outcome(scene.seen)
        return ending.ending(scene, outcome) if outcome else join()

    # ---- the areas of the table ----
    def areas(self, scene: RoseScene) -> Markup:
        return join(
            self._opponent(scene, 1 - _own(scene)),
            self._board(scene),
            self._hand(scene),
            self._stock(scene),
            self._score(scene),
        )

    def _who(self, scene: RoseScene, seat: Seat) -> Markup:
        label, colour = scene.labels[seat], scene.words(f"rose.{COLOURS[seat]}")
        score = points(scene.seen.stones[seat])
        side = h("i", f"{colour}, " if label.note else colour, class_="player-side") if label.name != colour else None
        return join(
            rose(seat, "player-rose"),
            h("p", h("b", label.name), " ", h("span", side, label.note), class_="player-name"),
            h("span", score, class_="player-score", role="img", aria_label=scene.words("rose.points", n=score)),
            heroes(scene.words, scene.seen.heroes[seat], HEROES),
        )

    def _new_card(self, scene: RoseScene, seat: Seat) -> Card | None:
        """The card that the seat drew a moment ago."""
        drawn = _last(scene, "drawn")
        return CARDS.index(str(drawn.get("card"))) if drawn and drawn.get("seat") == seat else None

    def _section(self, scene: RoseScene, seat: Seat, kind: str, *parts: Markup) -> Markup:
        colour = scene.words(f"rose.{COLOURS[seat]}")
        return h(
            "section",
            *parts,
            class_=classes("player", f"player--{kind}", scene.to_move == seat and "player--turn"),
            id=kind,
            aria_label=_name(scene.labels[seat], colour),
        )

    def _opponent(self, scene: RoseScene, seat: Seat) -> Markup:
        cards = small_cards(
            scene.words,
            scene.seen.hands[seat],
            "opponent-hand",
            "hand hand--small",
            scene.words(f"rose.cards.{COLOURS[seat]}"),
            self._new_card(scene, seat),
        )
        return self._section(scene, seat, "opponent", h("div", self._who(scene, seat), class_="player-who"), cards)

    def _board(self, scene: RoseScene) -> Markup:
        return h(
            "section",
            board(scene.words, scene.seen, self._marks(scene), scene.turned),
            class_="board-area",
            id="board",
            aria_label=scene.words("rose.board"),
        )

    def _marks(self, scene: RoseScene) -> Marks:
        seen, chosen, shown = scene.seen, _chosen(scene), scene.switches
        targets = {
            self._target(scene, move): Target(gain(seen, move), move.kind == "hero", move == chosen, move == scene.hint)
            for move in scene.legal
            if move.card >= 0 and (shown.get("targets", True) or move in (chosen, scene.hint))
        }
        jump = _last(scene, "place", "flip")
        if scene.outcome is not None and scene.outcome.steps:
            numbers = badges(seen, squared=False)
        else:
            numbers = badges(seen, squared=True) if shown.get("territory") else {}
        return Marks(
            targets,
            self._threats(scene, chosen) if shown.get("threats") else {},
            {square: badge for square, badge in numbers.items() if square not in targets},
            parse_square(str(jump.get("cell"))) if jump else None,
            parse_square(str(jump.get("origin"))) if jump else None,
        )

    def _threats(self, scene: RoseScene, chosen: Move | None) -> dict[Square, tuple[Seat, int]]:
        """Where the opponent could come to next: from where the crown is, or from the square that is chosen."""
        seen, seat = scene.seen, 1 - _own(scene)
        if scene.outcome is not None or seen.phase is not Phase.TURN:
            return {}
        after = (GAME.apply(seen, chosen) if chosen else seen)._replace(turn=seat)
        return {TARGETS[after.crown][move.card] or 0: (seat, gain(after, move)) for move in playable(after, seat)}

    # ---- the own seat ----
    def _hand(self, scene: RoseScene) -> Markup:
        words, seat = scene.words, _own(scene)
        prompt = self.prompt(scene)
        args = {name: words(value) if isinstance(value, Text) else value for name, value in prompt.args}
        marked = {name: h("b", str(value)) if name in ("card", "gain") else value for name, value in args.items()}
        status = h("p", words.rich(prompt.key, **marked), class_="status", id="prompt", role="status")
        new = self._new_card(scene, seat)
        cards = [self._card(scene, card, card == new) for card in members(scene.seen.hands[seat])]
        hand = h("ul", cards, class_="hand hand--own", id="hand", aria_label=words("rose.cards.own"), data_nav=True)
        who = h("div", self._who(scene, seat), status, class_="player-who")
        return self._section(scene, seat, "own", who, hand, self._pile(scene))

    def _card(self, scene: RoseScene, card: Card, new: bool) -> Markup:
        words, name = scene.words, CARDS[card]
        move = next((move for move in scene.legal if move.card == card), None)
        chosen = move is not None and move == _chosen(scene)
        args = {"card": words(card_name(name))}
        if not scene.legal:
            strip, label = None, args["card"]
        elif move is None:
            why = self._why_not(scene, card)
            strip, label = h("span", words(f"rose.strip.{why}")), words(f"rose.card.{why}", **args)
        else:
            note = gain_text(gain(scene.seen, move))
            hero = use("rose-hero", "icon", "0 0 40 40") if move.kind == "hero" else None
            strip = h("span", hero, note)
            label = words(f"rose.card.{move.kind}", **args, cell=self._cell(scene, move), gain=note)
        return h(
            "li",
            h(
                "button",
                face(card),
                h("span", strip, class_="power-gain"),
                type="button",
                class_=classes(
                    "power-card",
                    not scene.legal and "power-card--idle",
                    new and "power-card--new",
                    move is not None and move == scene.hint and "power-card--hint",
                ),
                id=f"card-{name}",
                data_do="tap",
                data_cell=f"card:{name}",
                aria_disabled=True if move is None else None,
                aria_pressed=chosen if move is not None else None,
                aria_label=label,
            ),
            id=f"hand-{name}",
        )

    def _pile(self, scene: RoseScene) -> Markup:
        words, seen, seat = scene.words, scene.seen, _own(scene)
        left, can = seen.pile.bit_count(), DRAW in scene.legal
        if can:
            long = words("rose.pile.draw", n=left) if left else words("rose.pile.shuffle", n=seen.discard.bit_count())
        elif seen.hands[seat].bit_count() >= HAND:
            long = words("rose.pile.full", n=left)
        else:
            long = words("rose.pile.rest", n=left)
        return h(
            "button",
            use("rose-back", "pile-back", "0 0 60 84"),
            h(
                "span",
                h("span", words("rose.pile.short", n=left), class_="pile-short"),
                h("span", long, class_="pile-long"),
                class_="pile-text",
            ),
            type="button",
            class_=classes("pile", can and "pile--open", can and DRAW == scene.hint and "pile--hint"),
            id="pile",
            data_do="tap",
            data_cell="pile",
            aria_disabled=None if can else True,
            aria_label=long,
        )

    # ---- beside the board ----
    def _stock(self, scene: RoseScene) -> Markup:
        words, seen = scene.words, scene.seen
        discarded = seen.discard.bit_count()
        return h(
            "section",
            h(
                "dl",
                h("div", h("dd", seen.supply, class_="num"), h("dt", words("rose.stones.left", n=seen.supply))),
                h("div", h("dd", discarded, class_="num"), h("dt", words("rose.discarded", n=discarded))),
                class_="stock-facts",
            ),
            h("h3", words("rose.unseen")),
            small_cards(words, seen.pile, "unseen", "unseen", words("rose.unseen"))
            if seen.pile
            else h("p", words("rose.unseen.none"), class_="stock-none"),
            h(
                "details",
                h("summary", words("rose.discards")),
                small_cards(words, seen.discard, "discards", "unseen", words("rose.discards")),
                class_="discards",
                id="discard-list",
            )
            if seen.discard
            else None,
            class_="panel stock",
            id="stock",
            aria_label=words("rose.stock"),
        )

    def _score(self, scene: RoseScene) -> Markup:
        words = scene.words
        score = [points(stones) for stones in scene.seen.stones]
        rows = [
            join(
                rose(seat, "score-rose"),
                h("span", score[seat], class_="score-total"),
                h("ul", _parts(scene, seat), class_="score-parts", aria_label=words(f"rose.{COLOURS[seat]}")),
            )
            for seat in (0, 1)
        ]
        lead = abs(score[0] - score[1])
        ahead = COLOURS[score[1] > score[0]]
        stands = words(f"rose.score.{ahead}", n=lead) if lead else words("rose.score.level")
        return h(
            "section",
            h("h2", words("rose.score")),
            h("div", rows, h("p", stands, " ", words("rose.score.rule"), class_="score-note"), class_="score"),
            class_="panel score-panel",
            id="score",
        )


def _parts(scene: RoseScene, seat: Seat) -> list[Markup]:
    """What a side's points are made of: regions of one size together, the largest first."""
    counts = Counter(region.bit_count() for region in regions(scene.seen.stones[seat]))
    parts = []
    for size, number in counts.items():
        times = f"{number} × " if number > 1 else ""
        power = [h("sup", 2), f" = {number * size**2}"] if size > 1 else None
        parts.append(h("li", times, size, power, class_="score-part"))
    return parts


def _data(name: str) -> str:
    return (files("rosecrown.games.rose") / "data" / name).read_text("utf-8")


VIEW = RoseView()
