"""Frames: cut anywhere they give the same payloads; a bad length is refused before its payload is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalError, WireError
from protocol.wire.framing import FrameReader, frame


def test_known_frame() -> None:
    assert frame(b"abc") == b"\x00\x00\x00\x03abc"
    with pytest.raises(LocalError, match="cannot hold 0 bytes"):
        frame(b"")


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=8), st.data())
def test_any_cutting_of_the_stream_gives_the_payloads(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(frame(payload) for payload in payloads)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    reader = FrameReader(limit=50)
    received: list[bytes] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        received += reader.feed(stream[start:end])
    assert received == payloads


def test_one_byte_at_a_time() -> None:
    reader = FrameReader(limit=1000)
    stream = frame(b"x" * 1000) + frame(b"y")
    assert [p for i in range(len(stream)) for p in reader.feed(stream[i : i + 1])] == [b"x" * 1000, b"y"]


@pytest.mark.parametrize("length", [0, 101, 2**31, 2**32 - 1])
def test_a_length_that_is_not_allowed(length: int) -> None:
    reader = FrameReader(limit=100)
    header = length.to_bytes(4, "big")
    assert reader.feed(frame(b"good") + header[:3]) == [b"good"]
    with pytest.raises(WireError, match=rf"^A frame announces {length} bytes; 1 to 100 are allowed\.$"):
        reader.feed(header[3:])


def test_after_an_error_nothing_is_taken_any_more() -> None:
    reader = FrameReader(limit=10)
    for data in (b"\xff\xff\xff\xff", b"", frame(b"good")):
        with pytest.raises(WireError):
            reader.feed(data)


def test_the_limit_itself_is_allowed() -> None:
    assert FrameReader(limit=5).feed(frame(b"12345")) == [b"12345"]
