"""Every text that a game shows to a person, in English; the catalogues of other languages are made from it.

`HAPPENED` holds up to three wordings of one sentence: about others, to the person it is about ("you"), and to
the person it is aimed at. {name} did it, {target} suffers it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from p2puno.language.cards import card, colour, in_suits
from p2puno.language.speech import OR, as_sentence, listed
from p2puno.language.texts import Counted, Text
from protocol.rules.cards import Face, Kind
from protocol.rules.needs import DrawReason

# What is said in the same way everywhere, so that it stands beside the texts it is used in.
__all__ = ["OR", "as_sentence", "card", "colour", "listed"]

NOTHING = Text("")


@dataclass(frozen=True, slots=True)
class Wording:
    """`you`: the reader did it; `to_you`: it was done to the reader. Empty: the same as `other`."""

    other: Text | Counted
    you: Text | Counted = NOTHING
    to_you: Text | Counted = NOTHING


# --- grammar ------------------------------------------------------------------------------------------


NO_CARDS = Text("no cards")
CARDS = Counted("{count} card", "{count} cards")
POINTS = Counted("{count} point", "{count} points")
CARD_AND_POINTS = Text("{card} {points}", "in a sum")
NAME_AND_CARD = Text("{name} {card}", "the cut")


def counted_cards(count: int) -> str:
    """How many there are."""
    return CARDS.of(count) if count else str(NO_CARDS)


def counted_points(points: int) -> str:
    return POINTS.of(points)


def in_hand_value(face: Face) -> str:
    """A term of the arithmetic: 'red 7' says its points itself, 'wild 50' and 'red skip 20' add them."""
    if face.kind is Kind.NUMBER and not (in_suits() and face.number in (0, 1)):
        return card(face)
    return CARD_AND_POINTS.format(card=card(face), points=face.points)


# --- what happened ------------------------------------------------------------------------------------

DIRECTION: Mapping[int, Text] = {1: Text("clockwise"), -1: Text("counter-clockwise")}

YOU = Text("you")
BOT_MARK = Text("bot")

HAPPENED: Mapping[str, Wording] = {
    "opened": Wording(Text("The table is open. Seats, clockwise: {seats}.")),
    "shuffling": Wording(Text("Shuffling: {step} of {steps} ({name}).")),
    "shuffled": Wording(Text("The {count} cards are shuffled.")),
    "reshuffled": Wording(
        Text("The pile is used up: the discards are shuffled, {count} cards to draw from.")
    ),
    "cut": Wording(Text("The cut for the dealer: {cards}.")),
    "dealer": Wording(
        Text("{name} cut the highest card and deals."), Text("You cut the highest card and deal.")
    ),
    "cut again": Wording(Text("{names} tie and cut again.")),
    "round": Wording(Text("Round {round}: {name} deals."), Text("Round {round}: you deal.")),
    "first card": Wording(Text("The first card is {card}.")),
    "first card back": Wording(
        Text("A wild draw four cannot be the first card: it goes back, and everything is shuffled again.")
    ),
    "dealt": Wording(Counted("Everybody is dealt {count} card.", "Everybody is dealt {count} cards.")),
    "played": Wording(
        Counted("{name} plays {card}, {count} card left.", "{name} plays {card}, {count} cards left."),
        Counted("You play {card}, {count} card left.", "You play {card}, {count} cards left."),
    ),
    "played last": Wording(
        Text("{name} plays {card}, the last card."), Text("You play {card}, your last card.")
    ),
    "played drawn": Wording(
        Counted(
            "{name} plays the card just drawn: {card}, {count} card left.",
            "{name} plays the card just drawn: {card}, {count} cards left.",
        ),
        Counted(
            "You play the card just drawn: {card}, {count} card left.",
            "You play the card just drawn: {card}, {count} cards left.",
        ),
    ),
    "colour": Wording(Text("{name} names {colour}."), Text("You name {colour}.")),
    "direction": Wording(Text("Play turns round: {direction} now.")),
    "skipped": Wording(Text("{name} misses this turn."), Text("You miss this turn.")),
    "kept": Wording(Text("{name} keeps the card."), Text("You keep the card.")),
    "passed": Wording(
        Text("{name} passes: there is nothing left to draw."),
        Text("You pass: there is nothing left to draw."),
    ),
    "uno": Wording(Text("{name} says UNO!"), Text("You say UNO!")),
    "false uno": Wording(
        Text("{name} says UNO, but that does not leave one card: it means nothing."),
        Text("You say UNO, but that does not leave one card: it means nothing."),
    ),
    "caught": Wording(
        Counted(
            "{name} catches {target}, who did not say UNO: {target} draws {count} card.",
            "{name} catches {target}, who did not say UNO: {target} draws {count} cards.",
        ),
        Counted(
            "You catch {target}, who did not say UNO: {target} draws {count} card.",
            "You catch {target}, who did not say UNO: {target} draws {count} cards.",
        ),
        Counted(
            "{name} catches you: you did not say UNO and draw {count} card.",
            "{name} catches you: you did not say UNO and draw {count} cards.",
        ),
    ),
    "false catch": Wording(
        Text("{name} tries to catch {target}, who had said UNO, and cannot catch next time."),
        Text("You try to catch {target}, who had said UNO: you cannot catch next time."),
        Text("{name} tries to catch you, but you had said UNO: {name} cannot catch next time."),
    ),
    "accepted": Wording(Text("{name} does not challenge."), Text("You do not challenge.")),
    "challenged": Wording(
        Text("{name} challenges the wild draw four: did {target} hold a {colour} card?"),
        Text("You challenge the wild draw four: did {target} hold a {colour} card?"),
        Text("{name} challenges your wild draw four: did you hold a {colour} card?"),
    ),
    "challenge won": Wording(
        Text("The challenge holds, and that is proved: {target} did hold one and draws four; {name} plays."),
        Text("Your challenge holds, and that is proved: {target} did hold one and draws four; you play."),
        Text("The challenge holds, and that is proved: you did hold one and draw four; {name} plays."),
    ),
    "challenge lost": Wording(
        Text("The challenge fails, and that is proved: {target} held none; {name} draws six."),
        Text("Your challenge fails, and that is proved: {target} held none; you draw six."),
        Text("The challenge fails, and that is proved: you held none; {name} draws six."),
    ),
    "shown": Wording(
        Text("{name}'s hand is shown to everyone: {cards}."), Text("Your hand is shown to everyone: {cards}.")
    ),
    "to bot": Wording(Text("A bot plays for {name} now."), Text("A bot plays for you now.")),
    "back": Wording(Text("{name} plays again."), Text("You play again.")),
    "chat": Wording(Text("{name}: {text}"), Text("You: {text}")),
}

SHOWN_TO_YOU = Text("Shown to you alone, the hand that was challenged: {cards}.")
RECEIVED = Text("New in your hand: {cards}.")
CHECKED_SO_FAR = Text(
    "Checked so far: shuffles {shuffles}, unmasked cards {unmaskings}, opened cards {openings}, "
    "challenges {challenges}."
)
WAITING_FOR = Text("Waiting for {names} ({seconds} seconds).")

TURN = Text("{name}'s turn: {top} on top.")
ANSWERING = Text("{name} may challenge the wild draw four.")
NAMING = Text("{name} names the first colour.")

DRAWN: Mapping[DrawReason, Wording] = {
    DrawReason.CHOICE: Wording(
        Counted("{name} draws {count} card.", "{name} draws {count} cards."),
        Counted("You draw {count} card.", "You draw {count} cards."),
    ),
    DrawReason.DRAW_TWO: Wording(
        Counted("{name} draws {count} card.", "{name} draws {count} cards."),
        Counted("You draw {count} card.", "You draw {count} cards."),
    ),
    DrawReason.DRAW_FOUR: Wording(
        Counted("{name} draws {count} card.", "{name} draws {count} cards."),
        Counted("You draw {count} card.", "You draw {count} cards."),
    ),
    DrawReason.GUILTY: Wording(
        Counted(
            "{name} draws {count} card for the illegal wild draw four.",
            "{name} draws {count} cards for the illegal wild draw four.",
        ),
        Counted(
            "You draw {count} card for the illegal wild draw four.",
            "You draw {count} cards for the illegal wild draw four.",
        ),
    ),
    DrawReason.FALSE_CHALLENGE: Wording(
        Counted(
            "{name} draws {count} card for the failed challenge.",
            "{name} draws {count} cards for the failed challenge.",
        ),
        Counted(
            "You draw {count} card for the failed challenge.",
            "You draw {count} cards for the failed challenge.",
        ),
    ),
    DrawReason.UNO: Wording(
        Counted(
            "{name} draws {count} card for the forgotten UNO.",
            "{name} draws {count} cards for the forgotten UNO.",
        ),
        Counted(
            "You draw {count} card for the forgotten UNO.", "You draw {count} cards for the forgotten UNO."
        ),
    ),
}
MISSING = Wording(
    Counted(
        "There is nothing left to draw: {name} is spared {count} card.",
        "There is nothing left to draw: {name} is spared {count} cards.",
    ),
    Counted(
        "There is nothing left to draw: you are spared {count} card.",
        "There is nothing left to draw: you are spared {count} cards.",
    ),
)

# --- the end of a round and of the game ---------------------------------------------------------------

ROUND_OUT = Wording(
    Text("Round {round} is over: {name} has no cards left."),
    Text("Round {round} is over: you have no cards left."),
)
ROUND_BLOCKED = Text("Round {round} is over: nobody can play or draw, and the lowest hand wins: {names}.")
HAND_LEFT = Text("  {name}: {sum} = {value}")
SCORES_ROUND = Wording(Text("{name} scores {points}: {sum}."), Text("You score {points}: {sum}."))
SCORES_NOTHING = Wording(Text("{name} scores nothing."), Text("You score nothing."))
SCORES = Text("Score after round {round}: {scores}.")
GAME_WON = Wording(
    Text("The game is over: {name} wins with {points}."), Text("The game is over: you win with {points}!")
)
GAME_SHARED = Text("The game is over: {names} share the first place with {points}.")
RESULT_OF_ONE = Text("  {name}: {score}")
RESULT = Text("  {name}: {sum} = {score}")

# --- hand and table -----------------------------------------------------------------------------------

HAND = Text("Your hand: {cards}. (* fits)")
HAND_NO_FIT = Text("Your hand: {cards}. (nothing fits)")
HAND_PLAIN = Text("Your hand: {cards}.")
HAND_EMPTY = Text("Your hand is empty.")
TOP = Text("{card}")
TOP_WILD = Text("{card} (colour {colour})")
TOP_WILD_UNNAMED = Text("{card} (no colour yet)")
NO_TOP = Text("nothing")
STATUS = Text("{top} on top, {pile} in the pile, {direction}: {seats}.")
TABLE_ROUND = Text("Round {round}, to {goal}.")
TABLE_BEFORE = Text("The dealer is being cut for.")
GOAL_TARGET = Text("{target} points")
GOAL_ROUNDS = Text("the end of round {rounds}")
GOAL_ONE = Text("the end of this round")
TABLE_SCORES = Text("Score: {scores}.")

# --- questions ----------------------------------------------------------------------------------------

YOUR_TURN = Text("Your turn: {status}")
CAN = Text("You can: {choices}.")
CAN_PLAY = Text("play {fitting}")
CAN_CATCH = Text("catch {name}")
UNO_HINT = Text("Two cards left: say UNO with the card, `uno play N`.")
UNO_HINT_DRAWN = Text("That leaves one card: say UNO with it, `uno play {number}`.")
WILD_HINT = Text("Name the colour with a wild, for example `play {number} green`.")
ASK_COLOUR = Text(
    "The first card is a wild. Name the colour: colour red, yellow, green or blue; then you play."
)
ASK_FOUR = Text(
    "{name} played a wild draw four on {colour} and named {named}. "
    "You can: accept (draw four and miss the turn), or challenge (if {name} still held a {colour} card, "
    "{name} draws four and you play; if not, you draw six and miss the turn)."
)
ASK_DRAWN = Text("You drew {card}, number {number}, and it fits. You can: play {number}, keep.")
ASK_DRAWN_WILD = Text("You drew {card}, number {number}, and it fits. You can: play {number} COLOUR, keep.")
KEEPING = Text("You drew {card}: it does not fit and is kept.")
SECONDS_LEFT = Counted("You have {count} second.", "You have {count} seconds.")
ASK_CATCH = Text("If {name} did not say UNO in time, you can: catch {name}.")

# --- answers to lines ---------------------------------------------------------------------------------

NOT_YOUR_TURN = Text("It is not your turn. {now}")
NOW_WAITS_FOR = Text("The table waits for {names}.")
NOW_NEXT_ROUND = Text("The next round begins when everybody is ready.")
NOW_BUSY = Text("The cards are being shuffled or dealt.")
NOT_POSSIBLE = Text("That is not possible now. {can}")
ONLY_DRAWN = Text("You have drawn: only that card may be played now. {can}")
ASKED_DRAWN = Text("play {number} or keep")
ASKED_FOUR = Text("accept or challenge")
ASKED_COLOUR = Text("colour red, yellow, green or blue")
NOBODY_TO_CATCH = Text("Nobody can be caught now.")
NOT_CATCHABLE = Text("{name} cannot be caught now.")
CANNOT_CATCH_SELF = Text("You cannot catch yourself.")
NO_SUCH_NAME = Text("Nobody here is called {name}; there are {names}.")
NO_SUCH_CARD = Text("You have no {card}. {can}")
DOES_NOT_FIT = Text("No: {why} {can}")
NO_SUCH_NUMBER = Text("There is no card number {number} in your hand. {can}")
CARD_GONE = Text("Card number {number} has left your hand; `hand` shows it as it is now.")
NEEDS_COLOUR = Text("Name the colour with it, for example `play {card} green`.")
NO_COLOUR_NAMED = Text("Only a wild takes a colour: `play {card}`.")
UNO_ALONE = Text("Say UNO together with the card: `uno play 2`.")
WHICH_CARD = Text("Which card? For example `play 2` or `play red 5`.")
REFUSED = Text("That did not count: {sentence}")
KEPT_FOR_LATER = Text("You keep the card; your next line is for a later turn.")
COLOUR_FOR_LATER = Text("You name {colour}; your next line is for the turn after it.")
EMPTY_SAY = Text("Say what? For example `say hello`.")
LEAVING = Text("You leave the table.")
NOTHING_TO_START = Text("There is nothing to start: the game is on.")

NOT_UNDERSTOOD = Text("`{line}` is not understood; `help` lists what can be said.")
NOT_A_CARD = Text("`{words}` is no card: say for example `red 5`, `blue skip`, `wild` or `wild draw four`.")
WHICH_COLOUR = Text("Which colour? There are red, yellow, green and blue.")
NOT_A_COLOUR = Text("`{words}` is no colour: there are red, yellow, green and blue.")
TOO_MUCH = Text("`{word}` stands alone: say just `{word}`.")

HELP: Sequence[tuple[Text | tuple[str, ...], Text]] = (
    (Text("play 3"), Text("lay card number 3 of your hand as it was last shown")),
    (Text("play red 5"), Text("lay a card by its name: red 5, blue skip, green reverse, yellow draw two")),
    (Text("play wild green"), Text("lay a wild (or: wild draw four) and name the colour; also play 3 green")),
    (Text("uno play 2"), Text("lay a card and say UNO; in short: u 2")),
    (("draw",), Text("take a card; if it fits: play or keep")),
    (("keep",), Text("keep the card you drew")),
    (("accept", "challenge"), Text("answer a wild draw four")),
    (Text("colour red"), Text("name the first colour")),
    (Text("catch Ann"), Text("Ann has one card and did not say UNO")),
    (("pass",), Text("when there is nothing left to draw")),
    (("hand", "table"), Text("show your hand, or the table and the score")),
    (("rules", "scores"), Text("show the rules of this table, or the points of every round")),
    (("next",), Text("go on to the next round; Enter does it too")),
    (Text("let in Bob"), Text("let Bob, who has asked, sit down with the next round")),
    (("bot", "back"), Text("hand your seat to a bot, and take it back")),
    (Text("vote Bob"), Text("go on without Bob, whom the table waits for, if the others agree")),
    (Text("say …"), Text("talk to the table")),
    (("ready", "not ready"), Text("show the others before the game whether it may begin")),
    (Text("send away Bob"), Text("before the game, if you opened the table: Bob's seat is free again")),
    (("fingerprints",), Text("the keys of all players in words, to be compared aloud")),
    (("start",), Text("begin, if you opened the table")),
    (("quit",), Text("leave the table (so does the end of the input)")),
)
"""What can be typed, as an example or the names of commands, and what it does."""
HELP_PIPED = Text(
    "Piped lines wait in their order until they apply; one that can never apply is answered and dropped."
)

# --- absence ------------------------------------------------------------------------------------------

VOTE_HOW = Text("About whom, or what? `vote yes` or `vote no` about a hint; `vote Bob` to go on without Bob.")
NUDGED = Text(
    "{name} is connected: you ask that the program there plays on. `vote {name}` again: go on without {name}."
)
MAY_NUDGE = Text("`vote {name}` asks the program there to play on.")
NUDGED_ONLY = Text("{name} is connected: you ask that the program there plays on.")
TOO_FEW_LEFT = Text(
    "Nobody can vote for going on without {names}: it takes more than half of the players (bots count with "
    "whoever brought them). You can wait, or leave; the transcript and the points stand."
)
MISSED_AS_WELL = Text("{names} cannot agree, being away as well: vote about {names} too.")
VOTED = Text("You vote for going on without {name}.")
NOT_WAITED_FOR = Text("The table does not wait for {name}.")
MAY_VOTE = Text("`vote {name}` asks the others to go on without.")
WANTS_OUT = Text(
    "{name} wants to go on without {names}: you agree with `vote` and the name, or on the screen with z."
)
IS_BACK = Text("{name} is back.")
LOST_BUT_REACHED = Text("{name} has no link here any more, but is still linked with {names}.")
LOST_BY_ALL = Text("Nobody has a link to {name} any more.")

# --- company ------------------------------------------------------------------------------------------

MAY_SIT_DOWN = Text("You decide whether to let in {names}: with `let in`, or on the screen with +.")
LET_IN_WHOM = Text("Several ask to be let in: {names}. Say whom, as in `let in {name}`.")
LET_IN = Text("You let in {names}.")
NOBODY_ASKS = Text("Nobody asks to be let in.")
LOOK_ON = Counted("{count} person looks on.", "{count} people look on.")
NOBODY_LOOKS_ON = Text("Nobody looks on any more.")
LOBBY_LOOKS_ON = Text("You look on; the game has not begun. You can: table; fingerprints; quit.")
ONLY_LOOKS_ON = Text("You only look on. You can: table; rules; scores; fingerprints; quit.")
WATCHED_TO_THE_END = Text("Everything that happened was checked here as well.")
STILL_READING = Text("Not ready for the next round yet: {names}.")
READING_FOR = Text("Not ready for the next round yet: {names} ({seconds} seconds).")
ASK_NEXT = Text("The next round begins when everybody is ready. You can: next (or just Enter).")
GONE_ON = Text("You are ready for the next round.")
NOTHING_NEXT = Text("There is nothing to go on to now: `next` is for the time between rounds.")
BOT_PLAYS = Text("A bot plays for you: `back` takes the seat back.")
PLAYS_YOURSELF = Text("You play yourself; `bot` hands the seat to a bot.")

# --- after the game -----------------------------------------------------------------------------------

TRANSCRIPT_AT = "transcript: {path}"
SAME_GAME = Text("Who has the same game sees the same words: {words}")
"""Scripts look for this line: it is the same in every language."""
ASK_AGAIN = Text("You can: rematch (the same table once more); quit.")
ASK_BACK = Text("You can: back (ask to sit down again, from the next round on); quit.")
AGAIN_OPENER = Text(
    "The table is open again for those who have just played; the game starts when all are back."
)
AGAIN_GUEST = Text(
    "Waiting until whoever opened the table opens it again, five minutes at most. You can: quit."
)

# --- before the game ----------------------------------------------------------------------------------

NOT_STARTED = Text("The game has not begun yet.")
RULES_CHANGED = Text("classic with {changes}")
RULES_UNKNOWN = Text("not known to this version")
LOBBY_OPEN = Text("Your table is open at {address}. Others: `p2puno join`, or `p2puno join {address}`.")
LOBBY_OPEN_ALSO = Text("It can also be reached at {addresses}.")
LOBBY_TABLE = Text("Table: {table}. Rules: {rules} (`rules` says them in words).")
LOBBY_CAME = Text("{name} sits down.")
LOBBY_LEFT = Text("{name} has left.")
LOBBY_SEATS = Text("At the table: {seats}; {taken} of {capacity} seats are taken.")
LOBBY_BY_ITSELF = Text("The game starts when {capacity} are seated.")
LOBBY_OPENER_STARTS = Text("The game starts when whoever opened the table says so. You can: ready; quit.")
LOBBY_YOU_START = Text("You can: start; send away NAME; quit.")
LOBBY_ALONE = Text("You can: wait for others; quit.")
LOBBY_ONLY_OPENER = Text("Only whoever opened the table can start.")
LOBBY_ONLY_OPENER_SENDS = Text("Only whoever opened the table can send somebody away.")
LOBBY_READY = Text("{name} is ready.")
LOBBY_NOT_READY = Text("{name} is not ready.")
LOBBY_UNREADY = Text("Not ready yet: {names}. The game starts all the same.")
READY_MARK = Text("ready")
FINGERPRINT = Text("{name}: {words}", "a player's fingerprint in words")
ACQUAINTANCE = Text("{name}: {games}, first on {first}, last on {last}; {words}")
GAMES_TOGETHER = Counted("{count} game together", "{count} games together")
KNOWN_AS = Text("{name} is the player you know as {former}: the key is the same.")
NEW_UNDER_NAME = Text(
    "{name} has a key you have not met: this is not the {known} you have played with. "
    "If it should be, compare fingerprints: {words}."
)
NEW_LOOKS_LIKE = Text(
    "{name} only looks like {known}, with whom you have played: the key is another one. "
    "If it should be the same person, compare fingerprints: {words}."
)
SEND_WHOM = Text("Send away whom? For example `send away Bob`.")
LOBBY_OVER = Text("That is for the time before the game: the game is on.")
NOT_OVER = Text("`rematch` is for the time after a game.")
LOBBY_NOBODY_YET = Text("A game needs at least two: wait until somebody sits down.")
