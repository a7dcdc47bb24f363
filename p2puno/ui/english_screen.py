"""Every text of the full screen that line mode does not have; `english.py` holds the others."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.rules.cards import Colour, Face, Kind

# --- cards --------------------------------------------------------------------------------------------

LETTER: Mapping[Colour, str] = {Colour.RED: "R", Colour.YELLOW: "Y", Colour.GREEN: "G", Colour.BLUE: "B"}
SYMBOL: Mapping[Kind, str] = {
    Kind.SKIP: " skip",
    Kind.REVERSE: " rev",
    Kind.DRAW_TWO: "+2",
    Kind.WILD: "wild",
    Kind.WILD_DRAW_FOUR: "wild+4",
}
BIG_SYMBOL: Mapping[Kind, str] = {
    Kind.SKIP: "SKIP",
    Kind.REVERSE: "REV",
    Kind.DRAW_TWO: "+2",
    Kind.WILD: "WILD",
    Kind.WILD_DRAW_FOUR: "+4",
}


def short(face: Face) -> str:
    """'R5', 'Y skip', 'G+2', 'wild': a card in few cells, its colour as a letter."""
    letter = "" if face.colour is None else LETTER[face.colour]
    return letter + (SYMBOL[face.kind] if face.number is None else str(face.number))


def big(face: Face) -> str:
    """What stands in the middle of the large card."""
    return BIG_SYMBOL[face.kind] if face.number is None else str(face.number)


def colour_name(colour: Colour) -> str:
    return colour.label.capitalize()


# --- the table ----------------------------------------------------------------------------------------

TITLE = "p2puno"
PLAYER, CARDS, POINTS = "Player", "Cards", "Points"
YOU_MARK = " (you)"
BOT_MARK = " (bot)"
UNO = "UNO!"
AWAY = "away?"
ON_TOP = "On top: {card}"
COLOUR = "Colour: "
NO_COLOUR = "not named yet"
PILE = "Draw pile: {cards}"
PLAY_DOWN = "Play goes down the list: v"
PLAY_UP = "Play goes up the list: ^"
HAND = "Your hand: {cards}"
HAND_FITS = "Your hand: {cards}, * fits"
WILDS = "Wild"
DRAWN = "Drawn"
SAYING_UNO = "with UNO!"
MORE_ABOVE = "{count} more above"
MORE_BELOW = "{count} more below"
LOG = "What happened"
LOG_BACK = "What happened (PgDn: newer)"
SAY = "Say: "
CHOOSE_COLOUR = "Which colour? "
CHECKED = "Checked: {shuffles}, {unmaskings}, {openings}, {challenges}"
SHUFFLES = ("1 shuffle", "{count} shuffles")
UNMASKINGS = ("1 card unmasked", "{count} cards unmasked")
OPENINGS = ("1 card opened", "{count} cards opened")
CHALLENGES = ("1 challenge", "{count} challenges")
TOO_SMALL = "The window is too small: it has {columns} x {rows}."
TOO_SMALL_NEED = "The table needs {columns} columns and {rows} rows."
TOO_SMALL_HOW = "Make it larger, or leave with Ctrl-C."


def counted(forms: tuple[str, str], count: int) -> str:
    return forms[count != 1].format(count=count)


# --- what is going on ---------------------------------------------------------------------------------

YOUR_TURN = "YOUR TURN"
SENT = "Sent ..."
TURN = "{name}'s turn"
ANSWERING = "{name} may challenge the wild draw four"
NAMING = "{name} names the first colour"
SHUFFLING = "Shuffling [{bar}] {step} of {steps}: {name} is done"
SHUFFLE_BEGINS = "Shuffling begins ..."
CUTTING = "The cards that decide who deals are opened ..."
FIRST_CARD = "The first card is opened ..."
DEALING = "Dealing: every card is unmasked by everybody and checked ..."
DRAWING = "{name} is dealt {cards} ..."
DRAWING_YOU = "You are dealt {cards} ..."
PROVING = "The challenge is being proved ..."
OPENING = "The hands are opened ..."
NEXT_ROUND = "The next round begins ..."
GAME_OVER = "The game is over"
NAME_FIRST = "The first card is a wild: you name its colour, then you play."
DREW_FITS = "You drew {card}, and it fits: play it or keep it"
DREW_KEPT = "You drew {card}: it does not fit and is kept"
FOUR_LAID = "{name} laid a wild draw four on you, and named {named}"

# --- advice -------------------------------------------------------------------------------------------

PLAYS = "Enter plays {card}."
PLAYS_WILD = "Enter plays {card}; the colour comes next."
UNO_HINT = "That leaves one card: press u first to say UNO."
UNO_SET = "You say UNO with it."
NOTHING_FITS = "Nothing in your hand fits: press d to draw a card."
CHOOSE_A_CARD = "Choose a card with the arrow keys, then press Enter."
FOUR_HINT = (
    "Accept: you draw four and miss a turn. Challenge: if {name} still held {colour}, {name} draws four; "
    "if not, you draw six."
)
COLOUR_HINT = "Enter sends the {what}; Backspace takes it back."
COLOUR_HINT_FIRST = "Press a letter or an arrow; Enter names the colour."
CATCH_HINT = "No UNO from {name}? x catches."
ONLY_DRAWN = "You have drawn: only that card may be played now, or kept."
NOT_YOUR_TURN = "It is not your turn: wait for {name}."
NOT_NOW = "The cards are being shuffled or dealt: wait a moment."
TOO_QUICK = "Too quick: press it again if you mean it."
NO_SUCH_KEY = "{key} does nothing now; press ? for the keys that do."
UNO_LATER = "UNO is said with the card that leaves you one: not now."
NO_CARD_OF = "You have no such card."
MARKS_ON, MARKS_OFF = "Cards that fit are marked.", "Cards that fit are not marked any more."
BELL_ON, BELL_OFF = "A bell rings when it is your turn.", "The bell is off."
HINTS_ON, HINTS_OFF = "Hints are shown.", "Hints are not shown any more."
PASTE_CUT = "A line has {limit} characters at most: the rest was dropped."
CHAT_DROPPED = "{name} says too much at once: {count} lines were not shown."

# --- keys: (what it is called on the key line, what it does in the help) ------------------------------

KEYS: Mapping[str, tuple[str, str]] = {
    "choose": ("choose", "choose a card"),
    "colour jump": ("", "go to the next card of that colour, or to the next wild"),
    "number jump": ("", "go to the next card with that number"),
    "play": ("play", "play the chosen card"),
    "uno": ("UNO", "say UNO together with the card, or not"),
    "draw": ("draw", "draw a card"),
    "pass": ("pass", "pass: there is nothing left to draw"),
    "keep": ("keep", "keep the card you drew"),
    "accept": ("accept", "accept the wild draw four: draw four cards and miss the turn"),
    "challenge": ("challenge", "challenge the wild draw four"),
    "catch": ("catch", "catch who has one card and did not say UNO"),
    "pick": ("colour", "choose the colour"),
    "step": ("", "go to the next colour"),
    "send": ("send", "play the card with this colour"),
    "name": ("send", "name this colour"),
    "back": ("take back", "take the card back and choose another"),
    "say": ("say", "talk to the table"),
    "log": ("", "look back at what happened"),
    "rules": ("rules", "read the rules of this table"),
    "marks": ("", "mark the cards that fit, or not"),
    "hints": ("", "show hints, or not"),
    "bell": ("", "ring a bell when it is your turn, or not"),
    "help": ("help", "show this list"),
    "quit": ("leave", "leave the table"),
    "close": ("go on", "go on"),
    "end": ("leave", "leave"),
    "scroll": ("scroll", "scroll"),
    "scroll again": ("", "scroll"),
    "start": ("start", "start the game"),
    "speak": ("send", "send the line"),
    "erase": ("", "take back a character"),
    "hush": ("", "say nothing"),
    "no play": ("", ""),
    "uno later": ("", ""),
    "menu": ("choose", "choose"),
    "fewer": ("bots", "fewer or more bots"),
    "menu enter": ("go", "do what is chosen"),
    "field": ("field", "go to another field"),
    "field enter": ("go", "do it"),
    "field back": ("", "take back a character"),
    "cancel": ("back", "go back"),
    "sit": ("sit down", "sit down at this table"),
    "yes": ("leave", "leave the table"),
    "no": ("stay", "stay"),
}

# --- sheets -------------------------------------------------------------------------------------------

HELP_TITLE = "The keys that work now"
RULES_TITLE = "The rules of this table: {rules}"
ROUND_TITLE = "Round {round} is over"
GAME_TITLE = "The game is over"
STOPPED_TITLE = "The game has stopped"
LEAVE_TITLE = "Leave the table?"
LEAVE_GAME = "The game cannot go on without you: it ends for everybody."
LEAVE_LOBBY = "Your place at the table becomes free."
LEAVE_OPENER = "You opened this table: it is closed for everybody."
LEAVING = "You leave the table; the others are told ..."
ENDING = "Making sure that everybody has the end of the game ..."
EVERYTHING_CHECKED = "Everything checked: every shuffle, card, move and point of this game was verified here."
TRANSCRIPT = "The transcript, which anybody can check: {path}"
AUDIT_HOW = "To check it again: p2puno audit {path}"
NOW = "Meanwhile: {headline}"

# --- the waiting room ---------------------------------------------------------------------------------

WAITING_TITLE = "The table {table}"
WAITING_RULES = "Rules: {rules}"
WAITING_ADDRESS = "Others on this network find it with: p2puno join"
WAITING_ADDRESSES = "If they do not find it: p2puno join {address}"
WAITING_OTHERS = "Also: {addresses}"
WAITING_SEATS = "At the table ({taken} of {capacity} seats):"
WAITING_SEAT = "  {number}  {name}"
WAITING_FIRST = "Sitting down ..."
WAITING_ALONE = "Waiting for somebody to sit down."
WAITING_START = "Enter starts the game with those who are here."
WAITING_OPENER = "The game starts when whoever opened the table says so."
WAITING_FULL = "The game starts by itself when {capacity} are seated."
STARTING = "Starting ..."

# --- why line mode ------------------------------------------------------------------------------------

PLAIN_INPUT = "The input is no terminal: this is line mode; type `help`."
PLAIN_DUMB = "This terminal cannot show a full screen: this is line mode; type `help`."
PLAIN_SMALL = (
    "The window has {columns} x {rows}, and the full screen needs {need_columns} x {need_rows}: "
    "this is line mode; type `help`."
)

# --- the lobby ----------------------------------------------------------------------------------------

LOBBY_TITLE = "UNO on this network: no server, no trusted dealer"
LOBBY_TABLES = "Tables on this network"
LOBBY_LOOKING = "Looking for tables ..."
LOBBY_TABLE = "{name}: {players} ({taken} of {capacity}), rules: {rules}"
LOBBY_CLOSED = "{name}: {players}; {why}"
LOBBY_UNFIT = "{name}: {why}"
LOBBY_ELSE = "What else you can do"
LOBBY_PRACTISE = ("Practise against 1 bot", "Practise against {count} bots")
LOBBY_OPEN = "Open a table"
LOBBY_JOIN = "Sit down at an address"
LOBBY_RULES = "Read the rules"
LOBBY_LEAVE = "Leave"
LOBBY_NONE = (
    "No table has answered so far. Perhaps nobody has opened one: open one yourself.",
    "If somebody has: guest networks and VPNs keep machines apart, and a firewall may stand between them.",
    "Tables need TCP port {port}, and finding them UDP port 5353.",
    "The screen of whoever opened the table shows its address: sit down at that. This machine is {own}.",
)
LOBBY_NO_SEARCH = "Tables cannot be searched for: {why}"
NOTE_TABLE = "Enter shows the rules of this table; then you sit down."
NOTE_CLOSED = "You cannot sit down here: {why}."
NOTE_PRACTISE = "Enter starts a game on this machine. Left and right: fewer or more bots."
NOTE_OPEN = "Enter opens a table that others on this network can see."
NOTE_JOIN = "Enter asks for the address that the other screen shows."
NOTE_RULES = "Enter shows the rules that you open tables with."
NOTE_LEAVE = "Enter leaves p2puno."
SIT_TITLE = "Sit down at {name}?"
SIT_PLAYERS = "At the table: {players}"
SIT_RULES = "Rules: {rules}"
STARTED = "its game has begun already"
FULL = "all {capacity} seats are taken"

FORM_OPEN_TITLE = "Open a table"
FORM_NAME = "Name of the table"
FORM_SEATS = "Seats"
FORM_BOTS = "Bots among them"
FORM_OPEN_NOTE = "Nothing at Seats: you start the game yourself. Nothing at Name: your own name."
FORM_JOIN_TITLE = "Sit down at an address"
FORM_ADDRESS = "Address"
FORM_JOIN_NOTE = "As the other screen shows it, like 192.168.1.5:{port}."
FORM_NO_NUMBER = "`{text}` is no number."
FORM_SEATS_RANGE = "A table has {least} to {most} seats."
FORM_BOTS_RANGE = "So many bots leave no seat for you: {most} at most."
