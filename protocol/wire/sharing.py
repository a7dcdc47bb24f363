"""Bodies with which seats share their keys, so that a round goes on when one vanishes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Size, message, struct
from protocol.wire.messages import MAX_CARDS, MAX_SEATS, Body, Element, Scalar, Seat

# A share of 32 bytes, sealed.
SEALED_SHARE = 81


@message(116)
@dataclass(frozen=True, slots=True)
class SharedShuffle(Body):
    """A `Shuffle` of a pile whose keys will be shared: with a reception key for each seat that will share."""

    key: Element
    pile: Annotated[tuple[Element, ...], Many(1, MAX_CARDS)]
    proof: Annotated[bytes, Size(98, 16_384)]
    receptions: Annotated[tuple[Element, ...], Many(0, MAX_SEATS - 1)]


@struct
@dataclass(frozen=True, slots=True)
class Share:
    """One holder's share: its image, and the share itself, sealed."""

    image: Element
    sealed: Annotated[bytes, Size(SEALED_SHARE, SEALED_SHARE)]


@message(117)
@dataclass(frozen=True, slots=True)
class Shares(Body):
    """The shares of this seat's key, one for each holder in seating order."""

    shares: Annotated[tuple[Share, ...], Many(2, MAX_SEATS - 1)]


@struct
@dataclass(frozen=True, slots=True)
class Complaint:
    """The share of this seat does not open, or is not the one announced: here is the reception key."""

    sharer: Seat
    secret: Scalar


@message(118)
@dataclass(frozen=True, slots=True)
class Receipt(Body):
    """What this seat makes of the shares that it received: nothing to complain of, or complaints."""

    complaints: Annotated[tuple[Complaint, ...], Many(0, MAX_SEATS - 1)]
