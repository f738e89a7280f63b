"""The map as SVG, tokens and cards. Positions come from the map's file; a map without fitting outlines is a diagram."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rosecrown.games.siam.happenings import follower, people, place
from rosecrown.games.siam.maps import Board, Point, Province
from rosecrown.games.siam.notation import CARDS
from rosecrown.games.siam.state import CARD, EMPTY, FACTIONS, OUTSIDERS, OVER, Count, State
from rosecrown.widgets.markup import Markup, classes, h, join, use
from rosecrown.widgets.words import Words

TOKEN: Final = 32
BOX: Final = "0 0 40 40"
CARD_BOX: Final = "0 0 60 48"

SHAPES: Final = {
    "yellow": ("M20 3.5a16.5 16.5 0 1 0 0 33 16.5 16.5 0 0 0 0-33Z", 21, 27.4),
    "red": ("M20 1 39 20 20 39 1 20Z", 19, 27),
    "blue": ("M6.5 5h27q1.5 0 1.5 1.5v27q0 1.5-1.5 1.5h-27q-1.5 0-1.5-1.5v-27q0-1.5 1.5-1.5Z", 21, 27.4),
    "green": ("M11 4h18l10 16-10 16H11L1 20Z", 21, 27.4),
    "british": ("M5 4q7.5 2 15-1.5Q27.5 6 35 4v16c0 9-7 14-15 18C12 34 5 29 5 20Z", 20, 26.4),
}
"""Outline, size and baseline of the letter by colour: every faction has its own shape."""

NODE: Final = (210.0, 112.0)
"""Width and height of a province in the diagram."""


class Marks(NamedTuple):
    """What the map shows beside the position, by province."""

    legal: frozenset[int] = frozenset()
    picked: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()
    hint: frozenset[int] = frozenset()
    chosen: Mapping[int, Count] = {}
    """Followers that have been chosen in a province."""


# ---- symbols ----
def token_id(board: Board, faction: int) -> str:
    return f"siam-{board.id}-{board.factions[faction].colour}"


def token(board: Board, faction: int, class_: str = "icon") -> Markup:
    """A follower or control marker as a small drawing."""
    return use(token_id(board, faction), class_, BOX)


def card_id(board: Board, card: int) -> str:
    return f"siam-card-{CARDS[card]}" if card in (0, 2, 3) else f"siam-{board.id}-card-{CARDS[card]}"


def picture(board: Board, card: int, class_: str = "action-picture") -> Markup:
    """The picture of an action card."""
    return use(card_id(board, card), class_, CARD_BOX)


def symbols(board: Board) -> Markup:
    """The symbols of a map: its followers, and the cards that show them."""
    tokens = []
    for number, faction in enumerate(board.factions):
        path, size, line = SHAPES.get(faction.colour, SHAPES["british"])
        tokens.append(
            h(
                "symbol",
                h(
                    "path",
                    d=path,
                    fill=f"var(--f-{faction.colour})",
                    stroke=f"var(--f-{faction.colour}-line)",
                    stroke_width="2.4",
                    stroke_linejoin="round",
                ),
                h(
                    "text",
                    faction.letter,
                    x=20,
                    y=line,
                    font_size=size,
                    font_weight=700,
                    text_anchor="middle",
                    fill=f"var(--on-f-{faction.colour})",
                    font_family="var(--sans)",
                ),
                id=token_id(board, number),
                viewBox=BOX,
            )
        )
    arrows = h(
        "path",
        d="M10 3v13m-5-5 5 5 5-5M30 3v13m-5-5 5 5 5-5M50 3v13m-5-5 5 5 5-5",
        fill="none",
        stroke="var(--card-ink)",
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    khon = h(
        "symbol",
        arrows,
        [h("use", href=f"#{token_id(board, f)}", x=20 * f, y=24, width=20, height=20) for f in FACTIONS],
        id=card_id(board, 1),
        viewBox=CARD_BOX,
    )
    pairs = [
        h(
            "symbol",
            [h("use", href=f"#{token_id(board, f)}", x=x, y=11, width=28, height=28) for x in (3, 29)],
            id=card_id(board, 4 + f),
            viewBox=CARD_BOX,
        )
        for f in FACTIONS
    ]
    return join(tokens, khon, pairs, _shapes(board) if board.drawn else None)


def _shapes(board: Board) -> Markup:
    """The provinces' outlines and the coast: drawn once, placed many times."""
    return h(
        "defs",
        [
            h("polygon", points=points(province.outline), id=land_id(board, number))
            for number, province in enumerate(board.provinces)
        ],
        h("path", d=outline(province.outline for province in board.provinces), id=f"siam-coast-{board.id}"),
    )


