"""The program of a seat that votes (specs/table.md, 15.4): what it signs, what binds it, what it applies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from protocol.errors import WireError
from protocol.table import table
from protocol.table.ballots import Ballots
from protocol.table.casting import Prospect
from protocol.table.grounds import Ground, two_stories
from protocol.table.holdings import AHEAD, MAX_GROUNDS_OF_A_SEAT, MAX_VOTES_OF_A_SEAT
from protocol.table.phases import Acknowledging, After
from protocol.table.removal import Removal, RemovalError, apply_removal
from protocol.transcript.vote import name_of, sign_vote
from tests.simulation.toy import toy_table
from tests.table.hall import SHAPE, Hall, cast, everybody_hears


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy_table(SHAPE, last=100):
        yield


def test_who_has_voted_completes_nothing_until_somebody_says_that_it_is_in_vain() -> None:
    hall = Hall()
    said = hall.said(b"here", b"here", b"here")
    missing = {seat: said[seat] for seat in (0, 1)}
    box = hall.ballots(0, missing)
    assert cast(hall, box, 0) is None
    vote = cast(hall, box, 0, 2)
    assert vote is not None
    assert vote.vote.out == (2,)
    assert box.due(frozenset({2})) is None
    missing[2] = said[2]
    assert not box.may_complete()
    other = hall.ballots(1, said)
    other.hear_vote(vote.data)
    answer = cast(hall, other, 1)
    assert answer is not None
    assert (answer.vote.out, answer.vote.ballot) == ((), 1)
    box.hear_vote(hall.vote(2, ()).data)
    assert not box.may_complete(), "who is to go frees nobody"
    box.hear_vote(answer.data)
    assert box.may_complete()
    assert box.due(frozenset({2})) is None


def test_who_has_completed_answers_and_who_starts_again_is_still_bound() -> None:
    hall = Hall()
    said = hall.said(b"here", b"here", b"here")
    ahead = hall.ballots(1, said)
    ahead.advance(table.apply(hall.state, said))
    vote = hall.vote(0, (2,))
    ahead.hear_vote(vote.data)
    answer = cast(hall, ahead, 1)
    assert answer is not None
    assert answer.vote.slot == hall.state.slot
    assert answer.vote.out == ()
    again = hall.ballots(0, said)
    again.hear_vote(vote.data)
    assert not again.may_complete()
    again.hear_vote(answer.data)
    assert again.may_complete()


def test_crossed_votes_free_each_other_and_a_third_wish_brings_them_together() -> None:
    hall = Hall((0, 1, 2, 3, 4))
    boxes = [hall.ballots(seat) for seat in range(3)]
    crossed = [cast(hall, boxes[0], 0, 3), cast(hall, boxes[1], 1, 4), cast(hall, boxes[2], 2, 3)]
    everybody_hears(boxes, crossed)
    assert all(box.may_complete() for box in boxes)
    assert [box.due(frozenset({wish})) for box, wish in zip(boxes, (3, 4, 3), strict=True)] == [None] * 3
    for seat in (0, 1, 2):
        vote = cast(hall, boxes[seat], seat, 3, 4)
        assert vote is not None
        everybody_hears(boxes, [vote])
        cast_again = [cast(hall, box, seat, 3, 4) for seat, box in enumerate(boxes[:seat])]
        everybody_hears(boxes, cast_again)
    found = [box.decided() for box in boxes]
    assert found[0] is not None
    assert found == [found[0]] * 3
    assert found[0].removal.out == (3, 4)
    assert apply_removal(hall.state, found[0].removal).present == (0, 1, 2)


def test_nobody_is_voted_out_by_half_or_without_being_missed() -> None:
    hall = Hall((0, 1, 2, 3))
    said = hall.said(b"here", b"here", b"here", b"here")
    assert hall.ballots(0, {0: said[0]}).due(frozenset({2, 3})) is None
    assert hall.ballots(0, said).due(frozenset({3})) is None
    assert hall.ballots(0, {0: said[0]}).due(frozenset({3})) is not None


def test_a_vote_with_grounds_that_are_not_here_is_neither_used_nor_refused() -> None:
    hall = Hall()
    said = hall.said(b"here", b"here", b"here")
    left = hall.goodbye(2)
    box = hall.ballots(0, said)
    box.hear_vote(hall.vote(1, (2,), grounds=(name_of(left),)).data)
    assert cast(hall, box, 0) is None
    box.hear_ground(left)
    vote = cast(hall, box, 0)
    assert vote is not None
    assert vote.vote.grounds == (name_of(left),)
    found = box.decided()
    assert found is not None
    assert found.removal.out == (2,)


def test_a_goodbye_from_before_is_no_reason_to_vote_again() -> None:
    hall = Hall()
    left = hall.goodbye(2)
    hall.state = replace(hall.state, sat=(0, 0, hall.state.slot + 1))
    box = hall.ballots(0)
    with pytest.raises(WireError):
        box.hear_ground(left)
    assert box.due() is None


def test_who_is_voted_out_yields_whatever_it_has_applied() -> None:
    hall = Hall()
    said = hall.said(b"here", b"here", b"here")
    box = hall.ballots(2, said)
    box.advance(table.apply(hall.state, said))
    everybody_hears([box], hall.votes((0, 1), (2,)))
    found = box.decided()
    assert found is not None
    assert found.before == hall.state
    removal: Removal = found.removal
    after = apply_removal(hall.state, removal)
    box.advance(after, removal)
    assert box.decided() is None
    assert box.due(frozenset({0})) is None


def test_an_old_vote_of_one_s_own_is_adopted_and_binds() -> None:
    """An old backup was restored: the others still hold what this seat had voted for."""
    hall = Hall()
    box = hall.ballots(0)
    vote = hall.vote(0, (2,))
    assert box.hear_vote(vote.data) == vote
    assert not box.may_complete()
    other = hall.vote(0, (1,))
    found = box.hear_vote(other.data)
    assert isinstance(found, Ground)
    assert found.seat == 0


def test_a_removal_that_may_not_stand_says_why() -> None:
    hall = Hall()
    with pytest.raises(RemovalError, match="are not all seats"):
        hall.removal([hall.vote(0, ())])


# --- going back, and leaving ------------------------------------------------------------------------------


def test_who_went_back_is_freed_by_who_has_seen_all_agree_since() -> None:
    """Seat 0 goes back to the two stories; seat 1 has completed a slot of all since, and says so."""
    hall = Hall()
    log = {hall.state.slot: hall.said(b"here", b"here", b"here")}
    states = [hall.state, table.apply(hall.state, log[hall.state.slot])]
    log[states[1].slot] = {seat: hall.says(seat, state=states[1]) for seat in range(3)}
    states.append(table.apply(states[1], log[states[1].slot]))
    boxes = [Ballots(hall.state, seat, lambda slot: log.get(slot, {})) for seat in (0, 1)]
    boxes[0].advance(states[1])
    for state in states[1:]:
        boxes[1].advance(state)
    for box in boxes:
        box.hear_ground(two_stories(log[hall.state.slot][2], hall.says(2, b"otherwise")))
    vote = cast(hall, boxes[0], 0)
    assert vote is not None
    assert (vote.vote.slot, vote.vote.out) == (hall.state.slot, (2,))
    assert not boxes[0].may_complete()
    boxes[1].hear_vote(vote.data)
    signed = [cast(hall, boxes[1], 1), cast(hall, boxes[1], 1), cast(hall, boxes[1], 1)]
    said = [(each.vote.slot, each.vote.out) for each in signed if each is not None]
    assert sorted(said) == [(states[0].slot, ()), (states[2].slot, (2,))]
    everybody_hears(boxes[:1], signed)
    assert boxes[0].may_complete()
    boxes[0].advance(states[2])
    cast(hall, boxes[0], 0)
    found = boxes[0].decided()
    assert found is not None
    assert (found.removal.place, found.removal.convicted) == ((0, states[2].slot), frozenset({2}))


def test_who_leaves_takes_back_what_others_wait_for() -> None:
    hall = Hall((0, 1, 2, 3))
    box, leaver = hall.ballots(0), hall.ballots(1)
    vote = cast(hall, box, 0, 3)
    assert vote is not None
    assert not box.may_complete()
    (last,) = leaver.farewell()
    farewell = sign_vote(hall.keys[1], last)
    leaver.hear_vote(farewell.data)
    assert leaver.farewell() == ()
    assert leaver.due(frozenset({3})) is None
    box.hear_vote(farewell.data)
    assert box.may_complete()
    assert box.due(frozenset({3})) is None, "no ballot is left in which seat 1 could vote"
    box.hear_ground(hall.goodbye(1))
    vote = cast(hall, box, 0)
    assert vote is not None
    assert vote.vote.out == (1,)
    assert vote.vote.earlier[0].because == (name_of(farewell.data),)


def test_what_a_liar_makes_others_hold_is_bounded() -> None:
    hall = Hall()
    box = hall.ballots(0)
    for ballot in range(1, MAX_VOTES_OF_A_SEAT + 20):
        box.hear_vote(hall.vote(2, (), ballot=ballot).data)
    assert len(box.about(0, hall.state.slot)) == MAX_VOTES_OF_A_SEAT
    far = hall.state.slot + AHEAD
    assert box.hear_vote(hall.vote(1, (2,), slot=far + 1).data) is None
    assert box.hear_vote(hall.vote(1, (2,), slot=far).data) is not None
    for number in range(MAX_GROUNDS_OF_A_SEAT + 5):
        pair = two_stories(hall.says(2), hall.says(2, b"%d" % number))
        assert (box.hear_ground(pair) is not None) == (number < MAX_GROUNDS_OF_A_SEAT)


def test_grounds_that_lead_nowhere_keep_out_none_that_convicts() -> None:
    hall = Hall()
    box = hall.ballots(0)
    for number in range(MAX_GROUNDS_OF_A_SEAT + 5):
        early = hall.goodbye(2, term=9, slot=number)
        assert (box.hear_ground(early) is not None) == (number < MAX_GROUNDS_OF_A_SEAT)
    assert cast(hall, box, 0) is None
    pair = two_stories(hall.vote(2, (1,)), hall.vote(2, (0,)))
    assert box.hear_ground(pair) is not None
    vote = cast(hall, box, 0)
    assert vote is not None
    assert (vote.vote.out, vote.vote.grounds) == ((2,), (name_of(pair),))


def test_two_stories_of_elsewhere_keep_out_none_to_which_the_log_goes_back() -> None:
    hall = Hall()
    box = hall.ballots(0)
    for number in range(MAX_GROUNDS_OF_A_SEAT):
        pair = (hall.vote(2, (out,), term=9, slot=number) for out in (0, 1))
        assert box.hear_ground(two_stories(*pair)) is not None
    here = two_stories(hall.says(2), hall.says(2, b"otherwise"))
    assert box.hear_ground(here) is not None
    assert box.hear_ground(two_stories(hall.says(2), hall.says(2, b"or so"))) is None


# --- newcomers (15.3, 3) ----------------------------------------------------------------------------------


def with_newcomers(operators: tuple[int, ...], *unheard: int) -> Hall:
    """These have sat down, and have not acknowledged it yet."""
    hall = Hall(operators)
    hall.state = replace(hall.state, unheard=frozenset(unheard))
    return hall


def test_one_operator_goes_on_without_a_newcomer_that_says_nothing() -> None:
    hall = with_newcomers((0, 0, 2), 2)
    boxes = [hall.ballots(seat) for seat in (0, 1)]
    votes = [cast(hall, box, seat, 2) for seat, box in enumerate(boxes)]
    everybody_hears(boxes, votes)
    found = boxes[0].decided()
    assert found is not None
    after = apply_removal(hall.state, found.removal)
    assert (after.present, after.unheard) == ((0, 1), frozenset())


def test_two_go_on_without_two_newcomers_if_both_have_voted() -> None:
    hall = with_newcomers((0, 1, 2, 3), 2, 3)
    alone = hall.votes((0,), (1, 2, 3))
    with pytest.raises(RemovalError):
        hall.removal(alone)
    assert hall.removal(hall.votes((0, 1), (2, 3))).present == (0, 1)


@pytest.mark.parametrize(
    ("unheard", "voter", "wanted"),
    [((1,), 1, {0, 2}), ((1, 2), 0, {1, 2}), ((2,), 0, {1, 2}), ((), 0, {1, 2})],
    ids=["newcomers", "more newcomers than others", "one who has been heard", "all have been heard"],
)
def test_whom_less_than_a_majority_cannot_put_off(
    unheard: tuple[int, ...], voter: int, wanted: set[int]
) -> None:
    hall = with_newcomers((0, 1, 2), *unheard)
    assert hall.ballots(voter).due(frozenset(wanted)) is None


def test_a_goodbye_counts_no_newcomer_out() -> None:
    """It may have been told to this seat alone, by somebody who votes with the newcomer meanwhile."""
    hall = with_newcomers((0, 1, 2), 2)
    left = hall.goodbye(1)
    box = hall.ballots(0)
    box.hear_ground(left)
    assert box.due(frozenset({2})) is None
    with pytest.raises(RemovalError):
        hall.removal(hall.votes((0,), (1, 2), grounds=(name_of(left),)), grounds=[left])


def test_with_a_conviction_newcomers_who_say_nothing_go_as_well() -> None:
    hall = with_newcomers((0, 1, 2), 2)
    lie = two_stories(hall.says(1, b"one"), hall.says(1, b"two"))
    votes = hall.votes((0,), (1, 2), grounds=(name_of(lie),))
    assert hall.removal(votes, grounds=[lie]).present == (0,)


# --- whether a vote can be complete at all ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("operators", "out", "expected"),
    [
        ((0, 1), {1}, Prospect.TOO_FEW),
        ((0, 0, 2), {2}, Prospect.TOO_FEW),
        ((0, 1, 2), {2}, Prospect.OPEN),
        ((0, 1, 2, 3), {2, 3}, Prospect.TOO_FEW),
        ((0, 1, 2, 3, 4), {3, 4}, Prospect.OPEN),
        ((0, 1, 2), {0, 1}, Prospect.TOO_FEW),
    ],
)
def test_whether_a_majority_could_stay(operators: tuple[int, ...], out: set[int], expected: Prospect) -> None:
    assert Hall(operators).ballots(0).prospect(frozenset(out)) is expected


def test_before_all_have_acknowledged_the_table_there_is_no_vote() -> None:
    hall = Hall()
    hall.state = replace(hall.state, phase=Acknowledging(After.GENESIS))
    assert hall.ballots(0).prospect(frozenset({1})) is Prospect.TOO_EARLY


def test_two_who_go_away_at_once_are_voted_out_together_though_one_has_contributed() -> None:
    """Nobody misses seat 4, but its vote about seat 3 will not come."""
    hall = Hall((0, 1, 2, 3, 4))
    said = hall.said(*([b"here"] * 5))
    del said[3]
    boxes = [hall.ballots(seat, said) for seat in range(3)]
    everybody_hears(boxes, [cast(hall, box, seat, 3) for seat, box in enumerate(boxes)])
    assert boxes[0].decided() is None
    assert hall.ballots(0, said).due(frozenset({4})) is None
    for _ in range(2):
        everybody_hears(boxes, [cast(hall, box, seat, 3, 4) for seat, box in enumerate(boxes)])
    found = boxes[0].decided()
    assert found is not None
    assert found.removal.out == (3, 4)


def test_nothing_is_signed_that_contradicts_what_another_program_of_this_seat_has_said() -> None:
    """It would not be held, and so be due for ever."""
    hall = Hall()
    elsewhere = replace(hall.state, head=bytes(32))
    box = hall.ballots(0, {0: hall.says(0, state=elsewhere)})
    assert box.due(frozenset({2})) is None
    assert hall.ballots(1, {0: hall.says(0, state=elsewhere)}).due(frozenset({2})) is not None
