"""The Rose King on the screen: parsed markup, taps, prompts, typed moves. No browser."""

import re
from contextlib import suppress
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rose_help import EMPTY, START, play, position, random_session

from rosecrown.core.game import IllegalMoveError, NotationError
from rosecrown.games.rose.board import CARDS
from rosecrown.games.rose.rules import GAME
from rosecrown.games.rose.view import VIEW
from rosecrown.widgets.view import Chosen, Label, Scene
from rosecrown.widgets.words import LANGUAGES, Words

# Red holds NE1 (his own rose lies there), E1 (joins two regions, +27), SW3 (off the board), NW2 (+13), NW3 (hero, +14).
MIDDLE = position(
    ".........", "......w..", "..wrr..r.", "..ww.wr..", ".ww..rrw.", "....wr.r.", "..r..rr..", "..r...w..", ".rw.w....",
    crown="g3", red="NE1 E1 SW3 NW2 NW3", white="E3 SE1 SE2 SW2 W2", heroes=(3, 4), discard="N1",
)  # fmt: skip


class Page(HTMLParser):
    """Elements of a markup: tag, attributes, and all text inside."""

    VOID = {"input", "br", "hr", "img"}

    def __init__(self, markup):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(markup)
        assert not self.open, "every element is closed"

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "text": "", **dict(attrs)}
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, **wanted):
        """Elements with these attributes; `class_` matches one of the classes."""
        name = wanted.pop("class_", None)
        wanted = {key.replace("_", "-"): value for key, value in wanted.items()}
        return [
            element
            for element in self.elements
            if all(element.get(key) == value for key, value in wanted.items())
            and (name is None or name in (element.get("class") or "").split())
        ]

    def one(self, **wanted):
        (found,) = self.all(**wanted)
        return found


def scene(state, viewer=0, language="en", names=("You", "Computer"), **more):
    labels = (Label(names[0], "", viewer == 0), Label(names[1], "hard"))
    legal = tuple(GAME.legal_moves(state)) if GAME.to_move(state) == viewer else ()
    more = {"legal": legal, "to_move": GAME.to_move(state), "outcome": GAME.outcome(state), **more}
    return Scene(entry=GAME.info.entries[0], words=Words(language), seen=state, viewer=viewer, labels=labels, **more)


def page(*args, **more):
    return Page(VIEW.areas(scene(*args, **more)))


def prompt(*args, **more):
    shown = scene(*args, **more)
    return shown.words(VIEW.prompt(shown))


# ---- the board ----
def test_the_board_is_a_grid_of_81_buttons_with_one_tab_stop():
    board = page(MIDDLE)
    assert board.one(role="grid")["id"] == "squares"
    assert len(board.all(role="row")) == 9
    squares = board.all(role="gridcell")
    assert [square["id"] for square in squares[:2]] == ["sq-a9", "sq-b9"] and squares[-1]["id"] == "sq-i1"
    assert len({square["id"] for square in squares}) == 81 and {square["tag"] for square in squares} == {"button"}
    assert [square["id"] for square in squares if square["tabindex"] == "0"] == ["sq-g3"]


def test_the_turned_board_begins_at_the_other_corner():
    squares = page(MIDDLE, turned=True).all(role="gridcell")
    assert [square["id"] for square in squares[:2]] == ["sq-i1", "sq-h1"] and squares[-1]["id"] == "sq-a9"


def test_squares_say_what_is_on_them():
    board = page(MIDDLE, selection=("card:E1",))
    labels = {square["data-cell"]: square["aria-label"] for square in board.all(role="gridcell")}
    assert labels["a9"] == "a9, empty"
    assert labels["g8"] == "g8, white rose"
    assert labels["g3"] == "g3, red rose, crown"
    assert labels["h3"] == "h3, empty, target +27, chosen"
    assert labels["e5"] == "e5, empty, target +13"


def test_the_target_with_a_hero_is_told_and_drawn():
    board = page(MIDDLE)
    square = board.one(id="sq-d6")
    assert square["aria-label"] == "d6, white rose, target +14, with a hero"
    assert "square--flip" in square["class"] and square["text"] == "+14"


def test_only_targets_are_legal():
    board = page(MIDDLE)
    assert {square["data-cell"] for square in board.elements if "data-legal" in square} == {"h3", "e5", "d6"}
    assert not [square for square in page(MIDDLE, viewer=1).elements if "data-legal" in square]


