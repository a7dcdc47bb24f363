"""How the rulebook of a rule set is composed: the classic game, then each house rule, in this order.

The order matters only where two rules speak about the same thing; which wins is written beside it and in
specs/decisions/101.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from protocol.rules import effects, uno
from protocol.rules.book import Rulebook
from protocol.rules.house import (
    colour_circle,
    deflect,
    five_exchange,
    hints,
    jump_in,
    misplay,
    pairs,
    ready,
    refill,
    reverse_deflect,
    reverse_once,
    seven_zero,
    silence,
    skip_again,
    slap,
    special_wilds,
    stacking,
    teams,
    to_the_last,
    wheel,
    wilds,
)
from protocol.rules.ruleset import RuleSet

HOUSE: tuple[Callable[[Rulebook, RuleSet], None], ...] = (
    # what cards do
    skip_again.extend,
    reverse_once.extend,
    special_wilds.extend,
    wilds.extend,
    colour_circle.extend,
    seven_zero.extend,
    five_exchange.extend,
    wheel.extend,
    pairs.extend,
    # what answers an attack: the first that fits counts, so a +2 on a +2 stacks before it is anything else
    stacking.extend,
    deflect.extend,
    reverse_deflect.extend,
    # what may be done out of turn
    uno.extend,
    jump_in.extend,
    silence.extend,
    hints.extend,
    # what is paid and waited for
    misplay.extend,
    slap.extend,
    ready.extend,
    # how a round ends; at most one of the first two is on (`combinations`)
    refill.extend,
    to_the_last.extend,
    teams.extend,
)


@lru_cache(maxsize=64)
def rulebook(ruleset: RuleSet) -> Rulebook:
    """Composed once; nobody writes to it afterwards."""
    book = Rulebook()
    effects.extend(book)
    for extend in HOUSE:
        extend(book, ruleset)
    return book
