"""What would happen if nobody played another card: who takes what, who rules, who wins."""

from typing import NamedTuple

from rosecrown.core.game import Outcome
from rosecrown.games.siam.result import completed, outcome, ranking
from rosecrown.games.siam.state import CARD, OUTSIDERS, State


class Forecast(NamedTuple):
    """`takers`: who takes or took each province; `ruler`: a faction or OUTSIDERS, with `provinces` of them."""

    takers: dict[int, int]
    ruler: int
    provinces: int
    outcome: Outcome


def forecast(state: State) -> Forecast | None:
    """The forecast, None during set-up."""
    if state.phase < CARD:
        return None
    end = completed(state)
    result = outcome(end)
    ruler = OUTSIDERS if result.reason == "british" else ranking(end.taken)[0]
    return Forecast(dict(zip(end.order, end.taken, strict=False)), ruler, end.taken.count(ruler), result)
