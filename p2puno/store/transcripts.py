"""Transcripts as files: opened and audited, whatever somebody has put in their place."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from protocol.audit import Onlooker, audit_transcript
from protocol.reports import Counts, Finding, Report, Verdict
from protocol.sentences import sentence

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


Progress = Callable[[int, int], None]
"""Is told the slots done, and how much of the file that is, in percent."""


def audit_file(path: Path, progress: Progress | None = None, onlooker: Onlooker | None = None) -> Report:
    """A file that cannot be opened is as unreadable as one that is no transcript."""
    try:
        with open_transcript(path) as source:
            size = max(1, os.fstat(source.fileno()).st_size)

            def done(slots: int) -> None:
                if progress is not None:
                    progress(slots, min(100, 100 * source.tell() // size))

            return audit_transcript(source, done, onlooker)
    except NotAFileError:
        reason = sentence("it is no file but a folder, a pipe or a device")
    except OSError as error:
        reason = sentence("{reason}", reason=error.strerror or str(error))
    return Report(Verdict.UNREADABLE, (Finding(1, reason),), Counts())
