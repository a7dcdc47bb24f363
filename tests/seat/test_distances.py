"""How far others are is learnt from what they say anyway."""

from __future__ import annotations

import pytest

from p2puno.seat.distances import _ANSWERS_KEPT, Distances


def test_nothing_is_known_of_who_has_not_answered() -> None:
    distances = Distances()
    distances.spoke(4, 1.0)
    distances.heard(1, 4, 9.0)  # said without waiting for this seat
    distances.heard(1, 6, 9.0)  # nor is this an answer to what was said in slot 4
    assert distances.one_way(1) == 0.0
    assert distances.one_way(2) == 0.0


def test_the_shortest_answer_counts_for_each_seat() -> None:
    distances = Distances()
    for slot, (near, far) in enumerate([(0.3, 0.9), (0.01, 0.17), (2.0, 0.2)]):
        now = 10.0 * slot
        distances.spoke(slot, now)
        distances.heard(1, slot + 1, now + near)
        distances.heard(2, slot + 1, now + far)
    assert distances.one_way(1) == pytest.approx(0.005)
    assert distances.one_way(2) == pytest.approx(0.085)


def test_a_line_that_has_become_slow_is_slow_after_a_while() -> None:
    distances = Distances()
    for slot in range(1 + _ANSWERS_KEPT):
        distances.spoke(slot, float(slot))
        distances.heard(1, slot + 1, slot + (0.01 if slot == 0 else 0.2))
    assert distances.one_way(1) == pytest.approx(0.1)


def test_an_answer_is_one_to_the_slot_before_whatever_was_said_since() -> None:
    distances = Distances()
    distances.spoke(7, 1.0)
    distances.spoke(8, 1.1)
    distances.heard(3, 8, 1.16)
    assert distances.one_way(3) == pytest.approx(0.08)
