"""Tables of which seats are taken away by signed votes, and transcripts that hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from protocol.table.ballots import Ballots
from protocol.table.removal import Removal, apply_removal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.transcript.contribution import Contribution, sign_signal
from protocol.transcript.file import write_transcript
from protocol.transcript.vote import sign_vote
from protocol.wire.codec import encode
from protocol.wire.messages import LeaveSignal, Signal
from protocol.wire.removal import RemovalRecord
from tests.table.simulation import Simulation


@dataclass
class Voted(Simulation):
    """A simulation that keeps what fills its slots, removals too."""

    entries: list[list[Contribution] | RemovalRecord] = field(default_factory=list)

    @property
    def transcript(self) -> bytes:
        return b"".join(write_transcript(self.proposal_data, self.entries))

    def apply(self, contributions: dict[int, Contribution]) -> None:
        super().apply(contributions)
        self.entries.append([contributions[seat] for seat in sorted(contributions)])

    def remove(self, out: Iterable[int] = (), grounds: Iterable[bytes] = ()) -> Removal:
        """All who stay vote, each by its own program, for these seats and those against which there are
        grounds; the removal that follows is applied everywhere."""
        wanted, grounds = frozenset(out), tuple(grounds)
        boxes = {seat: Ballots(self.state, seat, lambda _slot: {}) for seat in self.state.present}
        for box in boxes.values():
            for ground in grounds:
                box.hear_ground(ground)
        for seat, box in boxes.items():
            vote = box.due(wanted)
            if vote is not None and seat not in wanted:
                data = sign_vote(self.secrets[seat].identity, vote).data
                for each in boxes.values():
                    each.hear_vote(data)
        decided = [box.decided() for box in boxes.values()]
        assert decided[0] is not None
        assert all(each == decided[0] for each in decided)
        removal = decided[0].removal
        self.fill(removal)
        return removal

    def fill(self, removal: Removal) -> None:
        self.states = [apply_removal(state, removal) for state in self.states]
        self.entries.append(removal.record())
        self.seen = {}

    def back_to(self, slot: int) -> None:
        """Take back what was applied from this slot on."""
        self.states = [self.moments[slot].state] * len(self.states)
        del self.moments[slot:], self.entries[slot:]


def goodbye(state: TableState, secrets: SeatSecrets, slot: int | None = None) -> bytes:
    """A seat says goodbye at this slot, or one of its choice."""
    place = state.slot if slot is None else slot
    body = encode(LeaveSignal())
    signal = Signal(state.table, state.term, place, state.head, secrets.seat, (), body)
    return sign_signal(secrets.identity, signal).data
