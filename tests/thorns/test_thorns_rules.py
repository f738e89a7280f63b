"""The rulings of Roses and Thorns, T1 … T18, each against positions worked out by hand."""

from collections import Counter

import pytest
from thorns_help import SETTINGS, R, T, begin, challenge, events, moves, play, random_states

from rosecrown.core import rng
from rosecrown.core.game import CHANCE, NOBODY, IllegalMoveError, PositionError
from rosecrown.core.session import Player, Session
from rosecrown.games.thorns.rules import GAME
from rosecrown.games.thorns.table import Kind, Move, Phase


# ---- T1, T2: cards and players ----
def test_t1_three_roses_and_one_thorn_each_for_3_to_10_players():
    for seats in range(3, 11):
        state = begin(seats)
        assert all(sorted(state.hand(seat)) == [R, R, R, T] for seat in range(seats))
        assert state.tokens == (0,) * seats and state.stacks == ((),) * seats
    for seats in (0, 1, 2, 11):
        with pytest.raises(PositionError):
            GAME.start(seats, {})


def test_t2_cards_are_called_rose_and_thorn():
    assert [GAME.move_text(Move(Kind.LAY, 0, card)) for card in (R, T)] == ["lay:R", "lay:T"]


# ---- T3: the first starter ----
def test_t3_the_first_starter_is_random():
    for seats in (3, 10):
        state = GAME.start(seats, {})
        assert GAME.to_move(state) == CHANCE
        assert [(move.n, chance) for move, chance in GAME.chances(state)] == [
            (seat, pytest.approx(1 / seats)) for seat in range(seats)
        ]
        starter = GAME.apply(state, Move(Kind.START, 2))
        assert (starter.starter, GAME.to_move(starter), starter.round) == (2, 2, 1)


def test_t3_play_is_clockwise_from_the_starter_and_the_left_neighbour_is_the_next_active_seat():
    state = begin(4, starter=2)
    order = []
    for _ in range(8):
        order.append(state.turn)
        state = play(state, "lay:R" if state.phase is Phase.LAY else "add:R")
    assert order == [2, 3, 0, 1, 2, 3, 0, 1]
    assert [challenge([4, 0, 0, 1, 0], 3, 3).after(seat) for seat in range(5)] == [3, 3, 3, 0, 0]


# ---- T4: the first card ----
def test_t4_all_active_players_lay_one_card_and_nobody_goes_on_before():
    state = begin(3, starter=1)
    assert moves(state) == "lay:R lay:T"
    state = play(state, "lay:T lay:R")
    assert (state.phase, state.turn) == (Phase.LAY, 0)
    state = play(state, "lay:R")
    assert (state.phase, state.turn, state.stacks) == (Phase.ADD, 1, ((R,), (T,), (R,)))


def test_t4_only_has_laid_is_public():
    state = begin(3)
    for viewer in (1, 2, None):
        assert GAME.mask(state, Move(Kind.LAY, 0, T), viewer) == GAME.mask(state, Move(Kind.LAY, 0, R), viewer)
        assert events(state, "lay:R", viewer) == events(state, "lay:T", viewer) == [("lays", {"seat": 0, "waiting": 2})]
        rose, thorn = (GAME.observe(play(state, move), viewer) for move in ("lay:R", "lay:T"))
        assert rose == thorn
    assert GAME.mask(state, Move(Kind.LAY, 0, T), 0) == Move(Kind.LAY, 0, T)


def test_t4_the_last_to_lay_ends_the_phase_for_all():
    state = play(begin(3), "lay:R lay:T")
    assert events(state, "lay:R") == [("lays", {"seat": 2, "waiting": 0}), ("all-laid", {"n": 3})]


def test_t4_with_one_card_left_it_is_forced_but_looks_the_same():
    state = play(challenge([4, 4, 2], 2, 2), ":T")
    assert (state.cards[2], state.turn) == (1, 2)
    assert moves(state) == "lay:R" and GAME.automatic(state) is None
    other = begin(3, starter=2)
    assert events(state, "lay:R", 0) == events(other, "lay:R", 0) == events(other, "lay:T", 0)


# ---- T5: adding or opening ----
def test_t5_add_a_card_on_top_or_open_and_no_pass():
    state = play(begin(3), "lay:R lay:T lay:R")
    assert moves(state) == "add:R add:T bid:1 bid:2 bid:3"
    state = play(state, "add:T add:R")
    assert state.stacks == ((R, T), (T, R), (R,)) and state.turn == 2


