"""Probes against this machine's own loopback, and against things that do not answer."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any, Self

import pytest
import trio

from p2puno.doctor import neighbours, probes
from p2puno.doctor.findings import State
from p2puno.errors import OutsideError
from p2puno.net.addresses import Address
from p2puno.net.discovery import Appeared, DiscoveryError
from p2puno.net.handshake import LinkError, VersionError
from p2puno.net.interfaces import OwnAddress
from p2puno.net.limits import DEFAULT_PORT
from p2puno.net.record import TableRecord
from tests.net.link_kit import INFO

RECORD = TableRecord(b"t" * 16, "Anns table", ("10.0.0.7",), DEFAULT_PORT)


def own(address: str, interface: str = "eth0") -> OwnAddress:
    return OwnAddress(ip_address(address), 24, interface)


# --- mDNS ---------------------------------------------------------------------------------------------


async def test_the_group_is_heard_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes.multicast, "addresses", lambda: ["127.0.0.1"])
    (finding,) = await probes.try_multicast([])
    assert finding.state is State.GOOD


async def test_an_address_that_takes_no_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside one that does it is worth a note; alone it is why nobody is found."""
    monkeypatch.setattr(probes.multicast, "addresses", lambda: ["127.0.0.1", "192.0.2.77"])
    states = [finding.state for finding in await probes.try_multicast([])]
    assert states == [State.GOOD, State.NOTE]
    monkeypatch.setattr(probes.multicast, "addresses", lambda: ["192.0.2.77"])
    (finding,) = await probes.try_multicast([])
    assert finding.state is State.BAD
    assert "No such device" in str(finding.told)


async def test_nothing_comes_back(monkeypatch: pytest.MonkeyPatch, autojump_clock: object) -> None:
    monkeypatch.setattr(probes.multicast, "addresses", lambda: ["127.0.0.1"])
    monkeypatch.setattr(probes, "_question", lambda _: b"never sent")

    class Deaf:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        async def sendto(self, *_: object) -> None:
            pass

        async def recvfrom(self, _size: int) -> tuple[bytes, Any]:
            await trio.sleep(0.3)
            return b"something else", None

    monkeypatch.setattr(probes, "_group_socket", lambda _: Deaf())
    (finding,) = await probes.try_multicast([])
    assert finding.state is State.BAD
    assert "nothing came back" in str(finding.told)


async def test_a_port_that_another_program_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(_: str) -> None:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(probes.multicast, "addresses", lambda: ["127.0.0.1"])
    monkeypatch.setattr(probes, "_group_socket", taken)
    (finding,) = await probes.try_multicast([])
    assert str(finding.told) == "Another program keeps UDP port 5353 for itself."


# --- TCP ----------------------------------------------------------------------------------------------


@contextmanager
def ports(monkeypatch: pytest.MonkeyPatch, first: int) -> Iterator[None]:
    """The default ports begin elsewhere, so that the test needs none of this machine's."""
    with monkeypatch.context() as patch:
        patch.setattr(probes, "DEFAULT_PORT", first)
        patch.setattr(probes.listening, "default_ports", lambda: [first, 0])
        yield


async def _free_port() -> int:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        port: int = listener.socket.getsockname()[1]
        return port


async def test_a_connection_to_ourselves_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "_can_be_dialled", lambda _: True)
    with ports(monkeypatch, await _free_port()):
        port, arrival = await probes.try_ports([own("127.0.0.1", "lo")])
    assert port.state is arrival.state is State.GOOD


async def test_a_connection_that_does_not_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "_can_be_dialled", lambda _: True)

    async def refused(*_: object) -> None:
        raise OSError(errno.ECONNREFUSED, "refused at 127.0.0.1")

    monkeypatch.setattr(probes.trio, "open_tcp_stream", refused)
    with ports(monkeypatch, await _free_port()):
        _, real, vpn = await probes.try_ports([own("127.0.0.1", "lo"), own("127.0.0.1", "tun0")])
    assert (real.state, vpn.state) == (State.BAD, State.NOTE)
    assert "refused at" in str(real.told)
    assert "refused at" not in str(real.redacted().told)


async def test_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    (listener,) = await trio.open_tcp_listeners(0, host="0.0.0.0")
    async with listener:
        taken = listener.socket.getsockname()[1]
        asked: list[Address] = []

        async def ask(addresses: list[Address]) -> None:
            asked.extend(addresses)
            raise LinkError("no table")

        monkeypatch.setattr(probes, "ask", ask)
        with ports(monkeypatch, taken):
            (finding,) = await probes.try_ports([])
            assert f"TCP port {taken} is in use by another program" in str(finding.told)

            async def answers(_: list[Address]) -> None:
                pass

            monkeypatch.setattr(probes, "ask", answers)
            (finding,) = await probes.try_ports([])
            assert "A table is open on this machine already" in str(finding.told)
    assert asked == [Address("127.0.0.1", taken)]


async def test_no_port_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    async def none(*_: object) -> None:
        raise OutsideError("the ports 1 to 2 are all in use")

    monkeypatch.setattr(probes.listening, "bind", none)
    (finding,) = await probes.try_ports([])
    assert finding.state is State.BAD
    assert "--listen PORT" in str(finding.advice)


# --- neighbours ---------------------------------------------------------------------------------------


class Announced:
    """What is heard, instead of mDNS."""

    def __init__(self, *records: TableRecord) -> None:
        self._records = records

    def __call__(self) -> Announced:
        return self

    async def __aenter__(self) -> trio.MemoryReceiveChannel[Appeared]:
        send, receive = trio.open_memory_channel[Appeared](len(self._records))
        for record in self._records:
            send.send_nowait(Appeared("x", record))
        send.close()
        return receive

    async def __aexit__(self, *_: object) -> None:
        pass


async def test_no_table_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "sightings", Announced())
    (finding,) = await neighbours.try_neighbours()
    assert (finding.topic, finding.state) == ("tables", State.NOTE)


@pytest.mark.parametrize(
    ("error", "state", "told"),
    [
        (None, State.GOOD, "Anns table answers at 10.0.0.7."),
        (LinkError("10.0.0.7: dead"), State.NOTE, "is announced, but does not answer: 10.0.0.7: dead."),
        (VersionError("too old"), State.NOTE, "Anns table does not fit: too old."),
    ],
)
async def test_a_table_that_is_announced_is_asked(
    error: LinkError | None, state: State, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(addresses: tuple[Address, ...], *, token: bytes) -> tuple[Address, object]:
        assert (addresses, token) == (RECORD.addresses, RECORD.token)
        if error is not None:
            raise error
        return addresses[0], INFO

    monkeypatch.setattr(neighbours, "ask", ask)
    monkeypatch.setattr(neighbours, "sightings", Announced(RECORD))
    (finding,) = await neighbours.try_neighbours()
    assert finding.state is state
    assert told in str(finding.told)
    redacted = str(finding.redacted().told)
    assert "Anns" not in redacted
    assert "10.0.0.7" not in redacted


async def test_where_no_search_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible() -> None:
        raise DiscoveryError("no network here takes multicast")

    monkeypatch.setattr(neighbours, "sightings", impossible)
    (finding,) = await neighbours.try_neighbours()
    assert finding.state is State.BAD
    assert "no network here takes multicast" in str(finding.told)
