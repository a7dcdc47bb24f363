"""`uno_slap`: after an UNO everybody else puts a hand on the pile, and the last one draws two (S0, S2, S4).

Where only one other plays there is no last one (ours).
"""

from __future__ import annotations

from protocol.rules.book import Rulebook
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.events import IllegalMove, Reacted
from protocol.rules.happenings import LastToSlap
from protocol.rules.needs import DrawReason, NeedLast
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from protocol.rules.steps import Slap, Step
from protocol.sentences import sentence

COST = 2


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.on("uno_slap"):
        book.after_uno.append(all_slap)


def all_slap(_state: GameState, seat: int) -> tuple[Step, ...]:
    return (Slap(seat),)


def slap(draft: Draft, step: Slap) -> None:
    seats = draft.state.others(step.seat)
    if len(seats) > 1:
        draft.need = NeedLast(seats)


def last_slapped(draft: Draft, need: NeedLast, event: Reacted) -> None:
    if event.seat not in need.seats:
        raise IllegalMove(sentence("That seat has nothing to slap."))
    draft.tell(LastToSlap(event.seat, COST))
    draft.next(*penalty(draft, event.seat, COST, DrawReason.SLAP))
