"""Which play is best: every play is imagined, and where it gives another turn at once, the next one as well.

With two players Skip, Reverse, Draw Two and +4 return the turn, so a hand may be emptied in one go.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2puno.seat.bots.odds import Odds
from p2puno.seat.bots.position import Position
from p2puno.seat.bots.worth import weights_for, worth
from protocol.rules.attacks import Forbids
from protocol.rules.cards import Colour, Face, Kind

# Plays in a row; more would take long with a large hand and hardly ever decide anything.
DEEPEST = 3
FOUR = 4
FALSE_CHALLENGE = 6


class Lookahead:
    """What plays are worth to one seat at one moment. forbids: what makes a +4 illegal, if one may be
    challenged."""

    def __init__(self, odds: Odds, forbids: Forbids | None) -> None:
        self._odds = odds
        self._forbids = forbids

    def best(self, position: Position, depth: int = 0) -> float:
        """The worth of a position, whoever chooses next."""
        if position.held == 0 or position.turn != position.me:
            return worth(position, self._odds)
        plays = self._plays(position) if depth < DEEPEST else iter(())
        values = [self.play(position, face, colour, depth + 1) for face, colour in plays]
        return max([self.draw(position), *values])

    def draw(self, position: Position) -> float:
        """Drawing a card, and playing no other."""
        drawn = worth(position.draws(position.me, 1).passes(), self._odds)
        return drawn + weights_for(len(position.others)).drawing

    def keep(self, position: Position) -> float:
        """Playing nothing; the drawn card is in the hand already."""
        return worth(position.passes(), self._odds)

    def play(self, position: Position, face: Face, colour: Colour, depth: int = 1) -> float:
        """Laying this card, with this colour in play afterwards."""
        laid = position.laid(face, colour)
        if face.kind is not Kind.WILD_DRAW_FOUR or self._forbids is None or laid.held == 0:
            return self.best(laid, depth)
        illegal = any(self._forbids(left, position.colour, position.top) for left in laid.hand)
        return self._four(position, laid, depth, illegal=illegal)

    def _four(self, before: Position, laid: Position, depth: int, *, illegal: bool) -> float:
        """A +4 stands, or is challenged: an illegal one costs its player four, a legal one the other six."""
        victim = before.after(before.me)
        doubts = self._odds.doubts(victim)
        if illegal:
            challenged = worth(self._caught(laid, victim), self._odds)
        else:
            challenged = self.best(laid.draws(victim, FALSE_CHALLENGE - FOUR), depth)
        return (1 - doubts) * self.best(laid, depth) + doubts * challenged

    def _caught(self, laid: Position, victim: int) -> Position:
        """Four cards more for `me`, none for who challenged, and it is his turn."""
        return laid.draws(victim, -FOUR).draws(laid.me, FOUR).turned_to(victim)

    def _plays(self, position: Position) -> Iterator[tuple[Face, Colour]]:
        for face in dict.fromkeys(position.hand):
            if position.fits(face):
                for colour in colours(face):
                    yield face, colour


def colours(face: Face) -> tuple[Colour, ...]:
    """The colours that can be in play once this card lies on top."""
    return tuple(Colour) if face.colour is None else (face.colour,)
