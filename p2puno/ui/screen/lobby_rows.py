"""Rows of the lobby: tables, and games that wait; and what is shown before one sits down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from p2puno.net.messages import TableInfo
from p2puno.net.tables import TableSeen, TableUnfit
from p2puno.seat.interrupted import Interrupted
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.directions import apart
from p2puno.ui.interruptions import interrupted_line
from p2puno.ui.naming import for_people
from p2puno.ui.ruletitle import title_of_items
from p2puno.ui.screen.characters import tame, tidy
from p2puno.ui.screen.forms import enter_table
from p2puno.ui.screen.rulesheet import rules_of_items
from p2puno.ui.screen.sheets import SitPage
from p2puno.ui.screen.stage import Page, Stage
from p2puno.ui.screen.wishes import GoOn, LookOn, SitDown, Wish
from p2puno.ui.tableinfo import lets_in_late, why_closed

Choice: TypeAlias = bytes | str
"""What the cursor is on: a table, by its token, an interrupted game, by its name, or one of `FIXED`."""


@dataclass(frozen=True, slots=True)
class Row:
    """One choice as it is shown: its line, what the note says about it, what Enter does."""

    choice: Choice
    line: str
    note: str
    enter: Callable[[], None]


def waiting_row(game: Interrupted, choose: Callable[[Wish], None]) -> Row:
    """A game of this player that was interrupted."""
    line = interrupted_line(game)
    if game.fault is not None:
        return Row(game.name, line, tidy(game.fault), lambda: None)
    return Row(game.name, line, str(words.NOTE_INTERRUPTED), lambda: choose(GoOn(game.name)))


def table_row(
    token: bytes, table: TableSeen | TableUnfit, ask: Callable[[TableSeen, str | None], None]
) -> Row:
    """A table on the LAN; `ask` is told why nobody can sit down there, if so."""
    if isinstance(table, TableUnfit):
        name, why = apart(tame(table.name)), tidy(table.sentence)
        note = words.NOTE_CLOSED.format(why=why)
        return Row(token, words.LOBBY_UNFIT.format(name=name, why=why), note, lambda: None)
    info = table.info
    name, players = apart(tame(info.name)), players_of(info)
    closed = why_closed(info)
    if closed is not None:
        line = words.LOBBY_CLOSED.format(name=name, players=players, why=closed)
        if lets_in_late(info):
            return Row(token, line, str(words.NOTE_LATE), lambda: ask(table, None))
        return Row(token, line, words.NOTE_LOOK_ON.format(why=closed), lambda: ask(table, closed))
    line = (words.LOBBY_TABLE_PIN if info.pin else words.LOBBY_TABLE).format(
        name=name,
        players=players,
        taken=len(info.players),
        capacity=info.capacity,
        rules=title_of_items(info.rules),
    )
    return Row(token, line, str(words.NOTE_TABLE), lambda: ask(table, None))


def ask_before_sitting(
    stage: Stage, page: Page, choose: Callable[[Wish], None], table: TableSeen, closed: str | None
) -> None:
    """Who sits there and the rules in words, before anybody sits down, or looks on if it is `closed`."""
    info = table.info
    lines = [
        *(() if closed is None else (words.NOTE_CLOSED.format(why=closed), "")),
        *((str(words.SIT_LATE), "") if closed is None and info.started else ()),
        words.SIT_PLAYERS.format(players=players_of(info)),
        words.SIT_RULES.format(rules=title_of_items(info.rules)),
        "",
        *rules_of_items(info.rules),
    ]
    title = (words.SIT_TITLE if closed is None else words.LOOK_TITLE).format(name=apart(tame(info.name)))
    enter = partial(enter_table, stage, page, info, choose)
    sit = None if closed is not None else lambda: enter(SitDown(table.address))
    look = lambda: enter(LookOn(table.address))  # noqa: E731 - beside the other
    stage.show(SitPage(stage, page, title, lines, sit, look))


def players_of(info: TableInfo) -> str:
    return text.listed([tidy(name) for name in for_people(info.players)])
