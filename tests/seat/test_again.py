"""A game that is over is played again: same table, same seats, same bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import trio

from p2puno.seat.ending import Outcome
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.player import Controls
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


async def test_who_left_is_not_offered_another_game(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann", "Ada")
    recorder = Recorder()
    recorder.at_slot(4, plan.controls.leaving.set)
    plan = replace(plan, observers=(recorder,))
    outcome = await host_table(plan, TablePlan(None, ONE_ROUND, 2, announce=False))
    assert outcome is not None
    assert outcome.left
    assert outcome.again is None
