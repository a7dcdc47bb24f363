"""What the keys at the table lay over it: help, rules, scores, fingerprints, settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui.model import shown_names
from p2puno.ui.naming import for_people
from p2puno.ui.screen.choosing import ChoicePage
from p2puno.ui.screen.fingerprints import fingerprint_sheet
from p2puno.ui.screen.keys import Key, help_lines
from p2puno.ui.screen.rulesheet import rules_sheet
from p2puno.ui.screen.scoresheet import score_lines
from p2puno.ui.screen.settings_page import SettingsPage
from p2puno.ui.screen.sheets import SheetPage, ask_to_leave
from p2puno.ui.screen.stage import Page
from protocol.table.choices import AccuseSeat
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


def ask_whom_to_accuse(page: TablePage) -> None:
    """A list of all who can be accused of a hint now; the moment may pass while it is read."""
    own = page.own
    if own is None:
        return
    seats = own.may_accuse
    names = shown_names(own.names)

    def accuse(number: int) -> None:
        now = page.own
        if now is not None and seats[number] in now.may_accuse:
            page.send(AccuseSeat(seats[number]))
        else:
            page.say(str(house.ACCUSE_LATER))

    entries = [names[seat] for seat in seats]
    page.stage.show(
        ChoicePage(page.stage, page, str(house.ACCUSE_TITLE), entries, str(house.ACCUSE_NOTE), accuse)
    )


def ask_whom_to_go_on_without(page: TablePage) -> None:
    """A list of those the table waits for; who has come meanwhile is not voted about."""
    if page.view is None:
        return
    seats = page.absence.may_be_voted_about(page.company, page.feed.away)
    names = shown_names(page.view.names)

    def vote(number: int) -> None:
        if page.view is not None:
            told = page.absence.act(page.view, page.company, page.feed.away, seats[number])
            page.say(" ".join(told))

    entries = [names[seat] for seat in seats]
    page.stage.show(
        ChoicePage(page.stage, page, str(words.WITHOUT_TITLE), entries, str(words.WITHOUT_NOTE), vote)
    )


def ask_whom_to_let_in(page: TablePage) -> None:
    """If there is only one, nobody is asked whom."""
    asking = page.company.asking
    if len(asking) == 1:
        page.let_in(asking[0])
        return
    entries = for_people([each.name for each in asking])
    title, note = str(words.LET_IN_TITLE), str(words.LET_IN_NOTE)
    page.stage.show(
        ChoicePage(page.stage, page, title, entries, note, lambda number: page.let_in(asking[number]))
    )


def ask_whether_to_leave(page: TablePage, under: Page) -> None:
    """The question lies above `under`, the table or a sheet. Whoever only looks on need not be asked."""
    if page.seated:
        ask_to_leave(page.stage, under, str(words.LEAVE_TITLE), str(words.LEAVE_GAME))
    else:
        page.leave()


def _show(page: TablePage, title: str, lines: Sequence[str]) -> None:
    page.stage.show(SheetPage(page.stage, page, title, lines, page.meanwhile))
