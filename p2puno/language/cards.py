"""The names of cards and colours.

Every colour with every kind is a text of its own, because in other languages the two must agree.
"""

from __future__ import annotations

from collections.abc import Mapping

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


def card(face: Face) -> str:
    """'red 5', 'blue draw two', 'wild draw four'."""
    if face.colour is None:
        return str(KINDS[face.kind])
    if face.number is not None:
        return NUMBERS[face.colour].format(number=face.number)
    return str(ACTIONS[face.kind, face.colour])


def colour(value: Colour) -> str:
    return str(COLOURS[value])


def kind(value: Kind) -> str:
    return str(KINDS[value])