def test_t5_only_cards_of_the_own_hand_can_be_added():
    state = play(begin(3), "lay:T lay:R lay:R")
    assert "add:T" not in moves(state)
    with pytest.raises(IllegalMoveError):
        play(state, "add:T")
    with pytest.raises(IllegalMoveError):
        play(state, "pass")


def test_t5_without_a_card_in_hand_one_must_open_with_any_number():
    state = play(begin(3), "lay:R lay:R lay:R " + "add:R " * 6 + "add:T add:T add:T")
    assert state.total == 12 and state.turn == 0 and state.in_hand(0) == 0
    assert moves(state) == " ".join(f"bid:{n}" for n in range(1, 13))
    assert GAME.automatic(state) is None


# ---- T6, T7: bids ----
def test_t6_a_bid_is_1_to_the_number_of_cards_on_the_table():
    state = play(begin(4), "lay:R lay:R lay:R lay:R add:R")
    assert state.total == 5
    for n in (0, 6):
        with pytest.raises(IllegalMoveError):
            play(state, f"bid:{n}")
    state = play(state, "bid:2")
    assert moves(state) == "bid:3 bid:4 bid:5 pass" and state.total == 5


def test_t7_raise_or_pass_clockwise_from_the_opener_and_a_pass_is_final():
    state = play(begin(4), "lay:R lay:R lay:R lay:R add:R bid:1")
    assert state.turn == 2
    state = play(state, "pass bid:2 bid:3")
    assert state.turn == 1
    state = play(state, "pass")
    assert state.turn == 3, "seats 1 and 2 have passed"
    assert moves(state) == "bid:4 bid:5 pass"
    state = play(state, "bid:4")
    assert state.turn == 0


def test_t7_only_higher_numbers():
    state = play(begin(3), "lay:R lay:R lay:R bid:2")
    with pytest.raises(IllegalMoveError):
        play(state, "bid:2")
    with pytest.raises(IllegalMoveError):
        play(state, "add:R")


# ---- T8: the end of the bidding ----
def test_t8_the_bidding_ends_when_all_others_have_passed():
    state = play(begin(3, starter=1), "lay:T lay:R lay:R bid:1 pass")
    assert state.phase is Phase.BID
    assert [kind for kind, _ in events(state, "pass")] == ["passes", "challenge"]
    state = GAME.apply(state, Move(Kind.PASS))
    assert (state.phase, state.turn, state.bidder, state.bid) == (Phase.TURN, 1, 1, 1)


def test_t8_or_at_once_when_somebody_bids_the_total_an_opening_bid_included():
    laid = play(begin(3), "lay:R lay:R lay:R")
    assert events(laid, "bid:3") == [
        ("opens", {"seat": 0, "n": 3, "total": 3}),
        ("challenge", {"seat": 0, "n": 3, "total": 3}),
    ]
    assert GAME.apply(laid, Move(Kind.BID, 3)).phase is Phase.TURN
    raised = GAME.apply(play(laid, "bid:1"), Move(Kind.BID, 3))
    assert (raised.phase, raised.turn) == (Phase.TURN, 1)


# ---- T9: turning cards over ----
def test_t9_the_own_stack_first_from_top_to_bottom_without_a_choice():
    state = play(begin(3), "lay:R lay:R lay:R add:R add:T add:R bid:3 pass pass")
    assert state.up == (2, 0, 0) and state.faces(0) == (R, R)
    assert moves(state) == "turn:1 turn:2", "the own cards were turned without being asked for"
    assert state.turn == 0


def test_t9_only_as_many_as_were_bid_a_deeper_own_thorn_stays_hidden():
    state = play(begin(3), "lay:T lay:R lay:R add:R add:R add:R bid:1 pass pass")
    assert state.phase is Phase.LAY and state.tokens == (1, 0, 0)
    assert state.traces[0].round == 0, "nobody has seen the thorn"


def test_t9_then_the_topmost_card_of_any_other_stack_card_by_card():
    state = play(begin(3), "lay:R lay:T lay:R add:R add:R add:R bid:5 pass pass turn:1")
    assert state.faces(1) == (R,) and state.down(1) == 1
    assert moves(state) == "turn:1 turn:2"
    state = play(state, "turn:2 turn:2")
    assert state.phase is Phase.LAY and state.tokens[0] == 1, "five roses were turned: the thorn was left alone"
    again = play(begin(3), "lay:R lay:R lay:R add:R add:R add:R bid:5 pass pass turn:2 turn:2")
    assert again.tokens[0] == 1, "the last stack that is left is no choice"


