"""What is seen and heard: frames morphed in one after another, focus, speech, sounds, the dialog layer."""

import asyncio

import keys
from js import document, window
from pyscript import ffi

TYPED = "input[type=text][id],input[type=number][id],textarea[id]"


def may_change(name, node, kind):
    """Whether the morph may set or remove an attribute: not whether the reader opened a section."""
    return not (name == "open" and node.tagName == "DETAILS")


MORPH = ffi.to_js(
    {
        "morphStyle": "innerHTML",
        "restoreFocus": True,
        "callbacks": {"beforeAttributeUpdated": may_change},
    }
)


def morph(place, markup):
    """Make the content of an element be `markup`; what was typed into fields that stay as they were survives."""
    typed = []
    for field in place.querySelectorAll(TYPED):
        if field.value != field.defaultValue:
            typed.append((field.id, field.defaultValue, field.value))
    # Only of text fields: of anything else that has the focus, this would keep the whole content.
    MORPH.ignoreActiveValue = bool(document.activeElement and document.activeElement.matches(TYPED))
    window.Idiomorph.morph(place, markup, MORPH)
    for id, was, value in typed:
        field = document.getElementById(id)
        if field and field.defaultValue == was and field.value != value:
            field.value = value


class Screen:
    """Shows answers. `rev` is the revision of the one that is shown."""

    def __init__(self):
        self.rev = None
        self.frames = []
        self.timer = None
        self.rested = asyncio.Event()
        self.rested.set()
        self.games = set()
        self.app = document.getElementById("app")
        self.layer = document.getElementById("dialog")

    async def dress(self, answer):
        """Language, theme, motion and title; drawings and styles of a game that is shown for the first time."""
        if "lang" in answer or "theme" in answer or "motion" in answer:
            window.shell.dress(answer.get("lang"), answer.get("theme"), answer.get("motion"))
        if "title" in answer:
            document.title = answer["title"]
        loading = []
        for game, markup in answer.get("sprites", {}).items():
            if game not in self.games:
                self.games.add(game)
                if not document.querySelector('#sprites [data-game="%s"]' % game):
                    document.getElementById("sprites").insertAdjacentHTML("beforeend", markup)
                loading.append(window.shell.style(game))
        for styles in loading:
            await styles

    def show(self, answer):
        """Show the frames of an answer; they replace those of the answer before that are still to come."""
        if "rev" in answer:
            self.rev = answer["rev"]
        frames = answer.get("frames") or []
        if not frames:
            return
        rest = self.rest()
        rest.pop("speech", None)
        if any("app" in frame for frame in frames):
            rest.pop("app", None)
        if rest:
            self.put(rest)
        self.rested.clear()
        self.frames = list(frames)
        self.step()

    def step(self):
        """Show the next frame, and those after it that needn't wait."""
        self.timer = None
        while self.frames:
            frame = self.frames.pop(0)
            self.put(frame)
            if frame.get("hold"):
                self.timer = asyncio.create_task(self.hold(frame["hold"]))
                return
        self.rested.set()

    async def hold(self, milliseconds):
        """Leave a frame on the screen for a time."""
        await asyncio.sleep(milliseconds / 1000)
        self.step()

    async def shown(self):
        """Wait until the last frame has been shown for its time."""
        await self.rested.wait()

    def rest(self):
        """The frames to come, as one."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        merged = {}
        said = [frame["speech"] for frame in self.frames if frame.get("speech")]
        for frame in self.frames:
            merged.update(frame)
        if said:
            merged["speech"] = " ".join(said)
        self.frames = []
        return merged

    def skip(self):
        """A tap while frames are still to come: show the last at once. False if there were none."""
        rest = self.rest()
        self.rested.set()
        if rest:
            self.put(rest)
        return bool(rest)

    def put(self, frame):
        """Show one frame."""
        had = document.activeElement and document.activeElement.tagName != "BODY"
        if "app" in frame:
            morph(self.app, frame["app"])
        opened = self.put_dialog(frame["dialog"]) if "dialog" in frame else False
        for name, value in frame.get("body", {}).items():
            if value is None:
                document.body.removeAttribute("data-" + name)
            else:
                document.body.setAttribute("data-" + name, str(value))
        if "app" in frame or "dialog" in frame:
            keys.rove()
            keys.still_peeking()
        self.put_focus(frame.get("focus"), had, opened)
        if frame.get("speech"):
            self.say("speech", frame["speech"])
        if frame.get("alert"):
            self.say("alert", frame["alert"])
        if frame.get("sound"):
            window.shell.play(frame["sound"])

    def put_dialog(self, markup):
        """Fill, open or close the dialog layer; True if it was opened."""
        morph(self.layer, markup)
        if markup and not self.layer.open:
            self.layer.showModal()
            return True
        if not markup and self.layer.open:
            self.layer.close()
        return False

    def put_focus(self, wish, had, opened):
        """Focus where the frame wants it, if it must or the element that had it is gone."""
        lost = had and (not document.activeElement or document.activeElement.tagName == "BODY")
        if wish and (wish[0] == "!" or lost):
            keys.focus(wish.lstrip("!"))
        elif opened or (lost and self.layer.open):
            keys.focus("dialog-title")
        elif lost:
            here = document.querySelector("#app [data-here]")
            if here:
                here.focus()
            else:
                keys.focus("main")

    def say(self, region, text):
        """Put a text into a live region; the same text again is said again."""
        element = document.getElementById(region)
        element.textContent = text + "\u00a0" if element.textContent == text else text
