"""The ends: of a round, which is read before the next one; of the game, from which one goes on or leaves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

import trio

from p2puno.store.transcripts import audit_file
from p2puno.ui import screen_texts as words
from p2puno.ui.screen.answering import SETTLE_SECONDS
from p2puno.ui.screen.keys import Key
from p2puno.ui.screen.replay import ReplayPage
from p2puno.ui.screen.sheets import SCROLLING, SheetPage
from p2puno.ui.screen.stage import Page, Stage
from p2puno.ui.verdict import summary_lines
from protocol.reports import Report, Verdict

LOOK_SECONDS = 0.1


class UnhurriedPage(SheetPage, ABC):
    """Comes over the table unasked: a key that was meant for the table closes nothing.

    since: from when on it, or one that it follows, has been there.
    """

    def __init__(
        self,
        stage: Stage,
        under: Page,
        title: str,
        lines: Sequence[str],
        note: Callable[[], str],
        since: float | None = None,
    ) -> None:
        super().__init__(stage, under, title, lines, self._noted)
        self._says = note
        self._since = trio.current_time() if since is None else since
        self._too_quick = False

    def _noted(self) -> str:
        return f"{words.TOO_QUICK} {self._says()}" if self._too_quick else self._says()

    def close(self) -> None:
        self._too_quick = trio.current_time() - self._since < SETTLE_SECONDS
        if not self._too_quick:
            self.has_been_read()

    @abstractmethod
    def has_been_read(self) -> None:
        """What closing it leads to."""


class RoundPage(UnhurriedPage):
    """`go_on` is what closing it means to the table; `ask` asks whether to leave."""

    def __init__(
        self,
        stage: Stage,
        under: Page,
        title: str,
        lines: Sequence[str],
        note: Callable[[], str],
        go_on: Callable[[], None],
        ask: Callable[[Page], None],
    ) -> None:
        super().__init__(stage, under, title, lines, note)
        self.keys = ROUND
        self._go_on = go_on
        self._ask = ask

    def has_been_read(self) -> None:
        self._stage.show(self._under)
        self._go_on()

    def ask_to_leave(self) -> None:
        self._ask(self)


class EndPage(UnhurriedPage):
    """How it ended. Nothing lies under it that one could go back to: closing it leaves.

    transcript: once everybody has the end of the game. `again` plays once more, where that is possible;
    `back` asks to sit down again in a game that goes on.
    """

    def __init__(
        self,
        stage: Stage,
        under: Page,
        title: str,
        lines: Sequence[str],
        note: str,
        transcript: Path | None = None,
        again: Callable[[], None] | None = None,
        back: Callable[[], None] | None = None,
        since: float | None = None,
    ) -> None:
        super().__init__(stage, under, title, lines, lambda: note, since)
        self.back = back
        self.keys = ENDING
        self.transcript = transcript
        self.again = again

    def has_been_read(self) -> None:
        self.leave()

    def audit(self) -> None:
        assert self.transcript is not None, "the key works only with a transcript"
        page = AuditPage(self._stage, self, self.transcript)
        self._stage.show(page)
        self._stage.start_soon(page.run)

    def replay(self) -> None:
        assert self.transcript is not None, "the key works only with a transcript"
        page = ReplayPage(self._stage, self.transcript, lambda: self._stage.show(self))
        self._stage.show(page)
        self._stage.start_soon(page.run)

    def play_again(self) -> None:
        assert self.again is not None, "the key works only where there can be another game"
        self.again()


class AuditPage(SheetPage):
    """Checks a transcript in a thread of its own; can be closed at any moment."""

    def __init__(self, stage: Stage, under: Page, transcript: Path) -> None:
        super().__init__(stage, under, str(words.AUDIT_TITLE), (), self._progress)
        self._transcript = transcript
        self._slots = self._percent = 0
        self._report: Report | None = None
        self._closed = trio.Event()

    async def run(self) -> None:
        """Until the verdict, or until the page is closed."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._show_progress)
            nursery.start_soon(self._audit, nursery.cancel_scope)
            await self._closed.wait()
            nursery.cancel_scope.cancel()

    async def _audit(self, scope: trio.CancelScope) -> None:
        try:
            report = await trio.to_thread.run_sync(
                audit_file, self._transcript, self._count, abandon_on_cancel=True
            )
        except _ClosedError:
            return
        self._report = report
        self.set_lines(("", *summary_lines(str(self._transcript), report)))
        self._stage.redraw()
        scope.cancel()

    def _count(self, slots: int, percent: int) -> None:
        """In the thread; it ends when nobody waits for it any more."""
        if self._closed.is_set():
            raise _ClosedError
        self._slots, self._percent = slots, percent

    async def _show_progress(self) -> None:
        while True:
            await trio.sleep(LOOK_SECONDS)
            self._stage.redraw()

    def _progress(self) -> str:
        if self._report is None:
            return words.AUDITING.format(slots=self._slots, percent=self._percent)
        return str(words.AUDIT_CLEAN if self._report.verdict is Verdict.CLEAN else words.AUDIT_NOT_CLEAN)

    def close(self) -> None:
        self._closed.set()
        super().close()


class _ClosedError(Exception):
    """The page is closed: the thread need not go on."""


def _audit(page: SheetPage, _key: str) -> None:
    if isinstance(page, EndPage):
        page.audit()


def _replay(page: SheetPage, _key: str) -> None:
    if isinstance(page, EndPage):
        page.replay()


def _again(page: SheetPage, _key: str) -> None:
    if isinstance(page, EndPage):
        page.play_again()


def _leave(page: SheetPage, _key: str) -> None:
    if isinstance(page, RoundPage):
        page.ask_to_leave()


def _end(page: SheetPage, key: str) -> None:
    """Leaving is never meant for the table alone; Enter may be."""
    if key == "enter":
        page.close()
    else:
        page.leave()


def _has_transcript(page: SheetPage) -> bool:
    return isinstance(page, EndPage) and page.transcript is not None


def _may_sit_again(page: SheetPage) -> bool:
    return isinstance(page, EndPage) and page.back is not None


def _sit_again(page: SheetPage, _key: str) -> None:
    if isinstance(page, EndPage) and page.back is not None:
        page.back()


ROUND: tuple[Key[SheetPage], ...] = (
    Key(("enter", " ", "escape", "backspace"), "Enter", "next round", lambda p, _: p.close()),
    *SCROLLING,
    Key(("q", "c-c"), "q", "quit", _leave),
)
ENDING: tuple[Key[SheetPage], ...] = (
    Key(("r",), "r", "again", _again, lambda page: isinstance(page, EndPage) and page.again is not None),
    Key(("r",), "r", "sit again", _sit_again, _may_sit_again),
    Key(("a",), "a", "audit", _audit, _has_transcript),
    Key(("v",), "v", "replay", _replay, _has_transcript),
    Key(("enter", "q", "c-c"), "Enter", "end", _end),
    *SCROLLING,
)
