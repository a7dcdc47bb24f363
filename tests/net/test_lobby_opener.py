"""What is special in a lobby: ready marks, sending somebody away, a table that is opened again."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from p2puno.errors import UsageError
from p2puno.net import host_lobby
from p2puno.net.events import LinkUp
from p2puno.net.guest_lobby import Reopening
from p2puno.net.host_lobby import HostLobby
from protocol.wire.messages import RuleItem
from tests.net.lobby_kit import RULES, Player, guest_at, host_of, request
from tests.net.mesh_kit import Node, key, make_node, running

SAME = Reopening("Anns table", RULES, patience=60.0)


def ready(player: Player) -> list[bool]:
    """Who is ready, by seat, as this player was shown it last."""
    return [entry.ready for entry in player.rolls[-1].entries]


async def test_everybody_sees_who_is_ready_and_bots_always_are() -> None:
    nodes = [await make_node(letter) for letter in "abd"]
    ann = host_of(nodes[0])
    bob = guest_at(ann, nodes[1], "Bob", request(nodes[1], "Bob", bots="d"))
    bot = guest_at(ann, nodes[2], "Dot", request(nodes[2], "Dot", nodes[1].mesh.identity, bot=True))
    async with running(*nodes), trio.open_nursery() as nursery:
        nursery.start_soon(ann.run)
        nursery.start_soon(bob.run)
        await bob.until_names("Ann", "Bob")
        nursery.start_soon(bot.run)
        await bob.until_names("Ann", "Bob", "Dot")
        assert ready(bob) == [False, False, True]
        for player, word, shown in (
            (bob, True, [False, True, True]),
            (ann, True, [True, True, True]),
            (bob, False, [True, False, True]),
        ):
            assert player.lobby is not None
            player.lobby.say_ready(word)
            for other in (ann, bob, bot):
                await other.until(lambda other=other, shown=shown: ready(other) == shown)
        nursery.cancel_scope.cancel()


async def test_starting_does_not_wait_for_ready_marks() -> None:
    nodes = [await make_node(letter) for letter in "ab"]
    ann = host_of(nodes[0])
    bob = guest_at(ann, nodes[1], "Bob")
    async with running(*nodes), trio.open_nursery() as nursery:
        nursery.start_soon(ann.run)
        nursery.start_soon(bob.run)
        await ann.until_names("Ann", "Bob")
        ann.start()
        await bob.over()
        assert bob.seating is not None


async def test_who_is_sent_away_goes_with_all_bots_and_does_not_come_back() -> None:
    nodes = [await make_node(letter) for letter in "abcd"]
    ann, cid = host_of(nodes[0]), guest_at(host_of(nodes[0]), nodes[2], "Cid")
    bob = guest_at(ann, nodes[1], "Bob", request(nodes[1], "Bob", bots="d"))
    bot = guest_at(ann, nodes[3], "Dot", request(nodes[3], "Dot", nodes[1].mesh.identity, bot=True))
    ann = host_of(nodes[0])
    async with running(*nodes), trio.open_nursery() as nursery:
        for player, names in ((ann, "Ann"), (bob, "Ann Bob"), (cid, "Ann Bob Cid"), (bot, "Ann Bob Cid Dot")):
            nursery.start_soon(player.run)
            await ann.until_names(*names.split())
        assert isinstance(ann.lobby, HostLobby)
        ann.lobby.send_away(nodes[1].mesh.identity)
        for gone in (bob, bot):
            await gone.over()
            assert str(gone.error) == "whoever opened the table has sent you away"
        await cid.until_names("Ann", "Cid")
        # Asking again, from a new link, is of no use.
        nodes[1].mesh.want(nodes[0].mesh.identity, nodes[0].addresses)
        again = guest_at(ann, nodes[1], "Bobby")
        nursery.start_soon(again.run)
        await again.over()
        assert "sent you away" in str(again.error)
        assert [entry.name for entry in ann.rolls[-1].entries] == ["Ann", "Cid"]
        nursery.cancel_scope.cancel()


async def test_the_opener_cannot_send_itself_away() -> None:
    ann = host_of(await make_node("a", listens=False))
    assert isinstance(ann.lobby, HostLobby)
    with pytest.raises(UsageError, match="cannot send yourself away"):
        ann.lobby.send_away(ann.node.mesh.identity)
    ann.lobby.send_away(bytes(32))
    assert [entry.name for entry in ann.lobby.roll().entries] == ["Ann"]


async def test_a_table_opened_again_is_kept_for_the_same_seats_in_the_same_order() -> None:
    nodes = [await make_node(letter) for letter in "abc"]
    kept = (key("a").public, key("c").public, key("b").public)
    ann = host_of(nodes[0], capacity=3, start_when_full=True, kept_for=kept)
    names = zip(nodes[1:], ("Bob", "Cid"), strict=True)
    guests = [guest_at(ann, node, name, reopening=SAME) for node, name in names]
    stranger_node = await make_node("d")
    stranger = guest_at(ann, stranger_node, "Dan")
    async with running(*nodes, stranger_node), trio.open_nursery() as nursery:
        nursery.start_soon(ann.run)
        nursery.start_soon(stranger.run)
        await stranger.over()
        assert "kept for those who have just played" in str(stranger.error)
        nursery.start_soon(guests[0].run)
        await ann.until_names("Ann", "Bob")
        nursery.start_soon(guests[1].run)
        for player in (ann, *guests):
            await player.over()
            assert player.seating is not None
            assert [seat.name for seat in player.seating.proposal.seats] == ["Ann", "Cid", "Bob"]


async def test_after_a_minute_anybody_may_sit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_lobby, "KEPT_SECONDS", 0.0)
    nodes = [await make_node("a"), await make_node("d")]
    ann = host_of(nodes[0], capacity=3, kept_for=(key("a").public, key("b").public))
    dan = guest_at(ann, nodes[1], "Dan")
    async with running(*nodes), trio.open_nursery() as nursery:
        nursery.start_soon(ann.run)
        nursery.start_soon(dan.run)
        await ann.until_names("Ann", "Dan")
        nursery.cancel_scope.cancel()


async def test_a_guest_waits_for_a_table_that_is_still_ending() -> None:
    """The host's old program says goodbye, then nobody listens; then the table is open again."""
    old, bob_node = await make_node("a"), await make_node("b")
    bob = guest_at(Player(old, request(old, "Ann")), bob_node, "Bob", reopening=SAME)
    async with trio.open_nursery() as nursery:
        async with running(bob_node), trio.open_nursery() as inner:
            async with running(old):
                inner.start_soon(bob.run)
                await old.until(LinkUp)
                old.scope.cancel()
            again = Node(type(old.mesh)(key("a"), 2))
            port = old.addresses[0].port
            await again.mesh.listen("127.0.0.1", port)
            again.addresses = old.addresses
            ann = host_of(again)
            async with running(again):
                inner.start_soon(ann.run)
                await bob.until_names("Ann", "Bob")
                inner.cancel_scope.cancel()
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("other", [{"name": "Another table"}, {"rules": (RuleItem("target", "300"),)}])
async def test_another_table_at_the_same_place_is_not_the_one_before(other: dict[str, object]) -> None:
    nodes = [await make_node("a"), await make_node("b")]
    ann = host_of(nodes[0])
    before = Reopening(**{"name": "Anns table", "rules": RULES, "patience": 60.0, **other})
    bob = guest_at(ann, nodes[1], "Bob", reopening=before)
    async with running(*nodes), trio.open_nursery() as nursery:
        nursery.start_soon(ann.run)
        nursery.start_soon(bob.run)
        await bob.over()
        assert "changed the table" in str(bob.error)
        nursery.cancel_scope.cancel()


async def test_patience_for_a_table_that_does_not_open_again_ends(
    autojump_clock: trio.testing.MockClock,
) -> None:
    nodes = [await make_node("a"), await make_node("b")]
    host = Player(nodes[0], request(nodes[0], "Ann"))
    bob = guest_at(host, nodes[1], "Bob", reopening=Reopening("Anns table", RULES, 300.0))
    for listener in nodes[0].mesh._listeners:
        await listener.aclose()
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        await nursery.start(nodes[1].mesh.run)
        await bob.run()
        nursery.cancel_scope.cancel()
    assert "cannot be reached" in str(bob.error)
    assert trio.current_time() - begun == pytest.approx(300.0)
