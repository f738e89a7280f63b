"""The computer players: legal, honest, mixed, repeatable, and hard to live on."""

import json
import math
import zlib
from importlib.resources import files
from itertools import product
from random import Random

import pytest

from lab.baselines.thorns import BASELINES, ZOO, Uniform
from lab.thorns_sim import Config, after, ending, fresh, play_round, score
from rosecrown.ai import regret
from rosecrown.core.game import CHANCE, NOBODY
from rosecrown.core.registry import LEVELS
from rosecrown.games.thorns.ai import decide, explain, temper, thinker
from rosecrown.games.thorns.outlook import move_for, outlook
from rosecrown.games.thorns.policy import TEMPERS, Mind, kind, pick, trained, unpack
from rosecrown.games.thorns.rules import GAME, legal
from rosecrown.games.thorns.sight import PASS, ROSE, TABLES, THORN, Sight, uniform_beliefs
from rosecrown.games.thorns.table import Card, Kind, Move, Phase, clockwise

VARIANTS = [{"quick": quick, "loss": loss} for quick, loss in product(("off", "on"), ("drawn", "chosen"))]


def played(seats, options, seed, level=None):
    """Every position of a game in which a seat decides, played at random or by a level."""
    rng = Random(seed)
    state = GAME.start(seats, options)
    number = 0
    while (seat := GAME.to_move(state)) != NOBODY:
        if seat == CHANCE:
            outcomes = GAME.chances(state)
            move = rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            yield state
            if level is None:
                move = rng.choice(GAME.legal_moves(state))
            else:
                player = thinker(level)
                player.begin(GAME.observe(state, seat), [(0, Move(Kind.PASS))] * number, seat, seed)
                move = player.advance(math.inf).line[0]
        state = GAME.apply(state, move)
        number += 1


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legal_moves_to_the_end(level):
    for seats, options in ((3, VARIANTS[3]), (4, VARIANTS[1]), (10, VARIANTS[0])):
        for state in played(seats, options, 5, level):
            seat = GAME.to_move(state)
            thought = decide(level, GAME.observe(state, seat), 0.3, [0.5] * seats)
            assert thought.done and thought.line[0] in legal(state)
            assert all(move in legal(state) for move, _ in thought.values)
            if state.phase is not Phase.TURN:
                assert sum(share for _, share in thought.values) == pytest.approx(1)


@pytest.mark.parametrize("options", VARIANTS)
def test_t19_a_choice_does_not_change_when_hidden_cards_are_permuted(options):
    """States that a seat cannot tell apart give it the same mix, move and reasons."""
    rng = Random(7)
    for number, state in enumerate(played(4, options, 11, "hard")):
        seat = GAME.to_move(state)
        seen = GAME.observe(state, seat)
        thoughts = [decide(level, seen, 0.4, [0.2] * 4) for level in LEVELS]
        for _ in range(2):
            other = GAME.observe(GAME.determinize(seen, rng), seat)
            assert [decide(level, other, 0.4, [0.2] * 4) for level in LEVELS] == thoughts, number
            assert explain(other, thoughts[3].line[0]) == explain(seen, thoughts[3].line[0])


def test_the_same_seed_gives_the_same_move_and_another_seed_another():
    state = next(played(5, {}, 3))
    seen = GAME.observe(state, state.turn)

    def first(seed):
        player = thinker("expert")
        player.begin(seen, [], state.turn, seed)
        return player.advance(0).line[0]

    moves = [first(seed) for seed in range(60)]
    assert moves == [first(seed) for seed in range(60)]
    assert {move.card for move in moves} == {Card.ROSE, Card.THORN}


def test_the_first_card_is_mixed_everywhere():
    """With four cards the thorn comes first in 5 to 95 of 100 rounds, whatever the place and number of players."""
    for n in (3, 4, 5, 6, 7, 10):
        for me in range(n):
            sight = Sight([4] * n, [0] * n, [4] * n, uniform_beliefs(), {})
            assert 0.05 < dict(Mind("expert", 0).lay(sight, me))[THORN] < 0.95, (n, me)


def test_a_thinker_that_did_not_begin_says_so():
    with pytest.raises(ValueError, match="began"):
        thinker("easy").advance(1)
    with pytest.raises(KeyError):
        thinker("genius")


def test_seats_have_tempers_that_show():
    """The sly lay more thorns than the honest, the bold raise more than the careful, and the weaker the more so."""
    seats = {temper(seat): seat for seat in range(len(TEMPERS))}
    sight = Sight([4] * 4, [0] * 4, [4] * 4, uniform_beliefs(), {})

    def thorns(level, name):
        return dict(Mind(level, seats[name]).lay(sight, 1))[THORN]

    for level in ("easy", "medium", "hard"):
        assert thorns(level, "sly") > thorns(level, "honest") + 0.05
    assert thorns("easy", "sly") - thorns("easy", "honest") > thorns("hard", "sly") - thorns("hard", "honest")
    assert thorns("expert", "sly") == thorns("expert", "honest")

    def passing(name):
        """How often it passes, in all the usual first rounds of bidding: a mix that is certain of itself can't bend."""
        often = 0.0
        for bid, laid, thorn in product((1, 2, 3), (1, 2), (-1, 0)):
            sight.stack, sight.total = [laid] * 4, 4 * laid
            sight.bid = sight.best[0] = bid
            sight.leader = 0
            often += dict(Mind("easy", seats[name]).bid(sight, 1, True, thorn)).get(PASS, 0.0)
        return often

    assert passing("bold") < passing("careful")


