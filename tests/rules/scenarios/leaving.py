"""Seats that leave at every need, and that sit down again (specs/rules.md 16)."""

from __future__ import annotations

from typing import Any

from tests.rules.story import Story, scene

HANDS = "A: red 3, red 5, blue 9 | B: red 4, blue 4, blue 6 | C: green 9, red 6, blue 1"
FOUR = "A: wild draw four, red 1, red 2 | B: blue 3, blue 4 | C: blue 5, blue 6"


def left(
    rule: str, story: str, settings: str = "", hands: str = HANDS, top: str = "red 7", **more: Any
) -> Story:
    return scene(settings, rule=rule, source="ours", hands=hands, top=top, story=story, **more)


CHOOSING = (
    left(
        "the turn of who leaves passes to the next",
        """
            A leaves  -> A left, B plays
            B: red 4  -> C plays
            C: red 6  -> B plays
        """,
    ),
    left(
        "who chooses goes on choosing when others leave",
        """
            B leaves  -> B left, A plays
            B: draw   -> refused
            A: red 3  -> C plays
            C: red 6  -> A plays
        """,
    ),
    left(
        "the next is found the other way round when play runs backwards",
        """
            A: red reverse -> counter-clockwise, D plays
            D leaves       -> D left, C plays
            C: red 6       -> B plays
            B: red 4       -> A plays
            A: red 3       -> C plays
        """,
        hands="A: red reverse, red 3, blue 9 | B: red 4, blue 6 | C: red 6, blue 1, blue 2 | D: red 8, red 9",
    ),
    left(
        "with two left a Reverse is a Skip",
        """
            C leaves             -> C left, A plays
            A: red reverse       -> B misses, A plays
        """,
        hands="A: red reverse, red 3, blue 9 | B: red 4, blue 6 | C: red 6, blue 1",
    ),
    left(
        "several leave at once",
        """
            AC leave  -> AC left, B plays
            B: red 4  -> D plays
            D: red 8  -> B plays
        """,
        hands="A: red 3, blue 9 | B: red 4, blue 6, blue 8 | C: red 6, blue 1 | D: red 8, red 9, blue 7",
    ),
    left(
        "a card that was drawn and is beside the hand is laid aside with it",
        "A: draw -> A draws 1, A keeps or plays\nA leaves -> A left, B plays",
    ),
    left(
        "who would have to cover a Wild leaves it bare: everything fits",
        """
            A: wild   -> A covers
            A leaves  -> A left, B plays
            B: blue 4 -> C plays
        """,
        "wild=cover",
        hands="A: wild, red 5, blue 9 | B: red 4, blue 4, blue 6 | C: green 9, red 6, blue 1",
    ),
    left(
        "nobody waits for the Ready of who has left",
        """
            A: wild draw four blue -> B answers
            B: accept              -> B draws 4, B sorts
            B leaves               -> B left, C plays
        """,
        "ready_after_four=on",
        hands=FOUR,
    ),
    left(
        "what the wheel lets him discard he takes with him",
        """
            A: red 3 -> wheel discard-number, B discards
            B leaves -> B left, wheel draw-red, C draws 1, C plays
        """,
        "spin=each-turn",
        luck=(2, 0),
        pile="red 9",
    ),
    left(
        "a trade that was not named yet does not take place",
        "A: red 3 -> wheel trade-hands, B trades\nB leaves -> B left, wheel draw-red, C draws 1, C plays",
        "spin=each-turn",
        luck=(5, 0),
        pile="red 9",
    ),
    left(
        "a window on who has left closes",
        """
            A: red 3  -> B plays
            A leaves  -> A left, B plays
            B: catch A -> refused
        """,
        hands="A: red 3, red 5 | B: red 4, blue 4, blue 6 | C: green 9, red 6, blue 1",
    ),
    left(
        "who has left catches, rescues and accuses no more",
        """
            A: red 3       -> B plays
            C leaves       -> C left, B plays
            C: catch A     -> refused
            C: uno for A   -> refused
            C: accuse A    -> refused
            B: accuse C    -> refused
            B: catch A     -> A caught, A draws 2, B plays
        """,
        "uno_rescue=anyone hint_penalty=2",
        hands="A: red 3, red 5 | B: red 4, blue 4, blue 6 | C: red 3, red 6, blue 1",
    ),
    left(
        "a silence ends when the turn of who began it will not come any more",
        """
            A: red 2  -> silence, B plays
            A leaves  -> A left, B plays
            B: red 4  -> silence over, C plays
        """,
        "silence=twos",
        hands="A: red 2, red 5, blue 9 | B: red 4, blue 4, blue 6 | C: green 9, red 6, blue 1",
    ),
)

