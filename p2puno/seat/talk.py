"""What a seat hears from and tells the others beside choosing and applying (specs/table.md, Talk).

Contributions and signals travel as items of the mesh; new and validly signed ones are passed on to whom they
would not reach. `Status` heals what was lost: whoever is behind is sent what it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import trio

from p2puno.language.texts import _
from p2puno.net.events import LinkDown, LinkUp, Neighbours, Noted, Received, Superseded, Unreachable
from p2puno.net.mesh import Mesh
from p2puno.net.messages import Sit, Start
from p2puno.seat.attendance import Attendance
from p2puno.seat.catchup import CatchUp
from p2puno.seat.chatter import Chatter
from p2puno.seat.council import Council
from p2puno.seat.distances import Distances
from p2puno.seat.inbox import Inbox, TwoStories
from p2puno.seat.player import Observer
from p2puno.seat.recall import Recall
from p2puno.store.own_records import OWN_CONTRIBUTION, OWN_SIGNAL
from protocol.errors import ProofError, WireError
from protocol.sentences import sentence
from protocol.table.grounds import Ground
from protocol.table.requests import seat_of
from protocol.table.state import TableState
from protocol.table.table import Slot
from protocol.transcript.contribution import HeardSignal, NoSuchSeatError
from protocol.wire.codec import decode, encode
from protocol.wire.messages import (
    ChatSignal,
    Evidence,
    HandedSignal,
    LeaveSignal,
    NudgeSignal,
    Signed,
    SignedSignal,
    Status,
)
from protocol.wire.removal import Refused, SignedVote
from protocol.wire.roster import SignedRequest

# A signal of a race is put so much earlier than it arrived at most, for the way it had (decision 140).
MOST_CREDITED_SECONDS = 0.1


_SAID = (Signed, SignedSignal, Status, Evidence, SignedRequest, Refused, SignedVote)


class Talk:
    """One seat's ear and mouth. `state` gives the table as this seat has applied it."""

    def __init__(
        self,
        mesh: Mesh,
        inbox: Inbox,
        state: Callable[[], TableState],
        observers: Sequence[Observer],
        council: Council,
        recall: Recall,
        on_ground: Callable[[Ground], None],
        on_twin: Callable[[], None],
    ) -> None:
        self._mesh = mesh
        self._inbox = inbox
        self._state = state
        self._observers = observers
        self._council = council
        self._on_ground = on_ground
        self.recall = recall
        self._on_twin = on_twin
        self.attendance = Attendance(mesh, inbox, state, observers, council, recall)
        book = self.attendance.book
        self.catch_up = CatchUp(mesh, inbox, state, council.lasting, lambda: book.watchers[mesh.identity])
        self.on_nudge: Callable[[HeardSignal, int], None] = lambda _heard, _seat: None
        self._waiting = trio.lowlevel.ParkingLot()
        self._chatter = Chatter(trio.current_time)
        self.distances = Distances()

    # --- waiting --------------------------------------------------------------------------------------

    async def something_new(self) -> None:
        """Return when something arrives after this call: look at the inbox first, without a pause between."""
        await self._waiting.park()

    def wake(self) -> None:
        self._waiting.unpark_all()
        self._council.wake()

    async def recollect(self, slot: Slot) -> None:
        """After a start with old files: until what others hold of this seat is known, or has come."""
        while self.recall.seat not in self._inbox.held(slot.index):
            if self.may_sign():
                return
            with trio.move_on_at(self.recall.deadline):
                await self.something_new()

    def may_sign(self) -> bool:
        """Whether this seat knows all that it had said before its program was started."""
        return self.recall.complete(self._state(), self._mesh.linked())

    # --- telling --------------------------------------------------------------------------------------

    def say(self, heard: HeardSignal) -> None:
        """Something of this seat, to everybody and to those who look on."""
        self._mesh.publish(heard.data)
        self._mesh.gallery.tell(heard.data)

    def _pass_on(self, received: Received) -> None:
        self._mesh.relay(received)
        self._mesh.gallery.tell(received.payload)

    # --- hearing --------------------------------------------------------------------------------------

    async def listen(self) -> None:
        async for event in self._mesh.events:
            match event:
                case LinkUp(peer):
                    self.catch_up.forget(peer)
                    self.recall.linked(peer)
                    self.attendance.lost(peer, away=False)
                    for data in self._lasting():
                        self._mesh.send(peer, data)
                    self.catch_up.tell(peer)
                    self.wake()
                case Neighbours(peer, keys):
                    self.recall.neighbours[peer] = keys
                    self.attendance.look_round()
                    self.wake()
                case Superseded():
                    self._on_twin()
                case Unreachable(superseded=True) if not self._mesh.linked():
                    self._on_twin()
                case LinkDown(peer, reason):
                    self.recall.neighbours.pop(peer, None)
                    self.attendance.book.watchers.pop(peer, None)
                    self.attendance.notice(peer, reason)
                    self.attendance.lost(peer, away=True)
                    self.wake()
                case Received():
                    self._received(event)
                case Noted(peer, payload):
                    self._noted(peer, payload)
                case _:
                    pass

    def _lasting(self) -> tuple[bytes, ...]:
        """What is said again on every new link."""
        handed = (heard.data for _, heard in self.attendance.book.handed.values())
        return (*handed, *self.attendance.requests.held(), *self._council.lasting())

    def _noted(self, peer: bytes, payload: bytes) -> None:
        """Whoever still asks to sit in the first slot has not heard the start: its link broke just then."""
        state = self._state()
        with suppress(WireError):
            decode(payload, Sit)
            if state.slot == 0 and seat_of(state, peer) is not None:
                self._mesh.note(peer, encode(Start(encode(state.proposal))))

    def _received(self, received: Received) -> None:
        """Whatever is malformed or forged is the fault of the link it came over, and costs that link."""
        try:
            message = decode(received.payload, *_SAID)
            match message:
                case Signed():
                    self._contribution(received)
                case SignedSignal():
                    self._signal(received)
                case Status():
                    self._status(received.peer, message)
                case Evidence() | Refused():
                    self._ground(received)
                case SignedVote():
                    if self._council.hear_vote(received.payload):
                        self._mesh.relay(received)
                        self.attendance.look_round()
                        self.wake()
                case SignedRequest():
                    if self._hear_request(received.payload):
                        self._mesh.relay(received)
        except NoSuchSeatError:
            pass  # it may have sat down in a slot that has not been applied here yet
        except (WireError, ProofError) as error:
            self._mesh.drop(received.peer, sentence("sent what cannot be read: {error}", error=error))

    def _contribution(self, received: Received) -> None:
        found = self._inbox.take_contribution(received.payload)
        if isinstance(found, TwoStories):
            self._two_stories(found)
        elif found is not None:
            self._council.hear_contribution(found)
            own = found.statement.seat == self.recall.seat
            if own and not self.recall.adopts(OWN_CONTRIBUTION, found.data):
                self._on_twin()
            self._mesh.relay(received)
            self.attendance.book.away.discard(found.statement.seat)
            self.distances.heard(found.statement.seat, found.statement.slot, trio.current_time())
            self.catch_up.compare([received.peer])
            self.attendance.look_round()
            self.wake()

    def _signal(self, received: Received) -> None:
        heard, body = self._inbox.take_signal(received.payload)
        seat = heard.signal.seat
        match body:
            case LeaveSignal():
                self._ground(received)
            case ChatSignal(text):
                # In a silence a line has its price: it is heard with the race that makes it cost something.
                state = self._state()
                if state.rules.silence is None and self._chatter.is_new_line(heard, state.slot):
                    self._chat(received, seat, text)
            case NudgeSignal(nudged):
                if self._chatter.is_new(heard) and not self._chatter.too_much(seat, NudgeSignal):
                    self._mesh.relay(received)
                    self.on_nudge(heard, nudged)
            case HandedSignal():
                if self.attendance.is_news(seat, body) and not self._chatter.too_much(seat, HandedSignal):
                    self._pass_on(received)
                    self.hear_handed(heard, body)
            case _:
                if self._inbox.hold_signal(heard, self._given(seat)):
                    if seat == self.recall.seat:
                        self.recall.adopts(OWN_SIGNAL, heard.data)
                    self._mesh.relay(received)
                    self.wake()

    def _chat(self, received: Received, seat: int, text: str) -> None:
        if not self._chatter.too_much(seat, ChatSignal):
            self._chatter.shows_again(seat)
            self._pass_on(received)
            for observer in self._observers:
                observer.on_chat(seat, text)
        elif self._chatter.cuts_off(seat):
            key = self._state().proposal.seats[seat].key
            self.attendance.notice(key, _("says too much at once: not every line is shown"))

    def _given(self, seat: int) -> float:
        """When this seat gave the signal that has just come: a slow line is not to lose races."""
        return trio.current_time() - min(self.distances.one_way(seat), MOST_CREDITED_SECONDS)

    def _status(self, peer: bytes, status: Status) -> None:
        self.attendance.book.watchers[peer] = status.watchers
        self.recall.told(peer, status)
        self.attendance.look_round()
        self.wake()
        self.catch_up.answer(peer, status)

    # --- who wants to sit down ------------------------------------------------------------------------

    def take_request(self, data: bytes) -> None:
        """Somebody who looks on here wants to sit down with the next round."""
        if self._hear_request(data):
            self._mesh.publish(data)

    def _hear_request(self, data: bytes) -> bool:
        heard = self.attendance.requests.take(data)
        if heard is None:
            return False
        if not self.attendance.requests.again(heard.entry.key):
            for observer in self._observers:
                observer.on_notice(
                    _("{name} wants to sit down with the next round").format(name=heard.entry.name)
                )
        self.attendance.look_round()
        return True

    def let_in(self, key: bytes) -> None:
        """The person lets somebody in who has asked."""
        self.attendance.requests.let_in(key)
        self.attendance.look_round()

    def hear_handed(self, heard: HeardSignal, body: HandedSignal) -> None:
        """A seat is played by a bot from now on, or by its person again."""
        self.attendance.take(heard, body)
        self.wake()

    # --- why a seat is to leave -----------------------------------------------------------------------

    def _ground(self, received: Received) -> None:
        """Somebody shows why a seat is to leave: check it, do not believe it."""
        ground = self._council.hear_ground(received.payload)
        if ground is not None:
            self._pass_on(received)
            self._on_ground(ground)

    def _two_stories(self, found: TwoStories) -> None:
        ground = self._council.two_stories(found.first, found.second)
        if ground is not None:
            self._on_ground(ground)
