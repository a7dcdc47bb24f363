"""Looking on: the public game is shown from its first slot, checked, and nothing else is."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import trio

from p2puno.errors import NoError, OutsideError
from p2puno.net.addresses import Address
from p2puno.net.dialling import reach
from p2puno.net.handshake import LinkError, RefusedError
from p2puno.net.limits import DEFAULT_LIMITS, Rate
from p2puno.net.link import Myself
from p2puno.net.messages import Beat, Bye, Item, NoSeat, Note, Roll, SentAway, Start
from p2puno.net.tls import make_credentials
from p2puno.seat import attendance
from p2puno.seat.plans import TablePlan
from p2puno.seat.player import Company, Controls
from p2puno.seat.session import host_table
from p2puno.seat.watching import watch_table
from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.rules.happenings import GameEnded
from protocol.rules.ruleset import RuleSet
from protocol.table.happenings import Happening
from protocol.table.view import TableView
from protocol.transcript.contribution import Contribution, sign_contribution
from protocol.transcript.file import SlotRecord, read_opening, read_slots
from protocol.wire.codec import decode, encode
from protocol.wire.messages import ChatSignal, Evidence, HandedSignal, Signal, SignedSignal, Unmask
from tests.net.mesh_kit import Node, make_node, running
from tests.seat.peers import Seat, play, seats_for
from tests.seat.session_kit import ONE_ROUND, Lobby, seat_plan
from tests.table.removals import Voted, goodbye
from tests.table.simulation import Simulation

TWO_ROUNDS = RuleSet.preset("classic").with_options({"rounds": 2})


@dataclass
class Looker:
    """Somebody who looks on, and remembers."""

    rolls: list[Roll] = field(default_factory=list)
    views: list[TableView] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    chats: list[tuple[int, str]] = field(default_factory=list)
    companies: list[Company] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    controls: Controls = field(default_factory=Controls)
    moved: trio.Event = field(default_factory=trio.Event)
    end: TableView | None = None
    error: Exception | None = None

    def on_roll(self, roll: Roll) -> None:
        self.rolls.append(roll)
        self._move()

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        self.views.append(view)
        self.happenings.extend(happenings)
        self._move()

    def on_chat(self, seat: int, text: str) -> None:
        self.chats.append((seat, text))

    def on_notice(self, sentence: str) -> None:
        self.notices.append(sentence)

    def on_company(self, company: Company) -> None:
        self.companies.append(company)

    def _move(self) -> None:
        self.moved.set()
        self.moved = trio.Event()

    async def until(self, condition: Callable[[], object]) -> None:
        while not condition():
            await self.moved.wait()

    async def look(self, addresses: Sequence[Address]) -> None:
        try:
            self.end = await watch_table(addresses, [self], self.controls)
        except* (NoError, OutsideError) as group:
            error: BaseException = group
            while isinstance(error, BaseExceptionGroup):
                (error,) = error.exceptions
            assert isinstance(error, Exception)
            self.error = error
        self._move()


async def test_a_waiting_table_is_watched_from_the_lobby_to_the_end(tmp_path: Path) -> None:
    ann, looker = seat_plan(tmp_path, "Ann", "Ada"), Looker()
    lobby = ann.lobby
    assert isinstance(lobby, Lobby)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host_table, ann, TablePlan("here", ONE_ROUND, None, announce=False))
        await lobby.opened.wait()
        nursery.start_soon(looker.look, lobby.addresses)
        await looker.until(lambda: looker.rolls and len(looker.rolls[-1].entries) == 2)
        ann.controls.start()
        await looker.until(lambda: looker.end is not None)
    assert [entry.name for entry in looker.rolls[-1].entries] == ["Ann", "Ada"]
    assert all(not entry.reachable for roll in looker.rolls for entry in roll.entries)
    assert any(isinstance(told, GameEnded) for told in looker.happenings)
    assert [view.slot for view in looker.views] == list(range(1, len(looker.views) + 1))
    assert all((view.seat, view.hand, view.allowed) == (None, (), frozenset()) for view in looker.views)


async def test_who_comes_late_sees_the_whole_game(tmp_path: Path) -> None:
    _, seats = seats_for(TWO_ROUNDS, tmp_path, 2, bots_sit=False)
    seats[1].recorder.at_slot(10, seats[1].controls.hand_over)
    looker = Looker()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, seats)
        await seats[0].recorder.until_slot(30)
        nursery.start_soon(looker.look, _addresses(seats[0]))
        await looker.until(lambda: looker.views)
        seats[0].controls.say("welcome")
    assert looker.error is None
    assert looker.end is not None
    assert [view.slot for view in looker.views] == list(range(1, looker.end.slot + 1))
    assert looker.end.rules == seats[0].recorder.views[-1].rules
    assert looker.chats == [(0, "welcome")]
    assert looker.companies == [Company(frozenset({1}))]


async def test_seats_see_that_somebody_looks_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "STATUS_SECONDS", 0.02)
    _, seats = seats_for(TWO_ROUNDS, tmp_path, 2)
    looker = Looker()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, seats)
        await seats[0].recorder.until_slot(5)
        nursery.start_soon(looker.look, _addresses(seats[1]))
        for seat in seats:
            await seat.recorder.until(lambda company: company.watchers == 1)
        looker.controls.leaving.set()
        for seat in seats:
            await seat.recorder.until(lambda company: company.watchers == 0)
    assert looker.end is None
    assert looker.error is None


async def test_what_a_watcher_is_sent_is_the_public_log_and_talk_and_nothing_else(tmp_path: Path) -> None:
    state, seats = seats_for(ONE_ROUND, tmp_path, 2, bots_sit=False)
    patient = replace(DEFAULT_LIMITS, silence_seconds=600.0, farewell_seconds=60.0)  # `look` says nothing
    seats[0].mesh.gallery._limits = patient
    shown: list[bytes] = []

    async def look() -> None:
        link = await reach(_addresses(seats[0]), _watcher())
        with suppress(LinkError):
            while True:
                message = decode(await link.receive(), Note, Beat, Bye)
                if isinstance(message, Note):
                    shown.append(message.payload)
                if len(shown) == 1:
                    seats[1].controls.say("hello")
                    seats[1].controls.hand_over()
        await link.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, seats)
        await seats[0].recorder.until_slot(3)
        nursery.start_soon(look)
    assert seats[0].outcome is not None
    with seats[0].outcome.transcript.open("rb") as source:
        read_opening(source)
        records = [record for record in read_slots(source) if isinstance(record, SlotRecord)]
    log = [data for record in records for data in record.contributions]
    opening = encode(Start(encode(state.proposal)))
    assert [payload for payload in shown if not _is_talk(payload)] == [opening, *log]
    assert sum(map(_is_talk, shown)) == 2


def _is_talk(payload: bytes) -> bool:
    try:
        signal = decode(decode(payload, SignedSignal).signal, Signal)
    except WireError:
        return False
    return isinstance(decode(signal.body, ChatSignal, HandedSignal), ChatSignal | HandedSignal)


# --- a table that is shown wrongly ------------------------------------------------------------------------


@asynccontextmanager
async def shown(*payloads: bytes) -> AsyncIterator[tuple[Looker, Node]]:
    """Somebody looks on at a peer that shows this."""
    node, looker = await make_node("a"), Looker()
    async with running(node), trio.open_nursery() as nursery:
        node.mesh.gallery.show(payloads)
        nursery.start_soon(looker.look, node.addresses)
        yield looker, node
        await looker.until(lambda: looker.end is not None or looker.error is not None)
        nursery.cancel_scope.cancel()


def game(slots: int) -> tuple[bytes, Simulation, list[bytes]]:
    played = Simulation.new(2, ONE_ROUND)
    start = encode(Start(encode(played.state.proposal)))
    played.run(slots)
    return start, played, [c.data for contributions in played.log for c in contributions]


async def test_a_cheat_is_seen_by_whoever_looks_on() -> None:
    start, played, log = game(40)
    while played.state.phase.__class__.__name__ != "Peeling":
        played.step()
    log = [c.data for contributions in played.log for c in contributions]
    ((seat, honest),) = played.contributions().items()
    body = decode(honest.statement.body, Unmask)
    cheat = sign_contribution(
        played.secrets[seat].identity,
        replace(honest.statement, body=encode(replace(body, elements=body.elements[::-1], proof=bytes(98)))),
    )
    async with shown(start, *log, cheat.data) as (looker, _):
        pass
    assert f"Seat {seat} broke the rules of the protocol in slot {played.state.slot}" in str(looker.error)
    assert len(looker.views) == played.state.slot


async def test_a_slot_left_out_is_no_game() -> None:
    start, _, log = game(12)
    async with shown(start, *log[:4], *log[6:]) as (looker, _):
        pass
    assert "not the course of a game" in str(looker.error)
    assert len(looker.views) == 2


@pytest.mark.parametrize("payload", [b"junk", encode(NoSeat("no")), encode(SentAway())])
async def test_nonsense_is_no_game(payload: bytes) -> None:
    start, _, log = game(4)
    async with shown(start, *log, payload) as (looker, _):
        pass
    assert "not the course of a game" in str(looker.error)


async def test_a_game_before_its_table_is_none() -> None:
    _, _, log = game(2)
    async with shown(*log) as (looker, _):
        pass
    assert "not the course of a game" in str(looker.error)


async def test_two_stories_are_checked_and_told() -> None:
    start, played, log = game(6)
    told = played.log[1][1]
    statement = replace(told.statement, body=told.statement.body + b"x")
    other = sign_contribution(played.secrets[told.statement.seat].identity, statement)
    pair = sorted((told.data, other.data))
    async with shown(start, *log, encode(Evidence(pair[0], pair[1])), b"?") as (looker, _):
        pass
    assert looker.notices == ["Seat 1: told two stories in slot 1, and signed both"]
    async with shown(start, *log, encode(Evidence(told.data, told.data))) as (looker, _):
        pass
    assert "not the course of a game" in str(looker.error)


async def test_seats_that_leave_are_followed_also_back_to_an_earlier_slot() -> None:
    """Everybody was told a slot or two more before the others agreed on who leaves."""
    table = Voted.new(3, ONE_ROUND, seed=5)
    table.until(lambda state: state.slot == 6)
    start = encode(Start(encode(table.state.proposal)))
    assert isinstance(table, Voted)
    log = [c.data for entry in table.entries for c in entry if isinstance(c, Contribution)]
    table.back_to(5)
    removal = table.remove(grounds=[goodbye(table.state, table.secrets[2])])
    async with shown(start, *log, encode(removal.record()), b"?") as (looker, _):
        await looker.until(lambda: len(looker.views) == 7)
    assert looker.views[-1].rules.gone == {2}
    assert looker.views[-1].slot == 6
    async with shown(start, *log[:9], encode(removal.record())) as (looker, _):
        pass
    assert "not the course of a game" in str(looker.error), "it is not due there yet"


async def test_a_table_that_closes_in_the_middle_is_told() -> None:
    start, _, log = game(6)
    async with shown(start, *log) as (looker, node):
        await looker.until(lambda: len(looker.views) == 6)
        node.scope.cancel()
    assert "cannot be seen any more" in str(looker.error)


# --- watchers that do not behave --------------------------------------------------------------------------


def _watcher() -> Myself:
    return Myself(IdentityKey(os.urandom(32)), 0, make_credentials(), watches=True)


async def test_so_many_may_look_on_and_no_more() -> None:
    limits = replace(DEFAULT_LIMITS, watchers_per_origin=DEFAULT_LIMITS.watchers, visits=Rate(20, 1.0))
    node = await make_node("a", limits=limits)
    async with running(node):
        links = [await reach(node.addresses, _watcher()) for _ in range(DEFAULT_LIMITS.watchers)]
        with pytest.raises(RefusedError, match="too many look on already"):
            await reach(node.addresses, _watcher())
        assert node.mesh.gallery.count == DEFAULT_LIMITS.watchers
        assert node.mesh.linked() == frozenset(), "who looks on is no peer"
        await links.pop().aclose("enough")
        while node.mesh.gallery.count == DEFAULT_LIMITS.watchers:
            await trio.lowlevel.checkpoint()
        links.append(await reach(node.addresses, _watcher()))
        for link in links:
            await link.aclose()


@pytest.mark.parametrize("said", [encode(Note(b"x")), encode(Item(bytes(32), b"x")), b"junk"])
async def test_who_looks_on_and_speaks_is_shown_nothing_more(said: bytes) -> None:
    node = await make_node("a", limits=replace(DEFAULT_LIMITS, silence_seconds=1.0))
    async with running(node):
        link = await reach(node.addresses, _watcher())
        await link.send(said)
        with suppress(LinkError):
            while True:
                decode(await link.receive(), Beat, Bye)
        await link.aclose()
        assert node.mesh.gallery.count == 0


async def test_who_takes_nothing_is_dropped_and_holds_up_nobody() -> None:
    """The first never reads; the second gets everything meanwhile, and has time to say that it is there."""
    limits = replace(DEFAULT_LIMITS, silence_seconds=4.0)
    node = await make_node("a", limits=limits)
    payloads = [bytes([number % 256]) * 150_000 for number in range(200)]
    async with running(node):
        deaf = await reach(node.addresses, _watcher())
        keen = await reach(node.addresses, _watcher())
        node.mesh.gallery.show(payloads)
        received: list[bytes] = []
        while len(received) < len(payloads):
            message = decode(await keen.receive(), Note, Beat)
            received += [message.payload] if isinstance(message, Note) else []
            await keen.send(encode(Beat()))
        assert received == payloads
        while node.mesh.gallery.count > 1:
            await trio.lowlevel.checkpoint()
        await keen.aclose()
        await deaf.aclose()


def _addresses(seat: Seat) -> list[Address]:
    return [Address("127.0.0.1", seat.mesh._listeners[0].socket.getsockname()[1])]
