"""What strangers, and a seat that floods, may cost: each limit, and that others keep their place."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock

from p2puno.net.allowance import Allowance, Allowances
from p2puno.net.connection import Connection
from p2puno.net.crowd import Crowd, Newcomers
from p2puno.net.door import Door
from p2puno.net.events import LinkDown, LinkUp, Noted
from p2puno.net.gallery import Gallery
from p2puno.net.host_lobby import MAX_SENT_AWAY, HostLobby
from p2puno.net.limits import Limits, Rate
from p2puno.net.link import Link, Myself
from p2puno.net.messages import Note, Sit
from protocol.wire.codec import encode
from tests.net.link_kit import link_pair
from tests.net.lobby_kit import guest_at, host_of
from tests.net.mesh_kit import QUICK, make_node, running

LIMITS = Limits()


def name(number: int) -> bytes:
    return number.to_bytes(32, "big")


# --- so much at once, and so much in the long run -----------------------------------------------------


async def test_an_allowance_comes_back_with_time(autojump_clock: MockClock) -> None:
    allowance = Allowance(Rate(3, 0.5))
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    await trio.sleep(2)
    assert [allowance.take() for _ in range(2)] == [True, False]
    await trio.sleep(1000)
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


async def test_who_spends_too_much_waits_until_it_is_paid(autojump_clock: MockClock) -> None:
    allowance, started = Allowance(Rate(10, 2.0)), trio.current_time()
    await allowance.spend(10)
    assert trio.current_time() == started
    await allowance.spend(6)
    assert trio.current_time() == pytest.approx(started + 3)


async def test_each_has_its_own_and_not_endlessly_many_are_remembered(autojump_clock: MockClock) -> None:
    allowances = Allowances(Rate(1, 0.1), 2)
    assert [allowances.take(user) for user in ("a", "b", "a", "c")] == [True, True, False, False]
    await trio.sleep(10)
    assert allowances.take("c")
    assert len(allowances._by_user) == 1


# --- at the door --------------------------------------------------------------------------------------


async def test_connections_come_no_faster_than_allowed(autojump_clock: MockClock) -> None:
    door = Door(Limits(arrivals=Rate(2, 1.0), arrivals_in_all=Rate(3, 1.0)))

    def comes(origin: str) -> bool:
        with door.standing(origin) as allowed:
            return allowed

    assert [comes("flood") for _ in range(3)] == [True, True, False]
    assert [comes("other"), comes("third")] == [True, False]
    await trio.sleep(1)
    assert comes("flood")
    assert not comes("other"), "in all there was one"
    door.befriend(["10.0.0.7"])
    assert [comes("10.0.0.7") for _ in range(9)] == [True] * 9, "somebody of the table is not kept out"


def test_friends_are_not_endlessly_many() -> None:
    door = Door(LIMITS)
    door.befriend(f"10.0.{number // 200}.{number % 200}" for number in range(1000))
    door.befriend(["no address"])
    assert len(door._friends) == LIMITS.friends


# --- links before the game ----------------------------------------------------------------------------


def test_one_origin_has_so_many_strangers_and_no_more() -> None:
    crowd = Crowd(LIMITS)
    for number in range(LIMITS.strangers_per_origin):
        assert crowd.objection(name(number), "flood") is None
        assert crowd.enter(name(number), "flood") is None
    assert str(crowd.objection(name(99), "flood")) == "too many are connected from where you are"
    assert crowd.objection(name(0), "flood") is None, "a newer link of the same peer"
    assert crowd.objection(name(99), "elsewhere") is None
    assert crowd.objection(name(99), None) is None, "it was dialled"
    crowd.seated = [name(3)]
    assert crowd.objection(name(99), "flood") is None
    crowd.leave(name(4))
    assert crowd.enter(name(99), "flood") is None


def test_where_all_links_are_taken_the_first_of_the_largest_crowd_makes_room() -> None:
    """Ten machines flood; a guest from an eleventh gets in, and nobody who sits is put out."""
    crowd = Crowd(LIMITS)
    crowd.seated = [name(0), name(10)]
    for number in range(LIMITS.links):
        crowd.enter(name(number), f"machine {number % 10}")
    assert crowd.objection(b"guest", "elsewhere") is None
    assert crowd.enter(b"guest", "elsewhere") == name(1)
    crowd.leave(name(1))
    assert len(crowd._origins) == LIMITS.links
    full = Crowd(LIMITS)
    for number in range(LIMITS.links):
        full.enter(name(number), f"machine {number}")
    assert full.objection(b"guest", "elsewhere") is None
    assert str(full.objection(b"guest", "machine 7")) == "too many are connected here"


async def test_newcomers_have_so_long_to_settle(autojump_clock: MockClock) -> None:
    newcomers = Newcomers(5.0)
    newcomers.came(b"a")
    await trio.sleep(3)
    newcomers.came(b"a")
    newcomers.came(b"b")
    newcomers.came(b"c")
    newcomers.settled(b"c")
    assert newcomers.next_due == trio.current_time() + 2
    await trio.sleep(2)
    assert newcomers.overdue() == [b"a"]
    assert newcomers.overdue() == []
    await trio.sleep(3)
    assert newcomers.overdue() == [b"b"]


async def test_who_asks_for_no_seat_loses_the_link_and_a_guest_keeps_it() -> None:
    ann, bob, eve = await make_node("a"), await make_node("b"), await make_node("e", listens=False)
    host = host_of(ann)
    async with running(ann, bob, eve), trio.open_nursery() as nursery:
        nursery.start_soon(host.run)
        guest = guest_at(host, bob, "Bob")
        nursery.start_soon(guest.run)
        await host.until_names("Ann", "Bob")
        assert isinstance(host.lobby, HostLobby)
        host.lobby._newcomers = Newcomers(0.2)  # not sooner: Bob had his time
        eve.mesh.want(ann.mesh.identity, ann.addresses)
        await eve.until(LinkUp)
        down = await eve.until(LinkDown)
        assert down.sentence == "whoever comes here asks for a seat at once"
        assert bob.mesh.identity in ann.mesh.linked()
        nursery.cancel_scope.cancel()


async def test_a_guest_does_not_stay_linked_with_who_does_not_sit_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p2puno.net.guest_lobby.APPEAR_SECONDS", 0.2)
    ann, bob, eve = await make_node("a"), await make_node("b"), await make_node("e", listens=False)
    host = host_of(ann)
    async with running(ann, bob, eve), trio.open_nursery() as nursery:
        nursery.start_soon(host.run)
        guest = guest_at(host, bob, "Bob")
        nursery.start_soon(guest.run)
        await host.until_names("Ann", "Bob")
        eve.mesh.want(bob.mesh.identity, bob.addresses)
        await eve.until(LinkUp)
        down = await eve.until(LinkDown)
        assert down.sentence == "only who sits at the same table is linked with"
        assert bob.mesh.identity in ann.mesh.linked()
        nursery.cancel_scope.cancel()


async def test_who_was_sent_away_is_not_remembered_without_end() -> None:
    ann = await make_node("a")
    host = host_of(ann)
    lobby = host.lobby
    assert isinstance(lobby, HostLobby)
    async with running(ann):
        for number in range(MAX_SENT_AWAY + 9):
            lobby._dismiss(name(number))
        assert len(lobby._sent_away) == MAX_SENT_AWAY
        sit = encode(Sit("Eve", name(999), False, bytes(32), (), (), False))
        lobby._noted(name(MAX_SENT_AWAY + 8), sit)
        assert len(lobby._places) == 1
        await ann.mesh.flush()


# --- on a link ----------------------------------------------------------------------------------------


async def test_who_says_too_much_is_read_slowly_and_loses_nothing(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    near, far = await link_pair(ann, bob)
    connection = Connection(near, replace(LIMITS, messages=Rate(10, 5.0)))
    heard: list[object] = []
    started = trio.current_time()

    async def listen(connection: Connection) -> None:
        while len(heard) < 60:
            heard.append(await connection.receive())
        connection.drop("enough", tell=False)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(connection.write)
        nursery.start_soon(far.send, *(encode(Note(b"%d" % number)) for number in range(60)))
        await connection.run(listen)
        await connection.close()
    assert heard == [Note(b"%d" % number) for number in range(60)]
    assert trio.current_time() - started >= 10


async def test_bytes_are_counted_too(ann: Myself, bob: Myself, autojump_clock: MockClock) -> None:
    near, far = await link_pair(ann, bob)
    connection = Connection(near, replace(LIMITS, received_bytes=Rate(1000, 100.0)))
    started = trio.current_time()

    async def listen(connection: Connection) -> None:
        await connection.receive()
        connection.drop("enough", tell=False)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(connection.write)
        nursery.start_soon(far.send, encode(Note(b"x" * 2000)))
        await connection.run(listen)
        await connection.close()
    assert trio.current_time() - started >= 10


async def test_whoever_floods_a_link_does_not_keep_others_from_being_heard() -> None:
    """Eve has sent ten thousand notes when Bob says one; his is not behind all of them."""
    limits = replace(QUICK, messages=Rate(200, 50.0))
    ann = await make_node("a", limits=limits)
    bob, eve = await make_node("b", listens=False), await make_node("e", listens=False)
    async with running(ann, bob, eve):
        for node in (bob, eve):
            node.mesh.want(ann.mesh.identity, ann.addresses)
            await node.until(LinkUp)
        for number in range(10_000):
            eve.mesh.note(ann.mesh.identity, b"%d" % number)
        await ann.until(Noted)
        bob.mesh.note(ann.mesh.identity, b"good evening")
        await ann.until(Noted, lambda note: note.peer == bob.mesh.identity)
        flood = [note.payload for note in ann.told(Noted) if note.peer == eve.mesh.identity]
        assert len(flood) < 1000
        assert flood == [b"%d" % number for number in range(len(flood))]
        assert eve.mesh.identity in ann.mesh.linked(), "nothing is wrong with being quick"


# --- looking on ---------------------------------------------------------------------------------------


async def _looks_on(ann: Myself, bob: Myself, origin: str) -> tuple[Link, Link]:
    near, far = await link_pair(ann, bob)
    near.origin = origin
    return near, far


async def test_one_origin_cannot_take_all_places_to_look_on(ann: Myself, bob: Myself) -> None:
    gallery = Gallery(LIMITS)
    async with trio.open_nursery() as nursery:
        for _ in range(LIMITS.watchers_per_origin):
            near, _far = await _looks_on(ann, bob, "10.0.0.7")
            nursery.start_soon(gallery.serve, near)
        await trio.testing.wait_all_tasks_blocked()
        assert str(gallery.objection("10.0.0.7")) == "too many look on from where you are"
        assert gallery.objection("10.0.0.8") is None
        nursery.cancel_scope.cancel()


async def test_coming_and_going_to_be_shown_everything_again_is_slowed(
    ann: Myself, bob: Myself, autojump_clock: MockClock
) -> None:
    gallery = Gallery(Limits(visits=Rate(1, 0.1)))
    near, far = await _looks_on(ann, bob, "10.0.0.7")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(gallery.serve, near)
        await far.aclose()
        nursery.cancel_scope.deadline = trio.current_time() + 1
    near, far = await _looks_on(ann, bob, "10.0.0.7")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(gallery.serve, near)
        await far.receive()
        await far.aclose()
    assert gallery.count == 0