def test_t9_events_tell_how_far_the_challenge_is():
    state = play(begin(3), "lay:R lay:T lay:R bid:2 pass pass")
    for viewer in (0, 1, 2, None):
        assert events(state, "turn:1", viewer) == [
            ("turns", {"seat": 0, "owner": 1, "card": "thorn", "n": 2, "of": 2, "place": 1})
        ]


# ---- T10, T17: success ----
def test_t10_only_roses_give_a_token_and_the_second_wins_at_once():
    state = begin(3)
    state = play(state, "lay:R lay:R lay:R bid:1 pass pass")
    assert state.tokens == (1, 0, 0) and GAME.outcome(state) is None and state.cards == (4, 4, 4)
    state = play(state, "lay:R lay:R lay:R bid:1 pass pass")
    outcome = GAME.outcome(state)
    assert GAME.to_move(state) == NOBODY and state.round == 2
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (2, 0, 0), "tokens")
    assert [(step.name, step.verdict) for step in outcome.steps] == [("tokens", "decides"), ("cards", "unused")]


def test_t17_quick_game_the_first_success_wins():
    state = play(begin(3, quick="on"), "lay:R lay:R lay:R bid:1 pass pass")
    assert GAME.outcome(state).winners == (0,) and GAME.outcome(state).reason == "quick"


# ---- T11: failure ----
def test_t11_a_thorn_stops_it_at_once():
    state = play(begin(3), "lay:R lay:T lay:R bid:3 turn:1")
    assert state.phase is Phase.DRAW and GAME.to_move(state) == CHANCE
    assert state.up == (1, 1, 0), "nothing else is turned"
    assert state.drawer() == 1


def test_t11_the_lost_card_is_uniform_over_all_cards_hand_and_stack():
    for cards in (1, 2, 3, 4):
        state = challenge([4, cards, 4], 1, 1)
        expected = [(T, 1.0)] if cards == 1 else [(R, (cards - 1) / cards), (T, 1 / cards)]
        assert [(move.card, chance) for move, chance in GAME.chances(state)] == expected
    thornless = play(play(challenge([4, 4, 2], 2, 2), ":T"), "lay:R lay:R lay:T bid:3 turn:1")
    assert thornless.phase is Phase.DRAW and thornless.cards[2] == 1
    assert GAME.chances(thornless) == ((Move(Kind.LOSE, 0, R), 1.0),)


def test_t11_drawn_cards_are_spread_evenly_over_deals():
    state = challenge([4, 4, 4], 1, 1)
    drawn = Counter(rng.pick(seed, 1, GAME.chances(state)).card for seed in range(4000))
    assert drawn[T] / 4000 == pytest.approx(1 / 4, abs=0.028)  # four standard errors


def test_t11_on_his_own_thorn_the_left_neighbour_draws():
    assert challenge([4, 4, 4], 2, 2).drawer() == 0
    assert challenge([4, 0, 0, 4, 4], 0, 0).drawer() == 3
    assert challenge([4, 4, 4], 2, 1).drawer() == 1


def test_t11_nobody_sees_the_lost_card_but_the_challenger_can_tell():
    state = challenge([4, 4, 4], 0, 1)
    for viewer in (1, 2, None):
        rose, thorn = (play(state, f":{card}") for card in (R, T))
        assert GAME.observe(rose, viewer) == GAME.observe(thorn, viewer)
        assert GAME.mask(state, Move(Kind.LOSE, 0, T), viewer) == GAME.mask(state, Move(Kind.LOSE, 0, R), viewer)
        assert events(state, ":R", viewer) == events(state, ":T", viewer)
    assert play(state, ":T").hand(0) == (R, R, R) and play(state, ":R").hand(0) == (R, R, T)
    assert GAME.observe(play(state, ":T"), 0).table.thorns[0] is False


# ---- T12, T13: who starts ----
def test_t12_all_cards_return_to_the_hands():
    state = play(begin(3), "lay:R lay:T lay:R add:T add:R bid:1 pass pass")
    assert state.stacks == ((),) * 3 and state.bids == (0,) * 3 and not any(state.passed) and state.up == (0,) * 3
    assert [state.in_hand(seat) for seat in range(3)] == [4, 4, 4]


