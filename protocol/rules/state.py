"""The public state of a game: open cards, and how many hidden ones there are and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from protocol.rules.cards import CardId, Colour, Face, deck
from protocol.rules.needs import Need
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Step

Direction: TypeAlias = Literal[1, -1]

CLOCKWISE: Direction = 1


@dataclass(frozen=True, slots=True)
class UnoWindow:
    """Open from a play that leaves `target` one card until the next choice; while it is open others may
    catch.

    `called`: UNO was said with that play. `blocked`: seats that may not catch in this window, for a false
    catch in an earlier one. `used`: seats that have caught in it.
    """

    target: int
    called: bool
    blocked: frozenset[int]
    used: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LaidFour:
    """A +4 that waits for an answer, and the colour in play before it."""

    offender: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game.

    scores, counts: one entry per seat (points so far; hidden cards in hand).
    round: 1 from the first deal on, 0 before it (the cut).
    dealer: None until the cut has decided.
    turn: the seat that chooses, or whose choice or card led to what happens now.
    pile: how many cards the draw pile holds.
    discards: the open cards, last is top; during the cut the cards that were cut.
    colour: the colour in play; None before the first card, and while a wild that was turned up waits for its
        colour.
    barred: seats that will be blocked in the next window.
    four: set while a +4 waits for ACCEPT, CHALLENGE or the verdict.
    passes: how many seats in a row have passed because there was nothing to draw.
    agenda: what follows when `need` is met; the business of `protocol.rules` alone.

    Always: sum(counts) + pile + len(discards) + the cards of a NeedShuffle = the whole deck.
    """

    ruleset: RuleSet
    seats: int
    scores: tuple[int, ...]
    round: int
    dealer: int | None
    direction: Direction
    turn: int
    counts: tuple[int, ...]
    pile: int
    discards: tuple[CardId, ...]
    colour: Colour | None
    window: UnoWindow | None
    barred: frozenset[int]
    four: LaidFour | None
    passes: int
    need: Need
    agenda: tuple[Step, ...]

    @property
    def deck(self) -> tuple[Face, ...]:
        return deck(self.ruleset)

    @property
    def top(self) -> Face | None:
        """The face on top of the discards."""
        return self.deck[self.discards[-1]] if self.discards else None

    @property
    def nothing_to_draw(self) -> bool:
        """Both piles are empty: the draw pile, and the discards but for the top card."""
        return self.pile == 0 and len(self.discards) <= 1

    def after(self, seat: int) -> int:
        """The seat whose turn comes after that of `seat`, in the direction of play."""
        return (seat + self.direction) % self.seats
