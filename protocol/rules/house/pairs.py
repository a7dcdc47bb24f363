"""Two identical cards in one turn.

`double_play=together` (S2, «ускоренное»): they act one after the other, so a pair of Draw Twos is four cards
and two Reverses undo each other. `pair_as_skip` (S0, S4): they act as one Skip instead. `double_play=jump` is
a jump-in (`jump_in`). No pair answers an attack, and no pair is of +4s (ours).
"""

from __future__ import annotations

from protocol.rules.book import Rulebook
from protocol.rules.ruleset import RuleSet


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    """`laying` checks what a pair is; the cards' effects know how many were laid."""
    book.pairs_together = ruleset["double_play"] == "together"
    book.pairs_as_skip = ruleset.on("pair_as_skip")
