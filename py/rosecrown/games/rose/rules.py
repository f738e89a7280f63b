"""The Rose King by Dirk Henn (Kosmos / 999 Games 1999), for two players.

A crown moves over 9 × 9 squares. On your turn you do one of three things: play one of your power cards, which moves the
crown by exactly its number of squares in its direction, onto an empty square, where you place a stone of your colour;
play a power card together with one of your four hero cards and turn over the opponent's stone that lies there; or draw
a power card, if you hold fewer than five. Everything is open but the order of the draw pile. The game ends with the
last of the 52 stones, or when neither can act. Each region of stones connected by their sides scores the square of its
size.

The rulings are numbered as in the tests (K1 … K14).
"""

from collections.abc import Sequence
from random import Random
from typing import Literal

from rosecrown.core.game import (
    CHANCE,
    NOBODY,
    Entry,
    Event,
    GameInfo,
    IllegalMoveError,
    Option,
    Options,
    Outcome,
    PositionError,
    Seat,
    Step,
    Text,
    event,
    full_options,
)
from rosecrown.games.rose import text as texts
from rosecrown.games.rose.board import (
    CARDS,
    CENTRE,
    DRAW,
    HAND,
    HEROES,
    NEIGHBOURS,
    PASS,
    RED,
    TARGETS,
    WHITE,
    Move,
    Observation,
    Phase,
    State,
    members,
    pair,
    playable,
    points,
    receiver,
    region,
    regions,
    square_name,
)  # fmt: skip
from rosecrown.games.rose.problems import problems

__all__ = ["DRAW", "GAME", "PASS", "Move", "Observation", "RoseKing", "State", "gain", "joined", "over", "stuck"]


def stuck(state: State, seat: Seat) -> bool:
    """Whether `seat` can do nothing (K10). With fewer than 5 cards one can always draw: at most 10 of the 24 cards are
    in hands, and the discard pile is shuffled when it is needed (K8)."""
    return state.hands[seat].bit_count() >= HAND and next(playable(state, seat), None) is None


def over(state: State) -> bool:
    """K11: the last stone is placed, or neither can act."""
    return state.supply <= 0 or (state.phase is Phase.TURN and stuck(state, RED) and stuck(state, WHITE))


def placed(state: State, move: Move) -> tuple[int, int]:
    """The stones of both colours after a play by the seat whose turn it is."""
    bit = 1 << (TARGETS[state.crown][move.card] or 0)
    own, other = state.stones[state.turn] | bit, state.stones[1 - state.turn] & ~bit
    return (own, other) if state.turn == RED else (other, own)


def gain(state: State, move: Move) -> int:
    """By how much a play changes the difference of points, for the seat whose turn it is."""
    before, after, seat = state.stones, placed(state, move), state.turn
    return points(after[seat]) - points(before[seat]) + points(before[1 - seat]) - points(after[1 - seat])


def joined(state: State, move: Move) -> tuple[int, ...]:
    """The sizes of the own regions that a play connects, largest first; the new stone isn't counted."""
    to = TARGETS[state.crown][move.card] or 0
    return tuple(one.bit_count() for one in regions(state.stones[state.turn]) if one & NEIGHBOURS[to])


