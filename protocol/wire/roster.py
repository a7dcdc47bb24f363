"""Requests to sit down between two rounds (specs/table.md, Frame)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Range, Size, message
from protocol.wire.messages import Hash, SeatEntry, Signature

MAX_REQUEST = 512

RoundNumber = Annotated[int, Range(0, 2**31 - 1)]


@message(8)
@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Whoever has the entry's key wants to sit at this table from the round after `round` on."""

    table: Hash
    round: RoundNumber
    entry: SeatEntry


@message(9)
@dataclass(frozen=True, slots=True)
class SignedRequest:
    """An encoded `SeatRequest` with the signature of its entry's key over exactly these bytes."""

    request: Annotated[bytes, Size(1, MAX_REQUEST)]
    signature: Signature
