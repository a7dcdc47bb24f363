"""Schedules of votes (specs/simulation.md, Votes): a sample of what the command plays by the thousand."""

from __future__ import annotations

import pytest

from tests.simulation.ballots import BrokenError, Literal, Schedule


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_no_schedule_breaks_an_invariant(start: int) -> None:
    for seed in range(start, start + 20):
        Schedule(seed).run()


def test_the_schedules_do_what_they_are_for() -> None:
    """They remove, convict, name earlier votes, restart; almost all tables come to their end."""
    total = sum((Schedule(seed).run() for seed in range(200, 230)), start=Schedule(0).counts)
    assert min(total[each] for each in ("removals", "convictions", "restarts", "named votes", "ended")) > 0
    assert total["ended"] > 8 * total["stuck"]


def test_a_schedule_replays_exactly() -> None:
    first, second = (Schedule(7) for _ in range(2))
    assert first.run() == second.run()
    assert first.said == second.said


def test_voting_with_what_one_holds_forks() -> None:
    """The rule as it is first thought of: the schedules find what is wrong with it, without any liar."""
    with pytest.raises(BrokenError, match="filled a slot differently"):
        _play_all(range(30))


def _play_all(seeds: range) -> None:
    for seed in seeds:
        Schedule(seed, Literal, lies=False).run()
