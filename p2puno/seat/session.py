"""From a person's wish to sit somewhere to the end of the game: lobby, links, bots, driver.

`host_table` and `join_table` differ only in who opens the table; `play_again` does what each seat did before.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import trio

from p2puno.errors import OutsideError, UsageError
from p2puno.language.speech import said
from p2puno.language.texts import Counted, _
from p2puno.net.addresses import LOOPBACK, Address, link_local_addresses, own_addresses
from p2puno.net.dialling import ask
from p2puno.net.discovery import announced
from p2puno.net.guest_lobby import GuestLobby, Reopening
from p2puno.net.handshake import LinkError
from p2puno.net.host_lobby import HostLobby
from p2puno.net.interfaces import changed
from p2puno.net.lobby import Seating, SeatRequest, name_fault
from p2puno.net.mesh import Mesh
from p2puno.net.messages import TableInfo
from p2puno.net.pin_guard import PinGuard
from p2puno.net.record import TOKEN_BYTES, TableRecord
from p2puno.net.refinding import keep_finding
from p2puno.seat.ending import FAREWELL_SECONDS, Outcome
from p2puno.seat.latecomer import sit_down_late
from p2puno.seat.own_bots import NONCE_BYTES, Sitting, bring_bot, keys_of_bots
from p2puno.seat.plans import Again, SeatPlan, SitAgain, TablePlan
from p2puno.seat.player import Controls, LobbyObserver
from p2puno.seat.playing import drive, peer
from p2puno.seat.rematch import listen_again, with_again
from p2puno.seat.remembering import remember
from p2puno.store.acquaintances import load_acquaintances
from p2puno.store.identity import Identity
from protocol.rules.ruleset import RuleSet
from protocol.wire.messages import Proposal, RuleItem
from protocol.wire.text import clean_text

# How long a guest waits until the opener has opened the table again: reading the result takes its time.
AGAIN_SECONDS = 300.0
WRONG_PIN = Counted(
    "somebody at {address} tried a wrong PIN ({count} time)",
    "somebody at {address} tried a wrong PIN ({count} times)",
)


class Lobby(Protocol):
    """What a seat does in a lobby, whoever opened the table."""

    async def run(self) -> Seating: ...

    def say_ready(self, ready: bool) -> None: ...

    def move(self, addresses: tuple[Address, ...]) -> None: ...


async def host_table(plan: SeatPlan, table: TablePlan, kept_for: tuple[bytes, ...] = ()) -> Outcome | None:
    """Open a table, sit down at it, and play; None if this seat left before the game began."""
    async with peer(plan.home, plan.name) as (identity, mesh):
        port = await mesh.listen(*plan.listen)
        addresses = _addresses(plan.listen[0], port)
        name = table.name or clean_text(_("{name}'s table").format(name=identity.name))
        token = os.urandom(TOKEN_BYTES)
        sitting = Sitting(identity.key.public, addresses, plan.lobby)
        plan.lobby.on_known(load_acquaintances(plan.home), sitting.key)
        if plan.pin is not None:
            mesh.door.guard = PinGuard(plan.pin, partial(tell_wrong_pin, plan.lobby))
        lobby = HostLobby(
            mesh,
            _request(plan, identity, addresses),
            token=token,
            name=name,
            rules=_items(table.rules),
            capacity=table.seats or table.rules.max_seats,
            start_when_full=table.seats is not None,
            kept_for=kept_for,
            changed=sitting.changed,
        )
        record = TableRecord(token, name, tuple(address.host for address in addresses), port)
        async with trio.open_nursery() as nursery:
            await nursery.start(mesh.run)
            plan.lobby.on_open(_shown(plan, addresses))
            if table.announce:
                nursery.start_soon(announce, record, plan)
            nursery.start_soon(_start_when_asked, lobby, plan)
            nursery.start_soon(_send_away_when_asked, lobby, plan)
            here = (Address(_dialable(plan.listen[0]), port),)
            seating, outcome = await _play(plan, identity, mesh, lobby, sitting, mesh.identity, here)
            nursery.cancel_scope.cancel()
    proposal = _agreed(seating)
    return with_again(outcome, proposal, mesh.identity, here, announce=table.announce, port=port)


async def join_table(plan: SeatPlan, addresses: Sequence[Address]) -> Outcome | None:
    """Sit down at the table that answers at one of these addresses; None if left before he sat or played."""
    address, info = await _what_table(addresses)
    tried = (address, *(other for other in addresses if other != address))
    if info.started:
        return await sit_down_late(plan, tried, info)
    return await _join(plan, info.host, tried, None)


async def play_again(plan: SeatPlan, again: Again | SitAgain) -> Outcome | None:
    """The same table once more, by who opened it; the others wait for that. Or back into a game that has gone
    on without this seat and its bots. None if this seat left before."""
    if isinstance(again, SitAgain):
        return await sit_down_late(replace(plan, bots=()), again.addresses, again.info)
    if again.brought is not None:
        listens, bots, pin = again.brought.listens, again.brought.bots, again.brought.pin
        plan = replace(plan, listen=(listens, plan.listen[1]), bots=bots, pin=pin)
    if again.opener:
        listen = (plan.listen[0], again.addresses[0].port)
        return await host_table(replace(plan, listen=listen), again.table, again.keys)
    reopening = Reopening(again.table.name or "", _items(again.table.rules), AGAIN_SECONDS)
    return await _join(plan, again.host, again.addresses, reopening, again.port)


async def _join(
    plan: SeatPlan,
    host: bytes,
    addresses: tuple[Address, ...],
    reopening: Reopening | None,
    before: int | None = None,
) -> Outcome | None:
    """`before`: the port at which this seat has listened until now."""
    async with peer(plan.home, plan.name) as (identity, mesh):
        port = await listen_again(mesh, plan, before)
        sitting = Sitting(identity.key.public, _addresses(plan.listen[0], port), plan.lobby)
        plan.lobby.on_known(load_acquaintances(plan.home), sitting.key)
        lobby = GuestLobby(
            mesh,
            _request(plan, identity, sitting.addresses),
            host=host,
            host_addresses=addresses,
            reopening=reopening,
            pin=plan.pin,
            changed=sitting.changed,
        )
        async with trio.open_nursery() as nursery:
            await nursery.start(mesh.run)
            seating, outcome = await _play(plan, identity, mesh, lobby, sitting, host, addresses)
            nursery.cancel_scope.cancel()
    if seating is not None:
        addresses = tuple(dict.fromkeys((*addresses, *seating.addresses.get(host, ()))))
    return with_again(outcome, _agreed(seating), host, addresses, announce=True, port=port)


async def _play(
    plan: SeatPlan,
    identity: Identity,
    mesh: Mesh,
    lobby: Lobby,
    sitting: Sitting,
    host: bytes,
    addresses: tuple[Address, ...],
) -> tuple[Seating | None, Outcome | None]:
    """Lobby and game of this seat, with its bots beside it."""
    async with trio.open_nursery() as nursery:
        for number in range(len(plan.bots)):
            nursery.start_soon(bring_bot, plan, number, sitting, host, addresses)
        seating = await _unless_left(plan, lobby, sitting.addresses, opener=host == mesh.identity)
        outcome = None if seating is None else await _drive(plan, identity, mesh, seating, host)
        nursery.cancel_scope.deadline = trio.current_time() + (0 if outcome is None else FAREWELL_SECONDS)
    return seating, outcome


async def _drive(plan: SeatPlan, identity: Identity, mesh: Mesh, seating: Seating, host: bytes) -> Outcome:
    """The game, in which a guest finds its host again wherever that goes."""
    async with trio.open_nursery() as nursery:
        if host != mesh.identity:
            nursery.start_soon(keep_finding, mesh, host, seating.token)
        outcome = await drive(plan, identity, mesh, seating, host)
        nursery.cancel_scope.cancel()
    await trio.to_thread.run_sync(remember, plan, seating.proposal, outcome)
    return outcome


async def _unless_left(
    plan: SeatPlan, lobby: Lobby, addresses: tuple[Address, ...], *, opener: bool
) -> Seating | None:
    """The seating, or None if this seat leaves first."""
    seating: Seating | None = None
    async with trio.open_nursery() as nursery:

        async def leave() -> None:
            await plan.controls.leaving.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(leave)
        nursery.start_soon(_say_ready_when_asked, lobby, plan.controls)
        if plan.listen[0] is None:
            nursery.start_soon(_move_along, plan, lobby, addresses, opener)
        seating = await lobby.run()
        nursery.cancel_scope.cancel()
    return seating


def _agreed(seating: Seating | None) -> Proposal | None:
    return None if seating is None else seating.proposal


# --- small things ---------------------------------------------------------------------------------------


def _request(plan: SeatPlan, identity: Identity, addresses: tuple[Address, ...]) -> SeatRequest:
    if (fault := name_fault(identity.name)) is not None:
        raise UsageError(said(fault))
    key, bot = identity.key.public, plan.bot is not None
    return SeatRequest(identity.name, key, bot, os.urandom(NONCE_BYTES), addresses, keys_of_bots(plan))


def _items(rules: RuleSet) -> tuple[RuleItem, ...]:
    return tuple(RuleItem(*item) for item in rules.items())


def _addresses(host: str | None, port: int) -> tuple[Address, ...]:
    hosts = own_addresses() if host is None else [host]
    return tuple(Address(each, port) for each in hosts)


def _shown(plan: SeatPlan, addresses: tuple[Address, ...]) -> tuple[Address, ...]:
    """What others may type: where there is nothing else link-local IPv6, though their zone may be another."""
    if plan.listen[0] is not None or [address.host for address in addresses] != [LOOPBACK]:
        return addresses
    return tuple(Address(host, addresses[0].port) for host in link_local_addresses()) or addresses


async def _move_along(plan: SeatPlan, lobby: Lobby, addresses: tuple[Address, ...], opener: bool) -> None:
    """Tell the others in the waiting room where this seat is, as soon as that is not these addresses."""
    look = partial(_addresses, None, addresses[0].port)
    while True:
        addresses = await changed(look, addresses)
        lobby.move(addresses)
        if opener:
            plan.lobby.on_open(_shown(plan, addresses))


def tell_wrong_pin(lobby: LobbyObserver, origin: str, times: int) -> None:
    """So that whoever opened the table sees that somebody guesses."""
    lobby.on_trouble(WRONG_PIN.format(address=origin, count=times))


def _dialable(host: str | None) -> str:
    return LOOPBACK if host is None else host


async def _what_table(addresses: Sequence[Address]) -> tuple[Address, TableInfo]:
    try:
        return await ask(addresses)
    except LinkError as error:
        raise OutsideError(
            _("no table answers at {address}: {error}").format(address=addresses[0], error=error)
        ) from error


async def announce(record: TableRecord, plan: SeatPlan) -> None:
    """Let others find the table, until cancelled."""
    async with announced(record, follows=plan.listen[0] is None) as announcement:
        await announcement.settled.wait()
        if announcement.trouble is not None:
            plan.lobby.on_trouble(
                _("others cannot find this table by themselves: {reason}").format(reason=announcement.trouble)
            )
        await trio.sleep_forever()


async def _start_when_asked(lobby: HostLobby, plan: SeatPlan) -> None:
    while True:
        await plan.controls.start_wanted()
        try:
            lobby.start()
        except UsageError as error:
            plan.lobby.on_trouble(str(error))


async def _send_away_when_asked(lobby: HostLobby, plan: SeatPlan) -> None:
    while True:
        key = await plan.controls.next_sent_away()
        try:
            lobby.send_away(key)
        except UsageError as error:
            plan.lobby.on_trouble(str(error))


async def _say_ready_when_asked(lobby: Lobby, controls: Controls) -> None:
    ready = False
    while True:
        while controls.ready == ready:
            await controls.changed()
        ready = controls.ready
        lobby.say_ready(ready)
