"""The table: carries JSON between the page and `App`. A fault in it costs an answer, never the game."""

import json
import traceback
from datetime import UTC, datetime
from random import SystemRandom

from rosecrown.screens.app import App


def now():
    """The time as formats.save writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


app = App(now, SystemRandom().getrandbits)


def answer(text):
    """The answer to an intent, both JSON texts; {"error": traceback} when there is a fault."""
    try:
        return json.dumps(app.answer(json.loads(text)))
    except Exception:  # whatever it was: the page tells the player, and the next intent is heard
        return json.dumps({"error": traceback.format_exc()})


__export__ = ["answer"]
