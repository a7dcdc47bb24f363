"""Tables found by real mDNS on 127.0.0.1, and a browser that broken neighbours do not stop.

Other tests may announce tables on the same loopback at the same time, so every test looks for its own tokens
only. Nothing sleeps for luck: a test waits for news of its tables.
"""

from __future__ import annotations

import errno
import gc
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeVar

import pytest
import trio
import zeroconf

from p2puno.net import discovery, interfaces, refinding
from p2puno.net.addresses import Address
from p2puno.net.discovery import DiscoveryError, announced, sightings
from p2puno.net.events import LinkUp
from p2puno.net.limits import LINK_VERSION
from p2puno.net.messages import TableInfo
from p2puno.net.record import TableRecord, to_properties
from p2puno.net.tables import News, TableGone, TableSeen, TableUnfit, browse, find_tables
from tests.net.link_kit import INFO
from tests.net.mesh_kit import Node, make_node, running

LOOPBACK = ["127.0.0.1"]
DEAD = "127.0.0.2"  # nobody listens at this loopback address
N = TypeVar("N", bound=News)


@asynccontextmanager
async def open_table(name: str = "a") -> AsyncIterator[tuple[Node, TableInfo, TableRecord]]:
    """A mesh on loopback that says what table is open there, and the record to announce it with."""
    node = await make_node(name)
    info = replace(INFO, token=os.urandom(16), host=node.mesh.identity)
    node.mesh.table_info = lambda: info
    async with running(node):
        yield node, info, TableRecord(info.token, info.name, (DEAD, "127.0.0.1"), node.addresses[0].port)


async def news_of(token: bytes, kind: type[N], news: trio.MemoryReceiveChannel[News]) -> N:
    """Wait for this kind of news of this table."""
    async for item in news:
        about = item.info.token if isinstance(item, TableSeen) else item.token
        if about == token and isinstance(item, kind):
            return item
    raise AssertionError("the browser has stopped")


async def test_a_table_is_found_changes_and_goes() -> None:
    async with (
        open_table() as (node, info, record),
        browse(interfaces=LOOPBACK, ask_again_seconds=0.1) as news,
    ):
        async with announced(record, interfaces=LOOPBACK) as announcement:
            seen = await news_of(info.token, TableSeen, news)
            assert seen.info == info
            assert seen.address == node.addresses[0]  # the one that answers, of the two announced
            assert {address.host for address in seen.addresses} == {DEAD, "127.0.0.1"}
            await announcement.settled.wait()
            assert announcement.trouble is None
            fuller = replace(info, players=("Ann", "Bob"))
            node.mesh.table_info = lambda: fuller
            assert (await news_of(info.token, TableSeen, news)).info == fuller
        assert await news_of(info.token, TableGone, news) == TableGone(info.token)


async def test_a_table_that_does_not_answer_is_not_shown() -> None:
    """As after a crash: the record is still about, but nobody is at home. It is shown once it answers."""
    async with (
        open_table() as (node, info, record),
        browse(interfaces=LOOPBACK, ask_again_seconds=0.1) as news,
    ):
        node.mesh.table_info = lambda: None
        async with announced(record, interfaces=LOOPBACK) as announcement:
            await announcement.settled.wait()
            with trio.move_on_after(0.5):
                await news_of(info.token, TableSeen, news)
                raise AssertionError("shown without an answer")
            node.mesh.table_info = lambda: info
            assert (await news_of(info.token, TableSeen, news)).info == info
            node.mesh.table_info = lambda: None
            assert await news_of(info.token, TableGone, news) == TableGone(info.token)


async def test_a_record_that_leads_to_another_table_is_not_shown() -> None:
    async with open_table() as (_, other, record), open_table("b") as (_, info, honest):
        lure = replace(record, token=os.urandom(16))
        async with (
            announced(lure, interfaces=LOOPBACK),
            announced(honest, interfaces=LOOPBACK),
            browse(interfaces=LOOPBACK, ask_again_seconds=0.1) as news,
        ):
            seen = set()
            async for item in news:
                if isinstance(item, TableSeen):
                    seen.add(item.info.token)
                if info.token in seen:
                    break
            assert lure.token not in seen
            assert other.token not in seen


