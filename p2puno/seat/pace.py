"""How long a bot takes to decide: a natural moment where people sit at the table.

The time may depend on what everybody sees alone: what is being asked, and how close the round is to its end.
It must not depend on the bot's cards or on what it will choose, or others could read its hand from the clock;
a drawn card that fits takes as long to look at as one that does not.
"""

from __future__ import annotations

from random import Random

from protocol.rules.needs import MoveKind
from protocol.table.choices import Ask
from protocol.table.view import View

# How often the usual time a decision takes.
LOOKING_AT_A_CARD = 0.8
PLAYING = 1.0
NAMING_A_COLOUR = 1.2
ANSWERING_A_FOUR = 1.8
# So long that people, who may do the same, have a fair chance to be first: to catch, or to jump in.
CATCHING = 1.8
# A hand on the pile, where the last one pays.
REACTING = 1.2
# Somebody else is down to two cards.
NEAR_THE_END = 1.4
SHORTEST, LONGEST = 0.7, 1.4


class Pace:
    """`seconds`: the usual time; `random` varies it and is used for nothing else."""

    def __init__(self, seconds: float, random: Random) -> None:
        self._seconds = seconds
        self._random = random

    def pause(self, view: View) -> float:
        """In seconds; asks only for the public part of the view."""
        return self._seconds * _hardness(view) * self._random.uniform(SHORTEST, LONGEST)


def _hardness(view: View) -> float:
    if view.asked is Ask.REACT:
        return REACTING
    called = {window.target for window in view.rules.windows if window.called}
    if not called.issuperset(view.may_catch) or (not view.allowed and view.asked is None):
        return CATCHING
    if MoveKind.ACCEPT in view.allowed:
        return ANSWERING_A_FOUR
    if MoveKind.KEEP in view.allowed:
        return LOOKING_AT_A_CARD
    if MoveKind.NAME_COLOUR in view.allowed:
        return NAMING_A_COLOUR
    others = (count for seat, count in enumerate(view.rules.counts) if seat != view.seat)
    return PLAYING * (NEAR_THE_END if min(others) <= 2 else 1.0)
