"""Signed votes about who is to leave, and what two statements of one seat contradict each other.

specs/transcript.md, sections 1 and 5. A `CastVote` exists only with a signature that was checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from protocol.crypto.hashing import tagged_hash
from protocol.crypto.signing import IdentityKey, verify_signature
from protocol.errors import WireError
from protocol.sentences import sentence
from protocol.transcript.contribution import Contribution, key_of
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Proposal
from protocol.wire.removal import SignedVote, Vote

VOTE_CONTEXT = "p2puno/v1/vote"

Item = TypeVar("Item", int, bytes)
Cast: TypeAlias = tuple[int, tuple[int, ...]]
"""A ballot, and whom a seat has voted for in it."""


@dataclass(frozen=True, slots=True)
class CastVote:
    """A vote with a checked signature; `data` is the encoded `SignedVote`, exactly as it travels."""

    vote: Vote
    data: bytes

    @property
    def place(self) -> tuple[int, int, int]:
        """(term, slot, seat), as of a contribution."""
        return self.vote.term, self.vote.slot, self.vote.seat

    @property
    def history(self) -> frozenset[Cast]:
        """All that this seat has voted for at this place up to this ballot, by its own word."""
        earlier = {(each.ballot, each.out) for each in self.vote.earlier}
        return frozenset(earlier | ({(self.vote.ballot, self.vote.out)} if self.vote.out else set()))

    def excludes(self, ballot: int, out: tuple[int, ...]) -> bool:
        """Whether this says that its seat has not voted for `out` in that ballot, and never will."""
        return self.vote.ballot >= ballot and (ballot, out) not in self.history


def name_of(data: bytes) -> bytes:
    """How a vote names a contribution, another vote or grounds."""
    return tagged_hash("p2puno/v1/named", data)


def sign_vote(key: IdentityKey, vote: Vote) -> CastVote:
    inner = encode(vote)
    return CastVote(vote, encode(SignedVote(inner, key.sign(VOTE_CONTEXT, inner))))


def receive_vote(proposal: Proposal, table: bytes, data: bytes) -> CastVote:
    """As `receive_contribution`, for a vote; its lists are in their only order."""
    signed = decode(data, SignedVote)
    vote = decode(signed.vote, Vote)
    key = key_of(proposal, table, vote.table, vote.seat)
    verify_signature(key, VOTE_CONTEXT, signed.vote, signed.signature)
    if not _in_order(vote):
        raise WireError(sentence("a vote is not in its only form"))
    return CastVote(vote, data)


def contradict(first: Contribution | CastVote, second: Contribution | CastVote) -> bool:
    """Whether no seat that keeps to the protocol signs both: together they convict it."""
    if first.place != second.place or first.data == second.data:
        return False
    if isinstance(first, CastVote) and isinstance(second, CastVote):
        lower, higher = sorted((first, second), key=lambda each: each.vote.ballot)
        return (
            lower.vote.ballot == higher.vote.ballot
            or lower.vote.head != higher.vote.head
            or frozenset(cast for cast in higher.history if cast[0] <= lower.vote.ballot) != lower.history
        )
    if isinstance(first, Contribution) and isinstance(second, Contribution):
        return True
    return _head(first) != _head(second)


def _head(said: Contribution | CastVote) -> bytes:
    return said.statement.head if isinstance(said, Contribution) else said.vote.head


def _in_order(vote: Vote) -> bool:
    """Lists ascend and hold nothing twice; nobody votes itself out; a vote for nobody carries nothing."""
    ballots = [each.ballot for each in vote.earlier]
    outs = [vote.out, *(each.out for each in vote.earlier)]
    return (
        all(_ascends(each) and vote.seat not in each for each in outs)
        and all(each.out for each in vote.earlier)
        and _ascends((*ballots, vote.ballot))
        and _ascends(vote.carried)
        and set(vote.carried) <= set(vote.out)
        and _ascends(vote.grounds)
        and (bool(vote.out) or not vote.grounds)
    )


def _ascends(items: Sequence[Item]) -> bool:
    return list(items) == sorted(set(items))
