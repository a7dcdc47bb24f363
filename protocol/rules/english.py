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

ALWAYS = {
    Section.DECK: (),
    Section.TURN: (
        mark(
            "Lay one card of the colour in play, or with the number or symbol of the top card; a wild "
            "goes on anything."
        ),
        mark("A Draw Two makes the next player draw two cards and miss the turn."),
        mark(
            "With two players a Reverse acts as a Skip, and after a Skip, a Draw Two or a Wild Draw Four "
            "you play again."
        ),
    ),
    Section.FOUR: (
        mark("A Wild Draw Four names the colour; the next player draws four cards and misses the turn."),
    ),
    Section.UNO: (mark("Say UNO when you are down to one card."),),
    Section.SCORE: (
        mark("Who lays the last card wins the round; any card may be the last."),
        mark("After a last Draw Two or Wild Draw Four the next player still draws, and those cards count."),
    ),
    Section.HOUSE: (),
    Section.TABLE: (),
}

MEANINGS = {
    "deck": mark("Which cards are played with."),
    "without": mark("Which kinds of cards are taken out of the deck before the deal."),
    "blank": mark("What the four blank cards of `deck=blank-112` do."),
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
    "turn_clock": mark("How many seconds a turn may take; 0 sets no limit."),
    "key_sharing": mark("Whether a round can go on when a player has vanished for good."),
}

