"""The answer to a +4: accept it, or challenge it and abide by the verdict."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import Accepted, Challenged, IllegalMove, Verdict
from protocol.rules.happenings import ChallengeLost, ChallengeMade, ChallengeWon, FourAccepted
from protocol.rules.needs import DrawReason, NeedMove, NeedVerdict
from protocol.rules.steps import Draw, Miss, Turn
from protocol.rules.uno import close_window

PENALTY = 4
FALSE_CHALLENGE_PENALTY = 4 + 2


def accepted(draft: Draft, _need: NeedMove, event: Accepted) -> None:
    close_window(draft)
    draft.state = replace(draft.state, four=None)
    draft.tell(FourAccepted(event.seat))
    draft.next(Draw(event.seat, PENALTY, DrawReason.DRAW_FOUR), Miss(event.seat))


def challenged(draft: Draft, _need: NeedMove, event: Challenged) -> None:
    four = draft.state.four
    assert four is not None
    close_window(draft)
    draft.tell(ChallengeMade(event.seat, four.offender, four.colour))
    draft.need = NeedVerdict(four.offender, event.seat, four.colour)


def judged(draft: Draft, need: NeedVerdict, event: Verdict) -> None:
    """Guilty: the offender draws, the +4 and its colour stand, the challenger plays.

    Innocent: the challenger draws and misses the turn.
    """
    if event.guilty and draft.state.counts[need.offender] == 0:
        raise IllegalMove(
            "A +4 played as the last card is always legal: no card was left that could forbid it."
        )
    draft.state = replace(draft.state, four=None)
    if event.guilty:
        draft.tell(ChallengeWon(need.challenger, need.offender))
        draft.instead(Draw(need.offender, PENALTY, DrawReason.GUILTY), Turn(need.challenger))
    else:
        draft.tell(ChallengeLost(need.challenger, need.offender))
        penalty = Draw(need.challenger, FALSE_CHALLENGE_PENALTY, DrawReason.FALSE_CHALLENGE)
        draft.next(penalty, Miss(need.challenger))
