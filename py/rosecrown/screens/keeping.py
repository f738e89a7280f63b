"""Named saves, finished games, export and import."""

from rosecrown.formats import record, save
from rosecrown.formats.record import ExportError
from rosecrown.screens import dialogs
from rosecrown.screens.chrome import button
from rosecrown.screens.desk import Desk, Intent
from rosecrown.screens.shelf import AUTO, QUARANTINE, RECORD, SAVE
from rosecrown.screens.table import Table


class Keeping(Desk):
    """Actions of what is kept; nothing is overwritten or deleted unasked."""

    def do_saves(self, intent: Intent) -> None:
        """Named saves and finished games."""
        self.dialog = None
        kept = [(key, saved) for key in reversed(self.shelf.keys(SAVE)) if (saved := self._load(key)) is not None]
        ended = [(key, saved) for key in reversed(self.shelf.keys(RECORD)) if (saved := self._load(key)) is not None]
        self.dialog = lambda words: dialogs.saves(words, kept, ended, self.shelf.keys(QUARANTINE))

    def do_save(self, intent: Intent) -> None:
        """Ask for the name of a save."""
        if self.table is not None:
            entry = self.table.entry.id
            self.dialog = lambda words: dialogs.save_name(words, words(f"entry.{entry}"))

    def do_save_as(self, intent: Intent) -> None:
        """Keep the game under a name, beside the running one."""
        name = str((intent.get("fields") or {}).get("text", "")).strip()[:60]
        if self.table is not None:
            now = self.clock()
            self.shelf.set(f"{SAVE}{now}", save.dump(self._saved(self.table)._replace(name=name, at=now)))
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
            self._sit(Table(saved._replace(name=""), AUTO + saved.entry))
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
            self.dialog = lambda words: dialogs.ask(
                words,
                words("saves.delete"),
                words("saves.delete.ask"),
                button("forget", words("saves.delete"), main=True, id="forget-yes", data_key=key, data_sure="1"),
                button("saves", words("app.cancel"), id="forget-no"),
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
            self.dialog = lambda words: dialogs.ask(words, words("import.title"), words("import.damaged"))
            return
        inside = len(self.incoming)
        fresh = sum(self.shelf.store.get(key) != text for key, text in self.incoming.items())
        self.dialog = lambda words: dialogs.ask(
            words,
            words("import.title"),
            words("import.inside", n=inside, fresh=fresh),
            button("adopt", words("import.go"), main=True),
            button("close", words("app.cancel"), id="import-no"),
        )

    def do_adopt(self, intent: Intent) -> None:
        """Add what the file holds."""
        added = self.shelf.adopt(self.incoming)
        self.incoming = {}
        self.dialog = lambda words: dialogs.ask(words, words("import.title"), words("import.done", n=added))
