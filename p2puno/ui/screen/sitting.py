"""A person's seat on the full screen, from the waiting room to the end that has been read."""

from __future__ import annotations

from collections.abc import Callable

import trio

from p2puno.errors import UserError
from p2puno.seat.ending import Outcome, Play, VotedOutError, voted_out
from p2puno.seat.plans import Again, Next, Seat
from p2puno.seat.player import Controls
from p2puno.ui import texts as text
from p2puno.ui.leaving_texts import NOT_LEFT
from p2puno.ui.screen.host import run_on_screen
from p2puno.ui.screen.page import TablePage
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.stage import Stage
from p2puno.ui.screen.waiting import WaitingPage


def sit_on_screen(
    play: Play,
    tell: Callable[[str], None],
    remembered: Remembered,
    *,
    opener: bool,
    by_itself: bool,
) -> Outcome | None:
    """Show waiting room and table while `play` runs, and stay until the person has read how it ended; then
    perhaps the same again.

    Behind the screen the results are told once more, where they stay.
    """
    stage = Stage(remembered)
    told: list[str] = []
    first = _Pages(stage, opener=opener, by_itself=by_itself)

    async def whole() -> Outcome | None:
        pages = first
        again: Next = None
        while True:
            ended: Outcome | VotedOutError | None = None
            try:
                ended = await pages.play(play, again)
            except* trio.Cancelled:
                told.extend([str(NOT_LEFT)] if pages.on else [])
                raise
            except* VotedOutError as group:
                ended = voted_out(group)
            told.extend(pages.table.ending.told)
            if ended is None or not pages.table.ending.again:
                return _ended(ended)
            told.append(text.TRANSCRIPT_AT.format(path=ended.transcript))
            again = ended.back if isinstance(ended, VotedOutError) else ended.again
            rematch = again if isinstance(again, Again) else None
            opens = rematch is not None and rematch.opener
            pages = _Pages(stage, opener=opens, again=rematch is not None)

    try:
        return run_on_screen(stage, whole)
    finally:
        for line in told:
            tell(line)


def _ended(ended: Outcome | VotedOutError | None) -> Outcome | None:
    if isinstance(ended, VotedOutError):
        raise ended
    return ended


class _Pages:
    """The waiting room and the table of one game; the waiting room takes the screen."""

    def __init__(self, stage: Stage, *, opener: bool, by_itself: bool = False, again: bool = False) -> None:
        self._controls = Controls()
        self.table = TablePage(stage, self._controls)
        self._waiting = WaitingPage(
            stage, self._controls, self.table.keep, opener=opener, by_itself=by_itself, again=again
        )
        self.table.before_the_game = self._waiting.on_notice
        stage.show(self._waiting)

    @property
    def on(self) -> bool:
        """Whether a game is on that the person does not want to leave."""
        return self.table.seated and not (self.table.ending.over or self._controls.leaving.is_set())

    async def play(self, play: Play, again: Next) -> Outcome | None:
        """One game, to the end that has been read."""
        try:
            seat = Seat(self.table, self.table, self.table, self._waiting, self._controls)
            outcome = await play(seat, again)
        except* UserError as group:
            await self._read_why(group)
            raise
        if outcome is not None and not outcome.left:
            self.table.finished(outcome.transcript, again=outcome.again is not None)
            await self.table.ending.closed.wait()
        return outcome

    async def _read_why(self, group: BaseExceptionGroup[UserError]) -> None:
        """Say on the screen why the game has stopped, unless the person is leaving anyway."""
        if self.table.view is None or self._controls.leaving.is_set():
            return
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        out = error if isinstance(error, VotedOutError) else None
        back = out is not None and out.back is not None
        self.table.stopped(str(error), None if out is None else out.transcript, back=back)
        await self.table.ending.closed.wait()
