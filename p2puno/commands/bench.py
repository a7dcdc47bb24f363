"""`p2puno bench`: how fast this machine is at what a game needs; takes about a minute."""

from __future__ import annotations

import sys

from p2puno.bench.figures import FULL, measure
from p2puno.bench.words import lines
from p2puno.commands.output import show, show_json
from p2puno.options import Options
from p2puno.store.paths import Home


def run(options: Options) -> int:
    figures = measure(FULL, Home.locate(options.home), _tell if sys.stderr.isatty() else _keep_quiet)
    _tell("") if sys.stderr.isatty() else None
    if options.json:
        show_json(figures.as_data())
    else:
        for line in lines(figures):
            show(line)
    return 0


def _tell(what: str) -> None:
    """One line on the terminal that each message writes over."""
    print(f"\r\x1b[K{what and f'measuring: {what}'}", end="", file=sys.stderr, flush=True)


def _keep_quiet(_what: str) -> None:
    pass
