"""Everything that the player and the browser do, as intents for the table: a handful of delegated listeners."""

import json

import keys
from js import document, window
from pyscript import ffi

REACH = 24  # CSS pixels: a tap that misses the legal targets by less is meant for the nearest


def listen(board):
    """Listen from now on."""
    screen = board.screen

    def stamped(intent):
        """With the revision: of the element, or of what is shown if it has an empty one, or is a tap or a change."""
        rev = intent.get("rev", "" if intent["do"] in ("tap", "change") else None)
        intent.pop("rev", None)
        if rev == "":
            rev = screen.rev
        if rev is not None:
            intent["rev"] = int(rev)
        return intent

    def activate(element):
        board.post(stamped(json.loads(window.shell.intent(element))))

    def on_click(event):
        target = event.target
        element = target.closest("[data-do]")
        near = target.closest("[data-snap]")
        if near and event.detail and not target.closest("[data-legal]"):
            element = keys.nearest_legal(near, event.clientX, event.clientY, REACH) or element
        if screen.skip() and (element is None or element.dataset.do == "tap"):
            return
        if element is None:
            if target.id == "dialog" and outside(target, event):
                board.post({"do": "close"})
            return
        if element.tagName == "A":
            event.preventDefault()
        activate(element)

    def outside(dialog, event):
        box = dialog.getBoundingClientRect()
        return not (box.left <= event.clientX <= box.right and box.top <= event.clientY <= box.bottom)

    def on_change(event):
        field = event.target
        name = field.getAttribute("data-change")
        if name is None:
            return
        value = field.value
        if field.type == "checkbox":
            value = "on" if field.checked else ""
        board.post(stamped({"do": "change", "name": name, "value": value}))

    def on_submit(event):
        event.preventDefault()
        name = event.target.getAttribute("data-submit")
        if name is None:
            return
        fields = {}
        for pair in window.FormData.new(event.target).entries():
            fields[pair[0]] = pair[1]
        board.post({"do": name, "fields": fields})

    def on_key(event):
        target, key = event.target, event.key
        if event.defaultPrevented or event.ctrlKey or event.altKey or event.metaKey or event.isComposing:
            return
        if key == "Escape" and screen.layer.open:
            event.preventDefault()
            board.post({"do": "close"})
            return
        if not target.closest or keys.in_text(target):
            return
        if key in ("Enter", " "):
            on_enter(event, target)
            return
        group = target.closest("[data-nav]")
        if group and keys.move(group, target, key):
            event.preventDefault()
            return
        if (len(key) == 1 or key in keys.ARROWS or key in keys.TOLD) and not (event.repeat and key not in keys.ARROWS):
            board.post({"do": "key", "key": key})

    def on_enter(event, target):
        if target.closest("[data-peek]"):
            event.preventDefault()
            if not event.repeat:
                keys.peek(not keys.peeking())
        elif target.tagName not in ("BUTTON", "A", "INPUT", "SUMMARY", "LABEL"):
            element = target.closest("[data-do]")
            if element and element.isSameNode(target):
                event.preventDefault()
                activate(element)

    def on_pointer(event):
        if event.target.closest and event.target.closest("[data-peek]"):
            keys.peek(True)

    def hide(*_):
        keys.peek(False)

    def on_hidden(event):
        hide()
        board.deeds.keep_awake()

    def on_menu(event):
        if event.target.closest("[data-peek]"):
            event.preventDefault()  # a long press is a look, not a question

    def on_cancel(event):
        event.preventDefault()
        board.post({"do": "close"})

    def on_close(event):
        if screen.layer.innerHTML:  # closed by the browser, not by an answer
            board.post({"do": "close"})

    def on_pop(event):
        if event.state is not None:
            board.post({"do": "pop", "screen": json.loads(event.state)})

    def on_hash(event):
        if window.history.state is None:  # with a state it was Back or Forward
            board.post({"do": "fragment", "fragment": window.location.hash})

    def on_storage(event):
        if event.key and event.key.startswith("rosecrown:"):
            board.post({"do": "foreign", "key": event.key, "value": event.newValue})

    def on_news(event):
        board.post({"do": event.detail})

    for target, name, listener in (
        (document, "click", on_click),
        (document, "change", on_change),
        (document, "submit", on_submit),
        (document, "keydown", on_key),
        (document, "focusin", keys.on_focus),
        (document, "pointerdown", on_pointer),
        (window, "pointerup", hide),
        (window, "pointercancel", hide),
        (window, "blur", hide),
        (document, "visibilitychange", on_hidden),
        (document, "contextmenu", on_menu),
        (screen.layer, "cancel", on_cancel),
        (screen.layer, "close", on_close),
        (window, "popstate", on_pop),
        (window, "hashchange", on_hash),
        (window, "storage", on_storage),
        (window, "rosecrown", on_news),
    ):
        target.addEventListener(name, ffi.create_proxy(listener))
