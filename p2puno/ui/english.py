"""Every text that a game shows to a person in English; another language is another file like this.

`HAPPENED` holds up to three wordings of one sentence: about others, to the person it is about ("you"), and to
the person it is aimed at. {name} did it, {target} suffers it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol.rules.cards import Colour, Face, Kind
from protocol.rules.needs import DrawReason


@dataclass(frozen=True, slots=True)
class Wording:
    """`you`: the reader did it; `to_you`: it was done to the reader. Empty: the same as `other`."""

    other: str
    you: str = ""
    to_you: str = ""


# --- grammar ------------------------------------------------------------------------------------------


def card(face: Face) -> str:
    return face.label


def colour(value: Colour) -> str:
    return value.label


def counted_cards(count: int) -> str:
    return {0: "no cards", 1: "one card"}.get(count, f"{count} cards")


def counted_points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def listed(items: Sequence[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def in_hand_value(face: Face) -> str:
    """A term of the arithmetic: 'red 7' says its points itself, 'wild 50' and 'red skip 20' add them."""
    return face.label if face.kind is Kind.NUMBER else f"{face.label} {face.points}"


def as_sentence(words: str) -> str:
    """With one full stop, wherever the words come from."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


# --- what happened ------------------------------------------------------------------------------------

DIRECTION: Mapping[int, str] = {1: "clockwise", -1: "counter-clockwise"}

YOU = "you"
BOT_MARK = "bot"

HAPPENED: Mapping[str, Wording] = {
    "opened": Wording("The table is open. Seats, clockwise: {seats}."),
    "shuffling": Wording("Shuffling: {step} of {steps} ({name})."),
    "shuffled": Wording("The {count} cards are shuffled."),
    "reshuffled": Wording("The pile is used up: the discards are shuffled, {count} cards to draw from."),
    "cut": Wording("The cut for the dealer: {cards}."),
    "dealer": Wording("{name} cut the highest card and deals.", "You cut the highest card and deal."),
    "cut again": Wording("{names} tie and cut again."),
    "round": Wording("Round {round}: {name} deals.", "Round {round}: you deal."),
    "first card": Wording("The first card is {card}."),
    "first card back": Wording(
        "A wild draw four cannot be the first card: it goes back, and everything is shuffled again."
    ),
    "dealt": Wording("Everybody is dealt {cards}."),
    "played": Wording("{name} plays {card}, {left} left.", "You play {card}, {left} left."),
    "played drawn": Wording(
        "{name} plays the card just drawn: {card}, {left} left.",
        "You play the card just drawn: {card}, {left} left.",
    ),
    "colour": Wording("{name} names {colour}.", "You name {colour}."),
    "direction": Wording("Play turns round: {direction} now."),
    "skipped": Wording("{name} misses this turn.", "You miss this turn."),
    "kept": Wording("{name} keeps the card.", "You keep the card."),
    "passed": Wording(
        "{name} passes: there is nothing left to draw.", "You pass: there is nothing left to draw."
    ),
    "uno": Wording("{name} says UNO!", "You say UNO!"),
    "false uno": Wording(
        "{name} says UNO, but that does not leave one card: it means nothing.",
        "You say UNO, but that does not leave one card: it means nothing.",
    ),
    "caught": Wording(
        "{name} catches {target}, who did not say UNO: {target} draws {cards}.",
        "You catch {target}, who did not say UNO: {target} draws {cards}.",
        "{name} catches you: you did not say UNO and draw {cards}.",
    ),
    "false catch": Wording(
        "{name} tries to catch {target}, who had said UNO, and cannot catch next time.",
        "You try to catch {target}, who had said UNO: you cannot catch next time.",
        "{name} tries to catch you, but you had said UNO: {name} cannot catch next time.",
    ),
    "accepted": Wording("{name} does not challenge.", "You do not challenge."),
    "challenged": Wording(
        "{name} challenges the wild draw four: did {target} hold a {colour} card?",
        "You challenge the wild draw four: did {target} hold a {colour} card?",
        "{name} challenges your wild draw four: did you hold a {colour} card?",
    ),
    "challenge won": Wording(
        "The challenge holds, and that is proved: {target} did hold one and draws four; {name} plays.",
        "Your challenge holds, and that is proved: {target} did hold one and draws four; you play.",
        "The challenge holds, and that is proved: you did hold one and draw four; {name} plays.",
    ),
    "challenge lost": Wording(
        "The challenge fails, and that is proved: {target} held none; {name} draws six.",
        "Your challenge fails, and that is proved: {target} held none; you draw six.",
        "The challenge fails, and that is proved: you held none; {name} draws six.",
    ),
    "shown": Wording(
        "{name}'s hand is shown to everyone: {cards}.", "Your hand is shown to everyone: {cards}."
    ),
    "shown to you": Wording("Shown to you alone, the hand that was challenged: {cards}."),
    "received": Wording("New in your hand: {cards}."),
    "checked": Wording(
        "Checked so far: shuffles {shuffles}, unmasked cards {unmaskings}, opened cards {openings}, "
        "challenges {challenges}."
    ),
    "turn": Wording("{name}'s turn: {top} on top."),
    "answering": Wording("{name} may challenge the wild draw four."),
    "naming": Wording("{name} names the first colour."),
    "waiting": Wording("Waiting for {names} ({seconds} seconds)."),
    "chat": Wording("{name}: {text}", "You: {text}"),
}

