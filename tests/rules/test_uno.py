"""UNO: calling it with the next-to-last card, and catching who forgot."""

from __future__ import annotations

import pytest

from protocol.rules.engine import IllegalMove, apply
from protocol.rules.events import Caught
from protocol.rules.state import UnoWindow
from tests.rules.story import Story, stories, tell

# A goes down to one card; B and C hold cards that fit.
HANDS = "A: red 1, red 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9"

CALLING = (
    Story(
        rule="called with the next-to-last card: nobody can catch",
        source="S2, «Уно»; M2062",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1 uno    -> UNO A, B plays
            C: catch A      -> false catch, B plays
        """,
    ),
    Story(
        rule="not called and caught: two cards, and the turn goes on where it was",
        source="S2, «Уно»; M2062",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            C: catch A      -> A caught, A draws 2, B plays
            B: red 3        -> C plays
        """,
    ),
    Story(
        rule="uno_penalty=4",
        source="S0 S4",
        hands=HANDS,
        top="red 7",
        options={"uno_penalty": 4},
        story="""
            A: red 1        -> B plays
            B: catch A      -> A caught, A draws 4, B plays
        """,
    ),
    Story(
        rule="not caught: no penalty",
        source="S2, My First UNO",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            B: red 3        -> C plays
            C: catch A      -> refused
        """,
    ),
    Story(
        rule="a call with a play that leaves more than one card means nothing",
        source="ours",
        hands="A: red 1, red 2, blue 3 | B: red 3, red 4, red 5",
        top="red 7",
        story="""
            A: red 1 uno    -> false UNO, B plays
            B: red 3        -> A plays
            A: red 2        -> B plays
            B: catch A      -> A caught, A draws 2, B plays
        """,
    ),
    Story(
        rule="a call with the last card means nothing",
        source="ours",
        hands="A: red 1 | B: red 3, red 4, red 5",
        top="red 7",
        story="A: red 1 uno -> false UNO, A wins 12 = 12, next round",
    ),
    Story(
        rule="the call made with the card counts although the card and the effect come in the same stroke",
        source="rules.md 8",
        hands="A: red draw two, red 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9",
        top="red 7",
        story="""
            A: red draw two uno -> UNO A, B draws 2, B misses, C plays
            C: catch A      -> false catch, C plays
        """,
    ),
    Story(
        rule="a call lapses when the hand grows: down to one card again, it has to be made again",
        source="rules.md 5 and 8",
        hands="A: red 1, red 2 | B: red 3, red 4, red 5",
        top="red 7",
        pile="red 0",
        story="""
            A: red 1 uno    -> UNO A, B plays
            B: red 3        -> A plays
            A: draw         -> A draws 1, A keeps or plays
            A: drawn        -> B plays
            B: catch A      -> A caught, A draws 2, B plays
        """,
    ),
)

WINDOW = (
    Story(
        rule="drawing by choice closes the window",
        source="S2, My First UNO",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            B: draw         -> B draws 1, B keeps or plays
            C: catch A      -> refused
        """,
    ),
    Story(
        rule="forced draws and skips close nothing: the window stays open until the next choice",
        source="ours",
        hands="A: red draw two, red 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9",
        top="red 7",
        story="""
            A: red draw two -> B draws 2, B misses, C plays
            B: catch A      -> A caught, A draws 2, C plays
        """,
    ),
    Story(
        rule="a +4 without UNO: caught while the answer is pending, then the answer is given",
        source="ours",
        hands="A: wild draw four, blue 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            C: catch A      -> A caught, A draws 2, B answers
            B: accept       -> B draws 4, B misses, C plays
        """,
    ),
    Story(
        rule="cards drawn for UNO after the +4 do not make it illegal",
        source="rules.md 4",
        hands="A: wild draw four, blue 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9",
        top="red 7",
        pile="red 0, red 1",
        story="""
            A: wild draw four blue -> B answers
            C: catch A      -> A caught, A draws 2, B answers
            B: challenge    -> innocent, B draws 6, B misses, C plays
        """,
    ),
    Story(
        rule="accepting a +4 closes the window",
        source="ours",
        hands="A: wild draw four, blue 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: accept       -> B draws 4, B misses, C plays
            C: catch A      -> refused
        """,
    ),
    Story(
        rule="challenging a +4 closes the window",
        source="ours",
        hands="A: wild draw four, red 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A draws 4, B plays
            C: catch A      -> refused
        """,
    ),
    Story(
        rule="two players: the one in turn can be caught; he draws and it is still his turn",
        source="ours",
        hands="A: red skip, red 2 | B: red 3, red 4, red 5",
        top="red 7",
        story="""
            A: red skip     -> B misses, A plays
            A: catch A      -> refused
            B: catch A      -> A caught, A draws 2, A plays
            A: red 2        -> B plays
        """,
    ),
    Story(
        rule="two players: who plays on after his own Skip goes free",
        source="ours",
        hands="A: red skip, red 2 | B: red 3, red 4, red 5",
        top="red 7",
        story="""
            A: red skip     -> B misses, A plays
            A: red 2        -> A wins 12 = 12, next round
        """,
    ),
    Story(
        rule="only who has just gone down to one card can be caught",
        source="S2",
        hands=HANDS,
        top="red 7",
        story="""
            A: catch B      -> refused
            A: red 1        -> B plays
            C: catch B      -> refused
            A: catch A      -> refused
        """,
    ),
    Story(
        rule="whoever is caught is caught once: the second catcher is too late",
        source="ours",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            C: catch A      -> A caught, A draws 2, B plays
            B: catch A      -> refused
        """,
    ),
    Story(
        rule="each seat catches once per window, and not in the next one after a false catch",
        source="ours; rules.md 8 (spammable catching)",
        hands="A: red 1, red 2 | B: red 3, red 4 | C: red 6, red 8, red 9 | D: blue 1, blue 2, blue 3",
        top="red 7",
        story="""
            A: red 1 uno    -> UNO A, B plays
            C: catch A      -> false catch, B plays
            C: catch A      -> refused
            D: catch A      -> false catch, B plays
            B: red 3        -> C plays
            C: catch B      -> refused
            D: catch B      -> refused
            A: catch B      -> B caught, B draws 2, C plays
        """,
    ),
    Story(
        rule="a new window opens clean for who is not blocked, also on the catcher's own play",
        source="ours",
        hands="A: red 1, red 2 | B: red 3, red 4 | C: red 6, red 8",
        top="red 7",
        pile="red 0, red 5",
        story="""
            A: red 1 uno    -> UNO A, B plays
            C: catch A      -> false catch, B plays
            B: red 3 uno    -> UNO B, C plays
            C: red 6        -> A plays
            B: catch C      -> C caught, C draws 2, A plays
        """,
    ),
    Story(
        rule="who was blocked in one window catches in the one after it",
        source="ours",
        hands="A: red 1, red 2 | B: red 3, red 4 | C: red 6, red 8, red 9",
        top="red 7",
        pile="red 0",
        story="""
            A: red 1 uno    -> UNO A, B plays
            C: catch A      -> false catch, B plays
            B: red 3        -> C plays
            C: red 6        -> A plays
            A: draw         -> A draws 1, A keeps or plays
            A: drawn        -> B plays
            C: catch A      -> A caught, A draws 2, B plays
        """,
    ),
)

LATE = (
    Story(
        rule="nobody is caught after the round: a last card leaves no window",
        source="ours",
        hands="A: wild draw four | B: red 3, red 4, red 5 | C: red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: catch C      -> refused
            B: catch A      -> refused
            B: accept       -> B draws 4, A wins 22+6 = 28, next round
            B: catch C      -> refused
        """,
        pile="red 0, red 1, red 2, blue 7",
    ),
)


@stories(*CALLING, *WINDOW, *LATE)
def test_story(story: Story) -> None:
    tell(story)


DOWN_TO_ONE = Story(rule="", source="", hands=HANDS, top="red 7", story="A: red 1 -> B plays")


def test_the_window_says_who_and_whether_he_called() -> None:
    assert tell(DOWN_TO_ONE).state.window == UnoWindow(target=0, called=False, blocked=frozenset())


@pytest.mark.parametrize("by", [-1, 3])
def test_only_seats_of_the_table_catch(by: int) -> None:
    with pytest.raises(IllegalMove, match="only another seat"):
        apply(tell(DOWN_TO_ONE).state, Caught(by, 0))
