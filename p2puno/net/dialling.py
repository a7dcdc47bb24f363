"""Reaching a peer that may be at several addresses, most of them perhaps dead."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import trio

from p2puno.language.speech import semicolons
from p2puno.language.texts import Text, _
from p2puno.net.addresses import Address
from p2puno.net.handshake import LinkError, RefusedError
from p2puno.net.limits import DEFAULT_LIMITS, Limits
from p2puno.net.link import Link, Myself, ask_over, dial
from p2puno.net.messages import TableInfo
from p2puno.net.pin_exchange import PinError

T = TypeVar("T")

# How long the next address waits for the one before it (RFC 8305, section 5).
_STAGGER_SECONDS = 0.25

_REASONS = {
    errno.ECONNREFUSED: Text("nothing listens there"),
    errno.EHOSTUNREACH: Text("that machine does not answer"),
    errno.ENETUNREACH: Text("there is no network that leads there"),
}


async def reach(
    addresses: Sequence[Address],
    me: Myself,
    *,
    expected: bytes | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Link:
    """A link with whoever answers at one of these addresses and is `expected`; raises `LinkError`."""

    async def attempt(stream: trio.SocketStream) -> Link:
        return await dial(stream, me, expected=expected, limits=limits)

    _, link = await _first_success(addresses, attempt, limits)
    return link


async def ask(
    addresses: Sequence[Address], *, token: bytes | None = None, limits: Limits = DEFAULT_LIMITS
) -> tuple[Address, TableInfo]:
    """Which of these addresses answers, and with what table; raises `LinkError`.

    With a token only the table that has it will do.
    """

    async def attempt(stream: trio.SocketStream) -> TableInfo:
        info = await ask_over(stream, limits=limits)
        if token is not None and info.token != token:
            raise LinkError(_("another table is open there"))
        return info

    return await _first_success(addresses, attempt, limits)


async def _first_success(
    addresses: Sequence[Address], attempt: Callable[[trio.SocketStream], Awaitable[T]], limits: Limits
) -> tuple[Address, T]:
    """Connect to whichever address answers first; if the attempt fails there, to the others."""
    failures: dict[Address, LinkError] = {}
    while left := [address for address in addresses if address not in failures]:
        connected = await _connect_first(left, failures, limits)
        if connected is None:
            break
        address, stream = connected
        try:
            return address, await attempt(stream)
        except PinError:
            raise  # the same PIN is not tried at one address after the other
        except LinkError as error:
            failures[address] = error
    raise _summary(failures)


async def _connect_first(
    addresses: Sequence[Address], failures: dict[Address, LinkError], limits: Limits
) -> tuple[Address, trio.SocketStream] | None:
    """Start one connection after the other; the first to stand wins, the others are given up."""
    winner: tuple[Address, trio.SocketStream] | None = None

    async def connect(address: Address, failed: trio.Event) -> None:
        nonlocal winner
        try:
            stream = await _connect(address, limits)
        except LinkError as error:
            failures[address] = error
            failed.set()
            return
        if winner is None:
            winner = address, stream
            nursery.cancel_scope.cancel()
        else:
            await trio.aclose_forcefully(stream)

    try:
        async with trio.open_nursery() as nursery:
            for address in addresses:
                failed = trio.Event()
                nursery.start_soon(connect, address, failed)
                with trio.move_on_after(_STAGGER_SECONDS):
                    await failed.wait()
    except BaseException:  # cancelled from outside, perhaps just after somebody won
        if winner is not None:
            await trio.aclose_forcefully(winner[1])
        raise
    return winner


async def _connect(address: Address, limits: Limits) -> trio.SocketStream:
    try:
        with trio.fail_after(limits.connect_seconds):
            return await trio.open_tcp_stream(address.host, address.port)
    except trio.TooSlowError as error:
        raise LinkError(_("that machine does not answer")) from error
    except OSError as error:
        raise LinkError(_reason(error)) from error


def _reason(error: OSError) -> str:
    """Why, in words: trio's own message only says that it tried, the system's is in the cause."""
    if isinstance(error, socket.gaierror):
        return _("no machine of that name is known")
    cause = error.__cause__
    causes = cause.exceptions if isinstance(cause, BaseExceptionGroup) else (cause or error,)
    code = next((each.errno for each in causes if isinstance(each, OSError) and each.errno), None)
    return str(_REASONS.get(code, os.strerror(code))) if code is not None else str(error)


def _summary(failures: dict[Address, LinkError]) -> LinkError:
    """One error for all addresses; a refusal by one is worth more than the others being dead."""
    if not failures:
        return LinkError(_("no address is known to dial"))
    for address, error in failures.items():
        if isinstance(error, RefusedError):
            return type(error)(f"{address}: {error}")
    return LinkError(semicolons([f"{address}: {error}" for address, error in failures.items()]))
