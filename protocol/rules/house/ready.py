"""`ready_after_four`: play waits until who drew because of a +4 says "ready" (S0, S1, S4)."""

from __future__ import annotations

from protocol.rules.book import Rulebook
from protocol.rules.draft import Draft
from protocol.rules.events import Ready
from protocol.rules.happenings import SeatReady
from protocol.rules.needs import DrawReason, MoveKind, NeedMove
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Sort


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.on("ready_after_four"):
        for reason in (DrawReason.DRAW_FOUR, DrawReason.GUILTY, DrawReason.FALSE_CHALLENGE):
            book.after_draw[reason] = Sort


def sort(draft: Draft, step: Sort) -> None:
    draft.choose(step, step.seat, MoveKind.READY)


def ready(draft: Draft, _need: NeedMove, event: Ready) -> None:
    draft.tell(SeatReady(event.seat))