class RoseKing:
    """The rules as functions of `State`; see `core.game.Game`."""

    info = GameInfo(
        id="rose",
        rules=1,
        seats=(2,),
        entries=(Entry("rose", seats=2),),
        options=(Option("starter", ("red", "random"), "red"),),
        # 60 plays at most (52 stones, 8 heroes), as many draws of two nodes, a pass after each of these, the deal.
        max_plies=60 + 2 * 60 + 120 + 11,
    )

    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return ((RED,), (WHITE,))

    def start(self, seats: int, options: Options) -> State:
        if seats not in self.info.seats:
            raise PositionError([f"{seats} seats"])
        phase = Phase.STARTER if full_options(self.info, options)["starter"] == "random" else Phase.DEAL
        return State((0, 0), CENTRE, (0, 0), (HEROES, HEROES), 0, RED, phase)

    def seats(self, state: State) -> int:
        return 2

    def options(self, state: State) -> Options:
        # Once somebody has started, it makes no difference why.
        return {"starter": "random" if state.phase is Phase.STARTER else "red"}

    def to_move(self, state: State) -> Seat:
        if state.phase is not Phase.TURN:
            return CHANCE
        return NOBODY if over(state) else state.turn

    def legal_moves(self, state: State) -> Sequence[Move]:
        if self.to_move(state) < 0:
            return ()
        moves = list(playable(state, state.turn))
        if state.hands[state.turn].bit_count() < HAND:
            moves.append(DRAW)
        return sorted(moves) or (PASS,)

    def automatic(self, state: State) -> Move | None:
        # K9: a hero play that is the only move is left to the person; only the pass of K10 goes by itself.
        return PASS if self.to_move(state) >= 0 and stuck(state, state.turn) else None

    def apply(self, state: State, move: Move) -> State:
        seat = state.turn
        if state.phase is not Phase.TURN:
            if all(move != outcome for outcome, _ in self.chances(state)):
                raise IllegalMoveError(f"no such outcome: {self.move_text(move)}")
            if state.phase is Phase.STARTER:
                return state._replace(turn=move.card, phase=Phase.DEAL)
            to = receiver(state)
            hands = pair(state.hands, to, state.hands[to] | 1 << move.card)
            if state.phase is Phase.DRAW:
                return state._replace(hands=hands, turn=1 - seat, phase=Phase.TURN)
            dealt = hands[0].bit_count() + hands[1].bit_count() == 2 * HAND
            return state._replace(hands=hands, phase=Phase.TURN if dealt else Phase.DEAL)
        if move not in self.legal_moves(state):
            raise IllegalMoveError(f"not allowed here: {self.move_text(move)}")
        if move == PASS:
            return state._replace(turn=1 - seat)
        if move == DRAW:
            # K8: the discard pile is shuffled when a card is wanted, not earlier.
            return state._replace(phase=Phase.DRAW, discard=state.discard if state.pile else 0)
        heroes = state.heroes if move.kind == "play" else pair(state.heroes, seat, state.heroes[seat] - 1)
        return State(
            stones=placed(state, move),
            crown=TARGETS[state.crown][move.card] or 0,
            hands=pair(state.hands, seat, state.hands[seat] & ~(1 << move.card)),
            heroes=heroes,
            discard=state.discard | 1 << move.card,
            turn=1 - seat,
            phase=Phase.TURN,
        )

    def events(self, state: State, move: Move, viewer: Seat | None) -> Sequence[Event]:
        """starter (seat); deal, drawn (seat, card); reshuffle (cards: how many); pass (seat); place, flip (seat, card,
        cell, origin: the crown's former square, gain: of the difference in points, joined: sizes of the own regions
        that are connected, size: of the new one, heroes: left, of a flip); end (reason, winners). A draw itself moves
        no piece, unless the pile is shuffled anew: the card comes with the random event that follows."""
        after = self.apply(state, move)
        seat, happened = state.turn, list[Event]()
        if move.kind == "starter":
            happened.append(event("starter", seat=move.card))
        elif move.kind == "card":
            kind = "deal" if state.phase is Phase.DEAL else "drawn"
            happened.append(event(kind, seat=receiver(state), card=CARDS[move.card]))
        elif move == DRAW:
            if not state.pile:
                happened.append(event("reshuffle", cards=state.discard.bit_count()))
        elif move == PASS:
            happened.append(event("pass", seat=seat))
        else:
            args: dict[str, int | str | tuple[int, ...]] = {
                "seat": seat,
                "card": CARDS[move.card],
                "cell": square_name(after.crown),
                "origin": square_name(state.crown),
                "gain": gain(state, move),
                "joined": joined(state, move),
                "size": region(after.stones[seat], after.crown).bit_count(),
            }
            if move.kind == "hero":
                args["heroes"] = after.heroes[seat]
            happened.append(event("place" if move.kind == "play" else "flip", **args))
        outcome = self.outcome(after)
        if outcome:
            happened.append(event("end", reason=outcome.reason, winners=outcome.winners))
        return happened

    def outcome(self, state: State) -> Outcome | None:
        if not over(state):
            return None
        both = [[one.bit_count() for one in regions(stones)] for stones in state.stones]
        criteria = {
            "points": [sum(size**2 for size in sizes) for sizes in both],
            "region": [max(sizes, default=0) for sizes in both],
            "stones": [sum(sizes) for sizes in both],
        }
        steps = list[Step]()
        winners: tuple[Seat, ...] = (RED, WHITE)
        for name, (red, white) in criteria.items():
            verdict: Literal["level", "decides", "unused"] = "level"
            if len(winners) == 1:
                verdict = "unused"
            elif red != white:
                verdict, winners = "decides", (RED,) if red > white else (WHITE,)
            steps.append(Step(name, (red, white), verdict))
        return Outcome(winners, steps[0].values, tuple(steps), "last-stone" if state.supply <= 0 else "stuck")

    def chances(self, state: State) -> Sequence[tuple[Move, float]]:
        if state.phase is Phase.TURN:
            return ()
        if state.phase is Phase.STARTER:
            return ((Move("starter", RED), 0.5), (Move("starter", WHITE), 0.5))
        cards = list(members(state.pile))
        return [(Move("card", card), 1 / len(cards)) for card in cards]

    def observe(self, state: State, viewer: Seat | None) -> Observation:
        return state

    def recall(self, then: State, now: State, viewer: Seat | None) -> Observation:
        return then

    def mask(self, state: State, move: Move, viewer: Seat | None) -> Move:
        return move

    def determinize(self, seen: Observation, rng: Random) -> State:
        return seen

    def move_text(self, move: Move) -> str:
        return texts.move_text(move)

    def parse_move(self, text: str) -> Move:
        return texts.parse_move(text)

    def state_text(self, state: State) -> str:
        return texts.state_text(state)

    def parse_state(self, text: str) -> State:
        return texts.parse_state(text)

    def observation_text(self, seen: Observation) -> str:
        return texts.state_text(seen)

    def parse_observation(self, text: str) -> Observation:
        return texts.parse_state(text)

    def problems(self, state: State) -> Sequence[str]:
        return problems(state)

    def describe(self, seen: Observation, happened: Event) -> Text:
        return texts.describe(happened)


GAME = RoseKing()
