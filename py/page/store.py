"""localStorage as one of several tabs sees it: what another tab wrote is told, and never overwritten unasked."""

import json

from js import window

# Storage is reached through assets/js/shell.js, for a JavaScript error that is thrown in a call from here could not be
# caught, and would take the interpreter with it.


class Store:
    """Our keys. `known` is what this tab last read or wrote; where the storage says other things, another tab did."""

    def __init__(self):
        self.known = {}

    def read(self):
        """All our keys and their texts."""
        self.known = json.loads(window.shell.stored())
        return dict(self.known)

    def told(self, key, value):
        """The table knows what is there now, so it may write there."""
        if value is None:
            self.known.pop(key, None)
        else:
            self.known[key] = value

    def write(self, orders):
        """Carry out ["set", key, text] and ["remove", key]; the keys that failed, by reason."""
        failed = {}
        for order in orders:
            reason = self.order(order[1], order[2] if order[0] == "set" else None)
            if reason:
                failed.setdefault(reason, []).append(order[1])
        return failed

    def order(self, key, text):
        """One write (None removes); why it failed, or an empty text."""
        if window.shell.storage != "ok":
            return "refused"
        there = window.shell.kept(key)
        if there != self.known.get(key) and there != text:
            return "conflict"
        reason = window.shell.keep(key, text)
        if not reason:
            self.told(key, text)
        return reason
