"""The names of cards and colours.

Every colour with every kind is a text of its own, because in other languages the two must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from p2puno.language.suits import SUITS, fits_two_decks, suit_card
from p2puno.language.texts import Text
from protocol.rules.cards import Colour, Face, Kind

COLOURS: Mapping[Colour, Text] = {
    Colour.RED: Text("red", "colour"),
    Colour.YELLOW: Text("yellow", "colour"),
    Colour.GREEN: Text("green", "colour"),
    Colour.BLUE: Text("blue", "colour"),
}
KINDS: Mapping[Kind, Text] = {
    Kind.NUMBER: Text("number", "kind of card"),
    Kind.SKIP: Text("skip", "kind of card"),
    Kind.REVERSE: Text("reverse", "kind of card"),
    Kind.DRAW_TWO: Text("draw two", "kind of card"),
    Kind.WILD: Text("wild", "kind of card"),
    Kind.WILD_DRAW_FOUR: Text("wild draw four", "kind of card"),
    Kind.WILD_SHUFFLE_HANDS: Text("wild shuffle hands", "kind of card"),
    Kind.WILD_SWAP_HANDS: Text("wild swap hands", "kind of card"),
    Kind.WILD_DRAW_EIGHT: Text("wild draw eight", "kind of card"),
    Kind.WILD_DRAW_TEN: Text("wild draw ten", "kind of card"),
    Kind.WILD_PLUS_ONE: Text("wild plus one", "kind of card"),
    Kind.WILD_PLUS_TWO: Text("wild plus two", "kind of card"),
}
NUMBERS: Mapping[Colour, Text] = {
    Colour.RED: Text("red {number}"),
    Colour.YELLOW: Text("yellow {number}"),
    Colour.GREEN: Text("green {number}"),
    Colour.BLUE: Text("blue {number}"),
}
ACTIONS: Mapping[tuple[Kind, Colour], Text] = {
    (Kind.SKIP, Colour.RED): Text("red skip"),
    (Kind.SKIP, Colour.YELLOW): Text("yellow skip"),
    (Kind.SKIP, Colour.GREEN): Text("green skip"),
    (Kind.SKIP, Colour.BLUE): Text("blue skip"),
    (Kind.REVERSE, Colour.RED): Text("red reverse"),
    (Kind.REVERSE, Colour.YELLOW): Text("yellow reverse"),
    (Kind.REVERSE, Colour.GREEN): Text("green reverse"),
    (Kind.REVERSE, Colour.BLUE): Text("blue reverse"),
    (Kind.DRAW_TWO, Colour.RED): Text("red draw two"),
    (Kind.DRAW_TWO, Colour.YELLOW): Text("yellow draw two"),
    (Kind.DRAW_TWO, Colour.GREEN): Text("green draw two"),
    (Kind.DRAW_TWO, Colour.BLUE): Text("blue draw two"),
}


_shown_as = ["colours"]


def show_as(theme: str) -> None:
    """From now on cards have the names of this theme, a value of the option `theme`."""
    _shown_as[0] = theme


@contextmanager
def shown_as(theme: str) -> Iterator[None]:
    """The same for the length of a block."""
    before = _shown_as[0]
    show_as(theme)
    try:
        yield
    finally:
        show_as(before)


def in_suits() -> bool:
    """Whether the table shows two ordinary decks."""
    return _shown_as[0] == "suits"


def card(face: Face) -> str:
    """'red 5', 'blue draw two', 'wild draw four'."""
    if in_suits() and fits_two_decks(face):
        return suit_card(face, kind(face.kind))
    if face.colour is None:
        return str(KINDS[face.kind])
    if face.number is not None:
        return NUMBERS[face.colour].format(number=face.number)
    return str(ACTIONS[face.kind, face.colour])


def colour(value: Colour) -> str:
    return str((SUITS if in_suits() else COLOURS)[value])


def kind(value: Kind) -> str:
    return str(KINDS[value])
