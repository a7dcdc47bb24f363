"""`to_the_last`: who has gone out rests, and the others play on until one is left (S0, S4).

The one who is left has lost; the round's points go to who went out first (ours).
"""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.book import Rulebook
from protocol.rules.draft import Draft
from protocol.rules.happenings import SeatOut
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import EndRound


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.on("to_the_last"):
        book.emptied = rests


def rests(draft: Draft, seat: int) -> None:
    state = draft.state
    draft.state = replace(state, out=(*state.out, seat), passes=0)
    draft.tell(SeatOut(seat, len(draft.state.out)))
    if len(draft.state.playing) == 1:
        draft.instead(EndRound())
