"""The options of the deck and the deal: which cards there are, who deals, what the first card does."""

from __future__ import annotations

from collections import Counter

import pytest

from protocol.rules.cards import Colour, Face, Kind, deck
from protocol.rules.engine import IllegalMove, apply, new_game
from protocol.rules.events import CutCards, DrawChosen, LotDrawn, Shuffled
from protocol.rules.happenings import DealerCut, DealerDrawn, FirstCardReturned, FirstCardTurned
from protocol.rules.moves import duty
from protocol.rules.needs import MoveKind, NeedCut, NeedLot, NeedShuffle
from protocol.rules.ruleset import RuleSet
from tests.rules.choosing import in_turn
from tests.rules.dealer import CLASSIC
from tests.rules.story import Box, scene, set_table, waits_for
from tests.rules.test_round_start import start


def kinds(settings) -> Counter[str]:
    """How many cards of each kind there are, wilds by name."""
    faces = deck(CLASSIC.with_options(settings))
    return Counter(face.kind.value for face in faces)


# --- decks ---------------------------------------------------------------------------------------------

CLASSIC_KINDS = {"number": 76, "skip": 8, "reverse": 8, "draw-two": 8, "wild": 4, "wild-draw-four": 4}


@pytest.mark.parametrize(
    ("settings", "more"),
    [
        ({}, {}),
        ({"deck": "modern-112"}, {"wild-shuffle-hands": 1, "wild": 3}),
        ({"deck": "modern-112", "blank": "swap-hands"}, {"wild-shuffle-hands": 1, "wild-swap-hands": 3}),
        ({"deck": "blank-112"}, {"wild": 4}),
        ({"deck": "blank-112", "blank": "draw-ten"}, {"wild-draw-ten": 4}),
        ({"deck": "blank-112", "blank": "draw-eight"}, {"wild-draw-eight": 4}),
        ({"deck": "h2o-112"}, {"wild-plus-one": 2, "wild-plus-two": 2}),
        ({"without": "wild-draw-four,reverse"}, {"wild-draw-four": -4, "reverse": -8}),
        ({"without": "skip,draw-two,wild"}, {"skip": -8, "draw-two": -8, "wild": -4}),
    ],
)
def test_the_decks(settings, more: dict[str, int]) -> None:
    """S2 (modern), S0 and S4 (four blank cards, UNO H2O)."""
    expected = Counter(CLASSIC_KINDS)
    expected.update(more)
    assert kinds(settings) == +expected


def test_the_deck_for_children() -> None:
    """S2, My First UNO: 1 to 7 and one Draw Two in four colours, four Wilds."""
    faces = Counter(deck(RuleSet.preset("kids")))
    assert sum(faces.values()) == 36
    for colour in Colour:
        assert [faces[Face(Kind.NUMBER, colour, number)] for number in range(10)] == [0, *[1] * 7, 0, 0]
        assert faces[Face(Kind.DRAW_TWO, colour)] == 1
    assert faces[Face(Kind.WILD)] == 4


def test_the_first_cards_of_a_bigger_deck_are_those_of_the_classic_one() -> None:
    """Card ids are indices: the classic ones never change, whatever is added behind them."""
    classic = deck(CLASSIC)
    for name in ("modern-112", "blank-112", "h2o-112"):
        bigger = deck(CLASSIC.with_options({"deck": name}))
        assert len(bigger) == 112
        assert bigger[:108] == classic


def test_points_of_special_wilds() -> None:
    """S2: the 112-decks' wilds 50 too; S4: +1 and +2 of UNO H2O 20 (ours)."""
    special = {kind: Face(kind).points for kind in Kind if kind.value.startswith("wild-")}
    assert special[Kind.WILD_PLUS_ONE] == special[Kind.WILD_PLUS_TWO] == 20
    assert {points for kind, points in special.items() if "plus" not in kind.value} == {50}


# --- who deals -----------------------------------------------------------------------------------------


def test_a_lot_decides_who_deals() -> None:
    """S2: or by lot."""
    state, _ = apply(new_game(CLASSIC.with_options({"dealer": "lot"}), 3), Shuffled())
    assert state.need == NeedLot(3)
    with pytest.raises(IllegalMove, match="none of the seats"):
        apply(state, LotDrawn(3))
    state, told = apply(state, LotDrawn(2))
    assert told[0] == DealerDrawn(2)
    assert (state.dealer, state.round) == (2, 1)


