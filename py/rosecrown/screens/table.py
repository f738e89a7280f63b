"""A game at the table: what taps mean, whose turn it is, which frames are shown, what is asked of a thinker."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rosecrown.core import registry, rng
from rosecrown.core.game import CHANCE, Event, Seat, Text
from rosecrown.core.session import AnySession, Player
from rosecrown.formats.save import Saved
from rosecrown.screens.shelf import Preferences
from rosecrown.widgets.view import Chosen, Label, Scene, Selection, View, told
from rosecrown.widgets.words import Words

PACE: Final = {"off": 0, "quick": 350, "normal": 800, "slow": 1800}
"""Milliseconds of one `View.rest`."""

GUARD: Final = {"easy": 450, "medium": 450, "hard": 500, "expert": 1900}
"""Milliseconds after which a thinker must answer; its nodes end it earlier on all but slow machines."""

HINT_LEVEL: Final = "hard"


class Line(NamedTuple):
    """One line of the log: the log entry that it tells of, who did it (CHANCE: nobody), the words, a short number."""

    number: int
    seat: Seat
    words: str
    note: str
    kind: str = ""
    """The kind of the event."""
    named: bool = False
    """Whether the words say themselves who did it."""


class Question(NamedTuple):
    """What was asked of a thinker and not yet answered."""

    id: int
    rev: int
    seat: Seat
    purpose: str
    """"move" or "hint"."""


class Table:
    """A running game and what the screen remembers beside it: nothing here is needed to continue it elsewhere."""

    def __init__(self, saved: Saved, key: str) -> None:
        self.key = key
        """Where it is saved."""
        self.entry = registry.entry(saved.entry)[1]
        self.name = saved.name
        self.position = saved.position
        self.session: AnySession = saved.session
        self.view: View[Any, Any] = registry.part(self.session.game.info.id, "view", "VIEW")
        self.selection: Selection = ()
        self.pending: Chosen[Any] | None = None
        """A complete move that waits to be confirmed."""
        self.hint: Any = None
        self.advised: tuple[Any, ...] = ()
        """The turn that begins with the hint."""
        self.reasons: tuple[Text, ...] = ()
        self.looking: int | None = None
        """Looking back at the position after so many log entries."""
        self.unlocked: Seat | None = None
        """The person whose hidden cards may be shown, where several people share the device."""
        self.paused = False
        self.question: Question | None = None
        self.shown = self.session.cursor
        """The log entries that have been shown."""
        self.turned = False
        self.recorded = False
        self.elsewhere = False
        """Another tab has gone on with this game."""
        self._told: dict[int, tuple[tuple[Any, Any], list[Line]]] = {}
        """Lines of log entries that were put into words already, for `_told_for`: viewer, language, labels."""
        self._told_for: tuple[Seat | None, str, tuple[Label, ...]] | None = None

    # ---- who looks at the screen ----
    @property
    def persons(self) -> list[Seat]:
        """Seats of the people at this device."""
        return [seat for seat, player in enumerate(self.session.players) if player.kind == "person"]

    @property
    def at(self) -> int:
        """The log entries behind the position on the screen."""
        return self.session.cursor if self.looking is None else self.looking

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session.outcome is not None

    def viewer(self) -> Seat | None:
        """The seat that the screen is drawn for."""
        persons, to_move = self.persons, self.session.to_move
        if self.session.game.info.secrets:
            if len(persons) == 1:
                return persons[0]
            return self.unlocked
        if not persons:
            return 0
        if to_move in persons:
            return to_move
        latest = self.session.decision_before(self.session.cursor)
        return persons[0] if latest is None else self.session.log[latest].seat

    def locked(self) -> bool:
        """Whether the device has to change hands before anything is shown: the hand of another person is needed."""
        session = self.session
        if not session.game.info.secrets or len(self.persons) < 2 or self.over or self.looking is not None:
            return False
        seat = session.to_move
        return seat in self.persons and seat != self.unlocked and self.view.needs_hand(session.observation(seat))

    def my_turn(self) -> bool:
        """Whether a person at this device is to move in the position on the screen."""
        return self.looking is None and self.session.to_move in self.persons and not self.locked()

    # ---- the scene ----
    def labels(self, words: Words) -> tuple[Label, ...]:
        """What the seats are called."""
        session, alone = self.session, len(self.persons) == 1
        computers = [seat for seat, player in enumerate(session.players) if player.kind == "computer"]
        found = []
        for seat, player in enumerate(session.players):
            side = words(self.view.seat_name(seat, len(session.players)))
            you = alone and player.kind == "person"
            if player.kind == "computer":
                number = computers.index(seat) + 1
                unnamed = words("seat.computer") if len(computers) == 1 else words("seat.computer.number", n=number)
                name, note = player.name or unnamed, words(f"level.{player.level}")
            else:
                name, note = player.name or (words("seat.you") if you else side), ""
            found.append(Label(name, note, you))
        return tuple(found)

    def scene(self, words: Words, prefs: Preferences, at: int | None = None, thinking: bool = False) -> Scene[Any, Any]:
        """What is to be drawn, for the position on the screen or after `at` log entries."""
        session, viewer = self.session, self.viewer()
        here = self.at if at is None else at
        live = here == session.cursor and self.looking is None
        mine = live and self.my_turn()
        game = session.game
        to_move = session.to_move if live else game.to_move(session.states[here])
        return Scene(
            entry=self.entry,
            words=words,
            seen=game.recall(session.states[here], session.state, viewer)
            if self.over
            else session.observation(viewer, here),
            viewer=viewer,
            to_move=to_move,
            labels=self.labels(words),
            legal=tuple(game.legal_moves(session.state)) if mine else (),
            selection=self.selection if mine else (),
            last=self._last(here, viewer),
            outcome=session.outcome if live else None,
            ended=self.over,
            thinking=thinking,
            hint=self.hint if mine else None,
            switches=self._switches(prefs),
            turned=self.turned,
            open_hand=prefs.open_hand and len(self.persons) == 1,
        )

    def _switches(self, prefs: Preferences) -> dict[str, bool]:
        game = self.session.game.info.id
        return {name: prefs.switches.get(f"{game}.{name}", default) for name, default in self.view.switches}

    def _last(self, at: int, viewer: Seat | None) -> tuple[tuple[Seat, Event], ...]:
        """Events of the latest turn: one seat's decisions in a row, the random events and forced moves they led to."""
        log, start = self.session.log, at - 1
        while start > 0 and (log[start].seat == CHANCE or log[start].forced):
            start -= 1
        while start > 0 and log[start - 1].seat == log[start].seat != CHANCE:
            start -= 1
        return tuple(
            (log[number].seat, happened)
            for number in range(max(start, 0), at)
            for happened in self.session.events(number, viewer)
        )

    # ---- moves ----
    def tap(self, words: Words, prefs: Preferences, cell: str) -> bool:
        """A tap on the board or the hand. True if a move was made."""
        if not self.my_turn():
            return False
        self.hint, self.reasons = None, ()
        meant = self.view.tap(self.scene(words, prefs), cell)
        if not isinstance(meant, Chosen):
            self.selection, self.pending = meant, None
            return False
        if prefs.confirm and self.pending != meant:
            self.pending = meant
            return False
        self.commit(meant)
        return True

    def commit(self, chosen: Chosen[Any]) -> None:
        """Make the moves that a tap meant. Raises IllegalMoveError."""
        for move in (chosen.move, *chosen.then):
            self.play(move)

    def play(self, *moves: Any) -> None:
        """Make the decisions of the seat to move, whoever sits there. Raises IllegalMoveError."""
        seat = self.session.to_move
        for move in moves:
            self.session.play(move)
        self.forget()
        if seat != self.session.to_move:
            self.unlocked = None

    def typed(self, words: Words, prefs: Preferences, typed: str) -> None:
        """A move from the keyboard. Raises NotationError or IllegalMoveError."""
        self.play(self.view.typed(self.scene(words, prefs), typed))

    def forget(self) -> None:
        """Drop all that belonged to the position that was on the screen."""
        self.selection, self.pending, self.hint, self.reasons = (), None, None, ()
        self.looking = self.question = None

    def undo(self) -> bool:
        """Back to the last decision of a person."""
        return self._moved(self.session.undo())

    def redo(self) -> bool:
        """Forward again."""
        return self._moved(self.session.redo())

    def _moved(self, done: bool) -> bool:
        if done:
            self.forget()
            self.shown = self.session.cursor
            self.recorded = False
        return done

    def look(self, number: int | None) -> None:
        """Look at the position after `number` log entries; None, or the last of them, is the game itself."""
        latest = self.session.cursor
        self.looking = None if number is None or number >= latest else max(number, self.first())
        self.selection, self.pending = (), None

    def first(self) -> int:
        """The log entries before the first decision: the deal."""
        log = self.session.log
        return next((number for number, entry in enumerate(log) if entry.seat >= 0), len(log))

    def step(self, words: Words, by: int) -> None:
        """Look one line of the log further back or on."""
        stops = sorted({self.first(), *(line.number + 1 for line in self.lines(words)), self.session.cursor})
        here = self.at
        if by < 0:
            self.look(max((stop for stop in stops if stop < here), default=self.first()))
        else:
            self.look(min((stop for stop in stops if stop > here), default=None))

    # ---- thinkers ----
    def wants_computer(self) -> bool:
        """Whether a computer's move is due and nobody has been asked for it."""
        session = self.session
        seat = session.to_move
        return (
            0 <= seat < len(session.players)
            and session.players[seat].kind == "computer"
            and session.cursor == len(session.log)
            and not self.paused
            and self.question is None
        )

    def ask(self, id: int, purpose: str) -> dict[str, Any]:
        """The question for a thinker: the move of the seat to move, or advice for it."""
        session = self.session
        game, seat = session.game, session.to_move
        level = session.players[seat].level if purpose == "move" else HINT_LEVEL
        self.question = Question(id, session.rev, seat, purpose)
        return {
            "id": id,
            "game": game.info.id,
            "seen": game.observation_text(session.observation(seat)),
            "history": [[by, game.move_text(move)] for by, move in session.history(seat)],
            "seat": seat,
            "level": level,
            "seed": int(rng.fraction(session.seed, 1_000_000 + len(session.log)) * (1 << 32)),
            "ms": GUARD[level],
        }

    def thought(self, id: int, line: Sequence[str]) -> bool:
        """A thinker's answer. False if nobody waits for it; a wrong line stops the computer and raises GameError."""
        question, session = self.question, self.session
        if question is None or question.id != id or question.rev != session.rev:
            return False
        self.question = None
        moves = [session.game.parse_move(move) for move in line]
        if question.purpose == "hint":
            self._advise(moves)
            return True
        for number, move in enumerate(moves):
            if number and (session.to_move != question.seat or move not in session.game.legal_moves(session.state)):
                break
            self.play(move)
        return True

    def _advise(self, line: Sequence[Any]) -> None:
        session = self.session
        seen = session.observation(session.to_move)
        explain = registry.part(session.game.info.id, "ai", "explain")
        self.hint, self.advised, self.reasons = line[0], tuple(line), tuple(explain(seen, line[0]))
        self.selection, self.pending = (), None
        session.assist.add("hint")

    def advice(self, words: Words) -> list[str]:
        """The hint in words: what the turn does, then why."""
        game = self.session.game
        named = Text(f"{game.info.id}.move.{game.move_text(self.hint)}")  # where the events say too little
        does = [named] if words.has(named.key) else self._deeds()
        said = [told(words, text, self.labels(words)) for text in does] or [game.move_text(self.hint)]
        return [*said, *(told(words, text, self.labels(words)) for text in self.reasons[:3])]

    def _deeds(self) -> list[Text]:
        """What the advised turn does; with secrets only its first decision, as the next ones may uncover something."""
        game, state, viewer, seat = self.session.game, self.session.state, self.viewer(), self.session.to_move
        found: list[Text] = []
        for move in self.advised[: 1 if game.info.secrets else None]:
            if game.to_move(state) != seat or move not in game.legal_moves(state):
                break
            seen = game.observe(state, viewer)
            found += [text for one in game.events(state, move, viewer) if (text := game.describe(seen, one)).key]
            state = game.apply(state, move)
        return found

    # ---- log and frames ----
    def lines(self, words: Words, until: int | None = None) -> list[Line]:
        """The log in words as the viewer knows it, oldest first, up to `until` entries (None: all that happened)."""
        last = self.session.cursor if until is None else until
        viewer, labels = self.viewer(), self.labels(words)
        if self._told_for != (viewer, words.language, labels):
            self._told_for = (viewer, words.language, labels)
            self._told.clear()
        session, found = self.session, list[Line]()
        for number in range(last):
            by = (session.log[number], session.game.recall(session.states[number], session.state, viewer))
            known = self._told.get(number)
            if known is None or known[0] != by:
                known = self._told[number] = (by, self._tell(number, words, viewer, labels, by[1]))
            found += known[1]
        return found

    def _tell(self, number: int, words: Words, viewer: Seat | None, labels: tuple[Label, ...], seen: Any) -> list[Line]:
        """The lines of one log entry; `seen` is what the viewer knows of the position before it."""
        session = self.session
        entry, happened = session.log[number], session.events(number, viewer)
        note = self.view.move_note(happened)
        found: list[Line] = []
        for place, one in enumerate(happened):
            text = session.game.describe(seen, one)
            if text.key:
                seat = dict(one.args).get("seat", CHANCE if place else entry.seat)
                named = any(isinstance(value, Text) and value.key == "seat" for _, value in text.args)
                by = seat if isinstance(seat, int) else CHANCE
                found.append(Line(number, by, told(words, text, labels), "" if found else note, one.kind, named))
        return found

    def folded(self, words: Words, until: int | None = None) -> list[Line]:
        """The log as `lines`, with consecutive passes as one line."""
        labels, found = self.labels(words), list[list[Line]]()
        for line in self.lines(words, until):
            if found and line.kind == found[-1][0].kind == "pass" and 0 <= line.seat:
                found[-1].append(line)
            else:
                found.append([line])
        return [run[0] if len(run) == 1 else _passes(words, run, labels) for run in found]

    def why(self, words: Words, prefs: Preferences) -> list[str]:
        """Once the game is over: why the move that led to the position on the screen was a good one, if it was."""
        session, game = self.session, self.session.game
        if not self.over or self.looking is None or not self._switches(prefs).get("reveal", True):
            return []
        place = session.decision_before(self.looking, persons_only=False)
        if place is None:
            return []
        seat = session.log[place].seat
        explain = registry.part(game.info.id, "ai", "explain")
        reasons = explain(session.observation(seat, place), session.log[place].move)
        return [told(words, text, self.labels(words)) for text in reasons[:2]]

    def say(self, words: Words, line: Line) -> str:
        """A line of the log as a spoken sentence."""
        if line.seat < 0 or line.named:
            return words("log.sentence", what=line.words)
        return words("log.said", who=self.labels(words)[line.seat].name, what=line.words)

    def frames(self) -> list[tuple[int, float]]:
        """The positions to show since the last time, as (log entries, rest), the present one last."""
        session, viewer = self.session, self.viewer()
        found: list[tuple[int, float]] = []
        for number in range(min(self.shown, session.cursor), session.cursor):
            rest = self.view.rest(session.events(number, viewer))
            if rest or number + 1 == session.cursor:
                found.append((number + 1, rest))
        self.shown = session.cursor
        return found or [(session.cursor, 0.0)]

    def seat_player(self, seat: Seat, player: Player) -> None:
        """Put a person or a computer on a seat."""
        self.session.seat_player(seat, player)
        self.forget()
        self.unlocked = None


def _passes(words: Words, run: Sequence[Line], labels: Sequence[Label]) -> Line:
    """Passes in a row as one line, at the last of them."""
    names = [labels[line.seat].name for line in run]
    who = words("log.and", first=", ".join(names[:-1]), last=names[-1])
    return Line(run[-1].number, CHANCE, words("log.passes", who=who), "", "pass")
