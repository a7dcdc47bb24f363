"""House rules on the table (specs/rules.md 14), each as the sources tell it."""

from __future__ import annotations

from tests.rules.story import scene

STACKING = (
    scene(
        "stack=draw-two",
        rule="Draw Two on Draw Two: the third player draws four",
        source="S0, Uno с накоплением; S2, Progressive UNO",
        hands="A: red draw two, red 1, red 2 | B: blue draw two, blue 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: red draw two  -> B answers or accepts
            B: blue 1        -> refused
            B: blue draw two -> 4 to C, C answers or accepts
            C: blue 4        -> refused
            C: accept        -> C draws 4, C misses, A plays
        """,
    ),
    scene(
        "stack=draw-two",
        rule="four Draw Twos in a row: the next one draws eight",
        source="S2, Progressive UNO",
        hands="A: red draw two, red 1 | B: red draw two, red 2 | C: blue draw two, red 3 "
        "| D: blue draw two, red 4 | E: red 5, red 6",
        top="red 7",
        story="""
            A: red draw two uno  -> UNO A, B answers or accepts
            B: red draw two uno  -> UNO B, 4 to C, C answers or accepts
            C: blue draw two uno -> UNO C, 6 to D, D answers or accepts
            D: blue draw two uno -> UNO D, 8 to E, E answers or accepts
            E: accept            -> E draws 8, E misses, A plays
        """,
    ),
    scene(
        "stack=draw-four",
        rule="+4 on +4: the last one names the colour, the next one draws eight",
        source="S0, Uno с накоплением",
        hands="A: wild draw four, blue 1, blue 2 | B: wild draw four, red 1, red 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four green -> B answers with a card too
            B: wild draw four blue  -> 8 to C, C answers with a card too
            C: accept               -> C draws 8, C misses, A plays
            A: blue 1 uno           -> UNO A, B plays
        """,
    ),
    scene(
        "stack=draw-four",
        rule="a guilty challenge pays for the whole stack",
        source="S0, Uno с накоплением",
        hands="A: wild draw four, blue 1, blue 2 | B: wild draw four, green 1, red 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four green -> B answers with a card too
            B: wild draw four blue  -> 8 to C, C answers with a card too
            C: challenge            -> guilty, B draws 8, C plays
        """,
    ),
    scene(
        "stack=draw-four",
        rule="an innocent one costs the challenger the whole stack and two more",
        source="S0; S2",
        hands="A: wild draw four, blue 1, blue 2 | B: wild draw four, red 1, red 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four green -> B answers with a card too
            B: wild draw four blue  -> 8 to C, C answers with a card too
            C: challenge            -> innocent, C draws 10, C misses, A plays
        """,
    ),
    scene(
        "stack=both",
        rule="like on like: no Draw Two on a +4, no +4 on a Draw Two",
        source="S0, S2",
        hands="A: red draw two, red 1, red 2 | B: wild draw four, wild, red 3 | C: red 4, red 5",
        top="red 7",
        story="""
            A: red draw two        -> B answers or accepts
            B: wild draw four blue -> refused
            B: wild blue           -> refused
            B: challenge           -> refused
            B: accept              -> B draws 2, B misses, C plays
        """,
    ),
    scene(
        "stack=pass-on",
        rule="passed on without adding up: the last one draws two",
        source="S0 (Действия карт не суммируются), S1, S4",
        hands="A: red draw two, red 1, red 2 | B: blue draw two, blue 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: red draw two  -> B answers or accepts
            B: blue draw two -> 2 to C, C answers or accepts
            C: accept        -> C draws 2, C misses, A plays
        """,
    ),
    scene(
        "stack=both",
        rule="going out with a stacked card: the next one still draws, then the round is over",
        source="rules.md 8",
        hands="A: red draw two, red 1, red 2 | B: blue draw two | C: red 3, blue 4",
        top="red 7",
        pile="red 0, green 0, blue 0, yellow 0",
        story="""
            A: red draw two  -> B answers or accepts
            B: blue draw two -> 4 to C, C answers or accepts
            C: accept        -> C draws 4, B wins 3+7 = 10, next round
        """,
    ),
)

# Several hands can be empty before the next turn begins.
LAST_CARDS = (
    scene(
        "stack=both",
        rule="a last Draw Two answered with last Draw Twos: who laid his last card first has won",
        source="S2: the first to lay the last card; ours",
        hands="A: red 9, red 8 | B: red draw two | C: blue draw two | D: red draw two",
        top="red 7",
        story="""
            A: red 9 uno     -> UNO A, B plays
            B: red draw two  -> C answers or accepts
            C: blue draw two -> 4 to D, D answers or accepts
            D: red draw two  -> 6 to A, A answers or accepts
            A: accept        -> A draws 6, B wins 65 = 65, next round
        """,
        pile="red 0, green 0, blue 0, red 2, red 5, wild",
    ),
    scene(
        "stack=both to_the_last=on",
        rule="places by the order in which the hands ran out, not by the seats",
        source="S0, S4; ours",
        hands="A: red draw two, red 9, red 5 | B: red 1, red 2 | C: blue draw two",
        top="red 7",
        story="""
            A: red 9         -> B plays
            B: red 1 uno     -> UNO B, C plays
            C: draw          -> C draws 1, C keeps or plays
            C: drawn uno     -> UNO C, A plays
            A: red 5 uno     -> UNO A, B plays
            B: draw          -> B draws 1, B keeps or plays
            B: drawn uno     -> UNO B, C plays
            C: blue draw two -> A answers or accepts
            A: red draw two  -> 4 to B, B answers or accepts
            B: accept        -> B draws 4, B misses, C out 1, A out 2, C wins 2 = 2, next round
        """,
        pile="red 3, blue 5, red 0, green 0, blue 0, yellow 0",
    ),
    scene(
        "stack=both teams=2v2",
        rule="in teams whoever was first wins with his partner",
        source="S3; ours",
        hands="A: red 9, red 8 | B: red draw two | C: blue draw two | D: red 3",
        top="red 7",
        story="""
            A: red 9 uno     -> UNO A, B plays
            B: red draw two  -> C answers or accepts
            C: blue draw two -> 4 to D, D answers or accepts
            D: accept        -> D draws 4, BD wins 8 = 8, next round
        """,
    ),
    scene(
        "jump_in=on",
        rule="a last Draw Two jumped in on with a last one",
        source="ours",
        hands="A: red draw two, red 1 | B: red 4 | C: red 8 | D: red draw two",
        top="red 7",
        story="""
            A: red draw two uno  -> UNO A, B accepts
            D: jump red draw two -> A accepts
            A: accept            -> A draws 2, D wins 1+4+8 = 13, next round
        """,
        pile="red 0, green 0",
    ),
    scene(
        "stack=both to_the_last=on",
        rule="who has laid his last card first has won, also if he leaves before the next turn",
        source="ours",
        hands="A: red 9, red 8 | B: red draw two | C: red 1, red 2",
        top="red 7",
        story="""
            A: red 9 uno    -> UNO A, B plays
            B: red draw two -> C answers or accepts
            B leaves        -> B left, C answers or accepts
            C: accept       -> C draws 2, C misses, A plays
            A: red 8        -> A out 2, B wins 3 = 3, next round
        """,
        pile="red 0, green 0",
    ),
)

DEFLECTING = (
    scene(
        "deflect_wd4=named-colour",
        rule="a Draw Two of the named colour turns a +4 away and acts as usual",
        source="S0, S4",
        hands="A: wild draw four, blue 1, blue 2 | B: green draw two, red draw two, red 1 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four green -> B answers with a card too
            B: red draw two         -> refused
            B: green draw two       -> 2 to C, C draws 2, C misses, A plays
        """,
    ),
    scene(
        "deflect_wd4=any",
        rule="any Draw Two turns it away",
        source="S1; S0, Её возможно побить картой +2",
        hands="A: wild draw four, blue 1, blue 2 | B: red draw two, red 0, red 1 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four green -> B answers with a card too
            B: red draw two         -> 2 to C, C draws 2, C misses, A plays
        """,
    ),
    scene(
        "reverse_deflect=on",
        rule="a Reverse of the colour turns a Draw Two back, and play runs the other way",
        source="S0, Реверс; S4",
        hands="A: red draw two, red 1, red 2 | B: red reverse, blue reverse, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: red draw two -> B answers or accepts
            B: blue reverse -> refused
            B: red reverse  -> counter-clockwise, 2 to A, A answers or accepts
            A: accept       -> A draws 2, A misses, C plays
        """,
    ),
    scene(
        "reverse_deflect=on",
        rule="a +4 turned back cannot be challenged any more, and he may save himself again",
        source="S4, معکوس",
        hands="A: wild draw four, blue reverse, red 2 | B: blue reverse, red 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers with a card too
            B: blue reverse        -> counter-clockwise, 4 to A, A answers or accepts
            A: challenge           -> refused
            A: blue reverse uno    -> UNO A, clockwise, 4 to B, B answers or accepts
            B: accept              -> B draws 4, B misses, C plays
        """,
    ),
    scene(
        "reverse_deflect=on",
        rule="a Skip is turned back too",
        source="S4",
        hands="A: red skip, red 1, red 2 | B: red reverse, blue 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: red skip     -> B answers or accepts
            B: red reverse  -> counter-clockwise, skip to A, A answers or accepts
            A: accept       -> A misses, C plays
        """,
    ),
    scene(
        "reverse_deflect=on",
        rule="two players: turned back, and who turned it plays on",
        source="ours",
        hands="A: red draw two, red 1, red 2 | B: red reverse, blue 1, blue 2",
        top="red 7",
        story="""
            A: red draw two -> B answers or accepts
            B: red reverse  -> 2 to A, A answers or accepts
            A: accept       -> A draws 2, A misses, B plays
        """,
    ),
    scene(
        "reverse_deflect=on",
        rule="what is turned back on a hand that is out falls to nobody",
        source="ours",
        hands="A: red draw two | B: red reverse, blue 1 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: red draw two    -> B answers or accepts
            B: red reverse uno -> UNO B, counter-clockwise, A wins 1+7 = 8, next round
        """,
    ),
)

JUMPING = (
    scene(
        "jump_in=on",
        rule="exactly the same card out of turn; play goes on from the jumper",
        source="S0, Uno с перехватом; S2, Jump-In",
        hands="A: red 1, red 2, red 3 | B: red 4, red 5 | C: red 1, blue 1, red 6 | D: red 8, red 9",
        top="red 7",
        story="""
            A: red 1       -> B plays
            C: jump blue 1 -> refused
            C: jump red 1  -> D plays
        """,
    ),
    scene(
        "jump_in=on",
        rule="not on the first card of a round, and not with what one has laid oneself",
        source="S0, S4",
        hands="A: red 1, red 1, red 3 | B: red 7, red 5 | C: red 8, red 6",
        top="red 7",
        story="""
            B: jump red 7  -> refused
            A: red 1       -> B plays
            A: jump red 1  -> refused
        """,
    ),
    scene(
        "jump_in=on guilty=takes-back",
        rule="the card under a +4 that was taken back is nobody's; here it is the first card of the round",
        source="ours",
        hands="A: wild draw four, red 1, red 3 | B: red 4, red 5 | C: red 7, red 6, blue 1",
        top="red 7",
        story="""
            A: wild draw four blue -> B answers
            B: challenge    -> guilty, A takes it back, colour red, A draws 4, B plays
            C: jump red 7   -> refused
            B: red 4 uno    -> UNO B, C plays
        """,
    ),
    scene(
        "jump_in=on",
        rule="a Wild on a Wild, never a +4",
        source="S0, S4",
        hands="A: wild, wild draw four, red 3 | B: red 4, red 5 | C: wild, wild draw four, red 6",
        top="red 7",
        story="""
            A: wild blue        -> B plays
            C: jump wild        -> refused
            C: jump wild green  -> A plays
            A: wild draw four red uno -> UNO A, B answers
            C: jump wild draw four red -> refused
        """,
    ),
    scene(
        "jump_in=on",
        rule="an identical Skip saves the skipped player, and skips the next one",
        source="S0, S1: спастись можно, только выложив точно такую же карту",
        hands="A: red skip, red 1, red 2 | B: red skip, blue 1, blue 2 | C: red 3, blue 4",
        top="red 7",
        story="""
            A: red skip       -> B accepts
            B: jump red skip  -> C accepts
            C: accept         -> C misses, A plays
        """,
    ),
    scene(
        "jump_in=on",
        rule="a jump-in on a Draw Two cancels it for who was to draw",
        source="rules.md 7",
        hands="A: red draw two, red 1, red 2 | B: red 4, blue 1 | C: red draw two, blue 4, blue 5",
        top="red 7",
        story="""
            A: red draw two      -> B accepts
            C: jump red draw two -> A accepts
            A: accept            -> A draws 2, A misses, B plays
        """,
    ),
    scene(
        "jump_in=on stack=draw-two",
        rule="on a stack the jumped-in card stacks",
        source="ours",
        hands="A: red draw two, red 1, red 2 | B: red 4, blue 1 | C: red draw two, blue 4, blue 5",
        top="red 7",
        story="""
            A: red draw two      -> B answers or accepts
            C: jump red draw two -> 4 to A, A answers or accepts
            A: accept            -> A draws 4, A misses, B plays
        """,
    ),
    scene(
        "jump_in=on",
        rule="two Reverses undo each other",
        source="S0, S1: «Наоборот» суммируются",
        hands="A: red reverse, red 1, red 2 | B: red reverse, red 4, blue 1 | C: red 5, blue 4, blue 5",
        top="red 7",
        story="""
            A: red reverse      -> counter-clockwise, C plays
            B: jump red reverse -> clockwise, C plays
        """,
    ),
    scene(
        "jump_in=on",
        rule="going out on a jump-in ends the round",
        source="rules.md 8",
        hands="A: red 1, red 2, red 3 | B: red 4, red 5 | C: red 1",
        top="red 7",
        story="""
            A: red 1       -> B plays
            C: jump red 1  -> C wins 5+9 = 14, next round
        """,
    ),
    scene(
        "jump_in=on",
        rule="a jump-in closes the UNO window like every choice",
        source="ours",
        hands="A: red 1, red 2 | B: red 4, red 5 | C: red 1, blue 1, red 6",
        top="red 7",
        story="""
            A: red 1       -> B plays
            C: jump red 1  -> A plays
            B: catch A     -> refused
        """,
    ),
    scene(
        "jump_in=on double_play=jump",
        rule="one's own second card, unless the next player is quicker",
        source="S0, Выкладывание двух одинаковых карт",
        hands="A: red 1, red 1, red 3, red 8 | B: red 4, red 5 | C: red 9, red 6",
        top="red 7",
        story="""
            A: red 1       -> B plays
            A: jump red 1  -> B plays
            B: red 4 uno   -> UNO B, C plays
        """,
    ),
)

PAIRS = (
    scene(
        "double_play=together",
        rule="two identical cards together",
        source="S2, «Ускоренное UNO»",
        hands="A: red 1, red 1, red 3, blue 1 | B: red 4, red 5",
        top="red 7",
        story="""
            A: red 1 twice -> B plays
            A: red 3       -> refused
        """,
    ),
    scene(
        "double_play=together",
        rule="two Draw Twos together are four cards, two Skips skip two, two Reverses undo each other",
        source="ours; S0 (суммируются)",
        hands="A: red draw two, red draw two, red skip, red skip, red reverse, red reverse, red 1, red 2 "
        "| B: red 4, red 5 | C: red 6, red 8 | D: red 9, red 3",
        top="red 7",
        story="""
            A: red draw two twice -> B draws 4, B misses, C plays
            C: draw    -> C draws 1, C keeps or plays
            C: keep    -> D plays
            D: draw    -> D draws 1, D keeps or plays
            D: keep    -> A plays
            A: red skip twice -> B misses, C misses, D plays
            D: draw    -> D draws 1, D keeps or plays
            D: keep    -> A plays
            A: red reverse twice -> counter-clockwise, clockwise, B plays
        """,
    ),
    scene(
        "double_play=together",
        rule="two players: two Skips together are two missed turns of the other",
        source="ours",
        hands="A: red skip, red skip, red 3, blue 1 | B: red 4, red 5",
        top="red 7",
        story="A: red skip twice -> B misses, B misses, A plays",
    ),
    scene(
        "double_play=together",
        rule="the pair leaves one card: that is when UNO is said",
        source="ours",
        hands="A: red 1, red 1, red 3 | B: red 4, red 5",
        top="red 7",
        story="""
            A: red 1 twice uno -> UNO A, B plays
            B: catch A         -> false catch, B plays
        """,
    ),
    scene(
        "pair_as_skip=on",
        rule="two identical cards as a Skip",
        source="S0, S4: две идентичные карты можно использовать как пропуск хода",
        hands="A: red 1, red 1, red 3, red 8 | B: red 4, red 5 | C: red 6, red 9",
        top="red 7",
        story="""
            A: red 1 twice         -> refused
            A: red 1 twice as skip -> B misses, C plays
        """,
    ),
    scene(
        "pair_as_skip=on stack=both",
        rule="two Draw Twos as a Skip lay no cards against anybody, so nothing is stacked on them",
        source="ours",
        hands="A: red draw two, red draw two, red 3, red 8 | B: blue draw two, red 5 | C: red 6, red 9",
        top="red 7",
        story="A: red draw two twice as skip -> B misses, C plays",
    ),
    scene(
        "pair_as_skip=on reverse_deflect=on",
        rule="a pair as a Skip is turned back like one",
        source="ours",
        hands="A: red 1, red 1, red 3, red 8 | B: red reverse, red 5, red 4 | C: red 6, red 9",
        top="red 7",
        story="""
            A: red 1 twice as skip -> B answers or accepts
            B: red reverse         -> counter-clockwise, skip to A, A answers or accepts
            A: accept              -> A misses, C plays
        """,
    ),
    scene(
        "pair_as_skip=on skip=play-again",
        rule="and with play-again it gives another turn",
        source="S0, S4",
        hands="A: red 1, red 1, red 3, red 8 | B: red 4, red 5 | C: red 6, red 9",
        top="red 7",
        story="A: red 1 twice as skip -> A plays",
    ),
)

HANDS = (
    scene(
        "seven_zero=on",
        rule="a 7 swaps hands with a player of one's choice",
        source="S0, S2, S4: семь-ноль",
        hands="A: red 7, red 1, red 2 | B: blue 4, blue 5, blue 6, blue 8 | C: red 9, red 3",
        top="red 5",
        story="""
            A: red 7        -> refused
            A: red 7 with A -> refused
            A: red 7 with B -> A>B B>A, B plays
            B: red 1 uno    -> UNO B, C plays
        """,
    ),
    scene(
        "seven_zero=on seven_swap=may",
        rule="or may",
        source="S0: может обменяться",
        hands="A: red 7, red 1, red 2 | B: blue 4, blue 5 | C: red 9, red 3",
        top="red 5",
        story="A: red 7 -> B plays",
    ),
    scene(
        "seven_zero=on",
        rule="a 0 moves all hands in the direction of play",
        source="S2, Seven-O",
        hands="A: red 0, red reverse, red 1, red 2 | B: blue 4, blue 5 | C: blue 9, red 3, red 8",
        top="red 5",
        story="""
            A: red reverse -> counter-clockwise, C plays
            C: red 8       -> B plays
            B: draw        -> B draws 1, B keeps or plays
            B: keep        -> A plays
            A: red 0       -> C>B B>A A>C, C plays
            C: red 1 uno   -> UNO C, B plays
        """,
    ),
    scene(
        "seven_zero=on zero_pass=left",
        rule="or always to the left",
        source="S0: соседу по левую руку",
        hands="A: red reverse, red 0, red 1, red 2 | B: blue 4, blue 5 | C: blue 9, red 3, red 8",
        top="red 5",
        story="""
            A: red reverse -> counter-clockwise, C plays
            C: red 8       -> B plays
            B: draw        -> B draws 1, B keeps or plays
            B: keep        -> A plays
            A: red 0       -> A>B B>C C>A, C plays
        """,
    ),
    scene(
        "seven_zero=on",
        rule="going out beats a swap and a pass of hands",
        source="rules.md 6 and 8",
        hands="A: red 7 | B: blue 4, blue 5",
        top="red 5",
        story="""
            A: red 7 with B -> refused
            A: red 7        -> A wins 9 = 9, next round
        """,
    ),
    scene(
        "seven_zero=on",
        rule="a one-card hand got by a swap must be called by its new owner before the next choice",
        source="ours (rules.md 5)",
        hands="A: red 7, red 1 | B: blue 4, blue 5, blue 6 | C: red 9, red 3",
        top="red 5",
        story="""
            A: red 7 uno with B -> UNO A, A>B B>A, B plays
            C: catch A          -> refused
            C: catch B          -> B caught, B draws 2, B plays
        """,
    ),
    scene(
        "seven_zero=on",
        rule="and in time it is good",
        source="ours (rules.md 5)",
        hands="A: red 7, red 1 | B: blue 4, blue 5, blue 6 | C: red 9, red 3",
        top="red 5",
        story="""
            A: red 7 with B -> A>B B>A, B plays
            B: uno          -> UNO B, B plays
            C: catch B      -> false catch, B plays
        """,
    ),
    scene(
        "five_exchange=on",
        rule="with a 5 you may exchange one card; each chooses what to give",
        source="S0, Обмен; S4",
        hands="A: red 5, red 1, red 2 | B: blue 4, blue 6 | C: red 9, red 3",
        top="red 7",
        luck=(0, 1),
        story="""
            A: red 5 with B -> A and B exchange a card, B plays
            B: red 1 uno    -> UNO B, C plays
        """,
    ),
    scene(
        "five_exchange=on",
        rule="or not",
        source="S0: имеет право",
        hands="A: red 5, red 1, red 2 | B: blue 4, blue 6 | C: red 9, red 3",
        top="red 7",
        story="A: red 5 -> B plays",
    ),
    scene(
        "deck=modern-112",
        rule="Wild Shuffle Hands: all hands are shuffled and dealt out again, the next player first",
        source="S2, Перемешать руки",
        hands="A: wild shuffle hands, red 1, red 2 | B: blue 4, blue 6 | C: red 9, red 3, red 8",
        top="red 7",
        story="A: wild shuffle hands blue -> redealt 2 3 2, B plays",
    ),
    scene(
        "deck=blank-112 blank=swap-hands",
        rule="Swap Hands: exchange hands with one player",
        source="S4, مبادله کارت",
        hands="A: wild swap hands, red 1, red 2 | B: blue 4, blue 6, blue 8 | C: red 9, red 3",
        top="red 7",
        story="""
            A: wild swap hands blue        -> refused
            A: wild swap hands blue with C -> A>C C>A, B plays
        """,
    ),
    scene(
        "deck=blank-112 blank=draw-ten",
        rule="a blank card as +10",
        source="S4, +10",
        hands="A: wild draw ten, red 1, red 2 | B: blue 4, blue 6, blue 8 | C: red 9, red 3",
        top="red 7",
        story="A: wild draw ten blue -> B draws 10, B misses, C plays",
    ),
    scene(
        "deck=blank-112 blank=draw-eight",
        rule="a blank card as +8",
        source="S0: выпала карта «пусто», возьмите 8 карт",
        hands="A: wild draw eight, red 1, red 2 | B: blue 4, blue 6, blue 8 | C: red 9, red 3",
        top="red 7",
        story="A: wild draw eight blue -> B draws 8, B misses, C plays",
    ),
    scene(
        "deck=h2o-112",
        rule="UNO H2O: +1 and +2 name a colour and everybody else draws",
        source="S4, UNO H2O; ours",
        hands="A: wild plus two, wild plus one, red 2 | B: blue 4, blue 6 | C: red 9, red 3",
        top="red 7",
        story="""
            A: wild plus two blue -> B draws 2, C draws 2, B plays
            B: blue 4             -> C plays
        """,
    ),
)

TALK = (
    scene(
        "silence=twos",
        rule="after a 2 nobody chats until the turn is back at who laid it; chatting costs two and ends it",
        source="S4, Silent Twos",
        hands="A: red 2, red 1, red 8 | B: red 4, blue 6 | C: red 9, red 3",
        top="red 7",
        story="""
            B: chat        -> refused
            A: red 2       -> silence, B plays
            C: chat        -> silence broken, C draws 2, B plays
            C: chat        -> refused
        """,
    ),
    scene(
        "silence=twos",
        rule="and it ends by itself",
        source="S4, Silent Twos",
        hands="A: red 2, red 1, red 8 | B: red 4, blue 6, red 5 | C: red 9, red 3, blue 1",
        top="red 7",
        story="""
            A: red 2       -> silence, B plays
            B: red 4       -> C plays
            C: red 9       -> silence over, A plays
            C: chat        -> refused
        """,
    ),
    scene(
        "silence=wilds",
        rule="after a wild nobody chats until the colour changes",
        source="S4",
        hands="A: wild, red 1, red 8 | B: blue 4, blue 6, red 5 | C: red 4, red 3, blue 1",
        top="red 7",
        story="""
            A: wild blue   -> silence, B plays
            B: blue 4      -> C plays
            C: red 4       -> silence over, A plays
        """,
    ),
    scene(
        "hint_penalty=2",
        rule="who tells somebody what to play draws two, if the table says so",
        source="S0, S3, S4",
        hands="A: red 2, red 1, red 8 | B: red 4, blue 6 | C: red 9, red 3",
        top="red 7",
        luck=(1, 0),
        story="""
            B: accuse B    -> refused
            B: accuse C    -> a hint, C draws 2, A plays
            C: accuse B    -> no hint, A plays
            C: accuse B    -> refused
        """,
    ),
    scene(
        "misplay_penalty=2",
        rule="an illegal card may be tried; it goes back, costs two and the turn",
        source="S0, S1, S4: при любой ошибочно выложенной карте",
        hands="A: blue 2, red 1, red 8 | B: red 4, blue 6 | C: red 9, red 3",
        top="red 7",
        story="A: blue 2 -> A takes it back, A draws 2, B plays",
    ),
    scene(
        "colour_circle=on",
        rule="wilds move the colour one step: from red to blue; backwards from yellow to green",
        source="S0, Смена цвета по кругу",
        hands="A: wild, red 1, yellow 8 | B: wild draw four, blue 6, blue reverse | C: wild, red 3, blue 5",
        top="red 7",
        story="""
            A: wild blue       -> refused
            A: wild            -> colour blue, B plays
            B: blue reverse    -> counter-clockwise, A plays
            A: draw            -> A draws 1, A keeps or plays
            A: keep            -> C plays
            C: wild            -> colour red, B plays
        """,
    ),
)
