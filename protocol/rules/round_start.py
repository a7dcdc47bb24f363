"""From the first shuffle to the first turn: who deals, the first discard, the deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from protocol.rules.book import Laid
from protocol.rules.cards import Face, Kind
from protocol.rules.draft import Draft
from protocol.rules.effects import FIRST_CARD_EFFECTS, first_colour, turn_direction
from protocol.rules.events import CutCards, Dealt, FirstCard, IllegalMove, LotDrawn, NextRound, Shuffled
from protocol.rules.happenings import (
    DealerCut,
    DealerDrawn,
    DeckShuffled,
    FirstCardReturned,
    FirstCardTurned,
    HandsDealt,
    Reshuffled,
    RoundStarted,
)
from protocol.rules.laying import check_card
from protocol.rules.needs import NeedCut, NeedDeal, NeedFirstCard, NeedLot, NeedNextRound, NeedShuffle
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import CLOCKWISE, GameState, LastRound
from protocol.rules.steps import Cut, Deal, DrawLot, Open, Step, Turn, TurnUp
from protocol.sentences import sentence

# The kinds that stay if they are turned up; a +4 goes back (all sources), other special wilds too (ours).
STAYS = (Kind.NUMBER, Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO, Kind.WILD)


def gather(draft: Draft) -> None:
    """All cards are taken off the table to be shuffled."""
    state = draft.state
    draft.state = replace(state, counts=(0,) * state.seats, pile=0, discards=(), aside=0, colour=None)
    draft.need = NeedShuffle(tuple(range(len(state.deck))))


def shuffled(draft: Draft, need: NeedShuffle, _event: Shuffled) -> None:
    count = len(need.cards)
    draft.state = replace(draft.state, pile=count)
    draft.tell(DeckShuffled(count) if count == len(draft.state.deck) else Reshuffled(count))


# --- who deals --------------------------------------------------------------------------------------------


def find_dealer(ruleset: RuleSet, seats: tuple[int, ...]) -> Step:
    """`dealer`: a cut, or a lot (S2)."""
    return DrawLot() if ruleset["dealer"] == "lot" else Cut(seats)


def begin(draft: Draft) -> None:
    """What comes before the first round: all cards are shuffled, and the dealer is found."""
    gather(draft)
    draft.instead(find_dealer(draft.state.ruleset, draft.state.present))


def draw_lot(draft: Draft, _step: DrawLot) -> None:
    draft.need = NeedLot(len(draft.state.present))


def lot_drawn(draft: Draft, need: NeedLot, event: LotDrawn) -> None:
    if event.outcome not in range(need.outcomes):
        raise IllegalMove(sentence("The lot falls on none of the seats."))
    dealer = draft.state.present[event.outcome]
    draft.tell(DealerDrawn(dealer))
    start_round(draft, dealer=dealer, opener=None)


def cut(draft: Draft, step: Cut) -> None:
    """One card for each; if the pile does not hold enough (at first, or after many ties) all are shuffled."""
    if draft.state.pile < len(step.seats):
        gather(draft)
        draft.next(step)
    else:
        draft.need = NeedCut(step.seats, step.standing)


def cards_cut(draft: Draft, need: NeedCut, event: CutCards) -> None:
    """The highest number deals and ties cut again.

    An action card counts 0 (`cut`: S2, S3) or is drawn again (`cut-redraw`: S0, S4).
    """
    if len(event.cards) != len(need.seats) or len(set(event.cards)) != len(event.cards):
        raise IllegalMove(
            sentence(
                "The cut needs {count} different cards, one for each seat that cuts.", count=len(need.seats)
            )
        )
    faces = [check_card(draft.state, card) for card in event.cards]
    draft.state = replace(
        draft.state, pile=draft.state.pile - len(event.cards), discards=draft.state.discards + event.cards
    )
    redraws = draft.state.ruleset["dealer"] == "cut-redraw"
    again = tuple(
        seat for seat, face in zip(need.seats, faces, strict=True) if redraws and face.number is None
    )
    standing = need.standing + tuple(
        (seat, face.number or 0) for seat, face in zip(need.seats, faces, strict=True) if seat not in again
    )
    highest = max((number for _, number in standing), default=0)
    tied = again or tuple(sorted(seat for seat, number in standing if number == highest))
    if len(tied) == 1 and not again:
        draft.tell(DealerCut(need.seats, event.cards, tied[0], ()))
        start_round(draft, dealer=tied[0], opener=None)
    else:
        draft.tell(DealerCut(need.seats, event.cards, None, tied, redraw=bool(again)))
        draft.next(Cut(tied, standing if again else ()))


def next_round(draft: Draft, _need: NeedNextRound, _event: NextRound) -> None:
    """A round that was void is dealt again by the same dealer, if he is still there (ours)."""
    state = draft.state
    if state.dealer is None:
        begin(draft)
        return
    if state.last is None:
        dealer = state.dealer if state.dealer in state.present else _seating(state, 1)[0]
        start_round(draft, dealer=dealer, opener=None)
        return
    dealer, opener = NEXT_DEALER[state.ruleset["next_dealer"]](state, state.last)
    start_round(draft, dealer=dealer, opener=opener)


def _left(state: GameState, _last: LastRound) -> tuple[int, int | None]:
    return _seating(state, 1)[0], None


def _right(state: GameState, _last: LastRound) -> tuple[int, int | None]:
    """S1."""
    return _seating(state, -1)[0], None


def _loser(state: GameState, last: LastRound) -> tuple[int, int | None]:
    """Who has most points in hand deals, the winner opens (S0, S4); the nearest to the left of several."""
    by_seating = _seating(state, 1)
    dealer = max(by_seating, key=lambda seat: last.values[seat])
    openers = [seat for seat in by_seating if seat in last.winners and seat != dealer]
    return dealer, openers[0] if openers else None


def _seating(state: GameState, direction: int) -> list[int]:
    """The seats that are present, from the neighbour of the last dealer round to himself."""
    seats = ((_dealer(state) + step * direction) % state.seats for step in range(1, state.seats + 1))
    return [seat for seat in seats if seat in state.present]


NEXT_DEALER: Mapping[str, Callable[[GameState, LastRound], tuple[int, int | None]]] = {
    "left": _left,
    "right": _right,
    "loser": _loser,
}


def _dealer(state: GameState) -> int:
    assert state.dealer is not None
    return state.dealer


# --- a round ----------------------------------------------------------------------------------------------


def start_round(draft: Draft, *, dealer: int, opener: int | None) -> None:
    """`opener`: who has the first turn, if it is not the seat to the dealer's left."""
    state = draft.state
    draft.state = replace(
        state,
        round=state.round + 1,
        dealer=dealer,
        turn=dealer,
        direction=CLOCKWISE,
        windows=(),
        passes=0,
        asked=None,
        attack=None,
        laid_by=None,
        emptied=(),
        out=(),
        refilled=(0,) * state.seats,
        gained=(0,) * state.seats,
        silence=None,
        refuted=frozenset(),
        gone_on=None,
    )
    draft.tell(RoundStarted(draft.state.round, dealer))
    gather(draft)
    draft.instead(TurnUp(), Deal(), Open(draft.state.after(dealer) if opener is None else opener))


