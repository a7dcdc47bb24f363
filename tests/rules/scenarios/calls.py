"""UNO: when it is said, by whom, and what forgetting costs (specs/rules.md 9)."""

from __future__ import annotations

from tests.rules.story import scene

HANDS = "A: red 1, red 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9"

CALLS = (
    scene(
        "uno_call=before-next",
        rule="it may still be said until somebody catches or the next player acts",
        source="S2, HJH90; S1",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            A: uno          -> UNO A, B plays
            C: catch A      -> false catch, B plays
        """,
    ),
    scene(
        "uno_call=before-next",
        rule="then it is too late",
        source="S2",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            B: red 3        -> C plays
            A: uno          -> refused
        """,
    ),
    scene(
        "uno_call=with-play",
        rule="with the card or not at all",
        source="S2, M2062",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            A: uno          -> refused
        """,
    ),
    scene(
        "uno_call=automatic",
        rule="the table says it",
        source="ours",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> UNO A, B plays
            C: catch A      -> refused
        """,
    ),
    scene(
        "uno_catch=automatic",
        rule="forgetting always costs, at the latest when the next player acts",
        source="S0, S3",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            C: catch A      -> refused
            B: red 3        -> A forgot UNO, A draws 2, C plays
        """,
    ),
    scene(
        "uno_rescue=anyone",
        rule="a friend may say it in time",
        source="S1: вас могут спасти друзья за столом",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            C: uno for A    -> C rescues A, UNO A, B plays
            B: catch A      -> false catch, B plays
        """,
    ),
    scene(
        "uno_rescue=partner teams=2v2",
        rule="only the partner",
        source="S1, S3; ours",
        hands=f"{HANDS} | D: blue 1, blue 2",
        top="red 7",
        story="""
            A: red 1        -> B plays
            B: uno for A    -> refused
            C: uno for A    -> C rescues A, UNO A, B plays
        """,
    ),
    scene(
        "false_call_penalty=2",
        rule="a false UNO and a false catch cost two",
        source="S0, S1, S4: ложный крик",
        hands="A: red 1, red 2, blue 3 | B: red 3, red 4 | C: red 6, red 8, red 9",
        top="red 7",
        story="""
            A: red 1 uno    -> false UNO, A draws 2, B plays
            B: red 3 uno    -> UNO B, C plays
            A: catch B      -> false catch, A draws 2, C plays
        """,
    ),
    scene(
        "uno_slap=on",
        rule="after an UNO all others slap the pile, the last one draws two",
        source="S0, UNO в центр; S2, Хлопуно; S4",
        hands=HANDS,
        top="red 7",
        luck=(1,),
        story="A: red 1 uno -> UNO A, C slaps last, C draws 2, B plays",
    ),
    scene(
        "uno_slap=on",
        rule="of two players nobody is the last",
        source="ours",
        hands="A: red 1, red 2 | B: red 3, red 4",
        top="red 7",
        story="A: red 1 uno -> UNO A, B plays",
    ),
)
