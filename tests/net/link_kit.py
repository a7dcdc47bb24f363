"""Links in memory for the tests: no socket, so that trio's mock clock may jump."""

from __future__ import annotations

from dataclasses import dataclass

import trio
from trio.testing import memory_stream_pair

from p2puno.net.limits import Limits
from p2puno.net.link import Link, Myself, Peer, accept, dial
from p2puno.net.messages import Hello, TableInfo
from p2puno.net.pin_guard import PinLock
from protocol.sentences import Sentence

INFO = TableInfo(b"t" * 16, b"k" * 32, "Anns table", ("Ann",), 4, (), False, False)
LIMITS = Limits()


@dataclass
class Gate:
    """An accepting side that answers what the test says."""

    info: TableInfo | None = INFO
    no: Sentence | None = None
    seen: Peer | None = None
    lock: PinLock | None = None
    admitted: frozenset[bytes] = frozenset()

    def table_info(self) -> TableInfo | None:
        return self.info

    def objection(self, peer: Peer, origin: str | None = None) -> Sentence | None:
        self.seen = peer
        return self.no

    def is_admitted(self, identity: bytes) -> bool:
        return identity in self.admitted

    def pin_lock(self, hello: Hello) -> PinLock | None:
        return self.lock


async def link_pair(
    dialler: Myself, listener: Myself, gate: Gate | None = None, expected: bytes | None = None
) -> tuple[Link, Link]:
    """Both ends of a link between two honest sides."""
    near, far = memory_stream_pair()
    ends: dict[str, Link | None] = {}

    async def answer() -> None:
        ends["far"] = await accept(far, listener, gate or Gate())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer)
        ends["near"] = await dial(near, dialler, expected=expected)
    assert ends["near"] is not None
    assert ends["far"] is not None
    return ends["near"], ends["far"]
