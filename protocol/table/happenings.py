"""What happened at the table besides the rules' own happenings, in public terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.rules import happenings as rules


@dataclass(frozen=True, slots=True)
class TableOpened:
    """All seats have signed and acknowledged the proposal."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatShuffled:
    """A seat has masked and permuted the pile: number `step` of `steps`."""

    seat: int
    step: int
    steps: int


@dataclass(frozen=True, slots=True)
class HandShown:
    """A challenged hand is open to everybody (`challenge_shows=everyone`)."""

    seat: int
    cards: tuple[int, ...]


Happening: TypeAlias = rules.Happening | TableOpened | SeatShuffled | HandShown
