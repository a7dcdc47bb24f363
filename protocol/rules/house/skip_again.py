"""`skip=play-again`: who laid a Skip moves again (S0, S4)."""

from __future__ import annotations

from protocol.rules.book import Laid, Rulebook
from protocol.rules.cards import Kind
from protocol.rules.draft import Draft
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Step, Turn


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset["skip"] == "play-again":
        book.effects[Kind.SKIP] = play_again


def play_again(_draft: Draft, laid: Laid) -> tuple[Step, ...]:
    """Who has gone out with it has no further turn: `turn.turn` sees to that."""
    return (Turn(laid.seat),)