def test_every_region_has_one_outline_and_the_last_jump_a_trail():
    before = play(MIDDLE, "E1")
    events = tuple((0, event) for event in GAME.events(MIDDLE, GAME.parse_move("E1"), None))
    board = page(before, last=events)
    assert len(board.all(class_="region-red")) == 5 and len(board.all(class_="region-white")) == 8
    assert board.one(class_="trail")["d"] == "M65 65L75 65"
    assert board.one(class_="square--last")["id"] == "sq-h3"
    assert not page(before).all(class_="trail")


def test_fields_of_one_side_lose_the_lines_between_them():
    board = page(MIDDLE)
    classes = {square["data-cell"]: set(square["class"].split()) for square in board.all(role="gridcell")}
    assert "join-e" in classes["d7"] and "join-s" not in classes["d7"]
    assert {"join-e", "join-s"} <= classes["f5"] and not {"join-e", "join-s"} & classes["g8"]
    turned = page(MIDDLE, turned=True).one(id="sq-e7")
    assert "join-e" in turned["class"]


# ---- switches ----
def test_targets_can_be_switched_off_but_the_chosen_one_stays():
    off = {"targets": False}
    assert not [square for square in page(MIDDLE, switches=off).elements if "data-legal" in square]
    chosen = page(MIDDLE, switches=off, selection=("card:NW2",))
    assert [square["data-cell"] for square in chosen.elements if "data-legal" in square] == ["e5"]


def test_threats_are_what_the_opponent_could_do_from_here_or_from_the_chosen_square():
    def threats(**more):
        found = page(MIDDLE, switches={"threats": True}, **more).all(role="gridcell")
        return {square["data-cell"] for square in found if "in reach of White" in square["aria-label"]}

    # White's cards are E3 SE1 SE2 SW2 W2. From g3, E3 leaves the board and SW2 leads to his own rose on e1; from h3,
    # E3 and SE2 leave the board and W2 leads to a red rose on f3.
    assert threats() == {"h2", "i1", "e3"}
    assert threats(selection=("card:E1",)) == {"i2", "f1", "f3"}
    assert not re.search("in reach of", VIEW.areas(scene(MIDDLE)))


def test_territory_shows_the_points_of_regions():
    board = page(MIDDLE, switches={"territory": True})
    texts = sorted(int(label["text"]) for label in board.all(class_="region-label"))
    assert texts == [4, 4, 25, 36]
    assert not page(MIDDLE).all(class_="region-label")


# ---- cards, pile, players ----
def test_cards_say_what_they_do():
    board = page(MIDDLE)
    labels = {card["id"]: card["aria-label"] for card in board.all(class_="power-card") if card["tag"] == "button"}
    assert labels == {
        "card-NE1": "north-east I, own rose there",
        "card-E1": "east I, play to h3, +27",
        "card-SW3": "south-west III, leaves the board",
        "card-NW2": "north-west II, play to e5, +13",
        "card-NW3": "north-west III, play to d6, +14, with a hero",
    }
    assert board.one(id="card-NE1")["aria-disabled"] == "true" and "disabled" not in board.one(id="card-NE1")
    assert board.one(id="card-E1")["aria-pressed"] == "false"
    assert page(MIDDLE, selection=("card:E1",)).one(id="card-E1")["aria-pressed"] == "true"


def test_players_show_score_heroes_and_cards():
    board = page(MIDDLE)
    assert board.one(id="opponent")["aria-label"] == "Computer, White"
    assert [score["text"] for score in board.all(class_="player-score")] == ["32", "47"]
    assert [heroes["aria-label"] for heroes in board.all(class_="heroes")] == ["4 heroes left", "3 heroes left"]
    cards = [card for card in board.all(tag="li", class_="power-card") if card["id"].startswith("opponent")]
    assert [card["id"] for card in cards] == [f"opponent-hand-{name}" for name in ("E3", "SE1", "SE2", "SW2", "W2")]
    assert cards[0]["aria-label"] == "east III"


def test_the_viewer_sits_at_the_bottom():
    board = page(MIDDLE, viewer=1, names=("Anna", "Bert"))
    assert board.one(id="own")["aria-label"] == "Bert, White" and board.one(id="opponent")["aria-label"] == "Anna, Red"


