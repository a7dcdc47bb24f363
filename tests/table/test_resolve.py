"""Who was first: admitted order, majority of the neutral operators, and what decides when neither does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from protocol.table.ordering import resolve
from protocol.table.race_record import RaceSignal
from protocol.wire.messages import Proposal, SeatEntry
from protocol.wire.races import SEALED_CHOICE, CatchSignal, MoveSignal

SEATS = 7
IN_TURN = 2
TARGET = 1


def proposal(operators: Sequence[int] = tuple(range(SEATS))) -> Proposal:
    entries = tuple(
        SeatEntry("x", bytes([seat]) * 32, bytes([operator]) * 32, bot=False, nonce=bytes(32))
        for seat, operator in enumerate(operators)
    )
    return Proposal(1, 1, "t", (), entries)


def catch(seat: int, *seen: int) -> RaceSignal:
    return RaceSignal(seat, seen, CatchSignal(TARGET))


def move(*seen: int) -> RaceSignal:
    return RaceSignal(IN_TURN, seen, MoveSignal(bytes(32), bytes(SEALED_CHOICE)))


def order(
    signals: Sequence[RaceSignal],
    orders: Mapping[int, Sequence[int]],
    operators: Sequence[int] = tuple(range(SEATS)),
) -> list[int]:
    said = {seat: tuple(orders.get(seat, ())) for seat in range(len(operators))}
    return [signal.seat for signal in resolve(signals, said, proposal(operators), IN_TURN)]


def test_an_admitted_order_is_final() -> None:
    """Seat 2 says it had seen seat 4's catch; no witness can say otherwise."""
    witnesses = dict.fromkeys((0, 3, 5, 6), (2, 4))
    assert order([move(4), catch(4)], witnesses) == [4, 2]
    assert order([move(), catch(4, 2)], {0: (4, 2), 3: (4, 2)}) == [2, 4]


def test_two_that_admit_each_other_are_put_in_order_by_the_witnesses() -> None:
    assert order([move(4), catch(4, 2)], {0: (2, 4), 3: (2, 4), 5: (4, 2)}) == [2, 4]


def test_the_majority_of_the_witnesses_decides() -> None:
    assert order([move(), catch(4)], {0: (2, 4), 3: (2, 4), 5: (4, 2)}) == [2, 4]
    assert order([move(), catch(4)], {0: (2, 4), 3: (4, 2), 5: (4, 2)}) == [4, 2]


def test_a_tie_goes_to_the_interrupter() -> None:
    assert order([move(), catch(4)], {0: (2, 4), 3: (4, 2)}) == [4, 2]


def test_without_witnesses_the_two_decide_where_they_agree() -> None:
    """Three seats: the target, the mover and the catcher are all partial."""
    assert order([move(), catch(0)], {0: (2, 0), 1: (0, 2), 2: (2, 0)}, (0, 1, 2)) == [2, 0]
    assert order([move(), catch(0)], {0: (0, 2), 1: (2, 0), 2: (0, 2)}, (0, 1, 2)) == [0, 2]


def test_without_witnesses_a_late_caller_is_believed() -> None:
    """Whoever says that he was first himself leaves it to the preference, and so does who says nothing."""
    for catcher, mover in (((0, 2), (2, 0)), ((2, 0), (0, 2)), ((), (2, 0)), ((2, 0), ())):
        assert order([move(), catch(0)], {0: catcher, 1: (2, 0), 2: mover}, (0, 1, 2)) == [0, 2]


def test_a_tie_of_the_witnesses_is_broken_by_the_two() -> None:
    both = {2: (2, 4), 4: (2, 4)}
    assert order([move(), catch(4)], {0: (2, 4), 3: (4, 2), **both}) == [2, 4]
    assert order([move(), catch(4)], {0: (4, 2), 3: (4, 2), **both}) == [4, 2]


def test_one_witness_decides_alone() -> None:
    assert order([move(), catch(0)], {3: (2, 0)}, (0, 1, 2, 3)) == [2, 0]
    assert order([move(), catch(0)], {3: (0, 2)}, (0, 1, 2, 3)) == [0, 2]


def test_unseen_comes_after_seen() -> None:
    assert order([move(), catch(4)], {0: (2,)}) == [2, 4]
    assert order([move(), catch(4)], {0: (4,)}) == [4, 2]


def test_who_saw_neither_says_nothing() -> None:
    assert order([move(), catch(4)], {0: (2, 4), 3: (), 5: (6,)}) == [2, 4]


def test_who_signalled_or_is_the_target_is_no_witness() -> None:
    partial = {TARGET: (2, 4), 2: (2, 4), 4: (2, 4)}
    assert order([move(), catch(4)], partial | {0: (4, 2)}) == [4, 2]


def test_an_operator_with_a_partial_seat_is_no_witness_with_any() -> None:
    """Seats 5 and 6 are played by the machine of seat 1, the target."""
    operators = (0, 1, 2, 3, 4, 1, 1)
    assert order([move(), catch(4)], {5: (2, 4), 6: (2, 4), 0: (4, 2)}, operators) == [4, 2]


def test_an_operator_has_one_voice_however_many_seats() -> None:
    """Seats 0, 5 and 6 are one machine: against seat 3 it is a tie, not three to one."""
    operators = (0, 1, 2, 3, 4, 0, 0)
    orders = {0: (2, 4), 5: (2, 4), 6: (2, 4), 3: (4, 2)}
    assert order([move(), catch(4)], orders, operators) == [4, 2]


def test_the_voice_of_an_operator_is_that_of_its_lowest_seat() -> None:
    operators = (0, 1, 2, 3, 4, 0, 0)
    assert order([move(), catch(4)], {0: (2, 4), 5: (4, 2), 6: (4, 2)}, operators) == [2, 4]


def test_interrupters_on_a_tie_by_seating_from_the_player_in_turn() -> None:
    assert order([catch(0), catch(3), catch(6), move()], {}) == [3, 6, 0, 2]


def test_a_cycle_goes_by_seating() -> None:
    """3 before 4, 4 before 6, 6 before 3, each by two witnesses to one."""
    witnesses = {0: (3, 4, 6), 5: (4, 6, 3), 7: (6, 3, 4)}
    operators = tuple(range(8))
    assert order([catch(6), catch(4), catch(3)], witnesses, operators) == [3, 4, 6]


def test_a_cycle_does_not_break_an_admission() -> None:
    """Everybody saw 3, 4, 6; but 3 admits that it had seen 6 before it called."""
    witnesses = dict.fromkeys((0, 5), (3, 4, 6))
    assert order([catch(3, 6), catch(6)], witnesses) == [6, 3]
    assert order([catch(3, 6), catch(4), catch(6)], witnesses) == [4, 6, 3]


def test_seats_that_admit_each_other_in_a_circle_gain_nothing() -> None:
    assert order([catch(3, 6), catch(4, 3), catch(6, 4)], {}) == [3, 4, 6]


@given(
    st.lists(st.sampled_from([0, 3, 4, 5, 6]), unique=True, min_size=1, max_size=5),
    st.booleans(),
    st.dictionaries(st.integers(0, 6), st.permutations(range(7)), max_size=7),
    st.randoms(use_true_random=False),
)
def test_nobody_is_lost_and_the_order_of_the_list_does_not_matter(
    catchers: list[int], moved: bool, orders: dict[int, list[int]], rng: object
) -> None:
    signals = [catch(seat) for seat in catchers] + ([move()] if moved else [])
    found = order(signals, orders)
    assert sorted(found) == sorted(signal.seat for signal in signals)
    mixed = list(signals)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    assert order(mixed, orders) == found
