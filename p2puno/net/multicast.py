"""mDNS's groups (RFC 6762): at which of this machine's addresses one may speak to them."""

from __future__ import annotations

import socket
import struct
from ipaddress import ip_address

from p2puno.net.addresses import LOOPBACK, rank_own
from p2puno.net.interfaces import OwnAddress, own_interfaces

GROUP_V4 = "224.0.0.251"
GROUP_V6 = "ff02::fb"
PORT = 5353


def addresses() -> list[str]:
    """Where neighbours may hear mDNS from this machine; loopback if there is nothing else.

    Every IPv4 address that `rank_own` knows, and of every interface one IPv6 address: the link-local one, if
    it has one.
    """
    own = [each for each in own_interfaces() if not each.ip.is_loopback and not each.ip.is_unspecified]
    v4 = {str(each.ip) for each in own if each.ip.version == 4 and rank_own(each) is not None}
    v6: dict[str, OwnAddress] = {}
    for each in own:
        if each.ip.version == 6 and not (each.interface in v6 and v6[each.interface].ip.is_link_local):
            v6[each.interface] = each
    return sorted(v4) + sorted({str(each.ip) for each in v6.values()}) or [LOOPBACK]


def fault(address: str) -> OSError | None:
    """Why mDNS's group cannot be joined at this address of ours; None if it can."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            join(probe, address)
            probe.bind((address, 0, 0, interface_index(address)) if ":" in address else (address, 0))
    except OSError as error:
        return error
    return None


def join(receiver: socket.socket, address: str) -> None:
    """Join the group, and send to it, by the interface that has this address; raises OSError."""
    if ":" in address:
        index = struct.pack("@I", interface_index(address))
        group = socket.inet_pton(socket.AF_INET6, GROUP_V6)
        receiver.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group + index)
        receiver.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
    else:
        own = socket.inet_aton(address)
        receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP_V4) + own)
        receiver.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)


def interface_index(address: str) -> int:
    """The index of the interface that has this address; 0, the system's choice, if none has it any more."""
    ip = ip_address(address)
    return next((own.index for own in own_interfaces() if own.ip == ip), 0)
