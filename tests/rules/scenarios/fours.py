"""Wild Draw Four: when it is illegal, and what happens then (specs/rules.md 8)."""

from __future__ import annotations

from tests.rules.story import scene

LEGALITY = (
    scene(
        "wd4_legal=colour-or-wild",
        rule="a Wild in the hand forbids it too",
        source="S2, HJH90",
        hands="A: wild draw four, wild, green 1 | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A draws 4, B plays
        """,
    ),
    scene(
        "wd4_legal=colour-or-wild",
        rule="another +4 does not",
        source="ours",
        hands="A: wild draw four, wild draw four, green 1 | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, A plays
        """,
    ),
    scene(
        "wd4_legal=colour-or-symbol",
        rule="an equal number forbids it too",
        source="S0: карта нужного цвета или достоинства",
        hands="A: wild draw four, green 7, green 1 | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A draws 4, B plays
        """,
    ),
    scene(
        "wd4_legal=colour-or-symbol",
        rule="judged by the card under it, not by the colour that was named",
        source="rules.md 4 and 8",
        hands="A: wild draw four, blue 1, green 1 | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, A plays
        """,
    ),
    scene(
        "wd4_legal=always",
        rule="what is always legal is not challenged",
        source="ours",
        hands="A: wild draw four, red 1, green 1 | B: red 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="A: wild draw four blue -> B draws 4, B misses, C plays",
    ),
)

GUILTY = (
    scene(
        "guilty=takes-back",
        rule="takes the +4 back, draws four, and the earlier colour counts",
        source="S0, Проверка на честность; S1; S4",
        hands="A: wild draw four, red 1, red 2 | B: red 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A takes it back, colour red, A draws 4, B plays
            B: blue 4       -> refused
            B: red 3 uno    -> UNO B, C plays
        """,
    ),
    scene(
        "guilty=takes-back",
        rule="a hand that was down to one card has grown again: its UNO is over",
        source="rules.md 8",
        hands="A: wild draw four, red 1 | B: red 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue uno -> UNO A, B answers
            B: challenge    -> guilty, A takes it back, colour red, A draws 4, B plays
            C: catch A      -> refused
        """,
    ),
    scene(
        "guilty=void",
        rule="draws four, as if the +4 had not been played: the card under it counts",
        source="S0, первая статья: как будто и не было в игре",
        hands="A: wild draw four, red 1, red 2 | B: blue 7, blue 4, blue 5 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, void, colour red, A draws 4, B plays
            B: blue 4       -> refused
            B: blue 7       -> C plays
        """,
    ),
    scene(
        "ready_after_four=on",
        rule="play waits until who drew four is ready",
        source="S0, Правило вежливости; S1; S4",
        hands="A: wild draw four, blue 1, blue 2 | B: blue 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: accept       -> B draws 4, B sorts
            C: draw         -> refused
            B: ready        -> B misses, C plays
        """,
    ),
    scene(
        "ready_after_four=on",
        rule="also until the offender is",
        source="S0",
        hands="A: wild draw four, red 1, red 2 | B: blue 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A draws 4, A sorts
            A: ready        -> B plays
        """,
    ),
)
