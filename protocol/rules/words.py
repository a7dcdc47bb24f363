"""A rule set in plain sentences, chapter by chapter, in any language that has the texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.rules.english import ENGLISH
from protocol.rules.language import Language
from protocol.rules.options import CATALOGUE, Section
from protocol.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    sentences: tuple[str, ...]


# An option that means something only with certain values of others is not mentioned without them.
ONLY_WITH: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "blank": {"deck": ("blank-112", "modern-112")},
    "challenge_shows": {"challenge": ("on",)},
    "guilty": {"challenge": ("on",)},
    "uno_catch": {"uno_call": ("with-play", "before-next")},
    "uno_penalty": {"uno_call": ("with-play", "before-next")},
    "target": {"rounds": ("0",), "score": ("winner-takes", "own-points", "loser-at-target")},
    "rounds": {"score": ("winner-takes", "own-points", "loser-at-target", "lazy")},
    "seven_swap": {"seven_zero": ("on",)},
    "zero_pass": {"seven_zero": ("on",)},
}


def chapters(ruleset: RuleSet, language: Language = ENGLISH) -> tuple[Chapter, ...]:
    """The whole rule set; a chapter without sentences is left out."""
    told = (Chapter(language.titles[section], _sentences(ruleset, section, language)) for section in Section)
    return tuple(chapter for chapter in told if chapter.sentences)


def _sentences(ruleset: RuleSet, section: Section, language: Language) -> tuple[str, ...]:
    options = [option.name for option in CATALOGUE if option.section is section]
    told = [language.value(name, ruleset[name]) for name in options if _matters(ruleset, name)]
    return (*language.always[section], *filter(None, told))


def _matters(ruleset: RuleSet, name: str) -> bool:
    return all(ruleset[other] in values for other, values in ONLY_WITH.get(name, {}).items())
