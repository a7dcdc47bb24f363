"""What makes a seat act: waits for slots, asks the player, journals, sends, applies (specs/table.md, Driver).

The driver decides nothing about the game. It hands `contribute` the player's choice, puts the result on the
disk, sends it, and gives `apply` every complete slot. Mathematics and disk run in worker threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import trio

from p2puno.errors import NoError
from p2puno.language import speech
from p2puno.language.texts import _
from p2puno.net.mesh import Mesh
from p2puno.net.messages import Start
from p2puno.seat.choosing import Chooser, asks
from p2puno.seat.inbox import Inbox, TwoStories
from p2puno.seat.plans import Again
from p2puno.seat.player import Controls, Observer, Player
from p2puno.seat.recall import Recall
from p2puno.seat.records import Records
from p2puno.seat.recovery import Past
from p2puno.seat.talk import Talk
from p2puno.seat.voice import Voice
from protocol.errors import RemoteError
from protocol.rules.happenings import SeatsJoined
from protocol.table.choices import Choice
from protocol.table.phases import Racing
from protocol.table.secrets import SeatSecrets
from protocol.table.signals import lines_in
from protocol.table.state import TableState
from protocol.table.table import Slot, apply, contribute, expected, finished
from protocol.table.view import View, view
from protocol.transcript.contribution import Contribution
from protocol.transcript.file import slot_frame
from protocol.wire.codec import encode
from protocol.wire.messages import Evidence

FAREWELL_SECONDS = 10.0
FLUSH_SECONDS = 1.0


class TableStoppedError(NoError):
    """The game cannot go on; the sentence says why and names the seat at fault, if there is one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended for this seat: the game is over, or it `left`; over, it may be played `again`."""

    transcript: Path
    view: View
    left: bool
    again: Again | None = None


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
        self._secrets = secrets
        self._view = view(state, secrets)
        self._mesh = mesh
        self._records = records
        self._observers = observers
        self._controls = controls
        self._entropy = entropy
        self._past = past
        self._inbox = Inbox(state, [] if past is None else past.log)
        others = frozenset(entry.key for entry in state.proposal.seats) - {mesh.identity}
        recall = Recall(secrets.seat, others, self._inbox, past is None, trio.current_time)
        now = lambda: self._state  # noqa: E731 - for those who need no more
        self._talk = Talk(
            mesh,
            self._inbox,
            now,
            observers,
            self._convict,
            self._left_by,
            recall,
            self._twin,
        )
        self._chooser = Chooser(self._now, player, mesh, records, self._inbox, self._talk)
        silence = self._chooser.in_silence
        self._voice = Voice(self._talk, now, secrets, controls, observers, silence)
        self._kept = -1
        self._scope = trio.CancelScope()
        self._stopped: TableStoppedError | None = None
        self._left = False

    async def run(self) -> Outcome:
        """Play to the end; raises TableStoppedError, or OutsideError if the disk fails."""
        opening = self._state if self._past is None else self._past.opening
        self._mesh.gallery.show([encode(Start(encode(opening.proposal)))])
        self._mesh.gallery.on_request = self._talk.take_request
        if self._past is not None:
            self._take_up(self._past)
        try:
            with self._scope:
                await self._play()
        finally:
            self._records.close()
        if self._left or finished(self._state):
            await trio.to_thread.run_sync(self._records.discard)
        if self._stopped is not None:
            raise self._stopped
        return Outcome(self._records.path, self._view, self._left)

    async def _play(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._talk.listen)
            nursery.start_soon(self._talk.remind)
            nursery.start_soon(self._voice.speak)
            nursery.start_soon(self._voice.tell_who_plays)
            nursery.start_soon(self._leave_when_asked)
            self._talk.tell_status()
            while not finished(self._state):
                await self._slot(expected(self._state))
            await trio.to_thread.run_sync(self._records.finish)
            await self._farewell()
            nursery.cancel_scope.cancel()

    def _now(self) -> tuple[TableState, SeatSecrets, View]:
        return self._state, self._secrets, self._view

    def _take_up(self, past: Past) -> None:
        """Be where the journal ends: nothing of it is said in another way."""
        for contributions in past.log:
            self._mesh.gallery.show(each.data for each in contributions)
        for own in past.said:
            self._inbox.take_contribution(own.data)
            self._kept = own.statement.slot
        for heard in past.signals:
            self._chooser.remember_signal(heard)
        for observer in self._observers:
            observer.on_slot(self._view, past.ends)

    # --- one slot -------------------------------------------------------------------------------------

    async def _slot(self, slot: Slot) -> None:
        if not self._talk.recall.remembers and self._inbox.complete(slot, self._state.head) is None:
            self._talk.tell_status()
        if self._secrets.seat in slot.seats:
            await self._speak(slot)
        said = await self._complete(slot)
        try:
            after, seen, own = await trio.to_thread.run_sync(self._apply, said)
        except RemoteError as error:
            self._refuse(error, said)
            await trio.sleep_forever()
        lines = lines_in(said.values()) if isinstance(self._state.phase, Racing) else {}
        self._inbox.close_slot(said.values())
        self._mesh.gallery.show(contribution.data for contribution in said.values())
        self._state, self._view = after, seen
        self._inbox.grown = after.proposal
        if any(isinstance(happened, SeatsJoined) for happened in after.happenings):
            self._mesh.admit(entry.key for entry in after.proposal.seats)
        if own is not None:
            self._say(own)
        for observer in self._observers:
            for seat in sorted(lines.keys() - {self._secrets.seat}):
                observer.on_chat(seat, lines[seat])
            observer.on_slot(seen, after.happenings)
        self._talk.recall.moved()
        self._talk.wake()
        self._talk.look_round()

    async def _speak(self, slot: Slot) -> None:
        """Say this seat's part, unless it has been said: perhaps before the program was started again."""
        await self._talk.recollect(slot)
        said = self._inbox.held(slot.index).get(self._secrets.seat)
        if said is None:
            choice = await self._chooser.choice(slot)
            self._say(await trio.to_thread.run_sync(self._make, self._state, choice))
        elif self._kept != slot.index:
            await trio.to_thread.run_sync(self._records.keep_own, said)

    def _say(self, own: Contribution) -> None:
        self._inbox.take_contribution(own.data)
        self._talk.distances.spoke(own.statement.slot, trio.current_time())
        self._mesh.publish(own.data)
        self._talk.look_round()

    async def _complete(self, slot: Slot) -> dict[int, Contribution]:
        """Wait until all contributions are here."""
        while True:
            said = self._inbox.complete(slot, self._state.head)
            if said is not None:
                return said
            self._talk.compare_all()
            await self._talk.something_new()

    def _make(self, state: TableState, choice: Choice | None) -> Contribution:
        """In a worker thread: prove, sign, and put it on the disk before anybody hears of it."""
        contribution = contribute(state, self._secrets, choice, self._entropy(32))
        self._records.keep_own(contribution)
        self._kept = contribution.statement.slot
        return contribution

    def _apply(self, said: dict[int, Contribution]) -> tuple[TableState, View, Contribution | None]:
        """In a worker thread: verify, keep, and forget what a settled round leaves behind.

        If the next slot waits for this seat and has no question to its player, its contribution is made at
        once: a second way to a worker and back can take longer than what is done there.
        """
        after = apply(self._state, said)
        self._records.keep_slot(tuple(said.values()))
        secrets = self._secrets.for_round(after.rules.round)
        if secrets.round != self._secrets.round:
            self._records.forget_round(secrets)
            self._secrets = secrets
        mine = not finished(after) and self._secrets.seat in expected(after).seats
        at_once = mine and self._talk.recall.remembers and not asks(after)
        own = self._make(after, None) if at_once else None
        return after, view(after, self._secrets), own

    # --- stopping -------------------------------------------------------------------------------------

    def _refuse(self, error: RemoteError, said: dict[int, Contribution]) -> None:
        """A contribution does not hold: its signature is the evidence.

        Everybody hears what this seat was told, for the others may have been told something else.
        """
        for contribution in said.values():
            self._mesh.publish(contribution.data)
        self._mesh.gallery.show(contribution.data for contribution in said.values())
        name = self._name(error.seat)
        path = self._records.keep_evidence(error.slot, error.seat, slot_frame(tuple(said.values())))
        why = speech.said(error).rstrip(".")
        self._stop(
            _(
                "{name} broke the rules of the protocol in slot {slot}: {why}. "
                "The game stops here; the evidence is in {path}"
            ).format(name=name, slot=error.slot, why=why, path=path)
        )

    def _convict(self, stories: TwoStories) -> None:
        place = stories.first.statement
        if place.seat == self._secrets.seat:
            self._twin()
            return
        evidence = encode(Evidence(stories.first.data, stories.second.data))
        self._mesh.publish(evidence)
        self._mesh.gallery.show([evidence])
        path = self._records.keep_evidence(place.slot, place.seat, evidence)
        self._stop(
            _(
                "{name} told two stories in slot {slot}, and signed both. "
                "The game stops here; the evidence is in {path}"
            ).format(name=self._name(place.seat), slot=place.slot, path=path)
        )

    def _twin(self) -> None:
        """Somebody else signs with this seat's key, and has more links, or has said more."""
        self._stop(
            _(
                "Another program plays this seat as well, with a copy of this player's files: "
                "this one stops. When that one has ended, `p2puno resume` goes on here"
            )
        )

    def _left_by(self, seat: int) -> None:
        if not finished(self._state):
            sentence = _("{name} has left the table: the game cannot go on")
            self._stop(sentence.format(name=self._name(seat)))

    def _stop(self, sentence: str) -> None:
        if self._stopped is None:
            self._stopped = TableStoppedError(sentence)
        self._scope.cancel()

    def _name(self, seat: int) -> str:
        return self._state.proposal.seats[seat].name

    async def _leave_when_asked(self) -> None:
        await self._controls.leaving.wait()
        if not finished(self._state):
            self._voice.say_goodbye()
            with trio.move_on_after(FLUSH_SECONDS):
                await self._mesh.flush()
        self._left = True
        self._scope.cancel()

    async def _farewell(self) -> None:
        """Stay until every seat that was ever linked has the end of the game, ten seconds at most.

        A link that is down just now may be the one over which somebody still has to hear the end.
        """
        self._talk.tell_status()
        keys = {entry.key for entry in self._state.proposal.seats} - {self._mesh.identity}
        reached = self._talk.reached
        started_again = keys if self._past is not None else frozenset[bytes]()
        with trio.move_on_after(FAREWELL_SECONDS):
            while any(
                reached.get(peer, 0) < self._state.slot
                for peer in keys & {*self._mesh.linked(), *reached, *started_again}
            ):
                await self._talk.something_new()
            await self._mesh.flush()
