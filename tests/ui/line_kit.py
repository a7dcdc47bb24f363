"""A whole seat in line mode with a keyboard in front of it, for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio
import trio.testing

from p2puno.seat.player import Controls
from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.line_player import LinePlayer
from protocol.table.view import Action, View


@dataclass
class Seat:
    """A seat in line mode, its screen, and the keyboard in front of it."""

    screen: list[str]
    observer: LineObserver
    lobby: LineLobby
    player: LinePlayer
    controls: Controls
    keyboard: trio.MemorySendChannel[str]
    actions: list[Action] = field(default_factory=list)

    async def type(self, *lines: str) -> None:
        for line in lines:
            await self.keyboard.send(line)
        await trio.testing.wait_all_tasks_blocked()

    async def see(self, view: View) -> None:
        """A slot in which nothing happens that is told."""
        self.observer.on_slot(view, ())
        await trio.testing.wait_all_tasks_blocked()

    def answer_of(self, nursery: trio.Nursery, view: View) -> None:
        nursery.start_soon(self._decide, view)

    async def _decide(self, view: View) -> None:
        self.actions.append(await self.player.decide(view))

    def said(self) -> list[str]:
        """What has been shown since the last time."""
        lines = self.screen.copy()
        self.screen.clear()
        return lines


@asynccontextmanager
async def seated(*, piped: bool, opener: bool = False) -> AsyncIterator[tuple[Seat, trio.Nursery]]:
    screen: list[str] = []
    controls = Controls()
    observer = LineObserver(screen.append, controls)
    lobby = LineLobby(observer, opener=opener)
    player = LinePlayer(observer, lobby, controls, piped=piped)
    send, receive = trio.open_memory_channel[str](100)
    async with trio.open_nursery() as nursery, send, receive:
        nursery.start_soon(player.run, receive)
        yield Seat(screen, observer, lobby, player, controls, send), nursery
        nursery.cancel_scope.cancel()
