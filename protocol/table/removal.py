"""A slot that is filled by votes: seats leave the table (specs/table.md, Removal)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from protocol.crypto.claims import verify_claims
from protocol.crypto.hashing import tagged_hash
from protocol.errors import ProofError, WireError
from protocol.sentences import Sentence, sentence
from protocol.table.counting import (
    Place,
    because,
    complete,
    has_majority,
    place_of,
    pool_of,
    removes_nobody,
)
from protocol.table.grounds import Ground, read_ground
from protocol.table.judging import Verify
from protocol.table.leaving import leave
from protocol.table.state import TableState
from protocol.transcript.vote import CastVote, name_of, receive_vote
from protocol.wire.codec import MAX_MESSAGE
from protocol.wire.removal import MAX_NAMED, RemovalRecord

# So much of grounds fits into a record beside the votes.
MAX_GROUND_BYTES = 900_000
# All that a record holds, beside the lengths in front of each.
MAX_BYTES = MAX_MESSAGE - 2048


class RemovalError(WireError):
    """What is said to be a removal is none."""


@dataclass(frozen=True, slots=True)
class Removal:
    """`votes` fill the slot, in seat order; `named` are votes they name, `grounds` why seats go."""

    votes: tuple[CastVote, ...]
    named: tuple[CastVote, ...]
    grounds: tuple[Ground, ...]

    @property
    def place(self) -> tuple[int, int]:
        return self.votes[0].vote.term, self.votes[0].vote.slot

    @property
    def ballot(self) -> int:
        return self.votes[0].vote.ballot

    @property
    def out(self) -> tuple[int, ...]:
        return self.votes[0].vote.out

    @property
    def convicted(self) -> frozenset[int]:
        return frozenset(ground.seat for ground in self.grounds if ground.convicts)

    @property
    def size(self) -> int:
        """In bytes."""
        votes = sum(len(cast.data) for cast in (*self.votes, *self.named))
        return votes + sum(len(ground.data) for ground in self.grounds)

    def record(self) -> RemovalRecord:
        return RemovalRecord(
            tuple(each.data for each in self.votes),
            tuple(each.data for each in self.named),
            tuple(each.data for each in self.grounds),
        )


def removal_head(head: bytes, slot: int, removal: Removal) -> bytes:
    """The head after a removal: covers all before it, the votes and the grounds they name."""
    votes, grounds = (each.data for each in removal.votes), (each.data for each in removal.grounds)
    return tagged_hash("p2puno/v1/removal-head", head, slot.to_bytes(4, "big"), *votes, *grounds)


def collect(
    votes: tuple[CastVote, ...], named: Mapping[bytes, CastVote], grounds: Mapping[bytes, Ground]
) -> Removal | None:
    """The removal that complete votes are, with what they name; None if something is not at hand.

    All grounds, so that who hears of it later has them too; if that is too much for a record, of several
    against one seat the first. Everybody who holds what the votes name comes to the same.
    """
    wanted = {name for cast in votes for each in cast.vote.earlier for name in each.because}
    reasons = {name for cast in votes for name in cast.vote.grounds}
    if not (wanted <= named.keys() and reasons <= grounds.keys() and len(wanted) <= MAX_NAMED):
        return None
    held = sorted((grounds[name] for name in reasons), key=_order)
    if sum(len(ground.data) for ground in held) > MAX_GROUND_BYTES:
        held = [next(group) for _, group in groupby(held, key=lambda ground: ground.seat)]
    removal = Removal(votes, tuple(named[name] for name in sorted(wanted)), tuple(held))
    return removal if removal.size <= MAX_BYTES else None


def _order(ground: Ground) -> tuple[int, bool, bytes]:
    """By seat; what convicts before a goodbye; by name."""
    return ground.seat, not ground.convicts, ground.name


def read_removal(state: TableState, record: RemovalRecord, verify: Verify = verify_claims) -> Removal:
    """Check the signatures and grounds in a record; whether it may stand here is `apply_removal`'s to say."""
    votes = _received(state, record.votes)
    named = _received(state, record.named)
    grounds = tuple(read_ground(state, each, verify) for each in record.grounds)
    return Removal(votes, named, grounds)


