"""The last card, counting, the dealer of the next round, and the end of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.rules.engine import IllegalMove, apply
from protocol.rules.events import Opened, Played
from protocol.rules.happenings import GameEnded, RoundEnded
from protocol.rules.needs import NeedNextRound, NeedOpening, Over
from tests.rules.story import Story, set_table, stories, tell

# The example of S2: Boris holds 7 + 20 + 50, Vera 3 + 9 + 20; Anna gets 77 + 32 = 109.
EXAMPLE = Story(
    rule="the winner takes what the others hold: 77 + 32 = 109",
    source="S2, Пример на троих",
    hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
    top="blue 5",
    story="A: blue 1 -> A wins 77+32 = 109, next round",
)

LAST_CARD = (
    EXAMPLE,
    Story(
        rule="a last Draw Two: the next player still draws, and those cards count",
        source="S2, «Уно» при последней карте; rules.md 8",
        hands="A: blue draw two | B: red 7 | C: blue 3",
        top="blue 5",
        pile="red 1, red skip",
        story="A: blue draw two -> B draws 2, A wins 28+3 = 31, next round",
    ),
    Story(
        rule="a last +4 that is accepted: four cards, and they count",
        source="S2; rules.md 8",
        hands="A: wild draw four | B: red 7 | C: blue 3",
        top="blue 5",
        pile="red 1, red 2, red 3, red 4",
        story="""
            A: wild draw four red -> B answers
            B: accept       -> B draws 4, A wins 17+3 = 20, next round
        """,
    ),
    Story(
        rule="a last +4 that is challenged is innocent: six cards, and they count",
        source="S2; rules.md 8",
        hands="A: wild draw four | B: red 7 | C: blue 3",
        top="blue 5",
        pile="red 1, red 2, red 3, red 4, red 5, red 6",
        story="""
            A: wild draw four red -> B answers
            B: challenge    -> innocent, B draws 6, A wins 28+3 = 31, next round
        """,
    ),
    Story(
        rule="a last +4 without challenges",
        source="S2; rules.md 4",
        hands="A: wild draw four | B: red 7 | C: blue 3",
        top="blue 5",
        pile="red 1, red 2, red 3, red 4",
        options={"challenge": "off"},
        story="A: wild draw four red -> B draws 4, A wins 17+3 = 20, next round",
    ),
    Story(
        rule="a last Draw Two in the middle of which the discards are reshuffled",
        source="S2",
        hands="A: blue draw two | B: red 7 | C: blue 3",
        top="blue 5",
        pile="red 1",
        rest="discards",
        story="A: blue draw two -> B draws 1, 104 reshuffled, B draws 1, A wins 8+3 = 11, next round",
    ),
    Story(
        rule="a last Draw Two when there is nothing to draw",
        source="S2; rules.md 8",
        hands="A: blue draw two | B: red 7 | C: blue 3",
        top="blue 5",
        rest="hand",
        options={"target": 10_000},
        story="A: blue draw two -> 1 reshuffled, B draws 1, B lacks 1, A wins 12+1208 = 1220, next round",
    ),
    Story(
        rule="a last Skip, Reverse or Wild just ends the round",
        source="S2, Частые споры",
        hands="A: blue skip | B: red 7 | C: blue 3",
        top="blue 5",
        story="A: blue skip -> A wins 7+3 = 10, next round",
    ),
    Story(
        rule="a drawn card can be the last",
        source="S2",
        hands="A: red 1 | B: red 7 | C: blue 3",
        top="blue 5",
        pile="wild, red 2",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: drawn red uno -> UNO A, B plays
            B: red 7 uno    -> false UNO, B wins 1+3 = 4, next round
        """,
    ),
    Story(
        rule="two players",
        source="S2",
        hands="A: blue reverse | B: red 7, blue 3",
        top="blue 5",
        story="A: blue reverse -> A wins 10 = 10, next round",
    ),
)

