"""What anybody can do to a transcript who has the file and no key."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from protocol.transcript.file import Header, SlotRecord
from protocol.wire.codec import decode, encode
from protocol.wire.framing import frame
from protocol.wire.messages import Proposal
from protocol.wire.moves import Pass
from tests.verifier.changes import Changer, Json


def damaged(change: Changer) -> Iterator[Json]:
    """What anybody who has the file can do."""
    records, end = change.records, len(change.records)
    first, second = (change.contributions(slot)[0] for slot in (0, 1))
    twice = decode(records[1], Proposal)
    twice = dataclasses.replace(twice, seats=(twice.seats[0], twice.seats[0], *twice.seats[2:]))
    unruly = dataclasses.replace(decode(records[1], Proposal), rules=())
    foreign = dataclasses.replace(decode(records[0], Header), version=200)
    forged = first.data[:-1] + bytes([first.data[-1] ^ 1])
    rest = [each.data for each in change.contributions(0)[1:]]
    yield change.ends("nothing is changed, but it ends before the end", 9, b"")
    yield change.ends("it ends in the middle of a record", 9, frame(records[9])[:-1])
    yield change.ends("its last record stands there twice", end, frame(records[-1]))
    yield change.ends("it is of a version to come", 0, frame(encode(foreign)) + frame(records[1]))
    yield change.ends("it has no header", 0, frame(records[1]))
    yield change.ends("where the proposal belongs stands a slot", 1, frame(records[2]))
    yield change.ends("a length of zero", 2, bytes(4))
    yield change.ends("one identity sits at two seats", 1, frame(encode(twice)))
    yield change.ends(
        "the proposal has other rules than were signed", 1, frame(encode(unruly)) + frame(records[2])
    )
    yield change.holds("a signature is another", 0, encode(SlotRecord((forged, *rest))))
    yield change.holds("a contribution is from the next slot", 0, encode(SlotRecord((second.data, *rest))))
    yield change.holds("a contribution is missing", 0, encode(SlotRecord(tuple(rest))))
    yield change.holds("a contribution is no message", 0, encode(SlotRecord((b"\x80", *rest))))
    yield change.holds("contributions stand in another order", 0, encode(SlotRecord((*rest, first.data))))
    yield change.signs("a seat signs for another table", 0, 0, table=bytes(32))
    yield change.signs("a seat signs for one that there is not", 0, 0, seat=9)
    yield change.signs("a seat signs for another term", 0, 0, term=1)
    yield change.signs("a seat continues another story", 1, 1, head=bytes(32))
    yield change.signs("a seat says what does not belong there", 2, 1, body=encode(Pass(b"")))
