"""One process per home: a seat played twice would sign two different contributions for one slot."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from p2puno.errors import OutsideError
from p2puno.language.texts import _
from p2puno.store.files import disk_errors, make_private_folder
from p2puno.store.paths import Home

if sys.platform == "win32":
    import msvcrt

    # A locked byte cannot be read by others, so it lies far behind the process id.
    LOCKED_BYTE = 2**20

    def _try_lock(file: BinaryIO) -> bool:
        file.seek(LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: BinaryIO) -> bool:
        # flock, not lockf: that one is lost when any other handle of the file is closed.
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def locked(home: Home) -> Iterator[None]:
    """Hold the home; the system lets go of it however the process ends.

    Raises `OutsideError` that names the process which holds it. The file stays: it is the lock on it that
    counts, and removing it would let two processes lock two files of one name.
    """
    make_private_folder(home.data)
    with disk_errors(home.lock, "locked"):
        file = open(home.lock, "a+b", buffering=0, opener=_open_private)  # noqa: SIM115 (closed below)
    with file:
        with disk_errors(home.lock, "locked"):
            if not _try_lock(file):
                raise OutsideError(_taken(home, file))
            file.truncate(0)
            file.write(f"{os.getpid()}\n".encode())
        yield


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _taken(home: Home, file: BinaryIO) -> str:
    file.seek(0)
    # The holder may have locked the file and not written its id yet.
    holder = file.read(20).decode("ascii", "replace").strip()
    if not holder.isdigit():
        return _(
            "Another process is playing as this player already (folder {folder}); "
            "close it, or be somebody else with --home."
        ).format(folder=home.data)
    return _(
        "Process {number} is playing as this player already (folder {folder}); "
        "close it, or be somebody else with --home."
    ).format(number=holder, folder=home.data)
