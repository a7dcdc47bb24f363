"""A table with a PIN from the lobby to the rematch: guests, bots, and those who look on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2puno.errors import NoError
from p2puno.net import pin_guard
from p2puno.net.addresses import Address
from p2puno.net.mesh import Mesh
from p2puno.net.pin_guard import PinGuard
from p2puno.seat import latecomer
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.player import Controls
from p2puno.seat.playing import circumstances_of
from p2puno.seat.resuming import Return, resume_table
from p2puno.seat.session import host_table, join_table, play_again
from p2puno.seat.watching import watch_table
from protocol.crypto.signing import IdentityKey
from protocol.rules.ruleset import RuleSet
from protocol.table.frame import open_table
from tests.seat.peers import Recorder
from tests.seat.session_kit import ONE_ROUND, Lobby, is_clean, seat_plan
from tests.table.simulation import proposal_for
from tests.transparent import transparent_group

PIN = "4821"
THREE_ROUNDS = RuleSet.preset("classic").with_options({"rounds": 3, "hand_size": 5})


def _with_pin(plan: SeatPlan, pin: str = PIN) -> SeatPlan:
    return replace(plan, pin=pin, lobby=Lobby(), controls=Controls())


async def _open(plan: SeatPlan) -> tuple[Address, ...]:
    assert isinstance(plan.lobby, Lobby)
    await plan.lobby.opened.wait()
    return plan.lobby.addresses


def _only(group: BaseException) -> BaseException:
    while isinstance(group, BaseExceptionGroup):
        assert len(group.exceptions) == 1
        group = group.exceptions[0]
    return group


async def test_guests_and_bots_with_the_pin_play_and_play_again(tmp_path: Path) -> None:
    ann, bob = (
        _with_pin(seat_plan(tmp_path, name, brought)) for name, brought in (("Ann", "Ada"), ("Bob", "Bit"))
    )
    ended: dict[str, Outcome | None] = {}

    async def host() -> None:
        ended["Ann"] = await host_table(ann, TablePlan("here", ONE_ROUND, 4, announce=False))

    async def again(name: str, plan: SeatPlan, outcome: Outcome | None) -> None:
        assert outcome is not None
        assert outcome.again is not None
        ended[name] = await play_again(_with_pin(plan), outcome.again)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        ended["Bob"] = await join_table(bob, await _open(ann))
    first = dict(ended)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(again, "Bob", bob, first["Bob"])
        nursery.start_soon(again, "Ann", ann, first["Ann"])
    assert all(outcome is not None and is_clean(outcome.transcript) for outcome in ended.values())
    assert isinstance(ann.lobby, Lobby)
    assert ann.lobby.troubles == []


@pytest.mark.parametrize("asks", ["opener", "guest", "nobody"])
async def test_that_there_is_a_pin_is_known_after_a_resume(tmp_path: Path, asks: str) -> None:
    """So that a seat which does not know it any more lets nobody look on."""
    mesh = Mesh(IdentityKey(b"a" * 32), 1)
    if asks == "opener":
        mesh.door.guard = PinGuard(PIN)
    mesh.gallery.elsewhere = asks == "guest"
    state = open_table(proposal_for(2, ONE_ROUND, 1)[0])
    known = circumstances_of(seat_plan(tmp_path, "Ann"), mesh, state, b"o" * 32, b"t" * 16)
    assert known.pin == (asks != "nobody")
    assert (mesh.gallery.objection() is None) == (asks != "guest")


async def test_whoever_opened_the_table_asks_for_the_pin_after_a_resume_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And lets in who says it: a latecomer sits down at a table whose program was started again."""
    monkeypatch.setattr(latecomer, "ASK_SECONDS", 0.05)
    monkeypatch.setattr(pin_guard, "pause_of_one", lambda _wrong: 0.0)
    ann = replace(_with_pin(seat_plan(tmp_path, "Ann", "Ada")), observers=(Recorder(),))
    late, (seen,) = _with_pin(seat_plan(tmp_path, "Bob")), ann.observers
    assert isinstance(seen, Recorder)
    with transparent_group():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host_table, ann, TablePlan("here", THREE_ROUNDS, 2, announce=False))
            await seen.until_slot(12)
            nursery.cancel_scope.cancel()
        (journal,) = ann.home.journals.glob("*.journal")
        (address,) = await _open(ann)
        back = replace(_with_pin(ann), pin=None, listen=(address.host, address.port))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(resume_table, back, Return(journal.stem))
            await seen.until_slot(14)
            for pin, words in ((None, "this table has a PIN"), ("0000", "the PIN is wrong")):
                with pytest.raises(ExceptionGroup) as caught:
                    await watch_table([address], [], Controls(), pin)
                assert words in str(_only(caught.value))
            outcome = await join_table(late, [address])
        assert outcome is not None
        assert is_clean(outcome.transcript)
    assert isinstance(back.lobby, Lobby)
    assert back.lobby.troubles == ["somebody at 127.0.0.1 tried a wrong PIN (1 time)"]


async def test_a_wrong_pin_is_one_sentence_there_and_one_here(tmp_path: Path) -> None:
    ann, eve = _with_pin(seat_plan(tmp_path, "Ann")), _with_pin(seat_plan(tmp_path, "Eve"), "0000")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_table, ann, TablePlan("here", ONE_ROUND, 2, announce=False))
        addresses = await _open(ann)
        with pytest.raises(ExceptionGroup) as caught:
            await join_table(eve, addresses)
        error = _only(caught.value)
        assert isinstance(error, NoError)
        assert str(error) == "the table cannot be joined: the PIN is wrong"
        with pytest.raises(ExceptionGroup) as caught:
            await watch_table(addresses, [], Controls())
        error = _only(caught.value)
        assert isinstance(error, NoError)
        assert "this table has a PIN" in str(error)
        ann.controls.leaving.set()
    assert isinstance(ann.lobby, Lobby)
    assert ann.lobby.troubles == ["somebody at 127.0.0.1 tried a wrong PIN (1 time)"]
