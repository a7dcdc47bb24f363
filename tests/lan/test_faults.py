"""Cables pulled, partitions, other addresses in the middle of a game: it goes on, with one log."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.lan.games import LINK_LOST_SECONDS, LONGER, Game, game_on

pytestmark = pytest.mark.system

A_MOMENT = 2.0
NEXT_SLOTS = 10


def begin(game: Game, *guests: int) -> None:
    game.open(*LONGER)
    for number in guests:
        game.join(number)
    game.until_slot(20)


def test_a_cable_that_is_pulled_and_put_back(tmp_path: Path) -> None:
    """For a moment, which the system bears; then longer than a link bears it."""
    with game_on(tmp_path, 3) as game:
        begin(game, 1, 2)
        game.network.cut(1)
        time.sleep(A_MOMENT)
        game.network.mend(1)
        game.until_slot(game.furthest() + NEXT_SLOTS)
        game.network.cut(2)
        game.stands_still(LINK_LOST_SECONDS)
        game.network.mend(2)
        game.ends_well()


def test_a_partition_that_heals(tmp_path: Path) -> None:
    with game_on(tmp_path, 4) as game:
        begin(game, 1, 2, 3)
        game.network.part(2, 3)
        game.stands_still(LINK_LOST_SECONDS)
        game.network.heal()
        game.ends_well()


def test_one_gets_another_address_and_then_all_do(tmp_path: Path) -> None:
    """The guests hear by mDNS where the table is now, and from each other where they are."""
    with game_on(tmp_path, 3) as game:
        begin(game, 1, 2)
        game.network.move(1, to=21)
        game.until_slot(game.furthest() + NEXT_SLOTS)
        for number in range(3):
            game.network.move(number, to=30 + number)
        game.ends_well()
