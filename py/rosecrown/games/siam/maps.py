"""Maps as data: one JSON file each, `data/map-<id>.json`, read and checked once.

Whoever owns the board can correct a map by editing its file only: where the outlines do not touch exactly as the
borders say, `Board.drawn` is false and the map is shown as a diagram instead.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import combinations
from typing import Final, NamedTuple, Protocol, TypeAlias, TypedDict

from rosecrown.games.siam.state import Count

Point: TypeAlias = tuple[float, float]
Names: TypeAlias = Mapping[str, str]
"""A name by language."""

SHARED_AT_LEAST: Final = 40.0
"""Units of common outline that a listed border needs."""

APART_AT_LEAST: Final = 14.0
"""Units between provinces without a border."""


class MapError(ValueError):
    """The map's file breaks a rule that the game needs. The message says which."""


class Faction(NamedTuple):
    """A faction or the outsiders. `colour` names the palette's tokens, e.g. "yellow"."""

    names: Names
    one: Names
    """What a single follower is called."""
    colour: str
    letter: str


class Province(NamedTuple):
    """A province; points are in units of the drawing, `home` is a faction or −1, `start` the followers it gets."""

    id: str
    names: Names
    home: int
    fixed: Count
    drawn: int
    """Followers drawn at random at the start (S4)."""
    outline: tuple[Point, ...]
    label: Point
    capital: Point
    anchors: tuple[Point, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """A map, checked. Two boards are equal only if they are the same object."""

    id: str
    size: tuple[float, float]
    factions: tuple[Faction, ...]
    """Yellow, red, blue or green, and the outsiders at index 3."""
    cards: tuple[Names, ...]
    """What the seven kinds of cards are called."""
    marker: Names
    """The King marker's name."""
    pool: Point
    """Where the drawing shows the pool."""
    provinces: tuple[Province, ...]
    neighbours: tuple[frozenset[int], ...]
    homes: tuple[int, ...]
    """The home province of each faction."""

    @cached_property
    def drawn(self) -> bool:
        """Whether the outlines touch exactly where the borders are; asked for when the map is to be shown."""
        return not outline_faults(self.provinces, self.neighbours)

    def index(self, province: str) -> int:
        """The number of the province with this id. Raises KeyError."""
        return {found.id: number for number, found in enumerate(self.provinces)}[province]


class _ProvinceFile(TypedDict):
    id: str
    name: dict[str, str]
    home: str | None
    start: dict[str, int]
    outline: list[list[float]]
    label: list[float]
    capital: list[float]
    anchors: list[list[float]]


class _FactionFile(TypedDict):
    name: dict[str, str]
    one: dict[str, str]
    colour: str
    letter: str


class _MapFile(TypedDict):
    id: str
    size: list[float]
    factions: list[_FactionFile]
    cards: list[dict[str, str]]
    marker: dict[str, str]
    pool: list[float]
    provinces: list[_ProvinceFile]
    borders: list[list[str]]


class Source(Protocol):
    """A file: a path, or a resource of the package."""

    def read_text(self, encoding: str) -> str: ...


def load(source: Source) -> Board:
    """The map in a file. Raises MapError when it is not 8 connected provinces with 3 homes."""
    data: _MapFile = json.loads(source.read_text("utf-8"))
    colours = [faction["colour"] for faction in data["factions"]]
    ids = [province["id"] for province in data["provinces"]]
    homes = [province["home"] for province in data["provinces"]]
    faults = []
    if len(set(ids)) != 8 or len(ids) != 8:
        faults.append(f"8 different provinces are needed, not {len(set(ids))}")
    if len(colours) != 4:
        faults.append("three factions and the outsiders are needed")
    if sorted(home for home in homes if home) != sorted(colours[:3]):
        faults.append(f"each of {colours[:3]} needs one home")
    if len(data["cards"]) != 7:
        faults.append("seven kinds of cards need names")
    pairs = {frozenset(border) for border in data["borders"]}
    if any(len(pair) != 2 or not pair <= set(ids) for pair in pairs):
        faults.append("a border joins two of the provinces")
    for province in data["provinces"]:
        if not set(province["start"]) <= {*colours[:3], "random"} or not province["anchors"]:
            faults.append(f"{province['id']} has unknown starting followers or no anchors")
    neighbours = tuple(
        frozenset(other for other in range(len(ids)) if frozenset((ids[here], ids[other])) in pairs and other != here)
        for here in range(len(ids))
    )
    if not faults and not _connected(neighbours):
        faults.append("the provinces are not connected")
    if faults:
        raise MapError(f"{data['id']}: " + "; ".join(faults))
    provinces = tuple(
        Province(
            id=province["id"],
            names=province["name"],
            home=colours.index(home) if (home := province["home"]) else -1,
            fixed=(
                province["start"].get(colours[0], 0),
                province["start"].get(colours[1], 0),
                province["start"].get(colours[2], 0),
            ),
            drawn=province["start"].get("random", 0),
            outline=tuple(_point(corner) for corner in province["outline"]),
            label=_point(province["label"]),
            capital=_point(province["capital"]),
            anchors=tuple(_point(anchor) for anchor in province["anchors"]),
        )
        for province in data["provinces"]
    )
    return Board(
        id=data["id"],
        size=_point(data["size"]),
        factions=tuple(Faction(item["name"], item["one"], item["colour"], item["letter"]) for item in data["factions"]),
        cards=tuple(data["cards"]),
        marker=data["marker"],
        pool=_point(data["pool"]),
        provinces=provinces,
        neighbours=neighbours,
        homes=tuple(homes.index(colour) for colour in colours[:3]),
    )


@cache
def packaged() -> Mapping[str, Board]:
    """The maps of the package by id, in the order of the lobby."""
    folder = files("rosecrown.games.siam") / "data"
    return {id: load(folder / f"map-{id}.json") for id in ("siam", "saba")}


def _point(pair: Sequence[float]) -> Point:
    return (pair[0], pair[1])


def _connected(neighbours: Sequence[frozenset[int]]) -> bool:
    seen, todo = {0}, [0]
    while todo:
        for near in neighbours[todo.pop()] - seen:
            seen.add(near)
            todo.append(near)
    return len(seen) == len(neighbours)


# ---- geometry: do the outlines say the same as the borders? ----
def outline_faults(provinces: Sequence[Province], neighbours: Sequence[frozenset[int]]) -> list[str]:
    """Where the drawing differs from the list of borders, or a label lies outside; empty if all is well."""
    faults = []
    for province in provinces:
        if len(province.outline) < 3 or _cuts_itself(province.outline):
            faults.append(f"{province.id} has no proper outline")
            continue
        for point in (province.label, province.capital, *province.anchors):
            if not inside(point, province.outline):
                faults.append(f"{province.id}: {point} lies outside")
    if faults:
        return faults
    for a, b in combinations(range(len(provinces)), 2):
        one, other = provinces[a], provinces[b]
        shared = _common(one.outline, other.outline)
        if b in neighbours[a] and shared < SHARED_AT_LEAST:
            faults.append(f"{one.id} and {other.id} border but share only {shared:.1f}")
        if b not in neighbours[a] and (shared or _closer(one.outline, other.outline, APART_AT_LEAST)):
            faults.append(f"{one.id} and {other.id} do not border but are closer than {APART_AT_LEAST}")
        if _overlap(one.outline, other.outline) or _overlap(other.outline, one.outline):
            faults.append(f"{one.id} and {other.id} overlap")
    return faults


def _edges(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, [*ring[1:], *ring[:1]], strict=True))


