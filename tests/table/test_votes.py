"""Votes one by one (specs/table.md, 15): which count, and which contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from protocol.errors import ProtocolError, WireError
from protocol.table import table
from protocol.table.grounds import Ground, refused_slot, two_stories
from protocol.transcript.vote import CastVote, contradict, name_of, receive_vote, sign_vote
from protocol.wire.codec import encode
from protocol.wire.messages import Evidence
from protocol.wire.removal import Earlier
from tests.simulation.toy import FALSE, toy_table
from tests.table.hall import SHAPE, Hall


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy_table(SHAPE, last=100):
        yield


# --- what an auditor accepts ------------------------------------------------------------------------------


def test_all_who_stay_are_enough_and_the_term_rises() -> None:
    hall = Hall()
    after = hall.removal(hall.votes((0, 1), (2,)))
    assert after.present == (0, 1)
    assert (after.term, after.slot) == (1, hall.state.slot + 1)
    other = hall.removal(hall.votes((0, 1), (2,), ballot=2))
    assert other.head != after.head != hall.state.head


def refused(votes: Iterable[CastVote], hall: Hall, *more: object) -> str:
    with pytest.raises(ProtocolError) as caught:
        hall.removal(votes, *more)  # type: ignore[arg-type]
    return str(caught.value)


def test_not_everybody_who_stays_has_voted() -> None:
    hall = Hall((0, 1, 2, 3))
    whole = hall.votes((0, 1, 2), (3,))
    assert hall.removal(whole).present == (0, 1, 2)
    elsewhere = hall.state.head[::-1]
    wrong = (
        whole[:2],
        (*whole[:2], hall.vote(2, (3,), ballot=2)),
        (*whole[:2], hall.vote(2, (1, 3))),
        (*whole[:2], hall.vote(2, (3,), head=elsewhere)),
        (*whole[:2], hall.vote(2, (3,), slot=hall.state.slot + 1)),
        (*whole[:2], hall.vote(2, (3,), term=1)),
        (*whole, hall.vote(3, ())),
        whole[::-1],
        (*whole[:2], whole[1]),
    )
    for votes in wrong:
        assert refused(votes, hall).startswith("not everybody who stays")
    assert "are not all seats" in refused(hall.votes((0, 1, 2), ()), hall)


def test_somebody_else_s_signature_counts_for_nothing() -> None:
    hall = Hall()
    mine = hall.vote(0, (2,))
    forged = sign_vote(hall.keys[2], hall.vote(1, (2,)).vote)
    assert refused((mine, forged), hall) == "a vote is not signed by its seat"
    elsewhere = hall.vote(1, (2,), table=bytes(32))
    assert "names another table" in refused((mine, elsewhere), hall)


def test_half_of_the_operators_are_not_enough() -> None:
    hall = Hall((0, 1, 2, 3))
    assert "no more than half" in refused(hall.votes((0, 1), (2, 3)), hall)
    hall = Hall((0, 1, 2, 2, 2))
    assert hall.removal(hall.votes((0, 1), (2, 3, 4))).present == (0, 1)
    assert "all seats of their operators" in refused(hall.votes((0, 1, 2, 3), (4,)), hall)
    assert "all seats of their operators" in refused(hall.votes((0, 1, 3, 4), (2,)), hall)


def test_convicted_operators_do_not_count_but_such_as_said_goodbye_do() -> None:
    hall = Hall((0, 1, 2, 3))
    pair = two_stories(hall.says(3), hall.says(3, b"otherwise"))
    ground = hall.ground(pair)
    votes = hall.votes((0, 1), (2, 3), grounds=(ground.name,))
    after = hall.removal(votes, (), (pair,))
    assert (after.present, after.convicted) == ((0, 1), {3})
    left = hall.goodbye(3)
    votes = hall.votes((0, 1), (2, 3), grounds=(name_of(left),))
    assert "no more than half" in refused(votes, hall, (), (left,))
    both = hall.goodbye(2), left
    votes = hall.votes((0, 1), (2, 3), grounds=tuple(sorted(map(name_of, both))))
    assert hall.removal(votes, (), both).present == (0, 1)


def test_nobody_goes_whose_contribution_a_voter_holds() -> None:
    hall = Hall((0, 1, 2, 3, 4))
    votes = (hall.vote(0, (3, 4), carried=(3,)), *hall.votes((1, 2), (3, 4)))
    assert hall.removal(votes).present == (0, 1, 2)
    votes = (hall.vote(0, (3, 4), carried=(3,)), hall.vote(1, (3, 4), carried=(4,)), hall.vote(2, (3, 4)))
    assert refused(votes, hall) == "nobody was missing"


def test_grounds_have_to_hold_and_to_be_named() -> None:
    hall = Hall()
    left = hall.goodbye(2)
    named = hall.votes((0, 1), (2,), grounds=(name_of(left),))
    assert hall.removal(named, (), (left,)).present == (0, 1)
    holds = "holds not exactly what its votes name"
    assert holds in refused(named, hall)
    assert holds in refused(hall.votes((0, 1), (2,)), hall, (), (left,))
    assert holds in refused(named, hall, (), (left, left))
    other = hall.goodbye(1)
    against = hall.votes((0, 1), (2,), grounds=(name_of(other),))
    assert "against a seat that stays" in refused(against, hall, (), (other,))
    same = hall.says(2).data
    for false in (
        refused_slot([hall.says(0), hall.says(1), hall.says(2)]),
        refused_slot([hall.says(0), hall.says(2, FALSE)]),
        encode(Evidence(same, same)),
        encode(Evidence(*sorted((same, hall.says(1).data)))),
        encode(Evidence(*sorted((same, hall.says(2, b"otherwise").data), reverse=True))),
        hall.goodbye(2)[:-1],
    ):
        votes = hall.votes((0, 1), (2,), grounds=(name_of(false),))
        refused(votes, hall, (), (false,))


def test_a_false_contribution_convicts_at_its_own_place_alone() -> None:
    hall = Hall()
    data = refused_slot(list(hall.said(b"true", b"true", FALSE).values()))
    ground = hall.ground(data)
    assert (ground.seat, ground.convicts) == (2, True)
    votes = hall.votes((0, 1), (2,), grounds=(ground.name,))
    assert hall.removal(votes, (), (data,)).convicted == {2}
    hall.state = table.apply(hall.state, hall.said(b"true", b"true", b"true"))
    refused(hall.votes((0, 1), (2,), grounds=(ground.name,)), hall, (), (data,))


def test_a_goodbye_is_worth_nothing_after_its_seat_has_come_back_or_where_it_had_gone_on() -> None:
    hall = Hall()
    slot = hall.state.slot
    left = hall.goodbye(2)
    votes = hall.votes((0, 1), (2,), grounds=(name_of(left),))
    hall.state = replace(hall.state, sat=(0, 0, slot + 1))
    assert "before its seat sat down" in refused(votes, hall, (), (left,))
    hall.state = replace(hall.state, sat=())
    for later in (hall.goodbye(2, slot=slot + 1), hall.goodbye(2, term=1)):
        votes = hall.votes((0, 1), (2,), grounds=(name_of(later),))
        assert "belong elsewhere" in refused(votes, hall, (), (later,))


def test_a_liar_in_between_cannot_remove_one_for_the_one_and_one_for_the_other() -> None:
    """A and B vote {C}; B, the liar, and C vote {A}: B hides its first vote, or has to excuse it."""
    hall = Hall()
    first = hall.votes((0, 1), (2,))
    assert hall.removal(first).present == (0, 1)
    hidden = (hall.vote(1, (0,), ballot=2), hall.vote(2, (0,), ballot=2))
    assert hall.removal(hidden).present == (1, 2)
    assert contradict(first[1], hidden[0])
    shown = Earlier(1, (2,), ())
    listed = (hall.vote(1, (0,), ballot=2, earlier=(shown,)), hidden[1])
    assert not contradict(first[1], listed[0])
    assert "voted otherwise before" in refused(listed, hall)
    excuse = hall.vote(0, (2,), ballot=3, earlier=(Earlier(1, (2,), ()),))
    named = replace(shown, because=(name_of(excuse.data),))
    listed = (hall.vote(1, (0,), ballot=2, earlier=(named,)), hidden[1])
    assert "voted otherwise before" in refused(listed, hall, (excuse,))
    excuse = hall.vote(0, (1,))
    named = replace(shown, because=(name_of(excuse.data),))
    listed = (hall.vote(1, (0,), ballot=2, earlier=(named,)), hidden[1])
    assert hall.removal(listed, (excuse,)).present == (1, 2)
    assert contradict(first[0], excuse)


# --- forms and contradictions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"out": (1, 0)},
        {"out": (1, 1)},
        {"out": (0, 2)},
        {"carried": (1,)},
        {"out": (1, 2), "carried": (2, 1)},
        {"grounds": (b"b" * 32, b"a" * 32)},
        {"out": (), "grounds": (b"a" * 32,)},
        {"earlier": (Earlier(1, (1,), ()),)},
        {"ballot": 3, "earlier": (Earlier(2, (1,), ()), Earlier(1, (1,), ()))},
        {"ballot": 2, "earlier": (Earlier(1, (), ()),)},
        {"ballot": 2, "earlier": (Earlier(1, (0,), ()),)},
    ],
)
def test_votes_have_one_form(changed: dict[str, object]) -> None:
    hall = Hall()
    vote = hall.vote(0, (2,), **changed) if "out" not in changed else hall.vote(0, **changed)  # type: ignore[arg-type]
    with pytest.raises(WireError, match="only form"):
        receive_vote(hall.state.proposal, hall.state.table, vote.data)


def test_what_contradicts_itself_and_what_does_not() -> None:
    hall = Hall((0, 1, 2, 3))
    first, nobody = hall.vote(0, (2,)), hall.vote(0, (), ballot=2, earlier=(Earlier(1, (2,), ()),))
    later = hall.vote(0, (1,), ballot=3, earlier=(Earlier(1, (2,), (bytes(32),)),))
    for pair in ((first, nobody), (first, later), (nobody, later), (first, first)):
        assert not contradict(*pair)
    for lie in (
        hall.vote(0, (3,)),
        hall.vote(0, (2,), carried=(2,)),
        hall.vote(0, ()),
        hall.vote(0, (3,), ballot=2),
        hall.vote(0, (), ballot=2),
        hall.vote(0, (3,), ballot=2, earlier=(Earlier(1, (1,), ()),)),
        hall.vote(0, (3,), ballot=2, earlier=(Earlier(1, (2,), ()),), head=bytes(32)),
    ):
        assert contradict(first, lie)
        assert contradict(lie, first)
    hidden = hall.vote(0, (1,), ballot=3, earlier=(Earlier(1, (2,), ()), Earlier(2, (3,), ())))
    assert contradict(nobody, hidden)
    for elsewhere in (hall.vote(1, (3,)), hall.vote(0, (3,), slot=9), hall.vote(0, (3,), term=1)):
        assert not contradict(first, elsewhere)


def test_a_contribution_and_a_vote_for_different_pasts_convict() -> None:
    hall = Hall()
    said, honest, lie = hall.says(2), hall.vote(2, (0,)), hall.vote(2, (0,), head=bytes(32))
    assert not contradict(said, honest)
    assert contradict(said, lie)
    box = hall.ballots(0, {2: said})
    found = box.hear_vote(lie.data)
    assert isinstance(found, Ground)
    assert found.seat == 2
    box = hall.ballots(1)
    box.hear_vote(lie.data)
    found = box.hear_contribution(said)
    assert isinstance(found, Ground)
    assert box.grounds() == (found,)
