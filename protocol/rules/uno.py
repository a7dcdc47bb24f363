"""UNO: the call with the play, the window in which a forgotten call can be caught, and catching."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import Caught, IllegalMove
from protocol.rules.happenings import CaughtOut, FalseCall, FalseCatch, UnoCalled
from protocol.rules.needs import DrawReason, MoveKind, NeedMove
from protocol.rules.state import GameState, UnoWindow
from protocol.rules.steps import Answer, Draw, Turn


def call(draft: Draft, seat: int, *, said: bool) -> None:
    """After a play: the call counts if one card is left; then the window opens, called or not."""
    state = draft.state
    if state.counts[seat] != 1:
        if said:
            draft.tell(FalseCall(seat))
        return
    if said:
        draft.tell(UnoCalled(seat))
    window = UnoWindow(target=seat, called=said, blocked=state.barred)
    draft.state = replace(state, window=window, barred=frozenset())


def close_window(draft: Draft) -> None:
    """A choice was made; whoever was not caught by now goes free."""
    draft.state = replace(draft.state, window=None)


def caught(draft: Draft, need: NeedMove, event: Caught) -> None:
    window = _catchable(draft.state, event)
    if window.called:
        _false_catch(draft, window, event)
        draft.need = need
        return
    penalty = draft.state.ruleset.number("uno_penalty")
    close_window(draft)
    draft.tell(CaughtOut(event.by, event.target, penalty))
    again = Turn(need.seat) if MoveKind.PLAY in need.allowed else Answer(need.seat)
    draft.next(Draw(event.target, penalty, DrawReason.UNO), again)


def _catchable(state: GameState, event: Caught) -> UnoWindow:
    window = state.window
    if window is None or window.target != event.target:
        raise IllegalMove(f"Seat {event.target} cannot be caught now: it has not just gone down to one card.")
    if event.by not in range(state.seats) or event.by == event.target:
        raise IllegalMove(f"Seat {event.by} cannot catch seat {event.target}: only another seat can.")
    if event.by in window.used:
        raise IllegalMove(f"Seat {event.by} has already tried to catch seat {event.target}.")
    if event.by in window.blocked:
        raise IllegalMove(f"Seat {event.by} cannot catch this time, because its last catch was false.")
    return window


def _false_catch(draft: Draft, window: UnoWindow, event: Caught) -> None:
    draft.tell(FalseCatch(event.by, event.target))
    used = replace(window, used=window.used | {event.by})
    draft.state = replace(draft.state, window=used, barred=draft.state.barred | {event.by})
