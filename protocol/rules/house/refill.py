"""An emptied hand is filled again instead of ending the round.

`score=point-and-refill`: it scores a point and draws six, until the deck is out (S0, S4). `seven_rounds`: it
is given one card less each time, until the last single card is gone (S0, S4). A hand for which there is no
card left ends the round (S0: "when the players have no cards and the deck is out").
"""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.book import Rulebook
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.happenings import HandRefilled
from protocol.rules.needs import DrawReason
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import EndRound

POINT_REFILL = 6


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset["score"] == "point-and-refill":
        book.emptied, book.refills = point_and_refill, True
    elif ruleset.on("seven_rounds"):
        book.emptied, book.refills = one_card_less, True


def point_and_refill(draft: Draft, seat: int) -> None:
    """With partners the point is for both."""
    side = draft.book.side(seat)
    gained = tuple(points + (other in side) for other, points in enumerate(draft.state.gained))
    draft.state = replace(draft.state, gained=gained)
    _refill(draft, seat, POINT_REFILL, point=True)


def one_card_less(draft: Draft, seat: int) -> None:
    """The first hand has `hand_size` cards; after the one of a single card nothing follows."""
    state = draft.state
    times = state.refilled[seat] + 1
    refilled = (*state.refilled[:seat], times, *state.refilled[seat + 1 :])
    draft.state = replace(state, refilled=refilled)
    _refill(draft, seat, state.ruleset.number("hand_size") - times, point=False)


def _refill(draft: Draft, seat: int, count: int, *, point: bool) -> None:
    draft.tell(HandRefilled(seat, count, point))
    if count == 0 or draft.state.nothing_to_draw:
        draft.instead(EndRound())
    else:
        draft.next(*penalty(draft, seat, count, DrawReason.REFILL))