# ---- exact and simple cases ----
def test_who_holds_two_cards_against_one_wins_for_certain():
    """Cards 2 and 1, one token each: he lays a rose and opens with all that lies there. If it fails, the other's only
    card is known to be the thorn."""
    assert ending(2, 1, 400, 3) == (1, 0)


def test_one_card_each():
    """The starter with a rose wins 3 times in 4 by bidding two, and bluffs with the thorn: in all 5 times in 8."""
    assert ending(1, 1, 4000, 5)[0] == pytest.approx(0.25, abs=0.05)


def test_a_thorn_known_to_be_the_last_card_is_left_to_fail():
    """Two players, one card each, the other must open with what is known to be his thorn: passing wins."""
    sight = Sight([1, 1], [0, 0], [1, 4], uniform_beliefs(), {})
    sight.stack, sight.total, sight.bid, sight.best, sight.leader = [1, 1], 2, 1, [1, 0], 0
    assert dict(Mind("expert", 1).bid(sight, 1, False, -1))[PASS] > 0.97


def test_a_stack_without_thorn_is_turned_first():
    """A challenger prefers the seat whose thorn is known to be gone."""
    sight = Sight([2, 4, 4], [0, 0, 0], [0, 4, 4], trained(3).beliefs, {})
    sight.stack = [2, 1, 1]
    assert max(Mind("expert", 1).promises(sight, 1, [0, 0, 0]), key=lambda one: one[1]) == (0, 1.0)


@pytest.mark.parametrize("name", ZOO)
def test_no_bot_of_the_zoo_lives_on_two_experts(name):
    """A small part of the report: fair is 1/3."""
    won, error = score(name, "expert", 3, 240, 1)
    assert won <= 1 / 3 + 3 * max(error, 0.02)


# ---- the fast simulator against the rules ----
class Recorder(Uniform):
    """A random bot that writes down its decisions; forced ones are not asked for."""

    def __init__(self, seat, log):
        self.seat, self.log = seat, log

    def note(self, action):
        self.log.append((self.seat, action))
        return action

    def lay(self, sight, me, alive, rng):
        return self.note(super().lay(sight, me, alive, rng))

    def add(self, sight, me, alive, thorn, rng):
        return self.note(super().add(sight, me, alive, thorn, rng))

    def bid(self, sight, me, alive, thorn, rng):
        return self.note(super().bid(sight, me, alive, thorn, rng))

    def turn(self, sight, me, turned, rng):
        return self.note(super().turn(sight, me, turned, rng))


def starts_with(state, config):
    """Whether a round of the rules starts as the simulator says."""
    active = [seat for seat in clockwise(state.seats, (state.starter - 1) % state.seats) if state.active(seat)]
    return config == Config(
        [state.cards[seat] for seat in active],
        [bool(state.thorns[seat]) for seat in active],
        [0 if state.traces[seat].gone else state.traces[seat].cards for seat in active],
        [state.goal - state.tokens[seat] == 1 for seat in active],
        active,
    )


@pytest.mark.parametrize(("seats", "options"), list(zip((3, 4, 6, 10), VARIANTS, strict=True)))
def test_the_simulator_plays_by_the_rules(seats, options):
    quick, chosen = options["quick"] == "on", options["loss"] == "chosen"
    for seed in range(12):
        rng = Random(seed)
        config = fresh(seats, rng, quick)
        state = GAME.apply(GAME.start(seats, options), Move(Kind.START, config.seats[0]))
        while config is not None:
            assert starts_with(state, config)
            log = []
            sight = Sight(config.cards, config.tokens, config.seen, uniform_beliefs(), {})
            result, _ = play_round(config, [Recorder(seat, log) for seat in config.seats], rng, sight)
            challenger, owner, _ = result
            give = rng.randrange(2) if chosen and owner == challenger and config.cards[challenger] > 1 else None
            following = after(config, result, rng, give)
            state, rest = follow(state, config, log)
            assert not rest
            state = settle(state, config, result, following, rng)
            config = following
        assert state.phase is Phase.OVER


def follow(state, config, log):
    """The round in the rules with the recorded decisions, up to where the result is known."""
    log = list(log)
    while state.phase in (Phase.LAY, Phase.ADD, Phase.BID, Phase.TURN):
        moves = legal(state)
        automatic = GAME.automatic(state)
        if automatic is not None and not (state.phase is Phase.TURN and log):
            move = automatic
        elif state.phase is Phase.LAY and len(moves) == 1 or state.phase is Phase.TURN and state.down(state.turn):
            move = moves[0]
        else:
            seat, action = log.pop(0)
            assert seat == state.turn
            move = move_for(state.phase, action, tuple(config.seats))
        state = GAME.apply(state, move)
    return state, log


