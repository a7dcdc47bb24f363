"""`reverse=one-turn`: a Reverse acts for one turn (S0, last article).

The seat before gets the turn, and from it play goes on in the old direction.
"""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.book import Laid, Rulebook
from protocol.rules.cards import Kind
from protocol.rules.draft import Draft
from protocol.rules.effects import passes_turn, reverse
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Step, Turn


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset["reverse"] == "one-turn":
        book.effects[Kind.REVERSE] = reverse_once


def reverse_once(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """With two players it is a Skip, as always; two of them together undo each other."""
    if len(draft.state.playing) == 2:
        return reverse(draft, laid)
    if laid.times % 2 == 0:
        return passes_turn(draft, replace(laid, times=1))
    return (Turn(draft.state.before(laid.seat)),)
