"""`p2puno audit`: its answers and exit codes, over a played game and what can be made of its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from p2puno.cli import run
from protocol.rules.ruleset import RuleSet
from protocol.transcript.file import write_transcript
from tests.commands.runner import p2puno
from tests.table.simulation import Simulation


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audit") / "game.p2puno"
    simulation = Simulation.new(2, RuleSet.preset("classic").with_options({"rounds": 1}), seed=5)
    simulation.run()
    path.write_bytes(b"".join(write_transcript(simulation.proposal_data, simulation.log)))
    return path


def _changed(game: Path, folder: Path, place: int) -> Path:
    data = bytearray(game.read_bytes())
    data[place] ^= 1
    path = folder / "changed"
    path.write_bytes(data)
    return path


def test_a_clean_game(game: Path, tmp_path: Path) -> None:
    """With a home that has none of the keys, and makes none."""
    home = tmp_path / "stranger"
    done = p2puno("audit", str(game), home=home)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{game}: clean")
    assert "won by Seat " in done.stdout
    assert not home.exists()


def test_a_clean_game_as_data(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--json", str(game)]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["verdict"] == "clean"
    assert report["findings"] == []
    assert report["names"] == ["Seat 0", "Seat 1"]
    assert report["counts"]["slots"] == report["clean_to"]
    assert len(bytes.fromhex(report["head"])) == 32


def test_an_unfinished_game(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = tmp_path / "cut"
    simulation = Simulation.new(2, RuleSet.preset("classic"), seed=5)
    simulation.run(slots=30)
    cut.write_bytes(b"".join(write_transcript(simulation.proposal_data, simulation.log)))
    assert run(["audit", str(cut)]) == 1
    assert "unfinished: it holds as far as it goes" in capsys.readouterr().out


def test_a_changed_byte_is_found_and_placed(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = game.stat().st_size
    assert run(["audit", str(_changed(game, tmp_path, size * 2 // 3))]) == 1
    said = capsys.readouterr()
    assert ": a fault\n  slot " in said.out
    assert "(obligation " in said.out
    assert said.err == ""
    assert run(["audit", "--json", str(_changed(game, tmp_path, size * 2 // 3))]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    (finding,) = report["findings"]
    assert finding["slot"] == report["clean_to"]
    assert finding["duty"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x00" * 100, b"\xff" * 5000])
def test_a_foreign_file(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    assert run(["audit", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith(f"{path} cannot be audited: ")


def test_several_files_are_all_answered_and_the_worst_decides(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing"
    broken = _changed(game, tmp_path, game.stat().st_size // 2)
    assert run(["audit", str(game), str(broken)]) == 1
    assert run(["audit", str(missing), str(game), str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert f"{game}: clean" in said.out
    assert [line.split(" cannot")[0] for line in said.err.splitlines()] == [str(missing), str(tmp_path)]
