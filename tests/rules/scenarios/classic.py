"""Each option at its default: the classic game, which says no to the house rules (specs/rules.md 6 to 12)."""

from __future__ import annotations

from tests.rules.story import scene

HANDS = "A: red 1, red 2 | B: red 3, red 4, red 5 | C: red 6, red 8, red 9"

TURN = (
    scene(
        "draw=one",
        rule="who plays nothing draws one card, whether it fits or not",
        source="S2, Ход игры",
        hands="A: blue 1, blue 2 | B: green 2, blue 3",
        top="red 7",
        pile="blue 9",
        story="""
            A: draw    -> A draws 1, A keeps or plays
            A: drawn   -> refused
            A: keep    -> B plays
        """,
    ),
    scene(
        "decline=allowed",
        rule="one may draw although one could play; then only the drawn card may be played",
        source="S2, Ход игры",
        hands="A: red 1, red 2 | B: green 2, blue 3",
        top="red 7",
        pile="blue 9",
        story="""
            A: draw    -> A draws 1, A keeps or plays
            A: red 1   -> refused
            A: draw    -> refused
            A: keep    -> B plays
        """,
    ),
    scene(
        "drawn_card=may-play",
        rule="a drawn card that fits may be played at once",
        source="S0, S2",
        hands="A: blue 1, blue 2, blue 3 | B: green 2, blue 4",
        top="red 7",
        pile="red 9",
        story="""
            A: draw    -> A draws 1, A keeps or plays
            A: drawn   -> B plays
        """,
    ),
    scene(
        "reverse=lasting",
        rule="a Reverse turns the direction of play",
        source="S0, S1, S2, S3, S4",
        hands="A: red reverse, red 1, red 2 | B: blue 1, blue 2 | C: red 3, red 4, red 5",
        top="red 7",
        story="""
            A: red reverse -> counter-clockwise, C plays
            C: red 3       -> B plays
        """,
    ),
    scene(
        "skip=next-misses",
        rule="the next player misses the turn",
        source="S2",
        hands="A: red skip, red 1, red 2 | B: blue 1, blue 2 | C: red 3, red 4",
        top="red 7",
        story="A: red skip -> B misses, C plays",
    ),
    scene(
        "wild=names-colour",
        rule="with a Wild a colour is named, in the same breath",
        source="S2, Закажи цвет",
        hands="A: wild, red 1, red 2 | B: blue 1, blue 2, red 3",
        top="red 7",
        story="""
            A: wild        -> refused
            A: wild blue   -> B plays
            B: red 3       -> refused
            B: blue 1      -> A plays
        """,
    ),
    scene(
        "deck_empty=reshuffle",
        rule="the discards but the top card become the pile when a card is needed, amid a penalty too",
        source="S2",
        hands="A: red draw two, red 1, red 2 | B: blue 1, blue 2 | C: yellow 1, yellow 2",
        top="red 7",
        pile="green 9",
        discards="green 1, green 2",
        rest="hand",
        story="A: red draw two -> B draws 1, 3 reshuffled, B draws 1, B misses, C plays",
    ),
    scene(
        "misplay_penalty=0",
        rule="a card that does not fit cannot be laid at all",
        source="S2",
        hands="A: blue 2, red 1, red 8 | B: red 4, blue 6 | C: red 9, red 3",
        top="red 7",
        story="A: blue 2 -> refused",
    ),
)

