"""Who left a table, where and why, as a transcript shows it (specs/audit.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.sentences import Sentence
from protocol.table.removal import Removal
from protocol.table.state import TableState


class Cause(Enum):
    """Why a seat left: its own goodbye, a proven fault, all others' votes, or that its operator left."""

    LEFT = "left"
    CONVICTED = "convicted"
    VOTED_OUT = "voted out"
    WITH_OPERATOR = "with its operator"


@dataclass(frozen=True, slots=True)
class Departure:
    """One seat that left in one slot. `fault`: of what it was convicted; the file alone proves it."""

    slot: int
    seat: int
    cause: Cause
    fault: Sentence | None = None


def departures(before: TableState, removal: Removal) -> tuple[Departure, ...]:
    """Each seat that a removal has taken away, by seat."""
    entries = before.proposal.seats
    operators = {entries[ground.seat].operator for ground in removal.grounds}
    grounds = {ground.seat: ground for ground in reversed(removal.grounds)}
    found: list[Departure] = []
    for seat in removal.out:
        ground = grounds.get(seat)
        if ground is not None:
            cause = Cause.CONVICTED if ground.convicts else Cause.LEFT
        else:
            cause = Cause.WITH_OPERATOR if entries[seat].operator in operators else Cause.VOTED_OUT
        found.append(Departure(before.slot, seat, cause, ground.fault if ground else None))
    return tuple(found)
