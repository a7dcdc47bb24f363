"""The places of a table before its game, as the host keeps them: who may sit, and who may not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from p2puno.net.lobby import FULL, LOST_SECONDS, SeatRequest, name_fault, to_reachable
from p2puno.net.messages import RollEntry, Sit
from protocol.sentences import Sentence, sentence


@dataclass(slots=True)
class Place:
    """A seat that is taken, and the `bots` it may bring.

    `lost_at` is when its link went down, `changes` how often it was taken anew.
    """

    entry: RollEntry
    nonce: bytes
    bots: frozenset[bytes]
    lost_at: float | None = None
    changes: int = 0

    @property
    def given_up_at(self) -> float:
        """When the place is free again."""
        return inf if self.lost_at is None else self.lost_at + LOST_SECONDS


def place_of(key: bytes, me: SeatRequest) -> Place:
    """What a request to sit becomes; a bot is always ready."""
    reachable = to_reachable(me.addresses)
    entry = RollEntry(key, me.name, me.operator, me.bot, reachable, ready=me.ready or me.bot)
    return Place(entry, me.nonce, me.bots)


def objection(places: Mapping[bytes, Place], capacity: int, peer: bytes, sit: Sit) -> Sentence | None:
    """Why this peer may not sit down like this, as a sentence for it; None if it may."""
    return name_fault(sit.name) or _operator_fault(places, peer, sit) or _room_fault(places, capacity, peer)


def _operator_fault(places: Mapping[bytes, Place], peer: bytes, sit: Sit) -> Sentence | None:
    """A bot is played by somebody who sits here and has named it before."""
    if sit.operator == peer:
        return None
    if not sit.bot:
        return sentence("a person plays for nobody else")
    operator = places.get(sit.operator)
    if operator is None:
        return sentence("whoever plays this bot does not sit here")
    if operator.entry.operator != sit.operator:
        return sentence("whoever plays this bot is a bot of somebody else")
    if peer not in operator.bots:
        return sentence("whoever is said to play this bot does not play it")
    if any(key != peer and place.entry.operator == peer for key, place in places.items()):
        return sentence("who is played by somebody else plays no bots")
    return None


def _room_fault(places: Mapping[bytes, Place], capacity: int, peer: bytes) -> Sentence | None:
    if peer not in places and len(places) >= capacity:
        return sentence(FULL, capacity=capacity)
    return None
