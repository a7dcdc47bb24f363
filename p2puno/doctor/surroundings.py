"""The networks this machine is in: what can be told by looking at its interfaces."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address

from p2puno.doctor.findings import Finding, Hidden, State, hidden_address, hidden_list
from p2puno.net.interfaces import OwnAddress
from protocol.sentences import sentence

# Names that every system gives; others may say who somebody is or where they work.
_USUAL_NAME = re.compile(
    r"(lo|eth|wlan|wwan|docker|veth|virbr|vmnet|vboxnet|lxc|tun|tap|utun|wg|zt|ppp|bridge|awdl|llw|en)[0-9]*"
    r"|(en|wl)[ops][0-9]+(s[0-9]+)?(f[0-9]+)?"
)
# Nobody lives there (RFC 5737): asking for the way to it sends nothing.
_FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def look_at(own: Sequence[OwnAddress], source: str | None) -> list[Finding]:
    """Findings about these addresses; `source` is the one from which the rest of the world is reached."""
    real = [each for each in own if not each.ip.is_loopback]
    return [
        *_interfaces(real),
        *_nothing_but(real),
        *_several_networks(real),
        *_way_out(real, source),
    ]


def source_address() -> str | None:
    """Our address when we speak to the rest of the world; None if no way leads there."""
    for family, far_away in _FAR_AWAY.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far_away, 9))
            found: str = probe.getsockname()[0]
            return found
    return None


def shown_name(own: OwnAddress) -> Hidden:
    """The interface by its name; in a report only if the name is a usual one."""
    usual = _USUAL_NAME.fullmatch(own.interface) is not None
    return Hidden(own.nice_name or own.interface, own.interface if usual else "[interface]")


def _interfaces(real: Iterable[OwnAddress]) -> list[Finding]:
    by_name: dict[str, list[OwnAddress]] = {}
    for each in real:
        by_name.setdefault(each.interface, []).append(each)
    return [_interface(found) for found in by_name.values()]


def _interface(found: Sequence[OwnAddress]) -> Finding:
    name = shown_name(found[0])
    addresses = hidden_list(hidden_address(each.ip) for each in found)
    if found[0].virtual:
        told = sentence(
            "{interface} has {addresses}. It is a virtual adapter, of a VPN, of containers or of virtual "
            "machines: neighbours are seldom behind it.",
            interface=name,
            addresses=addresses,
        )
        return Finding("interface", State.NOTE, told)
    return Finding(
        "interface",
        State.GOOD,
        sentence("{interface} has {addresses}.", interface=name, addresses=addresses),
    )


def _nothing_but(real: Sequence[OwnAddress]) -> list[Finding]:
    """What lacks, where nothing that neighbours can use without ado is there."""
    if not real:
        return [
            Finding(
                "network",
                State.BAD,
                sentence("This machine is in no network."),
                sentence("Connect it to the Wi-Fi or by cable. `p2puno play` needs no network."),
            )
        ]
    if all(each.virtual for each in real):
        return [
            Finding(
                "network",
                State.BAD,
                sentence("There are only virtual adapters here, and no way to neighbours on a real network."),
                sentence("Connect this machine to the Wi-Fi or by cable."),
            )
        ]
    if all(each.ip.version == 6 and each.ip.is_link_local for each in real):
        return [
            Finding(
                "network",
                State.NOTE,
                sentence("There are only link-local IPv6 addresses."),
                sentence(
                    "Tables are found all the same; who types an address needs its zone as well, like "
                    "{example}.",
                    example="[fe80::1%eth0]",
                ),
            )
        ]
    if not any(each.ip.version == 4 and not each.ip.is_link_local for each in real) and any(
        each.ip.version == 4 for each in real
    ):
        return [
            Finding(
                "network",
                State.NOTE,
                sentence("This machine has given itself an address: no router has given it one."),
                sentence("If nobody is found, connect again, or look after the router."),
            )
        ]
    return []


def _several_networks(real: Iterable[OwnAddress]) -> list[Finding]:
    names = {each.interface: shown_name(each) for each in real if not each.virtual}
    if len(names) < 2:
        return []
    told = sentence(
        "This machine is in several networks at once: {interfaces}.",
        interfaces=hidden_list(names.values()),
    )
    advice = sentence(
        "A table that is opened here is found in all of them; the others need one of them only."
    )
    return [Finding("networks", State.NOTE, told, advice)]


def _way_out(real: Iterable[OwnAddress], source: str | None) -> list[Finding]:
    """A VPN that takes everything along often takes the neighbours away."""
    if source is None:
        return []
    ip = ip_address(source.partition("%")[0])
    through = next((each for each in real if each.ip == ip), None)
    if through is None or not through.virtual:
        return []
    told = sentence(
        "The way out of this network leads through {interface}, as with a VPN.",
        interface=shown_name(through),
    )
    advice = sentence(
        "If nobody is found, switch the VPN off for the game, or allow the local network in its settings."
    )
    return [Finding("vpn", State.NOTE, told, advice)]
