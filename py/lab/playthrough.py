"""A whole game as text: every state, what every seat sees of it, what is allowed, what is done, and how it ends.

    python -m lab.playthrough GAME [--players N] [--seed S] [--option key=value]… [--write]
    python -m lab.playthrough --renew

Moves are random, from the seed. It prints, or with --write makes the file tests/golden/playthroughs/GAME-….txt, which a
test compares line by line from then on; --renew makes all these files anew, each from the command in its first line. A
change of these files is a change of the rules: read the difference before you commit it.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from lab.arena import option
from rosecrown.core import registry
from rosecrown.core.game import CHANCE, NOBODY
from rosecrown.core.session import AnySession, Player, Session

FOLDER = Path(__file__).resolve().parents[2] / "tests/golden/playthroughs"
COMMAND = "python -m lab.playthrough"


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(COMMAND, description="Writes down a game of random moves.")
    result.add_argument("game", nargs="?", choices=(*registry.GAMES, "_null"))
    result.add_argument("--players", type=int, help="number of seats; the smallest where it is left out")
    result.add_argument("--seed", type=int, default=0)
    result.add_argument("--option", type=option, action="append", default=[], metavar="KEY=VALUE")
    result.add_argument("--write", action="store_true", help=f"write the file in {FOLDER.name}/")
    result.add_argument("--renew", action="store_true", help="write all files anew")
    return result


def play(given: argparse.Namespace) -> AnySession:
    """The game: random moves from its seed, to the end."""
    game = registry.get(given.game)
    seats = given.players or min(game.info.seats)
    session: AnySession = Session(game, [Player()] * seats, dict(given.option), given.seed)
    choose = Random(given.seed)
    while session.to_move != NOBODY:
        session.play(choose.choice(game.legal_moves(session.state)))
    return session


def lines(given: argparse.Namespace) -> Iterator[str]:
    """The text, line by line."""
    session = play(given)
    game, seats = session.game, len(session.players)
    arguments = [given.game, "--players", str(seats), "--seed", str(given.seed)]
    arguments += [part for key, value in given.option for part in ("--option", f"{key}={value}")]
    yield f"# {COMMAND} {shlex.join(arguments)}"
    yield f"# rules {game.info.rules}; {', '.join(f'{key} {value}' for key, value in session.options.items())}"
    for number, state in enumerate(session.states):
        to_move = game.to_move(state)
        yield ""
        yield f"{number} {game.state_text(state)}"
        seen: dict[str, list[str]] = {}
        for viewer in (*range(seats), None):
            text = game.observation_text(game.observe(state, viewer))
            seen.setdefault(text, []).append("spectator" if viewer is None else str(viewer))
        for text, viewers in seen.items():
            yield f"  seen by {', '.join(viewers)}: {'as it is' if text == game.state_text(state) else text}"
        if to_move == NOBODY:
            break
        if to_move == CHANCE:
            yield f"  chance: {' '.join(f'{game.move_text(move)}={part:.6g}' for move, part in game.chances(state))}"
        else:
            yield f"  legal: {' '.join(map(game.move_text, game.legal_moves(state)))}"
        entry = session.log[number]
        who = "chance" if entry.seat == CHANCE else f"{entry.seat}, forced" if entry.forced else str(entry.seat)
        yield f"  {who}: {game.move_text(entry.move)}"
        for viewer in (*range(seats), None):
            masked = game.mask(state, entry.move, viewer)
            if masked != entry.move:
                name = "spectator" if viewer is None else str(viewer)
                yield f"    to {name}: {game.move_text(masked)}"
    outcome = session.outcome
    if outcome is not None:
        yield ""
        yield f"winners {', '.join(map(str, outcome.winners))}; scores {', '.join(map(str, outcome.scores))}"
        yield f"reason {outcome.reason}"
        for step in outcome.steps:
            yield f"  {step.name}: {', '.join(map(str, step.values))} {step.verdict}"


def text(command: Sequence[str]) -> str:
    """The playthrough that a command line (without its --write) prints."""
    return "".join(f"{line}\n" for line in lines(parser().parse_args(command)))


def command_of(file: Path) -> list[str]:
    """The command line that made a file."""
    first = file.read_text("ascii").splitlines()[0]
    return shlex.split(first.removeprefix(f"# {COMMAND} "))


def main(arguments: Sequence[str] | None = None) -> None:
    given = parser().parse_args(arguments)
    if given.renew:
        for file in sorted(FOLDER.glob("*.txt")):
            file.write_text(text(command_of(file)), "ascii")
            print(file.name)
        return
    if given.game is None:
        parser().error("which game?")
    printed = "".join(f"{line}\n" for line in lines(given))
    if not given.write:
        sys.stdout.write(printed)
        return
    parts = [given.game, *([str(given.players)] if given.players else []), *(value for _, value in given.option)]
    file = FOLDER / f"{'-'.join([*parts, str(given.seed)])}.txt"
    FOLDER.mkdir(parents=True, exist_ok=True)
    file.write_text(printed, "ascii")
    print(file)


if __name__ == "__main__":
    main()
