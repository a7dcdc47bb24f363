"""Races: what is signalled out of turn, and the bodies of race slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Size, Text, message
from protocol.wire.messages import MAX_SEATS, Body, Hash, Seat

# A signed signal, with room for the longest line of chat.
MAX_RACE_SIGNAL = 1400
# A choice sealed for its own seat: always so many bytes, so that the length does not tell which it is.
SEALED_CHOICE = 224


class RaceBody:
    """What a signal can say in a race."""

    __slots__ = ()


@message(40)
@dataclass(frozen=True, slots=True)
class CatchSignal(RaceBody):
    """`target` has one card left and did not say UNO."""

    target: Seat


@message(120)
@dataclass(frozen=True, slots=True)
class MoveSignal(RaceBody):
    """The seat in turn moves: a commitment to its choice, and the choice sealed for itself."""

    commitment: Hash
    sealed: Annotated[bytes, Size(SEALED_CHOICE)]


@message(121)
@dataclass(frozen=True, slots=True)
class JumpSignal(RaceBody):
    """The seat lays exactly the card on top: a commitment to how, and that sealed for itself."""

    commitment: Hash
    sealed: Annotated[bytes, Size(SEALED_CHOICE)]


@message(122)
@dataclass(frozen=True, slots=True)
class CallSignal(RaceBody):
    """UNO, after the play: for the seat itself, or for `target` in time."""

    target: Seat


@message(123)
@dataclass(frozen=True, slots=True)
class AccuseSignal(RaceBody):
    """`target` has told somebody what to play."""

    target: Seat


@message(124)
@dataclass(frozen=True, slots=True)
class ReactSignal(RaceBody):
    """A hand on the pile, as fast as possible."""


@message(125)
@dataclass(frozen=True, slots=True)
class ChatterSignal(RaceBody):
    """A line of chat where silence is to be kept."""

    text: Annotated[str, Text(240)]


RACE_SIGNALS: tuple[type[RaceBody], ...] = (
    CatchSignal,
    MoveSignal,
    JumpSignal,
    CallSignal,
    AccuseSignal,
    ReactSignal,
    ChatterSignal,
)


@message(108)
@dataclass(frozen=True, slots=True)
class Race(Body):
    """This seat's signal, or the first it heard, and a commitment to the order in which it saw signals."""

    signal: Annotated[bytes, Size(1, MAX_RACE_SIGNAL)]
    order: Hash


@message(28)
@dataclass(frozen=True, slots=True)
class RaceOrder(Body):
    """The opening of the commitment of a `Race`."""

    order: Annotated[tuple[Seat, ...], Many(0, MAX_SEATS)]
    salt: Hash
