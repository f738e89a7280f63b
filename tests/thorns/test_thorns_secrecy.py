"""Secrecy, T19 … T23: a seat's observation, log, links and screen hold what it may know, and nothing else."""

import random
import re

import pytest
from thorns_help import SETTINGS, R, T, Visible, begin, challenge, play, random_states

from rosecrown.core.game import CHANCE
from rosecrown.core.session import Player, Session
from rosecrown.formats.packing import Reader, Writer
from rosecrown.games.thorns.codec import CODEC
from rosecrown.games.thorns.rules import GAME, needs_hand, reveal
from rosecrown.games.thorns.table import Card, Kind, Phase, Trace, chance_of_thorn
from rosecrown.games.thorns.view import VIEW
from rosecrown.widgets.view import Label, Scene, told
from rosecrown.widgets.words import LANGUAGES, Words


def scene(state, viewer, language="en", alone=True, **more):
    """What the screen of `viewer` is given: one person at the device, or one of several."""
    seats, to_move = state.seats, GAME.to_move(state)
    labels = tuple(Label(f"Name {seat}", you=alone and seat == viewer) for seat in range(seats))
    legal = tuple(GAME.legal_moves(state)) if to_move == viewer else ()
    settings = {"legal": legal, "open_hand": alone, "outcome": GAME.outcome(state), **more}
    return Scene(
        entry=GAME.info.entries[0],
        words=Words(language),
        seen=GAME.observe(state, viewer),
        viewer=viewer,
        to_move=to_move,
        labels=labels,
        **settings,
    )


def others(state, viewer, count, seed=0):
    """States that the viewer can't tell from this one."""
    rng = random.Random(seed)
    return [GAME.determinize(GAME.observe(state, viewer), rng) for _ in range(count)]


