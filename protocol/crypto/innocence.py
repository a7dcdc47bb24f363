"""Innocence: every element of a hand is a masked card of a public set, and nobody learns which.

Statement: base H = h*G, hand E_1 ... E_n, set S = (C_1 ... C_m). Claim: every E_i is h*C for some C of S. The
prover draws a one-shot key h', moves the hand to it (one equality: H to H' = h'*G, every E_i to M_i), and
publishes the set masked and permuted under h' (one shuffle, base G, image H'). Both prove the same h', so
every M_i is in the list exactly if its card is in S; the permutation hides where in the list it stands.

The one-shot key is derived here, from the seed, the place and the statement, and is then forgotten: it is not
an argument, so it cannot be the hand's key or be used twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from protocol.crypto.claims import Claim
from protocol.crypto.equality import (
    EQUALITY,
    EQUALITY_PROOF_BYTES,
    EqualityClaim,
    EqualityProof,
    prove_equality,
)
from protocol.crypto.fiat_shamir import Binding, NonceSeed, ProofTranscript
from protocol.crypto.group import (
    ELEMENT_BYTES,
    ORDER,
    Element,
    G,
    multiply_base_secret,
    multiply_secret,
    scalar_to_bytes,
)
from protocol.crypto.shuffle import SHUFFLE, ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.errors import LocalError, ProofError, WireError
from protocol.sentences import sentence

INNOCENCE: Final = "innocence"


@dataclass(frozen=True, slots=True)
class InnocenceProof:
    """H', the moved hand in the hand's order, the masked and permuted set, and the two proofs."""

    one_shot: Element
    moved: tuple[Element, ...]
    listed: tuple[Element, ...]
    equality: EqualityProof
    shuffle: ShuffleProof

    @staticmethod
    def size(hand: int, allowed: int) -> int:
        """The number of bytes for `hand` >= 1 elements and a set of `allowed` >= 1."""
        return ELEMENT_BYTES * (1 + hand + allowed) + EQUALITY_PROOF_BYTES + ShuffleProof.size(allowed)

    def to_bytes(self) -> bytes:
        elements = (self.one_shot, *self.moved, *self.listed)
        encoded = b"".join(element.to_bytes() for element in elements)
        return encoded + self.equality.to_bytes() + self.shuffle.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes, hand: int, allowed: int) -> InnocenceProof:
        """Decode strictly, for numbers of elements that the verifier knows; raises `WireError`."""
        if hand < 1 or allowed < 1:
            raise LocalError("innocence is shown for at least one card and at least one allowed card")
        if len(data) != cls.size(hand, allowed):
            raise WireError(
                sentence(
                    "this innocence proof has {due} bytes, not {count}",
                    due=cls.size(hand, allowed),
                    count=len(data),
                )
            )
        middle = ELEMENT_BYTES * (1 + hand + allowed)
        one_shot, *rest = (
            Element.from_bytes(data[at : at + ELEMENT_BYTES]) for at in range(0, middle, ELEMENT_BYTES)
        )
        end = middle + EQUALITY_PROOF_BYTES
        return cls(
            one_shot,
            tuple(rest[:hand]),
            tuple(rest[hand:]),
            EqualityProof.from_bytes(data[middle:end]),
            ShuffleProof.from_bytes(data[end:], allowed),
        )


def prove_innocence(
    binding: Binding,
    base: Element,
    key: int,
    hand: Sequence[Element],
    allowed: Sequence[Element],
    seed: NonceSeed,
    index: int = 0,
) -> InnocenceProof:
    """Show that every element of `hand`, under `key` with base = key*G, is a card of `allowed`.

    `index` tells apart several of these in one contribution. Raises `LocalError` if the hand or the set is
    empty, the key is not the base's, or the claim is false.
    """
    if not hand or not allowed:
        raise LocalError("innocence is shown for at least one card and at least one allowed card")
    if multiply_base_secret(key) != base:
        raise LocalError("this is not the key of the hand")
    record = ProofTranscript(binding, INNOCENCE, INNOCENCE, index)
    record.append_element("H", base)
    record.append_elements("hand", hand)
    record.append_elements("S", allowed)
    secrets = record.nonces(seed, scalar_to_bytes(key))
    one_shot_key = secrets.scalar()
    step = one_shot_key * pow(key, -1, ORDER) % ORDER
    moved = [multiply_secret(step, element) for element in hand]

    transcript = ProofTranscript(binding, SHUFFLE, INNOCENCE, index)
    permutation = secrets.permutation(len(allowed))
    image, listed, shuffle = prove_shuffle(transcript, G, one_shot_key, allowed, permutation, seed)
    if not set(moved) <= set(listed):
        raise LocalError("a card of this hand is outside the set: there is no innocence to show")

    transcript = ProofTranscript(binding, EQUALITY, INNOCENCE, index)
    pairs = list(zip(hand, moved, strict=True))
    equality = prove_equality(transcript, base, image, pairs, step, seed)
    return InnocenceProof(image, tuple(moved), tuple(listed), equality, shuffle)


def innocence_claims(
    binding: Binding,
    base: Element,
    hand: Sequence[Element],
    allowed: Sequence[Element],
    proof: InnocenceProof,
    index: int = 0,
) -> list[Claim]:
    """The equality and the shuffle, still to be verified; `allowed` is the verifier's own list, in its order.

    Raises `ProofError` if the numbers do not fit or a moved element is not in the list.
    """
    if not hand or len(proof.moved) != len(hand):
        raise ProofError(
            sentence("an innocence proof moves every card of the hand, and there is at least one")
        )
    if not set(proof.moved) <= set(proof.listed):
        raise ProofError(sentence("a card of the hand is not in the list of cards that do not match"))
    pairs = list(zip(hand, proof.moved, strict=True))
    return [
        EqualityClaim(
            ProofTranscript(binding, EQUALITY, INNOCENCE, index), base, proof.one_shot, pairs, proof.equality
        ),
        ShuffleClaim(
            ProofTranscript(binding, SHUFFLE, INNOCENCE, index),
            G, proof.one_shot, allowed, proof.listed, proof.shuffle,
        ),
    ]  # fmt: skip
