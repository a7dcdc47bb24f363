"""How wide the columns are: as wide as the longest of their words in the language that is spoken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from p2puno.language import cards
from p2puno.language.catalogue import spoken
from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.screen.characters import cells, widest
from protocol.rules.cards import BLANKS, DECKS, Colour, Face

LONGEST_NAME = 32
# Names matter more than a large card beside them, and more than long words about it.
LEAST_NAME = 12
LEAST_FACTS_COLUMNS = 28
LARGE_CARD_COLUMNS = 11
FULL_PILE = 108
FACES = frozenset([*(face for deck in DECKS.values() for face in deck), *map(Face, BLANKS.values())])


@dataclass(frozen=True, slots=True)
class Measures:
    """In cells. label: before the cards of a hand. card: inside the line round a card of the hand. count,
    state, points: of a seat. facts: beside the large card.
    """

    label: int
    card: int
    count: int
    state: int
    points: int
    facts: int

    @property
    def seat(self) -> int:
        """Everything about a seat but its name, with the marker before it."""
        return 3 + self.count + self.state + self.points

    @property
    def with_card(self) -> int:
        """From how many columns on a table has a large card."""
        return LEAST_NAME + self.seat + 2 + LARGE_CARD_COLUMNS + self.facts


def measures() -> Measures:
    return _measures(spoken(), cards.in_suits())


def facts_columns(width: int) -> int:
    """How many columns of a table of this width are for what lies on it, beside the large card."""
    wide = measures()
    return max(LEAST_FACTS_COLUMNS, min(wide.facts, width - wide.seat - 2 - LEAST_NAME))


@lru_cache(maxsize=4)
def _measures(_language: str, _suits: bool) -> Measures:
    colours = [words.colour_name(colour) for colour in Colour]
    away = (words.away(99), words.away(99 * 60))
    seats = (house.PLACE.format(place=9), house.TEAM.format(letter=house.TEAMS[0]))
    states = (words.UNO, words.BY_BOT, words.GONE, words.LEFT, words.NEXT, *away, *seats)
    return Measures(
        label=max(9, widest((*colours, words.wilds(), words.DRAWN)) + 2),
        card=max(9, widest(map(words.short, FACES)) + 3),
        count=max(5, cells(str(words.CARDS))),
        state=max(8, widest(states)) + 1,
        points=max(6, cells(str(words.POINTS))),
        facts=max(LEAST_FACTS_COLUMNS, _facts(colours)),
    )


def _facts(colours: list[str]) -> int:
    """The name of the top card may be cut: the large card shows it."""
    whole = (words.PLAY_DOWN, words.PLAY_UP, words.PILE.format(cards=text.counted_cards(FULL_PILE)))
    named = cells(str(words.COLOUR)) + max(cells(str(words.NO_COLOUR)), widest(colours) + 4)
    return max(widest(whole), named) + 2
