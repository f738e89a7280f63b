"""What is kept on the device: a mirror of the page's localStorage, and the writes that bring it up to date.

The page owns the storage; it gives the table all of ours once and carries out the writes of every answer. A write that
fails comes back, and play goes on in memory.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rosecrown.core import registry
from rosecrown.formats import record, save
from rosecrown.formats.save import Saved, SaveError

PREFS: Final = "rosecrown:prefs"
AUTO: Final = "rosecrown:auto:"
SAVE: Final = "rosecrown:save:"
RECORD: Final = "rosecrown:record:"
QUARANTINE: Final = "rosecrown:quarantine:"
MOST_RECORDS: Final = 60
"""Finished games kept by themselves; the oldest goes first."""


class Preferences(NamedTuple):
    """The settings. Values outside of the choices are read as the default."""

    language: str = ""
    theme: str = ""
    motion: str = "normal"
    pace: str = "normal"
    confirm: bool = False
    sound: bool = False
    open_hand: bool = True
    names: tuple[str, ...] = ()
    switches: Mapping[str, bool] = {}
    setups: Mapping[str, Any] = {}
    """The last set-up of every lobby entry, as its form left it."""


CHOICES: Final = {
    "language": ("", "en", "de", "nl"),
    "theme": ("", "light", "dark", "contrast"),
    "motion": ("normal", "short", "off"),
    "pace": ("off", "quick", "normal", "slow"),
}


def read_preferences(text: str | None) -> Preferences:
    """Preferences from their JSON; what is missing or wrong is the default."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        value = {}
    if not isinstance(value, dict):
        value = {}
    known: dict[str, Any] = {}
    for key, choices in CHOICES.items():
        if value.get(key) in choices:
            known[key] = value[key]
    for key in ("confirm", "sound", "open_hand"):
        if isinstance(value.get(key), bool):
            known[key] = value[key]
    if isinstance(value.get("names"), list):
        known["names"] = tuple(str(name)[:30] for name in value["names"][:10])
    for key, kind in (("switches", bool), ("setups", dict)):
        if isinstance(value.get(key), dict):
            known[key] = {str(name): item for name, item in value[key].items() if isinstance(item, kind)}
    return Preferences(**known)


def write_preferences(prefs: Preferences) -> str:
    """The inverse of `read_preferences`."""
    return json.dumps(prefs._asdict(), separators=(",", ":"))


class Shelf:
    """The keys that begin with "rosecrown:", and the writes since the last `take_writes`."""

    def __init__(self, store: Mapping[str, str], refused: bool = False) -> None:
        self.store = dict(store)
        self.refused = refused
        self._writes: list[list[str]] = []

    def take_writes(self) -> list[list[str]]:
        """Writes for the page, oldest first; the list is empty afterwards."""
        writes, self._writes = self._writes, []
        return writes

    def set(self, key: str, text: str) -> None:
        """Store a text."""
        if self.store.get(key) != text:
            self.store[key] = text
            self._writes.append(["set", key, text])

    def remove(self, key: str) -> None:
        """Forget a key."""
        if self.store.pop(key, None) is not None:
            self._writes.append(["remove", key])

    def keys(self, prefix: str) -> list[str]:
        """Our keys that begin with `prefix`, sorted."""
        return sorted(key for key in self.store if key.startswith(prefix))

    # ---- games ----
    def load(self, key: str, now: str) -> Saved | None:
        """The save under `key`; what can't be read is moved to quarantine, where it can be downloaded.

        Raises SaveError then, once: the key is gone afterwards. None if there is no such key.
        """
        text = self.store.get(key)
        if text is None:
            return None
        try:
            return save.load(text)
        except SaveError:
            self.set(f"{QUARANTINE}{now}:{key.removeprefix(record.PREFIX)}", text)
            self.remove(key)
            raise

    def finished(self, saved: Saved) -> None:
        """Keep a finished game, and let the oldest of them go when there are too many."""
        self.set(f"{RECORD}{saved.at}", save.dump(saved))
        for key in self.keys(RECORD)[:-MOST_RECORDS]:
            self.remove(key)

    def drop_oldest_record(self) -> bool:
        """Make room: the oldest finished game goes, never a named save. False if there is none left."""
        records = self.keys(RECORD)
        if records:
            self.remove(records[0])
        return bool(records)

    def adopt(self, incoming: Mapping[str, str]) -> int:
        """Import: add what is not there yet; a save under a taken key gets a free one. The number of keys added.

        Nothing is overwritten; the preferences and running games of this device stay.
        """
        added = 0
        for key, text in sorted(incoming.items()):
            if self.store.get(key) == text:
                continue
            place = key
            while place in self.store:
                if not key.startswith((SAVE, RECORD, AUTO)):
                    break
                base = f"{SAVE}{key.removeprefix(AUTO)}" if key.startswith(AUTO) else key
                place = f"{base}~{added}" if place == key else f"{place}~"
            if place not in self.store:
                self.set(place, text)
                added += 1
        return added


def running(shelf: Shelf) -> list[str]:
    """Lobby entries that have a game going on, in the order of the lobby."""
    return [entry.id for _, entry in registry.entries() if AUTO + entry.id in shelf.store]
