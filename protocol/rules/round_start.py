"""From the first shuffle to the first turn: the cut for the dealer, the first discard, the deal."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.cards import Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.effects import FIRST_CARD_EFFECTS, Laid
from protocol.rules.events import CutCards, Dealt, FirstCard, IllegalMove, NextRound, Shuffled
from protocol.rules.happenings import (
    DealerCut,
    DeckShuffled,
    FirstCardReturned,
    FirstCardTurned,
    HandsDealt,
    Reshuffled,
    RoundStarted,
)
from protocol.rules.needs import NeedCut, NeedDeal, NeedFirstCard, NeedNextRound, NeedShuffle
from protocol.rules.state import CLOCKWISE
from protocol.rules.steps import Cut, Deal, Open, TurnUp
from protocol.rules.turn import check_card


def gather(draft: Draft) -> None:
    """All cards are taken off the table to be shuffled."""
    state = draft.state
    draft.state = replace(state, counts=(0,) * state.seats, pile=0, discards=(), colour=None)
    draft.need = NeedShuffle(tuple(range(len(state.deck))))


def shuffled(draft: Draft, need: NeedShuffle, _event: Shuffled) -> None:
    count = len(need.cards)
    draft.state = replace(draft.state, pile=count)
    draft.tell(DeckShuffled(count) if count == len(draft.state.deck) else Reshuffled(count))


def cut(draft: Draft, step: Cut) -> None:
    """One card for each; if the pile does not hold enough (at first, or after many ties) all are shuffled."""
    if draft.state.pile < len(step.seats):
        gather(draft)
        draft.next(step)
    else:
        draft.need = NeedCut(step.seats)


def cards_cut(draft: Draft, need: NeedCut, event: CutCards) -> None:
    """The highest number deals, action cards count 0, ties cut again (S2)."""
    if len(event.cards) != len(need.seats) or len(set(event.cards)) != len(event.cards):
        raise IllegalMove(f"The cut needs {len(need.seats)} different cards, one for each seat that cuts.")
    values = [_cut_value(check_card(draft.state, card)) for card in event.cards]
    highest = [seat for seat, value in zip(need.seats, values, strict=True) if value == max(values)]
    draft.state = replace(
        draft.state, pile=draft.state.pile - len(event.cards), discards=draft.state.discards + event.cards
    )
    if len(highest) == 1:
        draft.tell(DealerCut(need.seats, event.cards, highest[0], ()))
        start_round(draft, dealer=highest[0])
    else:
        tied = tuple(highest)
        draft.tell(DealerCut(need.seats, event.cards, None, tied))
        draft.next(Cut(tied))


def _cut_value(face: Face) -> int:
    return face.number or 0


def next_round(draft: Draft, _need: NeedNextRound, _event: NextRound) -> None:
    """The deal goes to the left (`next_dealer=left`)."""
    dealer = draft.state.dealer
    assert dealer is not None
    start_round(draft, dealer=(dealer + 1) % draft.state.seats)


def start_round(draft: Draft, *, dealer: int) -> None:
    state = draft.state
    draft.state = replace(
        state, round=state.round + 1, dealer=dealer, turn=dealer, direction=CLOCKWISE, passes=0
    )
    draft.tell(RoundStarted(draft.state.round, dealer))
    gather(draft)
    draft.instead(TurnUp(), Deal(), Open())


def turn_up(draft: Draft, _step: TurnUp) -> None:
    draft.need = NeedFirstCard()


def first_card(draft: Draft, _need: NeedFirstCard, event: FirstCard) -> None:
    """A +4 goes back and everything is shuffled again; no hand has been dealt yet."""
    face = check_card(draft.state, event.card)
    draft.tell(FirstCardTurned(event.card))
    if face.kind is Kind.WILD_DRAW_FOUR:
        draft.tell(FirstCardReturned(event.card))
        gather(draft)
        draft.next(TurnUp())
        return
    draft.state = replace(draft.state, pile=draft.state.pile - 1, discards=(event.card,), colour=face.colour)


def deal(draft: Draft, _step: Deal) -> None:
    draft.need = NeedDeal(draft.state.ruleset.number("hand_size"))


def dealt(draft: Draft, need: NeedDeal, _event: Dealt) -> None:
    state = draft.state
    draft.state = replace(state, counts=(need.each,) * state.seats, pile=state.pile - need.each * state.seats)
    draft.tell(HandsDealt(need.each))


def open_play(draft: Draft, _step: Open) -> None:
    """The first discard takes effect (`first_card=takes-effect`); the first player is left of the dealer."""
    top, dealer = draft.state.top, draft.state.dealer
    assert top is not None
    assert dealer is not None
    draft.next(*FIRST_CARD_EFFECTS[top.kind](draft, Laid(dealer, before=None)))
