"""Tables on the LAN by mDNS and DNS-SD (RFC 6762, 6763): announcing one's own, hearing of others'.

The only module that knows zeroconf. Its event loop and its callbacks live in threads of their own; what they
hear comes over through a bounded channel. Discovery is a convenience: whatever fails here is a sentence, and
an address can always be typed.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address

import trio
import zeroconf

from p2puno.errors import OutsideError
from p2puno.language.texts import _
from p2puno.net import multicast
from p2puno.net.addresses import announced_addresses
from p2puno.net.interfaces import changed
from p2puno.net.record import TableRecord, read_record, to_properties
from protocol.errors import WireError

SERVICE = "_p2puno._tcp.local."

_RESOLVE_MILLISECONDS = 3000
_CLOSE_SECONDS = 3.0
_HEARD_HELD = 256
_INSTANCES_KNOWN = 256
_RESOLVERS = 8
_log = logging.getLogger(__name__)


class DiscoveryError(OutsideError):
    """Tables can be neither announced nor found here; the sentence says why."""


class Announcement:
    """A table being announced. `trouble` says why nobody will hear of it; `settled` when that is known."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        self.settled = trio.Event()


@dataclass(frozen=True, slots=True)
class Appeared:
    """A service instance describes this table, perhaps in other words than before."""

    instance: str
    record: TableRecord


@dataclass(frozen=True, slots=True)
class Vanished:
    """A service instance is gone."""

    instance: str


Sighting = Appeared | Vanished


@asynccontextmanager
async def announced(
    record: TableRecord, *, interfaces: Sequence[str] | None = None, follows: bool = False
) -> AsyncIterator[Announcement]:
    """Announce a table while the block runs. Nothing in it waits for that.

    follows: it is open at every address of this machine, so what is announced changes with them.
    """
    announcement = Announcement()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_announce, record, interfaces, follows, announcement)
        yield announcement
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def sightings(
    *, interfaces: Sequence[str] | None = None
) -> AsyncIterator[trio.MemoryReceiveChannel[Sighting]]:
    """Hear of tables while the block runs; raises `DiscoveryError` if that is not possible here.

    `interfaces` are addresses of this machine; None: all that neighbours may be behind, as they come and go.
    """
    heard, names = trio.open_memory_channel[tuple[str, bool]](_HEARD_HELD)
    send, receive = trio.open_memory_channel[Sighting](0)
    speaks_at = multicast.addresses() if interfaces is None else interfaces
    async with _responder(speaks_at) as responder, trio.open_nursery() as nursery:
        browser = zeroconf.ServiceBrowser(responder, SERVICE, handlers=[_Ear(heard)])
        try:
            nursery.start_soon(_resolve_all, responder, names, send)
            if interfaces is None:
                nursery.start_soon(_keep_up, responder, speaks_at)
            yield receive
        finally:
            nursery.cancel_scope.cancel()
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(browser.cancel)


async def _announce(
    record: TableRecord, interfaces: Sequence[str] | None, follows: bool, announcement: Announcement
) -> None:
    label = f"p2puno-{record.token.hex()[:12]}"

    def info_of(hosts: Sequence[str]) -> zeroconf.ServiceInfo:
        return zeroconf.ServiceInfo(
            SERVICE,
            f"{label}.{SERVICE}",
            port=record.port,
            properties=to_properties(record),
            server=f"{label}.local.",
            parsed_addresses=list(hosts),
        )

    hosts = announced_addresses() if follows else list(record.hosts)
    speaks_at = multicast.addresses() if interfaces is None else interfaces
    try:
        async with _responder(speaks_at) as responder:
            await trio.to_thread.run_sync(_register, responder, info_of(hosts), abandon_on_cancel=True)
            announcement.settled.set()
            async with trio.open_nursery() as nursery:
                if interfaces is None:
                    nursery.start_soon(_keep_up, responder, speaks_at)
                while follows:
                    hosts = await changed(announced_addresses, hosts)
                    await trio.to_thread.run_sync(_update, responder, info_of(hosts), abandon_on_cancel=True)
                await trio.sleep_forever()
    except DiscoveryError as error:
        announcement.trouble = str(error)
        announcement.settled.set()


def _register(responder: zeroconf.Zeroconf, info: zeroconf.ServiceInfo) -> None:
    try:
        # "Cooperating" leaves out the search for others of the same name (RFC 6762, 8.1), which takes over a
        # second: the name is made of the table's random token (specs/decisions/043).
        responder.register_service(info, cooperating_responders=True)
    except (zeroconf.Error, OSError) as error:
        raise DiscoveryError(
            _("this table could not be announced: {error}").format(error=repr(error))
        ) from error


def _update(responder: zeroconf.Zeroconf, info: zeroconf.ServiceInfo) -> None:
    """The same table at other addresses; what fails now is tried again at the next change."""
    try:
        responder.update_service(info)
    except (zeroconf.Error, OSError) as error:
        _log.debug("the new addresses could not be announced: %r", error)


