"""Sitting down at a table whose game is on: look on, ask, and play when all have let this player in.

A latecomer follows the public log from its first slot, as everybody who looks on does, and checks every slot.
It asks again now and then, for a request is for one round alone. Once it finds itself in the roster, the log
becomes its journal, and from then on it is a seat that comes back into its game (`resuming`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import trio

from p2puno.errors import NoError, UsageError
from p2puno.language.texts import Text
from p2puno.net.addresses import Address
from p2puno.net.dialling import reach
from p2puno.net.handshake import LinkError
from p2puno.net.link import Link, Myself
from p2puno.net.mesh import Mesh
from p2puno.net.messages import Note, TableInfo
from p2puno.net.pin_exchange import PinError
from p2puno.net.tls import make_credentials
from p2puno.seat.ending import Outcome
from p2puno.seat.inbox import Entry
from p2puno.seat.plans import SeatPlan
from p2puno.seat.playing import circumstances_of, drive_on, peer
from p2puno.seat.records import Records, discard_files, game_name
from p2puno.seat.recovery import Resumed, recover
from p2puno.seat.watching import Watch
from p2puno.store.identity import Identity
from p2puno.store.paths import Home
from protocol.crypto.signing import IdentityKey
from protocol.table.removal import Removal
from protocol.table.requests import seat_of, sign_request
from protocol.table.secrets import SECRET_BYTES, SeatSecrets
from protocol.table.state import TableState
from protocol.wire.codec import encode
from protocol.wire.messages import SeatEntry

ASK_SECONDS = 3.0
STILL_SECONDS = 10.0
NONCE_BYTES = 32

ASKING = Text("The game at {table} is on: you ask to sit down and play from the next round on.")
SEATED = Text("You sit down at {table}.")
NO_LINK = Text("You cannot sit down there now: {reason}.")
SITS = Text("You have a seat at this table, and its game is on: `p2puno resume` goes on with it.")
PUT_OFF = Text("You were put off this table for cheating.")
OVER = Text("The game was over before you could sit down.")
NO_BOTS = Text("The game is on: bots cannot be brought along now.")


@dataclass
class Waiting:
    """What has been seen of the game until this player has a seat in it.

    nonce: by which he knows that it was this request which was granted, and not one of an earlier time.
    moved: when the game last went on.
    """

    identity: Identity
    bot: bool
    nonce: bytes = field(default_factory=lambda: os.urandom(NONCE_BYTES))
    seated: trio.Event = field(default_factory=trio.Event)
    state: TableState | None = None
    moved: float = 0.0
    log: list[Entry] = field(default_factory=list[Entry])

    @property
    def key(self) -> bytes:
        return self.identity.key.public

    def on_applied(self, state: TableState, entry: Entry) -> None:
        self.state, self.moved = state, trio.current_time()
        del self.log[state.slot - 1 :]
        self.log.append(entry)
        if self._sits(state) and self._entry(state).nonce == self.nonce:
            self.seated.set()

    def _sits(self, state: TableState) -> bool:
        return seat_of(state, self.key) in state.present

    def _entry(self, state: TableState) -> SeatEntry:
        """Who comes back is who he was."""
        seat = seat_of(state, self.key)
        if seat is not None:
            return state.proposal.seats[seat]
        return SeatEntry(self.identity.name, self.key, self.key, bot=self.bot, nonce=self.nonce)

    async def ask(self, link: Link) -> None:
        """Again and again: for each round, and because one may be lost; raises NoError if it is in vain."""
        while True:
            if self.state is not None:
                self._check(self.state)
                await link.send(encode(Note(self._request(self.state))))
            await trio.sleep(ASK_SECONDS)

    def _check(self, state: TableState) -> None:
        """What is long past may still be shown; where nothing new comes it is how things are."""
        if seat_of(state, self.key) in state.convicted:
            raise NoError(str(PUT_OFF))
        if self._sits(state) and trio.current_time() - self.moved > STILL_SECONDS:
            raise NoError(str(SITS))

    def _request(self, state: TableState) -> bytes:
        entry = replace(self._entry(state), nonce=self.nonce)
        return sign_request(self.identity.key, state, entry).data


async def sit_down_late(plan: SeatPlan, addresses: Sequence[Address], info: TableInfo) -> Outcome | None:
    """Play from the next round on; None if this player leaves before he sits."""
    if plan.bots:
        raise UsageError(str(NO_BOTS))
    async with peer(plan.home, plan.name) as (identity, mesh):
        plan.lobby.on_trouble(ASKING.format(table=info.name))
        waiting = Waiting(identity, plan.bot is not None)
        watch = Watch(plan.spectators, waiting.on_applied, waiting.seated.is_set)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_leave_when_asked, plan, nursery.cancel_scope)
            await _wait_for_a_seat(plan, addresses, watch, waiting)
            nursery.cancel_scope.cancel()
        if not waiting.seated.is_set():
            return None
        resumed = await trio.to_thread.run_sync(_begin, plan.home, identity, watch.proposal, waiting)
        if plan.spectators:
            resumed.past.ends.clear()  # they have seen how those rounds ended
        return await _play(plan, mesh, resumed, addresses, info)


async def _leave_when_asked(plan: SeatPlan, waiting: trio.CancelScope) -> None:
    await plan.controls.leaving.wait()
    waiting.cancel()


async def _wait_for_a_seat(
    plan: SeatPlan, addresses: Sequence[Address], watch: Watch, waiting: Waiting
) -> None:
    """Follow the game over one link; raises NoError if it ends, or the link does."""
    unknown, pin = IdentityKey(os.urandom(32)), plan.pin
    me = Myself(unknown, 0, make_credentials(), watches=True, pin=pin, insists=pin is not None)
    try:
        link = await reach(addresses, me)
    except (PinError, LinkError) as error:
        raise NoError(NO_LINK.format(reason=error)) from error
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(waiting.ask, link)
            nursery.start_soon(_follow, watch, link, waiting)
            await waiting.seated.wait()
            nursery.cancel_scope.cancel()
    finally:
        await link.aclose()


async def _follow(watch: Watch, link: Link, waiting: Waiting) -> None:
    await watch.follow(link)
    if not waiting.seated.is_set():
        raise NoError(str(OVER))


def _begin(home: Home, identity: Identity, proposal: bytes, waiting: Waiting) -> Resumed:
    """The log becomes a journal; one of an earlier time at this table has nothing in it that this has not."""
    state = waiting.state
    assert state is not None
    seat = seat_of(state, identity.key.public)
    assert seat is not None
    secrets = SeatSecrets.begin(identity.key, seat, state, os.urandom(SECRET_BYTES))
    name = game_name(proposal)
    discard_files(home, name)
    records = Records.begin(home, proposal, secrets)
    for slot, entry in enumerate(waiting.log):
        if isinstance(entry, Removal):
            records.keep_removal(slot, entry.record())
        else:
            records.keep_slot(entry)
    records.close()
    return recover(home, name, identity.key)


async def _play(
    plan: SeatPlan, mesh: Mesh, resumed: Resumed, addresses: Sequence[Address], info: TableInfo
) -> Outcome:
    """All links go out from here: nobody else knows yet where this seat is."""
    state = resumed.past.state
    await mesh.listen(*plan.listen)
    keys = [entry.key for entry in state.proposal.seats]
    mesh.admit(keys)
    for key in keys:
        if key != mesh.identity:
            mesh.want(key, addresses)
    async with trio.open_nursery() as nursery:
        await nursery.start(mesh.run)
        known = circumstances_of(plan, mesh, state, info.host, info.token)
        await trio.to_thread.run_sync(resumed.records.keep_circumstances, known)
        resumed.past.circumstances = known
        for observer in plan.observers:
            observer.on_notice(SEATED.format(table=info.name))
        outcome = await drive_on(plan, mesh, resumed)
        nursery.cancel_scope.cancel()
    return outcome
