"""Ports to be reached at: the same number for IPv4 and IPv6."""

from __future__ import annotations

import errno
import logging
from collections.abc import Awaitable, Callable, Sequence

import trio

from p2puno.errors import OutsideError
from p2puno.language.texts import _
from p2puno.net.limits import DEFAULT_PORT, PORTS_TRIED

_WINDOWS_PORT_TAKEN = 10013  # WSAEACCES: another process has the port for itself
_ACCEPT_PAUSE_SECONDS = 0.1
_log = logging.getLogger(__name__)
_TAKEN = {errno.EADDRINUSE, _WINDOWS_PORT_TAKEN}


def default_ports() -> range:
    """The fixed port, then those after it, tried in order when none was asked for."""
    return range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED)


async def bind(host: str | None, ports: Sequence[int]) -> list[trio.SocketListener]:
    """Listen at the first of these ports that is free (0: any); without a host, at every address.

    Raises `OutsideError` with a sentence if there is none.
    """
    for port in ports:
        try:
            if host is None:
                return await _bind_everywhere(port)
            return await trio.open_tcp_listeners(port, host=host)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise OutsideError(
                    _("cannot listen at {host}, port {port}: {reason}").format(
                        host=host or _("this machine"), port=port, reason=error.strerror
                    )
                ) from error
    if len(ports) == 1:
        raise OutsideError(
            _("port {port} is in use by another program: choose another with --listen").format(port=ports[0])
        )
    raise OutsideError(
        _("the ports {first} to {last} are all in use: choose another with --listen").format(
            first=ports[0], last=ports[-1]
        )
    )


def port_of(listeners: Sequence[trio.SocketListener]) -> int:
    """The port these listeners share."""
    port: int = listeners[0].socket.getsockname()[1]
    return port


async def _bind_everywhere(port: int) -> list[trio.SocketListener]:
    listeners = await trio.open_tcp_listeners(port, host="0.0.0.0")  # noqa: S104 (a table is for the whole LAN)
    try:
        # Asking for port 0 twice gives two numbers, so IPv6 gets the one that IPv4 has.
        return [*listeners, *await trio.open_tcp_listeners(port_of(listeners), host="::")]
    except OSError as error:
        if error.errno not in _TAKEN:
            return listeners  # a machine without IPv6
        for listener in listeners:
            await listener.aclose()
        raise


async def accept_each(
    listener: trio.SocketListener,
    handler: Callable[[trio.SocketStream], Awaitable[None]],
    nursery: trio.Nursery,
) -> None:
    """Start a handler for every connection; it owns the stream (`trio.serve_listeners` would close it)."""
    async with listener:
        while True:
            try:
                stream = await listener.accept()
            except OSError as error:
                # Out of file descriptors or memory: others may give some back.
                _log.warning("a connection could not be accepted: %s", error)
                await trio.sleep(_ACCEPT_PAUSE_SECONDS)
            else:
                nursery.start_soon(handler, stream)
