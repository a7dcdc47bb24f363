"""A game over lines with 80 ms of delay and 5 % loss, through a switch that does that to every frame."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.lan.games import Game
from tests.lan.namespaces import Lan, unused_name

pytestmark = pytest.mark.system

ROOT = Path(__file__).parents[2]
DELAY_MS, LOSS_PERCENT = 80, 5


@contextmanager
def slow_lan(hosts: int) -> Iterator[Lan]:
    name = unused_name()
    words = [sys.executable, "-m", "tests.lan.switch", name, str(hosts), str(DELAY_MS), str(LOSS_PERCENT)]
    switch = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True)
    assert switch.stdin is not None
    assert switch.stdout is not None
    try:
        assert switch.stdout.readline() == "ready\n"
        yield Lan(name, hosts)
    finally:
        switch.stdin.close()
        switch.wait(20)
        switch.stdout.close()


def test_a_game_over_slow_and_lossy_lines(tmp_path: Path) -> None:
    with slow_lan(3) as network:
        game = Game(network, tmp_path)
        try:
            game.open()
            game.join(1, network.address(0))
            game.join(2, network.address(0))
            game.ends_well()
        finally:
            game.stop()
