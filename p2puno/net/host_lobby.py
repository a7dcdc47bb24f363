"""The lobby at whoever opened the table: seats people, shows them the table, and starts the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

import trio

from p2puno.errors import UsageError
from p2puno.language.speech import commas
from p2puno.language.texts import _
from p2puno.net.events import Event, LinkDown, LinkUp, Noted, Received
from p2puno.net.lobby import (
    FULL,
    LOST_SECONDS,
    Seating,
    SeatRequest,
    from_reachable,
    make_seating,
    name_fault,
    to_reachable,
)
from p2puno.net.mesh import Mesh
from p2puno.net.messages import Refused, Roll, RollEntry, Sit, Start, TableInfo
from protocol.errors import WireError
from protocol.sentences import Sentence, sentence
from protocol.transcript.contribution import VERSION
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Proposal, RuleItem, SeatEntry

_EARLY_HELD = 64
MAX_CHANGES = 16


@dataclass(slots=True)
class _Place:
    """A seat that is taken; `lost_at` is when its link went down, `changes` how often it was taken anew."""

    entry: RollEntry
    nonce: bytes
    lost_at: float | None = None
    changes: int = 0


class HostLobby:
    """One table before its game. The opener has the first seat, the others follow as they come."""

    def __init__(
        self,
        mesh: Mesh,
        me: SeatRequest,
        *,
        token: bytes,
        name: str,
        rules: tuple[RuleItem, ...],
        capacity: int,
        start_when_full: bool = False,
        own_bots: frozenset[bytes] = frozenset(),
        changed: Callable[[Roll], None] = lambda _: None,
    ) -> None:
        self._mesh = mesh
        self._table = Roll(token, name, rules, capacity, (_entry(mesh.identity, me),))
        self._start_when_full = start_when_full
        self._own_bots = own_bots
        self._changed = changed
        self._places = {mesh.identity: _Place(_entry(mesh.identity, me), me.nonce)}
        self._early: list[Received] = []
        self._seating: Seating | None = None
        self._scope = trio.CancelScope()
        mesh.table_info = self.table_info

    def roll(self) -> Roll:
        """The table as it is now."""
        return replace(self._table, entries=tuple(place.entry for place in self._places.values()))

    def table_info(self) -> TableInfo:
        """The table as strangers may know it; also while the game is on."""
        roll = self.roll()
        names = tuple(entry.name for entry in roll.entries)
        started = self._seating is not None
        return TableInfo(
            roll.token, self._mesh.identity, roll.name, names, roll.capacity, roll.rules, started, pin=False
        )

    async def run(self) -> Seating:
        """Seat people until the start. It reads the mesh's events and hands them over when it is done."""
        with self._scope:
            self._changed(self.roll())
            while True:
                with trio.move_on_at(self._next_loss()):
                    self._handle(await self._mesh.events.receive())
                self._remove_lost()
                if self._start_when_full and len(self._places) == self._table.capacity and not self._lost():
                    self.start()
                    await trio.lowlevel.checkpoint()
        assert self._seating is not None
        self._mesh.hand_over(self._early)
        return self._seating

    def start(self) -> None:
        """End the lobby with these seats; raises `UsageError` if that is not possible now."""
        if len(self._places) < 2:
            raise UsageError(_("a game needs at least two players: wait until somebody sits down"))
        if lost := self._lost():
            names = commas([place.entry.name for place in lost])
            raise UsageError(
                _("{names} cannot be reached at the moment: wait a few seconds and start again").format(
                    names=names
                )
            )
        if self._seating is not None:
            return
        roll = self.roll()
        data = encode(self._proposal())
        self._seating = make_seating(data, roll, self._mesh.identity)
        for key in self._others():
            self._mesh.note(key, encode(Start(data)))
            self._mesh.want(key, self._seating.addresses[key])
        self._mesh.admit(self._places)
        self._scope.cancel()

    # --- what happens -------------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        match event:
            case Noted(peer, payload):
                self._noted(peer, payload)
            case LinkUp(peer) if peer in self._places:
                self._places[peer].lost_at = None
                self._mesh.note(peer, encode(self.roll()))
            case LinkDown(peer, _, on_purpose) if peer in self._places:
                self._places[peer].lost_at = -inf if on_purpose else trio.current_time()
            case Received() if len(self._early) < _EARLY_HELD:
                self._early.append(event)

    def _noted(self, peer: bytes, payload: bytes) -> None:
        try:
            sit = decode(payload, Sit)
        except WireError as error:
            self._mesh.drop(peer, sentence("what came cannot be read: {error}", error=error))
            return
        objection = self._objection(peer, sit)
        if objection is not None:
            self._mesh.note(peer, encode(Refused(str(objection))))
            return
        me = SeatRequest(sit.name, sit.operator, sit.bot, sit.nonce, from_reachable(sit.reachable))
        self._seat(peer, _Place(_entry(peer, me), sit.nonce))

    def _seat(self, peer: bytes, place: _Place) -> None:
        """Give the place, or change it: so often at most, for every change is shown to everybody."""
        known = self._places.get(peer)
        if known is not None:
            if (known.entry, known.nonce) == (place.entry, place.nonce):
                known.lost_at = None
                return
            if known.changes == MAX_CHANGES:
                self._mesh.drop(peer, sentence("this seat was changed too often"))
                return
            place.changes = known.changes + 1
        self._places[peer] = place
        self._tell_all()

    def _objection(self, peer: bytes, sit: Sit) -> Sentence | None:
        if (fault := name_fault(sit.name)) is not None:
            return fault
        if not sit.bot and sit.operator != peer:
            return sentence("a person plays for nobody else")
        if sit.operator not in {peer, *self._places}:
            return sentence("whoever plays this bot does not sit here")
        if sit.operator != peer and self._places[sit.operator].entry.operator != sit.operator:
            return sentence("whoever plays this bot is a bot of somebody else")
        if sit.operator != peer and any(place.entry.operator == peer for place in self._others_of(peer)):
            return sentence("who is played by somebody else plays no bots")
        if sit.operator == self._mesh.identity and peer not in self._own_bots:
            return sentence("the opener of this table does not play this bot")
        if peer not in self._places and len(self._places) >= self._table.capacity:
            return sentence(FULL, capacity=self._table.capacity)
        return None

    def _remove_lost(self) -> None:
        now = trio.current_time()
        lost = {key for key, place in self._places.items() if _loss(place) <= now}
        gone = [key for key, place in self._places.items() if lost & {key, place.entry.operator}]
        for key in gone:
            del self._places[key]
        if gone:
            self._tell_all()

    # --- small things -------------------------------------------------------------------------------

    def _tell_all(self) -> None:
        roll = self.roll()
        for key in self._others():
            self._mesh.note(key, encode(roll))
        self._changed(roll)

    def _others(self) -> list[bytes]:
        return [key for key in self._places if key != self._mesh.identity]

    def _others_of(self, peer: bytes) -> list[_Place]:
        return [place for key, place in self._places.items() if key != peer]

    def _lost(self) -> list[_Place]:
        linked = self._mesh.linked() | {self._mesh.identity}
        return [place for key, place in self._places.items() if key not in linked]

    def _next_loss(self) -> float:
        return min(map(_loss, self._places.values()))

    def _proposal(self) -> Proposal:
        seats = tuple(
            SeatEntry(place.entry.name, place.entry.key, place.entry.operator, place.entry.bot, place.nonce)
            for place in self._places.values()
        )
        return Proposal(VERSION, 1, self._table.name, self._table.rules, seats)


def _entry(key: bytes, me: SeatRequest) -> RollEntry:
    return RollEntry(key, me.name, me.operator, me.bot, to_reachable(me.addresses))


def _loss(place: _Place) -> float:
    """When a place is given up."""
    return inf if place.lost_at is None else place.lost_at + LOST_SECONDS
