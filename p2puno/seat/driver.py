"""What makes a seat act: waits for slots, asks the player, journals, sends, applies (specs/table.md, Driver).

The driver decides nothing about the game. It hands `contribute` the player's choice, puts the result on the
disk, sends it, and gives `apply` every complete slot. Mathematics and disk run in worker threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from p2puno.language import speech
from p2puno.language.texts import Text
from p2puno.net.mesh import Mesh
from p2puno.net.messages import Start
from p2puno.seat.choosing import Chooser
from p2puno.seat.council import Council
from p2puno.seat.desk import Desk
from p2puno.seat.ending import Ending, Outcome, farewell, where_they_are
from p2puno.seat.inbox import Inbox, shown
from p2puno.seat.player import Controls, Observer, Player
from p2puno.seat.recall import Recall
from p2puno.seat.records import Records
from p2puno.seat.recovery import Past
from p2puno.seat.requests import welcome
from p2puno.seat.talk import Talk
from p2puno.seat.voice import Voice
from protocol.errors import RemoteError
from protocol.rules.happenings import SeatsJoined
from protocol.table.ballots import Decided
from protocol.table.grounds import Ground
from protocol.table.phases import Racing
from protocol.table.secrets import SeatSecrets
from protocol.table.signals import lines_in
from protocol.table.state import TableState
from protocol.table.table import Slot, expected, finished
from protocol.table.view import View, view
from protocol.transcript.contribution import Contribution
from protocol.wire.codec import encode

FLUSH_SECONDS = 1.0

CONVICTED = Text(
    "{name} broke the rules of the protocol in slot {slot}: {why}. It leaves the table; "
    "the evidence is in {path}"
)


class Driver:
    """Drives one seat of one table from genesis to the end. `entropy(n)` gives n fresh random bytes.

    past: what was journalled before this program was started, if the game was interrupted; `state` and
    `secrets` are then those after it.
    """

    def __init__(
        self,
        state: TableState,
        secrets: SeatSecrets,
        mesh: Mesh,
        records: Records,
        player: Player,
        observers: Sequence[Observer],
        controls: Controls,
        entropy: Callable[[int], bytes],
        past: Past | None = None,
    ) -> None:
        self._state = state
        self._mesh = mesh
        self._records = records
        self._observers = observers
        self._controls = controls
        self._past = past
        self._opening = state if past is None else past.opening
        self._inbox = Inbox(state, [] if past is None else past.log)
        others = frozenset(entry.key for entry in state.proposal.seats) - {mesh.identity}
        recall = Recall(secrets.seat, others, self._inbox, past is None, trio.current_time, records)
        ending = Ending()
        remembers = lambda: recall.remembers  # noqa: E731 - as it is then
        self._desk = Desk(self._opening, secrets, records, self._inbox, entropy, remembers)
        self._desk.turn_to_round(state.rules.round)
        self._view = view(state, self._desk.secrets)
        now = lambda: self._state  # noqa: E731 - for those who need no more
        self._council = Council(
            self._opening,
            secrets,
            self._inbox,
            records,
            controls,
            mesh.publish,
            lambda: recall.complete(self._state, mesh.linked()),
            lambda: self._talk.attendance.company,
        )
        self._talk = Talk(
            mesh, self._inbox, now, observers, self._council, recall, self._on_ground, ending.twin
        )
        self._chooser = Chooser(self._now, player, mesh, records, self._inbox, self._talk)
        silence = self._chooser.in_silence
        self._voice = Voice(self._talk, now, secrets, controls, observers, silence)
        self._refused: bytes | None = None
        self._ending = ending

    async def run(self) -> Outcome:
        """Play to the end; raises TableStoppedError, or OutsideError if the disk fails."""
        self._mesh.gallery.show([encode(Start(encode(self._opening.proposal)))])
        self._mesh.gallery.on_request = self._talk.take_request
        if self._past is not None:
            self._take_up(self._past)
        try:
            with self._ending.scope:
                await self._play()
        finally:
            self._records.close()
        if self._ending.gone or finished(self._state):
            await trio.to_thread.run_sync(self._records.discard)
        if self._ending.stopped is not None:
            raise self._ending.stopped
        return Outcome(self._records.path, self._view, self._ending.left)

    async def _play(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._talk.listen)
            nursery.start_soon(self._talk.attendance.remind, self._talk.catch_up)
            nursery.start_soon(self._voice.speak)
            nursery.start_soon(self._voice.tell_who_plays)
            nursery.start_soon(self._voice.nudge)
            nursery.start_soon(self._leave_when_asked)
            nursery.start_soon(self._voice.let_in)
            nursery.start_soon(self._council.vote)
            nursery.start_soon(self._council.hear_person)
            self._talk.catch_up.tell()
            while not finished(self._state):
                await self._next_slot()
            await trio.to_thread.run_sync(self._records.finish)
            await farewell(self._mesh, self._talk, lambda: self._state, started_again=self._past is not None)
            nursery.cancel_scope.cancel()

    def _now(self) -> tuple[TableState, SeatSecrets, View]:
        return self._state, self._desk.secrets, self._view

    def _take_up(self, past: Past) -> None:
        """Be where the journal ends: nothing of it is said in another way."""
        for entry in past.log:
            self._mesh.gallery.show(shown(entry))
        for heard in past.heard:
            self._council.remember(heard)
        for own in past.said:
            self._inbox.take_contribution(own.data)
            self._desk.kept = own.place
        for signal in past.signals:
            self._chooser.remember_signal(signal)
        for observer in self._observers:
            observer.on_slot(self._view, past.ends)
        past.forget()

    # --- one slot -------------------------------------------------------------------------------------

    async def _next_slot(self) -> None:
        """The slot that is expected; or a removal, in its place or before it."""
        decided: Decided | None = None
        async with trio.open_nursery() as nursery:

            async def decide() -> None:
                nonlocal decided
                decided = await self._council.decision()
                nursery.cancel_scope.cancel()

            nursery.start_soon(decide)
            await self._slot(expected(self._state))
            nursery.cancel_scope.cancel()
        if decided is not None:
            await self._remove()

    async def _slot(self, slot: Slot) -> None:
        if not self._talk.recall.remembers and self._inbox.complete(slot, self._state.head) is None:
            self._talk.catch_up.tell()
        if self._desk.secrets.seat in slot.seats:
            await self._speak(slot)
        while not await self._fill(await self._complete(slot)):
            await self._talk.something_new()

    async def _fill(self, said: dict[int, Contribution]) -> bool:
        """Apply a complete slot; not if this seat has voted that others leave in its place, and not again if
        it does not hold: then whoever made it so leaves.
        """
        async with self._council.acting:
            if self._refused == self._state.head or not self._council.ballots.may_complete():
                return False
            try:
                after, seen, own = await trio.to_thread.run_sync(self._desk.apply, self._state, said)
            except RemoteError:
                self._refuse(said)
                return False
            lines = lines_in(said.values()) if isinstance(self._state.phase, Racing) else {}
            self._inbox.close_slot(said.values(), after)
            self._council.advance(after)
            self._mesh.gallery.show(contribution.data for contribution in said.values())
            self._enter(after, seen, own)
        for seat in sorted(lines.keys() - {self._desk.secrets.seat}):
            for observer in self._observers:
                observer.on_chat(seat, lines[seat])
        return True

    async def _remove(self) -> None:
        """Let a removal fill its slot: seats leave, and what was applied from there on is taken back."""
        async with self._council.acting:
            decided = self._council.ballots.decided()
            if decided is None:
                return
            removal = decided.removal
            after, seen = await trio.to_thread.run_sync(self._desk.remove, decided)
            self._inbox.take_back(removal.place[1], removal, after)
            self._council.advance(after, removal)
            self._mesh.gallery.show([encode(removal.record())])
            self._enter(after, seen, None)
        if self._desk.secrets.seat in removal.out:
            self._ending.put_off(removal, self._records.path, where_they_are(self._mesh, after))

    def _enter(self, after: TableState, seen: View, own: Contribution | None) -> None:
        """The table is here now."""
        self._state, self._view = after, seen
        for happened in after.happenings:
            if isinstance(happened, SeatsJoined):
                welcome(self._mesh, after, happened.seats)
        if own is not None:
            self._say(own)
        for observer in self._observers:
            observer.on_slot(seen, after.happenings)
        self._talk.recall.moved()
        self._talk.wake()
        self._talk.attendance.look_round()

    async def _speak(self, slot: Slot) -> None:
        """Say this seat's part, unless it has been said: perhaps before the program was started again."""
        await self._talk.recollect(slot)
        said = self._inbox.held(slot.index).get(self._desk.secrets.seat)
        if said is None:
            choice = await self._chooser.choice(slot)
            async with self._council.acting:  # after a goodbye nothing is signed
                self._say(await trio.to_thread.run_sync(self._desk.make, self._state, choice))
        elif self._desk.kept != said.place:
            await trio.to_thread.run_sync(self._desk.keep, said)

    def _say(self, own: Contribution) -> None:
        self._inbox.take_contribution(own.data)
        self._talk.distances.spoke(own.statement.slot, trio.current_time())
        self._mesh.publish(own.data)
        self._talk.attendance.look_round()

    async def _complete(self, slot: Slot) -> dict[int, Contribution]:
        """Wait until all contributions are here."""
        while True:
            said = self._inbox.complete(slot, self._state.head)
            if said is not None:
                return said
            self._talk.catch_up.compare(self._mesh.linked())
            await self._talk.something_new()

    # --- stopping -------------------------------------------------------------------------------------

    def _refuse(self, said: dict[int, Contribution]) -> None:
        """A contribution does not hold: its signature is the evidence, and makes its seat leave.

        Everybody hears what this seat was told, for the others may have been told something else.
        """
        self._refused = self._state.head
        for contribution in said.values():
            self._mesh.publish(contribution.data)
        ground = self._council.refused(said.values())
        if ground is not None:
            self._on_ground(ground)

    def _on_ground(self, ground: Ground) -> None:
        """Why a seat leaves is told at once; that it does when everybody has agreed."""
        seats = self._state.proposal.seats
        entry, own = seats[ground.seat], seats[self._desk.secrets.seat]
        if not ground.convicts:
            if entry.key == own.operator:
                self._ending.leave()
            return
        if ground.seat == self._desk.secrets.seat:
            self._ending.twin()
            return
        path = self._records.keep_evidence(ground.slot, ground.seat, ground.data)
        why = "" if ground.fault is None else speech.said(ground.fault).rstrip(".")
        sentence = CONVICTED.format(name=entry.name, slot=ground.slot, why=why, path=path)
        for observer in self._observers:
            observer.on_notice(sentence)

    async def _leave_when_asked(self) -> None:
        await self._controls.leaving.wait()
        async with self._council.acting:
            early = not finished(self._state)
            if early:
                await self._council.take_leave()
                self._voice.say_goodbye()
            with trio.move_on_after(FLUSH_SECONDS):
                await self._mesh.flush()
            self._ending.leave(early=early)
