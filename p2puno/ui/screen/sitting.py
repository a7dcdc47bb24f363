"""A person's seat on the full screen, from the waiting room to the end that has been read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from p2puno.errors import UserError
from p2puno.seat.driver import Outcome
from p2puno.seat.player import Controls, LobbyObserver, Observer, Player
from p2puno.ui.screen.host import run_on_screen
from p2puno.ui.screen.page import TablePage
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.stage import Stage
from p2puno.ui.screen.waiting import WaitingPage


@dataclass(frozen=True, slots=True)
class Seat:
    """What a seat plan needs of whoever plays it."""

    player: Player
    observer: Observer
    lobby: LobbyObserver
    controls: Controls


def sit_on_screen(
    play: Callable[[Seat], Awaitable[Outcome | None]],
    tell: Callable[[str], None],
    remembered: Remembered,
    *,
    opener: bool,
    by_itself: bool,
) -> Outcome | None:
    """Show waiting room and table while `play` runs, and stay until the person has read how it ended.

    Behind the screen the result is told once more, where it stays.
    """
    controls = Controls()
    stage = Stage(remembered)
    table = TablePage(stage, controls)
    waiting = WaitingPage(stage, controls, table.on_notice, opener=opener, by_itself=by_itself)
    stage.show(waiting)

    async def whole() -> Outcome | None:
        try:
            outcome = await play(Seat(table, table, waiting, controls))
        except* UserError as group:
            await _read_why(table, controls, group)
            raise
        if outcome is not None and not outcome.left:
            table.finished(outcome.transcript)
            await table.closed.wait()
        return outcome

    outcome = run_on_screen(stage, whole)
    for line in table.ending:
        tell(line)
    return outcome


async def _read_why(table: TablePage, controls: Controls, group: BaseExceptionGroup[UserError]) -> None:
    """Say on the screen why the game has stopped, unless the person is leaving anyway."""
    if table.view is None or controls.leaving.is_set():
        return
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    table.stopped(str(error))
    await table.closed.wait()
