"""A seat that lies when seats are voted out, and what a third party makes of what it has signed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from protocol.errors import ProofError, WireError
from protocol.table.grounds import Reason, read_ground, two_stories
from protocol.table.phases import Choosing
from protocol.table.removal import RemovalError, apply_removal, read_removal
from protocol.table.table import expected
from protocol.transcript.contribution import sign_signal
from protocol.transcript.vote import CastVote, contradict, name_of, receive_vote, sign_vote
from protocol.wire.codec import encode
from protocol.wire.messages import LeaveSignal, Signal
from protocol.wire.removal import Earlier, RemovalRecord, Vote
from tests.table.removals import Voted
from tests.table.simulation import CLASSIC
from tests.transparent import transparent_group

ABSENT, LIAR, VICTIM = 0, 1, 2


@pytest.fixture(params=[3, 4, 5])
def table(request: pytest.FixtureRequest) -> Iterator[Voted]:
    """Somebody thinks about his move; he is the one who is voted out."""
    with transparent_group():
        found = Voted.new(request.param, CLASSIC.with_options({"score": "one-round"}), seed=5)
        found.until(lambda state: isinstance(state.phase, Choosing))
        yield found


def vote(table: Voted, seat: int, *out: int, ballot: int = 1) -> Vote:
    state = table.state
    return Vote(state.table, state.term, state.slot, state.head, seat, ballot, out, (), (), ())


def signed(table: Voted, each: Vote, by: int | None = None) -> CastVote:
    return sign_vote(table.secrets[each.seat if by is None else by].identity, each)


def others(table: Voted, *gone: int) -> list[int]:
    return [seat for seat in table.state.present if seat not in gone]


def test_two_votes_in_one_ballot_convict(table: Voted) -> None:
    honest = vote(table, LIAR, ABSENT)
    for other in (
        replace(honest, out=(VICTIM,)),
        replace(honest, out=()),
        replace(honest, carried=(ABSENT,)),
        replace(honest, head=bytes(32)),
    ):
        ground = read_ground(table.state, two_stories(signed(table, honest), signed(table, other)))
        assert (ground.seat, ground.reason, ground.convicts) == (LIAR, Reason.TWO_STORIES, True)


def test_a_vote_that_denies_an_earlier_one_convicts(table: Voted) -> None:
    first = signed(table, vote(table, LIAR, ABSENT))
    later = vote(table, LIAR, VICTIM, ballot=2)
    for denied in (later, replace(later, earlier=(Earlier(1, (VICTIM,), ()),))):
        assert read_ground(table.state, two_stories(first, signed(table, denied))).seat == LIAR
    owned_up = replace(later, earlier=(Earlier(1, (ABSENT,), ()),))
    assert not contradict(first, signed(table, owned_up))


def test_a_vote_of_somebody_else_is_none(table: Voted) -> None:
    state, forged = table.state, signed(table, vote(table, VICTIM, ABSENT), by=LIAR)
    with pytest.raises(ProofError):
        receive_vote(state.proposal, state.table, forged.data)
    with pytest.raises(WireError):
        receive_vote(state.proposal, state.table, signed(table, vote(table, LIAR, LIAR)).data)
    with pytest.raises(WireError):
        receive_vote(state.proposal, bytes(32), signed(table, vote(table, LIAR, ABSENT)).data)


def test_grounds_that_hold_nothing_are_none(table: Voted) -> None:
    state = table.state
    honest = signed(table, vote(table, VICTIM, ABSENT))
    for second in (honest, signed(table, vote(table, LIAR, ABSENT))):
        with pytest.raises((WireError, ProofError)):
            read_ground(state, two_stories(honest, second))
    with pytest.raises(ProofError):
        read_ground(state, two_stories(honest, signed(table, vote(table, VICTIM, LIAR), by=LIAR)))


def test_a_goodbye_that_somebody_else_signs_is_none(table: Voted) -> None:
    state = table.state
    signal = Signal(state.table, state.term, state.slot, state.head, VICTIM, (), encode(LeaveSignal()))
    forged = sign_signal(table.secrets[LIAR].identity, signal).data
    with pytest.raises(ProofError):
        read_ground(state, forged)
    true = sign_signal(table.secrets[VICTIM].identity, signal).data
    assert read_ground(state, true).reason is Reason.GOODBYE


def removal(table: Voted, votes: list[Vote], *grounds: bytes) -> RemovalRecord:
    return RemovalRecord(tuple(signed(table, each).data for each in votes), (), grounds)


def test_an_honest_seat_is_not_taken_away_by_less_than_a_majority(table: Voted) -> None:
    """All the votes that so few can give, for as many as they like, with grounds that are none."""
    state = table.state
    gone = others(table, LIAR)[: len(state.present) // 2 + len(state.present) % 2]
    staying = others(table, *gone)
    assert 2 * len(staying) <= len(state.present)
    votes = [vote(table, seat, *gone) for seat in staying]
    with pytest.raises(RemovalError):
        apply_removal(state, read_removal(state, removal(table, votes)))
    pair = two_stories(signed(table, vote(table, LIAR, ABSENT)), signed(table, vote(table, LIAR, VICTIM)))
    named = [replace(each, grounds=(name_of(pair),)) for each in votes]
    with pytest.raises((RemovalError, WireError)):
        apply_removal(state, read_removal(state, removal(table, named, pair)))


def test_a_removal_without_somebodys_vote_or_with_a_changed_one_is_none(table: Voted) -> None:
    state = table.state
    votes = [vote(table, seat, ABSENT) for seat in others(table, ABSENT)]
    assert ABSENT in expected(state).seats
    apply_removal(state, read_removal(state, removal(table, votes)))
    for wrong in (
        votes[1:],
        [*votes[:-1], replace(votes[-1], ballot=2)],
        [*votes[:-1], replace(votes[-1], out=(LIAR,))],
        [*votes[:-1], replace(votes[-1], head=bytes(32))],
        [*votes[:-1], replace(votes[-1], slot=state.slot + 1)],
    ):
        with pytest.raises((RemovalError, WireError)):
            apply_removal(state, read_removal(state, removal(table, wrong)))
