"""`hint_penalty`: telling somebody what to play costs cards (S0, S3, S4).

Somebody accuses, the table decides. Who has accused falsely accuses nobody else in this round (ours).
"""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.book import Interruption, Rulebook
from protocol.rules.draft import Draft
from protocol.rules.drawing import penalty
from protocol.rules.events import Accused, IllegalMove, Voted
from protocol.rules.happenings import HintAccused, HintJudged
from protocol.rules.needs import DrawReason, NeedMove, NeedVote
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from protocol.rules.steps import Vote
from protocol.sentences import SeatRef, sentence


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.number("hint_penalty"):
        book.interruptions[Interruption.ACCUSE] = may_accuse


def may_accuse(state: GameState, seat: int) -> bool:
    return seat in range(state.seats) and seat not in state.refuted


def accused(draft: Draft, _need: NeedMove, event: Accused) -> None:
    """Only who still plays can be accused: nobody else could pay."""
    may = draft.book.interruptions.get(Interruption.ACCUSE)
    if may is None or not may(draft.state, event.by):
        raise IllegalMove(sentence("{by} cannot accuse anybody now.", by=SeatRef(event.by)))
    if event.target == event.by or event.target not in draft.state.playing:
        raise IllegalMove(sentence("Only another player who is still in the round can be accused."))
    draft.tell(HintAccused(event.by, event.target))
    draft.next(Vote(event.by, event.target), *draft.ask_again())


def vote(draft: Draft, step: Vote) -> None:
    draft.need = NeedVote(step.accuser, step.accused)


def voted(draft: Draft, need: NeedVote, event: Voted) -> None:
    count = draft.state.ruleset.number("hint_penalty")
    draft.tell(HintJudged(need.accuser, need.accused, event.guilty, count))
    if event.guilty:
        draft.next(*penalty(draft, need.accused, count, DrawReason.HINT))
    else:
        draft.state = replace(draft.state, refuted=draft.state.refuted | {need.accuser})
