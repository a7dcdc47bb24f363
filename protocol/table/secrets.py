"""What one seat knows alone: its identity key and the secret of the round (specs/table.md, Secrets).

Every key and permutation is derived from the round's secret and the place in the log where it is made, so
the log and this secret restore a seat. The secret is ratcheted when a round is settled and the old one
forgotten: old keys would open old hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.crypto.derivation import derive_bytes, derive_permutation, derive_scalar
from protocol.crypto.group import Element
from protocol.crypto.signing import IdentityKey
from protocol.errors import LocalError
from protocol.table.phases import KeyOrigin

SECRET_BYTES = 32
_LABEL = "p2puno/v1/seat-secret"


@dataclass(frozen=True, slots=True)
class SeatSecrets:
    """One seat's secrets during one round of one table."""

    identity: IdentityKey = field(repr=False)
    seat: int
    table: bytes
    round: int
    secret: bytes = field(repr=False)
    opened: dict[tuple[KeyOrigin, Element], int] = field(
        default_factory=dict[tuple[KeyOrigin, Element], int], init=False, repr=False, compare=False
    )
    """Which card an element under an own key is, remembered by `hand.unmask_own` and gone with the round."""

    def for_round(self, number: int) -> SeatSecrets:
        """The secrets of a later round; there is no way back."""
        if number < self.round:
            raise LocalError(f"the secrets of round {number} have been erased")
        if number == self.round:
            return self
        secret = self.secret
        for current in range(self.round, number):
            secret = derive_bytes(
                secret, f"{_LABEL}/ratchet", self.table, _number(current), length=SECRET_BYTES
            )
        return SeatSecrets(self.identity, self.seat, self.table, number, secret)

    def scalar(self, origin: KeyOrigin) -> int:
        """The secret key that this seat makes at a place of the log."""
        return derive_scalar(self.secret, f"{_LABEL}/key/{origin.purpose}", *self._place(origin))

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
        numbers = (origin.term, self.round, self.seat, origin.slot)
        return self.table, *(_number(n) for n in numbers), origin.head


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")