def apply_removal(state: TableState, removal: Removal) -> TableState:
    """The state after a removal. Raises RemovalError if it may not stand here; then nothing changed.

    The removal was read by `read_removal` for this state, or collected from what was checked.
    """
    place = place_of(state)
    if place is None:
        raise RemovalError(sentence("nobody can be voted out here"))
    _check(place, removal)
    after = leave(replace(state, happenings=()), removal.out, convicted=bool(removal.convicted))
    return replace(
        after,
        term=state.term + 1,
        slot=state.slot + 1,
        head=removal_head(state.head, state.slot, removal),
        convicted=state.convicted | removal.convicted,
    )


def fault_of(place: Place, removal: Removal) -> Sentence | None:
    """Why a removal may not stand at a place; None if it may."""
    votes, out = removal.votes, removal.out
    pool = pool_of(place, (*votes, *removal.named))
    if not out or place.whole_operators(out) != out:
        return sentence("the seats that were voted out are not all seats of their operators")
    if complete(place, pool, removal.ballot, out) != votes:
        return sentence("not everybody who stays has voted for the same seats in the same ballot")
    if not _holds_what_is_named(removal):
        return sentence("a removal holds not exactly what its votes name")
    if not all(_fits(place, out, ground) for ground in removal.grounds):
        return sentence("grounds are against a seat that stays, or belong elsewhere")
    if not all(is_consistent(place, cast, removal.named) for cast in votes):
        return sentence("a seat has voted otherwise before, and that may still count")
    grounded = {ground.seat for ground in removal.grounds}
    if not has_majority(place, out, grounded, removal.convicted):
        return sentence("no more than half of the operators have voted")
    if removes_nobody(place, votes, out):
        return sentence("nobody was missing")
    return None


def _holds_what_is_named(removal: Removal) -> bool:
    """The votes that are named, by name; of the grounds all, or one against each seat, in their order."""
    wanted = {name for cast in removal.votes for each in cast.vote.earlier for name in each.because}
    reasons = {name for cast in removal.votes for name in cast.vote.grounds}
    names = {ground.name for ground in removal.grounds}
    one_each = len({ground.seat for ground in removal.grounds}) == len(removal.grounds)
    return (
        [name_of(each.data) for each in removal.named] == sorted(wanted)
        and [*removal.grounds] == sorted(removal.grounds, key=_order)
        and len(names) == len(removal.grounds)
        and (names == reasons or (one_each and bool(names) and names < reasons))
    )


def _fits(place: Place, out: tuple[int, ...], ground: Ground) -> bool:
    leaves = place.operators[ground.seat] in place.operators_of(out)
    return leaves and ground.holds_at(*place.key, place.sat[ground.seat])


def is_consistent(place: Place, cast: CastVote, named: Iterable[CastVote]) -> bool:
    """Rule 6: what a seat has voted for before is contained in its vote, or cannot count any more."""
    by_name = _by_name(named)
    for each in cast.vote.earlier:
        if not set(each.out) <= set(cast.vote.out):
            shown = [by_name[name] for name in each.because if name in by_name]
            if not because(place, pool_of(place, shown), each.ballot, each.out):
                return False
    return True


def _check(place: Place, removal: Removal) -> None:
    fault = fault_of(place, removal)
    if fault is not None:
        raise RemovalError(fault)


def _by_name(votes: Iterable[CastVote]) -> dict[bytes, CastVote]:
    return {name_of(each.data): each for each in votes}


def _received(state: TableState, votes: Iterable[bytes]) -> tuple[CastVote, ...]:
    try:
        return tuple(receive_vote(state.proposal, state.table, each) for each in votes)
    except ProofError as error:
        raise RemovalError(sentence("a vote is not signed by its seat")) from error
