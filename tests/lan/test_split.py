"""A table that is split: halves wait, a majority goes on without the rest, and nothing forks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lan.games import LINK_LOST_SECONDS, game_on

pytestmark = pytest.mark.system

# Programs that play for themselves vote 30 s after the last slot, where they may.
VOTED_SECONDS = 38.0
# Three play a round in some two seconds; who is back in the network may need eight to be linked again.
MANY_ROUNDS = ("--set", "rounds=12")


def test_halves_wait_and_a_majority_goes_on(tmp_path: Path) -> None:
    with game_on(tmp_path, 4) as game:
        game.open(*MANY_ROUNDS)
        for number in (1, 2, 3):
            game.join(number)
        game.until_slot(20)
        game.network.part(2, 3)
        game.stands_still(VOTED_SECONDS)
        game.network.heal()
        game.until_slot(game.furthest() + 5)
        game.network.part(3)
        game.stands_still(LINK_LOST_SECONDS)
        alone = game.furthest()
        game.until(lambda: game.furthest(0) > alone + 5)
        assert game.furthest(3) <= alone + 1
        game.network.heal()
        game.seat(3).process.wait(60)
        assert "have voted this seat off the table" in game.seat(3).output.read_text()
        game.ends_well(0, 1, 2)
        (file,) = (game.seat(3).folder / "home" / "games").iterdir()
        assert game.seat(0).transcript.read_bytes().startswith(file.read_bytes()), "there is one course only"
