"""Trying it out: does mDNS's group hear us, is the port free, does a connection to ourselves arrive?"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Sequence
from contextlib import suppress

import trio

from p2puno.doctor.findings import Finding, Hidden, State, hidden_address
from p2puno.errors import OutsideError
from p2puno.net import listening, multicast
from p2puno.net.addresses import LOOPBACK, Address
from p2puno.net.dialling import ask
from p2puno.net.handshake import LinkError
from p2puno.net.interfaces import OwnAddress
from p2puno.net.limits import DEFAULT_PORT, PORTS_TRIED
from protocol.sentences import Sentence, sentence

ECHO_SECONDS = 1.0
ARRIVE_SECONDS = 2.0
_GREETING = b"p2puno"
_LAST_PORT = DEFAULT_PORT + PORTS_TRIED - 1


# --- mDNS ---------------------------------------------------------------------------------------------


async def try_multicast(own: Sequence[OwnAddress]) -> list[Finding]:
    """Speak to mDNS's group at every address where tables would be announced, and hear it again.

    Whether a switch or an access point passes it on cannot be told from one machine.
    """
    faults: dict[str, OSError | None] = {}

    async def try_one(address: str) -> None:
        faults[address] = await _echo_fault(address)

    async with trio.open_nursery() as nursery:
        for address in multicast.addresses():
            nursery.start_soon(try_one, address)
    virtual = {str(each.ip) for each in own if each.virtual}
    works = any(fault is None for address, fault in faults.items() if address not in virtual)
    return [_multicast(address, fault, works) for address, fault in sorted(faults.items())]


def _multicast(address: str, fault: OSError | None, works: bool) -> Finding:
    shown = hidden_address(address)
    if fault is None:
        told = sentence("{address}: what is sent to all neighbours (mDNS) is heard again.", address=shown)
        return Finding("multicast", State.GOOD, told)
    if fault.errno == errno.EADDRINUSE:
        told = sentence("Another program keeps UDP port {port} for itself.", port=multicast.PORT)
        advice = sentence("Stop it, or type the address of whoever has opened the table.")
        return Finding("multicast", State.BAD, told, advice)
    told = sentence(
        "{address}: what is sent to all neighbours (mDNS) is not heard: {reason}.",
        address=shown,
        reason=_reason(fault),
    )
    advice = sentence(
        "Let UDP port {port} through the firewall of this machine. Without it tables are reached by their "
        "address.",
        port=multicast.PORT,
    )
    return Finding("multicast", State.NOTE if works else State.BAD, told, advice)


def _reason(fault: OSError) -> str | Sentence:
    if isinstance(fault, TimeoutError):
        return sentence("nothing came back")
    return os.strerror(fault.errno) if fault.errno else str(fault)


async def _echo_fault(address: str) -> OSError | None:
    """Why a question to the group is not heard again at this address of ours; None if it is.

    It asks for a service that nobody has, so that no neighbour answers.
    """
    question = _question(f"p2puno-{os.urandom(6).hex()}")
    try:
        with _group_socket(address) as receiver:
            group = (multicast.GROUP_V6, multicast.PORT, 0, multicast.interface_index(address))
            await receiver.sendto(question, group if ":" in address else (multicast.GROUP_V4, multicast.PORT))
            with trio.move_on_after(ECHO_SECONDS):
                while True:
                    data, _sender = await receiver.recvfrom(9000)
                    if data == question:
                        return None
    except OSError as error:
        return error
    return TimeoutError()


def _group_socket(address: str) -> trio.socket.SocketType:
    """A socket at mDNS's port, beside those of other programs; raises OSError."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = socket.socket(family, socket.SOCK_DGRAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind(("", multicast.PORT))
        multicast.join(made, address)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return trio.socket.from_stdlib_socket(made)


def _question(label: str) -> bytes:
    """A DNS message (RFC 1035) that asks for `label`._tcp.local, type PTR, class IN."""
    name = b"".join(bytes([len(part)]) + part.encode() for part in (label, "_tcp", "local"))
    return bytes.fromhex("0000 0000 0001 0000 0000 0000") + name + bytes.fromhex("00 000c 0001")


# --- TCP ----------------------------------------------------------------------------------------------


async def try_ports(own: Sequence[OwnAddress]) -> list[Finding]:
    """Where a table would be open, and whether it can be reached at our own addresses."""
    try:
        listeners = await listening.bind(None, listening.default_ports())
    except OutsideError as error:
        told = sentence("No table can be opened here: {reason}.", reason=str(error))
        advice = sentence("Say a port with `--listen PORT`, or end what keeps these.")
        return [Finding("port", State.BAD, told, advice)]
    port = listening.port_of(listeners)
    found = [await _port_finding(port)]
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(listening.accept_each, listener, _greet, nursery)
        found += [await _arrival(each, port) for each in own if _can_be_dialled(each)]
        nursery.cancel_scope.cancel()
    return found


async def _port_finding(port: int) -> Finding:
    if port == DEFAULT_PORT:
        told = sentence("TCP port {port} is free: a table would be open there.", port=port)
        return Finding("port", State.GOOD, told)
    with suppress(LinkError):
        await ask([Address(LOOPBACK, DEFAULT_PORT)])
        told = sentence("A table is open on this machine already, at port {port}.", port=DEFAULT_PORT)
        return Finding("port", State.GOOD, told)
    told = sentence(
        "TCP port {taken} is in use by another program: a table would be open at {port}.",
        taken=DEFAULT_PORT,
        port=port,
    )
    advice = sentence("Whoever types the address of this machine has to type the port as well.")
    return Finding("port", State.NOTE, told, advice)


def _can_be_dialled(own: OwnAddress) -> bool:
    return not (own.ip.is_loopback or own.ip.is_link_local)


async def _arrival(own: OwnAddress, port: int) -> Finding:
    shown = hidden_address(own.ip)
    reason: object = sentence("nothing came back")
    with trio.move_on_after(ARRIVE_SECONDS):
        try:
            async with await trio.open_tcp_stream(str(own.ip), port) as stream:
                if await stream.receive_some(len(_GREETING)) == _GREETING:
                    told = sentence(
                        "A connection to {address} arrives, as far as this machine can tell.", address=shown
                    )
                    return Finding("firewall", State.GOOD, told)
        except (OSError, trio.BrokenResourceError) as error:
            reason = Hidden(str(error), "[reason]")
    told = sentence("A connection to {address} does not arrive: {reason}.", address=shown, reason=reason)
    advice = sentence(
        "Let TCP ports {first} to {last} through the firewall of this machine, and UDP port {mdns}.",
        first=DEFAULT_PORT,
        last=_LAST_PORT,
        mdns=multicast.PORT,
    )
    return Finding("firewall", State.NOTE if own.virtual else State.BAD, told, advice)


async def _greet(stream: trio.SocketStream) -> None:
    async with stream:
        with suppress(trio.BrokenResourceError):
            await stream.send_all(_GREETING)
