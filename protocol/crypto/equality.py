"""Equality of discrete logarithms (Chaum and Pedersen 1992): one exponent for a base and several pairs.

Statement: base P, image P', pairs (A_1, B_1) ... (A_n, B_n), n >= 1. Claim: there is a k with P' = k*P and
B_j = k*A_j for every j. The pairs fold into one by powers of a challenge t, drawn after the whole statement:
A* = sum of t^(j-1)*A_j and B* likewise. The base does not fold in with them: k is *defined* by P' = k*P, and
a single folded equation would hold for some k whatever the pairs are.

Three moves: T_P = w*P and T_A = w*A*; challenge e; s = w + e*k. Accepted if and only if
s*P - e*P' = T_P and s*A* - e*B* = T_A. See specs/crypto.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from typing import Final

from protocol.crypto.claims import Relation
from protocol.crypto.fiat_shamir import NonceSeed, ProofTranscript
from protocol.crypto.group import (
    ELEMENT_BYTES,
    ORDER,
    SCALAR_BYTES,
    Element,
    multiply_secret,
    public_sum,
    scalar_from_bytes,
    scalar_to_bytes,
)
from protocol.errors import LocalError, WireError
from protocol.sentences import sentence

EQUALITY: Final = "equality"
EQUALITY_PROOF_BYTES: Final = 2 * ELEMENT_BYTES + SCALAR_BYTES

Pair = tuple[Element, Element]
"""(A, B), claimed to be B = k*A."""


@dataclass(frozen=True, slots=True)
class EqualityProof:
    """T_P, T_A and s: 98 bytes."""

    T_P: Element
    T_A: Element
    s: int

    def to_bytes(self) -> bytes:
        return self.T_P.to_bytes() + self.T_A.to_bytes() + scalar_to_bytes(self.s)

    @classmethod
    def from_bytes(cls, data: bytes) -> EqualityProof:
        """Decode strictly; raises `WireError`."""
        if len(data) != EQUALITY_PROOF_BYTES:
            raise WireError(
                sentence(
                    "an equality proof has {due} bytes, not {count}",
                    due=EQUALITY_PROOF_BYTES,
                    count=len(data),
                )
            )
        return cls(
            Element.from_bytes(data[:ELEMENT_BYTES]),
            Element.from_bytes(data[ELEMENT_BYTES : 2 * ELEMENT_BYTES]),
            scalar_from_bytes(data[2 * ELEMENT_BYTES :]),
        )


def absorb_equality(record: ProofTranscript, base: Element, image: Element, pairs: Sequence[Pair]) -> None:
    """The whole statement. Raises `LocalError` if there is no pair: that would only prove a known key."""
    if not pairs:
        raise LocalError("an equality of discrete logarithms needs at least one pair")
    record.append_element("P", base)
    record.append_element("P'", image)
    record.append_elements("A", [source for source, _ in pairs])
    record.append_elements("B", [target for _, target in pairs])


def _fold(record: ProofTranscript, pairs: Sequence[Pair]) -> list[int]:
    """1, t, t^2, ...: one factor for each pair."""
    t = record.challenge("t")
    return list(accumulate(repeat(t, len(pairs) - 1), lambda power, t: power * t % ORDER, initial=1))


def _challenge(record: ProofTranscript, T_P: Element, T_A: Element) -> int:
    record.append_element("T_P", T_P)
    record.append_element("T_A", T_A)
    return record.challenge("e")


def argue_equality(
    record: ProofTranscript, base: Element, pairs: Sequence[Pair], key: int, seed: NonceSeed
) -> EqualityProof:
    """The three moves, on a record that has absorbed the statement. len(pairs) + 2 multiplications."""
    w = record.nonces(seed, scalar_to_bytes(key)).scalar()
    factors = _fold(record, pairs)
    A_star = public_sum((factor, source) for factor, (source, _) in zip(factors, pairs, strict=True))
    T_P, T_A = multiply_secret(w, base), multiply_secret(w, A_star)
    e = _challenge(record, T_P, T_A)
    return EqualityProof(T_P, T_A, (w + e * key) % ORDER)


def equality_relations(
    record: ProofTranscript, base: Element, image: Element, pairs: Sequence[Pair], proof: EqualityProof
) -> list[Relation]:
    """The two equations, on a record that has absorbed the statement."""
    factors = _fold(record, pairs)
    e = _challenge(record, proof.T_P, proof.T_A)
    s = proof.s
    on_base = [(s, base), (-e, image), (-1, proof.T_P)]
    on_pairs = [(-1, proof.T_A)]
    for factor, (source, target) in zip(factors, pairs, strict=True):
        on_pairs += [(s * factor % ORDER, source), (-e * factor % ORDER, target)]
    return [on_base, on_pairs]


def prove_equality(
    transcript: ProofTranscript,
    base: Element,
    image: Element,
    pairs: Sequence[Pair],
    key: int,
    seed: NonceSeed,
) -> EqualityProof:
    """Prove that image = key*base and B = key*A for every pair (A, B).

    `transcript` is for type `EQUALITY` and is left as it was. The statement is not checked: if it is false,
    so is the proof. Raises `LocalError` without pairs or if the key is not in 1..q-1.
    """
    if not 0 < key < ORDER:
        raise LocalError("a key must be between 1 and the group order")
    record = transcript.fork(EQUALITY)
    absorb_equality(record, base, image, pairs)
    return argue_equality(record, base, pairs, key, seed)


@dataclass(frozen=True, slots=True)
class EqualityClaim:
    """A `Claim`: this equality, with this proof, at the place of this transcript (type `EQUALITY`)."""

    transcript: ProofTranscript
    base: Element
    image: Element
    pairs: Sequence[Pair]
    proof: EqualityProof

    def _record(self) -> ProofTranscript:
        record = self.transcript.fork(EQUALITY)
        absorb_equality(record, self.base, self.image, self.pairs)
        return record

    def relations(self) -> list[Relation]:
        return equality_relations(self._record(), self.base, self.image, self.pairs, self.proof)

    def digest(self) -> bytes:
        record = self._record()
        record.append_bytes("proof", self.proof.to_bytes())
        return record.digest()