PASSING = (
    left(
        "the full circle of passes is that of who is left",
        """
            A: draw    -> A draws 1, A keeps or plays
            A: keep    -> B plays or passes
            B: pass    -> C plays or passes
            C: pass    -> D plays or passes
            D leaves   -> D left, A plays or passes
            A: pass    -> C wins 12+6 = 18, next round
        """,
        "deck_empty=end-round",
        hands="A: blue 1, blue 2 | B: green 2, green 4 | C: yellow 1 | D: green 8, green 1",
        rest="discards",
        pile="green 9",
    ),
    left(
        "if all who are left have passed the round is over",
        """
            A: draw    -> A draws 1, A keeps or plays
            A: keep    -> B plays or passes
            B: pass    -> C plays or passes
            C: pass    -> A plays or passes
            A leaves   -> A left, C wins 6 = 6, next round
        """,
        "deck_empty=end-round",
        hands="A: blue 1, blue 2 | B: green 2, green 4 | C: yellow 1",
        rest="discards",
        pile="green 9",
    ),
    left(
        "the pass of who has left afterwards does not count",
        """
            A: draw    -> A draws 1, A keeps or plays
            A: keep    -> B plays or passes
            B: pass    -> C plays or passes
            B leaves   -> B left, C plays or passes
            C: pass    -> A plays or passes
            A: pass    -> C wins 12 = 12, next round
        """,
        "deck_empty=end-round",
        hands="A: blue 1, blue 2 | B: green 2, green 4 | C: yellow 1",
        rest="discards",
        pile="green 9",
    ),
)

ATTACKS = (
    left(
        "what was laid against who leaves is dropped",
        """
            A: wild draw four blue -> B answers
            B leaves               -> B left, C plays
            C: blue 5 uno          -> UNO C, A plays
        """,
        hands=FOUR,
    ),
    left(
        "a stack too",
        """
            A: red draw two       -> B answers or accepts
            B: blue draw two      -> 4 to C, C answers or accepts
            C leaves              -> C left, A plays
        """,
        "stack=draw-two",
        hands="A: red draw two, red 1, red 2 | B: blue draw two, blue 4, blue 6 | C: blue 5, blue 6",
    ),
    left(
        "what he was drawing is laid aside, and he misses no turn",
        "A: red draw two; at cards B leaves -> B left, C plays",
        hands="A: red draw two, red 1, red 2 | B: blue 3, blue 4 | C: blue 5, blue 6",
    ),
    left(
        "what others were laid stays, also when who laid it leaves",
        """
            A: red draw two; at cards A leaves -> A left, B draws 2, B misses, C plays
        """,
        hands="A: red draw two, red 1, red 2 | B: blue 3, blue 4 | C: blue 5, blue 6",
    ),
    left(
        "who has left cannot show that his +4 was legal",
        """
            A: wild draw four blue -> B answers
            A leaves               -> A left, B answers
            B: challenge           -> guilty, B plays
        """,
        hands="A: wild draw four, green 1, green 2 | B: blue 3, blue 4 | C: blue 5, blue 6",
    ),
    left(
        "a +4 of who has left may be accepted",
        """
            A: wild draw four blue -> B answers
            A leaves               -> A left, B answers
            B: accept              -> B draws 4, B misses, C plays
        """,
        hands=FOUR,
    ),
    left(
        "a challenged offender who leaves is guilty and draws nothing",
        """
            A: wild draw four blue              -> B answers
            B: challenge; at verdict A leaves   -> A left, guilty, B plays
            B: blue 3 uno                       -> UNO B, C plays
        """,
        hands="A: wild draw four, green 1, green 2 | B: blue 3, blue 4 | C: blue 5, blue 6",
    ),
    left(
        "a +4 that he would have to take back is laid aside",
        """
            A: wild draw four blue            -> B answers
            B: challenge; at verdict A leaves -> A left, guilty, A takes it back, colour red, B plays
            B: blue 3                         -> refused
        """,
        "guilty=takes-back",
        hands="A: wild draw four, green 1, green 2 | B: blue 3, blue 4 | C: blue 5, blue 6",
    ),
    left(
        "also if he leaves while he takes it back",
        """
            A: wild draw four blue           -> B answers
            B: challenge; at return A leaves -> guilty, A takes it back, colour red, A left, B plays
        """,
        "guilty=takes-back",
        hands=FOUR,
    ),
    left(
        "a challenger who leaves is gone, and so is what was laid against him",
        """
            A: wild draw four blue            -> B answers
            B: challenge; at verdict B leaves -> B left, C plays
        """,
        hands=FOUR,
    ),
    left(
        "a challenger leaves before it is judged, while somebody pays for a forgotten UNO",
        """
            A: wild draw four blue          -> B answers
            B: challenge; at cards B leaves -> A forgot UNO, B left, A draws 2, C plays
        """,
        "uno_catch=automatic",
        hands="A: wild draw four, red 1 | B: blue 3, blue 4 | C: blue 5, blue 6",
    ),
    left(
        "a Reverse turns nothing back on who has left",
        """
            A: red draw two  -> B answers or accepts
            A leaves         -> A left, B answers or accepts
            B: red reverse   -> C plays
        """,
        "reverse_deflect=on",
        hands="A: red draw two, red 1 | B: red reverse, blue 4, blue 6 | C: blue 5, red 6",
    ),
    left(
        "two who would miss their turns: the first leaves, the second plays",
        """
            A: red skip twice -> B accepts
            B leaves          -> B left, C plays
        """,
        "double_play=together jump_in=on",
        hands="A: red skip, red skip, red 1 | B: blue 4, blue 6 | C: blue 5, red 6 | D: red 8, red 9",
    ),
)

