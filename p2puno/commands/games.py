"""`p2puno games`: the past games of this home, each with what its audit said."""

from __future__ import annotations

import sys
from dataclasses import asdict

from p2puno.commands.output import show, show_json
from p2puno.commands.settings import settle
from p2puno.options import Options
from p2puno.past.games import Found, past_games
from p2puno.ui import past_texts as past
from p2puno.ui.past import game_line
from p2puno.ui.screen.characters import tidy


def run(options: Options) -> int:
    home = settle(options).home
    games = past_games(home, tell_progress if sys.stderr.isatty() else None)
    if options.json:
        show_json([as_data(found) for found in games])
        return 0
    some = False
    for found in games:
        some = True
        show(tidy(game_line(found)))
    show((past.IN if some else past.NO_GAMES).format(path=home.games))
    return 0


def tell_progress(name: str) -> None:
    """An audit takes a moment: who waits is told for what."""
    print(past.CHECKING.format(name=name), file=sys.stderr, flush=True)


def as_data(found: Found) -> dict[str, object]:
    """For programs (specs/past-games.md)."""
    return {
        "file": str(found.path),
        "name": found.name,
        "written": found.when.isoformat(timespec="seconds"),
        **asdict(found.game),
        "rules": dict(found.game.rules),
    }
