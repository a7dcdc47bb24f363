"""What is still to happen, in order: `GameState.agenda` is a tuple of these.

A card's effect is a few steps put in front of the agenda. `agenda.run` carries out one step after the other
until one of them turns into a need. Nothing outside `protocol.rules` looks at them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol.rules.cards import CardId, Colour
from protocol.rules.needs import DrawReason


@dataclass(frozen=True, slots=True)
class Cut:
    """These seats cut for the dealer; `standing` have cut already."""

    seats: tuple[int, ...]
    standing: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawLot:
    """The lot decides who deals."""


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The first discard is turned up, after a shuffle of the whole deck."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands are dealt."""


@dataclass(frozen=True, slots=True)
class Open:
    """The first discard takes effect; `first` has the first turn unless it says otherwise."""

    first: int


@dataclass(frozen=True, slots=True)
class Draw:
    """`seat` is owed `count` cards. join=False: a card drawn by choice."""

    seat: int
    count: int
    reason: DrawReason
    join: bool = True


@dataclass(frozen=True, slots=True)
class DrawOne:
    """`seat` draws by choice: one card, and again if the rule says so."""

    seat: int


@dataclass(frozen=True, slots=True)
class Fit:
    """Is the card just drawn one of `cards`? Then `yes` follows, else `no`."""

    seat: int
    cards: frozenset[CardId]
    keeps: bool
    yes: tuple[Step, ...]
    no: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    """`seat` misses its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Turn:
    """`seat` has its turn; begun: what comes before a turn has been done."""

    seat: int
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Cover:
    """`seat` lays one more card, whichever it likes."""

    seat: int


@dataclass(frozen=True, slots=True)
class Decide:
    """`seat` has drawn by choice and plays the card, or (`keeps`) keeps it."""

    seat: int
    keeps: bool = True


@dataclass(frozen=True, slots=True)
class NameColour:
    """`seat` names the colour of a wild that was turned up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answer:
    """`seat` answers what was laid against it (`GameState.attack`)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Judge:
    """The +4 in `GameState.four` is judged."""

    challenger: int


@dataclass(frozen=True, slots=True)
class Sort:
    """`seat` has drawn four and says when it is ready."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forgotten:
    """`seat` has not said UNO in time and pays for it without being caught."""

    seat: int


@dataclass(frozen=True, slots=True)
class Slap:
    """`seat` has said UNO: all others put a hand on the pile."""

    seat: int


@dataclass(frozen=True, slots=True)
class MoveHands:
    """Whole hands change owners: (giver, receiver)."""

    moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two seats give each other a card."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Pool:
    """All hands are shuffled and dealt out again, from the seat after `seat` on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Return:
    """An open card goes into the hand of `seat`."""

    seat: int
    card: CardId


@dataclass(frozen=True, slots=True)
class Vote:
    """The table decides whether `accused` has told somebody what to play."""

    accuser: int
    accused: int


class Discarding(Enum):
    """What the wheel lets a seat discard."""

    NUMBER = "number"
    COLOUR = "colour"
    ALL_BUT_TWO = "all-but-two"
    ONE = "one"


@dataclass(frozen=True, slots=True)
class Spin:
    """The wheel is spun for `seat`."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawColour:
    """`seat` draws until a card of this colour comes."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Discard:
    """`seat` discards."""

    seat: int
    what: Discarding


@dataclass(frozen=True, slots=True)
class Trade:
    """`seat` names with whom it trades hands."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """`seat` shows its hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Duel:
    """All show a number card; the highest is discarded."""


@dataclass(frozen=True, slots=True)
class Shout:
    """Who shouts first may discard a card."""


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round ends: somebody went out, or there is nothing to draw and nobody plays."""


Step: TypeAlias = (
    Cut
    | DrawLot
    | TurnUp
    | Deal
    | Open
    | Draw
    | DrawOne
    | Fit
    | Miss
    | Turn
    | Cover
    | Decide
    | NameColour
    | Answer
    | Judge
    | Sort
    | Forgotten
    | Slap
    | MoveHands
    | Exchange
    | Pool
    | Return
    | Vote
    | Spin
    | DrawColour
    | Discard
    | Trade
    | Show
    | Duel
    | Shout
    | EndRound
)
