"""The transcript file: the same bytes back, and what is not one is refused without believing its lengths."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from protocol.errors import LocalError, WireError
from protocol.transcript.contribution import VERSION, Contribution, receive_contribution
from protocol.transcript.file import (
    FORMAT,
    MAX_RECORD,
    Header,
    NotATranscriptError,
    SlotRecord,
    opening_frames,
    read_opening,
    read_slots,
    slot_frame,
    write_transcript,
)
from protocol.wire.codec import encode
from protocol.wire.framing import frame
from protocol.wire.removal import RemovalRecord
from tests.adversary.cheating import ended_game

GAME = ended_game()
DATA = GAME.transcript


class Counting(io.RawIOBase):
    """A source that gives a byte at a time if asked, and remembers the most that was asked for at once."""

    def __init__(self, data: bytes, at_once: int = 2**20) -> None:
        self.data, self.place, self.at_once, self.most = data, 0, at_once, 0

    def read(self, size: int = -1, /) -> bytes:
        self.most = max(self.most, size)
        piece = self.data[self.place : self.place + min(size, self.at_once)]
        self.place += len(piece)
        return piece


def test_a_game_comes_back_as_it_was_said() -> None:
    source = io.BytesIO(DATA)
    proposal, data = read_opening(source)
    assert data == GAME.proposal_data
    assert proposal == GAME.state.proposal
    records = list(read_slots(source))
    assert len(records) == len(GAME.log)
    back = [
        [receive_contribution(proposal, GAME.state.table, each) for each in record.contributions]
        for record in records
        if isinstance(record, SlotRecord)
    ]
    assert back == GAME.log


def test_the_bytes_depend_on_the_game_alone() -> None:
    """No times, paths or names of machines: written twice, and in pieces, they are the same."""
    pieces = list(write_transcript(GAME.proposal_data, GAME.log))
    assert b"".join(pieces) == DATA
    assert len(pieces) == 1 + len(GAME.log)
    assert pieces[0] == opening_frames(GAME.proposal_data)
    assert pieces[5] == slot_frame(GAME.log[4])


@pytest.mark.parametrize("at_once", [1, 3, 1000])
def test_a_source_that_gives_little_at_a_time(at_once: int) -> None:
    source = Counting(DATA, at_once)
    read_opening(source)
    assert sum(1 for _ in read_slots(source)) == len(GAME.log)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not a p2puno game transcript"),
        (b"Dear Ann,\n\nhow are you?\n", "not a p2puno game transcript"),
        (b"\x00", "not a p2puno game transcript"),
        (b"\x00\x00\x00\x00", "not a p2puno game transcript"),
        (b"\x00\x00\x00\x05abc", "not a p2puno game transcript"),
        (b"\xff\xff\xff\xff" + bytes(1000), "not a p2puno game transcript"),
        (frame(b"\xc0"), "not a p2puno game transcript"),
        (frame(GAME.proposal_data), "not a p2puno game transcript"),
        (frame(encode(Header("another format", 1))), "not a p2puno game transcript"),
        (frame(encode(Header(FORMAT, VERSION + 1))), f"of version {VERSION + 1}"),
        (frame(encode(Header(FORMAT, 255))), "version 255"),
        (frame(encode(Header(FORMAT, VERSION))), "ends before"),
        (bytes(10_000), "not a p2puno game transcript"),
    ],
)
def test_what_is_no_transcript(data: bytes, reason: str) -> None:
    with pytest.raises(NotATranscriptError, match=reason):
        read_opening(io.BytesIO(data))


def test_a_proposal_that_is_none() -> None:
    header = frame(encode(Header(FORMAT, 1)))
    for proposal in (frame(b"\x90"), frame(GAME.proposal_data[:-1]), frame(GAME.proposal_data)[:-1]):
        with pytest.raises(WireError):
            read_opening(io.BytesIO(header + proposal))


def after_opening(rest: bytes) -> Iterator[SlotRecord | RemovalRecord]:
    source = io.BytesIO(opening_frames(GAME.proposal_data) + rest)
    read_opening(source)
    return read_slots(source)


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (b"\0", "middle of a record"),
        (b"\0\0\0\x09", "middle of a record"),
        (slot_frame(GAME.log[0])[:-1], "middle of a record"),
        (b"\0\0\0\0", "between 1 and"),
        ((MAX_RECORD + 1).to_bytes(4, "big"), "between 1 and"),
        (b"\xff\xff\xff\xff", "between 1 and"),
        (frame(b"\x00"), "SlotRecord"),
        (frame(b"\x92\x3d\x90"), "SlotRecord"),  # a slot without contributions
        (frame(encode(Header(FORMAT, 1))), "SlotRecord"),
    ],
)
def test_records_that_are_none(rest: bytes, reason: str) -> None:
    for good in (b"", slot_frame(GAME.log[0])):
        records = after_opening(good + rest)
        if good:
            next(records)
        with pytest.raises(WireError, match=reason):
            next(records)


def test_a_length_that_lies_reserves_nothing() -> None:
    """A record that announces half a megabyte and ends: no more is asked for than a piece at a time."""
    source = Counting(opening_frames(GAME.proposal_data) + MAX_RECORD.to_bytes(4, "big") + b"abc")
    read_opening(source)
    with pytest.raises(WireError, match="middle of a record"):
        next(read_slots(source))
    assert source.most <= 65_536


def test_the_largest_slot_fits_into_a_record() -> None:
    """Ten seats with the largest statements: written, and read again."""
    largest = Contribution(GAME.log[0][0].statement, b"x" * 60_384)
    data = slot_frame([largest] * 10)
    assert len(data) - 4 <= MAX_RECORD
    (record,) = after_opening(data)
    assert isinstance(record, SlotRecord)
    assert len(record.contributions) == 10
    with pytest.raises(LocalError):
        slot_frame([largest] * 11)
