"""What the table page shows now, put together from everything it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui.asking import reminded
from p2puno.ui.company import who_reads
from p2puno.ui.model import shown_names, table_model
from p2puno.ui.screen import situation, table_keys
from p2puno.ui.screen.advice import hint
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
        mine=page.question is not None,
        advice=tidy(page.message or _hint(page, view)),
        keys=key_line(page, table_keys.TABLE),
        checked=situation.checked(view),
        log=tuple(page.feed.log),
        back=page.back,
        cursor=composing.cursor,
        chooser=composing.colour if composing.choosing else None,
        players=_players(page, view),
        uno=composing.uno,
        pair=_pair(composing.pair),
        marked=composing.marked,
        typing=None if page.field is None else page.field.text,
        called=page.feed.called,
        away=page.feed.away,
        by_bot=page.company.by_bot,
        gone=page.company.away,
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
    wanted = page.stage.remembered.now.hints or reminded(view)
    return hint(view, page.composing) if wanted else ""


def _players(page: TablePage, view: TableView) -> tuple[tuple[str, bool], ...]:
    """Those who can be named, while one of them is chosen."""
    composing = page.composing
    if not composing.aiming or not isinstance(view, View):
        return ()
    names = shown_names(view.names)
    return tuple(
        (str(house.NOBODY) if seat is None else tidy(names[seat]), seat == composing.target)
        for seat in composing.target_choices(view)
    )


def _pair(as_skip: bool | None) -> str:
    if as_skip is None:
        return ""
    return str(house.PAIR_AS_SKIP if as_skip else house.PAIR)
