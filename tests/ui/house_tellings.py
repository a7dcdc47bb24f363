"""What house rules make happen, and what Ann at seat 0 reads; Bob sits at seat 1, Cid at seat 2."""

from __future__ import annotations

from protocol.rules import happenings as rules
from protocol.rules.cards import Colour
from protocol.table.happenings import Happening
from tests.ui.views import ids

RED_7, RED_5, BLUE_SKIP, OTHER_RED_7 = ids(["red 7", "red 5", "blue skip", "red 7"])

HOUSE_TELLINGS: list[tuple[Happening, list[str]]] = [
    (
        rules.DealerCut((0, 1), (RED_5, BLUE_SKIP), None, (1,), redraw=True),
        [
            "The cut for the dealer: Ann red 5 and Bob blue skip.",
            "A card without a number does not count, and another is cut: Bob.",
        ],
    ),
    (rules.DealerDrawn(1), ["The lot falls on Bob, who deals."]),
    (
        rules.CardPlayed(1, RED_7, 2, drawn=False, second=OTHER_RED_7),
        ["Bob plays red 7 twice, 2 cards left."],
    ),
    (
        rules.CardPlayed(0, RED_7, 1, drawn=False, second=OTHER_RED_7, as_skip=True),
        ["You play red 7 twice as a Skip, 1 card left."],
    ),
    (rules.CardPlayed(1, RED_7, 2, drawn=False, jumped=True), ["Bob jumps in with red 7, 2 cards left."]),
    (rules.CardMisplayed(1, RED_7, 2), ["Bob tries red 7, which does not fit, and takes it back."]),
    (rules.ColourMoved(1, Colour.BLUE), ["The colour moves on: blue."]),
    (rules.UnoRescued(1, 0), ["Bob says UNO for you in time."]),
    (rules.UnoForgotten(1, 2), ["Bob forgot to say UNO."]),
    (rules.LastToSlap(0, 2), ["You were the last to slap the pile."]),
    (rules.FourTakenBack(1, 104, Colour.RED), ["Bob takes the wild draw four back; red counts again."]),
    (rules.FourVoid(1, 104, Colour.RED), ["The wild draw four counts as not played; red counts again."]),
    (rules.AttackAnswered(1, 2, 4), ["Now Cid has to draw: 4 cards."]),
    (rules.AttackAnswered(1, 0, 0), ["Now the Skip hits you."]),
    (rules.SeatReady(1), ["Bob is ready."]),
    (rules.HandsMoved(((1, 0), (0, 1))), ["Bob swaps hands with you."]),
    (
        rules.HandsMoved(((0, 1), (1, 2), (2, 0))),
        ["All hands move on: Ann → Bob, Bob → Cid, Cid → Ann."],
    ),
    (rules.CardsExchanged(0, 2), ["You and Cid exchange a card."]),
    (
        rules.HandsRedealt((4, 4, 3)),
        ["All hands are shuffled together and dealt out again: Ann 4, Bob 4, Cid 3."],
    ),
    (rules.WheelSpun(0, "show-hand"), ["The wheel: you show your hand to everybody."]),
    (rules.WheelSpun(1, "duel"), ["The wheel: a duel for the highest number."]),
    (rules.CardsDiscarded(1, (RED_7, BLUE_SKIP)), ["Bob discards red 7 and blue skip."]),
    (rules.CardsDiscarded(0, ()), ["You discard nothing."]),
    (rules.HandOpened(1, (RED_5,)), ["Bob shows the hand: red 5."]),
    (
        rules.DuelFought((0, 1, 2), (RED_5, RED_7, None), 1),
        ["The duel: Ann red 5, Bob red 7, Cid –.", "Bob has the highest card and discards it."],
    ),
    (
        rules.DuelFought((0, 1), (RED_7, OTHER_RED_7), None),
        ["The duel: Ann red 7, Bob red 7.", "Nobody is alone with the highest card."],
    ),
    (rules.FirstToShout(1), ["Bob shouts first."]),
    (rules.SilenceBegan(1, wild=False), ["Nobody may chat until it is Bob's turn again."]),
    (rules.SilenceBegan(1, wild=True), ["Nobody may chat until the colour changes."]),
    (rules.SilenceEnded(None), ["Everybody may chat again."]),
    (rules.SilenceEnded(1), ["Bob has broken the silence; everybody may chat again."]),
    (rules.HintAccused(0, 1), ["You say that Bob has told somebody what to play."]),
    (rules.HintJudged(2, 0, guilty=True, count=2), ["The table says that you have given a hint."]),
    (rules.HintJudged(2, 0, guilty=False, count=2), ["The table says that it was no hint."]),
    (rules.HandRefilled(1, 6, point=False), ["Bob has emptied the hand and gets a new one."]),
    (rules.HandRefilled(0, 6, point=True), ["You have emptied your hand and score a point."]),
    (rules.SeatOut(1, 1), ["Bob is out, place 1."]),
]
