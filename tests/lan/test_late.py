"""Somebody comes late to a table with a PIN on a real LAN: kept out without it, and in the game with it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.lan.games import PROGRAM, game_on

pytestmark = pytest.mark.system

PIN = "4821"
WRONG_PIN = "0000"
# The game is still on when a program has been turned away and the next one has started.
MANY_ROUNDS = ("--set", "hand_size=5", "--set", "rounds=50")


def test_a_latecomer_sits_down_between_two_rounds_of_a_table_with_a_pin(tmp_path: Path) -> None:
    with game_on(tmp_path, 3) as game:
        game.start(0, ["host", "--name", "Kitchen", "--seats", "2", "--pin", PIN, *MANY_ROUNDS])
        game.start(1, ["join", "Kitchen", "--pin", PIN, "--wait", "60"])
        game.until_slot(3)
        words = [*PROGRAM, "join", "Kitchen", "--pin", WRONG_PIN, "--home", str(tmp_path / "wrong")]
        wrong = subprocess.run(
            game.network.command(2, *words, "--bot", "greedy"), capture_output=True, text=True, check=False
        )
        assert (wrong.returncode, wrong.stderr) == (1, "You cannot sit down there now: the PIN is wrong.\n")
        game.start(2, ["join", "Kitchen", "--pin", PIN, "--wait", "60"])
        host = game.seat(0).output
        game.until(lambda: "Player 2 sits down with" in host.read_text())
        game.until_slot(game.furthest() + 5)
        assert f"Somebody at {game.network.address(2)} tried a wrong PIN (1 time)." in host.read_text()
