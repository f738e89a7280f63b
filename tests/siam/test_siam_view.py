"""What the table shows and what taps mean, without a browser."""

import re

import pytest
from bs4 import BeautifulSoup
from siam_help import BRITISH, KHON, LAO, MAHA, MALAY, ONE, RAMA, TWO, all_pass, dealt, play, position, random_game

from rosecrown.core.game import CHANCE, NOBODY, IllegalMoveError, NotationError
from rosecrown.games.siam.drawing import outline
from rosecrown.games.siam.forecast import forecast
from rosecrown.games.siam.maps import load
from rosecrown.games.siam.rules import GAME, Siam
from rosecrown.games.siam.state import OVER, PASS, Move
from rosecrown.games.siam.view import VIEW, SiamView
from rosecrown.widgets.view import Chosen, Label, Scene, told
from rosecrown.widgets.words import LANGUAGES, Words

LAND = {"lampang": "rrry", "isan": "rrb", "sukothai": "yyb", "khorat": "yr", "ayutthaya": "b", "bangkok": "yyyb"}


def scene(state, selection=(), language="en", viewer=None, you=True, **more):
    viewer = (max(GAME.to_move(state), 0)) if viewer is None else viewer
    mine = GAME.to_move(state) == viewer
    labels = tuple(
        Label("You", you=True) if you and seat == viewer else Label(f"Seat {seat + 1}") for seat in range(state.seats)
    )
    return Scene(
        entry=GAME.info.entries[0],
        words=Words(language),
        seen=state,
        viewer=viewer,
        to_move=GAME.to_move(state),
        labels=labels,
        legal=tuple(GAME.legal_moves(state)) if mine else (),
        selection=selection,
        outcome=GAME.outcome(state),
        **more,
    )


def tapped(state, *cells):
    """The selection after taps, or the chosen moves as texts."""
    selection = ()
    for cell in cells:
        assert not isinstance(selection, Chosen), "the turn was over before"
        selection = VIEW.tap(scene(state, selection), cell)
    if isinstance(selection, Chosen):
        return [GAME.move_text(move) for move in (selection.move, *selection.then)]
    return selection


def page(state, *cells, **more):
    return BeautifulSoup(VIEW.areas(scene(state, tapped(state, *cells) if cells else (), **more)), "html.parser")


def said(state, *cells, language="en"):
    """The prompt after taps."""
    words = Words(language)
    return words(VIEW.prompt(scene(state, tapped(state, *cells) if cells else (), language)))


def legal(soup):
    """The cells that go on, on the map."""
    return {tag["data-cell"] for tag in soup.select(".province[data-legal]")}


# ---- a turn by taps ----
def test_a_whole_turn_by_taps():
    state = position(LAND)
    taps = ("card:1v1", "isan", "pick:r", "khorat", "pick:y", "bangkok", "pick:b")
    assert tapped(state, *taps) == ["play:1v1", "trade:br.dy", "take:fb"]


def test_followers_without_an_alternative_need_no_tap():
    state = position({"isan": "rr", "khorat": "y", "rattani": "b"})
    assert tapped(state, "card:1v1", "isan", "khorat", "rattani") == ["play:1v1", "trade:br.dy", "take:hb"]


def test_an_effect_without_an_alternative_needs_no_tap():
    state = position(LAND)  # Malay: only Chumphon is beside Rattani
    assert tapped(state, "card:b", "ayutthaya") == ["play:b", "put:bg.bg", "take:eb"]


def test_a_card_without_effect_is_explained_before_it_is_played():
    state = position(LAND, pool="yy")
    assert said(state, "card:r").startswith("Lao, no effect: the pool has no such follower.")
    assert tapped(state, "card:r", "ayutthaya") == ["play:r", "take:eb"]


def test_maharacha_by_tiles_and_marker():
    state = position(LAND)
    assert tapped(state, "card:maha", "isan", "rattani", "rattani", "ayutthaya") == [
        "play:maha", "tiles:bh*h", "take:eb",
    ]  # fmt: skip
    soup = page(state, "card:maha", "isan")
    assert soup.select_one("#tile-isan")["aria-pressed"] == "true"
    assert len(soup.select("button.tile--legal")) == 7


def test_khon_thai_places_what_the_pool_has():
    state = position(LAND, pool="yb")
    assert tapped(state, "card:khon", "isan", "rattani", "ayutthaya") == ["play:khon", "put:yb.bh", "take:eb"]


