"""Cards that a seat is owed, and cards that it receives; a reshuffle may come between, in a penalty too.

Drawing by choice: `draw` says how often, `drawn_card` what becomes of the card (S0, S2, S4).
"""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import FitShown, IllegalMove, Received
from protocol.rules.happenings import CardsDrawn, CardsMissing
from protocol.rules.needs import DrawReason, NeedCards, NeedFit, NeedShuffle
from protocol.rules.state import GameState
from protocol.rules.steps import Decide, Draw, DrawOne, Fit, Step, Turn
from protocol.sentences import sentence


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
        raise IllegalMove(sentence("These are not the cards that are being drawn."))
    draft.change({need.seat: need.count})
    draft.state = replace(draft.state, pile=draft.state.pile - need.count)
    draft.tell(CardsDrawn(need.seat, need.count, need.reason))


def penalty(draft: Draft, seat: int, count: int, reason: DrawReason) -> tuple[Step, ...]:
    """`seat` draws, and does what the rules say after such a draw."""
    after = draft.book.after_draw.get(reason)
    return (Draw(seat, count, reason), *(() if after is None else (after(seat),)))


def draw_one(draft: Draft, step: DrawOne) -> None:
    """A voluntary draw: what follows depends on whether the card fits only where the rules ask."""
    state, seat = draft.state, step.seat
    until = state.ruleset["draw"] == "until-playable"
    drawn_card = state.ruleset["drawn_card"]
    turn_ends = Turn(state.after(seat))
    if state.nothing_to_draw:
        draft.next(turn_ends)
    elif until or drawn_card == "must-play":
        fits: Step = turn_ends if drawn_card == "keep" else Decide(seat, keeps=drawn_card == "may-play")
        fit = Fit(
            seat,
            fitting(draft, state),
            keeps=drawn_card == "keep",
            yes=(fits,),
            no=(step if until else turn_ends,),
        )
        draft.next(Draw(seat, 1, DrawReason.CHOICE, join=False), fit)
    elif drawn_card == "keep":
        draft.next(Draw(seat, 1, DrawReason.CHOICE), turn_ends)
    else:
        draft.next(Draw(seat, 1, DrawReason.CHOICE, join=False), Decide(seat))


def fitting(draft: Draft, state: GameState) -> frozenset[int]:
    """The cards of the deck that fit now."""
    return frozenset(card for card, face in enumerate(state.deck) if draft.book.fits(state, face))


def fit(draft: Draft, step: Fit) -> None:
    draft.state = replace(draft.state, asked=step)
    draft.need = NeedFit(step.seat, step.cards, step.keeps)


def fit_shown(draft: Draft, need: NeedFit, event: FitShown) -> None:
    if event.seat != need.seat:
        raise IllegalMove(sentence("That is not the seat that has drawn."))
    step = draft.state.asked
    assert isinstance(step, Fit)
    draft.next(*(step.yes if event.fits else step.no))
