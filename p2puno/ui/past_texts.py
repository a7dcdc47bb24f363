"""What is said of past games, of their players, and while one is shown again."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.texts import Counted, Text
from protocol.reports import Verdict

NO_GAMES = Text("No games have been played here yet; transcripts are kept in {path}.")
CHECKING = Text("checking {name} ...")
STATES: Mapping[Verdict, Text] = {
    Verdict.CLEAN: Text("clean", "a past game"),
    Verdict.UNFINISHED: Text("unfinished", "a past game"),
    Verdict.FAULT: Text("a fault", "a past game"),
    Verdict.UNREADABLE: Text("unreadable", "a past game"),
}
GAME = Text("{name}  {when}  {state}: {players}, {rounds}")
GAME_WON = Text("{name}  {when}  {state}: {players}, {rounds}, won by {winners}")
GAME_UNKNOWN = Text("{name}  {when}  {state}: {reason}")
ROUNDS = Counted("{count} round", "{count} rounds")
IN = Text("They are in {path}.")
PAST_TITLE = Text("Past games")
PLAYERS_TITLE = Text("The players of past games")
LOOKING = Text("Looking into {path} ...")
LOBBY_PAST = Text("Past games")
NOTE_PAST = Text("Your past games, each with its audit: to be looked at again, step by step.")

NO_PLAYERS = Text("No game has been played to its end here yet.")
PLAYER = Text("{name}: {games}, {wins}, {rounds}, {points}")
STREAKS = Text("{name}: {games}, {wins} ({streak} in a row, at best {best}), {rounds}, {points}")
DEEDS = Text("  UNO: {forgotten}, {caught}; Wild Draw Four: {challenges}, {called}, {fours}, {bluffs}")
GAMES = Counted("{count} game", "{count} games")
WINS = Counted("{count} won", "{count} won")
ROUNDS_WON = Counted("{count} round won", "{count} rounds won")
FORGOTTEN = Counted("forgotten {count} time", "forgotten {count} times")
CAUGHT = Counted("{count} other caught", "{count} others caught")
CHALLENGES = Counted("{count} challenge", "{count} challenges")
CALLED = Counted("{count} bluff called", "{count} bluffs called")
FOURS = Counted("{count} laid", "{count} laid")
BLUFFS = Counted("{count} known bluff", "{count} known bluffs")

# --- a game shown again -------------------------------------------------------------------------------------

REPLAY_LOADING = Text("Checking the game before it is shown: {percent}% of the file ...")
REPLAY_NAME = Text("Replay")
REPLAY_TITLE = Text("Replay. {title}")
REPLAY_PLACE = Text("Slot {slot} of {slots}")
REPLAY_PLACE_AND_STATE = Text("{place}; the game: {state}")
REPLAY_PLAYING = Text("It goes on by itself, {seconds:g} s a step.")
REPLAY_CLOSED = Text("Hands stay closed: the players had not agreed on open replay.")
REPLAY_END = Text("This is where it ends.")
REPLAY_HAND = Text("{name}: {cards}")
REPLAY_HAND_CLOSED = Text("{name}: {cards}, closed")
REPLAY_NO_CARDS = Text("{name}: no cards")
REPLAY_HANDS = Text("All hands now")
REPLAY_WHOSE = Text("{name} holds {cards}")
REPLAY_JUMP = Text("Go to slot {slot}: Enter")
REPLAY_HELP = Text(
    "Enter or `next 5`: go on; `back 5`; `round 3`; `jump 120`: to that slot; `play` or `play 0.5`: by "
    "itself, so many seconds a step, until the next line; `hand`: all hands; `hand Ann`: show that one from "
    "now on; `table`; `quit`."
)
REPLAY_UNKNOWN = Text("That is not understood. {help}")
REPLAY_ROUND_WORD = Text("round", "typed")

KEYS: Mapping[str, tuple[Text, Text]] = {
    "replay step": (Text("step"), Text("to the next or the last thing that happened")),
    "replay back": (Text(""), Text("")),
    "replay round": (Text("round"), Text("to the beginning of the next or the last round")),
    "replay ends": (Text(""), Text("to the beginning or the end")),
    "replay play": (Text("by itself"), Text("go on by itself, or stop")),
    "replay faster": (Text("faster"), Text("faster, or slower")),
    "replay seat": (Text("whose hand"), Text("show the hand of the next player")),
    "replay hands": (Text("all hands"), Text("show all hands")),
    "replay jump": (Text("slot"), Text("type the number of a slot, then Enter")),
    "replay go": (Text("go there"), Text("go to that slot")),
    "replay close": (Text("close"), Text("close the replay")),
    "replay": (Text("replay"), Text("step through the game")),
    "players": (Text("players"), Text("what the players have won, forgotten and called")),
}
