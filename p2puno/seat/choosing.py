"""What a seat says where its player decides, and when: moves, answers, races (specs/table.md, Races)."""

from __future__ import annotations

from collections.abc import Callable

import trio

from p2puno.language.texts import _
from p2puno.net.mesh import Mesh
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Player
from p2puno.seat.records import Records
from p2puno.seat.talk import Talk
from protocol.rules.needs import NeedLast
from protocol.table.choices import Choice, Move, RaceSeen, Reply, SaySomething
from protocol.table.frame import between_rounds
from protocol.table.phases import Choosing, Duelling, Giving, Ordering, Racing, Voting
from protocol.table.secrets import SeatSecrets
from protocol.table.signals import is_possible, make_signal
from protocol.table.state import TableState
from protocol.table.table import Slot, expected
from protocol.table.view import Action, View
from protocol.transcript.contribution import HeardSignal

# In a race, how long others' signals are waited for after the first.
GRACE_SECONDS = 0.08
# Where the last one to react pays, so long at most.
REACTION_SECONDS = 3.0


def asks(state: TableState) -> bool:
    """Whether what a seat contributes, or when, depends on its player, or on what was seen of a race."""
    match state.phase:
        case Racing() | Ordering() | Giving() | Duelling() | Voting():
            return True
        case Choosing(_, committed):
            return committed is None
        case _:
            return between_rounds(state)


class Chooser:
    """Asks the player of one seat. `now` gives the table, this seat's secrets and its view as they are."""

    def __init__(
        self,
        now: Callable[[], tuple[TableState, SeatSecrets, View]],
        player: Player,
        mesh: Mesh,
        records: Records,
        inbox: Inbox,
        talk: Talk,
    ) -> None:
        self._now = now
        self._player = player
        self._mesh = mesh
        self._records = records
        self._inbox = inbox
        self._talk = talk
        self._seen: RaceSeen | None = None
        self._signalled_in = (-1, -1)

    async def choice(self, slot: Slot) -> Choice | None:
        """What goes into this seat's contribution to the slot: None where nothing is chosen."""
        state, _, _ = self._now()
        match state.phase:
            case Racing():
                self._seen = await self._race(slot)
                return self._seen
            case Ordering():
                return self._seen
            case Choosing(_, None):
                return await self._decide_move()
            case Giving() | Duelling() | Voting():
                return await self._decide_reply()
            case _:
                if not between_rounds(state):
                    return None
                await self._player.next_round()
                return self._talk.attendance.requests.seating()

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
        _state, _secrets, view = self._now()
        while True:
            action = await self._player.decide(view)
            if view.permits(action):
                return action
            self._player.refused(view, _("that is not possible now"))

    # --- races ----------------------------------------------------------------------------------------

    def remember_signal(self, heard: HeardSignal) -> None:
        """This seat has signalled in this race already: before it was started again, or just now."""
        self._signalled_in = heard.signal.term, heard.signal.slot
        self._inbox.hold_signal(heard, trio.current_time())

    async def _race(self, slot: Slot) -> RaceSeen:
        """Until somebody acts, wait; then give the others a short grace, and say what was seen."""
        _, secrets, view = self._now()
        async with trio.open_nursery() as nursery:
            if view.acts:
                nursery.start_soon(self._act)
            while not self._signals(slot):
                await self._talk.something_new()
            await self._grace(slot)
            nursery.cancel_scope.cancel()
        signals = self._signals(slot)
        own = (heard for heard in signals if heard.signal.seat == secrets.seat)
        return RaceSeen(next(own, signals[0]), tuple(heard.signal.seat for heard in signals))

    async def _grace(self, slot: Slot) -> None:
        """Others may have acted at the same time; where the last to react pays, all get their time."""
        state, _, _ = self._now()
        need = state.rules.need
        if isinstance(need, NeedLast):
            with trio.move_on_after(REACTION_SECONDS):
                while len(self._signals(slot)) < len(need.seats):
                    await self._talk.something_new()
        await trio.sleep(GRACE_SECONDS)

    def _signals(self, slot: Slot) -> list[HeardSignal]:
        """The signals of the race in their order; one that is not possible is as good as none."""
        state, _, _ = self._now()
        return [heard for heard in self._inbox.signals(slot.index) if is_possible(state, heard)]

    async def _act(self) -> None:
        """Signal what the player decides, unless a line of chat was this seat's signal already."""
        action = await self._decide()
        state, _, _ = self._now()
        if self._is_free(state):
            await self._signal(action)

    def _is_free(self, state: TableState) -> bool:
        """Whether this seat has not signalled here, as far as it or anybody else remembers."""
        known = self._inbox.has_signal(state.slot, self._now()[1].seat)
        return self._signalled_in != (state.term, state.slot) and not known

    async def _signal(self, action: Action) -> None:
        """On the disk first, then to everybody. Whoever gives a second signal in one race convicts itself.

        Raises LocalError for what cannot be said (a line that is too long); then this seat may still act.
        """
        state, secrets, _ = self._now()
        seen = tuple(heard.signal.seat for heard in self._signals(expected(state)))
        heard = make_signal(state, secrets, action, seen)
        self._signalled_in = state.term, state.slot
        await trio.to_thread.run_sync(self._records.keep_signal, heard)
        self.remember_signal(heard)
        self._mesh.publish(heard.data)
        self._talk.wake()

    async def in_silence(self, text: str) -> bool:
        """Where silence is to be kept a line is a signal in a race, and waits for one. False: no silence."""
        while True:
            state, _, view = self._now()
            if state.rules.silence is None:
                return False
            if self._talk.recall.remembers and self._is_free(state) and view.permits(SaySomething(text)):
                await self._signal(SaySomething(text))
                return True
            await self._talk.something_new()
