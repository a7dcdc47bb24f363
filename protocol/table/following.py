"""What the table waits for next: the rules' need, as a phase."""

from __future__ import annotations

from dataclasses import replace

from protocol.errors import LocalError
from protocol.rules.moves import interruptions
from protocol.rules.needs import (
    Need,
    NeedCards,
    NeedCut,
    NeedDeal,
    NeedDuel,
    NeedExchange,
    NeedFirst,
    NeedFirstCard,
    NeedFit,
    NeedHands,
    NeedLast,
    NeedLot,
    NeedMove,
    NeedNextRound,
    NeedOpening,
    NeedPool,
    NeedReturn,
    NeedShow,
    NeedShuffle,
    NeedVerdict,
    NeedVote,
    NeedWheel,
    Over,
)
from protocol.table.deck import start_deal, start_draw, start_opening, start_shuffle
from protocol.table.joining import open_arrival
from protocol.table.parcels import Purpose
from protocol.table.phases import (
    Acknowledging,
    After,
    CastingLots,
    Choosing,
    Duelling,
    Fitting,
    Giving,
    Joining,
    Phase,
    Racing,
    Refreshing,
    Resuming,
    RosterOpen,
    Showing,
)
from protocol.table.pooling import start_pool
from protocol.table.race import settle_next
from protocol.table.state import TableState
from protocol.table.transfers import start_hands
from protocol.table.voting import start_vote


def follow(state: TableState) -> TableState:
    """From `Resuming` to the phase that the rules and the pending signals ask for."""
    while isinstance(state.phase, Resuming):
        state = _settle_or_start(state, state.rules.need)
    return state


def _settle_or_start(state: TableState, need: Need) -> TableState:
    if state.pending and isinstance(need, NeedMove):
        return settle_next(state, need)
    return _start(state)


def _start(state: TableState) -> TableState:
    """Begin what the rules need: some needs take something off the table first."""
    match state.rules.need:
        case NeedShuffle(cards):
            return start_shuffle(state, cards)
        case NeedCut(seats):
            return start_opening(state, Purpose.CUT, len(seats), _dealer(state))
        case NeedFirstCard():
            return start_opening(state, Purpose.FIRST_CARD, 1, _dealer(state))
        case NeedDeal(counts):
            return start_deal(state, counts, _dealer(state))
        case NeedCards(seat, count):
            return start_draw(state, seat, count)
        case NeedHands(moves):
            return start_hands(state, moves)
        case NeedPool(counts):
            return start_pool(state, counts)
        case NeedVote() as need:
            return start_vote(state, need)
        case NeedOpening():
            return replace(state, pending=(), phase=Acknowledging(After.OPENING))
        case _:
            return replace(state, phase=_wait(state))


def _wait(state: TableState) -> Phase:
    """What is waited for, where nothing has to be done before."""
    rules = state.rules
    match rules.need:
        case NeedMove(seat):
            race = any(interruptions(rules, other) for other in state.present)
            return Racing(seat) if race else Choosing(seat)
        case NeedFirst() | NeedLast():
            return Racing(rules.turn)
        case NeedFit(seat):
            return Fitting(seat)
        case NeedLot() | NeedWheel():
            return CastingLots()
        case NeedExchange(first, second):
            # A challenge may have shown which card lies where: now a place of the hand is to tell nothing.
            return Refreshing(tuple(sorted((first, second))), Giving(first, second))
        case NeedReturn(seat, card):
            return Joining((open_arrival(seat, card),))
        case NeedShow(seat):
            return Acknowledging(After.TRANSFER, Showing(seat))
        case NeedDuel(seats):
            return Duelling(seats)
        case NeedVerdict():
            return Acknowledging(After.CHALLENGE)
        case NeedNextRound():
            return RosterOpen()
        case Over():
            return Acknowledging(After.END)
        case need:
            raise LocalError(f"the table does not know how to meet {need}")


def _dealer(state: TableState) -> int:
    return state.rules.dealer or 0
