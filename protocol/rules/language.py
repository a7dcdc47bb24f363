"""The shape of the texts in which a rule set is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.rules.options import Section


@dataclass(frozen=True, slots=True)
class Language:
    """Texts by chapter and option.

    titles, always: per chapter its title and the sentences that hold in every rule set.
    meanings: per option one sentence that says what it decides.
    values: per option and value one sentence that says how it is played; "*" is the sentence for any other
        value, with {value} in it.
    """

    code: str
    titles: Mapping[Section, str]
    always: Mapping[Section, tuple[str, ...]]
    meanings: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]

    def value(self, option: str, value: str) -> str:
        """How `option=value` is played; empty if it adds nothing to the rules (house rules that are off)."""
        sentences = self.values.get(option, {})
        return sentences.get(value, sentences.get("*", "")).format(value=value)
