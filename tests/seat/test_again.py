"""A game that is over is played again: same table, same seats, same bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import trio

from p2puno.errors import OutsideError
from p2puno.net.limits import DEFAULT_PORT
from p2puno.net.mesh import Mesh
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.player import Controls
from p2puno.seat.rematch import listen_again
from p2puno.seat.session import host_table, join_table, play_again
from tests.seat.peers import Recorder
from tests.seat.session_kit import ONE_ROUND, Lobby, is_clean, seat_plan


def fresh(plan: SeatPlan) -> SeatPlan:
    return replace(plan, lobby=Lobby(), controls=Controls())


async def test_a_table_is_played_again_by_the_same_seats_in_the_same_order(tmp_path: Path) -> None:
    plans = {name: seat_plan(tmp_path, name, *brought) for name, *brought in (("Ann", "Ada"), ("Bob", "Bit"))}
    first, second = dict[str, Outcome](), dict[str, Outcome]()

    async def note(found: dict[str, Outcome], name: str, outcome: Outcome | None) -> None:
        assert outcome is not None
        found[name] = outcome

    async def host() -> None:
        await note(
            first, "Ann", await host_table(plans["Ann"], TablePlan("here", ONE_ROUND, 4, announce=False))
        )

    async def again(name: str) -> None:
        outcome = first[name].again
        assert outcome is not None
        await note(second, name, await play_again(fresh(plans[name]), outcome))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        lobby = plans["Ann"].lobby
        assert isinstance(lobby, Lobby)
        await lobby.opened.wait()
        await note(first, "Bob", await join_table(plans["Bob"], lobby.addresses))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(again, "Bob")
        nursery.start_soon(again, "Ann")

    openers = {name: outcome.again.opener for name, outcome in first.items() if outcome.again}
    assert openers == {"Ann": True, "Bob": False}
    ports = {name: outcome.again.port for name, outcome in first.items() if outcome.again}
    assert ports["Ann"] == lobby.addresses[0].port
    assert ports["Bob"] not in (None, ports["Ann"])
    assert {name: outcome.view.names for name, outcome in second.items()} == {
        name: outcome.view.names for name, outcome in first.items()
    }
    assert all(is_clean(outcome.transcript) for outcome in second.values())
    assert second["Ann"].transcript.read_bytes() == second["Bob"].transcript.read_bytes()
    assert second["Ann"].transcript != first["Ann"].transcript


async def test_playing_again_alone_with_bots_and_as_often_as_one_likes(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann", "Ada")
    outcome = await host_table(plan, TablePlan(None, ONE_ROUND, 2, announce=False))
    transcripts = []
    for _ in range(2):
        assert outcome is not None
        assert outcome.again is not None
        outcome = await play_again(fresh(plan), outcome.again)
        assert outcome is not None
        transcripts.append(outcome.transcript)
    assert len(set(transcripts)) == 2


async def test_waiting_for_the_table_to_open_again_can_be_left(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann", "Ada")
    outcome = await host_table(plan, TablePlan(None, ONE_ROUND, 2, announce=False))
    assert outcome is not None
    assert outcome.again is not None
    waiting = fresh(seat_plan(tmp_path, "Bob"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_again, waiting, replace(outcome.again, opener=False))
        waiting.controls.leaving.set()


class Ports:
    """Stands for a mesh, as far as it listens; what is asked of it, in order."""

    def __init__(self, taken: int) -> None:
        self.taken = taken
        self.asked: list[int | None] = []

    async def listen(self, _host: str | None, port: int | None) -> int:
        self.asked.append(port)
        if port == self.taken:
            raise OutsideError("the port is taken")
        return DEFAULT_PORT if port is None else port


@pytest.mark.parametrize(
    ("wanted", "before", "asked"),
    [
        (None, None, [None]),
        (None, 28867, [28867]),
        (None, 28868, [28868, None]),
        (5000, 28867, [5000]),
    ],
)
async def test_a_guest_on_the_machine_of_the_opener_leaves_him_his_port(
    tmp_path: Path, wanted: int | None, before: int | None, asked: list[int | None]
) -> None:
    """The opener opens the table again at the port it had, which is free until then."""
    plan = replace(seat_plan(tmp_path, "Bob"), listen=(None, wanted))
    ports = Ports(taken=28868)
    await listen_again(cast("Mesh", ports), plan, before)
    assert ports.asked == asked


async def test_who_left_is_not_offered_another_game(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann", "Ada")
    recorder = Recorder()
    recorder.at_slot(4, plan.controls.leaving.set)
    plan = replace(plan, observers=(recorder,))
    outcome = await host_table(plan, TablePlan(None, ONE_ROUND, 2, announce=False))
    assert outcome is not None
    assert outcome.left
    assert outcome.again is None
