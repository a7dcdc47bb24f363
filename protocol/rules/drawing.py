"""Cards that a seat is owed, and cards that it receives; a reshuffle may come between, in a penalty too."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import IllegalMove, Received
from protocol.rules.happenings import CardsDrawn, CardsMissing
from protocol.rules.needs import NeedCards, NeedShuffle
from protocol.rules.steps import Draw


def draw(draft: Draft, step: Draw) -> None:
    """As many as the pile holds now; the rest after a reshuffle; nothing if both piles are empty."""
    state = draft.state
    if state.nothing_to_draw:
        draft.tell(CardsMissing(step.seat, step.count, step.reason))
    elif state.pile == 0:
        draft.state = replace(state, discards=state.discards[-1:])
        draft.need = NeedShuffle(state.discards[:-1])
        draft.next(step)
    else:
        now = min(step.count, state.pile)
        draft.need = NeedCards(step.seat, now, step.join, step.reason)
        if now < step.count:
            draft.next(replace(step, count=step.count - now))


def received(draft: Draft, need: NeedCards, event: Received) -> None:
    if (event.seat, event.count) != (need.seat, need.count):
        raise IllegalMove(f"Seat {need.seat} receives {need.count}, not seat {event.seat} {event.count}.")
    state = draft.state
    counts = tuple(count + need.count * (seat == need.seat) for seat, count in enumerate(state.counts))
    draft.state = replace(state, counts=counts, pile=state.pile - need.count)
    draft.tell(CardsDrawn(need.seat, need.count, need.reason))
