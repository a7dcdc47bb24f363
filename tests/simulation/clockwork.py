"""trio without chance: a virtual clock, tasks in an order that a seed decides, and no worker threads.

A run takes no longer than its computations, and the same seed gives the same run, in any process. What is a
pure function of public bytes, and would be computed once by every peer, is computed once for all of them.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Generator, Hashable, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from random import Random
from typing import Any, TypeVar
from unittest import mock

import trio
from trio._core import _run as scheduler
from trio.testing import MockClock

from p2puno.seat import desk, inbox, recovery, talk
from protocol.table.state import TableState
from protocol.transcript import contribution, vote
from protocol.transcript.contribution import Contribution
from protocol.wire.messages import Proposal

Result = TypeVar("Result")

# How long a worker takes in virtual seconds, at most.
_WORK_SECONDS = 0.05


def run(main: Callable[..., Awaitable[Result]], *args: object, seed: str) -> Result:
    """`trio.run` under these conditions."""
    with _without_chance(seed):
        result: Result = trio.run(main, *args, clock=MockClock(autojump_threshold=0))
        return result


@contextmanager
def _without_chance(seed: str) -> Generator[None]:
    random = Random(f"work/{seed}")

    async def here(function: Callable[..., Any], *args: object) -> object:
        """Do the work at once and answer later; like a thread it cannot be cancelled on the way."""
        await trio.lowlevel.checkpoint_if_cancelled()
        result = function(*args)
        with trio.CancelScope(shield=True):
            await trio.sleep(random.uniform(0, _WORK_SECONDS))
        return result

    with ExitStack() as stack:
        patched = stack.enter_context
        # The one place where trio throws dice.
        patched(mock.patch.object(scheduler, "_ALLOW_DETERMINISTIC_SCHEDULING", new=True))
        patched(mock.patch.object(scheduler, "_r", Random(f"schedule/{seed}")))
        patched(mock.patch.object(scheduler.TheIOManager, "get_events", _seldom()))
        patched(mock.patch.object(trio.to_thread, "run_sync", here))
        patched(mock.patch.object(os, "fsync", return_value=None))  # a disk that never loses power
        for module, name, key in _SHARED:
            patched(mock.patch.object(module, name, _once(getattr(module, name), key)))
        yield


def _seldom() -> Callable[[Any, float], Any]:
    """Nothing here waits for a file: the system is asked for events now and then only, for whoever presses
    Ctrl-C; trio asks at every step, and that is a system call.
    """
    ask, steps = scheduler.TheIOManager.get_events, count()
    return lambda manager, seconds: ask(manager, seconds) if next(steps) % 256 == 0 else []


def _once(function: Callable[..., Any], key: Callable[..., Hashable]) -> Callable[..., Any]:
    """Remembers answers, not errors."""
    answers: dict[Hashable, object] = {}

    def ask(*args: Any) -> object:
        question = key(*args)
        if question not in answers:
            answers[question] = function(*args)
        return answers[question]

    return ask


def _slot_key(state: TableState, said: Mapping[int, Contribution], *_verify: object) -> Hashable:
    """`head` covers all that led to a state."""
    return state.head, tuple(said[seat].data for seat in sorted(said))


def _all(*arguments: Hashable) -> Hashable:
    return arguments


def _receipt_key(_proposal: Proposal, table: bytes, data: bytes) -> Hashable:
    return table, data


_SHARED: tuple[tuple[Any, str, Callable[..., Hashable]], ...] = (
    (desk, "apply", _slot_key),
    (recovery, "apply", _slot_key),
    (recovery, "receive_contribution", _receipt_key),
    (inbox, "receive_contribution", _receipt_key),
    (inbox, "receive_signal", _receipt_key),
    (talk, "decode", _all),
    (contribution, "verify_signature", _all),
    (vote, "verify_signature", _all),
)
