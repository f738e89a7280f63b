"""The application: intents in, answers out (the protocol is described in `rosecrown.screens`)."""

from typing import Any, Final

from rosecrown.core import registry
from rosecrown.screens import dialogs, lobby, play, setup, shelf
from rosecrown.screens.chrome import button
from rosecrown.screens.deeds import Deeds
from rosecrown.screens.desk import Answer, Intent
from rosecrown.screens.keeping import Keeping
from rosecrown.screens.reading import Reading
from rosecrown.screens.sharing import Sharing
from rosecrown.screens.shelf import AUTO, PREFS, RECORD, SAVE, Shelf
from rosecrown.screens.table import PACE, Table
from rosecrown.widgets.markup import Markup

SHORTCUTS: Final = {
    "u": "undo",
    "r": "redo",
    "h": "hint",
    "n": "now",
    "t": "typed",
    "l": "log",
    "s": "share",
    "m": "menu",
    ",": "settings",
    "?": "keys",
}
"""Keys of the table; arrows left and right step through the log."""


class App(Deeds, Reading, Sharing, Keeping):
    """One page's table: intents in, answers out."""

    def answer(self, intent: Intent) -> Answer:
        """Carry out an intent and say what the page has to do."""
        try:
            return self._answer(intent)
        except Exception:
            self._drawn, self._dress, self._sprites = None, {}, set()  # the page never gets what was drawn
            raise

    def _answer(self, intent: Intent) -> Answer:
        self.out, self._spoken = {}, []
        if intent.get("do") in ("tap", "confirm") and intent.get("rev", self.rev) != self.rev:
            return self._finish([])
        action = getattr(self, "do_" + str(intent.get("do", "")).replace("-", "_"), None)
        if action is not None:
            action(intent)
        self._ask_computer()
        return self._finish(self._frames())

    def _ask_computer(self) -> None:
        """If a computer is to move and nobody has been asked for its move, ask a thinker."""
        table = self.table if self.screen == "table" else None
        if table is not None and table.wants_computer() and not table.locked():
            self.questions += 1
            self.out.setdefault("ask", []).append(table.ask(self.questions, "move"))

    def _finish(self, frames: list[dict[str, Any]]) -> Answer:
        writes = self.shelf.take_writes()
        if writes:
            self.out["store"] = writes
        self.out["rev"] = self.rev
        if frames:
            self.out["frames"] = frames
            dress = {
                "title": self._title(),
                "lang": self.words.language,
                "theme": self.prefs.theme,
                "motion": self.prefs.motion,
            }
            self.out |= {name: value for name, value in dress.items() if self._dress.get(name) != value}
            self._dress = dress
            self.out["token"] = self._token()
        return self.out

    def _frames(self) -> list[dict[str, Any]]:
        """The frames since the last answer, the present one last."""
        table = self.table if self.screen == "table" else None
        frames: list[dict[str, Any]] = []
        if table is not None and not table.locked():
            before, steps = table.shown, table.frames()
            for number, (at, rest) in enumerate(steps):
                last = number + 1 == len(steps)
                said = [
                    table.say(self.words, line) for line in table.lines(self.words, at) if before <= line.number < at
                ]
                hold = int(PACE[self.prefs.pace] * rest)
                frames.append(self._frame(None if last else at, hold, said))
                before = at
            if table.over and before and not table.recorded:
                self._record(table)
                outcome = table.session.outcome
                if outcome is not None:
                    frames[-1]["speech"] = " ".join(
                        [
                            frames[-1].get("speech", ""),
                            play.headline(self.words, table, outcome),
                            play.reason(self.words, table, outcome),
                        ]
                    ).strip()
        else:
            frames.append(self._frame(None, 0, []))
        frames[-1]["dialog"] = self.dialog(self.words) if self.dialog else ""
        if self._spoken:
            frames[-1]["speech"] = " ".join([*self._spoken, frames[-1].get("speech", "")]).strip()
        return frames

    def _frame(self, at: int | None, hold: int, said: list[str]) -> dict[str, Any]:
        turn = play.turn_of(self.table) if self.screen == "table" and self.table is not None else ""
        if at is not None:
            turn = "other"
        game = self.table.entry.id if self.screen == "table" and self.table is not None else ""
        frame: dict[str, Any] = {"body": {"screen": self.screen, "turn": turn, "entry": game}}
        markup = self._markup(at)
        if markup != self._drawn:
            frame["app"] = self._drawn = markup
        if hold:
            frame["hold"] = hold
        if said:
            frame["speech"] = " ".join(said)
            if self.prefs.sound:
                frame["sound"] = {"over": "end", "you": "turn"}.get(turn, "move")
        return frame

    def _markup(self, at: int | None = None) -> Markup:
        if self.screen == "table" and self.table is not None:
            self._draw_with(self.table.session.game.info.id)
            return play.screen(self.words, self.prefs, self.table, at)
        if self.screen == "setup" and self.setup is not None:
            self._draw_with(registry.entry(self.setup.entry)[0])
            return setup.screen(self.words, self.prefs, self.setup)
        for game in registry.GAMES:
            self._draw_with(game)
        return lobby.lobby(self.words, self.prefs, self._going(), self._banner())

    def _title(self) -> str:
        table = self.table
        if self.screen != "table" or table is None:
            return self.words("app.name")
        key = "title.turn" if table.my_turn() and not table.over else "title.game"
        return self.words(key, game=self.words(f"entry.{table.entry.id}"))

    def _token(self) -> dict[str, str]:
        if self.screen == "table" and self.table is not None:
            return {"screen": "table", "key": self.table.key}
        if self.screen == "setup" and self.setup is not None:
            return {"screen": "setup", "entry": self.setup.entry}
        return {"screen": "lobby"}

    def _banner(self) -> str:
        if self.shelf.refused:
            return self.words("banner.refused")
        return self.words("banner.update") if self.update else ""

    def _going(self) -> list[lobby.Going]:
        found = []
        for entry in shelf.running(self.shelf):
            saved = self._load(AUTO + entry)
            if saved is not None:
                table = Table(saved, AUTO + entry)
                stands = self.words(table.view.standing(table.scene(self.words, self.prefs)))
                found.append(lobby.Going(entry, saved.session.game.info.id, stands))
        return found

    def do_open(self, intent: Intent) -> None:
        """The table is up: take over the storage, and go to where the page says it was, or to what its link says."""
        self.page = intent
        self.shelf = Shelf(intent.get("store") or {}, intent.get("storage") == "refused")
        self.prefs = shelf.read_preferences(self.shelf.store.get(PREFS))
        self._choose_language()
        self._sprites.clear()
        token = intent.get("screen")
        if isinstance(token, dict):
            self._go(token)
        fragment = str(intent.get("fragment") or "").lstrip("#")
        first = intent.get("first")
        if fragment:
            self._follow("#" + fragment)
        elif isinstance(first, dict) and first.get("do") not in ("open", None):
            first.pop("rev", None)
            action = getattr(self, "do_" + str(first["do"]).replace("-", "_"), None)
            if action is not None:
                action(first)

    def _go(self, token: dict[str, Any]) -> None:
        """Back to a screen of before."""
        self.dialog = None
        if token.get("screen") == "table" and self.table is not None and self.table.key == token.get("key"):
            self.screen = "table"
            return
        key = str(token.get("key", ""))
        if token.get("screen") == "table" and key.startswith((AUTO, SAVE, RECORD)):
            saved = self._load(key)
            if saved is not None:
                self._sit(Table(saved, key), push=False)
                return
        if token.get("screen") == "setup" and token.get("entry") in {entry.id for _, entry in registry.entries()}:
            self._open_setup(str(token["entry"]))
            return
        self.screen = "lobby"

    def do_pop(self, intent: Intent) -> None:
        """Back or Forward in the browser: the running game is kept, whatever is shown."""
        self._leave()
        self._go(intent.get("screen") or {})

    def do_fragment(self, intent: Intent) -> None:
        """A link was put into the address bar of the open page."""
        fragment = str(intent.get("fragment") or "").lstrip("#")
        if fragment:
            self._follow("#" + fragment)

    def do_key(self, intent: Intent) -> None:
        """A shortcut."""
        key = str(intent.get("key", ""))
        if self.dialog is not None:
            return
        if key in ("?", ","):
            getattr(self, f"do_{SHORTCUTS[key]}")(intent)
        elif self.screen == "table" and self.table is not None:
            if key in ("ArrowLeft", "ArrowRight"):
                self.table.step(self.words, -1 if key == "ArrowLeft" else 1)
            elif key == "Escape":
                self.do_unselect(intent)
            elif key.lower() in SHORTCUTS:
                getattr(self, f"do_{SHORTCUTS[key.lower()]}")(intent)

    def do_stored(self, intent: Intent) -> None:
        """The page could not write: make room, go on in memory, or go on as a copy."""
        reason, failed = intent.get("reason"), [str(key) for key in intent.get("failed") or []]
        table = self.table
        if reason == "conflict":
            if table is not None and table.key in failed:
                table.elsewhere = True
                self._keep(table)
            return
        texts = {key: self.shelf.store.pop(key) for key in failed if key in self.shelf.store}
        if reason == "quota" and self.shelf.drop_oldest_record():
            for key, text in texts.items():
                self.shelf.set(key, text)
            return
        self.shelf.store.update(texts)
        if not self.shelf.refused:
            self.shelf.refused = True
            self.dialog = lambda words: dialogs.ask(
                words,
                words("quota.title"),
                words("quota.line"),
                button("export", words("settings.export"), main=True),
                button("close", words("app.ok"), id="ok-button"),
            )

    def do_foreign(self, intent: Intent) -> None:
        """Another tab has written."""
        key, value = str(intent.get("key", "")), intent.get("value")
        if isinstance(value, str):
            self.shelf.store[key] = value
        else:
            self.shelf.store.pop(key, None)
        if self.table is not None and key == self.table.key:
            self.table.elsewhere = True
        if key == PREFS:
            self.prefs = shelf.read_preferences(self.shelf.store.get(PREFS))
            self._choose_language()
        if self.table is not None and self.table.key == key and self.screen != "table":
            self.table = None  # it went on elsewhere: "continue" must read it anew

    def do_update(self, intent: Intent) -> None:
        """A new version is waiting: offer it, never force it."""
        self.update = True
        self.dialog = self.dialog or (
            lambda words: dialogs.ask(
                words,
                words("update.title"),
                words("update.line"),
                button("reload", words("update.now"), main=True),
                button("close", words("update.later"), id="later-button"),
            )
        )

    def do_reload(self, intent: Intent) -> None:
        """Start the new version; the game is saved."""
        self.dialog = None
        self.out["reload"] = True

    def do_offline_ready(self, intent: Intent) -> None:
        """Everything is cached."""
        self.offline = True
        self._spoken.append(self.words("offline.ready"))

    def do_lobby(self, intent: Intent) -> None:
        """To the lobby; the game stays as it is."""
        self._leave()
        self.screen, self.dialog = "lobby", None
        self.out["push"] = True

    def do_play(self, intent: Intent) -> None:
        """One click: a game with the set-up of last time, or a sensible one. A running game goes on instead."""
        entry = self._entry(intent)
        if entry and AUTO + entry in self.shelf.store:
            self._continue(entry)
        elif entry:
            self._begin(self._remembered(entry))

    def do_setup(self, intent: Intent) -> None:
        """To the set-up of an entry."""
        entry = self._entry(intent)
        if entry:
            self._open_setup(entry)
            self.out["push"] = True

    def do_continue(self, intent: Intent) -> None:
        """Go on with the running game of an entry."""
        entry = self._entry(intent)
        if entry:
            self._continue(entry)

    def _continue(self, entry: str) -> None:
        if self.table is not None and self.table.key == AUTO + entry and not self.table.over:
            self.screen, self.dialog = "table", None
            self.table.shown = self.table.session.cursor
            self.out["push"] = True
            return
        saved = self._load(AUTO + entry)
        if saved is not None:
            told = self.dialog
            self._sit(Table(saved, AUTO + entry))
            self.dialog = told

    def do_start(self, intent: Intent) -> None:
        """Start what the form says; a running game of that entry is put among the saves."""
        if self.setup is None:
            return
        for name, value in (intent.get("fields") or {}).items():
            self.setup = setup.change(self.setup, str(name), str(value))
        chosen = self.setup
        self._prefer(
            setups={**self.prefs.setups, chosen.entry: setup.remember(chosen)},
            names=tuple(chosen.names),
        )
        self._put_aside(chosen.entry)
        self._begin(chosen)

    def do_change(self, intent: Intent) -> None:
        """A control changed: a setting, a switch, a seat, or a field of the set-up."""
        name, value = str(intent.get("name", "")), str(intent.get("value", ""))
        head, _, tail = name.partition(".")
        if name in shelf.CHOICES:
            if value in shelf.CHOICES[name]:
                self._prefer(**{name: value})
                self._choose_language()
        elif name in ("confirm", "sound", "open_hand"):
            self._prefer(**{name: value == "on"})
        elif head == "switch":
            self._prefer(switches={**self.prefs.switches, tail: value == "on"})
        elif head in ("player", "player-name") and self.table is not None and tail.isdecimal():
            self._seat(self.table, int(tail), head, value)
        elif self.screen == "setup" and self.setup is not None:
            self.setup = setup.change(self.setup, name, value)

    def _seat(self, table: Table, seat: int, what: str, value: str) -> None:
        if seat >= len(table.session.players):
            return
        if what == "player-name":
            table.session.rename(seat, value.strip()[: setup.LONGEST_NAME])
        elif value in setup.KINDS:
            self._leave()
            table.seat_player(seat, setup.player(value, table.session.players[seat].name))
            self.rev += 1
        self._keep(table)