def turn_up(draft: Draft, _step: TurnUp) -> None:
    draft.need = NeedFirstCard()


def first_card(draft: Draft, _need: NeedFirstCard, event: FirstCard) -> None:
    """Turned up before anything is dealt, so that one which goes back costs nobody a hand."""
    face = check_card(draft.state, event.card)
    draft.tell(FirstCardTurned(event.card))
    if face.kind not in STAYS:
        draft.tell(FirstCardReturned(event.card))
        gather(draft)
        draft.next(TurnUp())
        return
    state = draft.state
    draft.state = replace(
        state, pile=state.pile - 1, discards=(*state.discards, event.card), colour=face.colour
    )
    if face.kind is not Kind.NUMBER and state.ruleset["first_card"] == "number-only":
        _turn_up_again(draft)


def _turn_up_again(draft: Draft) -> None:
    """`number-only`: what is no number stays under the next card (S2), while there are enough to deal."""
    state = draft.state
    if state.pile < sum(_dealt_counts(state)) + 2:
        gather(draft)
    draft.next(TurnUp())


def deal(draft: Draft, _step: Deal) -> None:
    draft.need = NeedDeal(_dealt_counts(draft.state))


def _dealt_counts(state: GameState) -> tuple[int, ...]:
    """`dealer-lays`: the dealer's last card is the one that was turned up (S4)."""
    each, lays = state.ruleset.number("hand_size"), state.ruleset["first_card"] == "dealer-lays"
    return tuple(
        each - (lays and seat == state.dealer) if seat in state.present else 0 for seat in range(state.seats)
    )


def dealt(draft: Draft, need: NeedDeal, _event: Dealt) -> None:
    state = draft.state
    draft.state = replace(state, counts=need.counts, pile=state.pile - sum(need.counts))
    draft.tell(HandsDealt(max(need.counts)))


# --- what the first discard does --------------------------------------------------------------------------


def open_play(draft: Draft, step: Open) -> None:
    top = draft.state.top
    assert top is not None
    draft.next(*OPENINGS[draft.state.ruleset["first_card"]](draft, top, step.first))


def _takes_effect(draft: Draft, top: Face, first: int) -> tuple[Step, ...]:
    """As if the seat before the first player had laid it (S2); a Reverse lets the dealer begin."""
    dealer = _dealer(draft.state)
    if top.kind is Kind.REVERSE:
        if draft.state.ruleset["reverse"] == "lasting":
            turn_direction(draft)
        return (Turn(dealer),)
    return FIRST_CARD_EFFECTS[top.kind](draft, _first_laid(draft, draft.state.before(first), top))


def _dealer_lays(draft: Draft, top: Face, _first: int) -> tuple[Step, ...]:
    """The dealer's turn, and play goes on from him (S4): an action card acts in full, he names the colour.

    What moves hands or cards acts only when a player lays it himself (ours).
    """
    dealer = _dealer(draft.state)
    if top.kind is Kind.NUMBER:
        return (Turn(draft.state.after(dealer)),)
    if top.kind is Kind.WILD:
        return first_colour(draft, dealer, draft.state.after(dealer))
    return draft.book.effects[top.kind](draft, _first_laid(draft, dealer, top))


def _first_laid(draft: Draft, seat: int, top: Face) -> Laid:
    return Laid(seat, top, before=None, under=None, left=draft.state.counts[seat])


OPENINGS: Mapping[str, Callable[[Draft, Face, int], tuple[Step, ...]]] = {
    "takes-effect": _takes_effect,
    "number-only": _takes_effect,
    "dealer-lays": _dealer_lays,
}
