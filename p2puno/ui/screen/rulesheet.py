"""The rules of a table in words, as a sheet above another page."""

from __future__ import annotations

from collections.abc import Callable

from p2puno.ui import english_screen as words
from p2puno.ui.ruletitle import rules_title
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Page, Stage
from protocol.rules.ruleset import RuleSet
from protocol.rules.words import chapters


def rules_sheet(stage: Stage, under: Page, rules: RuleSet, note: Callable[[], str]) -> SheetPage:
    lines: list[str] = []
    for chapter in chapters(rules):
        lines += [chapter.title, *(f"- {sentence}" for sentence in chapter.sentences), ""]
    return SheetPage(stage, under, words.RULES_TITLE.format(rules=rules_title(rules)), lines, note)
