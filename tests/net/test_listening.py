"""Being reached: ports, several addresses, questions from strangers; dialling what does not answer."""

from __future__ import annotations

import socket
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p2puno.errors import OutsideError
from p2puno.net import listening
from p2puno.net.addresses import Address
from p2puno.net.dialling import ask, reach
from p2puno.net.door import LOOK_AGAIN_SECONDS, Door, Origins
from p2puno.net.handshake import LinkError
from p2puno.net.limits import Limits
from p2puno.net.link import Myself
from tests.net.link_kit import INFO
from tests.net.mesh_kit import make_node, running


async def _close(listeners: list[trio.SocketListener]) -> None:
    for listener in listeners:
        await listener.aclose()


async def test_one_number_for_both_families() -> None:
    listeners = await listening.bind(None, [0])
    try:
        assert len({listener.socket.getsockname()[1] for listener in listeners}) == 1
        families = {listener.socket.family for listener in listeners}
        assert families == ({socket.AF_INET, socket.AF_INET6} if socket.has_ipv6 else {socket.AF_INET})
    finally:
        await _close(listeners)


async def test_the_next_port_is_taken_when_one_is_in_use() -> None:
    taken = await listening.bind("127.0.0.1", [0])
    free = await listening.bind("127.0.0.1", [0])
    port, other = listening.port_of(taken), listening.port_of(free)
    await _close(free)
    try:
        listeners = await listening.bind("127.0.0.1", [port, other])
        assert listening.port_of(listeners) == other
        await _close(listeners)
        with pytest.raises(OutsideError, match=f"^port {port} is in use by another program"):
            await listening.bind("127.0.0.1", [port])
        with pytest.raises(OutsideError, match=f"^the ports {port} to {port} are all in use"):
            await listening.bind("127.0.0.1", [port, port])
    finally:
        await _close(taken)


async def test_a_port_taken_in_one_family_only_is_not_half_used() -> None:
    six = await trio.open_tcp_listeners(0, host="::")
    port = listening.port_of(six)
    try:
        with pytest.raises(OutsideError, match="in use"):
            await listening.bind(None, [port])
        await _close(await listening.bind("127.0.0.1", [port]))  # nothing was left behind
    finally:
        await _close(six)


async def test_an_address_that_is_not_ours_is_said_so() -> None:
    with pytest.raises(OutsideError, match=r"cannot listen at 192\.0\.2\.77, port 0"):
        await listening.bind("192.0.2.77", [0])


def test_the_default_port_is_tried_first() -> None:
    assert list(listening.default_ports())[:2] == [28866, 28867]
    assert len(listening.default_ports()) == 20


async def test_strangers_learn_what_table_is_open() -> None:
    ann = await make_node("a")
    async with running(ann):
        with pytest.raises(LinkError, match="no table is open here"):
            await ask(ann.addresses)
        ann.mesh.table_info = lambda: INFO
        dead = Address("127.0.0.1", 1)
        assert await ask([dead, *ann.addresses]) == (ann.addresses[0], INFO)
        assert await ask(ann.addresses, token=INFO.token) == (ann.addresses[0], INFO)
        with pytest.raises(LinkError, match="another table is open there"):
            await ask(ann.addresses, token=b"u" * 16)
        assert ann.mesh.linked() == frozenset()


class NoNames(trio.abc.HostnameResolver):
    """A network without name service."""

    async def getaddrinfo(self, *args: object) -> list[Any]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    async def getnameinfo(self, *args: object) -> tuple[str, str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")


async def test_every_address_that_fails_is_named_with_its_reason(bob: Myself) -> None:
    trio.socket.set_custom_hostname_resolver(NoNames())

    async def hang_up(stream: trio.SocketStream) -> None:
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, hang_up, [listener])
        rude = Address("127.0.0.1", listener.socket.getsockname()[1])
        dead = Address("127.0.0.1", 1)
        nowhere = Address("no-such-host.invalid", 28866)
        with pytest.raises(LinkError) as caught:
            await reach([dead, rude, nowhere], bob)
        nursery.cancel_scope.cancel()
    sentence = str(caught.value)
    assert "127.0.0.1:1: nothing listens there" in sentence
    assert f"{rude}: the other side does not speak p2puno's TLS 1.3" in sentence
    assert "no-such-host.invalid:28866: no machine of that name is known" in sentence


async def test_no_address_at_all(bob: Myself) -> None:
    with pytest.raises(LinkError, match="no address is known"):
        await reach([], bob)


async def test_the_door_forgets_who_has_gone() -> None:
    door = Door(Limits(half_open=2, half_open_per_origin=1))
    with door.standing("one") as first, door.standing("one") as second, door.standing("two") as third:
        assert (first, second, third) == (True, False, False)
    with door.standing("one") as again, door.standing("two") as other:
        assert again
        assert other


async def test_what_counts_as_one_origin(autojump_clock: MockClock) -> None:
    """A machine elsewhere may have a whole network of addresses; neighbours share one."""
    own = ["192.168.1.2", "2001:db8:1:2::5"]
    origins = Origins(lambda: own)
    assert origins.of("10.0.0.7") == origins.of("::ffff:10.0.0.7") == "10.0.0.7"
    assert origins.of("fe80::1%lo") == "fe80::1%lo"
    assert origins.of("2001:db8:1:2::9") == "2001:db8:1:2::9"
    assert origins.of("2001:db8:9:9:1:2:3:4") == origins.of("2001:db8:9:9::") == "2001:db8:9:9::/64"
    own[1] = "2001:db8:9:9::5"
    await trio.sleep(LOOK_AGAIN_SECONDS)
    assert origins.of("2001:db8:9:9::7") == "2001:db8:9:9::7"
    assert origins.of("2001:db8:1:2::9") == "2001:db8:1:2::/64"
