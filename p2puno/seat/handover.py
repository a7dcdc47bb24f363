"""A seat that its person can hand to a bot and take back, also in the middle of a decision."""

from __future__ import annotations

import trio

from p2puno.seat.player import Player
from protocol.table.view import Action, View


class Handover:
    """Implements `player.Player` with one of two others; the person plays first.

    A change takes effect at once: a decision that is pending is cancelled and asked of the other. What the
    person has already decided stands; what the bot has decided and nobody has taken yet does not.

    The bot must see all happenings from the beginning, whoever plays: where it is an observer too, give it to
    the driver as one.
    """

    def __init__(self, human: Player, bot: Player) -> None:
        self._human = human
        self._bot = bot
        self._playing = human
        self._asked = human
        self._pending = trio.CancelScope()

    @property
    def by_bot(self) -> bool:
        """Whether the bot plays now."""
        return self._playing is self._bot

    def to_bot(self) -> None:
        """The bot plays from now on."""
        self._change(self._bot)

    def to_human(self) -> None:
        """The person plays again."""
        self._change(self._human)

    def _change(self, player: Player) -> None:
        if player is not self._playing:
            self._playing = player
            self._pending.cancel()

    async def decide(self, view: View) -> Action:
        while True:
            action = await self._ask(self._playing, view)
            if action is not None:
                return action

    async def _ask(self, player: Player, view: View) -> Action | None:
        """What this player decides; None if the other one is to be asked."""
        self._asked = player
        with trio.CancelScope() as self._pending:
            action = await player.decide(view)
            return None if player is self._bot and not self.by_bot else action
        return None

    def refused(self, view: View, sentence: str) -> None:
        """Whoever decided is told."""
        self._asked.refused(view, sentence)