def settle(state, config, result, following, rng):
    """Token or lost card as in the simulator."""
    challenger, owner, _ = result
    assert state.turn == config.seats[challenger]
    if owner < 0:
        assert state.phase is Phase.SCORE
        return GAME.apply(state, Move(Kind.TAKE))
    assert state.thorn_owner() == config.seats[owner]
    alive = config.alive[challenger]
    kept = False
    if following is not None and state.turn in following.seats:
        kept = following.alive[following.seats.index(state.turn)]
    lost = Card.THORN if alive and not kept else Card.ROSE
    return GAME.apply(state, Move(Kind.GIVE if state.phase is Phase.CHOOSE else Kind.LOSE, 0, lost))


def test_baselines_play_the_same_by_the_rules_as_in_the_simulator():
    """A zoo bot in the arena is given an observation: its choice is legal everywhere."""
    for options in VARIANTS:
        for state in played(5, options, 23):
            seen = GAME.observe(state, state.turn)
            for name, make in BASELINES.items():
                assert make().turn(GAME, seen, [], state.turn, 1)[0] in legal(state), name


# ---- reasons ----
def test_reasons_are_known_in_every_language_and_true():
    words = json.loads((files("rosecrown.games.thorns") / "data" / "words.en.json").read_text("utf-8"))
    keys = set()
    for seed, options in enumerate(VARIANTS):
        for state in played(4, options, 31 + seed):
            seen = GAME.observe(state, state.turn)
            for move in legal(state):
                for reason in explain(seen, move):
                    assert reason.key in words
                    keys.add(reason.key)
                    if reason.key == "thorns.reason.bid.safe":
                        stack = state.stacks[state.turn]
                        assert Card.THORN not in stack[len(stack) - move.n :]
                    if reason.key == "thorns.reason.bid.bluff":
                        assert Card.THORN in state.stacks[state.turn][-move.n :]
    gone = GAME.parse_state("turn 3 0 0 base drawn 4T,0,2,-,R,0/4 2-,0,-,p,r,0/4! 4T,0,-,p,r,0/4")
    keys.update(reason.key for reason in explain(GAME.observe(gone, 0), Move(Kind.TURN, 1)))
    assert keys == {key for key in words if key.startswith("thorns.reason.")}


def test_no_reasons_for_what_others_do():
    state = next(played(3, {}, 1))
    other = (state.turn + 1) % 3
    assert explain(GAME.observe(state, other), legal(state)[0]) == ()
    assert explain(GAME.observe(state, None), legal(state)[0]) == ()


# ---- storage and speed ----
def test_tables_survive_packing():
    strategies = {0: b"\x28\x00", 3: b"\x0a\x1e", 4: bytes(range(7)), 1_000_003: bytes(7), 8: bytes(6)}
    data = regret.packed(strategies)
    assert regret.unpacked(data) == strategies
    plain = zlib.decompress(data)
    for length in range(1, len(plain)):
        if length not in (8, 17):  # where a block ends
            with pytest.raises(ValueError, match="cut short"):
                regret.unpacked(zlib.compress(plain[:length]))
    with pytest.raises(ValueError, match="no table"):
        regret.unpacked(data[:-1])


def test_regret_matching():
    assert regret.matching([3.0, -1.0, 1.0]) == [0.75, 0.0, 0.25]
    assert regret.matching([-1.0, 0.0]) == [0.5, 0.5]
    assert regret.rounded([1.0, 3.0]) == bytes([10, 30])
    with pytest.raises(ValueError, match="nothing"):
        regret.rounded([0.0, 0.0])


def test_the_tables_are_small():
    data = files("rosecrown.games.thorns") / "data"
    sizes = [len((data / f"policy{number}.bin").read_bytes()) for number in TABLES]
    assert sum(sizes) <= 400_000
    assert len(unpack((data / "policy2.bin").read_bytes()).strategies) > 5000


def test_kinds_and_picks():
    kinds = {kind(*one) for one in product(range(1, 5), (False, True), range(5), (0, 1))}
    assert len(kinds) == 80
    assert [pick([(ROSE, 0.25), (PASS, 0.75)], chance) for chance in (0.0, 0.24, 0.26, 1.0)] == [ROSE, ROSE, PASS, PASS]


def test_an_outlook_starts_with_the_starter():
    state = next(state for state in played(4, {}, 2) if state.phase is Phase.BID)
    view = outlook(GAME.observe(state, state.turn))
    assert view.seats[0] == state.starter and view.seats[view.me] == state.turn
    assert view.sight.total == state.total and view.sight.bid == state.bid
    with pytest.raises(ValueError, match="not in the game"):
        outlook(GAME.observe(state, None))
