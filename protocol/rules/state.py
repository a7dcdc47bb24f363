"""The public state of a game: open cards, and how many hidden ones there are and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from protocol.rules.cards import CardId, Colour, Face, Kind, deck
from protocol.rules.needs import Need
from protocol.rules.ruleset import RuleSet
from protocol.rules.steps import Step

Direction: TypeAlias = Literal[1, -1]

CLOCKWISE: Direction = 1


@dataclass(frozen=True, slots=True)
class UnoWindow:
    """Open from a play that leaves `target` one card until the next choice.

    While it is open others may catch. `called`: UNO was said. `blocked`: seats that may not catch in this
    window, for a false catch in an earlier one. `used`: seats that have caught in it. `late`: the target may
    still say UNO itself.
    """

    target: int
    called: bool
    blocked: frozenset[int]
    used: frozenset[int] = frozenset()
    late: bool = False


@dataclass(frozen=True, slots=True)
class LaidFour:
    """What a challenge of the +4 on top would be judged on.

    `colour` was in play before it, `under` lay on top.
    """

    offender: int
    colour: Colour
    under: Face | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """What was laid against `target` and still waits for it: to draw `cards` and to miss its turn.

    kind: of the card that began it (a Reverse may have turned it back). offender: who laid the last card of
    it. turns: how many seats miss their turn, from the target on.
    """

    kind: Kind
    offender: int
    target: int
    cards: int
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Silence:
    """Nobody may chat: until the turn is back at `by`, or, after a wild, until the colour is not `colour`."""

    by: int
    wild: bool
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class LastRound:
    """What the next deal may depend on: who won the last round, and what each hand counted."""

    winners: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game.

    scores, counts: one entry per seat (points so far; hidden cards in hand).
    round: 1 from the first deal on, 0 before it (the cut).
    dealer: None until the cut has decided.
    turn: the seat that chooses, or whose choice or card led to what happens now.
    pile: how many cards the draw pile holds.
    discards: the open cards, last is top; during the cut the cards that were cut.
    colour: the colour in play; None before the first card, while a wild that was turned up waits for its
        colour, and under a wild that names none (then everything fits).
    windows: where UNO was to be said; several after hands have moved.
    barred: seats that will be blocked in the next window.
    four: set while a +4 waits for ACCEPT, CHALLENGE or the verdict.
    passes: how many seats in a row have passed because there was nothing to draw.
    agenda: what follows when `need` is met; the business of `protocol.rules` alone, as is
    asked: the step that has become `need`.
    attack: what waits for the seat that answers.
    laid_by: who laid the top card; None if it was turned up.
    emptied: seats without cards in this round, in the order in which their hands ran out.
    out: seats that have gone out and play no more in this round, in that order.
    refilled: how often each seat has been given a new hand in this round.
    gained: points made in this round before its end.
    gone_on: with which card the winner has gone out, if he laid it.
    refuted: seats that have accused falsely in this round.
    last: None also after a void round.
    gone: seats that have left the table; their entries in `scores` stand.
    aside: how many cards were laid aside in this round, because nobody holds them any more.
    void: how many rounds were void; they do not count for `rounds`.

    Always: sum(counts) + pile + len(discards) + aside + the cards of NeedShuffle and NeedReturn = the whole
    deck.
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
    windows: tuple[UnoWindow, ...]
    barred: frozenset[int]
    four: LaidFour | None
    passes: int
    need: Need
    agenda: tuple[Step, ...]
    asked: Step | None = None
    attack: Attack | None = None
    laid_by: int | None = None
    emptied: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    refilled: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()
    silence: Silence | None = None
    refuted: frozenset[int] = frozenset()
    gone_on: Face | None = None
    last: LastRound | None = None
    gone: frozenset[int] = frozenset()
    aside: int = 0
    void: int = 0

    @property
    def deck(self) -> tuple[Face, ...]:
        return deck(self.ruleset)

    @property
    def top(self) -> Face | None:
        """The face on top of the discards."""
        return self.deck[self.discards[-1]] if self.discards else None

    @property
    def window(self) -> UnoWindow | None:
        """The first window, for who knows of one only."""
        return self.windows[0] if self.windows else None

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not left the table."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are present and have not gone out."""
        return tuple(seat for seat in self.present if seat not in self.out)

    @property
    def reshuffles(self) -> bool:
        """Whether the discards become a new pile (`deck_empty`; a game for points ends with the deck)."""
        return self.ruleset["deck_empty"] == "reshuffle" and self.ruleset["score"] != "point-and-refill"

    @property
    def nothing_to_draw(self) -> bool:
        """The pile is empty, and so are the discards but for the top card, or they stay where they are."""
        return self.pile == 0 and (len(self.discards) <= 1 or not self.reshuffles)

    def after(self, seat: int) -> int:
        """The seat whose turn comes after that of `seat`, in the direction of play."""
        return self._neighbour(seat, self.direction)

    def before(self, seat: int) -> int:
        """The seat whose turn comes before that of `seat`."""
        return self._neighbour(seat, -self.direction)

    def others(self, seat: int) -> tuple[int, ...]:
        """The other seats that play, in the order in which their turns come."""
        following = ((seat + step * self.direction) % self.seats for step in range(1, self.seats))
        playing = self.playing
        return tuple(other for other in following if other in playing)

    def window_of(self, seat: int) -> UnoWindow | None:
        return next((window for window in self.windows if window.target == seat), None)

    def _neighbour(self, seat: int, step: int) -> int:
        playing = self.playing
        assert playing, "nobody plays any more"
        seat = (seat + step) % self.seats
        while seat not in playing:
            seat = (seat + step) % self.seats
        return seat
