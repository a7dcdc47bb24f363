"""This machine's network interfaces with their addresses, and waiting until they change."""

from __future__ import annotations

import ipaddress
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import ifaddr
import trio

T = TypeVar("T")

# Nothing tells a program of a change on every system, so it looks: often enough that nobody has to wait.
LOOK_SECONDS = 3.0

# Adapters whose addresses seldom lead to the neighbours: containers, virtual machines, VPNs.
_VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vbox|virtualbox|vethernet|lxc|lxd|podman|cni|tun|tap|utun|wg|tailscale|zt|ppp",
    re.IGNORECASE,
)

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address of this machine, without a zone, and the interface that has it.

    `nice_name` is what a person may know the interface by; it differs from `interface` on Windows only.
    """

    ip: Ip
    prefix: int
    interface: str
    nice_name: str = ""
    index: int = 0

    @property
    def zone(self) -> str:
        """What stands behind the `%` of a link-local address here."""
        return str(self.index) if sys.platform == "win32" else self.interface

    @property
    def network(self) -> Network:
        """The neighbours that this address is shared with."""
        return ipaddress.ip_network(f"{self.ip}/{self.prefix}", strict=False)

    @property
    def virtual(self) -> bool:
        """Whether its interface seldom leads to the neighbours."""
        return is_virtual(f"{self.interface} {self.nice_name}")


def is_virtual(names: str) -> bool:
    """Whether one of these words for an interface is that of a container, a VPN and the like."""
    return any(_VIRTUAL.match(word) for word in names.split())


def own_interfaces() -> list[OwnAddress]:
    """Every address of every interface, loopback included, in the system's order."""
    found = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            text = entry.ip[0] if isinstance(entry.ip, tuple) else entry.ip
            ip = ipaddress.ip_address(text.partition("%")[0])
            index = adapter.index or 0
            found.append(OwnAddress(ip, entry.network_prefix, adapter.name, adapter.nice_name, index))
    return found


async def changed(look: Callable[[], T], before: T) -> T:
    """Wait until what `look` sees is not what was seen `before`; what is seen then.

    before: what has been acted on. Looking for it only when the waiting begins would miss a change before.
    """
    while True:
        now = look()
        if now != before:
            return now
        await trio.sleep(LOOK_SECONDS)
