"""What happens when a move is made, piece by piece and in order, and how it is said."""

from collections.abc import Sequence

from rosecrown.core.game import Event, Text, event, name_text, text
from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.state import (
    CARD,
    FACTIONS,
    HELP_PAIRS,
    KHON_THAI,
    MAHARACHA,
    ONE_ONE,
    OUTSIDERS,
    OVER,
    TILE,
    TWO_ONE,
    Move,
    State,
)


def events(board: Board, before: State, move: Move, after: State) -> Sequence[Event]:
    """The events of a move; `after` is the state that it leads to."""
    if before.phase < CARD:
        return _set_up_events(before, move, after)
    if move.kind == "pass":
        return _pass_events(before, after)
    if move.kind == "card":
        return (event("card", card=move.args[0]),)
    if move.kind == "none":
        return (event("none", card=before.card, why=why_nothing(board, before, before.card)),)
    if move.kind == "take":
        return (event("take", province=move.args[0], faction=move.args[1]),)
    if move.kind == "nothing":
        return (event("nothing"),)
    return (event(move.kind, card=before.card, pieces=move.args),)


def _set_up_events(before: State, move: Move, after: State) -> Sequence[Event]:
    (value,) = move.args
    if move.kind == "help":
        return (event("help", seat=before.seat, card=value),)
    if move.kind == "draw":
        province = next(p for p in range(8) if before.provinces[p] != after.provinces[p])
        return (event("draw", province=province, faction=value),)
    tile = event("tile", province=value, space=len(before.order))
    return (tile,) if after.phase == TILE else (tile, event("begin", seat=after.seat))


def _pass_events(before: State, after: State) -> Sequence[Event]:
    why = "free"
    if not before.hands[before.seat]:
        why = "empty"
    elif before.cards_left == 1:
        why = "last"
    found = [event("pass", why=why, run=before.passes + 1)]
    if len(after.taken) > len(before.taken):
        province = before.contested
        found.append(
            event(
                "takeover",
                province=province,
                holder=after.taken[-1],
                space=len(before.taken),
                followers=before.provinces[province],
            )
        )
    if after.phase == OVER:
        found.append(event("end", outsiders=int(after.taken.count(OUTSIDERS) >= 4)))
    return tuple(found)


def why_nothing(board: Board, state: State, card: int) -> str:
    """Why a card has no effect (S12–S17): words `siam.none.<reason>`."""
    if card == MAHARACHA:
        return "tiles"
    if card == KHON_THAI:
        return "pool"
    if card in (ONE_ONE, TWO_ONE):
        full = [province for province in state.open if any(state.provinces[province])]
        if len(full) < 2:
            return "followers"
        if card == TWO_ONE and not any(b in board.neighbours[a] for a in full for b in full):
            return "adjacent"
        return "reverse"
    return "faction" if not state.pool[card - 4] else "reach"


def place(board: Board, province: int) -> Text:
    return name_text(board.provinces[province].names)


def people(board: Board, faction: int) -> Text:
    """The name of a faction or of the outsiders."""
    return name_text(board.factions[faction].names)


def follower(board: Board, faction: int) -> Text:
    """What one follower of the faction is called."""
    return name_text(board.factions[faction].one)


def card_name(board: Board, card: int) -> Text:
    return name_text(board.cards[card])


def describe(board: Board, seen: State, happened: Event) -> Text:
    """The event as a sentence without its subject where a seat acts ("Passes"), a whole sentence otherwise.

    The followers and tiles of the set-up need no words, a card is named with its effect, and the passes after the
    last card are told by their takeovers. From memory (S10) cards are not named.
    """
    kind = happened.kind
    args = dict(happened.args)
    match kind:
        case "draw" | "tile" | "card":
            return Text("")
        case "help":
            return _say_help(board, _number(args["card"]))
        case "begin":
            return text("siam.event.begin")
        case "pass":
            return text(f"siam.event.pass.{args['why']}") if seen.cards_left else Text("")
        case "nothing":
            return text("siam.event.nothing")
        case "take":
            faction, province = _number(args["faction"]), _number(args["province"])
            return text(
                "siam.event.take",
                one=follower(board, faction),
                who=people(board, faction),
                province=place(board, province),
            )
        case "takeover":
            return _say_takeover(board, happened)
        case "end":
            return text(f"siam.event.end.{'outsiders' if args['outsiders'] else 'eight'}", who=people(board, OUTSIDERS))
        case "none":
            what = text(f"siam.none.{args['why']}")
        case _:
            what = say_effect(board, kind, _numbers(args["pieces"]))
    if seen.from_memory:
        return text("siam.event.effect", what=what)
    return text("siam.event.effect.card", card=card_name(board, _number(args["card"])), what=what)


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _numbers(value: object) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value


def _say_help(board: Board, card: int) -> Text:
    if card == 4:
        return text("siam.event.help.same", number=card)
    one, other = HELP_PAIRS[card - 1]
    return text("siam.event.help", number=card, one=follower(board, one), other=follower(board, other))


def say_effect(board: Board, kind: str, pieces: tuple[int, ...]) -> Text:
    """What an effect does, as a clause."""
    if kind == "tiles":
        a, b, marked = (place(board, province) for province in pieces)
        return text("siam.event.tiles", a=a, b=b, marked=marked, king=name_text(board.marker))
    if kind == "put":
        return _say_put(board, pieces)
    *given, b_, y = pieces
    a_, *left = given
    return text(
        f"siam.event.trade.{'one' if len(left) == 1 else 'two' if left[0] == left[1] else 'mixed'}",
        a=place(board, a_),
        b=place(board, b_),
        x=follower(board, left[0]),
        xs=people(board, left[0]),
        y=follower(board, y),
        z=follower(board, left[-1]),
    )


def _say_put(board: Board, pieces: tuple[int, ...]) -> Text:
    factions, places = pieces[::2], [place(board, province) for province in pieces[1::2]]
    if len(pieces) == 4 and factions[0] == factions[1]:
        one, many = follower(board, factions[0]), people(board, factions[0])
        if pieces[1] == pieces[3]:
            return text("siam.event.put.both", many=many, a=places[0])
        return text("siam.event.put.two", one=one, many=many, a=places[0], b=places[1])
    args = {}
    for letter, faction, at in zip("abc", factions, places, strict=False):
        args[f"f{letter}"], args[letter] = follower(board, faction), at
    return text(f"siam.event.put.{len(places)}", **args)


def _say_takeover(board: Board, happened: Event) -> Text:
    province, holder = _number(happened.get("province")), _number(happened.get("holder"))
    followers = _numbers(happened.get("followers"))
    if holder == OUTSIDERS:
        best = max(followers)
        tied = [faction for faction in FACTIONS if followers[faction] == best]
        args = {"province": place(board, province), "who": people(board, OUTSIDERS)}
        if best == 0:
            return text("siam.event.takeover.empty", **args)
        if len(tied) == 3:
            return text("siam.event.takeover.three", number=best, **args)
        return text(
            "siam.event.takeover.tie", number=best, one=people(board, tied[0]), other=people(board, tied[1]), **args
        )
    second = max(followers[faction] for faction in FACTIONS if faction != holder)
    return text(
        "siam.event.takeover.faction",
        province=place(board, province),
        who=people(board, holder),
        number=followers[holder],
        other=second,
    )