# ---- T19: what a seat is given ----
@pytest.mark.parametrize("seats, options", SETTINGS[::3], ids=str)
def test_t19_states_that_differ_in_hidden_cards_only_look_the_same(seats, options):
    """Observation, masked moves, events, descriptions, screen and link of every viewer."""
    steps = list(random_states(seats, options, 3))[:: max(1, 3 * seats // 2)]
    for state, move in steps:
        for viewer in (0, seats - 1, None):
            for other in others(state, viewer, 3):
                assert GAME.observe(other, viewer) == GAME.observe(state, viewer)
                assert VIEW.areas(scene(other, viewer)) == VIEW.areas(scene(state, viewer))
                packed = Writer(), Writer()
                for out, one in zip(packed, (state, other), strict=True):
                    CODEC.write_position(out, GAME.observe(one, viewer))
                assert packed[0].text() == packed[1].text()
            if move is not None and move.kind in (Kind.LAY, Kind.ADD, Kind.LOSE, Kind.GIVE) and viewer != state.turn:
                hidden = move._replace(card=R if move.card is T else T)
                assert GAME.mask(state, move, viewer) == GAME.mask(state, hidden, viewer)
                assert GAME.mask(state, move, viewer).card is Card.HIDDEN
                told = GAME.events(state, move, viewer)
                assert all("R" not in str(value) and "T" not in str(value) for one in told for _, value in one.args)


def test_t19_an_observation_holds_no_card_that_the_seat_may_not_know():
    for seats in (3, 7):
        for state, _ in random_states(seats, {"quick": "off", "loss": "drawn"}, 1):
            if state.phase is Phase.OVER:
                continue
            for viewer in (*range(seats), None):
                table = GAME.observe(state, viewer).table
                for seat in set(range(seats)) - {viewer}:
                    down = table.stacks[seat][: table.down(seat)]
                    assert set(down) <= {Card.HIDDEN}
                    shown = Card.THORN in table.faces(seat)
                    gone = table.traces[seat].gone
                    assert table.thorns[seat] is (True if shown else False if gone else None)
                if viewer is not None:
                    assert table.stacks[viewer] == state.stacks[viewer] and table.thorns[viewer] is state.thorns[viewer]


def test_t19_the_summary_cards_left_and_when_the_thorn_was_last_seen():
    state = begin(3)
    assert state.traces == (Trace(0, 4, False, False),) * 3
    state = play(state, "lay:T lay:R lay:R bid:1 pass pass")  # his own thorn
    assert state.traces[0] == Trace(1, 4, False, False)
    state = play(state, ":R")
    assert state.cards[0] == 3 and state.traces[0] == Trace(1, 4, False, False)
    assert GAME.observe(state, 2).table.traces == state.traces
    assert chance_of_thorn(GAME.observe(state, 2).table, 0) == 3 / 4
    state = play(state, "lay:T lay:R lay:R bid:1 pass pass")  # seen again, with three cards
    assert state.traces[0] == Trace(2, 3, False, False)
    state = play(state, ":R")
    assert chance_of_thorn(GAME.observe(state, 1).table, 0) == 2 / 3


def test_t19_a_chosen_loss_is_remembered():
    state = play(challenge([4, 3, 4], 1, 1, choose=True), "give:R")
    assert state.traces[1].chose and state.traces[1].cards == 3 and not state.traces[1].gone


def test_t19_a_thorn_is_known_to_be_gone_when_all_cards_were_seen_to_be_roses():
    state = play(challenge([4, 4, 2], 2, 2), ":T")
    assert not state.traces[2].gone and GAME.observe(state, 0).table.thorns[2] is None
    state = play(state, "lay:R lay:R lay:R bid:1 pass pass")
    assert state.traces[2].gone and state.tokens[2] == 1
    assert GAME.observe(state, 0).table.thorns[2] is False and chance_of_thorn(GAME.observe(state, 0).table, 2) == 0


def test_t19_roses_seen_in_this_round_make_the_thorn_likelier_elsewhere():
    """When it was last seen there were three cards; one is lost, one is turned over as a rose, one is left."""
    state = play(challenge([4, 4, 3], 2, 2), ":R")
    state = play(state, "lay:T lay:R lay:R add:R add:R add:R bid:1 bid:5 pass pass turn:2")
    assert state.turn == 0 and state.up == (2, 0, 1) and state.phase is Phase.TURN
    assert chance_of_thorn(GAME.observe(state, 1).table, 2) == 1 / 2


def test_t19_hidden_cards_are_dealt_as_one_should_believe():
    """Two of three cards are left since the thorn was seen: it is there in two deals of three, in each place alike."""
    state = play(challenge([4, 4, 3], 2, 2), ":R")
    state = play(state, "lay:R lay:R lay:R")
    rng, seen = random.Random(1), GAME.observe(state, 0)
    deals = [GAME.determinize(seen, rng) for _ in range(6000)]
    for share, expected in (
        (sum(bool(deal.thorns[2]) for deal in deals), 2 / 3),
        (sum(deal.stacks[2] == (T,) for deal in deals), 1 / 3),
        (sum(deal.stacks[1] == (T,) for deal in deals), 1 / 4),
    ):
        assert share / 6000 == pytest.approx(expected, abs=4 * (expected * (1 - expected) / 6000) ** 0.5)


def test_t19_a_position_link_deals_anew_what_the_seat_does_not_know():
    state = play(begin(4), "lay:T lay:R lay:T lay:R add:R add:T")
    out = Writer()
    CODEC.write_position(out, GAME.observe(state, 1))
    found = [CODEC.read_position(Reader(out.text()), seed) for seed in range(40)]
    assert all(GAME.observe(one, 1) == GAME.observe(state, 1) and GAME.problems(one) == [] for one in found)
    assert len({one.stacks for one in found}) > 4
    assert found[3] == CODEC.read_position(Reader(out.text()), 3)


def test_position_links_of_ten_players_stay_short():
    longest = 0
    for state, _ in random_states(10, {"quick": "off", "loss": "chosen"}, 2):
        out = Writer()
        CODEC.write_position(out, GAME.observe(state, 3))
        longest = max(longest, len(out.text()))
    assert longest <= 80


# ---- T20: what is drawn ----
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("alone", [True, False])
def test_t20_a_face_down_rose_and_thorn_have_the_same_markup_and_names(language, alone):
    for seats in (3, 6, 10):
        rose, thorn = (
            play(begin(seats), f"{cards} " + "lay:R " * (seats - 2) + "add:R")
            for cards in ("lay:R lay:R", "lay:R lay:T")
        )
        for viewer in (0, 2, None):
            drawn = [VIEW.areas(scene(state, viewer, language, alone)) for state in (rose, thorn)]
            assert drawn[0] == drawn[1]


def test_t20_no_word_or_class_of_a_hidden_card_is_in_the_document():
    rose, thorn = Words("en")("thorns.rose"), Words("en")("thorns.thorn")
    for state, _ in random_states(5, {"quick": "off", "loss": "drawn"}, 4):
        markup = VIEW.areas(scene(state, None, alone=False))
        if not any(state.up) and state.phase is not Phase.OVER:
            assert rose not in markup and thorn not in markup
            assert "face-rose" not in markup and "face-thorn" not in markup and "--thorn" not in markup


def test_t20_a_hidden_hand_looks_the_same_whatever_it_holds():
    """Several people at one device: without what only the eye shows, own cards are alike in markup and order."""
    base = play(begin(4), "lay:R lay:R lay:R lay:R")
    for laid in ("add:R", "add:T"):
        for viewer in range(4):
            one = play(base, "add:R add:R add:R add:R") if laid == "add:R" else play(base, "add:T add:T add:T add:T")
            two = play(base, "add:R add:R add:R add:R")
            drawn = [Visible(VIEW.areas(scene(state, viewer, alone=False))).out for state in (one, two)]
            assert drawn[0] == drawn[1]
            assert "Thorn" not in "".join(part for part in drawn[0] if isinstance(part, str))


def test_t20_the_place_of_the_thorn_in_a_hidden_hand_changes():
    places = set()
    for number in range(1, 9):
        state = begin(4)._replace(round=number)
        markup = VIEW.areas(scene(state, 0, alone=False))
        places.add(markup[: markup.index("thorns-thorn")].count('data-cell="card:'))
    assert len(places) > 2


def test_t20_the_screen_rests_as_long_on_a_thorn_as_on_a_rose_that_is_laid():
    laid = play(begin(3), "lay:R lay:R lay:R")
    for viewer in (0, 1, None):
        for pair in (("lay:R", "lay:T", begin(3)), ("add:R", "add:T", laid)):
            rests = [VIEW.rest(GAME.events(pair[2], GAME.parse_move(move), viewer)) for move in pair[:2]]
            assert rests[0] == rests[1]


# ---- T21: several people at one device ----
def test_t21_a_hand_is_needed_to_lay_to_add_and_to_choose_a_loss_only():
    laying = begin(3)
    adding = play(laying, "lay:R lay:R lay:R")
    bidding = play(adding, "bid:1")
    turning = play(adding, "bid:2 pass pass")
    choosing = challenge([4, 4, 4], 1, 1, choose=True)
    opening = play(adding, "add:R " * 6 + "add:T " * 3)
    for state, needed in (
        (laying, True),
        (adding, True),
        (opening, False),
        (bidding, False),
        (turning, False),
        (choosing, True),
    ):
        assert needs_hand(GAME.observe(state, None)) is needed
        assert VIEW.needs_hand(GAME.observe(state, state.turn)) is needed


def test_t21_own_cards_are_shown_only_while_the_eye_is_held():
    state = play(begin(3), "lay:T lay:R lay:R")
    markup = VIEW.areas(scene(state, 0, alone=False))
    assert "data-peek" in markup and Words("en")("thorns.peek.warning") in markup
    shown = "".join(part for part in Visible(markup).out if isinstance(part, str))
    assert "Rose" not in shown and "Thorn" not in shown and "Card 1" in shown
    assert "data-peek" not in VIEW.areas(scene(state, 0)), "one person at the device"


def test_t21_bids_are_made_without_any_hand_in_the_document():
    state = play(begin(3), "lay:T lay:R lay:R add:R add:R bid:2")
    markup = VIEW.areas(scene(state, None, alone=False, legal=tuple(GAME.legal_moves(state))))
    assert 'data-cell="pass"' in markup and 'data-cell="bid:3"' in markup and 'data-do="unlock"' in markup
    assert "secret" not in markup and "thorns-rose" not in markup and "Name 0" in markup


def test_t21_a_lost_card_is_not_in_the_log_even_of_its_owner():
    state = challenge([4, 4, 4], 0, 1)
    for viewer in (0, 1, None):
        assert GAME.events(state, GAME.parse_move(":R"), viewer) == GAME.events(state, GAME.parse_move(":T"), viewer)
    lost = play(state, ":T")
    assert re.search(r'class="is-lost".*thorns-thorn', VIEW.areas(scene(lost, 0)))
    shown = "".join(part for part in Visible(VIEW.areas(scene(lost, 0, alone=False))).out if isinstance(part, str))
    assert "Thorn" not in shown


# ---- T22: nothing is taken back ----
def test_t22_nothing_is_undone_and_random_events_are_not_drawn_again():
    assert GAME.info.undo == "none" and GAME.info.secrets
    session = Session(GAME, [Player()] * 3, seed=5)
    for _ in range(12):
        session.play(GAME.legal_moves(session.state)[0])
    assert not session.can_undo() and not session.undo()
    again = Session(GAME, [Player()] * 3, seed=99)
    again.replay([entry.move for entry in session.log])
    assert again.state == session.state
    assert any(entry.seat == CHANCE for entry in session.log)


# ---- T23: after the round, after the game ----
def test_t23_cards_that_were_not_turned_over_are_not_shown_after_the_round():
    one, two = (play(begin(3), f"lay:R lay:{card} lay:R bid:1 pass pass") for card in (R, T))
    for viewer in (0, 2, None):
        assert GAME.observe(one, viewer) == GAME.observe(two, viewer)


def test_t23_after_the_game_a_full_reveal_is_offered():
    state = play(begin(3, quick="on"), "lay:R lay:T lay:R add:R add:R add:R bid:1 pass pass")
    assert state.phase is Phase.OVER
    for viewer in (0, None):
        assert GAME.observe(state, viewer).table == state
        closed = VIEW.areas(scene(state, viewer)) + VIEW.ending(scene(state, viewer))
        assert "face-thorn" not in closed and 'data-change="switch.thorns.reveal"' in closed
        shown = scene(state, viewer, switches={"reveal": True})
        assert "face-thorn" in VIEW.areas(shown) and "face-thorn" in VIEW.ending(shown)
    middle = play(begin(3), "lay:T lay:R")
    assert reveal(middle).table.stacks == ((T,), (R,), ())


# ---- the log, as each seat reads it ----
def test_the_log_of_the_golden_example_as_each_seat_reads_it():
    def read(viewer, language="en"):
        words, state, lines = Words(language), begin(3), []
        labels = [Label(name, you=seat == viewer) for seat, name in enumerate(("Anna", "Ben", "Carla"))]
        for move in "lay:R lay:R lay:R add:R add:T bid:3 bid:4 pass pass turn:0 turn:0 turn:2 turn:1 :R".split():
            for happened in GAME.events(state, GAME.parse_move(move), viewer):
                said = GAME.describe(GAME.observe(state, viewer), happened)
                lines += [told(words, said, labels)] if said.key else []
            state = GAME.apply(state, GAME.parse_move(move))
        return lines

    assert read(None) == [
        "All 3 have laid a card",
        "Anna adds a card",
        "Ben adds a card",
        "Carla opens with 3 of 5",
        "Anna raises to 4",
        "Ben passes",
        "Carla passes",
        "Anna has to turn over 4 roses",
        "Anna turns over one of their own roses, 1 of 4",
        "Anna turns over one of their own roses, 2 of 4",
        "Anna turns over a rose of Carla, 3 of 4",
        "A thorn! Anna has met the thorn of Ben",
        "Anna loses a card, drawn by Ben; 3 left",
        "Round 2: Ben starts",
    ]
    assert read(1)[2] == "You add a card" and read(1)[-2] == "You draw the card that Anna loses; 3 left"
    assert read(1)[-3] == "A thorn! Anna has met your thorn" and read(1)[-1] == "Round 2: you start"
    assert read(0)[7] == "You have to turn over 4 roses" and read(2)[10] == "Anna turns over your rose, 3 of 4"
    assert read(0, "de")[-2] == "Du verlierst eine Karte, gezogen von Ben; noch 3"
    assert read(2, "nl")[3] == "Je opent met 3 van 5"
