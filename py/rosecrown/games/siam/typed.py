"""Typed moves, generously read: the game's own notation, or names in any language: "lao", "isan lao khorat rama"."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from rosecrown.core.game import IllegalMoveError, NotationError
from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.notation import CARDS, COLOURS, parse_move
from rosecrown.games.siam.state import PASS, Move
from rosecrown.games.siam.taps import PICK, Path, paths

PASSES: Final = frozenset(("pass", "passe", "passen", "pas"))
FILLERS: Final = frozenset(
    "take nimm neem play spiele spiel speel from aus uit von van in to nach naar with mit met for fur gegen voor and "
    "und en the a an die der das den dem de het een ein eine einen swap tausche ruil put setze plaats zet".split()
)
COLOUR_WORDS: Final = {
    "yellow": 0, "gelb": 0, "geel": 0, "red": 1, "rot": 1, "rood": 1,
    "blue": 2, "blau": 2, "blauw": 2, "green": 2, "grun": 2, "groen": 2,
}  # fmt: skip


def read(board: Board, legal: Sequence[Move], typed: str) -> Move:
    """The legal move that is meant. Raises NotationError (not understood), IllegalMoveError (not allowed)."""
    plain = _plain(typed)
    try:
        meant = [parse_move(typed.strip().lower())]
    except NotationError:
        meant = [PASS] if plain in PASSES else _named(board, legal, plain)
    if not meant:
        raise NotationError(f"not understood: {typed!r}")
    allowed = [move for move in meant if move in legal]
    if len(allowed) != 1:
        raise IllegalMoveError(f"not allowed now, or not one move: {typed!r}")
    return allowed[0]


def _plain(typed: str) -> str:
    """Small letters without accents and soft hyphens, single spaces."""
    letters = unicodedata.normalize("NFKD", typed.strip().lower().replace("\u00ad", ""))
    return re.sub(r"[\s,.;:\-–]+", " ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


def _names(board: Board) -> dict[str, str]:
    """Every word for a province or a faction, to its tap."""
    found = {word: PICK + COLOURS[faction] for word, faction in COLOUR_WORDS.items()}
    for faction in range(3):
        found.update({_plain(n): PICK + COLOURS[faction] for n in board.factions[faction].names.values()})
    for province in board.provinces:
        found.update({_plain(n): province.id for n in (province.id, *province.names.values())})
    return found


def _named(board: Board, legal: Sequence[Move], plain: str) -> list[Move]:
    cards = [card for card in range(7) if plain in {CARDS[card], *map(_plain, board.cards[card].values())}]
    if cards and any(move.kind == "card" for move in legal):
        return [Move("card", (card,)) for card in cards]
    names = _names(board)
    # Tigray and Shewa are a faction and a province: both are tried.
    both = {word for word in names if word in {_plain(n) for f in board.factions[:3] for n in f.names.values()}}
    items: list[tuple[str, ...]] = []
    for word in plain.split():
        if word in FILLERS:
            continue
        if word not in names:
            return []
        options = [names[word]]
        if word in both:
            options += [PICK + COLOURS[f] for f in range(3) if word in map(_plain, board.factions[f].names.values())]
        items.append(tuple(dict.fromkeys(options)))
    if not items:
        return []
    return list({move: None for move in legal for path in paths(board, move) if path and _meant(items, path)})


def _meant(items: list[tuple[str, ...]], path: Path) -> bool:
    """Whether the words give the path: all of it, picks in either order around their province, or provinces alone."""
    parts: list[str] = []
    for item in path:
        parts += [PICK + letter for letter in item[len(PICK) :]] if item.startswith(PICK) else [item]
    return (
        _same(items, parts)
        or _same(items, [item for item in parts if not item.startswith(PICK)])
        or _same(items, _turned(path))
    )


def _turned(path: Path) -> list[str]:
    """The path with the followers before their province: "lao isan rama khorat"."""
    parts: list[str] = []
    for item in path:
        if item.startswith(PICK):
            parts[-1:-1] = [PICK + letter for letter in item[len(PICK) :]]
        else:
            parts.append(item)
    return parts


def _same(items: list[tuple[str, ...]], parts: Sequence[str]) -> bool:
    return len(items) == len(parts) and all(part in options for options, part in zip(items, parts, strict=True))
