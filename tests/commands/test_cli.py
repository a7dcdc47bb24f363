"""The command line: what it imports, how it fails, where options may stand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import trio

from p2puno import cli
from p2puno.arguments import COMMANDS, read_options
from p2puno.errors import NoError, OutsideError, UsageError
from p2puno.options import Options
from protocol.errors import LocalError
from tests.commands.runner import PROGRAM, p2puno

# English needs no Babel; where the config file lies, which may name the language, is `platformdirs`' to say.
HEAVY = {
    *("trio", "cryptography", "zeroconf", "btclib_secp256k1", "msgpack", "prompt_toolkit", "babel"),
    *("asyncio", "ssl"),
}


@pytest.mark.parametrize("words", [["--help"], [], ["--version"], ["host", "--help"], ["nonsense"]])
def test_help_imports_nothing_it_does_not_need(words: list[str]) -> None:
    script = (
        "import sys\nfrom p2puno.cli import run\n"
        f"run({words!r})\n"
        f"print('heavy:', *({HEAVY!r} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "heavy:"


def test_without_a_command_it_says_what_can_be_done() -> None:
    done = p2puno()
    assert done.returncode == 0
    for command in ("play", "host", "join", "tables", "rules", "--help"):
        assert f"p2puno {command}" in done.stdout


def test_help_lists_every_command() -> None:
    done = p2puno("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert f"\n    {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([command, "--help"]) == 0
    said = capsys.readouterr()
    assert "--home DIR" in said.out
    assert said.err == ""


@pytest.mark.parametrize(
    "words",
    [
        ("--as", "Ann", "--home", "/h", "-v", "--plain", "play"),
        ("play", "--as", "Ann", "--home", "/h", "-v", "--plain"),
        ("--as", "Ann", "-v", "play", "--home", "/h", "--plain"),
        ("--as", "Bob", "--home", "/h", "play", "--as", "Ann", "--plain", "--verbose"),
    ],
)
def test_common_options_stand_before_and_after_the_command(words: tuple[str, ...]) -> None:
    options = read_options(words)
    assert options == Options(command="play", name_as="Ann", home="/h", plain=True, verbose=True)


def test_options_of_a_table() -> None:
    words = "host --name Kitchen --seats 4 --bots 2:greedy --bot greedy --events e --listen 0 --rules party"
    options = read_options([*words.split(), "--set", "target=200", "--set", "challenge = off"])
    assert options == Options(
        command="host",
        table_name="Kitchen",
        seats=4,
        bots=(2, "greedy"),
        bot="greedy",
        events="e",
        listen="0",
        rules="party",
        set=(("target", "200"), ("challenge", "off")),
    )
    assert read_options(["play", "--bots", "9"]).bots == (9, "greedy")
    assert read_options(["join", "10.0.0.1:28866", "--wait", "0.5"]).table == "10.0.0.1:28866"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["play", "--nonsense"],
        ["play", "--bots", "many"],
        ["play", "--bots", "-1"],
        ["play", "--bots", "٣"],
        ["host", "--seats", "3.5"],
        ["host", "--set", "target"],
        ["join", "--wait", "soon"],
        ["join", "--wait", "nan"],
        ["audit"],
        ["identity", "old"],
        ["play", "--hom", "x"],
        ["play", "--home", ""],
        ["host", "--name", " "],
    ],
)
def test_wrong_usage_is_a_sentence_and_exit_code_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert said.err.endswith(".\n")
    assert "--help`" in said.err


# --- how it fails -------------------------------------------------------------------------------------


def _failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """`p2puno bench` now fails so."""

    def run(_: Options) -> int:
        raise error

    module = ModuleType("p2puno.commands.bench")
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "p2puno.commands.bench", module)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UsageError("Wrong"), 2, "Wrong.\n"),
        (OutsideError("No network."), 3, "No network.\n"),
        (NoError("No!"), 1, "No!\n"),
        (NoError("two\nlines \x1b[2J\u202eof text"), 1, "Two lines [2Jof text.\n"),
        (KeyboardInterrupt(), 130, ""),
        (BaseExceptionGroup("", [KeyboardInterrupt()]), 130, ""),
        (BaseExceptionGroup("", [NoError("x"), BaseExceptionGroup("", [KeyboardInterrupt()])]), 130, ""),
        (ExceptionGroup("", [ExceptionGroup("", [OutsideError("deep")])]), 3, "Deep.\n"),
        (ExceptionGroup("", [NoError("mild"), OutsideError("worse")]), 3, "Worse.\n"),
        (OSError(28, "No space"), 3, "The system refused something: [Errno 28] No space.\n"),
    ],
)  # fmt: skip
def test_errors_become_sentences_and_codes(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    said: str,
) -> None:
    _failing(monkeypatch, error)
    monkeypatch.setattr("p2puno.cli._no_more_output", lambda: None)
    assert cli.run(["bench"]) == code
    assert capsys.readouterr().err == said


def test_a_fault_of_the_program_is_kept_without_what_variables_held(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    secret = str(12300 + 45)
    cause, error = ValueError(secret), LocalError(secret)
    error.__cause__ = cause
    _failing(monkeypatch, ExceptionGroup(secret, [error]))
    assert cli.run(["bench", "--home", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    path = tmp_path / "faults" / "fault-1.txt"
    assert said == (
        f"p2puno has a fault and had to stop (LocalError); the details, without secrets, are in {path}.\n"
    )
    kept = path.read_text()
    assert "12345" not in kept
    for part in ("protocol.errors.LocalError", "builtins.ValueError", "test_cli.py", "Python 3"):
        assert part in kept
    assert path.stat().st_mode & 0o077 == 0


def test_a_fault_whose_report_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _failing(monkeypatch, ZeroDivisionError())
    (tmp_path / "home").write_text("no folder")
    assert cli.run(["bench", "--home", str(tmp_path / "home")]) == 1
    assert "the details could not be written" in capsys.readouterr().err


def test_an_interrupt_inside_trio_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.sleep_forever)
            raise KeyboardInterrupt

    def run(_: Options) -> int:
        trio.run(interrupted)
        return 0

    module = ModuleType("p2puno.commands.bench")
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "p2puno.commands.bench", module)
    assert cli.run(["bench"]) == 130


def test_a_reader_who_goes_away_is_told_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*PROGRAM, "rules"], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (3, b"")


def test_output_that_cannot_be_written_is_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, "rules"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3
    assert done.stderr == b"The system refused something: [Errno 28] No space left on device.\n"


def test_a_terminal_that_lacks_a_character_is_no_obstacle(tmp_path: Path) -> None:
    done = p2puno("identity", "--as", "Zoë Ünal", home=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Name: Zo? ?nal" in done.stdout


@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_is_no_fault(tmp_path: Path, closing: str) -> None:
    command = f'"$@" {closing}'
    words = ["sh", "-c", command, "sh", *PROGRAM, "identity", "--home", str(tmp_path)]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
    assert not (tmp_path / "faults").exists()