DRAWING = (
    left(
        "until a card fits: nothing is looked for any more",
        "A: draw; at fit A leaves -> A draws 1, A left, B plays",
        "draw=until-playable",
        pile="red 8",
    ),
    left(
        "on the wheel",
        "A: red 3; at fit B leaves -> wheel draw-red, B draws 1, B left, wheel draw-red, C draws 1, C plays",
        "spin=each-turn",
        pile="blue 8, red 8",
    ),
    left(
        "a card that was tried in vain does not come back",
        "A: blue 9; at return A leaves -> A takes it back, A left, B plays",
        "misplay_penalty=2",
    ),
    left(
        "a penalty of which he has had a part",
        """
            A: wild draw ten blue; at shuffle B leaves -> B draws 2, B left, 106 reshuffled, C plays
        """,
        "deck=blank-112 blank=draw-ten",
        hands="A: wild draw ten, red 1 | B: blue 3 | C: blue 5",
        pile="red 9, red 8",
        rest="discards",
    ),
)

HANDS_MOVE = (
    left(
        "a swap with who leaves cannot be finished: the round is void",
        """
            A: red 7 with B; at hands B leaves -> B left, round 1 void, next round
            next round -> round 2, C deals, 108 shuffled, red 0 turned up, 7 each, A plays
        """,
        "seven_zero=on",
        hands="A: red 7, red 5, blue 9 | B: red 4, blue 4, blue 6 | C: green 9, red 6, blue 1",
        top="red 8",
    ),
    left(
        "it does not concern others",
        "A: red 7 with B; at hands C leaves -> C left, A>B B>A, B plays",
        "seven_zero=on",
        hands="A: red 7, red 5, blue 9 | B: red 4, blue 4, blue 6 | C: green 9, red 6, blue 1",
        top="red 8",
    ),
    left(
        "hands that have not begun to move close ranks",
        "A: red 0 uno; at last B leaves -> UNO A, B left, C slaps last, C draws 2, A>C C>D D>A, C plays",
        "seven_zero=on uno_slap=on",
        hands="A: red 0, red 5 | B: red 4, blue 4 | C: green 9, red 6 | D: red 8, red 9, blue 7",
    ),
    left(
        "a swap that has not begun does not take place",
        "A: red 7 uno with B; at last B leaves -> UNO A, B left, C slaps last, C draws 2, C plays",
        "seven_zero=on uno_slap=on",
        hands="A: red 7, red 5 | B: red 4, blue 4 | C: green 9, red 6 | D: red 8, red 9, blue 7",
        top="red 8",
    ),
    left(
        "an exchange of cards with who leaves: the round is void",
        "A: red 5 with B; at exchange A leaves -> A left, round 1 void, next round",
        "five_exchange=on",
    ),
    left(
        "an exchange that has not begun does not take place",
        "A: red 5 uno with C; at last C leaves -> UNO A, C left, B slaps last, B draws 2, B plays",
        "five_exchange=on uno_slap=on",
        hands="A: red 5, red 7 | B: red 4, blue 4 | C: green 9, red 6 | D: red 8, red 9, blue 7",
    ),
    left(
        "hands that are being shuffled together: the round is void",
        "A: wild shuffle hands red; at pool C leaves -> C left, round 1 void, next round",
        "deck=modern-112",
        hands="A: wild shuffle hands, red 5, blue 9 | B: red 4, blue 4, blue 6 | C: green 9, red 6, blue 1",
    ),
)

