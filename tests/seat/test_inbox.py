"""The inbox: what one seat has heard, whoever sent it and in whatever order it came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from p2puno.seat.inbox import AHEAD, Inbox, TwoStories
from protocol.crypto.signing import SignatureError
from protocol.errors import WireError
from protocol.table.choices import CatchSeat, DrawCard
from protocol.table.frame import open_table
from protocol.table.removal import Removal
from protocol.table.signals import make_signal
from protocol.table.table import Slot, expected
from protocol.transcript.contribution import Contribution, sign_contribution, sign_signal
from protocol.wire.codec import decode, encode
from protocol.wire.messages import ChatSignal, Consent, LeaveSignal, Signal, Signed, Statement
from protocol.wire.races import CatchSignal, MoveSignal
from tests.adversary.cheating import raced_game
from tests.table.simulation import Simulation


@pytest.fixture(scope="module")
def table() -> Simulation:
    """Three seats after six slots; the log holds what was said in them."""
    table = Simulation.new(3, seed=4)
    for _ in range(6):
        table.step()
    return table


@pytest.fixture
def inbox(table: Simulation) -> Inbox:
    return Inbox(open_table(table.proposal_data))


@pytest.fixture
def first(table: Simulation) -> tuple[Slot, bytes, list[Contribution]]:
    """The slot, the head and the contributions of genesis."""
    moment = table.moments[0]
    return expected(moment.state), moment.state.head, table.log[0]


def signed(
    table: Simulation, seat: int, slot: int, *, term: int = 0, head: bytes = bytes(32)
) -> Contribution:
    """Something else from this seat: the inbox does not read bodies."""
    statement = Statement(table.state.table, term, slot, head, seat, encode(Consent()))
    return sign_contribution(table.secrets[seat].identity, statement)


def take_all(inbox: Inbox, contributions: Sequence[Contribution]) -> None:
    for each in contributions:
        inbox.take_contribution(each.data)


def test_what_is_new_comes_back_once(inbox: Inbox, table: Simulation) -> None:
    one = table.log[0][1]
    assert inbox.take_contribution(one.data) == one
    assert inbox.take_contribution(one.data) is None
    assert inbox.held(0) == {1: one}


def test_a_slot_is_complete_with_every_seat_that_it_waits_for(
    inbox: Inbox, first: tuple[Slot, bytes, list[Contribution]]
) -> None:
    slot, head, said = first
    for number, each in enumerate(reversed(said)):
        assert inbox.complete(slot, head) is None
        assert inbox.missing(slot) == tuple(range(3 - number))
        inbox.take_contribution(each.data)
    assert inbox.missing(slot) == ()
    assert inbox.complete(slot, head) == dict(enumerate(said))
    assert list(inbox.complete(slot, head) or {}) == list(slot.seats)


def test_a_slot_of_one_seat_does_not_wait_for_others(inbox: Inbox, table: Simulation) -> None:
    number = next(n for n, said in enumerate(table.log) if len(said) == 1)
    moment = table.moments[number]
    for said in table.log[:number]:
        inbox.close_slot(said, inbox.table)
    slot = expected(moment.state)
    (seat,) = slot.seats
    inbox.take_contribution(signed(table, (seat + 1) % 3, number).data)  # uninvited, kept, never used
    assert inbox.complete(slot, moment.state.head) is None
    inbox.take_contribution(table.log[number][0].data)
    assert inbox.complete(slot, moment.state.head) == {seat: table.log[number][0]}


def test_another_head_is_held_and_not_used(
    inbox: Inbox, table: Simulation, first: tuple[Slot, bytes, list[Contribution]]
) -> None:
    slot, head, said = first
    take_all(inbox, said[:2])
    inbox.take_contribution(signed(table, 2, 0).data)
    assert inbox.missing(slot) == ()
    assert inbox.complete(slot, head) is None
    assert inbox.strangers(slot, head) == [2]
    assert inbox.strangers(slot, bytes(32)) == [0, 1]


def test_two_stories(inbox: Inbox, table: Simulation) -> None:
    one, other = table.log[0][1], signed(table, 1, 0)
    inbox.take_contribution(one.data)
    assert inbox.take_contribution(other.data) == TwoStories(one, other)
    assert inbox.held(0) == {1: one}  # the first stays
    inbox.close_slot([one], inbox.table)
    assert inbox.take_contribution(other.data) == TwoStories(one, other)
    assert inbox.take_contribution(one.data) is None


def test_nothing_beyond_the_horizon_is_kept(inbox: Inbox, table: Simulation) -> None:
    """A seat that is let run ahead could fill the memory."""
    assert inbox.take_contribution(signed(table, 0, AHEAD).data) is not None
    assert inbox.take_contribution(signed(table, 0, AHEAD + 1).data) is None
    assert inbox.held(AHEAD + 1) == {}
    inbox.close_slot(table.log[0], inbox.table)
    assert inbox.take_contribution(signed(table, 0, AHEAD + 1).data) is not None


def test_a_slot_that_is_over_takes_nothing_new(inbox: Inbox, table: Simulation) -> None:
    inbox.close_slot(table.log[0][:1], inbox.table)
    assert inbox.take_contribution(table.log[0][1].data) is None
    assert inbox.held(0) == {}


def test_another_term_is_another_log(inbox: Inbox, table: Simulation) -> None:
    """It neither counts nor takes the place of what the seat says in this one; the next term's is kept."""
    assert inbox.take_contribution(signed(table, 1, 0, term=2).data) is None
    later = signed(table, 1, 0, term=1)
    assert inbox.take_contribution(later.data) == later
    assert inbox.held(0) == {}
    assert inbox.take_contribution(table.log[0][1].data) == table.log[0][1]
    inbox.table = replace(inbox.table, term=1)
    assert inbox.held(0) == {1: later}


