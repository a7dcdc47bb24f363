"""Signed statements and the chain of heads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.crypto.hashing import tagged_hash
from protocol.crypto.signing import SignatureError
from protocol.errors import WireError
from protocol.transcript.contribution import (
    equivocates,
    first_head,
    next_head,
    receive_contribution,
    receive_signal,
    sign_contribution,
    sign_signal,
    table_id,
)
from protocol.wire.codec import decode, encode
from protocol.wire.messages import ChatSignal, Consent, Proposal, Signal, Signed, SignedSignal, Statement
from tests.table.simulation import CLASSIC, proposal_for

DATA, KEYS = proposal_for(3, CLASSIC)
PROPOSAL = decode(DATA, Proposal)
TABLE = table_id(DATA)
STATEMENT = Statement(TABLE, 0, 7, bytes(32), 1, encode(Consent()))
SIGNAL = Signal(TABLE, 0, 7, bytes(32), 1, (), encode(ChatSignal("hello")))


def test_what_was_signed_is_received() -> None:
    contribution = sign_contribution(KEYS[1], STATEMENT)
    assert contribution.place == (0, 7, 1)
    assert receive_contribution(PROPOSAL, TABLE, contribution.data) == contribution
    heard = sign_signal(KEYS[1], SIGNAL)
    assert receive_signal(PROPOSAL, TABLE, heard.data) == heard


def test_a_table_is_named_by_its_proposal() -> None:
    assert tagged_hash("p2puno/v1/table", DATA) == TABLE
    assert first_head(TABLE) == tagged_hash("p2puno/v1/first-head", TABLE)
    assert len({TABLE, first_head(TABLE)}) == 2


@pytest.mark.parametrize("seat", [0, 2])
def test_signed_by_another_seat(seat: int) -> None:
    with pytest.raises(SignatureError):
        receive_contribution(PROPOSAL, TABLE, sign_contribution(KEYS[seat], STATEMENT).data)
    with pytest.raises(SignatureError):
        receive_signal(PROPOSAL, TABLE, sign_signal(KEYS[seat], SIGNAL).data)


def test_a_seat_that_the_table_does_not_have() -> None:
    for seat in (3, 9):
        data = sign_contribution(KEYS[0], replace(STATEMENT, seat=seat)).data
        with pytest.raises(WireError, match=f"seat {seat}"):
            receive_contribution(PROPOSAL, TABLE, data)


def test_another_table() -> None:
    data = sign_contribution(KEYS[1], replace(STATEMENT, table=bytes(32))).data
    with pytest.raises(WireError, match="another table"):
        receive_contribution(PROPOSAL, TABLE, data)


def test_every_bit_of_a_contribution_counts() -> None:
    data = sign_contribution(KEYS[1], STATEMENT).data
    for place in range(len(data)):
        for bit in (0, 7):
            changed = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]
            with pytest.raises((WireError, SignatureError)):
                receive_contribution(PROPOSAL, TABLE, changed)


def test_a_statement_encoded_another_way_is_none() -> None:
    """The signature would hold over these very bytes; but there is one encoding only."""
    inner = encode(STATEMENT)
    assert inner[2:4] == b"\xc4\x20"  # the table id's header, short form
    longer = inner[:2] + b"\xc5\x00\x20" + inner[4:]
    signature = KEYS[1].sign("p2puno/v1/contribution", longer)
    with pytest.raises(WireError):
        receive_contribution(PROPOSAL, TABLE, encode(Signed(longer, signature)))


def test_a_signature_for_a_signal_is_none_for_a_contribution() -> None:
    inner = encode(STATEMENT)
    crossed = encode(Signed(inner, KEYS[1].sign("p2puno/v1/signal", inner)))
    with pytest.raises(SignatureError):
        receive_contribution(PROPOSAL, TABLE, crossed)
    inner = encode(SIGNAL)
    crossed = encode(SignedSignal(inner, KEYS[1].sign("p2puno/v1/contribution", inner)))
    with pytest.raises(SignatureError):
        receive_signal(PROPOSAL, TABLE, crossed)


def test_two_stories_are_two_statements_for_one_place() -> None:
    one = sign_contribution(KEYS[1], STATEMENT)
    assert not equivocates(one, one)
    assert equivocates(one, sign_contribution(KEYS[1], replace(STATEMENT, head=b"\1" * 32)))
    assert equivocates(one, sign_contribution(KEYS[1], replace(STATEMENT, body=b"\x91\x0b")))
    assert not equivocates(one, sign_contribution(KEYS[1], replace(STATEMENT, slot=8)))
    assert not equivocates(one, sign_contribution(KEYS[1], replace(STATEMENT, term=1)))
    assert not equivocates(one, sign_contribution(KEYS[2], replace(STATEMENT, seat=2)))


def test_a_head_covers_signatures_slot_and_past() -> None:
    said = [sign_contribution(KEYS[seat], replace(STATEMENT, seat=seat)) for seat in range(3)]
    head = first_head(TABLE)
    after = next_head(head, 7, said)
    assert after == tagged_hash("p2puno/v1/head", head, b"\0\0\0\7", *(each.data for each in said))
    wire = decode(said[1].data, Signed)
    resigned = replace(said[1], data=encode(replace(wire, signature=bytes(64))))
    others = [
        next_head(bytes(32), 7, said),
        next_head(head, 8, said),
        next_head(head, 7, said[:2]),
        next_head(head, 7, [said[0], resigned, said[2]]),
        next_head(head, 7, said[::-1]),
    ]
    assert len({after, *others}) == 6
