"""The exact end game: what a side can be sure of, every card, effect and take looked at.

A side is a set of seats that win together; all others play against it. With two players and with teams this is the
value of the position; with three players it is what one can be sure of against both. Values are shares of the win:
0, ½ (shared), 1, and parts of it when three share.
"""

from collections.abc import Generator, Iterator, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from rosecrown.games.siam import fast
from rosecrown.games.siam.answers import NEVER, Answers
from rosecrown.games.siam.candidates import Breadth, Finder, Play
from rosecrown.games.siam.evaluate import Evaluator
from rosecrown.games.siam.fast import UNIT, Effect, Fast, Map, Take
from rosecrown.games.siam.finals import Finals, Turn, Verdict

_FIRST: Final = Breadth(effects=12, keep=24, same_card=12)

SLICE: Final = 10
"""Nodes between two chances to interrupt."""

_STUDIES: Final = 20
"""How often promising turns are compared before the usual ones are trusted, per seat and number of cards."""

_MANY: Final = 400
"""Threats of a lone seat that has a share of the win already."""

Sort: TypeAlias = int
PASS, THREAT, DOUBTFUL, KNOWN, OTHER = range(5)
"""Sorts of turns: the pass; what cut before; of a lone seat what nothing known answers; what cut before and leaves a
lone rival a share; all others."""

Child: TypeAlias = tuple[Fast, Play | None, Sort]
"""A position after a turn, and the turn; None is the pass."""


class OutOfNodes(Exception):
    """The solver's budget is spent."""


