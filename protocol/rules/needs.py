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
    ACCEPT = "accept"
    CHALLENGE = "challenge"
    READY = "say ready"
    NAME_TARGET = "name a player"
    DISCARD = "discard"


class DrawReason(Enum):
    """Why a seat receives cards."""

    CHOICE = "choice"
    DRAW_TWO = "draw-two"
    DRAW_FOUR = "draw-four"
    GUILTY = "guilty"
    FALSE_CHALLENGE = "false-challenge"
    UNO = "uno"
    FALSE_CALL = "false-call"
    FALSE_CATCH = "false-catch"
    SLAP = "slap"
    BLANK = "blank"
    ALL_DRAW = "all-draw"
    REFILL = "refill"
    MISPLAY = "misplay"
    SILENCE = "silence"
    HINT = "hint"
    WHEEL = "wheel"


@dataclass(frozen=True, slots=True)
class NeedShuffle:
    """These public cards become the draw pile; meanwhile they are neither in `pile` nor in `discards`."""

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class NeedCut:
    """Each of these seats gets one card of the pile, opened for everybody: the cut for the dealer.

    `standing`: seats that have cut already, each with the number it showed (`dealer=cut-redraw`).
    """

    seats: tuple[int, ...]
    standing: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class NeedLot:
    """A number 0..outcomes-1 is drawn jointly, without cards: the lot for the dealer."""

    outcomes: int


@dataclass(frozen=True, slots=True)
class NeedWheel:
    """Like NeedLot: the wheel stops at one of `sectors`. Another need, because something else follows."""

    sectors: int


@dataclass(frozen=True, slots=True)
class NeedFirstCard:
    """The top card of the pile is opened for everybody and becomes the first discard."""


@dataclass(frozen=True, slots=True)
class NeedDeal:
    """Every seat gets as many hidden cards as `counts` says."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NeedCards:
    """`seat` gets `count` (1..pile) hidden cards of the pile.

    join=True: they join the hand. join=False: a voluntary draw of one; it stays beside the hand until
    KEEP or PLAY_DRAWN is chosen, or a NeedFit is answered.
    """

    seat: int
    count: int
    join: bool
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class NeedFit:
    """Is the card that `seat` has just drawn one of `cards`? Its owner proves the answer; nobody chooses.

    If it is, and not `keeps`, it stays beside the hand (PLAY_DRAWN, perhaps KEEP, follow); else it joins it.
    """

    seat: int
    cards: frozenset[CardId]
    keeps: bool


@dataclass(frozen=True, slots=True)
class NeedMove:
    """`seat` chooses one of `allowed`. `moves.duty` says what it must prove with a choice."""

    seat: int
    allowed: frozenset[MoveKind]


@dataclass(frozen=True, slots=True)
class NeedVerdict:
    """A +4 was challenged: did the offender's hand, when it was laid, hold a card that forbids it?

    `colour` is the colour in play before the +4. `forbidding` are the cards that make
    it illegal: it is guilty if and only if the hand holds one of them.
    """

    offender: int
    challenger: int
    colour: Colour
    forbidding: frozenset[CardId] = frozenset()


@dataclass(frozen=True, slots=True)
class NeedHands:
    """Whole hands change owners, all at once: each pair is (giver, receiver), a permutation of some seats."""

    moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class NeedExchange:
    """`first` and `second` give each other one card; each chooses which, and nobody else sees it."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class NeedPool:
    """All hands are shuffled together by everybody and dealt out again, `counts` cards to each seat."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NeedReturn:
    """An open card, taken off the discards, goes into the hand of `seat`; it is in neither meanwhile."""

    seat: int
    card: CardId


@dataclass(frozen=True, slots=True)
class NeedShow:
    """`seat` shows its hand to everybody and keeps it."""

    seat: int


@dataclass(frozen=True, slots=True)
class NeedDuel:
    """Each of these seats shows one number card of its choice, or none, all at the same time."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NeedFirst:
    """A race of these seats: which of them reacts first."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NeedLast:
    """A race of these seats: which of them reacts last; who does not react at all comes after all others."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NeedVote:
    """`accuser` says that `accused` told somebody what to play; the majority of the neutral decides."""

    accuser: int
    accused: int


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
    | NeedLot
    | NeedWheel
    | NeedFirstCard
    | NeedDeal
    | NeedCards
    | NeedFit
    | NeedMove
    | NeedVerdict
    | NeedHands
    | NeedExchange
    | NeedPool
    | NeedReturn
    | NeedShow
    | NeedDuel
    | NeedFirst
    | NeedLast
    | NeedVote
    | NeedOpening
    | NeedNextRound
    | Over
)
