"""Saves: one JSON envelope a game, the log packed inside. Read as if from strangers: every text gives a game, a game
cut short with the reason, or a `SaveError`; nothing else is ever raised.
"""

import json
import zlib
from typing import Any, Final, Literal, NamedTuple

from rosecrown.core import registry, rng
from rosecrown.core.game import GameError
from rosecrown.core.session import AnySession, Player, Session
from rosecrown.formats.link import codec
from rosecrown.formats.packing import PackingError, Reader, Writer

VERSION: Final = 1
LONGEST: Final = 20_000
"""Characters; we write at most 4,096."""
LONGEST_LOG: Final = 1 << 14

Reason = Literal["damaged", "newer", "impossible"]


class SaveError(ValueError):
    """Why a save can't be read. Words: `save.<reason>`."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class Saved(NamedTuple):
    """A save: the session, and what the screens keep with it."""

    session: AnySession
    entry: str
    name: str
    at: str
    """When it was written, ISO 8601 in UTC."""
    position: str = ""
    """The packed position that the game started from, or empty."""
    broken: int = 0
    """The number (from 1) of the first log entry that the rules refused; 0 if all is well."""


def dump(saved: Saved) -> str:
    """The envelope as JSON of one line, ASCII."""
    session = saved.session
    game = session.game
    out = Writer()
    out.put(session.seed, 1 << rng.SEED_BITS)
    out.put(len(session.log), LONGEST_LOG)
    for entry in session.log:
        codec(game.info.id).write_move(out, entry.move)
    value: dict[str, Any] = {
        "app": "rosecrown",
        "v": VERSION,
        "game": game.info.id,
        "rules": game.info.rules,
        "options": session.options,
        "seats": [_seat(player) for player in session.players],
        "game_data": out.text(),
        "pos": session.cursor,
        "assist": sorted(session.assist),
        "rev": session.rev,
        "at": saved.at,
        "entry": saved.entry,
    }
    for key, extra in (("name", saved.name), ("start", saved.position), ("serious", session.serious)):
        if extra:
            value[key] = extra
    if session.resigned is not None:
        value["resigned"] = session.resigned
    value["crc"] = _crc(value)
    return json.dumps(value, separators=(",", ":"))


def _seat(player: Player) -> dict[str, str]:
    found = {"kind": player.kind, "level": player.level, "name": player.name}
    return {key: text for key, text in found.items() if text}


def _crc(value: dict[str, Any]) -> str:
    bare = {key: part for key, part in value.items() if key != "crc"}
    return f"{zlib.crc32(json.dumps(bare, separators=(',', ':'), sort_keys=True).encode('ascii')):08x}"


def load(text: str) -> Saved:
    """The inverse of `dump`. A log that the rules refuse at some entry gives its valid part, with `broken` set.

    Raises SaveError: "damaged", "newer" (another version wrote it) or "impossible" (its start breaks the rules).
    """
    value = _envelope(text)
    try:
        game = registry.get(value["game"])
    except KeyError:
        raise SaveError("newer") from None
    if value["rules"] > game.info.rules:
        raise SaveError("newer")
    try:
        return _replay(value)
    except SaveError:
        raise
    except (PackingError, GameError, ValueError, KeyError, TypeError, IndexError) as error:
        raise SaveError("impossible") from error


def _envelope(text: str) -> dict[str, Any]:
    """The checked envelope: its types are right and its checksum holds."""
    if len(text) > LONGEST:
        raise SaveError("damaged")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError("damaged") from None
    if not isinstance(value, dict) or value.get("app") != "rosecrown" or value.get("crc") != _crc(value):
        raise SaveError("damaged")
    if not isinstance(value.get("v"), int) or value["v"] < 1:
        raise SaveError("damaged")
    if value["v"] > VERSION:
        raise SaveError("newer")
    types = {"game": str, "rules": int, "options": dict, "seats": list, "game_data": str, "pos": int, "assist": list}
    types |= {"rev": int, "at": str, "entry": str}
    if any(not isinstance(value.get(key), kind) for key, kind in types.items()):
        raise SaveError("damaged")
    return value


def _replay(value: dict[str, Any]) -> Saved:
    game = registry.get(value["game"])
    players = [Player(seat["kind"], seat.get("level", ""), str(seat.get("name", ""))) for seat in value["seats"]]
    for player in players:
        if player.kind not in ("person", "computer", "friend") or player.level not in ("", *registry.LEVELS):
            raise SaveError("damaged")
    if len(players) not in game.info.seats:
        raise SaveError("damaged")
    source = Reader(value["game_data"])
    seed = source.take(1 << rng.SEED_BITS)
    moves = []
    broken = 0
    for number in range(source.take(LONGEST_LOG)):
        try:
            moves.append(codec(game.info.id).read_move(source))
        except PackingError:
            broken = number + 1
            break
    start = None
    position = str(value.get("start", ""))
    if position:
        start = codec(game.info.id).read_position(Reader(position), seed)
        if game.problems(start):
            raise SaveError("impossible")
    session = Session(game, players, value["options"], seed, start, bool(value.get("serious")))
    try:
        session.replay(moves, value["pos"])
    except GameError:
        broken = len(session.log) + 1
        session.advance()
    session.assist = {str(word) for word in value["assist"]}
    session.rev = value["rev"]
    resigned = value.get("resigned")
    if resigned is not None:
        if resigned not in range(len(players)):
            raise SaveError("damaged")
        session.resigned = resigned
    return Saved(session, value["entry"], str(value.get("name", "")), value["at"], position, broken)
