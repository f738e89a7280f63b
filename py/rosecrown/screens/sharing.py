"""Links out and links in: sharing a position or a deal, opening what somebody sent."""

from rosecrown.core import registry, rng
from rosecrown.core.session import AnySession, Player, Session
from rosecrown.formats import link
from rosecrown.formats.link import LinkError, Opened
from rosecrown.formats.save import Saved
from rosecrown.screens import dialogs
from rosecrown.screens.chrome import button
from rosecrown.screens.desk import Desk, Intent
from rosecrown.screens.setup import Setup
from rosecrown.screens.shelf import AUTO
from rosecrown.screens.table import Table


class Sharing(Desk):
    """Actions of links; what comes in is checked before anything changes."""

    def do_share(self, intent: Intent) -> None:
        """The links of this game."""
        table = self.table
        if table is not None and self.screen == "table":
            can_share = bool(self.page.get("can_share"))
            self.dialog = lambda words: dialogs.share(words, self._links(table), can_share)

    def _links(self, table: Table) -> list[tuple[str, str, str]]:
        """(kind, address, why there is none): of hidden cards a link holds only what the viewer knows (T22)."""
        session, viewer = table.session, table.viewer()
        game = session.game
        hidden = game.info.secrets and not table.over
        if hidden and viewer is None:
            return [("position", "", "share.locked"), ("deal", "", "share.secret")]
        base = str(self.page.get("base", ""))
        found = [("position", f"{base}#{link.position(game, session.states[table.at], viewer)}", "")]
        if session.from_position:
            return [*found, ("deal", "", "share.no.deal")]
        if hidden:
            return [*found, ("deal", "", "share.secret")]
        return [*found, ("deal", f"{base}#{link.deal(game, len(session.players), session.options, session.seed)}", "")]

    def _address(self, kind: str) -> str:
        if self.table is None:
            return ""
        return next((address for name, address, _ in self._links(self.table) if name == kind), "")

    def do_copy(self, intent: Intent) -> None:
        """A link to the clipboard."""
        address = self._address(str(intent.get("kind")))
        if address:
            self.out["copy"] = address
            self._spoken.append(self.words("share.copied"))

    def do_send(self, intent: Intent) -> None:
        """A link to the system's share sheet."""
        address = self._address(str(intent.get("kind")))
        if address and self.table is not None:
            title = self.words(f"entry.{self.table.entry.id}")
            self.out["share"] = {"title": title, "text": self.words("share.text", game=title), "url": address}

    def do_open_link(self, intent: Intent) -> None:
        """The field for a link."""
        self.dialog = dialogs.open_link

    def do_follow(self, intent: Intent) -> None:
        """A link that was pasted."""
        text = str((intent.get("fields") or {}).get("text", ""))
        try:
            self._offer(link.read(text, self.entropy(rng.SEED_BITS)))
        except LinkError as error:
            reason = error.reason
            self.dialog = lambda words: dialogs.open_link(words, words(f"link.{reason}"), text[:200])

    def _follow(self, text: str) -> None:
        """A link in the address bar: it is read, cleaned away, and never touches the running game unasked."""
        self.out["address"] = ""
        try:
            self._offer(link.read(text, self.entropy(rng.SEED_BITS)))
        except LinkError as error:
            reason = error.reason
            if reason != "none":
                self.dialog = lambda words: dialogs.ask(words, words("link.title"), words(f"link.{reason}"))

    def _offer(self, opened: Opened) -> None:
        """Open a link at once if nothing is in its way, else ask."""
        self.offer = opened
        entry = self._entry_of(opened)
        if AUTO + entry not in self.shelf.store:
            self.do_accept({})
            return
        self.dialog = lambda words: dialogs.ask(
            words,
            words("link.title"),
            words(f"link.ask.{opened.kind}", game=words(f"entry.{entry}")),
            button("accept", words("link.open"), main=True),
            button("close", words("link.stay"), id="stay-button"),
        )

    def _entry_of(self, opened: Opened) -> str:
        """The lobby entry that a link belongs to: the one whose fixed options it has."""
        options = dict(opened.options)
        found = [
            entry.id
            for game, entry in registry.entries()
            if game == opened.game and all(options.get(key) == value for key, value in entry.options)
        ]
        return found[-1]

    def do_accept(self, intent: Intent) -> None:
        """Open the link that was offered."""
        opened, self.offer = self.offer, None
        if opened is None:
            return
        entry = self._entry_of(opened)
        chosen = self._remembered(entry)._replace(playing=opened.seats, options=opened.options, first="given")
        self._leave()
        if self.table is not None and self.screen == "table":
            self._keep(self.table)
        self._put_aside(entry)
        if opened.kind == "s":
            self._begin(chosen, opened.seed)
            return
        session: AnySession = Session(
            registry.get(opened.game), self._seats_for(opened, chosen), dict(opened.options), opened.seed, opened.state
        )
        self._sit(Table(Saved(session, entry, "", self.clock(), opened.position), AUTO + entry))

    def _seats_for(self, opened: Opened, chosen: Setup) -> tuple[Player, ...]:
        """Who plays on from a position: whoever is to move in it is a person."""
        players = chosen.players()
        to_move = registry.get(opened.game).to_move(opened.state)
        if 0 <= to_move < len(players) and players[to_move].kind != "person":
            person = next((seat for seat, player in enumerate(players) if player.kind == "person"), None)
            if person is not None:
                swapped = list(players)
                swapped[to_move], swapped[person] = players[person], players[to_move]
                players = tuple(swapped)
        return players
