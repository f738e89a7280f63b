"""The ground that all actions of the application share: what is kept, which game is shown, who sits down."""

from collections.abc import Callable
from typing import Any

from rosecrown.core import registry, rng
from rosecrown.core.session import AnySession, Session
from rosecrown.formats import save
from rosecrown.formats.link import Opened
from rosecrown.formats.save import Saved, SaveError
from rosecrown.screens import dialogs, setup, shelf
from rosecrown.screens.setup import Setup
from rosecrown.screens.shelf import AUTO, PREFS, RECORD, SAVE, Preferences, Shelf
from rosecrown.screens.table import Table
from rosecrown.widgets.markup import Markup
from rosecrown.widgets.words import LANGUAGES, Words

Intent = dict[str, Any]
Answer = dict[str, Any]


class Desk:
    """One page's state. `clock` gives the time as ISO 8601 in UTC, `entropy(bits)` a random integer of so many bits."""

    def __init__(self, clock: Callable[[], str], entropy: Callable[[int], int]) -> None:
        self.clock = clock
        self.entropy = entropy
        self.prefs = Preferences()
        self.words = Words("en")
        self.shelf = Shelf({})
        self.table: Table | None = None
        self.setup: Setup | None = None
        self.screen = "lobby"
        self.dialog: Callable[[Words], Markup] | None = None
        """Draws the open dialog: anew for every answer, so that it says what holds now, in the language of now."""
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
        self._drawn: Markup | None = None
        """The screen as the page shows it, or will when it has shown the frames that it was given."""
        self._dress: dict[str, str] = {}
        """Title, language, theme and motion of the page."""
        self._sprites: set[str] = set()
        self._spoken: list[str] = []

    def _choose_language(self) -> None:
        wanted = [self.prefs.language, *(str(tag)[:2].lower() for tag in self.page.get("languages") or [])]
        self.words = Words(next((code for code in wanted if code in LANGUAGES), "en"))

    def _draw_with(self, game: str) -> None:
        """Send a game's drawings once."""
        if game not in self._sprites:
            self._sprites.add(game)
            self.out.setdefault("sprites", {})[game] = registry.part(game, "view", "VIEW").sprite()

    def _load(self, key: str) -> Saved | None:
        """A save, or None; what can't be read is put aside and told once."""
        try:
            saved = self.shelf.load(key, self.clock())
        except SaveError as error:
            reason = error.reason
            self.dialog = lambda words: dialogs.ask(words, words("save.title"), words(f"save.{reason}"))
            return None
        if saved is not None and saved.broken:
            lost = saved.broken
            self.dialog = lambda words: dialogs.ask(words, words("save.title"), words("save.cut", n=lost))
        return saved

    def _leave(self) -> None:
        """Nobody waits for a thinker any more."""
        if self.table is not None and self.table.question is not None:
            self.table.question = None
            self.out["stop"] = "drop"

    def _entry(self, intent: Intent) -> str:
        wanted = str(intent.get("entry", ""))
        return wanted if any(entry.id == wanted for _, entry in registry.entries()) else ""

    def _remembered(self, entry: str) -> Setup:
        game, found = registry.entry(entry)
        return setup.default(found, game, self.prefs.setups.get(entry), self.prefs.names)

    def _open_setup(self, entry: str) -> None:
        self._leave()
        self.setup, self.screen, self.dialog = self._remembered(entry), "setup", None

    def _put_aside(self, entry: str) -> None:
        """A running game must not be lost to a new one of its entry."""
        text = self.shelf.store.get(AUTO + entry)
        if text is None:
            return
        saved = self._load(AUTO + entry)
        if saved is not None and any(by.seat >= 0 and not by.forced for by in saved.session.log):
            now = self.clock()
            self.shelf.set(f"{SAVE}{now}", save.dump(saved._replace(name=self.words("save.aside"), at=now)))
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
        self.dialog = lambda words: dialogs.ask(words, words("copy.title"), words("copy.line"))

    def _saved(self, table: Table) -> Saved:
        return Saved(table.session, table.entry.id, table.name, self.clock(), table.position)

    def _record(self, table: Table) -> None:
        """A finished game leaves its running slot and joins the finished ones."""
        table.recorded = True
        saved = self._saved(table)
        self.shelf.finished(saved)
        self.shelf.remove(table.key)
        table.key = RECORD + saved.at

    def _moved(self, table: Table) -> None:
        self.rev += 1
        self._keep(table)

    def _prefer(self, **changes: Any) -> None:
        self.prefs = self.prefs._replace(**changes)
        self.shelf.set(PREFS, shelf.write_preferences(self.prefs))
