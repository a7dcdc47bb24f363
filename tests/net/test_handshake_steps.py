"""Every step of the handshake, on both sides, answered with everything that it should not be answered with.

The other side is honest up to that step. Whatever comes then ends the connection within the limit, with the
right sentence, and disturbs nobody else.
"""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

import pytest
import trio
from trio.testing import memory_stream_pair

from p2puno.net import handshake, link
from p2puno.net.addresses import Address
from p2puno.net.events import LinkDown, LinkUp
from p2puno.net.handshake import LinkError, Role
from p2puno.net.limits import Limits
from p2puno.net.line import Line
from p2puno.net.link import Myself, accept, dial
from p2puno.net.messages import Beat, Proof
from p2puno.net.pin_exchange import PinError
from p2puno.net.pin_guard import PinGuard, PinLock
from protocol.wire.codec import encode
from protocol.wire.framing import frame
from tests.net.link_kit import Gate
from tests.net.mesh_kit import make_node, running

PIN = "4821"
LIMITS = Limits()
IMPATIENT = replace(LIMITS, handshake_seconds=0.4)

DIALLER = ("greeting", "hello", "proof", "PIN answer")
ACCEPTOR = ("greeting", "hello", "proof", "PIN opening", "PIN confirmation")
SIDES = [("dialler", step) for step in DIALLER] + [("acceptor", step) for step in ACCEPTOR]

NOTHING, CLOSED = "nothing", "closed"
# What comes instead of the honest frame.
FAULTS: Mapping[str, Callable[[bytes], bytes | None]] = {
    NOTHING: lambda _honest: b"",
    CLOSED: lambda _honest: None,
    "no MessagePack": lambda _honest: frame(b"\xc1"),
    "cut short": lambda honest: frame(honest[:-1]),
    "a message out of place": lambda _honest: frame(encode(Beat())),
    "an empty frame": lambda _honest: bytes(4),
    "too long a frame": lambda _honest: (LIMITS.linked_frame + 1).to_bytes(4, "big"),
    "another protocol inside TLS": lambda _honest: b"GET / HTTP/1.1\r\n\r\n",
}


class FaultyLine(Line):
    """Sends what the fault makes of the frame of one step; then it listens until the other side is gone."""

    def __init__(
        self, stream: trio.SSLStream[trio.abc.Stream], limits: Limits, step: int, fault: str
    ) -> None:
        super().__init__(stream, limits)
        self._left, self._fault = step, FAULTS[fault]

    async def send(self, payloads: Iterable[bytes]) -> None:
        if self._left:
            self._left -= 1
            await super().send(payloads)
            return
        (honest,) = payloads
        raw = self._fault(honest)
        if raw is None:
            await trio.aclose_forcefully(self._stream)
        elif raw:
            await self._stream.send_all(raw)
        try:
            while await self._stream.transport_stream.receive_some(65_536):
                pass
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        raise GoneError


def make_faulty(monkeypatch: pytest.MonkeyPatch, side: str, step: str, fault: str) -> None:
    """Let one side of every link be faulty."""

    def faulty(stream: trio.SSLStream[trio.abc.Stream], limits: Limits) -> Line:
        steps = DIALLER if side == "dialler" else ACCEPTOR
        return FaultyLine(stream, limits, steps.index(step), fault)

    def client(stream: trio.abc.Stream, context: ssl.SSLContext, limits: Limits) -> Line:
        return (faulty if side == "dialler" else Line)(trio.SSLStream(stream, context), limits)

    monkeypatch.setattr(link, "_client_line", client)
    if side == "acceptor":
        monkeypatch.setattr(link, "Line", faulty)


class GoneError(Exception):
    """The other side has closed the connection."""


async def until_gone(end: Callable[[], Awaitable[object]]) -> None:
    """The faulty side, until the honest one has closed the connection."""
    with pytest.raises((GoneError, LinkError)):
        await end()


def expected_words(side: str, step: str, fault: str) -> str:
    if side == "acceptor" and step == "PIN confirmation" and fault != NOTHING:
        return "does not go on after the PIN was said"
    if fault == NOTHING:
        return f"the other side took longer than {IMPATIENT.handshake_seconds} s to answer"
    if fault == CLOSED:
        return "the connection"
    in_a_frame = fault in ("no MessagePack", "cut short", "a message out of place")
    return "is no p2puno" if step == "greeting" and in_a_frame else "the other side talks nonsense"


@pytest.mark.parametrize(("side", "step"), SIDES, ids=lambda words: words.replace(" ", "-"))
@pytest.mark.parametrize("fault", FAULTS, ids=lambda words: words.replace(" ", "-"))
async def test_every_fault_at_every_step(
    side: str, step: str, fault: str, ann: Myself, bob: Myself, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_faulty(monkeypatch, side, step, fault)
    near, far = memory_stream_pair()
    gate = Gate(lock=PinLock(PinGuard(PIN), "somewhere"))
    me = replace(ann, pin=PIN, insists=True)
    limits = IMPATIENT if fault == NOTHING else LIMITS
    ends: dict[str, Callable[[], Awaitable[object]]] = {
        "dialler": lambda: dial(near, me, limits=limits if side == "acceptor" else LIMITS),
        "acceptor": lambda: accept(far, bob, gate, limits=limits if side == "dialler" else LIMITS),
    }
    faulty = ends.pop(side)
    (honest,) = ends.values()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(until_gone, faulty)
        with pytest.raises(LinkError) as caught:
            await honest()
    assert expected_words(side, step, fault) in str(caught.value)
    assert isinstance(caught.value, PinError) == (step == "PIN confirmation" and fault != NOTHING)


async def test_strangers_who_fail_at_every_step_disturb_nobody(ann: Myself) -> None:
    """All at once, at somebody who is linked; then somebody else still gets in."""
    host, guest, late = await make_node("h"), await make_node("g"), await make_node("l", listens=False)
    async with running(host, guest, late):
        guest.mesh.want(host.mesh.identity, host.addresses)
        await host.until(LinkUp)
        async with trio.open_nursery() as nursery:
            for step, fault in product(range(3), sorted(FAULTS.keys() - {NOTHING})):
                nursery.start_soon(knock, host.addresses[0], ann, step, fault)
        late.mesh.want(host.mesh.identity, host.addresses)
        await host.until(LinkUp, lambda event: event.peer == late.mesh.identity)
        assert host.mesh.linked() == {guest.mesh.identity, late.mesh.identity}
        assert host.told(LinkDown) == []
        assert host.mesh.door._waiting.total() == 0


async def knock(there: Address, me: Myself, step: int, fault: str) -> None:
    """A stranger that is faulty at this step."""
    async with await trio.open_tcp_stream(there.host, there.port) as stream:
        line = FaultyLine(trio.SSLStream(stream, me.credentials.client), LIMITS, step, fault)
        await until_gone(partial(_say_hello_and_proof, line, me))


async def _say_hello_and_proof(line: Line, me: Myself) -> None:
    await link._meet(line)
    await line.send([handshake.make_hello(me.key, Role.INITIATOR, me.incarnation, bytes(32))])
    await line.receive()
    await line.send([encode(Proof(bytes(64)))])
