"""Those who look on: they are sent what everybody may know, and say nothing but that they want to sit down.

What is shown is given here by whoever runs the lobby and the table; nothing else can reach a watcher. Each
has a task and a pace of its own, so a slow one is behind, and one that takes nothing is dropped: it holds up
nobody. How much waits for a watcher is bounded: the log is there once for all of them, and talk is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import trio

from p2puno.net.allowance import Allowance, Allowances
from p2puno.net.handshake import LinkError
from p2puno.net.limits import Limits
from p2puno.net.link import Link
from p2puno.net.messages import Beat, Bye, Note
from protocol.errors import WireError
from protocol.sentences import Sentence, sentence
from protocol.wire.codec import decode, encode

_BEAT = encode(Beat())
_BATCH_BYTES = 65_536
_TALK_HELD = 64
# What a watcher may ask takes no more.
REQUEST_BYTES = 1024


@dataclass(eq=False, slots=True)
class _Watcher:
    """How far one has been shown the log, what else waits for it, and whether it is to go."""

    link: Link
    position: int = 0
    others: deque[bytes] = field(default_factory=lambda: deque[bytes](maxlen=_TALK_HELD))
    closing: bool = False
    hearing: trio.CancelScope = field(default_factory=trio.CancelScope)
    writing: trio.CancelScope = field(default_factory=lambda: trio.CancelScope(shield=True))


class Gallery:
    """All who look on at one peer. Everything but `serve` returns at once; payloads are opaque."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._log: list[bytes] = []
        self._waiting_room: bytes | None = None
        self._lasting: dict[int, bytes] = {}
        self._watchers: list[_Watcher] = []
        self._news = trio.Event()
        self._visits = Allowances(limits.visits, limits.origins)
        self.on_request: Callable[[bytes], None] = lambda _payload: None
        """Is given what a watcher asks, now and then: that it may sit down."""
        self.elsewhere = False
        """Nobody looks on here: the table has a PIN, and only its opener asks for it."""

    @property
    def count(self) -> int:
        """So many look on."""
        return len(self._watchers)

    def objection(self, origin: str | None = None) -> Sentence | None:
        """Why nobody else from there may look on now, as a sentence for whoever wants to."""
        if self.elsewhere:
            return sentence("this table has a PIN, and only whoever opened it lets others look on")
        if self.count >= self._limits.watchers:
            return sentence("too many look on already")
        from_there = sum(watcher.link.origin == origin for watcher in self._watchers if origin is not None)
        if from_there >= self._limits.watchers_per_origin:
            return sentence("too many look on from where you are")
        return None

    # --- what is shown --------------------------------------------------------------------------------

    def show_waiting_room(self, payload: bytes) -> None:
        """The table before its game, as it is now."""
        self._waiting_room = payload
        self.tell(payload)

    def show(self, payloads: Iterable[bytes]) -> None:
        """What belongs to the log: whoever comes later is shown it from the beginning."""
        self._waiting_room = None
        self._log.extend(payloads)
        self._wake()

    def tell(self, payload: bytes) -> None:
        """What is for those who are here now."""
        for watcher in self._watchers:
            watcher.others.append(payload)
        self._wake()

    def keep(self, number: int, payload: bytes) -> None:
        """What is to be told to those who come later, until something else is kept under this number."""
        self._lasting[number] = payload

    # --- one watcher ----------------------------------------------------------------------------------

    async def serve(self, link: Link) -> None:
        """Show the table over this link until it ends; what is left to show is then sent within a second."""
        objection = self.objection(link.origin)
        if objection is None and not self._visits.take(link.origin or ""):
            objection = sentence("you came and went too often: wait a little")
        if objection is not None:
            await link.aclose(str(objection))
            return
        watcher = _Watcher(link)
        if self._waiting_room is not None:
            watcher.others.append(self._waiting_room)
        watcher.others.extend(self._lasting.values())
        self._watchers.append(watcher)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._feed, watcher)
                try:
                    await self._hear(watcher)
                finally:
                    watcher.closing = True
                    watcher.writing.deadline = trio.current_time() + self._limits.farewell_seconds
                    self._wake()
        finally:
            self._watchers.remove(watcher)
            await link.aclose("the table is closed")

    async def _feed(self, watcher: _Watcher) -> None:
        """Send what there is to show, and heartbeats. A send is never cut off by the end of the table."""
        try:
            with watcher.writing:
                while True:
                    batch = list(self._next_batch(watcher))
                    if not batch and watcher.closing:
                        break
                    with trio.fail_after(self._limits.silence_seconds):
                        await watcher.link.send(*(batch or [_BEAT]))
                    await self._something_new(watcher)
        except (LinkError, trio.TooSlowError):
            pass
        watcher.hearing.cancel()

    def _next_batch(self, watcher: _Watcher) -> Iterator[bytes]:
        """Some of what is left, as frames: the log first."""
        size = 0
        while watcher.position < len(self._log) and size < _BATCH_BYTES:
            payload = self._log[watcher.position]
            watcher.position += 1
            size += len(payload)
            yield encode(Note(payload))
        while watcher.others and size < _BATCH_BYTES:
            size += len(watcher.others[0])
            yield encode(Note(watcher.others.popleft()))

    async def _something_new(self, watcher: _Watcher) -> None:
        """Return when there is something to send, be it a heartbeat."""
        with trio.move_on_after(self._limits.heartbeat_seconds):
            while watcher.position == len(self._log) and not watcher.others and not watcher.closing:
                await self._news.wait()

    async def _hear(self, watcher: _Watcher) -> None:
        """Until it goes, or says what a watcher has not to say."""
        allowance = Allowance(self._limits.beats)
        try:
            with watcher.hearing:
                while True:
                    await allowance.spend()
                    with trio.fail_after(self._limits.silence_seconds):
                        message = decode(await watcher.link.receive(), Beat, Bye, Note)
                    if isinstance(message, Bye):
                        return
                    if isinstance(message, Note):
                        if len(message.payload) > REQUEST_BYTES:
                            return
                        self.on_request(message.payload)
        except (LinkError, WireError, trio.TooSlowError):
            return

    def _wake(self) -> None:
        self._news.set()
        self._news = trio.Event()
