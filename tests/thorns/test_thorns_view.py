"""The table of Roses and Thorns: every tap, typed moves, ten stacks, and what is shown of a challenge."""

import re

import pytest
from test_thorns_secrecy import scene
from thorns_help import SETTINGS, begin, challenge, play, random_states

from rosecrown.core.game import IllegalMoveError, NotationError
from rosecrown.games.thorns.help import SECTIONS
from rosecrown.games.thorns.rules import GAME
from rosecrown.games.thorns.seats import places
from rosecrown.games.thorns.table import PASS, Kind, Phase
from rosecrown.games.thorns.view import VIEW
from rosecrown.widgets.view import Chosen, Label
from rosecrown.widgets.words import LANGUAGES, Words


def tap(state, *cells, **more):
    """What the last of several taps of the seat to move means."""
    meant = ()
    for cell in cells:
        meant = VIEW.tap(scene(state, state.turn, selection=meant, **more), cell)
    return GAME.move_text(meant.move) if isinstance(meant, Chosen) else meant


LAID = play(begin(3), "lay:R lay:R lay:R")
BID = play(LAID, "add:R add:R bid:2")


# ---- taps ----
def test_a_card_is_laid_with_two_taps_because_nothing_can_be_taken_back():
    assert tap(begin(3), "card:0") == ("card:0",)
    assert tap(begin(3), "card:0", "card:3") == ("card:3",)
    assert tap(begin(3), "card:0", "card:0") == tap(begin(3), "card:1", "go") == "lay:R"
    assert tap(begin(3), "card:3", "card:3") == "lay:T" and tap(LAID, "card:2", "go") == "add:T"


def test_one_more_is_one_tap_and_every_number_can_be_reached():
    assert tap(BID, "go") == "bid:3"
    assert tap(BID, "bid:5", "go") == "bid:5" and tap(BID, "pass") == "pass"
    big = play(begin(10), "lay:R " * 10 + "add:R " * 20 + "bid:3")
    markup = VIEW.areas(scene(big, big.turn))
    numbers = re.findall(r'id="bid-(\d+)" data-do="tap" data-cell="bid:(\d+)"', markup)
    assert numbers == [(str(n), str(n)) for n in range(4, 31)]
    assert "All 30" in markup and "30 cards lie on the table" in markup


def steps(state, *selection, **more):
    """Where "less" and "more" lead beside the number that is chosen."""
    markup = VIEW.areas(scene(state, state.turn, selection=selection, **more))
    return re.findall(r'id="bid-(less|more)"(?: data-do="tap" data-cell="bid:(\d+)")?', markup)


def test_less_and_more_lead_to_every_number_in_turn():
    assert steps(BID) == [("less", ""), ("more", "4")]
    assert steps(BID, "bid:4") == [("less", "3"), ("more", "5")]
    assert steps(BID, "bid:5") == [("less", "4"), ("more", "")]
    assert steps(LAID) == [("less", ""), ("more", "1")], "nothing is chosen while a card could be added"
    assert steps(play(LAID, "add:R add:R bid:4")) == [], "only one number is left"


def test_the_prompt_is_below_the_cards_where_no_button_needs_the_room():
    def below(state, *selection):
        markup = VIEW.areas(scene(state, state.turn, selection=selection))
        assert markup.count('id="prompt"') == 1
        return markup.index('id="prompt"') > markup.index('id="bid"')

    assert below(begin(3)) and not below(begin(3), "card:0")
    assert below(play(LAID, "bid:2 pass pass")) and not below(BID) and not below(LAID)


def test_opening_needs_a_number_first_while_a_card_could_be_added():
    assert tap(LAID, "go") == () and tap(LAID, "bid:2", "go") == "bid:2"
    empty = play(LAID, "add:R " * 6 + "add:T " * 3)
    assert tap(empty, "go") == "bid:1"


def test_a_stack_is_turned_by_tapping_it():
    state = play(LAID, "bid:2 pass pass")
    assert tap(state, "seat:2") == "turn:2" and tap(state, "seat:0") == ()
    markup = VIEW.areas(scene(state, 0))
    assert re.findall(r'data-cell="(seat:\d)"', markup) == ["seat:1", "seat:2"]
    assert "Turn over the top card of Name 2" in markup


