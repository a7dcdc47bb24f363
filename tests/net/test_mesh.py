"""Several meshes over real sockets on loopback: linking, saying, passing on, losing, finding again."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
import trio

from p2puno.net.addresses import Address
from p2puno.net.events import LinkDown, LinkUp, Neighbours, Noted, Received, Unreachable
from p2puno.net.handshake import Role
from p2puno.net.link import Peer, supersedes
from tests.net.mesh_kit import LARGE, MIDDLE, QUICK, SMALL, Node, key, make_node, running


def want(dialler: Node, listener: Node) -> None:
    dialler.mesh.want(listener.mesh.identity, listener.addresses)


async def linked(*pairs: tuple[Node, Node]) -> None:
    """Wait until each first knows that it is linked with the second, and the second that it is known."""
    for one, other in pairs:
        if other.mesh.identity not in one.mesh.linked():
            await one.until(LinkUp, lambda up, other=other: up.peer == other.mesh.identity)


async def settled(node: Node, peer: Node, keys: set[bytes]) -> None:
    """Wait until `peer` has told `node` that these are its links."""
    await node.until(Neighbours, lambda n: n.peer == peer.mesh.identity and n.linked == frozenset(keys))


async def test_two_peers_talk() -> None:
    ann, bob = await make_node("a"), await make_node("b", listens=False)
    async with running(ann, bob):
        want(bob, ann)
        assert (await ann.until(LinkUp)).peer == bob.mesh.identity
        await bob.until(LinkUp)
        ann.mesh.publish(b"to all")
        bob.mesh.send(ann.mesh.identity, b"to one")
        bob.mesh.note(ann.mesh.identity, b"a note")
        a, b = ann.mesh.identity, bob.mesh.identity
        assert await bob.until(Received) == Received(a, a, b"to all")
        assert await ann.until(Received) == Received(b, b, b"to one")
        assert await ann.until(Noted) == Noted(b, b"a note")
        assert ann.mesh.linked() == {b}


async def test_a_stopped_peer_says_so_and_everything_before_it_arrives() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    async with running(ann, bob):
        want(bob, ann)
        await bob.until(LinkUp)
        for number in range(50):
            bob.mesh.publish(b"%d" % number * 1000)
        await bob.mesh.flush()
        bob.scope.cancel()
        down = await ann.until(LinkDown)
        assert down == LinkDown(bob.mesh.identity, "this player's program was stopped", on_purpose=True)
        assert len(ann.told(Received)) == 50
        assert ann.mesh.linked() == frozenset()


async def test_a_peer_that_comes_back_is_found_again() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    async with running(ann, bob):
        want(ann, bob)
        await ann.until(LinkUp)
        bob.scope.cancel()
        await ann.until(LinkDown)
        refusal = await ann.until(Unreachable)
        assert refusal.sentence == f"{bob.addresses[0]}: nothing listens there"
        again = await make_node("b", incarnation=2, listens=False)
        await again.mesh.listen("127.0.0.1", bob.addresses[0].port)
        async with running(again):
            await ann.until(LinkUp)
        assert len(ann.told(Unreachable)) == 1  # the same reason is told once, however often it is tried


async def test_dead_addresses_do_not_keep_two_apart() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    other = await make_node("c")
    dead = Address("127.0.0.1", 1)
    async with running(ann, bob, other):
        ann.mesh.want(bob.mesh.identity, (dead, *other.addresses, *ann.addresses, *bob.addresses))
        assert (await ann.until(LinkUp)).peer == bob.mesh.identity


async def test_whoever_is_not_wanted_any_more_is_not_dialled() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    async with running(ann, bob):
        want(ann, bob)
        await ann.until(LinkUp)
        ann.mesh.want(bob.mesh.identity, ())
        assert ann.mesh.linked() == {bob.mesh.identity}  # the link stays
        assert not ann.mesh._pursuit._dialling


# --- two links between the same two -------------------------------------------------------------------


def test_which_of_two_links_is_kept() -> None:
    small, large = sorted((key("a").public, key("b").public))
    dialled_by_them = Peer(large, 3, Role.INITIATOR)
    dialled_by_us = Peer(large, 3, Role.RESPONDER)
    assert supersedes(dialled_by_us, dialled_by_them, own=small)
    assert not supersedes(dialled_by_them, dialled_by_us, own=small)
    # the other end sees the same two links the other way round, and keeps the same one
    theirs = Peer(small, 3, Role.INITIATOR)
    ours = Peer(small, 3, Role.RESPONDER)
    assert supersedes(theirs, ours, own=large)
    assert not supersedes(ours, theirs, own=large)
    # a redial, and a later start of the program
    assert supersedes(dialled_by_them, dialled_by_them, own=small)
    assert supersedes(replace(dialled_by_them, incarnation=4), dialled_by_us, own=small)
    assert not supersedes(replace(dialled_by_us, incarnation=2), dialled_by_them, own=small)


async def test_both_dial_and_one_link_remains() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    async with running(ann, bob):
        want(ann, bob)
        want(bob, ann)
        await linked((ann, bob), (bob, ann))
        ann.mesh.publish(b"x" * 1000)
        assert ann.mesh.linked() == {bob.mesh.identity}
        assert bob.mesh.linked() == {ann.mesh.identity}
        assert not ann.told(LinkDown)
        assert not bob.told(LinkDown)


async def test_a_later_start_replaces_the_link_and_the_old_end_does_not_drop_it() -> None:
    ann, old, new = await make_node("a"), await make_node("b"), await make_node("b", incarnation=2)
    async with running(ann, old, new):
        want(old, ann)
        await ann.until(LinkUp)
        want(new, ann)
        await ann.until(LinkUp)
        assert (await old.until(LinkDown)).sentence == "replaced by a newer link"
        assert "from a program started later" in (await old.until(Unreachable)).sentence
        new.mesh.publish(b"still here")
        assert (await ann.until(Received)).payload == b"still here"
        assert not ann.told(LinkDown)


async def test_nobody_links_with_himself() -> None:
    ann, twin = await make_node("a"), await make_node("a", incarnation=2)
    async with running(ann, twin):
        ann.mesh.want(key("b").public, twin.addresses)
        assert "our own address" in (await ann.until(Unreachable)).sentence


# --- who may link -------------------------------------------------------------------------------------


async def test_when_the_game_is_on_only_its_players_may_link() -> None:
    ann, bob, eve = await make_node("a"), await make_node("b"), await make_node("e")
    async with running(ann, bob, eve):
        want(bob, ann)
        want(eve, ann)
        await ann.until(LinkUp)
        await ann.until(LinkUp)
        ann.mesh.admit({bob.mesh.identity})
        down = await ann.until(LinkDown)
        assert down.peer == eve.mesh.identity
        sentence = "the game is on, and only its players may connect"
        assert (await eve.until(LinkDown)).sentence == sentence
        assert sentence in (await eve.until(Unreachable)).sentence
        assert ann.mesh.linked() == {bob.mesh.identity}


async def test_a_peer_can_be_dropped_and_is_told_why() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    async with running(ann, bob):
        want(bob, ann)
        await ann.until(LinkUp)
        ann.mesh.drop(bob.mesh.identity, "spoke \x1b[31mnonsense " + "x" * 300)
        assert (await bob.until(LinkDown)).sentence == ("spoke [31mnonsense " + "x" * 300)[:200]
        await ann.until(LinkDown)
        await ann.until(LinkUp)  # it may come back


async def test_the_next_reader_of_events_begins_with_the_links_that_are_up() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    async with running(ann, bob):
        want(bob, ann)
        await ann.until(LinkUp)
        early = Received(bob.mesh.identity, bob.mesh.identity, b"early")
        ann.mesh.hand_over([early])
        assert (await ann.until(LinkUp)).peer == bob.mesh.identity
        assert await ann.until(Received) == early
        ann.mesh.hand_over([early] * 1000)  # more than fits: no error
        assert await ann.until(Received) == early


async def test_a_crowd_is_kept_out() -> None:
    ann = await make_node("a", limits=replace(QUICK, links=1))
    bob, cid = await make_node("b"), await make_node("c")
    async with running(ann, bob, cid):
        want(bob, ann)
        await ann.until(LinkUp)
        want(cid, ann)
        assert "too many are connected" in (await cid.until(Unreachable)).sentence


# --- passing on ---------------------------------------------------------------------------------------


async def test_a_star_works_by_passing_on() -> None:
    """Only the middle can be reached; what it finds new it passes on, and nothing comes back."""
    hub, one, two = await make_node("h"), await make_node("a"), await make_node("b")
    async with running(hub, one, two):
        want(one, hub)
        want(two, hub)
        for leaf in (one, two):
            await settled(leaf, hub, {one.mesh.identity, two.mesh.identity})
        one.mesh.publish(b"hello")
        received = await hub.until(Received)
        hub.mesh.relay(received)
        passed_on = await two.until(Received)
        assert passed_on == Received(hub.mesh.identity, one.mesh.identity, b"hello")
        two.mesh.relay(passed_on)  # it has nobody to pass it to
        two.mesh.publish(b"answer")
        hub.mesh.relay(await hub.until(Received, lambda item: item.payload == b"answer"))
        assert (await one.until(Received)).payload == b"answer"
        assert len(one.told(Received)) == 1


async def test_a_line_of_four_passes_on_twice() -> None:
    nodes = [await make_node(name) for name in "abcd"]
    first, second, third, last = nodes
    async with running(*nodes):
        for left, right in itertools.pairwise(nodes):
            want(left, right)
        await settled(second, third, {second.mesh.identity, last.mesh.identity})
        await third.until(Neighbours, lambda n: n.peer == second.mesh.identity and len(n.linked) == 2)
        first.mesh.publish(b"far")
        second.mesh.relay(await second.until(Received))
        third.mesh.relay(await third.until(Received))
        assert await last.until(Received) == Received(third.mesh.identity, first.mesh.identity, b"far")


async def test_a_full_mesh_passes_nothing_on() -> None:
    nodes = [await make_node(name) for name in (SMALL, MIDDLE, LARGE)]
    everybody = {node.mesh.identity for node in nodes}
    async with running(*nodes):
        for node in nodes:
            for other in nodes:
                if other is not node:
                    want(node, other)
        for node in nodes:
            neighbours: dict[bytes, frozenset[bytes]] = {}
            while neighbours != {p: everybody - {p} for p in everybody - {node.mesh.identity}}:
                news = await node.until(Neighbours)
                neighbours[news.peer] = news.linked
        first, second, third = nodes
        first.mesh.publish(b"once")
        for node in (second, third):
            node.mesh.relay(await node.until(Received))
        first.mesh.publish(b"end")
        for node in (second, third):
            await node.until(Received, lambda item: item.payload == b"end")
            assert [item.payload for item in node.told(Received)] == [b"once", b"end"]


# --- deafness, crowds at the door ------------------------------------------------------------


async def test_a_peer_that_does_not_read_is_dropped_when_too_much_waits() -> None:
    """Bob's driver takes no events, so in the end Ann's queue for him runs over; publishing never blocks."""
    ann = await make_node("a", limits=replace(QUICK, queued_bytes=1_000_000))
    bob, cid = await make_node("b"), await make_node("c")
    async with running(ann, bob, cid):
        want(bob, ann)
        await ann.until(LinkUp)
        want(cid, ann)
        await ann.until(LinkUp)
        while bob.mesh.identity in ann.mesh.linked():
            ann.mesh.send(bob.mesh.identity, b"x" * 100_000)
            await trio.lowlevel.checkpoint()
        down = await ann.until(LinkDown)
        assert down == LinkDown(bob.mesh.identity, "it does not take what it is sent", on_purpose=False)
        ann.mesh.publish(b"to who listens")
        assert (await cid.until(Received)).payload == b"to who listens"


@pytest.mark.parametrize("silent_for", ["one address", "everybody"])
async def test_half_open_connections_do_not_pile_up(silent_for: str) -> None:
    limits = replace(
        QUICK,
        half_open_per_origin=3 if silent_for == "one address" else 64,
        half_open=64 if silent_for == "one address" else 3,
        handshake_seconds=120.0,  # whoever says nothing is not closed for that meanwhile
    )
    ann = await make_node("a", limits=limits)
    async with running(ann):
        port = ann.addresses[0].port
        held = [await trio.open_tcp_stream("127.0.0.1", port) for _ in range(3)]
        one_more = await trio.open_tcp_stream("127.0.0.1", port)
        with trio.fail_after(60):
            assert await one_more.receive_some(1) == b""  # closed at once, without a word
        await held.pop().aclose()
        bob = await make_node("b")
        async with running(bob):
            want(bob, ann)
            assert (await ann.until(LinkUp)).peer == bob.mesh.identity
        for stream in [*held, one_more]:
            await stream.aclose()