# ---- the map ----
def contested_now(state: State) -> int:
    """The province whose takeover is next, −1 during set-up and after the end."""
    return state.contested if CARD <= state.phase < OVER else -1


def points(ring: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in ring)


def outline(rings: Iterable[Sequence[Point]]) -> str:
    """One path around an area: the edges that only one of the rings has."""
    rings = list(rings)
    edges = [[(ring[n - 1], ring[n]) for n in range(len(ring))] for ring in rings]
    seen: dict[frozenset[Point], int] = {}
    for ring_edges in edges:
        for edge in ring_edges:
            seen[frozenset(edge)] = seen.get(frozenset(edge), 0) + 1
    parts = []
    for ring_edges in edges:
        outer = [seen[frozenset(edge)] == 1 for edge in ring_edges]
        if all(outer):
            parts.append("M" + " ".join(f"{x:g} {y:g}" for _, (x, y) in ring_edges) + "Z")
            continue
        # begin at the first outer edge after an inner one, so that each stretch is one line
        start = next((n for n in range(len(outer)) if outer[n] and not outer[n - 1]), 0)
        drawing = False
        for offset in range(len(outer)):
            n = (start + offset) % len(outer)
            if outer[n]:
                (x, y), (x2, y2) = ring_edges[n]
                parts.append(f"L{x2:g} {y2:g}" if drawing else f"M{x:g} {y:g}L{x2:g} {y2:g}")
            drawing = outer[n]
    return "".join(parts)


def map_svg(words: Words, board: Board, state: State, marks: Marks, idle: bool) -> Markup:
    """The map with everything on it; provinces are buttons."""
    width, height = board.size
    near = 0 if board.drawn else NODE[1]
    provinces = range(len(board.provinces))
    # Drawn last is seen whole: the legal area's outline over all lands, below the names.
    shapes = _lands(board, state, marks) if board.drawn else _lines(board)
    stop = _first(board, state, marks)
    return h(
        "svg",
        shapes,
        [_province(words, board, state, marks, number, idle, number == stop) for number in provinces],
        _pool(words, board, state) if state.phase < OVER else None,
        class_="map",
        id="map",
        viewBox=f"{-near:g} 0 {width + 2 * near:g} {height + near:g}",
        role="group",
        aria_label=words("siam.map"),
        data_nav=True,
    )


def _first(board: Board, state: State, marks: Marks) -> int:
    """The province where the keyboard begins."""
    if marks.legal:
        return min(marks.legal)
    return state.open[0] if state.open else 0


def _lands(board: Board, state: State, marks: Marks) -> Markup:
    contested = contested_now(state)
    rim = None
    if contested >= 0:
        rim = join(
            h("clipPath", _land(board, contested), id="clip-contested"),
            _land(board, contested, "rim-contested", clip_path="url(#clip-contested)"),
        )
    return h(
        "g",
        h("use", href=f"#siam-coast-{board.id}", class_="coast coast--far"),
        h("use", href=f"#siam-coast-{board.id}", class_="coast coast--near"),
        [
            _land(
                board,
                number,
                classes("land", number % 2 == 1 and "land--alt", state.holder(number) >= 0 and "land--done"),
            )
            for number in range(len(board.provinces))
        ],
        [_land(board, number, "land-picked") for number in sorted(marks.picked)],
        rim,
        h("path", d=_area(board, marks.legal), class_="rim-legal") if marks.legal else None,
        aria_hidden=True,
    )


