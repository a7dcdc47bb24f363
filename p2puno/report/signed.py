"""What stands in a transcript as bytes: every signed statement, and under which obligation it is checked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from p2puno.store.files import open_file
from protocol.table.table import PHASES
from protocol.transcript.file import read_opening, read_slots
from protocol.wire.codec import decode
from protocol.wire.house import DuelCommit, DuelOpen, Fit, Give, Lot, PoolMask
from protocol.wire.messages import (
    Acknowledge,
    Body,
    Complain,
    Consent,
    Guilty,
    Innocent,
    OpenHand,
    Publish,
    Revealed,
    Roster,
    Satisfied,
    Shuffle,
    Signed,
    Statement,
    Unmask,
)
from protocol.wire.moves import Discard, Join, Play, PlayDrawn
from protocol.wire.races import Race, RaceOrder
from protocol.wire.removal import RemovalRecord, SignedVote, Vote
from protocol.wire.sharing import Receipt, SharedShuffle, Shares

BODIES: tuple[type[Body], ...] = tuple({body for phase in PHASES.values() for body in phase.bodies})
# What is checked of a body first of all; where nothing is said, that it follows the rules.
_CHECKED_UNDER: dict[type[Body], int] = {
    Consent: 4, Acknowledge: 4, Roster: 5,
    Shuffle: 6, SharedShuffle: 6, PoolMask: 6,
    Unmask: 7, Lot: 7, Shares: 7, Receipt: 7,
    Join: 8, Play: 8, PlayDrawn: 8, Discard: 8, OpenHand: 8, Give: 8, DuelCommit: 8, DuelOpen: 8,
    Guilty: 9, Innocent: 9, Satisfied: 9, Complain: 9, Fit: 9,
    Race: 10, RaceOrder: 10, Publish: 13,
}  # fmt: skip
_RULES = 11
_DEPARTURES = 14


@dataclass(frozen=True, slots=True)
class Piece:
    """One signed statement. kind: the name of the message it holds; duty: the obligation's number."""

    slot: int
    seat: int
    kind: str
    size: int
    fingerprint: str
    duty: int


def signed_pieces(path: Path, slots: int) -> Iterator[Piece]:
    """Of the first `slots` slots, which an audit has found to hold."""
    with open_file(path) as source:
        read_opening(source)
        # not a record further: what follows may be no record at all
        for slot, record in enumerate(islice(read_slots(source), slots)):
            if isinstance(record, RemovalRecord):
                yield from (_vote(slot, data) for data in record.votes)
            else:
                yield from (_contribution(slot, data) for data in record.contributions)


def _contribution(slot: int, data: bytes) -> Piece:
    statement = decode(decode(data, Signed).statement, Statement)
    body = decode(statement.body, *BODIES)
    # a move that was committed to is checked as it would be without a race
    checked = decode(body.move, *BODIES) if isinstance(body, Revealed) else body
    duty = _CHECKED_UNDER.get(type(checked), _RULES)
    return Piece(slot, statement.seat, type(body).__name__, len(data), _fingerprint(data), duty)


def _vote(slot: int, data: bytes) -> Piece:
    vote = decode(decode(data, SignedVote).vote, Vote)
    return Piece(slot, vote.seat, Vote.__name__, len(data), _fingerprint(data), _DEPARTURES)


def _fingerprint(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
