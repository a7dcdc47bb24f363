"""From a person's wish to sit somewhere to the end of the game: lobby, links, bots, driver.

`host_table` and `join_table` differ only in who opens the table. Every bot is a peer of its own with
identity, journal and link, in a home below its operator's; it only dials.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

import trio

from p2puno.errors import NoError, OutsideError, UsageError, UserError
from p2puno.language.speech import said
from p2puno.language.texts import _
from p2puno.net.addresses import LOOPBACK, Address, own_addresses
from p2puno.net.dialling import ask
from p2puno.net.discovery import announced
from p2puno.net.guest_lobby import GuestLobby
from p2puno.net.handshake import LinkError
from p2puno.net.host_lobby import HostLobby
from p2puno.net.lobby import Seating, SeatRequest, find_entry, name_fault
from p2puno.net.mesh import Mesh
from p2puno.net.messages import Roll
from p2puno.net.record import TOKEN_BYTES, TableRecord
from p2puno.seat import bots
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.driver import FAREWELL_SECONDS, Driver, Outcome, TableStoppedError
from p2puno.seat.handover import Handover
from p2puno.seat.pace import Pace
from p2puno.seat.player import Controls, LobbyObserver, Observer, Player
from p2puno.seat.records import Records
from p2puno.store.identity import Identity, load_or_create
from p2puno.store.incarnation import next_incarnation
from p2puno.store.lock import locked
from p2puno.store.paths import Home
from protocol.errors import WireError
from protocol.rules.ruleset import RuleSet
from protocol.table.frame import open_table
from protocol.table.secrets import SECRET_BYTES, SeatSecrets
from protocol.wire.messages import RuleItem
from protocol.wire.text import clean_text

NONCE_BYTES = 32
# Where people sit at the table, a bot takes a moment to think.
THINKING_SECONDS = 0.9
# Who plays for a person that hands over the seat.
STAND_IN = "sharp"


@dataclass(frozen=True, slots=True)
class BotPlan:
    """A bot to bring along."""

    name: str
    strategy: str


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits down and how: `bot` names the strategy that plays this seat instead of `player`.

    listen: host (None: every address) and port (None: the default one or the next free).
    """

    home: Home
    name: str | None
    player: Player
    observers: tuple[Observer, ...]
    lobby: LobbyObserver
    controls: Controls
    bot: str | None = None
    bots: tuple[BotPlan, ...] = ()
    listen: tuple[str | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The table to open: `seats` None means that its opener starts it by hand; `announce` it on the LAN."""

    name: str | None
    rules: RuleSet
    seats: int | None
    announce: bool = True


async def host_table(plan: SeatPlan, table: TablePlan) -> Outcome | None:
    """Open a table, sit down at it, and play; None if this seat left before the game began."""
    async with _peer(plan.home, plan.name) as (identity, mesh):
        port = await mesh.listen(*plan.listen)
        addresses = _addresses(plan.listen[0], port)
        name = table.name or clean_text(_("{name}'s table").format(name=identity.name))
        token = os.urandom(TOKEN_BYTES)
        request = _request(identity, bot=plan.bot is not None, addresses=addresses)
        sitting = _Sitting(identity.key.public, plan.lobby)
        lobby = HostLobby(
            mesh,
            request,
            token=token,
            name=name,
            rules=tuple(RuleItem(*item) for item in table.rules.items()),
            capacity=table.seats or table.rules.max_seats,
            start_when_full=table.seats is not None,
            own_bots=_own_bots(plan),
            changed=sitting.changed,
        )
        record = TableRecord(token, name, tuple(address.host for address in addresses), port)
        async with trio.open_nursery() as nursery:
            await nursery.start(mesh.run)
            plan.lobby.on_open(addresses)
            if table.announce:
                nursery.start_soon(_announce, record, plan.lobby)
            nursery.start_soon(_start_when_asked, lobby, plan)
            here = (Address(_dialable(plan.listen[0]), port),)
            outcome = await _play(plan, identity, mesh, lobby.run, sitting, mesh.identity, here)
            nursery.cancel_scope.cancel()
    return outcome


async def join_table(plan: SeatPlan, addresses: Sequence[Address]) -> Outcome | None:
    """Sit down at the table that answers at one of these addresses; None if left before the game began."""
    async with _peer(plan.home, plan.name) as (identity, mesh):
        address, host = await _who_hosts(addresses)
        port = await mesh.listen(*plan.listen)
        tried = (address, *(other for other in addresses if other != address))
        own = _addresses(plan.listen[0], port)
        sitting = _Sitting(identity.key.public, plan.lobby)
        lobby = GuestLobby(
            mesh,
            _request(identity, bot=plan.bot is not None, addresses=own),
            host=host,
            host_addresses=tried,
            own_bots=_own_bots(plan),
            changed=sitting.changed,
        )
        async with trio.open_nursery() as nursery:
            await nursery.start(mesh.run)
            outcome = await _play(plan, identity, mesh, lobby.run, sitting, host, tried)
            nursery.cancel_scope.cancel()
    return outcome


async def _play(
    plan: SeatPlan,
    identity: Identity,
    mesh: Mesh,
    lobby: Callable[[], Coroutine[Any, Any, Seating]],
    sitting: _Sitting,
    host: bytes,
    addresses: tuple[Address, ...],
) -> Outcome | None:
    """Lobby and game of this seat, with its bots beside it."""
    async with trio.open_nursery() as nursery:
        for number in range(len(plan.bots)):
            nursery.start_soon(_bring_bot, plan, number, sitting, host, addresses)
        seating = await _unless_left(plan.controls, lobby)
        outcome = await _drive(plan, identity, mesh, seating) if seating is not None else None
        nursery.cancel_scope.deadline = trio.current_time() + (0 if outcome is None else FAREWELL_SECONDS)
    return outcome


class _Sitting:
    """Shows the lobby's changes, and knows when this seat has its place: only then its bots may sit too."""

    def __init__(self, key: bytes, lobby: LobbyObserver) -> None:
        self.key = key
        self.seated = trio.Event()
        self._lobby = lobby

    def changed(self, roll: Roll) -> None:
        if find_entry(roll, self.key) is not None:
            self.seated.set()
        self._lobby.on_roll(roll)


async def _unless_left(
    controls: Controls, lobby: Callable[[], Coroutine[Any, Any, Seating]]
) -> Seating | None:
    """The seating, or None if this seat leaves first."""
    seating: Seating | None = None
    async with trio.open_nursery() as nursery:

        async def leave() -> None:
            await controls.leaving.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(leave)
        seating = await lobby()
        nursery.cancel_scope.cancel()
    return seating


async def _drive(plan: SeatPlan, identity: Identity, mesh: Mesh, seating: Seating) -> Outcome:
    try:
        state = open_table(seating.data)
    except WireError as error:
        raise NoError(_("this game cannot be played here: {error}").format(error=said(error))) from error
    secrets = SeatSecrets(identity.key, seating.seat, state.table, 0, os.urandom(SECRET_BYTES))
    records = await trio.to_thread.run_sync(Records.begin, plan.home, seating.data, secrets)
    people = any(not entry.bot for entry in seating.proposal.seats)
    bot = _bot_player(plan.bot or STAND_IN, people=people)
    player = bot if plan.bot is not None else Handover(plan.player, bot, plan.controls)
    driver = Driver(
        state=state,
        secrets=secrets,
        mesh=mesh,
        records=records,
        player=player,
        observers=(*plan.observers, bot),
        controls=plan.controls,
        entropy=os.urandom,
    )
    return await driver.run()


# --- bots ---------------------------------------------------------------------------------------------


async def _bring_bot(
    plan: SeatPlan, number: int, sitting: _Sitting, host: bytes, addresses: tuple[Address, ...]
) -> None:
    """One bot from its lobby to the end. What stops its table is told by its operator's own seat; what stops
    the bot alone is told here."""
    bot = plan.bots[number]
    try:
        async with _peer(plan.home.bot(number), bot.name) as (identity, mesh):
            await sitting.seated.wait()
            request = SeatRequest(bot.name, sitting.key, bot=True, nonce=os.urandom(NONCE_BYTES))
            lobby = GuestLobby(mesh, request, host=host, host_addresses=addresses)
            async with trio.open_nursery() as nursery:
                await nursery.start(mesh.run)
                seating = await lobby.run()
                await _drive(_bot_plan(plan, bot, number), identity, mesh, seating)
                nursery.cancel_scope.cancel()
    except* TableStoppedError:
        pass
    except* NoError as group:
        plan.lobby.on_trouble(
            _("the bot {name} does not play: {reason}").format(name=bot.name, reason=_first(group))
        )
    except* UserError as group:
        # Its disk or its line failed: the table would wait for it for ever.
        first = _first(group)
        sentence = _("The bot {name} cannot play: {reason}").format(name=bot.name, reason=first)
        raise type(first)(sentence) from first


def _bot_player(strategy: str, *, people: bool) -> BotPlayer:
    """Nobody can foresee what it leaves to chance; it takes its time only where people sit."""
    pace = Pace(THINKING_SECONDS, SystemRandom()) if people else None
    return BotPlayer(bots.STRATEGIES[strategy](SystemRandom()), pace)


def _bot_plan(plan: SeatPlan, bot: BotPlan, number: int) -> SeatPlan:
    return SeatPlan(
        home=plan.home.bot(number),
        name=bot.name,
        player=plan.player,
        observers=(),
        lobby=plan.lobby,
        controls=Controls(),
        bot=bot.strategy,
    )


def _own_bots(plan: SeatPlan) -> frozenset[bytes]:
    homes = ((plan.home.bot(number), bot.name) for number, bot in enumerate(plan.bots))
    return frozenset(load_or_create(home, name).key.public for home, name in homes)


def _first(group: BaseExceptionGroup[UserError]) -> UserError:
    first: UserError | BaseExceptionGroup[UserError] = group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first


# --- small things ---------------------------------------------------------------------------------------


@asynccontextmanager
async def _peer(home: Home, name: str | None) -> AsyncIterator[tuple[Identity, Mesh]]:
    """An identity that nobody else uses meanwhile, with its links."""
    with locked(home):
        identity = load_or_create(home, name)
        yield identity, Mesh(identity.key, next_incarnation(home))


def _request(identity: Identity, *, bot: bool, addresses: tuple[Address, ...]) -> SeatRequest:
    if (fault := name_fault(identity.name)) is not None:
        raise UsageError(said(fault))
    return SeatRequest(identity.name, identity.key.public, bot, os.urandom(NONCE_BYTES), addresses)


def _addresses(host: str | None, port: int) -> tuple[Address, ...]:
    hosts = own_addresses() if host is None else [host]
    return tuple(Address(each, port) for each in hosts)


def _dialable(host: str | None) -> str:
    return LOOPBACK if host is None else host


async def _who_hosts(addresses: Sequence[Address]) -> tuple[Address, bytes]:
    try:
        address, info = await ask(addresses)
    except LinkError as error:
        raise OutsideError(
            _("no table answers at {address}: {error}").format(address=addresses[0], error=error)
        ) from error
    return address, info.host


async def _announce(record: TableRecord, lobby: LobbyObserver) -> None:
    async with announced(record) as announcement:
        await announcement.settled.wait()
        if announcement.trouble is not None:
            lobby.on_trouble(
                _("others cannot find this table by themselves: {reason}").format(
                    reason=announcement.trouble
                )
            )
        await trio.sleep_forever()


async def _start_when_asked(lobby: HostLobby, plan: SeatPlan) -> None:
    while True:
        await plan.controls.start_wanted()
        try:
            lobby.start()
        except UsageError as error:
            plan.lobby.on_trouble(str(error))
