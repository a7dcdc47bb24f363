"""Frames over TLS, before and after anybody is known."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import trio

from p2puno.language.texts import _
from p2puno.net.handshake import LinkError
from p2puno.net.limits import Limits
from p2puno.net.messages import MAX_SENTENCE, Bye
from p2puno.net.tls import fingerprint
from protocol.wire.codec import encode
from protocol.wire.framing import FrameReader, frame
from protocol.wire.text import clean_text

_CHUNK = 65_536


class LinkClosedError(LinkError):
    """The other side closed the connection, or the connection broke."""


class Line:
    """One connection. One task may send while another receives."""

    def __init__(self, stream: trio.SSLStream[trio.abc.Stream], limits: Limits) -> None:
        self._stream = stream
        self._limits = limits
        self._reader = FrameReader(limits.frame)
        self._ready: deque[bytes] = deque()
        self._sending = False

    async def shake(self) -> None:
        """TLS's own handshake."""
        try:
            await self._stream.do_handshake()
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise LinkError(_("the other side does not speak p2puno's TLS 1.3")) from error

    def certificate(self) -> bytes:
        """The fingerprint of the certificate the other side showed (dialling side only)."""
        der: bytes = self._stream.getpeercert(binary_form=True)
        return fingerprint(der)

    async def send(self, payloads: Iterable[bytes]) -> None:
        """Send each payload as a frame, all in one go."""
        self._sending = True
        try:
            await self._stream.send_all(b"".join(map(frame, payloads)))
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise LinkClosedError(_("the connection is broken")) from error
        self._sending = False

    def widen(self) -> None:
        """The other side proves who it is: what convicts a seat may be long."""
        self._reader.limit = self._limits.linked_frame

    async def receive(self) -> bytes:
        """The next frame's payload; raises `LinkClosedError`, or `WireError` at one longer than allowed."""
        while not self._ready:
            try:
                data = await self._stream.receive_some(_CHUNK)
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                raise LinkClosedError(_("the connection is broken")) from error
            if not data:
                raise LinkClosedError(_("the other side closed the connection"))
            self._ready.extend(self._reader.feed(bytes(data)))
        return self._ready.popleft()

    async def close(self, sentence: str | None = None) -> None:
        """Close the connection, having said why in English (`speech.heard` translates it at the other end).

        Takes `farewell_seconds` at most, even when cancelled.
        """
        with trio.CancelScope(shield=True), trio.move_on_after(self._limits.farewell_seconds):
            if self._sending:
                pass  # a send that was cancelled half-way leaves no way to say anything
            elif sentence is None:
                await self._stream.aclose()
            else:
                await self._take_leave(sentence)
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(self._stream)

    async def _take_leave(self, sentence: str) -> None:
        """Say `Bye` and wait until the other side closes.

        Closing with unread data would make the system throw away what the other side has not read yet, so
        what it still sends is read away.
        """
        try:
            await self.send([encode(Bye(clean_text(sentence)[:MAX_SENTENCE]))])
            if isinstance(self._stream.transport_stream, trio.abc.HalfCloseableStream):
                await self._stream.transport_stream.send_eof()
            while await self._stream.receive_some(_CHUNK):
                pass
        except (LinkClosedError, trio.BrokenResourceError, trio.ClosedResourceError):
            pass
