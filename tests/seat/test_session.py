"""A table from the wish to sit to the last card: lobby, links, bots and driver together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from p2puno.errors import NoError, UsageError
from p2puno.net import interfaces
from p2puno.net.addresses import Address
from p2puno.net.lobby import Seating
from p2puno.net.mesh import Mesh
from p2puno.net.messages import Start
from p2puno.seat import session
from p2puno.seat.ending import Outcome
from p2puno.seat.plans import TablePlan
from p2puno.seat.playing import drive
from p2puno.seat.session import host_table, join_table
from p2puno.store.acquaintances import load_acquaintances
from p2puno.store.identity import Identity
from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.transcript.contribution import VERSION
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Proposal, SeatEntry
from tests.seat.session_kit import ONE_ROUND, Lobby, is_clean, seat_plan


async def test_a_table_with_bots_alone(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann", "Bot 1", "Bot 2")
    outcome = await host_table(plan, TablePlan("here", ONE_ROUND, 3, announce=False))
    assert outcome is not None
    assert not outcome.left
    assert is_clean(outcome.transcript)
    files = [*plan.home.data.glob("bots/*/games/*.p2puno"), outcome.transcript]
    assert len(files) == 3
    assert len({path.read_bytes() for path in files}) == 1
    assert not list(plan.home.data.glob("**/*.vault")), "the secrets of a finished game are gone"


async def test_people_join_and_each_may_bring_bots(tmp_path: Path) -> None:
    outcomes: list[Outcome | None] = []
    ann, bob = seat_plan(tmp_path, "Ann", "Ada"), seat_plan(tmp_path, "Bob", "Bit")
    assert isinstance(ann.lobby, Lobby)

    async def host() -> None:
        outcomes.append(await host_table(ann, TablePlan(None, ONE_ROUND, 4, announce=False)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        await ann.lobby.opened.wait()
        outcomes.append(await join_table(bob, ann.lobby.addresses))
    assert all(outcome is not None and is_clean(outcome.transcript) for outcome in outcomes)
    assert len({outcome.transcript.read_bytes() for outcome in outcomes if outcome}) == 1
    assert ann.lobby.rolls[-1].name == "Ann's table"
    assert {entry.name for entry in ann.lobby.rolls[-1].entries} == {"Ann", "Ada", "Bob", "Bit"}
    assert ann.lobby.troubles == []


async def test_who_has_played_together_is_known_at_the_next_table(tmp_path: Path) -> None:
    ann, bob = (replace(seat_plan(tmp_path, name), bot=None) for name in ("Ann", "Bob"))
    assert isinstance(ann.lobby, Lobby)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_table, ann, TablePlan(None, ONE_ROUND, 2, announce=False))
        await ann.lobby.opened.wait()
        await join_table(bob, ann.lobby.addresses)
    for plan, other in ((ann, "Bob"), (bob, "Ann")):
        assert isinstance(plan.lobby, Lobby)
        assert list(plan.lobby.known) == []
        [met] = load_acquaintances(plan.home)
        assert (met.name, met.games) == (other, 1)


async def test_a_guest_whose_link_breaks_as_the_game_starts_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = seat_plan(tmp_path, "Ann"), seat_plan(tmp_path, "Bob")
    outcomes: list[Outcome | None] = []
    broken: list[bytes] = []
    note = Mesh.note

    def note_but_the_first_start(mesh: Mesh, peer: bytes, payload: bytes) -> None:
        if broken or message_type(payload) is not Start:
            note(mesh, peer, payload)
        else:
            broken.append(peer)
            mesh._connections[peer].drop("the connection broke", tell=False)

    monkeypatch.setattr(Mesh, "note", note_but_the_first_start)

    async def host() -> None:
        outcomes.append(await host_table(ann, TablePlan(None, ONE_ROUND, 2, announce=False)))

    assert isinstance(ann.lobby, Lobby)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        await ann.lobby.opened.wait()
        outcomes.append(await join_table(bob, ann.lobby.addresses))
    assert len(broken) == 1
    assert all(outcome is not None and is_clean(outcome.transcript) for outcome in outcomes)


def message_type(payload: bytes) -> type | None:
    try:
        return type(decode(payload, Start))
    except WireError:
        return None


async def test_leaving_before_the_start_is_no_outcome(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann")
    plan.controls.leaving.set()
    assert await host_table(plan, TablePlan("here", ONE_ROUND, 2, announce=False)) is None


async def test_the_addresses_that_an_opener_shows_change_with_its_networks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interfaces, "LOOK_SECONDS", 0.02)
    hosts = ["10.0.0.1"]
    monkeypatch.setattr(session, "own_addresses", lambda: list(hosts))
    plan = replace(seat_plan(tmp_path, "Ann"), listen=(None, 0))
    assert isinstance(plan.lobby, Lobby)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_table, plan, TablePlan("here", ONE_ROUND, None, announce=False))
        for host in ("10.0.0.1", "10.0.0.2"):
            hosts[0] = host
            while [a.host for a in plan.lobby.addresses] != [host]:  # noqa: ASYNC110 - no event
                await trio.sleep(0.01)
        plan.controls.leaving.set()


def test_without_any_network_but_a_link_its_addresses_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "link_local_addresses", lambda: ["fe80::1%eth0"])
    here, there = Address("127.0.0.1", 7), Address("10.0.0.1", 7)
    on_loopback = seat_plan(tmp_path, "Ann")
    everywhere = replace(on_loopback, listen=(None, 0))
    assert session._shown(everywhere, (here,)) == (Address("fe80::1%eth0", 7),)
    assert session._shown(everywhere, (there,)) == (there,)
    assert session._shown(on_loopback, (here,)) == (here,)


async def test_starting_alone_is_refused_with_a_reason_and_the_lobby_goes_on(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann")
    assert isinstance(plan.lobby, Lobby)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_table, plan, TablePlan("here", ONE_ROUND, None, announce=False))
        await plan.lobby.opened.wait()
        plan.controls.start()
        while not plan.lobby.troubles:
            await trio.testing.wait_all_tasks_blocked(0.01)
        plan.controls.leaving.set()
    assert plan.lobby.troubles == ["a game needs at least two players: wait until somebody sits down"]


async def test_a_table_that_this_version_cannot_play_is_a_sentence(tmp_path: Path) -> None:
    entries = tuple(SeatEntry(name, bytes(32), bytes(32), bot=True, nonce=bytes(32)) for name in "ab")
    proposal = Proposal(VERSION + 1, 1, "here", (), entries)
    seating = Seating(proposal, encode(proposal), 0, {}, bytes(16))
    mesh = Mesh(IdentityKey(bytes(32)), 1)
    identity = Identity(IdentityKey(bytes(32)), "a")
    refused = f"this game cannot be played here: this table speaks version {VERSION + 1}"
    with pytest.raises(NoError, match=refused):
        await drive(seat_plan(tmp_path, "Ann"), identity, mesh, seating, identity.key.public)


async def test_a_bot_whose_files_are_broken_ends_the_session_with_a_sentence(tmp_path: Path) -> None:
    plan = seat_plan(tmp_path, "Ann", "Ada")
    broken = plan.home.bot(0).incarnation
    broken.parent.mkdir(parents=True)
    broken.write_text("junk")
    with pytest.RaisesGroup(UsageError, flatten_subgroups=True) as raised:
        await host_table(plan, TablePlan("here", ONE_ROUND, 2, announce=False))
    (error,) = leaves(raised.value)
    assert str(error).startswith("The bot Ada cannot play: ")


def leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in leaves(inner)]
    return [error]
