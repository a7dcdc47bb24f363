"""Requests to sit down with the next round, as far as they have reached this seat (specs/table.md, Frame)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from p2puno.net.mesh import Mesh
from p2puno.seat.player import Asking
from protocol.errors import ProtocolError
from protocol.table.choices import Seating
from protocol.table.requests import HeardRequest, receive_request, seat_of
from protocol.table.state import TableState
from protocol.wire.messages import MAX_SEATS

# Of more people at once nobody is told, and nothing is passed on.
MOST_REQUESTS = MAX_SEATS
# So often somebody can start his program anew and ask again, within a round.
MOST_TIMES = 10


class Requests:
    """Those that hold for the next roster slot; `state` gives the table as this seat has applied it.

    A stranger who was let in and then says nothing would hold up everybody, so the first person in the order
    of the seats is asked; where bots alone play, or a bot plays for that person (`by_bot`), nobody is.

    Whoever asks again with another nonce has started his program anew. What the former one asked for is given
    up: nobody would take that seat.

    A bot that another plays is not let in: nothing in its request shows that the other knows of it, and with
    whoever cheats its operator leaves.
    """

    def __init__(self, state: Callable[[], TableState], seat: int, by_bot: Callable[[], bool]) -> None:
        self._state = state
        self._seat = seat
        self._by_bot = by_bot
        self._round = -1
        self._held: dict[bytes, HeardRequest] = {}
        self._seen: dict[bytes, set[bytes]] = {}
        self._let_in: set[bytes] = set()

    def take(self, data: bytes) -> HeardRequest | None:
        """What is new and holds. What does not may have been made for the round before: nobody's fault."""
        state = self._state()
        if self._round != state.rules.round:
            self._round = state.rules.round
            self._held, self._seen, self._let_in = {}, {}, set()
        try:
            heard = receive_request(state, data)
        except ProtocolError:
            return None
        entry = heard.entry
        self._forget_granted()
        seen = self._seen.get(entry.key, set())
        news = data not in seen and len(seen) < MOST_TIMES and not self._is_granted(heard)
        if not news or entry.operator != entry.key or not self._has_room(state, entry.key):
            return None
        before = self._held.get(entry.key)
        if before is not None and before.entry != replace(entry, nonce=before.entry.nonce):
            self._let_in.discard(entry.key)  # it was said yes to another name
        self._held[entry.key] = heard
        self._seen[entry.key] = {*seen, data}
        return heard

    def again(self, key: bytes) -> bool:
        """Whether this key has asked more than once in this round."""
        return len(self._seen.get(key, ())) > 1

    def _forget_granted(self) -> None:
        """Whoever sat down and has left again has to ask anew, and to be let in anew."""
        for key in [key for key, heard in self._held.items() if self._is_granted(heard)]:
            del self._held[key]
            self._let_in.discard(key)

    def _is_granted(self, heard: HeardRequest) -> bool:
        """Whether its sender sat down by it."""
        state = self._state()
        seat = seat_of(state, heard.entry.key)
        return seat is not None and state.proposal.seats[seat].nonce == heard.entry.nonce

    def _has_room(self, state: TableState, key: bytes) -> bool:
        """Newcomers, who can make up keys, never take the places of those who may come back."""
        back = _may_return(state)
        others = sum(held not in back for held in self._held if held != key)
        return key in back or others < MOST_REQUESTS - len(back)

    def held(self) -> tuple[bytes, ...]:
        return tuple(heard.data for heard in self._held.values())

    def seating(self) -> Seating:
        """What goes into this seat's list; `contribute` leaves out what does not hold any more."""
        self._forget_granted()
        return Seating(tuple(heard.data for key, heard in self._held.items() if self._agrees(key)))

    def asking(self) -> tuple[Asking, ...]:
        """Those whom this seat's person has still to let in."""
        if self._round != self._state().rules.round:
            return ()
        self._forget_granted()
        asks = (key for key in self._held if not self._agrees(key))
        return tuple(Asking(self._held[key].entry.name, key) for key in asks)

    def let_in(self, key: bytes) -> None:
        """The person lets this one in, if he still asks."""
        if key in self._held:
            self._let_in.add(key)

    def _agrees(self, key: bytes) -> bool:
        state = self._state()
        persons = [seat for seat in state.present if not state.proposal.seats[seat].bot]
        asked = persons[:1] == [self._seat] and not self._by_bot()
        return not asked or key in self._let_in


def _may_return(state: TableState) -> set[bytes]:
    """The keys of those who have left, play for themselves and were not convicted."""
    barred = {*state.present, *state.convicted}
    seats = state.proposal.seats
    return {e.key for seat, e in enumerate(seats) if seat not in barred and e.operator == e.key}


def welcome(mesh: Mesh, state: TableState, seats: Sequence[int]) -> None:
    """These have sat down: they may connect, and are dialled as soon as somebody says where they are.

    Until then an address of somebody else stands for theirs, where nobody answers to their name.
    """
    keys = [entry.key for entry in state.proposal.seats]
    mesh.admit(keys)
    anywhere = next(filter(None, map(mesh.addresses, keys)), ())
    for seat in seats:
        if keys[seat] != mesh.identity and not mesh.addresses(keys[seat]):
            mesh.want(keys[seat], anywhere, mutual=True)
