"""Wild Draw Four: accepted, challenged rightly, challenged wrongly; what makes it illegal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.rules.attacks import forbidding
from protocol.rules.cards import Colour, Face, Kind
from protocol.rules.engine import IllegalMove, apply, new_game
from protocol.rules.events import (
    Accepted,
    Challenged,
    Discarded,
    Received,
    Returned,
    Verdict,
    WheelStopped,
)
from protocol.rules.house.wheel import Sector
from protocol.rules.needs import NeedVerdict
from protocol.rules.state import Attack, LaidFour
from tests.rules.dealer import CLASSIC
from tests.rules.story import Story, stories, tell

ANSWERS = (
    Story(
        rule="accepted: four cards, the turn is missed, the named colour is in play",
        source="S2, Возьми четыре",
        hands="A: wild draw four, blue 1, blue 2 | B: red 1, red 2 | C: red 3, blue 5",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: accept       -> B draws 4, B misses, C plays
            C: red 3        -> refused
            C: blue 5 uno   -> UNO C, A plays
        """,
    ),
    Story(
        rule="guilty: the offender draws four, the +4 and its colour stand, the challenger only plays",
        source="S2, «Возьми четыре» и вызов; rules.md 8",
        hands="A: wild draw four, red 1, blue 2 | B: red 3, blue 4 | C: red 5, blue 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A draws 4, B plays
            B: red 3        -> refused
            B: blue 4 uno   -> UNO B, C plays
        """,
    ),
    Story(
        rule="innocent: the challenger draws six and misses the turn",
        source="S2, «Возьми четыре» и вызов; rules.md 8",
        hands="A: wild draw four, green 1, blue 2 | B: red 3, blue 4 | C: red 5, blue 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, C plays
            C: blue 6 uno   -> UNO C, A plays
        """,
    ),
    Story(
        rule="only the player who must draw answers, and he does nothing else first",
        source="S2; rules.md 4",
        hands="A: wild draw four, green 1, blue 2 | B: blue 3, blue 4 | C: blue 5, blue 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            C: challenge    -> refused
            B: blue 3       -> refused
            B: draw         -> refused
            B: accept       -> B draws 4, B misses, C plays
            C: challenge    -> refused
        """,
    ),
    Story(
        rule="challenge=off: every +4 stands",
        source="rules.md 4",
        hands="A: wild draw four, red 1, blue 2 | B: blue 3, blue 4 | C: blue 5, blue 6",
        top="red 7",
        options={"challenge": "off"},
        story="A: wild draw four blue -> B draws 4, B misses, C plays",
    ),
    Story(
        rule="two players: a lost challenge returns the turn, a won one does not",
        source="S2, вдвоём",
        hands="A: wild draw four, wild draw four, green 1, blue 2, blue 3 | B: red 3, yellow 4",
        top="red 7",
        pile="yellow 1, yellow 2, yellow 3, yellow 5, yellow 6, yellow 7",
        story="""
            A: wild draw four blue   -> B answers
            B: challenge             -> innocent, B draws 6, B misses, A plays
            A: wild draw four yellow -> B answers
            B: challenge             -> guilty, A draws 4, B plays
        """,
    ),
)

LEGALITY = (
    Story(
        rule="judged by the colour before the +4, not by the one named with it",
        source="rules.md 8",
        hands="A: wild draw four, blue 1, blue 2 | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, A plays
        """,
    ),
    Story(
        rule="an equal number of another colour does not forbid it",
        source="S2; rules.md 8",
        hands="A: wild draw four, blue 7, green 7 | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, A plays
        """,
    ),
    Story(
        rule="an equal symbol of another colour does not forbid it",
        source="S2; rules.md 8",
        hands="A: wild draw four, blue skip, green 7 | B: red 3, blue 4",
        top="red skip",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, A plays
        """,
    ),
    Story(
        rule="a Wild or another +4 in hand does not forbid it (wd4_legal=colour)",
        source="S2",
        hands="A: wild draw four, wild draw four, wild | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, A plays
        """,
    ),
    Story(
        rule="on a wild, the colour that was named for it counts",
        source="S2",
        hands="A: wild draw four, red 7, green 7 | B: red 3, blue 4",
        top="wild",
        colour="green",
        story="""
            A: wild draw four red -> B answers
            B: challenge    -> guilty, A draws 4, B plays
        """,
    ),
    Story(
        rule="a drawn +4 is judged by the whole hand, not by the drawn card alone",
        source="rules.md 8",
        hands="A: red 1, blue 2 | B: red 3, blue 4",
        top="red 7",
        pile="wild draw four",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: drawn blue   -> B answers
            B: challenge    -> guilty, A draws 4, B plays
        """,
    ),
)


@stories(*ANSWERS, *LEGALITY)
def test_story(story: Story) -> None:
    tell(story)


@pytest.mark.parametrize("colour", Colour)
def test_the_cards_that_forbid_a_four_are_those_of_the_colour(colour: Colour) -> None:
    cards = forbidding(new_game(CLASSIC, 2), colour, None)
    assert cards == frozenset(range(25 * colour, 25 * colour + 25))


BLUFF = Story(
    rule="a bluff",
    source="S2",
    hands="A: wild draw four, red 1, red 2 | B: red 3, blue 4",
    top="red 7",
    story="A: wild draw four blue -> B answers",
)


def test_until_it_is_answered_the_state_keeps_who_laid_it_on_which_colour() -> None:
    state = tell(BLUFF).state
    assert state.four == LaidFour(offender=0, colour=Colour.RED, under=Face(Kind.NUMBER, Colour.RED, 7))
    assert state.colour is Colour.BLUE
    judging, _ = apply(state, Challenged(1))
    assert judging.need == NeedVerdict(0, 1, Colour.RED, forbidding=frozenset(range(25)))
    for answered in (apply(state, Accepted(1)), apply(judging, Verdict(guilty=True))):
        assert answered[0].four is None


def test_a_four_as_the_last_card_cannot_be_found_guilty() -> None:
    last = replace(BLUFF, hands="A: wild draw four | B: red 3, blue 4")
    judging, _ = apply(tell(last).state, Challenged(1))
    with pytest.raises(IllegalMove, match="last card is always legal"):
        apply(judging, Verdict(guilty=True))


def test_cards_go_under_a_top_card_that_was_taken_back() -> None:
    """The +4 was all that lay there after a reshuffle; then the wheel lets the challenger discard."""
    state = new_game(CLASSIC.with_options({"guilty": "takes-back", "spin": "each-turn"}), 2)
    four = next(card for card, face in enumerate(state.deck) if face.kind is Kind.WILD_DRAW_FOUR)
    red = next(card for card, face in enumerate(state.deck) if face.colour is Colour.RED)
    state = replace(
        state,
        round=1,
        counts=(5, 5),
        pile=97,
        discards=(four,),
        colour=Colour.BLUE,
        four=LaidFour(0, Colour.RED),
        attack=Attack(Kind.WILD_DRAW_FOUR, 0, 1, 4),
        laid_by=0,
        need=NeedVerdict(0, 1, Colour.RED, frozenset({red})),
        agenda=(),
    )
    colour_sector = list(Sector).index(Sector.DISCARD_COLOUR)
    for event in (
        Verdict(True),
        Returned(),
        Received(0, 4),
        WheelStopped(colour_sector),
        Discarded(1, (red,)),
    ):
        state, _ = apply(state, event)
    assert state.discards == (red,)
    assert (state.colour, state.counts) == (Colour.RED, (10, 4))
