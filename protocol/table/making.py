"""What a seat has at hand while it makes a contribution."""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.crypto.fiat_shamir import NonceSeed
from protocol.crypto.group import ORDER
from protocol.errors import LocalError
from protocol.table.choices import Choice
from protocol.table.secrets import SeatSecrets


@dataclass(frozen=True, slots=True)
class Maker:
    """One contribution in the making: secrets, what the player chose, and fresh entropy for the nonces."""

    secrets: SeatSecrets
    choice: Choice | None
    entropy: bytes = field(repr=False)

    @property
    def seat(self) -> int:
        return self.secrets.seat

    @property
    def nonces(self) -> NonceSeed:
        return NonceSeed(self.secrets.nonce_secret(), self.entropy)

    def chosen(self) -> Choice:
        if self.choice is None:
            raise LocalError("this slot waits for a choice of the player")
        return self.choice


def quotient(numerator: int, denominator: int) -> int:
    """numerator / denominator modulo the group's order."""
    return numerator * pow(denominator, -1, ORDER) % ORDER
