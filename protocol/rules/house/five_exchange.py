"""`five_exchange`: with a 5 you may exchange one card with a player; each chooses what to give (S0, S4)."""

from __future__ import annotations

from protocol.rules.book import Laid, Naming, Rulebook
from protocol.rules.draft import Draft
from protocol.rules.effects import passes_turn
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Exchange, Step


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.on("five_exchange"):
        book.effects[5] = five
        book.targets[5] = Naming.MAY


def five(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    exchanged = () if laid.target is None else (Exchange(laid.seat, laid.target),)
    return (*exchanged, *passes_turn(draft, laid))
