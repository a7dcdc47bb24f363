"""`play`, `host` and `join` as processes on loopback: games to the end, and every way to leave."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from p2puno.cli import run
from p2puno.store.fingerprint import head_fingerprint
from tests.commands.runner import PATIENCE, PROGRAM, QUICK, p2puno

ROUND = ("--set", "rounds=1", "--set", "hand_size=5")


def transcript_of(output: str) -> Path:
    """The last line of a finished process says where it lies."""
    last = output.splitlines()[-1]
    assert last.startswith("transcript: "), output
    return Path(last.removeprefix("transcript: "))


class Table:
    """A table that one process opened, and whoever sat down at it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[str]] = []
        self.address = ""

    def open(self, *words: str) -> subprocess.Popen[str]:
        """The opener, once its table can be reached."""
        host = self.start("host", "--listen", "127.0.0.1:0", *words)
        line = read_until(host, "\n")
        assert line.startswith("Your table is open at 127.0.0.1:"), line
        self.address = line.split()[5].rstrip(".")
        return host

    def start(self, *words: str, **env: str) -> subprocess.Popen[str]:
        home = self.folder / f"home{len(self.processes)}"
        process = subprocess.Popen(
            [*PROGRAM, *words, "--home", str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **env},
        )
        self.processes.append(process)
        return process

    def join(self, *words: str) -> subprocess.Popen[str]:
        return self.start("join", self.address, "--listen", "127.0.0.1:0", *words)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    for process in opened.processes:
        process.kill()
        process.communicate()


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """What the process says up to the line that holds these words; one that hangs is ended."""
    assert process.stdout is not None
    said = ""
    with ended_after(PATIENCE, process):
        for line in process.stdout:
            said += line
            if words in line:
                return said
    raise AssertionError(f"{words!r} was never said: {said}")


@contextmanager
def ended_after(seconds: float, process: subprocess.Popen[str]) -> Iterator[None]:
    watchdog = Timer(seconds, process.kill)
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()


# --- games to the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "target", "cards"), [(3, 120, 7), (1, 60, 7), (9, 40, 5)])
def test_bots_play_to_the_target_and_the_transcript_is_clean(
    tmp_path: Path, bots: int, target: int, cards: int
) -> None:
    rules = ("--set", f"target={target}", "--set", f"hand_size={cards}")
    done = p2puno("play", "--bots", str(bots), "--bot", "greedy", *rules, home=tmp_path / "home")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over: " in done.stdout
    audit = p2puno("audit", "--json", str(transcript_of(done.stdout)), home=tmp_path / "stranger")
    assert audit.returncode == 0
    (report,) = json.loads(audit.stdout)
    assert max(report["scores"]) >= target
    words = " ".join(head_fingerprint(bytes.fromhex(report["head"])).words)
    assert f"sees the same words: {words}\ntranscript: " in done.stdout
    assert "Everything checked: every shuffle, card, move and point of this game" in done.stdout
    assert len(report["names"]) == bots + 1


def test_a_table_of_processes_and_bots_has_one_transcript(table: Table) -> None:
    host = table.open("--as", "Ann", "--seats", "4", "--bots", "1", "--bot", "greedy", *ROUND)
    guests = [table.join("--as", name, "--bot", "greedy") for name in ("Bob", "Bob")]
    outputs = [process.communicate(timeout=PATIENCE) for process in (host, *guests)]
    assert [process.returncode for process in (host, *guests)] == [0, 0, 0], outputs
    files = [transcript_of(output) for output, _ in outputs]
    assert len({path.read_bytes() for path in files}) == 1
    assert "Bob (2)" in outputs[0][0], "two players of one name are told apart"
    assert "Ann (you, bot), " in outputs[0][0]


