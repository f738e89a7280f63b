"""What the viewer can do now, in one sentence, and what a card will or cannot do before it is played."""

from rosecrown.core.game import CHANCE, NOBODY, Text, name_text, text
from rosecrown.games.siam.drawing import contested_now
from rosecrown.games.siam.happenings import card_name, follower, people, place, why_nothing
from rosecrown.games.siam.notation import COLOURS
from rosecrown.games.siam.state import (
    EFFECT,
    FACTION_CARD,
    FACTIONS,
    KHON_THAI,
    MAHARACHA,
    NONE,
    NOTHING,
    ONE_ONE,
    OUTSIDERS,
    PASS,
    TAKE,
    TWO_ONE,
    Move,
    State,
    control,
)
from rosecrown.games.siam.taps import PICK, Turn, explained_none
from rosecrown.widgets.view import Scene

SiamScene = Scene[Move, State]


def prompt(scene: SiamScene, turn: Turn) -> Text:
    """The sentence of the status line."""
    state = turn.state
    if scene.outcome is not None or scene.to_move == NOBODY:
        return text("siam.prompt.over")
    if scene.to_move == CHANCE:
        return text("siam.prompt.deal")
    if not scene.legal:
        if scene.labels[scene.to_move].you:
            return text("siam.prompt.wait.you")
        return text("siam.prompt.wait", name=scene.labels[scene.to_move].name)
    if scene.legal == (NONE,):
        return text("siam.prompt.none")
    if scene.legal == (NOTHING,):
        return text("siam.event.nothing")
    if state.phase == EFFECT:
        return _stepped(turn, _effect(turn))
    if state.phase == TAKE:
        return _stepped(turn, _take(turn))
    if scene.legal == (PASS,):
        return text("siam.prompt.pass")
    if state.passes == state.seats - 1:
        return takeover_text(turn, "siam.prompt.last")
    return text("siam.prompt.card")


def takeover_text(turn: Turn, key: str) -> Text:
    """A text about the takeover that a pass would bring: `<key>.faction` or `<key>.outsiders`."""
    state, board = turn.state, turn.board
    province = contested_now(state)
    holder = control(state.provinces[province])
    kind = "outsiders" if holder == OUTSIDERS else "faction"
    return text(f"{key}.{kind}", province=place(board, province), who=people(board, holder))


def _stepped(turn: Turn, what: Text) -> Text:
    """The card, the number of the step, and what is to be done: "1 vs 1, step 2 of 3: …"."""
    card = turn.state.card
    steps = {MAHARACHA: 4, ONE_ONE: 3, TWO_ONE: 3}.get(card)
    if steps is None:
        put = next((move for _, move in turn.events if move.kind == "put"), None)
        number = len(put.args) // 2 if put else len(turn.ways[0][0]) if turn.state.phase == EFFECT and turn.ways else 0
        steps = number + 1
    nothing = explained_none(turn)
    if nothing:
        why = text(f"siam.none.{why_nothing(turn.board, nothing[0], card)}")
        return text("siam.step.none", card=card_name(turn.board, card), why=why, what=what)
    here = steps
    if turn.state.phase == EFFECT:
        here = sum(not item.startswith(PICK) for item in turn.taps) + (not _picking(turn))
    return text("siam.step", card=card_name(turn.board, card), step=here, steps=steps, what=what)


def _picking(turn: Turn) -> bool:
    return bool(turn.choices) and turn.choices[0].startswith(PICK)


def _named(turn: Turn, item: str) -> Text:
    """A tap in words: a province, or the followers that were picked."""
    board = turn.board
    if not item.startswith(PICK):
        return place(board, board.index(item))
    factions = [COLOURS.index(letter) for letter in item[len(PICK) :]]
    if len(factions) == 1:
        return follower(board, factions[0])
    return pair_text(turn, factions)


def pair_text(turn: Turn, factions: list[int]) -> Text:
    """Two followers in words."""
    one, other = factions
    if one == other:
        return text("siam.pick.two", who=people(turn.board, one))
    return text("siam.pick.pair", one=follower(turn.board, one), other=follower(turn.board, other))


def _take(turn: Turn) -> Text:
    if turn.taps:
        return text("siam.do.take.which", province=_named(turn, turn.taps[0]))
    return text("siam.do.take")


def _effect(turn: Turn) -> Text:
    card, board, taps = turn.state.card, turn.board, turn.taps
    named = [_named(turn, item) for item in taps]
    if card == MAHARACHA:
        if not taps:
            return text("siam.do.tiles")
        if len(taps) == 1:
            return text("siam.do.tiles.with", province=named[0])
        return text("siam.do.tiles.mark", one=named[0], other=named[1], king=name_text(board.marker))
    if card == KHON_THAI:
        present = [faction for faction in FACTIONS if turn.state.pool[faction]]
        return text("siam.do.put", faction=follower(board, present[len(taps)]))
    if card >= FACTION_CARD:
        key = "siam.do.put" if len(turn.ways[0][0]) == 1 else "siam.do.put.second" if taps else "siam.do.put.first"
        return text(key, faction=follower(board, card - FACTION_CARD))
    return _trade(turn, named)


def _trade(turn: Turn, named: list[Text]) -> Text:
    two = turn.state.card == TWO_ONE and any(len(move.args) == 5 for _, move in turn.ways)
    kind = "two" if two else "one"
    if not named:
        return text(f"siam.do.trade.{kind}")
    if len(named) == 1:
        return text(f"siam.do.trade.{kind}.which", province=named[0])
    key = "siam.do.trade.with" if turn.state.card == ONE_ONE else "siam.do.trade.near"
    if len(named) == 2:
        return text(key, what=named[1], province=named[0])
    return text("siam.do.trade.for", what=named[1], province=named[0], other=named[2])