def test_a_loss_is_chosen_among_all_cards():
    state = challenge([4, 3, 4], 1, 1, choose=True)
    assert tap(state, "card:0", "go") == "give:R" and tap(state, "card:2", "card:2") == "give:T"


def test_hidden_hands_are_laid_by_place():
    found = {tap(begin(3), f"card:{place}", "go", alone=False) for place in range(4)}
    assert found == {"lay:R", "lay:T"}


@pytest.mark.parametrize(
    "cell", ["", "card", "card:", "card:9", "card:x", "bid:99", "bid:-1", "seat:7", "nonsense", "go"]
)
def test_taps_that_mean_nothing(cell):
    for state in (begin(3), LAID, play(LAID, "bid:2 pass pass")):
        assert tap(state, cell) == ()
    assert VIEW.tap(scene(BID, 0, legal=()), "pass") == ()


# ---- typed moves ----
@pytest.mark.parametrize(
    "state, language, typed, move",
    [
        (BID, "en", "3", "bid:3"),
        (BID, "en", " bid 4 ", "bid:4"),
        (BID, "en", "Pass", "pass"),
        (BID, "de", "passe", "pass"),
        (BID, "nl", "pas", "pass"),
        (LAID, "en", "rose", "add:R"),
        (LAID, "de", "Dorn", "add:T"),
        (LAID, "nl", "leg roos", "add:R"),
        (begin(3), "en", "t", "lay:T"),
        (begin(3), "en", "lay:T", "lay:T"),
        (play(LAID, "bid:2 pass pass"), "en", "name  2", "turn:2"),
    ],
)
def test_typed_moves(state, language, typed, move):
    assert GAME.move_text(VIEW.typed(scene(state, state.turn, language), typed)) == move


@pytest.mark.parametrize(
    "language, rose, thorn, passing",
    [("en", "rose", "thorn", "pass"), ("de", "Rose", "Dorn", "passe"), ("nl", "roos", "doorn", "pas")],
)
def test_the_examples_of_typed_moves_are_moves(language, rose, thorn, passing):
    note = Words(language)("thorns.typed.note")
    assert all(f" {example}" in note for example in (rose, thorn, "3", passing))
    for example, state, move in (
        (rose, LAID, "add:R"),
        (thorn, LAID, "add:T"),
        ("3", BID, "bid:3"),
        (passing, BID, "pass"),
    ):
        assert GAME.move_text(VIEW.typed(scene(state, state.turn, language), example)) == move


def test_typed_moves_that_are_none():
    for typed, error in (
        ("99", IllegalMoveError),
        ("rose", IllegalMoveError),
        ("", NotationError),
        ("x", NotationError),
    ):
        with pytest.raises(error):
            VIEW.typed(scene(BID, BID.turn), typed)


# ---- the table ----
def test_seats_sit_on_a_ring_clockwise_and_none_covers_another():
    for count in range(2, 11):
        found = places(count)
        assert len(set(found)) == count and all(10 <= x <= 90 and 8 <= y <= 92 for x, y in found)
        assert found[0][0] < 50 < found[-1][0]
        for one, other in zip(found, found[1:], strict=False):
            assert abs(one[0] - other[0]) >= 22 or abs(one[1] - other[1]) >= 18, "a phone: 102 of 352, 65 of 365 pixels"


@pytest.mark.parametrize("seats, options", SETTINGS[::4], ids=str)
def test_every_stack_card_token_and_state_is_on_the_table(seats, options):
    for state, _ in list(random_states(seats, options, 6))[::7]:
        markup = VIEW.areas(scene(state, 0))
        assert re.findall(r'class="seat [^"]*" id="seat-(\d+)"', markup) == [str(seat) for seat in range(1, seats)]
        ring = markup[: markup.index('id="own"')]
        assert ring.count('class="stack-card') == sum(len(stack) for stack in state.stacks[1:])
        assert ring.count('href="#thorns-token"') == sum(state.tokens[1:]) + (state.phase is Phase.OVER)
        assert ring.count("pip pip--lost") == sum(4 - cards for cards in state.cards[1:])
        assert ring.count("seat--out") == sum(not cards for cards in state.cards[1:])


