"""What is written to standard error while the full screen is on would tear it: it comes afterwards."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress

STDERR = 2
MOST_BYTES = 1_000_000


@contextmanager
def errors_held_back() -> Iterator[None]:
    """Keep standard error in a file without a name, and write the end of it when the block is done."""
    try:
        screen = os.dup(STDERR)
    except OSError:  # there is no standard error, so nothing can tear the screen
        yield
        return
    with tempfile.TemporaryFile() as kept:
        os.dup2(kept.fileno(), STDERR)
        try:
            yield
        finally:
            os.dup2(screen, STDERR)
            os.close(screen)
            kept.seek(max(0, os.fstat(kept.fileno()).st_size - MOST_BYTES))
            with suppress(OSError):
                os.write(STDERR, kept.read())
