"""When the pile runs out: the reshuffle, too few cards, and nothing to draw at all."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.events import NextRound
from tests.rules.story import Story, stories, tell

RESHUFFLE = (
    Story(
        rule="at the moment a card is needed all discards but the top one become the pile",
        source="S2, Ход игры; rules.md 8",
        hands="A: blue 1, blue 2 | B: red 3, red 4",
        top="red 7",
        rest="discards",
        story="""
            A: draw         -> 103 reshuffled, A draws 1, A keeps or plays
            A: keep         -> B plays
            B: red 3 uno    -> UNO B, A plays
        """,
    ),
    Story(
        rule="the last card of the pile is drawn without a reshuffle",
        source="S2",
        hands="A: blue 1, blue 2 | B: red 3, red 4",
        top="red 7",
        pile="green 9",
        rest="discards",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: keep         -> B plays
            B: draw         -> 102 reshuffled, B draws 1, B keeps or plays
        """,
    ),
    Story(
        rule="in the middle of a penalty",
        source="rules.md 2 and 8",
        hands="A: red draw two, blue 1, blue 2 | B: red 3, red 4 | C: red 5, red 6",
        top="red 7",
        pile="green 9",
        rest="discards",
        story="A: red draw two -> B draws 1, 100 reshuffled, B draws 1, B misses, C plays",
    ),
    Story(
        rule="in the middle of the cards for a false challenge",
        source="rules.md 2 and 8",
        hands="A: wild draw four, blue 1, blue 2 | B: red 3, red 4 | C: red 5, red 6",
        top="red 7",
        pile="green 9, green 8, green 7, green 6, green 5",
        rest="discards",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 5, 96 reshuffled, B draws 1, B misses, C plays
        """,
    ),
    Story(
        rule="in the middle of the cards for UNO, and the turn goes on where it was",
        source="rules.md 2 and 8",
        hands="A: red 1, blue 1 | B: red 3, red 4 | C: red 5, red 6",
        top="red 7",
        pile="green 9",
        rest="discards",
        story="""
            A: red 1        -> B plays
            C: catch A      -> A caught, A draws 1, 101 reshuffled, A draws 1, B plays
        """,
    ),
    Story(
        rule="a reshuffled wild has no colour: it is named anew",
        source="S2; rules.md 8",
        hands="A: wild, blue 1, green 2 | B: blue 3, green 4, green 5",
        top="red 7",
        pile="yellow 1",
        rest="hand",
        story="""
            A: wild blue    -> B plays
            B: blue 3       -> A plays
            A: draw         -> A draws 1, A keeps or plays
            A: keep         -> B plays
            B: draw         -> 2 reshuffled, B draws 1, B keeps or plays
            B: keep         -> A plays
            A: draw         -> A draws 1, A keeps or plays
            A: drawn        -> refused
            A: drawn green  -> B plays
        """,
    ),
    Story(
        rule="the colour of a wild that stays on top stays in play over a reshuffle",
        source="S2",
        hands="A: wild, blue 1, green 2 | B: blue 3, red 4, green 5",
        top="red 7",
        rest="discards",
        story="""
            A: wild blue    -> B plays
            B: draw         -> 102 reshuffled, B draws 1, B keeps or plays
            B: keep         -> A plays
            A: green 2      -> refused
            A: blue 1 uno   -> UNO A, B plays
        """,
    ),
)

TOO_FEW = (
    Story(
        rule="fewer cards than a penalty asks for: a player draws what there is",
        source="rules.md 2 and 8",
        hands="A: wild draw four, blue 1, blue 2 | B: red 3, red 4 | C: red 5, red 6",
        top="red 7",
        pile="green 9",
        rest="hand",
        story="""
            A: wild draw four blue -> B answers
            B: accept       -> B draws 1, 1 reshuffled, B draws 1, B lacks 2, B misses, C plays or passes
        """,
    ),
    Story(
        rule="a Draw Two when there is nothing: the turn is missed all the same",
        source="rules.md 2 and 8",
        hands="A: red draw two, blue 1, blue 2 | B: red 3, red 4 | C: red 5, red 6, red draw two",
        top="red 7",
        rest="hand",
        story="""
            A: red draw two -> 1 reshuffled, B draws 1, B lacks 1, B misses, C plays or passes
            C: red 5        -> A plays
        """,
    ),
    Story(
        rule="caught when there is nothing to draw but one card: that card",
        source="rules.md 2",
        hands="A: red 1, blue 1 | B: red 3, red 4 | C: red 5, red 6",
        top="red 7",
        rest="hand",
        story="""
            A: red 1        -> B plays
            C: catch A      -> A caught, 1 reshuffled, A draws 1, A lacks 1, B plays or passes
        """,
    ),
    Story(
        rule="nobody draws by choice when both piles are empty; he plays or passes",
        source="rules.md 2",
        hands="A: red 1, blue 1, blue 2 | B: green 3, red 4 | C: red 5, red 6",
        top="red 7",
        rest="hand",
        story="""
            A: draw         -> refused
            A: pass         -> B plays or passes
            B: pass         -> C plays or passes
            C: red 5        -> A plays
            A: pass         -> refused
            A: draw         -> 1 reshuffled, A draws 1, A keeps or plays
        """,
    ),
    Story(
        rule="a pass closes the UNO window as every choice does",
        source="ours",
        hands="A: red draw two, blue 1 | B: green 3, red 4 | C: red 5, red 6",
        top="red 7",
        rest="hand",
        story="""
            A: red draw two -> 1 reshuffled, B draws 1, B lacks 1, B misses, C plays or passes
            C: pass         -> A plays or passes
            B: catch A      -> refused
        """,
    ),
)

CIRCLE = (
    Story(
        rule="a full circle of passes ends the round, the lowest hand takes the points of the others",
        source="rules.md 2",
        hands="A: red 1, blue 1 | B: green 3, red 4 | C: wild",
        top="red 7",
        rest="hand",
        story="""
            A: pass         -> B plays or passes
            B: pass         -> C plays or passes
            C: pass         -> A wins 7+1224 = 1231, game to A, over
        """,
    ),
    Story(
        rule="a play in between starts the circle anew",
        source="ours",
        hands="A: red 1, blue 1, blue 2 | B: green 3, red 4, red 8 | C: wild",
        top="red 7",
        rest="hand",
        story="""
            A: pass         -> B plays or passes
            B: red 4        -> C plays
            C: draw         -> 1 reshuffled, C draws 1, C keeps or plays
            C: keep         -> A plays or passes
            A: pass         -> B plays or passes
            B: pass         -> C plays or passes
            C: pass         -> A wins 11+1221 = 1232, game to A, over
        """,
    ),
    Story(
        rule="equal lowest hands share the round: each scores what the others hold",
        source="ours, rules.md 8 (shared places)",
        hands="A: red 1, blue 2 | B: green 3 | C: wild",
        top="red 7",
        rest="hand",
        options={"target": 10000},
        story="""
            A: pass         -> B plays or passes
            B: pass         -> C plays or passes
            C: pass         -> AB wins 1227 = 1227, next round
        """,
    ),
    Story(
        rule="equal lowest hands that bring both over the target share the game",
        source="ours, rules.md 8 (shared places)",
        hands="A: red 1, blue 2 | B: green 3 | C: wild",
        top="red 7",
        rest="hand",
        story="""
            A: pass         -> B plays or passes
            B: pass         -> C plays or passes
            C: pass         -> AB wins 1227 = 1227, game to AB, over
        """,
    ),
)


@stories(*RESHUFFLE, *TOO_FEW, *CIRCLE)
def test_story(story: Story) -> None:
    tell(story)


def test_the_next_round_counts_passes_anew() -> None:
    dealer = tell(
        replace(
            CIRCLE[0],
            options={"target": 10_000},
            story=CIRCLE[0].story.replace("game to A, over", "next round"),
        )
    )
    dealer.happen(NextRound())
    assert dealer.state.passes == 0