DRAWN: Mapping[DrawReason, Wording] = {
    DrawReason.CHOICE: Wording("{name} draws {cards}.", "You draw {cards}."),
    DrawReason.DRAW_TWO: Wording("{name} draws {cards}.", "You draw {cards}."),
    DrawReason.DRAW_FOUR: Wording("{name} draws {cards}.", "You draw {cards}."),
    DrawReason.GUILTY: Wording(
        "{name} draws {cards} for the illegal wild draw four.",
        "You draw {cards} for the illegal wild draw four.",
    ),
    DrawReason.FALSE_CHALLENGE: Wording(
        "{name} draws {cards} for the failed challenge.", "You draw {cards} for the failed challenge."
    ),
    DrawReason.UNO: Wording(
        "{name} draws {cards} for the forgotten UNO.", "You draw {cards} for the forgotten UNO."
    ),
}
MISSING = Wording(
    "There is nothing left to draw: {name} is spared {cards}.",
    "There is nothing left to draw: you are spared {cards}.",
)

# --- the end of a round and of the game ---------------------------------------------------------------

ROUND_OUT = Wording(
    "Round {round} is over: {name} has no cards left.", "Round {round} is over: you have no cards left."
)
ROUND_BLOCKED = "Round {round} is over: nobody can play or draw, and the lowest hand wins: {names}."
HAND_LEFT = "  {name}: {sum} = {value}"
SCORES_ROUND = Wording("{name} scores {points}: {sum}.", "You score {points}: {sum}.")
SCORES_NOTHING = Wording("{name} scores nothing.", "You score nothing.")
SCORES = "Score after round {round}: {scores}."
GAME_WON = Wording("The game is over: {name} wins with {points}.", "The game is over: you win with {points}!")
GAME_SHARED = "The game is over: {names} share the first place with {points}."
RESULT_OF_ONE = "  {name}: {score}"
RESULT = "  {name}: {sum} = {score}"

# --- hand and table -----------------------------------------------------------------------------------

HAND = "Your hand: {cards}. (* fits)"
HAND_NO_FIT = "Your hand: {cards}. (nothing fits)"
HAND_PLAIN = "Your hand: {cards}."
HAND_EMPTY = "Your hand is empty."
TOP = "{card}"
TOP_WILD = "{card} (colour {colour})"
TOP_WILD_UNNAMED = "{card} (no colour yet)"
NO_TOP = "nothing"
STATUS = "{top} on top, {pile} in the pile, {direction}: {seats}."
TABLE_ROUND = "Round {round}, to {goal}."
TABLE_BEFORE = "The dealer is being cut for."
GOAL_TARGET = "{target} points"
GOAL_ROUNDS = "the end of round {rounds}"
GOAL_ONE = "the end of this round"
TABLE_SCORES = "Score: {scores}."

# --- questions ----------------------------------------------------------------------------------------

YOUR_TURN = "Your turn: {status}"
CAN = "You can: {choices}."
CAN_PLAY = "play {fitting}"
CAN_DRAW = "draw"
CAN_PASS = "pass"  # noqa: S105 - a move, no password
CAN_CATCH = "catch {name}"
UNO_HINT = "Two cards left: say UNO with the card, `uno play N`."
UNO_HINT_DRAWN = "That leaves one card: say UNO with it, `uno play {number}`."
WILD_HINT = "Name the colour with a wild, for example `play {number} green`."
ASK_COLOUR = "The first card is a wild. Name the colour: colour red, yellow, green or blue; then you play."
ASK_FOUR = (
    "{name} played a wild draw four on {colour} and named {named}. "
    "You can: accept (draw four and miss the turn), or challenge (if {name} still held a {colour} card, "
    "{name} draws four and you play; if not, you draw six and miss the turn)."
)
ASK_DRAWN = "You drew {card}, number {number}, and it fits. You can: play {number}, keep."
ASK_DRAWN_WILD = "You drew {card}, number {number}, and it fits. You can: play {number} COLOUR, keep."
KEEPING = "You drew {card}: it does not fit and is kept."
ASK_CATCH = "If {name} did not say UNO in time, you can: catch {name}."

