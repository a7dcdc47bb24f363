"""What a race leaves for the slots after it: its signals, when they were given, the choice it admitted."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.crypto.group import Element
from protocol.rules.needs import MoveKind
from protocol.table.origins import KeyOrigin
from protocol.wire.races import RaceBody


@dataclass(frozen=True, slots=True)
class RaceMoment:
    """The race slot that signals were given in: where it stands, and what the seat in turn could choose from.

    hands: the key of each hand, which changes whenever its cards do otherwise than by a play.
    """

    origin: KeyOrigin
    allowed: frozenset[MoveKind]
    hands: tuple[Element | None, ...]


@dataclass(frozen=True, slots=True)
class RaceSignal:
    """A signal that is part of a completed race slot."""

    seat: int
    seen: tuple[int, ...]
    body: RaceBody


@dataclass(frozen=True, slots=True)
class Committed:
    """The choice that a race admitted, as the signal committed to it; `jump`: it is laid out of turn."""

    commitment: bytes
    sealed: bytes
    origin: KeyOrigin
    jump: bool
