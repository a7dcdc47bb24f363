"""The turn, and the piles (specs/rules.md 6 and 10)."""

from __future__ import annotations

from tests.rules.story import scene

DRAWING = (
    scene(
        "draw=until-playable",
        rule="who plays nothing draws until a card fits, and may then play it",
        source="S0, первая статья; S4",
        hands="A: blue 1, blue 2 | B: green 2, blue 3",
        top="red 7",
        pile="blue 9, green 9, red 9",
        story="""
            A: draw         -> A draws 1, A draws 1, A draws 1, A keeps or plays
            A: drawn        -> B plays
        """,
    ),
    scene(
        "draw=until-playable drawn_card=keep",
        rule="or keeps it, if drawn cards are not played",
        source="S0 (последняя статья): не обязательно",
        hands="A: blue 1, blue 2 | B: green 2, blue 3",
        top="red 7",
        pile="blue 9, red 9",
        story="A: draw -> A draws 1, A draws 1, B plays",
    ),
    scene(
        "draw=until-playable",
        rule="until both piles are empty; then the turn passes",
        source="ours",
        hands="A: blue 1, blue 2 | B: green 2, blue 3 | C: ",
        top="red 7",
        pile="blue 9, green 9",
        rest="hand",
        story="A: draw -> A draws 1, A draws 1, B plays or passes",
    ),
    scene(
        "drawn_card=keep",
        rule="a drawn card stays in the hand until the next turn",
        source="S0",
        hands="A: blue 1, blue 2 | B: green 2, blue 3",
        top="red 7",
        pile="red 9",
        story="A: draw -> A draws 1, B plays",
    ),
    scene(
        "drawn_card=must-play",
        rule="a drawn card that fits has to be played",
        source="S0",
        hands="A: blue 1, blue 2 | B: green 2, red 3, blue 4",
        top="red 7",
        pile="red 9, blue 8",
        story="""
            A: draw    -> A draws 1, A plays it
            A: keep    -> refused
            A: drawn   -> B plays
            B: draw    -> B draws 1, A plays
        """,
    ),
    scene(
        "decline=forced",
        rule="who can play must; who draws proves that nothing fits",
        source="S2",
        hands="A: red 1, blue 2, blue 3 | B: green 2, blue 4",
        top="red 7",
        pile="blue 9",
        story="""
            A: draw    -> refused
            A: red 1   -> B plays
            B: draw    -> B draws 1, B keeps or plays
        """,
    ),
    scene(
        "deck_empty=end-round",
        rule="the discards stay: when all have passed the round is over and the lowest hand wins",
        source="S0, S4: главная колода кончилась",
        hands="A: blue 1, blue 2 | B: green 2, green 4 | C: yellow 1",
        top="red 7",
        rest="discards",
        pile="green 9",
        story="""
            A: draw    -> A draws 1, A keeps or plays
            A: keep    -> B plays or passes
            B: pass    -> C plays or passes
            C: pass    -> A plays or passes
            A: pass    -> C wins 12+6 = 18, next round
        """,
    ),
)

CARDS = (
    scene(
        "skip=play-again",
        rule="who lays a Skip moves again",
        source="S0, Пропуск хода; S4",
        hands="A: red skip, red 1, red 2 | B: blue 1, blue 2 | C: red 3, red 4",
        top="red 7",
        story="""
            A: red skip    -> A plays
            A: red 1 uno   -> UNO A, B plays
        """,
    ),
    scene(
        "reverse=one-turn",
        rule="a Reverse gives the turn to the player before, and from there play goes on as before",
        source="S0, последняя статья: действует один ход",
        hands="A: red reverse, red 1, red 2 | B: blue 1, blue 2 | C: red 3, red 4, red 5",
        top="red 7",
        story="""
            A: red reverse -> C plays
            C: red 3       -> A plays
        """,
    ),
    scene(
        "reverse=one-turn",
        rule="two players: it is a Skip",
        source="S2, S3",
        hands="A: red reverse, red 1, red 2 | B: blue 1, blue 2",
        top="red 7",
        story="A: red reverse -> B misses, A plays",
    ),
    scene(
        "wild=cover",
        rule="on a Wild one lays another card of one's choice",
        source="S0, третья карта «выбор цвета»: наверх новую карту на свой выбор",
        hands="A: wild, blue skip, red 2 | B: red 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild blue    -> refused
            A: wild         -> A covers
            A: draw         -> refused
            A: blue skip uno -> UNO A, B misses, C plays
            C: red 3        -> refused
        """,
    ),
    scene(
        "wild=cover",
        rule="a Wild as the last card needs no cover",
        source="ours",
        hands="A: wild | B: red 1, blue 2",
        top="red 7",
        story="A: wild -> A wins 3 = 3, next round",
    ),
    scene(
        "wild=open",
        rule="on a Wild anything may follow",
        source="S0, четвёртая карта «козырь»",
        hands="A: wild, blue skip, red 2 | B: green 1, blue 2, red 4 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild         -> B plays
            B: green 1      -> C plays
            C: red 3        -> refused
        """,
    ),
    scene(
        "wild=open",
        rule="a +4 on it was laid on no colour and cannot have been illegal",
        source="ours",
        hands="A: wild, blue skip, red 2 | B: wild draw four, green 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild                 -> B plays
            B: wild draw four green -> C draws 4, C misses, A plays
        """,
    ),
)
