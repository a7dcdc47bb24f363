"""A link in use: heartbeats, silence, farewells, deafness.

Deterministic: streams in memory, and trio's mock clock jumps whenever everybody waits.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
import trio
from trio.testing import MockClock

from p2puno.net.connection import Connection
from p2puno.net.link import Link, Myself
from p2puno.net.messages import Beat, Bye, Item, Linked, Note
from protocol.wire.codec import encode
from protocol.wire.framing import frame
from tests.net.link_kit import LIMITS, link_pair


@dataclass
class Ear:
    """A listener that keeps what it hears, and the time when the connection was over."""

    connection: Connection
    heard: list[Item | Note | Linked] = field(default_factory=list)
    over_at: float = -1.0

    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.connection.write)
            await self.connection.run(self._listen)
            self.over_at = trio.current_time()
            await self.connection.close()

    async def _listen(self, connection: Connection) -> None:
        while True:
            self.heard.append(await connection.receive())


@asynccontextmanager
async def listening(link: Link) -> AsyncIterator[Ear]:
    """Run a connection with a listener; when the block is left, it is waited for."""
    ear = Ear(Connection(link, LIMITS))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ear.run)
        yield ear


async def test_an_idle_link_stays_up_by_heartbeats(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    near, far = await link_pair(ann, bob)
    async with listening(near) as one, listening(far) as other:
        await trio.sleep(1000)
        other.connection.put(encode(Note(b"still here")))
        await trio.testing.wait_all_tasks_blocked()
        assert one.heard == [Note(b"still here")]
        one.connection.drop("enough", tell=True)
    assert other.connection.sentence == "enough"
    assert other.connection.on_purpose


async def test_a_silent_peer_is_given_up(ann: Myself, bob: Myself, autojump_clock: MockClock) -> None:
    near, _far = await link_pair(ann, bob)
    started = trio.current_time()
    async with listening(near) as one:
        pass
    assert one.over_at - started == pytest.approx(LIMITS.silence_seconds)
    assert one.connection.sentence == "nothing was heard for 10 s"
    assert not one.connection.on_purpose


async def test_bytes_that_complete_nothing_are_silence(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    near, far = await link_pair(ann, bob)
    started = trio.current_time()

    async def drip() -> None:
        for byte in frame(b"x" * 100):
            await far._line._stream.send_all(bytes([byte]))
            await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        async with listening(near) as one:
            pass
        nursery.cancel_scope.cancel()
    assert one.over_at - started == pytest.approx(LIMITS.silence_seconds)


async def test_a_listener_that_is_busy_does_not_blame_the_peer(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    """The driver takes a minute over one message; that nothing is read meanwhile is not silence."""
    near, far = await link_pair(ann, bob)
    heard = []

    async def slow(connection: Connection) -> None:
        heard.append(await connection.receive())
        await trio.sleep(60)
        heard.append(await connection.receive())
        connection.drop("enough", tell=False)

    connection = Connection(near, LIMITS)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(connection.write)
        nursery.start_soon(far.send, encode(Note(b"1")), encode(Note(b"2")))
        await connection.run(slow)
        await connection.close()
    assert heard == [Note(b"1"), Note(b"2")]
    assert connection.sentence == "enough"


@pytest.mark.parametrize("payload", [b"\xc1", b"\x91\xcc\x46", encode(Bye("x"))[:-1]])
async def test_nonsense_ends_the_link(payload: bytes, ann: Myself, bob: Myself) -> None:
    near, far = await link_pair(ann, bob)
    async with listening(near) as one:
        await far.send(payload)
    assert one.heard == []
    assert not one.connection.on_purpose
    assert one.connection.sentence


async def test_what_was_said_before_the_farewell_is_heard(ann: Myself, bob: Myself) -> None:
    near, far = await link_pair(ann, bob)
    async with listening(near) as one:
        await far.send(encode(Beat()), encode(Item(b"o" * 32, b"last words")), encode(Bye("good night")))
        await far.aclose()
    assert one.heard == [Item(b"o" * 32, b"last words")]
    assert (one.connection.sentence, one.connection.on_purpose) == ("good night", True)


async def test_a_queue_that_runs_over_ends_the_link(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    near, _far = await link_pair(ann, bob)
    connection = Connection(near, replace(LIMITS, queued_bytes=100))
    connection.put(b"x" * 60)
    connection.put(b"x" * 60)
    connection.drop("a second reason does not count", tell=False)
    assert connection.sentence == "it does not take what it is sent"


async def test_what_is_queued_goes_before_the_farewell(ann: Myself, bob: Myself) -> None:
    near, far = await link_pair(ann, bob)
    async with listening(far) as other, listening(near) as one:
        for number in range(100):
            one.connection.put(encode(Note(b"%d" % number)))
        one.connection.drop("enough", tell=True)
    assert [note.payload for note in other.heard if isinstance(note, Note)] == [b"%d" % n for n in range(100)]
    assert other.connection.sentence == "enough"


async def test_a_deaf_peer_does_not_hold_up_the_end(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    near, _far = await link_pair(ann, bob)
    started = trio.current_time()
    async with listening(near) as one:
        near._line._stream.transport_stream.send_stream.send_all_hook = trio.sleep_forever
        one.connection.put(encode(Note(b"unheard")))
        one.connection.drop("enough", tell=True)
    assert trio.current_time() - started == pytest.approx(LIMITS.farewell_seconds)


async def test_only_the_first_reason_counts(ann: Myself, bob: Myself, autojump_clock: MockClock) -> None:
    near, far = await link_pair(ann, bob)
    async with listening(far) as other, listening(near) as one:
        one.connection.drop("first", tell=True)
        one.connection.drop("second", tell=True)
    assert other.connection.sentence == "first"
