"""Meshes on loopback for the tests, and waiting for what they say.

Nothing sleeps for luck: a test waits for an event; `conftest` ends one that waits in vain.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

import trio

from p2puno.net.addresses import Address
from p2puno.net.events import Event
from p2puno.net.limits import Limits
from p2puno.net.mesh import Mesh
from protocol.crypto.signing import IdentityKey

E = TypeVar("E", bound=Event)

QUICK = replace(Limits(), pauses=(0.01, 0.02, 0.05), head_start_seconds=0.0)


def key(name: str) -> IdentityKey:
    """An identity of its own for every name of one letter."""
    return IdentityKey(name.encode() * 32)


# Names whose public keys are in this order, smallest first.
SMALL, MIDDLE, LARGE = sorted("abc", key=lambda name: key(name).public)


@dataclass
class Node:
    """A running mesh, where it listens, and every event it has told so far."""

    mesh: Mesh
    addresses: tuple[Address, ...] = ()
    seen: list[Event] = field(default_factory=list)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    async def until(self, wanted: type[E], condition: Callable[[E], bool] = lambda _: True) -> E:
        """The next event of this kind for which the condition holds."""
        while True:
            event = await self.mesh.events.receive()
            self.seen.append(event)
            if isinstance(event, wanted) and condition(event):
                return event

    def told(self, kind: type[E]) -> list[E]:
        """The events of this kind seen so far."""
        return [event for event in self.seen if isinstance(event, kind)]


@asynccontextmanager
async def running(*nodes: Node) -> AsyncIterator[None]:
    """Run these meshes; one that the test stops by its scope does not stop the others."""
    async with trio.open_nursery() as nursery:
        for node in nodes:
            await nursery.start(_run, node)
        yield
        nursery.cancel_scope.cancel()


async def _run(node: Node, task_status: trio.TaskStatus[None]) -> None:
    with node.scope:
        await node.mesh.run(task_status=task_status)


async def make_node(name: str, *, incarnation: int = 1, listens: bool = True, limits: Limits = QUICK) -> Node:
    """A mesh of this name, listening on loopback at any free port unless it only dials."""
    mesh = Mesh(key(name), incarnation, limits=limits)
    node = Node(mesh)
    if listens:
        node.addresses = (Address("127.0.0.1", await mesh.listen("127.0.0.1", 0)),)
    return node
