"""Instruments: medians of times, how long an event loop was held up, how much memory a process took."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import trio


def medians_ms(runs: int, *actions: Callable[[], object]) -> list[float]:
    """How long each action takes, in milliseconds: the median of so many runs.

    They take turns, so that a disturbance from outside meets all of them.
    """
    turns = [[_seconds(action) for action in actions] for _ in range(runs)]
    return [median(each) * 1000 for each in zip(*turns, strict=True)]


def _seconds(action: Callable[[], object]) -> float:
    before = time.perf_counter()
    action()
    return time.perf_counter() - before


class LoopWatch(trio.abc.Instrument):
    """The longest that one step of one task has held the event loop, in processor time of its thread.

    Processor time, because the seats of a measured table share few cores: that another process had the core
    in the middle of a step is not the program's doing.
    """

    def __init__(self) -> None:
        self._began: float | None = None
        self._longest = 0.0

    @property
    def longest_ms(self) -> float:
        return self._longest * 1000

    def restart(self) -> None:
        """Forget what was seen so far, the step under way included."""
        self._began, self._longest = None, 0.0

    def before_task_step(self, task: trio.lowlevel.Task) -> None:  # noqa: ARG002
        self._began = time.thread_time()

    def after_task_step(self, task: trio.lowlevel.Task) -> None:  # noqa: ARG002
        if self._began is not None:
            self._longest = max(self._longest, time.thread_time() - self._began)


def peak_mib() -> float | None:
    """The most memory that this process has had resident so far; None where the system does not say.

    `getrusage` would name what the process that started this one had, if that was more.
    """
    if sys.platform != "linux":
        return None
    status = Path("/proc/self/status").read_text(encoding="utf-8", errors="replace")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024