def _land(board: Board, number: int, class_: str | None = None, **attributes: str) -> Markup:
    """The shape of a province, which lies in the sprite."""
    return h("use", href=f"#{land_id(board, number)}", class_=class_, **attributes)


def land_id(board: Board, number: int) -> str:
    return f"siam-land-{board.id}-{board.provinces[number].id}"


@lru_cache(maxsize=256)
def _area(board: Board, provinces: frozenset[int]) -> str:
    """The outline of several provinces together."""
    return outline(board.provinces[number].outline for number in sorted(provinces))


def _lines(board: Board) -> Markup:
    """The borders of the diagram."""
    lines = []
    for a, near in enumerate(board.neighbours):
        for b in sorted(near):
            if a < b:
                (x, y), (x2, y2) = board.provinces[a].capital, board.provinces[b].capital
                lines.append(h("line", x1=f"{x:g}", y1=f"{y:g}", x2=f"{x2:g}", y2=f"{y2:g}", class_="road"))
    return h("g", lines, aria_hidden=True)


def spoken_followers(words: Words, board: Board, count: Count) -> str:
    """ "3 Lao, 1 Malay", or "no followers"."""
    found = [
        words("siam.count", n=number, one=follower(board, faction), many=people(board, faction))
        for faction, number in enumerate(count)
        if number
    ]
    return ", ".join(found) or words("siam.count.none")


def province_label(words: Words, board: Board, state: State, number: int, marks: Marks) -> str:
    """What a screen reader says: name, number in the order, followers or controller, and what can be done."""
    name, holder = words(place(board, number)), state.holder(number)
    space = state.order.index(number) + 1 if number in state.order else 0
    if holder >= 0:
        key = "siam.place.outsiders" if holder == OUTSIDERS else "siam.place.taken"
        return words(key, place=name, n=space, who=people(board, holder))
    parts = [
        words("siam.place.open", place=name, n=space, followers=spoken_followers(words, board, state.provinces[number]))
    ]
    if number == contested_now(state):
        parts.append(words("siam.place.contested"))
    if state.kings >> number & 1:
        parts.append(words("siam.place.king"))
    if number in marks.picked:
        parts.append(words("siam.place.picked"))
    elif number in marks.legal:
        parts.append(words("siam.place.legal"))
    return ", ".join(parts)


def _province(words: Words, board: Board, state: State, marks: Marks, number: int, idle: bool, stop: bool) -> Markup:
    province, holder = board.provinces[number], state.holder(number)
    legal, space = number in marks.legal, state.order.index(number) + 1 if number in state.order else 0
    shape: Markup
    label, capital, anchors = province.label, province.capital, province.anchors
    if board.drawn:
        shape = _land(board, number, "province-shape")
    else:
        (x, y), (wide, high) = capital, NODE
        left, top = x - wide / 2, y - high / 2
        shape = h(
            "rect", x=f"{left:g}", y=f"{top:g}", width=f"{wide:g}", height=f"{high:g}", rx=14, class_="province-node"
        )
        capital = (left + 24, top + 24)
        label = (left + (72 if province.home >= 0 else 46), top + 32)
        anchors = tuple((left + 24 + 35 * n, top + 58 + 35 * row) for row in range(2) for n in range(5))
    pieces = (
        _marker(board, holder, anchors[0])
        if holder >= 0
        else _tokens(board, state.provinces[number], anchors, marks.chosen.get(number, EMPTY))
    )
    return h(
        "g",
        shape,
        h("text", words(place(board, number)), x=f"{label[0]:g}", y=f"{label[1]:g}", class_="province-name"),
        _badge(capital, space),
        _home(board, province, capital),
        pieces,
        _king(capital) if state.kings >> number & 1 and holder < 0 else None,
        class_=classes(
            "province",
            legal and "province--legal",
            holder >= 0 and "province--done",
            number == contested_now(state) and "province--contested",
            number in marks.picked and "province--picked",
            number in marks.last and "province--last",
            number in marks.hint and "province--hint",
        ),
        id=f"place-{province.id}",
        role="button",
        tabindex=0 if stop else -1,
        data_do="tap",
        data_cell=province.id,
        data_legal=legal,
        data_here=stop and bool(marks.legal),
        aria_disabled=True if not legal or idle else None,
        aria_pressed=True if number in marks.picked else None,
        aria_label=province_label(words, board, state, number, marks),
    )


