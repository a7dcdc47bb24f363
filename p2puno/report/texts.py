"""What the page of an audit says."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.texts import Text
from protocol.reports import Verdict

TITLE = Text("{table}: a game of UNO, checked")
VERDICTS: Mapping[Verdict, Text] = {
    Verdict.CLEAN: Text("Everything in this game holds."),
    Verdict.UNFINISHED: Text("This game is unfinished; it holds as far as it goes."),
    Verdict.FAULT: Text("Something in this game does not hold."),
}
RESULT = Text("Result")
WON = Text("Won by {names}.")
NOBODY_WON = Text("Nobody has won yet.")
PLAYER, POINTS, KEY = Text("Player"), Text("Points"), Text("Key, in words")
BOT = Text("bot")
GRAPH = Text("Points after each round")
ROUND_COLUMN = Text("Round")
ROUNDS = Text("The rounds")
ROUND = Text("Round {number}")
BEFORE = Text("Before the first round")
BACK, FORWARD, FIRST, LAST = Text("Back"), Text("Forward"), Text("To the beginning"), Text("To the end")
STEP = Text("Step {at} of {all}")
STEPS = Text("Steps of this round; the arrow keys move through them")
TOP, PILE, COLOUR = Text("On top"), Text("Pile"), Text("Colour in play")
CLOCKWISE, COUNTER = Text("clockwise"), Text("counter-clockwise")
TURN, GONE, CARDS = Text("in turn"), Text("has left"), Text("Cards")
CLOSED = Text("The hands stay closed: this table has not agreed on open replay.")
OPENED = Text("The table has agreed on open replay: hands are shown where their keys were published.")
SLOT = Text("slot {slot}")
FAULT_HERE = Text("Here something does not hold:")
CHECKED = Text("What was checked")
NUMBER, DUTY, COUNT = Text("No."), Text("What has to hold"), Text("How much of it there is")
PROOFS = Text("The proofs")
PROOFS_WHY = Text(
    "Every slot of the game, what each seat has signed in it, and the fingerprint (SHA-256) of these bytes "
    "in the file. The numbers are those of what was checked, above."
)
PROOF_SLOT, PROOF_SEAT, PROOF_KIND = Text("Slot"), Text("Seat"), Text("Signed")
PROOF_BYTES, PROOF_HASH, PROOF_DUTY = Text("Bytes"), Text("Fingerprint"), Text("Checked under")
RULES = Text("The rules that were played")
FILE = Text("The file")
FILE_HASH, TABLE_ID, HEAD = Text("SHA-256 of the file"), Text("Table"), Text("Head after the last slot")
AGAIN = Text("To check it yourself: `p2puno audit FILE`. It needs no key and trusts no player.")
MADE_BY = Text("Written by p2puno {version} from the transcript alone.")
FOURS = Text("Wild Draw Fours")
SKIP_TO_ROUNDS = Text("Go to the rounds")

NO_REPORT = Text("No report was written: {reason}")
OVER_TRANSCRIPT = Text("{path} is a transcript: name another file for the page, like game.html.")
ONE_FILE = Text("`--report` takes one transcript at a time.")
WRITTEN = Text("report: {path}")
NAMELESS = Text("A table without a name")