# Per option what each value means in play; a value that adds nothing to the rules has no sentence. Under "*"
# stands the sentence for all values that have none of their own, with {value} for the value.
VALUES = {
    "deck": {
        "classic-108": mark(
            "108 cards: in each of four colours one 0, two each of 1 to 9, Skip, Reverse and Draw Two; "
            "four Wilds and four Wild Draw Fours."
        ),
        "modern-112": (
            mark("112 cards: the classic 108, one Wild Shuffle Hands and three customisable blank wilds.")
        ),
        "blank-112": mark("112 cards: the classic 108 and four blank cards."),
        "kids-36": mark("36 cards: 1 to 7 and one Draw Two in each of four colours, and four Wilds."),
        "h2o-112": mark(
            "112 cards: the classic 108, two Wild +1 and two Wild +2, on which everybody else draws one "
            "or two."
        ),
    },
    "without": {
        "": "",
        "*": mark("Taken out of the deck before the deal: {value}."),
    },
    "blank": {
        "wild": mark("The blank cards are Wilds."),
        "draw-ten": mark("The blank cards make the next player draw ten."),
        "draw-eight": mark("The blank cards make the next player draw eight."),
        "swap-hands": mark("The blank cards are wilds that exchange hands with one player."),
    },
    "hand_size": {
        "*": mark("Everyone is dealt {value} cards."),
    },
    "dealer": {
        "cut": mark(
            "Everyone draws a card openly for the deal: the highest number deals, action cards count 0, "
            "ties draw again."
        ),
        "cut-redraw": mark(
            "Everyone draws a card openly for the deal: the highest number deals, an action card is drawn "
            "again."
        ),
        "lot": mark("The first dealer is drawn by lot."),
    },
    "next_dealer": {
        "left": mark("The deal passes to the left after each round."),
        "right": mark("The deal passes to the right after each round."),
        "loser": mark("The player with the most points deals the next round, and its winner opens."),
    },
    "first_card": {
        "takes-effect": mark(
            "The first card turned up takes effect: on a Draw Two the first player draws two and misses, "
            "on a Skip he misses, on a Reverse the dealer plays first the other way round, on a Wild the "
            "first player names the colour and plays. A Wild Draw Four goes back, and the deck is "
            "shuffled again."
        ),
        "number-only": mark("Cards are turned up until a number shows; a Wild Draw Four goes back."),
        "dealer-lays": mark("The dealer's last card is laid open as his turn."),
    },
    "deck_empty": {
        "reshuffle": mark(
            "When the pile is used up, the discards except the top card are shuffled and become the new "
            "pile; if there are none either, you draw what there is or pass, and a full circle of passes "
            "ends the round: the lowest hand wins."
        ),
        "end-round": mark("When the pile is used up and nobody can play, the round is over."),
    },
    "theme": {
        "suits": mark(
            "The cards are shown as two ordinary decks: hearts, diamonds, clubs and spades for red, yellow, "
            "green and blue; ace for 1 and ten for 0; jack for Skip, queen for Reverse, king for Draw Two; "
            "jokers for the wilds."
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
        "forced": mark("Who can play has to play."),
    },
    "drawn_card": {
        "may-play": mark("If the drawn card fits, you may play it at once."),
        "keep": mark("A drawn card stays in the hand until your next turn."),
        "must-play": mark("If the drawn card fits, you have to play it."),
    },
    "reverse": {
        "lasting": mark("A Reverse turns the direction of play."),
        "one-turn": mark("A Reverse turns the direction of play for one turn."),
    },
    "skip": {
        "next-misses": mark("A Skip makes the next player miss the turn."),
        "play-again": mark("Who lays a Skip moves again."),
    },
    "wild": {
        "names-colour": mark("With a Wild you name the colour, and you may name the one in play."),
        "cover": mark("On a Wild you lay one more card of your choice."),
        "open": mark("On a Wild anything may follow."),
    },
    "wd4_legal": {
        "colour": mark(
            "It is legal only if no other card of your hand has the colour in play; numbers, symbols and "
            "wilds do not matter."
        ),
        "colour-or-wild": (
            mark("It is legal only if no other card of your hand has the colour in play or is a Wild.")
        ),
        "colour-or-symbol": (
            mark("It is legal only if no other card of your hand has the colour, number or symbol in play.")
        ),
        "always": mark("It is always legal."),
    },
    "challenge": {
        "on": mark(
            "You can bluff: an illegal one stands unless the player who has to draw challenges it; if it "
            "was legal after all, the challenger draws six and misses the turn."
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
            "Who is found guilty takes the card back, draws four cards and loses the turn; the earlier "
            "colour counts."
        ),
        "void": mark(
            "Who is found guilty draws four cards, and play goes on as if the card had not been laid."
        ),
    },
    "ready_after_four": {
        "on": mark("Play waits until the player who drew four cards says that he is ready."),
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
            "Who forgot it can be caught by the others until the next choice is made; who is not caught "
            "pays nothing, and who catches falsely cannot catch the next time."
        ),
        "automatic": mark("Forgetting it always costs."),
    },
    "uno_rescue": {
        "partner": mark("Your partner may say it for you."),
        "anyone": mark("Anyone may say it for you in time."),
    },
    "uno_reminder": {
        "on": mark("The table reminds you of it."),
    },
    "uno_penalty": {
        "*": mark("Who is caught draws {value} cards."),
    },
    "false_call_penalty": {
        "2": mark("A false UNO or a false catch costs two cards."),
    },
    "uno_slap": {
        "on": mark("After an UNO everybody slaps the pile; the last one draws two cards."),
    },
    "values": {
        "standard": mark("Numbers count their value, Skip, Reverse and Draw Two 20, wilds 50."),
        "numbers-only": mark("Numbers count their value, all other cards nothing."),
    },
    "score": {
        "winner-takes": mark("The winner of a round scores the cards in all other hands."),
        "own-points": mark("Everyone scores his own cards, and the lowest score wins."),
        "loser-at-target": mark("Everyone scores his own cards, and who first reaches the target loses."),
        "lazy": mark("Only the winner and the loser of each round are noted."),
        "one-round": mark("The game is one round."),
        "point-and-refill": mark("Who goes out scores one point, draws six cards and plays on."),
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
        "2v2": mark("Partners sit opposite; the round ends when either goes out, and the team scores."),
    },
    "to_the_last": {
        "on": mark("A round goes on for places until one player is left."),
    },
    "seven_rounds": {
        "on": mark("An emptied hand is refilled with six cards, then five, until the last one is gone."),
    },
    "zero_fifty": {
        "on": mark("A 0 as the only card left counts 50."),
    },
    "last_card_bonus": {
        "h2o": mark("Going out on a +1 takes 20 points off your total, on a +2 40."),
    },
    "stack": {
        "draw-two": mark("A Draw Two can be answered with a Draw Two; the penalty adds up."),
        "draw-four": mark("A Wild Draw Four can be answered with a Wild Draw Four; the penalty adds up."),
        "both": mark(
            "A Draw Two can be answered with a Draw Two, a Wild Draw Four with a Wild Draw Four; it adds up."
        ),
        "pass-on": mark("A Draw Two can be answered with a Draw Two, which passes it on without adding up."),
    },
    "jump_in": {
        "on": mark("Exactly the same card may be laid out of turn, and play goes on from there."),
    },
    "double_play": {
        "jump": mark("Your own second identical card may be jumped in, one after the other."),
        "together": mark("Two identical cards may be laid together."),
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
        "on": mark("A wild moves the colour one step: red, blue, green, yellow, red."),
    },
    "reverse_deflect": {
        "on": mark("A Reverse of a fitting colour turns a drawing card or a Skip back."),
    },
    "pair_as_skip": {
        "on": mark("Two identical cards can be laid as a Skip."),
    },
    "silence": {
        "twos": (
            mark("After a 2 nobody chats until the turn is back at who laid it; breaking it costs two cards.")
        ),
        "wilds": mark("After a wild nobody chats until the colour changes; breaking it costs two cards."),
    },
    "hint_penalty": {
        "0": "",
        "*": mark("Telling somebody what to play costs {value} cards."),
    },
    "misplay_penalty": {
        "0": "",
        "*": mark("Trying an illegal card costs {value} cards."),
    },
    "spin": {
        "each-turn": mark("The wheel is spun each turn."),
        "marked-cards": mark("The wheel is spun on marked cards."),
    },
    "open_replay": {
        "on": mark("When the game is over, all hands can be seen in the replay."),
    },
    "turn_clock": {
        "0": "",
        "*": mark("A turn may take {value} seconds."),
    },
    "key_sharing": {
        "on": mark("If a player vanishes for good, the round goes on."),
        "off": mark("If a player vanishes for good, the round cannot go on."),
    },
}