def test_what_was_taken_back_is_no_part_of_the_log(inbox: Inbox, table: Simulation) -> None:
    """But two statements of one seat for one place of the earlier term still convict."""
    for said in table.log[:4]:
        inbox.close_slot(said, inbox.table)
    removal = Removal((), (), ())
    after = replace(inbox.table, term=1)
    inbox.take_back(3, removal, after)
    assert inbox.log[3:] == [removal]
    assert inbox.said(2) == {}, "what belongs to another term cannot be used in this one"
    told = table.log[2][0]
    other = signed(table, told.statement.seat, 2)
    assert inbox.take_contribution(other.data) == TwoStories(told, other)
    assert inbox.take_contribution(signed(table, 0, 3, term=1).data) is None
    ahead = signed(table, 0, 4, term=1)
    assert inbox.take_contribution(ahead.data) == ahead


def test_forgeries(inbox: Inbox, table: Simulation) -> None:
    honest = table.log[0][1]
    wire = decode(honest.data, Signed)
    broken = encode(replace(wire, signature=wire.signature[:-1] + bytes([wire.signature[-1] ^ 1])))
    with pytest.raises(SignatureError):
        inbox.take_contribution(broken)
    elsewhere = replace(honest.statement, table=bytes(32))
    with pytest.raises(WireError):
        inbox.take_contribution(sign_contribution(table.secrets[1].identity, elsewhere).data)
    nobody = replace(honest.statement, seat=3)
    with pytest.raises(WireError):
        inbox.take_contribution(sign_contribution(table.secrets[1].identity, nobody).data)
    another = replace(honest.statement, seat=2)
    with pytest.raises(SignatureError):
        inbox.take_contribution(sign_contribution(table.secrets[1].identity, another).data)
    for nonsense in (b"", b"\x00", honest.data[:-1], honest.data + b"\0"):
        with pytest.raises(WireError):
            inbox.take_contribution(nonsense)
    assert inbox.held(0) == {}


def test_what_a_peer_lacks_comes_oldest_first(inbox: Inbox, table: Simulation) -> None:
    for said in table.log[:3]:
        inbox.close_slot(said, inbox.table)
    inbox.take_contribution(table.log[3][0].data)
    inbox.take_contribution(signed(table, 0, 4).data)  # a slot further ahead is not passed on
    data = [[each.data for each in said] for said in table.log]
    assert inbox.from_slot(0) == [*data[0], *data[1], *data[2], data[3][0]]
    assert inbox.from_slot(2) == [*data[2], data[3][0]]
    assert inbox.from_slot(3) == [data[3][0]]
    assert inbox.from_slot(1, most=1) == data[1]
    assert inbox.from_slot(9) == [data[3][0]]


