"""The keys of the seats in words, to be compared aloud: whoever says the same words holds the same key."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p2puno.ui import screen_texts as words
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Page, Stage
from p2puno.ui.tableinfo import fingerprint_lines


def fingerprint_sheet(
    stage: Stage, under: Page, names: Sequence[str], keys: Sequence[bytes], note: Callable[[], str]
) -> SheetPage:
    lines = (str(words.FINGERPRINTS_HOW), "", *fingerprint_lines(names, keys))
    return SheetPage(stage, under, str(words.FINGERPRINTS_TITLE), lines, note)
