"""The end of a round and of the game, and what is counted (specs/rules.md 11 and 12)."""

from __future__ import annotations

from tests.rules.story import scene

# B holds 77 and C 32, as in the example of S2.
LEFT = "B: red 7, red skip, wild | C: blue 3, green 9, blue draw two"

COUNTING = (
    scene(
        "values=numbers-only",
        rule="only numbers count",
        source="S0, S4: учитываются только цветные карты с цифрами",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        story="A: blue 1 -> A wins 7+12 = 19, next round",
    ),
    scene(
        "zero_fifty=on",
        rule="a 0 as the only card left counts 50",
        source="S0, Сбрось ноль; S4",
        hands="A: blue 1 | B: red 0 | C: green 0, green 1",
        top="blue 5",
        story="A: blue 1 -> A wins 50+1 = 51, next round",
    ),
    scene(
        "score=own-points target=100",
        rule="everyone keeps his own; when somebody reaches the target the lowest wins",
        source="S2, листок Mattel",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        scores=(40, 23, 40),
        story="A: blue 1 -> round to A: 0 77 32, game to A, over",
    ),
    scene(
        "score=own-points target=100",
        rule="equal lowest scores share the place",
        source="rules.md 8",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        scores=(50, 30, 18),
        story="A: blue 1 -> round to A: 0 77 32, game to AC, over",
    ),
    scene(
        "score=loser-at-target",
        rule="who first has 200 has lost, the others have won",
        source="S0, S1, S2",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        scores=(150, 123, 30),
        story="A: blue 1 -> round to A: 0 77 32, game to AC, over",
    ),
    scene(
        "score=lazy rounds=3",
        rule="no sums: a round won counts one, and N rounds are played",
        source="S0, Ленивый подсчет; S4",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        story="A: blue 1 -> round to A: 1 0 0, next round",
    ),
    scene(
        "score=one-round",
        rule="one round is the game",
        source="S2, для детей",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        story="A: blue 1 -> A wins 77+32 = 109, game to A, over",
    ),
    scene(
        "teams=2v2",
        rule="partners sit opposite; the winners score the other team's cards, not the partner's",
        source="S3, Игра 2х2",
        hands="A: blue 1 | B: red 7 | C: wild, red 9 | D: red skip",
        top="blue 5",
        story="A: blue 1 -> AC wins 7+20 = 27, next round",
    ),
    scene(
        "deck=h2o-112 score=own-points last_card_bonus=h2o",
        rule="going out on a +1 takes 20 off",
        source="S4, UNO H2O",
        hands="A: wild plus one | B: red 7 | C: red 9",
        top="blue 5",
        pile="red 1, red 2",
        scores=(30, 0, 0),
        story="A: wild plus one red -> B draws 1, C draws 1, round to A: -20 8 11, next round",
    ),
    scene(
        "deck=h2o-112 score=own-points last_card_bonus=h2o",
        rule="on a +2 40",
        source="S4, UNO H2O",
        hands="A: wild plus two | B: red 7 | C: red 9",
        top="blue 5",
        pile="red 1, red 2, red 3, red 4",
        story="A: wild plus two red -> B draws 2, C draws 2, round to A: -40 10 16, next round",
    ),
)

GOING_ON = (
    scene(
        "score=point-and-refill",
        rule="going out scores a point; one draws six and plays on, and with the deck the game is over",
        source="S0, S4: записывается одно очко, и затем берет еще 6 карт",
        hands="A: blue 1 | B: red 7, blue 2",
        top="blue 5",
        pile="red 1, red 2, red 3, red 4, red 5, red 6",
        rest="discards",
        story="""
            A: blue 1       -> A refills 6, A draws 6, B plays or passes
            B: blue 2 uno   -> UNO B, A plays or passes
            A: pass         -> B plays or passes
            B: pass         -> round to A: 1 0, game to A, over
        """,
    ),
    scene(
        "seven_rounds=on",
        rule="an emptied hand is filled with six, then five ... until the last single card is gone",
        source="S0, Uno в 7 раундов; S4",
        hands="A: blue 1 | B: red 7, blue 2",
        top="blue 5",
        story="""
            A: blue 1       -> A refills 6, A draws 6, B plays
        """,
    ),
    scene(
        "to_the_last=on",
        rule="who is out rests, the others play on; the last one has lost, the first one scores his hand",
        source="S0, До последнего; S4",
        hands="A: blue 1 | B: blue 7 | C: blue skip, red 9, red 8",
        top="blue 5",
        story="""
            A: blue 1       -> A out 1, B plays
            B: blue 7       -> B out 2, A wins 37 = 37, next round
        """,
    ),
    scene(
        "to_the_last=on",
        rule="two are left: a Skip returns the turn, and a Draw Two passes over who is out",
        source="S0: Концовка, когда остаются играть только два человека",
        hands="A: blue draw two | B: blue 7, red 1, red 2 | C: blue skip, blue 9, red 8",
        top="blue 5",
        pile="green 1, green 2",
        story="""
            A: blue draw two -> B draws 2, B misses, A out 1, C plays
            C: blue skip     -> B misses, C plays
            C: blue 9 uno    -> UNO C, B plays
            A: catch C       -> false catch, B plays
        """,
    ),
    scene(
        "to_the_last=on false_call_penalty=2",
        rule="who is out has no hand any more: his false catch costs nothing",
        source="ours",
        hands="A: blue draw two | B: blue 7, red 1, red 2 | C: blue skip, blue 9, red 8",
        top="blue 5",
        pile="green 1, green 2",
        story="""
            A: blue draw two -> B draws 2, B misses, A out 1, C plays
            C: blue skip     -> B misses, C plays
            C: blue 9 uno    -> UNO C, B plays
            A: catch C       -> false catch, B plays
        """,
    ),
)

NEXT_DEAL = (
    scene(
        "next_dealer=right",
        rule="the deal passes to the right",
        source="S1",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        story="""
            A: blue 1       -> A wins 77+32 = 109, next round
            next round      -> round 2, B deals, 108 shuffled, red 0 turned up, 7 each, C plays
        """,
    ),
    scene(
        "next_dealer=loser",
        rule="who has most points deals, the winner opens",
        source="S0, S4, Ленивый подсчет",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        story="""
            A: blue 1       -> A wins 77+32 = 109, next round
            next round      -> round 2, B deals, 108 shuffled, red 0 turned up, 7 each, A plays
        """,
    ),
)