GAME_END = (
    Story(
        rule="the first to have 500 wins the game",
        source="S2, M2062",
        hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
        top="blue 5",
        scores=(391, 499, 0),
        story="A: blue 1 -> A wins 77+32 = 109, game to A, over",
    ),
    Story(
        rule="one point less and it goes on",
        source="S2, M2062",
        hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
        top="blue 5",
        scores=(390, 499, 0),
        story="A: blue 1 -> A wins 77+32 = 109, next round",
    ),
    Story(
        rule="target=200",
        source="S2",
        hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
        top="blue 5",
        scores=(91, 0, 0),
        options={"target": 200},
        story="A: blue 1 -> A wins 77+32 = 109, game to A, over",
    ),
    Story(
        rule="one-round: the winner of the round wins the game",
        source="S2, для детей",
        hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
        top="blue 5",
        options={"score": "one-round"},
        story="A: blue 1 -> A wins 77+32 = 109, game to A, over",
    ),
    Story(
        rule="rounds=1: the best score wins, although the target is far",
        source="ours",
        hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
        top="blue 5",
        scores=(0, 110, 0),
        options={"rounds": 1},
        story="A: blue 1 -> A wins 77+32 = 109, game to B, over",
    ),
    Story(
        rule="rounds=1: equal scores share the first place",
        source="ours, rules.md 8",
        hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
        top="blue 5",
        scores=(0, 109, 0),
        options={"rounds": 1},
        story="A: blue 1 -> A wins 77+32 = 109, game to AB, over",
    ),
    Story(
        rule="rounds=2: the target does not end it earlier",
        source="ours",
        hands="A: blue 1 | B: red 7, red skip, wild | C: blue 3, green 9, blue draw two",
        top="blue 5",
        scores=(490, 0, 0),
        options={"rounds": 2},
        story="A: blue 1 -> A wins 77+32 = 109, next round",
    ),
)

# `set_table` makes the last player the dealer; the reshuffled deck lies in the order of its card numbers.
NEXT_ROUND = (
    Story(
        rule="the deal passes to the left, the direction is clockwise again",
        source="S0; M2062",
        hands="A: blue reverse, blue 1 | B: red 7, blue 2, blue 3 | C: blue 4, red 3",
        top="blue 5",
        story="""
            A: blue reverse uno -> UNO A, counter-clockwise, C plays
            C: blue 4 uno   -> UNO C, B plays
            B: blue 2       -> A plays
            A: blue 1       -> A wins 10+3 = 13, next round
            next round      -> round 2, A deals, 108 shuffled, red 0 turned up, 7 each, B plays
        """,
    ),
)


@stories(*LAST_CARD, *GAME_END, *NEXT_ROUND)
def test_story(story: Story) -> None:
    tell(story)


def test_the_arithmetic_of_a_round_is_told() -> None:
    dealer = set_table(replace(EXAMPLE, scores=(391, 1, 2)))
    hands = (tuple(dealer.hands[1]), tuple(dealer.hands[2]))
    told = dealer.happen(Played(0, dealer.hands[0][0])) + dealer.serve()
    assert told[-2:] == [
        RoundEnded(
            round=1,
            winners=(0,),
            blocked=False,
            hands=((), *hands),
            values=(0, 77, 32),
            points=(109, 0, 0),
            scores=(500, 1, 2),
            losers=(1,),
        ),
        GameEnded((0,), (500, 1, 2)),
    ]
    assert dealer.state.need == Over((0,))
    assert dealer.state.scores == (500, 1, 2)


def test_only_seats_with_cards_open_their_hands() -> None:
    dealer = set_table(EXAMPLE)
    dealer.happen(Played(0, dealer.hands[0][0]))
    assert dealer.state.need == NeedOpening((1, 2))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda a, b, c: (a, b), "as many cards"),
        (lambda a, b, c: (a, b, c[:-1]), "as many cards"),
        (lambda a, b, c: (b[:1], b, c), "as many cards"),
        (lambda a, b, c: (a, b, b), "twice"),
        (lambda a, b, c: (a, b, (*c[:2], 108)), "no card 108"),
        (lambda a, b, c: (a, b, (*c[:2], -1)), "no card -1"),
    ],
)
def test_opened_hands_must_be_whole_and_cards_of_the_deck(spoil, why) -> None:
    dealer = set_table(EXAMPLE)
    dealer.happen(Played(0, dealer.hands[0][0]))
    hands = tuple(tuple(hand) for hand in dealer.hands)
    with pytest.raises(IllegalMove, match=why):
        apply(dealer.state, Opened(spoil(*hands)))


def test_an_open_card_is_in_nobodys_hand() -> None:
    dealer = set_table(EXAMPLE)
    played = dealer.hands[0][0]
    dealer.happen(Played(0, played))
    hands = ((), tuple(dealer.hands[1]), (*dealer.hands[2][:2], played))
    with pytest.raises(IllegalMove, match="lies among the discards"):
        apply(dealer.state, Opened(hands))


def test_the_next_round_begins_with_a_shuffle_of_the_whole_deck() -> None:
    state = tell(EXAMPLE).state
    assert state.need == NeedNextRound()
    assert state.round == 1