async def test_one_table_announced_twice_is_one_table_and_ones_own_is_left_out() -> None:
    async with open_table() as (_, info, record), open_table("b") as (_, mine, own):
        again = zeroconf.ServiceInfo(
            discovery.SERVICE,
            f"again-{info.token.hex()[:12]}.{discovery.SERVICE}",
            port=record.port,
            properties=to_properties(record),
            server=f"again-{info.token.hex()[:12]}.local.",
            parsed_addresses=["127.0.0.3"],
        )
        async with (
            announced(own, interfaces=LOOPBACK),
            announced(record, interfaces=LOOPBACK) as announcement,
            neighbour() as second,
        ):
            await trio.to_thread.run_sync(lambda: second.register_service(again, cooperating_responders=True))
            await announcement.settled.wait()
            async with browse(own=frozenset({mine.token}), interfaces=LOOPBACK) as news:
                hosts: set[str] = set()
                while hosts != {DEAD, "127.0.0.1", "127.0.0.3"}:
                    seen = await news_of(info.token, TableSeen, news)
                    hosts = {address.host for address in seen.addresses}
                with trio.move_on_after(1):
                    await news_of(mine.token, TableSeen, news)
                    raise AssertionError("one's own table was shown")


@asynccontextmanager
async def neighbour() -> AsyncIterator[zeroconf.Zeroconf]:
    """Another responder on this loopback, to announce what our own code would not."""
    made = await trio.to_thread.run_sync(
        lambda: zeroconf.Zeroconf(LOOPBACK, ip_version=zeroconf.IPVersion.V4Only, use_asyncio=False)
    )
    try:
        yield made
    finally:
        await trio.to_thread.run_sync(made.close)


async def test_a_table_of_another_version_is_named_as_such() -> None:
    async with (
        open_table() as (_, info, record),
        announced(replace(record, version=LINK_VERSION + 1), interfaces=LOOPBACK),
        browse(interfaces=LOOPBACK, ask_again_seconds=0.1) as news,
    ):
        unfit = await news_of(info.token, TableUnfit, news)
        assert unfit.name == info.name
        assert f"speaks protocol {LINK_VERSION + 1}, this is {LINK_VERSION}" in unfit.sentence