def test_two_for_one_by_taps():
    state = position(LAND)
    assert tapped(state, "card:2v1", "lampang", "pick:yr", "isan", "pick:b", "bangkok", "pick:y") == [
        "play:2v1", "trade:ayr.bb", "take:fy",
    ]  # fmt: skip


def test_every_step_can_be_taken_back():
    state = position(LAND)
    taps = ("card:1v1", "isan", "pick:r", "khorat")
    for number in range(len(taps)):
        assert tapped(state, *taps[: number + 1], "back") == tapped(state, *taps[:number])
    # back over a complete step begins that step anew
    assert tapped(state, *taps, "pick:y", "back") == ("move:play:1v1",)
    assert tapped(state, *taps, "pick:y", "bangkok", "back") == tapped(state, *taps, "pick:y")
    # a card with nothing to choose is taken back whole
    assert tapped(state, "card:b", "back") == ()


def test_another_card_or_the_same_again():
    state = position(LAND)
    assert tapped(state, "card:1v1", "isan", "card:y") == ("move:play:y",)
    assert tapped(state, "card:1v1", "card:1v1") == ()


def test_another_province_begins_the_step_anew():
    state = position(LAND)
    assert tapped(state, "card:1v1", "isan", "bangkok") == ("move:play:1v1", "bangkok")
    assert tapped(state, "card:1v1", "isan", "isan") == ("move:play:1v1",)


@pytest.mark.parametrize("cell", ["", "nowhere", "card:xyz", "card:", "pick:y", "back", "khorat"])
def test_taps_that_mean_nothing_change_nothing(cell):
    assert tapped(position(LAND), cell) == ()


def test_passing():
    state = position(LAND)
    assert tapped(state, "pass") == ["pass"]
    button = page(play(state, "pass")).select_one("#pass")
    assert button["aria-label"] == "Pass: Lampang falls to Lao"
    assert said(play(state, "pass")) == "Play a card, or pass: then Lampang falls to Lao."
    level = position({"lampang": "yr"}, passes=1)
    assert said(level) == "Play a card, or pass: then the British march into Lampang."


def test_nothing_can_be_tapped_when_another_is_to_move():
    state = position(LAND, seat=1)
    shown = scene(state, viewer=0)
    assert VIEW.tap(shown, "card:1v1") == ()
    assert not BeautifulSoup(VIEW.areas(shown), "html.parser").select("[data-legal]")
    assert Words("en")(VIEW.prompt(shown)) == "Seat 2 to move."


def test_steps_are_numbered():
    state = position(LAND)
    assert said(state, "card:1v1") == "1 vs 1, step 1 of 3: Swap a follower of which province?"
    assert said(state, "card:1v1", "isan", "pick:r") == "1 vs 1, step 2 of 3: Lao from Isan: swap with which province?"
    assert said(state, "card:1v1", "isan", "pick:r", "khorat", "pick:y").startswith("1 vs 1, step 3 of 3: Take")
    assert "Schritt 1 von 4" in said(state, "card:khon", language="de")


# ---- what is shown ----
def test_a_card_shows_where_it_can_act():
    state = position(LAND)
    assert legal(page(state)) == set()
    assert legal(page(state, "card:r")) == {"isan", "sukothai"}
    assert legal(page(state, "card:2v1")) == {"lampang", "isan", "sukothai", "khorat", "bangkok"}
    assert legal(page(state, "card:2v1", "bangkok", "pick:yy")) == {"khorat", "ayutthaya"}


def test_the_map_shows_the_position_after_the_steps_so_far():
    state = position(LAND)
    label = page(state, "card:r", "isan", "isan").select_one("#place-isan")["aria-label"]
    assert label == "Isan, number 2: 4 Lao, 1 Malay, can be chosen"
    assert page(state).select_one("#place-lampang")["aria-label"] == ("Lampang, number 1: 1 Rama, 3 Lao, contested now")


def test_taken_provinces_and_markers_are_said():
    state = all_pass(position(LAND, kings=("khorat",), hands=[[KHON], [KHON, LAO]]))
    soup = page(state)
    assert soup.select_one("#place-lampang")["aria-label"] == "Lampang, number 1, controlled by Lao"
    assert "King marker" in soup.select_one("#place-khorat")["aria-label"]
    assert soup.select_one("#tile-lampang")["aria-label"] == "1, Lampang, taken by Lao"


