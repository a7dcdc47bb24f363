"""The sentences in which a rule set is told, by chapter and option; `words.py` decides which are said.

English is the source of the catalogues of other languages: every text is marked for them.
"""

from __future__ import annotations

from protocol.rules.options import Section
from protocol.sentences import mark

TITLES = {
    Section.DECK: mark("Deck and deal"),
    Section.TURN: mark("Your turn"),
    Section.FOUR: mark("Wild Draw Four"),
    Section.UNO: mark("UNO"),
    Section.SCORE: mark("End of the round and scoring"),
    Section.HOUSE: mark("House rules"),
    Section.TABLE: mark("The table"),
}

TWO_PLAYERS = mark(
    "With two players a Reverse acts as a Skip, and after a Skip, a Draw Two or a Wild Draw Four "
    "you play again."
)
LAST_DRAWS = mark(
    "After a last Draw Two or Wild Draw Four the next player still draws, and those cards count."
)
FIRST_OUT = mark("Who is the first to lay the last card wins the round; any card may be the last.")

ALWAYS = {
    Section.DECK: (),
    Section.TURN: (
        mark(
            "Lay one card of the colour in play, or with the number or symbol of the top card; a wild "
            "goes on anything."
        ),
        mark("A Draw Two makes the next player draw two cards and miss the turn."),
        TWO_PLAYERS,
    ),
    Section.FOUR: (
        mark("A Wild Draw Four names the colour; the next player draws four cards and misses the turn."),
    ),
    Section.UNO: (mark("Say UNO when you are down to one card."),),
    Section.SCORE: (
        FIRST_OUT,
        LAST_DRAWS,
    ),
    Section.HOUSE: (),
    Section.TABLE: (),
}

MEANINGS = {
    "deck": mark("Which cards are played with."),
    "without": mark("Which kinds of cards are taken out of the deck before the deal."),
    "blank": mark("What the blank cards of the decks with 112 cards do."),
    "hand_size": mark("How many cards each player is dealt."),
    "dealer": mark("How the first dealer is found."),
    "next_dealer": mark("Who deals the next round."),
    "first_card": mark("What happens if the first card turned up is an action card."),
    "deck_empty": mark("What happens when the draw pile is used up."),
    "theme": mark("How the cards are drawn on the screen."),
    "draw": mark("How many cards you draw when you play none."),
    "decline": mark("Whether you may draw although you could play."),
    "drawn_card": mark("Whether the card just drawn may be played at once."),
    "reverse": mark("How long a Reverse lasts."),
    "skip": mark("What a Skip does."),
    "wild": mark("What a Wild does."),
    "wd4_legal": mark("When a Wild Draw Four is legal."),
    "challenge": mark("Whether a Wild Draw Four may be challenged."),
    "challenge_shows": mark("Who sees the hand that was challenged."),
    "guilty": mark("What happens to a player whose Wild Draw Four was illegal."),
    "ready_after_four": mark("Whether play waits for the player who drew four cards."),
    "deflect_wd4": mark("Whether a Draw Two can turn away a Wild Draw Four."),
    "uno_call": mark("When UNO has to be said."),
    "uno_catch": mark("How a forgotten UNO is punished."),
    "uno_rescue": mark("Whether somebody else may say UNO for you."),
    "uno_reminder": mark("Whether the table reminds you to say UNO."),
    "uno_penalty": mark("How many cards a forgotten UNO costs."),
    "false_call_penalty": mark("How many cards a false UNO or a false catch costs."),
    "uno_slap": mark("Whether everybody has to slap the pile after an UNO."),
    "values": mark("What the cards left in a hand count."),
    "score": mark("How points are given and what wins the game."),
    "target": mark("How many points end the game."),
    "rounds": mark("After how many rounds the game ends; 0 plays until the target."),
    "teams": mark("Whether two teams of two play."),
    "to_the_last": mark("Whether a round goes on for places until one player is left."),
    "seven_rounds": mark("Whether an emptied hand is refilled with one card less each time."),
    "zero_fifty": mark("Whether a 0 as the only card left counts 50."),
    "last_card_bonus": mark("Whether going out on a special card takes points off your total."),
    "stack": mark("Whether a drawing card can be answered with a drawing card."),
    "jump_in": mark("Whether exactly the same card may be laid out of turn."),
    "double_play": mark("Whether you may lay two identical cards."),
    "seven_zero": mark("Whether a 7 swaps hands and a 0 moves them on."),
    "seven_swap": mark("Whether a 7 has to swap hands."),
    "zero_pass": mark("Which way the hands move on a 0."),
    "five_exchange": mark("Whether a 5 lets you exchange a card with another player."),
    "colour_circle": mark("Whether a wild moves the colour one step on instead of naming it."),
    "reverse_deflect": mark("Whether a Reverse turns a drawing card or a Skip back."),
    "pair_as_skip": mark("Whether two identical cards can be laid as a Skip."),
    "silence": mark("Whether some cards silence the table."),
    "hint_penalty": mark("How many cards it costs to tell somebody what to play."),
    "misplay_penalty": mark("How many cards it costs to try an illegal card."),
    "spin": mark("Whether the wheel of UNO Spin is used."),
    "open_replay": mark("Whether all hands can be seen in the replay when the game is over."),
    "turn_clock": mark("How many seconds a decision may take; 0 sets no limit."),
    "key_sharing": mark("Whether a round can go on when a player has vanished for good."),
}