FOUR = (
    scene(
        "wd4_legal=colour",
        rule="illegal with a card of the colour in play; numbers and wilds do not matter",
        source="S2, M2062",
        hands="A: wild draw four, wild, green 7 | B: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> innocent, B draws 6, B misses, A plays
        """,
    ),
    scene(
        "challenge=on",
        rule="only who has to draw may challenge, and only before drawing",
        source="S0, S1, S2",
        hands="A: wild draw four, red 1, red 2 | B: red 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            C: challenge    -> refused
            B: accept       -> B draws 4, B misses, C plays
            B: challenge    -> refused
        """,
    ),
    scene(
        "challenge=off",
        rule="every +4 stands",
        source="S1, S2",
        hands="A: wild draw four, red 1, red 2 | B: red 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="A: wild draw four blue -> B draws 4, B misses, C plays",
    ),
    scene(
        "guilty=draws",
        rule="who is guilty draws four; the +4 and its colour stand, and the challenger plays",
        source="S2",
        hands="A: wild draw four, red 1, red 2 | B: blue 3, red 4, red 5 | C: red 8, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A draws 4, B plays
            B: red 4        -> refused
            B: blue 3       -> C plays
        """,
    ),
    scene(
        "ready_after_four=off",
        rule="play goes on at once",
        source="S2",
        hands="A: wild draw four, blue 1, blue 2 | B: blue 3, blue 4 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: accept       -> B draws 4, B misses, C plays
        """,
    ),
    scene(
        "deflect_wd4=off",
        rule="no Draw Two turns a +4 away",
        source="S2",
        hands="A: wild draw four, blue 1, blue 2 | B: blue draw two, blue 4 | C: red 5, red 6",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: blue draw two       -> refused
        """,
    ),
)

UNO = (
    scene(
        "uno_call=with-play uno_catch=players uno_penalty=2",
        rule="who does not say it with the card can be caught until the next choice, and draws two",
        source="S2, M2062",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            C: catch A      -> A caught, A draws 2, B plays
            B: catch A      -> refused
        """,
    ),
    scene(
        "uno_catch=players",
        rule="who is not caught in time pays nothing",
        source="S2",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            B: red 3        -> C plays
            C: catch A      -> refused
        """,
    ),
    scene(
        "uno_penalty=4",
        rule="or four",
        source="S0, S4",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            C: catch A      -> A caught, A draws 4, B plays
        """,
    ),
    scene(
        "uno_rescue=off",
        rule="nobody says it for another",
        source="S2",
        hands=HANDS,
        top="red 7",
        story="""
            A: red 1        -> B plays
            C: uno for A    -> refused
        """,
    ),
    scene(
        "false_call_penalty=0",
        rule="a false UNO and a false catch cost nothing; whoever catches falsely cannot catch the next time",
        source="S2; ours",
        hands="A: red 1, red 2, red 0 | B: red 3, red 4 | C: red 6, red 8",
        top="red 7",
        story="""
            A: red 1 uno    -> false UNO, B plays
            B: red 3 uno    -> UNO B, C plays
            A: catch B      -> false catch, C plays
            C: red 6        -> A plays
            A: catch C      -> refused
            B: catch C      -> C caught, C draws 2, A plays
        """,
    ),
    scene(
        "uno_slap=off",
        rule="nobody slaps the pile",
        source="S2",
        hands=HANDS,
        top="red 7",
        story="A: red 1 uno -> UNO A, B plays",
    ),
)

LEFT = "B: red 7, red skip, wild | C: blue 3, green 9, blue draw two"

SCORE = (
    scene(
        "score=winner-takes values=standard",
        rule="the winner scores what the others hold: 77 + 32 = 109",
        source="S2, the example",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        story="A: blue 1 -> A wins 77+32 = 109, next round",
    ),
    scene(
        "score=winner-takes target=500",
        rule="who has 500 first has won",
        source="S2",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        scores=(391, 0, 499),
        story="A: blue 1 -> A wins 77+32 = 109, game to A, over",
    ),
    scene(
        "rounds=1",
        rule="after so many rounds the best score has won, whatever it is",
        source="ours",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        scores=(0, 110, 0),
        story="A: blue 1 -> A wins 77+32 = 109, game to B, over",
    ),
    scene(
        "teams=off",
        rule="everybody plays alone",
        source="S2",
        hands="A: blue 1 | B: red 7 | C: wild, red 9 | D: red skip",
        top="blue 5",
        story="A: blue 1 -> A wins 7+59+20 = 86, next round",
    ),
    scene(
        "to_the_last=off seven_rounds=off",
        rule="the first empty hand ends the round",
        source="S2",
        hands="A: blue 1 | B: blue 7 | C: blue skip, red 9, red 8",
        top="blue 5",
        story="A: blue 1 -> A wins 7+37 = 44, next round",
    ),
    scene(
        "zero_fifty=off",
        rule="a 0 counts nothing",
        source="S2",
        hands="A: blue 1 | B: red 0 | C: green 0, green 1",
        top="blue 5",
        story="A: blue 1 -> A wins 0+1 = 1, next round",
    ),
    scene(
        "deck=h2o-112 score=own-points last_card_bonus=off",
        rule="it does not matter on which card one goes out",
        source="S2; ours",
        hands="A: wild plus one | B: red 7 | C: red 9",
        top="blue 5",
        pile="red 1, red 2",
        story="A: wild plus one red -> B draws 1, C draws 1, round to A: 0 8 11, next round",
    ),
    scene(
        "next_dealer=left",
        rule="the deal passes to the left",
        source="S2; S0, S4",
        hands=f"A: blue 1 | {LEFT}",
        top="blue 5",
        story="""
            A: blue 1       -> A wins 77+32 = 109, next round
            next round      -> round 2, A deals, 108 shuffled, red 0 turned up, 7 each, B plays
        """,
    ),
)

