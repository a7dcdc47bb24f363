"""A table with a PIN: who knows it comes in, whoever does not has one guess a try, and tries are seen."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from p2puno.errors import NoError, UsageError
from p2puno.net import handshake
from p2puno.net.door import Door
from p2puno.net.handshake import LinkError, Role
from p2puno.net.limits import Limits
from p2puno.net.line import Line
from p2puno.net.link import Link, Myself, accept, dial
from p2puno.net.messages import Hello, PinAnswer, PinConfirmation, PinOpening
from p2puno.net.pin import PinExchangeError, PinSide, check_pin, tidy_pin
from p2puno.net.pin_exchange import PinError
from p2puno.net.pin_guard import (
    LONGEST_PAUSE,
    LONGEST_PAUSE_IN_ALL,
    ORIGINS_KNOWN,
    PASSED_KNOWN,
    PinGuard,
    PinLock,
    pause_in_all,
    pause_of_one,
)
from protocol.wire.codec import decode, encode
from tests.net.link_kit import Gate
from tests.net.lobby_kit import guest_at, host_of
from tests.net.mesh_kit import make_node, running

PIN = "4821"
STATEMENT = b"who is who, and over which channel"


def with_pin(me: Myself, pin: str | None = PIN) -> Myself:
    return Myself(me.key, me.incarnation, me.credentials, pin=pin, insists=pin is not None)


def pair(pin: str, other: str, statement: bytes = STATEMENT) -> tuple[PinSide, PinSide]:
    """Both sides of an exchange that is through."""
    one, two = PinSide(pin, Role.INITIATOR, STATEMENT), PinSide(other, Role.RESPONDER, statement)
    first, second = one.start(), two.start()
    one.finish(second)
    two.finish(first)
    return one, two


# --- the exchange itself ------------------------------------------------------------------------------


def test_both_sides_confirm_the_same_pin() -> None:
    one, two = pair(PIN, PIN)
    assert two.confirmed(one.confirmation())
    assert one.confirmed(two.confirmation())
    assert one.confirmation() != two.confirmation()  # sent back it confirms nothing
    assert not one.confirmed(one.confirmation())


@pytest.mark.parametrize(
    ("other", "statement"), [("4822", STATEMENT), (PIN, b"another channel, or other people")]
)
def test_another_pin_or_another_link_is_not_confirmed(other: str, statement: bytes) -> None:
    one, two = pair(PIN, other, statement)
    assert not two.confirmed(one.confirmation())
    assert not one.confirmed(two.confirmation())


ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")


@pytest.mark.parametrize(
    "element",
    [
        pytest.param(b"\x01" + bytes(31), id="the identity"),
        pytest.param(bytes(32), id="order 4"),
        pytest.param(ORDER_8, id="order 8"),
        pytest.param(b"\x02" + bytes(31), id="no point"),
    ],
)
def test_elements_that_are_none(element: bytes) -> None:
    side = PinSide(PIN, Role.RESPONDER, STATEMENT)
    side.start()
    with pytest.raises(PinExchangeError):
        side.finish(element)


def test_ones_own_element_sent_back_is_refused() -> None:
    side = PinSide(PIN, Role.RESPONDER, STATEMENT)
    with pytest.raises(PinExchangeError):
        side.finish(side.start())


def test_a_pin_is_compared_however_it_was_typed() -> None:
    assert tidy_pin(" ۴۸۲۱ ") == tidy_pin("４８２１") == PIN
    assert check_pin("Chloe\u0308") == "Chlo\u00eb"
    for unfit in ("123", "x" * 61, "12\x1b34"):
        with pytest.raises(UsageError):
            check_pin(unfit)


# --- on a link ----------------------------------------------------------------------------------------


async def meet(dialler: Myself, listener: Myself, lock: PinLock | None) -> tuple[Link | LinkError, ...]:
    """How both ends of one link fare."""
    near, far = memory_stream_pair()
    ends: dict[str, Link | LinkError] = {}

    async def answer() -> None:
        try:
            link = await accept(far, listener, Gate(lock=lock))
            assert link is not None
            ends["far"] = link
        except LinkError as error:
            ends["far"] = error

    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer)
        try:
            ends["near"] = await dial(near, dialler)
        except LinkError as error:
            ends["near"] = error
    return ends["near"], ends["far"]


async def test_who_knows_the_pin_comes_in(ann: Myself, bob: Myself) -> None:
    guard = PinGuard(PIN)
    near, far = await meet(with_pin(ann), bob, PinLock(guard, "10.0.0.7"))
    assert isinstance(near, Link)
    assert isinstance(far, Link)
    await near.send(b"one")
    assert await far.receive() == b"one"
    assert guard.has_passed(ann.key.public)
    assert not guard.has_passed(bob.key.public)


async def test_a_wrong_pin_is_said_to_both_and_counted(ann: Myself, bob: Myself) -> None:
    told: list[tuple[str, int]] = []
    guard = PinGuard(PIN, lambda origin, times: told.append((origin, times)))
    near, far = await meet(with_pin(ann, "0000"), bob, PinLock(guard, "10.0.0.7"))
    assert isinstance(near, PinError)
    assert str(near) == "the PIN is wrong"
    assert "the PIN is wrong" in str(far)
    assert told == [("10.0.0.7", 1)]
    assert not guard.has_passed(ann.key.public)
    near, _far = await meet(with_pin(ann), bob, PinLock(guard, "10.0.0.7"))
    assert str(near) == "wrong PINs were tried here: try again in 1 s"
    assert told == [("10.0.0.7", 1)]


async def test_without_a_pin_nobody_comes_in_and_nothing_is_counted(ann: Myself, bob: Myself) -> None:
    guard = PinGuard(PIN)
    near, _far = await meet(ann, bob, PinLock(guard, "10.0.0.7"))
    assert isinstance(near, PinError)
    assert "--pin" in str(near)
    near, _far = await meet(with_pin(ann), bob, PinLock(guard, "10.0.0.7"))
    assert isinstance(near, Link)


async def test_a_table_that_asks_for_no_pin_is_not_the_one_that_was_meant(ann: Myself, bob: Myself) -> None:
    near, _far = await meet(with_pin(ann), bob, None)
    assert isinstance(near, PinError)
    assert "not the table you mean" in str(near)


async def test_a_false_table_has_one_guess_and_proves_nothing(ann: Myself, bob: Myself) -> None:
    """It is who it says it is, but does not know the PIN; whatever it confirms is not believed."""
    near, far = memory_stream_pair()
    errors: list[str] = []

    async def pretend() -> None:
        line = Line(trio.SSLStream(far, bob.credentials.server, server_side=True), Limits())
        await line.shake()
        await line.send([handshake.GREETING])
        await line.receive()
        request = await line.receive()
        own = handshake.make_hello(bob.key, Role.RESPONDER, 7, b"r" * 32, pin=True)
        await line.send([own])
        await line.receive()
        statement = handshake.make_statement(request, own, bob.credentials.fingerprint)
        await line.send([handshake.make_proof(bob.key, Role.RESPONDER, statement)])
        side = PinSide("0000", Role.RESPONDER, statement)
        await line.send([encode(PinOpening(side.start()))])
        answer = decode(await line.receive(), PinAnswer)
        side.finish(answer.element)
        assert not side.confirmed(answer.confirmation)
        await line.send([encode(PinConfirmation(side.confirmation()))])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(pretend)
        with pytest.raises(PinError) as caught:
            await dial(near, with_pin(ann))
        errors.append(str(caught.value))
    assert "does not know the PIN" in errors[0]


async def test_a_dialler_cannot_ask_for_a_pin(ann: Myself, bob: Myself) -> None:
    with pytest.raises(LinkError, match="asks for no PIN"):
        handshake.check_hello(
            Hello(0, b"n" * 32, ann.key.public, 1, watches=False, pin=True),
            Role.INITIATOR,
            bob.key.public,
            None,
        )


# --- tries --------------------------------------------------------------------------------------------


async def _try(guard: PinGuard, origin: str, *, wrong: bool = True) -> bool:
    """Whether this try was allowed."""
    async with guard.turn(origin) as too_soon:
        if too_soon is not None:
            return False
        if wrong:
            guard.wrong(origin)
        return True


async def test_each_wrong_try_costs_the_next_more_time(autojump_clock: MockClock) -> None:
    guard = PinGuard(PIN)
    for pause in (1, 2, 4, 8):
        assert await _try(guard, "here")
        assert not await _try(guard, "here")
        await trio.sleep(pause - 0.01)
        assert not await _try(guard, "here")
        await trio.sleep(0.02)
    assert await _try(guard, "elsewhere")


async def test_breaking_off_counts_like_a_wrong_try_but_is_not_told(autojump_clock: MockClock) -> None:
    told: list[int] = []
    guard = PinGuard(PIN, lambda _, times: told.append(times))
    assert await _try(guard, "here", wrong=False)
    assert not await _try(guard, "here")
    assert told == []


async def test_many_at_once_from_one_origin_are_one_after_the_other(autojump_clock: MockClock) -> None:
    guard, allowed = PinGuard(PIN), []

    async def guess() -> None:
        async with guard.turn("here") as too_soon:
            allowed.append(too_soon is None)
            await trio.sleep(0.1)

    async with trio.open_nursery() as nursery:
        for _ in range(16):
            nursery.start_soon(guess)
    assert sum(allowed) == 2  # the first, and one more when a second has passed: each took its 0.1 s


async def test_the_right_pin_clears_its_origin(autojump_clock: MockClock) -> None:
    guard = PinGuard(PIN)
    assert await _try(guard, "here")
    await trio.sleep(1)
    async with guard.turn("here") as too_soon:
        assert too_soon is None
        guard.right("here", b"k" * 32)
    assert await _try(guard, "here")


async def test_guesses_in_all_are_few_however_many_machines_guess(autojump_clock: MockClock) -> None:
    """The number that specs/discovery-and-links.md gives: in an hour, from a thousand origins."""
    guard, guesses, machine = PinGuard(PIN), 0, 0
    end = trio.current_time() + 3600
    while trio.current_time() < end:
        if await _try(guard, f"machine {machine}"):
            guesses += 1
            machine = (machine + 1) % 1000
        else:
            await trio.sleep(0.5)
    assert guesses == 169


async def test_a_guard_remembers_no_more_than_so_many(autojump_clock: MockClock) -> None:
    guard = PinGuard(PIN)
    for number in range(ORIGINS_KNOWN + 9):
        await trio.sleep(LONGEST_PAUSE_IN_ALL)
        assert await _try(guard, f"machine {number}")
    for number in range(PASSED_KNOWN + 9):
        guard.right("here", b"%d" % number)
    assert len(guard._tries) == len(guard._wrong) == ORIGINS_KNOWN
    assert not guard.has_passed(b"0")
    assert guard.has_passed(b"9")
    assert not guard._locks


def test_pauses() -> None:
    of_one = list(map(pause_of_one, (0, 1, 2, 3, 9, 10, 10**6)))
    in_all = list(map(pause_in_all, (0, 9, 10, 30, 60, 10**6)))
    assert of_one == [0, 1, 2, 4, 256, LONGEST_PAUSE, LONGEST_PAUSE]
    assert in_all == [0, 0, 1, 4, LONGEST_PAUSE_IN_ALL, LONGEST_PAUSE_IN_ALL]


# --- at a table ---------------------------------------------------------------------------------------


async def test_a_guest_with_the_pin_sits_down_and_one_without_does_not() -> None:
    ann, bob, eve = await make_node("a"), await make_node("b"), await make_node("e")
    wrong: list[tuple[str, int]] = []
    host = host_of(ann, pin=PIN, wrong_pin=lambda origin, times: wrong.append((origin, times)))
    assert host.lobby is not None
    assert ann.mesh.table_info is not None
    async with running(ann, bob, eve), trio.open_nursery() as nursery:
        info = ann.mesh.table_info()
        assert info is not None
        assert info.pin
        nursery.start_soon(host.run)
        good = guest_at(host, bob, "Bob", pin=PIN)
        nursery.start_soon(good.run)
        await host.until_names("Ann", "Bob")
        bad = guest_at(host, eve, "Eve", pin="0000")
        nursery.start_soon(bad.run)
        await bad.over()
        assert isinstance(bad.error, NoError)
        assert str(bad.error) == "the table cannot be joined: the PIN is wrong"
        assert wrong == [("127.0.0.1", 1)]
        host.start()
        await good.over()
        assert good.seating is not None
        nursery.cancel_scope.cancel()


def test_a_player_of_the_table_and_whoever_has_shown_the_pin_are_not_asked_again(ann: Myself) -> None:
    door = Door(Limits())
    door.guard = PinGuard(PIN)
    door.guard.right("here", b"k" * 32)
    house = Gate(admitted=frozenset({b"p" * 32}))
    gate = door.gate(house, "here")

    def asked(identity: bytes, *, watches: bool = False) -> bool:
        return gate.pin_lock(Hello(0, b"n" * 32, identity, 1, watches, pin=False)) is not None

    assert not asked(b"k" * 32)
    assert asked(b"k" * 32, watches=True)
    assert asked(b"s" * 32)
    assert not asked(b"p" * 32)