# Per option what each value means in play; a value that adds nothing to the rules has no sentence. Under "*"
# stands the sentence for all values that have none of their own, with {value} for the value.
VALUES = {
    "deck": {
        "classic-108": mark(
            "108 cards: in each of four colours one 0, two each of 1 to 9, Skip, Reverse and Draw "
            "Two; four Wilds and four Wild Draw Fours."
        ),
        "modern-112": mark(
            "112 cards: the classic 108, one Wild Shuffle Hands, which shuffles all hands together "
            "and deals them out again, and three blank cards."
        ),
        "blank-112": mark("112 cards: the classic 108 and four blank cards."),
        "kids-36": mark("36 cards: 1 to 7 and one Draw Two in each of four colours, and four Wilds."),
        "h2o-112": mark(
            "112 cards: the classic 108, two Wild +1 and two Wild +2, on which everybody else draws "
            "one or two."
        ),
    },
    "without": {
        "": "",
        "*": mark("Taken out of the deck before the deal: {value}."),
    },
    "blank": {
        "wild": mark("The blank cards are Wilds."),
        "draw-ten": mark("The blank cards are wilds that make the next player draw ten and miss the turn."),
        "draw-eight": mark(
            "The blank cards are wilds that make the next player draw eight and miss the turn."
        ),
        "swap-hands": mark("The blank cards are wilds that exchange hands with one player."),
    },
    "hand_size": {
        "*": mark("Everyone is dealt {value} cards."),
    },
    "dealer": {
        "cut": mark(
            "Everyone draws a card openly for the deal: the highest number deals, action cards count "
            "0, ties draw again."
        ),
        "cut-redraw": mark(
            "Everyone draws a card openly for the deal: the highest number deals, an action card is "
            "drawn again."
        ),
        "lot": mark("The first dealer is drawn by lot."),
    },
    "next_dealer": {
        "left": mark("The deal passes to the left after each round."),
        "right": mark("The deal passes to the right after each round."),
        "loser": mark(
            "Who had the most points in hand deals the next round, and who won the last one opens it."
        ),
    },
    "first_card": {
        "takes-effect": mark(
            "The first card turned up takes effect: on a Draw Two the first player draws two and "
            "misses, on a Skip he misses, on a Reverse the dealer plays first the other way round, on "
            "a Wild the first player names the colour and plays. A Wild Draw Four goes back, and the "
            "deck is shuffled again."
        ),
        "number-only": mark(
            "Cards are turned up until a number shows, and those before it do nothing; a Wild Draw "
            "Four goes back."
        ),
        "dealer-lays": mark(
            "The dealer's last card is laid open as the dealer's turn and takes effect; a Wild Draw "
            "Four goes back."
        ),
    },
    "deck_empty": {
        "reshuffle": mark(
            "When the pile is used up, the discards except the top card are shuffled and become the "
            "new pile; if there are none either, you draw what there is or pass, and a full circle of "
            "passes ends the round: the lowest hand wins."
        ),
        "end-round": mark(
            "When the pile is used up, who plays nothing passes; when all have passed in a row, the "
            "round is over and the lowest hand wins."
        ),
    },
    "theme": {
        "suits": mark(
            "The cards are shown as two ordinary decks: hearts, diamonds, clubs and spades for red, "
            "yellow, green and blue; ace for 1 and ten for 0; jack for Skip, queen for Reverse, king "
            "for Draw Two; jokers for the wilds."
        ),
    },
    "draw": {
        "one": mark("If you play nothing, you draw one card."),
        "until-playable": mark("If you play nothing, you draw until a card fits."),
    },
    "decline": {
        "allowed": mark(
            "You may draw although you could play; after that only the drawn card may be played."
        ),
        "forced": mark("Who can play has to play; who draws proves that nothing fits."),
    },
    "drawn_card": {
        "may-play": mark("If the drawn card fits, you may play it at once."),
        "keep": mark("A drawn card stays in the hand until your next turn."),
        "must-play": mark("If the drawn card fits, you have to play it."),
    },
    "reverse": {
        "lasting": mark("A Reverse turns the direction of play."),
        "one-turn": mark(
            "A Reverse gives the turn to the player before you, and from there play goes on as before."
        ),
    },
    "skip": {
        "next-misses": mark("A Skip makes the next player miss the turn."),
        "play-again": mark("Who lays a Skip moves again."),
    },
    "wild": {
        "names-colour": mark("With a Wild you name the colour, and you may name the one in play."),
        "cover": mark("A Wild names no colour: who lays it lays one more card of any kind on it."),
        "open": mark("A Wild names no colour: anything may follow."),
    },
    "wd4_legal": {
        "colour": mark(
            "It is legal only if no other card of your hand has the colour in play; numbers, symbols "
            "and wilds do not matter."
        ),
        "colour-or-wild": mark(
            "It is legal only if no other card of your hand has the colour in play or is a Wild."
        ),
        "colour-or-symbol": mark(
            "It is legal only if no other card of your hand has the colour, number or symbol in play."
        ),
        "always": mark("It is always legal, so that nobody can challenge it."),
    },
    "challenge": {
        "on": mark(
            "You can bluff: an illegal one stands unless the player who has to draw challenges it; if "
            "it was legal after all, the challenger draws six and misses the turn."
        ),
        "off": mark("It cannot be challenged: every one stands."),
    },
    "challenge_shows": {
        "challenger": mark("The challenged hand is shown to the challenger alone."),
        "nobody": mark("The challenged hand is shown to nobody; only the outcome is proved."),
        "everyone": mark("The challenged hand is shown to everyone."),
    },
    "guilty": {
        "draws": mark(
            "Who is found guilty draws four cards; the card and its colour stand, and the challenger plays."
        ),
        "takes-back": mark(
            "Who is found guilty takes the card back, draws four cards and loses the turn; the "
            "earlier colour counts."
        ),
        "void": mark(
            "Who is found guilty draws four cards, and play goes on as if the card had not been laid: "
            "the earlier colour counts."
        ),
    },
    "ready_after_four": {
        "on": mark("Play waits until the player who drew because of a Wild Draw Four says ready."),
    },
    "deflect_wd4": {
        "named-colour": mark("A Draw Two of the named colour turns it away and acts as usual."),
        "any": mark("Any Draw Two turns it away and acts as usual."),
    },
    "uno_call": {
        "with-play": mark("It is said together with the next-to-last card."),
        "before-next": mark("It may still be said until somebody catches you or the next player acts."),
        "automatic": mark("The table says it for you."),
    },
    "uno_catch": {
        "players": mark(
            "Who forgot it can be caught by the others until the next choice is made; who is not "
            "caught pays nothing, and who catches falsely cannot catch the next time."
        ),
        "automatic": mark("Forgetting it always costs, as soon as the next player acts."),
    },
    "uno_rescue": {
        "partner": mark("Your partner may say it for you."),
        "anyone": mark("Anyone may say it for you in time."),
    },
    "uno_reminder": {
        "on": mark("The table reminds you of it."),
    },
    "uno_penalty": {
        "*": mark("A forgotten UNO costs {value} cards."),
    },
    "false_call_penalty": {
        "2": mark("A false UNO or a false catch costs two cards."),
    },
    "uno_slap": {
        "on": mark("After an UNO all others slap the pile, and the last one draws two cards."),
    },
    "values": {
        "standard": mark("Numbers count their value, Skip, Reverse and Draw Two 20, wilds 50."),
        "numbers-only": mark("Numbers count their value, all other cards nothing."),
    },
    "score": {
        "winner-takes": mark("The winner of a round scores the cards in all other hands."),
        "own-points": mark("Everyone scores his own cards, and the lowest score wins."),
        "loser-at-target": mark("Everyone scores his own cards, and who first reaches the target has lost."),
        "lazy": mark("No sums are kept: every round counts one for its winner."),
        "one-round": mark("The game is one round."),
        "point-and-refill": mark(
            "Who lays the last card scores one point, draws six cards and plays on; when the pile is "
            "used up and all have passed, the most points win the game."
        ),
    },
    "target": {
        "*": mark("The game ends when somebody has {value} points."),
    },
    "rounds": {
        "0": "",
        "*": mark(
            "The game ends after {value} rounds; the best score wins, and equal scores share the first place."
        ),
    },
    "teams": {
        "2v2": mark(
            "Partners sit opposite; the round ends when either goes out, and both score the cards of "
            "the other team."
        ),
    },
    "to_the_last": {
        "on": mark(
            "Who has no cards left rests, and the others play on until one is left, who has lost; the "
            "first one out wins the round."
        ),
    },
    "seven_rounds": {
        "on": mark(
            "An emptied hand is filled again with one card less each time, until the last single card "
            "is gone."
        ),
    },
    "zero_fifty": {
        "on": mark("A 0 as the only card left counts 50."),
    },
    "last_card_bonus": {
        "h2o": mark("Going out on a +1 takes 20 points off your total, on a +2 40."),
    },
    "stack": {
        "draw-two": mark(
            "A Draw Two can be answered with a Draw Two: it adds up, and the next player faces all of it."
        ),
        "draw-four": mark(
            "A Wild Draw Four can be answered with a Wild Draw Four: it adds up, the last one names "
            "the colour, and a challenge decides about all of it."
        ),
        "both": mark(
            "A Draw Two can be answered with a Draw Two, a Wild Draw Four with a Wild Draw Four: it "
            "adds up, the last card names the colour, and a challenge decides about all of it."
        ),
        "pass-on": mark("A Draw Two can be answered with a Draw Two, which passes it on without adding up."),
    },
    "jump_in": {
        "on": mark(
            "Exactly the card on top may be laid out of turn, but no Wild Draw Four and not on the first "
            "card; play goes on from there. It frees whoever was to draw or to miss the turn, or adds to a "
            "stack of drawing cards."
        ),
    },
    "double_play": {
        "jump": mark("You may also jump in on your own card, if nobody is quicker."),
        "together": mark(
            "Two identical cards may be laid together and act one after the other; no Wild Draw Fours."
        ),
    },
    "seven_zero": {
        "on": mark("A 7 swaps hands with a player of your choice, a 0 moves all hands on."),
    },
    "seven_swap": {
        "must": mark("A 7 has to swap."),
        "may": mark("A 7 may swap or not."),
    },
    "zero_pass": {
        "direction": mark("A 0 moves the hands in the direction of play."),
        "left": mark("A 0 moves the hands to the left."),
    },
    "five_exchange": {
        "on": mark("After a 5 you may exchange one card with a player of your choice."),
    },
    "colour_circle": {
        "on": mark(
            "A wild moves the colour one step instead of naming it: red, blue, green, yellow, red; "
            "backwards when play runs backwards."
        ),
    },
    "reverse_deflect": {
        "on": mark(
            "A Reverse of the colour in play turns a Draw Two, a Wild Draw Four or a Skip back on who "
            "laid it."
        ),
    },
    "pair_as_skip": {
        "on": mark("Two identical cards can be laid as a Skip; no Wild Draw Fours."),
    },
    "silence": {
        "twos": mark(
            "After a 2 nobody chats until the turn is back at who laid it; breaking it costs two "
            "cards and ends it."
        ),
        "wilds": mark(
            "After a wild nobody chats until the colour changes; breaking it costs two cards and ends it."
        ),
    },
    "hint_penalty": {
        "0": "",
        "*": mark("Telling somebody what to play costs {value} cards, if the others say that it was so."),
    },
    "misplay_penalty": {
        "0": "",
        "*": mark(
            "A card that does not fit may be tried: it goes back, and costs {value} cards and the turn."
        ),
    },
    "spin": {
        "each-turn": mark(
            "Everybody spins the wheel before the turn: draw until a red or a blue card comes, "
            "discard all cards of one number or of one colour, discard all but two, trade hands, show "
            "the hand, duel for the highest number, or be first to shout and discard one."
        ),
        "marked-cards": mark(
            "After a 1 the next player spins the wheel before the turn: draw until a red or a blue "
            "card comes, discard all cards of one number or of one colour, discard all but two, trade "
            "hands, show the hand, duel for the highest number, or be first to shout and discard one."
        ),
    },
    "open_replay": {
        "on": mark("When the game is over, all hands can be seen in the replay."),
    },
    "turn_clock": {
        "0": "",
        "*": mark("Every decision may take {value} seconds; then your own program draws or passes for you."),
    },
    "key_sharing": {
        "on": mark("If a player vanishes for good, the round goes on."),
        "off": mark("If a player vanishes for good, the round cannot go on."),
    },
}

# What is said instead where the deck has neither Skip nor Reverse nor Wild Draw Four.
SMALL_DECK = {
    TWO_PLAYERS: mark("With two players you play again after a Draw Two."),
    LAST_DRAWS: mark("After a last Draw Two the next player still draws, and those cards count."),
    VALUES["first_card"]["takes-effect"]: mark(
        "The first card turned up takes effect: on a Draw Two the first player draws two and misses, on a "
        "Wild the first player names the colour and plays."
    ),
    VALUES["first_card"]["number-only"]: mark(
        "Cards are turned up until a number shows, and those before it do nothing."
    ),
    VALUES["values"]["standard"]: mark("Numbers count their value, Draw Two 20, wilds 50."),
}
