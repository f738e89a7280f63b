"""The Rose King in ASCII, and what its events are called.

Moves: "NE2" play that card, "NE2*" play it with a hero, "draw", "pass"; random events: ":NE2" the card that is dealt or
drawn, ":red" the starter. A position is one line of six parts:

    9/9/9/9/4r4/9/9/9/9 e5 white 44 N1,N3,E2,S1:E1,SE2,SW3,W2,W3 NW2

ranks 9 to 1 from a to i (r, w, a number of empty squares), crown, phase, heroes of Red and White, hands of Red and
White, discard pile. Phases: "starter", "red-deal" (cards are dealt, Red will start), "red" (his turn), "red-draw" (he
gets a card).
"""

import re
from typing import Final

from rosecrown.core.game import Event, NotationError, PositionError, Text, text
from rosecrown.games.rose.board import (
    CARDS,
    COLOURS,
    DRAW,
    PASS,
    RED,
    SIZE,
    WHITE,
    Move,
    Phase,
    State,
    members,
    parse_square,
    square_name,
)
from rosecrown.games.rose.problems import problems

ROMAN: Final = ("", "I", "II", "III")
PHASES: Final = {"starter": (RED, Phase.STARTER)} | {
    f"{COLOURS[seat]}{suffix}": (seat, phase)
    for seat in (RED, WHITE)
    for suffix, phase in (("", Phase.TURN), ("-draw", Phase.DRAW), ("-deal", Phase.DEAL))
}


def move_text(move: Move) -> str:
    """The move in notation."""
    match move.kind:
        case "play":
            return CARDS[move.card]
        case "hero":
            return f"{CARDS[move.card]}*"
        case "card":
            return f":{CARDS[move.card]}"
        case "starter":
            return f":{COLOURS[move.card]}"
        case _:
            return move.kind


MOVES: Final = {
    move_text(move): move
    for move in (
        DRAW,
        PASS,
        *(Move("starter", seat) for seat in (RED, WHITE)),
        *(Move("play", card) for card in range(len(CARDS))),
        *(Move("hero", card) for card in range(len(CARDS))),
        *(Move("card", card) for card in range(len(CARDS))),
    )
}
"""Every move that there is, by its notation."""


def parse_move(source: str) -> Move:
    """The inverse of `move_text`. Raises NotationError."""
    move = MOVES.get(source)
    if move is None:
        raise NotationError(f"no move of the Rose King: {source!r}")
    return move


def _rank_text(state: State, rank: int) -> str:
    squares = range(rank * SIZE, (rank + 1) * SIZE)
    letters = ("r" if state.stones[0] >> at & 1 else "w" if state.stones[1] >> at & 1 else "." for at in squares)
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "".join(letters))


def _cards_text(cards: int) -> str:
    return ",".join(CARDS[card] for card in members(cards)) or "-"


def state_text(state: State) -> str:
    """The position in notation."""
    phase = next(name for name, value in PHASES.items() if value == (state.turn, state.phase))
    return " ".join(
        (
            "/".join(_rank_text(state, rank) for rank in reversed(range(SIZE))),
            square_name(state.crown),
            phase,
            f"{state.heroes[0]}{state.heroes[1]}",
            ":".join(map(_cards_text, state.hands)),
            _cards_text(state.discard),
        )
    )


def parse_stones(source: str) -> tuple[int, int]:
    """The stones of a board in notation. Raises NotationError."""
    stones = [0, 0]
    for number, rank in enumerate(source.split("/")):
        squares = re.sub("[1-9]", lambda count: "." * int(count[0]), rank)
        if len(squares) != SIZE or number >= SIZE:
            raise NotationError(f"no board of 9 x 9 squares: {source!r}")
        for file, letter in enumerate(squares):
            if letter != ".":
                stones["rw".index(letter)] |= 1 << (SIZE - 1 - number) * SIZE + file
    return stones[0], stones[1]


def _parse_cards(source: str) -> int:
    cards = 0
    for name in source.split(",") if source != "-" else []:
        if name not in CARDS:
            raise NotationError(f"no power card: {name!r}")
        cards |= 1 << CARDS.index(name)
    return cards


def parse_state(source: str) -> State:
    """The inverse of `state_text`. Raises NotationError, PositionError."""
    parts = re.fullmatch(r"([rw1-9/]{17,89}) ([a-i][1-9]) ([a-z-]{3,10}) ([0-4])([0-4]) (\S+):(\S+) (\S+)", source)
    if not parts or parts[3] not in PHASES:
        raise NotationError(f"no position of the Rose King: {source!r}")
    turn, phase = PHASES[parts[3]]
    state = State(
        stones=parse_stones(parts[1]),
        crown=parse_square(parts[2]),
        hands=(_parse_cards(parts[6]), _parse_cards(parts[7])),
        heroes=(int(parts[4]), int(parts[5])),
        discard=_parse_cards(parts[8]),
        turn=turn,
        phase=phase,
    )
    if state_text(state) != source:
        raise NotationError(f"not written in the usual order: {source!r}")
    broken = problems(state)
    if broken:
        raise PositionError(broken)
    return state


def card_name(card: str, first: bool = False) -> Text:
    """A card in words, "south-west II"; `first` with a capital letter, to begin a sentence."""
    direction = text(f"rose.{'Dir' if first else 'dir'}.{card[:-1]}")
    return text("rose.card", direction=direction, number=ROMAN[int(card[-1])])


def describe(happened: Event) -> Text:
    """An event in words, for a log that shows whose it is and what it gained. The deal needs none."""
    args = dict(happened.args)
    card = args.get("card")
    match happened.kind:
        case "place" | "flip":
            return text(f"rose.log.{happened.kind}", card=card_name(str(card), first=True), cell=str(args["cell"]))
        case "drawn":
            return text("rose.log.drawn", card=card_name(str(card)))
        case "reshuffle":
            cards = args["cards"]
            return text("rose.log.reshuffle", n=cards if isinstance(cards, int) else 0)
        case "starter" | "pass":
            return text(f"rose.log.{happened.kind}")
        case "end":
            return text(f"rose.end.{args['reason']}")
        case _:
            return Text("")
