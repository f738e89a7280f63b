"""King of Siam (Peer Sylvester, 2007; rules text with its Saba appendix, and the rulings S1–S26).

Three factions and the British struggle for eight provinces, one after another in the order of their tiles. Players
share all followers on the map; each has the same eight cards. A turn is a card, its effect and one follower taken
from the map into the own court, or a pass. When all pass in a row the contested province falls to its strictly
largest faction, a tie to the British. Whoever has most followers of the faction that rules in the end wins; if the
British hold four provinces, complete sets of followers count instead.

A turn is up to three moves: card, effect, take. After set-up the game has perfect information.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

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
    Text,
    full_options,
)
from rosecrown.games.siam import happenings, lastcard, notation, positions, result
from rosecrown.games.siam.effects import carry_out, effects
from rosecrown.games.siam.maps import Board, packaged
from rosecrown.games.siam.state import (
    CARD,
    DECK,
    DRAW,
    EFFECT,
    EMPTY,
    FACTIONS,
    HELP,
    HELP_PAIRS,
    NONE,
    NOTHING,
    OVER,
    PASS,
    TAKE,
    TILE,
    TOLD,
    Count,
    Move,
    State,
    add,
    change,
    control,
)

__all__ = ["GAME", "Move", "Siam", "State"]

MAX_PLIES: Final = 270
"""4 help cards, 32 followers, 8 tiles; 32 cards of 3 moves, each after at most 3 passes; 8 takeovers after 4 passes."""


class Siam:
    """The rules, for any set of maps. States name their map, moves do not need one."""

    def __init__(self, maps: Mapping[str, Board]) -> None:
        self.maps = maps
        self.info = GameInfo(
            id="siam",
            rules=1,
            seats=(2, 3, 4),
            entries=(Entry("siam", 2, (("map", "siam"),)), Entry("saba", 2, (("map", "saba"),))),
            options=(Option("map", tuple(maps), next(iter(maps))), Option("view", ("open", "memory"), "open")),
            max_plies=MAX_PLIES,
        )

    def board(self, state: State) -> Board:
        """The map that the state is played on."""
        return self.maps[state.map]

    # ---- set-up ----
    def teams(self, seats: int) -> Sequence[Sequence[Seat]]:
        return result.teams(seats)

    def start(self, seats: int, options: Options) -> State:
        """S1, S2, S4: the homes' own followers are set aside; everything else is still to be dealt."""
        chosen = full_options(self.info, options)
        if seats not in self.info.seats:
            raise PositionError([f"{seats} seats"])
        board = self.maps[chosen["map"]]
        each = followers_of_a_colour(seats)
        fixed = [sum(province.fixed[faction] for province in board.provinces) for faction in FACTIONS]
        return State(
            map=board.id,
            memory=int(chosen["view"] == "memory"),
            phase=HELP,
            seat=0,
            provinces=tuple(province.fixed for province in board.provinces),
            pool=(each - fixed[0], each - fixed[1], each - fixed[2]),
            order=(),
            taken=(),
            kings=0,
            courts=(EMPTY,) * seats,
            hands=(DECK,) * seats,
            tops=(-1,) * seats,
            plays=(),
            passes=0,
            card=-1,
            swap=(),
            help=(),
        )

    def seats(self, state: State) -> int:
        return state.seats

    def options(self, state: State) -> Options:
        return {"map": state.map, "view": "memory" if state.memory else "open"}

    def chances(self, state: State) -> Sequence[tuple[Move, float]]:
        if state.phase == HELP:
            left = [card for card in ((1, 2, 3, 4) if state.seats == 4 else (1, 2, 3)) if card not in state.help]
            return [(Move("help", (card,)), 1 / len(left)) for card in left]
        if state.phase == DRAW:
            total = sum(state.pool)
            return [(Move("draw", (f,)), number / total) for f, number in enumerate(state.pool) if number]
        if state.phase == TILE:
            free = [province for province in range(len(state.provinces)) if province not in state.order]
            return [(Move("tile", (province,)), 1 / len(free)) for province in free]
        return ()

    def _after_chance(self, state: State, move: Move) -> State:
        (value,) = move.args
        if state.phase == HELP:
            return self._deal(state, value)
        if state.phase == DRAW:
            place = self._to_fill(state)
            assert place is not None
            state = state._replace(provinces=change(state.provinces, place, value), pool=add(state.pool, value, -1))
            return state._replace(phase=DRAW if self._to_fill(state) is not None else TILE)
        order = (*state.order, value)
        if len(order) < len(state.provinces):
            return state._replace(order=order)
        # S3: the lowest help card begins.
        first = state.help.index(min(state.help))
        return state._replace(order=order, phase=CARD, seat=first, help=())

    def _deal(self, state: State, card: int) -> State:
        """S3: one help card. Card 4 is resolved when all are dealt: the same two followers as the next seat's."""
        dealt = (*state.help, card)
        if len(dealt) < state.seats:
            return state._replace(help=dealt, seat=state.seat + 1)
        courts, pool = list(state.courts), state.pool
        for seat, number in enumerate(dealt):
            pair = HELP_PAIRS[(dealt[(seat + 1) % state.seats] if number == 4 else number) - 1]
            for faction in pair:
                courts[seat], pool = add(courts[seat], faction), add(pool, faction, -1)
        state = state._replace(help=dealt, seat=0, courts=tuple(courts), pool=pool)
        return state._replace(phase=DRAW if self._to_fill(state) is not None else TILE)

    def _to_fill(self, state: State) -> int | None:
        """The province that gets the next follower of the set-up, None when all have theirs (S4)."""
        for number, province in enumerate(self.board(state).provinces):
            if sum(state.provinces[number]) < sum(province.fixed) + province.drawn:
                return number
        return None

    # ---- play ----
    def to_move(self, state: State) -> Seat:
        if state.phase == OVER:
            return NOBODY
        return CHANCE if state.phase in (HELP, DRAW, TILE) else state.seat

    def legal_moves(self, state: State) -> Sequence[Move]:
        last = lastcard.is_last_card(state)
        if state.phase == CARD:
            hand = sorted(set(state.hands[state.seat]))
            if hand and last and not lastcard.may_play(self.board(state), _plain(state)):
                hand = []
            return [*(Move("card", (card,)) for card in hand), PASS]
        if state.phase == EFFECT:
            if last:
                return lastcard.winning_effects(self.board(state), _plain(state))
            return effects(self.board(state), state, state.card)
        if state.phase == TAKE:
            return lastcard.winning_takes(_plain(state)) if last else lastcard.takes(state)
        return ()

    def automatic(self, state: State) -> Move | None:
        """A pass without a card that may be played, an effect that is none, and taking nothing."""
        if state.phase == CARD:
            if state.cards_left > 1 and state.hands[state.seat]:
                return None
            return PASS if len(self.legal_moves(state)) == 1 else None
        if state.phase in (EFFECT, TAKE):
            only = self.legal_moves(state)[0]
            return only if only in (NONE, NOTHING) else None
        return None

    def apply(self, state: State, move: Move) -> State:
        legal: Sequence[Move]
        if state.phase in (HELP, DRAW, TILE):
            legal = [outcome for outcome, _ in self.chances(state)]
        else:
            legal = self.legal_moves(state)
        if move not in legal:
            raise IllegalMoveError(self.move_text(move))
        if state.phase in (HELP, DRAW, TILE):
            return self._after_chance(state, move)
        if move == PASS:
            return _after_pass(state)
        if move.kind == "card":
            return lastcard.played(state, move.args[0])
        if state.phase == EFFECT:
            return carry_out(state, move)._replace(phase=TAKE)
        if move.kind == "take":
            province, faction = move.args
            seat = state.seat
            state = state._replace(
                provinces=change(state.provinces, province, faction, -1),
                courts=(*state.courts[:seat], add(state.courts[seat], faction), *state.courts[seat + 1 :]),
            )
        return state._replace(phase=CARD, card=-1, seat=_next(state))

    def events(self, state: State, move: Move, viewer: Seat | None) -> Sequence[Event]:
        return happenings.events(self.board(state), state, move, self.apply(state, move))

    def outcome(self, state: State) -> Outcome | None:
        return result.outcome(state) if state.phase == OVER else None

    # ---- what is known: everything ----
    def observe(self, state: State, viewer: Seat | None) -> State:
        return state

    def recall(self, then: State, now: State, viewer: Seat | None) -> State:
        # S10: from memory, cards are named for the struggle that goes on, and for all once the game is over.
        return then._replace(memory=TOLD) if now.phase == OVER or len(then.taken) == len(now.taken) else then

    def mask(self, state: State, move: Move, viewer: Seat | None) -> Move:
        return move

    def determinize(self, seen: State, rng: Random) -> State:
        return seen

    # ---- texts ----
    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def state_text(self, state: State) -> str:
        return notation.state_text(state)

    def parse_state(self, text: str) -> State:
        state = notation.parse_state(text)
        problems = self.problems(state)
        if problems:
            raise PositionError(problems)
        return state

    def observation_text(self, seen: State) -> str:
        return self.state_text(seen)

    def parse_observation(self, text: str) -> State:
        return self.parse_state(text)

    def problems(self, state: State) -> Sequence[str]:
        return positions.problems(self.maps, state)

    def describe(self, seen: State, happened: Event) -> Text:
        return happenings.describe(self.board(seen), seen, happened)


def followers_of_a_colour(seats: int) -> int:
    """S1: 18 of each colour, 16 with two players."""
    return 16 if seats == 2 else 18


def _plain(state: State) -> State:
    """The state without what S11 does not depend on, so that equal questions are asked once."""
    return state._replace(memory=0, passes=0)


def _next(state: State) -> Seat:
    return (state.seat + 1) % state.seats


def _after_pass(state: State) -> State:
    """S7: when all have passed in a row, the takeover; S18, S19."""
    seat = _next(state)
    if state.passes + 1 < state.seats:
        return state._replace(passes=state.passes + 1, seat=seat)
    province = state.contested
    followers = state.provinces[province]
    pool: Count = (
        state.pool[0] + followers[0],
        state.pool[1] + followers[1],
        state.pool[2] + followers[2],
    )
    taken = (*state.taken, control(followers))
    return state._replace(
        phase=OVER if result.is_over(taken) else CARD,
        seat=seat,
        passes=0,
        taken=taken,
        pool=pool,
        provinces=(*state.provinces[:province], EMPTY, *state.provinces[province + 1 :]),
    )


GAME = Siam(packaged())
