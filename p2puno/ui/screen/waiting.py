"""The waiting room of a table: who sits at it, where others find it, and its start."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p2puno.language.speech import capital
from p2puno.net.addresses import Address
from p2puno.net.messages import Roll
from p2puno.seat.player import Controls
from p2puno.store.acquaintances import Acquaintances
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.acquaintances import remarks
from p2puno.ui.directions import apart
from p2puno.ui.naming import for_people
from p2puno.ui.ruletitle import title_of_items
from p2puno.ui.screen.characters import tame, tidy
from p2puno.ui.screen.choosing import ChoicePage
from p2puno.ui.screen.drawing import draw_sheet
from p2puno.ui.screen.fingerprints import fingerprint_sheet
from p2puno.ui.screen.keys import Key, help_lines, key_line, press
from p2puno.ui.screen.picture import Sheet
from p2puno.ui.screen.rulesheet import rules_sheet
from p2puno.ui.screen.settings_page import SettingsPage
from p2puno.ui.screen.sheets import SheetPage, ask_to_leave
from p2puno.ui.screen.stage import Line, Stage
from p2puno.ui.screen.waiting_lines import address_lines, seat_lines
from p2puno.ui.tableinfo import known_rules, starts_when_full, unready
from protocol.rules.ruleset import RuleSet

LEAST_SEATS = 2
TROUBLES_SHOWN = 4


class WaitingPage:
    """Implements `seat.player.LobbyObserver` and `stage.Page`.

    opener: this seat opened the table. by_itself: the game starts when all seats are taken. again: it does so
    when all who played before are back. watching: this person has no seat and only looks on. trouble is also
    told to `note`, because it may come when the game is on.
    """

    def __init__(
        self,
        stage: Stage,
        controls: Controls,
        note: Callable[[str], None],
        *,
        opener: bool = False,
        by_itself: bool = False,
        again: bool = False,
        watching: bool = False,
    ) -> None:
        self._stage = stage
        self._controls = controls
        self._note = note
        self._opener = opener
        self._by_itself = by_itself
        self._again = again
        self._watching = watching
        self._addresses: Sequence[Address] = ()
        self._roll: Roll | None = None
        self._known, self._own = Acquaintances(), b""
        self._starting = False
        self._leaving = False
        self._warned = False
        self._troubles: list[str] = []

    @property
    def can_start(self) -> bool:
        enough = self._roll is not None and len(self._roll.entries) >= LEAST_SEATS
        return self._opener and not self._by_itself and enough and not self._starting

    @property
    def can_be_ready(self) -> bool:
        """Whoever opened the table says so by starting it, and where it starts by itself nobody asks."""
        nobody_asks = self._opener or self.starts_by_itself or self._again or self._watching
        return not nobody_asks and self._roll is not None

    @property
    def starts_by_itself(self) -> bool:
        """Whoever opened the table knows; the others see it at its seats."""
        guest = not (self._opener or self._again)
        return self._by_itself or (guest and self._roll is not None and starts_when_full(self._roll))

    @property
    def is_ready(self) -> bool:
        return self._controls.ready

    @property
    def can_send_away(self) -> bool:
        return self._opener and self._roll is not None and len(self._roll.entries) > 1 and not self._starting

    # --- LobbyObserver --------------------------------------------------------------------------------

    def on_known(self, known: Acquaintances, own: bytes) -> None:
        self._known, self._own = known, own

    def on_open(self, addresses: Sequence[Address]) -> None:
        self._addresses = addresses
        self._stage.redraw()

    def on_roll(self, roll: Roll) -> None:
        came = self._roll is not None and len(roll.entries) > len(self._roll.entries)
        if came and self._stage.remembered.now.bell:
            self._stage.ring()
        self._roll = roll
        self._warned = False
        self._stage.redraw()

    def on_trouble(self, sentence: str) -> None:
        self._starting = self._warned = False
        told = text.as_sentence(capital(sentence))
        self._troubles.append(tidy(told))
        self._note(told)
        self._stage.redraw()

    def on_notice(self, sentence: str) -> None:
        """What is said of the game before it is shown."""
        self._troubles.append(tidy(text.as_sentence(sentence)))
        self._stage.redraw()

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        return draw_sheet(self.sheet(), columns, rows)

    def sheet(self) -> Sheet:
        roll = self._roll
        if roll is None:
            first = words.AGAIN_FIRST if self._again else words.WAITING_FIRST
            first = words.LOOKING_FIRST if self._watching else first
            return Sheet(str(first), tuple(self._troubles), self._next(), key_line(self, WAITING))
        lines = [
            *address_lines(self._addresses),
            "",
            words.WAITING_SEATS.format(taken=len(roll.entries), capacity=roll.capacity),
            *seat_lines(roll.entries, self._own, asked=not self.starts_by_itself),
            "",
            *map(tidy, remarks(self._known, roll, self._own)),
            words.WAITING_RULES.format(rules=title_of_items(roll.rules)),
            "",
            *self._troubles[-TROUBLES_SHOWN:],
        ]
        title = words.WAITING_TITLE.format(table=apart(tame(roll.name)))
        return Sheet(title, tuple(lines), self._next(), key_line(self, WAITING))

    def press(self, key: str) -> None:
        press(self, WAITING, key)

    def paste(self, pasted: str) -> None:
        """There is nothing to paste into."""

    def touch(self, what: str) -> None:
        """Only keys can be clicked."""

    def leave(self) -> None:
        self._leaving = True
        self._controls.leaving.set()

    # --- what keys do -----------------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet | None:
        """The rules of the table; None while they are not known, or not to this version."""
        return None if self._roll is None else known_rules(self._roll.rules)

    def start(self) -> None:
        """Whoever is not ready is named first; starting all the same takes another Enter."""
        if self._roll is not None and unready(self._roll) and not self._warned:
            self._warned = True
        else:
            self._starting = True
            self._controls.start()

    def say_ready(self, ready: bool) -> None:
        self._controls.say_ready(ready)

    def show_fingerprints(self) -> None:
        if self._roll is not None:
            names, keys = zip(*((entry.name, entry.key) for entry in self._roll.entries), strict=True)
            self._stage.show(fingerprint_sheet(self._stage, self, names, keys, self._beside))

    def choose_whom_to_send_away(self) -> None:
        if self._roll is None:
            return
        others = self._roll.entries[1:]
        names = for_people([entry.name for entry in self._roll.entries])[1:]

        def send(number: int) -> None:
            self._controls.send_away(others[number].key)

        page = ChoicePage(
            self._stage,
            self,
            str(words.SEND_AWAY_TITLE),
            [tidy(name) for name in names],
            str(words.SEND_AWAY_NOTE),
            send,
        )
        self._stage.show(page)

    def show_rules(self) -> None:
        rules = self.rules
        if rules is not None:
            self._stage.show(rules_sheet(self._stage, self, rules, self._beside))

    def show_help(self) -> None:
        lines = help_lines(self, WAITING)
        self._stage.show(SheetPage(self._stage, self, str(words.HELP_TITLE), lines, self._beside))

    def show_settings(self) -> None:
        self._stage.show(SettingsPage(self._stage, self))

    def ask_to_leave(self) -> None:
        """Whoever only looks on takes no place from anybody, and need not be asked."""
        if self._watching:
            self.leave()
            return
        sentence = words.LEAVE_OPENER if self._opener else words.LEAVE_LOBBY
        ask_to_leave(self._stage, self, str(words.LEAVE_TITLE), str(sentence))

    # --- words ------------------------------------------------------------------------------------------

    def _beside(self) -> str:
        """What a sheet above this page says of it: nothing of keys, for now the sheet's own work."""
        keys_wanted = self.can_start or self.can_be_ready
        return "" if keys_wanted and not (self._leaving or self._starting) else self._next()

    def _next(self) -> str:
        """What happens next."""
        if self._leaving:
            return str(words.LEAVING)
        if self._starting:
            return str(words.STARTING)
        if self._watching:
            return str(words.WAITING_TO_SEE)
        if self._roll is None:
            return str(words.WAITING_AGAIN if self._again else words.WAITING_FIRST)
        if self.starts_by_itself:
            return words.WAITING_FULL.format(capacity=self._roll.capacity)
        if self._again and not self.can_start:
            return str(words.WAITING_BACK)
        if not self._opener:
            return str(words.WAITING_OPENER if self.is_ready else words.WAITING_READY)
        if self._warned:
            return words.WAITING_UNREADY.format(names=text.listed(unready(self._roll)))
        return str(words.WAITING_START) if self.can_start else str(words.WAITING_ALONE)


