"""The lobby at whoever opened the table: seats people, shows them the table, and starts the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

import trio

from p2puno.errors import UsageError
from p2puno.language.speech import commas
from p2puno.language.texts import _
from p2puno.net.addresses import Address
from p2puno.net.crowd import Newcomers
from p2puno.net.events import Event, LinkDown, LinkUp, Noted, Received
from p2puno.net.lobby import Seating, SeatRequest, from_reachable, make_seating, to_reachable
from p2puno.net.mesh import Mesh
from p2puno.net.messages import NoSeat, Roll, SentAway, Sit, Start, TableInfo
from p2puno.net.places import Place, objection, place_of
from protocol.errors import WireError
from protocol.sentences import Sentence, sentence
from protocol.transcript.contribution import VERSION
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Proposal, RuleItem, SeatEntry

_EARLY_HELD = 64
SIT_SECONDS = 5.0
MAX_CHANGES = 64
MAX_SENT_AWAY = 256
KEPT_SECONDS = 60.0


class HostLobby:
    """One table before its game. The opener has the first seat, the others follow as they come.

    kept_for: keys that have played here before. For a minute nobody else may sit, and they sit as they did.
    """

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
        kept_for: tuple[bytes, ...] = (),
        changed: Callable[[Roll], None] = lambda _: None,
    ) -> None:
        self._mesh = mesh
        own = place_of(mesh.identity, me)
        self._table = Roll(token, name, rules, capacity, (own.entry,))
        self._start_when_full = start_when_full
        self._kept_for = kept_for
        self._kept_until = -inf
        self._sent_away: dict[bytes, None] = {}
        self._changed = changed
        self._places = {mesh.identity: own}
        self._newcomers = Newcomers(SIT_SECONDS)
        mesh.crowd.seated = self._places
        self._early: list[Received] = []
        self._seating: Seating | None = None
        self._scope = trio.CancelScope()
        mesh.table_info = self.table_info

    def roll(self) -> Roll:
        """The table as it is now."""
        return replace(self._table, entries=tuple(place.entry for place in self._seated()))

    def table_info(self) -> TableInfo:
        """The table as strangers may know it; also while the game is on."""
        roll = self.roll()
        names = tuple(entry.name for entry in roll.entries)
        started, pin = self._seating is not None, self._mesh.door.guard is not None
        return TableInfo(
            roll.token, self._mesh.identity, roll.name, names, roll.capacity, roll.rules, started, pin
        )

    async def run(self) -> Seating:
        """Seat people until the start. It reads the mesh's events and hands them over when it is done."""
        self._kept_until = trio.current_time() + KEPT_SECONDS
        with self._scope:
            self._show(self.roll())
            while True:
                with trio.move_on_at(self._next_loss()):
                    self._handle(await self._mesh.events.receive())
                self._remove_lost()
                for peer in self._newcomers.overdue():
                    self._mesh.drop(peer, sentence("whoever comes here asks for a seat at once"))
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

    def say_ready(self, ready: bool) -> None:
        """The opener wants the game to begin, or does not yet."""
        own = self._places[self._mesh.identity]
        own.entry = replace(own.entry, ready=ready or own.entry.bot)
        self._tell_all()

    def move(self, addresses: tuple[Address, ...]) -> None:
        """The opener can be dialled there from now on."""
        own = self._places[self._mesh.identity]
        own.entry = replace(own.entry, reachable=to_reachable(addresses))
        self._tell_all()

    def send_away(self, key: bytes) -> None:
        """Whoever sits there gives up the place, with all bots, and does not get it back."""
        if key == self._mesh.identity:
            raise UsageError(_("you cannot send yourself away: leaving closes the table"))
        gone = [each for each, place in self._places.items() if key in (each, place.entry.operator)]
        for each in gone:
            del self._places[each]
            self._dismiss(each)
        if gone:
            self._tell_all()

    # --- what happens -------------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        match event:
            case Noted(peer, payload):
                self._noted(peer, payload)
            case LinkUp(peer) if peer in self._places:
                self._places[peer].lost_at = None
                self._mesh.note(peer, encode(self.roll()))
            case LinkUp(peer):
                self._newcomers.came(peer)
            case LinkDown(peer, _, on_purpose) if peer in self._places:
                self._places[peer].lost_at = -inf if on_purpose else trio.current_time()
            case LinkDown(peer):
                self._newcomers.settled(peer)
            case Received() if len(self._early) < _EARLY_HELD:
                self._early.append(event)

    def _noted(self, peer: bytes, payload: bytes) -> None:
        try:
            sit = decode(payload, Sit)
        except WireError as error:
            self._mesh.drop(peer, sentence("what came cannot be read: {error}", error=error))
            return
        if self._sent_away.keys() & {peer, sit.operator}:
            self._dismiss(peer)
            return
        refusal = self._kept(peer) or objection(self._places, self._table.capacity, peer, sit)
        if refusal is not None:
            self._mesh.note(peer, encode(NoSeat(str(refusal))))
            return
        addresses, bots = from_reachable(sit.reachable), frozenset(sit.bots)
        me = SeatRequest(sit.name, sit.operator, sit.bot, sit.nonce, addresses, bots, sit.ready)
        self._seat(peer, place_of(peer, me))

    def _dismiss(self, peer: bytes) -> None:
        self._sent_away[peer] = None
        while len(self._sent_away) > MAX_SENT_AWAY:
            del self._sent_away[next(iter(self._sent_away))]
        self._mesh.note(peer, encode(SentAway()))
        self._mesh.drop(peer, sentence("whoever opened the table has sent you away"))

    def _kept(self, peer: bytes) -> Sentence | None:
        if peer in self._kept_for or not self._kept_for or trio.current_time() >= self._kept_until:
            return None
        return sentence("for a minute this table is kept for those who have just played at it")

    def _seat(self, peer: bytes, place: Place) -> None:
        """Give the place, or change it: so often at most, for every change is shown to everybody."""
        known = self._places.get(peer)
        if known is not None:
            if (known.entry, known.nonce, known.bots) == (place.entry, place.nonce, place.bots):
                known.lost_at = None
                return
            if known.changes == MAX_CHANGES:
                self._mesh.drop(peer, sentence("this seat was changed too often"))
                return
            place.changes = known.changes + 1
        self._places[peer] = place
        self._newcomers.settled(peer)
        self._tell_all()

    def _remove_lost(self) -> None:
        now = trio.current_time()
        lost = {key for key, place in self._places.items() if place.given_up_at <= now}
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
        self._show(roll)

    def _show(self, roll: Roll) -> None:
        """To this seat's person; and to those who look on, but for where the others can be reached."""
        self._changed(roll)
        entries = tuple(replace(entry, reachable=()) for entry in roll.entries)
        self._mesh.gallery.show_waiting_room(encode(replace(roll, entries=entries)))

    def _others(self) -> list[bytes]:
        return [key for key in self._places if key != self._mesh.identity]

    def _seated(self) -> list[Place]:
        """In the order of their seats: those who have played here before first, as they sat."""
        order = {key: number for number, key in enumerate(self._kept_for)}
        return sorted(self._places.values(), key=lambda place: order.get(place.entry.key, len(order)))

    def _lost(self) -> list[Place]:
        linked = self._mesh.linked() | {self._mesh.identity}
        return [place for key, place in self._places.items() if key not in linked]

    def _next_loss(self) -> float:
        return min(self._newcomers.next_due, *(place.given_up_at for place in self._places.values()))

    def _proposal(self) -> Proposal:
        seats = tuple(
            SeatEntry(place.entry.name, place.entry.key, place.entry.operator, place.entry.bot, place.nonce)
            for place in self._seated()
        )
        return Proposal(VERSION, 1, self._table.name, self._table.rules, seats)
