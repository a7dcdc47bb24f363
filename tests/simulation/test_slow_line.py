"""A line that is 80 ms slower loses no more than one in ten of the races that its player had won."""

from __future__ import annotations

import pytest

from tests.simulation.races import KINDS, SEATS, Order, Table, shares


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seats", SEATS)
def test_neither_the_slow_nor_the_fast_line_loses_more_than_one_race_in_ten(seats: int, kind: str) -> None:
    found = shares(Table(seats), Order(), kind, 200, "slow line")
    assert max(found.slow, found.fast) <= 0.1


@pytest.mark.parametrize("seats", SEATS)
def test_by_arrival_alone_it_loses_a_third_of_them(seats: int) -> None:
    """So what is measured above is the rule, not the simulation."""
    assert shares(Table(seats), Order(cap=0.0), KINDS[0], 200, "slow line").slow > 1 / 3
