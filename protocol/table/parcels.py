"""Cards on their way: off the pile, into a hand, from one hand to another, or out of all hands and back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.crypto.group import Element
from protocol.table.masks import Masks
from protocol.table.origins import KeyOrigin


class Purpose(Enum):
    """What elements are unmasked for."""

    CUT = "cut"
    FIRST_CARD = "first-card"
    DEAL = "deal"
    DRAW = "draw"
    POOL = "pool"


@dataclass(frozen=True, slots=True)
class Track:
    """Elements on their way from the pile to one seat, or to everybody if `owner` is None."""

    owner: int | None
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """All hands under a pool key of every seat; `counts`: how many cards each seat gets."""

    masks: Masks
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Elements that enter the hand of `seat`, under a key of its own; without an origin they lie openly."""

    seat: int
    key: Element
    origin: KeyOrigin | None
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Elements under a key of the giver on their way to the receiver; `taken` is the key it takes them with.

    Once they are taken, both masks lie on them.
    """

    giver: int
    receiver: int
    key: Element
    origin: KeyOrigin
    elements: tuple[Element, ...]
    taken: tuple[Element, KeyOrigin] | None = None
