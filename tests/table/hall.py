"""A hall to vote in: a toy table with the keys of its seats, and what they sign there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from protocol.crypto.signing import IdentityKey
from protocol.table import table
from protocol.table.ballots import Ballots
from protocol.table.grounds import Ground, read_ground
from protocol.table.removal import apply_removal, read_removal
from protocol.table.state import TableState
from protocol.transcript.contribution import Contribution, sign_contribution, sign_signal
from protocol.transcript.vote import CastVote, sign_vote
from protocol.wire.codec import encode
from protocol.wire.messages import LeaveSignal, Signal, Statement
from protocol.wire.removal import RemovalRecord, Vote
from tests.simulation.toy import opening

# All seats contribute to the first slots of this table.
SHAPE = 10


@dataclass
class Hall:
    """A table with the keys of its seats, at its first slot."""

    operators: tuple[int, ...] = (0, 1, 2)
    state: TableState = field(init=False)
    keys: list[IdentityKey] = field(init=False)

    def __post_init__(self) -> None:
        self.state, self.keys = opening(len(self.operators), self.operators, Random(1))
        assert table.expected(self.state).seats == self.state.present

    def vote(self, seat: int, out: Iterable[int], ballot: int = 1, **changed: object) -> CastVote:
        here = self.state
        vote = Vote(here.table, here.term, here.slot, here.head, seat, ballot, tuple(out), (), (), ())
        return sign_vote(self.keys[seat], replace(vote, **changed))  # type: ignore[arg-type]

    def votes(self, seats: Iterable[int], out: Iterable[int], **changed: object) -> tuple[CastVote, ...]:
        out = tuple(out)
        return tuple(self.vote(seat, out, **changed) for seat in seats)  # type: ignore[arg-type]

    def says(self, seat: int, body: bytes = b"as usual", state: TableState | None = None) -> Contribution:
        here = state or self.state
        statement = Statement(here.table, here.term, here.slot, here.head, seat, body)
        return sign_contribution(self.keys[seat], statement)

    def said(self, *bodies: bytes) -> dict[int, Contribution]:
        return {seat: self.says(seat, body) for seat, body in enumerate(bodies)}

    def goodbye(self, seat: int, **changed: int) -> bytes:
        here = self.state
        signal = Signal(here.table, here.term, here.slot, here.head, seat, (), encode(LeaveSignal()))
        return sign_signal(self.keys[seat], replace(signal, **changed)).data

    def ground(self, data: bytes) -> Ground:
        return read_ground(self.state, data)

    def removal(
        self,
        votes: Iterable[CastVote],
        named: Iterable[CastVote] = (),
        grounds: Iterable[bytes] = (),
    ) -> TableState:
        """Applied as an auditor does it: from the bytes of a record."""
        record = RemovalRecord(
            tuple(each.data for each in votes), tuple(each.data for each in named), tuple(grounds)
        )
        return apply_removal(self.state, read_removal(self.state, record))

    def ballots(self, seat: int, said: dict[int, Contribution] | None = None) -> Ballots:
        return Ballots(self.state, seat, lambda slot: (said or {}) if slot == self.state.slot else {})


def cast(hall: Hall, box: Ballots, seat: int, *wanted: int) -> CastVote | None:
    """What a seat signs, heard by itself."""
    vote = box.due(frozenset(wanted))
    if vote is None:
        return None
    signed = sign_vote(hall.keys[seat], vote)
    assert box.hear_vote(signed.data) == signed
    return signed


def everybody_hears(boxes: Iterable[Ballots], votes: Iterable[CastVote | None]) -> None:
    for vote in votes:
        for box in boxes:
            if vote is not None:
                box.hear_vote(vote.data)
