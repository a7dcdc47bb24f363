"""The journal: an append-only file of checksummed records that survives a crash at any byte.

A record is written in one piece, brought to the disk by `sync`, and only then acted upon. What a crash leaves
of the last record is recognised and cut off; any other damage is an error that says where it is. The format
is normative in `specs/files.md`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self

from p2puno.errors import OutsideError, UsageError
from p2puno.language.texts import Text, _
from p2puno.store.files import (
    MOST_OF_A_GAME,
    disk_errors,
    read_private,
    refuse_existing,
    write_all,
    write_private,
)

FAMILY = b"p2puno journal "
MAGIC = FAMILY + b"1\n"
HEADER_KIND = 0
MAX_KIND = 255
MAX_PAYLOAD = 2**26

LENGTH_BYTES, KIND_BYTES, CHECK_BYTES, HEAD_CHECK_BYTES = 4, 1, 16, 8
HEAD_BYTES = LENGTH_BYTES + KIND_BYTES + CHECK_BYTES + HEAD_CHECK_BYTES

# What the first record is chained to.
START = hashlib.sha256(MAGIC).digest()[:CHECK_BYTES]


@dataclass(frozen=True, slots=True)
class Record:
    """`kind` 1..255 and `payload` mean something to the writer only."""

    kind: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """A journal as read: `torn` if a crash left a piece of a record behind the last good one."""

    header: bytes
    records: tuple[Record, ...]
    torn: bool


class Journal:
    """A journal open for appending. Methods block on the disk: call them from a worker thread."""

    def __init__(self, path: Path, file: BinaryIO, chain: bytes) -> None:
        self.path = path
        self._file = file
        self._chain = chain
        self._failed = False

    @classmethod
    def create(cls, path: Path, header: bytes) -> Self:
        """A new journal on the disk, complete with its header or not there at all."""
        refuse_existing(path, Text("{path} exists already; a journal is never overwritten."))
        record, chain = _encode(START, HEADER_KIND, header)
        write_private(path, MAGIC + record)
        return cls(path, _open_for_append(path), chain)

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Contents]:
        """What is in the journal, and the journal open for more, a torn last record cut off."""
        parsed = _parse(path, _read(path))
        file = _open_for_append(path)
        with disk_errors(path, "written"):
            if parsed.contents.torn:
                file.truncate(parsed.good_bytes)
            # The records just read may never have reached the disk.
            os.fsync(file.fileno())
        return cls(path, file, parsed.chain), parsed.contents

    @staticmethod
    def read(path: Path) -> Contents:
        """What is in the journal; the file stays as it is."""
        return _parse(path, _read(path)).contents

    def append(self, kind: int, payload: bytes) -> None:
        """Write one record behind the others; `sync` makes it last."""
        if not (1 <= kind <= MAX_KIND and len(payload) <= MAX_PAYLOAD):
            raise ValueError(f"no journal record: kind {kind}, {len(payload)} bytes")
        record, chain = _encode(self._chain, kind, payload)
        with self._writing():
            write_all(self._file, record)
        self._chain = chain

    def sync(self) -> None:
        """Return when everything appended is on the disk."""
        with self._writing():
            os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """After a failure nothing more is written.

        A torn record may be the last one now, and after a failed flush the system may have dropped data.
        """
        if self._failed:
            raise OutsideError(
                _("{path} could not be written before; start again with `p2puno resume`.").format(
                    path=self.path
                )
            )
        try:
            with disk_errors(self.path, "written"):
                yield
        except BaseException:
            self._failed = True
            raise


@dataclass(frozen=True, slots=True)
class _Parsed:
    contents: Contents
    good_bytes: int
    chain: bytes


def _encode(chain: bytes, kind: int, payload: bytes) -> tuple[bytes, bytes]:
    """A record's bytes, and the check the next one is chained to."""
    start = len(payload).to_bytes(LENGTH_BYTES, "big") + bytes([kind])
    check = hashlib.sha256(chain + start + payload).digest()[:CHECK_BYTES]
    head = start + check
    return head + _head_check(chain, head) + payload, check


def journal_bytes(contents: Contents) -> bytes:
    """A whole journal with this header and these records."""
    data, chain = MAGIC, START
    for record in (Record(HEADER_KIND, contents.header), *contents.records):
        encoded, chain = _encode(chain, record.kind, record.payload)
        data += encoded
    return data


def _head_check(chain: bytes, head: bytes) -> bytes:
    """With it a head can be trusted by itself: a length that points beyond the end means a torn record."""
    return hashlib.sha256(chain + head).digest()[:HEAD_CHECK_BYTES]


def _read(path: Path) -> bytes:
    data = read_private(path, MOST_OF_A_GAME)
    if data is None:
        raise UsageError(_("There is no journal {path}.").format(path=path))
    if not data.startswith(MAGIC):
        if data.startswith(FAMILY):
            raise UsageError(
                _(
                    "{path} was written by another version of p2puno; use that one to continue the game."
                ).format(path=path)
            )
        raise UsageError(_("{path} is not a journal of p2puno.").format(path=path))
    return data


def _parse(path: Path, data: bytes) -> _Parsed:
    records: list[Record] = []
    at, chain = len(MAGIC), START
    while at < len(data):
        try:
            taken = _take(data, at, chain)
        except _DamagedError:
            raise UsageError(
                _(
                    "{path} is damaged at byte {at}, in record {number}; "
                    "the game cannot be continued from it."
                ).format(path=path, at=at, number=len(records))
            ) from None
        if taken is None:
            break
        record, chain = taken
        records.append(record)
        at += HEAD_BYTES + len(record.payload)
    if not records or records[0].kind != HEADER_KIND:
        raise UsageError(
            _("{path} is damaged: it has no header; the game cannot be continued from it.").format(path=path)
        )
    contents = Contents(records[0].payload, tuple(records[1:]), torn=at < len(data))
    return _Parsed(contents, at, chain)


class _DamagedError(Exception):
    """A record is wrong in a way that no crash explains."""


def _take(data: bytes, at: int, chain: bytes) -> tuple[Record, bytes] | None:
    """The record at `at` with the check it leaves to the next; None if only a torn record is left.

    Torn is what a crash can leave: a piece of the record, or zeros where the file had grown already, or the
    full length of the very last record with some of its blocks missing.
    """
    rest = len(data) - at
    if rest < HEAD_BYTES or data.count(0, at) == rest:
        return None
    head = data[at : at + HEAD_BYTES - HEAD_CHECK_BYTES]
    if data[at + len(head) : at + HEAD_BYTES] != _head_check(chain, head):
        raise _DamagedError
    end = at + HEAD_BYTES + int.from_bytes(head[:LENGTH_BYTES], "big")
    if end > len(data):
        return None
    record = Record(head[LENGTH_BYTES], data[at + HEAD_BYTES : end])
    expected, check = _encode(chain, record.kind, record.payload)
    if data[at:end] == expected:
        return record, check
    if end == len(data):
        return None
    raise _DamagedError


def _open_for_append(path: Path) -> BinaryIO:
    with disk_errors(path, "written"):
        return path.open("ab", buffering=0)
