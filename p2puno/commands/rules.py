"""`p2puno rules [PRESET|FILE]`: a rule set in words, or as data."""

from __future__ import annotations

from p2puno.commands.output import show, show_item, show_json
from p2puno.commands.settings import settle
from p2puno.language.texts import _
from p2puno.options import Options
from p2puno.ui.ruletitle import rules_title
from protocol.rules.data import catalogue_data
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import RuleSet, preset_name
from protocol.rules.words import chapters


def run(options: Options) -> int:
    rules = settle(options).rules()
    if options.json:
        show_json(as_data(rules))
        return 0
    show(
        _("Rules: {rules}, for {least} to {most} players").format(
            rules=rules_title(rules), least=rules.min_seats, most=rules.max_seats
        )
    )
    for chapter in chapters(rules, _):
        show("")
        show(chapter.title)
        for sentence in chapter.sentences:
            show_item(sentence)
    return 0


def as_data(rules: RuleSet) -> dict[str, object]:
    """The whole catalogue, and these rules (specs/rules.md, section 7)."""
    return {
        **catalogue_data(),
        "preset": preset_name(rules),
        "players": {"least": rules.min_seats, "most": rules.max_seats},
        "settings": {option.name: rules[option.name] for option in CATALOGUE},
        "changed": dict(rules.items()),
        "chapters": [
            {"title": chapter.title, "sentences": list(chapter.sentences)} for chapter in chapters(rules)
        ],
    }
