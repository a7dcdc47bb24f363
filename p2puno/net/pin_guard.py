"""Who may try a table's PIN, and when: tries cost time, more with every wrong one, and are seen.

Tries from one origin follow each other, and one that was begun counts as wrong until it has turned out right:
so it is of no use to break off, to guess in many connections at once, or to measure how long an answer takes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from math import ceil, inf
from typing import TypeVar

import trio

from protocol.sentences import Sentence, mark, sentence

K = TypeVar("K")
V = TypeVar("V")

TOO_SOON = mark("wrong PINs were tried here: try again in {seconds} s")
# The first wrong tries in all cost nobody else anything: people mistype.
FREE_IN_ALL = 10
LONGEST_PAUSE_IN_ALL = 30.0
LONGEST_PAUSE = 300.0
ORIGINS_KNOWN = 256
PASSED_KNOWN = 256


def pause_of_one(wrong: int) -> float:
    """Seconds between an origin's last try and its next, after so many wrong ones: 0, 1, 2, 4 ... 300."""
    return min(LONGEST_PAUSE, 2.0 ** min(wrong - 1, 16)) if wrong else 0.0


def pause_in_all(wrong: int) -> float:
    """The same for all origins together: nothing at first, then doubled after every ten."""
    steps = wrong // FREE_IN_ALL
    return min(LONGEST_PAUSE_IN_ALL, 2.0 ** min(steps - 1, 16)) if steps else 0.0


class PinGuard:
    """The tries of one table. `told` is called with an origin and how often it was wrong by now."""

    def __init__(self, pin: str, told: Callable[[str, int], None] = lambda _origin, _times: None) -> None:
        self.pin = pin
        self._told = told
        self._tries: dict[str, tuple[int, float]] = {}
        self._wrong: dict[str, int] = {}
        self._in_all = 0
        self._last = -inf
        self._locks: dict[str, trio.Lock] = {}
        self._passed: dict[bytes, None] = {}

    def has_passed(self, identity: bytes) -> bool:
        """Whether this key has shown before that it knows the PIN: it need not do so again."""
        return identity in self._passed

    @asynccontextmanager
    async def turn(self, origin: str) -> AsyncIterator[Sentence | None]:
        """One try, when the others from this origin are through; with a sentence it is too early for one."""
        lock = self._locks.setdefault(origin, trio.Lock())
        try:
            async with lock:
                seconds = self._seconds_until(origin)
                if seconds > 0:
                    yield sentence(TOO_SOON, seconds=ceil(seconds))
                else:
                    self._begin(origin)
                    yield None
        finally:
            if not lock.locked() and self._locks.get(origin) is lock:
                del self._locks[origin]

    def right(self, origin: str, identity: bytes) -> None:
        """The try of this turn was right."""
        self._tries.pop(origin, None)
        self._wrong.pop(origin, None)
        self._in_all -= 1
        self._passed[identity] = None
        _forget_oldest(self._passed, PASSED_KNOWN)

    def wrong(self, origin: str) -> None:
        """The try of this turn was a wrong PIN."""
        self._wrong[origin] = self._wrong.pop(origin, 0) + 1
        _forget_oldest(self._wrong, ORIGINS_KNOWN)
        self._told(origin, self._wrong[origin])

    def _begin(self, origin: str) -> None:
        now = trio.current_time()
        tries, _at = self._tries.pop(origin, (0, now))
        self._tries[origin] = tries + 1, now
        _forget_oldest(self._tries, ORIGINS_KNOWN)
        self._in_all += 1
        self._last = now

    def _seconds_until(self, origin: str) -> float:
        """Until this origin may try again."""
        tries, at = self._tries.get(origin, (0, -inf))
        due = max(at + pause_of_one(tries), self._last + pause_in_all(self._in_all))
        return due - trio.current_time()


@dataclass(frozen=True, slots=True)
class PinLock:
    """The guard as one connection meets it, which comes from `origin`."""

    guard: PinGuard
    origin: str

    @property
    def pin(self) -> str:
        return self.guard.pin

    def turn(self) -> AbstractAsyncContextManager[Sentence | None]:
        return self.guard.turn(self.origin)

    def right(self, identity: bytes) -> None:
        self.guard.right(self.origin, identity)

    def wrong(self) -> None:
        self.guard.wrong(self.origin)


def _forget_oldest(known: dict[K, V], most: int) -> None:
    while len(known) > most:
        del known[next(iter(known))]
