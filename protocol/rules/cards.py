"""The cards: colours, kinds, faces, and the deck as a list of physical cards.

A *face* is what is printed on a card. A *card* is one physical card of the deck, known by its number: a
`CardId` is its index in `deck(ruleset)`. Two cards with equal faces are two cards. Nothing about the game in
progress is kept on a card: the colour a wild was played for belongs to the state, so a wild that goes back
    into the pile has none (specs/rules.md, "Deck").
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from protocol.rules.ruleset import RuleSet

CardId: TypeAlias = int


class Colour(IntEnum):
    """The numbers are those on the wire and the order of the deck."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def label(self) -> str:
        return self.name.lower()

    def __str__(self) -> str:
        return self.label


class Kind(Enum):
    """What a card does; the value is its name in option values (`without`) and labels."""

    NUMBER = "number"
    SKIP = "skip"
    REVERSE = "reverse"
    DRAW_TWO = "draw-two"
    WILD = "wild"
    WILD_DRAW_FOUR = "wild-draw-four"

    @property
    def label(self) -> str:
        """As in a sentence: 'draw two'."""
        return self.value.replace("-", " ")

    def __str__(self) -> str:
        return self.label


ACTIONS = (Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO)
WILDS = (Kind.WILD, Kind.WILD_DRAW_FOUR)


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card: a colour except on wilds, a number 0-9 on number cards only."""

    kind: Kind
    colour: Colour | None = None
    number: int | None = None

    @property
    def is_wild(self) -> bool:
        return self.colour is None

    @property
    def symbol(self) -> str:
        """What is matched besides the colour: '7', 'skip', 'draw two'."""
        return self.kind.label if self.number is None else str(self.number)

    @property
    def label(self) -> str:
        """'red 5', 'blue draw two', 'wild draw four'."""
        return self.symbol if self.colour is None else f"{self.colour.label} {self.symbol}"

    def __str__(self) -> str:
        return self.label

    @property
    def points(self) -> int:
        """What the card counts in a hand at the end of a round (S2: face value, 20, 50)."""
        if self.number is not None:
            return self.number
        return 50 if self.is_wild else 20


def _classic_suit(colour: Colour) -> list[Face]:
    """One 0, two each of 1-9, two each of Skip, Reverse and Draw Two: 25 cards (S2)."""
    numbers = [0] + [number for number in range(1, 10) for _ in range(2)]
    actions = [kind for kind in ACTIONS for _ in range(2)]
    return [Face(Kind.NUMBER, colour, number) for number in numbers] + [
        Face(kind, colour) for kind in actions
    ]


def _classic_108() -> tuple[Face, ...]:
    suits = [face for colour in Colour for face in _classic_suit(colour)]
    return (*suits, *(Face(kind) for kind in WILDS for _ in range(4)))


DECKS: dict[str, tuple[Face, ...]] = {"classic-108": _classic_108()}


def deck(ruleset: RuleSet) -> tuple[Face, ...]:
    """The faces of the whole deck; the index of a face is the `CardId` of that card."""
    return DECKS[ruleset["deck"]]