def test_t12_the_challenger_starts_after_a_success():
    assert play(begin(3), "lay:T lay:R lay:R add:R add:R bid:2 pass pass turn:1").starter == 2


@pytest.mark.parametrize(
    "cards, challenger, owner, drawer, starter",
    [
        # The challenger stays in: he starts after his own thorn, the thorn's owner after a foreign one.
        ([4, 4, 4], 1, 1, 2, 1),
        ([4, 4, 2], 2, 2, 0, 2),
        ([4, 4, 4], 1, 0, 0, 0),
        ([4, 4, 4], 0, 2, 2, 2),
        ([4, 0, 0, 2, 4], 3, 3, 4, 3),
        # He is eliminated by his own thorn: his left neighbour, over dead seats side by side.
        ([1, 4, 4], 0, 0, 1, 1),
        ([4, 4, 1], 2, 2, 0, 0),
        ([4, 1, 0, 0, 4], 1, 1, 4, 4),
        ([4, 1, 0, 4, 0, 4], 1, 1, 3, 3),
        # … across the last seat to the first.
        ([0, 4, 4, 1, 0], 3, 3, 1, 1),
        ([0, 0, 4, 4, 1, 0], 4, 4, 2, 2),
        ([0, 0, 0, 4, 4, 4, 4, 1, 0, 0], 7, 7, 3, 3),
        ([4, 0, 0, 0, 0, 4, 0, 0, 0, 1], 9, 9, 0, 0),
        # He is eliminated by a foreign thorn: its owner, wherever he sits.
        ([4, 1, 0, 0, 4], 1, 0, 0, 0),
        ([4, 1, 0, 0, 4], 1, 4, 4, 4),
        ([0, 0, 4, 4, 1, 0], 4, 3, 3, 3),
        ([0, 4, 0, 4, 0, 0, 4, 0, 0, 1], 9, 6, 6, 6),
    ],
)
@pytest.mark.parametrize("choose", [False, True])
def test_t12_who_draws_and_who_starts(cards, challenger, owner, drawer, starter, choose):
    state = challenge(cards, challenger, owner, choose=choose)
    assert state.drawer() == drawer
    for move in GAME.legal_moves(state) or [outcome for outcome, _ in GAME.chances(state)]:
        after = GAME.apply(state, move)
        assert (after.phase, after.starter, after.turn) == (Phase.LAY, starter, starter)
        assert after.active(starter) and after.round == state.round + 1
        assert after.cards[challenger] == cards[challenger] - 1


def test_t13_who_has_lost_all_cards_is_out_and_his_token_is_void():
    state = challenge([4, 1, 4, 4], 1, 2, tokens=[1, 1, 0, 1])
    assert [kind for kind, _ in events(state, ":R")] == ["loses", "out", "round"]
    after = play(state, ":R")
    assert after.tokens == (1, 0, 0, 1)
    assert after.hand(1) == () and not after.active(1)


def test_t13_an_eliminated_player_has_no_turn_stack_or_start_and_is_no_target():
    state = play(challenge([4, 1, 4, 4], 1, 2), ":R")
    order = []
    while state.phase in (Phase.LAY, Phase.ADD) and len(order) < 6:
        order.append(state.turn)
        state = play(state, "lay:R" if state.phase is Phase.LAY else "add:R")
    assert order == [2, 3, 0, 2, 3, 0]
    state = play(state, "bid:3")
    assert state.turn == 3
    state = play(state, "bid:5 pass pass")
    assert moves(state) == "turn:0 turn:2" and state.turn == 3


# ---- T14: the last player ----
def test_t14_the_last_player_with_cards_wins_at_once_whatever_the_tokens():
    foreign = play(challenge([0, 1, 4], 1, 2, tokens=[0, 1, 0]), ":R")
    own = play(challenge([1, 0, 4], 0, 0, tokens=[1, 0, 0]), ":T")
    for state in (foreign, own):
        outcome = GAME.outcome(state)
        assert (outcome.winners, outcome.scores, outcome.reason) == ((2,), (0, 0, 0), "last")
        assert [(step.name, step.verdict) for step in outcome.steps] == [("tokens", "level"), ("cards", "decides")]
    assert [kind for kind, _ in events(challenge([1, 0, 4], 0, 0), ":T")] == ["loses", "out", "wins"]


