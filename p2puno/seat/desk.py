"""What a seat does in worker threads: prove, verify, and put on the disk what the others may hear of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p2puno.seat.choosing import asks
from p2puno.seat.inbox import Inbox
from p2puno.seat.records import Records
from p2puno.seat.recovery import state_before
from protocol.table.ballots import Decided
from protocol.table.choices import Choice
from protocol.table.removal import apply_removal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import apply, contribute, expected, finished
from protocol.table.view import View, view
from protocol.transcript.contribution import Contribution


class Desk:
    """`secrets` are those of the table's round. remembers: whether this seat knows all that it has said."""

    def __init__(
        self,
        opening: TableState,
        secrets: SeatSecrets,
        records: Records,
        inbox: Inbox,
        entropy: Callable[[int], bytes],
        remembers: Callable[[], bool],
    ) -> None:
        self._opening = opening
        self.secrets = secrets
        self._former: SeatSecrets | None = None
        self._records = records
        self._inbox = inbox
        self._entropy = entropy
        self._remembers = remembers
        self.kept: tuple[int, int, int] | None = None
        """The place of the last own contribution that is on the disk."""

    def make(self, state: TableState, choice: Choice | None) -> Contribution:
        """Prove, sign, and put it on the disk before anybody hears of it."""
        contribution = contribute(state, self.secrets, choice, self._entropy(32))
        self.keep(contribution)
        return contribution

    def keep(self, own: Contribution) -> None:
        """Put it on the disk."""
        self._records.keep_own(own)
        self.kept = own.place

    def apply(
        self, state: TableState, said: Mapping[int, Contribution]
    ) -> tuple[TableState, View, Contribution | None]:
        """Verify, keep, and forget what a settled round leaves behind.

        If the next slot waits for this seat and has no question to its player, its contribution is made at
        once: a second way to a worker and back can take longer than what is done there.
        """
        after = apply(state, said)
        self._records.keep_slot(tuple(said.values()))
        self.turn_to_round(after.rules.round)
        mine = not finished(after) and self.secrets.seat in expected(after).seats
        at_once = mine and self._remembers() and not asks(after)
        own = self.make(after, None) if at_once else None
        return after, view(after, self.secrets), own

    def remove(self, decided: Decided) -> tuple[TableState, View]:
        """Let a removal fill its slot, which may be one that was filled otherwise here."""
        slot = decided.removal.place[1]
        before = decided.before or state_before(self._inbox.log, self._opening, slot)
        after = apply_removal(before, decided.removal)
        self._records.keep_removal(slot, decided.removal.record())
        self.turn_to_round(after.rules.round)
        return after, view(after, self.secrets)

    def turn_to_round(self, number: int) -> None:
        """A settled round's secret is gone from the disk; for the way back to its end it is remembered.

        The secret from before the first round stays on the disk during that one: it hid nothing but the cut
        for the dealer, and the way back may lead into that.
        """
        if number > self.secrets.round:
            self._former, self.secrets = self.secrets, self.secrets.for_round(number)
            if self._former.round:
                self._records.forget_round(self.secrets)
        elif self._former is not None and number == self._former.round:
            self.secrets = self._former