# --- signals -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def race() -> Simulation:
    """Three seats, seat 0 with one card and no UNO: the moment of the race."""
    game = raced_game()
    moment = next(m for m in game.moments if expected(m.state).name == "race")
    copy = game.copy()
    copy.states, copy.secrets = [moment.state] * 3, list(moment.secrets)
    return copy


def race_inbox(race: Simulation) -> Inbox:
    inbox = Inbox(race.state)
    for _ in range(race.state.slot):
        inbox.close_slot((), inbox.table)
    return inbox


def test_signals_in_the_order_in_which_they_were_given(race: Simulation) -> None:
    state = race.state
    move = make_signal(state, race.secrets[1], DrawCard(), ())
    catch = make_signal(state, race.secrets[2], CatchSeat(0), (1,))
    for order in ((move, catch), (catch, move)):
        inbox = race_inbox(race)
        for each in order:
            heard, body = inbox.take_signal(each.data)
            assert heard == each
            assert isinstance(body, MoveSignal | CatchSignal)
            assert inbox.hold_signal(heard, 2.0 if each is order[0] else 1.0)
            assert not inbox.hold_signal(heard, 0.0)
        assert inbox.signals(state.slot) == [order[1], order[0]]
        assert inbox.signals(state.slot + 1) == []
        inbox.close_slot((), inbox.table)
        assert inbox.signals(state.slot) == []


def test_a_signal_that_came_only_inside_a_contribution_is_heard(race: Simulation) -> None:
    inbox = race_inbox(race)
    race.act([(2, CatchSeat(0))])
    inbox.take_contribution(race.contribution(1).data)
    assert [heard.signal.seat for heard in inbox.signals(race.state.slot)] == [2]
    assert inbox.hold_signal(make_signal(race.state, race.secrets[1], DrawCard(), ()), 1e9)
    assert [heard.signal.seat for heard in inbox.signals(race.state.slot)] == [1, 2]
    catch = next(heard for heard in inbox.signals(race.state.slot) if heard.signal.seat == 2)
    assert not inbox.hold_signal(catch, 5.0), "it is no news, but now it has a time"
    assert [heard.signal.seat for heard in inbox.signals(race.state.slot)] == [2, 1]


def test_the_first_signal_of_a_seat_counts(race: Simulation) -> None:
    inbox = race_inbox(race)
    first = make_signal(race.state, race.secrets[2], CatchSeat(0), ())
    second = make_signal(race.state, race.secrets[2], CatchSeat(0), (1,))
    assert inbox.hold_signal(first, 1.0)
    assert not inbox.hold_signal(second, 0.0)
    assert inbox.signals(race.state.slot) == [first]


def test_signals_for_slots_that_are_over_or_far_ahead_are_not_kept(race: Simulation) -> None:
    inbox, state, secrets = race_inbox(race), race.state, race.secrets[2]
    honest = make_signal(state, secrets, CatchSeat(0), ()).signal
    for slot, kept in ((state.slot - 1, False), (state.slot + AHEAD, True), (state.slot + AHEAD + 1, False)):
        assert inbox.hold_signal(sign_signal(secrets.identity, replace(honest, slot=slot)), 0.0) is kept


def test_goodbye_and_chat_are_signals_without_a_race(race: Simulation) -> None:
    inbox, state = race_inbox(race), race.state
    for body in (LeaveSignal(), ChatSignal("well played")):
        signal = Signal(state.table, state.term, state.slot, state.head, 1, (), encode(body))
        heard, found = inbox.take_signal(sign_signal(race.secrets[1].identity, signal).data)
        assert found == body
        assert heard.signal == signal


def test_forged_signals(race: Simulation) -> None:
    inbox, state = race_inbox(race), race.state
    honest = make_signal(state, race.secrets[2], CatchSeat(0), ())
    with pytest.raises(SignatureError):
        inbox.take_signal(sign_signal(race.secrets[1].identity, honest.signal).data)
    strange = replace(honest.signal, body=encode(Consent()))
    with pytest.raises(WireError):
        inbox.take_signal(sign_signal(race.secrets[2].identity, strange).data)
    with pytest.raises(WireError):
        inbox.take_signal(sign_signal(race.secrets[2].identity, replace(honest.signal, table=bytes(32))).data)
    with pytest.raises(WireError):
        inbox.take_signal(honest.data[:-1])
