"""Vector commitments and their generators, against integer arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto.commitment import commit, generator, generators
from protocol.crypto.costs import tally
from protocol.crypto.group import ORDER, G, IdentityError, combine
from protocol.crypto.hashing import hash_to_element
from tests.crypto import curve

scalars = st.integers(0, ORDER - 1)


def test_generators_are_hashed_from_their_index() -> None:
    expected = [hash_to_element("p2puno/commitment/generator/1", i.to_bytes(4, "big")) for i in range(4)]
    assert [generator(index) for index in range(4)] == expected
    assert generators(3) == tuple(expected)
    assert generators(0) == (expected[0],)


def test_generators_are_distinct_and_not_the_base() -> None:
    assert len({G, *generators(200)}) == 202


@given(st.lists(scalars, max_size=3), st.integers(1, ORDER - 1))
def test_commitments_by_integer_arithmetic(values: list[int], blinding: int) -> None:
    points = [curve.decode(element.to_bytes()) for element in generators(len(values))]
    expected = curve.weighted_sum(list(zip([blinding, *values], points, strict=True)))
    assert commit(values, blinding).to_bytes() == curve.encode(expected)


def test_commitments_are_homomorphic() -> None:
    left, right = commit([1, 2, ORDER - 1], 5), commit([10, 20, 30], 6)
    assert combine([left, right]) == commit([11, 22, 29], 11)


def test_order_and_blinding_matter() -> None:
    assert len({commit([1, 2], 3), commit([2, 1], 3), commit([1, 2], 4), commit([1, 2, 0], 4)}) == 3


def test_a_commitment_to_nothing_at_all_is_the_identity() -> None:
    with pytest.raises(IdentityError):
        commit([0, 0], 0)


def test_cost() -> None:
    with tally() as counted:
        commit([1, 2, 3], 4)
    assert counted.multiplications == 4
