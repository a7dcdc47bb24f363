"""What the keys at the table lay over it: help, rules, scores, fingerprints, settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2puno.ui import screen_texts as words
from p2puno.ui.screen.fingerprints import fingerprint_sheet
from p2puno.ui.screen.keys import Key, help_lines
from p2puno.ui.screen.preferring import SettingsPage
from p2puno.ui.screen.rulesheet import rules_sheet
from p2puno.ui.screen.scoresheet import score_lines
from p2puno.ui.screen.sheets import SheetPage, ask_to_leave
from p2puno.ui.screen.stage import Page
from protocol.table.view import TableView

if TYPE_CHECKING:
    from p2puno.ui.screen.page import TablePage


def show_help(page: TablePage, table: Sequence[Key[TablePage]]) -> None:
    _show(page, str(words.HELP_TITLE), help_lines(page, table))


def show_scores(page: TablePage, view: TableView) -> None:
    _show(page, str(words.SCORES_TITLE), score_lines(view, page.feed.rounds))


def show_rules(page: TablePage, view: TableView) -> None:
    page.stage.show(rules_sheet(page.stage, page, view.rules.ruleset, page.meanwhile))


def show_fingerprints(page: TablePage, view: TableView) -> None:
    page.stage.show(fingerprint_sheet(page.stage, page, view.names, view.keys, page.meanwhile))


def show_settings(page: TablePage) -> None:
    page.stage.show(SettingsPage(page.stage, page))


def ask_whether_to_leave(page: TablePage, under: Page) -> None:
    """The question lies above `under`, the table or a sheet. Whoever only looks on need not be asked."""
    if page.seated:
        ask_to_leave(page.stage, under, str(words.LEAVE_TITLE), str(words.LEAVE_GAME))
    else:
        page.leave()


def _show(page: TablePage, title: str, lines: Sequence[str]) -> None:
    page.stage.show(SheetPage(page.stage, page, title, lines, page.meanwhile))
