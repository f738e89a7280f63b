"""The table's markup: the game's own areas, and around them what is the same for every game."""

from rosecrown.core.game import NOBODY, Outcome
from rosecrown.screens.chrome import button, masthead
from rosecrown.screens.shelf import Preferences
from rosecrown.screens.table import Line, Table
from rosecrown.widgets.markup import Markup, classes, h, join, spoken, use
from rosecrown.widgets.view import told
from rosecrown.widgets.words import Words


def screen(words: Words, prefs: Preferences, table: Table, at: int | None = None) -> Markup:
    """The whole screen, for the position that is shown now or after `at` log entries."""
    if table.locked():
        return hand_over(words, prefs, table)
    game = table.session.game.info.id
    scene = table.scene(words, prefs, at)
    ended = scene.outcome is not None
    return join(
        masthead(words, prefs, words(f"entry.{table.entry.id}"), _note(words, table)),
        h(
            "main",
            _result(words, table, scene.outcome) if scene.outcome is not None else None,
            table.view.areas(scene),
            h(
                "section",
                table.view.ending(scene),
                class_="panel ending",
                id="ending",
                aria_label=words("end.how"),
                tabindex=0,
            )
            if ended and table.session.resigned is None
            else None,
            _actions(words, prefs, table, ended, at),
            _log(words, table, at),
            class_=classes("table", game, ended and "over", table.looking is not None and "looking"),
            id="main",
            tabindex=-1,
        ),
    )


def _note(words: Words, table: Table) -> str:
    players = table.session.players
    if table.over:
        return words("table.over")
    computers = [player for player in players if player.kind == "computer"]
    if len(players) == 2 and len(computers) == 1:
        return words("table.against", level=words(f"level.{computers[0].level}"))
    return words("table.players", n=len(players))


def _result(words: Words, table: Table, outcome: Outcome) -> Markup:
    return h(
        "section",
        h("span", [table.view.icon(seat) for seat in outcome.winners[:2]], class_="headline-icons"),
        h("div", h("h2", headline(words, table, outcome)), h("p", reason(words, table, outcome))),
        class_="headline",
        id="headline",
        aria_label=words("end.result"),
    )


def headline(words: Words, table: Table, outcome: Outcome) -> str:
    """Who has won, in one sentence."""
    labels, players = table.labels(words), table.session.players
    if len(outcome.winners) == len(players):
        return words("end.draw")
    names = [labels[seat].name for seat in outcome.winners]
    if len(names) == 1:
        return words("end.you") if labels[outcome.winners[0]].you else words("end.one", who=names[0])
    if any(labels[seat].you for seat in outcome.winners):
        others = [labels[seat].name for seat in outcome.winners if not labels[seat].you]
        return words("end.you.and", others=", ".join(others))
    return words("end.many", first=", ".join(names[:-1]), last=names[-1])


def reason(words: Words, table: Table, outcome: Outcome) -> str:
    """Why the game ended."""
    if table.session.resigned is not None:
        label = table.labels(words)[table.session.resigned]
        return words("end.resigned.you") if label.you else words("end.resigned", who=label.name)
    seen = table.session.observation(table.viewer())
    return told(words, table.view.why_over(seen, outcome), table.labels(words))


def _actions(words: Words, prefs: Preferences, table: Table, ended: bool, at: int | None) -> Markup:
    frozen = at is not None
    session = table.session
    thinking = not ended and table.question is not None and table.question.purpose == "move"
    notice = _notice(words, prefs, table, thinking)
    if ended:
        items = [
            button("again", words("end.again"), main=True),
            button("rematch", words("end.rematch")) if len(session.players) == 2 else None,
            button("share", words("action.share"), icon="i-share"),
            button("look", words("action.look"), icon="i-log", data_at=table.first()),
            button("undo", words("action.undo.over"), icon="i-undo") if session.can_undo() else None,
            button("lobby", words("app.lobby"), id="lobby-button"),
        ]
        return h(
            "nav",
            notice,
            h("div", items, class_="end-actions"),
            class_="actions",
            id="actions",
            aria_label=words("table.actions"),
        )
    takes_back = session.game.info.undo == "free"
    items = [
        _action("undo", "i-undo", words("action.undo"), session.can_undo() and not frozen) if takes_back else None,
        _action("redo", "i-redo", words("action.redo"), session.can_redo() and not frozen) if takes_back else None,
        _action("now", "i-next", words("action.now"), True)
        if thinking
        else _action("hint", "i-hint", words("action.hint"), table.my_turn() and not session.serious and not frozen),
        _action("share", "i-share", words("action.share"), True),
        _action("log", "i-log", words("action.log"), True, "only-phone"),
        _action("menu", "i-menu", words("action.menu"), True),
    ]
    return h("nav", notice, h("ul", items), class_="actions", id="actions", aria_label=words("table.actions"))


def _action(do: str, icon: str, label: str, enabled: bool, extra: str = "") -> Markup:
    return h(
        "li",
        h(
            "button",
            use(icon),
            h("span", label),
            type="button",
            class_="action",
            id=f"action-{do}",
            data_do=do,
            disabled=not enabled,
        ),
        class_=extra or None,
        id=f"item-{do}",
    )


