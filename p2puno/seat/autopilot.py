"""A seat that is connected and does nothing: the others may ask its program to play on for it.

The log knows nothing of it: what the program does is an ordinary move. It ends as soon as the person does
something. Who asks signs it at the table's place; more than half of the other persons have to ask.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

import trio

from p2puno.seat.clock import idle_action
from p2puno.seat.player import Controls, Player
from protocol.table.state import TableState
from protocol.table.view import Action, View
from protocol.transcript.contribution import HeardSignal

T = TypeVar("T")

# So long the person has still time for each decision.
IDLE_SECONDS = 2.0


@dataclass(slots=True)
class Nudges:
    """Who has asked for which seat's program to play on, in the slot that is being filled."""

    _place: tuple[int, int] = (-1, -1)
    _asked: dict[int, set[bytes]] = field(default_factory=dict[int, set[bytes]])

    def asked(self, state: TableState, seat: int) -> int:
        """How many of the other persons have asked in this slot."""
        here = self._place == (state.term, state.slot)
        return len(self._asked.get(seat, set()) & _others(state, seat)) if here else 0

    def take(self, state: TableState, heard: HeardSignal, seat: int) -> bool:
        """Whether this one makes it more than half of the other persons; one of another slot is late."""
        signal, seats = heard.signal, state.proposal.seats
        here = state.term, state.slot
        if (signal.term, signal.slot) != here or not {signal.seat, seat} <= set(state.present):
            return False
        if self._place != here:
            self._place, self._asked = here, {}
        others = _others(state, seat)
        asked = self._asked.setdefault(seat, set())
        before = len(asked & others)
        asked.add(seats[signal.seat].operator)
        return 2 * before <= len(others) < 2 * len(asked & others)


def _others(state: TableState, seat: int) -> set[bytes]:
    """The persons at the table but the one of this seat, by their keys: a bot that is its own operator waits
    without end, and asks for nothing.
    """
    seats = state.proposal.seats
    return {seats[each].operator for each in state.present if not seats[each].bot} - {seats[seat].operator}


class Autopilot:
    """Implements `player.Player` around another, whom the program replaces while the autopilot is on."""

    def __init__(self, player: Player, controls: Controls) -> None:
        self._player = player
        self._controls = controls

    async def decide(self, view: View) -> Action:
        """What may be done out of turn nobody waits for."""
        if not view.allowed and view.asked is None:
            return await self._player.decide(view)
        answer = await self._unless_idle(lambda: self._player.decide(view))
        return idle_action(view) if answer is None else answer

    def refused(self, view: View, sentence: str) -> None:
        self._player.refused(view, sentence)

    async def next_round(self) -> None:
        async def gone_on() -> bool:
            await self._player.next_round()
            return True

        await self._unless_idle(gone_on)

    async def _unless_idle(self, question: Callable[[], Awaitable[T]]) -> T | None:
        """The person's answer, which ends the autopilot; None if it is on and none comes."""
        answers: list[T] = []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._lose_patience, nursery.cancel_scope)
            answers.append(await question())
            nursery.cancel_scope.cancel()
        if answers:
            self._controls.autopilot = False
        return answers[0] if answers else None

    async def _lose_patience(self, question: trio.CancelScope) -> None:
        while True:
            while not self._controls.autopilot:
                await self._controls.changed()
            with trio.move_on_after(IDLE_SECONDS):
                while self._controls.autopilot:
                    await self._controls.changed()
            if self._controls.autopilot:
                question.cancel()
                return
