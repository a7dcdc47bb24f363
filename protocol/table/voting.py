"""Was it a hint? The majority of the operators that are not concerned says so (specs/table.md, Votes)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.errors import LocalError
from protocol.rules.events import Voted
from protocol.rules.needs import NeedVote
from protocol.table.choices import CastVote
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.phases import Voting
from protocol.table.playing import play_on
from protocol.table.state import TableState
from protocol.wire.house import Ballot


def start_vote(state: TableState, need: NeedVote) -> TableState:
    """One voice for each operator, given by its own seat; with nobody to ask it was no hint."""
    entries = state.proposal.seats
    concerned = {entries[seat].operator for seat in (need.accuser, need.accused)}
    seats = tuple(
        seat for seat in state.present if entries[seat].key == entries[seat].operator not in concerned
    )
    return replace(state, phase=Voting(seats)) if seats else play_on(state, Voted(guilty=False))


def voting_seats(_state: TableState, phase: Voting) -> tuple[int, ...]:
    return phase.seats


def make_ballot(_state: TableState, _phase: Voting, maker: Maker) -> Ballot:
    choice = maker.chosen()
    if not isinstance(choice, CastVote):
        raise LocalError("this slot waits for a voice")
    return Ballot(choice.guilty)


def apply_ballots(
    state: TableState, phase: Voting, said: Mapping[int, Ballot], _judgement: Judgement
) -> TableState:
    """More than half of the voices; a tie is no majority."""
    guilty = sum(said[seat].guilty for seat in phase.seats)
    return play_on(state, Voted(2 * guilty > len(phase.seats)))
