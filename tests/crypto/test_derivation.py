"""HKDF against RFC 5869; scalars and permutations: range, separation, and no bias."""

from __future__ import annotations

import hmac
import itertools
import struct
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto.derivation import (
    KeyStream,
    derive_bytes,
    derive_permutation,
    derive_scalar,
    hkdf,
)
from protocol.crypto.group import ORDER
from protocol.errors import LocalError

SECRET = bytes(range(32))

# RFC 5869, appendix A.1 to A.3: IKM, salt, info, L, OKM
RFC_5869 = [
    (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        42,
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        bytes(range(0x50)).hex(),
        bytes(range(0x60, 0xB0)).hex(),
        bytes(range(0xB0, 0x100)).hex(),
        82,
        (
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da32"
            "75600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
    ),
    (
        "0b" * 22,
        "",
        "",
        42,
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
]


@pytest.mark.parametrize(("ikm", "salt", "info", "length", "okm"), RFC_5869)
def test_rfc_5869(ikm: str, salt: str, info: str, length: int, okm: str) -> None:
    secret, salt_bytes, info_bytes = (bytes.fromhex(value) for value in (ikm, salt, info))
    assert hkdf(secret, salt_bytes, info_bytes, length).hex() == okm


def by_hand(kind: bytes, label: bytes, *parts: bytes, length: int) -> bytes:
    """RFC 5869 written out, with the info of specs/crypto.md."""
    info = b"".join(struct.pack(">Q", len(part)) + part for part in (kind, label, *parts))
    key = hmac.digest(b"p2puno/derivation/1", SECRET, "sha256")
    output, block = b"", b""
    for counter in itertools.count(1):
        if len(output) >= length:
            break
        block = hmac.digest(key, block + info + bytes([counter]), "sha256")
        output += block
    return output[:length]


def test_derivations_by_hand() -> None:
    assert derive_bytes(SECRET, "a label", b"x", b"") == by_hand(b"bytes", b"a label", b"x", b"", length=32)
    assert derive_bytes(SECRET, "l", length=100) == by_hand(b"bytes", b"l", length=100)
    wide = int.from_bytes(by_hand(b"scalar", b"l", b"x", length=64), "big")
    assert derive_scalar(SECRET, "l", b"x") == wide % (ORDER - 1) + 1


def test_permutations_by_hand() -> None:
    key = by_hand(b"permutation", b"l", b"x", length=32)
    stream = b"".join(hmac.digest(key, struct.pack(">Q", counter), "sha512") for counter in range(10))
    words = iter(struct.unpack(">160I", stream))
    places = list(range(108))
    for last in range(107, 0, -1):
        word = next(word for word in words if word < 2**32 // (last + 1) * (last + 1))
        other = word % (last + 1)
        places[last], places[other] = places[other], places[last]
    assert derive_permutation(SECRET, 108, "l", b"x") == tuple(places)


def test_everything_separates() -> None:
    other = SECRET[::-1]
    derived = [
        derive_bytes(SECRET, "l", b"ab"),
        derive_bytes(SECRET, "l", b"a", b"b"),
        derive_bytes(SECRET, "la", b"b"),
        derive_bytes(SECRET, "l"),
        derive_bytes(other, "l", b"ab"),
        derive_scalar(SECRET, "l", b"ab"),
        derive_scalar(SECRET, "l", b"ac"),
        derive_scalar(other, "l", b"ab"),
        derive_permutation(SECRET, 30, "l", b"ab"),
        derive_permutation(SECRET, 30, "m", b"ab"),
        derive_permutation(other, 30, "l", b"ab"),
    ]
    assert len(set(derived)) == len(derived)
    assert derive_bytes(SECRET, "l", b"ab") == derived[0]


@pytest.mark.parametrize("secret", [b"", b"short", bytes(31), bytes(33)])
def test_a_secret_has_32_bytes(secret: bytes) -> None:
    with pytest.raises(LocalError):
        derive_bytes(secret, "l")
    with pytest.raises(LocalError):
        derive_scalar(secret, "l")
    with pytest.raises(LocalError):
        derive_permutation(secret, 3, "l")


@given(st.binary(min_size=32, max_size=32), st.integers(0, 200))
def test_permutations_are_permutations(secret: bytes, n: int) -> None:
    assert sorted(derive_permutation(secret, n, "l")) == list(range(n))


def test_a_negative_number_of_things_is_refused() -> None:
    with pytest.raises(LocalError):
        derive_permutation(SECRET, -1, "l")


def test_all_permutations_of_four_come_equally_often() -> None:
    """Sattolo's loop would miss 18 of the 24; a modulo bias or a bad range would show in the counts."""
    trials = 24 * 200
    seen = Counter(derive_permutation(SECRET, 4, "l", struct.pack(">I", i)) for i in range(trials))
    assert len(seen) == 24
    chi_square = sum((count - 200) ** 2 / 200 for count in seen.values())
    assert chi_square < 49.7  # 23 degrees of freedom: exceeded once in a thousand; the input is fixed


class Words(KeyStream):
    """A stream of chosen 32 bit words."""

    def __init__(self, *words: int) -> None:
        super().__init__(b"")
        self._buffer = struct.pack(f">{len(words)}I", *words)


def test_words_that_would_favour_a_value_are_dropped() -> None:
    # 2^32 = 3 * 1431655765 + 1: the last word is left over
    assert Words(2**32 - 1, 2**32 - 2).below(3) == (2**32 - 2) % 3
    assert Words(2**32 - 1).below(2) == 1  # nothing is left over: nothing is dropped
    assert Words(2**32 - 1).below(2**32) == 2**32 - 1
    assert Words(2**32 - 1).below(1) == 0


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_bounds_a_word_cannot_serve_are_refused(bound: int) -> None:
    with pytest.raises(LocalError):
        KeyStream(b"k").below(bound)


def test_fisher_and_yates_takes_its_words_in_order() -> None:
    # last = 3: swap with 0; last = 2: with 2; last = 1: with 0
    assert Words(0, 2, 0).permutation(4) == (1, 3, 2, 0)


def test_streams_are_hmac_in_counter_mode_however_they_are_read() -> None:
    blocks = [hmac.digest(b"key", struct.pack(">Q", counter), "sha512") for counter in range(3)]
    stream = KeyStream(b"key")
    assert stream.read(1) + stream.read(70) + stream.read(0) + stream.read(121) == b"".join(blocks)
    assert KeyStream(b"key").scalar() == int.from_bytes(blocks[0], "big") % (ORDER - 1) + 1


def test_the_longest_output_of_hkdf_is_the_limit() -> None:
    assert len(derive_bytes(SECRET, "l", length=255 * 32)) == 255 * 32
    with pytest.raises(LocalError):
        derive_bytes(SECRET, "l", length=255 * 32 + 1)
