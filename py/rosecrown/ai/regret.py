"""Mixed strategies from regret minimisation, and how a table of them is stored.

A strategy table maps the key of an information set to one byte for each of its slots (abstract actions): the
probability in units of 1/`STEPS`. Trainers are in the lab; players only read.
"""

import zlib
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

STEPS: Final = 40
"""Finer steps would store the noise of training."""


def matching(regrets: Sequence[float]) -> list[float]:
    """Regret matching: probabilities in proportion to the positive regrets, all alike where there is none.

    Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000.
    """
    positive = [max(regret, 0.0) for regret in regrets]
    total = sum(positive)
    return [regret / total for regret in positive] if total > 0 else [1 / len(regrets)] * len(regrets)


def rounded(sums: Sequence[float]) -> bytes:
    """The average strategy, from how much each slot was played. Raises ValueError if nothing was."""
    total = sum(sums)
    if total <= 0:
        raise ValueError("an average of nothing")
    return bytes(int(STEPS * amount / total + 0.5) for amount in sums)


def packed(strategies: Mapping[int, bytes]) -> bytes:
    """The table compressed. For each number of slots: that number, how many keys have it, their distances when sorted,
    and then the probabilities, column by column."""
    plain = bytearray()
    for slots in sorted(set(map(len, strategies.values()))):
        keys = sorted(key for key, shares in strategies.items() if len(shares) == slots)
        for number in (slots, len(keys), *(key - before for before, key in zip([0, *keys], keys, strict=False))):
            while number > 127:
                plain.append(number & 127 | 128)
                number >>= 7
            plain.append(number)
        for slot in range(slots):
            plain += bytes(strategies[key][slot] for key in keys)
    return zlib.compress(bytes(plain), 9)


def unpacked(data: bytes) -> dict[int, bytes]:
    """The inverse of `packed`. Raises ValueError if the data is damaged."""
    try:
        plain = zlib.decompress(data)
    except zlib.error as error:
        raise ValueError(f"no table of strategies: {error}") from None
    strategies: dict[int, bytes] = {}
    place = 0
    while place < len(plain):
        (slots, count), place = _numbers(plain, place, 2)
        steps, place = _numbers(plain, place, count)
        end = place + slots * count
        if end > len(plain):
            raise ValueError("a table of strategies is cut short")
        columns = [plain[start : start + count] for start in range(place, end, count)]
        strategies.update(zip(accumulate(steps), map(bytes, zip(*columns, strict=True)), strict=True))
        place = end
    return strategies


def _numbers(plain: bytes, place: int, count: int) -> tuple[list[int], int]:
    """So many numbers of seven bits a byte, lowest first, and the place after them."""
    numbers: list[int] = []
    try:
        while len(numbers) < count:
            number = shift = 0
            while plain[place] > 127:
                number |= (plain[place] & 127) << shift
                shift += 7
                place += 1
            numbers.append(number | plain[place] << shift)
            place += 1
    except IndexError:
        raise ValueError("a table of strategies is cut short") from None
    return numbers, place
