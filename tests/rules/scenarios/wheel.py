"""The wheel of UNO Spin (specs/rules.md 14); how the sectors are played is ours.

`luck` is where the wheel stops, from 0: draw red, draw blue, discard a number, discard a colour, duel, trade
hands, show the hand, almost UNO, UNO Spin.
"""

from __future__ import annotations

from tests.rules.story import scene

HANDS = "A: red 3, red 2, red 8 | B: blue 4, green 4, blue 6, red 9 | C: green 9, green 3"


def spin(sector: int, rule: str, story: str, *luck: int, pile: str = ""):
    """A lays a red 3, then B spins."""
    return scene(
        "spin=each-turn",
        rule=rule,
        source="S0, Правила игры Uno Spin; ours",
        hands=HANDS,
        top="red 7",
        pile=pile,
        luck=(sector, *luck),
        story=story,
    )


SECTORS = (
    spin(
        0,
        "draw until a red card comes",
        "A: red 3 -> wheel draw-red, B draws 1, B draws 1, B draws 1, B plays",
        pile="blue 1, wild, red 1",
    ),
    spin(1, "draw until a blue card comes", "A: red 3 -> wheel draw-blue, B draws 1, B plays", pile="blue 1"),
    spin(
        2,
        "discard all cards of one number, under the top card",
        """
            A: red 3                  -> wheel discard-number, B discards
            B: discard blue 4, red 9  -> refused
            B: discard blue 4, green 4 -> B plays
            B: blue 6                 -> refused
            B: red 9 uno              -> UNO B, wheel draw-red, C draws 1, C plays
        """,
        pile="red 1",
    ),
    spin(
        3,
        "discard all cards of one colour, or nothing",
        """
            A: red 3                   -> wheel discard-colour, B discards
            B: discard blue 4, green 4 -> refused
            B: discard nothing         -> B plays
        """,
    ),
    spin(
        4,
        "the duel: who alone shows the highest number discards it",
        "A: red 3 -> wheel duel, duel to C, B plays",
        0,
        0,
        0,
    ),
    spin(
        5,
        "trade hands with somebody",
        """
            A: red 3    -> wheel trade-hands, B trades
            B: trade B  -> refused
            B: trade C  -> B>C C>B, B plays
        """,
    ),
    spin(6, "show the hand to everybody", "A: red 3 -> wheel show-hand, B shows 4, B plays"),
    spin(
        7,
        "almost UNO: all cards but two are discarded",
        """
            A: red 3                   -> wheel almost-uno, B discards
            B: discard blue 4          -> refused
            B: discard blue 4, green 4 -> B plays
        """,
    ),
    spin(
        8,
        "UNO Spin: who shouts first discards a card",
        """
            A: red 3            -> wheel uno-spin, C shouts first, C discards
            C: discard green 9  -> B plays
            A: catch C          -> C caught, C draws 2, B plays
        """,
        2,
    ),
    scene(
        "spin=marked-cards",
        rule="after a 1 the next player spins before his turn",
        source="ours",
        hands="A: red 3, red 1, red 8 | B: red 4, green 4 | C: green 9, red 6",
        top="red 7",
        luck=(6,),
        story="""
            A: red 1  -> wheel show-hand, B shows 2, B plays
            B: red 4 uno -> UNO B, C plays
        """,
    ),
)