def _ready(page: WaitingPage) -> bool:
    return page.can_be_ready and page.is_ready


def _not_ready_yet(page: WaitingPage) -> bool:
    return page.can_be_ready and not page.is_ready


WAITING: tuple[Key[WaitingPage], ...] = (
    Key(("enter",), "Enter", "start", lambda page, _: page.start(), lambda page: page.can_start),
    Key(("enter",), "Enter", "ready", lambda page, _: page.say_ready(True), _not_ready_yet),
    Key(("backspace",), "Backspace", "not ready", lambda page, _: page.say_ready(False), _ready),
    Key(("i",), "i", "rules", lambda page, _: page.show_rules(), lambda page: page.rules is not None),
    Key(
        ("f",),
        "f",
        "fingerprints",
        lambda page, _: page.show_fingerprints(),
        lambda page: page.rules is not None,
    ),
    Key(
        ("x",),
        "x",
        "send away",
        lambda page, _: page.choose_whom_to_send_away(),
        lambda page: page.can_send_away,
    ),
    Key(("o",), "o", "settings", lambda page, _: page.show_settings()),
    Key(("?", "f1"), "?", "help", lambda page, _: page.show_help()),
    Key(("q", "c-c"), "q", "quit", lambda page, _: page.ask_to_leave()),
)
