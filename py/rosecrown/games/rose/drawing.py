"""The Rose King's pieces, cards and board as markup. Nothing here knows whose turn it is."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rosecrown.core.game import Seat
from rosecrown.games.rose.board import (
    CARDS,
    CENTRE,
    COLOURS,
    DIRECTIONS,
    RED,
    SIZE,
    Card,
    Square,
    State,
    members,
    square_name,
)
from rosecrown.games.rose.board import regions as regions_of
from rosecrown.games.rose.text import card_name
from rosecrown.widgets.markup import Child, Markup, classes, h, join, use
from rosecrown.widgets.words import Words

FILES: Final = "abcdefghi"
PIECE: Final = "0 0 40 40"


def gain_text(gain: int) -> str:
    """A signed number with a real minus sign: "+7", "−7"."""
    return f"+{gain}" if gain >= 0 else f"\N{MINUS SIGN}{-gain}"


def rose(seat: Seat, class_: str) -> Markup:
    """A seat's rose."""
    return use(f"rose-{COLOURS[seat]}", class_, PIECE)


def face(card: Card) -> Markup:
    """What is on a power card: the arrow as the board lies, and the numeral."""
    angle = 45 * list(DIRECTIONS).index(CARDS[card][:-1])
    arrow = h(
        "svg",
        h("use", href="#rose-arrow"),
        class_="power-arrow",
        viewBox=PIECE,
        aria_hidden=True,
        style=f"rotate:{angle}deg",
    )
    return join(arrow, use(f"rose-num-{CARDS[card][-1]}", "power-num", "0 0 40 20"))


def small_cards(words: Words, cards: int, id: str, class_: str, label: str, new: Card | None = None) -> Markup:
    """Cards that lie open and can't be tapped."""
    items = [
        h(
            "li",
            face(card),
            class_=classes("power-card", card == new and "power-card--new"),
            id=f"{id}-{CARDS[card]}",
            aria_label=words(card_name(CARDS[card])),
        )
        for card in members(cards)
    ]
    return h("ul", items, class_=class_, id=id, aria_label=label)


def heroes(words: Words, left: int, full: int) -> Markup:
    """Heroes that are left, and the places of those that are gone."""
    icons = [use("rose-hero", classes("icon", number >= left and "used"), PIECE) for number in range(full)]
    return h("span", icons, class_="heroes", role="img", aria_label=words("rose.heroes", n=left))


# ---- the board ----
class Target(NamedTuple):
    """What is shown on a square that can be reached: the gain, whether it takes a hero, whether it is chosen or a hint,
    and the tap that means it."""

    gain: int
    hero: bool = False
    chosen: bool = False
    hint: bool = False


class Badge(NamedTuple):
    """A number on one square of a region."""

    seat: Seat
    text: str
    best: bool = False


class Marks(NamedTuple):
    """Everything on the board beside the stones and the crown."""

    targets: Mapping[Square, Target] = {}
    threats: Mapping[Square, tuple[Seat, int]] = {}
    """Squares that a seat could reach, with what it would gain."""
    badges: Mapping[Square, Badge] = {}
    last: Square | None = None
    origin: Square | None = None
    """The squares where the latest jump of the crown ended and began."""


class Window(NamedTuple):
    """The part of the board that is drawn, and from which side."""

    files: range = range(SIZE)
    ranks: range = range(SIZE)
    turned: bool = False

    def columns(self) -> list[int]:
        """Files from left to right."""
        return sorted(self.files, reverse=self.turned)

    def rows(self) -> list[int]:
        """Ranks from top to bottom."""
        return sorted(self.ranks, reverse=not self.turned)

    def place(self, square: Square) -> tuple[int, int] | None:
        """Column and row of a square, None if it isn't drawn."""
        file, rank = square % SIZE, square // SIZE
        if file not in self.files or rank not in self.ranks:
            return None
        return self.columns().index(file), self.rows().index(rank)


def board(words: Words, state: State, marks: Marks, turned: bool = False) -> Markup:
    """The playing board: a grid of buttons."""
    window = Window(turned=turned)
    rows = [
        h(
            "div",
            [_button(words, state, marks, window, rank * SIZE + file) for file in window.columns()],
            class_="square-row",
            role="row",
        )
        for rank in window.rows()
    ]
    squares = h(
        "div",
        rows,
        _lines(state, marks, window),
        _badges(marks, window),
        class_="squares",
        id="squares",
        role="grid",
        aria_label=words("rose.board"),
        data_nav=True,
        data_snap=True,
    )
    return _framed(squares, window)


def figure(words: Words, state: State, marks: Marks, window: Window, label: str) -> Markup:
    """A part of a board as a picture, for the rules."""
    cells = [
        h("span", _content(state, marks, square), class_=_square_class(state, marks, window, square))
        for rank in window.rows()
        for square in (rank * SIZE + file for file in window.columns())
    ]
    squares = h("div", cells, _lines(state, marks, window), _badges(marks, window), class_="squares")
    size = f"--n:{len(window.files)};--k:{len(window.ranks)}"
    return h("div", _framed(squares, window), class_="rose board-figure", role="img", aria_label=label, style=size)


def _framed(squares: Markup, window: Window) -> Markup:
    return h(
        "div",
        h("div", [h("span", rank + 1) for rank in window.rows()], class_="board-ranks", aria_hidden=True),
        squares,
        h("div", [h("span", FILES[file]) for file in window.columns()], class_="board-files", aria_hidden=True),
        class_="board",
    )


def _button(words: Words, state: State, marks: Marks, window: Window, square: Square) -> Markup:
    name = square_name(square)
    return h(
        "button",
        _content(state, marks, square),
        type="button",
        role="gridcell",
        class_=_square_class(state, marks, window, square),
        id=f"sq-{name}",
        data_do="tap",
        data_cell=name,
        data_legal=square in marks.targets,
        aria_label=_label(words, state, marks, square),
        tabindex=0 if square == state.crown else -1,
    )


