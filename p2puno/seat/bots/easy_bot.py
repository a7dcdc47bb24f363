"""`easy`: somebody who has just learnt the game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2puno.seat.bots.customs import customary, laid, out_of_turn
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
        answer = customary(view)
        if answer is not None:
            return answer
        unasked = catch(view) or out_of_turn(view, self._any_colour())
        if unasked is not None and not self._happens(MISSES_A_CATCH):
            return unasked
        return self._move(view) if view.allowed else None

    def _move(self, view: View) -> Move:
        allowed = view.allowed
        if MoveKind.NAME_COLOUR in allowed:
            return NameFirstColour(self._any_colour())
        if MoveKind.CHALLENGE in allowed and self._happens(DOUBTS_A_FOUR):
            return ChallengeFour()
        if MoveKind.PLAY_DRAWN in allowed:
            return self._play(view, view.legal[0]) if view.legal else KeepCard()
        if view.legal and not (MoveKind.DRAW in allowed and self._happens(OVERLOOKS_ITS_CARDS)):
            return self._play(view, self._any_card(view))
        if MoveKind.ACCEPT in allowed:
            return AcceptFour()
        return DrawCard() if MoveKind.DRAW in allowed else PassTurn()

    def _any_card(self, view: View) -> CardId:
        """A wild only where nothing else fits: so much it has been told."""
        coloured = [card for card in view.legal if not view.rules.deck[card].is_wild]
        return self._random.choice(coloured or view.legal)

    def _play(self, view: View, card: CardId) -> Move:
        return laid(view, card, self._any_colour(), calls=not self._happens(FORGETS_UNO))

    def _any_colour(self) -> Colour:
        return self._random.choice(list(Colour))

    def _happens(self, share: float) -> bool:
        return self._random.random() < share
