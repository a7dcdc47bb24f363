"""Sealed boxes: opened by the recipient, and by everybody who judges a complaint."""

from __future__ import annotations

import hmac
import struct

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto.group import ORDER, Element, multiply_base_secret
from protocol.crypto.sealing import SEAL_OVERHEAD, SealError, WrongKeyError, seal, unseal
from protocol.errors import LocalError
from tests.crypto import curve
from tests.crypto.setting import KEY, OTHER_KEY

RECIPIENT = multiply_base_secret(KEY)
ENTROPY = b"e" * 32
CONTEXT = b"share 3 of slot 9"


def box(plaintext: bytes = b"a share", context: bytes = CONTEXT, entropy: bytes = ENTROPY) -> bytes:
    return seal(RECIPIENT, plaintext, context, entropy)


@given(st.binary(max_size=100), st.binary(max_size=20), st.binary(min_size=32, max_size=32))
def test_round_trip(plaintext: bytes, context: bytes, entropy: bytes) -> None:
    sealed = seal(RECIPIENT, plaintext, context, entropy)
    assert len(sealed) == len(plaintext) + SEAL_OVERHEAD
    assert unseal(KEY, RECIPIENT, sealed, context) == plaintext


def test_a_box_by_hand() -> None:
    sealed = box(b"plain")
    shared = curve.encode(curve.multiply(KEY, curve.decode(sealed[:33])))
    info = b"".join(
        struct.pack(">Q", len(part)) + part for part in (sealed[:33], RECIPIENT.to_bytes(), CONTEXT)
    )
    key = hmac.digest(hmac.digest(b"p2puno/sealing/1", shared, "sha256"), info + b"\x01", "sha256")
    assert ChaCha20Poly1305(key).decrypt(bytes(12), sealed[33:], None) == b"plain"


def test_every_spoilt_byte_is_noticed() -> None:
    sealed = box()
    for at in range(len(sealed)):
        with pytest.raises(SealError):
            unseal(KEY, RECIPIENT, sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :], CONTEXT)


def test_every_other_length_is_noticed() -> None:
    sealed = box()
    for wrong in (*(sealed[:n] for n in range(len(sealed))), sealed + b"\x00"):
        with pytest.raises(SealError):
            unseal(KEY, RECIPIENT, wrong, CONTEXT)


def test_a_box_is_for_one_context_and_one_recipient() -> None:
    with pytest.raises(SealError) as caught:
        unseal(KEY, RECIPIENT, box(), CONTEXT + b"!")
    assert not isinstance(caught.value, WrongKeyError)
    with pytest.raises(SealError) as caught:
        unseal(OTHER_KEY, multiply_base_secret(OTHER_KEY), box(), CONTEXT)
    assert not isinstance(caught.value, WrongKeyError)


@pytest.mark.parametrize("secret", [OTHER_KEY, 0, -KEY, ORDER - KEY, ORDER, ORDER + KEY])
def test_a_complaint_with_a_scalar_that_is_not_the_recipients_is_the_complainers_fault(secret: int) -> None:
    with pytest.raises(WrongKeyError):
        unseal(secret, RECIPIENT, box(), CONTEXT)


def test_judges_agree_with_the_recipient() -> None:
    received = Element.from_bytes(RECIPIENT.to_bytes())
    assert unseal(KEY, received, box(), CONTEXT) == unseal(KEY, RECIPIENT, box(), CONTEXT) == b"a share"


def test_entropy_used_twice_repeats_a_box_but_never_a_key() -> None:
    assert box() == box()
    ephemerals = {
        sealed[:33]
        for sealed in (
            box(),
            box(b"another"),
            box(context=b"elsewhere"),
            box(entropy=b"x" * 32),
            seal(multiply_base_secret(OTHER_KEY), b"a share", CONTEXT, ENTROPY),
        )
    }
    assert len(ephemerals) == 5


def test_entropy_has_32_bytes() -> None:
    with pytest.raises(LocalError):
        box(entropy=b"short")
