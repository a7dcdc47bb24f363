"""What `p2puno doctor` says on real networks: where a table is open, and where there is no network."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.lan.games import PROGRAM, Game, game_on
from tests.lan.namespaces import ip

pytestmark = pytest.mark.system


def examine(game: Game, number: int) -> tuple[int, dict[str, list[str]]]:
    """The exit code, and the sentences by `topic state`."""
    words = [*PROGRAM, "doctor", "--json", "--home", str(game.folder / "patient")]
    done = subprocess.run(game.network.command(number, *words), capture_output=True, text=True, check=False)
    found: dict[str, list[str]] = {}
    for finding in json.loads(done.stdout)["findings"]:
        found.setdefault(f"{finding['topic']} {finding['state']}", []).append(finding["sentence"])
    return done.returncode, found


def test_the_doctor_on_two_hosts(tmp_path: Path) -> None:
    with game_on(tmp_path, 2) as game:
        network = game.network
        game.open()
        game.until(lambda: "Your table is open" in game.seat(0).output.read_text())
        code, found = examine(game, 1)
        assert code == 0
        assert found["tables good"] == [f"Kitchen answers at {network.address(0)}."]
        assert found["interface good"] == [f"eth0 has {network.address(1)}."]
        assert found["multicast good"] == [
            f"{network.address(1)}: what is sent to all neighbours (mDNS) is heard again."
        ]
        _, found = examine(game, 0)
        assert found["port good"] == ["A table is open on this machine already, at port 28866."]
        ip("-n", network.host(1), "link", "del", "eth0")
        code, found = examine(game, 1)
        assert code == 1
        assert found["network bad"] == ["This machine is in no network."]
