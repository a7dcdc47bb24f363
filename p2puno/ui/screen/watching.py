"""Looking on on the full screen: who sits down, the game without a hand, its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from p2puno.errors import UserError
from p2puno.net.messages import Roll
from p2puno.seat.player import Company, Controls
from p2puno.seat.watching import Onlooker
from p2puno.ui.screen import situation
from p2puno.ui.screen.host import run_on_screen
from p2puno.ui.screen.page import TablePage
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.stage import Stage
from p2puno.ui.screen.waiting import WaitingPage
from protocol.table.happenings import Happening
from protocol.table.view import TableView

Watch: TypeAlias = Callable[[Onlooker, Controls], Awaitable[TableView | None]]


def look_on_screen(watch: Watch, tell: Callable[[str], None], remembered: Remembered) -> None:
    """Show what `watch` sees until the end has been read; behind the screen the result is told once more."""
    stage, controls = Stage(remembered), Controls()
    screen = OnlookerScreen(stage, controls)

    async def whole() -> None:
        try:
            seen = await watch(screen, controls)
        except* UserError as group:
            await screen.read_why(group)
            raise
        if seen is not None:
            await screen.read_end(seen)

    try:
        run_on_screen(stage, whole)
    finally:
        for line in screen.table.ending.told:
            tell(line)


class OnlookerScreen:
    """Implements `seat.watching.Onlooker` with a waiting room and a table."""

    def __init__(self, stage: Stage, controls: Controls) -> None:
        self._controls = controls
        self.table = TablePage(stage, controls)
        self._waiting = WaitingPage(stage, controls, self.table.on_notice, watching=True)
        stage.show(self._waiting)

    def on_roll(self, roll: Roll) -> None:
        self._waiting.on_roll(roll)

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        self.table.on_slot(view, happenings)

    def on_chat(self, seat: int, text: str) -> None:
        self.table.on_chat(seat, text)

    def on_notice(self, sentence: str) -> None:
        self.table.on_notice(sentence)

    def on_company(self, company: Company) -> None:
        self.table.on_company(company)

    async def read_end(self, seen: TableView) -> None:
        """The game is over, and everything in it was checked here as well."""
        self.table.ending.seen(situation.checked(seen), seen.head)
        await self.table.ending.closed.wait()

    async def read_why(self, group: BaseExceptionGroup[UserError]) -> None:
        """Why there is nothing more to see, unless the person is leaving anyway or has seen nothing yet."""
        if self.table.view is None or self._controls.leaving.is_set():
            return
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        self.table.stopped(str(error))
        await self.table.ending.closed.wait()