def test_an_action_card_is_cut_again() -> None:
    """S0, S4: who has drawn an action card draws again; the others' cards stand."""
    box = Box()
    state, _ = apply(new_game(CLASSIC.with_options({"dealer": "cut-redraw"}), 4), Shuffled())
    state, told = apply(state, CutCards(tuple(box.cards("red 8, red skip, wild, red 3"))))
    assert told[0] == DealerCut((0, 1, 2, 3), told[0].cards, None, (1, 2), redraw=True)
    assert state.need == NeedCut((1, 2), standing=((0, 8), (3, 3)))
    state, _ = apply(state, CutCards(tuple(box.cards("blue 8, blue 9"))))
    assert state.dealer == 2
    assert isinstance(state.need, NeedShuffle)


def test_ties_cut_again_after_action_cards_too() -> None:
    box = Box()
    state, _ = apply(new_game(CLASSIC.with_options({"dealer": "cut-redraw"}), 3), Shuffled())
    state, _ = apply(state, CutCards(tuple(box.cards("red 8, red skip, red 3"))))
    state, _ = apply(state, CutCards(tuple(box.cards("blue 8"))))
    assert state.need == NeedCut((0, 1))
    state, _ = apply(state, CutCards(tuple(box.cards("red 1, red 2"))))
    assert state.dealer == 1


# --- the first card ------------------------------------------------------------------------------------


def test_cards_are_turned_until_a_number_shows() -> None:
    """S2, GXD72: what is no number is ignored and stays under it; the number does nothing."""
    dealer, told = start(
        3, "red skip, blue draw two, blue 5", ruleset=CLASSIC.with_options({"first_card": "number-only"})
    )
    assert sum(isinstance(happening, FirstCardTurned) for happening in told) == 3
    assert [dealer.state.deck[card].label for card in dealer.state.discards] == [
        "red skip",
        "blue draw two",
        "blue 5",
    ]
    assert waits_for(dealer.state.need) == "A plays"
    assert dealer.state.counts == (7, 7, 7)


@pytest.mark.parametrize(
    ("card", "follows", "counts"),
    [
        ("blue 5", "A plays", (7, 7, 6)),
        ("blue draw two", "B plays", (9, 7, 6)),
        ("blue skip", "B plays", (7, 7, 6)),
        ("blue reverse", "B plays", (7, 7, 6)),
        ("wild", "C names a colour", (7, 7, 6)),
    ],
)
def test_the_dealer_lays_his_last_card_as_his_turn(card: str, follows: str, counts) -> None:
    """S4: the dealer (C) lays his last card openly, and it is his turn."""
    dealer, _ = start(3, card, ruleset=CLASSIC.with_options({"first_card": "dealer-lays"}))
    assert waits_for(dealer.state.need) == follows
    assert dealer.state.counts == counts


@pytest.mark.parametrize("settings", [{}, {"first_card": "number-only"}, {"first_card": "dealer-lays"}])
def test_a_four_always_goes_back(settings) -> None:
    """S0, S2, S4."""
    dealer, told = start(3, "wild draw four", "blue 5", ruleset=CLASSIC.with_options(settings))
    assert sum(isinstance(happening, FirstCardReturned) for happening in told) == 1
    assert len(dealer.state.discards) == 1


# --- who can play must ---------------------------------------------------------------------------------


def test_drawing_although_one_could_play_is_a_matter_of_proof() -> None:
    """S2: `decline=forced`. The rules cannot see the hand: they say which cards must not be in it."""
    forced = scene(
        "decline=forced", rule="", source="S2", hands="A: red 1, blue 2 | B: red 2", top="red 7", story=""
    )
    state = set_table(forced).state
    owed = {state.deck[card].label for card in duty(state, MoveKind.DRAW)}
    assert {"red 1", "blue 7", "wild", "wild draw four"} <= owed
    assert "blue 2" not in owed
    assert (
        duty(
            set_table(scene("", rule="", source="", hands=forced.hands, top="red 7", story="")).state,
            MoveKind.DRAW,
        )
        == frozenset()
    )


@pytest.mark.parametrize(("hand", "draws"), [("red 1, blue 2", False), ("blue 1, blue 2", True)])
def test_who_can_play_must(hand: str, draws: bool) -> None:
    forced = scene(
        "decline=forced", rule="", source="S2", hands=f"A: {hand} | B: red 2", top="red 7", story=""
    )
    assert (DrawChosen(0) in in_turn(set_table(forced))) is draws
