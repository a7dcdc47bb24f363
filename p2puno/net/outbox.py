"""What waits to be sent to one peer: never blocks whoever fills it, and is bounded in bytes."""

from __future__ import annotations

from collections import deque

import trio

_BATCH_BYTES = 65_536


class Outbox:
    """A queue of frames' payloads. What has been taken counts as queued until it is `sent`."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._queued: deque[bytes] = deque()
        self._bytes = 0
        self._closed = False
        self._changed = trio.Event()

    @property
    def finished(self) -> bool:
        """Closed, and everything sent."""
        return self._closed and not self._queued

    def put(self, payload: bytes) -> bool:
        """Queue a payload; False if the bound does not allow it."""
        if self._closed:
            return True  # the link is ending anyway
        if self._bytes + len(payload) > self._limit:
            return False
        self._queued.append(payload)
        self._bytes += len(payload)
        self._notify()
        return True

    def take(self) -> list[bytes]:
        """Some payloads from the front, as many as are worth sending in one go."""
        batch: list[bytes] = []
        size = 0
        while self._queued and size < _BATCH_BYTES:
            batch.append(self._queued.popleft())
            size += len(batch[-1])
        return batch

    def sent(self, batch: list[bytes]) -> None:
        """The taken payloads are with the system now."""
        self._bytes -= sum(map(len, batch))
        self._notify()

    def close(self) -> None:
        """Take nothing more; what is queued can still be sent."""
        self._closed = True
        self._notify()

    def discard(self) -> None:
        """Forget everything: there is nobody to send it to."""
        self._queued.clear()
        self._bytes = 0
        self._notify()

    async def filled(self) -> None:
        """Wait until there is something to take, or will never be."""
        while not self._queued and not self._closed:
            await self._changed.wait()

    async def emptied(self) -> None:
        """Wait until everything has been sent."""
        while self._bytes:
            await self._changed.wait()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()
