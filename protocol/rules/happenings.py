"""What happened, in public terms: interfaces, logs and statistics are made from these.

Cards are `CardId`s of open cards; a hidden card appears only as a count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.rules.cards import CardId, Colour
from protocol.rules.needs import DrawReason


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The whole deck became the draw pile."""

    count: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards but for the top card became the draw pile."""

    count: int


@dataclass(frozen=True, slots=True)
class DealerCut:
    """`seats` cut `cards`; either `dealer` is decided, or the seats in `tied` cut again."""

    seats: tuple[int, ...]
    cards: tuple[CardId, ...]
    dealer: int | None
    tied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    round: int
    dealer: int


@dataclass(frozen=True, slots=True)
class FirstCardTurned:
    card: CardId


@dataclass(frozen=True, slots=True)
class FirstCardReturned:
    """A +4 was turned up: it goes back and the whole deck is shuffled again."""

    card: CardId


@dataclass(frozen=True, slots=True)
class HandsDealt:
    each: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`left`: how many cards the seat still holds. `drawn`: it was the card just drawn."""

    seat: int
    card: CardId
    left: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class ColourChanged:
    """A colour was named, possibly the one that was in play."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class DirectionTurned:
    """`direction`: 1 clockwise, -1 counter-clockwise."""

    direction: int


@dataclass(frozen=True, slots=True)
class SeatSkipped:
    seat: int


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A penalty that is interrupted by a reshuffle is told in two parts."""

    seat: int
    count: int
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class CardsMissing:
    """`seat` should draw `count` more, but both piles are empty."""

    seat: int
    count: int
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class CardKept:
    seat: int


@dataclass(frozen=True, slots=True)
class SeatPassed:
    seat: int


@dataclass(frozen=True, slots=True)
class UnoCalled:
    seat: int


@dataclass(frozen=True, slots=True)
class FalseCall:
    """UNO was called with a play that does not leave one card: it means nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class CaughtOut:
    """`target` forgot to call UNO and draws `count`."""

    by: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class FalseCatch:
    """`target` had called; `by` may not catch in the next window."""

    by: int
    target: int


@dataclass(frozen=True, slots=True)
class FourAccepted:
    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeMade:
    challenger: int
    offender: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class ChallengeWon:
    """The +4 was illegal."""

    challenger: int
    offender: int


@dataclass(frozen=True, slots=True)
class ChallengeLost:
    """The +4 was legal."""

    challenger: int
    offender: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The arithmetic of a round.

    winners: who went out; if `blocked`, those with the lowest hand (several share).
    hands: the opened cards per seat; values: what they count; points: what each seat gains; scores: after it.
    """

    round: int
    winners: tuple[int, ...]
    blocked: bool
    hands: tuple[tuple[CardId, ...], ...]
    values: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    winners: tuple[int, ...]
    scores: tuple[int, ...]


Happening: TypeAlias = (
    DeckShuffled
    | Reshuffled
    | DealerCut
    | RoundStarted
    | FirstCardTurned
    | FirstCardReturned
    | HandsDealt
    | CardPlayed
    | ColourChanged
    | DirectionTurned
    | SeatSkipped
    | CardsDrawn
    | CardsMissing
    | CardKept
    | SeatPassed
    | UnoCalled
    | FalseCall
    | CaughtOut
    | FalseCatch
    | FourAccepted
    | ChallengeMade
    | ChallengeWon
    | ChallengeLost
    | RoundEnded
    | GameEnded
)
