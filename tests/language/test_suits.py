"""The theme `suits`: every card of the deck has a card of two ordinary decks, and nothing else changes."""

from __future__ import annotations

from collections import Counter

import pytest

from p2puno.language.cards import card, colour, shown_as
from p2puno.language.suits import SIGNS
from p2puno.ui import screen_texts as words
from p2puno.ui.grammar import parse
from p2puno.ui.lines import NameColour, Play
from p2puno.ui.texts import in_hand_value
from protocol.rules.cards import DECKS, Colour, Face, Kind

DECK = DECKS["classic-108"]
RANKS = ("A", *"23456789", "10", *"JQK")
ORDINARY = Counter(f"{sign}{rank}" for sign in SIGNS.values() for rank in RANKS)


def test_the_deck_is_two_ordinary_ones_with_eight_jokers_but_for_four_tens() -> None:
    with shown_as("suits"):
        shown = Counter(words.short(face) for face in DECK)
    jokers = {"joker": 4, "joker+4": 4}
    tens = Counter(f"{sign}10" for sign in SIGNS.values())
    assert shown == ORDINARY + ORDINARY - tens + Counter(jokers)


def test_names() -> None:
    faces = [
        Face(Kind.NUMBER, Colour.RED, 7),
        Face(Kind.NUMBER, Colour.YELLOW, 0),
        Face(Kind.NUMBER, Colour.BLUE, 1),
        Face(Kind.SKIP, Colour.GREEN),
        Face(Kind.WILD),
        Face(Kind.WILD_DRAW_FOUR),
    ]
    with shown_as("suits"):
        assert [card(face) for face in faces] == [
            "7 of hearts",
            "ten of diamonds",
            "ace of spades",
            "jack of clubs (skip)",
            "joker (wild)",
            "joker (wild draw four)",
        ]
        assert colour(Colour.GREEN) == "clubs"
        assert in_hand_value(faces[0]) == "7 of hearts"
        assert in_hand_value(faces[1]) == "ten of diamonds 0", "a ten counts nothing, so that is said"
    assert card(faces[3]) == "green skip"


def test_names_of_different_cards_differ() -> None:
    with shown_as("suits"):
        assert len({card(face) for face in DECK}) == len(set(DECK))


@pytest.mark.parametrize(
    ("typed", "face"),
    [
        ("7 of hearts", Face(Kind.NUMBER, Colour.RED, 7)),
        ("hearts 7", Face(Kind.NUMBER, Colour.RED, 7)),
        ("jack of clubs", Face(Kind.SKIP, Colour.GREEN)),
        ("jack of clubs (skip)", Face(Kind.SKIP, Colour.GREEN)),
        ("joker", Face(Kind.WILD)),
        ("joker (wild draw four)", Face(Kind.WILD_DRAW_FOUR)),
        ("red 7", Face(Kind.NUMBER, Colour.RED, 7)),
    ],
)
def test_in_line_mode_cards_are_typed_as_they_are_shown(typed: str, face: Face) -> None:
    with shown_as("suits"):
        assert parse(f"play {typed}") == Play(face, None, uno=False)
        assert parse("colour spades") == NameColour(Colour.BLUE)