# ---- T15: invariants ----
@pytest.mark.parametrize("seats, options", SETTINGS, ids=lambda value: str(value))
def test_t15_each_round_gives_one_token_or_takes_one_card(seats, options):
    goal = 1 if options["quick"] == "on" else 2
    for seed in range(2):
        before = None
        for state, move in random_states(seats, options, seed):
            assert GAME.problems(state) == []
            assert state.round <= 5 * seats - 1
            assert all(tokens < goal for tokens in state.tokens) or move is None
            assert all(len(stack) <= cards for stack, cards in zip(state.stacks, state.cards, strict=True))
            if before is not None and move is not None and state.round > before.round:
                given = sum(state.tokens) - sum(before.tokens)
                lost = sum(before.cards) - sum(state.cards)
                out = sum(map(bool, before.cards)) - sum(map(bool, state.cards))
                assert (lost, given) in ((1, 0), (0, 1)) or (lost, given, out) == (1, -1, 1)
                assert 0 <= out <= 1 and state.round == before.round + 1
                before = state
            before = before or state
        assert len(GAME.outcome(state).winners) == 1


# ---- T16 … T18: variants ----
def test_t16_the_big_round_has_the_same_rules_with_bids_up_to_40():
    state = play(begin(10), "lay:R " * 10 + "add:R " * 20 + "add:T " * 10)
    assert state.total == 40 and moves(state).split()[-1] == "bid:40"


def test_t18_after_the_own_thorn_the_challenger_chooses_privately():
    state = challenge([4, 2, 4], 1, 1, choose=True)
    assert GAME.to_move(state) == 1 and moves(state) == "give:R give:T" and GAME.automatic(state) is None
    for viewer in (0, 2, None):
        rose, thorn = (play(state, f"give:{card}") for card in (R, T))
        assert GAME.observe(rose, viewer) == GAME.observe(thorn, viewer)
        assert events(state, "give:R", viewer) == events(state, "give:T", viewer)
        assert GAME.mask(state, Move(Kind.GIVE, 0, T), viewer) == GAME.mask(state, Move(Kind.GIVE, 0, R), viewer)
    assert play(state, "give:R").hand(1) == (T,) and play(state, "give:T").hand(1) == (R,)


def test_t18_only_the_own_thorn_and_with_one_card_left_there_is_no_choice():
    assert GAME.to_move(challenge([4, 4, 4], 1, 2, choose=True)) == CHANCE
    last = challenge([4, 1, 4], 1, 1, choose=True)
    assert GAME.to_move(last) == CHANCE and GAME.chances(last) == ((Move(Kind.LOSE, 0, T), 1.0),)
    assert GAME.to_move(challenge([4, 4, 4], 1, 1)) == CHANCE


def test_variants_are_fixed_before_the_game_and_independent():
    for seats, options in SETTINGS:
        state = GAME.start(seats, options)
        assert GAME.options(state) == options
    with pytest.raises(PositionError):
        GAME.start(4, {"loss": "never"})


# ---- the golden example ----
def test_golden_example():
    state = play(begin(3), "lay:R lay:R lay:R add:R add:T bid:3 bid:4 pass pass")
    assert state.faces(0) == (R, R) and state.turn == 0
    state = GAME.apply(state, Move(Kind.TURN, 2))
    assert state.phase is Phase.TURN and state.faces(2) == (R,)
    state = GAME.apply(state, Move(Kind.TURN, 1))
    assert state.faces(1) == (T,)
    assert state.phase is Phase.DRAW and state.drawer() == 1 and state.cards == (4, 4, 4)
    assert {move.card: chance for move, chance in GAME.chances(state)} == {R: 0.75, T: 0.25}
    for card in (R, T):
        after = play(state, f":{card}")
        assert after.cards == (3, 4, 4) and after.starter == 1 and after.turn == 1 and after.round == 2


def test_the_session_plays_it_and_makes_the_moves_without_a_choice():
    session = Session(GAME, [Player()] * 3, seed=1)
    first = session.to_move
    for move in "lay:R lay:R lay:R bid:1 pass pass".split():
        session.play(GAME.parse_move(move))
    assert [GAME.move_text(entry.move) for entry in session.log if entry.forced] == [f"turn:{first}", "take"]
    assert session.state.tokens[first] == 1 and session.to_move == first