def test_a_drawn_card_is_marked():
    state = play(START, "N1", "W1", "draw")
    events = tuple((-1, event) for event in GAME.events(state, GAME.parse_move(":S1"), None))
    after = play(state, ":S1")
    assert [card["id"] for card in page(after, viewer=1, last=events).all(class_="power-card--new")] == [
        "opponent-hand-S1"
    ]
    assert [card["id"] for card in page(after, viewer=0, last=events).all(class_="power-card--new")] == ["card-S1"]


@pytest.mark.parametrize(
    "state, words",
    [
        (MIDDLE, "Draw pile: 13 cards. Your hand is full, so you can’t draw."),
        (play(START, "N1", "W1"), "Draw a card: 14 are left in the draw pile"),
    ],
)
def test_the_pile_says_whether_one_can_draw(state, words):
    pile = page(state).one(id="pile")
    assert pile["aria-label"] == words and ("aria-disabled" in pile) == ("full" in words)


def test_stock_and_score():
    board = page(MIDDLE)
    facts = [(fact["text"], name["text"]) for fact, name in zip(board.all(tag="dd"), board.all(tag="dt"), strict=True)]
    assert facts == [("27", "stones left"), ("1", "card discarded")]
    unseen = [card["id"] for card in board.all(tag="li", class_="power-card") if card["id"].startswith("unseen")]
    assert len(unseen) == 13 and "unseen-N1" not in unseen and "unseen-N2" in unseen
    assert board.one(id="discards-N1")["aria-label"] == "north I"
    parts = [part["text"] for part in board.all(class_="score-part")]
    assert parts == ["62 = 36", "2 × 22 = 8", "3 × 1", "52 = 25", "7 × 1"]
    assert "Red leads by 15 points." in board.one(id="score")["text"]


# ---- taps ----
def tapped(state, *cells):
    """The selection or move after some taps."""
    selection = ()
    for cell in cells:
        assert not isinstance(selection, Chosen)
        selection = VIEW.tap(scene(state, selection=selection), cell)
    return GAME.move_text(selection.move) if isinstance(selection, Chosen) else selection


@pytest.mark.parametrize(
    "cells, result",
    [
        (["card:E1"], ("card:E1",)),
        (["card:E1", "h3"], "E1"),
        (["card:E1", "card:E1"], "E1"),
        (["h3"], ("card:E1",)),
        (["h3", "h3"], "E1"),
        (["h3", "card:E1"], "E1"),
        (["card:E1", "e5"], ("card:NW2",)),
        (["card:E1", "e5", "e5"], "NW2"),
        (["d6", "d6"], "NW3*"),
        (["card:E1", "a9"], ()),
        (["card:NE1"], ("card:NE1",)),
        (["card:NE1", "card:NE1"], ()),
        (["card:NE1", "h4"], ()),
        (["card:NE1", "card:E1", "h3"], "E1"),
        (["pile"], ("pile",)),
        (["nonsense"], ()),
        (["card:nonsense"], ()),
    ],
)
def test_taps(cells, result):
    assert tapped(MIDDLE, *cells) == result


def test_one_tap_draws():
    assert tapped(play(START, "N1", "W1"), "pile") == "draw"


def test_taps_do_nothing_when_it_is_not_my_turn():
    assert VIEW.tap(scene(MIDDLE, viewer=1), "h3") == ()


# ---- prompts ----
@pytest.mark.parametrize(
    "selection, words",
    [
        ((), "Play a card."),
        (("card:E1",), "Tap h3: joins two regions, +27"),
        (("card:NW2",), "Tap e5: a region of 7, +13"),
        (("card:NW3",), "Tap d6: a hero turns the rose over, +14"),
        (("card:NE1",), "North-east I: your own rose lies on h4."),
        (("card:SW3",), "South-west III leaves the board."),
        (("pile",), "Your hand is full: you can’t draw."),
    ],
)
def test_prompts(selection, words):
    assert prompt(MIDDLE, selection=selection) == words
    assert page(MIDDLE, selection=selection).one(id="prompt")["text"] == words


def test_more_prompts():
    four = play(START, "N1", "W1")
    assert prompt(four) == "Play a card or draw one."
    assert prompt(START, selection=("card:N1",)) == "Tap e6: a new region, +1"
    assert prompt(MIDDLE, viewer=1) == "You to move."
    assert (
        prompt(MIDDLE._replace(heroes=(0, 4)), selection=("card:NW3",))
        == "North-west III: no hero is left to turn over d6."
    )
    stuck = position(*[EMPTY] * 8, "r........", crown="a1", red="S1 S2 S3 W1", white="N1")
    assert prompt(stuck) == "No card is playable: draw one."


