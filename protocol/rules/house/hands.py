"""Hands and cards that change owners: what the rules that move them have in common."""

from __future__ import annotations

from protocol.rules import events as ev
from protocol.rules import happenings as hp
from protocol.rules.draft import Draft
from protocol.rules.needs import NeedExchange, NeedHands, NeedPool
from protocol.rules.steps import Exchange, MoveHands, Pool
from protocol.rules.uno import down_to_one


def swap(first: int, second: int) -> MoveHands:
    """Two seats take each other's hand."""
    return MoveHands(((first, second), (second, first)))


def move_hands(draft: Draft, step: MoveHands) -> None:
    draft.need = NeedHands(step.moves)


def hands_moved(draft: Draft, need: NeedHands, _event: ev.HandsMoved) -> None:
    counts = draft.state.counts
    gains = {receiver: counts[giver] - counts[receiver] for giver, receiver in need.moves}
    draft.change(gains)
    draft.tell(hp.HandsMoved(need.moves))
    down_to_one(draft, tuple(sorted(gains)))


def exchange(draft: Draft, step: Exchange) -> None:
    draft.need = NeedExchange(step.first, step.second)


def cards_exchanged(draft: Draft, need: NeedExchange, _event: ev.CardsExchanged) -> None:
    """One for one: nobody holds more or less than before."""
    draft.tell(hp.CardsExchanged(need.first, need.second))


def pool(draft: Draft, step: Pool) -> None:
    """Dealt one by one, from the seat after `step.seat` on, so that all hands are equal but for one card."""
    state = draft.state
    order = (*state.others(step.seat), *(seat for seat in state.playing if seat == step.seat))
    each, over = divmod(sum(state.counts), len(order))
    dealt = {seat: each + (place < over) for place, seat in enumerate(order)}
    draft.need = NeedPool(tuple(dealt.get(seat, 0) for seat in range(state.seats)))


def redealt(draft: Draft, need: NeedPool, _event: ev.Redealt) -> None:
    draft.change({seat: count - draft.state.counts[seat] for seat, count in enumerate(need.counts)})
    draft.tell(hp.HandsRedealt(need.counts))
    down_to_one(draft, draft.state.playing)
