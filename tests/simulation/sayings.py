"""The places at which a seat may say one thing only, read off what it sends."""

from __future__ import annotations

from typing import NamedTuple

from protocol.errors import WireError
from protocol.wire.codec import decode
from protocol.wire.messages import Signal, Signed, SignedSignal, Statement
from protocol.wire.removal import SignedVote, Vote


class Saying(NamedTuple):
    """A place for one thing that a seat says."""

    kind: str
    term: int
    slot: int
    seat: int
    ballot: int = 0


def saying_of(payload: bytes) -> Saying | None:
    try:
        match decode(payload, Signed, SignedSignal, SignedVote):
            case Signed(statement):
                said = decode(statement, Statement)
                return Saying("contribution", said.term, said.slot, said.seat)
            case SignedSignal(inner):
                signal = decode(inner, Signal)
                return Saying("signal", signal.term, signal.slot, signal.seat)
            case SignedVote(inner):
                vote = decode(inner, Vote)
                return Saying("vote", vote.term, vote.slot, vote.seat, vote.ballot)
    except WireError:
        return None
