"""Votes take seats off a real table (specs/table.md, Removal): it goes on, its transcript is audited."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from protocol.audit import Report, Verdict, audit_transcript
from protocol.comparison import Relation, compare
from protocol.departures import Cause
from protocol.errors import RemoteError
from protocol.rules.needs import NeedNextRound, Over
from protocol.table.ballots import Ballots
from protocol.table.grounds import Reason, refused_slot, two_stories
from protocol.table.phases import Choosing
from protocol.table.removal import Removal
from protocol.table.state import TableState
from protocol.table.table import apply, expected, finished
from protocol.transcript.contribution import Contribution, sign_contribution
from protocol.transcript.vote import sign_vote
from protocol.wire.codec import encode
from protocol.wire.messages import Acknowledge, Consent
from protocol.wire.removal import RemovalRecord
from tests.table.departures import any_table
from tests.table.removals import Voted, goodbye, play_with_votes
from tests.table.simulation import CLASSIC, Simulation
from tests.transparent import transparent_group

SHORT = CLASSIC.with_options({"score": "one-round"})


def choosing(state: TableState) -> bool:
    return isinstance(state.phase, Choosing)


def audited(table: Voted) -> Report:
    return audit_transcript(io.BytesIO(table.transcript))


def said_otherwise(table: Simulation, contribution: Contribution) -> Contribution:
    """What else the same seat could have said for the same place."""
    statement = contribution.statement
    body = encode(Consent()) if statement.body != encode(Consent()) else encode(Acknowledge())
    key = table.secrets[statement.seat].identity
    return sign_contribution(key, replace(statement, body=body))


# --- the ways to go ---------------------------------------------------------------------------------------


def test_an_absent_seat_is_voted_out_and_the_game_goes_on_to_its_end() -> None:
    with transparent_group():
        table = Voted.new(3, SHORT, seed=5)
        before = table.until(choosing)
        assert isinstance(table, Voted)
        seat = expected(before).seats[0]
        removal = table.remove({seat})
        assert (table.state.term, table.state.slot) == (before.term + 1, before.slot + 1)
        assert table.state.present == tuple(s for s in range(3) if s != seat)
        assert not removal.grounds
        assert finished(table.run())
        report = audited(table)
    assert report.verdict is Verdict.CLEAN
    assert [(each.slot, each.seat, each.cause) for each in report.departures] == [
        (before.slot, seat, Cause.VOTED_OUT)
    ]
    assert (report.counts.removals, report.counts.votes, report.counts.grounds) == (1, 2, 0)


def test_who_says_goodbye_goes_at_once_though_nobody_waits_for_it() -> None:
    with transparent_group():
        table = Voted.new(4, SHORT, seed=6)
        before = table.until(choosing)
        seat = next(s for s in range(4) if s not in expected(before).seats)
        removal = table.remove(grounds=[goodbye(before, table.secrets[seat])])
        assert [each.reason for each in removal.grounds] == [Reason.GOODBYE]
        assert not table.state.convicted
        assert finished(table.run())
        report = audited(table)
    assert report.verdict is Verdict.CLEAN
    assert [(each.seat, each.cause, each.fault) for each in report.departures] == [(seat, Cause.LEFT, None)]


def test_the_last_one_left_needs_nobody_s_vote() -> None:
    with transparent_group():
        table = Voted.new(2, SHORT, seed=7)
        before = table.until(choosing)
        table.remove(grounds=[goodbye(before, table.secrets[0])])
        table.run()
        assert finished(table.state)
        report = audited(table)
    assert report.verdict is Verdict.CLEAN
    assert report.winners == (1,)


def test_two_stories_convict_and_the_log_goes_back_to_them() -> None:
    """Seat 0 has told two stories of its shuffle; the seats after it have gone on by one of them."""
    with transparent_group():
        table = Voted.new(3, SHORT, seed=8)
        table.until(lambda state: expected(state).name == "shuffle")
        boxes = followers(table)
        slot = table.state.slot
        told = table.contributions()
        other = said_otherwise(table, told[0])
        step(table, boxes, told)
        step(table, boxes, table.contributions())
        ground = two_stories(told[0], other)
        removal = conviction(table, boxes, ground)
        assert removal.place == (0, slot)
        table.back_to(slot)
        table.fill(removal)
        assert table.state.convicted == {0}
        assert finished(table.run())
        report = audited(table)
    assert report.verdict is Verdict.CLEAN
    (departure,) = report.departures
    assert (departure.slot, departure.seat, departure.cause) == (slot, 0, Cause.CONVICTED)
    assert str(departure.fault) == f"told two stories in slot {slot}, and signed both"


def test_two_stories_beneath_what_all_have_signed_take_nothing_back() -> None:
    with transparent_group():
        table = Voted.new(3, SHORT, seed=8)
        boxes = followers(table)
        told = table.until(lambda state: expected(state).name == "shuffle") and table.moments[1].said
        for box in boxes.values():
            box.advance(table.state)
        removal = conviction(table, boxes, two_stories(told[0], said_otherwise(table, told[0])))
        assert removal.place == (0, table.state.slot)


def test_a_contribution_that_apply_refuses_convicts_with_the_slot_as_evidence() -> None:
    with transparent_group():
        table = Voted.new(3, SHORT, seed=9)
        before = table.until(choosing)
        seat = expected(before).seats[0]
        false = said_otherwise(table, table.contributions()[seat])
        with pytest.raises(RemoteError):
            apply(before, {seat: false})
        removal = table.remove(grounds=[refused_slot([false])])
        assert removal.convicted == {seat}
        assert isinstance(table.run(1).rules.need, NeedNextRound)
        table.run()
        report = audited(table)
    assert report.verdict is Verdict.CLEAN
    assert [each.cause for each in report.departures] == [Cause.CONVICTED]


def test_who_is_missing_under_the_end_does_not_keep_the_others_from_it() -> None:
    with transparent_group():
        table = Voted.new(3, SHORT, seed=5)
        over = table.until(lambda state: isinstance(state.rules.need, Over))
        table.remove({1})
        assert finished(table.run())
        report = audited(table)
    assert report.verdict is Verdict.CLEAN
    assert report.scores == over.rules.scores
    assert report.counts.ends == 2


@pytest.mark.parametrize("number", range(6))
def test_games_of_any_rules_that_lose_seats_by_votes_are_clean(number: int) -> None:
    seed = f"votes/{number}"
    with transparent_group():
        game = play_with_votes(any_table(seed), seed, chance=0.01)
        report = audited(game)
    assert report.verdict is Verdict.CLEAN
    assert report.counts.removals == sum(game.left.values())


# --- files ------------------------------------------------------------------------------------------------


def test_an_audit_finds_what_is_wrong_with_a_removal() -> None:
    """A vote of another ballot, one too few, one too many: whoever wrote the file did it."""
    with transparent_group():
        table = Voted.new(4, SHORT, seed=5)
        before = table.until(choosing)
        removal = table.remove({expected(before).seats[0]})
        voter = removal.votes[0].vote
        again = sign_vote(table.secrets[voter.seat].identity, replace(voter, ballot=2))
        record = removal.record()
        for votes in (
            (again.data, *record.votes[1:]),
            record.votes[1:],
            (*record.votes, record.votes[0]),
            record.votes[::-1],
            (record.votes[0][:-1] + bytes([record.votes[0][-1] ^ 1]), *record.votes[1:]),
        ):
            table.entries[-1] = RemovalRecord(votes, (), ())
            report = audited(table)
            assert report.verdict is Verdict.FAULT
            (finding,) = report.findings
            assert (finding.obligation, finding.slot, finding.seat) == (14, before.slot, None)
            assert report.clean_to == before.slot


def test_the_file_of_somebody_who_was_voted_out_behind_his_back_has_parted() -> None:
    with transparent_group():
        table = Voted.new(3, SHORT, seed=5)
        before = table.until(choosing)
        seat = expected(before).seats[0]
        alone = Voted.new(3, SHORT, seed=5)
        alone.until(choosing)
        alone.step()
        table.remove({seat})
        found = compare(io.BytesIO(table.transcript), io.BytesIO(alone.transcript))
    assert (found.relation, found.slot, found.taken) == (Relation.PARTED, before.slot, (seat,))


def test_files_with_two_votes_of_one_seat_in_one_ballot_are_a_fork() -> None:
    with transparent_group():
        table, other = (Voted.new(3, SHORT, seed=5) for _ in range(2))
        for each in (table, other):
            each.until(choosing)
        waited = expected(table.state).seats[0]
        table.remove({waited})
        other.remove(grounds=[goodbye(other.state, other.secrets[(waited + 1) % 3])])
        found = compare(io.BytesIO(table.transcript), io.BytesIO(other.transcript))
    assert found.relation is Relation.FORK
    assert found.signed_both == ((waited + 2) % 3,)


# --- seats that follow the table --------------------------------------------------------------------------


def followers(table: Voted) -> dict[int, Ballots]:
    """The programs of seats 1 and 2, which have seen the table from here on."""
    return {
        seat: Ballots(
            table.state, seat, lambda slot: table.moments[slot].said if slot < len(table.moments) else {}
        )
        for seat in (1, 2)
    }


def step(table: Voted, boxes: dict[int, Ballots], said: dict[int, Contribution]) -> None:
    table.apply(said)
    for box in boxes.values():
        box.advance(table.state)


def conviction(table: Voted, boxes: dict[int, Ballots], ground: bytes) -> Removal:
    for box in boxes.values():
        assert box.hear_ground(ground) is not None
        assert box.hear_ground(ground) is None
    for seat, box in boxes.items():
        vote = box.due()
        assert vote is not None
        data = sign_vote(table.secrets[seat].identity, vote).data
        for each in boxes.values():
            each.hear_vote(data)
    assert not any(box.may_complete() for box in boxes.values())
    (decided, same) = (box.decided() for box in boxes.values())
    assert decided is not None
    assert decided == same
    return decided.removal
