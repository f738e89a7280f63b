"""Why a move is good: what would change if nobody played on, and who leads where; for hints and review."""

from collections.abc import Iterator, Sequence
from typing import Final

from rosecrown.core.game import Text, text
from rosecrown.games.siam import bridge, fast
from rosecrown.games.siam.candidates import Breadth, Finder, Play
from rosecrown.games.siam.endgame import Solver
from rosecrown.games.siam.evaluate import Evaluator
from rosecrown.games.siam.fast import BRITISH, CONTROL, UNIT, Fast
from rosecrown.games.siam.happenings import people, place
from rosecrown.games.siam.maps import Board, packaged
from rosecrown.games.siam.state import CARD, PASS, TAKE, Move, State

MOST: Final = 4
_BREADTH: Final = Breadth(a_card=6, effects=8, takes=6, spots=4, keep=40, same_card=40)


def explain(seen: State, move: Move, evaluator: Evaluator) -> Sequence[Text]:
    """The reasons for a move of the seat to move, best first, at most four. A card is explained by the best turn with
    it, an effect by the best take after it. Empty during set-up and where nothing can be said."""
    if seen.phase < CARD or seen.phase > TAKE:
        return ()
    board = packaged()[seen.map]
    root = bridge.from_state(seen)
    story = _Story(board, root)
    if move == PASS:
        return tuple(story.passing())[:MOST]
    play = _completed(board, seen, root, move, evaluator)
    if play is None:
        return ()
    return tuple(story.playing(play, told=seen.phase))[:MOST]


def _completed(board: Board, seen: State, root: Fast, move: Move, evaluator: Evaluator) -> Play | None:
    """The turn that the move belongs to."""
    land = bridge.land(board)
    last = fast.cards(root) <= 1
    kind = move.args[0] if seen.phase == CARD else seen.card
    fixed = None
    if seen.phase == TAKE:
        fixed = bridge.chosen(root)
        return kind, fixed, (move.args[0], move.args[1]) if move.args else None
    if last:
        return Solver(land, evaluator, 1 << root.turn).winning_play(root)
    if seen.phase != CARD:
        ways = fast.effects(root, kind, land)
        fixed = next((way for way in ways if bridge.effect_move(kind, way) == move), None)
        if fixed is None:
            return None
    found = Finder(land, evaluator).plays(root, _BREADTH, [kind], fixed)
    return found[0][2] if found else None


class _Story:
    """A position, and what can be said of turns in it to the player whose turn it is."""

    def __init__(self, board: Board, root: Fast) -> None:
        self.board = board
        self.root = root
        self.seat = root.turn
        self.team = len(root.hands) == 4

    def playing(self, play: Play, told: int) -> Iterator[Text]:
        """Reasons for a turn; `told`: the phase that it is at, so that the take is not praised before its time."""
        root = self.root
        after = fast.play(root, *play)
        if fast.cards(root) == 1:
            yield text("siam.reason.wins")
            return
        before, then = _takers(root.provinces, root.order), _takers(_left(play), play[1][2])
        took = self._court(after.courts, play)
        if told == TAKE and took:
            yield took
        yield from self._ruler(root, after)
        order = play[1][2]
        for province in order:
            if then[province] != before[province]:
                yield self._taker(province, then[province], after.courts)
        if told != TAKE and took:
            yield took

    def passing(self) -> Iterator[Text]:
        """Reasons for a pass."""
        root = self.root
        if fast.cards(root) == 1 and root.hands[self.seat]:
            yield text("siam.reason.barred")
        province = root.order[0]
        who = CONTROL[root.provinces[province]]
        if who != BRITISH and self._lead(root.courts, who) > 0:
            yield self._taker(province, who, root.courts, "siam.reason.stays")
        mine = root.hands[self.seat].bit_count()
        if mine:
            rivals = [hand.bit_count() for seat, hand in enumerate(root.hands) if not self._ours(seat)]
            yield text("siam.reason.keeps", place=place(self.board, province), n=mine, other=max(rivals))

    def _ours(self, seat: int) -> bool:
        return seat == self.seat or (self.team and seat % 2 == self.seat % 2)

    def _best(self, courts: Sequence[int], faction: int, ours: bool) -> int:
        """The most followers of a faction in a court of the own side, or of the others."""
        return max(fast.counts(court)[faction] for seat, court in enumerate(courts) if self._ours(seat) == ours)

    def _lead(self, courts: Sequence[int], faction: int) -> int:
        return self._best(courts, faction, True) - self._best(courts, faction, False)

    def _taker(self, province: int, who: int, courts: Sequence[int], key: str = "siam.reason.takes") -> Text:
        """Who would take a province, and how the players stand with them."""
        args: dict[str, Text] = {"province": place(self.board, province), "who": people(self.board, who)}
        if who == BRITISH:
            return text(f"{key}.outsiders", **args)
        mine, other = self._best(courts, who, True), self._best(courts, who, False)
        how = "lead" if mine > other else "level" if mine == other else "trail"
        return text(f"{key}.{how}{'.team' * self.team}", mine=mine, other=other, **args)

    def _ruler(self, root: Fast, after: Fast) -> Iterator[Text]:
        """Who would rule in the end if nobody played on, where that changes."""
        old, new = _ruler(fast.play_out(root)), _ruler(fast.play_out(after))
        if new == old:
            return
        who = people(self.board, new)
        if new == BRITISH:
            yield text("siam.reason.rules.outsiders", who=who)
        else:
            yield text("siam.reason.rules", who=who)

    def _court(self, courts: Sequence[int], play: Play) -> Text | None:
        """How the taken follower changes the standing."""
        take = play[2]
        if take is None:
            return None
        faction = take[1]
        mine = fast.counts(courts[self.seat])[faction]
        return text(
            "siam.reason.court", who=people(self.board, faction), n=mine, other=self._best(courts, faction, False)
        )


def _left(play: Play) -> tuple[int, ...]:
    """The provinces after a turn, before takeovers."""
    _, effect, take = play
    return effect[1] if take is None else fast.moved(effect[1], take[0], -UNIT[take[1]])


def _takers(provinces: Sequence[int], order: Sequence[int]) -> dict[int, int]:
    """Who would take each open province as it stands, contested first."""
    return {p: CONTROL[provinces[p]] for p in order}


def _ruler(end: Fast) -> int:
    return BRITISH if end.british == fast.BRITISH_END else fast.ranking(end)[0]
