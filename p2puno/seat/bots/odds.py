"""What may lie in hands that a seat does not see, counted from the cards that it does see."""

from __future__ import annotations

from collections import Counter

from p2puno.seat.bots.memory import Memory
from protocol.rules.cards import CardId, Colour, Face, Kind
from protocol.table.view import View

# Who names a colour has so many times more of it than others.
LIKED = 2.0
# How far it is believed that who draws, or lays a wild, has none of the colour in play.
TRUST = 0.8

Symbol = tuple[Kind, int | None]


class Odds:
    """Every card but the own hand and the discards since the last shuffle is equally likely to be anywhere.

    mean_points: what an unseen card counts on average.
    """

    def __init__(self, view: View, memory: Memory) -> None:
        self._deck = view.rules.deck
        self._memory = memory
        seen = {*view.hand, *view.rules.discards, *(() if view.drawn is None else (view.drawn,))}
        self._unseen = frozenset(card for card in range(len(self._deck)) if card not in seen)
        unseen = [self._deck[card] for card in sorted(self._unseen)]
        self._total = max(1, len(unseen))
        self._colours = Counter(face.colour for face in unseen)
        self._symbols = Counter(_symbol(face) for face in unseen if not face.is_wild)
        self._faces = Counter(unseen)
        self.mean_points = sum(face.points for face in unseen) / self._total

    def answers(self, seat: int, count: int, colour: Colour, top: Face) -> float:
        """The chance that one of the `count` cards of `seat` goes on `top` when `colour` is in play."""
        other = self._memory.of(seat)
        for card in other.known:
            face = self._deck[card]
            if face.is_wild or face.colour == colour or _symbol(face) == _symbol(top):
                return 1.0
        fits_anyhow = self._share(self._colours[None] + self._same_symbol(colour, top))
        of_colour = self._share(self._colours[colour]) * (LIKED if other.named == colour else 1)
        hidden = max(0, count - len(other.known))
        lacking = min(hidden, other.lacks[colour])
        none_fits = _none(fits_anyhow + of_colour, hidden - lacking)
        return 1 - none_fits * _none(fits_anyhow + of_colour * (1 - TRUST), lacking)

    def guilty(self, seat: int, count: int, forbidding: frozenset[CardId]) -> float:
        """The chance that the +4 that `seat`, with `count` cards left, has just laid was illegal.

        How likely it is to hold a card that forbids it, weighed with how often it bluffs when it does.
        """
        other = self._memory.of(seat)
        lacked = 0 if other.oath is None else other.oath.lacked
        hidden = max(0, count - len(other.known) - lacked)
        forbidden = self._share(len(forbidding & self._unseen))
        holds = 1.0 if forbidding & other.known else 1 - _none(forbidden, hidden)
        bluffs = holds * other.bluffs.rate
        return bluffs / (bluffs + 1 - holds)

    def doubts(self, seat: int) -> float:
        """The chance that `seat` would challenge a +4."""
        return self._memory.of(seat).doubts.rate

    def _same_symbol(self, colour: Colour, top: Face) -> int:
        """How many unseen cards of other colours have the symbol of `top`."""
        if top.is_wild:
            return 0
        return self._symbols[_symbol(top)] - self._faces[Face(top.kind, colour, top.number)]

    def _share(self, cards: int) -> float:
        return cards / self._total


def _none(share: float, cards: int) -> float:
    """The chance that none of so many hidden cards belongs to this share of the unseen ones."""
    return max(0.0, 1 - share) ** cards


def _symbol(face: Face) -> Symbol:
    return face.kind, face.number
