"""What is kept of a fault of this program: where it happened, and nothing that a variable held."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from p2puno.errors import UserError
from p2puno.store.files import write_private
from p2puno.store.paths import Home

REPORTS_KEPT = 20


def keep_report(error: BaseException, home: str | None) -> Path | None:
    """Write a report below the home; None if that is not possible either."""
    path = _free_name(Home.locate(home).data / "faults")
    try:
        write_private(path, report(error).encode("utf-8", "replace"))
    except UserError:
        return None
    return path


def report(error: BaseException) -> str:
    """Types of errors and places in the code. Messages are left out: a card or a key may stand in them."""
    system = f"p2puno {version('p2puno')}, Python {platform.python_version()}, {sys.platform}"
    return "\n".join((system, *_lines(error))) + "\n"


def _lines(error: BaseException) -> Iterator[str]:
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    yield from (line.rstrip() for line in traceback.format_tb(error.__traceback__))
    if isinstance(error, BaseExceptionGroup):
        for number, inner in enumerate(error.exceptions, start=1):
            yield f"--- {number} of {len(error.exceptions)} inside it"
            yield from _lines(inner)
    cause = error.__cause__ or error.__context__
    if cause is not None:
        yield "--- while handling"
        yield from _lines(cause)


def _free_name(folder: Path) -> Path:
    """The next free number; beyond the last one that is overwritten."""
    for number in range(1, REPORTS_KEPT):
        path = folder / f"fault-{number}.txt"
        if not path.exists():
            return path
    return folder / f"fault-{REPORTS_KEPT}.txt"
