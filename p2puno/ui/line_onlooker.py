"""Line mode without a seat: what happens at the table, and a few questions about it."""

from __future__ import annotations

from collections.abc import Sequence

import trio

from p2puno.net.messages import Roll
from p2puno.seat.player import Company
from p2puno.ui import texts as text
from p2puno.ui.grammar import NotUnderstoodError, parse
from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_lookups import look_up
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.lines import Word
from protocol.table.happenings import Happening
from protocol.table.view import TableView


class LineOnlooker:
    """Implements `seat.watching.Onlooker`; `run` reads the lines of a person."""

    def __init__(self, screen: LineObserver) -> None:
        self._screen = screen
        self._lobby = LineLobby(screen, looks_on=True)

    async def run(self, lines: trio.MemoryReceiveChannel[str]) -> None:
        """Answer lines until their end or `quit`; both end it."""
        async for typed in lines:
            try:
                line = parse(typed)
            except NotUnderstoodError as answer:
                self._screen.show(str(answer))
                continue
            if line == Word("quit"):
                break
            if isinstance(line, Word) and look_up(line.word, self._screen, self._lobby):
                continue
            if line is not None:
                self._screen.show(str(text.ONLY_LOOKS_ON))
        self._screen.leave()

    # --- Onlooker -------------------------------------------------------------------------------------

    def on_roll(self, roll: Roll) -> None:
        self._lobby.on_roll(roll)

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        self._screen.on_slot(view, happenings)

    def on_chat(self, seat: int, text: str) -> None:
        self._screen.on_chat(seat, text)

    def on_notice(self, sentence: str) -> None:
        self._screen.on_notice(sentence)

    def on_company(self, company: Company) -> None:
        self._screen.on_company(company)
