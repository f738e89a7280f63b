"""A thinker: searches one position at a time, in slices, so that "stop" gets through."""

import asyncio
import json
import time

from rosecrown.core import registry

SLICE = 55  # milliseconds
PAUSE = 0.004  # seconds; with shorter ones messages to this worker would starve

wanted = {"id": None}  # the question that may go on


async def think(text):
    """The thought about a question (see `rosecrown.screens`), both JSON texts."""
    question = json.loads(text)
    wanted["id"] = question["id"]
    start = time.perf_counter()
    game = registry.get(question["game"])
    thinker = registry.part(question["game"], "ai", "thinker")(question["level"])
    seen = game.parse_observation(question["seen"])
    history = [(seat, game.parse_move(move)) for seat, move in question["history"]]
    thinker.begin(seen, history, question["seat"], question["seed"])
    while True:
        thought = thinker.advance(SLICE)
        passed = 1000 * (time.perf_counter() - start)
        if thought.done or passed >= question["ms"]:
            break
        await asyncio.sleep(PAUSE)
        if wanted["id"] != question["id"]:
            break
    return json.dumps(
        {
            "id": question["id"],
            "line": [game.move_text(move) for move in thought.line],
            "values": [[game.move_text(move), value] for move, value in thought.values],
            "nodes": thought.nodes,
            "ms": round(passed),
        }
    )


def stop():
    """Answer the question now, with what is known."""
    wanted["id"] = None


__export__ = ["think", "stop"]
