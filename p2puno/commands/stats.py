"""`p2puno stats`: what the players of the past games have done, counted from the transcripts."""

from __future__ import annotations

import sys
from dataclasses import asdict

from p2puno.commands.games import tell_progress
from p2puno.commands.output import show, show_json
from p2puno.commands.settings import settle
from p2puno.options import Options
from p2puno.past.games import past_games
from p2puno.past.statistics import Record, records
from p2puno.store.fingerprint import fingerprint
from p2puno.ui import past_texts as past
from p2puno.ui.past import record_lines


def run(options: Options) -> int:
    home = settle(options).home
    known = records(past_games(home, tell_progress if sys.stderr.isatty() else None))
    if options.json:
        show_json([as_data(record) for record in known])
        return 0
    for line in record_lines(known) or [str(past.NO_PLAYERS)]:
        show(line)
    return 0


def as_data(record: Record) -> dict[str, object]:
    """For programs (specs/past-games.md)."""
    return {**asdict(record), "fingerprint": fingerprint(bytes.fromhex(record.key)).hex}