async def test_an_announcement_follows_the_networks_of_its_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is announced at other addresses, and by other interfaces, as soon as there are others."""
    monkeypatch.setattr(interfaces, "LOOK_SECONDS", 0.05)
    own, speaks_at = [DEAD, "127.0.0.1"], ["127.0.0.2"]
    monkeypatch.setattr(discovery, "announced_addresses", lambda: list(own))
    monkeypatch.setattr(discovery.multicast, "addresses", lambda: list(speaks_at))
    async with (
        open_table() as (_, info, record),
        announced(replace(record, hosts=()), follows=True) as announcement,
    ):
        await announcement.settled.wait()
        own[0], speaks_at[0] = "127.0.0.3", "127.0.0.1"
        async with browse(interfaces=LOOPBACK, ask_again_seconds=0.1) as news:
            hosts: set[str] = set()
            while not hosts >= {"127.0.0.1", "127.0.0.3"}:  # an old one may stay in the cache for a moment
                seen = await news_of(info.token, TableSeen, news)
                hosts = {address.host for address in seen.addresses}


async def test_a_host_that_has_moved_is_found_by_its_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    """All its old addresses are dead, and nobody is left who knows better."""
    monkeypatch.setattr(refinding, "LOST_SECONDS", 0.1)
    monkeypatch.setattr(discovery.multicast, "addresses", lambda: LOOPBACK)
    guest = await make_node("g")
    async with open_table() as (node, info, record), running(guest), trio.open_nursery() as nursery:
        host = node.mesh.identity
        guest.mesh.want(host, [Address(DEAD, 1)])
        nursery.start_soon(refinding.keep_finding, guest.mesh, host, info.token)
        async with announced(record, interfaces=LOOPBACK):
            assert (await guest.until(LinkUp)).peer == host
        nursery.cancel_scope.cancel()


async def test_the_search_ends_soon_after_what_was_searched_for_is_found() -> None:
    async with open_table() as (_, info, record), announced(record, interfaces=LOOPBACK):
        started = trio.current_time()
        found = await find_tables(
            60, settle=0.1, suits=lambda t: t.info.token == info.token, interfaces=LOOPBACK
        )
        assert trio.current_time() - started < 30
        assert info.token in [table.info.token for table in found.tables]


async def test_the_search_ends_when_the_time_is_over() -> None:
    started = trio.current_time()
    await find_tables(0.2, settle=60, suits=lambda _: False, interfaces=LOOPBACK)
    assert trio.current_time() - started >= 0.2


# --- broken neighbours --------------------------------------------------------------------------------


def _broken_records() -> list[zeroconf.ServiceInfo]:
    """Announcements of our service type that are wrong in all sorts of ways."""

    def info(label: str, **fields: object) -> zeroconf.ServiceInfo:
        defaults = {"port": 1, "parsed_addresses": ["127.0.0.1"], "server": f"{label}.local."}
        return zeroconf.ServiceInfo(discovery.SERVICE, f"{label}.{discovery.SERVICE}", **(defaults | fields))

    tag = os.urandom(4).hex()
    return [
        info(f"no-text-{tag}"),
        info(f"odd-text-{tag}", properties=b"\xff" + b"v=1"),
        info(f"bad-utf8-{tag}", properties={"v": "1", "t": "00" * 16, "n": b"\xff\xfe"}),
        info(f"escape-{tag}", properties={"v": "1", "t": "00" * 16, "n": "\x1b[2J"}),
        info(f"no-port-{tag}", port=0, properties={"v": "1", "t": "00" * 16, "n": "x"}),
        info(f"group-{tag}", parsed_addresses=["224.0.0.1"], properties={"v": "1", "t": "00" * 16, "n": "x"}),
    ]


def _garbage_packets() -> list[bytes]:
    """Datagrams that no DNS library should see, to the group that it listens to."""
    header = b"\x00\x00\x84\x00\x00\x00\x00\x01\x00\x00\x00\x00"
    pointer_loop = header + b"\xc0\x0c" + b"\x00\x0c\x00\x01\x00\x00\x00\x78\x00\x02\xc0\x0c"
    return [b"x", header[:11], header, pointer_loop, header + b"\x3f" + b"a" * 10, os.urandom(500)]


async def test_a_neighbours_broken_record_does_not_stop_browsing() -> None:
    async with (
        open_table() as (_, info, record),
        neighbour() as odd,
        browse(interfaces=LOOPBACK, ask_again_seconds=0.1) as news,
    ):
        await trio.to_thread.run_sync(_send_garbage)
        for broken in _broken_records():
            await trio.to_thread.run_sync(
                lambda broken=broken: odd.register_service(broken, cooperating_responders=True)
            )
        async with announced(record, interfaces=LOOPBACK):
            async for item in news:
                assert not isinstance(item, TableSeen) or item.info.token != bytes(16)
                if isinstance(item, TableSeen) and item.info.token == info.token:
                    break


def _send_garbage() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK[0]))
        for packet in _garbage_packets():
            sender.sendto(packet, ("224.0.0.251", 5353))


# --- where discovery is not possible ------------------------------------------------------------------


async def test_without_a_network_there_is_a_sentence_and_no_crash() -> None:
    record = TableRecord(bytes(16), "Anns table", ("192.0.2.77",), 28866)
    async with announced(record, interfaces=["192.0.2.77"]) as announcement:
        await announcement.settled.wait()
        assert announcement.trouble == "no network here takes multicast: tables are found by address only"
    with pytest.raises(DiscoveryError, match="no network here"):
        await find_tables(1, interfaces=["192.0.2.77"])


async def test_an_interface_that_fails_does_not_spoil_the_others() -> None:
    both = ["192.0.2.77", *LOOPBACK]
    async with (
        open_table() as (_, info, record),
        announced(record, interfaces=both),
        browse(interfaces=both) as news,
    ):
        assert (await news_of(info.token, TableSeen, news)).info == info


async def test_a_port_that_another_program_keeps_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_: object, **__: object) -> None:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(discovery.zeroconf, "Zeroconf", taken)
    with pytest.raises(DiscoveryError, match=r"mDNS cannot be used here \(Address already in use\)"):
        async with sightings(interfaces=LOOPBACK):
            pass


async def test_leaving_before_the_announcement_is_made_leaves_nothing_behind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """zeroconf may be in the middle of announcing; closing then must not leave tasks that it complains of."""
    record = TableRecord(os.urandom(16), "Anns table", ("127.0.0.1",), 28866)
    async with announced(record, interfaces=LOOPBACK):
        await trio.sleep(0.05)
    await trio.to_thread.run_sync(gc.collect)
    assert caplog.records == []
