"""How the result of a game came about: the regions of both sides, and the tie-breaks one by one (K12, K13)."""

from rosecrown.core.game import Outcome, Seat, Step
from rosecrown.games.rose.board import COLOURS, Move, Observation, regions, square_name
from rosecrown.games.rose.drawing import heart, rose
from rosecrown.widgets.markup import Markup, classes, h, join, use
from rosecrown.widgets.view import Scene
from rosecrown.widgets.words import Words


def ending(scene: Scene[Move, Observation], outcome: Outcome) -> Markup:
    """The tables of regions, and below them the criteria if the first of them left the game open."""
    sides = h("div", [_side(scene, outcome, seat) for seat in (0, 1)], class_="result-sides")
    if not outcome.steps or outcome.steps[0].verdict == "decides":
        return sides
    steps = [_step(scene.words, outcome, step) for step in outcome.steps]
    draw = outcome.winners == (0, 1)
    return join(
        sides,
        h("h3", scene.words("rose.tie"), class_="tie-title"),
        h("ol", steps, class_="tie"),
        h("p", scene.words("rose.tie.draw"), class_="tie-draw") if draw else None,
    )


def _side(scene: Scene[Move, Observation], outcome: Outcome, seat: Seat) -> Markup:
    words, stones = scene.words, scene.seen.stones[seat]
    found = regions(stones)
    largest = found[0].bit_count() if found else 0
    rows = []
    for region in found:
        size = region.bit_count()
        if size < 2:
            break
        where = words("rose.region.at", cell=square_name(heart(region, scene.seen.crown)))
        rows.append(_row(words("rose.region", n=size), where, f"{size} × {size}", size**2, best=size == largest))
    single = sum(region.bit_count() == 1 for region in found)
    if single:
        rows.append(_row(words("rose.region.single", n=single), "", f"{single} × 1", single, best=False))
    head = h(
        "h3",
        rose(seat, "result-rose"),
        h("span", scene.labels[seat].name),
        h("b", sum(region.bit_count() ** 2 for region in found), class_="result-total"),
    )
    return h(
        "section",
        head,
        h("table", h("tbody", rows), class_="result-table"),
        class_="result-side",
        id=f"result-{COLOURS[seat]}",
        aria_label=words(f"rose.{COLOURS[seat]}"),
    )


def _row(what: str, where: str, sum_: str, points: int, best: bool) -> Markup:
    name = h("th", what, h("span", " ", where, class_="result-where") if where else None, scope="row")
    return h("tr", name, h("td", sum_), h("td", points), class_="result-best" if best else None)


def _step(words: Words, outcome: Outcome, step: Step) -> Markup:
    if step.verdict == "decides":
        say = words(f"rose.tie.decides.{COLOURS[outcome.winners[0]]}")
    else:
        say = words(f"rose.tie.{step.verdict}")
    return h(
        "li",
        use("i-check") if step.verdict == "decides" else None,
        h("span", words(f"rose.step.{step.name}"), class_="tie-what"),
        h("span", f"{step.values[0]} : {step.values[1]}", class_="tie-values"),
        h("span", say, class_="tie-say"),
        class_=classes(
            "tie-step",
            step.verdict == "decides" and "tie-step--decides",
            step.verdict == "unused" and "tie-step--idle",
        ),
        id=f"tie-{step.name}",
    )
