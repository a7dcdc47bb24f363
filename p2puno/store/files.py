"""Private folders and files: only their owner reads them, and small ones change as a whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from p2puno.errors import OutsideError, UsageError
from p2puno.language.texts import Text, _

MOST_BYTES, MOST_OF_A_GAME = 2**24, 2**31
"""What is read as a whole is no longer; the second is for a journal or a transcript."""

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})

OTHERS = 0o077

NO_FILE = Text("it is no file but a folder, a pipe or a device")

# Opening a pipe would otherwise wait for somebody who writes into it.
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

Deed = Literal["read", "written", "locked"]


class NotAFileError(OSError):
    """A folder, a pipe or a device: reading it could wait, or go on, for ever."""


class RawFile(Protocol):
    """An unbuffered file: one `write` may take less than it was given."""

    def fileno(self) -> int: ...
    def write(self, data: memoryview, /) -> int | None: ...


@contextmanager
def disk_errors(path: Path, deed: Deed) -> Iterator[None]:
    """Turn the system's errors about `path` into an `OutsideError` that says what to do."""
    try:
        yield
    except OSError as error:
        raise OutsideError(_sentence(path, deed, error)) from error


FORBIDDEN_TO: Mapping[Deed, Text] = {
    "read": Text("{path} may not be read; get access to it, or choose another folder with --home."),
    "written": Text("{path} may not be written; get access to it, or choose another folder with --home."),
    "locked": Text("{path} may not be locked; get access to it, or choose another folder with --home."),
}
FAILED_TO: Mapping[Deed, Text] = {
    "read": Text("{path} could not be read: {reason}."),
    "written": Text("{path} could not be written: {reason}."),
    "locked": Text("{path} could not be locked: {reason}."),
}


def _sentence(path: Path, deed: Deed, error: OSError) -> str:
    if error.errno in FULL and deed != "read":
        return _("The disk is full: {path} could not be written; free some space and try again.").format(
            path=path
        )
    if error.errno in FORBIDDEN:
        return FORBIDDEN_TO[deed].format(path=path)
    reason = NO_FILE if isinstance(error, NotAFileError) else error.strerror or error
    return FAILED_TO[deed].format(path=path, reason=reason)


def make_private_folder(path: Path) -> None:
    """Make the folder and those above it that are missing, with mode 0700; existing ones stay as they are."""
    with disk_errors(path, "written"):
        for folder in (*reversed(path.parents), path):
            # Asked first, because on some systems mkdir of an existing root gives another error.
            if not folder.is_dir():
                folder.mkdir(mode=0o700, exist_ok=True)


def write_private(path: Path, data: bytes) -> None:
    """Give the file `path` this content, with mode 0600; after a crash it has the old content or the new."""
    make_private_folder(path.parent)
    with disk_errors(path, "written"):
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        try:
            with os.fdopen(descriptor, "wb", buffering=0) as file:
                write_all(file, data)
                os.fsync(descriptor)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading, never waiting; raises OSError, `NotAFileError` for what is no file."""
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotAFileError
    return os.fdopen(descriptor, "rb")


def read_private(path: Path, most: int = MOST_BYTES) -> bytes | None:
    """The content of a file, None if there is none; one of more than `most` bytes is not read."""
    with disk_errors(path, "read"):
        try:
            file = open_file(path)
        except FileNotFoundError:
            return None
        with file:
            if os.fstat(file.fileno()).st_size > most:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
            return file.read()


def date_of(moment: float) -> datetime:
    """The time of a file, in seconds since 1970, in UTC; one that no calendar knows becomes the nearest."""
    latest = datetime(9999, 12, 30, tzinfo=UTC)
    return datetime.fromtimestamp(min(max(moment, 0), latest.timestamp()), UTC)


def read_secret(path: Path) -> bytes | None:
    """The same for a file of secrets, after closing it to others."""
    close_to_others(path)
    return read_private(path)


def close_to_others(path: Path) -> bool:
    """Take away what others of this machine may do with a file; whether they could do something.

    Where the file system knows no such rights, or the file is somebody else's, that fails in silence: who
    starts a game is told (`commands.passphrase`).
    """
    if sys.platform == "win32":
        return False
    with suppress(OSError):
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & OTHERS:
            path.chmod(0o600)
            return True
    return is_open_to_others(path)


def is_open_to_others(path: Path) -> bool:
    """Whether others of this machine may do anything with a file."""
    with suppress(OSError):
        mode = path.stat().st_mode
        return sys.platform != "win32" and stat.S_ISREG(mode) and bool(mode & OTHERS)
    return False


def replace_secret(path: Path, data: bytes) -> None:
    """As `write_private`; what stood there before is overwritten where it lay."""
    with disk_errors(path, "written"):
        try:
            before = path.open("r+b", buffering=0)
        except FileNotFoundError:
            write_private(path, data)
            return
        with before:
            write_private(path, data)
            _overwrite(before)


def erase_secret(path: Path) -> None:
    """Overwrite a file and remove it."""
    with disk_errors(path, "written"):
        with path.open("r+b", buffering=0) as file:
            _overwrite(file)
        path.unlink()
        sync_folder(path.parent)


def _overwrite(file: FileIO) -> None:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    write_all(file, bytes(size))
    os.fsync(file.fileno())


def refuse_existing(path: Path, sentence: Text) -> None:
    """Raise `UsageError` if there is a file already that is never to be overwritten; {path} is its place."""
    with disk_errors(path, "read"):
        if path.exists():
            raise UsageError(sentence.format(path=path))


def write_all(file: RawFile, data: bytes) -> None:
    """Write everything, in one call where the system takes it."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def sync_folder(path: Path) -> None:
    """Bring a new or replaced name in this folder to the disk; Windows does so by itself."""
    if sys.platform != "win32":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
