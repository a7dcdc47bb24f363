"""Random rule sets: any values of any options that do not contradict each other."""

from __future__ import annotations

from random import Random

from protocol.rules.options import CATALOGUE, Option, Section
from protocol.rules.ruleset import RuleSet, RuleSetError
from tests.rules.dealer import CLASSIC

# Small numbers, so that games end soon.
NUMBERS = {"target": ("1", "60", "150"), "rounds": ("0", "1", "2")}


def any_ruleset(random: Random, changed: float = 0.35) -> RuleSet:
    """Every option is changed with this probability; what is refused is drawn again."""
    while True:
        settings = {
            option.name: any_value(random, option)
            for option in CATALOGUE
            if option.section is not Section.TABLE and random.random() < changed
        }
        try:
            return CLASSIC.with_options({"target": "60", **settings})
        except RuleSetError:
            continue


def any_value(random: Random, option: Option) -> str:
    if option.name in NUMBERS:
        return random.choice(NUMBERS[option.name])
    if option.several:
        return ",".join(random.sample(option.values, random.randrange(len(option.values))))
    return random.choice(option.values)


def any_seats(random: Random, ruleset: RuleSet) -> int:
    """Few: with many all cards can end up in hands and go round for a very long time."""
    return min(ruleset.max_seats, max(ruleset.min_seats, random.choice((2, 2, 3, 3, 4, 4, 5))))
