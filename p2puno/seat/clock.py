"""`turn_clock`: whoever lets the time run out has the own program draw, keep or pass (rules, table options).

Only this seat's own program looks at the clock: the log knows no time, and the others see an ordinary move.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from p2puno.language.texts import _
from p2puno.seat.bots.greedy_bot import Greedy
from p2puno.seat.player import Player
from protocol.table.choices import AcceptFour, DrawCard, KeepCard, PassTurn
from protocol.table.view import Action, View


class Clocked:
    """Implements `player.Player` around another; `tell` is given a sentence when the time is up."""

    def __init__(self, player: Player, tell: Callable[[str], None]) -> None:
        self._player = player
        self._tell = tell
        self._slot = -1
        self._ends = 0.0

    async def decide(self, view: View) -> Action:
        """What may be done out of turn has no clock: nobody waits for it."""
        if not seconds_to_decide(view):
            return await self._player.decide(view)
        if view.slot != self._slot:
            self._slot, self._ends = view.slot, trio.current_time() + seconds_to_decide(view)
        with trio.move_on_at(self._ends):
            return await self._player.decide(view)
        self._tell(_("your time is up: your program plays on for you"))
        return idle_action(view)

    def refused(self, view: View, sentence: str) -> None:
        self._player.refused(view, sentence)

    async def next_round(self) -> None:
        await self._player.next_round()


def seconds_to_decide(view: View) -> int:
    """How long this seat may take for what it is asked now; 0: as long as it likes."""
    return view.rules.ruleset.number("turn_clock") if view.allowed or view.asked is not None else 0


def idle_action(view: View) -> Action:
    """What is done for a seat that is present and does nothing: the least that the rules allow."""
    for least in (DrawCard(), KeepCard(), PassTurn(), AcceptFour()):
        if view.permits(least):
            return least
    action = Greedy().choose(view)
    assert action is not None, "a seat that is asked has something to do"
    return action
