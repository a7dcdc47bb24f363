"""What a player can want. A choice reaches the table only through `contribute` or `make_signal`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol.rules.cards import Colour
from protocol.transcript.contribution import HeardSignal

# --- moves of the seat in turn: each holds everything that is decided with it ---------------------------


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Lay this card of the hand; `colour` names the colour of a wild; `uno` says UNO with it.

    target: with whom hands or cards are exchanged. second: an identical card laid together with it; as_skip:
    the two are laid as a Skip.
    """

    card: int
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None
    second: int | None = None
    as_skip: bool = False


@dataclass(frozen=True, slots=True)
class PlayDrawnCard:
    """Lay the card that was just drawn."""

    card: int
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Take a card from the pile."""


@dataclass(frozen=True, slots=True)
class KeepCard:
    """Keep the card that was just drawn."""


@dataclass(frozen=True, slots=True)
class PassTurn:
    """There is nothing to draw and nothing is played."""


@dataclass(frozen=True, slots=True)
class NameFirstColour:
    """The first card is a Wild: this is its colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class AcceptFour:
    """Bear what was laid against one: take the cards, or miss the turn."""


@dataclass(frozen=True, slots=True)
class ChallengeFour:
    """Doubt the Wild Draw Four."""


@dataclass(frozen=True, slots=True)
class SayReady:
    """The four cards are sorted: play may go on."""


@dataclass(frozen=True, slots=True)
class NameTargetSeat:
    """Trade hands with this seat, as the wheel said."""

    target: int


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """Discard these cards of the hand, perhaps none, as the wheel said."""

    cards: tuple[int, ...]


# --- out of turn -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CatchSeat:
    """This seat has one card and did not say UNO."""

    target: int


@dataclass(frozen=True, slots=True)
class CallUno:
    """Say UNO after the play: for oneself, or for another in time."""

    target: int


@dataclass(frozen=True, slots=True)
class JumpIn:
    """Lay exactly the card that lies on top."""

    card: int
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None


@dataclass(frozen=True, slots=True)
class AccuseSeat:
    """This seat has told somebody what to play."""

    target: int


@dataclass(frozen=True, slots=True)
class SaySomething:
    """A line of chat where silence is to be kept."""

    text: str


# --- questions that several seats may get at once ----------------------------------------------------------


class Ask(Enum):
    """A question that is no turn; several seats may get it at once."""

    GIVE = "give"
    DUEL = "duel"
    VOTE = "vote"
    REACT = "react"


@dataclass(frozen=True, slots=True)
class GiveCard:
    """This card of the hand goes to the other."""

    card: int


@dataclass(frozen=True, slots=True)
class DuelCard:
    """Show this card in the duel, or none."""

    card: int | None


@dataclass(frozen=True, slots=True)
class CastVote:
    """Was it a hint?"""

    guilty: bool


@dataclass(frozen=True, slots=True)
class React:
    """A hand on the pile."""


Move: TypeAlias = (
    PlayCard
    | PlayDrawnCard
    | DrawCard
    | KeepCard
    | PassTurn
    | NameFirstColour
    | AcceptFour
    | ChallengeFour
    | SayReady
    | NameTargetSeat
    | DiscardCards
)
Signalled: TypeAlias = CatchSeat | CallUno | JumpIn | AccuseSeat | SaySomething | React
Reply: TypeAlias = GiveCard | DuelCard | CastVote


@dataclass(frozen=True, slots=True)
class RaceSeen:
    """What this seat saw of a race: its own signal, or the first it heard, and all in order of arrival."""

    signal: HeardSignal
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """Between two rounds: the signed requests to sit down that this seat has been given."""

    requests: tuple[bytes, ...]


Choice: TypeAlias = Move | Reply | RaceSeen | Seating
Action: TypeAlias = Move | Signalled | Reply
