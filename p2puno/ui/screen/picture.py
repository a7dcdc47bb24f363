"""Everything that the table page shows, as plain values; `drawing.py` decides only where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from p2puno.ui.model import TableModel
from p2puno.ui.screen.keys import KeyWord
from protocol.rules.cards import CardId, Colour


@dataclass(frozen=True, slots=True)
class Picture:
    """cursor: the chosen card. chooser: the colour chosen now, while colours are. players: the same of
    players, each with whether it is the chosen one. uno: it will be said. pair: two cards will be laid, in
    these words. marked: cards that will be discarded.

    mine: the headline is for the reader. typing: the line that is being typed. called: seats that said UNO.
    away: seats that are waited for, and for how many seconds. gone: seats whose link has broken. by_bot:
    persons' seats that a bot plays. back: how many lines the log is scrolled back. marks: fitting cards are
    marked. lit: seats that have just played or drawn; top_lit: the top card is new. whose: what stands above
    a hand that is not the reader's.
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
    players: tuple[tuple[str, bool], ...] = ()
    uno: bool = False
    pair: str = ""
    marked: frozenset[CardId] = frozenset()
    typing: str | None = None
    called: frozenset[int] = frozenset()
    away: Mapping[int, float] = field(default_factory=dict[int, float])
    by_bot: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    marks: bool = True
    lit: frozenset[int] = frozenset()
    top_lit: bool = False
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of text; `note` stands at its foot. first: the line it begins with."""

    title: str
    lines: tuple[str, ...]
    note: str
    keys: tuple[KeyWord, ...]
    first: int = 0
