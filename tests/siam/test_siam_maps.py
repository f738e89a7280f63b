"""Maps as data: what is loaded, what is refused, and when the drawing gives way to a diagram."""

import json
from pathlib import Path

import pytest

from rosecrown.games.siam.maps import MapError, load, outline_faults, packaged
from rosecrown.games.siam.rules import Siam

DATA = Path(__file__).parents[2] / "py/rosecrown/games/siam/data"

BORDERS = {
    "siam": "Lampang–Sukothai, Lampang–Isan, Sukothai–Isan, Sukothai–Khorat, Sukothai–Ayutthaya, Isan–Khorat, "
    "Khorat–Ayutthaya, Khorat–Bangkok, Ayutthaya–Bangkok, Ayutthaya–Chumphon, Bangkok–Chumphon, Chumphon–Rattani",
    "saba": "Tigray–Begemder, Tigray–Wollo, Begemder–Gojjam, Begemder–Wollo, Gojjam–Wollo, Gojjam–Shewa, "
    "Gojjam–Kaffa, Wollo–Shewa, Wollo–Herarghe, Shewa–Herarghe, Shewa–Kaffa, Shewa–Sidamo, Herarghe–Sidamo, "
    "Kaffa–Sidamo",
}


class Edited:
    """A map's file after an edit."""

    def __init__(self, edit, name="siam"):
        self.data = json.loads((DATA / f"map-{name}.json").read_text("utf-8"))
        edit(self.data)

    def read_text(self, encoding):
        return json.dumps(self.data)


@pytest.mark.parametrize("map", ["siam", "saba"])
def test_packaged_maps_have_their_borders_and_are_drawn(map):
    board = packaged()[map]
    names = [province.names["en"] for province in board.provinces]
    listed = {frozenset(border.split("–")) for border in BORDERS[map].split(", ")}
    found = {frozenset((names[a], names[b])) for a in range(8) for b in board.neighbours[a]}
    assert found == listed
    assert outline_faults(board.provinces, board.neighbours) == [] and board.drawn


@pytest.mark.parametrize(
    ("map", "homes"),
    [("siam", ["Bangkok", "Lampang", "Rattani"]), ("saba", ["Begemder", "Tigray", "Shewa"])],
)
def test_homes(map, homes):
    board = packaged()[map]
    assert [board.provinces[home].names["en"] for home in board.homes] == homes


@pytest.mark.parametrize("map", ["siam", "saba"])
def test_every_name_is_given_in_three_languages(map):
    board = packaged()[map]
    for names in (
        *(province.names for province in board.provinces),
        *(faction.names for faction in board.factions),
        *board.cards,
        board.marker,
    ):
        assert set(names) == {"en", "de", "nl"} and all(names.values())


def test_a_third_map_is_loaded_from_a_path_and_played():
    board = load(Path(__file__).parent / "map-ring.json")
    game = Siam({"ring": board})
    state = game.start(2, {})
    assert state.map == "ring" and board.neighbours[0] == {1, 7}
    assert not board.drawn  # it has no outlines


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda data: data["provinces"].pop(), "8 different provinces"),
        (lambda data: data["provinces"][0].update(id="isan"), "8 different provinces"),
        (lambda data: data["provinces"][0].update(home=None), "one home"),
        (lambda data: data["provinces"][1].update(home="red"), "one home"),
        (lambda data: data["borders"].remove(["chumphon", "rattani"]), "not connected"),
        (lambda data: data["borders"].append(["isan", "atlantis"]), "two of the provinces"),
        (lambda data: data["borders"].append(["isan", "isan"]), "two of the provinces"),
        (lambda data: data["factions"].pop(), "outsiders"),
        (lambda data: data["cards"].pop(), "seven kinds"),
        (lambda data: data["provinces"][0]["start"].update(purple=2), "unknown starting followers"),
    ],
)
def test_a_map_that_cannot_be_played_is_refused_with_the_reason(edit, says):
    with pytest.raises(MapError, match=says):
        load(Edited(edit))


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["borders"].remove(["lampang", "isan"]),  # they touch, but do not border any more
        lambda data: data["borders"].append(["lampang", "rattani"]),  # they border, but lie far apart
        lambda data: data["provinces"][0]["outline"].clear(),
        lambda data: data["provinces"][3].update(label=[0, 0]),
    ],
)
def test_edited_borders_make_it_a_diagram_not_an_error(edit):
    board = load(Edited(edit))
    assert not board.drawn
