"""One link: who gets in, and what a hostile other end can do to it.

Deterministic: both ends run over streams in memory, and time is trio's mock clock, which jumps whenever
everybody waits.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from p2puno.net import handshake, link
from p2puno.net.handshake import LinkError, Role, VersionError
from p2puno.net.limits import LINK_VERSION, Limits
from p2puno.net.line import Line, LinkClosedError
from p2puno.net.link import Myself, Peer, accept, ask_over, dial
from p2puno.net.messages import Ask, Bye, Greeting, Hello, Proof
from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.sentences import sentence
from protocol.wire.codec import decode, encode
from protocol.wire.framing import frame
from tests.net.link_kit import INFO, Gate, link_pair

LIMITS = Limits()


async def _error_of(attempt: Callable[[], Awaitable[object]]) -> LinkError:
    with pytest.raises(LinkError) as caught:
        await attempt()
    return caught.value


async def _both(
    one: Callable[[], Awaitable[object]], other: Callable[[], Awaitable[object]]
) -> tuple[LinkError, LinkError]:
    """Two sides that must both fail: their errors."""
    errors: dict[int, LinkError] = {}

    async def run(index: int, attempt: Callable[[], Awaitable[object]]) -> None:
        errors[index] = await _error_of(attempt)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, 0, one)
        nursery.start_soon(run, 1, other)
    return errors[0], errors[1]


async def _hostile(
    stream: trio.abc.Stream, me: Myself, *, server: bool, script: Callable[[Line], Awaitable[object]]
) -> None:
    """Another end that gets through TLS and then follows its own script."""
    context = me.credentials.server if server else me.credentials.client
    line = Line(trio.SSLStream(stream, context, server_side=server), LIMITS)
    await line.shake()
    try:
        await script(line)
        await trio.sleep_forever()
    except (LinkClosedError, trio.BrokenResourceError):
        pass


async def _accepts(
    listener: Myself, dialler: Myself, script: Callable[[Line], Awaitable[object]]
) -> LinkError:
    """What an honest accepting side says about a dialler that follows the script."""
    near, far = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: _hostile(near, dialler, server=False, script=script))
        error = await _error_of(lambda: accept(far, listener, Gate()))
        nursery.cancel_scope.cancel()
    return error


async def _dials(
    dialler: Myself,
    listener: Myself,
    script: Callable[[Line], Awaitable[object]],
    expected: bytes | None = None,
) -> LinkError:
    """What an honest dialler says about an accepting side that follows the script."""
    near, far = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: _hostile(far, listener, server=True, script=script))
        error = await _error_of(lambda: dial(near, dialler, expected=expected))
        nursery.cancel_scope.cancel()
    return error


def _hello(role: int, identity: bytes, nonce: bytes = b"n" * 32) -> Hello:
    return Hello(role, nonce, identity, 5, watches=False, pin=False)


# --- who gets in --------------------------------------------------------------------------------------


async def test_both_sides_know_each_other_and_talk(ann: Myself, bob: Myself) -> None:
    gate = Gate()
    near, far = await link_pair(ann, bob, gate, expected=bob.key.public)
    assert near.peer == Peer(bob.key.public, 7, Role.RESPONDER)
    assert far.peer == gate.seen == Peer(ann.key.public, 5, Role.INITIATOR)
    await near.send(b"one", b"two")
    assert [await far.receive(), await far.receive()] == [b"one", b"two"]
    await far.send(b"three")
    assert await near.receive() == b"three"


async def test_the_end_comes_with_its_sentence(ann: Myself, bob: Myself, autojump_clock: MockClock) -> None:
    near, far = await link_pair(ann, bob)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(near.aclose, "going to bed")
        assert decode(await far.receive(), Bye).sentence == "going to bed"
        await far.aclose()
    with pytest.raises(LinkClosedError):
        await far.receive()


async def test_asking_needs_no_identity(bob: Myself) -> None:
    near, far = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: accept(far, bob, Gate()))
        assert await ask_over(near) == INFO


async def test_asking_where_no_table_is_open(bob: Myself, autojump_clock: MockClock) -> None:
    near, far = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: accept(far, bob, Gate(info=None)))
        with pytest.raises(LinkError, match="no table is open here"):
            await ask_over(near)


async def test_a_side_that_is_not_let_in_learns_why(ann: Myself, bob: Myself) -> None:
    near, far = memory_stream_pair()
    theirs, ours = await _both(
        lambda: dial(near, ann),
        lambda: accept(far, bob, Gate(no=sentence("the game has started without you"))),
    )
    assert 'the other side says: "the game has started without you"' in str(theirs)
    assert "not let in" in str(ours)


async def test_a_link_to_oneself_is_refused_at_both_ends(ann: Myself) -> None:
    near, far = memory_stream_pair()
    theirs, ours = await _both(lambda: dial(near, ann), lambda: accept(far, ann, Gate()))
    assert "our own address" in str(ours)
    assert "our own address" in str(theirs)


async def test_somebody_else_at_an_address_is_refused(ann: Myself, bob: Myself, mallory: Myself) -> None:
    near, far = memory_stream_pair()
    theirs, ours = await _both(
        lambda: dial(near, ann, expected=bob.key.public), lambda: accept(far, mallory, Gate())
    )
    assert str(theirs) == "somebody else answers there"
    assert "broken" in str(ours)


# --- impostors ----------------------------------------------------------------------------------------


async def _relay(source: Line, target: Line) -> None:
    try:
        while True:
            await target.send([await source.receive()])
    finally:
        await target.close()


async def test_a_proof_does_not_pass_through_somebody_in_between(
    ann: Myself, bob: Myself, mallory: Myself
) -> None:
    """Ann dials Mallory, who dials Bob and forwards every frame: the two certificates differ."""
    ann_end, mallory_front = memory_stream_pair()
    mallory_back, bob_end = memory_stream_pair()
    front = Line(trio.SSLStream(mallory_front, mallory.credentials.server, server_side=True), LIMITS)
    back = Line(trio.SSLStream(mallory_back, mallory.credentials.client), LIMITS)

    async def in_between() -> None:
        await front.shake()
        await back.shake()
        async with trio.open_nursery() as lines:
            lines.start_soon(_relay, front, back)
            lines.start_soon(_relay, back, front)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_swallow_closing, in_between)
        theirs, ours = await _both(
            lambda: dial(ann_end, ann, expected=bob.key.public), lambda: accept(bob_end, bob, Gate())
        )
        nursery.cancel_scope.cancel()
    assert "cannot prove who it is" in str(ours)
    assert isinstance(theirs, LinkClosedError)


async def _swallow_closing(task: Callable[[], Awaitable[None]]) -> None:
    try:
        await task()
    except* LinkClosedError:
        pass


async def test_a_stolen_identity_cannot_be_proved(ann: Myself, bob: Myself, mallory: Myself) -> None:
    """Mallory claims to be Ann and signs with her own key."""

    async def script(line: Line) -> None:
        await line.send([handshake.GREETING, encode(_hello(0, ann.key.public))])
        handshake.read_greeting(await line.receive())
        await line.receive()
        await line.send([encode(Proof(mallory.key.sign("p2puno link initiator", b"anything")))])

    assert "cannot prove who it is" in str(await _accepts(bob, mallory, script))


async def test_ones_own_proof_sent_back_is_no_proof(ann: Myself, bob: Myself) -> None:
    """The responder reflects the initiator's Hello (with the other role) and its proof."""

    async def script(line: Line) -> None:
        await line.send([handshake.GREETING])
        await line.receive()
        hello = decode(await line.receive(), Hello)
        await line.send([encode(_hello(1, ann.key.public, hello.nonce))])
        await line.send([await line.receive()])

    assert "our own address" in str(await _dials(ann, bob, script))


