"""One action as it is put together: card, UNO, colour. Nothing is sent before it is whole."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui.model import HandCard, hand_model
from protocol.rules.cards import CardId, Colour
from protocol.rules.needs import MoveKind
from protocol.table.choices import NameFirstColour, PlayCard, PlayDrawnCard
from protocol.table.view import Action, TableView


class Composing:
    """cursor: the chosen card. choosing: the colour is being chosen; `colour` is the one that Enter takes."""

    def __init__(self) -> None:
        self.cursor: CardId | None = None
        self.colour = Colour.RED
        self.choosing = False
        self.uno = False

    def follow(self, view: TableView) -> None:
        """The table has changed: forget what is gone."""
        hand = hand_model(view)
        if self.cursor not in [card.card for card in hand]:
            self.cursor = _first(hand)
            self.choosing = False
        if not view.allowed:
            self.choosing = False
            self.uno = False

    def begin(self, view: TableView) -> None:
        """The seat is asked: put the cursor on something that can be played."""
        hand = hand_model(view)
        fitting = [card for card in hand if card.fits]
        if view.allowed and self.cursor not in [card.card for card in fitting]:
            self.cursor = fitting[0].card if fitting else _first(hand)
        if MoveKind.NAME_COLOUR in view.allowed:
            self.choose_colour(view)

    # --- the cursor -----------------------------------------------------------------------------------

    def choose(self, view: TableView, card: CardId) -> None:
        """This card, if it is in the hand; a colour that was being chosen for another is forgotten."""
        if card in [each.card for each in hand_model(view)]:
            self.cursor, self.choosing = card, False

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

    # --- the colour -----------------------------------------------------------------------------------

    def choose_colour(self, view: TableView) -> None:
        """Begin with the colour held most often."""
        held = [view.rules.deck[card].colour for card in view.hand if card != self.cursor]
        self.colour = max(Colour, key=held.count)
        self.choosing = True

    def step_colour(self, by: int) -> None:
        self.colour = Colour((self.colour + by) % len(Colour))

    # --- the whole ------------------------------------------------------------------------------------

    def action(self, view: TableView) -> Action | None:
        """What Enter sends now; None while a wild has no colour, or without a card."""
        if MoveKind.NAME_COLOUR in view.allowed:
            return NameFirstColour(self.colour)
        if self.cursor is None:
            return None
        wild = view.rules.deck[self.cursor].is_wild
        if wild and not self.choosing:
            return None
        colour = self.colour if wild else None
        kind = PlayDrawnCard if self.cursor == view.drawn else PlayCard
        return kind(self.cursor, colour, self.uno)


def hand_groups(hand: Sequence[HandCard]) -> tuple[tuple[CardId, ...], ...]:
    """The sorted hand by colour, the wilds last; a drawn card stands alone."""
    groups: dict[tuple[bool, Colour | None], list[CardId]] = {}
    for card in hand:
        groups.setdefault((card.drawn, card.face.colour), []).append(card.card)
    return tuple(tuple(group) for group in groups.values())


def _first(hand: Sequence[HandCard]) -> CardId | None:
    return hand[0].card if hand else None
