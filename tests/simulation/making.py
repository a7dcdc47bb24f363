"""Making a simulated table: processes with files, links and players, started for the first time or again."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import cast

from p2puno.net.mesh import Mesh
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.bots import STRATEGIES
from p2puno.seat.driver import Driver
from p2puno.seat.pace import Pace
from p2puno.seat.player import Controls
from p2puno.seat.records import Records, game_name
from p2puno.seat.recovery import Past, recover
from p2puno.store.paths import Home
from protocol.crypto.signing import IdentityKey
from protocol.table.frame import open_table
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from tests.simulation.cheats import CHEATS, CheatingMesh
from tests.simulation.crashes import Fate, FragileDisk
from tests.simulation.network import Network, SimulatedMesh
from tests.simulation.world import Plan, Result, Seat, Watch, World
from tests.table.games import ByLot
from tests.table.simulation import proposal_for

# Who plays badly, or anything, sees more, and makes a game long.
PLAYERS = (*12 * (STRATEGIES["greedy"],), *2 * (STRATEGIES["sharp"],), STRATEGIES["easy"], ByLot)


class HonestMesh(SimulatedMesh):
    """Shows the world what its driver says and hears."""

    def __init__(self, network: Network, identity: bytes, world: World) -> None:
        super().__init__(network, identity)
        self._world = world

    def send(self, peer: bytes, payload: bytes) -> None:
        self._world.said(self.identity, payload)
        super().send(peer, payload)

    def heard(self, payload: bytes) -> None:
        self._world.heard(self, payload)


def _folder() -> str:
    memory = Path("/dev/shm")
    return tempfile.mkdtemp(prefix="p2puno-simulation-", dir=memory if memory.is_dir() else None)


async def simulate(plan: Plan) -> Result:
    """One run; raises InvariantError. The group must be transparent already."""
    folder = _folder()
    try:
        world = new_world(plan, Path(folder))
        try:
            return await world.play()
        finally:
            world.close()
    finally:
        shutil.rmtree(folder)


def new_world(plan: Plan, folder: Path) -> World:
    """Everybody has sat down, and nobody has said anything yet."""
    random = Random(plan.seed)
    data, keys = proposal_for(plan.seats, plan.rules, random.getrandbits(32))
    state = open_table(data)
    world = World(plan, Network([key.public for key in keys], plan.weather, plan.seed), folder)
    for number, key in enumerate(keys):
        secrets = SeatSecrets.begin(key, number, state, random.randbytes(32))
        process = _Process(
            world, key, Home.locate(folder / str(number)), data, Random(random.getrandbits(64))
        )
        world.seats.append(process.begin(state, secrets))
    return world


@dataclass
class _Process:
    """What of a seat stays the same however often its program is started."""

    world: World
    key: IdentityKey
    home: Home
    proposal: bytes
    random: Random

    def begin(self, state: TableState, secrets: SeatSecrets) -> Seat:
        """Start it at the first slot."""
        records = Records.begin(self.home, self.proposal, secrets)
        seat = secrets.seat
        fate = dict(self.world.plan.fates).get(seat) or Fate(Random(0))
        mesh = self._mesh(seat)
        watch = Watch(self.world, seat)
        driver = self._driver(mesh, watch, state, secrets, records)
        disk = FragileDisk(self.home, records, fate)
        return Seat(seat, mesh, driver, watch, secrets, self.again, disk)

    def again(self, seat: Seat) -> None:
        """Start it from its files."""
        resumed = recover(self.home, game_name(self.proposal), self.key)
        past, records = resumed.past, resumed.records
        seat.disk = FragileDisk(self.home, records, seat.disk.fate)
        seat.mesh = self._mesh(seat.number)
        seat.driver = self._driver(seat.mesh, seat.watch, past.state, resumed.secrets, records, past)
        self.world.network.come_back(seat.mesh)

    def _mesh(self, seat: int) -> SimulatedMesh:
        world, plan = self.world, self.world.plan
        mesh: SimulatedMesh = HonestMesh(world.network, self.key.public, world)
        if not plan.is_honest(seat):
            cheat = CHEATS[plan.cheat or ""]
            mesh = CheatingMesh(world.network, self.key.public, cheat, self.random.getrandbits(32))
        world.network.meshes[self.key.public] = mesh
        return mesh

    def _driver(
        self,
        mesh: SimulatedMesh,
        watch: Watch,
        state: TableState,
        secrets: SeatSecrets,
        records: Records,
        past: Past | None = None,
    ) -> Driver:
        random, pace = self.random, self.world.plan.pace
        strategy = random.choice(PLAYERS)(Random(random.getrandbits(64)))
        player = BotPlayer(strategy, Pace(pace, Random(random.getrandbits(64))) if pace else None)
        driver = Driver(
            state=state,
            secrets=secrets,
            mesh=cast("Mesh", mesh),
            records=records,
            player=player,
            observers=[player, watch],
            controls=Controls(),
            entropy=Random(random.getrandbits(64)).randbytes,
            past=past,
        )
        if isinstance(mesh, CheatingMesh):
            mesh.meet(driver, secrets)
        return driver
