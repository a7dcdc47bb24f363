"""Every text of the full screen that line mode does not have; `texts.py` holds the others."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language import cards
from p2puno.language.suits import SIGNS, fits_two_decks, short_rank
from p2puno.language.texts import Counted, Text
from protocol.rules.cards import Colour, Face, Kind

# --- cards --------------------------------------------------------------------------------------------

LETTER: Mapping[Colour, Text] = {
    Colour.RED: Text("R"),
    Colour.YELLOW: Text("Y"),
    Colour.GREEN: Text("G"),
    Colour.BLUE: Text("B"),
}
SYMBOL: Mapping[Kind, Text] = {
    Kind.SKIP: Text(" skip"),
    Kind.REVERSE: Text(" rev"),
    Kind.DRAW_TWO: Text("+2"),
    Kind.WILD: Text("wild"),
    Kind.WILD_DRAW_FOUR: Text("wild+4"),
    Kind.WILD_SHUFFLE_HANDS: Text("mix"),
    Kind.WILD_SWAP_HANDS: Text("swap"),
    Kind.WILD_DRAW_EIGHT: Text("wild+8"),
    Kind.WILD_DRAW_TEN: Text("+10"),
    Kind.WILD_PLUS_ONE: Text("all+1"),
    Kind.WILD_PLUS_TWO: Text("all+2"),
}
BIG_SYMBOL: Mapping[Kind, Text] = {
    Kind.SKIP: Text("SKIP"),
    Kind.REVERSE: Text("REV"),
    Kind.DRAW_TWO: Text("+2"),
    Kind.WILD: Text("WILD"),
    Kind.WILD_DRAW_FOUR: Text("+4"),
    Kind.WILD_SHUFFLE_HANDS: Text("MIX"),
    Kind.WILD_SWAP_HANDS: Text("SWAP"),
    Kind.WILD_DRAW_EIGHT: Text("+8"),
    Kind.WILD_DRAW_TEN: Text("+10"),
    Kind.WILD_PLUS_ONE: Text("+1"),
    Kind.WILD_PLUS_TWO: Text("+2"),
}


def letter(colour: Colour) -> str:
    """The one character that tells the colour where there is none: a letter, or the sign of its suit."""
    return SIGNS[colour] if cards.in_suits() else str(LETTER[colour])


COLOUR_KEYS = " ".join(letter.source.lower() for letter in LETTER.values())


def colour_keys() -> tuple[str, ...]:
    """What is pressed for a colour: the letter on its cards, for suits an English one."""
    if cards.in_suits():
        return tuple(COLOUR_KEYS.split())
    return tuple(str(letter).lower() for letter in LETTER.values())


def choice(colour: Colour) -> str:
    """The sign of a colour beside which its key can be read."""
    return f"{colour_keys()[colour]} {SIGNS[colour]}" if cards.in_suits() else letter(colour)


def short(face: Face) -> str:
    """'R5', 'Y skip', 'G+2', 'wild': a card in few cells, its colour as a letter."""
    sign = "" if face.colour is None else letter(face.colour)
    if cards.in_suits() and fits_two_decks(face):
        return f"{sign}{short_rank(face)}"
    return f"{sign}{SYMBOL[face.kind] if face.number is None else face.number}"


def big(face: Face) -> str:
    """What stands in the middle of the large card."""
    if cards.in_suits() and fits_two_decks(face):
        return short_rank(face).upper()
    return str(BIG_SYMBOL[face.kind] if face.number is None else face.number)


def wilds() -> str:
    """What the cards without a colour are called together."""
    return str(JOKERS if cards.in_suits() else WILDS)


def colour_name(colour: Colour) -> str:
    return cards.colour(colour).capitalize()


# --- the table ----------------------------------------------------------------------------------------

TITLE = Text("p2puno")
PLAYER, CARDS, POINTS = Text("Player"), Text("Cards"), Text("Points")
YOU_MARK = Text(" (you)")
BOT_MARK = Text(" (bot)")
UNO = Text("UNO!")
AWAY_SECONDS, AWAY_MINUTES = Text("wait {count}s"), Text("wait {count}m")
BY_BOT = Text("by a bot")
GONE = Text("away")
LEFT = Text("has left")
NEXT = Text("next", "who plays next")


def away(seconds: float) -> str:
    """For how long a seat is waited for."""
    return (
        AWAY_SECONDS.format(count=int(seconds))
        if seconds < 100
        else AWAY_MINUTES.format(count=int(seconds / 60))
    )


ON_TOP = Text("On top: {card}")
COLOUR = Text("Colour: ")
NO_COLOUR = Text("not named yet")
UNDER = Text("Before: ")
PILE = Text("Draw pile: {cards}")
PLAY_DOWN = Text("Play goes down the list: v")
PLAY_UP = Text("Play goes up the list: ^")
LOOKING_ON = Text("You look on")
HAND = Text("Your hand: {cards}")
HAND_FITS = Text("Your hand: {cards}, * fits")
WILDS, JOKERS = Text("Wild"), Text("Jokers")
DRAWN = Text("Drawn")
SAYING_UNO = Text("with UNO!")
MORE_ABOVE = Counted("{count} more above", "{count} more above")
MORE_BELOW = Counted("{count} more below", "{count} more below")
LOG = Text("What happened")
LOG_BACK = Text("What happened (PgDn: newer)")
SAY = Text("Say: ")
CHOOSE_COLOUR = Text("Which colour? ")
CHECKED = Text("Checked: {shuffles}, {unmaskings}, {openings}, {challenges}")
SHUFFLES = Counted("{count} shuffle", "{count} shuffles")
UNMASKINGS = Counted("{count} card unmasked", "{count} cards unmasked")
OPENINGS = Counted("{count} card opened", "{count} cards opened")
CHALLENGES = Counted("{count} challenge", "{count} challenges")
TOO_SMALL = Text("The window is too small: it has {columns} x {rows}.")
TOO_SMALL_NEED = Text("The table needs {columns} columns and {rows} rows.")
TOO_SMALL_HOW = Text("Make it larger, or leave with Ctrl-C.")


# --- what is going on ---------------------------------------------------------------------------------

YOUR_TURN = Text("YOUR TURN")
CLOCK = Counted("{headline}  ({count} second left)", "{headline}  ({count} seconds left)")
SENT = Text("Sent ...")
TURN = Text("{name}'s turn")
ANSWERING = Text("{name} may challenge the wild draw four")
NAMING = Text("{name} names the first colour")
SHUFFLING = Text("Shuffling [{bar}] {step} of {steps}: {name} is done")
SHUFFLE_BEGINS = Text("Shuffling begins ...")
CUTTING = Text("The cards that decide who deals are opened ...")
FIRST_CARD = Text("The first card is opened ...")
DEALING = Text("Dealing: every card is unmasked by everybody and checked ...")
DRAWING = Text("{name} is dealt {cards} ...")
DRAWING_YOU = Text("You are dealt {cards} ...")
PROVING = Text("The challenge is being proved ...")
OPENING = Text("The hands are opened ...")
NEXT_ROUND = Text("The next round begins ...")
GAME_OVER = Text("The game is over")
BOT_PLAYS_YOU = Text("A BOT PLAYS YOUR SEAT")
BOT_PLAYS_HINT = Text("Press t to play yourself again, at any moment.")
NAME_FIRST = Text("The first card is a wild: you name its colour, then you play.")
DREW_FITS = Text("You drew {card}, and it fits: play it or keep it")
DREW_KEPT = Text("You drew {card}: it does not fit and is kept")
FOUR_LAID = Text("{name} laid a wild draw four on you, and named {named}")

# --- advice -------------------------------------------------------------------------------------------

PLAYS = Text("Enter plays {card}.")
PLAYS_WILD = Text("Enter plays {card}; the colour comes next.")
UNO_HINT = Text("That leaves one card: press u first to say UNO.")
UNO_SET = Text("You say UNO with it.")
NOTHING_FITS = Text("Nothing in your hand fits: press d to draw a card.")
CHOOSE_A_CARD = Text("Choose a card with the arrow keys, then press Enter.")
FOUR_HINT = Text(
    "Accept: you draw four and miss a turn. Challenge: if {name} still held {colour}, {name} draws four; "
    "if not, you draw six."
)
COLOUR_HINT = Text("Enter sends the {what}; Backspace takes it back.")
COLOUR_HINT_FIRST = Text("Press a letter or an arrow; Enter names the colour.")
CATCH_HINT = Text("No UNO from {name}? x catches.")
ONLY_DRAWN = Text("You have drawn: only that card may be played now, or kept.")
NOT_YOUR_TURN = Text("It is not your turn: wait for {name}.")
NOT_NOW = Text("The cards are being shuffled or dealt: wait a moment.")
TOO_QUICK = Text("Too quick: press it again if you mean it.")
NO_SUCH_KEY = Text("{key} does nothing now; press ? for the keys that do.")
UNO_LATER = Text("UNO is said with the card that leaves you one: not now.")
NO_CARD_OF = Text("You have no such card.")
MARKS_ON, MARKS_OFF = Text("Cards that fit are marked."), Text("Cards that fit are not marked any more.")
BELL_ON, BELL_OFF = Text("A bell rings when it is your turn."), Text("The bell is off.")
HINTS_ON, HINTS_OFF = Text("Hints are shown."), Text("Hints are not shown any more.")
PASTE_CUT = Text("A line has {limit} characters at most: the rest was dropped.")
CHAT_DROPPED = Text("{name} says too much at once. Lines that were not shown: {count}.")

# --- keys: (what it is called on the key line, what it does in the help) ------------------------------

KEY_NAMES: Mapping[str, Text] = {
    "Arrows": Text("Arrows"),
    "Up/Down": Text("Up/Down"),
    "Left/Right": Text("Left/Right"),
    "0 to 9": Text("0 to 9"),
}
"""Names that a keyboard does not show; all others stay as they stand on the keys."""

KEYS: Mapping[str, tuple[Text, Text]] = {
    "choose": (Text("choose"), Text("choose a card")),
    "colour jump": (Text(""), Text("go to the next card of that colour, or to the next wild")),
    "number jump": (Text(""), Text("go to the next card with that number")),
    "play": (Text("play"), Text("play the chosen card")),
    "uno": (Text("UNO"), Text("say UNO together with the card, or not")),
    "draw": (Text("draw"), Text("draw a card")),
    "pass": (Text("pass"), Text("pass: there is nothing left to draw")),
    "keep": (Text("keep"), Text("keep the card you drew")),
    "accept": (Text("accept"), Text("accept the wild draw four: draw four cards and miss the turn")),
    "challenge": (Text("challenge"), Text("challenge the wild draw four")),
    "catch": (Text("catch"), Text("catch who has one card and did not say UNO")),
    "go on without": (Text("go on without"), Text("vote for going on without whom the table waits for")),
    "nudge": (Text("ask to play on"), Text("ask the program of whom the table waits for to play on")),
    "let in": (Text("let in"), Text("let somebody who has asked sit down with the next round")),
    "pick": (Text("colour"), Text("choose the colour")),
    "step": (Text(""), Text("go to the next colour")),
    "send": (Text("send"), Text("play the card with this colour")),
    "name": (Text("send"), Text("name this colour")),
    "back": (Text("take back"), Text("take the card back and choose another")),
    "say": (Text("say"), Text("talk to the table")),
    "log": (Text(""), Text("look back at what happened")),
    "rules": (Text("rules"), Text("read the rules of this table")),
    "marks": (Text(""), Text("mark the cards that fit, or not")),
    "hints": (Text(""), Text("show hints, or not")),
    "bell": (Text(""), Text("ring a bell when it is your turn, or not")),
    "help": (Text("help"), Text("show this list")),
    "quit": (Text("leave"), Text("leave the table")),
    "close": (Text("go on"), Text("go on")),
    "end": (Text("leave"), Text("leave")),
    "scroll": (Text("scroll"), Text("scroll")),
    "scroll again": (Text(""), Text("scroll")),
    "start": (Text("start"), Text("start the game")),
    "speak": (Text("send"), Text("send the line")),
    "erase": (Text(""), Text("take back a character")),
    "hush": (Text("back"), Text("say nothing")),
    "no play": (Text(""), Text("")),
    "uno later": (Text(""), Text("")),
    "menu": (Text("choose"), Text("choose")),
    "fewer": (Text("bots"), Text("fewer or more bots")),
    "strength": (Text("strength"), Text("weaker or stronger bots")),
    "menu enter": (Text("go"), Text("do what is chosen")),
    "field": (Text("field"), Text("go to another field")),
    "field enter": (Text("go"), Text("do it")),
    "field back": (Text(""), Text("take back a character")),
    "cancel": (Text("back"), Text("go back")),
    "look on": (Text("look on"), Text("look on at this table")),
    "sit": (Text("sit down"), Text("sit down at this table")),
    "settings": (Text(""), Text("change the settings")),
    "scores": (Text(""), Text("look at the score sheet")),
    "look away": (Text("leave"), Text("stop looking on")),
    "hand over": (Text(""), Text("let a bot play your seat until you press t again")),
    "take back": (Text("play again"), Text("play yourself again")),
    "next round": (Text("go on"), Text("go on to the next round")),
    "ready": (Text("ready"), Text("tell the others that you are ready")),
    "not ready": (Text("not ready"), Text("tell the others that you are not ready after all")),
    "fingerprints": (Text(""), Text("compare the keys of the players, in words")),
    "send away": (Text("send away"), Text("take somebody's place away")),
    "sit again": (Text("sit down again"), Text("ask to sit down again, from the next round on")),
    "again": (Text("play again"), Text("play again: same seats, same rules")),
    "audit": (Text("audit"), Text("check the whole game again from its transcript")),
    "change": (Text("change"), Text("change it")),
    "change again": (Text(""), Text("change it")),
    "take name": (Text("take it"), Text("take this name")),
    "settings done": (Text("done"), Text("go back")),
    "yes": (Text("leave"), Text("leave the table")),
    "no": (Text("stay"), Text("stay")),
}

# --- sheets -------------------------------------------------------------------------------------------

HELP_TITLE = Text("The keys that work now")
RULES_TITLE = Text("The rules of this table: {rules}")
ROUND_TITLE = Text("Round {round} is over")
VOID_TITLE = Text("That does not count")
GAME_TITLE = Text("The game is over")
STOPPED_TITLE = Text("The game has stopped")
LEAVE_TITLE = Text("Leave the table?")
LEAVE_GAME = Text(
    "The others play on without you; between two rounds you can come back. If you will only be away for a "
    "while, stay, and press t: a bot plays your seat until you press it again."
)
LEAVE_LOBBY = Text("Your place at the table becomes free.")
LEAVE_OPENER = Text("You opened this table: it is closed for everybody.")
LEAVING = Text("You leave the table; the others are told ...")
ENDING = Text("Making sure that everybody has the end of the game ...")
EVERYTHING_CHECKED = Text(
    "Everything checked: every shuffle, card, move and point of this game was verified here."
)
TRANSCRIPT = Text("The transcript, which anybody can check: {path}")
SCORES_TITLE = Text("The score sheet")
NO_SCORES = Text("No round is over yet.")
SCORE_ROUND = Text("Points in round")
AUDIT_TITLE = Text("The audit of this game")
AUDITING = Text("Checking every signature, proof and point again: {slots} slots, {percent}% of the file ...")
AUDIT_CLEAN = Text("Everything holds: the transcript proves this game to anybody.")
AUDIT_NOT_CLEAN = Text("Not everything holds: see above.")
NOW = Text("Meanwhile: {headline}")

# --- settings -----------------------------------------------------------------------------------------

SETTINGS_TITLE = Text("Settings")
USUAL_NAME = Text("the usual one")
LANGUAGE_OF_SYSTEM = Text("as the system has it: {language}")
SHOWN, NOT_SHOWN = Text("shown"), Text("not shown")
IS_ON, IS_OFF = Text("on", "a switch"), Text("off", "a switch")
SET_NAME = Text("Your name")
SET_NAME_NOTE = Text("What you are called from the next table on.")
SET_LANGUAGE = Text("Language")
SET_LANGUAGE_NOTE = Text("What happened already stays as it was said.")
SET_MARKS = Text("Cards that fit")
SET_MARKS_NOTE = Text("A star on every card that you can play now. At the table: m.")
SET_HINTS = Text("Hints")
SET_HINTS_NOTE = Text("What a beginner wants to know, when it is your turn. At the table: h.")
SET_BELL = Text("Bell on your turn")
SET_BELL_NOTE = Text("The terminal's own bell. At the table: n.")
SET_FLASH = Text("Changes light up")
SET_FLASH_NOTE = Text("For half a second: who has played or drawn, and the card on top.")
SET_MOUSE = Text("Mouse")
SET_MOUSE_NOTE = Text("Cards and keys can be clicked, but text can no longer be marked and copied.")

# --- the waiting room ---------------------------------------------------------------------------------

WAITING_TITLE = Text("The table {table}")
WAITING_RULES = Text("Rules: {rules}")
WAITING_ADDRESS = Text("Others on this network find it with: p2puno join")
WAITING_ADDRESSES = Text("If they do not find it: p2puno join {address}")
WAITING_OTHERS = Text("Also: {addresses}")
WAITING_SEATS = Text("At the table ({taken} of {capacity} seats):")
WAITING_SEAT = Text("  {number}  {name}")
WAITING_FIRST = Text("Sitting down ...")
WAITING_READY = Text("Enter tells the others that you are ready.")
WAITING_UNREADY = Text("Not ready: {names}. Enter starts all the same.")
OPENED_IT = Text("opened the table")
READY = Text("ready")
NOT_READY = Text("not ready yet")
SEND_AWAY_TITLE = Text("Send whom away?")
SEND_AWAY_NOTE = Text("Who is sent away is told so, and does not come back without being asked.")
FINGERPRINTS_TITLE = Text("Fingerprints of the keys at this table")
FINGERPRINTS_HOW = Text(
    "Compare them aloud: whose own screen shows the same words is the one you mean, whatever the name."
)
AGAIN_FIRST = Text("Playing again ...")
WAITING_AGAIN = Text("Waiting until the table is open again ...")
WAITING_BACK = Text("The game begins when everybody is back.")
WAITING_ALONE = Text("Waiting for somebody to sit down.")
WAITING_START = Text("Enter starts the game with those who are here.")
WAITING_OPENER = Text("The game starts when whoever opened the table says so.")
WAITING_FULL = Text("The game starts by itself when {capacity} are seated.")
STARTING = Text("Starting ...")

# --- why line mode ------------------------------------------------------------------------------------

PLAIN_INPUT = Text("The input is no terminal: this is line mode; type `help`.")
PLAIN_DUMB = Text("This terminal cannot show a full screen: this is line mode; type `help`.")
PLAIN_SMALL = Text(
    "The window has {columns} x {rows}, and the full screen needs {need_columns} x {need_rows}: "
    "this is line mode; type `help`."
)

LOBBY_NEEDS = Text(
    "In a terminal with a full screen, {columns} x {rows} or more, `p2puno` shows the tables and a menu."
)

# --- the lobby ----------------------------------------------------------------------------------------

LOBBY_TITLE = Text("UNO on this network: no server, no trusted dealer")
LOBBY_INTERRUPTED = Text("Games that were interrupted")
LOBBY_TABLES = Text("Tables on this network")
LOBBY_LOOKING = Text("Looking for tables ...")
LOBBY_TABLE = Text("{name}: {players} ({taken} of {capacity}), rules: {rules}")
LOBBY_TABLE_PIN = Text("{name} (with a PIN): {players} ({taken} of {capacity}), rules: {rules}")
LOBBY_CLOSED = Text("{name}: {players}; {why}")
LOBBY_UNFIT = Text("{name}: {why}")
LOBBY_ELSE = Text("What else you can do")
LOBBY_PRACTISE = Counted(
    "Practise against {count} bot ({strength})", "Practise against {count} bots ({strength})"
)
STRENGTHS: Mapping[str, Text] = {
    "easy": Text("easy", "strength of bots"),
    "greedy": Text("middling", "strength of bots"),
    "sharp": Text("sharp", "strength of bots"),
}
LOBBY_OPEN = Text("Open a table")
LOBBY_JOIN = Text("Sit down at an address")
LOBBY_DOCTOR = Text("Why is nobody found?")
LOBBY_RULES = Text("Read the rules")
LOBBY_SETTINGS = Text("Settings")
LOBBY_LEAVE = Text("Leave")
LOBBY_NONE = (
    Text("No table has answered so far. Perhaps nobody has opened one: open one yourself."),
    Text(
        "If somebody has: guest networks and VPNs keep machines apart, and a firewall may stand between them."
    ),
    Text("Tables need TCP port {port}, and finding them UDP port 5353."),
    Text(
        "The screen of whoever opened the table shows its address: sit down at that. This machine is {own}."
    ),
)
LOBBY_NO_SEARCH = Text("Tables cannot be searched for: {why}")
NUDGED = Text("{name} is connected: you ask that the program there plays on. z again: go on without {name}.")
LET_IN_TITLE = Text("Let in whom?")
LET_IN_NOTE = Text("Who sits down plays from the next round on.")
WITHOUT_TITLE = Text("Go on without whom?")
WITHOUT_NOTE = Text("More than half of all players must agree; who comes back in time stays.")
NOTE_INTERRUPTED = Text("Enter: back into your seat; the game goes on where it was interrupted.")
NOTE_TABLE = Text("Enter shows the rules of this table; then you sit down.")
NOTE_CLOSED = Text("You cannot sit down here: {why}.")
NOTE_PRACTISE = Text("Enter starts a game on this machine. Left and right: how many bots; b: how strong.")
NOTE_OPEN = Text("Enter opens a table that others on this network can see.")
NOTE_JOIN = Text("Enter asks for the address that the other screen shows.")
NOTE_DOCTOR = Text("Enter looks at this machine and its networks, and says what to do.")
DOCTOR_TITLE = Text("Why nobody is found")
DOCTOR_LOOKING = Text("Looking at this machine and its networks; this takes a few seconds ...")
DOCTOR_REPORT = Text(
    "`p2puno doctor --report FILE` writes this for somebody who helps, without names and addresses."
)
NOTE_RULES = Text("Enter shows the rules that you open tables with.")
NOTE_SETTINGS = Text("Enter shows the settings: name, language, hints, bell, mouse.")
NOTE_LEAVE = Text("Enter leaves p2puno.")
NOTE_LATE = Text("Its game is on. Enter: sit down with the next round, or look on.")
SIT_LATE = Text("Its game is on: you ask to sit down, and play from the next round on.")
NOTE_LOOK_ON = Text("You cannot sit down here: {why}. Enter: look on.")
LOOK_TITLE = Text("Look on at {name}?")
LOOKING_FIRST = Text("Looking on ...")
WAITING_TO_SEE = Text("You look on: the game is shown as soon as it begins.")
SIT_TITLE = Text("Sit down at {name}?")
SIT_PLAYERS = Text("At the table: {players}")
SIT_RULES = Text("Rules: {rules}")
STARTED = Text("its game has begun already")
FULL = Text("all {capacity} seats are taken")

FORM_OPEN_TITLE = Text("Open a table")
FORM_NAME = Text("Name of the table")
FORM_SEATS = Text("Seats")
FORM_BOTS = Text("Bots ({strength})")
FORM_OPEN_NOTE = Text(
    "Nothing at Seats: you start the game yourself. Nothing at Name: your own name. "
    "With a PIN only those who know it can sit down."
)
FORM_JOIN_TITLE = Text("Sit down at an address")
FORM_ADDRESS = Text("Address")
FORM_JOIN_NOTE = Text(
    "As the other screen shows it, like 192.168.1.5:{port}. Nothing at PIN, unless the table has one."
)
FORM_PIN = Text("PIN")
FORM_PIN_TITLE = Text("The table has a PIN")
FORM_PIN_NOTE = Text("Whoever opened the table knows the PIN.")
FORM_NO_NUMBER = Text("`{text}` is no number.")
FORM_SEATS_RANGE = Text("A table has {least} to {most} seats.")
FORM_BOTS_RANGE = Text("So many bots leave no seat for you: {most} at most.")
