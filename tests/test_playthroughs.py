"""Whole games as text, frozen: when one changes, the rules have changed, and saved games and links may break."""

from pathlib import Path

import pytest

from lab.playthrough import command_of, text
from rosecrown.core import registry

FOLDER = Path(__file__).parent / "golden/playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_game_goes_as_it_went(file):
    """If this is a wanted change of the rules: raise `info.rules` and run `python -m lab.playthrough --renew`."""
    assert text(command_of(file)).splitlines() == file.read_text("ascii").splitlines()


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_game_has_three_playthroughs(game):
    assert len([file for file in FILES if file.stem.split("-")[0] == game]) >= 3
