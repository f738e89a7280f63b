"""What opens to be read: menu, players, log, settings, rules, keys, about."""

import json

from rosecrown.core import registry
from rosecrown.screens import dialogs, shelf
from rosecrown.screens.desk import Desk, Intent


class Reading(Desk):
    """Actions that only open or close a dialog."""

    def do_close(self, intent: Intent) -> None:
        """Close the dialog."""
        self.dialog, self.offer, self.incoming = None, None, {}

    def do_menu(self, intent: Intent) -> None:
        """The table's menu."""
        table = self.table
        if table is not None and self.screen == "table":
            self.dialog = lambda words: dialogs.menu(words, self.prefs, table)

    def do_players(self, intent: Intent) -> None:
        """Who sits where."""
        table = self.table
        if table is not None:
            self.dialog = lambda words: dialogs.players(words, table)

    def do_typed(self, intent: Intent) -> None:
        """The field for typed moves."""
        if self.table is not None and self.table.my_turn():
            game = self.table.session.game.info.id
            self.dialog = lambda words: dialogs.typed(words, game)

    def do_log(self, intent: Intent) -> None:
        """The log."""
        table = self.table
        if table is not None:
            self.dialog = lambda words: dialogs.log(words, table)

    def do_settings(self, intent: Intent) -> None:
        """The settings."""
        self.dialog = lambda words: dialogs.settings(
            words,
            self.prefs,
            "offline.ready" if self.offline else "offline.not",
            "storage.refused" if self.shelf.refused else "storage.ok",
        )

    def do_help(self, intent: Intent) -> None:
        """What there is to read."""
        game = self.table.session.game.info.id if self.table is not None and self.screen == "table" else None
        self.dialog = lambda words: dialogs.help(words, game)

    def do_rules(self, intent: Intent) -> None:
        """A game's rules."""
        if intent.get("game") in registry.GAMES:
            self._draw_with(intent["game"])
            game = str(intent["game"])
            self.dialog = lambda words: dialogs.rules(words, game)

    def do_keys(self, intent: Intent) -> None:
        """The keys."""
        self.dialog = dialogs.keys

    def do_about(self, intent: Intent) -> None:
        """About."""
        self.dialog = lambda words: dialogs.about(words, str(self.page.get("version", "")), self._diagnosis())

    def _diagnosis(self) -> str:
        facts = {
            "version": self.page.get("version", ""),
            "agent": self.page.get("agent", ""),
            "languages": self.page.get("languages", []),
            "storage": "refused" if self.shelf.refused else "ok",
            "keys": len(self.shelf.store),
            "offline": self.offline,
            "screen": self.screen,
            "prefs": json.loads(shelf.write_preferences(self.prefs._replace(names=()))),
        }
        if self.table is not None:
            facts["game"] = self.table.session.game.info.id
            facts["moves"] = self.table.session.cursor
        return json.dumps(facts, indent=1)

    def do_copy_diagnosis(self, intent: Intent) -> None:
        """The text for reports to the clipboard."""
        self.out["copy"] = self._diagnosis()
        self._spoken.append(self.words("share.copied"))
