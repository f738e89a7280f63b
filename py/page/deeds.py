"""What an answer asks of the browser: history, address, clipboard, share sheet, files, a screen that stays awake."""

import json

import keys
from js import document, window


class Deeds:
    """`token` is the screen's state as the table gave it last: for the history, and for a table that starts anew."""

    def __init__(self, post):
        self.post = post
        self.token = json.loads(window.history.state) if window.history.state else None

    async def do(self, answer):
        """Everything that an answer orders."""
        self.remember(answer)
        if "copy" in answer:
            await self.copy(answer["copy"])
        if "share" in answer:
            await self.share(answer["share"])
        if "download" in answer:
            file = answer["download"]
            window.shell.download(file["name"], file["type"], file["text"])
        if answer.get("pick"):
            window.shell.pick(lambda text: self.post({"do": "read", "text": text}))
        if answer.get("reload"):
            window.shell.update()
        self.keep_awake()

    def remember(self, answer):
        """The history entry and the address bar."""
        if "token" in answer:
            self.token = answer["token"]
        place = window.location
        address = place.pathname + place.search + place.hash
        if "address" in answer:
            address = place.pathname + place.search + answer["address"]
        state = json.dumps(self.token)
        if answer.get("push"):
            window.shell.visit(True, state, address)
            keys.scroll_to_top()
        elif "address" in answer or ("token" in answer and state != window.history.state):
            window.shell.visit(False, state, address)  # not at every answer: browsers take only so many in ten seconds

    async def copy(self, text):
        """Into the clipboard; if that can't be, it is said."""
        if not await window.shell.copy(text):
            document.getElementById("alert").textContent = window.shell.say("shell.copy.failed")

    async def share(self, what):
        """The system's share sheet; where there is none, the address goes into the clipboard."""
        if not await window.shell.share(json.dumps(what)):
            await self.copy(what.get("url") or what.get("text") or "")

    def keep_awake(self):
        """While somebody has a turn, the screen doesn't go dark."""
        window.shell.awake(document.body.hasAttribute("data-turn"))
