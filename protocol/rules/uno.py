"""UNO: the call with the play or in time, the window in which a forgotten call costs, and catching."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.book import Interruption, Rulebook
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.events import Caught, IllegalMove, UnoSaid
from protocol.rules.happenings import (
    CaughtOut,
    FalseCall,
    FalseCatch,
    UnoCalled,
    UnoForgotten,
    UnoRescued,
)
from protocol.rules.needs import DrawReason, NeedMove
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState, UnoWindow
from protocol.rules.steps import Forgotten, Step
from protocol.sentences import SeatRef, sentence


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    """Catching (`uno_catch=players`), calling late, and calling for a friend (`uno_rescue`)."""
    if ruleset["uno_call"] != "automatic":
        book.interruptions[Interruption.CALL] = can_call
        if ruleset["uno_catch"] == "players":
            book.interruptions[Interruption.CATCH] = lambda state, seat: bool(catchable(state, seat))
        if ruleset["uno_rescue"] != "off":
            book.interruptions[Interruption.RESCUE] = lambda state, seat: bool(rescuable(state, seat))


# --- the window -------------------------------------------------------------------------------------------


def call(draft: Draft, seat: int, *, said: bool) -> tuple[Step, ...]:
    """After a play: the call counts if one card is left; then the window opens, called or not."""
    ruleset = draft.state.ruleset
    automatic = ruleset["uno_call"] == "automatic"
    if draft.state.counts[seat] != 1:
        return _false_call(draft, seat) if said and not automatic else ()
    if not automatic:
        _open_windows(draft, (seat,), called=said, late=ruleset["uno_call"] == "before-next")
    return _called(draft, seat) if said or automatic else ()


def down_to_one(draft: Draft, seats: tuple[int, ...]) -> None:
    """These seats hold another hand than before: who has one card must say so before the next choice."""
    state = draft.state
    others = tuple(window for window in state.windows if window.target not in seats)
    draft.state = replace(state, windows=others)
    single = tuple(seat for seat in seats if state.counts[seat] == 1)
    if state.ruleset["uno_call"] == "automatic":
        draft.tell(*(UnoCalled(seat) for seat in single))
    elif single:
        _open_windows(draft, single, called=False, late=True)


def close_windows(draft: Draft) -> tuple[Step, ...]:
    """A choice was made; whoever was not caught by now goes free, unless forgetting always costs."""
    windows = draft.state.windows
    draft.state = replace(draft.state, windows=())
    if draft.state.ruleset["uno_catch"] == "players":
        return ()
    return tuple(Forgotten(window.target) for window in windows if not window.called)


def forgotten(draft: Draft, step: Forgotten) -> None:
    """`uno_catch=automatic` (S0, S3). Who has gone out meanwhile pays nothing."""
    if draft.state.counts[step.seat] == 0:
        return
    count = draft.state.ruleset.number("uno_penalty")
    draft.tell(UnoForgotten(step.seat, count))
    draft.next(*penalty(draft, step.seat, count, DrawReason.UNO))


def _open_windows(draft: Draft, seats: tuple[int, ...], *, called: bool, late: bool) -> None:
    barred = draft.state.barred
    opened = tuple(UnoWindow(seat, called, blocked=barred, late=late) for seat in seats)
    draft.state = replace(draft.state, windows=(*draft.state.windows, *opened), barred=frozenset())


def _called(draft: Draft, seat: int) -> tuple[Step, ...]:
    draft.tell(UnoCalled(seat))
    return tuple(step for follow in draft.book.after_uno for step in follow(draft.state, seat))


def _false_call(draft: Draft, seat: int) -> tuple[Step, ...]:
    draft.tell(FalseCall(seat))
    count = draft.state.ruleset.number("false_call_penalty")
    return penalty(draft, seat, count, DrawReason.FALSE_CALL) if count else ()


def _change(draft: Draft, changed: UnoWindow) -> None:
    windows = (changed if window.target == changed.target else window for window in draft.state.windows)
    draft.state = replace(draft.state, windows=tuple(windows))


# --- calling late, for oneself or for a friend ------------------------------------------------------------


def can_call(state: GameState, seat: int) -> bool:
    window = state.window_of(seat)
    return window is not None and window.late and not window.called


def rescuable(state: GameState, seat: int) -> tuple[int, ...]:
    """For whom this seat may say UNO now."""
    targets = (window.target for window in state.windows if not window.called)
    return tuple(target for target in targets if target != seat and _befriended(state, seat, target))


def _befriended(state: GameState, seat: int, target: int) -> bool:
    if seat not in range(state.seats):
        return False
    if state.ruleset["uno_rescue"] == "partner":
        return state.ruleset["teams"] == "2v2" and (seat + 2) % state.seats == target
    return state.ruleset["uno_rescue"] == "anyone"


def uno_said(draft: Draft, _need: NeedMove, event: UnoSaid) -> None:
    state = draft.state
    allowed = (
        can_call(state, event.by) if event.by == event.target else event.target in rescuable(state, event.by)
    )
    window = state.window_of(event.target)
    if window is None or not allowed:
        raise IllegalMove(
            sentence(
                "{by} cannot say UNO for {target} now.", by=SeatRef(event.by), target=SeatRef(event.target)
            )
        )
    _change(draft, replace(window, called=True))
    if event.by != event.target:
        draft.tell(UnoRescued(event.by, event.target))
    draft.next(*_called(draft, event.target), *draft.ask_again())


# --- catching ---------------------------------------------------------------------------------------------


def catchable(state: GameState, seat: int) -> tuple[int, ...]:
    """Whom this seat may catch now."""
    if state.ruleset["uno_catch"] != "players" or state.ruleset["uno_call"] == "automatic":
        return ()
    return tuple(window.target for window in state.windows if may_catch(window, seat))


def may_catch(window: UnoWindow | None, seat: int) -> bool:
    """Whether a seat may still catch in the window."""
    if window is None or seat == window.target:
        return False
    return seat not in window.blocked and seat not in window.used


def caught(draft: Draft, need: NeedMove, event: Caught) -> None:
    window = _catchable_window(draft.state, event)
    if window.called:
        _false_catch(draft, window, event, need)
        return
    count = draft.state.ruleset.number("uno_penalty")
    others = tuple(other for other in draft.state.windows if other.target != event.target)
    draft.state = replace(draft.state, windows=others)
    draft.tell(CaughtOut(event.by, event.target, count))
    draft.next(*penalty(draft, event.target, count, DrawReason.UNO), *draft.ask_again())


def _catchable_window(state: GameState, event: Caught) -> UnoWindow:
    by, target = SeatRef(event.by), SeatRef(event.target)
    window = state.window_of(event.target)
    if window is None or state.ruleset["uno_catch"] != "players":
        raise IllegalMove(
            sentence("Nobody can catch {target} now: it has not just gone down to one card.", target=target)
        )
    if event.by not in range(state.seats) or event.by == event.target:
        raise IllegalMove(
            sentence("{by} cannot catch {target}: only another seat can.", by=by, target=target)
        )
    if event.by in window.used:
        raise IllegalMove(sentence("{by} has already tried to catch {target}.", by=by, target=target))
    if event.by in window.blocked:
        raise IllegalMove(sentence("{by} cannot catch this time, because its last catch was false.", by=by))
    return window


def _false_catch(draft: Draft, window: UnoWindow, event: Caught, need: NeedMove) -> None:
    """Who still plays pays `false_call_penalty`; in any case the seat cannot catch in the next window."""
    draft.tell(FalseCatch(event.by, event.target))
    _change(draft, replace(window, used=window.used | {event.by}))
    draft.state = replace(draft.state, barred=draft.state.barred | {event.by})
    count = draft.state.ruleset.number("false_call_penalty")
    if count and event.by in draft.state.playing:
        draft.next(*penalty(draft, event.by, count, DrawReason.FALSE_CATCH), *draft.ask_again())
    else:
        draft.need = need
