"""Everything that can be on the screen of somebody at a table, drawn small enough for the usual window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from p2puno.ui.screen.keys import Key
from p2puno.ui.screen.samples import SAMPLES, SIZE, Sample, table
from p2puno.ui.screen.settings_page import SETTING_KEYS, SettingsPage
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Page
from p2puno.ui.screen.table_keys import TABLE
from protocol.rules.book import Interruption
from protocol.rules.needs import MoveKind
from protocol.rules.state import UnoWindow

PLAY = table(MoveKind.PLAY, MoveKind.DRAW)
DREW = table(MoveKind.KEEP, MoveKind.PLAY_DRAWN)
CATCHING = replace(
    DREW,
    rules=replace(DREW.rules, windows=(UnoWindow(1, called=False, blocked=frozenset()),)),
    interruptions=frozenset({Interruption.CATCH}),
)
SITUATIONS: Mapping[str, Sample] = {
    **{name: replace(sample, size=SIZE) for name, sample in SAMPLES.items()},
    "drawn": Sample(replace(CATCHING, drawn=DREW.hand[0], legal=DREW.hand[:1])),
    "first colour": Sample(table(MoveKind.NAME_COLOUR)),
    "typing": Sample(PLAY, keys=("s", "a")),
    "passing": Sample(table(MoveKind.PLAY, MoveKind.PASS)),
    "rules": Sample(PLAY, keys=("i",)),
    "leaving": Sample(PLAY, keys=("q",)),
}


def keys_of(page: Page) -> Sequence[Key[Any]]:
    """The table of keys of the page."""
    match page:
        case SheetPage():
            return page.keys
        case SettingsPage():
            return SETTING_KEYS
        case _:
            return TABLE