def test_k9_the_lone_hero_play_is_announced():
    state = position(*[EMPTY] * 7, "rr.......", "rw.......", crown="a1", red="E1 N1 S1 S2 W1", white="N3")
    assert prompt(state) == "Your only move: east I with a hero to b1."


def test_k10_a_forced_pass_says_why():
    state = position(*[EMPTY] * 8, "r........", crown="a1", red="S1 S2 S3 W1 W2", white="N1 N2 E1")
    events = tuple((0, event) for event in GAME.events(state, GAME.parse_move("pass"), None))
    assert prompt(play(state, "pass"), viewer=1, last=events) == "Red has to pass: five cards, none playable."
    assert prompt(play(state, "pass"), viewer=0, last=events) == "Red has to pass: five cards, none playable."


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_prompt_has_an_open_place(language):
    for state in random_session(3).states[10:]:
        for viewer in (0, 1, None):
            cards = [f"card:{card}" for card in CARDS] if GAME.to_move(state) == viewer else []
            for selection in [(), *((card,) for card in cards)]:
                assert "{" not in prompt(state, viewer, language, selection=selection)


# ---- names from outside are escaped ----
def test_names_are_escaped():
    markup = VIEW.areas(scene(MIDDLE, names=('<img src="x">', '"><script>')))
    assert "<img" not in markup and "<script" not in markup
    assert "&lt;img" in markup


# ---- the end ----
LEVEL = position("rrr..rr..", ".........", "rr..r....", ".........", "www..www.", ".........", "w........", ".........",
                 "r........", crown="a1", red="S1 S2 NW1 W1 SE1", white="S3 W2 W3 SW1 SW2")  # fmt: skip


def test_the_ending_walks_through_regions_and_ties():
    shown = scene(LEVEL)
    end = Page(VIEW.ending(shown))
    rows = [row["text"] for row in end.all(tag="tr")]
    assert rows[0].startswith("3 stones around b9") and rows[0].endswith("3 × 39")
    assert "2 single2 × 12" in rows and len(end.all(class_="result-best")) == 3
    steps = [end.one(id=f"tie-{name}")["text"] for name in ("points", "region", "stones")]
    assert steps == ["Points19 : 19level", "Largest region3 : 3level", "Stones on the board9 : 7decides for Red"]


def test_the_reason_of_the_end_begins_with_the_score():
    shown = scene(LEVEL)
    assert shown.words(VIEW.why_over(LEVEL, shown.outcome)) == "19 to 19. Neither side can do anything more."


def test_no_tie_no_tie_break():
    state = position(
        "rr......w", *[EMPTY] * 7, "r........", crown="a1", red="S1 S2 NW1 W1 SE1", white="S3 W2 W3 SW1 SW2"
    )
    assert "tie" not in VIEW.ending(scene(state))


def test_the_final_board_shows_the_sizes():
    labels = page(LEVEL).all(class_="region-label")
    assert sorted(int(label["text"]) for label in labels) == [2, 2, 3, 3, 3]
    assert len([label for label in labels if "region-label--best" in label["class"]]) == 3


# ---- typed moves ----
@pytest.mark.parametrize(
    "typed, move",
    [
        ("E1", "E1"), ("e 1", "E1"), ("east I", "E1"), ("Ost 1", "E1"), ("oost i", "E1"), ("O1", "E1"), ("h3", "E1"),
        ("H3", "E1"), ("to h3", "E1"), ("nach h3", "E1"), ("east 1 to h3", "E1"),
        ("NW2", "NW2"), ("nw 2", "NW2"), ("north-west II", "NW2"), ("Nordwest 2", "NW2"), ("noordwest ii", "NW2"),
        ("North West 2", "NW2"), ("e5", "NW2"),
        ("NW3*", "NW3*"), ("nw3", "NW3*"), ("hero d6", "NW3*"), ("d6", "NW3*"), ("d6 with a hero", "NW3*"),
        ("d6 mit einem Helden", "NW3*"), ("held nw3", "NW3*"), ("nordwest 3 mit Held", "NW3*"),
    ],
)  # fmt: skip
def test_typed_moves(typed, move):
    assert GAME.move_text(VIEW.typed(scene(MIDDLE), typed)) == move


@pytest.mark.parametrize(
    "typed", ["draw", "Draw", "d", "draw a card", "ziehen", "Karte ziehen", "trekken", "kaart trekken"]
)
def test_typed_draws(typed):
    assert GAME.move_text(VIEW.typed(scene(play(START, "N1", "W1")), typed)) == "draw"


