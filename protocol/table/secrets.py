"""What one seat knows alone: its identity key and the secret of the round (specs/table.md, Secrets).

Every key and permutation is derived from the round's secret and the place in the log where it is made, so
the log and this secret restore a seat. The secret is ratcheted when a round is settled and the old one
forgotten: old keys would open old hands. Only where open replay was agreed the first one is kept, to be
published when the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from protocol.crypto.derivation import derive_bytes, derive_permutation, derive_scalar
from protocol.crypto.group import Element
from protocol.crypto.signing import IdentityKey
from protocol.errors import LocalError
from protocol.table.origins import KeyOrigin
from protocol.table.state import TableState

SECRET_BYTES = 32
_LABEL = "p2puno/v1/seat-secret"

Opened = dict[tuple[KeyOrigin, Element], int]
"""Which card an element under a key of this origin is."""


class Keys(Protocol):
    """The keys of one seat in one round, whoever holds them: the seat, or everybody after open replay."""

    @property
    def seat(self) -> int: ...

    @property
    def opened(self) -> Opened:
        """What was unmasked already, remembered by `hand.unmask_own`."""
        ...

    def scalar(self, origin: KeyOrigin) -> int:
        """The secret key that the seat makes at a place of the log."""
        ...


@dataclass(frozen=True, slots=True)
class SeatSecrets:
    """One seat's secrets during one round of one table.

    beginning: the secret that the game began with, where it is to be published.
    """

    identity: IdentityKey = field(repr=False)
    seat: int
    table: bytes
    round: int
    secret: bytes = field(repr=False)
    beginning: bytes | None = field(default=None, repr=False)
    opened: Opened = field(default_factory=Opened, init=False, repr=False, compare=False)

    @classmethod
    def begin(cls, identity: IdentityKey, seat: int, state: TableState, secret: bytes) -> SeatSecrets:
        """The secrets of a seat that sits down, from 32 fresh bytes."""
        beginning = secret if state.rules.ruleset.on("open_replay") else None
        return cls(identity, seat, state.table, 0, secret, beginning)

    def for_round(self, number: int) -> SeatSecrets:
        """The secrets of a later round; there is no way back."""
        if number < self.round:
            raise LocalError(f"the secrets of round {number} have been erased")
        if number == self.round:
            return self
        secret = _ratcheted(self.secret, self.table, self.round, number)
        return SeatSecrets(self.identity, self.seat, self.table, number, secret, self.beginning)

    def scalar(self, origin: KeyOrigin) -> int:
        """The secret key that this seat makes at a place of the log."""
        return _key(self.secret, self.table, self.round, self.seat, origin)

    def permutation(self, origin: KeyOrigin, size: int) -> tuple[int, ...]:
        """The permutation that goes with the key of the same origin."""
        label = f"{_LABEL}/permutation/{origin.purpose}"
        return derive_permutation(self.secret, size, label, *self._place(origin))

    def salt(self, origin: KeyOrigin) -> bytes:
        """Hides a commitment made at a place of the log."""
        return derive_bytes(self.secret, f"{_LABEL}/salt/{origin.purpose}", *self._place(origin), length=32)

    def nonce_secret(self) -> bytes:
        """The long-lived part of every proof nonce; fresh entropy and the statement are the others."""
        return derive_bytes(self.secret, f"{_LABEL}/nonces", self.table, length=SECRET_BYTES)

    def _place(self, origin: KeyOrigin) -> tuple[bytes, ...]:
        return _place(self.table, self.round, self.seat, origin)


@dataclass(frozen=True, slots=True)
class PublishedKeys:
    """The keys of a seat in one round, from the secret that it published when the game was over."""

    seat: int
    table: bytes
    round: int
    secret: bytes
    opened: Opened = field(default_factory=Opened, init=False, repr=False, compare=False)

    @classmethod
    def of_round(cls, seat: int, table: bytes, beginning: bytes, number: int) -> PublishedKeys:
        return cls(seat, table, number, _ratcheted(beginning, table, 0, number))

    def scalar(self, origin: KeyOrigin) -> int:
        return _key(self.secret, self.table, self.round, self.seat, origin)


def _ratcheted(secret: bytes, table: bytes, start: int, end: int) -> bytes:
    for number in range(start, end):
        secret = derive_bytes(secret, f"{_LABEL}/ratchet", table, _number(number), length=SECRET_BYTES)
    return secret


def _key(secret: bytes, table: bytes, number: int, seat: int, origin: KeyOrigin) -> int:
    return derive_scalar(secret, f"{_LABEL}/key/{origin.purpose}", *_place(table, number, seat, origin))


def _place(table: bytes, number: int, seat: int, origin: KeyOrigin) -> tuple[bytes, ...]:
    numbers = (origin.term, number, seat, origin.slot)
    return table, *(_number(n) for n in numbers), origin.head


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")
