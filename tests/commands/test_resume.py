"""Programs that are killed, and `resume`: real processes, real signals, real files."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from tests.commands.runner import PATIENCE, PROGRAM, close_window, exit_code, p2puno
from tests.commands.test_seat import Table, read_until, transcript_of

SHORT = ("--set", "rounds=1", "--set", "hand_size=5")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    for process in opened.processes:
        process.kill()
        process.communicate()


def test_a_killed_table_with_bots_goes_on(table: Table, tmp_path: Path) -> None:
    playing = table.start("play", "--bots", "2", "--bot", "greedy", *SHORT)
    read_until(playing, "on top")
    playing.kill()
    playing.communicate()
    home = tmp_path / "home0"
    resumed = p2puno("resume", home=home)
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.startswith("You are back at ")
    transcripts = {
        transcript_of(resumed.stdout).read_bytes(),
        *(path.read_bytes() for path in home.glob("bots/*/games/*.p2puno")),
    }
    assert len(transcripts) == 1
    assert p2puno("audit", str(transcript_of(resumed.stdout))).returncode == 0
    nothing = p2puno("resume", home=home)
    assert nothing.returncode == 1
    assert "No game of this player was interrupted" in nothing.stderr


@pytest.mark.parametrize(
    ("number", "code", "told"),
    [
        (signal.SIGKILL, -9, ""),
        (signal.SIGTERM, 130, "You have not left the game: `p2puno resume` goes back into your seat.\n"),
    ],
)
def test_a_guest_that_was_ended_comes_back_to_those_who_wait(
    table: Table, tmp_path: Path, number: signal.Signals, code: int, told: str
) -> None:
    host = table.open("--seats", "2", "--bot", "greedy", *SHORT)
    guest = table.join("--bot", "greedy")
    read_until(guest, "on top")
    guest.send_signal(number)
    _, errors = guest.communicate(timeout=PATIENCE)
    assert (guest.returncode, errors) == (code, told)
    home = tmp_path / "home1"
    (journal,) = (home / "journals").glob("*.journal")
    resumed = p2puno("resume", journal.stem[:6], home=home)
    said, _ = host.communicate(timeout=PATIENCE)
    assert resumed.returncode == host.returncode == 0, resumed.stderr
    assert transcript_of(said).read_bytes() == transcript_of(resumed.stdout).read_bytes()


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    """A disk of its own for this folder; needs root."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "p2puno", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.system
def test_a_disk_that_is_full_loses_nothing(table: Table, tmp_path: Path) -> None:
    """In the middle of a game; when there is room again the seat goes on, and the others have waited."""
    host = table.open("--seats", "2", "--bot", "greedy", "--set", "rounds=2")
    home = tmp_path / "home1"
    with small_disk(home, "256k"):
        guest = table.join("--bot", "greedy")
        said, errors = guest.communicate(timeout=PATIENCE)
        assert guest.returncode == 3, errors
        assert "on top" in said
        assert errors.startswith("The disk is full: ")
        assert errors.endswith(" could not be written; free some space and try again.\n")
        without_room = p2puno("resume", home=home)
        assert (without_room.returncode, without_room.stderr[:17]) == (3, "The disk is full:")
        subprocess.run(["mount", "-o", "remount,size=64m", home], check=True)
        resumed = p2puno("resume", home=home)
        played, _ = host.communicate(timeout=PATIENCE)
        assert resumed.returncode == host.returncode == 0, resumed.stderr
        assert transcript_of(played).read_bytes() == transcript_of(resumed.stdout).read_bytes()


def test_a_full_screen_that_is_ended_says_how_to_go_on(tmp_path: Path) -> None:
    program, *words = [*PROGRAM, "play", "--bots", "1", "--home", str(tmp_path), *SHORT]
    window = pexpect.spawn(program, words, timeout=PATIENCE, dimensions=(24, 100))
    window.expect_exact("Your hand: ")
    window.kill(signal.SIGTERM)
    window.expect_exact("You have not left the game: `p2puno resume` goes back into your seat.")
    assert exit_code(window) == 130


@pytest.mark.parametrize("how", ["--plain", "-v"])
def test_a_window_that_is_closed_leaves_no_table(tmp_path: Path, how: str) -> None:
    """In line mode, and on the full screen, which is the rule."""
    program, *words = [*PROGRAM, "play", "--bots", "1", "--as", "Ann", "--home", str(tmp_path), how, *SHORT]
    window = pexpect.spawn(program, words, timeout=PATIENCE, dimensions=(24, 100))
    window.expect_exact("Your hand: ")
    close_window(window)
    assert len(list(tmp_path.glob("**/*.journal"))) == 2, "Ann's, and the bot's"


def test_a_sealed_player_comes_back_with_the_passphrase(table: Table, tmp_path: Path) -> None:
    home = tmp_path / "home0"
    assert p2puno("identity", "passphrase", home=home, P2PUNO_NEW_PASSPHRASE="open sesame").returncode == 0
    playing = table.start("play", "--bots", "1", "--bot", "greedy", *SHORT, P2PUNO_PASSPHRASE="open sesame")
    read_until(playing, "on top")
    playing.kill()
    playing.communicate()
    without = p2puno("resume", home=home)
    assert without.returncode == 1
    assert "sealed with a passphrase" in without.stderr
    resumed = p2puno("resume", home=home, P2PUNO_PASSPHRASE="open sesame")
    assert resumed.returncode == 0, resumed.stderr


def test_of_several_games_one_has_to_be_named(table: Table, tmp_path: Path) -> None:
    home = tmp_path / "home0"
    for _ in range(2):
        playing = table.start("play", "--bots", "1", "--bot", "greedy", *SHORT)
        table.processes.pop()
        read_until(playing, "on top")
        playing.kill()
        playing.communicate()
    several = p2puno("resume", home=home)
    assert several.returncode == 1
    assert several.stdout.count("interrupted") == 2
    assert "say which" in several.stderr
    unknown = p2puno("resume", "elsewhere", home=home)
    assert unknown.returncode == 1
    assert "No interrupted game is called elsewhere" in unknown.stderr
