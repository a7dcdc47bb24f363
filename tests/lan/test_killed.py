"""Programs killed in the middle of a game, in several phases: they come back into their seats and play on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lan.games import LONGER, Game, game_on

pytestmark = pytest.mark.system


def begin(game: Game) -> None:
    game.open(*LONGER)
    game.join(1)
    game.join(2)


def kill_and_resume(game: Game, *numbers: int) -> None:
    """And wait until all are further than anybody was before."""
    before = game.furthest()
    game.kill(*numbers)
    game.resume(*numbers)
    game.until_slot(before + 3)


def test_a_guest_and_the_opener_are_killed(tmp_path: Path) -> None:
    """One while the cards are shuffled, then each in the middle of play."""
    with game_on(tmp_path, 3) as game:
        begin(game)
        game.until_slot(2)
        kill_and_resume(game, 1)
        game.until_slot(25)
        kill_and_resume(game, 2)
        kill_and_resume(game, 0)
        game.ends_well()


def test_all_are_killed_at_once_and_come_back(tmp_path: Path) -> None:
    with game_on(tmp_path, 3) as game:
        begin(game)
        game.until_slot(20)
        kill_and_resume(game, 0, 1, 2)
        game.ends_well()


def test_who_comes_back_at_another_address_is_found(tmp_path: Path) -> None:
    """The opener, while a guest gets another address as well."""
    with game_on(tmp_path, 3) as game:
        begin(game)
        game.until_slot(20)
        game.kill(0)
        game.network.move(0, to=20)
        game.network.move(1, to=21)
        game.resume(0)
        game.ends_well()
