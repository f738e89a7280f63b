"""Contrast in all palettes, read from tokens.css: 4.5 for text, 3 for marks (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from pathlib import Path

import pytest

SOURCE = (Path(__file__).parent.parent / "assets/css/tokens.css").read_text("utf-8")
Palette = dict[str, str]


def declared(selector: str, within: str = SOURCE) -> Palette:
    """The custom properties of the first rule with this selector."""
    start = within.index(selector + " {")
    block = within[start : within.index("}", start)]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", block))


def media(query: str) -> str:
    """What follows the beginning of a media query."""
    return SOURCE[SOURCE.index(f"@media ({query})") :]


LIGHT = declared(":root")
DARK = LIGHT | declared(':root[data-theme="dark"]')
CONTRAST = LIGHT | declared(':root[data-theme="contrast"]')
PALETTES = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}

GROUNDS = ("page", "surface", "raised", "sunk")
TEXT = [
    *(("ink", ground) for ground in (*GROUNDS, "cell", "land")),
    *(("ink-soft", ground) for ground in GROUNDS),
    ("on-accent", "accent"),
    ("on-accent", "accent-hover"),
    ("on-accent-soft", "accent-soft"),
    ("accent", "page"),
    ("accent", "surface"),
    ("on-brand", "brand"),
    ("on-brand-soft", "brand"),
    ("brass-ink", "surface"),
    ("good", "surface"),
    ("bad", "surface"),
    ("on-warn-soft", "warn-soft"),
    ("on-frame", "frame"),
    ("on-felt", "felt"),
    ("card-ink", "card"),
    ("surface", "target"),
    ("ink", "target-soft"),
    *((f"on-f-{faction}", f"f-{faction}") for faction in ("yellow", "red", "blue", "green", "british")),
]
MARKS = [
    ("line-mark", "surface"),
    ("line-mark", "page"),
    ("focus", "page"),
    ("focus", "surface"),
    ("brass", "brand"),
    ("accent", "surface"),
    ("rose-red", "cell"),
    ("target", "cell"),
    ("last", "cell"),
    *((f"f-{faction}", "land") for faction in ("red", "blue", "green", "british")),
    ("f-yellow-line", "f-yellow"),
]
EITHER = [  # a mark with an outline: the fill or the outline stands out
    ("rose-white", "rose-white-line", "cell"),
    ("crown", "crown-line", "cell"),
    ("f-yellow", "f-yellow-line", "land"),
    ("card", "card-line", "page"),
]


def luminance(colour: str) -> float:
    """WCAG's relative luminance of #rrggbb."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio, 1 to 21."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def too_faint(palette: Palette, pairs: list[tuple[str, str]], least: float) -> dict[tuple[str, str], float]:
    """The pairs with less contrast than `least`, with what they have."""
    found = {pair: contrast(palette[pair[0]], palette[pair[1]]) for pair in pairs}
    return {pair: value for pair, value in found.items() if value < least}


def test_the_measure_is_wcags() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the well-known grey that just fails


@pytest.mark.parametrize("name", PALETTES)
def test_text_is_readable(name: str) -> None:
    assert too_faint(PALETTES[name], TEXT, 4.5) == {}


@pytest.mark.parametrize("name", PALETTES)
def test_marks_are_seen(name: str) -> None:
    assert too_faint(PALETTES[name], MARKS, 3) == {}


@pytest.mark.parametrize("name", PALETTES)
def test_outlined_pieces_are_seen(name: str) -> None:
    palette = PALETTES[name]
    best = {
        (fill, ground): max(contrast(palette[fill], palette[ground]), contrast(palette[line], palette[ground]))
        for fill, line, ground in EITHER
    }
    assert {pair: value for pair, value in best.items() if value < 3} == {}


def test_high_contrast_earns_its_name() -> None:
    assert all(contrast(CONTRAST[one], CONTRAST[other]) >= 7 for one, other in TEXT)


def test_the_systems_wish_and_the_readers_choice_look_the_same() -> None:
    dark = declared(':root:not([data-theme="light"], [data-theme="contrast"])', media("prefers-color-scheme: dark"))
    more = declared(':root:not([data-theme="light"], [data-theme="dark"])', media("prefers-contrast: more"))
    assert dark == declared(':root[data-theme="dark"]')
    assert more == declared(':root[data-theme="contrast"]')


def test_every_colour_is_in_every_palette() -> None:
    """What a palette leaves out is meant to be the light one's: only what is no colour, or is drawn on itself."""
    colours = {name for name, value in LIGHT.items() if value.startswith("#")}
    assert colours - declared(':root[data-theme="contrast"]').keys() == set()
    assert colours - declared(':root[data-theme="dark"]').keys() == set()


def test_styles_use_tokens_only() -> None:
    """No literal colour outside tokens.css but black and white, for masks and glazes."""
    for path in sorted((Path(__file__).parent.parent / "assets/css").glob("*.css")):
        if path.name == "tokens.css":
            continue
        source = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert set(re.findall(r"[:\s,(](#[0-9a-fA-F]{3,8})\b", source)) <= {"#000", "#fff"}, path.name