RACES = (
    left(
        "the slap goes on among those who are left",
        "A: red 3 uno; at last B leaves -> UNO A, B left, C slaps last, C draws 2, C plays",
        "uno_slap=on",
        hands="A: red 3, red 5 | B: red 4, blue 4 | C: green 9, red 6 | D: red 8, red 9, blue 7",
    ),
    left(
        "one alone is not the last",
        "A: red 3 uno; at last B leaves -> UNO A, B left, C plays",
        "uno_slap=on",
        hands="A: red 3, red 5 | B: red 4, blue 4 | C: green 9, red 6",
    ),
    left(
        "who has said UNO leaves: the others have a hand on the pile all the same",
        "A: red 3 uno; at last A leaves -> UNO A, A left, B slaps last, B draws 2, B plays",
        "uno_slap=on",
        hands="A: red 3, red 5 | B: red 4, blue 4 | C: green 9, red 6",
    ),
    left(
        "UNO Spin without who leaves",
        """
            A: red 3; at first C leaves -> wheel uno-spin, C left, A shouts first, A discards
            A: discard red 5            -> B plays
        """,
        "spin=each-turn",
        luck=(8,),
    ),
    left(
        "who was first leaves before he has discarded",
        """
            A: red 3   -> wheel uno-spin, C shouts first, C discards
            C leaves   -> C left, B plays
        """,
        "spin=each-turn",
        luck=(8, 2),
    ),
    left(
        "a duel without who leaves",
        "A: red 3; at duel C leaves -> wheel duel, C left, duel to A, B plays",
        "spin=each-turn",
        luck=(4,),
    ),
    left(
        "nobody waits for the hand of who has left",
        "A: red 3; at show B leaves -> wheel show-hand, B left, wheel draw-red, C draws 1, C plays",
        "spin=each-turn",
        luck=(6,),
        pile="red 9",
    ),
    left(
        "the wheel is not spun for who has left",
        "A: red 3; at wheel B leaves -> B left, wheel show-hand, C shows 3, C plays",
        "spin=each-turn",
        luck=(6,),
    ),
    left(
        "but for others",
        "A: red 3; at wheel C leaves -> C left, wheel show-hand, B shows 3, B plays",
        "spin=each-turn",
        luck=(6,),
    ),
    left(
        "nobody votes about who has left, nor about what he has said",
        """
            B: accuse C; at vote C leaves -> C left, A plays
            B: accuse D; at vote B leaves -> B left, A plays
        """,
        "hint_penalty=2",
        hands=f"{HANDS} | D: red 8, red 9, blue 7",
    ),
    left(
        "the others vote on",
        "B: accuse C; at vote D leaves -> D left, a hint, C draws 2, A plays",
        "hint_penalty=2",
        hands=f"{HANDS} | D: red 8, red 9, blue 7",
        luck=(1,),
    ),
)

