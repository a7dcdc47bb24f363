"""A rule set in plain sentences, chapter by chapter, in any language that has the texts.

Only what is played is told: an option that means something only with certain values of others is not
mentioned without them, and neither is what a card does that the deck has not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.rules.cards import Kind, deck
from protocol.rules.english import ALWAYS, FIRST_OUT, SMALL_DECK, TITLES, VALUES
from protocol.rules.options import CATALOGUE, Section
from protocol.rules.ruleset import RuleSet
from protocol.sentences import Translate


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    sentences: tuple[str, ...]


# What can be illegal can be challenged.
JUDGED = ("colour", "colour-or-wild", "colour-or-symbol")
# Who has to say UNO can forget it.
SAID = ("with-play", "before-next")

# The values of others without which an option means nothing; `option=value`: without which this value does.
ONLY_WITH: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "blank": {"deck": ("blank-112", "modern-112")},
    "next_dealer": {"score": ("winner-takes", "own-points", "loser-at-target", "lazy", "point-and-refill")},
    "challenge": {"wd4_legal": JUDGED},
    "challenge_shows": {"challenge": ("on",), "wd4_legal": JUDGED},
    "guilty": {"challenge": ("on",), "wd4_legal": JUDGED},
    "deck_empty": {"score": ("winner-takes", "own-points", "loser-at-target", "lazy", "one-round")},
    "uno_catch": {"uno_call": SAID},
    "uno_rescue": {"uno_call": SAID},
    "uno_rescue=partner": {"teams": ("2v2",)},
    "uno_reminder": {"uno_call": SAID},
    "uno_penalty": {"uno_call": SAID},
    "false_call_penalty": {"uno_call": SAID},
    "target": {"rounds": ("0",), "score": ("winner-takes", "own-points", "loser-at-target")},
    "rounds": {"score": ("winner-takes", "own-points", "loser-at-target", "lazy", "point-and-refill")},
    "last_card_bonus": {"score": ("own-points", "loser-at-target")},
    "seven_swap": {"seven_zero": ("on",)},
    "zero_pass": {"seven_zero": ("on",)},
}

# The cards of which one at least must be in the deck for an option to mean anything. A Reverse acts as a Skip
# at a table of two.
CARDS: Mapping[str, tuple[Kind, ...]] = {
    "reverse": (Kind.REVERSE,),
    "skip": (Kind.SKIP, Kind.REVERSE),
    "wild": (Kind.WILD,),
    "reverse_deflect": (Kind.REVERSE,),
}

# A deck without any of these is told of in fewer words.
ABOVE_SMALL = (Kind.SKIP, Kind.REVERSE, Kind.WILD_DRAW_FOUR)


def chapters(ruleset: RuleSet, translate: Translate = str) -> tuple[Chapter, ...]:
    """The whole rule set; a chapter without sentences is left out."""
    told = (
        Chapter(translate(TITLES[section]), _sentences(ruleset, section, translate)) for section in Section
    )
    return tuple(chapter for chapter in told if chapter.sentences)


def told_value(option: str, value: str, translate: Translate = str) -> str:
    """How `option=value` is played; empty if it adds nothing to the rules (house rules that are off)."""
    told = _text(option, value)
    return translate(told).format(value=value) if told else ""


def _text(option: str, value: str) -> str:
    sentences = VALUES.get(option, {})
    return sentences.get(value, sentences.get("*", ""))


def _sentences(ruleset: RuleSet, section: Section, translate: Translate) -> tuple[str, ...]:
    if section is Section.FOUR and not _in_deck(ruleset, (Kind.WILD_DRAW_FOUR,)):
        return ()
    options = [option.name for option in CATALOGUE if option.section is section]
    always = [(text, "") for text in ALWAYS[section] if text != FIRST_OUT or _is_won_by_going_out(ruleset)]
    chosen = [(_text(name, ruleset[name]), ruleset[name]) for name in options if _matters(ruleset, name)]
    small = {} if _in_deck(ruleset, ABOVE_SMALL) else SMALL_DECK
    told = [(small.get(text, text), value) for text, value in (*always, *chosen) if text]
    return tuple(translate(text).format(value=value) for text, value in told)


def _is_won_by_going_out(ruleset: RuleSet) -> bool:
    return ruleset["score"] != "point-and-refill"


def _matters(ruleset: RuleSet, name: str) -> bool:
    needed = {**ONLY_WITH.get(name, {}), **ONLY_WITH.get(f"{name}={ruleset[name]}", {})}
    if name in CARDS and not _in_deck(ruleset, CARDS[name]) and not _pair_skips(ruleset, name):
        return False
    return all(ruleset[other] in values for other, values in needed.items())


def _pair_skips(ruleset: RuleSet, name: str) -> bool:
    """Two identical cards do what a Skip does, whether the deck has Skips or not."""
    return name == "skip" and ruleset.on("pair_as_skip")


def _in_deck(ruleset: RuleSet, kinds: tuple[Kind, ...]) -> bool:
    return any(face.kind in kinds for face in deck(ruleset))
