"""Tagged hashes recomputed with hashlib, and elements lifted with integer arithmetic."""

from __future__ import annotations

import hashlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto.hashing import frame, hash_to_element, tagged_hash
from tests.crypto import curve


def by_hand(tag: str, *parts: bytes) -> bytes:
    digest = hashlib.sha256(tag.encode()).digest()
    message = b"".join(struct.pack(">Q", len(part)) + part for part in parts)
    return hashlib.sha256(digest * 2 + message).digest()


@given(st.text(max_size=20), st.lists(st.binary(max_size=40), max_size=4))
def test_tagged_hashes_by_hand(tag: str, parts: list[bytes]) -> None:
    assert tagged_hash(tag, *parts) == by_hand(tag, *parts)


def test_the_construction_is_that_of_bip_340() -> None:
    # without parts the frame is empty: SHA256(SHA256(tag) || SHA256(tag)), as in BIP 340 for an empty message
    digest = hashlib.sha256(b"BIP0340/challenge").digest()
    assert tagged_hash("BIP0340/challenge") == hashlib.sha256(digest + digest).digest()


def test_a_fixed_value() -> None:
    assert tagged_hash("p2puno/test", b"abc", b"").hex() == (
        "0aad772d90cd0931fe063aa57bec57a0d758d01be913f07f4d3cb884fa7d8f65"
    )


@given(st.lists(st.binary(max_size=9), max_size=4), st.lists(st.binary(max_size=9), max_size=4))
def test_frames_are_equal_only_for_equal_parts(left: list[bytes], right: list[bytes]) -> None:
    assert (frame(*left) == frame(*right)) == (left == right)


def test_moving_a_boundary_changes_the_hash() -> None:
    hashes = {
        tagged_hash("t", b"ab", b"c"),
        tagged_hash("t", b"a", b"bc"),
        tagged_hash("t", b"abc"),
        tagged_hash("t", b"abc", b""),
        tagged_hash("ta", b"bc"),
    }
    assert len(hashes) == 5


@pytest.mark.parametrize("index", range(24))
def test_elements_are_the_first_x_on_the_curve_with_even_y(index: int) -> None:
    part = bytes([index])
    candidates = (
        curve.lift(int.from_bytes(by_hand("p2puno/test", part, struct.pack(">I", counter)), "big"))
        for counter in range(100)
    )
    point = next(candidate for candidate in candidates if candidate is not None)
    assert hash_to_element("p2puno/test", part).to_bytes() == curve.encode(point)


def test_elements_of_other_tags_and_parts_are_others() -> None:
    elements = {
        hash_to_element("a", b"1"),
        hash_to_element("b", b"1"),
        hash_to_element("a", b"2"),
        hash_to_element("a", b"1", b""),
    }
    assert len(elements) == 4
