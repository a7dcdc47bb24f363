"""Masks that lie on the cards of a pile or a pool: one for each seat that took part in its shuffle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.crypto.fiat_shamir import Binding
from protocol.crypto.group import Element
from protocol.errors import LocalError
from protocol.table.origins import KeyOrigin


@dataclass(frozen=True, slots=True)
class HeldShare:
    """What one holder was given: the image U of its share, and the share sealed to it."""

    holder: int
    image: Element
    sealed: bytes


@dataclass(frozen=True, slots=True)
class SharedKey:
    """The inverse of a seat's key in shares; `place` is where it contributed them."""

    place: Binding
    shares: tuple[HeldShare, ...]

    @property
    def holders(self) -> tuple[int, ...]:
        return tuple(each.holder for each in self.shares)

    def held_by(self, seat: int) -> HeldShare:
        """The share of one of the holders."""
        return next(each for each in self.shares if each.holder == seat)


@dataclass(frozen=True, slots=True)
class Mask:
    """The key k of one seat, as K = k*G, and where in the log it was made.

    receptions: the keys to which shares of other seats can be sealed for this one, by sharer. shared: who
    can take this mask off together, once all holders have acknowledged their shares.
    """

    seat: int
    key: Element
    origin: KeyOrigin
    receptions: tuple[tuple[int, Element], ...] = ()
    shared: SharedKey | None = None


Masks: TypeAlias = tuple[Mask, ...]
"""In seating order; seats that have left are not among them once their masks are off."""


def mask_of(masks: Masks, seat: int) -> Mask:
    """The mask of a seat that has one."""
    for mask in masks:
        if mask.seat == seat:
            return mask
    raise LocalError(f"seat {seat} has no mask on these cards")
