"""Bodies that only some rule sets need: lots, hands that change owners, proofs about a drawn card, votes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Size, message
from protocol.wire.messages import Body, Element, Elements, Equality, Hash, Position
from protocol.wire.moves import MAX_DUTY, OpenCard


@message(109)
@dataclass(frozen=True, slots=True)
class Lot(Body):
    """This seat's part of a joint draw: its mask taken off an element that nobody has chosen."""

    part: Element
    proof: Equality


@message(110)
@dataclass(frozen=True, slots=True)
class Fit(Body):
    """Whether the card just drawn is one of those asked for, proved; `join` is a `Join` if it is not left
    beside the hand."""

    fits: bool
    proof: Annotated[bytes, Size(1, MAX_DUTY)]
    join: Annotated[bytes, Size(0, 19_000)]


@message(111)
@dataclass(frozen=True, slots=True)
class Give(Body):
    """The hand's element at `position` goes to the other."""

    position: Position


@message(112)
@dataclass(frozen=True, slots=True)
class PoolMask(Body):
    """All hands under this seat's pool key as well: its own moved to it, the others multiplied by it.

    own_proof, others_proof: empty where there are no such cards.
    """

    key: Element
    elements: Elements
    own_proof: Annotated[bytes, Size(0, 98)]
    others_proof: Annotated[bytes, Size(0, 98)]


@message(113)
@dataclass(frozen=True, slots=True)
class DuelCommit(Body):
    """A commitment to the card of a duel, or to none."""

    commitment: Hash


@message(114)
@dataclass(frozen=True, slots=True)
class DuelOpen(Body):
    """The card of the duel, if there is one, and the salt of its commitment."""

    shown: Annotated[tuple[OpenCard, ...], Many(0, 1)]
    proof: Annotated[bytes, Size(0, 98)]
    salt: Hash


@message(115)
@dataclass(frozen=True, slots=True)
class Ballot(Body):
    """This seat's voice: was it a hint?"""

    guilty: bool
