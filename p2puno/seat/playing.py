"""From an agreed table to its end: secrets, files, and who decides for this seat."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import SystemRandom

import trio

from p2puno.errors import NoError
from p2puno.language.speech import said
from p2puno.language.texts import _
from p2puno.net.lobby import Seating
from p2puno.net.mesh import Mesh
from p2puno.net.messages import TableInfo
from p2puno.seat import bots
from p2puno.seat.autopilot import Autopilot
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.clock import Clocked
from p2puno.seat.driver import Driver
from p2puno.seat.ending import Outcome, VotedOutError
from p2puno.seat.handover import Handover
from p2puno.seat.pace import Pace
from p2puno.seat.plans import SeatPlan, SitAgain
from p2puno.seat.player import Player
from p2puno.seat.records import (
    MOST_ADDRESSES,
    BotBrought,
    Circumstances,
    Place,
    Records,
    Whereabouts,
)
from p2puno.seat.recovery import Past, Resumed
from p2puno.store.identity import Identity, load_or_create
from p2puno.store.incarnation import next_incarnation
from p2puno.store.lock import locked
from p2puno.store.paths import Home
from protocol.errors import WireError
from protocol.table.frame import open_table
from protocol.table.secrets import SECRET_BYTES, SeatSecrets
from protocol.table.state import TableState
from protocol.wire.messages import Proposal

# Where people sit at the table, a bot takes a moment to think.
THINKING_SECONDS = 0.9
# Who plays for a person that hands over the seat.
STAND_IN = "sharp"


@asynccontextmanager
async def peer(home: Home, name: str | None) -> AsyncIterator[tuple[Identity, Mesh]]:
    """An identity that nobody else uses meanwhile, with its links."""
    with locked(home):
        identity = load_or_create(home, name)
        yield identity, Mesh(identity.key, next_incarnation(home))


async def drive(plan: SeatPlan, identity: Identity, mesh: Mesh, seating: Seating, opener: bytes) -> Outcome:
    """Play the table that everybody has agreed on; raises NoError, TableStoppedError or OutsideError."""
    try:
        state = open_table(seating.data)
    except WireError as error:
        raise NoError(_("this game cannot be played here: {error}").format(error=said(error))) from error
    secrets = SeatSecrets.begin(identity.key, seating.seat, state, os.urandom(SECRET_BYTES))
    records = await trio.to_thread.run_sync(Records.begin, plan.home, seating.data, secrets)
    circumstances = circumstances_of(plan, mesh, state, opener, seating.token)
    await trio.to_thread.run_sync(records.keep_circumstances, circumstances)
    if mesh.door.guard is not None:
        await trio.to_thread.run_sync(records.keep_pin, mesh.door.guard.pin)
    return await _run(_driver(plan, mesh, state, secrets, records), state, circumstances)


async def _run(driver: Driver, state: TableState, known: Circumstances | None) -> Outcome:
    try:
        return await driver.run()
    except VotedOutError as error:
        if known is not None and error.addresses:
            error.back = SitAgain(error.addresses, table_info(state.proposal, known))
        raise


def table_info(proposal: Proposal, known: Circumstances) -> TableInfo:
    """What is to be known of a table that has begun."""
    names = tuple(entry.name for entry in proposal.seats)
    return TableInfo(
        known.token, known.opener, proposal.name, names, len(names), proposal.rules, started=True, pin=False
    )


async def drive_on(plan: SeatPlan, mesh: Mesh, resumed: Resumed) -> Outcome:
    """Play on where the journal ends."""
    past = resumed.past
    driver = _driver(plan, mesh, past.state, resumed.secrets, resumed.records, past)
    return await _run(driver, past.state, past.circumstances)


def circumstances_of(
    plan: SeatPlan, mesh: Mesh, state: TableState, opener: bytes, token: bytes
) -> Circumstances:
    """What this program must know of itself and the others when it is started again."""
    keys = [entry.key for entry in state.proposal.seats if entry.key != mesh.identity]
    known = {key: mesh.addresses(key)[:MOST_ADDRESSES] for key in keys}
    return Circumstances(
        opener=opener,
        token=token,
        listens=plan.listen[0] or "",
        port=mesh.port,
        others=tuple(
            Whereabouts(key, tuple(Place(each.host, each.port) for each in addresses))
            for key, addresses in known.items()
        ),
        strategy=plan.bot or "",
        bots=tuple(BotBrought(number, bot.name, bot.strategy) for number, bot in enumerate(plan.bots)),
        pin=mesh.door.guard is not None or mesh.gallery.elsewhere,
    )


def _driver(
    plan: SeatPlan,
    mesh: Mesh,
    state: TableState,
    secrets: SeatSecrets,
    records: Records,
    past: Past | None = None,
) -> Driver:
    people = any(not entry.bot for entry in state.proposal.seats)
    bot = _bot_player(plan.bot or STAND_IN, people=people)
    player: Player = bot
    if plan.bot is None:
        player = Autopilot(Handover(plan.player, bot, plan.controls), plan.controls)

    def tell(sentence: str) -> None:
        for observer in plan.observers:
            observer.on_notice(sentence)

    return Driver(
        state=state,
        secrets=secrets,
        mesh=mesh,
        records=records,
        player=Clocked(player, tell),
        observers=(*plan.observers, bot),
        controls=plan.controls,
        entropy=os.urandom,
        past=past,
    )


def _bot_player(strategy: str, *, people: bool) -> BotPlayer:
    """Nobody can foresee what it leaves to chance; it takes its time only where people sit."""
    pace = Pace(THINKING_SECONDS, SystemRandom()) if people else None
    return BotPlayer(bots.STRATEGIES[strategy](SystemRandom()), pace)
