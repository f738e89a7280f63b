"""What one does at the table: moves, back and forth, hints, new games, resigning."""

from collections.abc import Callable

from rosecrown.core import rng
from rosecrown.core.game import GameError, IllegalMoveError
from rosecrown.core.session import AnySession, Session
from rosecrown.formats.save import Saved
from rosecrown.screens import dialogs
from rosecrown.screens.chrome import button
from rosecrown.screens.desk import Desk, Intent
from rosecrown.screens.shelf import AUTO, RECORD
from rosecrown.screens.table import Table


class Deeds(Desk):
    """Actions of a running game; each is the intent of its name."""

    def do_tap(self, intent: Intent) -> None:
        """A tap on the board, the hand, a pile."""
        table = self.table
        if table is None or self.screen != "table":
            return
        if table.tap(self.words, self.prefs, str(intent.get("cell", ""))):
            self._moved(table)

    def do_confirm(self, intent: Intent) -> None:
        """Play the move that waits."""
        if self.table is not None and self.table.pending is not None:
            self.table.commit(self.table.pending)
            self._moved(self.table)

    def do_unselect(self, intent: Intent) -> None:
        """Take back the taps of an unfinished move."""
        if self.table is not None:
            self.table.selection, self.table.pending, self.table.hint, self.table.reasons = (), None, None, ()

    def do_type_move(self, intent: Intent) -> None:
        """A typed move."""
        table, typed = self.table, str((intent.get("fields") or {}).get("text", ""))[:200]
        if table is None or not table.my_turn():
            return
        game = table.session.game.info.id
        try:
            table.typed(self.words, self.prefs, typed)
        except IllegalMoveError:
            self.dialog = lambda words: dialogs.typed(words, game, words("typed.illegal"), typed)
        except GameError:
            self.dialog = lambda words: dialogs.typed(words, game, words("typed.unknown"), typed)
        else:
            self.dialog = None
            self._moved(table)

    def do_undo(self, intent: Intent) -> None:
        """Back to the last decision of a person, whoever thinks just now."""
        if self.table is not None and self.table.session.can_undo():
            self._back(self.table, self.table.undo)

    def do_redo(self, intent: Intent) -> None:
        """Forward again."""
        if self.table is not None and self.table.session.can_redo():
            self._back(self.table, self.table.redo)

    def _back(self, table: Table, move: Callable[[], bool]) -> None:
        self._leave()
        if table.key.startswith(RECORD):
            table.key = AUTO + table.entry.id
            self._put_aside(table.entry.id)
        if move():
            self._spoken.append(self.words("undo.said"))
            self._moved(table)

    def do_hint(self, intent: Intent) -> None:
        """Ask a thinker for advice."""
        table = self.table
        if table is not None and table.my_turn() and not table.session.serious and table.question is None:
            self.questions += 1
            self.out["ask"] = [table.ask(self.questions, "hint")]

    def do_now(self, intent: Intent) -> None:
        """Move now."""
        if self.table is not None and self.table.question is not None:
            self.out["stop"] = "now"

    def do_thought(self, intent: Intent) -> None:
        """A thinker's answer."""
        table = self.table
        if table is None:
            return
        hint = table.question is not None and table.question.purpose == "hint"
        try:
            heard = table.thought(int(intent.get("id", 0)), [str(move) for move in intent.get("line") or []])
        except (GameError, IndexError):
            self.do_thinker_lost(intent)
            return
        if heard and hint:
            move, *why = table.advice(self.words)
            self._spoken.extend([self.words("hint.move", move=move), *why])
        elif heard:
            self._moved(table)

    def do_thinker_lost(self, intent: Intent) -> None:
        """No thinker answers: the game waits until somebody says go on."""
        if self.table is not None:
            self.table.question, self.table.paused = None, True
            self._spoken.append(self.words("table.lost"))

    def do_pause(self, intent: Intent) -> None:
        """Computers stop before the next move."""
        if self.table is not None:
            self._leave()
            self.table.paused, self.dialog = True, None

    def do_resume(self, intent: Intent) -> None:
        """Computers go on."""
        if self.table is not None:
            self.table.paused = False

    def do_look(self, intent: Intent) -> None:
        """Look at an earlier position."""
        if self.table is not None and str(intent.get("at", "")).isdecimal():
            self.table.look(int(intent["at"]))
            self.dialog = None

    def do_step(self, intent: Intent) -> None:
        """Step through the log."""
        table, to = self.table, intent.get("to")
        if table is not None and to in ("first", "back", "next", "last"):
            if to in ("back", "next"):
                table.step(self.words, -1 if to == "back" else 1)
            else:
                table.look(0 if to == "first" else None)

    def do_back(self, intent: Intent) -> None:
        """From looking back to the game."""
        if self.table is not None:
            self.table.look(None)

    def do_branch(self, intent: Intent) -> None:
        """A new game from the position on the screen; the old one is kept."""
        table = self.table
        if table is None or table.looking is None or table.session.serious or table.session.game.info.undo != "free":
            return
        at = table.looking
        table.look(None)
        if not table.key.startswith(RECORD):
            self._keep(table)
        self._put_aside(table.entry.id)
        session = table.session.branch(at)
        self._sit(Table(Saved(session, table.entry.id, "", self.clock(), table.position), AUTO + table.entry.id))

    def do_unlock(self, intent: Intent) -> None:
        """The device has changed hands."""
        if self.table is not None:
            self.table.unlocked = self.table.session.to_move
            self.table.shown = self.table.session.cursor

    def do_turn(self, intent: Intent) -> None:
        """Turn the board for the person opposite."""
        if self.table is not None:
            self.table.turned, self.dialog = not self.table.turned, None

    def do_again(self, intent: Intent) -> None:
        """A new game with the same settings."""
        self._renew(0)

    def do_rematch(self, intent: Intent) -> None:
        """A new game with the seats swapped."""
        self._renew(1)

    def _renew(self, turn: int) -> None:
        table = self.table
        if table is None:
            return
        old = table.session
        players = old.players[turn:] + old.players[:turn]
        self._put_aside(table.entry.id)
        session: AnySession = Session(old.game, players, old.options, self.entropy(rng.SEED_BITS), serious=old.serious)
        self._sit(Table(Saved(session, table.entry.id, "", self.clock()), AUTO + table.entry.id))

    def do_resign(self, intent: Intent) -> None:
        """Give up, after a question."""
        table = self.table
        if table is None or table.over or not table.persons:
            return
        if intent.get("sure"):
            self._leave()
            seat = table.session.to_move if table.session.to_move in table.persons else table.persons[0]
            table.session.resign(seat)
            table.forget()
            self.dialog = None
            self._moved(table)
            self._record(table)
        else:
            self.dialog = lambda words: dialogs.ask(
                words,
                words("menu.resign"),
                words("resign.ask"),
                button("resign", words("resign.yes"), main=True, id="resign-yes", data_sure="1"),
                button("close", words("app.cancel"), id="resign-no"),
            )
