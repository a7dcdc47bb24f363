"""Four machines on one switch find each other by real mDNS and play a game to the end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lan.namespaces import Lan, lan, transcript_in

pytestmark = pytest.mark.system

PROGRAM = [sys.executable, "-m", "p2puno"]
GAME_SECONDS = 240


def _start_four(network: Lan, folder: Path, *host_options: str) -> list[tuple[subprocess.Popen[str], Path]]:
    """One opens a table, three others just type `join`."""
    running: list[tuple[subprocess.Popen[str], Path]] = []
    for number in range(4):
        words = ["host", "--seats", "4", *host_options] if number == 0 else ["join", "--wait", "60"]
        home = folder / f"home{number}"
        output = folder / f"out{number}"
        options = ["--as", f"Player {number}", "--home", str(home), "--bot", "greedy"]
        with output.open("w") as file:
            running.append((network.start(number, [*PROGRAM, *words, *options], file), output))
    return running


def _audit(transcript: Path, home: Path) -> int:
    words = [*PROGRAM, "audit", str(transcript), "--home", str(home)]
    return subprocess.run(words, capture_output=True, check=False).returncode


def test_four_hosts_finish_a_game_with_identical_transcripts(tmp_path: Path) -> None:
    with lan(4) as network:
        running = _start_four(network, tmp_path, "--set", "rounds=3")
        for process, output in running:
            assert process.wait(GAME_SECONDS) == 0, output.read_text()
    files = [transcript_in(output) for _, output in running]
    contents = {path.read_bytes() for path in files}
    assert len(contents) == 1
    stranger = tmp_path / "stranger"
    assert _audit(files[0], stranger) == 0
    data = bytearray(contents.pop())
    data[len(data) // 2] ^= 1
    forged = tmp_path / "forged.p2puno"
    forged.write_bytes(data)
    assert _audit(forged, stranger) == 1


def test_tables_are_found_with_their_players_and_rules(tmp_path: Path) -> None:
    with lan(2) as network:
        output = tmp_path / "host"
        with output.open("w") as file:
            words = ["host", "--as", "Ann", "--name", "Kitchen table", "--bots", "1"]
            home = ["--home", str(tmp_path / "h0")]
            host = network.start(0, [*PROGRAM, *words, *home, "--bot", "greedy"], file)
        try:
            words = [*PROGRAM, "tables", "--json", "--wait", "20", "--home", str(tmp_path / "h1")]
            found = subprocess.run(
                network.command(1, *words), capture_output=True, text=True, check=True, timeout=60
            )
        finally:
            host.terminate()
            host.wait(20)
        (table,) = json.loads(found.stdout)
        assert table["name"] == "Kitchen table"
        assert table["players"][0] == "Ann"
