"""`p2puno join --watch`: look on at a table, from its waiting room or in the middle of its game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from typing import TypeAlias

import trio

from p2puno.commands.complaint import complain
from p2puno.commands.lines import heed_signals, keyboard
from p2puno.commands.output import is_terminal, show, typed_by_a_person
from p2puno.commands.screen import full_screen
from p2puno.commands.seat import events_path
from p2puno.commands.settings import Settings
from p2puno.errors import UsageError
from p2puno.language.texts import _
from p2puno.net.addresses import Address
from p2puno.seat.player import Controls
from p2puno.seat.watching import Onlooker, watch_table
from p2puno.ui import texts as text
from p2puno.ui.events import EventFile
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.line_onlooker import LineOnlooker
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.verdict import same_game
from protocol.table.view import TableView

Watch: TypeAlias = Callable[[Onlooker, Controls], Awaitable[TableView | None]]


def check(settings: Settings) -> None:
    """Whoever looks on brings nobody along."""
    if settings.options.bot is not None or settings.options.bots is not None:
        raise UsageError(_("Who only looks on has no seat: --watch goes with neither --bot nor --bots."))


def look_on(settings: Settings, addresses: Sequence[Address], pin: str | None) -> int:
    """To the end of the game, or until the person leaves."""
    path = events_path(settings)
    with nullcontext() if path is None else EventFile(path, complain) as events:

        async def watch(onlooker: Onlooker, controls: Controls) -> TableView | None:
            onlookers = (onlooker,) if events is None else (onlooker, events)
            return await watch_table(addresses, onlookers, controls, pin)

        if full_screen(settings):
            # prompt_toolkit takes its time to import; line mode does not need it
            from p2puno.ui.screen.watching import look_on_screen  # noqa: PLC0415

            look_on_screen(watch, show, Remembered(settings.preferences, settings.home))
        else:
            trio.run(_in_lines, watch, settings.options.verbose)
    return 0


async def _in_lines(watch: Watch, verbose: bool) -> None:
    """At a terminal lines are read; a pipe has nothing to say here, so its end is no wish to go."""
    controls = Controls()
    screen = LineObserver(show, controls, progress=verbose or is_terminal())
    onlooker = LineOnlooker(screen)
    signals: list[int] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heed_signals, screen.leave, screen.leave, signals)
        if typed_by_a_person() and (lines := keyboard()) is not None:
            nursery.start_soon(onlooker.run, lines)
        seen = await watch(onlooker, controls)
        nursery.cancel_scope.cancel()
    if signals:
        raise KeyboardInterrupt
    if seen is not None:
        screen.show(same_game(seen.head), str(text.WATCHED_TO_THE_END))
