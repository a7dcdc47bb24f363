"""The waiting room of a table: who sits at it, where others find it, and its start."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p2puno.net.addresses import Address
from p2puno.net.messages import Roll, RollEntry
from p2puno.seat.player import Controls
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.directions import apart
from p2puno.ui.naming import for_people
from p2puno.ui.ruletitle import title_of_items
from p2puno.ui.screen.characters import tame, tidy
from p2puno.ui.screen.drawing import draw_sheet
from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.picture import Sheet
from p2puno.ui.screen.rulesheet import known_rules, rules_sheet
from p2puno.ui.screen.sheets import ask_to_leave
from p2puno.ui.screen.stage import Line, Stage
from protocol.rules.ruleset import RuleSet

LEAST_SEATS = 2
TROUBLES_SHOWN = 4


class WaitingPage:
    """Implements `seat.player.LobbyObserver` and `stage.Page`.

    opener: this seat opened the table. by_itself: the game starts when all seats are taken. again: it does so
    when all who played before are back. trouble is also told to `note`, because it may come when the game is
    on.
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
    ) -> None:
        self._stage = stage
        self._controls = controls
        self._note = note
        self._opener = opener
        self._by_itself = by_itself
        self._again = again
        self._addresses: Sequence[Address] = ()
        self._roll: Roll | None = None
        self._starting = False
        self._leaving = False
        self._troubles: list[str] = []

    @property
    def can_start(self) -> bool:
        enough = self._roll is not None and len(self._roll.entries) >= LEAST_SEATS
        return self._opener and not self._by_itself and enough and not self._starting

    # --- LobbyObserver --------------------------------------------------------------------------------

    def on_open(self, addresses: Sequence[Address]) -> None:
        self._addresses = addresses
        self._stage.redraw()

    def on_roll(self, roll: Roll) -> None:
        came = self._roll is not None and len(roll.entries) > len(self._roll.entries)
        if came and self._stage.remembered.now.bell:
            self._stage.ring()
        self._roll = roll
        self._stage.redraw()

    def on_trouble(self, sentence: str) -> None:
        self._starting = False
        told = text.as_sentence(sentence[:1].upper() + sentence[1:])
        self._troubles.append(tidy(told))
        self._note(told)
        self._stage.redraw()

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        return draw_sheet(self.sheet(), columns, rows)

    def sheet(self) -> Sheet:
        roll = self._roll
        if roll is None:
            return Sheet(
                str(words.WAITING_FIRST), tuple(self._troubles), self._next(), key_line(self, WAITING)
            )
        lines = [
            *self._where(),
            "",
            words.WAITING_SEATS.format(taken=len(roll.entries), capacity=roll.capacity),
            *_seats(roll.entries),
            "",
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
        self._starting = True
        self._controls.start()

    def show_rules(self) -> None:
        rules = self.rules
        if rules is not None:
            self._stage.show(rules_sheet(self._stage, self, rules, self._next))

    def ask_to_leave(self) -> None:
        sentence = words.LEAVE_OPENER if self._opener else words.LEAVE_LOBBY
        ask_to_leave(self._stage, self, str(words.LEAVE_TITLE), str(sentence))

    # --- words ------------------------------------------------------------------------------------------

    def _where(self) -> list[str]:
        """The address, where the others have to type it."""
        if not self._addresses:
            return []
        lines = ["", str(words.WAITING_ADDRESS), words.WAITING_ADDRESSES.format(address=self._addresses[0])]
        if len(self._addresses) > 1:
            others = text.listed([str(address) for address in self._addresses[1:]], text.OR)
            lines.append(words.WAITING_OTHERS.format(addresses=others))
        return lines

    def _next(self) -> str:
        """What happens next."""
        if self._leaving:
            return str(words.LEAVING)
        if self._starting:
            return str(words.STARTING)
        if self._roll is None:
            return str(words.WAITING_AGAIN if self._again else words.WAITING_FIRST)
        if self._by_itself:
            return words.WAITING_FULL.format(capacity=self._roll.capacity)
        if not self._opener:
            return str(words.WAITING_OPENER)
        return str(words.WAITING_START) if self.can_start else str(words.WAITING_ALONE)


def _seats(entries: Sequence[RollEntry]) -> list[str]:
    names = for_people([entry.name for entry in entries])
    return [
        words.WAITING_SEAT.format(number=number, name=tidy(name) + (str(words.BOT_MARK) if entry.bot else ""))
        for number, (name, entry) in enumerate(zip(names, entries, strict=True), start=1)
    ]


WAITING: tuple[Key[WaitingPage], ...] = (
    Key(("enter",), "Enter", "start", lambda page, _: page.start(), lambda page: page.can_start),
    Key(("i",), "i", "rules", lambda page, _: page.show_rules(), lambda page: page.rules is not None),
    Key(("q", "c-c"), "q", "quit", lambda page, _: page.ask_to_leave()),
)
