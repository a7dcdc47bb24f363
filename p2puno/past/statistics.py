"""What the players of past games have done in all of them together: counted from the games, never kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from p2puno.past.games import Found
from p2puno.past.tally import SeatTally
from protocol.reports import Verdict


@dataclass(frozen=True, slots=True)
class Record:
    """One player, known by the key. name: the latest. streak: games won in a row, up to the latest one;
    best: the longest such row. The rest are sums over the games, as in `SeatTally`."""

    key: str
    name: str
    bot: bool
    games: int = 0
    wins: int = 0
    rounds: int = 0
    points: int = 0
    calls: int = 0
    forgotten: int = 0
    caught: int = 0
    challenges: int = 0
    bluffs_called: int = 0
    fours: int = 0
    bluffs: int = 0
    streak: int = 0
    best: int = 0


def records(games: Iterable[Found]) -> tuple[Record, ...]:
    """Every player of the games that were played to a clean end, who has won most first.

    `games` come in their order. A game of which there are two files counts once.
    """
    known: dict[str, Record] = {}
    counted: set[str] = set()
    for found in games:
        game = found.game
        if game.verdict != Verdict.CLEAN.value or game.table in counted:
            continue
        counted.add(game.table)
        for seat in game.seats:
            before = known.get(seat.key, Record(seat.key, seat.name, seat.bot))
            known[seat.key] = _after(before, seat)
    return tuple(sorted(known.values(), key=lambda one: (-one.wins, -one.games, one.name, one.key)))


def _after(before: Record, seat: SeatTally) -> Record:
    streak = before.streak + 1 if seat.won else 0
    return replace(
        before,
        name=seat.name,
        bot=seat.bot,
        games=before.games + 1,
        wins=before.wins + seat.won,
        rounds=before.rounds + seat.rounds,
        points=before.points + seat.points,
        calls=before.calls + seat.calls,
        forgotten=before.forgotten + seat.forgotten,
        caught=before.caught + seat.caught,
        challenges=before.challenges + seat.challenges,
        bluffs_called=before.bluffs_called + seat.bluffs_called,
        fours=before.fours + seat.fours,
        bluffs=before.bluffs + seat.bluffs,
        streak=streak,
        best=max(before.best, streak),
    )
