"""Who comes in: what strangers may cost before they are known, and the PIN, if the table has one.

An origin is what one machine cannot have many of, as far as there is such a thing (`Origins`).
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import inf
from typing import Protocol

import trio

from p2puno.net import dialling
from p2puno.net.addresses import Address, own_addresses
from p2puno.net.allowance import Allowance, Allowances
from p2puno.net.handshake import LinkError
from p2puno.net.limits import Limits
from p2puno.net.link import Gate, Link, Myself, Peer, accept
from p2puno.net.messages import Hello, TableInfo
from p2puno.net.pin_guard import PinGuard, PinLock
from protocol.sentences import Sentence

_IPV6_PREFIX = 64
LOOK_AGAIN_SECONDS = 10.0
_log = logging.getLogger(__name__)


class House(Protocol):
    """What decides about those who have shown who they are: the mesh."""

    def table_info(self) -> TableInfo | None: ...
    def objection(self, peer: Peer, origin: str | None = None) -> Sentence | None: ...
    def is_admitted(self, identity: bytes) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Entry:
    """Implements `link.Gate` for one connection."""

    house: House
    guard: PinGuard | None
    origin: str

    def table_info(self) -> TableInfo | None:
        return self.house.table_info()

    def objection(self, peer: Peer) -> Sentence | None:
        return self.house.objection(peer, self.origin)

    def pin_lock(self, hello: Hello) -> PinLock | None:
        """Whoever plays here or has shown the PIN is not asked for it; whoever looks on is each time."""
        guard, known = self.guard, hello.identity
        if guard is None:
            return None
        if not hello.watches and (self.house.is_admitted(known) or guard.has_passed(known)):
            return None
        return PinLock(guard, self.origin)


class Door:
    """Counts connections as they come and those that have not proved who they are, in all and by origin.

    Where somebody of the table has come from before, others who come in crowds do not shut the door.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: Counter[str] = Counter()
        self._arrivals = Allowances(limits.arrivals, limits.origins)
        self._arrivals_in_all = Allowance(limits.arrivals_in_all)
        self._friends: dict[str, None] = {}
        self._origins = Origins()
        self.guard: PinGuard | None = None
        """Asks strangers for the PIN."""

    async def answer(self, stream: trio.SocketStream, me: Myself, house: House) -> Link | None:
        """What becomes of a connection from outside: a link, or nothing."""
        try:
            origin = self._origins.of(stream.socket.getpeername()[0])
        except OSError:  # gone already
            await trio.aclose_forcefully(stream)
            return None
        with self.standing(origin) as allowed:
            if not allowed:
                await trio.aclose_forcefully(stream)
                return None
            try:
                link = await accept(stream, me, self.gate(house, origin), limits=self._limits)
            except LinkError as error:
                _log.debug("%s: %s", origin, error)
                return None
        if link is not None:
            link.origin = origin
        return link

    def befriend(self, hosts: Iterable[str]) -> None:
        """Somebody of the table can be dialled there, and so will come from there."""
        for host in hosts:
            with suppress(ValueError):  # a name
                self._friends[self._origins.of(host)] = None
        while len(self._friends) > self._limits.friends:
            del self._friends[next(iter(self._friends))]

    def gate(self, house: House, origin: str) -> Gate:
        """What one connection from there has to get through."""
        return _Entry(house, self.guard, origin)

    @contextmanager
    def standing(self, origin: str) -> Iterator[bool]:
        """Count one more from there meanwhile; False if that is one too many."""
        self._waiting[origin] += 1
        try:
            yield self._may_stand(origin)
        finally:
            self._waiting[origin] -= 1
            if not self._waiting[origin]:
                del self._waiting[origin]

    def _may_stand(self, origin: str) -> bool:
        if self._waiting[origin] > self._limits.half_open_per_origin:
            return False
        if origin in self._friends:
            return True
        return (
            self._waiting.total() <= self._limits.half_open
            and self._arrivals.take(origin)
            and self._arrivals_in_all.take()
        )


class Origins:
    """Whom an address stands for. One machine has many IPv6 addresses: what comes from another network is
    counted by its network; in one's own network neighbours share that, and are counted by address."""

    def __init__(self, own: Callable[[], Iterable[str]] = own_addresses) -> None:
        self._own = own
        self._networks: frozenset[IPv6Network] = frozenset()
        self._looked_at = -inf

    def of(self, host: str) -> str:
        """Raises ValueError if it is no address."""
        address = ip_address(host)
        if not isinstance(address, IPv6Address) or address.is_link_local:
            return host
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        network = _network(address)
        return str(address) if network in self._neighbourhood() else str(network)

    def _neighbourhood(self) -> frozenset[IPv6Network]:
        """The networks of this machine, which may change."""
        now = trio.current_time()
        if now - self._looked_at >= LOOK_AGAIN_SECONDS:
            own = (ip_address(host) for host in self._own())
            self._networks = frozenset(_network(each) for each in own if isinstance(each, IPv6Address))
            self._looked_at = now
        return self._networks


def _network(address: IPv6Address) -> IPv6Network:
    return IPv6Network((int(address), _IPV6_PREFIX), strict=False)


class Visits:
    """How a peer shows itself to each that it dials: with the PIN, where one has to be said."""

    def __init__(self, me: Myself, limits: Limits) -> None:
        self._me = me
        self._limits = limits
        self._pins: dict[bytes, str] = {}
        self._confirmed: set[bytes] = set()

    def say_pin(self, peer: bytes, pin: str) -> None:
        """Say this PIN to that peer; until it has asked for it and confirmed it, no link with it will do."""
        self._pins[peer] = pin

    async def reach(self, peer: bytes, addresses: Sequence[Address]) -> Link:
        """A link with this peer at one of these addresses; raises `LinkError`."""
        pin = self._pins.get(peer)
        me = replace(self._me, pin=pin, insists=pin is not None and peer not in self._confirmed)
        link = await dialling.reach(addresses, me, expected=peer, limits=self._limits)
        self._confirmed.add(peer)
        return link
