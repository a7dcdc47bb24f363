"""A bot at a seat: a strategy with a natural moment to think where people sit at the table."""

from __future__ import annotations

import trio

from p2puno.seat import bots
from protocol.errors import LocalError
from protocol.table.view import Action, View


class BotPlayer:
    """Implements `player.Player`. `pause` is in seconds."""

    def __init__(self, strategy: bots.Strategy, pause: float = 0.0) -> None:
        self._strategy = strategy
        self._pause = pause

    async def decide(self, view: View) -> Action:
        await trio.sleep(self._pause)
        caught = bots.catch(view)
        if caught is not None:
            return caught
        if not view.allowed:
            await trio.sleep_forever()
        return self._strategy(view)

    def refused(self, view: View, sentence: str) -> None:
        raise LocalError(f"the bot of seat {view.seat} wanted what is not possible: {sentence}")
