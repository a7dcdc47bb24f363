"""Positions as one seat imagines them: its own cards, everybody's counts, and who comes next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.rules.cards import Colour, Face, Kind
from protocol.table.view import View

# What a card makes the next seat draw.
DRAWN = {Kind.DRAW_TWO: 2, Kind.WILD_DRAW_FOUR: 4}
TAKES_A_TURN = frozenset({Kind.SKIP, Kind.DRAW_TWO, Kind.WILD_DRAW_FOUR})


@dataclass(frozen=True, slots=True)
class Position:
    """Seat `me` holds `hand` and `blind` more cards, which it will have drawn.

    counts: cards of every seat. playing: the seats that have a turn, clockwise. turn: who chooses next, in
    `colour`, on `top`.
    """

    me: int
    hand: tuple[Face, ...]
    blind: int
    counts: tuple[int, ...]
    playing: tuple[int, ...]
    colour: Colour
    top: Face
    direction: int
    turn: int

    @classmethod
    def of(cls, view: View, colour: Colour) -> Position:
        """This seat's turn; a card that it has drawn is one of its hand."""
        rules = view.rules
        assert rules.top is not None
        cards = view.hand if view.drawn is None else (*view.hand, view.drawn)
        hand = tuple(rules.deck[card] for card in cards)
        return cls(
            me=view.seat,
            hand=hand,
            blind=0,
            counts=rules.counts,
            playing=rules.playing,
            colour=colour,
            top=rules.top,
            direction=rules.direction,
            turn=view.seat,
        )

    @property
    def held(self) -> int:
        return self.counts[self.me]

    @property
    def others(self) -> tuple[int, ...]:
        """The counts of the other seats that play."""
        return tuple(self.counts[seat] for seat in self.playing if seat != self.me)

    def after(self, seat: int) -> int:
        return _after(self.playing, seat, self.direction)

    def fits(self, face: Face) -> bool:
        """Whether this card could be laid now."""
        same = (face.kind, face.number) == (self.top.kind, self.top.number)
        return face.is_wild or face.colour == self.colour or same

    def laid(self, face: Face, colour: Colour) -> Position:
        """After `me` has laid a card of its hand, with `colour` in play, and the card has had its effect."""
        hand = list(self.hand)
        hand.remove(face)
        turned = face.kind is Kind.REVERSE and len(self.playing) > 2
        direction = -self.direction if turned else self.direction
        next_seat = _after(self.playing, self.me, direction)
        skips = face.kind in TAKES_A_TURN or (face.kind is Kind.REVERSE and not turned)
        laid = replace(
            self,
            hand=tuple(hand),
            counts=_changed(self.counts, self.me, -1),
            colour=colour,
            top=face,
            direction=direction,
            turn=next_seat,
        ).draws(next_seat, DRAWN.get(face.kind, 0))
        return replace(laid, turn=laid.after(next_seat)) if skips else laid

    def draws(self, seat: int, count: int) -> Position:
        """A seat has `count` more hidden cards."""
        if count == 0:
            return self
        blind = self.blind + (count if seat == self.me else 0)
        return replace(self, blind=blind, counts=_changed(self.counts, seat, count))

    def passes(self) -> Position:
        """The turn of `me` is over."""
        return self.turned_to(self.after(self.me))

    def turned_to(self, seat: int) -> Position:
        return replace(self, turn=seat)


def _after(playing: tuple[int, ...], seat: int, direction: int) -> int:
    return playing[(playing.index(seat) + direction) % len(playing)]


def _changed(counts: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])
