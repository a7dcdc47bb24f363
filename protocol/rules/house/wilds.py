"""`wild`: what a Wild does instead of naming a colour (S0, third review).

cover: who laid it lays one more card of his choice on it. open: anything may follow. Only the plain Wild
(and a blank card that is one) is meant; the other wilds name their colour (ours).
"""

from __future__ import annotations

from protocol.rules.book import Laid, Rulebook
from protocol.rules.cards import Kind
from protocol.rules.draft import Draft
from protocol.rules.effects import passes_turn
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Cover, Step


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset["wild"] != "names-colour":
        book.colourless.add(Kind.WILD)
    if ruleset["wild"] == "cover":
        book.effects[Kind.WILD] = cover_wild


def cover_wild(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """A Wild that is the last card needs no cover."""
    return (Cover(laid.seat),) if laid.left else passes_turn(draft, laid)
