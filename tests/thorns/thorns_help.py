"""Positions and games of Roses and Thorns for the tests."""

import random
from html.parser import HTMLParser
from itertools import product

from rosecrown.core.game import CHANCE, NOBODY
from rosecrown.games.thorns.rules import GAME
from rosecrown.games.thorns.table import CARDS, SEATS, Card, Phase, State, Trace

VARIANTS = [{"quick": quick, "loss": loss} for quick, loss in product(("off", "on"), ("drawn", "chosen"))]
SETTINGS = [(seats, options) for seats in SEATS for options in VARIANTS]
R, T = Card.ROSE, Card.THORN


def begin(seats, starter=0, **options):
    """The first round, before the first card."""
    return GAME.apply(GAME.start(seats, options), GAME.parse_move(f":{starter}"))


def play(state, moves):
    """The state after moves in notation; those that the session makes by itself are made."""
    for move in moves.split():
        state = GAME.apply(state, GAME.parse_move(move))
        while GAME.automatic(state) is not None:
            state = GAME.apply(state, GAME.automatic(state))
    return state


def moves(state):
    """The legal moves in notation."""
    return " ".join(GAME.move_text(move) for move in GAME.legal_moves(state))


def events(state, move, viewer=None):
    """What happens, as (kind, arguments) pairs."""
    return [(one.kind, dict(one.args)) for one in GAME.events(state, GAME.parse_move(move), viewer)]


def challenge(cards, challenger, owner, tokens=None, choose=False):
    """The challenger has met a thorn of `owner` with the first card that could be one; `cards`: left before the loss.

    Everybody has laid one card; who has no card is out.
    """
    seats = len(cards)
    tokens = tokens or [0] * seats
    faces = {challenger: R, owner: T}
    number = 1 + sum(CARDS - left for left in cards) + sum(tokens)
    bid = 1 if owner == challenger else 2
    chooses = choose and owner == challenger and cards[owner] > 1
    state = State(
        quick=False,
        choose=choose,
        phase=Phase.CHOOSE if chooses else Phase.DRAW,
        round=number,
        starter=challenger,
        turn=challenger,
        cards=tuple(cards),
        thorns=tuple(seat == owner or left == CARDS for seat, left in enumerate(cards)),
        stacks=tuple((faces.get(seat, R),) if left else () for seat, left in enumerate(cards)),
        up=tuple(int(seat in faces) for seat in range(seats)),
        bids=tuple(bid if seat == challenger else 0 for seat in range(seats)),
        passed=tuple(bool(left) and seat != challenger for seat, left in enumerate(cards)),
        tokens=tuple(tokens),
        traces=tuple(
            Trace(number, left) if seat == owner else Trace(gone=left == 0 or (seat == challenger and left == 1))
            for seat, left in enumerate(cards)
        ),
    )
    assert GAME.problems(state) == []
    return state


def random_states(seats, options, seed):
    """All states of a random game, with the move made in each (None at the end)."""
    rng = random.Random(f"{seats} {sorted(options.items())} {seed}")
    state = GAME.start(seats, options)
    while GAME.to_move(state) != NOBODY:
        if GAME.to_move(state) == CHANCE:
            outcomes, weights = zip(*GAME.chances(state), strict=True)
            move = rng.choices(outcomes, weights)[0]
        else:
            move = rng.choice(GAME.legal_moves(state))
        yield state, move
        state = GAME.apply(state, move)
    yield state, None


class Visible(HTMLParser):
    """Markup without what is shown only to the one who holds the eye."""

    def __init__(self, markup):
        super().__init__()
        self.out, self.inside = [], 0
        self.feed(markup)

    def handle_starttag(self, tag, attrs):
        if self.inside or "secret" in (dict(attrs).get("class") or "").split():
            self.inside += 1
        else:
            self.out.append((tag, tuple(attrs)))

    def handle_endtag(self, tag):
        if self.inside:
            self.inside -= 1
        else:
            self.out.append(tag)

    def handle_data(self, data):
        if not self.inside:
            self.out.append(data)
