"""Seats that cheat on the lines, each in one way; behind them a driver plays honestly.

What a seat can say that `apply` refuses is tried in tests/adversary, kind by kind. Here it is about what
cheating does to the talk between peers: who hears what, and whether the others still agree or know why not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from p2puno.seat.driver import Driver
from protocol.errors import LocalError, WireError
from protocol.table.secrets import SeatSecrets
from protocol.table.table import contribute, finished
from protocol.transcript.contribution import sign_signal
from protocol.transcript.vote import sign_vote
from protocol.wire.codec import decode, encode
from protocol.wire.messages import ChatSignal, Signal, Signed, Statement, Status
from protocol.wire.removal import SignedVote, Vote
from tests.simulation.network import Network, SimulatedMesh

# By then tables have dealt, or have played some cards, or are over.
_LATEST_SLOTS = (20, 50, 100)
_FLOOD = 20


class CheatingMesh(SimulatedMesh):
    """Sends what its cheat makes of what the driver wants to send."""

    driver: Driver
    secrets: SeatSecrets

    def __init__(self, network: Network, identity: bytes, cheat: Cheat, seed: int) -> None:
        super().__init__(network, identity)
        self._cheat = cheat
        self.random = Random(seed)
        self.victim = self.random.choice([key for key in network.keys if key != identity])
        self.slot = self.random.randrange(self.random.choice(_LATEST_SLOTS))
        self.stories: dict[int, bytes] = {}

    def meet(self, driver: Driver, secrets: SeatSecrets) -> None:
        self.driver, self.secrets = driver, secrets

    def send(self, peer: bytes, payload: bytes) -> None:
        for each in self._cheat.says(self, peer, payload):
            super().send(peer, each)


def place_of(payload: bytes) -> tuple[int, int] | None:
    """Slot and seat, if this is a contribution."""
    try:
        statement = decode(decode(payload, Signed).statement, Statement)
    except WireError:
        return None
    return statement.slot, statement.seat


def vote_place(payload: bytes) -> tuple[tuple[int, int, int], int] | None:
    """(term, slot, ballot) and seat, if this is a vote."""
    try:
        vote = decode(decode(payload, SignedVote).vote, Vote)
    except WireError:
        return None
    return (vote.term, vote.slot, vote.ballot), vote.seat


def two_votes(mesh: CheatingMesh, peer: bytes, payload: bytes) -> list[bytes]:
    """One peer hears that it votes for nobody, when it votes for somebody."""
    place = vote_place(payload)
    if place is None or place[1] != mesh.secrets.seat or peer != mesh.victim:
        return [payload]
    vote = decode(decode(payload, SignedVote).vote, Vote)
    other = replace(vote, out=(), carried=(), grounds=())
    return [sign_vote(mesh.secrets.identity, other).data if vote.out else payload]


def two_stories(mesh: CheatingMesh, peer: bytes, payload: bytes) -> list[bytes]:
    """From one slot on, the first in which it can, one peer hears another story."""
    place = place_of(payload)
    if place is None or place[1] != mesh.secrets.seat or peer != mesh.victim:
        return [payload]
    slot, _ = place
    if slot >= mesh.slot and not mesh.stories and slot == mesh.driver._state.slot:
        other = _another_story(mesh)
        if other not in (None, payload):
            assert other is not None
            mesh.stories[slot] = other
    return [mesh.stories.get(slot, payload)]


def _another_story(mesh: CheatingMesh) -> bytes | None:
    """Its contribution to the present slot with other randomness, if it has no choice in it."""
    state = mesh.driver._state
    try:
        return contribute(state, mesh.driver._desk.secrets, None, mesh.random.randbytes(32)).data
    except LocalError:
        return None


def junk(mesh: CheatingMesh, peer: bytes, payload: bytes) -> list[bytes]:
    """Now and then it sends nonsense, or something true with one bit changed."""
    if mesh.random.random() > 0.03:
        return [payload]
    spoilt = bytearray(payload)
    spoilt[mesh.random.randrange(len(spoilt))] ^= 1 << mesh.random.randrange(8)
    return [payload, mesh.random.choice([bytes(spoilt), mesh.random.randbytes(40), payload[:-1], b""])]


def withholds(mesh: CheatingMesh, peer: bytes, payload: bytes) -> list[bytes]:
    """One peer never hears its contributions from it, nor anybody else's."""
    return [] if peer == mesh.victim and place_of(payload) is not None else [payload]


def floods(mesh: CheatingMesh, peer: bytes, payload: bytes) -> list[bytes]:
    """Everything many times, with chat, and with questions whose answers are long."""
    state = mesh.driver._state
    if mesh.random.random() > 0.05 or finished(state):
        return [payload]
    text = encode(ChatSignal(f"{mesh.random.random()}"))
    signal = Signal(state.table, state.term, state.slot, state.head, mesh.secrets.seat, (), text)
    chat = sign_signal(mesh.secrets.identity, signal).data
    behind = encode(Status(state.term, mesh.random.randint(0, state.slot), state.head, (), (), 0))
    return [payload] * _FLOOD + [chat] * _FLOOD + [behind] * 3


@dataclass(frozen=True, slots=True)
class Cheat:
    """`says`: what is sent instead of a payload."""

    says: Callable[[CheatingMesh, bytes, bytes], list[bytes]]


CHEATS = {
    "two stories": Cheat(two_stories),
    "two votes": Cheat(two_votes),
    "junk": Cheat(junk),
    "withholds": Cheat(withholds),
    "floods": Cheat(floods),
}
SIGN_TWICE = ("two stories", "two votes")
"""Those that sign two things for one place, and are convicted for it."""
