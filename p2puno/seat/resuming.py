"""Back into the seat of a game that was interrupted, with the bots that this program brought along.

A table that is on has no lobby: everybody dials where the others were last, and is dialled. Who opened the
table announces it again, so that those who have moved find at least that seat; or a person says where one of
the others is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import trio

from p2puno.errors import NoError, OutsideError
from p2puno.language.texts import Text
from p2puno.net.addresses import LOOPBACK, Address, own_addresses
from p2puno.net.mesh import Mesh
from p2puno.net.pin_guard import PinGuard
from p2puno.net.record import TableRecord
from p2puno.net.refinding import keep_finding
from p2puno.seat.ending import FAREWELL_SECONDS, Outcome
from p2puno.seat.own_bots import plan_of_bot, telling_troubles
from p2puno.seat.plans import BotPlan, Brought, SeatPlan
from p2puno.seat.playing import circumstances_of, drive_on, peer, table_info
from p2puno.seat.records import Circumstances
from p2puno.seat.recovery import Past, Resumed, recover
from p2puno.seat.rematch import with_again
from p2puno.seat.remembering import remember
from p2puno.seat.session import announce, tell_wrong_pin
from protocol.table.table import finished
from protocol.wire.messages import Proposal

BACK = Text("You are back at {table}; the game goes on as soon as everybody is there whom it needs.")
OVER = Text("The game at {table} is over; whoever lacks its end gets it now.")
UNREACHED = Text(
    "None of the others can be reached so far. If they have ended the game without you, "
    "nothing of it goes on: `quit` leaves it."
)
TOO_EARLY = Text("The game {name} was interrupted just when it began; nothing of it can be continued.")
# When nobody has been reached for so long, a person is told what that may mean.
UNREACHED_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Return:
    """Which game is continued, and where one of the others can be dialled, if a person says so."""

    name: str
    at: tuple[Address, ...] = ()


async def resume_table(plan: SeatPlan, back: Return) -> Outcome | None:
    """Play on to the end. `plan.bot` is a wish; without one the seat is played as it was."""
    async with peer(plan.home, plan.name) as (identity, mesh):
        resumed = await trio.to_thread.run_sync(recover, plan.home, back.name, identity.key)
        known = _circumstances(resumed, back)
        plan = _as_before(plan, known)
        await _listen(mesh, plan, known)
        state = resumed.past.state
        own = Address(plan.listen[0] or LOOPBACK, mesh.port)
        async with trio.open_nursery() as nursery:
            await _take_part(plan, mesh, resumed, known, back, nursery)
            _tell(plan, (OVER if finished(state) else BACK).format(table=state.proposal.name))
            nursery.start_soon(_tell_if_alone, plan, mesh, state.proposal)
            async with trio.open_nursery() as bots:
                for each, bot in zip(known.bots, plan.bots, strict=True):
                    with_us = Return(back.name, (own, *back.at))
                    bots.start_soon(_bring_back, plan, bot, each.number, with_us)
                outcome = await drive_on(plan, mesh, resumed)
                bots.cancel_scope.deadline = trio.current_time() + FAREWELL_SECONDS
            nursery.cancel_scope.cancel()
    await trio.to_thread.run_sync(remember, plan, state.proposal, outcome)
    return _with_again(outcome, plan, resumed.past, known, own)


def _with_again(
    outcome: Outcome, plan: SeatPlan, past: Past, known: Circumstances, own: Address
) -> Outcome | None:
    """Not where this program has only served the end; nor where a guest would have to know the PIN still."""
    opened = known.opener == past.state.proposal.seats[past.seat].key
    if finished(past.state) or (known.pin and not opened):
        return outcome
    addresses = (own,) if opened else known.addresses().get(known.opener, ())
    return with_again(
        outcome,
        past.state.proposal,
        known.opener,
        addresses,
        announce=plan.listen[0] != LOOPBACK,
        port=own.port,
        brought=Brought(plan.listen[0], plan.bots, past.pin),
    )


async def _bring_back(plan: SeatPlan, bot: BotPlan, number: int, back: Return) -> None:
    """One of the bots; it only dials."""
    own_plan = plan_of_bot(plan, bot, number)
    with telling_troubles(plan, bot):
        async with peer(own_plan.home, bot.name) as (identity, mesh):
            resumed = await trio.to_thread.run_sync(recover, own_plan.home, back.name, identity.key)
            known = _circumstances(resumed, back)
            async with trio.open_nursery() as nursery:
                await _take_part(own_plan, mesh, resumed, known, back, nursery)
                await drive_on(own_plan, mesh, resumed)
                nursery.cancel_scope.cancel()


async def _take_part(
    plan: SeatPlan,
    mesh: Mesh,
    resumed: Resumed,
    known: Circumstances,
    back: Return,
    nursery: trio.Nursery,
) -> None:
    """Dial the others, be found by them, and note where they are for the next time."""
    state = resumed.past.state
    if resumed.past.pin is None:
        mesh.gallery.elsewhere = known.pin
    else:
        mesh.door.guard = PinGuard(resumed.past.pin, partial(tell_wrong_pin, plan.lobby))
    mesh.admit(entry.key for entry in state.proposal.seats)
    for peer_key, addresses in known.addresses().items():
        places = tuple(dict.fromkeys((*back.at, *addresses)))
        mesh.want(peer_key, places, mutual=peer_key != known.opener)
    await nursery.start(mesh.run)
    circumstances = circumstances_of(plan, mesh, state, known.opener, known.token)
    await trio.to_thread.run_sync(resumed.records.keep_circumstances, circumstances)
    if known.opener != mesh.identity:
        nursery.start_soon(keep_finding, mesh, known.opener, known.token)
        return
    info = table_info(state.proposal, known)
    mesh.table_info = lambda: info
    if plan.listen[0] != LOOPBACK:
        hosts = own_addresses() if plan.listen[0] is None else [plan.listen[0]]
        record = TableRecord(known.token, state.proposal.name, tuple(hosts), mesh.port)
        nursery.start_soon(announce, record, plan)


def _tell(plan: SeatPlan, sentence: str) -> None:
    for observer in plan.observers:
        observer.on_notice(sentence)


async def _tell_if_alone(plan: SeatPlan, mesh: Mesh, proposal: Proposal) -> None:
    """What it may mean that none of the others, beside the bots of this program, has been reached."""
    others = {entry.key for entry in proposal.seats if entry.operator != mesh.identity}
    await trio.sleep(UNREACHED_SECONDS)
    if others and not others & mesh.linked():
        _tell(plan, str(UNREACHED))


def _circumstances(resumed: Resumed, back: Return) -> Circumstances:
    known = resumed.past.circumstances
    if known is None:
        raise NoError(TOO_EARLY.format(name=back.name))
    return known


def _as_before(plan: SeatPlan, known: Circumstances) -> SeatPlan:
    """Who plays and where it listens, where this time nothing else is wished."""
    host, port = plan.listen
    bots = tuple(BotPlan(bot.name, bot.strategy) for bot in known.bots)
    listen = (host or known.listens or None, port if port is not None else known.port)
    return replace(plan, bot=plan.bot or known.strategy or None, bots=bots, listen=listen)


async def _listen(mesh: Mesh, plan: SeatPlan, known: Circumstances) -> None:
    """Where it did, if that is free: the others dial it there."""
    host, port = plan.listen
    try:
        await mesh.listen(host, port)
    except OutsideError:
        if port != known.port:
            raise
        await mesh.listen(host, None)
