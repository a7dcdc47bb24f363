"""A seat that its person can hand to a bot and take back, also in the middle of a decision."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from p2puno.seat.player import Controls, Player
from protocol.table.view import Action, View

T = TypeVar("T")


class Handover:
    """Implements `player.Player` with one of two others, as `controls.handed_over` says.

    A change takes effect at once: a question that is open is cancelled and asked of the other. What the
    person has already decided stands; what the bot has decided and nobody has taken yet does not.

    The bot must see all happenings from the beginning, whoever plays: where it is an observer too, give it to
    the driver as one.
    """

    def __init__(self, human: Player, bot: Player, controls: Controls) -> None:
        self._human = human
        self._bot = bot
        self._controls = controls
        self._asked = human

    async def decide(self, view: View) -> Action:
        return await self._ask(lambda player: player.decide(view))

    async def next_round(self) -> None:
        await self._ask(lambda player: player.next_round())

    def refused(self, view: View, sentence: str) -> None:
        """Whoever decided is told."""
        self._asked.refused(view, sentence)

    async def _ask(self, question: Callable[[Player], Awaitable[T]]) -> T:
        """The answer of whoever plays."""
        while True:
            answers: list[T] = []
            by_bot = self._controls.handed_over
            self._asked = self._bot if by_bot else self._human
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._until_changed, by_bot, nursery.cancel_scope)
                answers.append(await question(self._asked))
                nursery.cancel_scope.cancel()
            if answers and (self._controls.handed_over or not by_bot):
                return answers[0]

    async def _until_changed(self, by_bot: bool, question: trio.CancelScope) -> None:
        while self._controls.handed_over == by_bot:
            await self._controls.changed()
        question.cancel()