HOUSE = (
    scene(
        "stack=off",
        rule="a Draw Two is not answered: one draws and misses the turn",
        source="S2",
        hands="A: red draw two, red 1, red 2 | B: blue draw two, blue 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="A: red draw two -> B draws 2, B misses, C plays",
    ),
    scene(
        "jump_in=off",
        rule="nobody lays a card out of turn",
        source="S2",
        hands="A: red 1, red 2, red 3 | B: red 4, red 5 | C: red 1, blue 1, red 6",
        top="red 7",
        story="""
            A: red 1       -> B plays
            C: jump red 1  -> refused
        """,
    ),
    scene(
        "double_play=off pair_as_skip=off",
        rule="one card a turn",
        source="S2",
        hands="A: red 1, red 1, red 3, blue 1 | B: red 4, red 5",
        top="red 7",
        story="""
            A: red 1 twice         -> refused
            A: red 1 twice as skip -> refused
        """,
    ),
    scene(
        "seven_zero=off five_exchange=off",
        rule="7, 0 and 5 are numbers like all others",
        source="S2",
        hands="A: red 7, red 0, red 5, red 1 | B: red 4, red 9 | C: red 3, red 8",
        top="red 6",
        story="""
            A: red 7 with B -> refused
            A: red 5 with B -> refused
            A: red 0        -> B plays
        """,
    ),
    scene(
        "seven_zero=on seven_swap=must zero_pass=direction",
        rule="a 7 has to swap; a 0 moves the hands in the direction of play",
        source="S2, Seven-O; S4",
        hands="A: red 7, red 1, red 2 | B: red reverse, blue 5, red 0 | C: red 9, red 3, red 4",
        top="red 5",
        story="""
            A: red 7         -> refused
            A: red 7 with B  -> A>B B>A, B plays
            B: red 1 uno     -> UNO B, C plays
            C: red 9         -> A plays
            A: red reverse   -> counter-clockwise, C plays
            C: red 3 uno     -> UNO C, B plays
            B: draw          -> B draws 1, B keeps or plays
            B: keep          -> A plays
            A: red 0 uno     -> UNO A, C>B B>A A>C, C plays
        """,
    ),
    scene(
        "colour_circle=off",
        rule="a wild names any colour",
        source="S2",
        hands="A: wild, red 1, red 2 | B: green 2, red 3",
        top="red 7",
        story="A: wild green -> B plays",
    ),
    scene(
        "reverse_deflect=off",
        rule="no Reverse turns a Draw Two or a Skip back",
        source="S2",
        hands="A: red draw two, red skip, red 1 | B: red reverse, red 3 | C: red 4, red 5",
        top="red 7",
        story="A: red draw two -> B draws 2, B misses, C plays",
    ),
    scene(
        "silence=off hint_penalty=0",
        rule="talking costs nothing",
        source="S2",
        hands="A: red 2, red 1, red 8 | B: red 4, blue 6 | C: red 9, red 3",
        top="red 7",
        story="""
            A: red 2       -> B plays
            C: chat        -> refused
            C: accuse B    -> refused
        """,
    ),
    scene(
        "hint_penalty=4",
        rule="or it costs four",
        source="S0",
        hands="A: red 2, red 1, red 8 | B: red 4, blue 6 | C: red 9, red 3",
        top="red 7",
        luck=(1,),
        story="B: accuse C -> a hint, C draws 4, A plays",
    ),
    scene(
        "spin=off",
        rule="there is no wheel",
        source="S2",
        hands="A: red 3, red 1, red 8 | B: red 4, green 4 | C: green 9, red 6",
        top="red 7",
        story="A: red 1 -> B plays",
    ),
    scene(
        "deck=blank-112 blank=wild",
        rule="a blank card is a Wild",
        source="S0, S4",
        hands="A: wild, wild, wild, wild, wild, red 1 | B: blue 4, blue 6",
        top="red 7",
        story="A: wild blue -> B plays",
    ),
)
