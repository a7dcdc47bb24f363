"""What the table page shows now, put together from everything it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2puno.ui import screen_texts as words
from p2puno.ui.company import who_reads
from p2puno.ui.model import table_model
from p2puno.ui.screen import situation, table_keys
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen.keys import key_line
from p2puno.ui.screen.picture import Picture
from protocol.table.view import TableView, View

if TYPE_CHECKING:
    from p2puno.ui.screen.page import TablePage


def picture_of(page: TablePage, view: TableView) -> Picture:
    likes, composing = page.stage.remembered.now, page.composing
    return Picture(
        table=table_model(view),
        title=situation.title(view, page.company.watchers),
        headline=tidy(headline(page, view)),
        mine=bool(page.asked),
        advice=tidy(page.message or _hint(page, view)),
        keys=key_line(page, table_keys.TABLE),
        checked=situation.checked(view),
        log=tuple(page.feed.log),
        back=page.back,
        cursor=composing.cursor,
        chooser=composing.colour if composing.choosing else None,
        uno=composing.uno,
        typing=None if page.field is None else page.field.text,
        called=page.feed.called,
        away=page.feed.away,
        by_bot=page.company.by_bot,
        marks=likes.marks,
        lit=page.light.seats,
        top_lit=page.light.top,
    )


def headline(page: TablePage, view: TableView) -> str:
    """What the table waits for."""
    if page.handed_over:
        return str(words.BOT_PLAYS_YOU)
    others = page.company.reading - {view.seat}
    if others and (page.read.is_set() or view.seat is None):
        return who_reads(view, others)
    said = situation.headline(view, page.feed.progress)
    left = page.seconds_left(view) if isinstance(view, View) else None
    return said if left is None else words.CLOCK.format(headline=said, count=left)


def _hint(page: TablePage, view: TableView) -> str:
    if page.handed_over:
        return str(words.BOT_PLAYS_HINT)
    return situation.hint(view, page.composing) if page.stage.remembered.now.hints else ""
