"""A rule set in a few words, for lists of tables and the lobby."""

from __future__ import annotations

from collections.abc import Iterable

from p2puno.ui import texts as text
from protocol.errors import RulesError
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import RuleSet, preset_name
from protocol.wire.messages import RuleItem


def rules_title(rules: RuleSet) -> str:
    """The preset, or what differs from classic: 'classic', 'classic with target=200'."""
    name = preset_name(rules)
    if name != "custom":
        return name
    classic = RuleSet.preset("classic")
    values = [(option.name, rules[option.name]) for option in CATALOGUE]
    changes = [f"{option}={value}" for option, value in values if classic[option] != value]
    return text.RULES_CHANGED.format(changes=", ".join(changes))


def title_of_items(items: Iterable[RuleItem]) -> str:
    """The same for rules that came over the network."""
    try:
        rules = RuleSet.from_items([(item.name, item.value) for item in items])
        rules.check_built()
        return rules_title(rules)
    except RulesError:
        return str(text.RULES_UNKNOWN)
