"""`p2puno bench`: how fast this machine is at what a game needs; takes about a minute."""

from __future__ import annotations

import sys

from p2puno.bench.figures import FULL, measure
from p2puno.bench.words import lines
from p2puno.commands.output import show, show_json
from p2puno.language.texts import _
from p2puno.options import Options
from p2puno.store.paths import Home

PROGRESS_COLUMNS = 60


def run(options: Options) -> int:
    progress = _tell if sys.stderr.isatty() else _keep_quiet
    figures = measure(FULL, Home.locate(options.home), progress)
    progress("")
    if options.json:
        show_json(figures.as_data())
    else:
        for line in lines(figures):
            show(line)
    return 0


def _tell(next_up: str) -> None:
    """One line on the terminal, written over by the next one, and by nothing in the end."""
    words = _("measuring: {what}").format(what=next_up) if next_up else ""
    print(f"\r{words:<{PROGRESS_COLUMNS}}\r{words}", end="", file=sys.stderr, flush=True)


def _keep_quiet(_next_up: str) -> None:
    pass
