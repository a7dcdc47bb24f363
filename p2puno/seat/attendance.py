"""Who is at the table as far as one seat knows, told to its observers whenever that changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import trio

from p2puno.language.speech import commas
from p2puno.language.texts import _
from p2puno.net.mesh import Mesh
from p2puno.seat.catchup import CatchUp
from p2puno.seat.company import UNCONFIRMED, CompanyBook
from p2puno.seat.council import Council
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Company, Observer
from p2puno.seat.recall import Recall
from p2puno.seat.requests import Requests
from protocol.table.casting import Prospect
from protocol.table.requests import seat_of
from protocol.table.state import TableState
from protocol.table.table import expected, finished
from protocol.transcript.contribution import HeardSignal
from protocol.wire.messages import HandedSignal

STATUS_SECONDS = 2.0
UNCONFIRMED_SECONDS = 10.0


class Attendance:
    """Keeps the book of who plays, reads, looks on or is away."""

    def __init__(
        self,
        mesh: Mesh,
        inbox: Inbox,
        state: Callable[[], TableState],
        observers: Sequence[Observer],
        council: Council,
        recall: Recall,
    ) -> None:
        self._mesh = mesh
        self._inbox = inbox
        self._state = state
        self._observers = observers
        self._council = council
        self._recall = recall
        self.requests = Requests(state, recall.seat, lambda: self.hands_of(recall.seat)[0])
        self.book = CompanyBook()
        self.company = Company()
        self._told_out_of_step = -1
        self._told_unconfirmed = -1
        self._reached = frozenset[tuple[int, int]]()
        self._settled = frozenset[tuple[int, int]]()
        self._handed = trio.lowlevel.ParkingLot()

    def is_news(self, seat: int, body: HandedSignal) -> bool:
        """Whether it is a person's seat that has changed hands, and this was not known."""
        return not self._state().proposal.seats[seat].bot and self.book.is_news(seat, body)

    def take(self, heard: HeardSignal, body: HandedSignal) -> None:
        """A seat is played by a bot from now on, or by its person again."""
        self.book.take(heard, body)
        self._handed.unpark_all()
        self._mesh.gallery.keep(heard.signal.seat, heard.data)
        self.look_round()

    async def hands_changed(self) -> None:
        """Return when a seat changes hands after this call: look first, without a pause between."""
        await self._handed.park()

    def hands_of(self, seat: int) -> tuple[bool, int]:
        """Whether a bot plays this person's seat, and how often that has changed."""
        known = self.book.handed.get(seat)
        return (False, 0) if known is None else (known[0].by_bot, known[0].change)

    def lost(self, peer: bytes, *, away: bool) -> None:
        """The link to a seat has broken, or is there again."""
        seat = seat_of(self._state(), peer)
        if seat is not None and away:
            self.book.away.add(seat)
        elif seat is not None:
            self.book.away.discard(seat)
        self.look_round()

    def count_watchers(self) -> bool:
        """Whether their number has changed. Asked now and then, and not at every coming and going: nobody can
        make the others talk by it.
        """
        own, count = self._mesh.identity, self._mesh.gallery.count
        if self.book.watchers[own] == count:
            return False
        self.book.watchers[own] = count
        self.look_round()
        return True

    def look_round(self) -> None:
        """Tell the observers what has changed."""
        standing = self._council.ballots.standing()
        known = self.book.company(self._state(), self._inbox, self._recall.neighbours, standing)
        self._reached = known.reached
        company = replace(known, asking=self.requests.asking(), reached=known.reached & self._settled)
        if company != self.company:
            self.company = company
            for observer in self._observers:
                observer.on_company(company)

    def _settle(self, before: frozenset[tuple[int, int]]) -> None:
        """Who still has a link to whom is told when it has stayed so for a while: the links of a program that
        ends, or comes back, do not all change at once."""
        self._settled = self._reached & before
        self.look_round()

    async def remind(self, catch_up: CatchUp) -> None:
        """While a slot takes long, say who is waited for, and again where this seat stands."""
        while True:
            state, since = self._state(), trio.current_time()
            while self._state() is state:
                reached = self._reached
                await trio.sleep(STATUS_SECONDS)
                self._settle(reached)
                self.count_watchers()
                if self._state() is not state:
                    break
                catch_up.tell()
                if not finished(state):
                    waited = self._inbox.missing(expected(state)) or self._out_of_step(state)
                    seconds = trio.current_time() - since
                    self._miss(waited)
                    self._tell_who_has_not_confirmed(waited, seconds)
                    for observer in self._observers:
                        observer.on_waiting(waited, seconds)

    def _miss(self, waited: Sequence[int]) -> None:
        """With whom nobody is linked is away, also if there has never been a link to him here."""
        linked = frozenset(self._mesh.linked()).union(*self._recall.neighbours.values())
        keys = [entry.key for entry in self._state().proposal.seats]
        away = {seat for seat in waited if keys[seat] not in linked and seat != self._recall.seat}
        if not away <= self.book.away:
            self.book.away |= away
            self.look_round()

    def _tell_who_has_not_confirmed(self, waited: Sequence[int], seconds: float) -> None:
        """Before all have acknowledged that they sit here nobody can be voted out: said once in a slot."""
        state = self._state()
        others = [seat for seat in waited if seat != self._recall.seat]
        told = self._told_unconfirmed == state.slot or seconds < UNCONFIRMED_SECONDS
        if told or not others or self._council.prospect(others[0]) is not Prospect.TOO_EARLY:
            return
        self._told_unconfirmed = state.slot
        names = commas([state.proposal.seats[seat].name for seat in others])
        for observer in self._observers:
            observer.on_notice(UNCONFIRMED.format(names=names))

    def _out_of_step(self, state: TableState) -> tuple[int, ...]:
        """Who has spoken, but after another course of the game; said once. That alone convicts nobody."""
        slot = expected(state)
        seats = tuple(seat for seat in self._inbox.strangers(slot, state.head) if seat in slot.seats)
        if seats and self._told_out_of_step != slot.index:
            self._told_out_of_step = slot.index
            for seat in seats:
                self.notice(
                    state.proposal.seats[seat].key,
                    _(
                        "goes on after another course of the game than this seat has seen: "
                        "the game is stuck, and nothing proves whose fault it is"
                    ),
                )
        return seats

    def notice(self, peer: bytes, sentence: str) -> None:
        """A sentence about somebody at the table."""
        seat = seat_of(self._state(), peer)
        if seat is None or finished(self._state()):  # after the end everybody goes
            return
        name = self._state().proposal.seats[seat].name
        for observer in self._observers:
            observer.on_notice(f"{name}: {sentence}")
