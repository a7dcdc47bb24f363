"""The cards: colours, kinds, faces, and the decks as lists of physical cards.

A *face* is what is printed on a card. A *card* is one physical card of the deck, known by its number: a
`CardId` is its index in `deck(ruleset)`. Two cards with equal faces are two cards. Nothing about the game in
progress is kept on a card: the colour a wild was played for belongs to the state, so a wild that goes back
into the pile has none (specs/rules.md, "Deck").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
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
    WILD_SHUFFLE_HANDS = "wild-shuffle-hands"
    WILD_SWAP_HANDS = "wild-swap-hands"
    WILD_DRAW_EIGHT = "wild-draw-eight"
    WILD_DRAW_TEN = "wild-draw-ten"
    WILD_PLUS_ONE = "wild-plus-one"
    WILD_PLUS_TWO = "wild-plus-two"

    @property
    def label(self) -> str:
        """As in a sentence: 'draw two'."""
        return self.value.replace("-", " ")

    def __str__(self) -> str:
        return self.label


ACTIONS = (Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO)
WILDS = (Kind.WILD, Kind.WILD_DRAW_FOUR)
TWENTY = (*ACTIONS, Kind.WILD_PLUS_ONE, Kind.WILD_PLUS_TWO)


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
        return 20 if self.kind in TWENTY else 50


@dataclass(frozen=True, slots=True)
class Box:
    """A deck as it is sold: its cards in order, then so many blank ones, and how many people it is for."""

    cards: tuple[Face, ...]
    blanks: int = 0
    max_seats: int = 10


def _suits(numbers: Mapping[int, int], actions: Mapping[Kind, int]) -> tuple[Face, ...]:
    """The same cards in each colour: how many there are of each number and of each action."""
    return tuple(
        face
        for colour in Colour
        for face in (
            *(Face(Kind.NUMBER, colour, number) for number, count in numbers.items() for _ in range(count)),
            *(Face(kind, colour) for kind, count in actions.items() for _ in range(count)),
        )
    )


def _wilds(counts: Mapping[Kind, int]) -> tuple[Face, ...]:
    return tuple(Face(kind) for kind, count in counts.items() for _ in range(count))


# One 0, two each of 1-9, two each of Skip, Reverse and Draw Two in each colour; eight wilds (S2).
CLASSIC = _suits({0: 1} | dict.fromkeys(range(1, 10), 2), dict.fromkeys(ACTIONS, 2)) + _wilds(
    dict.fromkeys(WILDS, 4)
)

BOXES: Mapping[str, Box] = {
    "classic-108": Box(CLASSIC),
    "modern-112": Box(CLASSIC + _wilds({Kind.WILD_SHUFFLE_HANDS: 1}), blanks=3),
    "blank-112": Box(CLASSIC, blanks=4),
    "kids-36": Box(
        _suits(dict.fromkeys(range(1, 8), 1), {Kind.DRAW_TWO: 1}) + _wilds({Kind.WILD: 4}), max_seats=4
    ),
    "h2o-112": Box(CLASSIC + _wilds({Kind.WILD_PLUS_ONE: 2, Kind.WILD_PLUS_TWO: 2})),
}

# The printed cards of every deck.
DECKS: Mapping[str, tuple[Face, ...]] = {name: box.cards for name, box in BOXES.items()}

# What a blank card is, by the value of the option `blank`.
BLANKS: Mapping[str, Kind] = {
    "wild": Kind.WILD,
    "draw-ten": Kind.WILD_DRAW_TEN,
    "draw-eight": Kind.WILD_DRAW_EIGHT,
    "swap-hands": Kind.WILD_SWAP_HANDS,
}


@lru_cache(maxsize=64)
def deck(ruleset: RuleSet) -> tuple[Face, ...]:
    """The faces of the whole deck; the index of a face is the `CardId` of that card.

    `without` takes cards out before they are numbered.
    """
    box = BOXES[ruleset["deck"]]
    without = ruleset["without"].split(",")
    faces = (*box.cards, *(Face(BLANKS[ruleset["blank"]]) for _ in range(box.blanks)))
    return tuple(face for face in faces if face.kind.value not in without)