# --- answers to lines ---------------------------------------------------------------------------------

NOT_YOUR_TURN = "It is not your turn. {now}"
NOW_WAITS_FOR = "The table waits for {names}."
NOW_BUSY = "The cards are being shuffled or dealt."
NOT_POSSIBLE = "That is not possible now. {can}"
ONLY_DRAWN = "You have drawn: only that card may be played now. {can}"
ASKED_DRAWN = "play {number} or keep"
ASKED_KEEP = "keep"
ASKED_FOUR = "accept or challenge"
ASKED_COLOUR = "colour red, yellow, green or blue"
NOBODY_TO_CATCH = "Nobody can be caught now."
NOT_CATCHABLE = "{name} cannot be caught now."
CANNOT_CATCH_SELF = "You cannot catch yourself."
NO_SUCH_NAME = "Nobody here is called {name}; there are {names}."
NO_SUCH_CARD = "You have no {card}. {can}"
DOES_NOT_FIT = "No: {why} {can}"
NO_SUCH_NUMBER = "There is no card number {number} in your hand. {can}"
CARD_GONE = "Card number {number} has left your hand; `hand` shows it as it is now."
NEEDS_COLOUR = "Name the colour with it, for example `play {card} green`."
NO_COLOUR_NAMED = "Only a wild takes a colour: `play {card}`."
UNO_ALONE = "Say UNO together with the card: `uno play 2`."
WHICH_CARD = "Which card? For example `play 2` or `play red 5`."
REFUSED = "That did not count: {sentence}"
KEPT_FOR_LATER = "You keep the card; your next line is for a later turn."
COLOUR_FOR_LATER = "You name {colour}; your next line is for the turn after it."
EMPTY_SAY = "Say what? For example `say hello`."
LEAVING = "You leave the table."
NOTHING_TO_START = "There is nothing to start: the game is on."

NOT_PLAYED = "`{word}` belongs to rules that are not played at this table."
NOT_UNDERSTOOD = "`{line}` is not understood; `help` lists what can be said."
NOT_A_CARD = "`{words}` is no card: say for example `red 5`, `blue skip`, `wild` or `wild draw four`."
WHICH_COLOUR = "Which colour? There are red, yellow, green and blue."
NOT_A_COLOUR = "`{words}` is no colour: there are red, yellow, green and blue."
TOO_MUCH = "`{word}` stands alone: say just `{word}`."

HELP = (
    "play 3             lay card number 3 of your hand as it was last shown",
    "play red 5         lay a card by its name: red 5, blue skip, green reverse, yellow draw two",
    "play wild green    lay a wild (or: wild draw four) and name the colour; also play 3 green",
    "uno play 2         lay a card and say UNO; in short: u 2",
    "draw               take a card; if it fits: play or keep",
    "keep               keep the card you drew",
    "accept, challenge  answer a wild draw four",
    "colour red         name the first colour",
    "catch Ann          Ann has one card and did not say UNO",
    "pass               when there is nothing left to draw",
    "hand, table        show your hand, or the table and the score",
    "say …              talk to the table",
    "start              begin, if you opened the table",
    "quit               leave the table (so does the end of the input)",
)
HELP_PIPED = (
    "Piped lines wait in their order until they apply; one that can never apply is answered and dropped."
)

# --- before the game ----------------------------------------------------------------------------------

NOT_STARTED = "The game has not begun yet."
RULES_CHANGED = "classic with {changes}"
RULES_UNKNOWN = "not known to this version"
LOBBY_OPEN = "Your table is open at {address}. Others: `p2puno join`, or `p2puno join {address}`."
LOBBY_OPEN_ALSO = "It can also be reached at {addresses}."
LOBBY_TABLE = "Table: {table}. Rules: {rules} (`p2puno rules` says rules in words)."
LOBBY_CAME = "{name} sits down."
LOBBY_LEFT = "{name} has left."
LOBBY_SEATS = "At the table: {seats}; {taken} of {capacity} seats are taken."
LOBBY_BY_ITSELF = "The game starts when {capacity} are seated."
LOBBY_OPENER_STARTS = "The game starts when whoever opened the table says so."
LOBBY_YOU_START = "You can: start; quit."
LOBBY_ALONE = "You can: wait for others; quit."
LOBBY_ONLY_OPENER = "Only whoever opened the table can start."
LOBBY_NOBODY_YET = "A game needs at least two: wait until somebody sits down."
