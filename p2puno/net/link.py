"""One connection to one peer: TCP, TLS, the mutual proof of `handshake`, then frames both ways.

Everything that goes wrong on the way is a `LinkError` whose sentence says what; then the connection is gone.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

import trio

from p2puno.language.speech import heard, said
from p2puno.language.texts import _
from p2puno.net import handshake
from p2puno.net.handshake import LinkError, Role
from p2puno.net.limits import DEFAULT_LIMITS, Limits
from p2puno.net.line import Line
from p2puno.net.messages import Ask, Bye, Hello, TableInfo
from p2puno.net.pin_exchange import WRONG, PinError, ask_for_pin, say_pin
from p2puno.net.pin_guard import PinLock
from p2puno.net.tls import Credentials, client_context
from protocol.crypto.signing import IdentityKey
from protocol.errors import WireError
from protocol.sentences import Sentence, mark
from protocol.wire.codec import decode, encode


@dataclass(frozen=True, slots=True)
class Myself:
    """What this process shows of itself on every link; `watches`: it only wants to look on.

    `pin`: what is said to a side that asks for the PIN; `insists`: no side will do that does not ask for it.
    """

    key: IdentityKey
    incarnation: int
    credentials: Credentials
    watches: bool = False
    pin: str | None = field(default=None, repr=False)
    insists: bool = False


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

    def pin_lock(self, hello: Hello) -> PinLock | None:
        """What somebody with this claim has to get through; None if no PIN is asked of it."""


class Link:
    """A connection whose other end has proved who it is."""

    def __init__(self, line: Line, peer: Peer) -> None:
        self._line = line
        self.peer = peer
        self.origin: str | None = None
        """Where the other side came from (see `door`); None if it was dialled."""

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
        hello = decode(answer, Hello)
        handshake.check_hello(hello, Role.RESPONDER, me.key.public, expected)
        pin = _pin_for(hello, me)
        statement = handshake.make_statement(own, answer, line.certificate())
        line.widen()  # the first long frame may come together with the other's proof
        await line.send([handshake.make_proof(me.key, Role.INITIATOR, statement)])
        handshake.check_proof(await line.receive(), Role.RESPONDER, hello.identity, statement)
        if pin is not None:
            await say_pin(line, pin, statement)
        return Link(line, Peer(hello.identity, hello.incarnation, Role.RESPONDER))


async def accept(
    stream: trio.abc.Stream, me: Myself, gate: Gate, *, limits: Limits = DEFAULT_LIMITS
) -> Link | None:
    """Answer a connection; None if the other side only asked what table is open here."""
    async with _bounded(stream, limits):
        line = Line(trio.SSLStream(stream, me.credentials.server, server_side=True), limits)
        await _meet(line)
        request = await line.receive()
        claim = decode(request, Hello, Ask)
        if isinstance(claim, Ask):
            await _answer(line, gate.table_info())
            return None
        lock = gate.pin_lock(claim)
        nonce, asks = os.urandom(32), lock is not None
        own = handshake.make_hello(me.key, Role.RESPONDER, me.incarnation, nonce, pin=asks)
        await line.send([own])  # before judging the other's, so that it can see for itself what is wrong
        handshake.check_hello(claim, Role.INITIATOR, me.key.public, None)
        statement = handshake.make_statement(request, own, me.credentials.fingerprint)
        handshake.check_proof(await line.receive(), Role.INITIATOR, claim.identity, statement)
        peer = Peer(claim.identity, claim.incarnation, Role.INITIATOR, claim.watches)
        objection = gate.objection(peer)
        if objection is not None:
            await line.close(str(objection))
            raise LinkError(_("not let in: {reason}").format(reason=said(objection)))
        await line.send([handshake.make_proof(me.key, Role.RESPONDER, statement)])
        if lock is not None:
            await _unlock(line, lock, peer, statement)
        line.widen()
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


def _pin_for(hello: Hello, me: Myself) -> str | None:
    """The PIN to say to whoever answers there; raises PinError if that does not go together."""
    if hello.pin and me.pin is None:
        raise PinError(_("this table has a PIN: it is said with --pin"))
    if me.insists and not hello.pin:
        raise PinError(_("whoever answers there asks for no PIN: it is not the table you mean"))
    return me.pin if hello.pin else None


async def _unlock(line: Line, lock: PinLock, peer: Peer, statement: bytes) -> None:
    """Let a peer in that knows the PIN; raises LinkError, with the peer told why, if it does not."""
    async with lock.turn() as too_soon:
        if too_soon is not None:
            await line.close(str(too_soon))
            raise LinkError(_("not let in: {reason}").format(reason=said(too_soon)))
        confirmation = await ask_for_pin(line, lock.pin, statement)
        if confirmation is None:
            lock.wrong()
        else:
            lock.right(peer.identity)
    if confirmation is None:
        await line.close(WRONG)
        raise LinkError(_("not let in: {reason}").format(reason=heard(WRONG)))
    await line.send([confirmation])


async def _answer(line: Line, info: TableInfo | None) -> None:
    if info is None:
        await line.close(mark("no table is open here"))
    else:
        await line.send([encode(info)])
        await line.close()
