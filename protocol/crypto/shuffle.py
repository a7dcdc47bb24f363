"""Shuffles: every element of a list multiplied by one secret key and the list permuted, with a proof.

Statement: base P, image P', inputs A_1 ... A_N, outputs B_1 ... B_N. Claim: there are k and a permutation pi
with P' = k*P and B_i = k*A_pi(i). The lists may hold equal elements: the mathematics does not mind; whether
the cards of a pile are distinct is for the table to check.

N >= 2 is the argument of `shuffle_argument`. With N = 1 there is nothing to permute and an equality proof
says all. N = 0 is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from protocol.crypto.claims import Relation
from protocol.crypto.equality import (
    EQUALITY_PROOF_BYTES,
    EqualityProof,
    absorb_equality,
    argue_equality,
    equality_relations,
)
from protocol.crypto.fiat_shamir import NonceSeed, ProofTranscript
from protocol.crypto.group import ORDER, Element, multiply_secret, scalar_to_bytes
from protocol.crypto.shuffle_argument import RowProof, argue_shuffle, shuffle_relations
from protocol.errors import LocalError, ProofError
from protocol.sentences import sentence

SHUFFLE: Final = "shuffle"


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """A `RowProof` for N >= 2, an `EqualityProof` for N = 1."""

    argument: RowProof | EqualityProof

    @staticmethod
    def size(n: int) -> int:
        """The number of bytes for N = n >= 1."""
        return EQUALITY_PROOF_BYTES if n == 1 else RowProof.size(n)

    def to_bytes(self) -> bytes:
        return self.argument.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes, n: int) -> ShuffleProof:
        """Decode strictly for N = n >= 1; raises `WireError`."""
        if n < 1:
            raise LocalError("there is no shuffle of nothing")
        return cls(EqualityProof.from_bytes(data) if n == 1 else RowProof.from_bytes(data, n))


def _absorb(
    record: ProofTranscript,
    base: Element,
    image: Element,
    inputs: Sequence[Element],
    outputs: Sequence[Element],
) -> None:
    record.append_element("P", base)
    record.append_element("P'", image)
    record.append_elements("A", inputs)
    record.append_elements("B", outputs)


def prove_shuffle(
    transcript: ProofTranscript,
    base: Element,
    key: int,
    inputs: Sequence[Element],
    permutation: Sequence[int],
    seed: NonceSeed,
) -> tuple[Element, list[Element], ShuffleProof]:
    """Mask and permute `inputs`, and prove it: (image, outputs, proof). 8N + 6 multiplications for N >= 2.

    image = key*base, outputs[i] = key*inputs[permutation[i]]; `permutation` counts from 0. `transcript` is
    for type `SHUFFLE` and is left as it was. Raises `LocalError` for no inputs, a permutation that is none,
    or a key outside 1..q-1.
    """
    n = len(inputs)
    if n == 0:
        raise LocalError("there is no shuffle of nothing")
    if sorted(permutation) != list(range(n)):
        raise LocalError(f"this is not a permutation of {n} elements")
    if not 0 < key < ORDER:
        raise LocalError("a key must be between 1 and the group order")
    image = multiply_secret(key, base)
    outputs = [multiply_secret(key, inputs[index]) for index in permutation]
    record = transcript.fork(SHUFFLE)
    _absorb(record, base, image, inputs, outputs)
    if n == 1:
        pairs = [(inputs[0], outputs[0])]
        absorb_equality(record, base, image, pairs)
        return image, outputs, ShuffleProof(argue_equality(record, base, pairs, key, seed))
    witness = scalar_to_bytes(key) + b"".join(index.to_bytes(4, "big") for index in permutation)
    nonces = record.nonces(seed, witness)
    return image, outputs, ShuffleProof(argue_shuffle(record, base, outputs, key, permutation, nonces))


@dataclass(frozen=True, slots=True)
class ShuffleClaim:
    """A `Claim`: this shuffle, with this proof, at the place of this transcript (type `SHUFFLE`)."""

    transcript: ProofTranscript
    base: Element
    image: Element
    inputs: Sequence[Element]
    outputs: Sequence[Element]
    proof: ShuffleProof

    def _record(self) -> ProofTranscript:
        record = self.transcript.fork(SHUFFLE)
        _absorb(record, self.base, self.image, self.inputs, self.outputs)
        return record

    def relations(self) -> list[Relation]:
        n = len(self.inputs)
        if n == 0 or len(self.outputs) != n:
            raise ProofError(sentence("a shuffle has as many outputs as inputs, and at least one"))
        record, argument = self._record(), self.proof.argument
        if isinstance(argument, EqualityProof):
            if n != 1:
                raise ProofError(sentence("a shuffle of several elements needs a shuffle proof"))
            pairs = [(self.inputs[0], self.outputs[0])]
            absorb_equality(record, self.base, self.image, pairs)
            return equality_relations(record, self.base, self.image, pairs, argument)
        if (len(argument.d), len(argument.p), len(argument.b)) != (n, n - 2, n):
            raise ProofError(sentence("a shuffle proof is for another number of elements"))
        return shuffle_relations(record, self.base, self.image, self.inputs, self.outputs, argument)

    def digest(self) -> bytes:
        record = self._record()
        record.append_bytes("proof", self.proof.to_bytes())
        return record.digest()
