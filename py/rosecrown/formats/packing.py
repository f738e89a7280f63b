"""Mixed-radix packing: a sequence of small integers as one number, and that number as base64url text.

The writer is given every value with the number of values that it could have; the reader asks for the same numbers in
the same order. No byte is spent on names, and a position of the Rose King takes some thirty characters.
"""

import base64
from typing import Protocol, TypeVar

S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M")
O_contra = TypeVar("O_contra", contravariant=True)


class PackingError(ValueError):
    """The text is not packed data, or holds values that nobody writes."""


class Writer:
    """Collects values; `text` gives them as base64url without padding."""

    def __init__(self) -> None:
        self._values: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        """Add a value of 0 … radix − 1. Raises ValueError outside of it."""
        if not 0 <= value < radix:
            raise ValueError(f"{value} does not fit in {radix} values")
        self._values.append((value, radix))

    def text(self) -> str:
        """The packed text; zeros at the end cost nothing."""
        number = 0
        for value, radix in reversed(self._values):
            number = number * radix + value
        data = number.to_bytes((number.bit_length() + 7) // 8, "little")
        return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


class Reader:
    """Takes values out again. Raises PackingError for what is not packed text."""

    def __init__(self, text: str) -> None:
        try:
            data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        except ValueError as error:
            raise PackingError(f"not base64url: {text!r}") from error
        if base64.urlsafe_b64encode(data).decode("ascii").rstrip("=") != text or data.endswith(b"\0"):
            raise PackingError(f"not written by us: {text!r}")
        self._left = int.from_bytes(data, "little")

    def take(self, radix: int) -> int:
        """The next value, 0 … radix − 1."""
        self._left, value = divmod(self._left, radix)
        return value

    def finish(self) -> None:
        """Raises PackingError if something is left that nobody asked for."""
        if self._left:
            raise PackingError("more data than the format has")


class Codec(Protocol[S_co, M, O_contra]):
    """How a game packs its positions and moves: `CODEC` in the game's `codec.py`. Changing it needs a new version.

    Readers raise PackingError for values outside the game; whether a position is possible is for `problems` to say.
    """

    def write_position(self, out: Writer, seen: O_contra) -> None:
        """What the sharing seat knows, number of seats and options included."""

    def read_position(self, source: Reader, seed: int) -> S_co:
        """A state consistent with what was written; `seed` decides what is dealt anew."""

    def write_move(self, out: Writer, move: M) -> None:
        """A move or random event, explicitly, not by its place among the legal ones."""

    def read_move(self, source: Reader) -> M:
        """The inverse of `write_move`."""
