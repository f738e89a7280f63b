"""States and moves as ASCII. Provinces are letters a–h in the order of the map's file, factions y, r and b.

Moves: help2 · dy · tile:c · pass · play:1v1 · tiles:ac*c · put:ya.rb.bb · trade:ay.br · trade:ayr.bb · none ·
take:ay · nothing
"""

import re
from typing import Final

from rosecrown.core.game import NotationError
from rosecrown.games.siam.state import NONE, NOTHING, PASS, Count, Move, State

PLACES: Final = "abcdefgh"
COLOURS: Final = "yrb"
CARDS: Final = ("maha", "khon", "1v1", "2v1", "y", "r", "b")
HOLDERS: Final = "yrb="

_SIMPLE: Final = {"pass": PASS, "none": NONE, "nothing": NOTHING}


def move_text(move: Move) -> str:
    """The move in ASCII."""
    args = move.args
    match move.kind:
        case "help":
            return f"help{args[0]}"
        case "draw":
            return f"d{COLOURS[args[0]]}"
        case "tile":
            return f"tile:{PLACES[args[0]]}"
        case "card":
            return f"play:{CARDS[args[0]]}"
        case "tiles":
            return f"tiles:{PLACES[args[0]]}{PLACES[args[1]]}*{PLACES[args[2]]}"
        case "put":
            return "put:" + ".".join(COLOURS[f] + PLACES[p] for f, p in zip(args[::2], args[1::2], strict=True))
        case "trade":
            a, *given, b, y = args
            return f"trade:{PLACES[a]}{''.join(COLOURS[x] for x in given)}.{PLACES[b]}{COLOURS[y]}"
        case "take":
            return f"take:{PLACES[args[0]]}{COLOURS[args[1]]}"
    return move.kind


def parse_move(text: str) -> Move:
    """The inverse of `move_text`. Raises NotationError."""
    if text in _SIMPLE:
        return _SIMPLE[text]
    for pattern, kind in _PATTERNS:
        if pattern.fullmatch(text):
            move = Move(kind, _arguments(kind, text))
            if move_text(move) == text and _in_order(move):
                return move
    raise NotationError(text)


_PATTERNS: Final = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        ("help[1-4]", "help"),
        ("d[yrb]", "draw"),
        ("tile:[a-h]", "tile"),
        ("play:(maha|khon|1v1|2v1|[yrb])", "card"),
        (r"tiles:[a-h]{2}\*[a-h]", "tiles"),
        (r"put:[yrb][a-h](\.[yrb][a-h]){0,2}", "put"),
        (r"trade:[a-h][yrb]{1,2}\.[a-h][yrb]", "trade"),
        ("take:[a-h][yrb]", "take"),
    )
)


def _arguments(kind: str, text: str) -> tuple[int, ...]:
    if kind == "help":
        return (int(text[4:]),)
    if kind == "draw":
        return (COLOURS.index(text[1]),)
    body = text.partition(":")[2]
    if kind == "card":
        return (CARDS.index(body),)
    if kind == "trade":
        # "b" is a place and a colour: a trade's first letter and the one after the point are places.
        one, _, other = body.partition(".")
        given = (COLOURS.index(x) for x in one[1:])
        return (PLACES.index(one[0]), *given, PLACES.index(other[0]), COLOURS.index(other[1]))
    if kind == "put":
        pairs = body.split(".")
        return tuple(value for pair in pairs for value in (COLOURS.index(pair[0]), PLACES.index(pair[1])))
    if kind == "take":
        return (PLACES.index(body[0]), COLOURS.index(body[1]))
    return tuple(PLACES.index(letter) for letter in body if letter != "*")


def _in_order(move: Move) -> bool:
    """Whether the arguments are in the one order in which the rules give them."""
    args = move.args
    if move.kind == "tiles":
        return args[0] < args[1] and args[2] in args[:2]
    if move.kind == "put":
        pairs = list(zip(args[::2], args[1::2], strict=True))
        return pairs == sorted(pairs)
    if move.kind == "trade":
        return args[0] < args[2] if len(args) == 4 else args[1] <= args[2] and args[0] != args[3]
    return True


