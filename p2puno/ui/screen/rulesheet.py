"""The rules of a table in words, as a sheet above another page."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2puno.ui import screen_texts as words
from p2puno.ui.ruletitle import rules_title
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Page, Stage
from p2puno.ui.tableinfo import known_rules, rule_lines
from protocol.rules.ruleset import RuleSet
from protocol.wire.messages import RuleItem


def rules_sheet(stage: Stage, under: Page, rules: RuleSet, note: Callable[[], str]) -> SheetPage:
    title = words.RULES_TITLE.format(rules=rules_title(rules))
    return SheetPage(stage, under, title, rule_lines(rules), note)


def rules_of_items(items: Iterable[RuleItem]) -> list[str]:
    """The rules of a table that somebody else has opened; nothing if this version does not know them."""
    rules = known_rules(items)
    return [] if rules is None else rule_lines(rules)
