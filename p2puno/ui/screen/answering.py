"""The question that is open at a seat, and its one answer."""

from __future__ import annotations

import math
from collections.abc import Callable

import trio

from protocol.table.view import Action

# A key that would send a move counts only when the question has been on the screen for so long.
SETTLE_SECONDS = 0.3


class Answering:
    """One question at a time; keys answer it."""

    def __init__(self) -> None:
        self._reply: trio.MemorySendChannel[Action] | None = None
        self._asked_at = 0.0

    @property
    def is_open(self) -> bool:
        return self._reply is not None

    @property
    def settled(self) -> bool:
        """Whether the person has had time to see the question: earlier keys were meant for another."""
        return trio.current_time() - self._asked_at >= SETTLE_SECONDS

    def left(self, most: int) -> int:
        """Of `most` seconds for an answer, the whole ones that are left."""
        return max(0, math.ceil(self._asked_at + most - trio.current_time()))

    async def wait(self, most: float, each_second: Callable[[], None] | None = None) -> Action | None:
        """Ask: the answer, or None after `most` seconds."""
        self._reply, answer = trio.open_memory_channel[Action](1)
        self._asked_at = trio.current_time()
        with self._reply, answer:
            try:
                with trio.move_on_after(most):
                    return await _received(answer, each_second)
                return None
            finally:
                self._reply = None

    def give(self, action: Action) -> None:
        """Once: another key answers nothing."""
        if self._reply is not None:
            self._reply.send_nowait(action)
            self._reply = None


async def _received(
    answer: trio.MemoryReceiveChannel[Action], each_second: Callable[[], None] | None
) -> Action:
    while each_second is not None:
        with trio.move_on_after(1):
            return await answer.receive()
        each_second()
    return await answer.receive()
