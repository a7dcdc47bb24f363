"""`silence`: some cards silence the table; who chats all the same draws two and ends it (S4).

twos: from a 2 until the turn is back at who laid it. wilds: from a wild until the colour changes. Game calls
are no chat.
"""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.book import Interruption, Laid, Rulebook
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.events import BrokeSilence, IllegalMove
from protocol.rules.happenings import SilenceBegan, SilenceEnded
from protocol.rules.needs import DrawReason, NeedMove
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState, Silence
from protocol.rules.steps import Step
from protocol.sentences import sentence

COST = 2


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset["silence"] == "off":
        return
    book.interruptions[Interruption.CHAT] = lambda state, seat: silent(state) and seat in range(state.seats)
    if ruleset["silence"] == "twos":
        book.laid.append(two_laid)
        book.before_turn.append(turn_is_back)
    else:
        book.laid.append(colour_may_change)


def silent(state: GameState) -> bool:
    return state.silence is not None


def two_laid(draft: Draft, laid: Laid) -> None:
    if laid.face.number == 2:
        _begin(draft, laid, wild=False)


def turn_is_back(draft: Draft, seat: int) -> tuple[Step, ...]:
    """Also if who laid the 2 has gone out, or left, and has no turn any more."""
    silence = draft.state.silence
    if silence is not None and (silence.by == seat or silence.by not in draft.state.playing):
        _end(draft, None)
    return ()


def colour_may_change(draft: Draft, laid: Laid) -> None:
    silence = draft.state.silence
    if silence is not None and silence.colour != draft.state.colour:
        _end(draft, None)
    if laid.face.is_wild:
        _begin(draft, laid, wild=True)


def _begin(draft: Draft, laid: Laid, *, wild: bool) -> None:
    draft.state = replace(draft.state, silence=Silence(laid.seat, wild, draft.state.colour))
    draft.tell(SilenceBegan(laid.seat, wild))


def _end(draft: Draft, broken_by: int | None) -> None:
    draft.state = replace(draft.state, silence=None)
    draft.tell(SilenceEnded(broken_by))


def broken(draft: Draft, _need: NeedMove, event: BrokeSilence) -> None:
    if not silent(draft.state):
        raise IllegalMove(sentence("The table is not silent; everybody may chat."))
    _end(draft, event.seat)
    if event.seat in draft.state.playing:
        draft.next(*penalty(draft, event.seat, COST, DrawReason.SILENCE), *draft.ask_again())
    else:
        draft.next(*draft.ask_again())
