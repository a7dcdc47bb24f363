"""Who is to leave the table: what one seat hears of that, votes, and concludes (specs/table.md, Removal).

Grounds (two stories, a refused slot, a goodbye) make every program vote at once. Who is only missing is voted
out by people; a bot follows who plays it, and one that plays for itself, or for a person that has handed over
the seat or is asleep, follows others after a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

import trio

from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Company, Controls
from p2puno.seat.records import Records
from p2puno.seat.recovery import Applied, GroundHeard, Heard, OwnVote
from p2puno.store.own_records import OWN_VOTE
from protocol.table.ballots import Ballots, Decided
from protocol.table.casting import Prospect
from protocol.table.grounds import Ground, refused_slot, two_stories
from protocol.table.phases import Racing
from protocol.table.removal import Removal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import expected, finished
from protocol.transcript.contribution import Contribution
from protocol.transcript.vote import sign_vote
from protocol.wire.removal import Vote

# A bot that plays for itself agrees with a vote after so long; where only bots are left they begin after:
BOT_AGREES_SECONDS = 20.0
BOTS_VOTE_SECONDS = 30.0
_LOOK_SECONDS = 2.0


class Council:
    """`may_sign`: whether this seat knows again all that it had said; `publish` tells everybody something.

    company: who is away, as far as this seat knows.
    """

    def __init__(
        self,
        state: TableState,
        secrets: SeatSecrets,
        inbox: Inbox,
        records: Records,
        controls: Controls,
        publish: Callable[[bytes], None],
        may_sign: Callable[[], bool],
        company: Callable[[], Company],
    ) -> None:
        self._state = state
        self._identity, self._seat = secrets.identity, secrets.seat
        self._inbox = inbox
        self._records = records
        self._controls = controls
        self._publish = publish
        self._may_sign = may_sign
        self._company = company
        controls.prospect = self.prospect
        self._since = 0.0
        self._news = trio.Event()
        self.ballots = Ballots(state, secrets.seat, inbox.said)
        self.acting = trio.Lock()
        """Held while a slot is applied or a vote is signed: what one decides the other must know."""

    # --- the log --------------------------------------------------------------------------------------

    def advance(self, after: TableState, removal: Removal | None = None) -> None:
        """A slot was applied. Whoever was wished away has come, or has gone."""
        self.ballots.advance(after, removal)
        self._state, self._since = after, trio.current_time()
        self._controls.voted.clear()
        self.wake()

    def remember(self, heard: Heard) -> None:
        """What the journal holds, in its order."""
        match heard:
            case Applied(after, removal):
                self.ballots.advance(after, removal)
                self._state = after
            case OwnVote(data):
                self.ballots.hear_vote(data)
            case GroundHeard(data):
                self.ballots.hear_ground(data)

    # --- hearing --------------------------------------------------------------------------------------

    def hear_vote(self, data: bytes) -> bool:
        """Whether this vote is news. Raises WireError or ProofError for a forgery."""
        heard = self.ballots.hear_vote(data)
        if isinstance(heard, Ground):
            self._tell(heard)
        elif heard is not None and heard.vote.seat == self._seat:
            self._records.keep_again(OWN_VOTE, data)
        self.wake()
        return heard is not None

    def hear_ground(self, data: bytes) -> Ground | None:
        """A ground that is news; it is kept, so that it is not lost with everybody's program."""
        ground = self.ballots.hear_ground(data)
        if ground is not None:
            self._records.keep_ground(data)
            self.wake()
        return ground

    def hear_contribution(self, said: Contribution) -> None:
        ground = self.ballots.hear_contribution(said)
        if ground is not None:
            self._tell(ground)

    def two_stories(self, first: Contribution, second: Contribution) -> Ground | None:
        """This seat itself has found two statements of one seat for one place."""
        return self._found(two_stories(first, second))

    def refused(self, said: Iterable[Contribution]) -> Ground | None:
        """This seat itself has refused a slot."""
        return self._found(refused_slot(tuple(said)))

    def _found(self, data: bytes) -> Ground | None:
        ground = self.hear_ground(data)
        if ground is not None:
            self._publish(data)
        return ground

    def _tell(self, ground: Ground) -> None:
        self._records.keep_ground(ground.data)
        self._publish(ground.data)
        self.wake()

    def lasting(self) -> list[bytes]:
        """What is said again on every new link, until it has had its effect."""
        return [*(ground.data for ground in self.ballots.grounds()), *self.ballots.recent()]

    # --- voting ---------------------------------------------------------------------------------------

    async def vote(self) -> None:
        """Sign what is due, as long as the table is on. Nobody has waited before this program runs."""
        self._since = trio.current_time()
        while not finished(self._state):
            news = self._news
            await self._sign_what_is_due()
            with trio.move_on_after(_LOOK_SECONDS if self._waits_with_bots() else inf):
                await news.wait()

    async def hear_person(self) -> None:
        """Whatever the person says may be a vote."""
        while True:
            await self._controls.changed()
            self.wake()

    async def decision(self) -> Decided:
        """Wait until a removal has to be applied."""
        while (decided := self.ballots.decided()) is None:
            await self._news.wait()
        return decided

    def wake(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def _sign_what_is_due(self) -> None:
        async with self.acting:
            while self._may_sign() and (vote := self.ballots.due(self._wanted())) is not None:
                await self._sign(vote)

    async def take_leave(self) -> None:
        """Before a goodbye: nobody has to wait for this seat's vote. Hold `acting`, and do not let go of it:
        after a goodbye nothing is signed or applied.
        """
        for vote in self.ballots.farewell() if self._may_sign() else ():
            await self._sign(vote)

    async def _sign(self, vote: Vote) -> None:
        cast = sign_vote(self._identity, vote)
        await trio.to_thread.run_sync(self._records.keep_vote, cast.data)
        self.ballots.hear_vote(cast.data)
        self._publish(cast.data)
        self.wake()

    def prospect(self, seat: int) -> Prospect:
        """Whether the table can go on without this seat: those whom nobody is linked with cannot vote, and
        have to go as well."""
        return self.ballots.prospect(frozenset({seat, *self._controls.voted, *self._company().lost}))

    def _wanted(self) -> frozenset[int]:
        """Whom this seat's player wants out, of those who are missing or away.

        Who is away has perhaps contributed here before its link broke, and its vote is missed: it can only go
        together with somebody who is missing.
        """
        if finished(self._state):
            return frozenset()
        own = self._state.proposal.seats[self._seat]
        wanted = frozenset(self._controls.voted) & (self._missing() | self._company().away)
        if own.bot or self._plays_by_itself():
            wanted |= self._as_a_bot(own.operator)
        return wanted

    def _missing(self) -> frozenset[int]:
        return frozenset(self._inbox.missing(expected(self._state))) - {self._seat}

    def _plays_by_itself(self) -> bool:
        """Whether a bot plays for this seat's person, who may be anywhere."""
        return self._controls.handed_over or self._controls.autopilot

    def _as_a_bot(self, operator: bytes) -> frozenset[int]:
        """What others have voted for, if it is still about somebody who is missing."""
        missing, seats = self._missing(), self._state.proposal.seats
        standing = {
            seat: frozenset(out)
            for seat, out in self.ballots.standing().items()
            if missing & set(out) and self._seat not in out
        }
        if operator != self._identity.public:
            master = next(seat for seat, entry in enumerate(seats) if entry.key == operator)
            return standing.get(master, frozenset())
        waited = trio.current_time() - self._since
        gone = self._held_up_by(missing)
        gone |= self._company().lost if gone else gone  # whose votes will not come either
        alone = all(seats[seat].bot for seat in self._state.present if seat not in gone)
        if waited >= BOTS_VOTE_SECONDS and alone:
            return gone
        others = frozenset(out for outs in standing.values() for out in outs)
        return others if waited >= BOT_AGREES_SECONDS else frozenset()

    def _held_up_by(self, missing: frozenset[int]) -> frozenset[int]:
        """Of the missing those with whom nobody is linked, and bots: a person who is here may think.

        In a race that nobody has begun all are missing; of the bots the one in turn holds it up.
        """
        state, slow = self._state, missing
        if isinstance(state.phase, Racing) and {self._seat, *missing} >= set(state.present):
            slow = frozenset({state.phase.seat})
        bots = {seat for seat in slow if state.proposal.seats[seat].bot}
        return missing & (self._company().lost | bots)

    def _waits_with_bots(self) -> bool:
        """Whether what a bot wants depends on how long the table has waited."""
        own = self._state.proposal.seats[self._seat]
        if finished(self._state) or not (own.bot or self._plays_by_itself()):
            return False
        waited = trio.current_time() - self._since
        missing = self._inbox.missing(expected(self._state))
        return bool(missing) and waited < BOTS_VOTE_SECONDS + _LOOK_SECONDS
