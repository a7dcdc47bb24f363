"""`misplay_penalty`: an illegal card may be tried, and it costs (S0, S1, S4).

The card is seen by all and goes back into the hand; the seat draws and has lost its turn (ours). Only for a
card of the hand in one's own turn; what is a slip of form (no colour named) is refused.
"""

from __future__ import annotations

from protocol.rules.book import Rulebook
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.events import IllegalMove, Played
from protocol.rules.happenings import CardMisplayed
from protocol.rules.needs import DrawReason
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Return, Turn
from protocol.rules.uno import close_windows
from protocol.sentences import sentence


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.number("misplay_penalty"):
        book.misplayed = misplayed


def misplayed(draft: Draft, event: Played) -> None:
    """`event.card` is a card that does not fit."""
    if (event.colour, event.target, event.second) != (None, None, None):
        raise IllegalMove(sentence("A card that does not fit is tried alone."))
    seat, count = event.seat, draft.state.ruleset.number("misplay_penalty")
    late = close_windows(draft)
    draft.change({seat: -1})
    draft.tell(CardMisplayed(seat, event.card, count))
    back = Return(seat, event.card)
    draft.next(back, *late, *penalty(draft, seat, count, DrawReason.MISPLAY), Turn(draft.state.after(seat)))
