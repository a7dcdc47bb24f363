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
    """A card of the hand. `colour` is named with a wild and only with a wild; `uno`: UNO is said with it."""

    seat: int
    card: CardId
    colour: Colour | None = None
    uno: bool = False


@dataclass(frozen=True, slots=True)
class PlayedDrawn:
    """The card just drawn by choice, played at once; otherwise like `Played`."""

    seat: int
    card: CardId
    colour: Colour | None = None
    uno: bool = False


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
    """The seat takes the four cards of a +4."""

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
class Opened:
    """The hands at the end of the round: one tuple per seat, empty for a seat without cards."""

    hands: tuple[tuple[CardId, ...], ...]


@dataclass(frozen=True, slots=True)
class NextRound:
    """The table is ready for the next round."""


Move: TypeAlias = Played | PlayedDrawn | DrawChosen | Kept | Passed | ColourNamed | Accepted | Challenged

Event: TypeAlias = (
    Shuffled | CutCards | FirstCard | Dealt | Received | Move | Verdict | Caught | Opened | NextRound
)
