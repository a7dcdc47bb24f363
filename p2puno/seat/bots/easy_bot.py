"""`easy`: somebody who has just learnt the game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2puno.seat.bots.strategy import catch
from protocol.rules.cards import CardId, Colour
from protocol.rules.needs import MoveKind
from protocol.table.choices import (
    AcceptFour,
    ChallengeFour,
    DrawCard,
    KeepCard,
    Move,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.happenings import Happening
from protocol.table.view import Action, View

# How often it does what a beginner does.
FORGETS_UNO = 0.25
MISSES_A_CATCH = 0.5
OVERLOOKS_ITS_CARDS = 0.05
DOUBTS_A_FOUR = 0.15


class Easy:
    """Implements `Strategy`: lays any card that fits, names a colour it likes, and does not always pay
    attention."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def observe(self, view: View, happenings: Sequence[Happening]) -> None:
        """It does not watch the others."""

    def choose(self, view: View) -> Action | None:
        caught = catch(view)
        if caught is not None and not self._happens(MISSES_A_CATCH):
            return caught
        return self._move(view) if view.allowed else None

    def _move(self, view: View) -> Move:
        allowed = view.allowed
        if MoveKind.NAME_COLOUR in allowed:
            return NameFirstColour(self._any_colour())
        if MoveKind.ACCEPT in allowed:
            return ChallengeFour() if self._happens(DOUBTS_A_FOUR) else AcceptFour()
        if MoveKind.KEEP in allowed:
            return self._with_drawn(view)
        if view.legal and not (MoveKind.DRAW in allowed and self._happens(OVERLOOKS_ITS_CARDS)):
            card = self._any_card(view)
            return PlayCard(*self._play(view, card, len(view.hand) - 1))
        return DrawCard() if MoveKind.DRAW in allowed else PassTurn()

    def _with_drawn(self, view: View) -> Move:
        if not view.legal:
            return KeepCard()
        return PlayDrawnCard(*self._play(view, view.legal[0], len(view.hand)))

    def _any_card(self, view: View) -> CardId:
        """A wild only where nothing else fits: so much it has been told."""
        coloured = [card for card in view.legal if not view.rules.deck[card].is_wild]
        return self._random.choice(coloured or view.legal)

    def _play(self, view: View, card: CardId, left: int) -> tuple[CardId, Colour | None, bool]:
        """Card, colour, and whether UNO is said."""
        colour = self._any_colour() if view.rules.deck[card].is_wild else None
        return card, colour, left == 1 and not self._happens(FORGETS_UNO)

    def _any_colour(self) -> Colour:
        return self._random.choice(list(Colour))

    def _happens(self, share: float) -> bool:
        return self._random.random() < share