ENDS = (
    left(
        "hands that are not opened do not count",
        "A: red 3; at opening B leaves -> B left, A wins 6 = 6, next round",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
    ),
    left(
        "the cards of who has left in the round count for nobody",
        """
            B leaves -> B left, A plays
            A: red 3 -> A wins 6 = 6, next round
        """,
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
    ),
    left(
        "who has won the round has won it, also if he leaves while the hands are opened",
        "A: red 3; at opening A leaves -> A left, A wins 17+6 = 23, next round",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
    ),
    left(
        "also if he leaves while others still bear his last card",
        """
            A: wild draw four blue -> B answers
            A leaves               -> A left, B answers
            B: accept              -> B draws 4, B misses, A wins 33+6 = 39, next round
        """,
        hands="A: wild draw four | B: red 9, red 8 | C: red 6",
        pile="blue 7, blue 3, blue 4, blue 2",
    ),
    left(
        "but the game is won by who is there",
        "A: red 3; at opening A leaves -> A left, A wins 17+6 = 23, game to C, over",
        "score=one-round",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
    ),
    left(
        "points of who has left win no game",
        """
            B leaves -> B left, A plays
            A: red 3 -> A wins 6 = 6, game to A, over
        """,
        "rounds=1",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
        scores=(0, 400, 0),
    ),
    left(
        "nor do few points where these win",
        """
            B leaves -> B left, A plays
            A: red 3 -> round to A: 0 0 6, game to C, over
        """,
        "rounds=1 score=own-points",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
        scores=(20, 0, 10),
    ),
    left(
        "and they end no game",
        """
            B leaves -> B left, A plays
            A: red 3 -> round to A: 0 0 6, next round
        """,
        "score=loser-at-target target=10",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
        scores=(0, 20, 0),
    ),
    left(
        "for places: when one is left to play, the round is over",
        """
            A: red 3  -> A out 1, B plays
            B leaves  -> B left, round to A: 0 0 6, next round
        """,
        "to_the_last=on score=own-points",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
    ),
    left(
        "the last one left wins by forfeit, and the scores stand",
        """
            A leaves  -> A left, B plays
            C leaves  -> C left, forfeit to B, over
        """,
        scores=(100, 20, 300),
    ),
    left(
        "with two players at once",
        "B leaves -> B left, forfeit to A, over",
        hands="A: red 3, red 5 | B: red 9, red 8",
    ),
    left(
        "between two rounds too",
        """
            A: red 3  -> A wins 17 = 17, next round
            A leaves  -> A left, forfeit to B, over
        """,
        hands="A: red 3 | B: red 9, red 8",
    ),
    left(
        "partners: one plays on for both",
        """
            A leaves           -> A left, B plays
            B: red 9 uno       -> UNO B, C plays
            C: red 6           -> AC wins 8+20 = 28, next round
        """,
        "teams=2v2",
        hands="A: red 3, red 5 | B: red 9, red 8 | C: red 6 | D: red skip",
    ),
    left(
        "and a side of which nobody is left has lost",
        """
            A leaves  -> A left, B plays
            C leaves  -> C left, forfeit to BD, over
        """,
        "teams=2v2",
        hands="A: red 3, red 5 | B: red 9, red 8 | C: red 6 | D: red skip",
    ),
    left(
        "for points: whoever has made most, also if he has left",
        """
            A: red 3       -> A refills 6, A draws 6, B plays
            B leaves       -> B left, C plays
            C: draw        -> C draws 1, C keeps or plays
        """,
        "score=point-and-refill",
        hands="A: red 3 | B: red 9, red 8 | C: blue 6",
    ),
    left(
        "nobody refills the hand of who has left",
        """
            A: red draw two -> B answers or accepts
            A leaves        -> A left, B answers or accepts
            B: accept       -> B draws 2, B misses, C plays
        """,
        "seven_rounds=on stack=draw-two",
        hands="A: red draw two | B: red 9, red 8 | C: blue 6",
    ),
)

