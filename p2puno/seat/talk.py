"""What a seat hears from and tells the others beside choosing and applying (specs/table.md, Talk).

Contributions and signals travel as items of the mesh; new and validly signed ones are passed on to whom they
would not reach. `Status` heals what was lost: whoever is behind is sent what it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

import trio

from p2puno.language.texts import _
from p2puno.net.allowance import Allowances
from p2puno.net.events import LinkDown, LinkUp, Neighbours, Noted, Received, Superseded, Unreachable
from p2puno.net.limits import Rate
from p2puno.net.mesh import Mesh
from p2puno.net.messages import MAX_LINKED, Sit, Start
from p2puno.seat.chatter import Chatter
from p2puno.seat.company import CompanyBook
from p2puno.seat.council import Council
from p2puno.seat.distances import Distances
from p2puno.seat.inbox import Inbox, TwoStories
from p2puno.seat.player import Company, Observer
from p2puno.seat.recall import Recall
from p2puno.seat.requests import Requests
from protocol.errors import ProofError, WireError
from protocol.sentences import sentence
from protocol.table.grounds import Ground
from protocol.table.requests import seat_of
from protocol.table.state import TableState
from protocol.table.table import Slot, expected, finished
from protocol.transcript.contribution import (
    HeardSignal,
    NoSuchSeatError,
)
from protocol.wire.codec import decode, encode
from protocol.wire.messages import (
    MAX_WATCHERS,
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

STATUS_SECONDS = 2.0
# What a peer lacks it is sent so often: it asks every two seconds, and on a new link at once.
STATUS_ANSWERS = Rate(8, 2.0)
# How far back two seats compare their logs once somebody has told them two stories.
COMPARED_SLOTS = 48
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
        self.requests = Requests(state, recall.seat, lambda: self.hands_of(recall.seat)[0])
        self.on_nudge: Callable[[HeardSignal, int], None] = lambda _heard, _seat: None
        self._waiting = trio.lowlevel.ParkingLot()
        self._chatter = Chatter(trio.current_time)
        self._answers = Allowances(STATUS_ANSWERS, MAX_LINKED)
        self._book = CompanyBook()
        self._company = Company()
        self._compared: set[tuple[int, bytes]] = set()
        self._told_out_of_step = -1
        self.distances = Distances()
        self.reached: dict[bytes, tuple[int, int]] = {}
        """How far peers have come, by their own word; one whose link is down may need this seat yet."""

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

    def tell_status(self, peer: bytes | None = None) -> None:
        """Tell one peer, or all, where this seat stands."""
        state = self._state()
        held = tuple(sorted(self._inbox.held(state.slot)))
        signalled = tuple(sorted(heard.signal.seat for heard in self._inbox.signals(state.slot)))
        watchers = min(self._book.watchers[self._mesh.identity], MAX_WATCHERS)
        data = encode(Status(state.term, state.slot, state.head, held, signalled, watchers))
        for each in self._mesh.linked() if peer is None else [peer]:
            self._mesh.send(each, data)

    def say(self, heard: HeardSignal) -> None:
        """Something of this seat, to everybody and to those who look on."""
        self._mesh.publish(heard.data)
        self._mesh.gallery.tell(heard.data)

    def _pass_on(self, received: Received) -> None:
        self._mesh.relay(received)
        self._mesh.gallery.tell(received.payload)

    async def remind(self) -> None:
        """While a slot takes long, say who is waited for, and again where this seat stands."""
        while True:
            state, since = self._state(), trio.current_time()
            while self._state() is state:
                await trio.sleep(STATUS_SECONDS)
                self._count_watchers()
                if self._state() is not state:
                    break
                self.tell_status()
                if not finished(state):
                    waited = self._inbox.missing(expected(state)) or self._out_of_step(state)
                    for observer in self._observers:
                        observer.on_waiting(waited, trio.current_time() - since)

    def _out_of_step(self, state: TableState) -> tuple[int, ...]:
        """Who has spoken, but after another course of the game; said once. That alone convicts nobody."""
        slot = expected(state)
        seats = tuple(seat for seat in self._inbox.strangers(slot, state.head) if seat in slot.seats)
        if seats and self._told_out_of_step != slot.index:
            self._told_out_of_step = slot.index
            for seat in seats:
                self._notice(
                    state.proposal.seats[seat].key,
                    _(
                        "goes on after another course of the game than this seat has seen: "
                        "the game is stuck, and nothing proves whose fault it is"
                    ),
                )
        return seats

    # --- hearing --------------------------------------------------------------------------------------

    async def listen(self) -> None:
        async for event in self._mesh.events:
            match event:
                case LinkUp(peer):
                    self._compared = {(slot, shown) for slot, shown in self._compared if shown != peer}
                    self.recall.linked(peer)
                    self._lost(peer, away=False)
                    for data in self._lasting():
                        self._mesh.send(peer, data)
                    self.tell_status(peer)
                    self.wake()
                case Neighbours(peer, keys):
                    self.recall.neighbours[peer] = keys
                    self.look_round()
                    self.wake()
                case Superseded():
                    self._on_twin()
                case Unreachable(superseded=True) if not self._mesh.linked():
                    self._on_twin()
                case LinkDown(peer, reason):
                    self.recall.neighbours.pop(peer, None)
                    self._book.watchers.pop(peer, None)
                    self._lost(peer, away=True)
                    self._notice(peer, reason)
                    self.wake()
                case Received():
                    self._received(event)
                case Noted(peer, payload):
                    self._noted(peer, payload)
                case _:
                    pass

    def _lasting(self) -> tuple[bytes, ...]:
        """What is said again on every new link."""
        handed = (heard.data for _, heard in self._book.handed.values())
        return (*handed, *self.requests.held(), *self._council.lasting())

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
                        self.look_round()
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
            if found.statement.seat == self.recall.seat and self.recall.remembers:
                self._on_twin()
            self._mesh.relay(received)
            self._book.away.discard(found.statement.seat)
            self.distances.heard(found.statement.seat, found.statement.slot, trio.current_time())
            self._compare([received.peer])
            self.look_round()
            self.wake()

    def _compare(self, peers: Iterable[bytes]) -> None:
        """Where a contribution continues another head, show these peers what this seat was told."""
        state = self._state()
        if not finished(state) and self._inbox.strangers(expected(state), state.head):
            for peer in peers:
                self._show_log(peer)

    def _show_log(self, peer: bytes) -> None:
        """Once per slot and link: the first difference to what the peer was told convicts its signer."""
        slot = len(self._inbox.log)
        if (slot, peer) not in self._compared:
            self._compared.add((slot, peer))
            for data in self._inbox.from_slot(max(0, slot - COMPARED_SLOTS)):
                self._mesh.send(peer, data)

    def compare_all(self) -> None:
        """The same for every peer, once this seat itself has come to a slot where the heads differ."""
        self._compare(self._mesh.linked())

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
                if self._is_news(seat, body) and not self._chatter.too_much(seat, HandedSignal):
                    self._pass_on(received)
                    self.hear_handed(heard, body)
            case _:
                if self._inbox.hold_signal(heard, self._given(seat)):
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
            self._notice(key, _("says too much at once: not every line is shown"))

    def _given(self, seat: int) -> float:
        """When this seat gave the signal that has just come: a slow line is not to lose races."""
        return trio.current_time() - min(self.distances.one_way(seat), MOST_CREDITED_SECONDS)

    def _status(self, peer: bytes, status: Status) -> None:
        state = self._state()
        self.reached[peer] = max((status.term, status.slot), self.reached.get(peer, (0, 0)))
        self._book.watchers[peer] = status.watchers
        self.recall.told(peer, status)
        self.look_round()
        self.wake()
        if not self._answers.take(peer.hex()):
            return
        if status.term < state.term:
            for data in self._inbox.from_term(status.term, status.slot):
                self._mesh.send(peer, data)
        elif status.term > state.term:
            pass  # it knows of a removal, and tells it
        elif status.slot < state.slot:
            for data in self._inbox.from_slot(status.slot):
                self._mesh.send(peer, data)
        elif status.slot == state.slot and status.head != state.head:
            self._show_log(peer)
        elif status.slot == state.slot:
            held = self._inbox.held(state.slot)
            for seat in held.keys() - set(status.held):
                self._mesh.send(peer, held[seat].data)
            for heard in self._inbox.signals(state.slot):
                self._mesh.send(peer, heard.data)
            if not finished(state):
                for data in self._council.lasting():
                    self._mesh.send(peer, data)

    # --- who wants to sit down ------------------------------------------------------------------------

    def take_request(self, data: bytes) -> None:
        """Somebody who looks on here wants to sit down with the next round."""
        if self._hear_request(data):
            self._mesh.publish(data)

    def _hear_request(self, data: bytes) -> bool:
        heard = self.requests.take(data)
        if heard is None:
            return False
        for observer in self._observers:
            observer.on_notice(
                _("{name} wants to sit down with the next round").format(name=heard.entry.name)
            )
        self.look_round()
        return True

    def let_in(self) -> None:
        """The person lets in all who have asked so far."""
        self.requests.let_in()
        self.look_round()

    # --- company --------------------------------------------------------------------------------------

    def _is_news(self, seat: int, body: HandedSignal) -> bool:
        """Whether it is a person's seat that has changed hands, and this was not known."""
        return not self._state().proposal.seats[seat].bot and self._book.is_news(seat, body)

    def hear_handed(self, heard: HeardSignal, body: HandedSignal) -> None:
        """A seat is played by a bot from now on, or by its person again."""
        self._book.take(heard, body)
        self._mesh.gallery.keep(heard.signal.seat, heard.data)
        self.look_round()
        self.wake()

    def hands_of(self, seat: int) -> tuple[bool, int]:
        """Whether a bot plays this person's seat, and how often that has changed."""
        known = self._book.handed.get(seat)
        return (False, 0) if known is None else (known[0].by_bot, known[0].change)

    def _lost(self, peer: bytes, *, away: bool) -> None:
        """The link to a seat has broken, or is there again."""
        seat = seat_of(self._state(), peer)
        if seat is not None and away:
            self._book.away.add(seat)
        elif seat is not None:
            self._book.away.discard(seat)
        self.look_round()

    def _count_watchers(self) -> None:
        """Now and then, and not at every coming and going: nobody can make the others talk by it."""
        own, count = self._mesh.identity, self._mesh.gallery.count
        if self._book.watchers[own] != count:
            self._book.watchers[own] = count
            self.look_round()
            self.tell_status()

    def look_round(self) -> None:
        """Tell the observers who plays, reads or looks on, if that has changed."""
        standing = self._council.ballots.standing()
        known = self._book.company(self._state(), self._inbox, self.recall.neighbours, standing)
        company = replace(known, asking=self.requests.asking())
        if company != self._company:
            self._company = company
            for observer in self._observers:
                observer.on_company(company)

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

    def _notice(self, peer: bytes, sentence: str) -> None:
        seat = seat_of(self._state(), peer)
        if seat is None or finished(self._state()):  # after the end everybody goes
            return
        name = self._state().proposal.seats[seat].name
        for observer in self._observers:
            observer.on_notice(f"{name}: {sentence}")
