"""Line mode before the game: who sits down, and when it can start."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.language.speech import capital, commas
from p2puno.net.addresses import Address
from p2puno.net.messages import Roll, RollEntry
from p2puno.store.acquaintances import Acquaintances
from p2puno.ui import texts as text
from p2puno.ui.acquaintances import new_remarks
from p2puno.ui.finding import find_seat
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.naming import for_people
from p2puno.ui.ruletitle import title_of_items
from p2puno.ui.tableinfo import fingerprint_lines, known_rules, rule_lines, starts_when_full, unready

LEAST_SEATS = 2


class LineLobby:
    """Implements `seat.player.LobbyObserver`.

    opener: this seat opened the table and may start the game. by_itself: the game starts when all seats are
    taken. quiet: nobody can sit down anyway, so only trouble is told. looks_on: without a seat.
    """

    def __init__(
        self,
        screen: LineObserver,
        *,
        opener: bool = False,
        by_itself: bool = False,
        quiet: bool = False,
        looks_on: bool = False,
    ) -> None:
        self._screen = screen
        self._looks_on = looks_on
        self._by_itself = by_itself
        self._quiet = quiet
        self._roll: Roll | None = None
        self._known, self._own = Acquaintances(), b""
        self.opener = opener

    @property
    def can_start(self) -> bool:
        return self._roll is not None and len(self._roll.entries) >= LEAST_SEATS

    @property
    def unready(self) -> tuple[str, ...]:
        """Who has not said to be ready."""
        return () if self._roll is None else unready(self._roll)

    def show(self) -> None:
        """The command `table` before the game."""
        if self._roll is not None:
            self._show_seats(self._roll)

    def show_fingerprints(self) -> None:
        """The keys of all who sit here, in words."""
        entries = () if self._roll is None else self._roll.entries
        names, keys = [entry.name for entry in entries], [entry.key for entry in entries]
        self._screen.show(*fingerprint_lines(names, keys))

    def show_rules(self) -> None:
        """What will be played here, in words, if this version knows it."""
        rules = None if self._roll is None else known_rules(self._roll.rules)
        if rules is not None:
            self._screen.show(*rule_lines(rules))
        elif self._roll is not None:
            self._screen.show(text.as_sentence(capital(str(text.RULES_UNKNOWN))))

    def key_of(self, name: str) -> bytes:
        """Whoever is called so at the table; raises `UnfitError`."""
        entries = () if self._roll is None else self._roll.entries
        return entries[find_seat(name, for_people([entry.name for entry in entries]))].key

    # --- LobbyObserver --------------------------------------------------------------------------------

    def on_known(self, known: Acquaintances, own: bytes) -> None:
        self._known, self._own = known, own

    def on_open(self, addresses: Sequence[Address]) -> None:
        if not self._quiet:
            self._screen.show(text.LOBBY_OPEN.format(address=addresses[0]))
            if len(addresses) > 1:
                others = text.listed([str(address) for address in addresses[1:]], text.OR)
                self._screen.show(text.LOBBY_OPEN_ALSO.format(addresses=others))

    def on_roll(self, roll: Roll) -> None:
        before, self._roll = self._roll, roll
        if not self._quiet:
            if before is None:
                self._screen.show(text.LOBBY_TABLE.format(table=roll.name, rules=title_of_items(roll.rules)))
            else:
                self._show_changes(before, roll)
            if before is None or _keys(before) != _keys(roll):
                self._show_seats(roll)
                self._screen.show(*new_remarks(self._known, before, roll, self._own))
                self._screen.show(self._what_next(roll))
        self._screen.wake()

    def on_trouble(self, sentence: str) -> None:
        self._screen.show(text.as_sentence(capital(sentence)))

    def _show_changes(self, before: Roll, roll: Roll) -> None:
        for change, here, there in ((text.LOBBY_LEFT, before, roll), (text.LOBBY_CAME, roll, before)):
            known = {entry.key for entry in there.entries}
            names = for_people([entry.name for entry in here.entries])
            for entry, name in zip(here.entries, names, strict=True):
                if entry.key not in known:
                    self._screen.show(change.format(name=name))
        self._show_ready(before, roll)

    def _show_ready(self, before: Roll, roll: Roll) -> None:
        """Who has said to be ready, or not to be ready any more."""
        was = {entry.key: entry.ready for entry in before.entries}
        names = for_people([entry.name for entry in roll.entries])
        for entry, name in zip(roll.entries, names, strict=True):
            if entry.ready != was.get(entry.key, entry.ready):
                words = text.LOBBY_READY if entry.ready else text.LOBBY_NOT_READY
                self._screen.show(words.format(name=name))

    def _show_seats(self, roll: Roll) -> None:
        names = for_people([entry.name for entry in roll.entries])
        shown = zip(roll.entries, names, strict=True)
        seats = [_seat_words(entry, name, you=entry.key == self._own) for entry, name in shown]
        self._screen.show(
            text.LOBBY_SEATS.format(seats=text.listed(seats), taken=len(seats), capacity=roll.capacity)
        )

    def _what_next(self, roll: Roll) -> str:
        if self._looks_on:
            return str(text.LOBBY_LOOKS_ON)
        if self._by_itself or (not self.opener and starts_when_full(roll)):
            return text.LOBBY_BY_ITSELF.format(capacity=roll.capacity)
        if not self.opener:
            return str(text.LOBBY_OPENER_STARTS)
        return str(text.LOBBY_YOU_START) if self.can_start else str(text.LOBBY_ALONE)


def _seat_words(entry: RollEntry, name: str, *, you: bool) -> str:
    marks = ((text.YOU, you), (text.BOT_MARK, entry.bot), (text.READY_MARK, entry.ready and not entry.bot))
    shown = [str(mark) for mark, applies in marks if applies]
    return f"{name} ({commas(shown)})" if shown else name


def _keys(roll: Roll) -> list[bytes]:
    return [entry.key for entry in roll.entries]
