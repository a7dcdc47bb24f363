"""A sample of what `python -m tests.simulation` plays by the thousand, and what it would notice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2puno.seat import ending
from p2puno.seat.attendance import Attendance
from p2puno.seat.talk import Talk
from protocol.transcript.contribution import sign_contribution
from protocol.wire.codec import encode
from protocol.wire.messages import Consent, Statement
from tests.simulation import clockwork
from tests.simulation.making import new_world
from tests.simulation.network import Weather
from tests.simulation.plans import BRIEF, SHORT, plan, run
from tests.simulation.world import InvariantError, Plan, World
from tests.transparent import transparent_group

ROOT = Path(__file__).parents[2]
CALM = Plan("calm", 3, SHORT, Weather(), 0.0)
ROUGH = Weather(delay=(0.001, 0.05), break_seconds=0.5, notice_seconds=2.0, reorder=0.2, duplicate=0.1)


def played(*plans: Plan) -> list[tuple[str, ...]]:
    with transparent_group():
        return [run(each).ends for each in plans]


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_tables_on_bad_networks_end_alike_or_say_why_not(first: int) -> None:
    played(*(plan(f"sample/{number}", most=4) for number in range(first, first + 20)))


@pytest.mark.parametrize(
    ("weather", "seats"),
    [
        (replace(ROUGH, partition=0.5), 4),
        (replace(ROUGH, hub=1), 4),
        (replace(ROUGH, delay=(0.2, 1.5), reorder=1.0, duplicate=0.5), 3),
        (replace(ROUGH, break_seconds=0.2), 10),
    ],
    ids=["partitions", "star", "slow and out of order", "ten seats"],
)
def test_a_game_survives(weather: Weather, seats: int) -> None:
    (ends,) = played(Plan("survives", seats, BRIEF, weather, 0.0))
    assert ends == ("over",) * seats


def test_seats_learn_how_far_the_others_are(tmp_path: Path) -> None:
    with transparent_group():
        world = new_world(replace(CALM, weather=Weather(delay=(0.04, 0.05))), tmp_path)
        clockwork.run(world.play, seed="far")
        world.close()
    for seat in world.seats:
        ways = [seat.driver._talk.distances.one_way(other) for other in range(3) if other != seat.number]
        assert all(0.04 <= way < 0.07 for way in ways), ways


def test_a_seat_that_tells_two_stories_is_put_off_the_table_and_the_game_goes_on() -> None:
    plans = [
        Plan(f"liar/{number}", 4, BRIEF, Weather(), 0.0, cheat="two stories", cheater=1)
        for number in range(12)
    ]
    with transparent_group():
        results = [run(each) for each in plans]
    liars = [result for result in results if result.lied]
    assert len(liars) >= 5, "in most games the moment comes before the end"
    for result in liars:
        assert result.convicted == (1,)
        assert result.ends[1].startswith("Another program plays this seat"), "it hears what it has signed"
        assert result.ends[0] == result.ends[2] == result.ends[3] == "over"


@pytest.mark.parametrize("cheat", ["junk", "withholds", "floods"])
def test_a_seat_that_disturbs_cannot_stop_the_game(cheat: str) -> None:
    assert _honest_ends(Plan("disturbs", 4, BRIEF, Weather(), 0.0, cheat=cheat, cheater=2), 2) == ["over"] * 3


def _honest_ends(chosen: Plan, cheater: int) -> list[str]:
    (ends,) = played(chosen)
    return [end for seat, end in enumerate(ends) if seat != cheater]


# --- the same again ---------------------------------------------------------------------------------------


def test_a_seed_replays_exactly() -> None:
    chosen = Plan("again", 4, BRIEF, ROUGH, 0.5)
    with transparent_group():
        first, second, other = run(chosen), run(chosen), run(replace(chosen, seed="another"))
    assert first == second
    assert first.trace != other.trace


def test_a_run_that_convicts_somebody_replays_exactly() -> None:
    chosen = Plan("liar again", 3, BRIEF, ROUGH, 0.0, cheat="two stories", cheater=2)
    with transparent_group():
        first, second = run(chosen), run(chosen)
    assert first == second
    assert first.ends[2].startswith("Another program plays this seat")


def test_a_seed_replays_exactly_in_another_process() -> None:
    """Where hashes of bytes, and with them the order of sets, are other ones."""
    script = (
        "from tests.simulation.plans import plan, run\n"
        "from tests.transparent import transparent_group\n"
        "with transparent_group():\n    print(run(plan('elsewhere')).trace)"
    )
    traces = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(traces) == 1
    assert len(traces.pop()) == 65


# --- it would be noticed ----------------------------------------------------------------------------------


def test_a_table_without_reminders_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was lost with a link is not said again."""

    async def nothing(_self: Attendance, _catch_up: object) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr(Attendance, "remind", nothing)
    monkeypatch.setattr(Talk, "_status", lambda *_: None)
    with pytest.raises(InvariantError, match="did not end"):
        played(*(Plan(f"deaf/{number}", 3, BRIEF, ROUGH, 0.0) for number in range(10)))


def test_the_end_is_heard_over_a_link_that_was_down_when_others_had_it() -> None:
    weather = Weather(delay=(0.001, 0.05), break_seconds=0.3, notice_seconds=0.2)
    ends = played(*(Plan(f"last/{number}", 2, BRIEF, weather, 0.0) for number in range(8)))
    assert ends == [("over", "over")] * 8


def test_a_seat_that_goes_before_the_others_have_the_end_leaves_them_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ending, "FAREWELL_SECONDS", 0.0)
    with pytest.raises(InvariantError, match="did not end"):
        played(*(Plan(f"gone/{number}", 3, BRIEF, ROUGH, 0.0) for number in range(20)))


def test_a_vote_for_nobody_that_was_lost_with_a_link_is_told_again() -> None:
    """Two seats have voted against a liar where the log had to go back to; a third was past that already."""
    with transparent_group():
        result = run(plan("2/4750"))
    assert (result.ends[::2], result.ends[3], result.convicted) == (("over", "over"), "over", (1,))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A table at which nothing has happened yet, looked at from outside."""
    with transparent_group():
        made = new_world(CALM, tmp_path)
        yield made
        made.close()


def test_another_story_is_noticed(world: World) -> None:
    seat = world.seats[1]
    state = seat.driver._state
    said = [
        sign_contribution(
            seat.opening.identity, Statement(state.table, 0, 0, head, 1, encode(Consent()))
        ).data
        for head in (state.head, bytes(32))
    ]
    world.said(seat.mesh.identity, said[0])
    world.said(seat.mesh.identity, said[0])
    with pytest.raises(InvariantError, match="says two things"):
        world.said(seat.mesh.identity, said[1])


def test_another_log_is_noticed(world: World) -> None:
    async def main() -> None:
        world.slot_applied(0)
        world.slot_applied(1)
        stray = world.seats[2].driver
        stray._state = replace(stray._state, head=bytes(32))
        world.slot_applied(2)

    with pytest.raises(InvariantError, match="another slot"):
        clockwork.run(main, seed="fork")


def test_blame_of_an_honest_seat_is_noticed(world: World) -> None:
    with pytest.raises(InvariantError, match="blames an honest seat"):
        world.judge(("over", "Seat 0 told two stories in slot 3, and signed both.", "over"))
