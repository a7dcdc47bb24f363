"""Rules as they are being chosen: every option has a value, but they need not go together yet."""

from __future__ import annotations

from p2puno.language.speech import said
from p2puno.language.texts import _
from protocol.errors import RulesError
from protocol.rules.options import CATALOGUE, OPTIONS, Option
from protocol.rules.ruleset import PRESETS, USUAL_TARGET, RuleSet, canonical_value, preset_name
from protocol.rules.words import told_value

CUSTOM = "custom"


def choosable() -> tuple[Option, ...]:
    """The options of which more than one value can be played, in the order of the catalogue."""
    return tuple(option for option in CATALOGUE if len(values_of(option)) > 1)


def values_of(option: Option) -> tuple[str, ...]:
    """The values to go through; of a number, or of a list, any other can be typed."""
    values = (option.default, *option.values)
    return tuple(value for value in dict.fromkeys(values) if option.is_built(value))


class RuleDraft:
    """The values of all options; `fault` says why they cannot be played, and is empty if they can."""

    def __init__(self, rules: RuleSet) -> None:
        self._values = {option.name: rules[option.name] for option in CATALOGUE}
        self.fault = ""

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def check(self) -> RuleSet | None:
        """The rule set, checked as everywhere; None if there is a fault."""
        try:
            rules = RuleSet.preset("classic").with_options(self._values)
            rules.check_built()
        except RulesError as error:
            self.fault = said(error)
            return None
        self.fault = ""
        return rules

    @property
    def preset(self) -> str:
        rules = self.check()
        return CUSTOM if rules is None else preset_name(rules)

    def turn_preset(self, by: int) -> None:
        names = list(PRESETS)
        at = names.index(self.preset) if self.preset in names else (-1 if by > 0 else 0)
        rules = RuleSet.preset(names[(at + by) % len(names)])
        self._values = {option.name: rules[option.name] for option in CATALOGUE}
        self.fault = ""

    def turn(self, option: Option, by: int) -> None:
        """To the next value, or the last; a typed one stands before all others."""
        values = values_of(option)
        at = values.index(self[option.name]) if self[option.name] in values else -1
        self._set(option.name, values[(at + by) % len(values)])

    def type(self, option: Option, typed: str) -> str:
        """Take a value that was typed; a sentence if it is none."""
        try:
            self._set(option.name, canonical_value(option.name, typed))
        except RulesError as error:
            return said(error)
        return ""

    def told(self, option: Option) -> str:
        """What the value means in play."""
        return told_value(option.name, self[option.name], _)

    def _set(self, name: str, value: str) -> None:
        """A score brings its usual target along, as long as nobody has chosen another."""
        if name == "score" and self["target"] == _usual_target(self["score"]):
            self._values["target"] = _usual_target(value)
        self._values[name] = value
        self.check()


def _usual_target(score: str) -> str:
    return USUAL_TARGET.get(score, {}).get("target", OPTIONS["target"].default)