def test_a_game_in_lines_only(tmp_path: Path) -> None:
    """A script that tries every card, else draws or passes, gets to the end, whatever of it does not apply.

    The small deck and a pile that is used up bound the round: else the cards decide how long it takes.
    """
    tries = "".join(f"play {number}\n" for number in range(1, 31)) + "draw\npass\n"
    done = p2puno(
        "play", "--bots", "1", "--rules", "kids", "--set", "deck_empty=end-round", home=tmp_path,
        stdin=tries * 300, program=QUICK,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Round 1 is over: " in done.stdout
    assert transcript_of(done.stdout).exists()


def test_events_tell_the_same_game(tmp_path: Path) -> None:
    events = tmp_path / "events"
    words = ("play", "--bots", "1", "--bot", "greedy", "--events", str(events), *ROUND)
    done = p2puno(*words, home=tmp_path)
    assert done.returncode == 0
    told = [json.loads(line) for line in events.read_text().splitlines()]
    assert told[0]["type"] == "table"
    (end,) = [event for event in told if event["type"] == "end"]
    (result,) = [line for line in done.stdout.splitlines() if line.startswith("The game is over: ")]
    assert f" with {max(end['scores'])}" in result
    for winner in end["winners"]:  # two, if all that was left in a hand is a 0
        assert told[0]["names"][winner] in result or "you" in result


# --- leaving ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", ["", "quit\n", "help\nhand\nplay purple 5\nquit\n"])
def test_the_end_of_the_input_leaves_the_table(tmp_path: Path, lines: str) -> None:
    done = p2puno("play", home=tmp_path, stdin=lines)
    assert (done.returncode, done.stderr) == (0, "")
    assert "You leave the table." in done.stdout
    if "help" in lines:
        assert "play red 5 " in done.stdout
        assert "`purple 5` is no card" in done.stdout


def test_who_is_left_behind_is_told_who_left_and_plays_on(table: Table) -> None:
    host = table.open("--as", "Ann", "--seats", "3", "--bots", "1", "--bot", "greedy")
    guest = table.join("--as", "Bob")
    read_until(guest, "Everybody is dealt")
    output, errors = guest.communicate("quit\n", timeout=PATIENCE)
    assert (guest.returncode, errors) == (0, "")
    assert output.splitlines()[-3:-1] == [
        "You leave the table.",
        "You left before the end of the game; its transcript is unfinished.",
    ]
    read_until(host, "Bob is no longer in the game.")
    read_until(host, "Everybody is dealt")  # of two operators nobody held a share: the round begins anew
    audit = p2puno("audit", str(transcript_of(output)))
    assert audit.returncode == 1
    assert "unfinished" in audit.stdout


def test_an_interrupt_says_goodbye(table: Table) -> None:
    host = table.open("--as", "Ann", "--seats", "2", "--bot", "greedy")
    guest = table.join("--as", "Bob")
    read_until(guest, "Everybody is dealt")
    guest.send_signal(signal.SIGINT)
    _, errors = guest.communicate(timeout=PATIENCE)
    assert (guest.returncode, errors) == (130, "")
    played, errors = host.communicate(timeout=PATIENCE)
    assert (host.returncode, errors) == (0, "")
    assert "because nobody else is left: it goes to Ann." in played


def test_an_interrupt_in_the_lobby(table: Table) -> None:
    host = table.open("--as", "Ann")
    host.send_signal(signal.SIGINT)
    _, errors = host.communicate(timeout=PATIENCE)
    assert (host.returncode, errors) == (130, "")


# --- the lobby ----------------------------------------------------------------------------------------


def test_the_opener_says_start(table: Table) -> None:
    host = table.open("--as", "Ann", *ROUND)
    assert host.stdin is not None
    host.stdin.write("start\n")  # waits until somebody is there
    host.stdin.flush()
    guest = table.join("--as", "Bob", "--bot", "greedy")
    said = read_until(host, "The table is open.")
    assert "Bob sits down." in said
    assert "At the table: Ann (you) and Bob (bot); 2 of 10 seats are taken." in said
    host.communicate("quit\n", timeout=PATIENCE)
    played, errors = guest.communicate(timeout=PATIENCE)
    assert (guest.returncode, errors) == (0, "")
    assert "because nobody else is left: it goes to Bob" in played


def test_a_guest_cannot_start_and_sees_the_rules(table: Table) -> None:
    table.open("--as", "Ann", "--name", "Kitchen", "--set", "target=200")
    guest = table.join("--as", "Bob")
    output, _ = guest.communicate("table\nstart\nquit\n", timeout=PATIENCE)
    assert guest.returncode == 0
    assert "Only whoever opened the table can start." in output
    assert not list(table.folder.glob("home1/games/*")), "nothing was played"


def test_ready_marks_fingerprints_and_sending_somebody_away(table: Table) -> None:
    host = table.open("--as", "Ann")
    assert host.stdin is not None
    host.stdin.write("send away Bob\n")  # nobody of that name yet: answered and dropped
    host.stdin.flush()
    assert "Nobody here is called Bob; there are Ann." in read_until(host, "Nobody here")
    guest = table.join("--as", "Bob")
    assert guest.stdin is not None
    read_until(guest, "At the table: Ann and Bob (you); ")
    guest.stdin.write("ready\nfingerprints\nsend away Ann\n")
    guest.stdin.flush()
    said = read_until(host, "Bob is ready.")
    assert "Bob sits down." in said
    heard = read_until(guest, "Only whoever opened the table can send somebody away.")
    words = [line for line in heard.splitlines() if re.fullmatch(r"(Ann|Bob): ([a-z]+ ){7}[a-z]+", line)]
    assert len(words) == 2
    host.stdin.write("send away bob\n")
    host.stdin.flush()
    assert guest.wait(timeout=PATIENCE) == 1
    assert guest.stderr is not None
    assert guest.stderr.read() == "Whoever opened the table has sent you away.\n"
    assert "Bob has left." in read_until(host, "Bob has left.")


def test_who_comes_late_asks_to_sit_down_and_may_go_again(table: Table) -> None:
    host = table.open("--as", "Ann", "--seats", "2", "--bots", "1")
    read_until(host, "The table is open.")
    late = table.join("--as", "Bob")
    read_until(late, "you ask to sit down and play from the next round on.")
    read_until(host, "Bob wants to sit down with the next round.")
    _, errors = late.communicate("quit\n", timeout=PATIENCE)
    assert (late.returncode, errors) == (0, "")


def test_a_table_of_partners_that_has_begun_takes_nobody(table: Table) -> None:
    host = table.open("--as", "Ann", "--seats", "4", "--bots", "3", "--set", "teams=2v2")
    read_until(host, "The table is open.")
    late = table.join("--as", "Bob")
    _, errors = late.communicate(timeout=PATIENCE)
    assert late.returncode == 1
    assert errors == f"You cannot sit down at the table at {table.address}: its game has begun already.\n"


# --- what does not work -------------------------------------------------------------------------------


@pytest.fixture
def nobody_types(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        yield


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("play --bot clever", 2, "There is no bot `clever`; there are: easy, greedy, sharp.\n"),
        ("play --bots 2:clever", 2, "There is no bot `clever`; there are: easy, greedy, sharp.\n"),
        ("play --bots 0", 2, "These rules are for 2 to 10 players, not for 1.\n"),
        ("play --bots 10", 2, "A table has at most 10 seats, so there is no room for 10 bots.\n"),
        ("host --seats 11", 2, "These rules are for 2 to 10 players, not for 11.\n"),
        ("host --seats 2 --bots 2", 2, "There are 2 seats: no room for you and 2 bots.\n"),
        ("play --set open_replay=maybe", 2, None),
        ("host --listen nowhere", 2, None),
        ("join 127.0.0.1:1 --wait 0.1", 1, None),
        ("play --events /nowhere/at/all", 3, None),
        ("play --as \x1b[31m", 2, None),
        ("host --name \x1b[31m", 2, None),
        ("host --name " + "x" * 61, 2, None),
        ("host --as " + "日" * 13, 2, None),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(
    nobody_types: None,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: str,
    code: int,
    said: str | None,
) -> None:
    assert run([*words.split(" "), "--home", str(tmp_path)]) == code
    errors = capsys.readouterr().err
    assert len(errors.splitlines()) == 1
    assert said is None or errors == said


def test_a_port_in_use(nobody_types: None, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["host", "--listen", f"127.0.0.1:{port}", "--home", str(tmp_path)]) == 3
    assert f"Port {port} is in use" in capsys.readouterr().err


def test_a_player_plays_once_at_a_time(table: Table) -> None:
    table.open("--as", "Ann")
    done = p2puno("play", home=table.folder / "home0")
    assert done.returncode == 3
    assert "is playing as this player already" in done.stderr


def test_a_home_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    assert run(["play", "--home", str(tmp_path / "home")]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_defaults_of_the_config_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('name = "Zoe"\n[set]\nrounds = 1\n')
    done = p2puno("play", "--bots", "1", "--bot", "greedy", home=tmp_path)
    assert done.returncode == 0
    assert "Zoe (you, bot)" in done.stdout
    assert "Round 2" not in done.stdout


def test_looking_on_writes_events_without_a_hand_to_the_end(table: Table, tmp_path: Path) -> None:
    host = table.open("--as", "Ann", "--seats", "3", "--bots", "1", "--bot", "greedy", *ROUND)
    events = tmp_path / "events"
    looker = table.start("join", table.address, "--watch", "--events", str(events))
    read_until(looker, "You look on; the game has not begun.")
    guest = table.join("--as", "Bob", "--bot", "greedy")
    outputs = [process.communicate(timeout=PATIENCE) for process in (looker, host, guest)]
    assert [process.returncode for process in (looker, host, guest)] == [0, 0, 0], outputs
    assert "The game is over: " in outputs[0][0]
    *_, same, last = outputs[0][0].splitlines()
    assert last == "Everything that happened was checked here as well."
    assert same.startswith("Who has the same game sees the same words: ")
    assert same in outputs[1][0]
    kinds = {json.loads(line)["type"] for line in events.read_text().splitlines()}
    assert {"table", "deal", "play", "score", "end", "verified"} <= kinds
    assert not kinds & {"hand", "shown-to-me"}


def test_who_looks_on_brings_no_bots(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["join", "127.0.0.1:1", "--watch", "--bots", "1", "--home", str(tmp_path)]) == 2
    said = "Who only looks on has no seat: --watch goes with neither --bot nor --bots.\n"
    assert capsys.readouterr().err == said
