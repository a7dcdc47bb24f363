"""What can happen to a game: the arguments of `engine.apply`. `engine.TRANSITIONS` says when each is
accepted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.errors import RulesError
from protocol.rules.cards import CardId, Colour


class IllegalMove(RulesError):  # noqa: N818 - named for what the player did
    """The rules do not allow this event now; the message is one sentence for the person who tried it."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards of NeedShuffle are the draw pile now."""


@dataclass(frozen=True, slots=True)
class CutCards:
    """The cards that were cut, in the order of `NeedCut.seats`."""

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class FirstCard:
    """The card that was turned up."""

    card: CardId


@dataclass(frozen=True, slots=True)
class Dealt:
    """Every seat has its cards."""


@dataclass(frozen=True, slots=True)
class Received:
    """The seat of NeedCards has its cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the hand, with everything that belongs to it: laying it is one action.

    colour: named with a wild (`moves.colour_named`). uno: UNO is said with it. target: with whom hands or
    cards are exchanged (`moves.target_named`). second: an identical card laid together with it; as_skip: the
    two are laid as a Skip.
    """

    seat: int
    card: CardId
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None
    second: CardId | None = None
    as_skip: bool = False


@dataclass(frozen=True, slots=True)
class PlayedDrawn:
    """The card just drawn by choice, played at once; otherwise like `Played`."""

    seat: int
    card: CardId
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None


@dataclass(frozen=True, slots=True)
class JumpedIn:
    """Exactly the card on top, laid out of turn; otherwise like `Played`."""

    seat: int
    card: CardId
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None


@dataclass(frozen=True, slots=True)
class DrawChosen:
    """The seat draws instead of playing."""

    seat: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The card just drawn by choice joins the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """There is nothing to draw and the seat plays nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class ColourNamed:
    """The colour of a wild that was turned up as the first card."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat bears what was laid against it: it takes the cards, or misses the turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """The seat doubts that the +4 was legal."""

    seat: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the challenged hand has proved."""

    guilty: bool


@dataclass(frozen=True, slots=True)
class Caught:
    """`by` says that `target` forgot to call UNO."""

    by: int
    target: int


@dataclass(frozen=True, slots=True)
class UnoSaid:
    """`by` says UNO after the play: for itself, or for `target` in time."""

    by: int
    target: int


@dataclass(frozen=True, slots=True)
class BrokeSilence:
    """The seat has chatted while the table was to be silent."""

    seat: int


@dataclass(frozen=True, slots=True)
class Accused:
    """`by` says that `target` told somebody what to play."""

    by: int
    target: int


@dataclass(frozen=True, slots=True)
class Voted:
    """What the majority says of an accusation."""

    guilty: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """The seat that drew four has sorted its cards."""

    seat: int


@dataclass(frozen=True, slots=True)
class TargetNamed:
    """With whom the seat trades hands, as the wheel said."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """Cards of the hand that the seat discards, as the wheel said (`moves.discard_fits`)."""

    seat: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """The number that was drawn jointly, from 0 on."""

    outcome: int


@dataclass(frozen=True, slots=True)
class WheelStopped:
    """The sector at which the wheel has stopped, from 0 on."""

    sector: int


@dataclass(frozen=True, slots=True)
class FitShown:
    """What the seat of NeedFit has proved of the card it has drawn."""

    seat: int
    fits: bool


@dataclass(frozen=True, slots=True)
class HandsMoved:
    """The hands of NeedHands have changed owners."""


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """The two seats of NeedExchange have given each other a card."""


@dataclass(frozen=True, slots=True)
class Redealt:
    """The pooled hands are dealt out again."""


@dataclass(frozen=True, slots=True)
class Returned:
    """The card of NeedReturn is in the hand."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """The hand of NeedShow, for everybody to see."""

    seat: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Duelled:
    """The cards shown in a duel, in the order of `NeedDuel.seats`; None for a seat that shows none."""

    cards: tuple[CardId | None, ...]


@dataclass(frozen=True, slots=True)
class Reacted:
    """The seat that was first in NeedFirst, or last in NeedLast."""

    seat: int


@dataclass(frozen=True, slots=True)
class Opened:
    """The hands at the end of the round: one tuple per seat, empty for a seat without cards."""

    hands: tuple[tuple[CardId, ...], ...]


@dataclass(frozen=True, slots=True)
class NextRound:
    """The table is ready for the next round."""


@dataclass(frozen=True, slots=True)
class SeatsGone:
    """These seats have left the table, or were put off it: they play no more."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round cannot be finished: it brings no points."""


@dataclass(frozen=True, slots=True)
class SeatsBack:
    """These seats sit down between two rounds: such as had gone, and newcomers with the next free numbers."""

    seats: tuple[int, ...]


Move: TypeAlias = (
    Played
    | PlayedDrawn
    | DrawChosen
    | Kept
    | Passed
    | ColourNamed
    | Accepted
    | Challenged
    | Ready
    | TargetNamed
    | Discarded
)

# What a seat may do although it is not its turn (`moves.interruptions`).
OutOfTurn: TypeAlias = Caught | UnoSaid | JumpedIn | BrokeSilence | Accused

# Who plays at all, and for what; nobody's choice in the game (`leaving`, `arriving`).
Coming: TypeAlias = SeatsGone | RoundVoided | SeatsBack

Event: TypeAlias = (
    Shuffled
    | CutCards
    | LotDrawn
    | WheelStopped
    | FirstCard
    | Dealt
    | Received
    | FitShown
    | Move
    | Verdict
    | OutOfTurn
    | Voted
    | HandsMoved
    | CardsExchanged
    | Redealt
    | Returned
    | HandShown
    | Duelled
    | Reacted
    | Opened
    | NextRound
    | Coming
)
