"""What an open table does where no player chooses: cards are dealt, hands move, chance decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from protocol.rules import events as ev
from protocol.rules import needs
from protocol.table.choices import CastVote, DuelCard, GiveCard

if TYPE_CHECKING:
    from p2puno.seat.arena.opentable import OpenTable


def answer(table: OpenTable) -> ev.Event | None:
    """The event that meets the need; None if players have to choose, or the game is over."""
    need = table.state.need
    if type(need) not in ANSWERS or not asked_seats(table).issubset(table.replies):
        return None
    return ANSWERS[type(need)](table, need)


def asked_seats(table: OpenTable) -> frozenset[int]:
    """Who has to answer a question that is no turn."""
    match table.state.need:
        case needs.NeedExchange(first, second):
            return frozenset((first, second))
        case needs.NeedDuel(seats):
            return frozenset(seats)
        case needs.NeedVote(accuser, accused):
            return frozenset(table.state.present) - {accuser, accused}
        case _:
            return frozenset()


# --- cards ------------------------------------------------------------------------------------------------


def _shuffled(table: OpenTable, need: needs.NeedShuffle) -> ev.Event:
    table.pile = table.random.sample(need.cards, len(need.cards))
    return ev.Shuffled()


def _dealt(table: OpenTable, need: needs.NeedDeal) -> ev.Event:
    table.hands = [table.take(count) for count in need.counts]
    return ev.Dealt()


def _received(table: OpenTable, need: needs.NeedCards) -> ev.Event:
    taken = table.take(need.count)
    if need.join:
        table.hands[need.seat] += taken
    else:
        (table.drawn,) = taken
    return ev.Received(need.seat, need.count)


def _fits(table: OpenTable, need: needs.NeedFit) -> ev.Event:
    """A card that is not to be decided on joins the hand."""
    fits = table.drawn in need.cards
    if need.keeps or not fits:
        table.keep_drawn(need.seat)
    return ev.FitShown(need.seat, fits)


def _returned(table: OpenTable, need: needs.NeedReturn) -> ev.Event:
    table.hands[need.seat].append(need.card)
    return ev.Returned()


def _hands_moved(table: OpenTable, need: needs.NeedHands) -> ev.Event:
    given = {receiver: table.hands[giver] for giver, receiver in need.moves}
    table.hands = [given.get(seat, hand) for seat, hand in enumerate(table.hands)]
    return ev.HandsMoved()


def _redealt(table: OpenTable, need: needs.NeedPool) -> ev.Event:
    cards = [card for hand in table.hands for card in hand]
    table.random.shuffle(cards)
    table.hands = [[cards.pop() for _ in range(count)] for count in need.counts]
    return ev.Redealt()


# --- what players have answered ---------------------------------------------------------------------------


def _exchanged(table: OpenTable, need: needs.NeedExchange) -> ev.Event:
    for giver, receiver in ((need.first, need.second), (need.second, need.first)):
        given = table.replies[giver]
        assert isinstance(given, GiveCard)
        table.hands[giver].remove(given.card)
        table.hands[receiver].append(given.card)
    return ev.CardsExchanged()


def _duelled(table: OpenTable, need: needs.NeedDuel) -> ev.Event:
    """The highest card, if it is alone, leaves its hand."""
    shown = [table.replies[seat] for seat in need.seats]
    cards = tuple(reply.card for reply in shown if isinstance(reply, DuelCard))
    numbers = [-1 if card is None else table.state.deck[card].number or 0 for card in cards]
    highest = cards[numbers.index(max(numbers))]
    if highest is not None and numbers.count(max(numbers)) == 1:
        table.hands[need.seats[cards.index(highest)]].remove(highest)
    return ev.Duelled(cards)


def _voted(table: OpenTable, _need: needs.NeedVote) -> ev.Event:
    votes = [reply.guilty for reply in table.replies.values() if isinstance(reply, CastVote)]
    return ev.Voted(sum(votes) * 2 > len(votes))


# Any: each function takes the need whose class stands beside it.
ANSWERS: Mapping[type[needs.Need], Callable[[OpenTable, Any], ev.Event]] = {
    needs.NeedShuffle: _shuffled,
    needs.NeedCut: lambda table, need: ev.CutCards(tuple(table.take(len(need.seats)))),
    needs.NeedLot: lambda table, need: ev.LotDrawn(table.random.randrange(need.outcomes)),
    needs.NeedWheel: lambda table, need: ev.WheelStopped(table.random.randrange(need.sectors)),
    needs.NeedFirstCard: lambda table, _: ev.FirstCard(*table.take(1)),
    needs.NeedDeal: _dealt,
    needs.NeedCards: _received,
    needs.NeedFit: _fits,
    needs.NeedVerdict: lambda table, need: ev.Verdict(not need.forbidding.isdisjoint(table.staked)),
    needs.NeedReturn: _returned,
    needs.NeedHands: _hands_moved,
    needs.NeedExchange: _exchanged,
    needs.NeedPool: _redealt,
    needs.NeedShow: lambda table, need: ev.HandShown(need.seat, tuple(table.hands[need.seat])),
    needs.NeedDuel: _duelled,
    needs.NeedFirst: lambda table, need: ev.Reacted(table.random.choice(need.seats)),
    needs.NeedLast: lambda table, need: ev.Reacted(table.random.choice(need.seats)),
    needs.NeedVote: _voted,
    needs.NeedOpening: lambda table, _: ev.Opened(tuple(tuple(hand) for hand in table.hands)),
    needs.NeedNextRound: lambda _table, _need: ev.NextRound(),
}
