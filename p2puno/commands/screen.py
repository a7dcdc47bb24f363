"""Whether the full screen can be used; where it cannot, line mode is, and a person is told why."""

from __future__ import annotations

import os

from p2puno.commands.output import is_terminal, show, typed_by_a_person
from p2puno.commands.settings import Settings
from p2puno.ui import screen_texts as words
from p2puno.ui.screen.drawing import LEAST_COLUMNS, least_rows

# Where more sit at a table than these, the table itself asks for more.
USUAL_SEATS = 4


def full_screen(settings: Settings) -> bool:
    """A pipe and `--plain` get line mode without a word: it is what was asked for."""
    if plain_wanted(settings):
        return False
    reason = why_not()
    if reason is not None:
        show(reason)
    return reason is None


def plain_wanted(settings: Settings) -> bool:
    return bool(settings.options.plain or settings.config.plain) or not is_terminal()


def lobby_needs() -> str:
    """Where there can be no lobby: where there is one."""
    return words.LOBBY_NEEDS.format(columns=LEAST_COLUMNS, rows=least_rows(USUAL_SEATS))


def why_not() -> str | None:
    """Why there can be no full screen here, as a sentence; None if there can."""
    if not typed_by_a_person():
        return str(words.PLAIN_INPUT)
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        return str(words.PLAIN_DUMB)
    try:
        columns, rows = os.get_terminal_size()
    except OSError:
        return str(words.PLAIN_DUMB)
    need = least_rows(USUAL_SEATS)
    if columns < LEAST_COLUMNS or rows < need:
        return words.PLAIN_SMALL.format(
            columns=columns, rows=rows, need_columns=LEAST_COLUMNS, need_rows=need
        )
    return None
