"""localStorage as one of several tabs sees it: what another tab wrote is told, and never overwritten unasked."""

from js import window

PREFIX = "rosecrown:"


class Store:
    """Our keys. `known` is what this tab last read or wrote; where the storage says otherwise, another tab was there."""

    def __init__(self):
        self.known = {}
        self.works = window.shell.storage == "ok"

    def read(self):
        """All our keys and their texts."""
        self.known = {}
        if self.works:
            held = window.localStorage
            keys = [held.key(i) for i in range(held.length)]
            for key in keys:
                if key.startswith(PREFIX):
                    self.known[key] = held.getItem(key)
        return dict(self.known)

    def told(self, key, value):
        """The table has been told of another tab's write, so it may write there from now on."""
        if value is None:
            self.known.pop(key, None)
        else:
            self.known[key] = value

    def write(self, orders):
        """Carry out ["set", key, text] and ["remove", key]; the keys that failed, by reason."""
        failed = {}
        for order in orders:
            reason = self.order(order[0], order[1], order[2] if len(order) > 2 else None)
            if reason:
                failed.setdefault(reason, []).append(order[1])
        return failed

    def order(self, what, key, text):
        """One write; why it failed, or None."""
        if not self.works:
            return "refused"
        held = window.localStorage
        try:
            there = held.getItem(key)
            if there != self.known.get(key) and there != text:
                return "conflict"
            if what == "set":
                held.setItem(key, text)
            else:
                held.removeItem(key)
        except Exception as error:  # a JavaScript error; only its text tells which
            return "quota" if "quota" in str(error).lower() else "refused"
        self.told(key, text)
        return None
