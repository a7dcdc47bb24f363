"""How a game ends on the screen, and what is told of it once more behind the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import trio

from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen.end_pages import EndPage
from p2puno.ui.screen.stage import Page, Stage
from p2puno.ui.verdict import same_game

# What had happened when a game stops.
LAST_LINES = 5


class Ending:
    """told: how it ended, with its arithmetic. over: the end is on the screen. closed: it has been read.

    again: the person wants another game with the same seats, or to sit down again in this one.
    """

    def __init__(self, stage: Stage, page: Page) -> None:
        self._stage = stage
        self._page = page
        self.told: tuple[str, ...] = ()
        self.over = False
        self.closed = trio.Event()
        self.again = False
        self._since: float | None = None
        """When the first page of the end was shown."""

    def round(self, sentences: Sequence[str]) -> None:
        self.told = tuple(sentences)

    def game(self, sentences: Sequence[str]) -> None:
        """The last points are counted; the others may not have them yet."""
        self.told = (*self.told, "", *sentences)
        self._show(str(words.GAME_TITLE), self.told, str(words.ENDING))

    def finished(self, transcript: Path, checked: str, head: bytes, *, again: bool) -> None:
        """Everybody has the end of the game. `again`: it can be played once more."""
        lines = (*self._all_told(head), words.TRANSCRIPT.format(path=transcript), checked)
        play_again = self._play_again if again else None
        self._show(str(words.GAME_TITLE), lines, same_game(head), transcript, play_again)

    def seen(self, checked: str, head: bytes) -> None:
        """The end for somebody who has looked on, and keeps nothing."""
        lines = (*self._all_told(head), checked)
        self._show(str(words.GAME_TITLE), lines, same_game(head))

    def _all_told(self, head: bytes) -> tuple[str, ...]:
        """What stands on the page; behind the screen the words of the game are told as well."""
        told = (*self.told, "", str(words.EVERYTHING_CHECKED))
        self.told = (*told, same_game(head))
        return told

    def stopped(
        self, sentence: str, log: Sequence[str], transcript: Path | None = None, *, back: bool = False
    ) -> None:
        """The game cannot go on; why is said loudly. back: this seat can sit down again."""
        recent = [f"  {line}" for line in log[-LAST_LINES:] if line not in self.told]
        lines = (*self.told, text.as_sentence(tidy(sentence)), "", *recent)
        self._show(str(words.STOPPED_TITLE), lines, "", transcript, back=self._play_again if back else None)

    def _show(
        self,
        title: str,
        lines: Sequence[str],
        note: str,
        transcript: Path | None = None,
        again: Callable[[], None] | None = None,
        back: Callable[[], None] | None = None,
    ) -> None:
        self.over = True
        if self._since is None:
            self._since = trio.current_time()
        page = EndPage(
            self._stage, self._page, title, lines, note, transcript, again, back, since=self._since
        )
        self._stage.show(page)

    def _play_again(self) -> None:
        self.again = True
        self.closed.set()
