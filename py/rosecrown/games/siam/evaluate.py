"""How good a position of King of Siam is: the chance to win of every seat, in four stages.

1. P(a faction takes a province): every colour's count gets independent normal noise; its variance grows with the
   cards left and the distance in the order of struggles, and falls with the number of open provinces.
2. P(a faction rules): softmax of provinces held and expected. 3. P(British end): logistic, exactly 0 when impossible.
4. P(win | ruler): softmax of courts, the second faction's followers, who played last, and tempo: usable cards,
   saturating with the provinces left, so that cards are worth keeping but not hoarding.

The numbers are data: `data/weights.json`.
"""

import json
import math
from collections.abc import Sequence
from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias

from rosecrown.games.siam.fast import BRITISH_END, Fast, counts, over, shares

FIELD: Final = 20
"""Bits of one faction's probability in a packed triple; sums of eight triples stay inside their fields."""
MASK: Final = (1 << FIELD) - 1
ONE: Final = 1 << 16
"""Probability 1 in a packed triple."""

_STEP: Final = 0.5
_GRID: Final = [(_STEP * i, _STEP * math.exp(-0.125 * i * i) / math.sqrt(2 * math.pi)) for i in range(-8, 9)]


class Weights(NamedTuple):
    """The fitted numbers, named as in the stages: noise (h…), ruler (k…), British (b…), courts (a…, g, ll),
    tempo (t…, u…), British end (z…)."""

    hv: float
    hc: float
    hk: float
    hm: float
    hp: float
    k0: float
    k1: float
    krec: float
    b0: float
    bs: float
    bm: float
    a0: float
    a1: float
    a2: float
    g: float
    t1: float
    t2: float
    u0: float
    u1: float
    tb: float
    tp: float
    ll: float
    z0: float
    sp: float
    last: float


def load_weights(name: str) -> Weights:
    """The weights called `name` ("2", "3", "4": number of players). Raises KeyError."""
    data = files("rosecrown.games.siam").joinpath("data/weights.json").read_text("utf-8")
    return Weights(**json.loads(data)[name])


def _below(x: float) -> float:
    """The standard normal distribution function."""
    return 0.5 * math.erfc(-x * math.sqrt(0.5))


def lead(first: int, second: int, deviation: float) -> float:
    """P(a count that leads two others by `first` and `second` leads both by more than a half), noise on each."""
    if deviation < 0.02:
        return float(first > 0 and second > 0)
    a, b = (first - 0.5) / deviation, (second - 0.5) / deviation
    return min(1.0, math.fsum(weight * _below(a + z) * _below(b + z) for z, weight in _GRID))


class Takers(dict[int, int]):
    """P(each faction takes a province with these followers), packed by FIELD, for one deviation of the noise."""

    def __init__(self, deviation: float) -> None:
        super().__init__()
        self.deviation = deviation
        self.leads: dict[tuple[int, int], int] = {}

    def __missing__(self, group: int) -> int:
        y, r, b = counts(group)
        packed = self._lead(y - r, y - b) | self._lead(r - y, r - b) << FIELD | self._lead(b - y, b - r) << 2 * FIELD
        self[group] = packed
        return packed

    def _lead(self, first: int, second: int) -> int:
        key = (first, second) if first < second else (second, first)
        if key not in self.leads:
            self.leads[key] = int(lead(*key, self.deviation) * ONE)
        return self.leads[key]


class Stage:
    """Everything that depends only on the cards left and the open provinces."""

    __slots__ = ("al", "british_den", "contested", "k", "passed", "tables", "tempo", "use", "zl")

    def __init__(self, weights: Weights, left: int, spaces: int, tables: Sequence[Takers], passed: Takers) -> None:
        w = weights
        self.tables = tables
        self.passed = passed
        self.k = w.k0 / (spaces + 0.5) ** w.k1
        self.british_den = w.bs * (spaces + 0.2) ** w.bm
        self.al = w.a0 / (left + w.a1) ** w.a2
        self.zl = w.z0 / (left + w.a1) ** w.a2
        c = max(0.3, w.u0 + w.u1 * spaces)
        self.use = [c * (1 - math.exp(-h / c)) for h in range(9)]
        self.tempo = w.t1 / (left + 1) ** w.t2


