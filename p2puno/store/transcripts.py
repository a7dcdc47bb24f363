"""Transcripts as files: opened for reading, whatever somebody has put in their place."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

# Opening a pipe would otherwise wait for somebody who writes into it.
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotAFileError(OSError):
    """A folder, a pipe or a device: reading it could wait, or go on, for ever."""


def open_transcript(path: Path) -> BinaryIO:
    """Open a file for reading, never waiting; raises OSError, `NotAFileError` for what is no file."""
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotAFileError
    return os.fdopen(descriptor, "rb")