def test_a_crowded_province_shows_one_token_of_each_colour_with_its_number():
    state = position({"ayutthaya": "yyyyyrrrb"})
    place = page(state).select_one("#place-ayutthaya")
    assert len(place.select("use.token")) == 3
    assert [tag.text for tag in place.select(".token-count")] == ["×5", "×3", "×1"]
    few = position({"ayutthaya": "yyyyyrr"})
    assert len(page(few).select("#place-ayutthaya use.token")) == 7


def test_the_forecast_can_be_hidden():
    state = position(LAND)
    assert page(state).select_one(".standing-then") is not None
    hidden = page(state, switches={"forecast": False})
    assert hidden.select_one(".standing-then") is None and not hidden.select(".tile-mark--lead")


def test_the_forecast_follows_the_steps_of_the_turn():
    """Yellow would win both provinces that are left; two Lao in Bangkok, the last of them, turn it over."""
    order = ("lampang", "khorat", "isan", "sukothai", "ayutthaya", "rattani", "chumphon", "bangkok")
    land, hands = {"bangkok": "y", "chumphon": "y"}, [[LAO, KHON], [KHON]]
    state = position(land, taken="yryr==", order=order, hands=hands, courts=["rry", "yyb"])
    before, after = forecast(state), forecast(play(state, LAO, "put:rf.rf"))
    assert (before.ruler, before.provinces) == (0, 4) and (after.ruler, after.provinces) == (1, 3)
    assert "Rama rules, Seat 2 wins" in page(state).select_one(".standing-then").text
    assert "Lao rules, you win" in page(state, "card:r").select_one(".standing-then").text


def test_s10_open_shows_all_hands_memory_none_of_others():
    state = play(position(LAND), "play:y", "put:yd.yd", "take:dy")
    assert page(state).select_one("#hands") is not None
    for hidden in (state._replace(memory=1), position(LAND, seats=4)):
        soup = page(hidden)
        assert soup.select_one("#hands") is None
        assert [tag.text for tag in soup.select(".court-cards-long")][1:] == ["8\u00a0cards"] * (hidden.seats - 1)
    assert page(state._replace(memory=1)).select_one("#court-0 .court-top")["aria-label"] == "Top of the pile: Rama"


def test_s10_from_memory_the_log_does_not_name_cards():
    state = play(position(LAND), RAMA)
    happened = GAME.events(state, Move("put", (0, 3, 0, 3)), 1)[0]
    words = Words("en")
    assert words(GAME.describe(state, happened)) == "Rama: two Rama to Khorat"
    assert words(GAME.describe(state._replace(memory=1), happened)) == "two Rama to Khorat"


def test_who_passed_in_a_row_is_marked():
    state = play(position(LAND, seats=3), "pass", "pass")
    assert [tag["id"] for tag in page(state).select(".court--passed")] == ["court-0", "court-1"]


def test_the_last_card_that_is_barred_says_so():
    state = position({"chumphon": "yr", "rattani": "yb"}, hands=[[MAHA], []], courts=["rb", "yyyyrrrr"], taken="yryr==")
    label = page(state).select_one("#card-0")["aria-label"].replace("\u00ad", "")
    assert label == "Maharacha, the last card of the game: it would not win"


def test_a_choice_of_followers_is_big_buttons_in_place_of_the_hand():
    soup = page(position(LAND), "card:2v1", "lampang")
    assert [tag["data-cell"] for tag in soup.select(".choice")] == ["pick:yr", "pick:rr"]
    assert soup.select_one("#hand") is None
    assert soup.select_one("#pick-yr").text == "Rama and Lao"


def test_the_outline_of_an_area_leaves_out_inner_borders():
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    right = [(1, 0), (2, 0), (2, 1), (1, 1)]
    assert outline([square]).count("M") == 1
    both = outline([square, right])
    assert both.count("M") == 2 and both.count("L") == 6  # two stretches of three edges
    assert outline([]) == ""


