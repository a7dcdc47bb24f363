"""`p2puno rules [PRESET|FILE]`: a rule set in words, or as data."""

from __future__ import annotations

from p2puno.commands.output import show, show_item, show_json
from p2puno.commands.settings import settle
from p2puno.language.texts import _
from p2puno.options import Options
from p2puno.ui.ruletitle import rules_title
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import MIN_SEATS, RuleSet, preset_name
from protocol.rules.words import chapters


def run(options: Options) -> int:
    rules = settle(options).rules()
    if options.json:
        show_json(as_data(rules))
        return 0
    show(
        _("Rules: {rules}, for {least} to {most} players").format(
            rules=rules_title(rules), least=MIN_SEATS, most=rules.max_seats
        )
    )
    for chapter in chapters(rules, _):
        show("")
        show(chapter.title)
        for sentence in chapter.sentences:
            show_item(sentence)
    return 0


def as_data(rules: RuleSet) -> dict[str, object]:
    return {
        "preset": preset_name(rules),
        "players": {"least": MIN_SEATS, "most": rules.max_seats},
        "options": {option.name: rules[option.name] for option in CATALOGUE},
        "changed": dict(rules.items()),
        "chapters": [
            {"title": chapter.title, "sentences": list(chapter.sentences)} for chapter in chapters(rules)
        ],
    }
