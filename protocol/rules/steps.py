"""What is still to happen, in order: `GameState.agenda` is a tuple of these.

A card's effect is a few steps put in front of the agenda. `agenda.run` carries out one step after the other
until one of them turns into a need. Nothing outside `protocol.rules` looks at them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.rules.needs import DrawReason


@dataclass(frozen=True, slots=True)
class Cut:
    """These seats cut for the dealer."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The first discard is turned up, after a shuffle of the whole deck."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands are dealt."""


@dataclass(frozen=True, slots=True)
class Open:
    """The first discard takes effect and somebody has the first turn."""


@dataclass(frozen=True, slots=True)
class Draw:
    """`seat` is owed `count` cards. join=False: a card drawn by choice."""

    seat: int
    count: int
    reason: DrawReason
    join: bool = True


@dataclass(frozen=True, slots=True)
class Miss:
    """`seat` misses its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Turn:
    """`seat` has its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Decide:
    """`seat` has drawn by choice and keeps or plays the card."""

    seat: int


@dataclass(frozen=True, slots=True)
class NameColour:
    """`seat` names the colour of a wild that was turned up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answer:
    """`seat` accepts or challenges the +4 in `GameState.four`."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round ends: somebody went out, or there is nothing to draw and nobody plays."""


Step: TypeAlias = Cut | TurnUp | Deal | Open | Draw | Miss | Turn | Decide | NameColour | Answer | EndRound
