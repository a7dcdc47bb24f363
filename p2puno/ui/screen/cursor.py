"""The chosen card of the own hand, and how keys move it."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui.model import HandCard, hand_model
from protocol.rules.cards import CardId, Colour
from protocol.table.view import TableView


class Cursor:
    """cursor: the chosen card; None without a hand."""

    def __init__(self) -> None:
        self.cursor: CardId | None = None

    def find(self, view: TableView) -> None:
        """Somewhere in the hand, if its card is gone."""
        hand = hand_model(view)
        if self.cursor not in [card.card for card in hand]:
            self.cursor = _first(hand)

    def find_fitting(self, view: TableView) -> None:
        """On something that can be played, if there is anything."""
        hand = hand_model(view)
        fitting = [card for card in hand if card.fits]
        if self.cursor not in [card.card for card in fitting]:
            self.cursor = fitting[0].card if fitting else _first(hand)

    def put_on(self, view: TableView, card: CardId) -> bool:
        """On this card; False if it is not in the hand."""
        held = card in [each.card for each in hand_model(view)]
        if held:
            self.cursor = card
        return held

    def step(self, view: TableView, by: int) -> None:
        """To a neighbour in the hand, round its ends."""
        cards = [card.card for card in hand_model(view)]
        if cards:
            at = cards.index(self.cursor) if self.cursor in cards else 0
            self.cursor = cards[(at + by) % len(cards)]

    def step_group(self, view: TableView, by: int) -> None:
        """To the same place in the neighbouring group of the hand."""
        groups = hand_groups(hand_model(view))
        at = next((n for n, group in enumerate(groups) if self.cursor in group), None)
        if at is not None and self.cursor is not None:
            group = groups[(at + by) % len(groups)]
            self.cursor = group[min(groups[at].index(self.cursor), len(group) - 1)]

    def jump(self, view: TableView, *, colour: Colour | None = None, number: int | None = None) -> bool:
        """To the next card like this (neither: a wild), a fitting one first; False if there is none."""
        hand = hand_model(view)
        meant = [
            card
            for card in hand
            if (card.face.number == number if number is not None else card.face.colour == colour)
        ]
        fitting = [card for card in meant if card.fits] or meant
        if not fitting:
            return False
        at = next((n for n, card in enumerate(fitting) if card.card == self.cursor), -1)
        self.cursor = fitting[(at + 1) % len(fitting)].card
        return True


def hand_groups(hand: Sequence[HandCard]) -> tuple[tuple[CardId, ...], ...]:
    """The sorted hand by colour, the wilds last; a drawn card stands alone."""
    groups: dict[tuple[bool, Colour | None], list[CardId]] = {}
    for card in hand:
        groups.setdefault((card.drawn, card.face.colour), []).append(card.card)
    return tuple(tuple(group) for group in groups.values())


def _first(hand: Sequence[HandCard]) -> CardId | None:
    return hand[0].card if hand else None
