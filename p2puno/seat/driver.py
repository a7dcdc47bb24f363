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
from p2puno.seat.inbox import Inbox, TwoStories
from p2puno.seat.plans import Again
from p2puno.seat.player import Controls, Observer, Player
from p2puno.seat.records import Records
from p2puno.seat.talk import Talk
from p2puno.seat.voice import Voice
from protocol.errors import RemoteError
from protocol.rules.needs import NeedLast
from protocol.table.choices import Choice, Move, RaceSeen, Reply, SaySomething
from protocol.table.frame import between_rounds
from protocol.table.phases import Choosing, Duelling, Giving, Ordering, Racing, Voting
from protocol.table.secrets import SeatSecrets
from protocol.table.signals import is_possible, lines_in, make_signal
from protocol.table.state import TableState
from protocol.table.table import Slot, apply, contribute, expected, finished
from protocol.table.view import Action, View, view
from protocol.transcript.contribution import Contribution, HeardSignal
from protocol.transcript.file import slot_frame
from protocol.wire.codec import encode
from protocol.wire.messages import Evidence

# In a race, how long others' signals are waited for after the first.
GRACE_SECONDS = 0.08
# Where the last one to react pays, so long at most.
REACTION_SECONDS = 3.0
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
    """Drives one seat of one table from genesis to the end. `entropy(n)` gives n fresh random bytes."""

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
    ) -> None:
        self._state = state
        self._secrets = secrets
        self._view = view(state, secrets)
        self._mesh = mesh
        self._records = records
        self._player = player
        self._observers = observers
        self._controls = controls
        self._entropy = entropy
        self._inbox = Inbox(state)
        self._talk = Talk(mesh, self._inbox, lambda: self._state, observers, self._convict, self._left_by)
        self._voice = Voice(self._talk, lambda: self._state, secrets, controls, observers, self._in_silence)
        self._seen: RaceSeen | None = None
        self._signalled_in = -1
        self._scope = trio.CancelScope()
        self._stopped: TableStoppedError | None = None
        self._left = False

    async def run(self) -> Outcome:
        """Play to the end; raises TableStoppedError, or OutsideError if the disk fails."""
        self._mesh.gallery.show([encode(Start(encode(self._state.proposal)))])
        with self._scope:
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
        if not finished(self._state):
            self._records.close()
        if self._stopped is not None:
            raise self._stopped
        return Outcome(self._records.path, self._view, self._left)

    # --- one slot -------------------------------------------------------------------------------------

    async def _slot(self, slot: Slot) -> None:
        if self._secrets.seat in slot.seats and self._secrets.seat not in self._inbox.held(slot.index):
            choice = await self._choice(slot)
            self._say(await trio.to_thread.run_sync(self._make, self._state, choice))
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
        if own is not None:
            self._say(own)
        for observer in self._observers:
            for seat in sorted(lines.keys() - {self._secrets.seat}):
                observer.on_chat(seat, lines[seat])
            observer.on_slot(seen, after.happenings)
        self._talk.wake()
        self._talk.look_round()

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
        own = self._make(after, None) if mine and not _asks(after) else None
        return after, view(after, self._secrets), own

    # --- choosing -------------------------------------------------------------------------------------

    async def _choice(self, slot: Slot) -> Choice | None:
        phase = self._state.phase
        match phase:
            case Racing():
                self._seen = await self._race(slot)
                return self._seen
            case Ordering():
                return self._seen
            case Choosing() if phase.committed is None:
                return await self._decide_move()
            case Giving() | Duelling() | Voting():
                return await self._decide_reply()
            case _:
                if between_rounds(self._state):
                    await self._player.next_round()
                return None

    async def _decide_move(self) -> Move:
        while True:
            action = await self._decide()
            if isinstance(action, Move):
                return action

    async def _decide_reply(self) -> Reply:
        while True:
            action = await self._decide()
            if isinstance(action, Reply):
                return action

    async def _decide(self) -> Action:
        """Ask the player until it wants something possible."""
        while True:
            action = await self._player.decide(self._view)
            if self._view.permits(action):
                return action
            self._player.refused(self._view, _("that is not possible now"))

    async def _race(self, slot: Slot) -> RaceSeen:
        """Until somebody acts, wait; then give the others a short grace, and say what was seen."""
        async with trio.open_nursery() as nursery:
            if self._view.acts:
                nursery.start_soon(self._act)
            while not self._signals(slot):
                await self._talk.something_new()
            await self._grace(slot)
            nursery.cancel_scope.cancel()
        signals = self._signals(slot)
        own = (heard for heard in signals if heard.signal.seat == self._secrets.seat)
        return RaceSeen(next(own, signals[0]), tuple(heard.signal.seat for heard in signals))

    async def _grace(self, slot: Slot) -> None:
        """Others may have acted at the same time; where the last to react pays, all get their time."""
        need = self._state.rules.need
        if isinstance(need, NeedLast):
            with trio.move_on_after(REACTION_SECONDS):
                while len(self._signals(slot)) < len(need.seats):
                    await self._talk.something_new()
        await trio.sleep(GRACE_SECONDS)

    def _signals(self, slot: Slot) -> list[HeardSignal]:
        """The signals of the race in their order; one that is not possible is as good as none."""
        return [heard for heard in self._inbox.signals(slot.index) if is_possible(self._state, heard)]

    async def _act(self) -> None:
        """Signal what the player decides, unless a line of chat was this seat's signal already."""
        action = await self._decide()
        if self._signalled_in != self._state.slot:
            await self._signal(action)

    async def _signal(self, action: Action) -> None:
        """On the disk first, then to everybody. Whoever gives a second signal in one race convicts itself.

        Raises LocalError for what cannot be said (a line that is too long); then this seat may still act.
        """
        seen = tuple(heard.signal.seat for heard in self._signals(expected(self._state)))
        heard = make_signal(self._state, self._secrets, action, seen)
        self._signalled_in = self._state.slot
        await trio.to_thread.run_sync(self._records.keep_signal, heard)
        self._inbox.hold_signal(heard, trio.current_time())
        self._mesh.publish(heard.data)
        self._talk.wake()

    async def _in_silence(self, text: str) -> bool:
        """Where silence is to be kept a line is a signal in a race, and waits for one. False: no silence."""
        while self._state.rules.silence is not None:
            free = self._signalled_in != self._state.slot
            if free and self._view.permits(SaySomething(text)):
                await self._signal(SaySomething(text))
                return True
            await self._talk.something_new()
        return False

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
        with trio.move_on_after(FAREWELL_SECONDS):
            while any(
                reached.get(peer, 0) < self._state.slot for peer in keys & {*self._mesh.linked(), *reached}
            ):
                await self._talk.something_new()
            await self._mesh.flush()


def _asks(state: TableState) -> bool:
    """Whether what a seat contributes, or when, depends on its player, or on what was seen of a race."""
    match state.phase:
        case Racing() | Ordering() | Giving() | Duelling() | Voting():
            return True
        case Choosing(_, committed):
            return committed is None
        case _:
            return between_rounds(state)
