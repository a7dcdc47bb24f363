"""The time before a game, over real links on loopback: sitting, leaving, starting.

Deterministic: every step waits for what it needs; one that waits in vain ends when `conftest` loses patience.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from p2puno.errors import UsageError
from p2puno.net import guest_lobby, host_lobby, places
from p2puno.net.addresses import Address
from p2puno.net.dialling import ask
from p2puno.net.discovery import announced
from p2puno.net.events import LinkUp, Received
from p2puno.net.guest_lobby import GuestLobby
from p2puno.net.lobby import to_reachable
from p2puno.net.messages import Sit
from p2puno.net.record import TableRecord
from p2puno.net.tables import find_tables
from protocol.wire.codec import encode
from tests.net.lobby_kit import RULES, TOKEN, Player, guest_at, host_of, request
from tests.net.mesh_kit import Node, make_node, running


@asynccontextmanager
async def table(
    *guests: str, capacity: int = 4, start_when_full: bool = False, bots: Sequence[str] = ()
) -> AsyncIterator[tuple[trio.Nursery, Player, list[Player]]]:
    """A host called Ann and guests of these names who have all sat down in this order.

    bots: for each guest the letters of the bots it may bring.
    """
    nodes = [await make_node("a"), *[await make_node(name[0].lower()) for name in guests]]
    async with running(*nodes), trio.open_nursery() as nursery:
        host = host_of(nodes[0], capacity=capacity, start_when_full=start_when_full)
        nursery.start_soon(host.run)
        seated: list[Player] = []
        for node, name in zip(nodes[1:], guests, strict=True):
            brings = bots[len(seated)] if bots else ""
            guest = guest_at(host, node, name, request(node, name, bots=brings))
            nursery.start_soon(guest.run)
            seated.append(guest)
            await guest.until_names("Ann", *guests[: len(seated)])
        yield nursery, host, seated
        nursery.cancel_scope.cancel()


async def test_a_table_fills_and_starts_when_its_opener_says_so() -> None:
    async with table("Bob", "Cid") as (_, host, guests):
        await host.until_names("Ann", "Bob", "Cid")
        host.start()
        for player in (host, *guests):
            await player.over()
        seatings = [player.seating for player in (host, *guests)]
        assert all(seating is not None for seating in seatings)
        assert len({seating.data for seating in seatings if seating}) == 1
        assert [seating.seat for seating in seatings if seating] == [0, 1, 2]
        proposal = seatings[0].proposal
        assert (proposal.attempt, proposal.name, proposal.rules) == (1, "Anns table", RULES)
        assert [seat.name for seat in proposal.seats] == ["Ann", "Bob", "Cid"]
        assert [seat.nonce for seat in proposal.seats] == [p.me.nonce for p in (host, *guests)]
        assert seatings[1].addresses[host.node.mesh.identity] == host.node.addresses


async def test_from_an_announcement_to_the_start() -> None:
    """The whole way of `join`: the table is heard of, answers, is sat down at, and starts.

    Its token is no other test's: whoever else runs these on this machine hears it as well.
    """
    async with table() as (nursery, host, _):
        host.lobby._table = replace(host.lobby._table, token=os.urandom(16))
        info = host.lobby.table_info()
        record = TableRecord(info.token, info.name, ("127.0.0.1",), host.node.addresses[0].port)
        async with announced(record, interfaces=["127.0.0.1"]):
            found = await find_tables(
                60, settle=0, suits=lambda seen: seen.info.token == info.token, interfaces=["127.0.0.1"]
            )
        [seen] = [each for each in found.tables if each.info.token == info.token]
        bob = guest_at(host, await make_node("b", listens=False), "Bob")
        bob.lobby = GuestLobby(
            bob.node.mesh, bob.me, host=seen.info.host, host_addresses=seen.addresses, changed=bob.show
        )
        async with running(bob.node):
            nursery.start_soon(bob.run)
            await host.until_names("Ann", "Bob")
            host.start()
            await bob.over()
        assert bob.seating is not None


async def test_it_starts_by_itself_when_the_seats_asked_for_are_taken() -> None:
    async with table("Bob", capacity=2, start_when_full=True) as (_, host, [bob]):
        await host.over()
        await bob.over()
        assert host.seating is not None
        assert bob.seating is not None


async def test_who_moves_in_the_waiting_room_is_shown_elsewhere() -> None:
    new = {"Ann": (Address("10.0.0.1", 1),), "Bob": (Address("10.0.0.2", 2),)}
    async with table("Bob", "Cid") as (_, host, (bob, cid)):
        for player, addresses in ((host, new["Ann"]), (bob, new["Bob"])):
            assert player.lobby is not None
            player.lobby.move(addresses)
        told = {name: to_reachable(addresses) for name, addresses in new.items()}
        await cid.until(
            lambda: {e.name: e.reachable for e in cid.rolls[-1].entries if e.name in told} == told
        )


async def test_guests_link_with_each_other_and_the_driver_begins_with_all_links() -> None:
    async with table("Bob", "Cid") as (_, host, [bob, cid]):
        everybody = {player.node.mesh.identity for player in (host, bob, cid)}
        host.start()
        for player in (host, bob, cid):
            await player.over()
            others = everybody - {player.node.mesh.identity}
            while not others <= {up.peer for up in player.node.told(LinkUp)}:
                await player.node.until(LinkUp)


async def test_what_came_too_early_is_handed_over() -> None:
    """Bob is still in the lobby when Cid, who has left it, already speaks to the table."""
    async with table("Bob") as (nursery, host, [bob]):
        cid = await make_node("c")
        async with running(cid):
            cid.mesh.want(bob.node.mesh.identity, bob.node.addresses)
            await cid.until(LinkUp)
            cid.mesh.publish(b"early")
            cid.mesh.note(bob.node.mesh.identity, b"noise")
            await cid.mesh.flush()
            dave = guest_at(host, await make_node("d"), "Dave")
            async with running(dave.node):
                nursery.start_soon(dave.run)
                await bob.until_names("Ann", "Bob", "Dave")
                host.start()
                await bob.over()
                early = await bob.node.until(Received)
        assert early == Received(cid.mesh.identity, cid.mesh.identity, b"early")


async def test_strangers_see_who_sits_and_that_the_game_is_on() -> None:
    async with table("Bob") as (_, host, [bob]):
        _, info = await ask(host.node.addresses)
        assert (info.token, info.host, info.name) == (TOKEN, host.node.mesh.identity, "Anns table")
        assert (info.players, info.capacity, info.rules) == (("Ann", "Bob"), 4, RULES)
        assert not info.started
        host.start()
        await bob.over()
        _, info = await ask(host.node.addresses)
        assert info.started


# --- who may sit --------------------------------------------------------------------------------------


async def refused(host: Player, guest: Player) -> str:
    """Let a guest try; the sentence it was refused with."""
    async with running(guest.node), trio.open_nursery() as nursery:
        nursery.start_soon(guest.run)
        await guest.over()
        nursery.cancel_scope.cancel()
    assert guest.error is not None
    return str(guest.error)


async def test_a_full_table() -> None:
    async with table("Bob", capacity=2) as (_, host, _guests):
        late = guest_at(host, await make_node("c"), "Cid")
        sentence = await refused(host, late)
        assert sentence == "the host does not let you sit down: the table is full: all 2 seats are taken"


async def test_after_the_start() -> None:
    async with table("Bob") as (_, host, [bob]):
        host.start()
        await bob.over()
        late = guest_at(host, await make_node("c"), "Cid")
        assert "the game is on" in await refused(host, late)


@pytest.mark.parametrize("name", [" Cid", "Cid ", " ", "x" * 25, "日" * 13])
async def test_a_name_that_cannot_be_shown(name: str) -> None:
    async with table() as (_, host, _guests):
        guest = guest_at(host, await make_node("c"), name)
        assert "your name" in await refused(host, guest)


async def test_a_bot_is_seated_only_beside_whoever_plays_it() -> None:
    async with table() as (_, host, _guests):
        for operator, sentence in (
            (host.node.mesh.identity, "whoever is said to play this bot does not play it"),
            (bytes(32), "whoever plays this bot does not sit here"),
        ):
            node = await make_node("c")
            guest = guest_at(host, node, "Cid", request(node, "Cid", operator, bot=True))
            assert sentence in await refused(host, guest)


async def test_a_bot_plays_no_bots() -> None:
    async with table("Bob", bots=["c"]) as (nursery, host, [bob]):
        node = await make_node("c")
        operator = bob.node.mesh.identity
        cid = guest_at(host, node, "Cid", request(node, "Cid", operator, bot=True))
        async with running(cid.node):
            nursery.start_soon(cid.run)
            await host.until_names("Ann", "Bob", "Cid")
            node = await make_node("d")
            guest = guest_at(host, node, "Dan", request(node, "Dan", cid.node.mesh.identity, bot=True))
            assert "a bot of somebody else" in await refused(host, guest)


async def test_who_plays_a_bot_cannot_become_one() -> None:
    async with table("Bob", "Cid", bots=["d", "b"]) as (nursery, host, [bob, cid]):
        node = await make_node("d")
        dan = guest_at(host, node, "Dan", request(node, "Dan", bob.node.mesh.identity, bot=True))
        async with running(dan.node):
            nursery.start_soon(dan.run)
            await host.until_names("Ann", "Bob", "Cid", "Dan")
            sit = Sit("Bob", cid.node.mesh.identity, True, bytes(32), (), (), ready=False)
            bob.node.mesh.note(host.node.mesh.identity, encode(sit))
            await bob.over()
            assert "plays no bots" in str(bob.error)


async def test_a_seat_that_changes_without_end_loses_its_link() -> None:
    async with table() as (nursery, host, _guests):
        node = await make_node("c")
        guest = guest_at(host, node, "Cid")
        async with running(node):
            nursery.start_soon(guest.run)
            await host.until_names("Ann", "Cid")
            for number in range(host_lobby.MAX_CHANGES + 1):
                sit = Sit(f"Cid {number}", node.mesh.identity, False, bytes(32), (), (), ready=False)
                node.mesh.note(host.node.mesh.identity, encode(sit))
            await guest.over()
            assert "changed too often" in str(guest.error)
            assert host.rolls[-1].entries[-1].name != f"Cid {host_lobby.MAX_CHANGES}"


async def test_a_person_plays_for_nobody_else() -> None:
    async with table() as (_, host, _guests):
        node = await make_node("c")
        guest = guest_at(host, node, "Cid", request(node, "Cid", host.node.mesh.identity))
        assert "a person plays for nobody else" in await refused(host, guest)


async def test_two_of_one_name_may_sit_and_the_second_is_another_seat() -> None:
    async with table() as (nursery, host, _):
        twins = [guest_at(host, await make_node(name), "Bob") for name in "bc"]
        async with running(*(twin.node for twin in twins)):
            for twin in twins:
                nursery.start_soon(twin.run)
            await host.until_names("Ann", "Bob", "Bob")
            assert len({entry.key for entry in host.rolls[-1].entries}) == 3


async def test_nonsense_in_the_lobby_costs_the_link() -> None:
    async with table("Bob") as (_, host, [bob]):
        bob.node.mesh.note(host.node.mesh.identity, b"\xc1")
        await bob.over()
        assert "what came cannot be read" in str(bob.error)


# --- coming and going ---------------------------------------------------------------------------------


async def test_who_leaves_on_purpose_is_gone_at_once() -> None:
    async with table("Bob", "Cid") as (_, host, [bob, cid]):
        bob.node.scope.cancel()
        await cid.until_names("Ann", "Cid")
        assert [entry.name for entry in host.rolls[-1].entries] == ["Ann", "Cid"]


async def test_a_lost_link_keeps_the_place_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob's link breaks without a word and comes back: he has the same place, and nobody saw him leave."""
    async with table("Bob", "Cid") as (_, host, [bob, cid]):
        shown = len(cid.rolls)
        break_link(host.node, bob.node)
        await bob.until(lambda: len(bob.rolls) > 1 and bob.rolls[-1] is not bob.rolls[-2])
        assert [entry.name for entry in host.rolls[-1].entries] == ["Ann", "Bob", "Cid"]
        assert len(cid.rolls) == shown


