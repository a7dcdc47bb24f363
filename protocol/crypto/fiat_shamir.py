"""The proof transcript: everything said so far in a proof, and the challenges that follow from it.

Merlin's discipline (https://merlin.cool) over SHA-512: every item carries its kind, its label and its length,
so that different histories are different hash inputs. A transcript begins with where the proof stands (the
`Binding`, the proof type, the purpose, the index), then the proof absorbs its **whole** statement, then each
message of the prover; a proof that is moved to any other place, or to any other statement, meets other
challenges there and fails (weak Fiat-Shamir is what broke most proofs of this kind).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from protocol.crypto.derivation import SECRET_BYTES, KeyStream
from protocol.crypto.group import Element, scalar_to_bytes, wide_scalar
from protocol.crypto.hashing import HASH_BYTES, frame
from protocol.errors import LocalError

_PROTOCOL: Final = b"p2puno/proof/1"
_INTEGER_BYTES: Final = 8

# the kind of an item; the transcript is a sequence of items, each parsed in one way only
_MESSAGE: Final = b"\x01"
_CHALLENGE: Final = b"\x02"
_NONCES: Final = b"\x03"
_DIGEST: Final = b"\x04"


def _integer(value: int) -> bytes:
    if not 0 <= value < 2 ** (8 * _INTEGER_BYTES - 1):
        raise LocalError("an integer in a proof transcript is between 0 and 2^63")
    return value.to_bytes(_INTEGER_BYTES, "big")


@dataclass(frozen=True, slots=True)
class Binding:
    """The one place where a contribution, and every proof in it, is valid.

    `table` and `head` are 32 byte hashes, `identity` is the seat's 32 byte Ed25519 key; the rest are numbers.
    """

    version: int
    table: bytes
    term: int
    round: int
    slot: int
    head: bytes
    seat: int
    identity: bytes

    def __post_init__(self) -> None:
        for value in (self.table, self.head, self.identity):
            if len(value) != HASH_BYTES:
                raise LocalError(f"table, head and identity have {HASH_BYTES} bytes each")
        self.to_bytes()

    def to_bytes(self) -> bytes:
        """168 bytes: the fields in order, framed."""
        return frame(
            _integer(self.version),
            self.table,
            _integer(self.term),
            _integer(self.round),
            _integer(self.slot),
            self.head,
            _integer(self.seat),
            self.identity,
        )


@dataclass(frozen=True, slots=True)
class NonceSeed:
    """What a prover's nonces are made from, besides the statement: a secret and fresh entropy, 32 bytes each.

    Either alone keeps the nonces unpredictable. One seed may serve several proofs: the nonces depend on
    everything the transcript has absorbed and on the witness, so two different proofs never share one.
    """

    secret: bytes
    entropy: bytes

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES or len(self.entropy) != SECRET_BYTES:
            raise LocalError(f"the secret and the entropy of a proof have {SECRET_BYTES} bytes each")

    def __repr__(self) -> str:
        return "NonceSeed(hidden)"


class ProofTranscript:
    """An append-only record with challenges. Proofs work on a `fork`: the caller's own stays as it was."""

    __slots__ = ("_hash", "proof_type")

    def __init__(self, binding: Binding, proof_type: str, purpose: str, index: int = 0) -> None:
        """`index` tells apart the proofs of one type and purpose within one contribution."""
        self.proof_type = proof_type
        self._hash = hashlib.sha512()
        self._item(_MESSAGE, "protocol", _PROTOCOL)
        self.append_bytes("binding", binding.to_bytes())
        self.append_bytes("proof type", proof_type.encode())
        self.append_bytes("purpose", purpose.encode())
        self.append_int("index", index)

    def _item(self, kind: bytes, label: str, data: bytes) -> None:
        self._hash.update(kind + frame(label.encode(), data))

    def fork(self, proof_type: str) -> ProofTranscript:
        """A copy to prove or verify on. A transcript for another type of proof raises `LocalError`."""
        if proof_type != self.proof_type:
            raise LocalError(f"this transcript is for a proof of type {self.proof_type}, not {proof_type}")
        return self._copy()

    def _copy(self) -> ProofTranscript:
        other = ProofTranscript.__new__(ProofTranscript)
        other.proof_type = self.proof_type
        other._hash = self._hash.copy()  # noqa: SLF001
        return other

    def append_bytes(self, label: str, data: bytes) -> None:
        self._item(_MESSAGE, label, data)

    def append_int(self, label: str, value: int) -> None:
        """0 <= value < 2^63."""
        self._item(_MESSAGE, label, _integer(value))

    def append_element(self, label: str, element: Element) -> None:
        self._item(_MESSAGE, label, element.to_bytes())

    def append_elements(self, label: str, elements: Sequence[Element]) -> None:
        """Their number, then all of them."""
        encoded = [element.to_bytes() for element in elements]
        self._item(_MESSAGE, label, b"".join([_integer(len(encoded)), *encoded]))

    def append_scalar(self, label: str, value: int) -> None:
        self._item(_MESSAGE, label, scalar_to_bytes(value))

    def challenge(self, label: str) -> int:
        """A scalar in 1..q-1 from everything so far; it becomes part of the record."""
        self._item(_CHALLENGE, label, b"")
        return wide_scalar(self._hash.digest())

    def nonces(self, seed: NonceSeed, witness: bytes) -> KeyStream:
        """The prover's randomness: KDF(secret, entropy, everything so far, witness). Changes nothing here."""
        other = self._copy()
        other._item(_NONCES, "witness", b"")  # noqa: SLF001
        message = frame(seed.entropy, other._hash.digest(), witness)  # noqa: SLF001
        return KeyStream(hmac.digest(seed.secret, message, "sha512"))

    def digest(self) -> bytes:
        """64 bytes that stand for everything so far. Changes nothing here."""
        other = self._copy()
        other._item(_DIGEST, "digest", b"")  # noqa: SLF001
        return other._hash.digest()  # noqa: SLF001
