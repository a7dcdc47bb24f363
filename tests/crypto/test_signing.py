"""Ed25519 against RFC 8032; contexts; and all the keys that must not be believed."""

from __future__ import annotations

import struct

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto.signing import IdentityKey, SignatureError, check_public_key, verify_signature
from protocol.errors import LocalError
from tests.crypto import curve

# RFC 8032, 7.1, tests 1 to 3: secret key, public key, message, signature
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
]
KEY = IdentityKey(b"k" * 32)
SIGNATURE = KEY.sign("contribution", b"message")


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    key = IdentityKey(bytes.fromhex(seed))
    assert key.public.hex() == public
    assert key._private.sign(bytes.fromhex(message)).hex() == signature
    check_public_key(key.public)


def test_what_is_signed_by_hand() -> None:
    parts = (b"p2puno/signature/1", b"contribution", b"message")
    framed = b"".join(struct.pack(">Q", len(part)) + part for part in parts)
    Ed25519PublicKey.from_public_bytes(KEY.public).verify(SIGNATURE, framed)


@given(st.binary(min_size=32, max_size=32), st.text(max_size=10), st.binary(max_size=50))
def test_round_trip(seed: bytes, context: str, message: bytes) -> None:
    key = IdentityKey(seed)
    verify_signature(key.public, context, message, key.sign(context, message))


def test_signatures_hold_for_one_key_context_and_message() -> None:
    verify_signature(KEY.public, "contribution", b"message", SIGNATURE)
    for public, context, message in [
        (IdentityKey(b"l" * 32).public, "contribution", b"message"),
        (KEY.public, "vote", b"message"),
        (KEY.public, "contribution", b"messagf"),
        (KEY.public, "contributionm", b"essage"),
        (KEY.public, "", b"contributionmessage"),
    ]:
        with pytest.raises(SignatureError):
            verify_signature(public, context, message, SIGNATURE)


def test_every_spoilt_byte_and_length_is_noticed() -> None:
    spoilt = [SIGNATURE[:at] + bytes([SIGNATURE[at] ^ 1]) + SIGNATURE[at + 1 :] for at in range(64)]
    for signature in (*spoilt, b"", SIGNATURE[:-1], SIGNATURE + b"\x00"):
        with pytest.raises(SignatureError):
            verify_signature(KEY.public, "contribution", b"message", signature)


def test_a_second_form_of_a_signature_is_refused() -> None:
    s = int.from_bytes(SIGNATURE[32:], "little")
    twin = SIGNATURE[:32] + (s + curve.ED_L).to_bytes(32, "little")
    with pytest.raises(SignatureError):
        verify_signature(KEY.public, "contribution", b"message", twin)


def torsion_points() -> set[tuple[int, int]]:
    """The eight points whose order divides 8: multiples of L times a point of full order."""
    for y in range(2, 100):
        point = curve.ed_lift(y)
        if point is None:
            continue
        torsion = curve.ed_multiply(curve.ED_L, point)
        multiples = {curve.ed_multiply(k, torsion) for k in range(1, 9)}
        if len(multiples) == 8:
            return multiples
    raise AssertionError("no point of full order found")


def test_all_small_order_keys_are_refused() -> None:
    points = torsion_points()
    assert (0, 1) in points
    assert (0, curve.ED_P - 1) in points
    for point in points:
        with pytest.raises(SignatureError):
            check_public_key(curve.ed_encode(point))


def test_small_order_keys_are_worth_refusing() -> None:
    """Under the identity as a key, R = S*B is a signature on anything: here S = 0 and R is the identity."""
    identity = curve.ed_encode((0, 1))
    forged = identity + bytes(32)
    Ed25519PublicKey.from_public_bytes(identity).verify(forged, b"any message")
    with pytest.raises(SignatureError):
        verify_signature(identity, "contribution", b"any message", forged)


@pytest.mark.parametrize("sign", [0, 2**255])
def test_all_encodings_that_are_not_canonical_are_refused(sign: int) -> None:
    for y in range(curve.ED_P, 2**255):  # y >= p: nineteen values, small orders among them
        with pytest.raises(SignatureError):
            check_public_key((y + sign).to_bytes(32, "little"))


def test_a_zero_x_with_the_sign_bit_is_refused() -> None:
    for y in (1, curve.ED_P - 1):
        with pytest.raises(SignatureError):
            check_public_key((y + 2**255).to_bytes(32, "little"))


def test_keys_off_the_curve_are_refused() -> None:
    for y in range(2, 60):
        encoded = y.to_bytes(32, "little")
        if curve.ed_lift(y) is None:
            with pytest.raises(SignatureError):
                check_public_key(encoded)
        else:
            check_public_key(encoded)


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_keys_have_32_bytes(length: int) -> None:
    with pytest.raises(SignatureError):
        check_public_key(KEY.public.ljust(64, b"\x00")[:length])
    with pytest.raises(LocalError):
        IdentityKey(bytes(length))


def test_a_key_shows_its_public_half_only() -> None:
    assert repr(KEY) == f"IdentityKey(public={KEY.public.hex()})"
