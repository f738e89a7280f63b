"""Mixed-radix packing: what is written comes back, and whatever else is read is refused with one error."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosecrown.formats.packing import PackingError, Reader, Writer

DIGITS = st.integers(1, 1000).flatmap(lambda radix: st.tuples(st.integers(0, radix - 1), st.just(radix)))


def packed(values):
    out = Writer()
    for value, radix in values:
        out.put(value, radix)
    return out.text()


@given(st.lists(DIGITS, max_size=200))
def test_values_come_back_in_order(values):
    reader = Reader(packed(values))
    assert [(reader.take(radix), radix) for _, radix in values] == values
    reader.finish()


def test_known_texts():
    # 1 + 2 * (0 + 3 * 4) = 25 = 0x19
    assert packed([(1, 2), (0, 3), (4, 5)]) == "GQ"
    # 300 = 0x012c, little-endian 2c 01
    assert packed([(300, 1000)]) == "LAE"
    assert packed([]) == "" == packed([(0, 7)] * 9)


def test_zeros_at_the_end_cost_nothing():
    assert packed([(5, 9), (0, 100), (0, 100)]) == packed([(5, 9)])


def test_it_is_as_short_as_the_number_allows():
    # 60 values of 10 are a number below 10 ** 60, which has 200 bits: 25 bytes, 34 characters.
    assert len(packed([(9, 10)] * 60)) == 34


def test_values_outside_their_range_are_refused():
    for value, radix in ((-1, 5), (5, 5), (0, 0)):
        with pytest.raises(ValueError):
            Writer().put(value, radix)


def test_what_is_left_over_is_noticed():
    reader = Reader(packed([(1, 2), (3, 4)]))
    assert reader.take(2) == 1
    with pytest.raises(PackingError):
        reader.finish()


@pytest.mark.parametrize("text", ["A", "=", "GQ==", "G Q", "GQ\n", "é", "GR", "AA", "GQA", "+w", "/w", "٣٣"])
def test_texts_that_nobody_writes_are_refused(text):
    # "GR" differs from "GQ" in bits that carry nothing, "AA" and "GQA" end with a zero byte, + and / are not for urls.
    with pytest.raises(PackingError):
        Reader(text)


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


TEXTS = st.text(max_size=30) | st.text("AQgw-_019", max_size=30) | st.binary(max_size=20).map(encoded)


@given(TEXTS, st.lists(st.integers(1, 99), max_size=40))
def test_any_text_is_read_or_refused(text, radices):
    try:
        reader = Reader(text)
    except PackingError:
        return
    values = [(reader.take(radix), radix) for radix in radices]
    assert all(0 <= value < radix for value, radix in values)
    try:
        reader.finish()
    except PackingError:
        return
    assert packed(values) == text
