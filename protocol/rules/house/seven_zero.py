"""`seven_zero`: a 7 swaps hands with a player, a 0 moves all hands on (S0, S2, S4).

`seven_swap` says whether a 7 has to swap, `zero_pass` which way the hands move. With the last card neither
happens: going out comes first.
"""

from __future__ import annotations

from protocol.rules.book import Laid, Naming, Rulebook
from protocol.rules.draft import Draft
from protocol.rules.effects import passes_turn
from protocol.rules.house.hands import swap
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import CLOCKWISE, GameState
from protocol.rules.steps import MoveHands, Step


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.on("seven_zero"):
        book.effects[7] = seven
        book.effects[0] = zero
        book.targets[7] = Naming.MUST if ruleset["seven_swap"] == "must" else Naming.MAY


def seven(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    swapped = () if laid.target is None else (swap(laid.seat, laid.target),)
    return (*swapped, *passes_turn(draft, laid))


def zero(draft: Draft, laid: Laid) -> tuple[Step, ...]:
    moved = (MoveHands(_passed_on(draft.state)),) if laid.left else ()
    return (*moved, *passes_turn(draft, laid))


def _passed_on(state: GameState) -> tuple[tuple[int, int], ...]:
    """Each hand goes to the next seat: in the direction of play, or always to the left (S0)."""
    left = state.direction == CLOCKWISE or state.ruleset["zero_pass"] == "left"  # noqa: S105 - a rule, no password
    seats = state.playing if left else state.playing[::-1]
    return tuple(zip(seats, (*seats[1:], seats[0]), strict=True))
