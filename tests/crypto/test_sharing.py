"""Shares of the inverse of a key: they add up, bind their holders, and take the mask off together only."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from protocol.crypto.claims import verify_claims
from protocol.crypto.fiat_shamir import ProofTranscript
from protocol.crypto.group import (
    ORDER,
    Element,
    G,
    InvalidScalarError,
    combine,
    multiply_base_secret,
    multiply_secret,
    negate,
    scalar_to_bytes,
)
from protocol.crypto.sharing import SHARING, SharingClaim, check_share, share_images, split_inverse
from protocol.errors import LocalError, ProofError
from tests.crypto.setting import BINDING, KEY, card, other

PUBLIC = multiply_base_secret(KEY)
SHARES = split_inverse(KEY, [11, 22])
IMAGES = share_images(PUBLIC, SHARES)
SCALARS = st.integers(1, ORDER - 1)


def claim(images: tuple[Element, ...]) -> SharingClaim:
    return SharingClaim(ProofTranscript(BINDING, SHARING, "share"), PUBLIC, images)


@given(SCALARS, st.lists(SCALARS, min_size=1, max_size=5))
def test_shares_add_up_to_the_inverse(key: int, parts: list[int]) -> None:
    assume((pow(key, -1, ORDER) - sum(parts)) % ORDER)
    shares = split_inverse(key, parts)
    assert shares[:-1] == tuple(parts)
    assert sum(shares) * key % ORDER == 1


def test_all_of_them_take_the_mask_off_and_no_fewer() -> None:
    masked = multiply_secret(KEY, card(7))
    assert combine(multiply_secret(share, masked) for share in SHARES) == card(7)
    for some in combinations(SHARES, 2):
        assert combine(multiply_secret(share, masked) for share in some) != card(7)


def test_images_that_add_up_are_accepted_and_no_others() -> None:
    verify_claims([claim(IMAGES)])
    for wrong in (
        IMAGES[:2],
        (*IMAGES, IMAGES[0]),
        (IMAGES[0], IMAGES[1], other(IMAGES[2])),
        (G,),
        (combine(IMAGES),),
        (),
    ):
        with pytest.raises(ProofError):
            verify_claims([claim(wrong)])


def test_false_sharings_do_not_cancel_in_a_batch() -> None:
    """Together both sums vanish; each has a weight of its own."""
    more, less = other(IMAGES[0]), combine([IMAGES[0], negate(G)])
    pair = [claim((more, *IMAGES[1:])), claim((less, *IMAGES[1:]))]
    with pytest.raises(ProofError) as refused:
        verify_claims(pair)
    assert refused.value.index == 0


def test_a_claim_is_what_it_states_and_where_it_stands() -> None:
    elsewhere = SharingClaim(ProofTranscript(BINDING, SHARING, "other"), PUBLIC, IMAGES)
    digests = {claim(IMAGES).digest(), claim(IMAGES[::-1]).digest(), elsewhere.digest()}
    digests.add(SharingClaim(ProofTranscript(BINDING, SHARING, "share"), other(PUBLIC), IMAGES).digest())
    assert len(digests) == 4


def test_a_share_is_checked_against_its_image() -> None:
    for share, image in zip(SHARES, IMAGES, strict=True):
        assert check_share(scalar_to_bytes(share), PUBLIC, image) == share
    for wrong in (scalar_to_bytes(SHARES[1]), bytes(32), scalar_to_bytes(SHARES[0] + 1)):
        with pytest.raises(ProofError):
            check_share(wrong, PUBLIC, IMAGES[0])
    for malformed in (b"", bytes(31), bytes(33), ORDER.to_bytes(32, "big"), b"\xff" * 32):
        with pytest.raises(InvalidScalarError):
            check_share(malformed, PUBLIC, IMAGES[0])


def test_what_cannot_be_shared() -> None:
    for key, parts in ((0, [1]), (ORDER, [1]), (KEY, []), (KEY, [0]), (KEY, [1, ORDER])):
        with pytest.raises(LocalError):
            split_inverse(key, parts)
    with pytest.raises(LocalError):
        split_inverse(KEY, [pow(KEY, -1, ORDER)])
