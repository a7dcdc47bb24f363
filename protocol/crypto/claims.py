"""Claims: statements with their proofs, verified many at once.

Every proof here is valid if and only if each of its equations holds, and every equation says that a sum of
public scalars times elements vanishes. Weighed by numbers that nobody could know before the whole batch was
fixed, all of them fold into one sum: "small exponents" batching (Bellare, Garay, Rabin 1998), with full-size
exponents, since they cost the same. The weights come from one hash over *every* claim, responses included;
weights that depend on one proof alone let several false proofs be searched for until they cancel.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Protocol

from protocol.crypto.group import ORDER, Element, vanishes, wide_scalar
from protocol.crypto.hashing import tagged_hash
from protocol.errors import LocalError, ProofError
from protocol.sentences import sentence

Relation = Sequence[tuple[int, Element]]
"""Terms scalar * element that must sum to the identity."""


class Claim(Protocol):
    """A statement with its proof, not yet verified. Both methods may be called any number of times."""

    def relations(self) -> Sequence[Relation]:
        """The equations, at least one, each of at least one term. A structural fault raises `ProofError`."""
        ...

    def digest(self) -> bytes:
        """A hash over the statement, where it stands, and the whole proof, responses included."""
        ...


def _weights(claims: Sequence[Claim]) -> Iterator[int]:
    """Numbers in 1..q-1, one for every equation of the batch, the first being 1.

    The first may be fixed: if any other equation is false, its weight hits the one value that makes the sum
    vanish with probability 1/(q-1); if only the first is false, the sum is that false equation itself.
    """
    seed = tagged_hash("p2puno/batch/1", *(claim.digest() for claim in claims))
    yield 1
    counter = 0
    while True:
        counter += 1
        yield wide_scalar(hashlib.sha512(seed + counter.to_bytes(8, "big")).digest())


def _hold_together(claims: Sequence[Claim]) -> bool:
    weights = _weights(claims)
    terms: list[tuple[int, Element]] = []
    for claim in claims:
        relations = claim.relations()
        if not relations or not all(relations):
            raise LocalError("a claim must state something")
        for relation, weight in zip(relations, weights, strict=False):  # the weights never end
            terms += [(scalar * weight % ORDER, element) for scalar, element in relation]
    return vanishes(terms)


def _holds(claim: Claim) -> bool:
    return all(vanishes(relation) for relation in claim.relations())


def verify_claims(claims: Sequence[Claim]) -> None:
    """Accept all claims or raise `ProofError` with the index of the first that is false. None: nothing to do.

    One sum for all. Only if it does not vanish is every claim tried alone, every equation of it by itself.
    """
    if not claims:
        return
    try:
        if _hold_together(claims):
            return
    except ProofError:
        pass  # a structural fault somewhere; an earlier claim may be false as well, and then it is the first
    for index, claim in enumerate(claims):
        try:
            held = _holds(claim)
        except ProofError as error:
            raise ProofError(error.sentence, index) from error
        if not held:
            raise ProofError(sentence("a proof does not hold"), index)
    raise LocalError("claims hold one by one but not together: a claim changed while it was verified")
