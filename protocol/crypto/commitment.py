"""Pedersen commitments to vectors: com(v; r) = r*Q_0 + sum of v_i*Q_i, perfectly hiding.

The generators are hashed to elements, so nobody can know a relation between them: not a dealer, not a seat,
not who wrote this.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from protocol.crypto.group import Element, secret_sum
from protocol.crypto.hashing import hash_to_element

_TAG: Final = "p2puno/commitment/generator/1"


@cache
def generator(index: int) -> Element:
    """Q_index; the index goes into the hash as 4 bytes, big-endian."""
    return hash_to_element(_TAG, index.to_bytes(4, "big"))


@cache
def generators(n: int) -> tuple[Element, ...]:
    """Q_0 ... Q_n."""
    return tuple(generator(index) for index in range(n + 1))


def commit(values: Sequence[int], blinding: int) -> Element:
    """com(values; blinding), all of them secret scalars 0..q-1. len(values) + 1 multiplications."""
    return secret_sum(zip((blinding, *values), generators(len(values)), strict=True))
