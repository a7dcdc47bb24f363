"""What house rules make happen, in words; like `texts.HAPPENED` and `texts.DRAWN`."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.texts import Counted, Text
from p2puno.ui.texts import NOTHING, Wording
from protocol.rules.needs import DrawReason

HAPPENED: Mapping[str, Wording] = {
    "dealer drawn": Wording(
        Text("The lot falls on {name}, who deals."), Text("The lot falls on you: you deal.")
    ),
    "played pair": Wording(
        Text("{name} plays {card} twice, {left} left."), Text("You play {card} twice, {left} left.")
    ),
    "played skip": Wording(
        Text("{name} plays {card} twice as a Skip, {left} left."),
        Text("You play {card} twice as a Skip, {left} left."),
    ),
    "jumped in": Wording(
        Text("{name} jumps in with {card}, {left} left."), Text("You jump in with {card}, {left} left.")
    ),
    "misplayed": Wording(
        Text("{name} tries {card}, which does not fit, and takes it back."),
        Text("You try {card}, which does not fit, and take it back."),
    ),
    "colour moved": Wording(Text("The colour moves on: {colour}.")),
    "rescued": Wording(
        Text("{name} says UNO for {target} in time."),
        Text("You say UNO for {target} in time."),
        Text("{name} says UNO for you in time."),
    ),
    "forgotten": Wording(Text("{name} forgot to say UNO."), Text("You forgot to say UNO.")),
    "slapped last": Wording(
        Text("{name} was the last to slap the pile."), Text("You were the last to slap the pile.")
    ),
    "four taken back": Wording(
        Text("{name} takes the wild draw four back; {colour} counts again."),
        Text("You take the wild draw four back; {colour} counts again."),
    ),
    "four void": Wording(Text("The wild draw four counts as not played; {colour} counts again.")),
    "answered": Wording(
        Text("Now {target} has to draw: {cards}."),
        NOTHING,
        Text("Now you have to draw: {cards}."),
    ),
    "answered skip": Wording(Text("Now the Skip hits {target}."), NOTHING, Text("Now the Skip hits you.")),
    "ready": Wording(Text("{name} is ready."), Text("You are ready.")),
    "swapped": Wording(
        Text("{name} and {target} swap hands."),
        Text("You and {target} swap hands."),
        Text("{name} swaps hands with you."),
    ),
    "passed on": Wording(Text("All hands move on: {moves}.")),
    "exchanged": Wording(
        Text("{name} and {target} exchange a card."),
        Text("You and {target} exchange a card."),
        Text("{name} exchanges a card with you."),
    ),
    "redealt": Wording(Text("All hands are shuffled together and dealt out again: {counts}.")),
    "discarded": Wording(Text("{name} discards {cards}."), Text("You discard {cards}.")),
    "discarded nothing": Wording(Text("{name} discards nothing."), Text("You discard nothing.")),
    "hand opened": Wording(Text("{name} shows the hand: {cards}."), Text("You show your hand: {cards}.")),
    "duel": Wording(Text("The duel: {cards}.")),
    "duel won": Wording(
        Text("{name} has the highest card and discards it."),
        Text("You have the highest card and discard it."),
    ),
    "duel tied": Wording(Text("Nobody is alone with the highest card.")),
    "shouted first": Wording(Text("{name} shouts first."), Text("You shout first.")),
    "silent for a turn": Wording(
        Text("Nobody may chat until it is {name}'s turn again."),
        Text("Nobody may chat until it is your turn again."),
    ),
    "silent for a colour": Wording(Text("Nobody may chat until the colour changes.")),
    "silence over": Wording(Text("Everybody may chat again.")),
    "silence broken": Wording(
        Text("{name} has broken the silence; everybody may chat again."),
        Text("You have broken the silence; everybody may chat again."),
    ),
    "accused": Wording(
        Text("{name} says that {target} has told somebody what to play."),
        Text("You say that {target} has told somebody what to play."),
        Text("{name} says that you have told somebody what to play."),
    ),
    "hint": Wording(
        Text("The table says that {target} has given a hint."),
        NOTHING,
        Text("The table says that you have given a hint."),
    ),
    "no hint": Wording(Text("The table says that it was no hint.")),
    "refilled": Wording(
        Text("{name} has emptied the hand and gets a new one."),
        Text("You have emptied your hand and get a new one."),
    ),
    "point": Wording(
        Text("{name} has emptied the hand and scores a point."),
        Text("You have emptied your hand and score a point."),
    ),
    "out": Wording(Text("{name} is out, place {place}."), Text("You are out, place {place}.")),
}

CUT_REDRAW = Wording(Text("A card without a number does not count, and another is cut: {names}."))

SECTORS: Mapping[str, Wording] = {
    "draw-red": Wording(
        Text("The wheel: {name} draws until a red card comes."),
        Text("The wheel: you draw until a red card comes."),
    ),
    "draw-blue": Wording(
        Text("The wheel: {name} draws until a blue card comes."),
        Text("The wheel: you draw until a blue card comes."),
    ),
    "discard-number": Wording(
        Text("The wheel: {name} may discard all cards of one number."),
        Text("The wheel: you may discard all cards of one number."),
    ),
    "discard-colour": Wording(
        Text("The wheel: {name} may discard all cards of one colour."),
        Text("The wheel: you may discard all cards of one colour."),
    ),
    "duel": Wording(Text("The wheel: a duel for the highest number.")),
    "trade-hands": Wording(
        Text("The wheel: {name} trades hands with somebody."),
        Text("The wheel: you trade hands with somebody."),
    ),
    "show-hand": Wording(
        Text("The wheel: {name} shows the hand to everybody."),
        Text("The wheel: you show your hand to everybody."),
    ),
    "almost-uno": Wording(
        Text("The wheel: {name} discards all cards but two."),
        Text("The wheel: you discard all cards but two."),
    ),
    "uno-spin": Wording(Text("The wheel: who shouts first may discard a card.")),
}

# --- the end of a round and of the game, where the arithmetic of the classic game does not say it --------

HAND_LEFT = Text("  {name}: {cards}; that counts {value}")
SCORES_ROUND = Wording(Text("{name} scores {points}."), Text("You score {points}."))
GAME_LOST = Text("The game is over and lost by {losers}; {names} win.")
GOAL_DECK = Text("the end of the deck")

_PLAIN = Wording(
    Counted("{name} draws {count} card.", "{name} draws {count} cards."),
    Counted("You draw {count} card.", "You draw {count} cards."),
)

# Why was said just before, so that nothing is left to say but how many.
DRAWN: Mapping[DrawReason, Wording] = dict.fromkeys(
    (
        DrawReason.BLANK,
        DrawReason.ALL_DRAW,
        DrawReason.FALSE_CALL,
        DrawReason.FALSE_CATCH,
        DrawReason.SLAP,
        DrawReason.REFILL,
        DrawReason.MISPLAY,
        DrawReason.SILENCE,
        DrawReason.HINT,
        DrawReason.WHEEL,
    ),
    _PLAIN,
)
