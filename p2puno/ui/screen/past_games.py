"""Past games on the screen: the list, one of them with its audit, the players; and a game shown again."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import trio

from p2puno.errors import UserError
from p2puno.past.games import Found, past_games
from p2puno.past.statistics import records
from p2puno.store.paths import Home
from p2puno.ui import past_texts as past
from p2puno.ui.past import game_line, record_lines
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen.end_pages import AuditPage
from p2puno.ui.screen.host import run_on_screen
from p2puno.ui.screen.keys import Key, key_line, press
from p2puno.ui.screen.menu import Entry, Menu, draw_menu
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.replay import LOOK_SECONDS, ReplayPage
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Line, Page, Stage


def replay_on_screen(path: Path, remembered: Remembered) -> None:
    """Show one game until the person has seen enough; raises UsageError if there is nothing to be shown."""
    stage = Stage(remembered)
    page = ReplayPage(stage, path)
    stage.show(page)
    run_on_screen(stage, page.run)
    if page.trouble is not None:
        raise page.trouble


class PastGamesPage:
    """Implements `stage.Page`: all games of a home, the latest first, above the page `under`.

    at: the place of the chosen game in `games`.
    """

    def __init__(self, stage: Stage, under: Page, home: Home) -> None:
        self._stage = stage
        self._under = under
        self._home = home
        self._closed = trio.Event()
        self._note = past.LOOKING.format(path=home.games)
        self._found: deque[Found] = deque()
        self.games: list[Found] = []
        self.at = 0

    async def run(self) -> None:
        """Find the games, auditing what is not known yet, until the page is closed."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._find)
            nursery.start_soon(self._look)
            await self._closed.wait()
            nursery.cancel_scope.cancel()

    async def _find(self) -> None:
        try:
            await trio.to_thread.run_sync(self._in_thread, abandon_on_cancel=True)
        except _ClosedError:
            return
        except (UserError, OSError) as error:
            self._note = tidy(str(error))
        else:
            some = self.games or self._found
            self._note = "" if some else past.NO_GAMES.format(path=self._home.games)

    def _in_thread(self) -> None:
        """It ends when nobody waits for it any more."""
        for found in past_games(self._home, self._say):
            if self._closed.is_set():
                raise _ClosedError
            self._found.append(found)

    def _say(self, name: str) -> None:
        self._note = past.CHECKING.format(name=name)

    async def _look(self) -> None:
        """Take what the thread has found: the latest comes first, and what was chosen stays chosen."""
        while True:
            while self._found:
                self.games.insert(0, self._found.popleft())
                self.at += self.at > 0
            self._stage.redraw()
            await trio.sleep(LOOK_SECONDS)

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        entries = [
            Entry(tidy(game_line(found)), chosen=number == self.at, touch=str(number))
            for number, found in enumerate(self.games)
        ]
        menu = Menu(str(past.PAST_TITLE), tuple(entries), self._note, key_line(self, PAST))
        return draw_menu(menu, columns, rows)

    def press(self, key: str) -> None:
        press(self, PAST, key)
        self._stage.redraw()

    def paste(self, pasted: str) -> None:
        """There is nothing to paste into."""

    def touch(self, what: str) -> None:
        """A click on a game chooses it, another one opens it."""
        if int(what) == self.at:
            self.enter()
        elif int(what) < len(self.games):
            self.at = int(what)

    def leave(self) -> None:
        self._closed.set()
        self._under.leave()

    # --- what keys do ---------------------------------------------------------------------------------

    @property
    def some(self) -> bool:
        return bool(self.games)

    def step(self, by: int) -> None:
        self.at = (self.at + by) % max(1, len(self.games))

    def close(self) -> None:
        self._closed.set()
        self._stage.show(self._under)

    def enter(self) -> None:
        """Show the game again, if there is anything to be seen."""
        if self.games:
            show_replay(self._stage, self, self.games[self.at].path)

    def audit(self) -> None:
        page = AuditPage(self._stage, self, self.games[self.at].path)
        self._stage.show(page)
        self._stage.start_soon(page.run)

    def players(self) -> None:
        told = record_lines(records(reversed(self.games))) or [str(past.NO_PLAYERS)]
        lines = [tidy(line) for line in told]
        self._stage.show(SheetPage(self._stage, self, str(past.PLAYERS_TITLE), lines))


class _ClosedError(Exception):
    """The page is closed: the thread need not go on."""


def show_past_games(stage: Stage, under: Page, home: Home) -> None:
    page = PastGamesPage(stage, under, home)
    stage.show(page)
    stage.start_soon(page.run)


def show_replay(stage: Stage, under: Page, path: Path) -> None:
    """Above the page `under`, which is shown again afterwards."""
    page = ReplayPage(stage, path, lambda: stage.show(under))
    stage.show(page)
    stage.start_soon(page.run)


def _some(page: PastGamesPage) -> bool:
    return page.some


PAST: tuple[Key[PastGamesPage], ...] = (
    Key(("enter", " ", "v"), "Enter", "replay", lambda page, _: page.enter(), _some),
    Key(("down", "tab"), "Up/Down", "menu", lambda page, _: page.step(1), _some),
    Key(("up",), "Up/Down", "scroll again", lambda page, _: page.step(-1), _some),
    Key(("a",), "a", "audit", lambda page, _: page.audit(), _some),
    Key(("s",), "s", "players", lambda page, _: page.players(), _some),
    Key(("backspace", "escape", "q", "c-c"), "Backspace", "cancel", lambda page, _: page.close()),
)
