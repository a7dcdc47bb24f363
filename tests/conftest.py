"""Settings for all tests: hypothesis tries the same examples every time and does not look at the clock.

Whatever language whoever runs them speaks, the tests read English. A test of peers that wait for one another
ends after some minutes and shows where each of its tasks waits.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Awaitable, Callable

import pytest
import trio
from hypothesis import HealthCheck, settings

_PATIENCE_SECONDS = 600
_CLOCKS = frozenset({"autojump_clock", "mock_clock"})

settings.register_profile(
    "p2puno", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("p2puno")

os.environ["LANGUAGE"] = "en"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not isinstance(item, pytest.Function) or not inspect.iscoroutinefunction(item.obj):
            continue
        if not _CLOCKS.intersection(item.fixturenames):
            item.obj = _patient(item.obj)
            continue  # where time jumps, a wait without end ends at once, and patience could be jumped over
        if not _CLOCKS.intersection(inspect.signature(item.obj).parameters):
            raise pytest.UsageError(
                f"{item.nodeid} runs by the real clock: it has to ask for its clock itself"
            )


def _patient(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def ends(*args: object, **named: object) -> None:
        with trio.fail_after(_PATIENCE_SECONDS):
            await test(*args, **named)

    return ends
