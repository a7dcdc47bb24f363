"""Removals that do not hold, shares that do not strip, and requests to sit down that are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from protocol.transcript.vote import sign_vote
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Evidence, Roster, Unmask
from protocol.wire.removal import RemovalRecord, SignedVote, Vote
from protocol.wire.roster import SignedRequest
from tests.verifier.changes import Json
from tests.verifier.lies import Liar, unmasked_as_another


def removed(change: Liar) -> tuple[int, RemovalRecord]:
    """The slot that votes have filled, and how."""
    entries = enumerate(change.game.entries)
    return next((slot, entry) for slot, entry in entries if isinstance(entry, RemovalRecord))


def about_votes(change: Liar) -> Iterator[Json]:
    """In any removal."""
    slot, record = removed(change)
    yield change.holds("a vote is missing", slot, encode(replace(record, votes=record.votes[1:])))
    turned = replace(record, votes=record.votes[::-1])
    yield change.holds("votes stand in another order", slot, encode(turned))
    yield change.holds("a removal stands a slot later", slot + 1, encode(record))
    yield change.holds("somebody votes in another ballot", slot, _voted(change, ballot=2))
    yield change.holds("somebody votes with another head", slot, _voted(change, head=bytes(32)))
    earlier = replace(record, named=record.votes[:1])
    yield change.holds("a vote is there that nobody names", slot, encode(earlier))


def about_stripping(change: Liar) -> Iterator[Json]:
    yield change.lies("a stripped element is another", Unmask, unmasked_as_another, phase="strip")


def about_goodbyes(change: Liar) -> Iterator[Json]:
    slot, record = removed(change)
    yield change.holds("the goodbye is missing", slot, encode(replace(record, grounds=())))


def about_majorities(change: Liar) -> Iterator[Json]:
    """Of a removal without grounds."""
    slot, _ = removed(change)
    yield change.holds("nobody was missing", slot, _voted(change, carried=(3,)))
    yield change.holds("they want different seats out", slot, _voted(change, out=(2,)))


def about_convictions(change: Liar) -> Iterator[Json]:
    slot, record = removed(change)
    (ground,) = record.grounds
    evidence = decode(ground, Evidence)
    first, second = evidence.first, evidence.second
    for what, pair in (
        ("evidence holds one story twice", (first, first)),
        ("evidence stands in another order", (second, first)),
    ):
        yield change.holds(what, slot, encode(replace(record, grounds=(encode(Evidence(*pair)),))))


def _voted(change: Liar, **other: Any) -> bytes:
    """The last who votes, votes otherwise."""
    _, record = removed(change)
    vote = decode(decode(record.votes[-1], SignedVote).vote, Vote)
    cast = sign_vote(change.game.secrets[vote.seat].identity, replace(vote, **other))
    return encode(replace(record, votes=(*record.votes[:-1], cast.data)))


def about_requests(change: Liar) -> Iterator[Json]:
    """In the second roster slot, to which two have asked to sit down."""
    nth = next(at for at, (_, _, body) in enumerate(change.bodies(Roster)) if len(body.requests) == 2)
    early = change.bodies(Roster)[nth][2]

    def lies(what: str, other: Callable[[Roster], Roster], at: int = nth) -> Json:
        return change.lies(what, Roster, other, nth=at)

    yield lies("requests stand in another order", lambda body: Roster(body.requests[::-1]))
    yield lies("a request stands there twice", lambda body: Roster((body.requests[0], *body.requests)))
    yield lies("a request is signed by nobody", _with_a_forged_one)
    yield lies("a request before the first round", lambda _: early, 0)


def _with_a_forged_one(body: Roster) -> Roster:
    return Roster((_forged(body.requests[0]), *body.requests[1:]))


def _forged(request: bytes) -> bytes:
    signed = decode(request, SignedRequest)
    return encode(replace(signed, signature=signed.signature[::-1]))
