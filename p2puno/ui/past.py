"""Past games and their players in lines: for the commands and for the screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from p2puno.language.speech import listed
from p2puno.past.games import Found
from p2puno.past.statistics import Record
from p2puno.ui import past_texts as past
from p2puno.ui import texts as text
from p2puno.ui.naming import for_people
from protocol.reports import Verdict

STREAK = 2
"""Fewer in a row are none."""


def game_line(found: Found) -> str:
    """One game in a line."""
    game, verdict = found.game, Verdict(found.game.verdict)
    parts = {"name": found.name, "when": moment(found.when), "state": past.STATES[verdict]}
    if not game.seats:
        return past.GAME_UNKNOWN.format(**parts, reason=game.sentence)
    names = for_people([seat.name for seat in game.seats])
    winners = [name for name, seat in zip(names, game.seats, strict=True) if seat.won]
    words = past.GAME_WON if winners else past.GAME
    rounds = past.ROUNDS.of(game.rounds)
    return words.format(**parts, players=listed(names), rounds=rounds, winners=listed(winners))


def moment(when: datetime) -> str:
    """In the time of this machine."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def record_lines(records: Sequence[Record]) -> list[str]:
    """Two lines for each player."""
    names = for_people([record.name for record in records])
    return [line for name, record in zip(names, records, strict=True) for line in _record(name, record)]


def _record(name: str, record: Record) -> tuple[str, str]:
    words = past.STREAKS if record.best >= STREAK else past.PLAYER
    first = words.format(
        name=name,
        games=past.GAMES.of(record.games),
        wins=past.WINS.of(record.wins),
        streak=record.streak,
        best=record.best,
        rounds=past.ROUNDS_WON.of(record.rounds),
        points=text.counted_points(record.points),
    )
    deeds = past.DEEDS.format(
        forgotten=past.FORGOTTEN.of(record.forgotten),
        caught=past.CAUGHT.of(record.caught),
        challenges=past.CHALLENGES.of(record.challenges),
        called=past.CALLED.of(record.bluffs_called),
        fours=past.FOURS.of(record.fours),
        bluffs=past.BLUFFS.of(record.bluffs),
    )
    return first, deeds
