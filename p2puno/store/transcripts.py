"""Transcripts as files: opened and audited, whatever somebody has put in their place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from p2puno.store.files import NotAFileError, open_file
from protocol.audit import Onlooker, audit_transcript
from protocol.reports import Counts, Finding, Report, Verdict
from protocol.sentences import sentence

Progress = Callable[[int, int], None]
"""Is told the slots done, and how much of the file that is, in percent."""


def audit_file(path: Path, progress: Progress | None = None, onlooker: Onlooker | None = None) -> Report:
    """A file that cannot be opened is as unreadable as one that is no transcript."""
    try:
        with open_file(path) as source:
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
