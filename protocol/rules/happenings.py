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
    """`seats` cut `cards`; either `dealer` is decided, or the seats in `tied` cut again.

    redraw: they cut again because their cards were no numbers, not because they tied.
    """

    seats: tuple[int, ...]
    cards: tuple[CardId, ...]
    dealer: int | None
    tied: tuple[int, ...]
    redraw: bool = False


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The lot has decided who deals."""

    dealer: int


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
    """`each`: how many cards; the dealer has one less if the first discard was his."""

    each: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`left`: how many cards the seat still holds. `drawn`: it was the card just drawn.

    second: an identical card laid together with it; as_skip: the two act as a Skip. jumped: it was laid out
    of turn.
    """

    seat: int
    card: CardId
    left: int
    drawn: bool
    second: CardId | None = None
    as_skip: bool = False
    jumped: bool = False


@dataclass(frozen=True, slots=True)
class CardMisplayed:
    """The card does not fit: it goes back to the hand, and that costs `count` cards and the turn."""

    seat: int
    card: CardId
    count: int


@dataclass(frozen=True, slots=True)
class ColourChanged:
    """A colour was named, possibly the one that was in play."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class ColourMoved:
    """A wild has moved the colour one step round the circle."""

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
class UnoRescued:
    """`by` said UNO for `target` in time."""

    by: int
    target: int


@dataclass(frozen=True, slots=True)
class UnoForgotten:
    """`seat` has not said UNO in time, and that always costs `count` cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class LastToSlap:
    """After an UNO all others put a hand on the pile; `seat` was the last and draws `count`."""

    seat: int
    count: int


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
class FourTakenBack:
    """An illegal +4 goes back into the hand of who laid it; `colour` counts again."""

    seat: int
    card: CardId
    colour: Colour


@dataclass(frozen=True, slots=True)
class FourVoid:
    """An illegal +4 counts as not played; `colour` counts again."""

    seat: int
    card: CardId
    colour: Colour


@dataclass(frozen=True, slots=True)
class AttackAnswered:
    """`seat` has passed on, or turned back, what was laid against it: now `target` faces it.

    cards: how many are to be drawn now; 0 for a Skip.
    """

    seat: int
    target: int
    cards: int


@dataclass(frozen=True, slots=True)
class SeatReady:
    seat: int


@dataclass(frozen=True, slots=True)
class HandsMoved:
    """Whole hands have changed owners: (giver, receiver)."""

    moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class HandsRedealt:
    """All hands were shuffled and dealt out again."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WheelSpun:
    """The wheel has stopped for `seat`; `sector` is one of `house.wheel.Sector`'s values."""

    seat: int
    sector: str


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Cards of a hand that the wheel let `seat` discard; they lie under the top card."""

    seat: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class HandOpened:
    """The wheel made `seat` show its hand."""

    seat: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class DuelFought:
    """What each seat showed; `winner` discards his card (None: nobody was alone with the highest)."""

    seats: tuple[int, ...]
    cards: tuple[CardId | None, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class FirstToShout:
    seat: int


@dataclass(frozen=True, slots=True)
class SilenceBegan:
    """Nobody may chat; `wild`: until the colour changes, else until the turn is back at `seat`."""

    seat: int
    wild: bool


@dataclass(frozen=True, slots=True)
class SilenceEnded:
    """It has ended by itself, or `broken_by` has broken it and draws two."""

    broken_by: int | None


@dataclass(frozen=True, slots=True)
class HintAccused:
    by: int
    target: int


@dataclass(frozen=True, slots=True)
class HintJudged:
    """What the table says of an accusation; if `guilty`, `target` draws `count`."""

    by: int
    target: int
    guilty: bool
    count: int


@dataclass(frozen=True, slots=True)
class HandRefilled:
    """`seat` has emptied its hand and is given `count` cards; `point`: it scores one for it."""

    seat: int
    count: int
    point: bool


@dataclass(frozen=True, slots=True)
class SeatOut:
    """`seat` has gone out as number `place` and the round goes on."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The arithmetic of a round.

    winners: who went out; if `blocked`, those with the lowest hand (several share).
    hands: the opened cards per seat; values: what they count; points: what each seat gains; scores: after it.
    losers: whose hands count most, if somebody's count anything.
    """

    round: int
    winners: tuple[int, ...]
    blocked: bool
    hands: tuple[tuple[CardId, ...], ...]
    values: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    losers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnded:
    """`forfeit`: the winners are the only ones left; nobody else plays any more."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class SeatsLeft:
    """These seats play no more; the cards in their hands are laid aside."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundVoid:
    """The round (0: before the first deal) brings no points; the scores stand."""

    round: int


@dataclass(frozen=True, slots=True)
class SeatsJoined:
    """These seats play from the next round on; `scores`: with how many points each begins."""

    seats: tuple[int, ...]
    scores: tuple[int, ...]


Happening: TypeAlias = (
    DeckShuffled
    | Reshuffled
    | DealerCut
    | DealerDrawn
    | RoundStarted
    | FirstCardTurned
    | FirstCardReturned
    | HandsDealt
    | CardPlayed
    | CardMisplayed
    | ColourChanged
    | ColourMoved
    | DirectionTurned
    | SeatSkipped
    | CardsDrawn
    | CardsMissing
    | CardKept
    | SeatPassed
    | UnoCalled
    | FalseCall
    | UnoRescued
    | UnoForgotten
    | LastToSlap
    | CaughtOut
    | FalseCatch
    | FourAccepted
    | ChallengeMade
    | ChallengeWon
    | ChallengeLost
    | FourTakenBack
    | FourVoid
    | AttackAnswered
    | SeatReady
    | HandsMoved
    | CardsExchanged
    | HandsRedealt
    | WheelSpun
    | CardsDiscarded
    | HandOpened
    | DuelFought
    | FirstToShout
    | SilenceBegan
    | SilenceEnded
    | HintAccused
    | HintJudged
    | HandRefilled
    | SeatOut
    | RoundEnded
    | GameEnded
    | SeatsLeft
    | RoundVoid
    | SeatsJoined
)
