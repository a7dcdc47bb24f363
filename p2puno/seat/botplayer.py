"""A bot at a seat: a strategy that is told what happens, asked, and given time to think."""

from __future__ import annotations

from collections.abc import Sequence

import trio

from p2puno.seat.bots import Strategy
from p2puno.seat.pace import Pace
from p2puno.seat.player import Company
from protocol.errors import LocalError
from protocol.table.happenings import Happening
from protocol.table.view import Action, View


class BotPlayer:
    """Implements `player.Player`, and `player.Observer`, because a strategy remembers what happens.

    pace: None at a table of bots alone, who wait for nothing; then a decision takes what the machine takes.
    """

    def __init__(self, strategy: Strategy, pace: Pace | None = None) -> None:
        self._strategy = strategy
        self._pace = pace

    async def decide(self, view: View) -> Action:
        """The strategy's choice, when the pause is over: computing it is part of the pause."""
        ready_at = trio.current_time() + (self._pace.pause(view) if self._pace is not None else 0.0)
        action = self._strategy.choose(view)
        if action is None:
            await trio.sleep_forever()
        await trio.sleep_until(ready_at)
        return action

    def refused(self, view: View, sentence: str) -> None:
        raise LocalError(f"the bot of seat {view.seat} wanted what is not possible: {sentence}")

    async def next_round(self) -> None:
        """A bot has read everything."""
        await trio.lowlevel.checkpoint()

    def on_slot(self, view: View, happenings: Sequence[Happening]) -> None:
        self._strategy.observe(view, happenings)

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        """A bot is patient."""

    def on_chat(self, seat: int, text: str) -> None:
        """A bot does not listen to what people say."""

    def on_notice(self, sentence: str) -> None:
        """Nor to what its links do."""

    def on_company(self, company: Company) -> None:
        """It plays alike for and against everybody."""