# --- what zeroconf's threads say ----------------------------------------------------------------------


class _Ear:
    """Passes names of instances from zeroconf's thread to trio's; True: it is there, False: it is gone."""

    def __init__(self, heard: trio.MemorySendChannel[tuple[str, bool]]) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._heard = heard

    def __call__(self, *, name: str, state_change: zeroconf.ServiceStateChange, **_: object) -> None:
        """What zeroconf calls, in its thread."""
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(
                self._put, name, state_change is not zeroconf.ServiceStateChange.Removed
            )

    def _put(self, name: str, there: bool) -> None:
        try:
            self._heard.send_nowait((name, there))
        except trio.WouldBlock:
            _log.debug("too much is announced at once: %s is left out", name)
        except trio.BrokenResourceError:
            pass  # nobody listens any more


async def _resolve_all(
    responder: zeroconf.Zeroconf,
    names: trio.MemoryReceiveChannel[tuple[str, bool]],
    sightings_out: trio.MemorySendChannel[Sighting],
) -> None:
    """Look up each instance that is heard of, some at a time; a slow or broken one holds up no other."""
    known: set[str] = set()
    limiter = trio.CapacityLimiter(_RESOLVERS)
    async with trio.open_nursery() as nursery:
        async for name, there in names:
            if not there:
                known.discard(name)
                await sightings_out.send(Vanished(name))
            elif name in known or len(known) < _INSTANCES_KNOWN:
                known.add(name)
                nursery.start_soon(_resolve, responder, name, limiter, sightings_out)


async def _resolve(
    responder: zeroconf.Zeroconf,
    name: str,
    limiter: trio.CapacityLimiter,
    sightings_out: trio.MemorySendChannel[Sighting],
) -> None:
    try:
        info = await trio.to_thread.run_sync(
            responder.get_service_info,
            SERVICE,
            name,
            _RESOLVE_MILLISECONDS,
            abandon_on_cancel=True,
            limiter=limiter,
        )
        record = (
            None if info is None else read_record(info.properties, info.parsed_scoped_addresses(), info.port)
        )
    except (WireError, zeroconf.Error) as error:
        _log.debug("%s is passed over: %s", name, error)
        return
    if record is not None:
        await sightings_out.send(Appeared(name, record))


# --- opening and closing ------------------------------------------------------------------------------


@asynccontextmanager
async def _responder(interfaces: Sequence[str]) -> AsyncIterator[zeroconf.Zeroconf]:
    """A zeroconf instance with a thread of its own; closing it may say goodbye, and is bounded in time."""
    responder = await trio.to_thread.run_sync(_open, interfaces)
    try:
        yield responder
    finally:
        with trio.CancelScope(shield=True), trio.move_on_after(_CLOSE_SECONDS):
            await trio.to_thread.run_sync(_close, responder, abandon_on_cancel=True)


async def _keep_up(responder: zeroconf.Zeroconf, speaks_at: Sequence[str]) -> None:
    """Speak at the networks there are, while they come and go; it was opened at those of `speaks_at`."""
    while True:
        speaks_at = await changed(multicast.addresses, speaks_at)
        await trio.to_thread.run_sync(_move, responder, speaks_at, abandon_on_cancel=True)


def _open(interfaces: Sequence[str]) -> zeroconf.Zeroconf:
    """Raises `DiscoveryError` where mDNS is not possible."""
    usable = _usable(interfaces)
    if not usable:
        raise DiscoveryError(_("no network here takes multicast: tables are found by address only"))
    try:
        return zeroconf.Zeroconf(usable, ip_version=_version(usable), use_asyncio=False)
    except OSError as error:
        raise DiscoveryError(
            _("mDNS cannot be used here ({reason}): tables are found by address only").format(
                reason=error.strerror
            )
        ) from error


def _move(responder: zeroconf.Zeroconf, interfaces: Sequence[str]) -> None:
    """Speak at these interfaces from now on; where none takes multicast, as before."""
    usable = _usable(interfaces)
    try:
        if usable:
            responder.update_interfaces(usable, _version(usable))
    except (zeroconf.Error, OSError, RuntimeError) as error:
        _log.debug("the networks have changed, but mDNS cannot follow: %r", error)


def _usable(interfaces: Sequence[str]) -> list[str]:
    """Down, virtual and VPN interfaces may refuse."""
    return [address for address in interfaces if multicast.fault(address) is None]


def _version(interfaces: Sequence[str]) -> zeroconf.IPVersion:
    versions = {ip_address(address).version for address in interfaces}
    if versions == {4}:
        return zeroconf.IPVersion.V4Only
    return zeroconf.IPVersion.V6Only if versions == {6} else zeroconf.IPVersion.All


def _close(responder: zeroconf.Zeroconf) -> None:
    try:
        responder.close()
    except zeroconf.Error as error:
        _log.debug("mDNS was not closed in time: %s", error)
