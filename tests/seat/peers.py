"""Seats over real links on loopback, without a lobby: for tests of the driver."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import trio

from p2puno.errors import UserError
from p2puno.net.addresses import Address
from p2puno.net.mesh import Mesh
from p2puno.seat import bots
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.driver import Driver
from p2puno.seat.ending import Outcome
from p2puno.seat.player import Company, Controls, Player
from p2puno.seat.records import Records
from p2puno.store.paths import Home
from protocol.crypto.signing import IdentityKey
from protocol.errors import ProtocolError
from protocol.rules.ruleset import RuleSet
from protocol.table.frame import open_table
from protocol.table.happenings import Happening
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.view import View
from tests.table.simulation import proposal_for


@dataclass
class Recorder:
    """An observer that remembers everything."""

    happenings: list[Happening] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    chats: list[tuple[int, str]] = field(default_factory=list)
    companies: list[Company] = field(default_factory=list)
    waits: list[tuple[int, ...]] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    triggers: dict[int, Callable[[], None]] = field(default_factory=dict)
    _moved: trio.Event = field(default_factory=trio.Event)

    def at_slot(self, slot: int, action: Callable[[], None]) -> None:
        """Do something once this slot is the next."""
        self.triggers[slot] = action

    def on_slot(self, view: View, happenings: Sequence[Happening]) -> None:
        self.triggers.pop(view.slot, lambda: None)()
        self.views.append(view)
        self.happenings.extend(happenings)
        self._move()

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        self.waits.append(tuple(seats))

    def on_chat(self, seat: int, text: str) -> None:
        self.chats.append((seat, text))

    def on_notice(self, sentence: str) -> None:
        self.notices.append(sentence)
        self._move()

    def on_company(self, company: Company) -> None:
        self.companies.append(company)
        self._move()

    def _move(self) -> None:
        self._moved.set()
        self._moved = trio.Event()

    async def until_slot(self, slot: int) -> None:
        """Wait until this slot, or a later one, is the next."""
        while not self.views or self.views[-1].slot < slot:
            await self._moved.wait()

    async def until_told(self, words: str) -> None:
        """Wait for a notice that begins with these words."""
        while not any(sentence.startswith(words) for sentence in self.notices):
            await self._moved.wait()

    async def until(self, condition: Callable[[Company], bool]) -> None:
        """Wait until what is known of the company is so."""
        while not condition(self.companies[-1] if self.companies else Company()):
            await self._moved.wait()


@dataclass
class Seat:
    """One seat of a test table with everything it has."""

    key: IdentityKey
    mesh: Mesh
    home: Home
    secrets: SeatSecrets
    driver: Driver
    recorder: Recorder
    controls: Controls
    outcome: Outcome | None = None
    error: BaseException | None = None


def seats_for(
    rules: RuleSet,
    folder: Path,
    count: int,
    player: Callable[[int], Player] | None = None,
    *,
    bots_sit: bool = True,
) -> tuple[TableState, list[Seat]]:
    data, keys = proposal_for(count, rules, bots=bots_sit)
    state = open_table(data)
    made: list[Seat] = []
    for number, key in enumerate(keys):
        home = Home.locate(folder / str(number))
        secrets = SeatSecrets.begin(key, number, state, os.urandom(32))
        mesh, recorder, controls = Mesh(key, 1), Recorder(), Controls()
        driver = Driver(
            state=state,
            secrets=secrets,
            mesh=mesh,
            records=Records.begin(home, data, secrets),
            player=player(number) if player else BotPlayer(bots.Greedy()),
            observers=[recorder],
            controls=controls,
            entropy=os.urandom,
        )
        made.append(Seat(key, mesh, home, secrets, driver, recorder, controls))
    return state, made


async def play(seats: Sequence[Seat], *, star: bool = False) -> None:
    """Link all seats (or all with the first only), and drive them to the end."""
    async with trio.open_nursery() as meshes:
        ports = [await seat.mesh.listen("127.0.0.1", 0) for seat in (seats[:1] if star else seats)]
        for number, seat in enumerate(seats):
            for other, port in enumerate(ports):
                if other != number and (star or other < number):
                    seat.mesh.want(seats[other].key.public, [Address("127.0.0.1", port)])
            await meshes.start(seat.mesh.run)
        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(_drive, seat)
        meshes.cancel_scope.cancel()


async def _drive(seat: Seat) -> None:
    try:
        seat.outcome = await seat.driver.run()
    except* (ProtocolError, UserError) as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            (error,) = error.exceptions
        seat.error = error