def test_all_seats_are_on_the_ring_for_a_spectator_or_several_people():
    for viewer in (None, 2):
        markup = VIEW.areas(scene(LAID, viewer, alone=False))
        assert re.findall(r'id="seat-(\d)"', markup) == ["0", "1", "2"]


def test_a_challenge_shows_how_many_are_turned_and_how_many_are_to_come():
    state = play(begin(3), "lay:R lay:T lay:R add:R add:R add:R bid:5 pass pass turn:1")
    markup = VIEW.areas(scene(state, 0))
    assert "3 of 5" in markup and markup.count("turned-card") >= 5 and "turned-2-up" in markup
    assert "turned-3-up" not in markup and "Tap a stack: 2 cards to go" in markup
    thorn = play(state, "turn:1")
    assert "The thorn of Name 1!" in VIEW.areas(scene(thorn, 0)) and "Your thorn!" in VIEW.areas(scene(thorn, 1))
    assert "face-thorn" in VIEW.areas(scene(thorn, 2))


def test_the_screen_rests_longer_the_nearer_the_end_of_a_challenge_is():
    state = GAME.apply(play(LAID, "add:R add:R add:R"), GAME.parse_move("bid:6"))
    rests = []
    while state.phase is Phase.TURN:
        move = GAME.legal_moves(state)[0]
        rests.append(VIEW.rest(GAME.events(state, move, None)))
        state = GAME.apply(state, move)
    assert len(rests) == 6 and rests == sorted(rests) and rests[0] > 0
    thorn = play(begin(3), "lay:R lay:T lay:R bid:2 pass pass")
    assert VIEW.rest(GAME.events(thorn, GAME.parse_move("turn:1"), None)) > max(rests)


def test_hints_are_pointed_at():
    assert "flower-card--hint" in VIEW.areas(scene(LAID, 0, hint=GAME.parse_move("add:T")))
    assert "bid-number--hint" in VIEW.areas(scene(BID, BID.turn, hint=GAME.parse_move("bid:4")))
    assert "button--hint" in VIEW.areas(scene(BID, BID.turn, hint=PASS))
    turning = play(LAID, "bid:2 pass pass")
    assert "seat--hint" in VIEW.areas(scene(turning, 0, hint=GAME.parse_move("turn:2")))


def test_nothing_can_be_tapped_when_it_is_somebody_elses_turn():
    for state, _ in list(random_states(4, {"quick": "off", "loss": "drawn"}, 8))[::5]:
        markup = VIEW.areas(scene(state, 0, legal=()))
        assert re.findall(r'data-cell="([^"]*)"', markup) == []


def test_names_are_escaped():
    shown = scene(BID, 0)
    nasty = shown._replace(labels=tuple(Label("<img src=x>", you=seat == 0) for seat in range(3)))
    markup = VIEW.areas(nasty)
    assert "<img" not in markup and "&lt;img" in markup


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_every_section_and_mark_our_rulings(language):
    words = Words(language)
    markup = VIEW.rules(words)
    assert all(words(f"thorns.rules.{name}") in markup for name in SECTIONS)
    ours = sum(part.endswith(".ours") for parts in SECTIONS.values() for part in parts)
    assert markup.count(words("thorns.rules.ours")) == ours == 4


def test_the_ending_lists_all_players_the_winner_first():
    state = play(begin(4, quick="on"), "lay:R lay:R lay:R lay:R bid:1 bid:2 pass pass pass turn:0")
    markup = VIEW.ending(scene(state, 0))
    assert re.findall(r'id="ending-(\d)"', markup)[0] == "1" and markup.count("<tr") == 5


def test_kinds_of_moves_without_words_of_their_own_have_hint_words():
    for kind in (Kind.LAY, Kind.ADD, Kind.GIVE):
        name = {Kind.LAY: "lay", Kind.ADD: "add", Kind.GIVE: "give"}[kind]
        assert all(Words(language)(f"thorns.move.{name}:{card}") for language in LANGUAGES for card in "RT")