class Solver:
    """Exact values for one map and one side (bit mask of seats); remembers what it has solved."""

    def __init__(self, land: Map, evaluator: Evaluator, side: int) -> None:
        self.land = land
        self.finder = Finder(land, evaluator)
        self.finals = Finals(land)
        self.side = side
        self.limit = 1 << 60
        self._entered = 0
        self._pause = 0
        self._known: dict[Fast, tuple[float, float]] = {}
        self._last: dict[Fast, tuple[float, ...]] = {}
        self._threats: dict[Fast, tuple[int, int]] = {}
        self._answers = [Answers(land) for _ in range(4)]
        self._killers: dict[tuple[int, int], list[Play]] = {}
        self._studied: dict[tuple[int, int], int] = {}
        self._rates: dict[tuple[int, int, Sort], tuple[int, int]] = {}

    @property
    def nodes(self) -> int:
        """Work so far: positions and, much less, effects looked at; about equally long each."""
        return self._entered + self.finals.looked // 12

    # ---- one card left ----
    def last(self, state: Fast) -> tuple[float, ...]:
        """The shares of all seats with at most one card left: its holder plays it as soon as it wins (S11)."""
        known = self._last.get(state)
        if known is None:
            self._entered += 1
            known = fast.shares(fast.play_out(state))
            if known[state.turn] < 1:
                known = self._with_last_card(state, known)
            self._last[state] = known
        return known

    def _with_last_card(self, state: Fast, otherwise: tuple[float, ...], tried: bool = False) -> tuple[float, ...]:
        """The shares when the holder of the last card looks for a win before every takeover. `otherwise`: the shares
        if there is none; `tried`: no known answer wins now."""
        before = []
        shares = otherwise
        while not fast.over(state):
            known = self._last.get(state)
            if known is not None:
                shares = known
                break
            before.append(state)
            if (not tried and self._answer(state)) or self._find(state):
                winner, seats = state.turn, len(state.hands)
                shares = tuple([float(seat == winner or (seats == 4 and seat == winner ^ 2)) for seat in range(seats)])
                break
            if not self._wins_later(state):
                break
            tried = False
            state = fast.pass_turn(state)
        self._last.update(dict.fromkeys(before, shares))
        return shares

    def winning_play(self, state: Fast) -> Play | None:
        """A turn with a card after which the seat to move wins if nobody plays on; None if there is none. With the
        last card no other turns are allowed (S11)."""
        return self._answer(state) or self._find(state)

    def _find(self, state: Fast) -> Play | None:
        self._entered += 1
        verdict = self.finals.verdict(state)
        if verdict.winnable:
            for kind in fast.kinds(state.hands[state.turn]):
                for share, effect, take, _ in self.finals.turns(state, kind, verdict):
                    if share == 1:
                        play = kind, effect, take
                        self._answers[state.turn].add(play)
                        return play
        return None

    def _wins_later(self, state: Fast) -> bool:
        """Whether the last card, which does not win now, might win in a later struggle."""
        verdict = self.finals.verdict(state)
        (kind,) = fast.kinds(state.hands[state.turn])
        return verdict.winnable and any(turn[0] == 1 for turn in self.finals.turns(state, kind, verdict, later=True))

    def _answer(self, state: Fast) -> Play | None:
        """A turn that won elsewhere and wins here, too, if nobody plays on."""
        answer = self._answers[state.turn].winning(state, self.finals.verdict(state))
        if answer is None:
            return None
        effect = fast.effect(state, answer.kind, answer.what, self.land)
        assert effect
        return answer.kind, effect, answer.take

    # ---- a lone seat: one side has a single card, and the seat to move holds it ----
    def _lone(self, state: Fast) -> bool:
        hands, turn = state.hands, state.turn
        if hands[turn] & hands[turn] - 1 or len(hands) == 3:
            return False
        return len(hands) == 2 or not hands[turn ^ 2]

    def threats(self, state: Fast, most: int) -> int:
        """How many turns of a lone seat would give it a share of the win if nobody played on and have no known answer
        that wins, up to `most`. 0 only if there are none in later struggles either: then the seat has lost, because
        the others can pass until it plays, and then answer or pass on."""
        number, upto = self._threats.get(state, (0, 0))
        if number >= upto and number < most:
            number = self._count_threats(state, most)
            self._threats[state] = number, most
        return number

    def _count_threats(self, state: Fast, most: int) -> int:
        self._entered += 2
        if fast.shares(fast.play_out(state))[state.turn]:
            return _MANY
        lone = _Lone(self, state)
        number = 0
        lasting = True
        for turn in lone.turns():
            until, first = lone.until(turn)
            if until == NEVER:
                number += 1
                if number >= most:
                    return number
            lasting = lasting and until >= first
        if number or not lasting:
            return max(number, 1)
        for turn in lone.turns(later=True):
            until, first = lone.until(turn)
            if until < first:
                return 1
        return 0

    def _unanswered(self, state: Fast, left: int) -> Iterator[Child]:
        """Turns of a lone seat that give it a share of the win if all falls, except where a known answer wins: without
        a share it has nothing, because the others need not play on."""
        lone = _Lone(self, state)
        seen = set()
        for turn in lone.turns():
            if lone.until(turn)[0] != NEVER:
                continue
            share, effect, take, _ = turn
            play = lone.kind, effect, take
            child = fast.play(state, *play)
            if child in seen:
                continue
            seen.add(child)
            if left == 2 and child not in self._last:
                otherwise = fast.shares(fast.play_out(child)) if share < 1 else lone.won
                if not self._with_last_card(child, otherwise, tried=True)[state.turn]:
                    continue
            yield child, play, THREAT

    # ---- several cards left ----
    def solve(self, state: Fast, low: float = 0.0, high: float = 1.0) -> Generator[None, None, float]:
        """The side's share of the win, exact within low … high, bounds beyond them. Raises OutOfNodes."""
        self._entered += 1
        if fast.over(state):
            return self._of(fast.shares(state))
        left = fast.cards(state)
        if left <= 1:
            return self._of(self.last(state))
        floor, ceiling = self._known.get(state, (0.0, 1.0))
        if floor >= high or floor == ceiling:
            return floor
        if ceiling <= low:
            return ceiling
        nodes = self.nodes
        if nodes > self.limit:
            raise OutOfNodes
        if nodes >= self._pause:
            self._pause = nodes + SLICE
            yield
        turn = state.turn
        ours = bool(self.side >> turn & 1)
        if self._lone(state) and not self.threats(state, 1):
            self._known[state] = 1.0 - ours, 1.0 - ours
            return 1.0 - ours
        best = -1.0 if ours else 2.0
        alpha, beta = low, high
        for child, play, sort in self._children(state, left):
            before = self.nodes
            value = yield from self.solve(child, alpha, beta)
            if ours:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if sort <= DOUBTFUL:
                self._rate(left, turn, sort, alpha >= beta, self.nodes - before)
            if alpha >= beta:
                if play:
                    self._remember(left, turn, play)
                break
        if best <= low:
            ceiling = min(ceiling, best)
        elif best >= high:
            floor = max(floor, best)
        else:
            floor = ceiling = best
        self._known[state] = floor, ceiling
        return best

    def _of(self, shares: tuple[float, ...]) -> float:
        if len(shares) == 4:
            return shares[0] if self.side & 1 else shares[1]
        return sum([share for seat, share in enumerate(shares) if self.side >> seat & 1])

    # ---- what to look at first ----
    def _rate(self, left: int, turn: int, sort: Sort, cut: bool, nodes: int) -> None:
        cuts, work = self._rates.get((left, turn, sort), (1, 50))
        self._rates[left, turn, sort] = cuts + cut, work + nodes

    def _better(self, left: int, turn: int, one: Sort, other: Sort) -> bool:
        """Whether turns of one sort have cut more often for the work that they were."""
        cuts, work = self._rates.get((left, turn, one), (1, 50))
        others, more = self._rates.get((left, turn, other), (1, 50))
        return cuts * more > others * work

    def _remember(self, left: int, turn: int, play: Play) -> None:
        killers = self._killers.setdefault((left, turn), [])
        what = play[0], play[1][0], play[2]
        same = [old for old in killers if (old[0], old[1][0], old[2]) != what]
        self._killers[left, turn] = [play, *same[:5]]

    def _children(self, state: Fast, left: int) -> Iterator[Child]:
        """All different successors that matter, the most promising first."""
        seen: set[Fast] = set()
        ordered = self._of_lone(state, left) if self._lone(state) else self._of_several(state, left)
        for child in ordered:
            if child[0] not in seen:
                seen.add(child[0])
                yield child

    def _of_lone(self, state: Fast, left: int) -> Iterator[Child]:
        yield from self._known_turns(state, left)
        if self._better(left, state.turn, THREAT, PASS):
            yield from self._unanswered(state, left)
            yield fast.pass_turn(state), None, PASS
        else:
            yield fast.pass_turn(state), None, PASS
            yield from self._unanswered(state, left)

    def _of_several(self, state: Fast, left: int) -> Iterator[Child]:
        turn = state.turn
        doubtful: list[Child] = []
        if left == 3:
            yield from self._against_lone(state, left, doubtful)
        else:
            yield from self._known_turns(state, left)
        if self._better(left, turn, DOUBTFUL, PASS):
            yield from doubtful
            yield fast.pass_turn(state), None, PASS
        else:
            yield fast.pass_turn(state), None, PASS
            yield from doubtful
        yield from self._promising(state)
        for child, play in self.all_plays(state):
            yield child, play, OTHER

    def _known_turns(self, state: Fast, left: int) -> Iterator[Child]:
        """What cut before."""
        for kind, old, take in self._killers.get((left, state.turn), []):
            if state.hands[state.turn] >> kind & 1:
                effect = fast.effect(state, kind, old[0], self.land)
                if effect and take and effect[1][take[0]] >> 5 * take[1] & 31:
                    yield fast.play(state, kind, effect, take), (kind, effect, take), KNOWN

    def _promising(self, state: Fast) -> Iterator[Child]:
        for _, _, play in self.finder.plays(state, _FIRST):
            yield fast.play(state, *play), play, OTHER

    def _against_lone(self, state: Fast, left: int, doubtful: list[Child]) -> Iterator[Child]:
        """What cut before, that first which leaves a lone rival the fewest threats; now and then compared with what
        looks promising. What leaves it a share of the win goes to `doubtful`."""
        tested: list[tuple[int, Child]] = []
        fewest = _MANY
        for child in self._known_turns(state, left):
            if not self._lone(child[0]):
                yield child
                continue
            number = self.threats(child[0], fewest)
            if not number:
                yield child
            if number == _MANY:
                doubtful.append((*child[:2], DOUBTFUL))
            else:
                fewest = min(fewest, number)
                tested.append((number, child))
        studied = self._studied.get((left, state.turn), 0)
        if fewest > 4 and studied < _STUDIES:
            self._studied[left, state.turn] = studied + 1
            for child in self._promising(state):
                self._entered += 2
                number = self.threats(child[0], fewest) if self._lone(child[0]) else _MANY
                if not number:
                    yield child
                if number < _MANY:
                    fewest = min(fewest, number)
                    tested.append((number, child))
        tested.sort(key=itemgetter(0))
        yield from [(*child[:2], KNOWN) for _, child in tested]

    def all_plays(
        self, state: Fast, kinds: Sequence[int] | None = None, fixed: Effect | None = None
    ) -> Iterator[tuple[Fast, Play]]:
        """Every play (not the pass) and the position after it; only with cards of `kinds`, and with the effect
        `fixed`, where they are given."""
        for kind in fast.kinds(state.hands[state.turn]) if kinds is None else kinds:
            for effect in [fixed] if fixed else fast.effects(state, kind, self.land):
                self._entered += 1
                for take in _takes(state, effect):
                    yield fast.play(state, kind, effect, take), (kind, effect, take)


