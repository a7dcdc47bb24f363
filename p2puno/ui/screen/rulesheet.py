"""The rules of a table in words, as a sheet above another page."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2puno.language.texts import _
from p2puno.ui import screen_texts as words
from p2puno.ui.ruletitle import rules_title
from p2puno.ui.screen.sheets import SheetPage
from p2puno.ui.screen.stage import Page, Stage
from protocol.errors import RulesError
from protocol.rules.ruleset import RuleSet
from protocol.rules.words import chapters
from protocol.wire.messages import RuleItem


def rules_sheet(stage: Stage, under: Page, rules: RuleSet, note: Callable[[], str]) -> SheetPage:
    title = words.RULES_TITLE.format(rules=rules_title(rules))
    return SheetPage(stage, under, title, rule_lines(rules), note)


def rules_of_items(items: Iterable[RuleItem]) -> list[str]:
    """The rules of a table that somebody else has opened; nothing if this version does not know them."""
    rules = known_rules(items)
    return [] if rules is None else rule_lines(rules)


def known_rules(items: Iterable[RuleItem]) -> RuleSet | None:
    """The rules that came over the network; None if this version does not know them."""
    try:
        return RuleSet.from_items([(item.name, item.value) for item in items])
    except RulesError:
        return None


def rule_lines(rules: RuleSet) -> list[str]:
    lines: list[str] = []
    for chapter in chapters(rules, _):
        lines += [chapter.title, *(f"- {sentence}" for sentence in chapter.sentences), ""]
    return lines