async def test_a_role_cannot_be_swapped(ann: Myself, bob: Myself) -> None:
    async def script(line: Line) -> None:
        hello = handshake.make_hello(ann.key, Role.RESPONDER, 5, b"n" * 32)
        await line.send([handshake.GREETING, hello])

    assert "claims to be on our side" in str(await _accepts(bob, ann, script))


async def test_a_key_of_small_order_is_no_identity(bob: Myself, mallory: Myself) -> None:
    async def script(line: Line) -> None:
        await line.send(
            [
                handshake.GREETING,
                encode(_hello(0, b"\x01" + bytes(31))),
            ]
        )

    assert "no usable key" in str(await _accepts(bob, mallory, script))


def test_every_part_of_the_statement_is_signed(ann: Myself) -> None:
    one, two = (handshake.make_hello(ann.key, Role.INITIATOR, i, b"n" * 32) for i in (1, 2))
    answer = handshake.make_hello(IdentityKey(b"b" * 32), Role.RESPONDER, 1, b"r" * 32)
    good = handshake.make_statement(one, answer, b"f" * 32)
    proof = handshake.make_proof(ann.key, Role.INITIATOR, good)
    handshake.check_proof(proof, Role.INITIATOR, ann.key.public, good)
    others = [
        handshake.make_statement(two, answer, b"f" * 32),
        handshake.make_statement(answer, one, b"f" * 32),
        handshake.make_statement(one, answer, b"g" * 32),
    ]
    for other in others:
        with pytest.raises(LinkError):
            handshake.check_proof(proof, Role.INITIATOR, ann.key.public, other)
    with pytest.raises(LinkError):
        handshake.check_proof(proof, Role.RESPONDER, ann.key.public, good)


