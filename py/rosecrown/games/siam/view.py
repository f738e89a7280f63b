"""King of Siam and King of Saba on the screen; see `widgets.view.View`."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from rosecrown.core.game import Event, Outcome, Seat, Text, text
from rosecrown.games.siam import drawing, ending, prompts, rulebook, taps, typed
from rosecrown.games.siam.drawing import Marks, contested_now, picture, token
from rosecrown.games.siam.forecast import Forecast, forecast
from rosecrown.games.siam.happenings import card_name, describe, follower, people, place
from rosecrown.games.siam.maps import Point
from rosecrown.games.siam.notation import CARDS, COLOURS
from rosecrown.games.siam.prompts import SiamScene
from rosecrown.games.siam.rules import GAME, Siam
from rosecrown.games.siam.state import CARD, DECK, FACTIONS, OUTSIDERS, OVER, PASS, Count, Move, State
from rosecrown.games.siam.taps import PICK, Turn
from rosecrown.widgets.markup import Markup, classes, h, join, trusted, use
from rosecrown.widgets.view import Chosen, Selection
from rosecrown.widgets.words import Words

REST: Final = {"takeover": 1.6, "take": 0.7, "none": 0.7, "tiles": 0.9, "put": 0.8, "trade": 0.8, "pass": 0.5}
"""How long an event is looked at, in units of the pace."""

DEEDS: Final = ("tiles", "put", "trade", "none", "take", "nothing")
"""Events that are told with the name of the seat that did them."""


class SiamView:
    """See `widgets.view.View`."""

    switches: Sequence[tuple[str, bool]] = (("forecast", True),)

    def __init__(self, game: Siam) -> None:
        self.game = game

    def turn(self, scene: SiamScene) -> Turn:
        """The turn that is being put together."""
        return taps.follow(self.game, scene.seen, scene.legal, scene.selection)

    # ---- what a tap means ----
    def tap(self, scene: SiamScene, cell: str) -> Selection | Chosen[Move]:
        if not scene.legal:
            return scene.selection
        return taps.tap(self.game, scene.seen, scene.legal, scene.selection, cell)

    def typed(self, scene: SiamScene, typed_: str) -> Move:
        return typed.read(self.game.board(scene.seen), scene.legal, typed_)

    # ---- words ----
    def prompt(self, scene: SiamScene) -> Text:
        return prompts.prompt(scene, self.turn(scene))

    def why_over(self, seen: State, outcome: Outcome) -> Text:
        return ending.why_over(self.game.board(seen), seen, outcome)

    def seat_name(self, seat: Seat, seats: int) -> Text:
        return text("siam.seat", number=seat + 1)

    def standing(self, scene: SiamScene) -> Text:
        found = forecast(scene.seen)
        if found is None:
            return text("siam.prompt.deal")
        return text("siam.standing.now", what=self._then(scene, scene.seen, found))

    def move_note(self, happened: Sequence[Event]) -> str:
        return ""

    def rest(self, happened: Sequence[Event]) -> float:
        return sum(REST.get(one.kind, 0.0) for one in happened)

    def needs_hand(self, seen: State) -> bool:
        return False

    # ---- drawings ----
    def icon(self, seat: Seat) -> Markup:
        return h("span", seat + 1, class_=f"seat-mark seat-mark--{seat + 1}", aria_hidden=True)

    def sprite(self) -> Markup:
        return join(trusted(_data("sprite.svg")), [drawing.symbols(board) for board in self.game.maps.values()])

    def picture(self, words: Words, entry: str) -> Markup:
        return _lobby_picture(self.game, entry if entry in self.game.maps else next(iter(self.game.maps)))

    def rules(self, words: Words) -> Markup:
        return rulebook.rules(self.game, words)

    def ending(self, scene: SiamScene) -> Markup:
        return ending.ending(scene, self.game.board(scene.seen)) if scene.seen.phase == OVER else join()

    # ---- the areas of the table ----
    def areas(self, scene: SiamScene) -> Markup:
        turn = self.turn(scene)
        found = forecast(turn.state) if scene.switches.get("forecast", True) else None
        marks = self._marks(scene, turn)
        return join(
            self._ruler(scene, turn),
            self._standing(scene, turn, found),
            self._track(scene, turn, found, marks),
            self._map(scene, turn, marks),
            self._courts(scene, turn),
            self._own(scene, turn),
            self._hands(scene, turn.state),
        )

    def _marks(self, scene: SiamScene, turn: Turn) -> Marks:
        board = turn.board
        choices = [item for item in turn.choices if not item.startswith(PICK)]
        tapped = [board.index(item) for item in turn.taps if not item.startswith(PICK)]
        chosen: dict[int, Count] = {}
        here = -1
        for item in turn.taps:
            if item.startswith(PICK):
                letters = item[len(PICK) :]
                chosen[here] = (letters.count("y"), letters.count("r"), letters.count("b"))
            else:
                here = board.index(item)
        return Marks(
            legal=frozenset(board.index(item) for item in choices),
            picked=frozenset(tapped),
            last=frozenset() if scene.selection or turn.state.phase == OVER else _touched(scene),
            hint=_hinted(scene.hint),
            chosen=chosen,
        )

    # ---- who rules ----
    def _ruler(self, scene: SiamScene, turn: Turn) -> Markup | None:
        """The token of who rules in the end, for the headline."""
        return token(turn.board, ending.ruler(scene.seen), "ruler") if turn.state.phase == OVER else None

    def _standing(self, scene: SiamScene, turn: Turn, found: Forecast | None) -> Markup:
        words, state, board = scene.words, turn.state, turn.board
        counts = [
            h(
                "span",
                token(board, faction),
                h("b", state.taken.count(faction)),
                h("span", words("siam.of", n=4), class_="standing-of") if faction == OUTSIDERS else None,
                class_="standing-count",
            )
            for faction in (*FACTIONS, OUTSIDERS)
        ]
        spoken = ", ".join(
            words("siam.held", n=state.taken.count(faction), who=people(board, faction))
            for faction in (*FACTIONS, OUTSIDERS)
        )
        now = h(
            "p",
            h("span", words("siam.provinces"), class_="standing-label"),
            h("span", counts, class_="standing-counts", role="img", aria_label=spoken),
            class_="standing-now",
        )
        then = None
        if found is not None and state.phase != OVER:
            then = h(
                "p",
                h("span", words("siam.unchanged"), class_="standing-label"),
                h(
                    "span",
                    token(board, found.ruler),
                    h(
                        "span",
                        words(ending.winner_text(scene, found.outcome)),
                        class_="standing-short",
                        aria_hidden=True,
                    ),
                    h("span", words(self._then(scene, state, found)), class_="standing-long"),
                    class_="standing-said",
                ),
                h("span", ending.reason(scene, board, found), class_="standing-why"),
                class_="standing-then",
            )
        return h("section", now, then, class_="standing", id="standing", aria_label=words("siam.standing"))

    def _then(self, scene: SiamScene, state: State, found: Forecast) -> Text:
        """ "Lao would rule with 3, you would win"."""
        kind = "outsiders" if found.ruler == OUTSIDERS else "faction"
        who = people(self.game.board(state), found.ruler)
        return text(
            f"siam.then.{kind}", who=who, number=found.provinces, winner=ending.winner_text(scene, found.outcome)
        )

    def _track(self, scene: SiamScene, turn: Turn, found: Forecast | None, marks: Marks) -> Markup:
        words, state = scene.words, turn.state
        tiles = [self._tile(words, turn, space, found, marks) for space in range(len(state.order))]
        return h(
            "section",
            h("ol", tiles, class_="tiles", id="tiles"),
            class_="track",
            id="track",
            aria_label=words("siam.track"),
        )

    def _tile(self, words: Words, turn: Turn, space: int, found: Forecast | None, marks: Marks) -> Markup:
        state, board = turn.state, turn.board
        province = state.order[space]
        holder = state.holder(province)
        contested = province == contested_now(state)
        lead = found.takers.get(province, -1) if found else -1
        king = state.kings >> province & 1 and holder < 0
        legal = province in marks.legal and state.card == 0 and bool(turn.choices)
        parts = [words("siam.tile", n=space + 1, place=place(board, province))]
        if holder >= 0:
            key = "siam.tile.outsiders" if holder == OUTSIDERS else "siam.tile.taken"
            parts.append(words(key, who=people(board, holder)))
        elif lead >= 0:
            key = "siam.tile.lead.outsiders" if lead == OUTSIDERS else "siam.tile.lead"
            parts.append(words(key, who=people(board, lead)))
        if contested:
            parts.append(words("siam.place.contested"))
        if king:
            parts.append(words("siam.place.king"))
        shown = holder if holder >= 0 else lead
        body = join(
            h("span", space + 1, class_="tile-no"),
            h(
                "span",
                use("siam-king", "tile-king", drawing.BOX) if king else None,
                token(board, shown, classes("tile-mark", holder < 0 and "tile-mark--lead")) if shown >= 0 else None,
                class_="tile-marks",
            ),
            h("span", words(place(board, province)), class_="tile-name"),
        )
        names = classes(
            "tile",
            holder >= 0 and "tile--done",
            contested and "tile--contested",
            legal and "tile--legal",
            province in marks.picked and state.card == 0 and "tile--picked",
        )
        label = ", ".join(parts)
        id = f"tile-{board.provinces[province].id}"
        if state.card == 0 and (legal or province in marks.picked):
            button = h(
                "button",
                body,
                type="button",
                class_=names,
                data_do="tap",
                data_cell=board.provinces[province].id,
                aria_label=label,
                aria_pressed=province in marks.picked,
                id=id,
            )
            return h(
                "li", button, class_="tile-item", aria_current=True if contested else None, id=f"space-{space + 1}"
            )
        return h(
            "li",
            h("div", body, class_=names, role="img", aria_label=label, id=id),
            class_="tile-item",
            aria_current=True if contested else None,
            id=f"space-{space + 1}",
        )

    def _map(self, scene: SiamScene, turn: Turn, marks: Marks) -> Markup:
        return h(
            "section",
            drawing.map_svg(scene.words, turn.board, turn.state, marks, not scene.legal),
            class_=classes("map-area", scene.turned and "map-area--turned"),
            id="board",
            aria_label=scene.words("siam.board"),
        )

    # ---- courts and hands ----
    def _courts(self, scene: SiamScene, turn: Turn) -> Markup:
        state = turn.state
        seats = range(state.seats)
        passed = {(scene.seen.seat - n) % state.seats for n in range(1, scene.seen.passes + 1)}
        courts = [self._court(scene, turn, seat, seat in passed) for seat in seats]
        return h(
            "section",
            h("ul", courts, class_=f"court-list court-list--{state.seats}"),
            class_="courts",
            id="courts",
            aria_label=scene.words("siam.courts"),
        )

    def _court(self, scene: SiamScene, turn: Turn, seat: Seat, passed: bool) -> Markup:
        words, state, board, label = scene.words, turn.state, turn.board, scene.labels[seat]
        followers = [
            h("li", token(board, faction, "court-token"), h("span", number, class_="num"), id=f"court-{seat}-{faction}")
            for faction, number in enumerate(state.courts[seat])
        ]
        top = state.tops[seat]
        cards = len(state.hands[seat])
        notes = [
            h("span", label.note, class_="court-level") if label.note and state.phase != OVER else None,
            h("span", words("siam.team", n=seat % 2 + 1)) if state.seats == 4 else None,
            h("span", words("siam.passed"), class_="court-passed") if passed else None,
        ]
        pile = None
        if top >= 0:
            said = words("siam.top", card=card_name(board, top))
            pile = h(
                "svg",
                h("use", href=f"#{drawing.card_id(board, top)}"),
                class_="court-top",
                viewBox=drawing.CARD_BOX,
                role="img",
                aria_label=said,
            )
        return h(
            "li",
            h("p", h("b", label.name), h("span", notes, class_="court-sub"), class_="court-name"),
            h(
                "ul",
                followers,
                class_="court-followers",
                aria_label=drawing.spoken_followers(words, board, state.courts[seat]),
            ),
            h(
                "p",
                h("span", words("siam.cards.short", n=cards), aria_hidden=True, class_="court-cards-short"),
                h("span", words("siam.cards", n=cards), class_="court-cards-long"),
                class_="court-cards",
            ),
            pile,
            class_=classes(
                "court",
                seat == scene.to_move and "court--now",
                passed and "court--passed",
                state.seats == 4 and f"court--team-{seat % 2 + 1}",
            ),
            id=f"court-{seat}",
        )

    def _hands(self, scene: SiamScene, state: State) -> Markup | None:
        """S10, open: what everybody has left and has played. From memory only the own cards and the tops are seen."""
        if state.from_memory and state.phase != OVER:
            return None
        words, board = scene.words, self.game.board(state)
        kinds = sorted(set(DECK))
        head = h(
            "tr",
            h("td"),
            [
                h(
                    "th",
                    picture(board, card, "hands-card"),
                    h("span", words(card_name(board, card)), class_="sr-only"),
                    scope="col",
                )
                for card in kinds
            ],
        )
        rows = []
        for seat, hand in enumerate(state.hands):
            cells = []
            for card in kinds:
                left, all_ = hand.count(card), DECK.count(card)
                said = words("siam.left", n=left, all=all_)
                cells.append(
                    h(
                        "td",
                        h("span", "●" * left + "○" * (all_ - left), aria_hidden=True),
                        h("span", said, class_="sr-only"),
                        class_="hands-left" if left else "hands-none",
                    )
                )
            rows.append(h("tr", h("th", scene.labels[seat].name, scope="row"), cells, id=f"hands-{seat}"))
        return h(
            "section",
            h("h2", words("siam.hands")),
            h("table", h("thead", head), h("tbody", rows), class_="hands-table"),
            h("p", words("siam.hands.note"), class_="hands-note"),
            class_="panel hands",
            id="hands",
        )

    # ---- the own seat ----
    def _own(self, scene: SiamScene, turn: Turn) -> Markup:
        words = scene.words
        picks = [item for item in turn.choices if item.startswith(PICK)]
        status = h(
            "p",
            _emphatic(words, prompts.prompt(scene, turn)),
            class_="status",
            id="prompt",
            role="status",
        )
        return h(
            "section",
            h("div", status, self._news(scene, turn), self._buttons(scene, turn), class_="own-head"),
            self._picks(words, turn, picks) if picks else self._hand(scene, turn),
            class_=classes("own", bool(scene.legal) and "own--turn"),
            id="own",
            aria_label=words("siam.own"),
        )

    def _news(self, scene: SiamScene, turn: Turn) -> Markup | None:
        """What was done last, where there is no log beside the map; a pass is told by the courts already."""
        if scene.selection or turn.state.phase == OVER:
            return None
        words, board = scene.words, turn.board
        told = [
            words(said)
            for _, one in scene.last
            if one.kind in (*DEEDS, "takeover", "end") and (said := describe(board, scene.seen, one)).key
        ]
        if not told:
            return None
        seat = next((seat for seat, one in scene.last if one.kind in DEEDS), None)
        return h(
            "p",
            h("b", scene.labels[seat].name, ": ") if seat is not None else None,
            [join(" · " if number else None, h("span", line)) for number, line in enumerate(told)],
            class_="news",
            id="news",
            aria_hidden=True,
        )

    def _buttons(self, scene: SiamScene, turn: Turn) -> Markup | None:
        """Take back a tap, or pass; nothing when it is not the viewer's turn."""
        words = scene.words
        if scene.selection:
            return h(
                "button",
                words("siam.back"),
                type="button",
                class_="button own-button",
                data_do="tap",
                data_cell="back",
                id="take-back",
            )
        if PASS not in scene.legal:
            return None
        said = words("siam.pass")
        if turn.state.passes == turn.state.seats - 1:
            said = words(prompts.takeover_text(turn, "siam.pass.last"))
        return h(
            "button",
            words("siam.pass"),
            type="button",
            class_=classes("button", "own-button", scene.hint == PASS and "own-button--hint"),
            data_do="tap",
            data_cell="pass",
            id="pass",
            aria_label=said,
        )

    def _picks(self, words: Words, turn: Turn, picks: Sequence[str]) -> Markup:
        """The choice between followers, by big buttons in the place of the hand."""
        board = turn.board
        buttons = []
        for number, item in enumerate(picks):
            factions = [COLOURS.index(letter) for letter in item[len(PICK) :]]
            said = follower(board, factions[0]) if len(factions) == 1 else prompts.pair_text(turn, factions)
            buttons.append(
                h(
                    "li",
                    h(
                        "button",
                        h(
                            "span",
                            [token(board, faction, "choice-token") for faction in factions],
                            class_="choice-tokens",
                        ),
                        h("span", words(said), class_="choice-name"),
                        type="button",
                        class_="choice",
                        data_do="tap",
                        data_cell=item,
                        data_legal=True,
                        data_here=number == 0,
                        id=f"pick-{item[len(PICK) :]}",
                    ),
                )
            )
        return h("ul", buttons, class_="choices", id="picks", data_nav=True, aria_label=words("siam.picks"))

    def _hand(self, scene: SiamScene, turn: Turn) -> Markup:
        words = scene.words
        seat = 0 if scene.viewer is None else scene.viewer
        held = list(scene.seen.hands[seat])
        here = -1 if turn.choices else next((n for n, card in enumerate(DECK) if card in held), -1)
        playing = next((move.args[0] for move in turn.moves if move.kind == "card"), turn.state.card)
        cards = []
        for number, card in enumerate(DECK):
            mine = card in held
            if mine:
                held.remove(card)
            move = Move("card", (card,))
            pressed = playing == card and (mine or scene.seen.card == card) and number == DECK.index(card)
            cards.append(self._card(scene, number, card, mine, move in scene.legal, pressed, number == here))
        return h("ul", cards, class_="action-hand", id="hand", aria_label=words("siam.hand"), data_nav=True)

    def _card(
        self, scene: SiamScene, number: int, card: int, mine: bool, legal: bool, pressed: bool, here: bool
    ) -> Markup:
        words, board = scene.words, self.game.board(scene.seen)
        called = words(card_name(board, card))
        label = called
        if not mine and not pressed:
            label = words("siam.card.played", card=called)
        elif scene.legal and not legal and scene.seen.phase == CARD:
            label = words("siam.card.barred", card=called)
        return h(
            "li",
            h(
                "button",
                picture(board, card),
                h("span", called, class_="action-name"),
                type="button",
                class_=classes(
                    "action-card",
                    not mine and not pressed and "action-card--played",
                    mine and bool(scene.legal) and not legal and scene.seen.phase == CARD and "action-card--barred",
                    scene.hint == Move("card", (card,)) and "action-card--hint",
                ),
                id=f"card-{number}",
                data_do="tap",
                data_cell=f"card:{CARDS[card]}",
                data_legal=legal and not scene.selection,
                data_here=here,
                disabled=not mine and not pressed,
                aria_disabled=True if mine and not legal else None,
                aria_pressed=pressed if legal or pressed else None,
                aria_label=label,
            ),
            id=f"hand-{number}",
        )


