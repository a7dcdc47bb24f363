"""Links in memory, as bad as `p2puno.net.mesh` allows them to be, and worse than TCP lets them become.

What is said arrives late, out of order, twice, or not at all if the link breaks while it is under way; either
end learns of a break in its own time, and a new link may be there before that. Everything is drawn from a
seed, for each direction of each pair by itself, so that it does not matter in which order peers are told.
"""

from __future__ import annotations

import hashlib
import heapq
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, count
from random import Random

import trio

from p2puno.language.speech import said
from p2puno.net.addresses import Address
from p2puno.net.events import Event, LinkDown, LinkUp, Neighbours, Received
from protocol.sentences import Sentence

_EVENTS_HELD = 256


@dataclass(frozen=True, slots=True)
class Weather:
    """What a run's network is like. Seconds of virtual time; probabilities for each message.

    break_seconds: how long the table goes without a broken link on average, 0 for never; until: when the
    last one breaks. partition: the chance that a break cuts the table in two. hub: only this seat is reached.
    """

    delay: tuple[float, float] = (0.001, 0.02)
    reorder: float = 0.0
    duplicate: float = 0.0
    break_seconds: float = 0.0
    notice_seconds: float = 10.0
    heal_seconds: float = 5.0
    partition: float = 0.0
    until: float = 120.0
    hub: int | None = None


