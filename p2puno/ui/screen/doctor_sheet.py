"""Why nobody is found: what the doctor says, as a sheet that fills when it has looked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from p2puno.ui import screen_texts as words
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Page, Stage

Examine: TypeAlias = Callable[[], Awaitable[Sequence[str]]]
"""Looks at this machine and its networks, and gives what it finds in lines."""


def show_examination(stage: Stage, under: Page, examine: Examine) -> None:
    """Open the sheet, and look meanwhile."""
    sheet = SheetPage(stage, under, str(words.DOCTOR_TITLE), (str(words.DOCTOR_LOOKING),))
    stage.show(sheet)

    async def look() -> None:
        sheet.set_lines(["", *(tidy(line) for line in await examine()), "", str(words.DOCTOR_REPORT)])
        stage.redraw()

    stage.start_soon(look)
