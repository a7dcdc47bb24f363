"""One process per home, and a number that only rises."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2puno.errors import OutsideError, UsageError
from p2puno.store.incarnation import next_incarnation
from p2puno.store.lock import locked
from p2puno.store.paths import Home

HOLDER = """
import sys
from p2puno.store.lock import locked
from p2puno.store.paths import Home
with locked(Home.locate(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(home: Home) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until it is killed or its input ends."""
    command = [sys.executable, "-c", HOLDER, str(home.data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_another_process_is_named(home: Home) -> None:
    with holder(home) as process:
        sentence = rf"^Process {process.pid} is playing as this player already \(folder .*\); close it, or be"
        with pytest.raises(OutsideError, match=sentence), locked(home):
            pytest.fail("held twice")
        with locked(home.bot(1)):
            assert home.bot(1).lock.read_text() == f"{os.getpid()}\n"


def test_a_killed_process_holds_nothing(home: Home) -> None:
    with holder(home) as process:
        process.kill()
        process.wait()
        with locked(home):
            assert home.lock.read_text() == f"{os.getpid()}\n"


def test_the_same_process_cannot_hold_it_twice(home: Home) -> None:
    with locked(home):
        with pytest.raises(OutsideError, match=f"Process {os.getpid()} "), locked(home):
            pytest.fail("held twice")
        with pytest.raises(OutsideError), locked(home):
            pytest.fail("the failed attempt has released the lock")
    with locked(home):
        assert home.lock.stat().st_mode & 0o777 == 0o600


def test_it_is_released_after_an_error(home: Home) -> None:
    with pytest.raises(KeyError), locked(home):
        raise KeyError
    with locked(home):
        assert home.lock.exists()


def test_a_holder_that_has_not_written_its_id_yet(home: Home) -> None:
    with locked(home):
        home.lock.write_bytes(b"")
        with pytest.raises(OutsideError, match=r"^Another process is playing"), locked(home):
            pytest.fail("held twice")


def test_an_unwritable_home(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutsideError, match="could not be"), locked(Home.locate(tmp_path / "file")):
        pytest.fail("locked nothing")


def test_incarnations_rise(home: Home) -> None:
    assert [next_incarnation(home) for _ in range(3)] == [1, 2, 3]
    assert home.incarnation.read_bytes() == b"3\n"
    assert next_incarnation(home.bot(1)) == 1


def test_it_is_stored_before_it_is_used(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    next_incarnation(home)

    def fail(*_: object) -> None:
        raise OutsideError("full")

    monkeypatch.setattr("p2puno.store.incarnation.write_private", fail)
    with pytest.raises(OutsideError):
        next_incarnation(home)
    assert home.incarnation.read_bytes() == b"1\n"


@pytest.mark.parametrize("content", [b"", b"-1", b"x", b"1 2", b"\xd9\xa1", b"9" * 19])
def test_a_damaged_number_is_not_started_again(home: Home, content: bytes) -> None:
    home.data.mkdir()
    home.incarnation.write_bytes(content)
    with pytest.raises(UsageError, match=r"incarnation is damaged; it should hold one number"):
        next_incarnation(home)
    assert home.incarnation.read_bytes() == content
