"""What a seat is told about its own hand, and the sentences of refused moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.rules.engine import IllegalMove, apply, new_game
from protocol.rules.events import Challenged, DrawChosen, Event, Played
from protocol.rules.moves import legal_plays, why_not
from protocol.rules.state import GameState
from tests.rules.dealer import CLASSIC
from tests.rules.story import Story, set_table

HANDS = "A: red 1, blue 7, green 3, wild, wild draw four | B: green 2, red 2"


def table(top: str, colour: str = "") -> tuple[GameState, dict[str, int]]:
    dealer = set_table(Story("", "", hands=HANDS, top=top, colour=colour, story=""))
    return dealer.state, {dealer.state.deck[card].label: card for hand in dealer.hands for card in hand}


def test_legal_plays_keep_the_order_of_the_hand() -> None:
    state, card = table("red 7")
    hand = [card["wild draw four"], card["green 3"], card["blue 7"], card["red 1"], card["wild"]]
    assert legal_plays(state, hand) == (card["wild draw four"], card["blue 7"], card["red 1"], card["wild"])


@pytest.mark.parametrize(
    ("top", "colour", "card", "sentence"),
    [
        ("red 7", "", "green 3", "green 3 does not fit: play a red card, another 7 or a wild."),
        ("red skip", "", "green 3", "green 3 does not fit: play a red card, another skip or a wild."),
        ("wild", "blue", "green 3", "green 3 does not fit: play a blue card or a wild."),
        ("wild", "blue", "blue 7", None),
        ("wild draw four", "red", "wild", None),
    ],
)
def test_beginners_are_told_why_a_card_does_not_fit(
    top: str, colour: str, card: str, sentence: str | None
) -> None:
    state, cards = table(top, colour)
    reason = why_not(state, cards[card])
    assert (None if reason is None else str(reason)) == sentence


def test_nothing_is_explained_before_there_is_a_colour() -> None:
    assert why_not(new_game(CLASSIC, 2), 0) is None
    unnamed, card = table("wild")
    assert unnamed.colour is None
    assert why_not(unnamed, card["green 3"]) is None


def test_refused_moves_say_what_is_possible() -> None:
    state, card = table("red 7")

    def said(state: GameState, event: Event) -> str:
        with pytest.raises(IllegalMove) as refused:
            apply(state, event)
        return str(refused.value)

    assert said(state, Played(1, card["red 2"])) == "It is not the turn of seat 1: seat 0 is choosing."
    assert said(state, Challenged(0)) == "There is nothing to challenge now."
    assert (
        said(new_game(CLASSIC, 2), DrawChosen(0)) == "That is not possible now: the cards are being shuffled."
    )
    assert said(state, Played(0, card["wild"])) == "wild needs a colour: name it with the card."
    assert said(state, Played(0, 108)) == "There is no card 108 in this deck."
    assert said(state, Played(0, -1)) == "There is no card -1 in this deck."
    top = state.discards[-1]
    assert said(state, Played(0, top)) == "red 7 lies among the discards; nobody can hold it."
    deep = replace(state, discards=(card["red 1"], top))
    assert "lies among the discards" in said(deep, Played(0, card["red 1"]))
