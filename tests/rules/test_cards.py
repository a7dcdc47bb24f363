"""The deck: which cards there are, in which order, and what they count."""

from __future__ import annotations

from collections import Counter

from protocol.rules.cards import Colour, Face, Kind, deck
from tests.rules.dealer import CLASSIC

DECK = deck(CLASSIC)


def test_the_classic_deck_has_what_the_sheet_lists() -> None:
    """S2, Состав колоды: 108 cards, 76 numbers (one 0, two of 1-9 per colour), 24 actions, 8 wilds."""
    count = Counter(DECK)
    assert len(DECK) == 108
    for colour in Colour:
        assert count[Face(Kind.NUMBER, colour, 0)] == 1
        assert all(count[Face(Kind.NUMBER, colour, number)] == 2 for number in range(1, 10))
        assert all(count[Face(kind, colour)] == 2 for kind in (Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO))
    assert count[Face(Kind.WILD)] == count[Face(Kind.WILD_DRAW_FOUR)] == 4
    assert len(count) == 4 * 13 + 2


def test_the_numbers_of_the_cards_are_fixed() -> None:
    """specs/rules.md, "Deck": the card points of the cryptography and every old transcript depend on them."""
    numbers = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9]
    actions = ["skip", "skip", "reverse", "reverse", "draw two", "draw two"]
    for suit, colour in enumerate(["red", "yellow", "green", "blue"]):
        labels = [face.label for face in DECK[25 * suit : 25 * suit + 25]]
        assert labels == [f"{colour} {symbol}" for symbol in [*numbers, *actions]]
    assert [face.label for face in DECK[100:]] == ["wild"] * 4 + ["wild draw four"] * 4


def test_points() -> None:
    """S2: numbers face value, Skip, Reverse and Draw Two 20, wilds 50; the whole deck counts 1240."""
    assert [face.points for face in DECK[:25]] == [0, *(n for n in range(1, 10) for _ in "12"), *[20] * 6]
    assert {face.points for face in DECK[100:]} == {50}
    assert sum(face.points for face in DECK) == 4 * (90 + 120) + 400


def test_wilds_have_neither_colour_nor_number() -> None:
    assert [face.is_wild for face in DECK] == [False] * 100 + [True] * 8
    assert all(face.colour is None and face.number is None for face in DECK[100:])
