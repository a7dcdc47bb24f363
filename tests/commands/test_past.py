"""`p2puno games` and `p2puno stats`: in words and as data."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from p2puno.cli import run
from p2puno.store.paths import Home
from protocol.rules.ruleset import RuleSet
from tests.commands.runner import p2puno
from tests.table.simulation import Simulation


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    games = Home.locate(folder).games
    games.mkdir()
    simulation = Simulation.new(2, RuleSet.preset("classic").with_options({"rounds": 1}), seed=5, twin=True)
    simulation.run()
    (games / "first.p2puno").write_bytes(simulation.transcript)
    (games / "half.p2puno").write_bytes(simulation.transcript[:3000])
    (games / "strange.p2puno").write_bytes(b"?")
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(words) == 0
    heard = capsys.readouterr()
    assert heard.err == ""
    return heard.out


def test_games_are_listed_with_their_audit(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "games", "--home", str(home)).splitlines()
    listed = {line.split("  ")[0]: line for line in lines}
    assert re.search(r"clean: Seat 0 and Seat 1, 1 round, won by Seat \d$", listed["first"])
    assert "  a fault: " in listed["half"]
    assert listed["strange"].endswith("unreadable: the file ends in the middle of a record") or (
        "unreadable: this is not a p2puno game transcript" in listed["strange"]
    )
    assert lines[-1] == f"They are in {home / 'games'}."


def test_games_as_data(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = {game["name"]: game for game in json.loads(said(capsys, "games", "--json", "--home", str(home)))}
    assert {name: game["verdict"] for name, game in games.items()} == {
        "first": "clean",
        "half": "fault",
        "strange": "unreadable",
    }
    first = games["first"]
    assert first["rules"]["rounds"] == "1"
    assert first["file"] == str(home / "games" / "first.p2puno")
    assert sum(seat["won"] for seat in first["seats"]) == 1


def test_players_in_words_and_as_data(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "stats", "--home", str(home))
    assert re.search(r"^Seat \d: 1 game, 1 won, 1 round won, \d+ points?$", told, flags=re.MULTILINE)
    assert re.search(r"^  UNO: forgotten \d+ times?, \d+ others? caught; Wild", told, flags=re.MULTILINE)
    players = json.loads(said(capsys, "stats", "--json", "--home", str(home)))
    assert [player["wins"] for player in players] == [1, 0]
    assert all(len(bytes.fromhex(player["fingerprint"])) == 8 for player in players)


def test_a_home_without_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "games", "--home", str(tmp_path)) == (
        f"No games have been played here yet; transcripts are kept in {tmp_path / 'games'}.\n"
    )
    assert said(capsys, "stats", "--home", str(tmp_path)) == "No game has been played to its end here yet.\n"
    assert list(tmp_path.iterdir()) == []


# --- replay -------------------------------------------------------------------------------------------------


def test_a_past_game_is_told_again_by_its_name_or_its_file(home: Path) -> None:
    """A pipe that says nothing gets the whole game."""
    named = p2puno("replay", "first", home=home)
    assert named.returncode == 0
    assert named.stderr == ""
    assert named.stdout.startswith(f"{home / 'games' / 'first.p2puno'}: clean")
    assert "  Round 1: " in named.stdout
    assert p2puno("replay", str(home / "games" / "first.p2puno"), home=home).stdout == named.stdout
    asked = p2puno("replay", "first", home=home, stdin="round 1\nquit\nnext\n")
    assert asked.stdout.count("\nSlot ") == 1


def test_what_cannot_be_replayed_is_one_sentence(home: Path) -> None:
    for name in ("strange", "nothing"):
        done = p2puno("replay", name, home=home)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "cannot be shown: " in done.stderr
