"""The lobby: tables as they appear, and everything else one can begin with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import trio

from p2puno.net.addresses import own_addresses
from p2puno.net.discovery import DiscoveryError
from p2puno.net.limits import DEFAULT_PORT
from p2puno.net.tables import News, TableGone, TableSeen, TableUnfit, browse
from p2puno.seat.bots import STRATEGIES, other_strength
from p2puno.seat.interrupted import Interrupted
from p2puno.ui import past_texts as past
from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.ruletitle import rules_title
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen.doctor_sheet import Examine, show_examination
from p2puno.ui.screen.forms import OpenForm, address_form
from p2puno.ui.screen.host import run_on_screen
from p2puno.ui.screen.keys import Key, help_lines, key_line, press
from p2puno.ui.screen.lobby_rows import Choice, Row, ask_before_sitting, table_row, waiting_row
from p2puno.ui.screen.menu import Entry, Menu, draw_menu
from p2puno.ui.screen.past_games import show_past_games
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.rule_editor import RuleEditor
from p2puno.ui.screen.rulesheet import rules_sheet
from p2puno.ui.screen.settings_page import SettingsPage
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Line, Stage
from p2puno.ui.screen.wishes import Leave, Practise, Wish
from p2puno.ui.tableinfo import why_closed
from protocol.rules.ruleset import RuleSet

MOST_BOTS = 9
USUAL_BOTS = 3
# After so many seconds without a table, likely reasons are given.
PATIENCE_SECONDS = 6.0

FIXED = ("practise", "open", "join", "house", "rules", "past", "settings", "leave")


def choose_in_lobby(
    rules: RuleSet,
    remembered: Remembered,
    note: str = "",
    interrupted: Sequence[Interrupted] = (),
    examine: Examine | None = None,
) -> Wish:
    """Show the lobby until somebody has chosen; `rules` are those that tables are opened with."""
    stage = Stage(remembered)
    page = LobbyPage(stage, rules, note, interrupted, examine)
    stage.show(page)
    return run_on_screen(stage, page.run)


class LobbyPage:
    """Implements `stage.Page`. `note` is a sentence from before, shown until a key is pressed.

    interrupted: games of this player that can be continued, or that cannot, which is said. examine: finds out
    why no table is found, where none is.
    """

    def __init__(
        self,
        stage: Stage,
        rules: RuleSet,
        note: str = "",
        interrupted: Sequence[Interrupted] = (),
        examine: Examine | None = None,
    ) -> None:
        self._stage = stage
        self._examine = examine
        self._rules = rules
        self._note = note
        self._tables: dict[bytes, TableSeen | TableUnfit] = {}
        self._trouble = ""
        self._impatient = False
        self._moved = False
        self._interrupted = tuple(interrupted)
        self._at: Choice = self._first_choice()
        self._strategy = next(iter(STRATEGIES))
        self._bots = self._possible_bots(USUAL_BOTS)
        self._wish: Wish = Leave()
        self._chosen = trio.Event()

    async def run(self) -> Wish:
        """Listen for tables until something is chosen."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen)
            nursery.start_soon(self._lose_patience)
            await self._chosen.wait()
            nursery.cancel_scope.cancel()
        return self._wish

    async def _listen(self) -> None:
        try:
            async with browse() as news:
                async for item in news:
                    self.hear(item)
        except* DiscoveryError as group:
            self._trouble = words.LOBBY_NO_SEARCH.format(why=tidy(str(group.exceptions[0])))
            self._stage.redraw()

    async def _lose_patience(self) -> None:
        await trio.sleep(PATIENCE_SECONDS)
        self._impatient = True
        self._stage.redraw()

    def hear(self, item: News) -> None:
        """A table came, changed or went. The first one is chosen, unless the person has chosen already."""
        match item:
            case TableGone(token):
                self._tables.pop(token, None)
            case TableUnfit(token):
                self._tables[token] = item
            case TableSeen(info):
                self._tables[info.token] = item
                if not self._moved and self._at == FIXED[0] and why_closed(info) is None:
                    self._at, self._moved = info.token, True
        if self._at not in [row.choice for row in self._rows()]:
            self._at, self._moved = self._first_choice(), False
        self._stage.redraw()

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        return draw_menu(self.menu(), columns, rows)

    def menu(self) -> Menu:
        waiting, tables, others = self._waiting_rows(), self._table_rows(), self._fixed_rows()
        entries = [
            *([Entry(str(words.LOBBY_INTERRUPTED), heading=True)] if waiting else []),
            *self._entries(waiting, 0),
            Entry(str(words.LOBBY_TABLES), heading=True),
            *self._entries(tables, len(waiting)),
            *([] if tables else [Entry(line) for line in self._none()]),
            Entry(str(words.LOBBY_ELSE), heading=True),
            *self._entries(others, len(waiting) + len(tables)),
        ]
        note = self._note or self._row().note
        return Menu(str(words.LOBBY_TITLE), tuple(entries), note, key_line(self, LOBBY))

    def press(self, key: str) -> None:
        self._note = ""
        press(self, LOBBY, key)

    def paste(self, pasted: str) -> None:
        """There is nothing to paste into."""

    def touch(self, what: str) -> None:
        """A click on an entry chooses it, another one is Enter."""
        self._note = ""
        row = self._rows()[int(what)] if int(what) < len(self._rows()) else self._row()
        if row.choice == self._at:
            row.enter()
        self._at, self._moved = row.choice, True

    def leave(self) -> None:
        self.choose(Leave())

    # --- what keys do ---------------------------------------------------------------------------------

    @property
    def practising(self) -> bool:
        return self._at == "practise"

    def choose(self, wish: Wish) -> None:
        self._wish = wish
        self._chosen.set()

    def step(self, by: int) -> None:
        choices = [row.choice for row in self._rows()]
        self._at = choices[(choices.index(self._at) + by) % len(choices)]
        self._moved = True

    def more_bots(self, by: int) -> None:
        self._bots = self._possible_bots(self._bots + by)
        self._moved = True

    def other_bots(self) -> None:
        self._strategy = other_strength(self._strategy, 1)
        self._moved = True

    def enter(self) -> None:
        self._row().enter()

    def show_help(self) -> None:
        lines = help_lines(self, LOBBY)
        self._stage.show(SheetPage(self._stage, self, str(words.HELP_TITLE), lines, lambda: ""))

    # --- rows -----------------------------------------------------------------------------------------

    def _entries(self, rows: Sequence[Row], first: int) -> list[Entry]:
        return [
            Entry(row.line, chosen=row.choice == self._at, touch=str(number))
            for number, row in enumerate(rows, start=first)
        ]

    def _none(self) -> list[str]:
        if self._trouble:
            return [self._trouble]
        if not self._impatient:
            return [str(words.LOBBY_LOOKING)]
        own = text.listed(own_addresses(), text.OR)
        return [line.format(port=DEFAULT_PORT, own=own) for line in words.LOBBY_NONE]

    def _rows(self) -> list[Row]:
        return [*self._waiting_rows(), *self._table_rows(), *self._fixed_rows()]

    def _row(self) -> Row:
        return next(row for row in self._rows() if row.choice == self._at)

    def _first_choice(self) -> Choice:
        """A game that waits for this player comes before everything else."""
        return next((game.name for game in self._interrupted if game.fault is None), FIXED[0])

    def _waiting_rows(self) -> list[Row]:
        return [waiting_row(game, self.choose) for game in self._interrupted]

    def _table_rows(self) -> list[Row]:
        ask = partial(ask_before_sitting, self._stage, self, self.choose)
        return [table_row(token, table, ask) for token, table in self._tables.items()]

    def _fixed_rows(self) -> list[Row]:
        practise = words.LOBBY_PRACTISE.format(count=self._bots, strength=words.STRENGTHS[self._strategy])
        wish = Practise(self._bots, self._strategy)
        rules = house.LOBBY_HOUSE.format(rules=rules_title(self._rules))
        return [
            Row("practise", practise, str(words.NOTE_PRACTISE), lambda: self.choose(wish)),
            Row("open", str(words.LOBBY_OPEN), str(words.NOTE_OPEN), self._open),
            Row("join", str(words.LOBBY_JOIN), str(words.NOTE_JOIN), self._type_address),
            *self._doctor_rows(),
            Row("house", rules, str(house.NOTE_HOUSE), self._edit),
            Row("rules", str(words.LOBBY_RULES), str(words.NOTE_RULES), self._show_rules),
            *self._past_rows(),
            Row("settings", str(words.LOBBY_SETTINGS), str(words.NOTE_SETTINGS), self._settings),
            Row("leave", str(words.LOBBY_LEAVE), str(words.NOTE_LEAVE), self.leave),
        ]

    def _past_rows(self) -> list[Row]:
        """Whose home nobody knows has no past."""
        home = self._stage.remembered.home
        if home is None:
            return []
        show = partial(show_past_games, self._stage, self, home)
        return [Row("past", str(past.LOBBY_PAST), str(past.NOTE_PAST), show)]

    def _doctor_rows(self) -> list[Row]:
        """Where no table shows itself."""
        examine = self._examine
        if examine is None or self._tables or not (self._impatient or self._trouble):
            return []
        look = partial(show_examination, self._stage, self, examine)
        return [Row("doctor", str(words.LOBBY_DOCTOR), str(words.NOTE_DOCTOR), look)]

    # --- further pages --------------------------------------------------------------------------------

    def _open(self) -> None:
        self._stage.show(OpenForm(self._stage, self, self._rules, self._strategy, self.choose))

    def _type_address(self) -> None:
        self._stage.show(address_form(self._stage, self, self.choose))

    def _show_rules(self) -> None:
        self._stage.show(rules_sheet(self._stage, self, self._rules, lambda: ""))

    def _edit(self) -> None:
        self._stage.show(RuleEditor(self._stage, self, self._rules, self._play_by))

    def _play_by(self, rules: RuleSet) -> None:
        """From now on, and remembered for the next time."""
        self._rules = rules
        self._bots = self._possible_bots(self._bots)
        self._note = self._stage.remembered.change(rules=rules.items())

    def _possible_bots(self, wanted: int) -> int:
        most = min(MOST_BOTS, self._rules.max_seats - 1)
        return min(max(self._rules.min_seats - 1, wanted), most)

    def _settings(self) -> None:
        self._stage.show(SettingsPage(self._stage, self))


LOBBY: tuple[Key[LobbyPage], ...] = (
    Key(("enter", " "), "Enter", "menu enter", lambda page, _: page.enter()),
    Key(("down", "tab"), "Up/Down", "menu", lambda page, _: page.step(1)),
    Key(("up",), "Up/Down", "scroll again", lambda page, _: page.step(-1)),
    Key(("right", "+"), "Left/Right", "fewer", lambda p, _: p.more_bots(1), lambda p: p.practising),
    Key(("left", "-"), "Left/Right", "scroll again", lambda p, _: p.more_bots(-1), lambda p: p.practising),
    Key(("b",), "b", "strength", lambda page, _: page.other_bots(), lambda page: page.practising),
    Key(("?", "f1"), "?", "help", lambda page, _: page.show_help()),
    Key(("q", "c-c"), "q", "end", lambda page, _: page.leave()),
)
