"""The keyboard: one tab stop for each group of things, arrow keys between them; and peeking, which must end at once."""

from js import document, window

ITEMS = ":is(button,a[href],summary,[role=button],[tabindex]):not(:disabled)"
STOPS = ITEMS + ':not([tabindex="-1"])'
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
TOLD = ("Escape", "Home", "End", "Backspace", "Delete")  # keys with names that the table hears, with the arrows

last = {}  # id of a group -> id of the element that had the focus


def focus(id):
    """Focus an element that is there and can have it; True if so."""
    element = document.getElementById(id)
    if element is None:
        return False
    element.focus()
    return True


# ---- one tab stop a group ----
def rove():
    """In every [data-nav]: Tab reaches one element, the last one that had the focus if it is still there."""
    for group in document.querySelectorAll("[data-nav]"):
        stop = None
        if group.id in last:
            stop = document.getElementById(last[group.id])
            if stop and not (group.contains(stop) and stop.matches(ITEMS)):
                stop = None
        set_stop(group, stop or group.querySelector('[tabindex="0"]:not(:disabled)') or group.querySelector(ITEMS))


def set_stop(group, stop):
    """Make one element the group's only tab stop."""
    for element in group.querySelectorAll(STOPS):
        element.setAttribute("tabindex", "-1")
    if stop:
        stop.setAttribute("tabindex", "0")


def on_focus(event):
    """The element that has the focus becomes its group's tab stop."""
    group = event.target.closest("[data-nav]")
    if group and event.target.id and event.target.matches(ITEMS):
        last[group.id] = event.target.id
        if event.target.getAttribute("tabindex") != "0":
            set_stop(group, event.target)


# ---- arrow keys ----
def boxes(elements):
    """Elements that are drawn, with the middle of each."""
    found = []
    for element in elements:
        box = element.getBoundingClientRect()
        if box.width or box.height:
            found.append((box.x + box.width / 2, box.y + box.height / 2, element))
    return found


def move(group, element, key):
    """Move the focus within a group; True if the key is a key for that."""
    if key in ("Home", "End"):
        row = element.closest("[role=row]") or group
        items = boxes(row.querySelectorAll(ITEMS))
        if items:
            items[0 if key == "Home" else -1][2].focus()
        return True
    if key not in ARROWS:
        return False
    dx, dy = ARROWS[key]
    if group.getAttribute("role") == "grid":
        candidates = line(group, element, dx)
    else:
        candidates = group.querySelectorAll(ITEMS)
    box = element.getBoundingClientRect()
    x, y = box.x + box.width / 2, box.y + box.height / 2
    best = None
    for cx, cy, candidate in boxes(candidates):
        ahead = (cx - x) * dx + (cy - y) * dy
        aside = abs((cx - x) * dy) + abs((cy - y) * dx)
        if ahead > 1 and aside <= 3 * ahead:
            cost = ahead + 2 * aside
            if best is None or cost < best[0]:
                best = (cost, candidate)
    if best:
        best[1].focus()
    return best is not None or group.getAttribute("role") == "grid"


def line(group, element, dx):
    """The cells of the element's row, or of its column, of a grid."""
    row = element.closest("[role=row]")
    cells = list(row.querySelectorAll(ITEMS))
    if dx:
        return cells
    at = 0
    for i in range(len(cells)):
        if cells[i].isSameNode(element):
            at = i
    found = []
    for other in group.querySelectorAll("[role=row]"):
        cells = other.querySelectorAll(ITEMS)
        if at < cells.length:
            found.append(cells.item(at))
    return found


# ---- taps beside the mark ----
def nearest_legal(board, x, y, reach):
    """The legal target within `reach` CSS pixels of a point, or None."""
    best = None
    for element in board.querySelectorAll("[data-legal]"):
        box = element.getBoundingClientRect()
        far = max(box.left - x, x - box.right, 0) ** 2 + max(box.top - y, y - box.bottom, 0) ** 2
        if far <= reach * reach and (best is None or far < best[0]):
            best = (far, element)
    return best[1] if best else None


# ---- peeking ----
def peek(on):
    """Show or hide what only the one at the device may see."""
    if on:
        document.body.classList.add("peeking")
    else:
        document.body.classList.remove("peeking")
    pressed = "true" if on else "false"
    for element in document.querySelectorAll("[data-peek]"):
        if element.getAttribute("aria-pressed") != pressed:
            element.setAttribute("aria-pressed", pressed)


def peeking():
    """Whether it is shown."""
    return document.body.classList.contains("peeking")


def still_peeking():
    """After a change of the screen: peeking ends when there is nothing to peek at any more."""
    peek(peeking() and document.querySelector("[data-peek]") is not None)


def in_text(element):
    """Whether keys are typed into this element."""
    if element.tagName in ("TEXTAREA", "SELECT"):
        return True
    return element.tagName == "INPUT" and element.type not in ("checkbox", "radio", "button", "submit", "reset")


def scroll_to_top():
    """A new screen begins at its top."""
    window.scrollTo(0, 0)
