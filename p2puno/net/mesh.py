"""Who is connected: one link to each peer, both sides dialling, and what is passed on for others.

`Mesh` never looks inside what it carries. Its events tell a driver who came, who went and what was said:

- `LinkUp` may come again without a `LinkDown` between: the link is a new one, and what was on its way over
  the old one may be lost. On every `LinkUp` say again what that peer must know.
- `Received` may repeat an item, and items come in no order; who accepts a new one calls `relay` with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import trio

from p2puno.net import listening
from p2puno.net.addresses import Address
from p2puno.net.bearings import Bearings
from p2puno.net.connection import Connection
from p2puno.net.crowd import Crowd
from p2puno.net.door import Door, Visits
from p2puno.net.events import (
    Event,
    LinkDown,
    LinkUp,
    Neighbours,
    Noted,
    Received,
    Superseded,
    Unreachable,
)
from p2puno.net.gallery import Gallery
from p2puno.net.handshake import SUPERSEDED
from p2puno.net.limits import DEFAULT_LIMITS, Limits
from p2puno.net.link import Link, Myself, Peer, supersedes
from p2puno.net.messages import MAX_LINKED, Item, Linked, Located, Note, TableInfo
from p2puno.net.pursuit import Pursuit
from p2puno.net.tls import make_credentials
from p2puno.net.whereabouts import Whereabouts
from protocol.crypto.signing import IdentityKey
from protocol.sentences import Sentence, sentence
from protocol.wire.codec import encode

_EVENTS_HELD = 256


class Mesh:
    """One peer's links. Everything but `listen`, `run` and `flush` returns at once."""

    def __init__(self, key: IdentityKey, incarnation: int, *, limits: Limits = DEFAULT_LIMITS) -> None:
        self._me = Myself(key, incarnation, make_credentials())
        self._limits = limits
        self._connections: dict[bytes, Connection] = {}
        self._admitted: frozenset[bytes] | None = None
        whereabouts = Whereabouts(key, incarnation)
        self._pursuit = Pursuit(
            limits,
            reach=self._reach,
            unlinked=self._unlinked,
            moved=whereabouts.of,
            tell=self._tell_unreachable,
        )
        self._bearings = Bearings(
            key.public, whereabouts, self._pursuit, self._connections, lambda: self._admitted or ()
        )
        self._listeners: list[trio.SocketListener] = []
        self._listens_at: str | None = None
        self._nursery: trio.Nursery | None = None
        self._events: trio.MemorySendChannel[Event]
        self._events, self.events = trio.open_memory_channel[Event](_EVENTS_HELD)
        self.door, self.visits = Door(limits), Visits(self._me, limits)
        self.crowd, self.gallery = Crowd(limits), Gallery(limits)
        """Those who have come, and those who only look on."""
        self.table_info: Callable[[], TableInfo | None] = lambda: None
        """What strangers are told who ask what table is open here."""

    @property
    def identity(self) -> bytes:
        """The public key this peer is known by."""
        return self._me.key.public

    @property
    def port(self) -> int:
        """Where this peer is reachable, 0 if it only dials."""
        return listening.port_of(self._listeners) if self._listeners else 0

    def linked(self) -> frozenset[bytes]:
        """The identities there is a link with now."""
        return frozenset(self._connections)

    # --- running ------------------------------------------------------------------------------------

    async def listen(self, host: str | None = None, port: int | None = None) -> int:
        """Be reachable, from `run` on; the port actually bound. Raises `OutsideError` if there is none.

        Without a host at every address; without a port at the default one or the next free one, 0 for any.
        """
        self._listens_at = host
        self._listeners = await listening.bind(host, listening.default_ports() if port is None else [port])
        return listening.port_of(self._listeners)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Answer, dial and keep links until cancelled; then every link is closed with a farewell."""
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                for listener in self._listeners:
                    nursery.start_soon(listening.accept_each, listener, self._answer, nursery)
                if self._listeners:
                    nursery.start_soon(
                        self._bearings.say, self._listens_at, listening.port_of(self._listeners)
                    )
                self._pursuit.run_in(nursery)
                task_status.started()
                await trio.sleep_forever()
        finally:
            self._nursery = None
            self._pursuit.run_in(None)

    async def flush(self) -> None:
        """Wait until the system has everything that was sent so far; bound it in time, a peer may be deaf."""
        for connection in list(self._connections.values()):
            await connection.outbox.emptied()

    # --- with whom ----------------------------------------------------------------------------------

    def want(self, peer: bytes, addresses: Sequence[Address], *, mutual: bool = False) -> None:
        """Keep a link to this peer by dialling these addresses, the likeliest first; without any, stop.

        `mutual`: the peer will dial as well, so one of the two lets the other go first.
        """
        yields = mutual and bool(self._listeners) and self.identity > peer
        self._pursuit.want(peer, addresses, self._limits.head_start_seconds if yields else 0.0)

    def found(self, peer: bytes, addresses: Sequence[Address]) -> None:
        """A wanted peer may be at these addresses now, whoever says so."""
        self._pursuit.found(peer, addresses)

    def addresses(self, peer: bytes) -> tuple[Address, ...]:
        """Where a wanted peer may be, the latest first."""
        return self._pursuit.addresses(peer)

    def admit(self, keys: Iterable[bytes] | None) -> None:
        """Link with these identities only and drop all others; None: with anybody, as before the game."""
        self._admitted = None if keys is None else frozenset(keys)
        self.crowd.seated = self._admitted or ()
        self.door.befriend(each.host for key in self.crowd.seated for each in self.addresses(key))
        for connection in list(self._connections.values()):
            if (objection := self._stranger(connection.peer)) is not None:
                connection.drop(objection, tell=True)
            else:
                self._bearings.tell(connection)

    def objection(self, peer: Peer, origin: str | None = None) -> Sentence | None:
        """Why a peer that has proved itself is not linked with, as a sentence for it (`door.House`)."""
        if peer.watches:
            return self.gallery.objection(origin)
        current = self._connections.get(peer.identity)
        if current is None:
            if (full := self.crowd.objection(peer.identity, origin)) is not None:
                return full
        elif not supersedes(peer, current.link.peer, self.identity):
            if peer.incarnation < current.link.peer.incarnation:
                return sentence(SUPERSEDED)
            return sentence("we are linked already")
        return self._stranger(peer.identity)

    def is_admitted(self, identity: bytes) -> bool:
        """Whether this is one of the table's identities, once its game has begun."""
        return self._admitted is not None and identity in self._admitted

    def _stranger(self, identity: bytes) -> Sentence | None:
        if self._admitted is None or identity in self._admitted:
            return None
        return sentence("the game is on, and only its players may connect")

    def hand_over(self, unread: Iterable[Received]) -> None:
        """Let the next reader of `events` begin as if it had been there from the start.

        It is told of the links that are up, and of items that the reader before it had no use for. What does
        not fit is left out: items may be lost on a bad link as well.
        """
        events: list[Event] = [*map(LinkUp, self._connections), *unread]
        with suppress(trio.WouldBlock):
            for event in events:
                self._events.send_nowait(event)

    # --- what is said -------------------------------------------------------------------------------

    def send(self, peer: bytes, payload: bytes) -> None:
        """Say this to one peer as our own item; if there is no link it is dropped."""
        self._put(peer, Item(self.identity, payload))

    def note(self, peer: bytes, payload: bytes) -> None:
        """Say this to one peer outside the table's talk (the lobby); if there is no link it is dropped."""
        self._put(peer, Note(payload))

    def publish(self, payload: bytes) -> None:
        """Say this to every linked peer as our own item."""
        item = encode(Item(self.identity, payload))
        for connection in self._connections.values():
            connection.put(item)

    def relay(self, received: Received) -> None:
        """Pass an item on to the linked peers that, by their own word, are not linked with its origin."""
        item = encode(Item(received.origin, received.payload))
        for connection in self._connections.values():
            knows = {connection.peer, *connection.neighbours}
            if connection.peer != received.peer and received.origin not in knows:
                connection.put(item)

    def drop(self, peer: bytes, reason: Sentence | str) -> None:
        """Close the link to this peer and tell it why; whether it may come back is for `admit` to say."""
        if (connection := self._connections.get(peer)) is not None:
            connection.drop(reason, tell=True)

    def _put(self, peer: bytes, message: Item | Note) -> None:
        if (connection := self._connections.get(peer)) is not None:
            connection.put(encode(message))

    # --- making links -------------------------------------------------------------------------------

    async def _answer(self, stream: trio.SocketStream) -> None:
        """One connection from outside, until it is a link or nothing."""
        link = await self.door.answer(stream, self._me, self)
        if link is not None and link.peer.watches:
            await self.gallery.serve(link)
        elif link is not None:
            self._adopt(link)

    async def _reach(self, peer: bytes, addresses: Sequence[Address]) -> None:
        """Dial a wanted peer once; raises `LinkError`."""
        self._adopt(await self.visits.reach(peer, addresses))

    async def _tell_unreachable(self, event: Unreachable) -> None:
        if event.peer not in self._connections:
            await self._events.send(event)

    async def _unlinked(self, peer: bytes) -> None:
        while (connection := self._connections.get(peer)) is not None:
            await connection.ended.wait()

    def _adopt(self, link: Link) -> None:
        """Make a new link the one to its peer, unless there is a better one."""
        assert self._nursery is not None
        identity = link.peer.identity
        objection = self.objection(link.peer, link.origin)
        if objection is not None:
            self._nursery.start_soon(link.aclose, str(objection))
            return
        if (crowded_out := self.crowd.enter(identity, link.origin)) is not None:
            self.drop(crowded_out, sentence("others need the room here"))
        replaced = self._connections.get(identity)
        self._connections[identity] = connection = Connection(link, self._limits)
        if replaced is not None:
            replaced.drop(sentence("replaced by a newer link"), tell=True)
        self._announce()
        self._bearings.tell(connection)
        self._nursery.start_soon(connection.write)
        self._nursery.start_soon(self._serve, connection)

    async def _serve(self, connection: Connection) -> None:
        """Keep one link until it ends. An old link's end says nothing about the one that replaced it."""
        assert self._nursery is not None
        try:
            await connection.run(self._listen_to)
        finally:
            self._nursery.start_soon(connection.close)
            was_current = self._connections.get(connection.peer) is connection
            if was_current:
                del self._connections[connection.peer]
                self.crowd.leave(connection.peer)
                self._announce()
            connection.ended.set()
        if was_current:
            end = LinkDown(connection.peer, connection.sentence, connection.on_purpose)
            await self._events.send(end)

    async def _listen_to(self, connection: Connection) -> None:
        """Turn what a peer says into events; a driver that is slow to take them slows that peer down."""
        await self._events.send(LinkUp(connection.peer))
        while True:
            match await connection.receive():
                case Item(origin, payload):
                    await self._events.send(Received(connection.peer, origin, payload))
                case Note(payload):
                    await self._events.send(Noted(connection.peer, payload))
                case Located() as located:
                    if self._bearings.hear(connection, located):
                        await self._events.send(Superseded())
                case Linked(keys):
                    connection.neighbours = frozenset(keys)
                    await self._events.send(Neighbours(connection.peer, connection.neighbours))

    def _announce(self) -> None:
        linked = encode(Linked(tuple(sorted(self._connections)[:MAX_LINKED])))
        for connection in self._connections.values():
            connection.put(linked)