class Frame(NamedTuple):
    """What stays the same for all positions that a card played from one position can lead to."""

    stage: Stage
    held: tuple[float, float, float]
    """Provinces of each faction, with the bonus of the latest taker."""
    british: int
    spaces: int
    possible: bool
    """Whether a British end is still possible."""
    bonus: tuple[float, ...]
    """By seat: tempo and who played last, added in the faction end."""
    last: tuple[float, ...]
    """By seat: who played last, added in a British end."""


Lines: TypeAlias = tuple[list[tuple[float, float, float, float, float, float]], list[float]]
"""By seat (with two players: their difference): what the courts are worth for each ruling faction, with and without
tempo; and the share of each seat in a British end."""


class Evaluator:
    """The static value for one set of weights. Its tables fill as positions are looked at."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._stages: dict[tuple[int, int], Stage] = {}
        self._takers: dict[int, Takers] = {}

    def stage(self, left: int, spaces: int) -> Stage:
        """The stage of `left` cards in all hands and `spaces` open provinces."""
        key = (left, spaces)
        if key not in self._stages:
            w = self.weights
            base = w.hv * left**w.hc / max(1, spaces) ** w.hm / 4
            tables = [self._noise(base * (j + 1) ** w.hk) for j in range(spaces)]
            self._stages[key] = Stage(w, left, spaces, tables, self._noise(base * w.hp))
        return self._stages[key]

    def _noise(self, variance: float) -> Takers:
        """The table of a variance, rounded to steps of 12 %."""
        bucket = round(8 * math.log(variance)) if variance > 1e-4 else -100
        if bucket not in self._takers:
            self._takers[bucket] = Takers(math.exp(bucket / 16) if bucket > -100 else 0.0)
        return self._takers[bucket]

    def frame(self, state: Fast, hands: Sequence[int], turn: int, passes: int, player: int) -> Frame:
        """The frame of positions with these cards left by seat, `turn` on move and `player` the last to play."""
        w = self.weights
        seats = len(hands)
        spaces = len(state.order)
        stage = self.stage(sum(hands), spaces)
        held = [float(mask.bit_count()) for mask in state.owned]
        if state.takers:
            held[state.takers[0]] += w.krec
        use = [stage.use[h] for h in hands]
        total = sum(use)
        bonus = []
        for seat in range(seats):
            if seats == 4:
                other = (total - use[seat] - use[seat ^ 2]) / 2
            else:
                other = (total - use[seat]) / (seats - 1)
            value = stage.tempo * (use[seat] - other)
            if seat == turn:
                value += w.tb + (w.tp if passes else 0.0)
            if seat == player:
                value += w.ll * 0.15 * stage.al
            bonus.append(value)
        last = tuple([stage.zl * w.last if seat == player else 0.0 for seat in range(seats)])
        possible = state.british + spaces >= BRITISH_END
        return Frame(stage, (held[0], held[1], held[2]), state.british, spaces, possible, tuple(bonus), last)

    def expected(self, state: Fast, stage: Stage) -> int:
        """The sum of the packed probabilities over the open provinces."""
        provinces = state.provinces
        tables = stage.tables
        total = sum([tables[j][provinces[p]] for j, p in enumerate(state.order)])
        if state.passes and state.order:
            group = provinces[state.order[0]]
            total += stage.passed[group] - tables[0][group]
        return total

    def values(self, state: Fast) -> tuple[float, ...]:
        """The chance to win of each seat, partners both that of their team; exact when the game is over."""
        if over(state):
            return shares(state)
        hands = [hand.bit_count() for hand in state.hands]
        player = state.played[0] if state.played else -1
        frame = self.frame(state, hands, state.turn, state.passes, player)
        return self.chances(frame, self.expected(state, frame.stage), state.courts)

    def chances(self, frame: Frame, total: int, courts: Sequence[int]) -> tuple[float, ...]:
        """The chance to win of each seat, from the packed sum of the provinces' probabilities."""
        return self.win(frame, total, self.lines(frame, courts))

    def lines(self, frame: Frame, courts: Sequence[int]) -> Lines:
        """The courts, as `win` needs them."""
        stage = frame.stage
        al, zl, sp = stage.al, stage.zl, self.weights.sp
        sides = [(0, 2), (1, 3)] if len(courts) == 4 else [(seat,) for seat in range(len(courts))]
        crown = []
        for side in sides:
            each = counts(sum([courts[seat] for seat in side]))
            low = min(each)
            above = sum([count > low for count in each])
            crown.append(zl * (low + sp * above) + sum([frame.last[seat] for seat in side]))
        each_seat = []
        for court, bonus in zip(courts, frame.bonus, strict=True):
            y, r, b = counts(court)
            each_seat.append((al * y + bonus, al * r + bonus, al * b + bonus, al * y, al * r, al * b))
        if len(courts) == 2:
            one, two = each_seat
            each_seat = [tuple([x - y for x, y in zip(one, two, strict=True)])]
            return each_seat, [1 / (1 + math.exp(crown[1] - crown[0]))]
        wins = [0.0] * len(sides)
        _share(wins, 1.0, crown)
        return each_seat, wins if len(courts) == 3 else [wins[0] / 2, wins[1] / 2] * 2

    def win(self, frame: Frame, total: int, lines: Lines) -> tuple[float, ...]:
        """The chance to win of each seat; `lines` are those of this frame."""
        stage, held, british, spaces, possible, _, _ = frame
        y, r, b = (total & MASK) / ONE, (total >> FIELD & MASK) / ONE, (total >> 2 * FIELD) / ONE
        k = stage.k
        sy, sr, sb = k * (held[0] + y), k * (held[1] + r), k * (held[2] + b)
        top = max(sy, sr, sb)
        exp = math.exp
        sy, sr, sb = exp(sy - top) + 1e-12, exp(sr - top) + 1e-12, exp(sb - top) + 1e-12
        scale = 1 / (sy + sr + sb)
        crown = 0.0
        if possible:
            x = (british + spaces - y - r - b - self.weights.b0) / stage.british_den
            if x > -7:
                crown = 1 / (1 + exp(-x))
                scale *= 1 - crown
        g = self.weights.g
        gy, gr, gb = g / (sr + sb), g / (sy + sb), g / (sy + sr)
        each, british_share = lines
        if len(each) == 1:
            ly, lr, lb, cy, cr, cb = each[0]
            cy *= sy
            cr *= sr
            cb *= sb
            win = crown * british_share[0] + scale * (
                sy / (1 + exp(-ly - gy * (cr + cb)))
                + sr / (1 + exp(-lr - gr * (cy + cb)))
                + sb / (1 + exp(-lb - gb * (cy + cr)))
            )
            return (win, 1 - win)
        wins = [crown * share for share in british_share]
        _share(wins, sy * scale, [ly + gy * (sr * cr + sb * cb) for ly, _, _, _, cr, cb in each])
        _share(wins, sr * scale, [lr + gr * (sy * cy + sb * cb) for _, lr, _, cy, _, cb in each])
        _share(wins, sb * scale, [lb + gb * (sy * cy + sr * cr) for _, _, lb, cy, cr, _ in each])
        if len(wins) == 4:
            team = wins[0] + wins[2]
            return (team, 1 - team, team, 1 - team)
        return tuple(wins)


def _share(wins: list[float], chance: float, lines: Sequence[float]) -> None:
    """Adds `chance` times the softmax of `lines` to `wins`."""
    top = max(lines)
    parts = [math.exp(line - top) for line in lines]
    scale = chance / sum(parts)
    for seat, part in enumerate(parts):
        wins[seat] += scale * part
