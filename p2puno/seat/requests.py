"""Requests to sit down with the next round, as far as they have reached this seat (specs/table.md, Frame)."""

from __future__ import annotations

from collections.abc import Callable

from protocol.errors import ProtocolError
from protocol.table.choices import Seating
from protocol.table.requests import HeardRequest, receive_request
from protocol.table.state import TableState
from protocol.wire.messages import MAX_SEATS

# Of more people at once nobody is told, and nothing is passed on.
MOST_REQUESTS = MAX_SEATS


class Requests:
    """Those that hold for the next roster slot; `state` gives the table as this seat has applied it."""

    def __init__(self, state: Callable[[], TableState]) -> None:
        self._state = state
        self._round = -1
        self._held: dict[bytes, HeardRequest] = {}

    def take(self, data: bytes) -> HeardRequest | None:
        """What is new and holds. What does not may have been made for the round before: nobody's fault."""
        state = self._state()
        if self._round != state.rules.round:
            self._round, self._held = state.rules.round, {}
        if len(self._held) == MOST_REQUESTS:
            return None
        try:
            heard = receive_request(state, data)
        except ProtocolError:
            return None
        if heard.entry.key in self._held:
            return None
        self._held[heard.entry.key] = heard
        return heard

    def held(self) -> tuple[bytes, ...]:
        return tuple(heard.data for heard in self._held.values())

    def seating(self) -> Seating:
        """What goes into this seat's list; `contribute` leaves out what does not hold any more."""
        return Seating(self.held())
