"""Peers whose addresses change say so, and are found where they are; lies about it cost time at most."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio

from p2puno.net import bearings, interfaces
from p2puno.net.addresses import Address
from p2puno.net.events import LinkDown, LinkUp, Neighbours, Noted, Unreachable
from p2puno.net.messages import Located, Location, Reachable
from p2puno.net.whereabouts import CONTEXT, STATEMENT_SECONDS, STATEMENTS, Whereabouts, location_of
from protocol.crypto.signing import SignatureError
from protocol.wire.codec import encode
from tests.net.mesh_kit import QUICK, Node, key, make_node, running

DEAD = Address("127.0.0.1", 1)
ANN, BOB = key("a"), key("b")
HERE, THERE = Address("10.0.0.1", 28866), Address("10.0.0.2", 28867)


def test_the_latest_statement_of_the_latest_start_holds() -> None:
    old, new, known = Whereabouts(ANN, 1), Whereabouts(ANN, 2), Whereabouts(BOB, 1)
    for number, located in enumerate([old.move([THERE]), old.move([HERE]), new.move([THERE])]):
        assert known.take(located, location_of(located), float(number))
    assert known.of(ANN.public) == (THERE,)
    for number, located in enumerate([old.move([HERE]), Whereabouts(ANN, 2).move([HERE])]):
        assert not known.take(located, location_of(located), 10.0 + number)
    assert known.of(ANN.public) == (THERE,)
    assert [location_of(each).incarnation for each in known.told([ANN.public, BOB.public])] == [2]


def test_nobody_can_say_it_for_another() -> None:
    known = Whereabouts(BOB, 1)
    location = Location(ANN.public, 1, 0, (Reachable("10.0.0.9", 1),))
    forged = Located(encode(location), BOB.sign(CONTEXT, encode(location)))
    with pytest.raises(SignatureError):
        known.take(forged, location, 0.0)
    assert known.of(ANN.public) == ()


def test_what_cannot_be_dialled_is_left_out() -> None:
    """No name is looked up, and no group or link-local address dialled, on a stranger's word."""
    reachable = tuple(Reachable(host, 1) for host in ("example.org", "fe80::1", "224.0.0.1", "10.0.0.2"))
    location = Location(ANN.public, 1, 0, reachable)
    known = Whereabouts(BOB, 1)
    assert known.take(Located(encode(location), ANN.sign(CONTEXT, encode(location))), location, 0.0)
    assert known.of(ANN.public) == (Address("10.0.0.2", 1),)


def test_who_says_it_too_often_is_heard_later() -> None:
    ann, known = Whereabouts(ANN, 1), Whereabouts(BOB, 1)
    for _ in range(STATEMENTS):
        located = ann.move([HERE])
        assert known.take(located, location_of(located), 0.0)
    located = ann.move([THERE])
    assert not known.take(located, location_of(located), STATEMENT_SECONDS - 1)
    assert known.take(located, location_of(located), STATEMENT_SECONDS)


async def _hub_and(*nodes: Node) -> Node:
    """Somebody with whom all of these want a link, and know where."""
    hub = await make_node("h")
    for node in nodes:
        node.mesh.want(hub.mesh.identity, hub.addresses)
    return hub


async def test_two_that_have_moved_find_each_other_through_a_third() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    hub = await _hub_and(ann, bob)
    everybody = {node.mesh.identity for node in (ann, bob, hub)}
    for one, other in ((ann, bob), (bob, ann)):
        one.mesh.want(other.mesh.identity, [DEAD])
    async with running(ann, bob, hub):
        for node in (ann, bob, hub):
            node.mesh.admit(everybody)
        await ann.until(LinkUp, lambda up: up.peer == bob.mesh.identity)
        assert ann.mesh.addresses(bob.mesh.identity) == (*bob.addresses, DEAD)


async def test_a_change_of_addresses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interfaces, "LOOK_SECONDS", 0.02)
    hosts = ["10.0.0.1"]
    monkeypatch.setattr(bearings, "own_addresses", lambda: list(hosts))
    ann, bob = await make_node("a", listens=False), await make_node("b", listens=False)
    port = await ann.mesh.listen(None, 0)
    bob.mesh.want(ann.mesh.identity, [Address("127.0.0.1", port)])
    async with running(ann, bob):
        await bob.until(LinkUp)
        for host in ("10.0.0.1", "10.0.0.2"):
            hosts[0] = host
            while bob.mesh.addresses(ann.mesh.identity)[0] != Address(host, port):  # noqa: ASYNC110 - no event
                await trio.sleep(0.01)


async def test_a_forged_statement_costs_the_link() -> None:
    ann, bob = await make_node("a"), await make_node("b")
    bob.mesh.want(ann.mesh.identity, ann.addresses)
    async with running(ann, bob):
        ann.mesh.admit({bob.mesh.identity, key("c").public})
        await ann.until(LinkUp)
        location = encode(Location(key("c").public, 1, 0, ()))
        bob.mesh._connections[ann.mesh.identity].put(encode(Located(location, bytes(64))))
        assert "a signature does not hold" in (await ann.until(LinkDown)).sentence


async def test_strangers_are_not_listened_to() -> None:
    """Before the game a host keeps nothing of what those who come by say about themselves."""
    host, guest = await make_node("a"), await make_node("b")
    guest.mesh.want(host.mesh.identity, host.addresses)
    async with running(host, guest):
        await host.until(Neighbours)
        guest.mesh.note(host.mesh.identity, b"after the statement")
        await host.until(Noted)
        assert host.mesh.addresses(guest.mesh.identity) == ()


async def test_addresses_from_elsewhere_are_tried_as_well() -> None:
    ann, bob = await make_node("a", limits=replace(QUICK, pauses=(60.0,))), await make_node("b")
    async with running(ann, bob):
        ann.mesh.want(bob.mesh.identity, [DEAD])
        await ann.until(Unreachable)
        ann.mesh.found(bob.mesh.identity, bob.addresses)
        await ann.until(LinkUp)