# ---- states ----
def state_text(state: State) -> str:
    """The state in one line, e.g. `siam open card 0 p200/… pool444 abcdefgh:yr= k0 …`; see `parse_state`."""
    return " ".join(
        (
            state.map,
            "memory" if state.memory else "open",
            f"{_PHASES[state.phase]}{state.seat}",
            "/".join(map(_count_text, state.provinces)),
            _count_text(state.pool),
            "".join(PLACES[p] for p in state.order) or "-",
            "".join(HOLDERS[f] for f in state.taken) or "-",
            "".join(PLACES[p] for p in range(8) if state.kings >> p & 1) or "-",
            "/".join(map(_count_text, state.courts)),
            "/".join("".join(map(str, hand)) or "-" for hand in state.hands),
            "".join("-" if top < 0 else str(top) for top in state.tops),
            "".join(map(str, state.plays)) or "-",
            str(state.passes),
            "-" if state.card < 0 else str(state.card),
            ",".join(map(str, state.swap)) or "-",
            "".join(map(str, state.help)) or "-",
        )
    )


_PHASES: Final = ("help", "draw", "tile", "card", "effect", "take", "over")


def _count_text(count: Count) -> str:
    return ".".join(map(str, count))


_STATE: Final = re.compile(
    r"(?P<map>[a-z0-9_-]+) (?P<view>open|memory) (?P<phase>help|draw|tile|card|effect|take|over)(?P<seat>[0-3])"
    r" (?P<provinces>\d\d?\.\d\d?\.\d\d?(/\d\d?\.\d\d?\.\d\d?){7}) (?P<pool>\d\d?\.\d\d?\.\d\d?)"
    r" (?P<order>[a-h]{1,8}|-) (?P<taken>[yrb=]{1,8}|-) (?P<kings>[a-h]{1,8}|-)"
    r" (?P<courts>\d\d?\.\d\d?\.\d\d?(/\d\d?\.\d\d?\.\d\d?){1,3}) (?P<hands>([0-6]{1,8}|-)(/([0-6]{1,8}|-)){1,3})"
    r" (?P<tops>[0-6-]{2,4}) (?P<plays>[0-3]{1,4}|-) (?P<passes>[0-3]) (?P<card>[0-6]|-)"
    r" (?P<swap>\d,\d,\d(,-?\d){3}|-) (?P<help>[1-4]{1,4}|-)"
)


def parse_state(text: str) -> State:
    """The inverse of `state_text`, without looking whether the position is possible. Raises NotationError."""
    found = _STATE.fullmatch(text)
    if not found:
        raise NotationError(text)
    part = {name: "" if value == "-" else value for name, value in found.groupdict().items() if name}
    state = State(
        map=part["map"],
        memory=int(part["view"] == "memory"),
        phase=_PHASES.index(part["phase"]),
        seat=int(part["seat"]),
        provinces=tuple(map(_count, part["provinces"].split("/"))),
        pool=_count(part["pool"]),
        order=tuple(map(PLACES.index, part["order"])),
        taken=tuple(map(HOLDERS.index, part["taken"])),
        kings=sum(1 << PLACES.index(p) for p in set(part["kings"])),
        courts=tuple(map(_count, part["courts"].split("/"))),
        hands=tuple(tuple(map(int, hand.strip("-"))) for hand in found["hands"].split("/")),
        tops=tuple(-1 if top == "-" else int(top) for top in found["tops"]),
        plays=tuple(map(int, part["plays"])),
        passes=int(part["passes"]),
        card=int(part["card"]) if part["card"] else -1,
        swap=tuple(map(int, part["swap"].split(","))) if part["swap"] else (),
        help=tuple(map(int, part["help"])),
    )
    if state_text(state) != text:
        raise NotationError(text)
    return state


def _count(text: str) -> Count:
    y, r, b = map(int, text.split("."))
    return (y, r, b)
