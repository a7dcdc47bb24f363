"""Seats that leave and sit down in the middle of a game, and rounds that are void, in words."""

from __future__ import annotations

from p2puno.language.texts import Text
from p2puno.ui.texts import Wording

LEFT = Wording(Text("{name} is no longer in the game."), Text("You are no longer in the game."))
VOID = Text("Round {round} is void: nobody scores, and it is dealt again.")
VOID_BEFORE_THE_DEAL = Text("That does not count: the dealer is chosen anew.")
JOINED = Wording(
    Text("{name} sits down with {points} and plays from the next round on."),
    Text("You sit down with {points} and play from the next round on."),
)
OF_ONE_WHO_LEFT = Text("{words} (has left)")
FORFEIT = Text("The game is over, because nobody else is left: it goes to {names}.")
NOT_LEFT = Text("You have not left the game: `p2puno resume` goes back into your seat.")
ASK_TO_LEAVE = Text(
    "Leave the table? The others would play on without you. Ctrl-C once more leaves; who does nothing stays."
)
