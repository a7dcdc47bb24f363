"""Everything that the table page shows, as plain values; `drawing.py` decides only where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.ui.model import TableModel
from p2puno.ui.screen.keys import KeyWord
from protocol.rules.cards import CardId, Colour


@dataclass(frozen=True, slots=True)
class Picture:
    """cursor: the chosen card. chooser: the colour chosen now, while colours are. uno: it will be said.

    mine: the headline is for the reader. typing: the line that is being typed. called: seats that said UNO.
    away: seats that are waited for. back: how many lines the log is scrolled back. marks: fitting cards are
    marked.
    """

    table: TableModel
    title: str
    headline: str
    mine: bool
    advice: str
    keys: tuple[KeyWord, ...]
    checked: str
    log: tuple[str, ...] = ()
    back: int = 0
    cursor: CardId | None = None
    chooser: Colour | None = None
    uno: bool = False
    typing: str | None = None
    called: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    marks: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of text; `note` stands at its foot. first: the line it begins with."""

    title: str
    lines: tuple[str, ...]
    note: str
    keys: tuple[KeyWord, ...]
    first: int = 0
