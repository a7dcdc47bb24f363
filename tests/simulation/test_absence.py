"""Seats that never come back are voted out by those who wait, and the game goes on without them."""

from __future__ import annotations

from random import Random

import pytest

from tests.simulation.crashes import Fate
from tests.simulation.network import Weather
from tests.simulation.plans import SHORT, run
from tests.simulation.world import AWAY, Plan, Result
from tests.transparent import transparent_group

ROUGH = Weather(
    delay=(0.001, 0.05), reorder=0.2, duplicate=0.1, break_seconds=2.0, notice_seconds=2.0, until=60.0
)


def away(seed: str, life: int) -> Fate:
    return Fate(Random(seed), [life], stays_away=True)


def played(seed: str, seats: int, *fates: tuple[int, Fate], weather: Weather = ROUGH) -> Result:
    with transparent_group():
        return run(Plan(seed, seats, SHORT, weather, 0.0, fates, patience=30.0))


@pytest.mark.parametrize("seed", range(6))
def test_one_of_three_to_five_never_comes_back(seed: int) -> None:
    random = Random(seed)
    seats, gone = random.randint(3, 5), random.randrange(3)
    result = played(f"away/{seed}", seats, (gone, away(f"{seed}", random.randrange(12, 200))))
    assert result.ends == tuple(AWAY if seat == gone else "over" for seat in range(seats))


def test_two_of_five_go_one_after_the_other() -> None:
    fates = (1, away("one", 60)), (3, away("other", 140))
    result = played("two", 5, *fates)
    assert [end for seat, end in enumerate(result.ends) if seat not in (1, 3)] == ["over"] * 3


def test_two_of_five_go_at_once() -> None:
    """One may have contributed to the slot, and is not missed; but its vote about the other will not come."""
    result = played("both/0", 5, (1, away("one0", 40)), (3, away("other0", 40)))
    assert [end for seat, end in enumerate(result.ends) if seat not in (1, 3)] == ["over"] * 3


def test_half_of_a_table_is_no_majority() -> None:
    """Two of four do not go on without the others, and nobody is blamed."""
    with pytest.raises(AssertionError, match="did not end for"):
        played("half", 4, (1, away("one", 60)), (3, away("other", 60)))
