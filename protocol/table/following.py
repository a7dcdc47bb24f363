"""What the table waits for next: the rules' need, as a phase."""

from __future__ import annotations

from dataclasses import replace

from protocol.errors import LocalError
from protocol.rules.needs import (
    NeedCards,
    NeedCut,
    NeedDeal,
    NeedFirstCard,
    NeedMove,
    NeedNextRound,
    NeedOpening,
    NeedShuffle,
    NeedVerdict,
    Over,
)
from protocol.table.deck import start_deal, start_draw, start_opening, start_shuffle
from protocol.table.phases import (
    Acknowledging,
    After,
    Choosing,
    Purpose,
    Racing,
    Resuming,
    RosterOpen,
)
from protocol.table.race import may_catch, settle_next
from protocol.table.state import TableState


def follow(state: TableState) -> TableState:
    """From `Resuming` to the phase that the rules and the pending signals ask for."""
    while isinstance(state.phase, Resuming):
        need = state.rules.need
        if state.pending and isinstance(need, NeedMove):
            state = settle_next(state, need)
            continue
        state = _wait(state)
    return state


def _wait(state: TableState) -> TableState:
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
        case NeedMove(seat):
            window = state.rules.window
            race = any(may_catch(window, other) for other in range(state.seats))
            return replace(state, phase=Racing(seat) if race else Choosing(seat))
        case NeedVerdict():
            return replace(state, phase=Acknowledging(After.CHALLENGE))
        case NeedOpening():
            return replace(state, pending=(), phase=Acknowledging(After.OPENING))
        case NeedNextRound():
            return replace(state, phase=RosterOpen())
        case Over():
            return replace(state, phase=Acknowledging(After.END))
        case _:
            raise LocalError("the table cannot play this rule yet")


def _dealer(state: TableState) -> int:
    return state.rules.dealer or 0
