"""Votes about who is to leave the table, and what convicts a seat (specs/table.md, Removal)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Range, Size, message, struct
from protocol.wire.messages import MAX_SEATS, MAX_STATEMENT, Hash, Seat, Signature, SlotIndex, Term

# In so many ballots a seat can vote for somebody at one place, and so many grounds a vote can name.
MAX_EARLIER = 16
MAX_GROUNDS = 4
# So many other votes a removal can name.
MAX_NAMED = 128
MAX_VOTE = 8192
MAX_SIGNED = MAX_STATEMENT + 128

LAST_BALLOT = 2**31 - 1

BallotNumber = Annotated[int, Range(1, LAST_BALLOT)]
Seats = Annotated[tuple[Seat, ...], Many(0, MAX_SEATS)]


@struct
@dataclass(frozen=True, slots=True)
class Earlier:
    """What the voter has voted for before at this place; `because` names the votes that make that void."""

    ballot: BallotNumber
    out: Seats
    because: Annotated[tuple[Hash, ...], Many(0, MAX_SEATS)]


@message(6)
@dataclass(frozen=True, slots=True)
class Vote:
    """`out` is to leave the table, in place of this slot.

    carried: those of them whose contributions to it the voter holds. grounds: why some leave in any case.
    Without anybody in `out` it says: in this ballot, and those before it, I vote for nobody but as `earlier`
    says.
    """

    table: Hash
    term: Term
    slot: SlotIndex
    head: Hash
    seat: Seat
    ballot: BallotNumber
    out: Seats
    carried: Seats
    earlier: Annotated[tuple[Earlier, ...], Many(0, MAX_EARLIER)]
    grounds: Annotated[tuple[Hash, ...], Many(0, MAX_GROUNDS)]


@message(7)
@dataclass(frozen=True, slots=True)
class SignedVote:
    """An encoded `Vote` with its seat's signature over exactly these bytes."""

    vote: Annotated[bytes, Size(1, MAX_VOTE)]
    signature: Signature


@message(53)
@dataclass(frozen=True, slots=True)
class Refused:
    """All contributions of one slot, which together nobody can apply: one of them is false."""

    contributions: Annotated[tuple[Annotated[bytes, Size(1, MAX_SIGNED)], ...], Many(1, MAX_SEATS)]


@message(62)
@dataclass(frozen=True, slots=True)
class RemovalRecord:
    """A slot that was filled by votes: those of one ballot, the ones they name, and grounds, each once."""

    votes: Annotated[tuple[Annotated[bytes, Size(1, MAX_VOTE + 128)], ...], Many(1, MAX_SEATS)]
    named: Annotated[tuple[Annotated[bytes, Size(1, MAX_VOTE + 128)], ...], Many(0, MAX_NAMED)]
    grounds: Annotated[
        tuple[Annotated[bytes, Size(1, MAX_SEATS * MAX_SIGNED)], ...], Many(0, MAX_SEATS * MAX_GROUNDS)
    ]
