"""One game from set-up to end: chance by event number, automatic moves, undo, redo, jump, branch, replay, resign."""

import pytest

from rosecrown.core import rng
from rosecrown.core.game import CHANCE, NOBODY, IllegalMoveError, PositionError
from rosecrown.core.session import Player, Session
from rosecrown.games._null.rules import GAME as TAKE_AWAY
from rosecrown.games._null.rules import HEAPS, Move, State
from rosecrown.games.rose.rules import GAME as ROSE

PERSON, COMPUTER = Player(), Player("computer", "easy")


def take(count):
    return Move("take", count)


def session(players=(PERSON, PERSON), **more):
    return Session(TAKE_AWAY, players, **more)


def finish(game):
    """Take one each time, to the end."""
    while game.to_move >= 0:
        game.play(take(1))
    return game


# ---- chance and automatic moves ----
def test_a_new_game_stands_at_the_first_decision():
    game = session(seed=5)
    heaps = [(Move("heap", heap), 1 / len(HEAPS)) for heap in HEAPS]
    assert [entry.seat for entry in game.log] == [CHANCE] and game.log[0].move == rng.pick(5, 0, heaps)
    assert game.to_move == 0 and game.rev == 0 and game.outcome is None


def test_chance_depends_on_the_seed_and_the_number_of_the_event_only():
    moves = [ROSE.parse_move("draw")] * 3
    games = [Session(ROSE, [PERSON, PERSON], {}, seed=9) for _ in range(2)]
    cards = []
    for game in games:
        if game is games[1]:  # the second one looks back and forth before
            game.play(game.game.legal_moves(game.state)[0])
            game.undo()
            game.jump(len(game.log))
            game.jump(10)
        game.play(ROSE.legal_moves(game.state)[0])
        game.play(ROSE.legal_moves(game.state)[0])
        game.play(moves[0])
        cards.append(game.log[-1])
    assert cards[0] == cards[1] and cards[0].seat == CHANCE


def test_automatic_moves_are_made_and_marked():
    game = session(start=State(2, "wins", 3))
    game.play(take(2))
    assert [(entry.seat, entry.move, entry.forced) for entry in game.log] == [(0, take(2), False), (1, take(1), True)]
    assert game.to_move == NOBODY and game.outcome.winners == (1,)


def test_a_game_from_a_position():
    game = session(start=State(2, "wins", 7, 1))
    assert game.to_move == 1 and game.log == [] and game.from_position


def test_wrong_options_are_refused():
    with pytest.raises(PositionError):
        session(options={"last": "maybe"})


# ---- playing ----
def test_an_illegal_move_changes_nothing():
    game = session(start=State(2, "wins", 2))
    before = (list(game.log), list(game.states), game.rev)
    with pytest.raises(IllegalMoveError):
        game.play(take(3))
    assert (game.log, game.states, game.rev) == before


def test_nobody_moves_after_the_end():
    game = finish(session(seed=1))
    with pytest.raises(IllegalMoveError):
        game.play(take(1))


def test_the_revision_grows_with_every_change():
    game, seen = session(seed=1), []
    changes = [
        lambda: game.play(take(1)),
        game.undo,
        game.redo,
        lambda: game.jump(1),
        lambda: game.seat_player(1, COMPUTER),
        lambda: game.resign(0),
        lambda: game.replay([]),
    ]
    for change in changes:
        change()
        seen.append(game.rev)
    assert seen == sorted(set(seen)) and seen[0] > 0


# ---- undo and redo ----
def test_undo_goes_back_to_my_last_decision():
    game = session([PERSON, COMPUTER], seed=1)
    game.play(take(1))
    game.play(take(2))
    game.play(take(3))
    assert game.undo() and game.cursor == 3, "after the computer's answer stands my own last decision"
    assert game.undo() and game.cursor == 1 and game.to_move == 0
    assert not game.can_undo() and not game.undo()
    assert game.assist == {"undo"}


def test_forced_moves_are_skipped_by_undo():
    game = session(start=State(2, "wins", 5))
    game.play(take(2))
    game.play(take(2))
    assert game.log[-1].forced and game.to_move == NOBODY
    game.undo()
    assert game.cursor == 1 and game.to_move == 1 and game.outcome is None


