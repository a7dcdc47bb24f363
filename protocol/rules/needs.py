"""What the game waits for: `GameState.need` is exactly one of these.

Seats are numbers 0..n-1, clockwise; a seat's left neighbour is the next number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol.rules.cards import CardId, Colour


class MoveKind(Enum):
    """What a seat may choose. The value is a word for sentences."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"  # noqa: S105 - a move, no password
    NAME_COLOUR = "name a colour"
    KEEP = "keep the drawn card"
    PLAY_DRAWN = "play the drawn card"
    ACCEPT = "accept the four cards"
    CHALLENGE = "challenge"


class DrawReason(Enum):
    """Why a seat receives cards."""

    CHOICE = "choice"
    DRAW_TWO = "draw-two"
    DRAW_FOUR = "draw-four"
    GUILTY = "guilty"
    FALSE_CHALLENGE = "false-challenge"
    UNO = "uno"


@dataclass(frozen=True, slots=True)
class NeedShuffle:
    """These public cards become the draw pile; meanwhile they are neither in `pile` nor in `discards`."""

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class NeedCut:
    """Each of these seats gets one card of the pile, opened for everybody: the cut for the dealer."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NeedFirstCard:
    """The top card of the pile is opened for everybody and becomes the first discard."""


@dataclass(frozen=True, slots=True)
class NeedDeal:
    """Every seat gets `each` hidden cards."""

    each: int


@dataclass(frozen=True, slots=True)
class NeedCards:
    """`seat` gets `count` (1..pile) hidden cards of the pile.

    join=True: they join the hand. join=False: a voluntary draw of one; KEEP or PLAY_DRAWN is chosen next.
    """

    seat: int
    count: int
    join: bool
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class NeedMove:
    """`seat` chooses one of `allowed`."""

    seat: int
    allowed: frozenset[MoveKind]


@dataclass(frozen=True, slots=True)
class NeedVerdict:
    """A +4 was challenged: did the offender's hand, when it was laid, hold a card that forbids it?

    `colour` is the colour in play before the +4.
    """

    offender: int
    challenger: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class NeedOpening:
    """The round is over: these seats, all that hold cards, open their hands."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NeedNextRound:
    """The round is scored and the game goes on."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over; several winners share the first place."""

    winners: tuple[int, ...]


Need: TypeAlias = (
    NeedShuffle
    | NeedCut
    | NeedFirstCard
    | NeedDeal
    | NeedCards
    | NeedMove
    | NeedVerdict
    | NeedOpening
    | NeedNextRound
    | Over
)