def _notice(words: Words, prefs: Preferences, table: Table, thinking: bool) -> Markup | None:
    """What waits above the action bar: looking back, a move to confirm, a hint, a pause, a computer that thinks."""
    if table.looking is not None:
        why = table.why(words, prefs)
        return h(
            "div",
            h("p", words("look.at", n=len(table.folded(words, table.at)), of=len(table.folded(words)))),
            _steps(words, table, "look-"),
            h("ul", [h("li", line) for line in why]) if why else None,
            h(
                "div",
                button("back", words("look.back"), main=True, id="back-button"),
                button("branch", words("look.branch"), id="branch-button")
                if table.session.game.info.undo == "free" and not table.session.serious
                else None,
                class_="notice-buttons",
            ),
            class_="notice notice--look",
            id="notice",
        )
    if table.pending is not None:
        return h(
            "div",
            h("p", words("confirm.ask")),
            h(
                "div",
                button("confirm", words("confirm.play"), main=True),
                button("unselect", words("confirm.back")),
                class_="notice-buttons",
            ),
            class_="notice notice--confirm",
            id="notice",
        )
    if table.hint is not None:
        move, *why = table.advice(words)
        return h(
            "div",
            h("p", h("b", words("hint.move", move=move))),
            h(
                "button",
                use("i-close"),
                spoken(words("app.close")),
                type="button",
                class_="icon-button",
                id="hint-close",
                data_do="unselect",
            ),
            h("ul", [h("li", line) for line in why[:2]]) if why else None,
            class_="notice notice--hint",
            id="notice",
        )
    if table.paused:
        return h(
            "div",
            h("p", words("table.paused")),
            h("div", button("resume", words("table.resume"), main=True), class_="notice-buttons"),
            class_="notice notice--paused",
            id="notice",
        )
    if thinking:
        name = table.labels(words)[table.session.to_move].name if table.session.to_move >= 0 else ""
        return h(
            "div",
            h("p", words("table.thinking", who=name)),
            class_="notice notice--thinking",
            id="notice",
            aria_hidden=True,
        )
    return None


def _steps(words: Words, table: Table, prefix: str = "") -> Markup:
    at, first, last = table.at, table.first(), table.session.cursor

    def step(name: str, icon: str, enabled: bool) -> Markup:
        return h(
            "button",
            use(icon),
            spoken(words(f"log.{name}")),
            type="button",
            id=f"{prefix}{name}",
            data_do="step",
            data_to=name,
            disabled=not enabled,
        )

    return h(
        "div",
        step("first", "i-first", at > first),
        step("back", "i-back", at > first),
        step("next", "i-next", at < last),
        step("last", "i-last", at < last),
        class_="log-steps",
    )


def _log(words: Words, table: Table, at: int | None) -> Markup:
    """The log beside the board on wide screens; on phones it is a dialog."""
    return h(
        "section",
        h("div", h("h2", words("log.title")), _steps(words, table), class_="log-head"),
        log_list(words, table, at),
        role="log",
        aria_live="off",  # what happens is told by the page's live region, once
        aria_label=words("log.title"),
        class_="panel log",
        id="log",
    )


def log_list(words: Words, table: Table, at: int | None = None, prefix: str = "") -> Markup:
    """All moves, the latest first; each leads to the position after it."""
    here = table.at if at is None else at
    lines = table.folded(words, at)
    current = max((line.number for line in lines if line.number < here), default=-1)
    items = [
        _log_item(words, table, number, line, line.number == current, prefix) for number, line in enumerate(lines, 1)
    ]
    if not items:
        empty = words("log.from" if table.session.from_position else "log.empty")
        return h("p", empty, class_="log-empty", id=f"{prefix}log-empty")
    return h(
        "ol",
        items[::-1],
        reversed=True,
        data_nav=True,
        aria_label=words("log.title"),
        id=f"{prefix}log-list",
    )


def _log_item(words: Words, table: Table, number: int, line: Line, current: bool, prefix: str) -> Markup:
    icon = table.view.icon(line.seat) if line.seat >= 0 else None
    name = None if line.seat < 0 or line.named else spoken(f"{table.labels(words)[line.seat].name}: ")
    return h(
        "li",
        h(
            "button",
            h("span", number, class_="log-no"),
            h("span", icon, class_="log-side"),
            h("span", name, line.words),
            h("span", line.note, class_="log-gain"),
            type="button",
            class_="log-move",
            data_do="look",
            data_at=line.number + 1,
            id=f"{prefix}log-{number}",
            aria_current="step" if current else None,
        ),
        id=f"{prefix}log-item-{number}",
    )


def hand_over(words: Words, prefs: Preferences, table: Table) -> Markup:
    """The screen between two people whose hands are hidden from one another: it covers everything."""
    name = table.labels(words)[table.session.to_move].name
    return join(
        masthead(words, prefs, words(f"entry.{table.entry.id}")),
        h(
            "main",
            h(
                "section",
                table.view.icon(table.session.to_move),
                h("h2", words("handover.title", who=name)),
                h("p", words("handover.line", who=name)),
                button("unlock", words("handover.go", who=name), main=True, id="unlock-button"),
                class_="panel handover",
                id="handover",
            ),
            class_="handover-main",
            id="main",
            tabindex=-1,
        ),
    )


def turn_of(table: Table) -> str:
    """The page's data-turn: "you", "other", "over", "hand-over" or "looking"."""
    if table.looking is not None:
        return "looking"
    if table.over:
        return "over"
    if table.locked():
        return "hand-over"
    return "you" if table.my_turn() else "other" if table.session.to_move != NOBODY else "over"
