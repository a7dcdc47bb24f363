"""Where peers can be dialled when their addresses change: each signs where it is, and others pass that on.

Two peers that have both moved find each other again through a third that one of them still reaches. What
somebody signs can only make others dial in vain: a link is made with the right identity or not at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from p2puno.net.addresses import Address
from p2puno.net.lobby import from_reachable, to_reachable
from p2puno.net.messages import Located, Location
from protocol.crypto.signing import IdentityKey, SignatureError, verify_signature
from protocol.wire.codec import decode, encode

CONTEXT = "p2puno link location"
# Of one peer so many statements in so many seconds are heard: who looks every 3 s needs no more.
STATEMENTS, STATEMENT_SECONDS = 16, 40.0


class Whereabouts:
    """The latest statement of each peer, this one included."""

    def __init__(self, key: IdentityKey, incarnation: int) -> None:
        self._key = key
        self._incarnation = incarnation
        self._number = 0
        self._latest: dict[bytes, tuple[Location, Located]] = {}
        self._heard: dict[bytes, deque[float]] = {}

    def move(self, addresses: Iterable[Address]) -> Located:
        """This peer can be dialled there from now on: what the others are to be told."""
        location = Location(self._key.public, self._incarnation, self._number, to_reachable(addresses))
        self._number += 1
        data = encode(location)
        located = Located(data, self._key.sign(CONTEXT, data))
        self._latest[self._key.public] = location, located
        return located

    def take(self, located: Located, location: Location, now: float) -> bool:
        """Keep what `location_of` has read; False if it is no news, or there was too much of it.

        Raises `SignatureError` if it is forged.
        """
        if not self._is_news(location) or self._says_too_much(location.identity, now):
            return False
        verify_signature(location.identity, CONTEXT, located.location, located.signature)
        self._heard.setdefault(location.identity, deque(maxlen=STATEMENTS)).append(now)
        self._latest[location.identity] = location, located
        return True

    def is_later(self, located: Located, location: Location) -> bool:
        """Whether this peer's own key has signed it in a program that was started later."""
        try:
            verify_signature(self._key.public, CONTEXT, located.location, located.signature)
        except SignatureError:
            return False
        return location.incarnation > self._incarnation

    def of(self, peer: bytes) -> tuple[Address, ...]:
        """Where this peer was at last, by its own word; nothing if it has not said so."""
        known = self._latest.get(peer)
        return () if known is None else from_reachable(known[0].reachable)

    def told(self, peers: Iterable[bytes]) -> list[Located]:
        """What is known of these peers, to be said to somebody who may not know it."""
        return [self._latest[peer][1] for peer in peers if peer in self._latest]

    def _is_news(self, location: Location) -> bool:
        known = self._latest.get(location.identity)
        return known is None or _order(known[0]) < _order(location)

    def _says_too_much(self, peer: bytes, now: float) -> bool:
        heard = self._heard.get(peer)
        return heard is not None and len(heard) == STATEMENTS and now - heard[0] < STATEMENT_SECONDS


def location_of(located: Located) -> Location:
    """What is signed there; raises `WireError`."""
    return decode(located.location, Location)


def _order(location: Location) -> tuple[int, int]:
    return location.incarnation, location.number
