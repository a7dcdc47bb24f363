"""Grounds: why a seat may be taken off the table although nobody misses it (specs/table.md, Removal).

Two statements that contradict each other, or a slot that nobody can apply, convict their seat; a goodbye is
that seat's own wish. Whoever holds the bytes can check them; no word of whoever passed them on is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from protocol.crypto.claims import verify_claims
from protocol.errors import LocalError, RemoteError, WireError
from protocol.sentences import Sentence, sentence
from protocol.table.judging import Verify
from protocol.table.state import TableState
from protocol.table.table import apply, expected
from protocol.transcript.contribution import (
    Contribution,
    receive_contribution,
    receive_signal,
)
from protocol.transcript.vote import CastVote, contradict, name_of, receive_vote
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Evidence, LeaveSignal, Signed, SignedSignal
from protocol.wire.removal import Refused, SignedVote


class Reason(Enum):
    """Why a seat goes."""

    TWO_STORIES = "two stories"
    REFUSED = "refused"
    GOODBYE = "goodbye"


@dataclass(frozen=True, slots=True)
class Ground:
    """One checked ground against one seat; (term, slot) is what it is about.

    turns: whether it makes heads differ, so that the log has to go back to it.
    """

    reason: Reason
    seat: int
    term: int
    slot: int
    data: bytes
    turns: bool = False
    fault: Sentence | None = None

    @property
    def name(self) -> bytes:
        return name_of(self.data)

    def holds_at(self, term: int, slot: int, sat: int) -> bool:
        """Whether it counts at a place. A slot is refused there alone; a goodbye counts from where it was
        said, unless its seat has sat down since, at slot `sat`."""
        match self.reason:
            case Reason.TWO_STORIES:
                return True
            case Reason.REFUSED:
                return (self.term, self.slot) == (term, slot)
            case Reason.GOODBYE:
                return sat <= self.slot and (self.term, self.slot) <= (term, slot)

    @property
    def convicts(self) -> bool:
        return self.reason is not Reason.GOODBYE


def two_stories(first: Contribution | CastVote, second: Contribution | CastVote) -> bytes:
    """The ground that two contradicting statements are, whoever found them in whichever order."""
    return encode(Evidence(*sorted((first.data, second.data))))


def refused_slot(said: Sequence[Contribution]) -> bytes:
    """The ground that the contributions of a slot are, in seat order, if `apply` refuses them."""
    return encode(Refused(tuple(each.data for each in said)))


def place_judged(state: TableState, data: bytes) -> tuple[int, int, bytes] | None:
    """At which (term, slot, head) a ground can be judged; None: anywhere. Raises WireError or ProofError."""
    message = decode(data, Evidence, Refused, SignedSignal)
    if not isinstance(message, Refused):
        return None
    statement = receive_contribution(state.proposal, state.table, message.contributions[0]).statement
    return statement.term, statement.slot, statement.head


def read_ground(state: TableState, data: bytes, verify: Verify = verify_claims) -> Ground:
    """Check a ground; raises WireError or ProofError if it holds nothing against anybody.

    A refused slot is judged by the table at whose slot it stands.
    """
    match decode(data, Evidence, Refused, SignedSignal):
        case Evidence(first, second):
            return _two_stories(state, data, first, second)
        case Refused(contributions):
            said = [receive_contribution(state.proposal, state.table, each) for each in contributions]
            return _refused(state, data, said, verify)
        case SignedSignal():
            return _goodbye(state, data)


def _two_stories(state: TableState, data: bytes, first: bytes, second: bytes) -> Ground:
    if first >= second:
        raise WireError(sentence("evidence is not in its only form"))
    pair = [_statement(state, each) for each in (first, second)]
    if not contradict(*pair):
        raise WireError(sentence("evidence that convicts nobody"))
    term, slot, seat = pair[0].place
    fault = sentence("told two stories in slot {slot}, and signed both", slot=slot)
    turns = all(isinstance(each, Contribution) for each in pair)
    return Ground(Reason.TWO_STORIES, seat, term, slot, data, turns, fault)


def _statement(state: TableState, data: bytes) -> Contribution | CastVote:
    if isinstance(decode(data, Signed, SignedVote), SignedVote):
        return receive_vote(state.proposal, state.table, data)
    return receive_contribution(state.proposal, state.table, data)


def _refused(state: TableState, data: bytes, said: list[Contribution], verify: Verify) -> Ground:
    seats = tuple(each.statement.seat for each in said)
    if seats != expected(state).seats:
        raise WireError(sentence("a slot that is said to be refused is not complete"))
    try:
        apply(state, dict(zip(seats, said, strict=True)), verify)
    except RemoteError as error:
        if error.obligation != "head":
            return Ground(Reason.REFUSED, error.seat, state.term, state.slot, data, fault=error.sentence)
        raise WireError(sentence("a slot that is said to be refused belongs to another story")) from error
    except LocalError as error:
        raise WireError(sentence("a slot that is said to be refused stands elsewhere")) from error
    raise WireError(sentence("a slot that is said to be refused holds"))


def _goodbye(state: TableState, data: bytes) -> Ground:
    signal = receive_signal(state.proposal, state.table, data).signal
    decode(signal.body, LeaveSignal)
    if signal.slot < state.sat_down(signal.seat):
        raise WireError(sentence("a goodbye is from before its seat sat down"))
    return Ground(Reason.GOODBYE, signal.seat, signal.term, signal.slot, data)
