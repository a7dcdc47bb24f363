"""The names of cards where the table shows two ordinary decks (`theme=suits`): UNO as it is played with what
lies in every drawer (rule text S3).

A suit stands for each colour, an ace for 1 and a ten for 0, jack, queen and king for Skip, Reverse and Draw
Two, the jokers for the wilds. It changes what a person sees, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.texts import Text
from protocol.rules.cards import Colour, Face, Kind

SUITS: Mapping[Colour, Text] = {
    Colour.RED: Text("hearts", "suit"),
    Colour.YELLOW: Text("diamonds", "suit"),
    Colour.GREEN: Text("clubs", "suit"),
    Colour.BLUE: Text("spades", "suit"),
}
SIGNS: Mapping[Colour, str] = {Colour.RED: "♥", Colour.YELLOW: "♦", Colour.GREEN: "♣", Colour.BLUE: "♠"}
OF_SUIT: Mapping[Colour, Text] = {
    Colour.RED: Text("{rank} of hearts"),
    Colour.YELLOW: Text("{rank} of diamonds"),
    Colour.GREEN: Text("{rank} of clubs"),
    Colour.BLUE: Text("{rank} of spades"),
}
TEN, ACE = Text("ten", "rank"), Text("ace", "rank")
RANKS: Mapping[Kind, Text] = {
    Kind.SKIP: Text("jack", "rank"),
    Kind.REVERSE: Text("queen", "rank"),
    Kind.DRAW_TWO: Text("king", "rank"),
}
JOKER = Text("joker")
WITH_EFFECT = Text("{card} ({effect})", "a card of an ordinary deck and what it does in UNO")
SHORT_ACE = Text("A", "short for ace")
SHORT_RANKS: Mapping[Kind, Text] = {
    Kind.SKIP: Text("J", "short for jack"),
    Kind.REVERSE: Text("Q", "short for queen"),
    Kind.DRAW_TWO: Text("K", "short for king"),
}
SHORT_JOKERS: Mapping[Kind, Text] = {
    Kind.WILD: Text("joker", "short"),
    Kind.WILD_DRAW_FOUR: Text("joker+4", "short"),
}


def suit_card(face: Face, effect: str) -> str:
    """'7 of hearts', 'ace of spades', 'jack of clubs (skip)', 'joker (wild)'; `effect` is the kind's name."""
    if face.colour is None:
        return WITH_EFFECT.format(card=str(JOKER), effect=effect)
    if face.number is not None:
        rank = {0: str(TEN), 1: str(ACE)}.get(face.number, str(face.number))
        return OF_SUIT[face.colour].format(rank=rank)
    shown = OF_SUIT[face.colour].format(rank=str(RANKS[face.kind]))
    return WITH_EFFECT.format(card=shown, effect=effect)


def short_rank(face: Face) -> str:
    """'7', '10', 'A', 'J', 'joker+4': without the suit."""
    if face.colour is None:
        return str(SHORT_JOKERS[face.kind])
    if face.number is not None:
        return {0: "10", 1: str(SHORT_ACE)}.get(face.number, str(face.number))
    return str(SHORT_RANKS[face.kind])


def fits_two_decks(face: Face) -> bool:
    """Whether there is a card for it in ordinary decks; blank cards and the like keep their own names."""
    return face.kind in RANKS or face.kind in SHORT_JOKERS or face.number is not None
