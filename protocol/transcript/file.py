"""The transcript file: header, proposal, slots; the same bytes at every honest seat (specs/transcript.md, 3).

A file is a sequence of frames (`protocol.wire.framing`): the header, the proposal, then one frame a slot
that holds its contributions in seat order. Reading streams: no more than one slot is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from protocol.errors import WireError
from protocol.sentences import sentence
from protocol.transcript.contribution import VERSION, Contribution
from protocol.wire.codec import MAX_MESSAGE, Many, Range, Size, Text, decode, encode, message
from protocol.wire.framing import frame
from protocol.wire.messages import MAX_SEATS, MAX_STATEMENT, Proposal
from protocol.wire.removal import RemovalRecord

FORMAT = "p2puno game transcript"
MAX_RECORD = MAX_MESSAGE
LENGTH_BYTES = 4


class Source(Protocol):
    """Anything that gives the next bytes of a file, like `BinaryIO.read`."""

    def read(self, size: int, /) -> bytes: ...


@message(60)
@dataclass(frozen=True, slots=True)
class Header:
    """The first record: what this file is."""

    format: Annotated[str, Text(40)]
    version: Annotated[int, Range(1, 255)]


@message(61)
@dataclass(frozen=True, slots=True)
class SlotRecord:
    """A completed slot: every contribution as it was signed, in seat order."""

    contributions: Annotated[tuple[Annotated[bytes, Size(1, MAX_STATEMENT + 128)], ...], Many(1, MAX_SEATS)]


class NotATranscriptError(WireError):
    """The file does not begin like a game transcript of a version this program reads."""


def opening_frames(proposal_data: bytes) -> bytes:
    """Header and proposal: how every transcript of this table begins."""
    return frame(encode(Header(FORMAT, VERSION))) + frame(proposal_data)


def slot_frame(contributions: Sequence[Contribution]) -> bytes:
    """One completed slot as it stands in the file."""
    return frame(encode(SlotRecord(tuple(c.data for c in contributions))))


def removal_frame(record: RemovalRecord) -> bytes:
    """One slot that was filled by votes, as it stands in the file."""
    return frame(encode(record))


def write_transcript(
    proposal_data: bytes, slots: Iterable[Sequence[Contribution] | RemovalRecord]
) -> Iterator[bytes]:
    """The file of a game, piece by piece."""
    yield opening_frames(proposal_data)
    for each in slots:
        yield removal_frame(each) if isinstance(each, RemovalRecord) else slot_frame(each)


def read_opening(source: Source) -> tuple[Proposal, bytes]:
    """Read header and proposal; raises NotATranscriptError before anything else is believed."""
    header_data = _first_record(source)
    try:
        header = decode(header_data, Header)
    except WireError as error:
        raise NotATranscriptError(sentence("this is not a p2puno game transcript")) from error
    if header.format != FORMAT:
        raise NotATranscriptError(sentence("this is not a p2puno game transcript"))
    if header.version != VERSION:
        raise NotATranscriptError(
            sentence(
                "this transcript is of version {version}; this program reads version {own}",
                version=header.version,
                own=VERSION,
            )
        )
    proposal_data = _record(source)
    if proposal_data is None:
        raise NotATranscriptError(sentence("this transcript ends before its table is described"))
    return decode(proposal_data, Proposal), proposal_data


def read_slots(source: Source) -> Iterator[SlotRecord | RemovalRecord]:
    """The slots that follow the opening, in order; raises WireError at the first malformed one."""
    while (data := _record(source)) is not None:
        yield decode(data, SlotRecord, RemovalRecord)


def _first_record(source: Source) -> bytes:
    try:
        data = _record(source, limit=256)
    except WireError as error:
        raise NotATranscriptError(sentence("this is not a p2puno game transcript")) from error
    if data is None:
        raise NotATranscriptError(sentence("this file is empty"))
    return data


def _record(source: Source, limit: int = MAX_RECORD) -> bytes | None:
    """The next record, or None at the end of the file."""
    prefix = _exactly(source, LENGTH_BYTES)
    if not prefix:
        return None
    if len(prefix) < LENGTH_BYTES:
        raise WireError(sentence("the file ends in the middle of a record"))
    length = int.from_bytes(prefix, "big")
    if not 0 < length <= limit:
        raise WireError(
            sentence(
                "a record announces {count} bytes; between 1 and {most} are possible",
                count=length,
                most=limit,
            )
        )
    data = _exactly(source, length)
    if len(data) < length:
        raise WireError(sentence("the file ends in the middle of a record"))
    return data


def _exactly(source: Source, size: int) -> bytes:
    """Up to `size` bytes, fewer only at the end; never allocates what a length merely announces."""
    pieces: list[bytes] = []
    while size > 0 and (piece := source.read(min(size, 65_536))):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)
