"""`p2puno replay FILE`: step through a past game, on the screen or in lines."""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from p2puno.commands.lines import keyboard
from p2puno.commands.output import is_terminal, show
from p2puno.commands.screen import full_screen
from p2puno.commands.settings import Settings, settle
from p2puno.options import Options
from p2puno.past.film import load
from p2puno.past.games import SUFFIX
from p2puno.ui import past_texts as past
from p2puno.ui.line_replay import LineReplay
from p2puno.ui.screen.characters import tidy
from p2puno.ui.verdict import verdict_lines


def run(options: Options) -> int:
    settings = settle(options)
    path = _path(settings)
    if full_screen(settings):
        # prompt_toolkit takes its time to import; line mode does not need it
        from p2puno.ui.screen.past_games import replay_on_screen  # noqa: PLC0415
        from p2puno.ui.screen.remembered import Remembered  # noqa: PLC0415

        replay_on_screen(path, Remembered(settings.preferences, settings.home))
    else:
        trio.run(_in_lines, path)
    return 0


def _path(settings: Settings) -> Path:
    """The file, or the past game of that name."""
    (name,) = settings.options.files
    kept = settings.home.games / f"{name}{SUFFIX}"
    return kept if not Path(name).exists() and kept.exists() else Path(name)


async def _in_lines(path: Path) -> None:
    film = load(path, _progress if sys.stderr.isatty() and is_terminal() else None)
    for line in verdict_lines(str(path), film.report):
        show(tidy(line))
    await LineReplay(film, show).run(keyboard())


def _progress(slots: int, percent: int) -> None:
    """A line that is written over, where a person looks on."""
    if slots % 20 == 0:
        print("\r" + past.REPLAY_LOADING.format(percent=percent), end="\r", file=sys.stderr, flush=True)
