"""The journal after crashes, full disks and damage: cut anywhere, flipped anywhere, killed at any moment."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p2puno.errors import OutsideError, UsageError
from p2puno.store.journal import HEAD_BYTES, MAGIC, Journal, Record

RECORDS = (Record(1, b"first"), Record(2, b""), Record(255, bytes(range(256))), Record(3, b"the last one"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journals" / "game.journal"


def write(path: Path, records: tuple[Record, ...] = RECORDS) -> None:
    with Journal.create(path, b"header") as journal:
        for record in records:
            journal.append(record.kind, record.payload)
        journal.sync()


def size(record: Record) -> int:
    return HEAD_BYTES + len(record.payload)


def test_what_is_written_is_read(path: Path) -> None:
    write(path)
    contents = Journal.read(path)
    assert (contents.header, contents.records, contents.torn) == (b"header", RECORDS, False)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.stat().st_size == len(MAGIC) + size(Record(0, b"header")) + sum(map(size, RECORDS))


def test_known_bytes(path: Path) -> None:
    write(path, (Record(7, b"abc"),))
    assert path.read_bytes() == MAGIC + bytes.fromhex(
        "000000060098a03ce27461be12e2130ae31a19744bff3ddb190d50c20f686561646572"  # the header
        "0000000307163375535c578c2c987195da3a2c47603ac89f38edf9d699616263"
    )


def test_resumed_and_continued(path: Path) -> None:
    write(path, RECORDS[:2])
    journal, contents = Journal.resume(path)
    assert contents.records == RECORDS[:2]
    with journal:
        journal.append(RECORDS[2].kind, RECORDS[2].payload)
    journal, _ = Journal.resume(path)
    with journal:
        journal.append(RECORDS[3].kind, RECORDS[3].payload)
    assert Journal.read(path).records == RECORDS


@pytest.mark.parametrize("kept", range(4))
def test_torn_at_every_byte_of_the_last_record(path: Path, kept: int) -> None:
    """With 0 to 3 records in front of the torn one."""
    records = RECORDS[: kept + 1]
    write(path, records)
    whole = path.read_bytes()
    for missing in range(1, size(records[-1]) + 1):
        path.write_bytes(whole[:-missing])
        torn = missing < size(records[-1])
        contents = Journal.read(path)
        assert (contents.header, contents.records, contents.torn) == (b"header", records[:-1], torn)
        journal, contents = Journal.resume(path)
        assert contents.torn is torn
        with journal:
            journal.append(9, b"after the crash")
        assert Journal.read(path).records == (*records[:-1], Record(9, b"after the crash"))


def test_zeros_behind_the_last_record(path: Path) -> None:
    """A file system may lengthen a file before the data arrives."""
    write(path)
    whole = path.read_bytes()
    for zeros in (1, HEAD_BYTES - 1, HEAD_BYTES, HEAD_BYTES + 1, 5000):
        path.write_bytes(whole + bytes(zeros))
        journal, contents = Journal.resume(path)
        journal.close()
        assert (contents.records, contents.torn) == (RECORDS, True)
        assert path.read_bytes() == whole


def test_any_flipped_byte_is_noticed_and_says_where(path: Path) -> None:
    """In the last record it may be a block that never arrived: cut. Anywhere else it is damage: refused."""
    write(path)
    whole = path.read_bytes()
    starts = [len(MAGIC)]
    for record in (Record(0, b"header"), *RECORDS):
        starts.append(starts[-1] + size(record))
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x40]) + whole[at + 1 :])
        number = sum(start <= at for start in starts) - 1
        if number == len(RECORDS) and at >= starts[number] + HEAD_BYTES:
            contents = Journal.read(path)
            assert (contents.records, contents.torn) == (RECORDS[:-1], True)
            continue
        with pytest.raises(UsageError) as refused:
            Journal.read(path)
        sentence = str(refused.value)
        assert str(path) in sentence
        if at >= len(MAGIC):
            assert f"is damaged at byte {starts[number]}, in record {number};" in sentence
        before = path.read_bytes()
        with pytest.raises(UsageError):
            Journal.resume(path)
        assert path.read_bytes() == before


def test_records_cannot_be_taken_out_doubled_or_swapped(path: Path) -> None:
    write(path)
    whole = path.read_bytes()
    first = len(MAGIC) + size(Record(0, b"header"))
    second, third = first + size(RECORDS[0]), first + size(RECORDS[0]) + size(RECORDS[1])
    one, two = whole[first:second], whole[second:third]
    for middle in (two, one + one + two, two + one):
        path.write_bytes(whole[:first] + middle + whole[third:])
        with pytest.raises(UsageError, match="is damaged at byte"):
            Journal.read(path)


@pytest.mark.parametrize("length", range(len(MAGIC) + size(Record(0, b"header"))))
def test_a_file_without_its_whole_header(path: Path, length: int) -> None:
    write(path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(UsageError, match=r"is not a journal|another version|it has no header"):
        Journal.read(path)


def test_foreign_files(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\x89PNG")
    with pytest.raises(UsageError, match="is not a journal of p2puno"):
        Journal.read(path)
    path.write_bytes(b"p2puno journal 2\n")
    with pytest.raises(UsageError, match="was written by another version of p2puno"):
        Journal.resume(path)
    path.unlink()
    with pytest.raises(UsageError, match="There is no journal"):
        Journal.read(path)


def test_never_overwritten(path: Path) -> None:
    write(path)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="exists already"):
        Journal.create(path, b"other")
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", [0, -1, 256])
def test_kinds_have_a_range(path: Path, kind: int) -> None:
    with Journal.create(path, b"") as journal, pytest.raises(ValueError, match="no journal record"):
        journal.append(kind, b"")


class Full:
    """A file on a disk that becomes full in the middle of a record."""

    def __init__(self, path: Path, room: int) -> None:
        self.file = path.open("ab", buffering=0)
        self.room = room

    def fileno(self) -> int:
        return self.file.fileno()

    def write(self, data: memoryview) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = self.file.write(data[: self.room])
        self.room -= taken
        return taken

    def close(self) -> None:
        self.file.close()


@pytest.mark.parametrize("room", [0, 1, HEAD_BYTES, HEAD_BYTES + 3])
def test_a_full_disk(path: Path, room: int) -> None:
    write(path, RECORDS[:2])
    journal, _ = Journal.resume(path)
    journal._file.close()
    journal._file = Full(path, room)
    with journal:
        with pytest.raises(
            OutsideError, match=r"^The disk is full: .*game\.journal could not be written; free some"
        ):
            journal.append(3, b"too long for the disk")
        for attempt in (lambda: journal.append(4, b""), journal.sync):
            with pytest.raises(OutsideError, match="could not be written before; start again with"):
                attempt()
    contents = Journal.read(path)
    assert (contents.records, contents.torn) == (RECORDS[:2], room > 0)


def test_after_a_failed_flush_nothing_is_trusted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with Journal.create(path, b"header") as journal:
        journal.append(1, b"lost?")
        monkeypatch.setattr("p2puno.store.journal.os.fsync", fail)
        with pytest.raises(OutsideError, match="could not be written: Input/output error"):
            journal.sync()
        monkeypatch.undo()
        with pytest.raises(OutsideError, match="start again"):
            journal.sync()


LIMITED = """
import resource, sys
from pathlib import Path
from p2puno.errors import OutsideError
from p2puno.store.journal import Journal
with Journal.create(Path(sys.argv[1]), b"header") as journal:
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
    try:
        for number in range(1000):
            journal.append(1, b"%03d" % number * 100)
            print(number)
    except OutsideError as error:
        print(error)
"""


def test_a_real_limit_in_the_middle_of_a_record(path: Path) -> None:
    command = [sys.executable, "-c", LIMITED, str(path)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[-1].startswith("The disk is full: ")
    assert path.stat().st_size == 5000
    contents = Journal.read(path)
    assert contents.torn
    assert contents.records == tuple(Record(1, b"%03d" % n * 100) for n in range(len(lines) - 1))


ENDLESS = """
import sys
from pathlib import Path
from p2puno.store.journal import Journal
with Journal.create(Path(sys.argv[1]), b"header") as journal:
    number = 0
    while True:
        journal.append(1, b"%09d" % number * 500)
        journal.sync()
        print(number, flush=True)
        number += 1
"""


def test_killed_at_any_moment_nothing_acknowledged_is_lost(path: Path) -> None:
    command = [sys.executable, "-c", ENDLESS, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(40):
            process.stdout.readline()
        process.kill()
        acknowledged = 40 + len(process.stdout.read().splitlines())
    assert process.returncode == -signal.SIGKILL
    journal, contents = Journal.resume(path)
    journal.close()
    assert len(contents.records) in (acknowledged, acknowledged + 1)
    assert contents.records == tuple(Record(1, b"%09d" % n * 500) for n in range(len(contents.records)))
