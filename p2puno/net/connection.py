"""A link in use: what is sent is queued, what is heard is decoded, and silence ends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from p2puno.language.speech import heard, said
from p2puno.language.texts import _
from p2puno.net.allowance import Allowance
from p2puno.net.handshake import LinkError, refusal
from p2puno.net.limits import Limits
from p2puno.net.link import Link
from p2puno.net.messages import Beat, Bye, Item, Linked, Located, Note
from p2puno.net.outbox import Outbox
from protocol.errors import WireError
from protocol.sentences import Sentence, mark, sentence
from protocol.wire.codec import decode, encode

_BEAT = encode(Beat())


class Connection:
    """One link with its queue; it ends once, for the first reason given to `drop`."""

    def __init__(self, link: Link, limits: Limits) -> None:
        self.link = link
        self.outbox = Outbox(limits.queued_bytes)
        self.neighbours: frozenset[bytes] = frozenset()
        """With whom the peer says it is linked."""
        self.ended = trio.Event()
        self.sentence = _("the program was stopped")
        """Why it ended, in the language that is spoken here."""
        self.on_purpose = False
        self._farewell: str | None = mark("this player's program was stopped")
        self._limits = limits
        self._messages = Allowance(limits.messages)
        self._bytes = Allowance(limits.received_bytes)
        self._scope = trio.CancelScope()
        self._writing = trio.CancelScope(shield=True)
        self._written = trio.Event()

    @property
    def peer(self) -> bytes:
        """The identity at the other end."""
        return self.link.peer.identity

    def put(self, payload: bytes) -> None:
        """Queue an encoded message; a peer that lets too much pile up is dropped."""
        if not self.outbox.put(payload):
            self.drop(sentence("it does not take what it is sent"), tell=True)

    def drop(self, reason: Sentence | str, *, tell: bool, on_purpose: bool = False) -> None:
        """End the connection for this reason, unless it has ended.

        tell: the peer hears it as well, in English, which every peer can say in its own language.
        """
        if not self._scope.cancel_called:
            self.sentence = said(reason) if isinstance(reason, Sentence) else reason
            self.on_purpose = on_purpose
            self._farewell = str(reason) if tell else None
            self._scope.cancel()

    async def write(self) -> None:
        """Send what is queued, and heartbeats, until `close`.

        It runs beside `run` and outlives it: a send that is cancelled half-way would leave the line useless,
        and the peer would not hear why it ends.
        """
        try:
            with self._writing:
                await self._until_it_breaks(self._write)
        finally:
            self.outbox.discard()
            self._written.set()

    async def run(self, listener: Callable[[Connection], Awaitable[None]]) -> None:
        """Let `listener` take what is heard, until the connection ends."""
        with self._scope:
            await self._until_it_breaks(lambda: listener(self))

    async def receive(self) -> Item | Note | Linked | Located:
        """The next message that means something to others; the error that ends the listener ends the rest.

        Who says too much at once is read more slowly, until its own line is full.
        """
        while True:
            try:
                with trio.fail_after(self._limits.silence_seconds):
                    data = await self.link.receive()
            except trio.TooSlowError as error:
                raise LinkError(
                    _("nothing was heard for {seconds:g} s").format(seconds=self._limits.silence_seconds)
                ) from error
            await self._messages.spend()
            await self._bytes.spend(len(data))
            message = decode(data, Item, Note, Linked, Located, Beat, Bye)
            if isinstance(message, Bye):
                self.drop(heard(message.sentence), tell=False, on_purpose=True)
                raise refusal(message)
            if not isinstance(message, Beat):
                return message

    async def close(self) -> None:
        """Send what is still queued and a farewell, if the peer is to hear one, and close the link.

        Takes twice `farewell_seconds` at most, even when cancelled.
        """
        self.outbox.close()
        if self._farewell is None:
            self._writing.cancel()
        else:
            self._writing.deadline = trio.current_time() + self._limits.farewell_seconds
        with trio.CancelScope(shield=True):
            await self._written.wait()
            await self.link.aclose(self._farewell)

    async def _until_it_breaks(self, task: Callable[[], Awaitable[None]]) -> None:
        try:
            await task()
        except (LinkError, WireError) as error:
            self.drop(said(error) if isinstance(error, WireError) else str(error), tell=False)

    async def _write(self) -> None:
        while not self.outbox.finished:
            batch = self.outbox.take()
            await self.link.send(*(batch or [_BEAT]))
            self.outbox.sent(batch)
            with trio.move_on_after(self._limits.heartbeat_seconds):
                await self.outbox.filled()
