"""A game goes on under a flood from ten addresses, and nobody stops; how fast says `tests.net.flood`."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.net.flood import flooding, table, tried

pytestmark = pytest.mark.system

PATIENCE = 120.0
BETWEEN_LOOKS = 0.1
MOVES, CONNECTIONS = 10, 200


def test_a_game_goes_on_while_ten_addresses_flood_all_its_seats(tmp_path: Path) -> None:
    with table(tmp_path) as seats, flooding(seats) as counters:
        before, until = [seat.moves() for seat in seats], time.monotonic() + PATIENCE
        while tried(counters) < CONNECTIONS or any(
            seat.moves() < moves + MOVES for seat, moves in zip(seats, before, strict=True)
        ):
            assert all(seat.is_on() for seat in seats)
            assert time.monotonic() < until, [seat.moves() for seat in seats]
            time.sleep(BETWEEN_LOOKS)
