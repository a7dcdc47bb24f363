"""Who asks to sit down, and who has to let him in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from p2puno.seat.player import Asking
from p2puno.seat.requests import MOST_REQUESTS, MOST_TIMES, Requests
from protocol.table.requests import sign_request
from protocol.table.state import TableState
from tests.table.simulation import Simulation
from tests.table.test_roster import KEYS, after_a_round, entry, fill, requests
from tests.transparent import transparent_group


@pytest.fixture(autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


def table_with(*persons: int) -> TableState:
    """Three seats between two rounds; these are persons, the others bots."""
    state = after_a_round(3).state
    seats = tuple(replace(each, bot=seat not in persons) for seat, each in enumerate(state.proposal.seats))
    return replace(state, proposal=replace(state.proposal, seats=seats))


def heard_by(state: TableState, seat: int, *, by_bot: bool = False) -> Requests:
    book = Requests(lambda: state, seat, lambda: by_bot)
    for data in requests(state, KEYS[0]):
        assert book.take(data) is not None
    return book


def test_the_first_person_lets_in_and_nobody_else_is_asked() -> None:
    state = table_with(1, 2)
    assert [heard_by(state, seat).asking() for seat in range(3)] == [
        (),
        (Asking("New 0", KEYS[0].public),),
        (),
    ]
    assert [len(heard_by(state, seat).seating().requests) for seat in range(3)] == [1, 0, 1]
    book = heard_by(state, 1)
    book.let_in(KEYS[0].public)
    assert (book.asking(), book.seating().requests) == ((), book.held())


def test_where_the_first_person_has_left_it_is_the_next() -> None:
    state = table_with(1, 2)
    state = replace(state, rules=replace(state.rules, gone=frozenset({1})))
    assert heard_by(state, 2).asking() == (Asking("New 0", KEYS[0].public),)


@pytest.mark.parametrize(("persons", "by_bot"), [((), False), ((1,), True)])
def test_bots_ask_nobody(persons: tuple[int, ...], by_bot: bool) -> None:
    book = heard_by(table_with(*persons), 1, by_bot=by_bot)
    assert book.seating().requests == book.held()


def test_who_asks_later_has_not_been_let_in() -> None:
    state = table_with(0)
    book = heard_by(state, 0)
    book.let_in(KEYS[0].public)
    assert book.take(sign_request(KEYS[1], state, entry(KEYS[1], "Late")).data) is not None
    assert book.asking() == (Asking("Late", KEYS[1].public),)
    assert len(book.seating().requests) == 1


def test_a_request_is_new_once_and_so_many_are_kept() -> None:
    state = table_with()
    book = Requests(lambda: state, 0, lambda: False)
    taken = [book.take(data) is not None for data in requests(state, *KEYS)]
    assert taken.count(True) == MOST_REQUESTS
    assert book.take(requests(state, KEYS[0])[0]) is None
    assert book.take(b"junk") is None


def test_whose_program_was_started_anew_asks_with_its_new_request() -> None:
    """The former one would never take the seat; it is given up, also where the person has said yes."""
    state = table_with(0)
    book = heard_by(state, 0)
    (former,) = book.held()
    book.let_in(KEYS[0].public)
    anew = replace(entry(KEYS[0], "New 0"), nonce=bytes([2] * 32))
    heard = book.take(sign_request(KEYS[0], state, anew).data)
    assert heard is not None
    assert book.again(KEYS[0].public)
    assert (book.held(), book.seating().requests, book.asking()) == ((heard.data,), (heard.data,), ())
    assert book.take(former) is None, "what was given up does not come back from a seat that still has it"
    renamed = replace(anew, name="Ann", nonce=bytes([1] * 32))
    assert book.take(sign_request(KEYS[0], state, renamed).data) is not None
    assert book.asking() == (Asking("Ann", KEYS[0].public),)


def test_a_program_is_started_anew_only_so_often() -> None:
    state = table_with(0)
    book = Requests(lambda: state, 0, lambda: False)
    for number in range(MOST_TIMES + 1):
        anew = replace(entry(KEYS[0], "Eve"), nonce=bytes([number] * 32))
        taken = book.take(sign_request(KEYS[0], state, anew).data) is not None
        assert taken == (number < MOST_TIMES)
    assert len(book.held()) == 1


def test_newcomers_never_take_the_place_of_who_comes_back() -> None:
    state = table_with()
    state = replace(state, rules=replace(state.rules, gone=frozenset({2})))
    seats = tuple(replace(each, operator=each.key) for each in state.proposal.seats)
    state = replace(state, proposal=replace(state.proposal, seats=seats))
    book = Requests(lambda: state, 0, lambda: False)
    flood = requests(state, *KEYS)
    assert [book.take(data) is not None for data in flood].count(True) == MOST_REQUESTS - 1
    identity = after_a_round(3).secrets[2].identity
    returning = replace(seats[2], nonce=b"n" * 32)
    assert book.take(sign_request(identity, state, returning).data) is not None
    assert len(book.held()) == MOST_REQUESTS


def test_nobody_sits_down_as_the_bot_of_somebody_else() -> None:
    state = table_with(0)
    book = Requests(lambda: state, 0, lambda: False)
    claimed = replace(entry(KEYS[0], "Ada"), operator=state.proposal.seats[1].key, bot=True)
    assert book.take(sign_request(KEYS[0], state, claimed).data) is None
    assert (book.held(), book.asking()) == ((), ())


def test_with_the_round_everything_is_forgotten() -> None:
    table: Simulation = after_a_round()
    book = Requests(lambda: table.state, 0, lambda: False)
    old = requests(table.state, KEYS[0])
    assert book.take(old[0]) is not None
    table.step()
    assert book.take(old[0]) is None, "it was made for the round before"
    assert (book.held(), book.asking()) == ((), ())


def test_a_request_is_granted_once() -> None:
    """Who sat down and was put off because he said nothing is not let in again by what is still held."""
    table = after_a_round(3)
    state = table.state
    book = Requests(lambda: state, 1, lambda: False)
    for data in requests(state, KEYS[0]):
        assert book.take(data) is not None
    state = fill(table, book.seating().requests)
    state = replace(state, rules=replace(state.rules, gone=frozenset({3})))
    assert book.seating().requests == ()
    assert book.take(requests(state, KEYS[0])[0]) is None
    again = replace(entry(KEYS[0], "New 0"), nonce=b"n" * 32)
    assert book.take(sign_request(KEYS[0], state, again).data) is not None
    assert len(book.seating().requests) == 1
