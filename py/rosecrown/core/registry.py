"""The list of games, and their parts by name, imported only when asked for: a thinker never loads a view."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from rosecrown.core.game import Entry, Game

LEVELS = ("easy", "medium", "hard", "expert")
"""Computer players of every game, weakest first."""

GAMES = ("rose", "siam", "thorns")
"""Ids of the games in the order of the lobby; each is a folder of `rosecrown.games`."""


def get(game: str) -> Game[Any, Any, Any]:
    """The rules: `GAME` of the game's package. Raises KeyError for an unknown id."""
    return part(game, "rules", "GAME")  # type: ignore[no-any-return]


def part(game: str, module: str, name: str) -> Any:
    """`name` of a module of the game's package ("view", "VIEW"). Raises KeyError for an unknown id."""
    if game not in (*GAMES, "_null"):
        raise KeyError(game)
    return getattr(import_module(f"rosecrown.games.{game}.{module}"), name)


def entries() -> Iterator[tuple[str, Entry]]:
    """All lobby entries with the id of their game, in the order of the lobby. A game is imported when it is reached."""
    return ((game, entry) for game in GAMES for entry in get(game).info.entries)


def entry(id: str) -> tuple[str, Entry]:
    """The lobby entry called `id` and the id of its game. Raises KeyError."""
    for game, found in entries():
        if found.id == id:
            return game, found
    raise KeyError(id)
