"""Export and import: one JSON file with all that is stored on a device, as `assets/js/shell.js` writes it too."""

import json
from collections.abc import Mapping
from typing import Final

PREFIX: Final = "rosecrown:"
LONGEST: Final = 8_000_000


class ExportError(ValueError):
    """The file is not an export of ours. Words: `import.damaged`."""


def export(store: Mapping[str, str]) -> str:
    """The file's text: {"app": "rosecrown", "export": 1, "store": {key: text}}."""
    ours = {key: text for key, text in sorted(store.items()) if key.startswith(PREFIX)}
    return json.dumps({"app": "rosecrown", "export": 1, "store": ours}, indent=1)


def read_export(text: str) -> dict[str, str]:
    """The keys and texts of an export. Raises ExportError."""
    if len(text) > LONGEST:
        raise ExportError("too long")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise ExportError("not JSON") from None
    if not isinstance(value, dict) or value.get("app") != "rosecrown" or value.get("export") != 1:
        raise ExportError("not an export")
    store = value.get("store")
    if not isinstance(store, dict):
        raise ExportError("no store")
    if any(not key.startswith(PREFIX) or not isinstance(item, str) for key, item in store.items()):
        raise ExportError("foreign keys")
    return store
