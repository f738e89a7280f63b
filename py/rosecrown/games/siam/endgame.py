"""The exact end game: what a side can be sure of, every card, effect and take looked at.

A side is a set of seats that win together; all others play against it. With two players and with teams this is the
value of the position; with three players it is what one can be sure of against both. Values are shares of the win:
0, ½ (shared), 1, and parts of it when three share.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Final

from rosecrown.games.siam import fast
from rosecrown.games.siam.candidates import Breadth, Finder, Play
from rosecrown.games.siam.evaluate import Evaluator
from rosecrown.games.siam.fast import CONTROL, UNIT, Effect, Fast, Map, Take, colours

_FIRST: Final = Breadth(effects=12, keep=24, same_card=12)

SLICE: Final = 10
"""Nodes between two chances to interrupt."""


class OutOfNodes(Exception):
    """The solver's budget is spent."""


class Solver:
    """Exact values for one map and one side (bit mask of seats); remembers what it has solved."""

    def __init__(self, land: Map, evaluator: Evaluator, side: int) -> None:
        self.land = land
        self.finder = Finder(land, evaluator)
        self.side = side
        self.nodes = 0
        self.limit = 1 << 60
        self._pause = 0
        self._known: dict[Fast, tuple[float, float]] = {}
        self._last: dict[Fast, tuple[float, ...]] = {}
        self._options = _Options()
        self._ends: dict[tuple[tuple[int, int, int], tuple[int, ...], int, int], dict[int, int]] = {}
        self._shares: dict[tuple[int, tuple[int, ...], tuple[int, ...]], dict[tuple[int, int], float]] = {}
        self._killers: dict[tuple[int, int], list[Play]] = {}

    # ---- one card left ----
    def last(self, state: Fast, open_end: bool = False) -> tuple[float, ...]:
        """The shares of all seats with at most one card left: its holder plays it as soon as it wins (S11).

        `open_end`: it is known that the holder does not win by passing."""
        known = self._last.get(state)
        if known is not None:
            return known
        self.nodes += 1
        shares: tuple[float, ...] = () if open_end else fast.shares(fast.play_out(state))
        if open_end or shares[state.turn] < 1:
            shares = self._with_last_card(state)
        self._last[state] = shares
        return shares

    def _with_last_card(self, state: Fast) -> tuple[float, ...]:
        """The shares when the holder of the last card looks for a win before every takeover."""
        before = []
        while (shares := self._last.get(state)) is None:
            if fast.over(state):
                shares = fast.shares(state)
                break
            before.append(state)
            if self.last_play(state):
                winner, seats = state.turn, len(state.hands)
                shares = tuple([float(seat == winner or (seats == 4 and seat == winner ^ 2)) for seat in range(seats)])
                break
            state = fast.pass_turn(state)
        self._last.update(dict.fromkeys(before, shares))
        return shares

    def last_play(self, state: Fast) -> Play | None:
        """A way to win with the last card now, None if there is none (S11). Counts as one node, three if
        all effects have to be looked at."""
        self.nodes += 1
        (kind,) = fast.kinds(state.hands[state.turn])
        verdict = self._verdict(state)
        if not any(verdict.any_end(colour) for colour in range(4)):
            return None
        killers = self._killers.setdefault((1, state.turn), [])
        for at, (killer, old, take) in enumerate(killers):
            effect = fast.effect(state, kind, old[0], self.land) if killer == kind else None
            if effect and take and effect[1][take[0]] >> 5 * take[1] & 31:
                province, colour = take
                code = _takers(fast.moved(effect[1], province, -UNIT[colour]), effect[2])
                if verdict.share(code, colour) == 1:
                    killers.insert(0, killers.pop(at))
                    return kind, effect, take
        self.nodes += 2
        for share, play in self._judged(state, kind, verdict):
            if share == 1:
                if play[2]:
                    killers.insert(0, play)
                    del killers[8:]
                return play
        return None

    def _verdict(self, state: Fast) -> "_Verdict":
        known = self._shares.setdefault((state.turn, state.courts, state.played), {})
        owned = state.owned
        held = owned[0].bit_count(), owned[1].bit_count(), owned[2].bit_count()
        ends = self._ends.setdefault((held, state.takers, state.british, len(state.order)), {})
        return _Verdict(state, held, ends, known)

    def _judged(self, state: Fast, kind: int, verdict: "_Verdict") -> Iterator[tuple[float, Play]]:
        """Turns with a card after which the seat to move (or its partner) has a share of the win if nobody plays on,
        and that share."""
        known: dict[int, float] = {}
        options = self._options
        for effect in fast.effects(state, kind, self.land):
            provinces, order = effect[1], effect[2]
            code = _takers(provinces, order)
            empty = True
            for j, p in enumerate(order):
                for change, colour in options[provinces[p]]:
                    empty = False
                    key = (code + (change << 2 * j)) << 2 | colour
                    share = known.get(key)
                    if share is None:
                        share = known[key] = verdict.share(key >> 2, colour)
                    if share:
                        yield share, (kind, effect, (p, colour))
            if empty and (share := verdict.share(code, 3)):
                yield share, (kind, effect, None)

    # ---- several cards left ----
    def solve(self, state: Fast, low: float = 0.0, high: float = 1.0) -> Generator[None, None, float]:
        """The side's share of the win, exact within low … high, bounds beyond them. Raises OutOfNodes."""
        self.nodes += 1
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
        if self.nodes > self.limit:
            raise OutOfNodes
        if self.nodes >= self._pause:
            self._pause = self.nodes + SLICE
            yield
        ours = bool(self.side >> state.turn & 1)
        best = -1.0 if ours else 2.0
        alpha, beta = low, high
        for child, play in self._ordered(state, left):
            value = yield from self.solve(child, alpha, beta)
            if ours:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                if play:
                    self._remember(left, state.turn, play)
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

    def _remember(self, left: int, turn: int, play: Play) -> None:
        killers = self._killers.setdefault((left, turn), [])
        what = play[0], play[1][0], play[2]
        same = [old for old in killers if (old[0], old[1][0], old[2]) != what]
        self._killers[left, turn] = [play, *same[:5]]

    def _ordered(self, state: Fast, left: int) -> Generator[tuple[Fast, Play | None], None, None]:
        """All different successors: what cut before, the pass, what looks promising, and all others."""
        seen: set[Fast] = set()
        for kind, old, take in self._killers.get((left, state.turn), []):
            if state.hands[state.turn] >> kind & 1:
                effect = fast.effect(state, kind, old[0], self.land)
                if effect and take and effect[1][take[0]] >> 5 * take[1] & 31:
                    child = fast.play(state, kind, effect, take)
                    seen.add(child)
                    yield child, (kind, effect, take)
        child = fast.pass_turn(state)
        seen.add(child)
        yield child, None
        if self._lone(state, left):
            # The rival can let everything fall, so a turn without a share in that is worth nothing.
            verdict = self._verdict(state)
            self.nodes += 4
            for kind in fast.kinds(state.hands[state.turn]):
                for share, play in self._judged(state, kind, verdict):
                    child = fast.play(state, *play)
                    if child not in seen:
                        seen.add(child)
                        if left == 2:
                            self.last(child, open_end=share == 1)
                        yield child, play
            return
        for _, _, play in self.finder.plays(state, _FIRST):
            child = fast.play(state, *play)
            if child not in seen:
                seen.add(child)
                yield child, play
        for child, play in self.all_plays(state):
            if child not in seen:
                seen.add(child)
                yield child, play

    def _lone(self, state: Fast, left: int) -> bool:
        """Whether the side to move has one card, the seat's own, and the other side all others."""
        seats = len(state.hands)
        mine = state.hands[state.turn].bit_count()
        return seats != 3 and mine == 1 and not (seats == 4 and state.hands[(state.turn + 2) % 4])

    def all_plays(
        self, state: Fast, kinds: Sequence[int] | None = None, fixed: Effect | None = None
    ) -> Iterator[tuple[Fast, Play]]:
        """Every play (not the pass) and the position after it; only with cards of `kinds`, and with the effect
        `fixed`, where they are given."""
        for kind in fast.kinds(state.hands[state.turn]) if kinds is None else kinds:
            for effect in [fixed] if fixed else fast.effects(state, kind, self.land):
                self.nodes += 1
                for take in _takes(state, effect):
                    yield fast.play(state, kind, effect, take), (kind, effect, take)


