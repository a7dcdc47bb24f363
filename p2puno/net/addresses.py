"""Addresses people type, and the addresses of this machine that others may reach it at."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass

from p2puno.errors import UsageError
from p2puno.language.texts import _
from p2puno.net.interfaces import OwnAddress, own_interfaces
from p2puno.net.limits import DEFAULT_PORT

LOOPBACK = "127.0.0.1"

_PORT = re.compile(r"[0-9]{1,5}")
_HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252}[A-Za-z0-9_.])?")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """Where to dial: an IP address (with its zone, if it is link-local) or a host name, and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Read `HOST`, `HOST:PORT`, `V6`, `[V6]` or `[V6]:PORT`; without a port it is the default one."""
    host, port = _split(text)
    if not _is_host(host):
        raise UsageError(
            _('"{text}" is no address: write HOST, HOST:PORT or [IPv6]:PORT, e.g. {example}').format(
                text=text, example=f"192.168.1.5:{DEFAULT_PORT}"
            )
        )
    return Address(host, DEFAULT_PORT if port is None else _port(port, text))


def parse_target(text: str) -> Address | None:
    """Read what `join` was given: an address if it looks like one, None if it must be a table's name."""
    host, port = _split(text)
    looks_like_one = _is_ip(host) or (port is not None and _PORT.fullmatch(port) and _is_host(host))
    return parse_address(text) if looks_like_one else None


def parse_listen(text: str) -> tuple[str | None, int]:
    """Read `PORT`, `HOST:PORT` or `[V6]:PORT` of `--listen`: the host (None: every address) and the port."""
    if _PORT.fullmatch(text):
        return None, _port(text, text, lowest=0)
    host, port = _split(text)
    if port is None or not _is_host(host):
        raise UsageError(
            _('"{text}" cannot be listened on: write PORT or HOST:PORT, e.g. {port}').format(
                text=text, port=DEFAULT_PORT
            )
        )
    return host, _port(port, text, lowest=0)


def literal_ip(text: str) -> str | None:
    """The canonical form of an IP address that can be dialled from elsewhere, or None.

    Addresses that other peers name must be of this kind: no host name is looked up on a stranger's word.
    """
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    if ip.is_multicast or ip.is_unspecified or (ip.version == 6 and ip.is_link_local):
        return None
    return str(ip)


def own_addresses() -> list[str]:
    """This machine's addresses that neighbours may reach, the likeliest first; loopback if there is no other.

    Link-local IPv6 is left out: its zone means nothing to anybody else.
    """
    ranked: dict[str, tuple[bool, int]] = {}
    for own in own_interfaces():
        rank = rank_own(own)
        if rank is not None:
            text = str(own.ip)
            ranked[text] = min(rank, ranked.get(text, rank))
    return sorted(ranked, key=lambda text: (ranked[text], text)) or [LOOPBACK]


def announced_addresses() -> list[str]:
    """What neighbours on the same link may use: beside the others link-local IPv6 addresses, without a zone.

    Whoever hears them knows by which interface they came.
    """
    return [*own_addresses(), *sorted({str(own.ip) for own in _link_local()})]


def link_local_addresses() -> list[str]:
    """Link-local IPv6 addresses of this machine, each with the zone that it has here."""
    return sorted({f"{own.ip}%{own.zone}" for own in _link_local()})


def _link_local() -> list[OwnAddress]:
    return [own for own in own_interfaces() if own.ip.version == 6 and own.ip.is_link_local]


def likeliest_first(hosts: Iterable[str]) -> list[str]:
    """The usable ones among a neighbour's addresses; first those in a network that this machine is in too.

    Link-local IPv6 is of use with the zone it was heard in.
    """
    near = [own.network for own in own_interfaces() if _rank(str(own.ip)) is not None]
    ranked = {
        host: (not any(ipaddress.ip_address(host) in network for network in near), rank)
        for host in hosts
        if (rank := _rank(host)) is not None
    }
    return sorted(ranked, key=lambda host: (ranked[host], host))


def rank_own(own: OwnAddress) -> tuple[bool, int] | None:
    """How unlikely a neighbour is to reach this address of ours; None: not at all."""
    rank = _rank(str(own.ip))
    return None if rank is None or own.ip.is_loopback else (own.virtual, rank)


def _rank(host: str) -> int | None:
    if _has_zone(host):
        return 4
    if literal_ip(host) is None:
        return None
    ip = ipaddress.ip_address(host)
    if ip.version == 6:
        return 2
    return 3 if ip.is_link_local else int(not ip.is_private)


def _has_zone(host: str) -> bool:
    """Whether this is a link-local IPv6 address of which it is known on which link."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return False
    return isinstance(ip, ipaddress.IPv6Address) and ip.is_link_local and bool(ip.scope_id)


def _split(text: str) -> tuple[str, str | None]:
    """Part host and port; a bare IPv6 address has no port."""
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if bracket and (not rest or rest.startswith(":")):
            return host, rest[1:] if rest else None
        return "", None
    if text.count(":") > 1:
        return text, None
    host, colon, port = text.partition(":")
    return host, port if colon else None


def _port(text: str, whole: str, lowest: int = 1) -> int:
    if not _PORT.fullmatch(text) or not lowest <= int(text) <= 65535:
        raise UsageError(
            _('"{whole}" names no port: a port is a number from {lowest} to 65535').format(
                whole=whole, lowest=lowest
            )
        )
    return int(text)


def _is_ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_host(text: str) -> bool:
    return _is_ip(text) or _HOST_NAME.fullmatch(text) is not None