ROUNDS = (
    left(
        "a void round is dealt again by the same dealer, and brings no points",
        """
            void       -> round 1 void, next round
            next round -> round 2, C deals, 108 shuffled, red 0 turned up, 7 each, A plays
        """,
        scores=(1, 2, 3),
    ),
    left(
        "it does not count for the number of rounds",
        """
            void       -> round 1 void, next round
            next round -> round 2, C deals, 108 shuffled, red 0 turned up, 7 each, A plays
        """,
        "rounds=1",
    ),
    left(
        "if that dealer has left, by the next to his left",
        """
            void       -> round 1 void, next round
            C leaves   -> C left, next round
            next round -> round 2, A deals, 108 shuffled, red 0 turned up, 7 each, B plays
        """,
    ),
    left(
        "the deal passes over who has left",
        """
            A: red 3   -> A wins 17+6+0 = 23, next round
            AD leave   -> AD left, next round
            next round -> round 2, B deals, 108 shuffled, red 0 turned up, 7 each, C plays
        """,
        hands="A: red 3 | B: red 9, red 8 | C: red 6 | D: red 0",
    ),
    left(
        "also to the right",
        """
            A: red 3   -> A wins 17+6+0 = 23, next round
            C leaves   -> C left, next round
            next round -> round 2, B deals, 108 shuffled, red 0 turned up, 7 each, D plays
        """,
        "next_dealer=right",
        hands="A: red 3 | B: red 9, red 8 | C: red 6 | D: red 0",
    ),
    left(
        "of those who are left the one with most points deals, and the winner opens if he is there",
        """
            A: red 3   -> A wins 17+6+0 = 23, next round
            AB leave   -> AB left, next round
            next round -> round 2, C deals, 108 shuffled, red 0 turned up, 7 each, D plays
        """,
        "next_dealer=loser",
        hands="A: red 3 | B: red 9, red 8 | C: red 6 | D: red 0",
    ),
    left(
        "who leaves while the cards are dealt is dealt none",
        "void -> round 1 void, next round\n"
        "next round; at deal A leaves"
        " -> round 2, C deals, 108 shuffled, red 0 turned up, A left, 7 each, B plays",
    ),
    left(
        "while they are shuffled too",
        "void -> round 1 void, next round\n"
        "next round; at shuffle A leaves"
        " -> round 2, C deals, A left, 108 shuffled, red 0 turned up, 7 each, B plays",
    ),
    left(
        "and while the first card is turned up; the dealer who leaves has dealt",
        "void -> round 1 void, next round\n"
        "next round; at firstcard C leaves"
        " -> round 2, C deals, 108 shuffled, C left, red 0 turned up, 7 each, A plays",
    ),
)

ARRIVALS = (
    left(
        "who comes back has the points he left with",
        """
            C leaves     -> C left, A plays
            A: red 3     -> A wins 17 = 17, next round
            C sits down  -> C sits down with 30, next round
            next round   -> round 2, A deals, 108 shuffled, red 0 turned up, 7 each, B plays
        """,
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
        scores=(10, 20, 30),
    ),
    left(
        "a newcomer has the fewest points of those at the table",
        """
            B leaves     -> B left, A plays
            A: red 3     -> A wins 6 = 6, next round
            D sits down  -> D sits down with 16, next round
            E sits down  -> E sits down with 16, next round
        """,
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
        scores=(10, 5, 30),
    ),
    left(
        "where few points win he has the most",
        """
            A: red 3     -> round to A: 0 17 6, next round
            D sits down  -> D sits down with 36, next round
        """,
        "score=own-points",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
        scores=(10, 5, 30),
    ),
    left(
        "partners have the same points",
        """
            A leaves           -> A left, B plays
            B: red 9 uno       -> UNO B, C plays
            C: red 6           -> AC wins 8+20 = 28, next round
            A sits down        -> A sits down with 28, next round
        """,
        "teams=2v2",
        hands="A: red 3, red 5 | B: red 9, red 8 | C: red 6 | D: red skip",
    ),
    left(
        "who sits down later can be the dealer who has lost",
        """
            A: red 3    -> A wins 17+6 = 23, next round
            D sits down -> D sits down with 0, next round
            next round  -> round 2, B deals, 108 shuffled, red 0 turned up, 7 each, A plays
        """,
        "next_dealer=loser",
        hands="A: red 3 | B: red 9, red 8 | C: red 6",
    ),
    left(
        "only seats that have left, and the next free ones, in order, as many as the rules have room for",
        """
            D sits down      -> refused
            void             -> round 1 void, next round
            B sits down      -> refused
            E sits down      -> refused
            DE sit down      -> refused
            C leaves         -> C left, next round
            DC sit down      -> refused
            CD sit down      -> CD sits down with 0 0, next round
            E sits down      -> refused
        """,
        "deck=kids-36 hand_size=5",
        hands="A: red 3 | B: red 2, red 1 | C: red 6",
    ),
    left(
        "no newcomers among partners",
        """
            void             -> round 1 void, next round
            D leaves         -> D left, next round
            E sits down      -> refused
            D sits down      -> D sits down with 0, next round
        """,
        "teams=2v2",
        hands="A: red 3, red 5 | B: red 9, red 8 | C: red 6 | D: red skip",
    ),
    left(
        "nobody leaves who is not there, and somebody stays",
        """
            ABC leave -> refused
            C leaves  -> C left, A plays
            C leaves  -> refused
            AA leave  -> refused
        """,
    ),
)

ALL = (
    *CHOOSING,
    *PASSING,
    *ATTACKS,
    *DRAWING,
    *HANDS_MOVE,
    *RACES,
    *ENDS,
    *ROUNDS,
    *ARRIVALS,
)