def _touched(scene: SiamScene) -> frozenset[int]:
    """The provinces that the latest events changed."""
    found: set[int] = set()
    for _, happened in scene.last:
        args = dict(happened.args)
        if happened.kind in ("take", "takeover") and isinstance(args["province"], int):
            found.add(args["province"])
        elif happened.kind in ("tiles", "put", "trade"):
            found |= _provinces(Move(happened.kind, tuple(v for v in _tuple(args["pieces"]))))
    return frozenset(found)


def _tuple(value: object) -> tuple[int, ...]:
    return tuple(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else ()


def _provinces(move: Move) -> set[int]:
    if move.kind == "tiles":
        return set(move.args[:2])
    if move.kind == "put":
        return set(move.args[1::2])
    if move.kind == "trade":
        return {move.args[0], move.args[-2]}
    return {move.args[0]} if move.kind == "take" else set()


def _hinted(hint: Move | None) -> frozenset[int]:
    return frozenset(_provinces(hint)) if hint is not None else frozenset()


def _emphatic(words: Words, said: Text) -> Markup:
    """The prompt with the card's name in bold."""
    args = {key: words(value) if isinstance(value, Text) else value for key, value in said.args}
    return words.rich(said.key, **{key: h("b", str(value)) if key == "card" else value for key, value in args.items()})


@lru_cache(maxsize=4)
def _lobby_picture(game: Siam, map: str) -> Markup:
    """The map in small, without ids and words: lands, coast, and one follower in each home."""
    board = game.maps[map]
    width, height = board.size
    rings = [thinned(province.outline) for province in board.provinces]
    lands = [
        h("polygon", points=drawing.points(ring), class_=classes("land", number % 2 == 1 and "land--alt"))
        for number, ring in enumerate(rings)
    ]
    tokens = []
    for faction, home in enumerate(board.homes):
        x, y = board.provinces[home].anchors[0]
        colour = board.factions[faction].colour
        path = drawing.SHAPES[colour][0]
        tokens.append(
            h(
                "path",
                d=path,
                transform=f"translate({x:g} {y - 60:g}) scale(2.4)",
                fill=f"var(--f-{colour})",
                stroke=f"var(--f-{colour}-line)",
                stroke_width="2.4",
            )
        )
    return h("svg", lands, tokens, viewBox=f"0 0 {width:g} {height:g}", aria_hidden=True, class_="map-picture")


def thinned(ring: Sequence[Point]) -> list[Point]:
    """Every fourth point of an outline, whole numbers: enough for a picture of the size of a stamp."""
    return [(round(x), round(y)) for x, y in ring[::4]]


def _data(name_: str) -> str:
    return (files("rosecrown.games.siam") / "data" / name_).read_text("utf-8")


VIEW = SiamView(GAME)