async def test_a_link_that_stays_down_costs_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "LOST_SECONDS", 0.05)
    async with table("Bob", "Cid") as (_, host, [bob, cid]):
        bob.node.mesh.want(host.node.mesh.identity, ())
        break_link(host.node, bob.node)
        await cid.until_names("Ann", "Cid")


async def test_no_start_while_somebody_cannot_be_reached() -> None:
    async with table("Bob") as (_, host, [bob]):
        bob.node.mesh.want(host.node.mesh.identity, ())
        break_link(host.node, bob.node)
        while bob.node.mesh.identity in host.node.mesh.linked():
            await trio.lowlevel.checkpoint()
        with pytest.raises(UsageError, match="Bob cannot be reached at the moment"):
            host.start()


async def test_nobody_plays_alone() -> None:
    async with table() as (_, host, _guests):
        with pytest.raises(UsageError, match="at least two players"):
            host.start()


async def test_a_host_that_closes_the_table_is_missed_at_once() -> None:
    async with table("Bob") as (_, host, [bob]):
        host.node.scope.cancel()
        await bob.over()
        assert str(bob.error) == "the table is closed: this player's program was stopped"


async def test_a_host_that_vanishes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_lobby, "LOST_SECONDS", 0.05)
    async with table("Bob") as (_, host, [bob]):
        host.node.mesh.admit([])
        bob.node.mesh.want(host.node.mesh.identity, ())
        break_link(bob.node, host.node)
        await bob.over()
        assert "the table cannot be reached" in str(bob.error)


async def test_a_host_that_was_never_there(mock_clock: MockClock) -> None:
    """Time passes when Bob has tried, however long that took."""
    ghost, bob = await make_node("a"), await make_node("b")
    async with running(ghost):
        pass  # its port is closed again
    guest = guest_at(Player(ghost, request(ghost, "Ann")), bob, "Bob")
    why = f"{ghost.addresses[0]}: nothing listens there"
    assert isinstance(guest.lobby, GuestLobby)
    async with running(bob), trio.open_nursery() as nursery:
        nursery.start_soon(guest.run)
        while guest.lobby._trouble != why:
            await trio.lowlevel.checkpoint()
        mock_clock.jump(guest_lobby.REACH_SECONDS)
    assert str(guest.error) == f"the table cannot be reached: {why}"


def break_link(one: Node, other: Node) -> None:
    """End the link between these two without a word, as a pulled cable does."""
    one.mesh._connections[other.mesh.identity].drop("the cable was pulled", tell=False)
