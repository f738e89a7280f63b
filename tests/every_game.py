"""Every registered game with every option and number of seats, and random games of them: for the suites of all games.

python tests/every_game.py      prints the logs of some games, for the test of repeatability
"""

import random
from dataclasses import dataclass
from itertools import product

from rosecrown.core import registry
from rosecrown.core.session import Player, Session

IDS = (*registry.GAMES, "_null")


@dataclass(frozen=True)
class Setting:
    """A game as it can be set up."""

    id: str
    seats: int
    options: tuple[tuple[str, str], ...]

    def __str__(self):
        return "-".join([self.id, str(self.seats), *(value for _, value in self.options)])

    @property
    def game(self):
        return registry.get(self.id)

    def session(self, seed):
        return Session(self.game, [Player()] * self.seats, dict(self.options), seed)


def settings():
    """All of them, but the number of seats beyond the fourth only where it is the largest."""
    for id in IDS:
        info = registry.get(id).info
        seats = [count for count in info.seats if count <= 4 or count == max(info.seats)]
        names = [option.id for option in info.options]
        for count, values in product(seats, product(*(option.values for option in info.options))):
            yield Setting(id, count, tuple(zip(names, values, strict=True)))


SETTINGS = list(settings())


def random_game(setting, seed):
    """A game of random moves, to its end."""
    session = setting.session(seed)
    choose = random.Random(f"{setting} {seed}")
    while session.to_move >= 0:
        session.play(choose.choice(session.game.legal_moves(session.state)))
    return session


def log_text(session):
    """The whole log in notation."""
    return " ".join(f"{entry.seat}{session.game.move_text(entry.move)}" for entry in session.log)


if __name__ == "__main__":
    for setting in SETTINGS:
        print(setting, log_text(random_game(setting, 1)))
