"""A page without a browser: it keeps a storage, shows the last frame, and lets thinkers answer."""

import json
from collections.abc import Callable
from itertools import count
from math import inf
from random import Random
from typing import Any

from bs4 import BeautifulSoup, Tag

from rosecrown.core import registry
from rosecrown.screens.app import App

TAPPABLE = '[data-legal], button[data-do="tap"]:not([role="gridcell"]):not([aria-disabled="true"]):not([disabled])'
"""What a person would tap: legal targets, and buttons that do something."""


class Device:
    """What a person has before them. `refuse` gives the reason why a key can't be written, empty if it can."""

    def __init__(self, storage: dict[str, str] | None = None, language: str = "en", seed: int = 1) -> None:
        self.storage = {} if storage is None else storage
        self.language = language
        self.random = Random(seed)
        self.refuse: Callable[[str], str] = lambda key: ""
        self.start()

    def start(
        self, fragment: str = "", first: dict[str, Any] | None = None, screen: dict[str, str] | None = None
    ) -> None:
        """Load the page: a new table over the same storage."""
        moments = count()
        self.app = App(lambda: f"2026-01-01T00:00:{next(moments):06d}Z", self.random.getrandbits)
        self.frames: list[dict[str, Any]] = []
        self.shown = ""
        self.asked: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []
        self.send(
            {
                "do": "open",
                "store": dict(self.storage),
                "fragment": fragment,
                "languages": [self.language],
                "screen": screen,
                "storage": "ok",
                "first": first,
                "base": "https://example.org/rose/",
            }
        )

    def send(self, intent: dict[str, Any]) -> dict[str, Any]:
        """One intent and its answer, through JSON as in life."""
        answer = json.loads(json.dumps(self.app.answer(json.loads(json.dumps(intent)))))
        self.answers.append(answer)
        self.frames = answer.get("frames", self.frames)
        self.shown = next((frame["app"] for frame in reversed(self.frames) if "app" in frame), self.shown)
        failed: dict[str, list[str]] = {}
        for what, key, *text in answer.get("store", []):
            if what == "remove":
                self.storage.pop(key, None)
            elif self.refuse(key):
                failed.setdefault(self.refuse(key), []).append(key)
            else:
                self.storage[key] = text[0]
        if answer.get("stop"):
            self.asked.clear()
        self.asked += answer.get("ask", [])
        for reason, keys in failed.items():
            self.send({"do": "stored", "failed": keys, "reason": reason})
        return answer

    def do(self, intent: str, **data: Any) -> dict[str, Any]:
        """An intent of an element on the screen, with its revision."""
        return self.send({"do": intent, "rev": self.app.rev, **data})

    def think(self, level: str | None = None) -> None:
        """Let the computers move until a person is asked, or the game is over."""
        while self.asked:
            question = self.asked.pop(0)
            game = registry.get(question["game"])
            thinker = registry.part(question["game"], "ai", "thinker")(level or question["level"])
            history = [(seat, game.parse_move(move)) for seat, move in question["history"]]
            thinker.begin(game.parse_observation(question["seen"]), history, question["seat"], question["seed"])
            line = [game.move_text(move) for move in thinker.advance(inf).line]
            self.send({"do": "thought", "id": question["id"], "line": line, "values": [], "nodes": 0, "ms": 0})

    # ---- what is seen ----
    @property
    def page(self) -> BeautifulSoup:
        """The screen after the last frame."""
        return BeautifulSoup(self.shown, "html.parser")

    @property
    def dialog(self) -> BeautifulSoup:
        """The dialog, empty if none is open."""
        return BeautifulSoup(self.frames[-1].get("dialog", ""), "html.parser")

    @property
    def turn(self) -> str:
        """Whose turn the page says it is."""
        return str(self.frames[-1]["body"]["turn"])

    def spoken(self) -> str:
        """What the last answer says to the screen reader."""
        return " ".join(frame.get("speech", "") for frame in self.frames).strip()

    def one(self, selector: str) -> Tag:
        """The only element of the screen that fits."""
        found = self.page.select(selector)
        assert len(found) == 1, f"{selector}: {len(found)}"
        return found[0]

    def play_out(self, choose: Callable[[list[str]], str] | None = None, limit: int = 2000) -> None:
        """Play the game to its end: legal targets first, whatever else can be tapped otherwise."""
        for _ in range(limit):
            self.think("easy")
            if self.turn == "over":
                return
            if self.turn == "hand-over":
                self.do("unlock")
                continue
            cells = [str(tag["data-cell"]) for tag in self.page.select(TAPPABLE)]
            self.do("tap", cell=choose(cells) if choose else self.random.choice(cells))
        raise AssertionError("the game does not end")