def _near(ring: Sequence[Point], other: Sequence[Point], margin: float) -> list[Point]:
    """The points of `ring` in the box around `other`: all that can be closer to it than the margin."""
    xs, ys = [x for x, _ in other], [y for _, y in other]
    left, right, top, bottom = min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin
    return [(x, y) for x, y in ring if left <= x <= right and top <= y <= bottom]


def _common(one: Sequence[Point], other: Sequence[Point]) -> float:
    edges = {frozenset(edge) for edge in _edges(one)} & {frozenset(edge) for edge in _edges(other)}
    return sum(math.dist(*edge) for edge in edges if len(edge) == 2)


def _distance(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) if length else 0.0
    return math.dist(p, (a[0] + t * dx, a[1] + t * dy))


def _from_outline(p: Point, ring: Sequence[Point]) -> float:
    return min(_distance(p, a, b) for a, b in _edges(ring))


def _closer(one: Sequence[Point], other: Sequence[Point], margin: float) -> bool:
    """Whether the outlines come closer to each other than `margin`."""
    return any(_from_outline(p, other) < margin for p in _near(one, other, margin)) or any(
        _from_outline(p, one) < margin for p in _near(other, one, margin)
    )


def inside(p: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies within a ring of points."""
    odd = False
    for (x1, y1), (x2, y2) in _edges(ring):
        if (y1 > p[1]) != (y2 > p[1]) and p[0] < (x2 - x1) * (p[1] - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


def _overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    corners = set(other)
    return any(p not in corners and inside(p, other) and _from_outline(p, other) > 1e-6 for p in _near(one, other, 0.0))


def _cuts_itself(ring: Sequence[Point]) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    edges = _edges(ring)
    boxes = [(min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in edges]
    for i, (left, right, top, bottom) in enumerate(boxes):
        a, b = edges[i]
        for j in range(i + 2, len(edges)):
            box = boxes[j]
            if box[0] <= right and box[1] >= left and box[2] <= bottom and box[3] >= top:
                c, d = edges[j]
                if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
                    return True
    return False
