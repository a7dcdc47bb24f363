"""Keeping links to the peers that are wanted, by dialling them wherever they may be."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import trio

from p2puno.net.addresses import Address
from p2puno.net.events import Unreachable
from p2puno.net.handshake import LinkError, RefusedError, SupersededError
from p2puno.net.limits import Limits


@dataclass(frozen=True, slots=True)
class _Wish:
    """Where a wanted peer is dialled, and how long it is waited for first, in seconds."""

    addresses: tuple[Address, ...]
    patience: float


class Pursuit:
    """Dials each wanted peer while there is no link to it, with pauses that grow.

    reach: makes a link with a peer at one of these addresses, or raises `LinkError`; and has it adopted.
    unlinked: returns when there is no link to this peer. moved: where a peer says it is now, to be tried
    before the addresses that it was wanted at. tell: hears of failures.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        reach: Callable[[bytes, Sequence[Address]], Awaitable[None]],
        unlinked: Callable[[bytes], Awaitable[None]],
        moved: Callable[[bytes], Sequence[Address]],
        tell: Callable[[Unreachable], Awaitable[None]],
    ) -> None:
        self._limits = limits
        self._reach = reach
        self._unlinked = unlinked
        self._moved = moved
        self._tell = tell
        self._wishes: dict[bytes, _Wish] = {}
        self._found: dict[bytes, tuple[Address, ...]] = {}
        self._dialling: dict[bytes, trio.CancelScope] = {}
        self._nursery: trio.Nursery | None = None

    def run_in(self, nursery: trio.Nursery | None) -> None:
        """Dial in this nursery from now on; None: in none any more."""
        self._nursery = nursery
        for peer in self._wishes:
            self._start(peer)

    def want(self, peer: bytes, addresses: Sequence[Address], patience: float) -> None:
        """Dial this peer, the likeliest address first; without any, stop."""
        wish = _Wish(tuple(addresses), patience)
        if self._wishes.get(peer) != wish:
            self._wishes[peer] = wish
            self._start(peer)

    def wants(self, peer: bytes) -> bool:
        """Whether this peer is dialled."""
        wish = self._wishes.get(peer)
        return wish is not None and bool(wish.addresses)

    def found(self, peer: bytes, addresses: Sequence[Address]) -> None:
        """The peer may be there now: no pause before it is tried."""
        if self._found.get(peer) != tuple(addresses):
            self._found[peer] = tuple(addresses)
            self.hurry(peer)

    def hurry(self, peer: bytes) -> None:
        """There is news of where the peer is: no pause before that is tried."""
        if self.wants(peer):
            self._start(peer)

    def addresses(self, peer: bytes) -> tuple[Address, ...]:
        """All that is known of where a wanted peer may be, the latest first."""
        wish = self._wishes.get(peer)
        wished = () if wish is None else wish.addresses
        return tuple(dict.fromkeys((*self._moved(peer), *self._found.get(peer, ()), *wished)))

    def _start(self, peer: bytes) -> None:
        if (running := self._dialling.pop(peer, None)) is not None:
            running.cancel()
        if self._nursery is not None and self.wants(peer):
            self._dialling[peer] = scope = trio.CancelScope()
            self._nursery.start_soon(self._keep_dialled, peer, scope)

    async def _keep_dialled(self, peer: bytes, scope: trio.CancelScope) -> None:
        longest = self._limits.pauses[-1]
        reported: str | None = None
        with scope:
            await trio.sleep(self._wishes[peer].patience)
            while True:
                for pause in itertools.chain(self._limits.pauses, itertools.repeat(longest)):
                    await self._unlinked(peer)
                    reported = await self._dial(peer, reported)
                    linked_at = trio.current_time()
                    await self._unlinked(peer)
                    if trio.current_time() - linked_at >= longest:
                        break
                    await trio.sleep(pause)

    async def _dial(self, peer: bytes, reported: str | None) -> str | None:
        """Try once; what has been reported as the reason of failure by now (None after success)."""
        try:
            await self._reach(peer, self.addresses(peer))
        except LinkError as error:
            reason = str(error)
            if reason != reported:
                refused, superseded = isinstance(error, RefusedError), isinstance(error, SupersededError)
                await self._tell(Unreachable(peer, reason, refused, superseded))
            return reason
        return None
