"""Who rules and who wins (S18–S23, S26)."""

from collections.abc import Callable, Sequence

from rosecrown.core.game import Outcome, Seat, Step
from rosecrown.games.siam.state import FACTIONS, OUTSIDERS, Count, State, control

BRITISH_LIMIT = 4
"""With this many provinces in the hands of the outsiders the game is over at once (S19)."""


def teams(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """S23: with four players, opposite seats are a team."""
    return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))


def is_over(taken: Sequence[int]) -> bool:
    """S19."""
    return len(taken) == 8 or taken.count(OUTSIDERS) >= BRITISH_LIMIT


def ranking(taken: Sequence[int]) -> list[int]:
    """The factions that hold provinces, the ruling one first; among equals the more recent takeover leads (S20)."""
    latest = {faction: place for place, faction in enumerate(taken)}
    held = [faction for faction in FACTIONS if faction in latest]
    return sorted(held, key=lambda faction: (taken.count(faction), latest[faction]), reverse=True)


def completed(state: State) -> State:
    """The state after all takeovers that are still to come, if nobody plays another card (S18, S19)."""
    taken = list(state.taken)
    while not is_over(taken):
        taken.append(control(state.provinces[state.order[len(taken)]]))
    return state._replace(taken=tuple(taken))


def outcome(state: State) -> Outcome:
    """The result of a game whose takeovers are made (see `is_over`)."""
    if state.taken.count(OUTSIDERS) >= BRITISH_LIMIT:
        return _british_end(state)
    return _faction_end(state)


def sets(court: Count) -> int:
    """Complete sets: one follower of each faction."""
    return min(court)


def _last_play(state: State) -> tuple[int, ...]:
    """For each seat: 0 if it never played a card, otherwise 1, 2, … by its latest card."""
    return tuple(state.plays.index(seat) + 1 if seat in state.plays else 0 for seat in range(state.seats))


def _side(state: State, seat: Seat) -> tuple[Seat, ...]:
    return next(team for team in teams(state.seats) if seat in team)


class _Steps:
    """Goes through criteria one by one; those seats stay that are best in each."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.left: list[Seat] = list(range(state.seats))
        self.steps: list[Step] = []

    @property
    def decided(self) -> bool:
        """(D) of S23: if all who are tied are partners, their team has won."""
        return len({_side(self.state, seat) for seat in self.left}) == 1

    def step(self, name: str, values: Sequence[int], best: Callable[[list[int]], int] = max) -> None:
        """Keep the seats whose value is the best of those still in it."""
        if self.decided:
            self.steps.append(Step(name, tuple(values), "unused"))
            return
        target = best([values[seat] for seat in self.left])
        self.left = [seat for seat in self.left if values[seat] == target]
        self.steps.append(Step(name, tuple(values), "decides" if self.decided else "level"))

    def outcome(self, scores: Sequence[int], reason: str) -> Outcome:
        winners = sorted({partner for seat in self.left for partner in _side(self.state, seat)})
        return Outcome(tuple(winners), tuple(scores), tuple(self.steps), reason)


def _faction_end(state: State) -> Outcome:
    """S21: ruling faction, second faction, and of those still tied the latest to play loses, again and again.

    That leaves the earliest, who never played counting as earliest of all; several who never played share (S26).
    """
    ranked = ranking(state.taken)
    steps = _Steps(state)
    scores = [court[ranked[0]] for court in state.courts]
    steps.step("ruling", scores)
    if len(ranked) > 1:
        steps.step("second", [court[ranked[1]] for court in state.courts])
    steps.step("early", _last_play(state), min)
    return steps.outcome(scores, "faction")


def _british_end(state: State) -> Outcome:
    """S22, and S23 for teams: complete sets, then the latest to play wins; if none of them played they share (S26)."""
    last, scores = list(_last_play(state)), [sets(court) for court in state.courts]
    if state.seats == 4:
        for team in teams(4):
            pooled = [sum(state.courts[seat][faction] for seat in team) for faction in FACTIONS]
            latest = max(last[seat] for seat in team)
            for seat in team:
                scores[seat], last[seat] = min(pooled), latest
    steps = _Steps(state)
    steps.step("sets", scores)
    steps.step("late", last)
    return steps.outcome(scores, "british")
