"""Why a move is good, in words: what it does on the board, and what it denies the other side.

Everything follows from the observation, nothing is searched. Each reason is weighed in points, so that the most telling
one comes first.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rosecrown.core.game import Text, text
from rosecrown.games.rose import fast
from rosecrown.games.rose.board import COLOURS, Move, Observation, square_name
from rosecrown.games.rose.fast import DRAW, Position
from rosecrown.games.rose.search import STONE, shape

WORTH: Final = 8
"""Points from which on a chance of the other side is worth naming."""
HERO: Final = 25
"""About what a hero is worth, in points."""


class Reason(NamedTuple):
    """A reason and its weight in points."""

    weight: int
    said: Text


def explain(seen: Observation, move: Move) -> Sequence[Text]:
    """Why a legal move of the seat to move may be chosen, the best reason first. Words: `rose.reason.<name>`."""
    if move.kind == "pass":
        return (text("rose.reason.pass"),)
    at = fast.position(seen)
    rival = text(f"rose.{COLOURS[1 - seen.turn]}")
    found = list(_draw(at, rival)) if move.kind == "draw" else list(_play(at, fast.CARDS[move.card], rival))
    if len(fast.moves(at)) == 1:
        found.append(Reason(1000, text("rose.reason.only")))
    return tuple(reason.said for reason in sorted(found, key=lambda reason: -reason.weight))


def signed(points: int) -> str:
    """A number of points with its sign: "+7", "−7"."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"


def gains(at: Position) -> dict[int, int]:
    """By how much each play changes the difference of points, for the side to move."""
    found = {}
    for card in fast.members(fast.plays(at)):
        bit = card << at.crown
        taken = fast.gain(at.other ^ bit, bit) if bit & at.other else 0
        found[card] = fast.gain(at.own, bit) + taken
    return found


def cell(bit: int) -> str:
    """The name of a square of the fast board."""
    rank, file = divmod(bit.bit_length() - 1 - fast.MARGIN, fast.ROW)
    return square_name(9 * rank + file)


def best_reply(at: Position) -> int:
    """The most points that the side to move can gain at once, heroes used or not."""
    return 0 if fast.over(at) else max(gains(at).values(), default=0)


def _play(at: Position, card: int, rival: Text) -> Iterator[Reason]:
    bit = card << at.crown
    after = fast.after(at, card)
    won = gains(at)[card]
    new = fast.region(at.own | bit, bit)
    joined = sum(1 for _ in fast.sizes(new ^ bit))
    if bit & at.other:
        lost = fast.gain(at.other ^ bit, bit)
        yield Reason(lost, text("rose.reason.turns", cell=cell(bit), rival=rival, gain=signed(-lost)))
    if joined > 1:
        yield Reason(won, text("rose.reason.joins", n=joined, gain=signed(won)))
    elif joined:
        yield Reason(won, text("rose.reason.grows", n=new.bit_count(), gain=signed(won)))
    if not bit & at.other:
        denied = fast.gain(at.other, bit)
        if denied >= WORTH:
            said = text("rose.reason.blocks", cell=cell(bit), rival=rival, gain=signed(denied))
            yield Reason(denied * 2 // 3, said)
        if any(other << at.crown & at.other for other in fast.members(fast.plays(at))):
            yield Reason(WORTH // 2, text("rose.reason.keeps"))
    prepared = shape(at.own | bit)[1] - shape(at.own)[1] - STONE
    if prepared >= WORTH:
        yield Reason(prepared // 2, text("rose.reason.prepares", gain=signed(prepared)))
    elif prepared > 0:
        yield Reason(2, text("rose.reason.near"))
    if fast.over(after):
        ended = fast.result(after.other, after.own)
        yield Reason(900 if ended > 0 else 0, text(f"rose.reason.{('loses', 'levels', 'wins')[ended + 1]}"))
    else:
        yield from _limits(at, card, rival)


def _draw(at: Position, rival: Text) -> Iterator[Reason]:
    cards = at.hand.bit_count() + 1
    yield Reason(3, text("rose.reason.draws", n=cards))
    possible = gains(at)
    if possible and max(possible.values()) < WORTH:
        yield Reason(4, text("rose.reason.nothing", gain=signed(max(possible.values()))))
    if possible and all(card << at.crown & at.other for card in possible):
        yield Reason(HERO, text("rose.reason.spares"))
    yield from _limits(at, DRAW, rival)


def _limits(at: Position, move: int, rival: Text) -> Iterator[Reason]:
    """The other side's best reply, which counts more where other moves would have left it a clearly better one."""

    def left(choice: int) -> Position:
        # The card that a draw brings changes nothing for the other side.
        return fast.passed(at) if choice == DRAW else fast.after(at, choice)

    replies = {choice: best_reply(left(choice)) for choice in fast.moves(at)}
    reply, worst = replies[move], max(replies.values())
    after = left(move)
    if fast.stuck(after):
        yield Reason(HERO, text("rose.reason.stuck", rival=rival))
    elif not any(card << after.crown & ~after.other for card in fast.members(fast.plays(after))):
        yield Reason(1 + worst // 2, text("rose.reason.shuts", rival=rival))
    if worst - reply >= WORTH:
        said = text("rose.reason.limits", rival=rival, gain=signed(reply), worst=signed(worst))
        yield Reason((worst - reply) // 2, said)
    elif 0 < reply < WORTH:
        yield Reason(1, text("rose.reason.quiet", rival=rival, gain=signed(reply)))
