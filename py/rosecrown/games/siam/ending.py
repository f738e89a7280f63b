"""How a result comes about: who rules (S18–S20), then criterion by criterion who wins (S21–S23, S26)."""

from rosecrown.core.game import Argument, Outcome, Seat, Step, Text, seat_text, text
from rosecrown.games.siam.drawing import token
from rosecrown.games.siam.forecast import Forecast
from rosecrown.games.siam.happenings import people, place
from rosecrown.games.siam.maps import Board
from rosecrown.games.siam.prompts import SiamScene
from rosecrown.games.siam.result import BRITISH_LIMIT, ranking
from rosecrown.games.siam.result import outcome as result_of
from rosecrown.games.siam.state import FACTIONS, OUTSIDERS, State
from rosecrown.widgets.markup import Markup, classes, h, join, use


def winner_text(scene: SiamScene, outcome: Outcome) -> Text:
    """Who would win, as a clause: "you win"."""
    labels = [scene.labels[seat] for seat in outcome.winners]
    if len(labels) == 1:
        return text("siam.win.you") if labels[0].you else text("siam.win.one", name=labels[0].name)
    if len(labels) == 2 and len(scene.labels) == 4:
        if any(label.you for label in labels):
            return text("siam.win.team.you")
        return text("siam.win.team", n=outcome.winners[0] % 2 + 1)
    return text("siam.win.shared")


def ruler(seen: State) -> int:
    """Who rules in the end: a faction or OUTSIDERS."""
    return OUTSIDERS if seen.taken.count(OUTSIDERS) >= BRITISH_LIMIT else ranking(seen.taken)[0]


def why_over(board: Board, seen: State, outcome: Outcome) -> Text:
    """Who rules, and what that means for who wins: how far the winner is ahead of the best who does not win."""
    args: dict[str, Argument] = {"who": people(board, ruler(seen)), "n": seen.taken.count(ruler(seen))}
    left = list(range(seen.seats))
    for step in outcome.steps:
        best = max(step.values[seat] for seat in left)
        if step.verdict != "decides":
            left = [seat for seat in left if step.values[seat] == best]
            args["level"] = best
        elif step.name in ("early", "late"):
            return text(f"siam.end.{step.name}", **args)
        else:
            ahead = next(seat for seat in left if step.values[seat] == best)
            behind = max((seat for seat in left if seat not in outcome.winners), key=lambda seat: step.values[seat])
            if step.name == "second":
                args["second"] = people(board, ranking(seen.taken)[1])
            pooled = ".team" if step.name == "sets" and seen.seats == 4 else ""
            more: dict[str, Argument] = {"mine": best, "less": step.values[behind]}
            if not pooled:
                more |= {"seat": seat_text(ahead), "other": seat_text(behind)}
            return text(f"siam.end.{step.name}{pooled}", **args, **more)
    return text(f"siam.end.shared.{outcome.reason}", **args)


def reason(scene: SiamScene, board: Board, found: Forecast) -> str:
    """Why that player would win, in one sentence: the criterion that decides."""
    deciding = next((step for step in found.outcome.steps if step.verdict == "decides"), None)
    return scene.words(f"siam.why.{deciding.name}" if deciding else "siam.why.shared", who=people(board, found.ruler))


def ending(scene: SiamScene, board: Board) -> Markup:
    """The whole account of a finished game."""
    outcome = scene.outcome or result_of(scene.seen)
    return join(_rulers(scene, board, outcome), _players(scene, board, outcome))


def _rulers(scene: SiamScene, board: Board, outcome: Outcome) -> Markup:
    words, taken, order = scene.words, scene.seen.taken, scene.seen.order
    ranked = ranking(taken)
    british = outcome.reason == "british"
    rows: list[Markup] = []
    for faction in [OUTSIDERS, *ranked] if british else [*ranked, OUTSIDERS]:
        held = [order[n] for n, holder in enumerate(taken) if holder == faction]
        names = [words(place(board, province)) for province in held]
        rows.append(
            h(
                "tr",
                h("th", token(board, faction, "ending-token"), h("span", words(people(board, faction))), scope="row"),
                h("td", len(held), class_="num"),
                h("td", ", ".join(names)),
                class_=None if rows else "ending-best",
                id=f"ruler-{faction}",
            )
        )
    return h(
        "section",
        h("h3", words("siam.ending.rule")),
        h("table", h("tbody", rows), class_="ending-table"),
        h("p", words(_ruler_text(board, taken, order, british)), class_="ending-say"),
        class_="ending-part",
        id="ending-rule",
    )