def _takes(state: Fast, effect: Effect) -> list[Take | None]:
    return [*fast.takes(state, effect)] or [None]


def _takers(provinces: Sequence[int], order: Sequence[int]) -> int:
    """Who takes the open provinces as they stand, two bits each, contested first."""
    code = 0
    for j, p in enumerate(order):
        code |= CONTROL[provinces[p]] << 2 * j
    return code


class _Options(dict[int, tuple[tuple[int, int], ...]]):
    """What can be taken of a group of followers: how the number of its taker changes, and the colour."""

    def __missing__(self, group: int) -> tuple[tuple[int, int], ...]:
        now = CONTROL[group]
        self[group] = found = tuple([(CONTROL[group - UNIT[c]] - now, c) for c in colours(group)])
        return found


class _Verdict:
    """Who wins, from the takers of the open provinces (two bits each, contested first) and the colour that the last
    card's player takes (3: none)."""

    def __init__(
        self, state: Fast, held: tuple[int, int, int], ends: dict[int, int], known: dict[tuple[int, int], float]
    ) -> None:
        """`held`: provinces of each faction. `ends`: the end by takers, for what is taken already; `known`: shares by
        end and colour taken, for this seat, courts and order of play. Both are filled."""
        self.state = state
        self.spaces = len(state.order)
        self.held = held
        self._ends = ends
        self._known = known

    def share(self, code: int, colour: int) -> float:
        """What the seat to move (or its team) has of the win."""
        end = self._ends.get(code)
        if end is None:
            end = self._ends[code] = self._end(code)
        return self._share(end, colour)

    def any_end(self, colour: int) -> bool:
        """Whether any end of the game wins with that take."""
        ends = [ruler * 4 + second for ruler in range(3) for second in range(4) if second != ruler]
        return any(self._share(end, colour) == 1 for end in (*ends, 15))

    def _end(self, code: int) -> int:
        """4 · ruling + second faction (3: none), or 15 for a British end."""
        held = list(self.held)
        british = self.state.british
        takers = list(self.state.takers)
        for _ in range(self.spaces):
            if british == fast.BRITISH_END:
                break
            who = code & 3
            code >>= 2
            if who == fast.BRITISH:
                british += 1
            else:
                held[who] += 1
                if who in takers:
                    takers.remove(who)
                takers.insert(0, who)
        if british == fast.BRITISH_END:
            return 15
        ranked = sorted(takers, key=lambda faction: -held[faction])
        return 4 * ranked[0] + (ranked[1] if len(ranked) > 1 else 3)

    def _share(self, end: int, colour: int) -> float:
        key = (end, colour)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._judge(end, colour)
        return known

    def _judge(self, end: int, colour: int) -> float:
        state = self.state
        turn = state.turn
        courts = list(state.courts)
        if colour < 3:
            courts[turn] += UNIT[colour]
        played = (turn, *[seat for seat in state.played if seat != turn])
        if end == 15:
            british, takers, owned = fast.BRITISH_END, (), (0, 0, 0)
        else:
            ruler, second = divmod(end, 4)
            british = 0
            takers = (ruler,) if second == 3 else (ruler, second)  # type: ignore[assignment]
            owned = tuple(3 if f == ruler else f == second for f in range(3))  # type: ignore[assignment]
        final = state._replace(
            courts=tuple(courts), played=played, british=british, takers=takers, owned=owned, order=()
        )
        return fast.shares(final)[turn]
