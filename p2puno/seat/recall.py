"""What a seat that was started again must hear before it signs (specs/table.md, Driver).

Its files may be older than what it has said: a backup that was put back. So every peer it is linked with
first tells in a `Status` what it holds of this seat, and this seat waits until all of that is here. Whoever
was told nothing, or cannot be reached, cannot help.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from p2puno.seat.inbox import Inbox
from p2puno.seat.records import Records
from protocol.table.state import TableState
from protocol.wire.messages import Status

# After the first link, so long the others are waited for whose links are not there yet.
GATHERING_SECONDS = 4.0
# A peer that promises what it does not send, or says nothing, is waited for so long after the last news.
SILENCE_SECONDS = 10.0


@dataclass(slots=True)
class Recall:
    """`remembers`: nothing can have been forgotten, as in a game that this program has begun."""

    seat: int
    peers: frozenset[bytes]
    """The identities of all other seats."""
    inbox: Inbox
    remembers: bool
    clock: Callable[[], float]
    records: Records
    neighbours: dict[bytes, frozenset[bytes]] = field(default_factory=dict[bytes, frozenset[bytes]])
    """With whom each peer says it is linked."""
    _told: dict[bytes, Status] = field(default_factory=dict[bytes, Status])
    _first_link: float = inf
    _last_news: float = inf

    def adopts(self, kind: int, data: bytes) -> bool:
        """Put down again what this seat had forgotten; False if it knows all: then somebody else said it."""
        if not self.remembers:
            self.records.keep_again(kind, data)
        return not self.remembers

    def linked(self, peer: bytes) -> None:
        """There is a new link: what this peer said over the old one is not all it may hold."""
        if peer in self.peers and not self.remembers:
            self._told.pop(peer, None)
            self._first_link = min(self._first_link, self.clock())
            self._last_news = self.clock()

    def told(self, peer: bytes, status: Status) -> None:
        """A peer says where it stands, and what it holds of the slot that it is at."""
        if not self.remembers and self._told.get(peer) != status:
            self._last_news = self.clock()
            self._told[peer] = status

    def moved(self) -> None:
        """A slot was applied: this seat catches up."""
        if not self.remembers and self._told:
            self._last_news = self.clock()

    @property
    def deadline(self) -> float:
        """When to look again, if nothing happens before."""
        moments = (self._first_link + GATHERING_SECONDS, self._last_news + SILENCE_SECONDS)
        return min((moment for moment in moments if moment > self.clock()), default=inf)

    def complete(self, state: TableState, linked: frozenset[bytes]) -> bool:
        """Whether this seat may sign; once it may, it always may."""
        if not self.remembers:
            here = self.peers.intersection(linked)
            now = self.clock()
            gathered = self.peers.issubset(linked) or now >= self._first_link + GATHERING_SECONDS
            patient = now < self._last_news + SILENCE_SECONDS
            heard_out = all(self._heard_out(peer, state) for peer in here)
            self.remembers = bool(here) and gathered and (heard_out or not patient)
        return self.remembers

    def _heard_out(self, peer: bytes, state: TableState) -> bool:
        """Whether a peer is at the same slot, and nothing that it holds of this seat is under way."""
        status = self._told.get(peer)
        if status is None or (status.term, status.slot) != (state.term, state.slot):
            return False
        spoken = self.seat not in status.held or self.seat in self.inbox.held(state.slot)
        signalled = self.seat not in status.signalled or self.inbox.has_signal(state.slot, self.seat)
        return spoken and signalled
