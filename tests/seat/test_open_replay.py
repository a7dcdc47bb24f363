"""A whole table with open replay: secrets stay on the disks until they are published, and no longer."""

from __future__ import annotations

from pathlib import Path

from p2puno.past.film import load
from p2puno.store.paths import Home
from protocol.reports import Verdict
from protocol.rules.ruleset import RuleSet
from tests.seat.peers import play, seats_for

OPEN = RuleSet.preset("classic").with_options({"rounds": 2, "hand_size": 5, "open_replay": "on"})


async def test_all_hands_are_open_when_the_game_is_over(tmp_path: Path) -> None:
    _, seats = seats_for(OPEN, tmp_path, 3)
    await play(seats)
    assert [seat.error for seat in seats] == [None] * 3
    assert [vaults(seat.home) for seat in seats] == [[], [], []]
    outcome = seats[0].outcome
    assert outcome is not None
    film = load(outcome.transcript)
    assert film.report.verdict is Verdict.CLEAN
    assert film.report.opened == (0, 1, 2)
    dealt = next(at for at, moment in enumerate(film.moments) if all(moment.state.rules.counts))
    assert all(len(film.hand(dealt, seat) or ()) == 5 for seat in range(3))


def vaults(home: Home) -> list[Path]:
    return list(home.journals.glob("*.vault"))
