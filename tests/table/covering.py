"""Few rule sets that together hold every possible pair of option values, found greedily.

The catalogue is taken as it is: what is not built or refused is left out. Every rule set is for games of one
round, whatever way of scoring it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from protocol.errors import RulesError
from protocol.rules.options import CATALOGUE, OPTIONS
from protocol.rules.ruleset import RuleSet

# Beside the options, how many sit at the table is a value like any other.
SEATS = "seats"
ONE_ROUND = {"rounds": "1"}
_SEAT_COUNTS = ("2", "3", "4", "5")

Row = dict[str, str]
Pair = tuple[tuple[str, str], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A table to play at: `rules` for this many seats."""

    rules: RuleSet
    seats: int


def factors() -> dict[str, tuple[str, ...]]:
    """Every option with more than one value that this version plays; of numbers those known from rules."""
    found: dict[str, tuple[str, ...]] = {SEATS: _SEAT_COUNTS}
    for option in CATALOGUE:
        words = ("", *option.values) if option.several else option.values
        built = tuple(word for word in words if option.is_built(word))
        if len(built) > 1 and option.name not in ONE_ROUND:
            found[option.name] = built
    return found


def setting(row: Mapping[str, str]) -> Setting | None:
    """The table of these values, None if they are refused."""
    options = {name: value for name, value in row.items() if name != SEATS}
    try:
        rules = RuleSet.preset("classic").with_options(options | ONE_ROUND)
        rules.check_seats(int(row[SEATS]))
    except RulesError:
        return None
    return Setting(rules, int(row[SEATS]))


def complete(wanted: Mapping[str, str], values: Mapping[str, tuple[str, ...]]) -> Row | None:
    """Values for all options with these among them, changing few others; None if they exclude each other."""
    row = {name: words[0] for name, words in values.items()} | {SEATS: "4"} | dict(wanted)
    others = [(name, word) for name in values if name not in wanted for word in values[name]]
    for changes in range(3):
        for changed in combinations(others, changes):
            candidate = row | dict(changed)
            if setting(candidate) is not None:
                return candidate
    return None


def pairs(values: Mapping[str, tuple[str, ...]]) -> Iterator[Pair]:
    """Every two values of two options, whether they are refused together or not."""
    for one, other in combinations(values, 2):
        yield from product(((one, word) for word in values[one]), ((other, word) for word in values[other]))


def covering(values: Mapping[str, tuple[str, ...]], seed: int = 0) -> Iterator[Row]:
    """Rows with a value for every option that together hold each pair that any row can hold."""
    random = Random(seed)
    values = {name: _possible(name, words, values) for name, words in values.items()}
    left = dict.fromkeys(pairs(values))
    while left:
        pair = next(iter(left))
        row = complete(dict(pair), values)
        if row is None:
            del left[pair]
            continue
        row = _enrich(row, list(pair), values, left, random)
        yield row
        for held in combinations(((name, row[name]) for name in values), 2):
            left.pop(held, None)


def _possible(name: str, words: tuple[str, ...], values: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(word for word in words if complete({name: word}, values) is not None)


def _enrich(
    row: Row,
    fixed: list[tuple[str, str]],
    values: Mapping[str, tuple[str, ...]],
    left: Mapping[Pair, None],
    random: Random,
) -> Row:
    """Option by option, choose the value that brings most pairs that are still left."""
    place = {name: number for number, name in enumerate(values)}
    free = [name for name in values if name not in dict(fixed)]
    random.shuffle(free)
    for name in free:

        def gain(word: str, name: str = name) -> int:
            new = (name, word)
            return sum(((old, new) if place[old[0]] < place[name] else (new, old)) in left for old in fixed)

        allowed = [word for word in values[name] if setting(row | {name: word}) is not None]
        random.shuffle(allowed)
        row = row | {name: max(allowed, key=gain)}
        fixed.append((name, row[name]))
    return row


def described(table: Setting) -> str:
    """As for a command line."""
    changed = [f"{name}={value}" for name, value in table.rules.items() if value != OPTIONS[name].default]
    return f"{table.seats} seats, {' '.join(changed)}"
