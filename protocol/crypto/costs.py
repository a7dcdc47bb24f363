"""What proofs cost: a count of scalar multiplications, which no machine and no load can change."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Tally:
    """How many scalar multiplications were done; the unit in which costs are stated and tested."""

    multiplications: int = 0


_tally: ContextVar[Tally | None] = ContextVar("tally", default=None)


@contextmanager
def tally() -> Generator[Tally]:
    """Count the multiplications inside the `with` block, in this context; an outer tally counts them too."""
    inner = Tally()
    token = _tally.set(inner)
    try:
        yield inner
    finally:
        _tally.reset(token)
        count(inner.multiplications)


def count(multiplications: int) -> None:
    """So many more were done; the group says so."""
    running = _tally.get()
    if running is not None:
        running.multiplications += multiplications
