"""Signed statements: what a seat says at one place of one log, and the chain of heads over them.

specs/transcript.md, sections 1 and 2. A `Contribution` exists only with a signature that was checked: it
comes from `sign_contribution` or from `receive_contribution`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.crypto.hashing import tagged_hash
from protocol.crypto.signing import IdentityKey, verify_signature
from protocol.errors import WireError
from protocol.sentences import sentence
from protocol.wire.codec import decode, encode
from protocol.wire.messages import MAX_SEATS, Proposal, Signal, Signed, SignedSignal, Statement

VERSION = 3
CONTRIBUTION_CONTEXT = "p2puno/v1/contribution"
SIGNAL_CONTEXT = "p2puno/v1/signal"


class NoSuchSeatError(WireError):
    """A signed statement names a seat that the table does not have, or does not have yet."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """One seat's part of one slot; `data` is the encoded `Signed`, exactly as it travels."""

    statement: Statement
    data: bytes

    @property
    def place(self) -> tuple[int, int, int]:
        """What a seat may say only one thing for: (term, slot, seat)."""
        return self.statement.term, self.statement.slot, self.statement.seat


@dataclass(frozen=True, slots=True)
class HeardSignal:
    """A signal with a checked signature; `data` is the encoded `SignedSignal`."""

    signal: Signal
    data: bytes


def table_id(proposal_data: bytes) -> bytes:
    """The name of a table: the hash of what everybody signs at genesis."""
    return tagged_hash("p2puno/v1/table", proposal_data)


def first_head(table: bytes) -> bytes:
    """The head before genesis, slot 0: 32 bytes."""
    return tagged_hash("p2puno/v1/first-head", table)


def next_head(head: bytes, slot: int, contributions: Sequence[Contribution]) -> bytes:
    """The head after a slot: covers everything before it and every signature in it, in seat order."""
    return tagged_hash("p2puno/v1/head", head, slot.to_bytes(4, "big"), *(c.data for c in contributions))


def sign_contribution(key: IdentityKey, statement: Statement) -> Contribution:
    inner = encode(statement)
    return Contribution(statement, encode(Signed(inner, key.sign(CONTRIBUTION_CONTEXT, inner))))


def receive_contribution(proposal: Proposal, table: bytes, data: bytes) -> Contribution:
    """Decode bytes from outside and check whose they are.

    Raises WireError (not a contribution to this table) or SignatureError (not by the seat it names).
    """
    signed = decode(data, Signed)
    statement = decode(signed.statement, Statement)
    key = key_of(proposal, table, statement.table, statement.seat)
    verify_signature(key, CONTRIBUTION_CONTEXT, signed.statement, signed.signature)
    return Contribution(statement, data)


def sign_signal(key: IdentityKey, signal: Signal) -> HeardSignal:
    inner = encode(signal)
    return HeardSignal(signal, encode(SignedSignal(inner, key.sign(SIGNAL_CONTEXT, inner))))


def receive_signal(proposal: Proposal, table: bytes, data: bytes) -> HeardSignal:
    """As `receive_contribution`, for a signal in a race."""
    signed = decode(data, SignedSignal)
    signal = decode(signed.signal, Signal)
    key = key_of(proposal, table, signal.table, signal.seat)
    verify_signature(key, SIGNAL_CONTEXT, signed.signal, signed.signature)
    return HeardSignal(signal, data)


def equivocates(first: Contribution, second: Contribution) -> bool:
    """Whether one seat signed two different things for one place: evidence that convicts it.

    Signing is deterministic and nobody else can vary a signature, so two signatures over equal statements
    convict as well: heads cover signatures, and otherwise they would split the table with nobody to blame.
    """
    return first.place == second.place and first.data != second.data


def key_of(proposal: Proposal, table: bytes, named: bytes, seat: int) -> bytes:
    """The public key of a seat that a statement about table `named` says it is of.

    Raises WireError, if that is another table; NoSuchSeatError, if `table` has no such seat (yet).
    """
    if named != table:
        raise WireError(sentence("a signed statement names another table"))
    if seat >= min(len(proposal.seats), MAX_SEATS):
        raise NoSuchSeatError(
            sentence("a signed statement names seat {seat}, which this table does not have", seat=seat)
        )
    return proposal.seats[seat].key
