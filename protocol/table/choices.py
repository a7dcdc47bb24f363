"""What a player can want. A choice reaches the table only through `contribute` or `signal`."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.rules.cards import Colour
from protocol.transcript.contribution import HeardSignal


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Lay this card of the hand; `colour` names the colour of a wild; `uno` says UNO with it."""

    card: int
    colour: Colour | None = None
    uno: bool = False


@dataclass(frozen=True, slots=True)
class PlayDrawnCard:
    """Lay the card that was just drawn."""

    card: int
    colour: Colour | None = None
    uno: bool = False


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Take a card from the pile."""


@dataclass(frozen=True, slots=True)
class KeepCard:
    """Keep the card that was just drawn."""


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Both piles are empty and nothing is played."""


@dataclass(frozen=True, slots=True)
class NameFirstColour:
    """The first card is a Wild: this is its colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class AcceptFour:
    """Believe the Wild Draw Four and draw."""


@dataclass(frozen=True, slots=True)
class ChallengeFour:
    """Doubt the Wild Draw Four."""


@dataclass(frozen=True, slots=True)
class CatchSeat:
    """Out of turn: this seat has one card and did not say UNO."""

    target: int


Move = (
    PlayCard | PlayDrawnCard | DrawCard | KeepCard | PassTurn | NameFirstColour | AcceptFour | ChallengeFour
)


@dataclass(frozen=True, slots=True)
class RaceSeen:
    """What this seat saw of a race: its own signal, or the first it heard, and all in order of arrival."""

    signal: HeardSignal
    order: tuple[int, ...]


Choice = Move | RaceSeen