def _side(state: State, square: Square) -> Seat | None:
    return next((seat for seat in (0, 1) if state.stones[seat] >> square & 1), None)


def _square_class(state: State, marks: Marks, window: Window, square: Square) -> str:
    seat, target = _side(state, square), marks.targets.get(square)
    names = ["square", square == CENTRE and seat is None and "square--throne"]
    if seat is not None:
        # The lines between stones of one side go. On the board that is turned, the next square is the one before.
        step = -1 if window.turned else 1
        file = square % SIZE + step
        names.append(f"square--{COLOURS[seat]}")
        names.append(file in window.files and state.stones[seat] >> square + step & 1 == 1 and "join-e")
        rank = square // SIZE - step
        names.append(rank in window.ranks and state.stones[seat] >> square - step * SIZE & 1 == 1 and "join-s")
    if target:
        names.append("square--flip" if target.hero else "square--target")
        names.extend((target.chosen and "square--chosen", target.hint and "square--hint"))
    names.append(square == marks.last and "square--last")
    return classes(*names)


def _content(state: State, marks: Marks, square: Square) -> Child:
    seat, target, threat = _side(state, square), marks.targets.get(square), marks.threats.get(square)
    return [
        rose(seat, "stone") if seat is not None else None,
        use("rose-crown", "crown", PIECE) if square == state.crown else None,
        h(
            "span",
            use("rose-hero", "target-hero", PIECE) if target.hero else None,
            h("span", gain_text(target.gain), class_="target-gain"),
            class_="target",
        )
        if target
        else None,
        h("span", gain_text(-threat[1]), class_=f"threat threat--{COLOURS[threat[0]]}") if threat else None,
    ]


def _label(words: Words, state: State, marks: Marks, square: Square) -> str:
    """The square in a few spoken words: "d4, white rose, target +14, with a hero"."""
    seat, target, threat = _side(state, square), marks.targets.get(square), marks.threats.get(square)
    badge = marks.badges.get(square)
    parts = [square_name(square), words("rose.square.empty" if seat is None else f"rose.square.{COLOURS[seat]}")]
    if square == state.crown:
        parts.append(words("rose.square.crown"))
    if target:
        parts.append(words("rose.square.target", gain=gain_text(target.gain)))
        if target.hero:
            parts.append(words("rose.square.hero"))
        if target.chosen:
            parts.append(words("rose.square.chosen"))
        if target.hint:
            parts.append(words("rose.square.hint"))
    if threat:
        parts.append(words(f"rose.square.threat.{COLOURS[threat[0]]}", gain=gain_text(threat[1])))
    if badge:
        parts.append(words("rose.square.badge", text=badge.text))
    return ", ".join(parts)


# ---- outlines and trail ----
def _lines(state: State, marks: Marks, window: Window) -> Markup:
    """One path for every region, and the dotted way of the crown's latest jump; a square is ten units wide."""
    paths = [
        h("path", class_=f"region-{COLOURS[seat]}", d="".join(_outline(region, window)))
        for seat in (1, 0)
        for region in regions_of(state.stones[seat])
    ]
    ends = [window.place(square) if square is not None else None for square in (marks.origin, marks.last)]
    if ends[0] and ends[1]:
        (x, y), (to_x, to_y) = ends[0], ends[1]
        paths.append(h("path", class_="trail", d=f"M{x}5 {y}5L{to_x}5 {to_y}5"))
    box = f"0 0 {10 * len(window.files)} {10 * len(window.ranks)}"
    return h("svg", paths, class_="board-lines", viewBox=box, aria_hidden=True)


def _outline(region: int, window: Window) -> Iterator[str]:
    """The sides of a region's squares that no other of its squares shares."""
    places = {place for place in map(window.place, members(region)) if place}
    for column, row in sorted(places):
        x, y = 10 * column, 10 * row
        if (column, row - 1) not in places:
            yield f"M{x} {y}h10"
        if (column, row + 1) not in places:
            yield f"M{x} {y + 10}h10"
        if (column - 1, row) not in places:
            yield f"M{x} {y}v10"
        if (column + 1, row) not in places:
            yield f"M{x + 10} {y}v10"


def _badges(marks: Marks, window: Window) -> list[Markup]:
    found = []
    for square, badge in marks.badges.items():
        place = window.place(square)
        if place:
            name = classes("region-label", f"region-label--{COLOURS[badge.seat]}", badge.best and "region-label--best")
            position = f"--x:{place[0]};--y:{place[1]}"
            found.append(h("span", badge.text, class_=name, style=position, aria_hidden=True))
    return found


def heart(region: int, avoid: Square) -> Square:
    """The square of a region that is nearest to its middle, not `avoid` if there is another: for its number."""
    squares = [square for square in members(region) if square != avoid] or [avoid]
    size = region.bit_count()
    file = sum(square % SIZE for square in members(region)) / size
    rank = sum(square // SIZE for square in members(region)) / size
    return min(squares, key=lambda at: ((at % SIZE - file) ** 2 + (at // SIZE - rank) ** 2, at))


def badges(state: State, squared: bool, least: int = 2) -> dict[Square, Badge]:
    """A number for every region of at least so many stones: its size, or the points that it scores."""
    found = {}
    for seat in (RED, 1 - RED):
        sizes = {region: region.bit_count() for region in regions_of(state.stones[seat])}
        for region, size in sizes.items():
            if size >= least:
                best = not squared and size == max(sizes.values())
                found[heart(region, state.crown)] = Badge(seat, str(size**2 if squared else size), best)
    return found
