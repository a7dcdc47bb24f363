"""The signals that end a program at a table, and which of them is a wish to leave it (decision 250)."""

from __future__ import annotations

import signal

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


def heeded() -> tuple[signal.Signals, ...]:
    """Those that this system has; one that the program was started to ignore, as by nohup, stays ignored."""
    known = (getattr(signal.Signals, name) for name in _NAMES if hasattr(signal, name))
    return tuple(number for number in known if signal.getsignal(number) is not signal.SIG_IGN)


def is_leaving(number: int) -> bool:
    """Whether a person wants to leave; a window that is closed, and a system that goes down, tell nothing."""
    return number == signal.SIGINT
