"""What lies above the table when a round, or the game, is over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import trio

from p2puno.ui import screen_texts as words
from p2puno.ui.screen.end_pages import RoundPage
from p2puno.ui.screen.scoresheet import score_lines
from p2puno.ui.screen.table_sheets import ask_whether_to_leave
from protocol.rules.happenings import GameEnded, RoundEnded, RoundVoid, SeatsLeft
from protocol.table.happenings import Happening
from protocol.table.view import TableView

if TYPE_CHECKING:
    from p2puno.ui.screen.page import TablePage


def show_ends(
    page: TablePage, view: TableView, happenings: Sequence[Happening], told: Sequence[Sequence[str]]
) -> None:
    """The arithmetic of a round until it has been read, also why one is void; that of the game stays."""
    left: tuple[str, ...] = ()
    for happening, sentences in zip(happenings, told, strict=True):
        match happening:
            case RoundEnded(number):
                page.ending.round(sentences)
                _show_round(page, view, words.ROUND_TITLE.format(round=number), sentences)
            case SeatsLeft():
                left = tuple(sentences)
            case RoundVoid():
                _show_round(page, view, str(words.VOID_TITLE), (*left, *sentences))
            case GameEnded(forfeit=True):
                page.ending.round(left)
                page.ending.game(sentences)
            case GameEnded():
                page.ending.game(sentences)
            case _:
                pass


def _show_round(page: TablePage, view: TableView, title: str, sentences: Sequence[str]) -> None:
    page.read = trio.Event()
    lines = (*sentences, "", *score_lines(view, page.feed.rounds))
    ask = partial(ask_whether_to_leave, page)
    page.stage.show(RoundPage(page.stage, page, title, lines, page.readers, page.read.set, ask))
