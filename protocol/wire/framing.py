"""Frames on a stream: the payload's length as four bytes, big-endian, then the payload (`specs/wire.md`)."""

from __future__ import annotations

from protocol.errors import LocalError, WireError
from protocol.sentences import sentence

HEADER_BYTES = 4


def frame(payload: bytes) -> bytes:
    """The payload with its length in front; an empty payload is no frame."""
    if not 1 <= len(payload) < 2 ** (8 * HEADER_BYTES):
        raise LocalError(f"A frame cannot hold {len(payload)} bytes.")
    return len(payload).to_bytes(HEADER_BYTES, "big") + payload


class FrameReader:
    """Cuts a stream into payloads; holds at most one unfinished frame of `limit` bytes, which may be raised.

    After a `WireError` the stream has lost its rhythm: every further `feed` raises again.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._wanted: int | None = None

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that `data` completes, in order; raises `WireError` at a length that is not allowed.

        The length is judged as soon as its four bytes are there, before any of its payload is kept. Payloads
        in front of the bad frame are dropped with it: the link is to be closed.
        """
        self._buffer += data
        payloads: list[bytes] = []
        while self._next_is_complete():
            assert self._wanted is not None
            payloads.append(bytes(self._buffer[: self._wanted]))
            del self._buffer[: self._wanted]
            self._wanted = None
        return payloads

    def _next_is_complete(self) -> bool:
        if self._wanted is None:
            if len(self._buffer) < HEADER_BYTES:
                return False
            announced = int.from_bytes(self._buffer[:HEADER_BYTES], "big")
            if not 1 <= announced <= self.limit:
                raise WireError(
                    sentence(
                        "A frame announces {count} bytes; 1 to {most} are allowed.",
                        count=announced,
                        most=self.limit,
                    )
                )
            del self._buffer[:HEADER_BYTES]
            self._wanted = announced
        return len(self._buffer) >= self._wanted
