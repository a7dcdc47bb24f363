"""`colour_circle`: wilds move the colour one step round the card instead of naming one (S0, S4).

Red, blue, green, yellow, red; backwards when play runs backwards. Where no colour is in play there is nothing
to move: then the colour is named (ours).
"""

from __future__ import annotations

from protocol.rules.book import Rulebook
from protocol.rules.cards import Colour
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState

CIRCLE = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW)


def extend(book: Rulebook, ruleset: RuleSet) -> None:
    if ruleset.on("colour_circle"):
        book.moved_colour = next_colour


def next_colour(state: GameState) -> Colour | None:
    if state.colour is None:
        return None
    return CIRCLE[(CIRCLE.index(state.colour) + state.direction) % len(CIRCLE)]
