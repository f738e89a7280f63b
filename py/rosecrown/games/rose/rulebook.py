"""The rules to read: our own texts in data/rules.<language>.html, with pictures drawn from positions."""

import re
from html import unescape
from importlib.resources import files
from typing import Final

from rosecrown.games.rose.board import CARDS, HEROES, RED, TARGETS, Move, Phase, Square, State, parse_square
from rosecrown.games.rose.drawing import Marks, Target, Window, badges, figure, small_cards
from rosecrown.games.rose.rules import gain
from rosecrown.games.rose.text import parse_stones
from rosecrown.widgets.markup import Markup, h, trusted
from rosecrown.widgets.words import Words

PLAY: Final = "9/9/9/5r3/3w1r3/2w6/4r4/9/9"
HERO: Final = "9/9/9/4r4/2rrwwr2/9/9/9/9"
REGIONS: Final = "9/9/9/9/9/rr1ww4/rr1w5/2rw1w3/5w3"


def rules(words: Words) -> Markup:
    """The rules; `<figure data-figure="name" data-alt="what is seen">` gets its picture."""
    source = (files("rosecrown.games.rose") / "data" / f"rules.{words.language}.html").read_text("utf-8")

    def drawn(tag: re.Match[str]) -> str:
        return f"<figure>{_picture(words, tag[1], unescape(tag[2]))}"

    return trusted(re.sub(r'<figure data-figure="([a-z]+)" data-alt="([^"]*)">', drawn, source))


def _picture(words: Words, name: str, alt: str) -> Markup:
    if name == "cards":
        cards = sum(1 << CARDS.index(card) for card in ("N1", "NE2", "W3"))
        return h("div", small_cards(words, cards, "figure-card", "hand", alt), class_="rose figure-cards")
    if name == "regions":
        state = _position(REGIONS, "c2")
        return figure(words, state, Marks(badges=badges(state, squared=True, least=1)), Window(range(6), range(4)), alt)
    stones, crown, card = (PLAY, "c4", "NE2") if name == "play" else (HERO, "g5", "W2")
    state = _position(stones, crown)
    to: Square = TARGETS[state.crown][CARDS.index(card)] or 0
    target = Target(gain(state, Move("play", CARDS.index(card))), hero=name == "hero")
    ranks = range(2, 7) if name == "play" else range(3, 6)
    marks = Marks(targets={to: target}, last=to, origin=state.crown)
    return figure(words, state, marks, Window(range(1, 7), ranks), alt)


def _position(stones: str, crown: str) -> State:
    return State(parse_stones(stones), parse_square(crown), (0, 0), (HEROES, HEROES), 0, RED, Phase.TURN)
