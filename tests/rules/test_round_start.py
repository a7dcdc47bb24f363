"""From the first shuffle to the first turn: the cut, the first card and what it does, the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from protocol.rules.cards import CardId, Colour, deck
from protocol.rules.engine import IllegalMove, apply, new_game
from protocol.rules.events import ColourNamed, CutCards, DrawChosen, FirstCard, Played, Shuffled
from protocol.rules.happenings import (
    ColourChanged,
    DealerCut,
    DeckShuffled,
    FirstCardReturned,
    FirstCardTurned,
    HandsDealt,
    Happening,
    RoundStarted,
)
from protocol.rules.needs import NeedCut, NeedDeal, NeedFirstCard, NeedMove, NeedShuffle
from protocol.rules.ruleset import RuleSet, RuleSetError
from tests.rules.dealer import CLASSIC, Dealer
from tests.rules.story import Box, waits_for

WHOLE_DECK = tuple(range(108))


@dataclass(frozen=True)
class Cut:
    """`draws`: what A, B and C draw, then what those who are tied draw; `tied` and `dealer` come of it."""

    rule: str
    draws: tuple[str, ...]
    tied: tuple[tuple[int, ...], ...]
    dealer: int


CUTS = (
    Cut("the highest number deals", ("red 3, blue 9, green 5",), (), 1),
    Cut("action cards count 0", ("wild draw four, red 1, blue skip",), (), 1),
    Cut(
        "ties among the highest cut again, the others do not",
        ("red 9, blue 2, blue 9", "red 1, red 4"),
        ((0, 2),),
        2,
    ),
    Cut(
        "an action card ties with a 0", ("red 0, wild, red draw two", "red 1, red 3, red 2"), ((0, 1, 2),), 1
    ),
    Cut(
        "ties of ties",
        ("red 9, blue 9, green 9", "red 8, red 7, blue 8", "red 1, green 2"),
        ((0, 1, 2), (0, 2)),
        2,
    ),
)


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: cut.rule)
def test_the_cut_finds_the_dealer(cut: Cut) -> None:
    """S2: everyone draws a card, the highest number deals, action cards count 0; ours: ties cut again."""
    box = Box()
    state, _ = apply(new_game(CLASSIC, 3), Shuffled())
    cutting, told = ((0, 1, 2), *cut.tied), []
    for seats, draw in zip(cutting, cut.draws, strict=True):
        assert state.need == NeedCut(seats)
        state, happenings = apply(state, CutCards(tuple(box.cards(draw))))
        told.append(happenings[0])
    assert [(cut.seats, cut.tied) for cut in told] == [*zip(cutting, (*cut.tied, ()), strict=True)]
    assert isinstance(told[-1], DealerCut)
    assert told[-1].dealer == cut.dealer == state.dealer
    assert state.need == NeedShuffle(WHOLE_DECK)
    assert (state.round, state.pile, state.discards) == (1, 0, ())


@pytest.mark.parametrize(("seats", "possible"), [(8, 13), (4, 27)])
def test_when_ties_have_used_up_the_pile_all_cards_are_shuffled_again(seats: int, possible: int) -> None:
    """Eight seats can cut thirteen times, then four cards are too few for them; four seats use up all 108."""
    state, _ = apply(new_game(CLASSIC, seats), Shuffled())
    by_value = [
        [card for card, face in enumerate(state.deck) if (face.number or 0) == value] for value in range(10)
    ]
    ties = [
        equal[at : at + seats] for equal in by_value for at in range(0, len(equal) // seats * seats, seats)
    ]
    assert len(ties) == possible
    everybody = NeedCut(tuple(range(seats)))
    for cards in ties:
        assert state.need == everybody
        state, _ = apply(state, CutCards(tuple(cards)))
    assert (state.need, state.pile, state.discards) == (NeedShuffle(WHOLE_DECK), 0, ())
    state, told = apply(state, Shuffled())
    assert told == (DeckShuffled(108),)
    assert (state.need, state.pile) == (everybody, 108)


def test_a_cut_card_is_cut_once() -> None:
    state, _ = apply(new_game(CLASSIC, 2), Shuffled())
    tied, _ = apply(state, CutCards((0, 25)))
    for cards, why in (((0, 1), "lies among the discards"), ((1, 1), "different"), ((1,), "different")):
        with pytest.raises(IllegalMove, match=why):
            apply(tied, CutCards(cards))
    with pytest.raises(IllegalMove, match="no card 108"):
        apply(tied, CutCards((1, 108)))


def start(seats: int, *turned_up: str, ruleset: RuleSet = CLASSIC) -> tuple[Dealer, list[Happening]]:
    """A game whose last seat cuts the highest card, and whose next shuffles bring these cards to the top."""
    box = Box()
    tops = iter([box.cards(", ".join(f"red {seat}" for seat in range(seats)))])
    firsts = iter([box.cards(label) for label in turned_up])

    def shuffle(cards: Sequence[CardId]) -> list[CardId]:
        top = next(tops, None) or next(firsts)
        return [*top, *(card for card in cards if card not in top)]

    dealer = Dealer.new_game(ruleset, seats, shuffle)
    return dealer, dealer.serve()


@dataclass(frozen=True)
class FirstCardCase:
    """What is turned up at a table whose last seat deals (C of three), and what follows the deal."""

    rule: str
    card: str
    follows: str
    counts: tuple[int, ...]
    direction: int = 1


FIRST_CARDS = (
    FirstCardCase("a number: left of the dealer begins", "blue 5", "A plays", (7, 7, 7)),
    FirstCardCase("Draw Two: the first player draws two and misses", "blue draw two", "B plays", (9, 7, 7)),
    FirstCardCase("Skip: the first player misses", "blue skip", "B plays", (7, 7, 7)),
    FirstCardCase("Reverse: turned round, the dealer begins", "blue reverse", "C plays", (7, 7, 7), -1),
    FirstCardCase("Wild: the first player names the colour", "wild", "A names a colour", (7, 7, 7)),
    FirstCardCase("two players, Draw Two: the dealer begins", "blue draw two", "B plays", (9, 7)),
    FirstCardCase("two players, Skip: the dealer begins", "blue skip", "B plays", (7, 7)),
    FirstCardCase("two players, Reverse: the dealer begins", "blue reverse", "B plays", (7, 7), -1),
)


@pytest.mark.parametrize("case", FIRST_CARDS, ids=lambda case: case.rule)
def test_the_first_card_takes_effect(case: FirstCardCase) -> None:
    """S2, M2062."""
    dealer, told = start(len(case.counts), case.card)
    card = Box().card(case.card)
    assert FirstCardTurned(card) in told
    assert waits_for(dealer.state.need) == case.follows
    assert dealer.state.counts == case.counts
    assert dealer.state.direction == case.direction
    assert dealer.state.discards == (card,)
    assert dealer.state.colour == dealer.state.deck[card].colour


def test_after_a_reverse_as_the_first_card_play_goes_on_to_the_right_of_the_dealer() -> None:
    state = start(3, "blue reverse")[0].state
    assert isinstance(state.need, NeedMove)
    assert state.after(state.need.seat) == 1


def test_who_names_the_colour_of_a_wild_that_was_turned_up_also_plays_first() -> None:
    """S2, M2062; nothing else may be done before the colour is named."""
    dealer, _ = start(3, "wild")
    for early in (Played(0, dealer.hands[0][0]), DrawChosen(0), ColourNamed(1, Colour.RED)):
        with pytest.raises(IllegalMove):
            apply(dealer.state, early)
    assert dealer.happen(ColourNamed(0, Colour.GREEN)) == [ColourChanged(0, Colour.GREEN)]
    assert dealer.state.colour is Colour.GREEN
    assert waits_for(dealer.state.need) == "A plays"


def test_a_wild_draw_four_goes_back_and_everything_is_shuffled_again() -> None:
    """S2: it always goes back; no hand was dealt yet, so nobody gets new cards."""
    dealer, told = start(3, "wild draw four", "wild draw four", "blue 5")
    assert [type(happening) for happening in told] == [
        DeckShuffled,
        DealerCut,
        RoundStarted,
        *(DeckShuffled, FirstCardTurned, FirstCardReturned) * 2,
        DeckShuffled,
        FirstCardTurned,
        HandsDealt,
    ]
    assert waits_for(dealer.state.need) == "A plays"


def test_the_first_discard_is_turned_up_before_the_deal() -> None:
    state, _ = apply(new_game(CLASSIC, 2), Shuffled())
    state, _ = apply(state, CutCards((1, 3)))
    assert state.need == NeedShuffle(WHOLE_DECK)
    state, _ = apply(state, Shuffled())
    assert state.need == NeedFirstCard()
    returned, _ = apply(state, FirstCard(107))
    assert (returned.need, returned.discards, returned.colour) == (NeedShuffle(WHOLE_DECK), (), None)
    state, _ = apply(state, FirstCard(0))
    assert state.need == NeedDeal((7, 7))


@pytest.mark.parametrize("hand_size", [5, 6, 7])
@pytest.mark.parametrize("seats", range(2, 11))
def test_every_seat_gets_its_cards(hand_size: int, seats: int) -> None:
    dealer, told = start(seats, "blue 5", ruleset=CLASSIC.with_options({"hand_size": hand_size}))
    assert told[-1] == HandsDealt(hand_size)
    assert dealer.state.counts == (hand_size,) * seats
    assert dealer.state.pile == 107 - hand_size * seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 11])
def test_classic_is_for_two_to_ten(seats: int) -> None:
    with pytest.raises(RuleSetError, match="for 2 to 10 players"):
        new_game(CLASSIC, seats)


@pytest.mark.parametrize(
    ("settings", "cards", "most"),
    [
        ({}, 108, 10),
        ({"without": "skip,reverse,draw-two,wild,wild-draw-four"}, 76, 10),
        ({"deck": "kids-36", "hand_size": 5}, 36, 4),
        ({"deck": "kids-36", "without": "draw-two,wild"}, 28, 3),
    ],
)
def test_a_deck_seats_whom_it_can_deal_to_with_a_card_to_turn_up_and_one_to_draw(
    settings, cards: int, most: int
) -> None:
    ruleset = CLASSIC.with_options(settings)
    assert len(deck(ruleset)) == cards
    assert ruleset.max_seats == most
