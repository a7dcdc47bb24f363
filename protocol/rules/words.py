"""A rule set in plain sentences, chapter by chapter, in any language that has the texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.rules.english import ALWAYS, TITLES, VALUES
from protocol.rules.options import CATALOGUE, Section
from protocol.rules.ruleset import RuleSet
from protocol.sentences import Translate


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    sentences: tuple[str, ...]


# What can be illegal can be challenged.
JUDGED = ("colour", "colour-or-wild", "colour-or-symbol")

# An option that means something only with certain values of others is not mentioned without them.
ONLY_WITH: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "blank": {"deck": ("blank-112", "modern-112")},
    "challenge": {"wd4_legal": JUDGED},
    "challenge_shows": {"challenge": ("on",), "wd4_legal": JUDGED},
    "guilty": {"challenge": ("on",), "wd4_legal": JUDGED},
    "deck_empty": {"score": ("winner-takes", "own-points", "loser-at-target", "lazy", "one-round")},
    "uno_catch": {"uno_call": ("with-play", "before-next")},
    "uno_penalty": {"uno_call": ("with-play", "before-next")},
    "target": {"rounds": ("0",), "score": ("winner-takes", "own-points", "loser-at-target")},
    "rounds": {"score": ("winner-takes", "own-points", "loser-at-target", "lazy", "point-and-refill")},
    "seven_swap": {"seven_zero": ("on",)},
    "zero_pass": {"seven_zero": ("on",)},
}


def chapters(ruleset: RuleSet, translate: Translate = str) -> tuple[Chapter, ...]:
    """The whole rule set; a chapter without sentences is left out."""
    told = (
        Chapter(translate(TITLES[section]), _sentences(ruleset, section, translate)) for section in Section
    )
    return tuple(chapter for chapter in told if chapter.sentences)


def told_value(option: str, value: str, translate: Translate = str) -> str:
    """How `option=value` is played; empty if it adds nothing to the rules (house rules that are off)."""
    sentences = VALUES.get(option, {})
    told = sentences.get(value, sentences.get("*", ""))
    return translate(told).format(value=value) if told else ""


def _sentences(ruleset: RuleSet, section: Section, translate: Translate) -> tuple[str, ...]:
    options = [option.name for option in CATALOGUE if option.section is section]
    told = [told_value(name, ruleset[name], translate) for name in options if _matters(ruleset, name)]
    return (*map(translate, ALWAYS[section]), *filter(None, told))


def _matters(ruleset: RuleSet, name: str) -> bool:
    return all(ruleset[other] in values for other, values in ONLY_WITH.get(name, {}).items())
