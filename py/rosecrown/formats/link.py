"""Links: `#<game>.<kind><version>.<payload>.<check>`, read from strangers' hands, so every text gives a value or a
`LinkError` with one of four reasons, and nothing else is ever raised.

Kinds: p, a position to play on from; s, a deal: options and a seed.
"""

import re
import zlib
from typing import Any, Final, Literal, NamedTuple

from rosecrown.core import registry, rng
from rosecrown.core.game import Game, GameError, Options, Seat, full_options
from rosecrown.formats.packing import Codec, PackingError, Reader, Writer

LONGEST_TEXT: Final = 2000
LONGEST_FRAGMENT: Final = 500
VERSIONS: Final = {"p": 1, "s": 1}
CHECK_DIGITS: Final = 7
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_GRAMMAR: Final = re.compile(r"([a-z]{3,12})\.([a-z])([1-9][0-9]{0,3})\.([A-Za-z0-9_-]*)\.([0-9a-z]{7})")

Reason = Literal["none", "damaged", "newer", "impossible"]


class LinkError(ValueError):
    """Why a link can't be opened. Words: `link.<reason>`; `problems` are the game's, for "impossible"."""

    def __init__(self, reason: Reason, problems: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.problems = problems


class Opened(NamedTuple):
    """What a link holds: a state to play on from (kind p), or only options and a seed (kind s)."""

    game: str
    kind: Literal["p", "s"]
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    state: Any = None
    """A state of that game, or None for a deal."""
    position: str = ""
    """The packed position, as a save keeps it."""


def checksum(text: str) -> str:
    """CRC-32 of the text in base 36, seven characters; it catches every change of one character."""
    number = zlib.crc32(text.encode("ascii"))
    digits = ""
    for _ in range(CHECK_DIGITS):
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


def _fragment(game: str, kind: str, payload: str) -> str:
    body = f"{game}.{kind}{VERSIONS[kind]}.{payload}"
    return f"{body}.{checksum(body)}"


def codec(game: str) -> Codec[Any, Any, Any]:
    """The game's packing."""
    return registry.part(game, "codec", "CODEC")  # type: ignore[no-any-return]


def position(game: Game[Any, Any, Any], state: Any, viewer: Seat | None) -> str:
    """The fragment (without #) of a position, holding only what `viewer` knows."""
    out = Writer()
    codec(game.info.id).write_position(out, game.observe(state, viewer))
    return _fragment(game.info.id, "p", out.text())


def write_options(out: Writer, game: Game[Any, Any, Any], seats: int, options: Options) -> None:
    """Number of seats and all options, in the order of the game's info."""
    out.put(game.info.seats.index(seats), len(game.info.seats))
    full = full_options(game.info, options)
    for option in game.info.options:
        out.put(option.values.index(full[option.id]), len(option.values))


def read_options(source: Reader, game: Game[Any, Any, Any]) -> tuple[int, dict[str, str]]:
    """The inverse of `write_options`."""
    seats = game.info.seats[source.take(len(game.info.seats))]
    return seats, {option.id: option.values[source.take(len(option.values))] for option in game.info.options}


def deal(game: Game[Any, Any, Any], seats: int, options: Options, seed: int) -> str:
    """The fragment (without #) of a deal: whoever opens it gets the same random events."""
    out = Writer()
    write_options(out, game, seats, options)
    out.put(seed, 1 << rng.SEED_BITS)
    return _fragment(game.info.id, "s", out.text())


def read(text: str, seed: int = 0) -> Opened:
    """What a link holds; takes a whole address or the fragment alone, as chat programs leave it.

    `seed` decides what is dealt anew in a position with hidden cards, and the random events after it.
    Raises LinkError: "none" (no link in the text), "damaged", "newer" (a newer version made it), "impossible".
    """
    if len(text) > LONGEST_TEXT:
        raise LinkError("damaged")
    from urllib.parse import unquote  # here: few starts have a link to read, and it takes a while to import

    cleaned = unquote(text.strip().rstrip(".,;:!?)>]}\"'"))
    fragment = cleaned.rpartition("#")[2].strip()
    if not fragment or ("#" not in cleaned and "." not in cleaned):
        raise LinkError("none")
    found = _GRAMMAR.fullmatch(fragment)
    if not found or len(fragment) > LONGEST_FRAGMENT:
        raise LinkError("damaged")
    game_id, kind, version, payload, check = found.groups()
    if checksum(fragment.rpartition(".")[0]) != check:
        raise LinkError("damaged")
    # The check holds, so somebody's Rose & Crown wrote it: what this one does not know is newer.
    if game_id not in registry.GAMES or kind not in VERSIONS or int(version) > VERSIONS[kind]:
        raise LinkError("newer")
    game = registry.get(game_id)
    try:
        source = Reader(payload)
        if kind == "s":
            seats, options = read_options(source, game)
            seed = source.take(1 << rng.SEED_BITS)
            source.finish()
            return Opened(game_id, "s", seats, tuple(options.items()), seed)
        state = codec(game_id).read_position(source, seed)
        source.finish()
    except (PackingError, GameError, ValueError) as error:
        raise LinkError("impossible", getattr(error, "problems", ())) from error
    problems = tuple(game.problems(state))
    if problems:
        raise LinkError("impossible", problems)
    return Opened(game_id, "p", game.seats(state), tuple(game.options(state).items()), seed, state, payload)
