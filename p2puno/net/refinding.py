"""A host that has moved, found again by the announcement of its table."""

from __future__ import annotations

import logging

import trio

from p2puno.net.discovery import Appeared, DiscoveryError, sightings
from p2puno.net.mesh import Mesh

# So long a link is left to heal by itself.
LOST_SECONDS = 5.0
_LOOK_SECONDS = 1.0
_log = logging.getLogger(__name__)


async def keep_finding(mesh: Mesh, host: bytes, token: bytes) -> None:
    """Whenever there is no link to the host, listen for where its table is announced; never returns.

    Without mDNS its old addresses remain, and what others know of it.
    """
    while True:
        if await _lost(mesh, host):
            try:
                await _listen(mesh, host, token)
            except* DiscoveryError as group:
                _log.debug("the host cannot be searched for: %s", group.exceptions[0])
        await trio.sleep(_LOOK_SECONDS)


async def _lost(mesh: Mesh, host: bytes) -> bool:
    """Whether there is no link for some time."""
    with trio.move_on_after(LOST_SECONDS):
        while host not in mesh.linked():  # noqa: ASYNC110 - as below
            await trio.sleep(_LOOK_SECONDS)
        return False
    return True


async def _listen(mesh: Mesh, host: bytes, token: bytes) -> None:
    """Until there is a link again, whoever has made it."""
    async with sightings() as heard, trio.open_nursery() as nursery:
        nursery.start_soon(_until_linked, mesh, host, nursery.cancel_scope)
        async for sighting in heard:
            if isinstance(sighting, Appeared) and sighting.record.token == token:
                mesh.found(host, sighting.record.addresses)


async def _until_linked(mesh: Mesh, host: bytes, search: trio.CancelScope) -> None:
    while host not in mesh.linked():  # noqa: ASYNC110 - the mesh's events are for who plays
        await trio.sleep(_LOOK_SECONDS)
    search.cancel()
