"""`p2puno audit`: its answers and exit codes, over a played game and what can be made of its file."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path

import fastjsonschema  # type: ignore[import-untyped]
import pytest

from p2puno.cli import run
from protocol.comparison import Relation
from protocol.obligations import OBLIGATIONS
from protocol.reports import Counts, Verdict
from protocol.rules.ruleset import RuleSet
from protocol.transcript.file import read_opening, write_transcript
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


# --- several files ------------------------------------------------------------------------------------------


def test_files_of_one_game_are_compared(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part, copy = tmp_path / "part", tmp_path / "copy"
    copy.write_bytes(game.read_bytes())
    part.write_bytes(game.read_bytes()[: _end_of_slot(game.read_bytes(), 10)])
    assert run(["audit", str(game), str(copy), str(part)]) == 1
    told = capsys.readouterr().out
    assert f"{game} and {copy} hold the same game, slot by slot." in told
    assert f"{part} is the beginning of {game}, up to slot 11." in told
    assert run(["audit", "--json", str(part), str(game)]) == 1
    first, second = json.loads(capsys.readouterr().out)
    (relation,) = first["compared"]
    assert relation == {"with": str(game), "relation": "continuation", "slot": 11, "signed_both": []}
    assert second["compared"][0]["relation"] == "beginning"


def test_two_stories_are_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Simulation.new(2, RuleSet.preset("classic"), seed=5)
    table.run(10)
    other = table.copy()
    other.rng.seed("another future")
    table.run(2)
    other.run(2)
    files = [tmp_path / "one", tmp_path / "two"]
    for path, each in zip(files, (table, other), strict=True):
        path.write_bytes(each.transcript)
    assert run(["audit", *map(str, files)]) == 1
    told = capsys.readouterr().out
    assert f"{files[0]} and {files[1]} tell two stories of one game from slot 10 on, and Seat " in told
    assert "signed both: the two files together prove it to anybody." in told


def test_different_games_are_said_once(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    others = []
    for seed in (6, 7):
        table = Simulation.new(2, RuleSet.preset("classic"), seed=seed)
        table.run(1)
        others.append(tmp_path / str(seed))
        others[-1].write_bytes(table.transcript)
    assert run(["audit", str(game), *map(str, others)]) == 1
    assert "These files are of 3 different games." in capsys.readouterr().out.splitlines()


def _end_of_slot(data: bytes, slot: int) -> int:
    at = 0
    for _ in range(3 + slot):
        at += 4 + int.from_bytes(data[at : at + 4], "big")
    return at


# --- as data ---------------------------------------------------------------------------------------------

SCHEMA = Path(__file__).parents[2] / "specs" / "audit.schema.json"


def test_the_data_are_what_the_schema_says(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    valid = fastjsonschema.compile(schema)
    broken = _changed(game, tmp_path, game.stat().st_size // 2)
    run(["audit", "--json", str(game), str(broken), str(tmp_path / "missing")])
    answers = json.loads(capsys.readouterr().out)
    valid(answers)
    assert [each["verdict"] for each in answers] == ["clean", "fault", "unreadable"]
    assert [each["number"] for each in answers[0]["obligations"]] == list(OBLIGATIONS)
    assert answers[1]["findings"][0]["file"] == str(broken)
    properties = schema["items"]["properties"]
    assert set(properties["counts"]["properties"]) == {each.name for each in fields(Counts)}
    assert properties["verdict"]["enum"] == [each.value for each in Verdict]
    relation = properties["compared"]["items"]["properties"]["relation"]
    assert relation["enum"] == [each.value for each in Relation]


def test_every_obligation_is_listed_with_what_was_checked(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["audit", str(game)])
    told = capsys.readouterr().out
    size = game.stat().st_size
    assert f"\n  1. {OBLIGATIONS[1]}: " in told
    assert f" records, {size} bytes\n" in told
    assert all(f"\n  {number}. {duty}: " in told for number, duty in OBLIGATIONS.items())


# --- what is no file, or an endless one --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_refused_at_once(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    path = {"pipe": path, "device": Path("/dev/zero"), "folder": tmp_path}[kind]
    assert run(["audit", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"{path} cannot be audited: it is no file but a folder, a pipe or a device.\n"
    )


def test_a_gigabyte_behind_a_game_is_not_read(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hole in the file, which reads as zeros: no record has no bytes."""
    path = tmp_path / "long"
    path.write_bytes(game.read_bytes())
    os.truncate(path, 2**30)
    assert run(["audit", "--json", str(path)]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert report["findings"][0]["obligation"] == 1
    assert report["counts"]["bytes"] < game.stat().st_size + 100


def test_a_gigabyte_of_a_record_is_not_kept(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lying"
    path.write_bytes(game.read_bytes() + (2**30 - 4).to_bytes(4, "big"))
    os.truncate(path, game.stat().st_size + 2**30)
    assert run(["audit", "--json", str(path)]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert "a record announces" in report["findings"][0]["sentence"]


def test_a_name_stays_in_its_line(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file's name comes from outside like everything else."""
    path = tmp_path / "mine\x1b[2J: a fault\nyours: clean"
    path.write_bytes(game.read_bytes())
    assert run(["audit", str(path), str(path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{tmp_path}/mine[2J: a fault yours: clean: clean: everything in it holds\n")
    assert all(line.isprintable() for line in told.splitlines())


# --- the page ----------------------------------------------------------------------------------------------


def test_a_page_is_written(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    assert run(["audit", str(game), "--report", str(page)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{game}: clean")
    assert told.endswith(f"report: {page}\n")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_page_is_never_written_over_a_transcript(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = game.read_bytes()
    copy = tmp_path / "copy"
    copy.write_bytes(before)
    linked = tmp_path / "linked.html"
    linked.hardlink_to(copy)
    for transcript, page in ((game, game), (copy, copy), (copy, linked), (copy, tmp_path / "other.p2puno")):
        assert run(["audit", str(transcript), "--report", str(page)]) == 2
        assert "is a transcript" in capsys.readouterr().err
    assert (game.read_bytes(), copy.read_bytes()) == (before, before)


def test_a_link_that_leads_nowhere_has_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert run(["audit", str(loop), "--report", str(tmp_path / "game.html")]) == 2
    assert capsys.readouterr().err.startswith(f"{loop} cannot be audited: ")


def test_of_a_game_that_does_not_begin_it_is_said_why(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "beginning"
    with game.open("rb") as source:
        read_opening(source)
        path.write_bytes(game.read_bytes()[: source.tell()] + bytes(100))
    assert run(["audit", str(path), "--report", str(tmp_path / "game.html")]) == 2
    assert capsys.readouterr().err.startswith(f"{path} cannot be shown: a record announces 0 bytes")


def test_of_what_cannot_be_read_there_is_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    assert run(["audit", str(tmp_path / "none.p2puno"), "--report", str(page)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not page.exists()
