"""Why a move is good, in words: for hints, and for looking back at what the computers did.

Everything is reckoned from the observation: the own cards, what all can see, and what the trained players believe of a
stack, given its size and how its owner has bid.
"""

from collections.abc import Sequence

from rosecrown.core.game import Text, seat_text, text
from rosecrown.games.thorns.outlook import Outlook, move_for, outlook
from rosecrown.games.thorns.policy import Mind
from rosecrown.games.thorns.rules import legal
from rosecrown.games.thorns.table import Card, Kind, Move, Observation, Phase


def explain(seen: Observation, move: Move) -> Sequence[Text]:
    """Reasons for a move of the observing seat, the best first; the last tells how often an expert does this.

    Empty where nothing is to be said: random events, and moves of others.
    """
    table = seen.table
    if seen.viewer is None or seen.viewer != table.turn or move not in legal(table):
        return ()
    if len(legal(table)) == 1:
        return () if move.kind in (Kind.TURN, Kind.TAKE) else (text("thorns.reason.only"),)
    view = outlook(seen)
    mind = Mind("expert", seen.viewer)
    mind.table(view.sight)
    match move.kind:
        case Kind.LAY:
            found = [text(f"thorns.reason.lay.{_face(move)}")]
        case Kind.ADD:
            found = _adding(view, move)
        case Kind.BID:
            found = _bidding(seen, view, move.n)
        case Kind.PASS:
            found = _passing(view)
        case Kind.TURN:
            return _turning(view, mind, move)
        case _:
            return (text(f"thorns.reason.give.{_face(move)}"),)
    return (*found, text("thorns.reason.often", n=_percent(_share(mind, seen, view, move))))


def _face(move: Move) -> str:
    return "thorn" if move.card is Card.THORN else "rose"


def _percent(share: float) -> int:
    return round(100 * share)


def _share(mind: Mind, seen: Observation, view: Outlook, move: Move) -> float:
    """How often an expert makes this move here."""
    match seen.table.phase:
        case Phase.LAY:
            mix = mind.lay(view.sight, view.me)
        case Phase.ADD:
            mix = mind.add(view.sight, view.me, view.alive, view.thorn)
        case _:
            mix = mind.bid(view.sight, view.me, view.alive, view.thorn)
    return sum(share for action, share in mix if move_for(seen.table.phase, action, view.seats) == move)


def _adding(view: Outlook, move: Move) -> list[Text]:
    if move.card is Card.THORN:
        return [text("thorns.reason.add.thorn")]
    return [text("thorns.reason.add.rose", n=view.sight.run(view.me, view.thorn) + 1), text("thorns.reason.add.wait")]


def _bidding(seen: Observation, view: Outlook, number: int) -> list[Text]:
    sight, me = view.sight, view.me
    success = sight.success(me, view.thorn, number)
    found = []
    if number <= sight.run(me, view.thorn):
        found.append(text("thorns.reason.bid.safe", n=number))
    elif success > 0:
        found.append(text("thorns.reason.bid.chance", n=number, p=_percent(success)))
    else:
        found.append(text("thorns.reason.bid.bluff"))
    if success > 0 and sight.tokens[me]:
        found.append(text("thorns.reason.bid.wins"))
    if sight.leader >= 0 and sight.tokens[sight.leader]:
        found.append(text("thorns.reason.bid.stops", seat=seat_text(view.seats[sight.leader])))
    if number == seen.table.total:
        found.append(text("thorns.reason.bid.all", n=number))
    return found


def _passing(view: Outlook) -> list[Text]:
    sight, me = view.sight, view.me
    number = sight.bid + 1
    success = sight.success(me, view.thorn, number)
    found = [
        text("thorns.reason.pass.odds", n=number, p=_percent(success))
        if success > 0
        else text("thorns.reason.pass.thorn", n=number)
    ]
    need = sight.bid - sight.stack[sight.leader]
    leader = seat_text(view.seats[sight.leader])
    if need > 0:
        key = "thorns.reason.pass.trap" if view.thorn >= 0 else "thorns.reason.pass.needs"
        found.append(text(key, seat=leader, n=need))
    return found


def _turning(view: Outlook, mind: Mind, move: Move) -> Sequence[Text]:
    odds = mind.promises(view.sight, view.me, view.turned)
    chance = next(share for place, share in odds if view.seats[place] == move.n)
    if chance == 1:
        return (text("thorns.reason.turn.safe", seat=seat_text(move.n)),)
    found = [text("thorns.reason.turn.odds", seat=seat_text(move.n), p=_percent(chance))]
    if chance == max(share for _, share in odds):
        found.append(text("thorns.reason.turn.best"))
    return found