class Trace:
    """A fingerprint of everything that happened, in order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.events = 0

    def note(self, *what: object) -> None:
        self.events += 1
        self._hash.update(repr((round(trio.current_time(), 9), *what)).encode())

    def digest(self) -> str:
        return self._hash.hexdigest()


@dataclass(eq=False, slots=True)
class Wire:
    """One link between two peers, until it is dead; then what is under way on it is lost."""

    ends: tuple[bytes, bytes]
    dead: trio.Event = field(default_factory=trio.Event)


@dataclass(order=True, slots=True)
class Parcel:
    """Something under way to one peer."""

    due: float
    sender: bytes
    number: int
    wire: Wire = field(compare=False)
    content: Event | frozenset[bytes] = field(compare=False)
    """An event for the driver, or with whom the sender says it is linked."""


class EmptyGallery:
    """Nobody looks on."""

    count = 0

    def show(self, payloads: Iterable[bytes]) -> None:
        """There is nobody to see it."""

    def tell(self, payload: bytes) -> None:
        """Nor to hear it."""


class SimulatedMesh:
    """What a driver uses of `Mesh`, on a `Network`."""

    def __init__(self, network: Network, identity: bytes) -> None:
        self.identity = identity
        self.gallery = EmptyGallery()
        self._network = network
        self.wires: dict[bytes, Wire] = {}
        self._neighbours: dict[bytes, frozenset[bytes]] = {}
        self._send_event, self.events = trio.open_memory_channel[Event](_EVENTS_HELD)
        self._parcels: list[Parcel] = []
        self._more = trio.Event()
        self.closed = False

    def linked(self) -> frozenset[bytes]:
        return frozenset(self.wires)

    def addresses(self, _peer: bytes) -> tuple[Address, ...]:
        """Nobody has one here."""
        return ()

    def send(self, peer: bytes, payload: bytes) -> None:
        self._put(peer, Received(self.identity, self.identity, payload))

    def publish(self, payload: bytes) -> None:
        for peer in sorted(self.wires):
            self.send(peer, payload)

    def relay(self, received: Received) -> None:
        """By what the others have said of their links: that may be out of date, as it is on a real one."""
        for peer in sorted(self.wires):
            knows = {peer, *self._neighbours.get(peer, ())}
            if peer != received.peer and received.origin not in knows:
                self._put(peer, Received(self.identity, received.origin, received.payload))

    def drop(self, peer: bytes, reason: Sentence | str) -> None:
        if (wire := self.wires.get(peer)) is not None:
            sentence = said(reason) if isinstance(reason, Sentence) else reason
            self._network.cut(wire, {self.identity: (0.0, sentence), peer: (0.05, sentence)})

    async def flush(self) -> None:
        await trio.lowlevel.checkpoint()

    def close(self) -> None:
        """The program ends: what it has said still arrives, then its links are gone."""
        self.closed = True
        for wire in list(self.wires.values()):
            self._network.hang_up(wire, self.identity)

    # --- for the network ------------------------------------------------------------------------------

    def _put(self, peer: bytes, content: Event | frozenset[bytes]) -> None:
        if (wire := self.wires.get(peer)) is not None:
            self._network.post(wire, self.identity, peer, content)

    def adopt(self, wire: Wire, peer: bytes) -> None:
        """A link to this peer is there, instead of the one before it if there is one."""
        self.wires[peer] = wire
        self._neighbours.pop(peer, None)
        self.take(Parcel(trio.current_time(), peer, -1, wire, LinkUp(peer)))
        self._announce()

    def lose(self, wire: Wire, peer: bytes, sentence: str) -> None:
        """This end learns that a link is gone; if there is a newer one it has learnt that already."""
        if self.wires.get(peer) is wire:
            del self.wires[peer]
            self.take(Parcel(trio.current_time(), peer, -1, wire, LinkDown(peer, sentence, False)))
            self._announce()

    def _announce(self) -> None:
        for peer in sorted(self.wires):
            self._put(peer, frozenset(self.wires))

    def take(self, parcel: Parcel) -> None:
        heapq.heappush(self._parcels, parcel)
        if self._parcels[0] is parcel:
            self._more.set()
            self._more = trio.Event()

    def heard(self, payload: bytes) -> None:
        """This has come to a program that runs."""

    async def deliver(self) -> None:
        """Hand parcels over when they are due; a driver that is slow to take them holds the others up."""
        while True:
            while not self._parcels or self._parcels[0].due > trio.current_time():
                first = self._parcels[0].due if self._parcels else math.inf
                with trio.move_on_at(first):
                    await self._more.wait()
            parcel = heapq.heappop(self._parcels)
            lost = parcel.wire.dead.is_set() and isinstance(parcel.content, Received)
            self._network.faults["messages lost with a link"] += lost
            if isinstance(parcel.content, frozenset):
                self._neighbours[parcel.sender] = parcel.content
                await self._send_event.send(Neighbours(parcel.sender, parcel.content))
            elif isinstance(parcel.content, LinkDown) or not parcel.wire.dead.is_set():
                self._network.trace.note(self.identity, parcel.content)
                if isinstance(parcel.content, Received):
                    self.heard(parcel.content.payload)
                await self._send_event.send(parcel.content)


class Network:
    """All meshes of a table, and what befalls the links between them."""

    def __init__(self, keys: Iterable[bytes], weather: Weather, seed: str) -> None:
        self.keys = tuple(keys)
        self.weather = weather
        self.trace = Trace()
        self.faults: Counter[str] = Counter()
        """What has gone wrong how often, by name."""
        self.meshes: dict[bytes, SimulatedMesh] = {}
        self._seed = seed
        self._numbers = count()
        self._directions: dict[tuple[bytes, bytes], Random] = {}
        self._latest: dict[tuple[bytes, bytes], float] = {}
        self._side: frozenset[bytes] = frozenset()
        """Cut off from the others for the moment."""
        self._down: set[bytes] = set()
        """Whose program does not run for the moment."""
        self._weather_changed = trio.Event()
        self._calm = False
        self._nursery: trio.Nursery | None = None

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            for mesh in self.meshes.values():
                nursery.start_soon(mesh.deliver)
            hub = None if self.weather.hub is None else self.keys[self.weather.hub]
            for pair in combinations(self.keys, 2):
                if hub is None or hub in pair:
                    nursery.start_soon(self._keep_linked, *pair)
            if self.weather.break_seconds:
                nursery.start_soon(self._break_links)
            task_status.started()

    def _random(self, sender: bytes, receiver: bytes) -> Random:
        found = self._directions.get((sender, receiver))
        if found is None:
            found = Random(f"{self._seed}/{sender.hex()}/{receiver.hex()}")
            self._directions[sender, receiver] = found
        return found

    def post(self, wire: Wire, sender: bytes, receiver: bytes, content: Event | frozenset[bytes]) -> None:
        """Send something on its way."""
        weather, random = self.weather, self._random(sender, receiver)
        twice = random.random() < weather.duplicate
        self.faults["messages delivered twice"] += twice
        for _ in range(2 if twice else 1):
            latest = self._latest.get((sender, receiver), 0.0)
            due = trio.current_time() + random.uniform(*weather.delay)
            if random.random() >= weather.reorder:
                due = max(due, latest)
            self.faults["messages overtaken by later ones"] += due < latest
            self._latest[sender, receiver] = max(due, latest)
            self.meshes[receiver].take(Parcel(due, sender, next(self._numbers), wire, content))

    def cut(self, wire: Wire, ends: dict[bytes, tuple[float, str]]) -> None:
        """A link is dead; each end learns it after so many seconds, with this sentence."""
        wire.dead.set()
        for here, there in (wire.ends, wire.ends[::-1]):
            self._later(ends[here][0], self.meshes[here].lose, wire, there, ends[here][1])

    def crash(self, who: bytes, random: Random) -> None:
        """A program is killed. What it has sent may be lost or not; the others learn of it in their time."""
        mesh = self.meshes[who]
        self._down.add(who)
        for peer, wire in list(mesh.wires.items()):
            if random.random() < 0.5:
                self.hang_up(wire, who)
            else:
                del mesh.wires[peer]
                self.cut(
                    wire, {end: (random.uniform(0, self.weather.notice_seconds), "gone") for end in wire.ends}
                )

    def come_back(self, mesh: SimulatedMesh) -> None:
        """It was started again; nothing that was under way to it finds it."""
        assert self._nursery is not None
        self.meshes[mesh.identity] = mesh
        self._down.discard(mesh.identity)
        self._nursery.start_soon(mesh.deliver)
        self._weather_changed.set()
        self._weather_changed = trio.Event()

    def hang_up(self, wire: Wire, who: bytes) -> None:
        """One end leaves for good; the other has heard everything first."""
        (other,) = set(wire.ends) - {who}
        heard = max(0.0, self._latest.get((who, other), 0.0) - trio.current_time())
        del self.meshes[who].wires[other]

        def end() -> None:
            wire.dead.set()
            self.meshes[other].lose(wire, who, "this player's program was stopped")

        self._later(heard + 0.001, end)

    def _later(self, seconds: float, act: object, *args: object) -> None:
        async def wait_and_act() -> None:
            await trio.sleep(seconds)
            act(*args)  # type: ignore[operator]

        assert self._nursery is not None
        self._nursery.start_soon(wait_and_act)

    # --- the weather ----------------------------------------------------------------------------------

    async def _keep_linked(self, one: bytes, other: bytes) -> None:
        """Dial again and again, as real meshes do."""
        random = self._random(one, other)
        while True:
            while (one in self._side) != (other in self._side) or self._down & {one, other}:
                await self._weather_changed.wait()
            if self.meshes[one].closed or self.meshes[other].closed:
                return
            wire = Wire((one, other))
            self.meshes[one].adopt(wire, other)
            self.meshes[other].adopt(wire, one)
            await wire.dead.wait()
            await trio.sleep(random.uniform(0.1, self.weather.heal_seconds))

    async def _break_links(self) -> None:
        random, weather = Random(f"{self._seed}/weather"), self.weather
        while True:
            await trio.sleep(random.expovariate(1 / weather.break_seconds))
            if self._calm or trio.current_time() > weather.until:
                return
            if random.random() < weather.partition:
                self._cut_in_two(random)
            else:
                self._break(random, random.choice(self.keys), random.choice(self.keys))

    def calm_down(self) -> None:
        """From now on nothing breaks, and what is broken heals."""
        self._calm = True
        self._set_side(frozenset())

    def _cut_in_two(self, random: Random) -> None:
        """Part of the table is cut off for a while."""
        self.faults["tables cut in two"] += 1
        side = frozenset(random.sample(self.keys, random.randint(1, len(self.keys) - 1)))
        self._set_side(side)
        for one in self.keys:
            for other in self.keys:
                if one in side and other not in side:
                    self._break(random, one, other)
        self._later(random.uniform(0.5, 30.0), self._set_side, frozenset())

    def _set_side(self, side: frozenset[bytes]) -> None:
        self.trace.note("cut off", sorted(side))
        self._side = side
        self._weather_changed.set()
        self._weather_changed = trio.Event()

    def _break(self, random: Random, one: bytes, other: bytes) -> None:
        wire = self.meshes[one].wires.get(other)
        if wire is None or wire.dead.is_set() or self.meshes[other].wires.get(one) is not wire:
            return
        self.faults["links broken"] += 1
        self.trace.note("broken", one, other)
        longest = self.weather.notice_seconds
        notices = {end: (random.uniform(0, longest), "the connection broke") for end in wire.ends}
        self.cut(wire, notices)
