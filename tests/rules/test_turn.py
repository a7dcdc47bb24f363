"""The turn: what may be laid, drawing by choice, and what the action cards do."""

from __future__ import annotations

from protocol.rules.cards import Colour
from tests.rules.story import Story, stories, tell

MATCHING = (
    Story(
        rule="colour or number: what fits goes, what does not is refused",
        source="S2, Ход игры",
        hands="A: red 3, blue 7, blue 3, green 1 | B: green 2, green 3",
        top="red 7",
        story="""
            A: blue 3       -> refused
            A: green 1      -> refused
            A: blue 7       -> B plays
        """,
    ),
    Story(
        rule="symbol on symbol of another colour",
        source="S2, Значение карт действий",
        hands="A: blue skip, blue 1 | B: green 2, green 3 | C: red 1, red 2",
        top="red skip",
        story="A: blue skip uno -> UNO A, B misses, C plays",
    ),
    Story(
        rule="an action card does not fit another action card of another colour",
        source="S2, Значение карт действий",
        hands="A: blue reverse, blue draw two, red 1 | B: green 2, green 3",
        top="red skip",
        story="""
            A: blue reverse  -> refused
            A: blue draw two -> refused
        """,
    ),
    Story(
        rule="a wild goes on anything, also with a fitting card in hand, and may name the colour in play",
        source="S2, Закажи цвет",
        hands="A: wild, red 1, red 2 | B: green 2, red 3",
        top="red 7",
        story="""
            A: wild         -> refused
            A: wild red     -> B plays
            B: green 2      -> refused
            B: red 3 uno    -> UNO B, A plays
        """,
    ),
    Story(
        rule="no colour is named with a coloured card",
        source="S2",
        hands="A: red 1, red 2 | B: green 2, red 3",
        top="red 7",
        story="A: red 1 blue -> refused",
    ),
    Story(
        rule="after two wilds in a row the colour in play counts, not that the top card is wild",
        source="rules.md 8",
        hands="A: wild, red 1, red 2 | B: wild, blue 1, red 3 | C: blue 2, red 3, red 4",
        top="red 7",
        story="""
            A: wild green   -> B plays
            B: wild blue    -> C plays
            C: red 3        -> refused
            C: blue 2       -> A plays
        """,
    ),
    Story(
        rule="one card per turn",
        source="S2, Частые споры",
        hands="A: red 1, red 2, red 3 | B: green 2, red 3",
        top="red 7",
        story="""
            A: red 1        -> B plays
            A: red 2        -> refused
        """,
    ),
)

DRAWING = (
    Story(
        rule="you may draw although you could play, and then play only the drawn card",
        source="S2, Ход игры",
        hands="A: red 1, red 2 | B: green 2, red 3",
        top="red 7",
        pile="red 9",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: red 1        -> refused
            A: drawn        -> B plays
        """,
    ),
    Story(
        rule="a drawn card that does not fit stays in the hand and the turn passes",
        source="S2, Ход игры",
        hands="A: red 1, red 2 | B: green 2, red 3",
        top="red 7",
        pile="blue 9",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: drawn        -> refused
            A: keep         -> B plays
        """,
    ),
    Story(
        rule="a drawn card that fits may be kept",
        source="S2, Ход игры",
        hands="A: red 1, red 2 | B: green 2, red 3",
        top="red 7",
        pile="red 9",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: keep         -> B plays
        """,
    ),
    Story(
        rule="nobody draws twice in a turn",
        source="rules.md 8",
        hands="A: red 1, red 2 | B: green 2, red 3",
        top="red 7",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: draw         -> refused
        """,
    ),
    Story(
        rule="a drawn action card takes effect, a drawn wild names its colour",
        source="S2, Ход игры",
        hands="A: blue 1, blue 2 | B: green 2, blue 3 | C: green 4, green 5",
        top="red 7",
        pile="red skip, wild",
        story="""
            A: draw         -> A draws 1, A keeps or plays
            A: drawn        -> B misses, C plays
            C: draw         -> C draws 1, C keeps or plays
            C: drawn        -> refused
            C: drawn green  -> A plays
        """,
    ),
    Story(
        rule="nobody passes while there is something to draw",
        source="S2, Ход игры",
        hands="A: blue 1, blue 2 | B: green 2, blue 3",
        top="red 7",
        story="A: pass -> refused",
    ),
    Story(
        rule="nobody moves out of turn",
        source="S2, Ход игры",
        hands="A: blue 1, blue 2 | B: red 2, red 3",
        top="red 7",
        story="""
            B: red 2        -> refused
            B: draw         -> refused
        """,
    ),
)

