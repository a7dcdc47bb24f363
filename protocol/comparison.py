"""Two transcripts side by side: one game or two, one story or two (specs/audit.md, Several files)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from protocol.errors import ProofError, WireError
from protocol.transcript.contribution import Contribution, equivocates, receive_contribution, table_id
from protocol.transcript.file import SlotRecord, Source, read_opening, read_slots
from protocol.wire.messages import Proposal


class Relation(Enum):
    """What the second file is to the first."""

    SAME = "same"
    BEGINNING = "beginning"
    CONTINUATION = "continuation"
    FORK = "fork"
    DAMAGED = "damaged"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Comparison:
    """slot: the first in which the files differ. signed_both: the seats that signed both stories of it."""

    relation: Relation
    slot: int | None = None
    signed_both: tuple[int, ...] = ()


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
            both = _signed_both(proposal, table_id(data), one, other)
            return Comparison(Relation.FORK if both else Relation.DAMAGED, slot, both)
        slot += 1


def _readable(source: Source) -> Iterator[SlotRecord]:
    """The slots up to the first that cannot be read: whose fault that is, the audit says."""
    try:
        yield from read_slots(source)
    except WireError:
        return


def _ended(first: bool, second: bool, slot: int) -> Comparison:
    if first and second:
        return Comparison(Relation.SAME)
    return Comparison(Relation.CONTINUATION if first else Relation.BEGINNING, slot)


def _signed_both(proposal: Proposal, table: bytes, one: SlotRecord, other: SlotRecord) -> tuple[int, ...]:
    first, second = _by_seat(proposal, table, one), _by_seat(proposal, table, other)
    return tuple(seat for seat in sorted(first.keys() & second) if equivocates(first[seat], second[seat]))


def _by_seat(proposal: Proposal, table: bytes, record: SlotRecord) -> dict[int, Contribution]:
    """What is signed properly: the rest accuses nobody."""
    said: dict[int, Contribution] = {}
    for data in record.contributions:
        try:
            contribution = receive_contribution(proposal, table, data)
        except (ProofError, WireError):
            continue
        said[contribution.statement.seat] = contribution
    return said