class _Lone:
    """A lone seat's turns, and how the next seat of the other side answers them."""

    def __init__(self, solver: Solver, state: Fast) -> None:
        self.finals = solver.finals
        self.state = state
        turn, hands = state.turn, state.hands
        (self.kind,) = fast.kinds(hands[turn])
        rival = (turn + 1) % len(hands)
        self.rival = rival if hands[rival] else rival ^ 2
        self.won = tuple([float(seat == turn or (len(hands) == 4 and seat == turn ^ 2)) for seat in range(len(hands))])
        """Everybody's share when it wins."""
        self.answers = solver._answers[self.rival]
        self.number = -1
        self.space = {p: 2 * j for j, p in enumerate(state.order)}
        self.verdicts: dict[int, Verdict] = {}

    def turns(self, later: bool = False) -> Iterator[Turn]:
        """Turns that give it a share of the win if nobody plays on; `later` as for `Finals.turns`."""
        return self.finals.turns(self.state, self.kind, self.finals.verdict(self.state), later)

    def until(self, turn: Turn) -> tuple[int, int]:
        """How long it has an answer (see `Ready.until`), and the first space that it touches."""
        _, effect, take, code = turn
        if take is None:
            return NEVER, 0
        self.finals.looked += 4
        if self.number != self.answers.number:
            self.finals.looked += 40
            self.number = self.answers.number
            self.ready = self.answers.against(self.state, self.kind, self.state.hands[self.rival])
        what, provinces = effect[0], effect[1]
        space = self.space
        first = space[take[0]]
        for p in fast.places(self.kind, what) if what else ():
            if p >= 0 and space[p] < first:
                first = space[p]
        after = fast.moved(provinces, take[0], -UNIT[take[1]])
        return self.ready.until(effect, after, code, first, self._verdict(take[1])), first

    def _verdict(self, colour: int) -> Verdict:
        """The verdict on the rival's turns after this colour was taken."""
        known = self.verdicts.get(colour)
        if known is None:
            state, turn = self.state, self.state.turn
            courts = (*state.courts[:turn], state.courts[turn] + UNIT[colour], *state.courts[turn + 1 :])
            played = (turn, *[seat for seat in state.played if seat != turn])
            after = state._replace(turn=self.rival, courts=courts, played=played)
            known = self.verdicts[colour] = self.finals.verdict(after)
        return known


def _takes(state: Fast, effect: Effect) -> list[Take | None]:
    return [*fast.takes(state, effect)] or [None]
