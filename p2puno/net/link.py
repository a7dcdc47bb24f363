"""One connection to one peer: TCP, TLS, the mutual proof of `handshake`, then frames both ways.

Everything that goes wrong on the way is a `LinkError` whose sentence says what; then the connection is gone.
"""

from __future__ import annotations

import os
import ssl
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

import trio

from p2puno.language.speech import said
from p2puno.language.texts import _
from p2puno.net import handshake
from p2puno.net.handshake import LinkError, Role
from p2puno.net.limits import DEFAULT_LIMITS, Limits
from p2puno.net.messages import MAX_SENTENCE, Ask, Bye, Hello, TableInfo
from p2puno.net.tls import Credentials, client_context, fingerprint
from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.sentences import Sentence, mark
from protocol.wire.codec import decode, encode
from protocol.wire.framing import FrameReader, frame
from protocol.wire.text import clean_text

_CHUNK = 65_536


class LinkClosedError(LinkError):
    """The other side closed the connection, or the connection broke."""


@dataclass(frozen=True, slots=True)
class Myself:
    """What this process shows of itself on every link; `watches`: it only wants to look on."""

    key: IdentityKey
    incarnation: int
    credentials: Credentials
    watches: bool = False


@dataclass(frozen=True, slots=True)
class Peer:
    """What a handshake found out about the other side, and which side dialled."""

    identity: bytes
    incarnation: int
    role: Role
    watches: bool = False


def supersedes(new: Peer, old: Peer, own: bytes) -> bool:
    """Which of two links to one peer both ends keep.

    A later start of the peer wins; then the link whose initiator's key is smaller; and if one side dialled
    twice, the second time, for it would not have dialled with a link that it thought alive.
    """
    if new.incarnation != old.incarnation:
        return new.incarnation > old.incarnation
    return new.role is old.role or _initiator(new, own) < _initiator(old, own)


def _initiator(peer: Peer, own: bytes) -> bytes:
    return peer.identity if peer.role is Role.INITIATOR else own


class Gate(Protocol):
    """What an accepting side decides while a link is being made."""

    def table_info(self) -> TableInfo | None:
        """The answer to `Ask`, None if no table is open here."""

    def objection(self, peer: Peer) -> Sentence | None:
        """Why this proven peer may not link, as a sentence for it; None if it may."""


class Line:
    """Frames over TLS, before and after anybody is known. One task may send while another receives."""

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


class Link:
    """A connection whose other end has proved who it is."""

    def __init__(self, line: Line, peer: Peer) -> None:
        self._line = line
        self.peer = peer

    async def send(self, *payloads: bytes) -> None:
        """Send frames; raises `LinkClosedError`."""
        await self._line.send(payloads)

    async def receive(self) -> bytes:
        """The next frame; raises `LinkClosedError` or `WireError`, after which the link is of no more use."""
        return await self._line.receive()

    async def aclose(self, sentence: str | None = None) -> None:
        """Close it; with a sentence the other side learns why."""
        await self._line.close(sentence)


async def dial(
    stream: trio.abc.Stream, me: Myself, *, expected: bytes | None = None, limits: Limits = DEFAULT_LIMITS
) -> Link:
    """Make a link over a fresh connection; `expected` is the only identity that will do, None: any."""
    async with _bounded(stream, limits):
        line = _client_line(stream, me.credentials.client, limits)
        await _meet(line)
        nonce = os.urandom(32)
        own = handshake.make_hello(me.key, Role.INITIATOR, me.incarnation, nonce, watches=me.watches)
        await line.send([own])
        answer = await line.receive()
        hello = _read_hello(answer, Role.RESPONDER, me, expected)
        statement = handshake.make_statement(own, answer, line.certificate())
        await line.send([handshake.make_proof(me.key, Role.INITIATOR, statement)])
        handshake.check_proof(await line.receive(), Role.RESPONDER, hello.identity, statement)
        return Link(line, Peer(hello.identity, hello.incarnation, Role.RESPONDER))


async def accept(
    stream: trio.abc.Stream, me: Myself, gate: Gate, *, limits: Limits = DEFAULT_LIMITS
) -> Link | None:
    """Answer a connection; None if the other side only asked what table is open here."""
    async with _bounded(stream, limits):
        line = Line(trio.SSLStream(stream, me.credentials.server, server_side=True), limits)
        await _meet(line)
        request = await line.receive()
        if isinstance(decode(request, Hello, Ask), Ask):
            await _answer(line, gate.table_info())
            return None
        own = handshake.make_hello(me.key, Role.RESPONDER, me.incarnation, os.urandom(32))
        await line.send([own])  # before judging the other's, so that it can see for itself what is wrong
        hello = _read_hello(request, Role.INITIATOR, me, None)
        statement = handshake.make_statement(request, own, me.credentials.fingerprint)
        handshake.check_proof(await line.receive(), Role.INITIATOR, hello.identity, statement)
        peer = Peer(hello.identity, hello.incarnation, Role.INITIATOR, hello.watches)
        objection = gate.objection(peer)
        if objection is not None:
            await line.close(str(objection))
            raise LinkError(_("not let in: {reason}").format(reason=said(objection)))
        await line.send([handshake.make_proof(me.key, Role.RESPONDER, statement)])
        return Link(line, peer)


async def ask_over(stream: trio.abc.Stream, *, limits: Limits = DEFAULT_LIMITS) -> TableInfo:
    """Ask over a fresh connection what table is open at its other end, and close it."""
    async with _bounded(stream, limits):
        line = _client_line(stream, client_context(), limits)
        await _meet(line)
        await line.send([encode(Ask())])
        answer = decode(await line.receive(), TableInfo, Bye)
        await line.close()
        if isinstance(answer, Bye):
            raise handshake.refusal(answer)
        return answer


@asynccontextmanager
async def _bounded(stream: trio.abc.Stream, limits: Limits) -> AsyncIterator[None]:
    """Make what happens inside finish in time or not at all: at any error the connection is gone."""
    try:
        with trio.fail_after(limits.handshake_seconds):
            yield
    except trio.TooSlowError as error:
        await trio.aclose_forcefully(stream)
        raise LinkError(
            _("the other side took longer than {seconds:g} s to answer").format(
                seconds=limits.handshake_seconds
            )
        ) from error
    except WireError as error:
        await trio.aclose_forcefully(stream)
        raise LinkError(_("the other side talks nonsense: {error}").format(error=said(error))) from error
    except BaseException:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)
        raise


def _client_line(stream: trio.abc.Stream, context: ssl.SSLContext, limits: Limits) -> Line:
    return Line(trio.SSLStream(stream, context), limits)


async def _meet(line: Line) -> None:
    """TLS, then the two versions; the initiator says nothing more before it has seen the responder's."""
    await line.shake()
    await line.send([handshake.GREETING])
    handshake.read_greeting(await line.receive())


def _read_hello(data: bytes, role: Role, me: Myself, expected: bytes | None) -> Hello:
    hello = decode(data, Hello)
    handshake.check_hello(hello, role, me.key.public, expected)
    return hello


async def _answer(line: Line, info: TableInfo | None) -> None:
    if info is None:
        await line.close(mark("no table is open here"))
    else:
        await line.send([encode(info)])
        await line.close()
