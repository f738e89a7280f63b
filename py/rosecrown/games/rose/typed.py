"""Typed moves, generously read: "NE2", "ne 2", "north-east II", "Nordost 2", "noordoost 2", "d4", "hero d4", "draw"."""

import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from rosecrown.core.game import IllegalMoveError, NotationError
from rosecrown.games.rose.board import CARDS, DRAW, PASS, TARGETS, Move, Observation, square_name

# In all three languages at once: no word means two things. (The German and Dutch "NO" is north-east.)
VERTICAL: Final = {
    "N": ("n", "north", "nord", "norden", "noord"),
    "S": ("s", "z", "south", "süd", "sued", "sud", "zuid"),
}
HORIZONTAL: Final = {"E": ("e", "o", "east", "ost", "osten", "oost"), "W": ("w", "west", "westen")}
NUMBERS: Final = {"1": ("1", "i"), "2": ("2", "ii"), "3": ("3", "iii")}
DRAWS: Final = frozenset(
    ("d", "draw", "drawcard", "drawacard", "zieh", "ziehen", "nachziehen", "karteziehen", "einekarteziehen")
    + ("trek", "trekken", "kaarttrekken", "eenkaarttrekken")
)
PASSES: Final = frozenset(("pass", "passe", "passen", "pas"))
HERO: Final = re.compile(r"(\bwith\b|\bmit\b|\bmet\b)?\s*(\b(a|einem|een)\b)?\s*(\b(hero|helden|held)\b|\*)")
TOWARDS: Final = re.compile(r"\b(to|nach|naar|play|spiele?|speel)\b")


def _names() -> dict[str, int]:
    """Every way to write a card, without spaces and hyphens, in small letters."""
    found = {}
    for number, card in enumerate(CARDS):
        letters = [{**VERTICAL, **HORIZONTAL}[letter] for letter in card[:-1]]
        for parts in product(*letters, NUMBERS[card[-1]]):
            found["".join(parts)] = number
    return found


CARD_NAMES: Final = _names()


def read(seen: Observation, legal: Sequence[Move], typed: str) -> Move:
    """The legal move that is meant. Raises NotationError (not understood) or IllegalMoveError (not allowed)."""
    words = typed.strip().lower()
    hero = HERO.search(words) is not None
    plain = re.sub(r"[\s\-–,.:]+", "", TOWARDS.sub(" ", HERO.sub(" ", words)))
    if plain in DRAWS | PASSES and not hero:
        meant = [DRAW if plain in DRAWS else PASS]
    else:
        meant = _plays(seen, plain, small=typed.strip()[:1] == "e")
    if not meant:
        raise NotationError(f"not understood: {typed!r}")
    for move in meant:
        if move in legal and (move.kind == "hero" or not hero):
            return move
    raise IllegalMoveError(f"not allowed now: {typed!r}")


def _plays(seen: Observation, plain: str, small: bool) -> list[Move]:
    """The plays that a card's name or a square can mean. "E2" is a card and "e2" a square, if both make sense."""
    cards = [CARD_NAMES[plain]] if plain in CARD_NAMES else []
    squares = re.fullmatch("[a-i][1-9]", plain)
    if squares:
        leading = [
            card for card, to in enumerate(TARGETS[seen.crown]) if to is not None and square_name(to) == squares[0]
        ]
        cards = [*leading, *cards] if small or not cards else [*cards, *leading]
        if not cards:
            return [Move("play", -1)]
    both = re.fullmatch("(.+)([a-i][1-9])", plain)
    if not cards and both and both[1] in CARD_NAMES:
        to = TARGETS[seen.crown][CARD_NAMES[both[1]]]
        cards = [CARD_NAMES[both[1]]] if to is not None and square_name(to) == both[2] else []
    return [Move(kind, card) for card in cards for kind in ("play", "hero")]