def test_a_map_without_outlines_is_a_diagram():
    from pathlib import Path

    ring = load(Path(__file__).parent / "map-ring.json")
    game = Siam({"ring": ring})
    view = SiamView(game)
    state = game.start(2, {})
    while game.to_move(state) == CHANCE:
        state = game.apply(state, game.chances(state)[0][0])
    shown = Scene(
        entry=game.info.entries[0], words=Words("en"), seen=state, viewer=state.seat, to_move=state.seat,
        labels=(Label("A"), Label("B")), legal=tuple(game.legal_moves(state)),
    )  # fmt: skip
    soup = BeautifulSoup(view.areas(shown), "html.parser")
    assert len(soup.select("line.road")) == 8 and len(soup.select("rect.province-node")) == 8
    assert not soup.select("use.land")


# ---- typed moves ----
@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("pass", "pass"),
        ("Passen", "pass"),
        ("Lao", "play:r"),
        ("maharacha", "play:maha"),
        ("1 vs 1", "play:1v1"),
        ("1 vs. 1", "play:1v1"),
        ("khon thai", "play:khon"),
        ("play:2v1", "play:2v1"),
        ("Malaien", "play:b"),
    ],
)
def test_typed_cards(typed, move):
    assert GAME.move_text(VIEW.typed(scene(position(LAND)), typed)) == move


@pytest.mark.parametrize(("language", "passing"), [("en", "pass"), ("de", "passen"), ("nl", "passen")])
def test_the_examples_of_typed_moves_are_moves(language, passing):
    assert f" {passing} " in Words(language)("siam.typed.note") and "1 vs 1" in Words(language)("siam.typed.note")
    assert VIEW.typed(scene(position(LAND)), passing) == PASS


@pytest.mark.parametrize(
    ("card", "typed", "move"),
    [
        (ONE, "lao isan for rama khorat", "trade:br.dy"),
        (ONE, "isan lao khorat rama", "trade:br.dy"),
        (ONE, "rot aus Isan gegen gelb aus Khorat", "trade:br.dy"),
        (TWO, "lampang lao lao isan malay", "trade:arr.bb"),
        (RAMA, "khorat ayutthaya", "put:yd.ye"),
        (MAHA, "isan khorat isan", "tiles:bd*b"),
        (KHON, "isan isan khorat", "put:yb.rb.bd"),
        (MALAY, "chumphon chumphon", "put:bg.bg"),
    ],
)
def test_typed_effects(card, typed, move):
    assert GAME.move_text(VIEW.typed(scene(play(position(LAND), card)), typed)) == move


def test_typed_takes():
    state = play(position(LAND), MALAY, "put:bg.bg")
    assert VIEW.typed(scene(state), "neem Lao uit Isan") == Move("take", (1, 1))
    assert VIEW.typed(scene(state), "ayutthaya") == Move("take", (4, 2))
    with pytest.raises(IllegalMoveError):
        VIEW.typed(scene(state), "isan")  # which of them?
    with pytest.raises(IllegalMoveError):
        VIEW.typed(scene(state), "take:ab")
    with pytest.raises(NotationError):
        VIEW.typed(scene(state), "take the train")


# ---- the end ----
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_walks_through_ruling_faction_and_tie_breaks(language, seats):
    for seed in range(6):
        state = list(random_game(seats, seed, passing=0.3))[-1]
        assert state.phase == OVER and GAME.to_move(state) == NOBODY
        shown = scene(state, language=language, viewer=0)
        soup = BeautifulSoup(VIEW.ending(shown), "html.parser")
        outcome = GAME.outcome(state)
        held = {tag["id"]: int(tag.select("td")[0].text) for tag in soup.select("tr[id^=ruler-]")}
        assert sum(held.values()) == len(state.taken)
        assert [tag["id"] for tag in soup.select("tr.ending-best[id^=result-]")] == [
            f"result-{s}" for s in outcome.winners
        ]
        assert [tag["id"] for tag in soup.select("li.ending-step")] == [
            f"verdict-{step.name}" for step in outcome.steps
        ]
        assert "{" not in soup.text


def test_the_end_says_why_a_faction_rules():
    state = position({}, courts=["yyr", "yb"], taken="yyyrrb=")._replace(phase=OVER, taken=(0, 1, 0, 1, 0, 1, 3, 3))
    text = BeautifulSoup(VIEW.ending(scene(state, viewer=0)), "html.parser").select_one("#ending-rule .ending-say").text
    assert text == "Lao rules: level at 3 provinces, it took one last, Bangkok."


THREE = {"taken": "yyyrrb=="}
"""Rama rules with three provinces, Lao is second with two."""