def test_redo_brings_everything_back():
    game = session([PERSON, COMPUTER], start=State(2, "wins", 12))
    for count in (1, 2, 3, 1):
        game.play(take(count))
    whole = list(game.log)
    game.undo()
    game.undo()
    assert game.redo() and game.cursor == 2
    assert game.redo() and game.cursor == 4 and not game.redo()
    assert game.log == whole


def test_a_new_move_forgets_what_was_undone():
    game = session(start=State(2, "wins", 12))
    game.play(take(1))
    game.play(take(2))
    game.undo()
    game.play(take(3))
    assert [entry.move for entry in game.log] == [take(1), take(3)] and not game.can_redo()
    assert len(game.states) == 3


def test_no_undo_in_a_serious_game():
    game = session(start=State(2, "wins", 12), serious=True)
    game.play(take(1))
    assert not game.can_undo() and not game.undo() and game.cursor == 1


# ---- jump and branch ----
def test_jump_stands_anywhere_in_the_log():
    game = session(start=State(2, "wins", 12))
    game.play(take(1))
    game.play(take(2))
    game.jump(0)
    assert game.state.heap == 12 and game.can_redo()
    game.jump(2)
    assert game.state.heap == 9
    for wrong in (-1, 3):
        with pytest.raises(IndexError):
            game.jump(wrong)


def test_a_branch_shares_the_past_and_leaves_the_game_alone():
    game = session(seed=3)
    for count in (1, 2, 3):
        game.play(take(count))
    whole = list(game.log)
    other = game.branch(2)
    assert other.log == whole[:2] and other.to_move == 1 and other.assist == {"undo"}
    other.play(take(3))
    assert game.log == whole
    with pytest.raises(IndexError):
        game.branch(9)


def test_a_branch_of_a_game_from_a_position():
    game = session(start=State(2, "wins", 9, 1))
    game.play(take(1))
    assert game.branch(0).state == State(2, "wins", 9, 1)


# ---- replay ----
def test_a_log_gives_the_same_game_without_the_seed():
    game = finish(session(seed=4))
    again = session(seed=0)
    again.replay([entry.move for entry in game.log], cursor=3)
    assert again.log == game.log and again.cursor == 3 and again.state == game.states[3]


def test_an_unfinished_log_goes_on_by_itself_to_the_next_decision():
    game = session(seed=4)
    again = session(seed=4)
    again.replay([])
    assert again.log == game.log


def test_the_valid_part_of_a_broken_log_stays():
    game = session(seed=4)
    with pytest.raises(IllegalMoveError):
        game.replay([Move("heap", 10), take(1), take(3), Move("heap", 10), take(1)])
    assert [entry.move for entry in game.log] == [Move("heap", 10), take(1), take(3)] and game.state.heap == 6
    game.advance()
    assert game.to_move == 0


def test_a_log_with_an_impossible_event_or_a_move_after_the_end():
    for moves in ([take(1)], [Move("heap", 99)], [Move("heap", 10), take(3), take(3), take(3), take(1), take(1)]):
        with pytest.raises(IllegalMoveError):
            session().replay(moves)


# ---- who sits where ----
def test_resigning_gives_everybody_else_the_win():
    game = Session(TAKE_AWAY, [PERSON] * 3, seed=1)
    game.resign(1)
    assert game.to_move == NOBODY and game.outcome.winners == (0, 2) and game.outcome.reason == "resigned"
    with pytest.raises(IllegalMoveError):
        game.play(take(1))


def test_undo_takes_a_resignation_back():
    game = session(seed=1)
    game.play(take(1))
    game.resign(0)
    assert game.undo() and game.resigned is None and game.to_move == 0


def test_a_computer_takes_over_and_gives_back():
    game = session(seed=1)
    game.seat_player(1, COMPUTER)
    game.rename(0, "Anna")
    assert game.players == (Player(name="Anna"), COMPUTER)
    game.seat_player(1, PERSON)
    assert game.players[1] == PERSON


# ---- what others see ----
def test_history_and_observations():
    game = session(seed=2)
    game.play(take(2))
    assert game.history(0) == [(CHANCE, game.log[0].move), (0, take(2))]
    assert game.history(None, at=1) == [(CHANCE, game.log[0].move)]
    assert game.observation(1) == game.state and game.observation(1, at=1) == game.states[1]
    assert [event.kind for number in range(2) for event in game.events(number, None)] == ["heap", "take"]
