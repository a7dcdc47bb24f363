"""Two transcripts side by side: one game or two, one story or two (specs/audit.md, Several files)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import TypeAlias

from protocol.errors import ProofError, WireError
from protocol.transcript.contribution import Contribution, receive_contribution, table_id
from protocol.transcript.file import SlotRecord, Source, read_opening, read_slots
from protocol.transcript.vote import CastVote, contradict, receive_vote
from protocol.wire.messages import Proposal
from protocol.wire.removal import RemovalRecord

Said: TypeAlias = tuple[Contribution | CastVote, ...]


class Relation(Enum):
    """What the second file is to the first."""

    SAME = "same"
    BEGINNING = "beginning"
    CONTINUATION = "continuation"
    FORK = "fork"
    PARTED = "parted"
    DAMAGED = "damaged"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Comparison:
    """slot: the first in which the files differ. signed_both: the seats that signed both stories of it.

    taken: the seats that one of the files takes off the table there, and the other does not.
    """

    relation: Relation
    slot: int | None = None
    signed_both: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()


def compare(first: Source, second: Source) -> Comparison:
    """Compare as far as both can be read; raises WireError if one is no transcript at all."""
    proposal, data = read_opening(first)
    _, other_data = read_opening(second)
    if data != other_data:
        return Comparison(Relation.OTHER)
    left, right = _readable(first), _readable(second)
    slot = 0
    while True:
        one, other = next(left, None), next(right, None)
        if one is None or other is None:
            return _ended(one is None, other is None, slot)
        if one != other:
            return _differing(
                slot, _said(proposal, table_id(data), one), _said(proposal, table_id(data), other)
            )
        slot += 1


def _differing(slot: int, one: Said, other: Said) -> Comparison:
    """Whoever signed both stories has lied. Without such a seat, one of them may be of somebody who was taken
    off the table there and had not heard of it."""
    pairs = [(first, second) for first, second in product(one, other) if contradict(first, second)]
    both = tuple(sorted({first.place[2] for first, _ in pairs}))
    taken = tuple(sorted(set(_out(one)) ^ set(_out(other))))
    relation = Relation.FORK if both else Relation.PARTED if taken else Relation.DAMAGED
    return Comparison(relation, slot, both, () if both else taken)


def _out(said: Said) -> tuple[int, ...]:
    return next((each.vote.out for each in said if isinstance(each, CastVote)), ())


def _readable(source: Source) -> Iterator[SlotRecord | RemovalRecord]:
    """The slots up to the first that cannot be read: whose fault that is, the audit says."""
    try:
        yield from read_slots(source)
    except WireError:
        return


def _ended(first: bool, second: bool, slot: int) -> Comparison:
    if first and second:
        return Comparison(Relation.SAME)
    return Comparison(Relation.CONTINUATION if first else Relation.BEGINNING, slot)


def _said(proposal: Proposal, table: bytes, record: SlotRecord | RemovalRecord) -> Said:
    """What is signed properly: the rest accuses nobody."""
    said: list[Contribution | CastVote] = []
    if isinstance(record, RemovalRecord):
        for data in (*record.votes, *record.named):
            with suppress(ProofError, WireError):
                said.append(receive_vote(proposal, table, data))
    else:
        for data in record.contributions:
            with suppress(ProofError, WireError):
                said.append(receive_contribution(proposal, table, data))
    return tuple(said)