@pytest.mark.parametrize(
    ("courts", "more", "said"),
    [
        (["yyyr", "yyb"], THREE, "Rama rules with 3 provinces: you have 3 of its followers, Seat 2 only 2."),
        (["yr", "yyb"], THREE, "Rama rules with 3 provinces: Seat 2 has 2 of its followers, you only 1."),
        (["r", "yb", "yyr"], THREE, "Rama rules with 3 provinces: Seat 3 has 2 of its followers, Seat 2 only 1."),
        (["r", "y", "yy", "b"], THREE, "Rama rules with 3 provinces: Seat 3 has 2 of its followers, Seat 2 only 1."),
        (
            ["yyr", "yyb", "rr"],
            THREE,
            "Rama rules, a tie at 2 followers. Of Lao, next in power, you have 1, Seat 2 only 0.",
        ),
        (
            ["yr", "yr"],
            {**THREE, "plays": (0, 1)},
            "Rama rules with 3 provinces. Level on followers, so whoever played a card last loses.",
        ),
        (
            ["yr", "yr"],
            {**THREE, "plays": ()},
            "Rama rules with 3 provinces. Level on followers, and none of them has played a card.",
        ),
        (
            ["yrb", "yyrrbb"],
            {"taken": "y===="},
            "The British hold four provinces, so complete sets count: Seat 2 has 2, you only 1.",
        ),
        (
            ["yrb", "yyrrb"],
            {"taken": "y====", "plays": (1, 0)},
            "The British hold four provinces. Level on complete sets, so whoever played a card last wins.",
        ),
        (
            ["yr", "yyy", "rbb", "rrr"],
            {"taken": "y===="},
            "The British hold four provinces, so a team’s complete sets count: 1 to 0.",
        ),
    ],
)
def test_the_headline_says_who_rules_and_what_that_means(courts, more, said):
    state = position({}, seats=len(courts), courts=courts, **more)._replace(phase=OVER)
    shown = scene(state, viewer=0)
    assert told(shown.words, VIEW.why_over(state, GAME.outcome(state)), shown.labels) == said
    british = state.taken.count(BRITISH) == 4
    token = BeautifulSoup(VIEW.areas(shown), "html.parser").select_one(".ruler use")["href"]
    assert token == f"#siam-siam-{'british' if british else 'yellow'}"


def test_the_end_marks_what_decides_and_says_who_played_last():
    state = position({}, seats=3, courts=["yr", "yr", "r"], plays=(1, 2, 0), **THREE)._replace(phase=OVER)
    soup = BeautifulSoup(VIEW.ending(scene(state, viewer=0)), "html.parser")
    assert soup.select_one("th.ending-decides")["id"] == "step-early"
    assert [tag.text for tag in soup.select("td.ending-decides")] == ["last", "first", "2."]
    assert [tag["id"] for tag in soup.select("tr.ending-best[id^=result-]")] == ["result-1"]
    assert not BeautifulSoup(VIEW.areas(scene(state, viewer=0)), "html.parser").select("#pool, .court-level")


def test_what_the_lobby_says_is_no_result():
    shown = scene(position(LAND, courts=["yyr", "yr"]))
    assert shown.words(VIEW.standing(shown)) == "As things stand: Rama rules, you win."


def test_passes_need_no_long_rest_and_takeovers_do():
    state = play(position(LAND), "pass")
    assert VIEW.rest(GAME.events(state, PASS, 0)) > VIEW.rest(GAME.events(position(LAND), PASS, 0)) > 0
    assert VIEW.rest(GAME.events(GAME.start(2, {}), Move("help", (1,)), 0)) == 0


def test_the_lobby_pictures_are_small_and_have_no_ids():
    for entry in ("siam", "saba"):
        picture = VIEW.picture(Words("en"), entry)
        assert len(picture) < 8000 and not re.search(r'\bid="', picture)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_complete_and_their_pictures_are_no_controls(language):
    soup = BeautifulSoup(VIEW.rules(Words(language)), "html.parser")
    assert len(soup.select("figure")) == 3
    assert not soup.select("[data-do], [role=button], [id], [tabindex]")
    assert "map-siam.json" in soup.text and "Peer Sylvester" in soup.text
    assert len(soup.select("h3")) == 9


def test_a_start_of_four_shows_the_teams():
    soup = page(dealt(4, 2), you=False)
    assert [tag.text for tag in soup.select(".court-sub")] == ["team\u00a01", "team\u00a02"] * 2
