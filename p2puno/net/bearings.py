"""What linked peers tell each other of where they are (`whereabouts`), and what a mesh makes of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import trio

from p2puno.language.speech import said
from p2puno.net.addresses import Address, own_addresses
from p2puno.net.connection import Connection
from p2puno.net.handshake import LinkError
from p2puno.net.interfaces import changed
from p2puno.net.messages import Located
from p2puno.net.pursuit import Pursuit
from p2puno.net.whereabouts import Whereabouts, location_of
from protocol.crypto.signing import SignatureError
from protocol.wire.codec import encode


class Bearings:
    """`connections` are those there are now; `table` gives the identities of a game that is on."""

    def __init__(
        self,
        identity: bytes,
        whereabouts: Whereabouts,
        pursuit: Pursuit,
        connections: Mapping[bytes, Connection],
        table: Callable[[], Collection[bytes]],
    ) -> None:
        self._identity = identity
        self._whereabouts = whereabouts
        self._pursuit = pursuit
        self._connections = connections
        self._table = table

    async def say(self, host: str | None, port: int) -> None:
        """Tell all where this peer can be dialled; without a `host` again whenever its addresses change."""
        hosts = own_addresses() if host is None else [host]
        while True:
            located = encode(self._whereabouts.move(Address(each, port) for each in hosts))
            for connection in self._connections.values():
                connection.put(located)
            if host is not None:
                return
            hosts = await changed(own_addresses, hosts)

    def tell(self, connection: Connection) -> None:
        """Where this peer is; to somebody of the table, where all others of it are as well."""
        keys = {self._identity, *self._table()} - {connection.peer}
        for located in self._whereabouts.told(sorted(keys)):
            connection.put(encode(located))

    def hear(self, connection: Connection, located: Located) -> bool:
        """Somebody says where a peer is; raises `WireError`, or `LinkError` for what is forged.

        True: a program that was started later plays as this peer.
        """
        location = location_of(located)
        peer, at_table = location.identity, location.identity in self._table()
        if peer == self._identity:
            return self._whereabouts.is_later(located, location)
        if not (at_table or self._pursuit.wants(peer)):
            return False
        try:
            news = self._whereabouts.take(located, location, trio.current_time())
        except SignatureError as error:
            raise LinkError(said(error)) from error
        if news:
            self._pursuit.hurry(peer)
            for other in self._connections.values():
                if at_table and other.peer not in (connection.peer, peer):
                    other.put(encode(located))
        return False
