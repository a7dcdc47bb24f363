"""What is said of past games, of their players, and while one is shown again."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.texts import Counted, Text
from protocol.audit import Verdict

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