# --- other versions, slowness (nonsense: test_handshake_steps) -----------------------------------------


async def test_another_version_is_named_to_both_sides(ann: Myself, bob: Myself) -> None:
    for version in (LINK_VERSION - 1, LINK_VERSION + 1):

        async def script(line: Line, version: int = version) -> None:
            await line.send([encode(Greeting(version))])

        for error in (await _accepts(bob, ann, script), await _dials(ann, bob, script)):
            assert isinstance(error, VersionError)
            sentence = f"the other side speaks protocol {version}, this is 3: both need the same p2puno"
            assert str(error) == sentence


async def test_no_tls_at_all(bob: Myself) -> None:
    near, far = memory_stream_pair()
    await near.send_all(b"GET / HTTP/1.1\r\n\r\n")
    assert "TLS 1.3" in str(await _error_of(lambda: accept(far, bob, Gate())))


async def test_one_byte_a_second_does_not_buy_time(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    async def script(line: Line) -> None:
        for byte in frame(handshake.GREETING) + frame(b"x" * 1000):
            await line._stream.send_all(bytes([byte]))
            await trio.sleep(1)

    started = trio.current_time()
    assert "longer than 5 s" in str(await _accepts(bob, ann, script))
    assert trio.current_time() - started == pytest.approx(LIMITS.handshake_seconds)


async def test_an_oversized_frame_on_alink_pair(ann: Myself, bob: Myself) -> None:
    near, far = await link_pair(ann, bob)
    await near._line._stream.send_all((LIMITS.linked_frame + 1).to_bytes(4, "big"))
    with pytest.raises(WireError, match="announces"):
        await far.receive()


async def test_closing_does_not_wait_for_a_dead_peer(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    near, _far = await link_pair(ann, bob)
    started = trio.current_time()
    await near.aclose("so long")
    assert trio.current_time() - started == pytest.approx(LIMITS.farewell_seconds)


def test_the_limits_are_the_specified_ones() -> None:
    assert Limits() == link.DEFAULT_LIMITS
    assert (LIMITS.handshake_seconds, LIMITS.silence_seconds, LIMITS.heartbeat_seconds) == (5.0, 10.0, 2.0)
    assert encode(Ask()) == b"\x91\x41"
