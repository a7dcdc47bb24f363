"""What a person types while something is searched: `quit` ends it at once, and an answer does."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from p2puno.commands.output import typed_by_a_person
from p2puno.errors import UserError

T = TypeVar("T")

QUIT = ("quit", "q", "exit", "leave")
_LINE_BYTES = 4_096


async def unless_quit(
    search: Callable[[], Awaitable[T]],
    meanwhile: Callable[[], Awaitable[None]] = trio.sleep_forever,
    answers: Callable[[str], bool] = lambda _: False,
) -> T | None:
    """What the search finds; None if the person at the keyboard wants no more of it.

    meanwhile: what is done beside it. answers: whether a line that is typed says what was searched for.
    No thread reads meanwhile, for it would take away what is typed for the game. Windows cannot wait for a
    keyboard without one: there Ctrl-C remains.
    """
    found: T | None = None
    error: UserError | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(meanwhile)
        if sys.platform != "win32" and typed_by_a_person():
            nursery.start_soon(_until_quit, sys.stdin.fileno(), nursery.cancel_scope, answers)
        try:
            found = await search()
        except UserError as fault:
            error = fault
        nursery.cancel_scope.cancel()
    if error is not None:
        raise error
    return found


async def _until_quit(keyboard: int, search: trio.CancelScope, answers: Callable[[str], bool]) -> None:
    """A terminal gives whole lines; at the end of the input it gives nothing."""
    while True:
        await trio.lowlevel.wait_readable(keyboard)
        line = os.read(keyboard, _LINE_BYTES)
        word = line.decode(errors="replace").strip()
        if not line or word.lower() in QUIT or answers(word):
            search.cancel()
            return
