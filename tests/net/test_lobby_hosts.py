"""Hosts that cheat in the lobby: what is to be signed must be what was shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import trio

from p2puno.errors import NoError
from p2puno.net.addresses import Address
from p2puno.net.events import LinkUp, Noted
from p2puno.net.lobby import SeatRequest, check_proposal, from_reachable, name_fault, to_reachable
from p2puno.net.messages import NoSeat, Reachable, Roll, RollEntry, Sit, Start
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Proposal, RuleItem, SeatEntry
from tests.net.lobby_kit import RULES, TOKEN, Player, guest_at, request
from tests.net.mesh_kit import make_node, running

ANN, BOB, BOT = b"a" * 32, b"b" * 32, b"c" * 32
ME = SeatRequest("Bob", BOB, False, b"n" * 32, bots=frozenset({BOT}))
ROLL = Roll(
    TOKEN,
    "Anns table",
    RULES,
    4,
    (
        RollEntry(ANN, "Ann", ANN, False, (), False),
        RollEntry(BOB, "Bob", BOB, False, (), False),
        RollEntry(BOT, "Robot", BOB, True, (), True),
    ),
)
PROPOSAL = Proposal(
    1,
    1,
    "Anns table",
    RULES,
    (
        SeatEntry("Ann", ANN, ANN, False, b"1" * 32),
        SeatEntry("Bob", BOB, BOB, False, b"n" * 32),
        SeatEntry("Robot", BOT, BOB, True, b"3" * 32),
    ),
)


def check(proposal: Proposal, roll: Roll = ROLL, me: SeatRequest = ME) -> None:
    check_proposal(encode(proposal), roll, BOB, me)


def with_seat(index: int, **changes: object) -> Proposal:
    seats = list(PROPOSAL.seats)
    seats[index] = replace(seats[index], **changes)
    return replace(PROPOSAL, seats=tuple(seats))


def test_what_was_shown_may_be_signed() -> None:
    check(PROPOSAL)


@pytest.mark.parametrize(
    ("proposal", "difference"),
    [
        (replace(PROPOSAL, name="Anns other table"), "it has another name"),
        (replace(PROPOSAL, rules=()), "it has other rules"),
        (replace(PROPOSAL, rules=(RuleItem("target", "500"),)), "it has other rules"),
        (replace(PROPOSAL, seats=PROPOSAL.seats[::2]), "there is not one seat for you"),
        (replace(PROPOSAL, seats=(*PROPOSAL.seats, PROPOSAL.seats[1])), "there is not one seat for you"),
        (with_seat(1, name="Bobby"), "your own seat is described in another way"),
        (with_seat(1, bot=True), "your own seat is described in another way"),
        (with_seat(1, operator=ANN), "your own seat is described in another way"),
        (with_seat(1, nonce=b"x" * 32), "your own seat is described in another way"),
        (with_seat(0, key=b"x" * 32), "other players sit at it"),
        (with_seat(0, name="Anne"), "other players sit at it"),
        (with_seat(2, operator=ANN), "other players sit at it"),
        (replace(PROPOSAL, seats=PROPOSAL.seats[::-1]), "other players sit at it"),
        (replace(PROPOSAL, seats=PROPOSAL.seats[:2]), "other players sit at it"),
    ],
)
def test_what_was_not_shown_is_refused(proposal: Proposal, difference: str) -> None:
    with pytest.raises(NoError, match=f"^the host proposes another table than it showed: {difference}$"):
        check(proposal)


def test_nobody_else_decides_which_bots_are_mine() -> None:
    with pytest.raises(NoError, match="Robot is said to be played by you"):
        check(PROPOSAL, me=replace(ME, bots=frozenset()))


def test_a_proposal_that_is_none() -> None:
    with pytest.raises(NoError, match="cannot be read"):
        check_proposal(b"\x91\x01", ROLL, BOB, ME)


# --- over a link --------------------------------------------------------------------------------------


async def _against(script: Callable[[Sit, bytes], Sequence[Roll | NoSeat | Start]]) -> Player:
    """Bob sits down at a host that answers by the script; his lobby when it has ended."""
    host, bob = await make_node("a"), await make_node("b")
    guest = guest_at(Player(host, request(host, "Ann")), bob, "Bob")
    async with running(host, bob), trio.open_nursery() as nursery:
        nursery.start_soon(guest.run)
        await host.until(LinkUp)
        sit = decode((await host.until(Noted)).payload, Sit)
        for message in script(sit, bob.mesh.identity):
            host.mesh.note(bob.mesh.identity, encode(message))
        await guest.over()
    return guest


def _roll_with(sit: Sit, bob: bytes) -> Roll:
    return replace(
        ROLL, entries=(ROLL.entries[0], RollEntry(bob, sit.name, sit.operator, sit.bot, (), False))
    )


async def test_rules_that_change_after_they_were_shown() -> None:
    def script(sit: Sit, bob: bytes) -> Sequence[Roll]:
        shown = _roll_with(sit, bob)
        return [shown, replace(shown, rules=())]

    assert "has changed the table after it was shown" in str((await _against(script)).error)


async def test_a_proposal_that_differs_from_the_roll() -> None:
    def script(sit: Sit, bob: bytes) -> Sequence[Roll | Start]:
        return [_roll_with(sit, bob), Start(encode(PROPOSAL))]

    assert "proposes another table than it showed" in str((await _against(script)).error)


async def test_a_start_before_any_roll() -> None:
    guest = await _against(lambda *_: [Start(encode(PROPOSAL))])
    assert str(guest.error) == "the host starts a game without having shown its table"


async def test_a_host_with_no_place_says_why() -> None:
    guest = await _against(lambda *_: [NoSeat("the kitchen is too small")])
    assert str(guest.error) == "the host does not let you sit down: the kitchen is too small"


async def test_who_was_forgotten_asks_again() -> None:
    """A roll without Bob, as after a link that was down too long: he asks for a seat again."""
    host, bob = await make_node("a"), await make_node("b")
    guest = guest_at(Player(host, request(host, "Ann")), bob, "Bob")
    async with running(host, bob), trio.open_nursery() as nursery:
        nursery.start_soon(guest.run)
        first = await host.until(Noted)
        host.mesh.note(bob.mesh.identity, encode(replace(ROLL, entries=ROLL.entries[:1])))
        again = await host.until(Noted)
        assert again == first
        nursery.cancel_scope.cancel()


# --- names and addresses ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ann", "Анна", "مریم", "x" * 24, "日" * 12, "Ann Lee"])
def test_names_that_may_sit(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize("name", ["", " ", " Ann", "Ann ", "x" * 25, "日" * 13, "\u0301"])
def test_names_that_may_not(name: str) -> None:
    assert name_fault(name) is not None


def test_only_plain_addresses_travel() -> None:
    addresses = [
        Address("localhost", 1),
        Address("fe80::1%eth0", 2),
        Address("10.0.0.1", 3),
        Address("fd00::2", 4),
    ]
    assert to_reachable(addresses) == (Reachable("10.0.0.1", 3), Reachable("fd00::2", 4))
    hostile = (Reachable("example.org", 80), Reachable("224.0.0.1", 5), Reachable("010.0.0.1", 6))
    assert from_reachable((*hostile, Reachable("10.0.0.1", 3))) == (Address("10.0.0.1", 3),)
    assert len(to_reachable([Address(f"10.0.0.{i}", 1) for i in range(1, 20)])) == 8
