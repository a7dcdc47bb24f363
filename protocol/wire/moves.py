"""What the seat in turn does, as bodies of contributions, and a choice as a commitment covers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Range, Size, message, struct
from protocol.wire.messages import (
    MAX_CARDS,
    Body,
    Card,
    Colour,
    Element,
    Elements,
    Equality,
    Position,
    Seat,
)

# A proof of innocence for the largest hand, with room.
MAX_DUTY = 20_000

MaybeSeat = Annotated[tuple[Seat, ...], Many(0, 1)]
Duty = Annotated[bytes, Size(0, MAX_DUTY)]


class MoveBody(Body):
    """What the seat in turn does."""

    __slots__ = ()


@struct
@dataclass(frozen=True, slots=True)
class OpenCard:
    """The hand's element at `position` is `card`."""

    position: Position
    card: Card


@message(17)
@dataclass(frozen=True, slots=True)
class Join(MoveBody):
    """Cards enter the hand: all moves to a one-shot key in order, then to a hand key, permuted.

    `moved` holds the old hand's elements first, then those that enter; `hand_proof` is empty without a hand.
    """

    moving_key: Element
    moved: Elements
    hand_proof: Annotated[bytes, Size(0, 98)]
    drawn_proof: Equality
    hand_key: Element
    hand: Elements
    shuffle_proof: Annotated[bytes, Size(98, 16_384)]


@message(19)
@dataclass(frozen=True, slots=True)
class NameColour(MoveBody):
    """The first card is a Wild: the first player names its colour."""

    colour: Annotated[int, Range(0, 3)]


@message(21)
@dataclass(frozen=True, slots=True)
class Accept(MoveBody):
    """The seat bears what was laid against it."""


@message(22)
@dataclass(frozen=True, slots=True)
class Challenge(MoveBody):
    """The Wild Draw Four is doubted; what is shown in answer is sealed to `reception`."""

    reception: Element


@message(100)
@dataclass(frozen=True, slots=True)
class Play(MoveBody):
    """These one or two cards of the hand are laid, with everything that belongs to it."""

    cards: Annotated[tuple[OpenCard, ...], Many(1, 2)]
    as_skip: bool
    colour: Colour
    uno: bool
    target: MaybeSeat
    proof: Equality


@message(101)
@dataclass(frozen=True, slots=True)
class PlayDrawn(MoveBody):
    """The card just drawn is `card`, and it is laid."""

    card: Card
    colour: Colour
    uno: bool
    target: MaybeSeat
    proof: Equality


@message(102)
@dataclass(frozen=True, slots=True)
class Draw(MoveBody):
    """A card, please. `proof` shows that nothing of the hand had to be played, where that is a duty."""

    proof: Duty


@message(103)
@dataclass(frozen=True, slots=True)
class Pass(MoveBody):
    """There is nothing to draw and nothing is played; `proof` as in `Draw`."""

    proof: Duty


@message(104)
@dataclass(frozen=True, slots=True)
class Ready(MoveBody):
    """The seat that drew four has sorted its cards."""


@message(105)
@dataclass(frozen=True, slots=True)
class NameTarget(MoveBody):
    """With whom the seat trades hands."""

    target: Seat


@message(106)
@dataclass(frozen=True, slots=True)
class Discard(MoveBody):
    """These cards of the hand are discarded; `proof` is empty if there are none."""

    cards: Annotated[tuple[OpenCard, ...], Many(0, MAX_CARDS)]
    proof: Annotated[bytes, Size(0, 98)]


@message(107)
@dataclass(frozen=True, slots=True)
class CommittedChoice:
    """A choice as a commitment covers it: the body's type number, and all of the body but proofs and keys."""

    kind: Annotated[int, Range(10, 129)]
    cards: Annotated[tuple[Card, ...], Many(0, MAX_CARDS)]
    as_skip: bool
    colour: Colour
    uno: bool
    target: MaybeSeat
