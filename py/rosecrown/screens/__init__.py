"""The screens: intents in, answers out. `app.App` is the whole of it; the table worker only carries JSON to it.

The protocol between the page (main thread) and the table (worker), all JSON:

Intent: an object with "do" and, beside it, whatever data attributes the tapped element had.
    Elements:    data-do="tap" data-cell="d4"  ->  {"do": "tap", "cell": "d4", "rev": 41}
                 Form controls with data-change="name" send {"do": "change", "name": …, "value": …, "rev": …} when
                 changed (check boxes: "on" or ""). Forms with data-submit="name" send {"do": name, "fields": {…}}.
                 Taps and changes bear the revision that is shown; other elements only with data-rev (bare: the
                 shown one). data-nav makes a group one tab stop with arrow keys in it (a role=grid by its rows, all
                 else by place; the tab stop is what had the focus last, else tabindex=0). In a board with data-snap
                 a tap that hits no [data-legal] goes to one within 24 pixels. While [data-peek] is held (or after
                 Enter or Space on it), body has the class "peeking", and the element aria-pressed.
    From the page itself:
    {"do": "open", "store": {key: text}, "fragment": "#…", "languages": ["de-DE", …], "screen": token or null,
     "storage": "ok" | "refused", "version": "…", "first": intent or null,
     "base": address without fragment, "agent": text, "can_share": bool}
                 once, when the table is up; "store" holds all keys that begin with "rosecrown:", "screen" the token
                 of the last answer (after a restart of the table or a reload), "first" the tap that was remembered
    {"do": "key", "key": "u"}              a key pressed outside of text fields that the page has no use for itself
    {"do": "fragment", "fragment": "#…"}   hashchange
    {"do": "pop", "screen": token}         Back or Forward
    {"do": "thought", "id": n, "line": […], "values": […], "nodes": n, "ms": n}
                 waits until the frames on the screen have been shown; a tap shows the last of them at once
    {"do": "thinker-lost", "id": n}        a thinker was replaced twice in vain for this question
    {"do": "stored", "failed": [key, …], "reason": "quota" | "refused" | "conflict"}   only when a write failed
    {"do": "foreign", "key": …, "value": text or null}      another tab wrote to the storage
                 A write to a key that another tab has changed since is a conflict, unless the table was told of the
                 change and no token with that "key" was on the screen then.
    {"do": "read", "text": …}              a file chosen for import
    {"do": "update"}                       a new version is waiting; {"do": "offline-ready"} all files are cached

Answer: an object; every part may be missing.
    "rev": n              a tap or a confirmation that carries another "rev" is dropped: it was meant for what is gone
    "frames": [{"app": markup, "dialog": markup, "speech": text, "alert": text, "sound": name, "hold": ms,
                "focus": id, "body": {name: value}}, …]
                          shown one after another, `hold` milliseconds each before the next; a new answer cancels the
                          rest. "app" is morphed into #app (missing: it stays as it is), "dialog" into the modal
                          <dialog> ("" closes it), "speech" goes to the polite live region, "alert" to the assertive
                          one, "focus" is focused when the element that had it is gone, or always when it begins
                          with "!". Without it the focus then goes to [data-here], where the turn goes on, else to
                          #main. "body" sets data attributes.
    "sprites": {game: markup}   symbols, put into #sprites once per game; its styles, assets/css/<game>.css, come along
    "store": [["set", key, text] | ["remove", key], …]
    "ask": [{"id": n, "game": …, "seen": …, "history": [[seat, move], …], "seat": n, "level": …, "seed": n, "ms": n}]
                          for the thinkers, one after another; "ms" is the clock's last guard
    "stop": "now" | "drop"      "now": answer with what you have; "drop": nobody waits for it any more
    "warm": true          a thinker will be needed soon: start its worker now
    "title", "lang", "theme" ("" system), "motion": those that have changed
    "token": {...}        screen state for history and restarts; "push": true adds an entry to the history
    "address": ""         replace the address bar's fragment
    "copy": text, "share": {"title", "text", "url"}, "download": {"name", "type", "text"}, "pick": true (a file)
    "reload": true        start the waiting version
"""