ACTIONS = (
    Story(
        rule="Skip: the next player misses the turn",
        source="S2, Пропусти ход",
        hands="A: red skip, red 1, red 2 | B: blue 1, blue 2 | C: red 3, red 4",
        top="red 7",
        story="A: red skip -> B misses, C plays",
    ),
    Story(
        rule="Reverse: the direction is turned before the next player is chosen, and stays turned",
        source="S2, Наоборот; rules.md 8",
        hands="A: red reverse, red 1, red 2 | B: blue 1, blue 2 | C: red 3, red 4, red reverse",
        top="red 7",
        story="""
            A: red reverse  -> counter-clockwise, C plays
            C: red 3        -> B plays
            B: draw         -> B draws 1, B keeps or plays
            B: keep         -> A plays
            A: red 1 uno    -> UNO A, C plays
            C: red reverse uno -> UNO C, clockwise, A plays
        """,
    ),
    Story(
        rule="Skip against the clock",
        source="S2",
        hands="A: red reverse, red 1, red 2 | B: blue 1, blue 2 | C: red skip, red 3, red 4",
        top="red 7",
        story="""
            A: red reverse  -> counter-clockwise, C plays
            C: red skip     -> B misses, A plays
        """,
    ),
    Story(
        rule="Draw Two: the next player draws two and misses the turn",
        source="S2, Возьми две",
        hands="A: red draw two, red 1, red 2 | B: blue draw two, blue 2 | C: red 3, red 4",
        top="red 7",
        story="A: red draw two -> B draws 2, B misses, C plays",
    ),
    Story(
        rule="a Draw Two may be laid on a Draw Two in one's own turn, which passes nothing on",
        source="S2, Складывание штрафов",
        hands="A: red draw two, red 1, red 2 | B: red 5, blue 2 | C: blue draw two, blue 3, blue 4",
        top="red 7",
        story="""
            A: red draw two  -> B draws 2, B misses, C plays
            C: blue draw two -> A draws 2, A misses, B plays
        """,
    ),
)

TWO_PLAYERS = (
    Story(
        rule="two players: Reverse acts as Skip and who laid it plays again",
        source="S2, вдвоём; S3; rules.md 8",
        hands="A: red reverse, red 1, red 2 | B: blue 1, blue 2",
        top="red 7",
        story="A: red reverse -> B misses, A plays",
    ),
    Story(
        rule="two players: Skip and Draw Two return the turn",
        source="S2, вдвоём; S3",
        hands="A: red skip, red draw two, red 1, red 2 | B: blue 1, blue 2",
        top="red 7",
        story="""
            A: red skip     -> B misses, A plays
            A: red draw two -> B draws 2, B misses, A plays
        """,
    ),
    Story(
        rule="two players: an accepted +4 returns the turn",
        source="S2, вдвоём; S3",
        hands="A: wild draw four, red 1, red 2 | B: blue 1, blue 2",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: accept       -> B draws 4, B misses, A plays
        """,
    ),
)


@stories(*MATCHING, *DRAWING, *ACTIONS, *TWO_PLAYERS)
def test_story(story: Story) -> None:
    tell(story)


def test_the_named_colour_is_in_play() -> None:
    dealer = tell(
        Story(
            rule="a wild names the colour",
            source="S2",
            hands="A: wild, red 1, red 2 | B: green 2, red 3",
            top="red 7",
            story="A: wild green -> B plays",
        )
    )
    assert dealer.state.colour is Colour.GREEN
    assert dealer.state.top is not None
    assert dealer.state.top.colour is None
