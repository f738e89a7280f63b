"""Between the workers: intents to the table one at a time, its questions to a thinker, both replaced when they hang."""

import asyncio
import json

from deeds import Deeds
from js import document, window
from pyscript import create_named_worker, workers

CONFIG = "./pyscript.toml"
ANSWER = 10  # seconds that the table may take for an answer
FIRST = 30  # seconds for its first answer: it may have much to read
UP = 60  # seconds for a worker to come up
GRACE = 5  # seconds that a thinker may take beyond its time


def terminate(name):
    """End a worker and forget its script."""
    script = document.querySelector('script[name="%s"]' % name)
    if script:
        try:
            script.xworker.terminate()
        except AttributeError:
            pass  # it never came up
        script.remove()


async def reach(name):
    """The worker of a script in the page, when it is up."""
    return await workers[name]


class Switchboard:
    """Queues intents for the table and carries out its answers."""

    def __init__(self, screen, store):
        self.screen = screen
        self.store = store
        self.deeds = Deeds(self.post)
        self.thinkers = Thinkers(self.post, screen)
        self.queue = []
        self.busy = True  # until the table is up
        self.table = None
        self.name = "table"
        self.losses = 0

    def post(self, intent):
        """Tell the table, after all that it was told before."""
        self.queue.append(intent)
        if not self.busy:
            asyncio.create_task(self.pump())

    async def pump(self):
        """Answer what is in the queue."""
        self.busy = True
        try:
            while self.queue:
                intent = self.queue.pop(0)
                if intent["do"] == "foreign" and intent["key"] != (self.deeds.token or {}).get("key"):
                    self.store.told(intent["key"], intent["value"])  # but a game on the screen would overwrite it
                await self.answer(intent, ANSWER)
        finally:
            self.busy = False

    async def open(self):
        """Wait for the table and give it everything that it starts from."""
        try:
            self.table = await asyncio.wait_for(reach(self.name), UP)
        except asyncio.TimeoutError:
            window.shell.trouble("start", "the table did not come up", True)
            return
        first = window.shell.take()
        await self.begin(json.loads(first) if first else None)
        document.body.dataset.table = "ready"
        await self.pump()

    async def begin(self, first):
        """The intent "open"."""
        place = window.location
        intent = {
            "do": "open",
            "store": self.store.read(),
            "fragment": place.hash,
            "languages": list(window.navigator.languages),
            "screen": self.deeds.token,
            "storage": window.shell.storage,
            "version": document.documentElement.getAttribute("data-version") or "",
            "first": first,
            "base": place.origin + place.pathname + place.search,
            "agent": window.navigator.userAgent,
            "can_share": window.Reflect.has(window.navigator, "share"),
        }
        await self.answer(intent, FIRST)

    async def call(self, text):
        return await self.table.answer(text)

    async def answer(self, intent, patience):
        """Have one intent answered, and do what the answer says."""
        try:
            reply = await asyncio.wait_for(self.call(json.dumps(intent)), patience)
        except asyncio.TimeoutError:
            await self.replace(intent)
            return
        self.losses = 0
        answer = json.loads(reply)
        if "error" in answer:
            print(answer["error"])
            window.shell.trouble("fault", answer["error"], False)
            return
        await self.screen.dress(answer)
        self.screen.show(answer)
        failed = self.store.write(answer.get("store", ()))
        if intent["do"] != "stored":
            for reason, keys in failed.items():
                self.post({"do": "stored", "failed": keys, "reason": reason})
        self.thinkers.hear(answer)
        await self.deeds.do(answer)

    async def replace(self, intent):
        """The table hangs: a new one goes on from what is stored and from the screen's token."""
        self.losses += 1
        if self.losses > 2:
            window.shell.trouble("fault", "the table did not answer: " + json.dumps(intent), True)
            return
        terminate(self.name)
        self.thinkers.drop()
        self.name = "table-%d" % (self.losses + 1)
        self.table = await create_named_worker(src="./py/workers/table.py", name=self.name, config=CONFIG)
        self.queue = []
        await self.begin(None)


class Thinkers:
    """One thinker, started when it is needed; one question at a time."""

    def __init__(self, post, screen):
        self.post = post
        self.screen = screen
        self.worker = None
        self.count = 0
        self.questions = []
        self.asking = None  # the question that is being thought about
        self.busy = False

    def hear(self, answer):
        """What an answer says about thinking."""
        if answer.get("stop") == "drop":
            self.drop()
        elif answer.get("stop") == "now":
            self.stop()
        self.questions += answer.get("ask", ())
        if (self.questions or answer.get("warm")) and not self.busy:
            self.busy = True
            asyncio.create_task(self.work())

    def drop(self):
        """Nobody waits any more."""
        self.questions = []
        self.asking = None
        self.stop()

    def stop(self):
        """Answer with what is known."""
        if self.worker:
            asyncio.create_task(self.send_stop())

    async def send_stop(self):
        await self.worker.stop()

    async def up(self):
        """The worker, started if there is none."""
        if self.worker is None:
            self.count += 1
            self.worker = await create_named_worker(
                src="./py/workers/thinker.py", name="thinker-%d" % self.count, config=CONFIG
            )
            document.body.dataset.thinker = "ready"

    def lose(self):
        """End a worker that hangs or failed."""
        terminate("thinker-%d" % self.count)
        self.worker = None
        document.body.removeAttribute("data-thinker")

    async def think(self, question):
        return await self.worker.think(json.dumps(question))

    async def work(self):
        """Put the questions to the worker, one after another."""
        try:
            await self.start()
            while self.questions:
                question = self.questions.pop(0)
                self.asking = question["id"]
                reply = await self.ask(question) or await self.ask(question)
                await self.screen.shown()
                if self.asking == question["id"]:
                    self.asking = None
                    self.post(reply or {"do": "thinker-lost", "id": question["id"]})
        finally:
            self.busy = False

    async def start(self):
        try:
            await asyncio.wait_for(self.up(), UP)
        except asyncio.TimeoutError:
            self.lose()

    async def ask(self, question):
        """The thought about a question, or None if the worker was lost over it."""
        if self.asking != question["id"]:
            return None
        if self.worker is None:
            await self.start()
        try:
            reply = await asyncio.wait_for(self.think(question), question["ms"] / 1000 + GRACE)
        except Exception as error:  # time is over, or the thinker failed
            print("thinker lost:", error)
            self.lose()
            return None
        thought = json.loads(reply)
        thought["do"] = "thought"
        document.body.dataset.thought = str(thought["ms"])  # for those who measure
        return thought