@pytest.mark.parametrize(
    "typed, card", [("no2", "NE2"), ("so1", "SE1"), ("zo1", "SE1"), ("Süd 2", "S2"), ("sued 2", "S2"), ("zuid 2", "S2"),
                    ("z2", "S2"), ("noordoost 2", "NE2"), ("Nord 1", "N1")],
)  # fmt: skip
def test_typed_directions_in_three_languages(typed, card):
    assert GAME.move_text(VIEW.typed(scene(START), typed)) == card


@pytest.mark.parametrize(
    "language, examples",
    [("en", ("NE2", "h3", "hero d6", "draw")), ("de", ("NO2", "h3", "Held d6", "ziehen")),
     ("nl", ("NO2", "h3", "held d6", "trekken"))],
)  # fmt: skip
def test_the_examples_of_typed_moves_are_moves(language, examples):
    assert all(example in Words(language)("rose.typed.note") for example in examples)
    for example in examples:
        with suppress(IllegalMoveError):  # not here, but understood
            VIEW.typed(scene(MIDDLE), example)


def test_e2_is_a_card_or_a_square():
    state = position(*[EMPTY] * 6, "....r....", crown="e3", red="E2 S1", white="N1")
    assert GAME.move_text(VIEW.typed(scene(state), "E2")) == "E2"
    assert GAME.move_text(VIEW.typed(scene(state), "e2")) == "S1"
    only_card = state._replace(hands=(state.hands[0] & ~(1 << 12), state.hands[1]))
    assert GAME.move_text(VIEW.typed(scene(only_card), "e2")) == "E2"


@pytest.mark.parametrize("typed", ["NE1", "a9", "N1", "draw", "hero h3", "pass", "hero e1"])
def test_typed_but_not_allowed(typed):
    with pytest.raises(IllegalMoveError):
        VIEW.typed(scene(MIDDLE), typed)


@pytest.mark.parametrize("typed", ["", "hello", "N4", "j5", "hero", "NE", "2", "*", "e10", "<b>"])
def test_typed_but_not_understood(typed):
    with pytest.raises(NotationError):
        VIEW.typed(scene(MIDDLE), typed)


@given(st.text(max_size=20) | st.text("neswoz123i *-d4h3heroldwast", max_size=16))
def test_any_typed_text_is_a_legal_move_or_a_typed_error(typed):
    shown = scene(MIDDLE)
    try:
        assert VIEW.typed(shown, typed) in shown.legal
    except (NotationError, IllegalMoveError):
        pass


# ---- log, lobby, rules ----
def test_notes_of_moves():
    events = GAME.events(MIDDLE, GAME.parse_move("E1"), None)
    assert VIEW.move_note(events) == "+27" and VIEW.move_note([]) == ""
    assert VIEW.rest(events) > 0 and VIEW.rest([]) == 0


def test_standing():
    def standing(viewer, **more):
        shown = scene(MIDDLE, viewer, **more)
        return shown.words(VIEW.standing(shown))

    assert standing(0) == "You lead 47 to 32." and standing(1) == "Red leads 47 to 32."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_pictures_that_are_right(language):
    rules = Page(VIEW.rules(Words(language)))
    assert len(rules.all(tag="figure")) == len(rules.all(tag="figcaption")) == 4
    assert [gain["text"] for gain in rules.all(class_="target-gain")] == ["+5", "+14"]
    assert sorted(int(label["text"]) for label in rules.all(class_="region-label")) == [1, 4, 16, 16]
    assert all(picture.get("aria-label") for picture in rules.all(role="img"))
    assert "data-figure" not in VIEW.rules(Words(language))


def test_the_lobby_picture_is_small_and_without_ids():
    picture = VIEW.picture(Words("en"), "rose")
    assert len(picture) < 4096 and 'id="' not in picture and picture.count("<svg") == 1


def test_the_sprite_uses_tokens_only():
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?!\")", VIEW.sprite()) and "rgb(" not in VIEW.sprite()


def test_every_card_has_its_own_target():
    """So a square that is tapped stands for one card at most."""
    for state in random_session(5).states[10:]:
        for seat in (0, 1):
            shown = scene(state, seat)
            cells = [VIEW._cell(shown, move) for move in shown.legal if move.card >= 0]
            assert len(cells) == len(set(cells))