def _ruler_text(board: Board, taken: tuple[int, ...], order: tuple[int, ...], british: bool) -> Text:
    if british:
        return text("siam.ending.british", who=people(board, OUTSIDERS))
    ranked = ranking(taken)
    first, number = ranked[0], taken.count(ranked[0])
    if len(ranked) > 1 and taken.count(ranked[1]) == number:
        latest = order[max(n for n, holder in enumerate(taken) if holder == first)]
        return text("siam.ending.tied", who=people(board, first), n=number, province=place(board, latest))
    return text("siam.ending.most", who=people(board, first), n=number)


def _players(scene: SiamScene, board: Board, outcome: Outcome) -> Markup:
    words = scene.words
    head = h(
        "tr",
        h("td"),
        [
            h(
                "th",
                _step_head(scene, board, step),
                scope="col",
                class_="ending-decides" if step.verdict == "decides" else None,
                id=f"step-{step.name}",
            )
            for step in outcome.steps
        ],
    )
    rows = [_player(scene, outcome, seat) for seat in range(scene.seen.seats)]
    says = [
        h(
            "li",
            use("i-check") if step.verdict == "decides" else None,
            h("span", _verdict(scene, board, step)),
            class_=classes("ending-step", f"ending-step--{step.verdict}"),
            id=f"verdict-{step.name}",
        )
        for step in outcome.steps
    ]
    shared = len(outcome.winners) > (2 if scene.seen.seats == 4 else 1)
    return h(
        "section",
        h("h3", words("siam.ending.win")),
        h("table", h("thead", head), h("tbody", rows), class_="ending-table ending-players"),
        h("ol", says, class_="ending-steps"),
        h("p", words("siam.ending.shared"), class_="ending-say") if shared else None,
        h("p", words("siam.ending.team"), class_="ending-say") if scene.seen.seats == 4 else None,
        class_="ending-part",
        id="ending-win",
    )


def _step_faction(scene: SiamScene, step: Step) -> int:
    ranked = ranking(scene.seen.taken)
    return {"ruling": 0, "second": 1}.get(step.name, -1) if len(ranked) > 1 or step.name == "ruling" else -1


def _step_head(scene: SiamScene, board: Board, step: Step) -> Markup:
    name, rank = scene.words(f"siam.step.{step.name}"), _step_faction(scene, step)
    if rank >= 0:
        faction = ranking(scene.seen.taken)[rank]
        return join(token(board, faction, "ending-token"), h("span", name))
    if step.name == "sets":
        tokens = [token(board, faction, "ending-token") for faction in FACTIONS]
        return join(h("span", tokens, class_="ending-set"), h("span", name))
    return h("span", name)


def _player(scene: SiamScene, outcome: Outcome, seat: Seat) -> Markup:
    cells = []
    for step in outcome.steps:
        value: str | int = step.values[seat]
        if step.name in ("early", "late"):
            value = _order(scene, step, seat)
        cells.append(h("td", value, class_=f"num ending-{step.verdict}"))
    won = seat in outcome.winners
    return h(
        "tr",
        h("th", scene.labels[seat].name, scope="row"),
        cells,
        class_="ending-best" if won else None,
        id=f"result-{seat}",
    )


def _order(scene: SiamScene, step: Step, seat: Seat) -> str:
    """When a seat played its last card, among the others."""
    value, played = step.values[seat], sorted({one for one in step.values if one})
    if not value:
        return "–"
    if value == played[-1]:
        return scene.words("siam.ending.last")
    return scene.words("siam.ending.first" if value == played[0] else "siam.ending.order", number=value)


def _verdict(scene: SiamScene, board: Board, step: Step) -> str:
    """What a criterion said: decided, left it open, or was not needed."""
    words, ranked = scene.words, ranking(scene.seen.taken)
    args = {}
    if step.name in ("ruling", "second"):
        args["who"] = people(board, ranked[_step_faction(scene, step)])
    pooled = ".team" if step.name in ("sets", "late") and scene.seen.seats == 4 else ""
    what = text(f"siam.criterion.{step.name}{pooled}", **args)
    return words(f"siam.verdict.{step.verdict}", what=what)
