"""The application: intents in, answers out (the protocol is described in `rosecrown.screens`)."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from rosecrown.core import registry, rng
from rosecrown.core.game import GameError, IllegalMoveError
from rosecrown.core.session import AnySession, Player, Session
from rosecrown.formats import link, record, save
from rosecrown.formats.link import LinkError, Opened
from rosecrown.formats.record import ExportError
from rosecrown.formats.save import Saved, SaveError
from rosecrown.screens import dialogs, lobby, play, setup, shelf
from rosecrown.screens.chrome import button
from rosecrown.screens.setup import Setup
from rosecrown.screens.shelf import AUTO, PREFS, QUARANTINE, RECORD, SAVE, Preferences, Shelf
from rosecrown.screens.table import PACE, Table
from rosecrown.widgets.markup import Markup
from rosecrown.widgets.words import LANGUAGES, Words

Intent = dict[str, Any]
Answer = dict[str, Any]

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


class App:
    """One page's table. `clock` gives the time as ISO 8601 in UTC, `entropy(bits)` a random integer of so many bits."""

    def __init__(self, clock: Callable[[], str], entropy: Callable[[int], int]) -> None:
        self.clock = clock
        self.entropy = entropy
        self.prefs = Preferences()
        self.words = Words("en")
        self.shelf = Shelf({})
        self.table: Table | None = None
        self.setup: Setup | None = None
        self.screen = "lobby"
        self.dialog: Markup | None = None
        self.offer: Opened | None = None
        """A link that waits for an answer."""
        self.incoming: dict[str, str] = {}
        """An import that waits for an answer."""
        self.rev = 0
        self.questions = 0
        self.page: dict[str, Any] = {}
        """What the page said of itself when it opened."""
        self.offline = False
        self.update = False
        self.copied = False
        self.out: Answer = {}
        self._sprites: set[str] = set()
        self._spoken: list[str] = []

    # ---- in and out ----
    def answer(self, intent: Intent) -> Answer:
        """Carry out an intent and say what the page has to do."""
        self.out, self._spoken = {}, []
        if intent.get("do") in ("tap", "confirm") and intent.get("rev", self.rev) != self.rev:
            return self._finish([])
        action = getattr(self, "do_" + str(intent.get("do", "")).replace("-", "_"), None)
        if action is not None:
            action(intent)
        return self._finish(self._frames())

    def _finish(self, frames: list[dict[str, Any]]) -> Answer:
        table = self.table if self.screen == "table" else None
        if table is not None and table.wants_computer() and not table.locked():
            self.questions += 1
            self.out.setdefault("ask", []).append(table.ask(self.questions, "move"))
            frames = frames[:-1] + self._present(frames[-1]) if frames else frames
        writes = self.shelf.take_writes()
        if writes:
            self.out["store"] = writes
        self.out["rev"] = self.rev
        if frames:
            self.out["frames"] = frames
            self.out["title"] = self._title()
            self.out["lang"], self.out["theme"], self.out["motion"] = (
                self.words.language,
                self.prefs.theme,
                self.prefs.motion,
            )
            self.out["token"] = self._token()
        return self.out

    def _present(self, frame: dict[str, Any]) -> list[dict[str, Any]]:
        """The last frame again, drawn with what has become known since."""
        return [{**frame, "app": self._markup()}]

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
        frames[-1]["dialog"] = self.dialog or ""
        if self._spoken:
            frames[-1]["speech"] = " ".join([*self._spoken, frames[-1].get("speech", "")]).strip()
        return frames

    def _frame(self, at: int | None, hold: int, said: list[str]) -> dict[str, Any]:
        turn = play.turn_of(self.table) if self.screen == "table" and self.table is not None else ""
        if at is not None:
            turn = "other"
        game = self.table.entry.id if self.screen == "table" and self.table is not None else ""
        frame: dict[str, Any] = {"app": self._markup(at), "body": {"screen": self.screen, "turn": turn, "entry": game}}
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

    def _draw_with(self, game: str) -> None:
        """Send a game's drawings once."""
        if game not in self._sprites:
            self._sprites.add(game)
            self.out.setdefault("sprites", {})[game] = registry.part(game, "view", "VIEW").sprite()

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

    def _load(self, key: str) -> Saved | None:
        """A save, or None; what can't be read is put aside and told once."""
        try:
            saved = self.shelf.load(key, self.clock())
        except SaveError as error:
            self.dialog = dialogs.ask(self.words, self.words("save.title"), self.words(f"save.{error.reason}"))
            return None
        if saved is not None and saved.broken:
            self.dialog = dialogs.ask(self.words, self.words("save.title"), self.words("save.cut", n=saved.broken))
        return saved

    # ---- the page ----
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

    def _choose_language(self) -> None:
        wanted = [self.prefs.language, *(str(tag)[:2].lower() for tag in self.page.get("languages") or [])]
        self.words = Words(next((code for code in wanted if code in LANGUAGES), "en"))

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
            self.dialog = dialogs.ask(
                self.words,
                self.words("quota.title"),
                self.words("quota.line"),
                button("export", self.words("settings.export"), main=True),
                button("close", self.words("app.ok"), id="ok-button"),
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
        self.dialog = self.dialog or dialogs.ask(
            self.words,
            self.words("update.title"),
            self.words("update.line"),
            button("reload", self.words("update.now"), main=True),
            button("close", self.words("update.later"), id="later-button"),
        )

    def do_reload(self, intent: Intent) -> None:
        """Start the new version; the game is saved."""
        self.dialog = None
        self.out["reload"] = True

    def do_offline_ready(self, intent: Intent) -> None:
        """Everything is cached."""
        self.offline = True
        self._spoken.append(self.words("offline.ready"))

    # ---- screens ----
    def do_lobby(self, intent: Intent) -> None:
        """To the lobby; the game stays as it is."""
        self._leave()
        self.screen, self.dialog = "lobby", None
        self.out["push"] = True

    def _leave(self) -> None:
        """Nobody waits for a thinker any more."""
        if self.table is not None and self.table.question is not None:
            self.table.question = None
            self.out["stop"] = "drop"

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

    def _entry(self, intent: Intent) -> str:
        wanted = str(intent.get("entry", ""))
        return wanted if wanted in {entry.id for _, entry in registry.entries()} else ""

    def _remembered(self, entry: str) -> Setup:
        game, found = registry.entry(entry)
        return setup.default(found, game, self.prefs.setups.get(entry), self.prefs.names)

    def _open_setup(self, entry: str) -> None:
        self._leave()
        self.setup, self.screen, self.dialog = self._remembered(entry), "setup", None

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

    def _put_aside(self, entry: str) -> None:
        """A running game must not be lost to a new one of its entry."""
        text = self.shelf.store.get(AUTO + entry)
        if text is None:
            return
        saved = self._load(AUTO + entry)
        if saved is not None and any(by.seat >= 0 and not by.forced for by in saved.session.log):
            now = self.clock()
            self.shelf.set(f"{SAVE}{now}", save.dump(replace(saved, name=self.words("save.aside"), at=now)))
        self.shelf.remove(AUTO + entry)

    def _begin(self, chosen: Setup, seed: int | None = None) -> None:
        players = chosen.players()
        seed = self.entropy(rng.SEED_BITS) if seed is None else seed
        if chosen.first == "random":
            turn = self.entropy(16) % len(players)
            players = players[turn:] + players[:turn]
        game, _ = registry.entry(chosen.entry)
        session: AnySession = Session(registry.get(game), players, dict(chosen.options), seed, serious=chosen.serious)
        self._sit(Table(Saved(session, chosen.entry, "", self.clock()), AUTO + chosen.entry))

    def _sit(self, table: Table, push: bool = True) -> None:
        """Show a game, and keep it from now on."""
        self._leave()
        self.table, self.screen, self.dialog = table, "table", None
        table.recorded = table.key.startswith(RECORD)
        self.rev += 1
        self.out["warm"] = any(player.kind == "computer" for player in table.session.players)
        if push:
            self.out["push"] = True
        if table.key not in self.shelf.store:
            self._keep(table)

    def _keep(self, table: Table) -> None:
        """Save after every change; a finished game is kept by `_record`."""
        if table.key.startswith(RECORD) or table.over:
            return
        if table.elsewhere:
            self._copy(table)
        self.shelf.set(table.key, save.dump(self._saved(table)))

    def _copy(self, table: Table) -> None:
        """Another tab plays this game: here goes a copy, and neither overwrites the other."""
        table.elsewhere = False
        table.key = f"{SAVE}{self.clock()}"
        table.name = self.words("copy.name", game=self.words(f"entry.{table.entry.id}"))
        self.dialog = dialogs.ask(self.words, self.words("copy.title"), self.words("copy.line"))

    def _saved(self, table: Table) -> Saved:
        return Saved(table.session, table.entry.id, table.name, self.clock(), table.position)

    def _record(self, table: Table) -> None:
        """A finished game leaves its running slot and joins the finished ones."""
        table.recorded = True
        saved = self._saved(table)
        self.shelf.finished(saved)
        self.shelf.remove(table.key)
        table.key = RECORD + saved.at

    # ---- forms and settings ----
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
        if self.dialog is not None and 'class="dialog dialog--settings' in self.dialog:
            self.do_settings(intent)

    def _prefer(self, **changes: Any) -> None:
        self.prefs = replace(self.prefs, **changes)
        self.shelf.set(PREFS, shelf.write_preferences(self.prefs))

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
        self.dialog = dialogs.players(self.words, table)

    # ---- at the table ----
    def do_tap(self, intent: Intent) -> None:
        """A tap on the board, the hand, a pile."""
        table = self.table
        if table is None or self.screen != "table":
            return
        if table.tap(self.words, self.prefs, str(intent.get("cell", ""))):
            self._moved(table)

    def do_confirm(self, intent: Intent) -> None:
        """Play the move that waits."""
        if self.table is not None and self.table.pending is not None:
            self.table.commit(self.table.pending)
            self._moved(self.table)

    def do_unselect(self, intent: Intent) -> None:
        """Take back the taps of an unfinished move."""
        if self.table is not None:
            self.table.selection, self.table.pending, self.table.hint, self.table.reasons = (), None, None, ()

    def _moved(self, table: Table) -> None:
        self.rev += 1
        self._keep(table)

    def do_type_move(self, intent: Intent) -> None:
        """A typed move."""
        table, typed = self.table, str((intent.get("fields") or {}).get("text", ""))[:200]
        if table is None or not table.my_turn():
            return
        try:
            table.typed(self.words, self.prefs, typed)
        except IllegalMoveError:
            self.dialog = dialogs.typed(self.words, self.words("typed.illegal"), typed)
        except GameError:
            self.dialog = dialogs.typed(self.words, self.words("typed.unknown"), typed)
        else:
            self.dialog = None
            self._moved(table)

    def do_undo(self, intent: Intent) -> None:
        """Back to the last decision of a person, whoever thinks just now."""
        if self.table is not None and self.table.session.can_undo():
            self._back(self.table, self.table.undo)

    def do_redo(self, intent: Intent) -> None:
        """Forward again."""
        if self.table is not None and self.table.session.can_redo():
            self._back(self.table, self.table.redo)

    def _back(self, table: Table, move: Callable[[], bool]) -> None:
        self._leave()
        if table.key.startswith(RECORD):
            table.key = AUTO + table.entry.id
            self._put_aside(table.entry.id)
        if move():
            self._spoken.append(self.words("undo.said"))
            self._moved(table)

    def do_hint(self, intent: Intent) -> None:
        """Ask a thinker for advice."""
        table = self.table
        if table is not None and table.my_turn() and not table.session.serious and table.question is None:
            self.questions += 1
            self.out["ask"] = [table.ask(self.questions, "hint")]

    def do_now(self, intent: Intent) -> None:
        """Move now."""
        if self.table is not None and self.table.question is not None:
            self.out["stop"] = "now"

    def do_thought(self, intent: Intent) -> None:
        """A thinker's answer."""
        table = self.table
        if table is None:
            return
        hint = table.question is not None and table.question.purpose == "hint"
        try:
            heard = table.thought(int(intent.get("id", 0)), [str(move) for move in intent.get("line") or []])
        except (GameError, IndexError):
            self.do_thinker_lost(intent)
            return
        if heard and hint:
            move, *why = table.advice(self.words)
            self._spoken.extend([self.words("hint.move", move=move), *why])
        elif heard:
            self._moved(table)

    def do_thinker_lost(self, intent: Intent) -> None:
        """No thinker answers: the game waits until somebody says go on."""
        if self.table is not None:
            self.table.question, self.table.paused = None, True
            self._spoken.append(self.words("table.lost"))

    def do_pause(self, intent: Intent) -> None:
        """Computers stop before the next move."""
        if self.table is not None:
            self._leave()
            self.table.paused, self.dialog = True, None

    def do_resume(self, intent: Intent) -> None:
        """Computers go on."""
        if self.table is not None:
            self.table.paused = False

    def do_look(self, intent: Intent) -> None:
        """Look at an earlier position."""
        if self.table is not None and str(intent.get("at", "")).isdecimal():
            self.table.look(int(intent["at"]))
            self.dialog = None

    def do_step(self, intent: Intent) -> None:
        """Step through the log."""
        table, to = self.table, intent.get("to")
        if table is not None and to in ("first", "back", "next", "last"):
            if to in ("back", "next"):
                table.step(self.words, -1 if to == "back" else 1)
            else:
                table.look(0 if to == "first" else None)

    def do_back(self, intent: Intent) -> None:
        """From looking back to the game."""
        if self.table is not None:
            self.table.look(None)

    def do_branch(self, intent: Intent) -> None:
        """A new game from the position on the screen; the old one is kept."""
        table = self.table
        if table is None or table.looking is None or table.session.serious or table.session.game.info.undo != "free":
            return
        at = table.looking
        table.look(None)
        if not table.key.startswith(RECORD):
            self._keep(table)
        self._put_aside(table.entry.id)
        session = table.session.branch(at)
        self._sit(Table(Saved(session, table.entry.id, "", self.clock(), table.position), AUTO + table.entry.id))

    def do_unlock(self, intent: Intent) -> None:
        """The device has changed hands."""
        if self.table is not None:
            self.table.unlocked = self.table.session.to_move
            self.table.shown = self.table.session.cursor

    def do_turn(self, intent: Intent) -> None:
        """Turn the board for the person opposite."""
        if self.table is not None:
            self.table.turned, self.dialog = not self.table.turned, None

    def do_again(self, intent: Intent) -> None:
        """A new game with the same settings."""
        self._renew(0)

    def do_rematch(self, intent: Intent) -> None:
        """A new game with the seats swapped."""
        self._renew(1)

    def _renew(self, turn: int) -> None:
        table = self.table
        if table is None:
            return
        old = table.session
        players = old.players[turn:] + old.players[:turn]
        self._put_aside(table.entry.id)
        session: AnySession = Session(old.game, players, old.options, self.entropy(rng.SEED_BITS), serious=old.serious)
        self._sit(Table(Saved(session, table.entry.id, "", self.clock()), AUTO + table.entry.id))

    def do_resign(self, intent: Intent) -> None:
        """Give up, after a question."""
        table = self.table
        if table is None or table.over or not table.persons:
            return
        if intent.get("sure"):
            self._leave()
            seat = table.session.to_move if table.session.to_move in table.persons else table.persons[0]
            table.session.resign(seat)
            table.forget()
            self.dialog = None
            self._moved(table)
            self._record(table)
        else:
            self.dialog = dialogs.ask(
                self.words,
                self.words("menu.resign"),
                self.words("resign.ask"),
                button("resign", self.words("resign.yes"), main=True, id="resign-yes", data_sure="1"),
                button("close", self.words("app.cancel"), id="resign-no"),
            )

    # ---- dialogs ----
    def do_close(self, intent: Intent) -> None:
        """Close the dialog."""
        self.dialog, self.offer, self.incoming = None, None, {}

    def do_menu(self, intent: Intent) -> None:
        """The table's menu."""
        if self.table is not None and self.screen == "table":
            self.dialog = dialogs.menu(self.words, self.prefs, self.table)

    def do_players(self, intent: Intent) -> None:
        """Who sits where."""
        if self.table is not None:
            self.dialog = dialogs.players(self.words, self.table)

    def do_typed(self, intent: Intent) -> None:
        """The field for typed moves."""
        if self.table is not None and self.table.my_turn():
            self.dialog = dialogs.typed(self.words)

    def do_log(self, intent: Intent) -> None:
        """The log."""
        if self.table is not None:
            self.dialog = dialogs.log(self.words, self.table)

    def do_settings(self, intent: Intent) -> None:
        """The settings."""
        storage = "storage.refused" if self.shelf.refused else "storage.ok"
        self.dialog = dialogs.settings(
            self.words, self.prefs, "offline.ready" if self.offline else "offline.not", storage
        )

    def do_help(self, intent: Intent) -> None:
        """What there is to read."""
        game = self.table.session.game.info.id if self.table is not None and self.screen == "table" else None
        self.dialog = dialogs.help(self.words, game)

    def do_rules(self, intent: Intent) -> None:
        """A game's rules."""
        if intent.get("game") in registry.GAMES:
            self._draw_with(intent["game"])
            self.dialog = dialogs.rules(self.words, intent["game"])

    def do_keys(self, intent: Intent) -> None:
        """The keys."""
        self.dialog = dialogs.keys(self.words)

    def do_about(self, intent: Intent) -> None:
        """About."""
        self.dialog = dialogs.about(self.words, str(self.page.get("version", "")), self._diagnosis())

    def _diagnosis(self) -> str:
        facts = {
            "version": self.page.get("version", ""),
            "agent": self.page.get("agent", ""),
            "languages": self.page.get("languages", []),
            "storage": "refused" if self.shelf.refused else "ok",
            "keys": len(self.shelf.store),
            "offline": self.offline,
            "screen": self.screen,
            "prefs": json.loads(shelf.write_preferences(replace(self.prefs, names=()))),
        }
        if self.table is not None:
            facts["game"] = self.table.session.game.info.id
            facts["moves"] = self.table.session.cursor
        return json.dumps(facts, indent=1)

    def do_copy_diagnosis(self, intent: Intent) -> None:
        """The text for reports to the clipboard."""
        self.out["copy"] = self._diagnosis()
        self._spoken.append(self.words("share.copied"))

    # ---- links ----
    def do_share(self, intent: Intent) -> None:
        """The links of this game."""
        if self.table is not None and self.screen == "table":
            self.dialog = dialogs.share(self.words, self._links(self.table), bool(self.page.get("can_share")))

    def _links(self, table: Table) -> list[tuple[str, str, str]]:
        """(kind, address, why there is none): of hidden cards a link holds only what the viewer knows (T22)."""
        session, viewer = table.session, table.viewer()
        game = session.game
        hidden = game.info.secrets and not table.over
        if hidden and viewer is None:
            return [("position", "", "share.locked"), ("deal", "", "share.secret")]
        base = str(self.page.get("base", ""))
        found = [("position", f"{base}#{link.position(game, session.states[table.at], viewer)}", "")]
        if session.from_position:
            return [*found, ("deal", "", "share.no.deal")]
        if hidden:
            return [*found, ("deal", "", "share.secret")]
        return [*found, ("deal", f"{base}#{link.deal(game, len(session.players), session.options, session.seed)}", "")]

    def _address(self, kind: str) -> str:
        if self.table is None:
            return ""
        return next((address for name, address, _ in self._links(self.table) if name == kind), "")

    def do_copy(self, intent: Intent) -> None:
        """A link to the clipboard."""
        address = self._address(str(intent.get("kind")))
        if address:
            self.out["copy"] = address
            self._spoken.append(self.words("share.copied"))

    def do_send(self, intent: Intent) -> None:
        """A link to the system's share sheet."""
        address = self._address(str(intent.get("kind")))
        if address and self.table is not None:
            title = self.words(f"entry.{self.table.entry.id}")
            self.out["share"] = {"title": title, "text": self.words("share.text", game=title), "url": address}

    def do_open_link(self, intent: Intent) -> None:
        """The field for a link."""
        self.dialog = dialogs.open_link(self.words)

    def do_follow(self, intent: Intent) -> None:
        """A link that was pasted."""
        text = str((intent.get("fields") or {}).get("text", ""))
        try:
            self._offer(link.read(text, self.entropy(rng.SEED_BITS)))
        except LinkError as error:
            self.dialog = dialogs.open_link(self.words, self._link_error(error), text[:200])

    def _follow(self, text: str) -> None:
        """A link in the address bar: it is read, cleaned away, and never touches the running game unasked."""
        self.out["address"] = ""
        try:
            self._offer(link.read(text, self.entropy(rng.SEED_BITS)))
        except LinkError as error:
            if error.reason != "none":
                self.dialog = dialogs.ask(self.words, self.words("link.title"), self._link_error(error))

    def _link_error(self, error: LinkError) -> str:
        return self.words(f"link.{error.reason}")

    def _offer(self, opened: Opened) -> None:
        """Open a link at once if nothing is in its way, else ask."""
        self.offer = opened
        entry = self._entry_of(opened)
        if AUTO + entry not in self.shelf.store:
            self.do_accept({})
            return
        title = self.words(f"entry.{entry}")
        self.dialog = dialogs.ask(
            self.words,
            self.words("link.title"),
            self.words(f"link.ask.{opened.kind}", game=title),
            button("accept", self.words("link.open"), main=True),
            button("close", self.words("link.stay"), id="stay-button"),
        )

    def _entry_of(self, opened: Opened) -> str:
        """The lobby entry that a link belongs to: the one whose fixed options it has."""
        options = dict(opened.options)
        found = [
            entry.id
            for game, entry in registry.entries()
            if game == opened.game and all(options.get(key) == value for key, value in entry.options)
        ]
        return found[-1]

    def do_accept(self, intent: Intent) -> None:
        """Open the link that was offered."""
        opened, self.offer = self.offer, None
        if opened is None:
            return
        entry = self._entry_of(opened)
        chosen = replace(self._remembered(entry), count=opened.seats, options=opened.options, first="given")
        self._leave()
        if self.table is not None and self.screen == "table":
            self._keep(self.table)
        self._put_aside(entry)
        if opened.kind == "s":
            self._begin(chosen, opened.seed)
            return
        session: AnySession = Session(
            registry.get(opened.game), self._seats_for(opened, chosen), dict(opened.options), opened.seed, opened.state
        )
        self._sit(Table(Saved(session, entry, "", self.clock(), opened.position), AUTO + entry))

    def _seats_for(self, opened: Opened, chosen: Setup) -> tuple[Player, ...]:
        """Who plays on from a position: whoever is to move in it is a person."""
        players = chosen.players()
        to_move = registry.get(opened.game).to_move(opened.state)
        if 0 <= to_move < len(players) and players[to_move].kind != "person":
            person = next((seat for seat, player in enumerate(players) if player.kind == "person"), None)
            if person is not None:
                swapped = list(players)
                swapped[to_move], swapped[person] = players[person], players[to_move]
                players = tuple(swapped)
        return players

    # ---- saves ----
    def do_saves(self, intent: Intent) -> None:
        """Named saves and finished games."""
        self.dialog = None
        kept = [(key, saved) for key in reversed(self.shelf.keys(SAVE)) if (saved := self._load(key)) is not None]
        ended = [(key, saved) for key in reversed(self.shelf.keys(RECORD)) if (saved := self._load(key)) is not None]
        self.dialog = dialogs.saves(self.words, kept, ended, self.shelf.keys(QUARANTINE))

    def do_save(self, intent: Intent) -> None:
        """Ask for the name of a save."""
        if self.table is not None:
            self.dialog = dialogs.save_name(self.words, self.words(f"entry.{self.table.entry.id}"))

    def do_save_as(self, intent: Intent) -> None:
        """Keep the game under a name, beside the running one."""
        name = str((intent.get("fields") or {}).get("text", "")).strip()[:60]
        if self.table is not None:
            now = self.clock()
            self.shelf.set(f"{SAVE}{now}", save.dump(replace(self._saved(self.table), name=name, at=now)))
            self.dialog = None
            self._spoken.append(self.words("saves.done"))

    def do_load(self, intent: Intent) -> None:
        """Open a save: a running game of its entry is put aside, the save itself stays as it is."""
        key = str(intent.get("key", ""))
        saved = self._load(key) if key.startswith((SAVE, RECORD)) else None
        if saved is None:
            return
        told = self.dialog if saved.broken else None
        self._leave()
        if saved.session.outcome is not None:
            self._sit(Table(saved, key))
        else:
            self._put_aside(saved.entry)
            self._sit(Table(replace(saved, name=""), AUTO + saved.entry))
        self.dialog = told

    def do_forget(self, intent: Intent) -> None:
        """Delete a save, after a question."""
        key = str(intent.get("key", ""))
        if not key.startswith((SAVE, RECORD)):
            return
        if intent.get("sure"):
            self.shelf.remove(key)
            self.do_saves(intent)
        else:
            self.dialog = dialogs.ask(
                self.words,
                self.words("saves.delete"),
                self.words("saves.delete.ask"),
                button("forget", self.words("saves.delete"), main=True, id="forget-yes", data_key=key, data_sure="1"),
                button("saves", self.words("app.cancel"), id="forget-no"),
            )

    def do_quarantine(self, intent: Intent) -> None:
        """Download what could not be read."""
        key = str(intent.get("key", ""))
        if key.startswith(QUARANTINE) and key in self.shelf.store:
            self.out["download"] = {
                "name": "rose-and-crown-unreadable.txt",
                "type": "text/plain",
                "text": self.shelf.store[key],
            }

    def do_export(self, intent: Intent) -> None:
        """Everything in one file."""
        text = record.export(self.shelf.store)
        self.out["download"] = {
            "name": f"rose-and-crown-{self.clock()[:10]}.json",
            "type": "application/json",
            "text": text,
        }

    def do_import(self, intent: Intent) -> None:
        """Choose a file."""
        self.out["pick"] = True

    def do_read(self, intent: Intent) -> None:
        """A file was chosen: say what is inside, change nothing yet."""
        try:
            self.incoming = record.read_export(str(intent.get("text", "")))
        except ExportError:
            self.dialog = dialogs.ask(self.words, self.words("import.title"), self.words("import.damaged"))
            return
        fresh = sum(self.shelf.store.get(key) != text for key, text in self.incoming.items())
        self.dialog = dialogs.ask(
            self.words,
            self.words("import.title"),
            self.words("import.inside", n=len(self.incoming), fresh=fresh),
            button("adopt", self.words("import.go"), main=True),
            button("close", self.words("app.cancel"), id="import-no"),
        )

    def do_adopt(self, intent: Intent) -> None:
        """Add what the file holds."""
        added = self.shelf.adopt(self.incoming)
        self.incoming = {}
        self.dialog = dialogs.ask(self.words, self.words("import.title"), self.words("import.done", n=added))