def _badge(capital: Point, space: int) -> Markup:
    x, y = capital
    return h(
        "g",
        h("circle", cx=f"{x:g}", cy=f"{y:g}", r=14),
        h("text", space or "", x=f"{x:g}", y=f"{y + 6.5:g}"),
        class_="province-order",
    )


def _home(board: Board, province: Province, capital: Point) -> Markup | None:
    if province.home < 0:
        return None
    return h(
        "use",
        href="#siam-home",
        x=f"{capital[0] + 17:g}",
        y=f"{capital[1] - 14:g}",
        width=26,
        height=26,
        class_=f"province-home f-{board.factions[province.home].colour}",
    )


def _king(capital: Point) -> Markup:
    x, y = capital
    return h("use", href="#siam-king", x=f"{x - 43:g}", y=f"{y - 14:g}", width=27, height=27)


def _marker(board: Board, holder: int, anchor: Point) -> Markup:
    """The control marker of a province that has been taken."""
    x, y = anchor
    return h("use", href=f"#{token_id(board, holder)}", x=f"{x - 14:g}", y=f"{y - 11:g}", width=52, height=52)


def _place(board: Board, faction: int, at: Point, picked: bool, number: int = 0) -> Markup:
    x, y = at
    return join(
        h("circle", cx=f"{x:g}", cy=f"{y:g}", r=20, class_="pick-ring") if picked else None,
        h(
            "use",
            href=f"#{token_id(board, faction)}",
            x=f"{x - TOKEN / 2:g}",
            y=f"{y - TOKEN / 2:g}",
            width=TOKEN,
            height=TOKEN,
            class_="token",
        ),
        h("text", f"×{number}", x=f"{x + 19:g}", y=f"{y + 8:g}", class_="token-count") if number else None,
    )


def _tokens(board: Board, count: Count, anchors: Sequence[Point], chosen: Count) -> Markup:
    """The followers in the order of factions; more than there is room for: one of each colour with its number."""
    if sum(count) <= len(anchors):
        factions = [faction for faction in FACTIONS for _ in range(count[faction])]
        ringed = [number < chosen[faction] for faction in FACTIONS for number in range(count[faction])]
        return join(
            _place(board, faction, at, picked) for faction, at, picked in zip(factions, anchors, ringed, strict=False)
        )
    present = [faction for faction in FACTIONS if count[faction]]
    x, y = anchors[0]
    return join(
        _place(board, faction, (x + 66 * n, y), chosen[faction] > 0, count[faction])
        for n, faction in enumerate(present)
    )


def _pool(words: Words, board: Board, state: State) -> Markup:
    """The pool lies in the sea, where the map's file puts it, otherwise below the map."""
    x, y = board.pool
    starts = [x + 56 * f + 8 * sum(number > 9 for number in state.pool[:f]) for f in FACTIONS]
    return h(
        "g",
        h("text", words("siam.pool"), x=f"{x:g}", y=f"{y:g}", class_="pool-name"),
        [
            join(
                h("use", href=f"#{token_id(board, f)}", x=f"{start - 2:g}", y=f"{y + 12:g}", width=27, height=27),
                h(
                    "text",
                    state.pool[f],
                    x=f"{start + 27:g}",
                    y=f"{y + 33:g}",
                    class_=classes("pool-count", state.pool[f] > 9 and "pool-count--two"),
                ),
            )
            for f, start in enumerate(starts)
        ],
        class_="pool",
        id="pool",
        role="img",
        aria_label=words("siam.pool.spoken", followers=spoken_followers(words, board, state.pool)),
    )
