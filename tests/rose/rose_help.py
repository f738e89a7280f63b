"""Positions for the tests of the Rose King, drawn as pictures."""

import random

from rosecrown.core.session import Player, Session
from rosecrown.games.rose.board import CARDS, CENTRE, HEROES, Phase, State, parse_square
from rosecrown.games.rose.rules import GAME

EMPTY = "........."


def cards(names):
    """A set of cards: "N1 SE2"."""
    return sum(1 << CARDS.index(name) for name in names.split())


def position(*ranks, crown="e5", red="", white="", heroes=(HEROES, HEROES), discard="", turn=0, phase=Phase.TURN):
    """A position, sound or not: ranks 9 … 1 as pictures of nine characters r, w or a point; missing ones are empty."""
    picture = [*ranks, *[EMPTY] * (9 - len(ranks))]
    stones = [0, 0]
    for row, rank in enumerate(picture):
        assert len(rank) == 9
        for file, letter in enumerate(rank):
            if letter != ".":
                stones["rw".index(letter)] |= 1 << ((8 - row) * 9 + file)
    at = parse_square(crown)
    assert crown == "e5" or (stones[0] | stones[1]) >> at & 1
    return State((stones[0], stones[1]), at, (cards(red), cards(white)), heroes, cards(discard), turn, phase)


def moves(state):
    """The legal moves in notation, as a set."""
    return {GAME.move_text(move) for move in GAME.legal_moves(state)}


def play(state, *texts):
    """The state after some moves and random events."""
    for text in texts:
        state = GAME.apply(state, GAME.parse_move(text))
    return state


def happened(state, text):
    """The events of a move: their kinds, and the arguments of the first."""
    events = GAME.events(state, GAME.parse_move(text), None)
    return [event.kind for event in events], dict(events[0].args) if events else {}


def random_session(seed, plies=None, **options):
    """A game of random moves from a seed, until its end or for a number of decisions."""
    session = Session(GAME, [Player(), Player()], options, seed)
    choose = random.Random(seed)
    while session.to_move >= 0 and plies != 0:
        session.play(choose.choice(GAME.legal_moves(session.state)))
        plies = None if plies is None else plies - 1
    return session


START = position(red="N1 NE2 E3 SE1 S2", white="SW3 W1 NW2 N3 E1")
assert START.crown == CENTRE
