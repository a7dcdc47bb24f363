"""Everything secret from one secret: HKDF (RFC 5869, SHA-256), scalars and permutations.

A key or permutation is a function of (secret, label, parts), so whoever has the secret and the public log has
them all. What is derived for one kind, label or list of parts says nothing about any other.
"""

from __future__ import annotations

import hmac
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from protocol.crypto.group import WIDE_BYTES, wide_scalar
from protocol.crypto.hashing import frame
from protocol.errors import LocalError

SECRET_BYTES: Final = 32
HKDF_LIMIT: Final = 255 * 32  # bytes, RFC 5869, 2.3
_SALT: Final = b"p2puno/derivation/1"
_WORD_BYTES: Final = 4


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 with SHA-256, extract and expand."""
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


class KeyStream:
    """Pseudorandom bytes without end: HMAC-SHA-512(key, counter) for counter = 0, 1, ... as 8 bytes."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._buffer = b""

    def read(self, length: int) -> bytes:
        """The next `length` bytes."""
        while len(self._buffer) < length:
            self._buffer += hmac.digest(self._key, self._counter.to_bytes(8, "big"), "sha512")
            self._counter += 1
        data, self._buffer = self._buffer[:length], self._buffer[length:]
        return data

    def scalar(self) -> int:
        """The next 64 bytes as a scalar in 1..q-1, uniform up to 2^-256."""
        return wide_scalar(self.read(WIDE_BYTES))

    def below(self, bound: int) -> int:
        """A number in 0..bound-1, exactly uniform if the bytes are: the words left over are dropped."""
        if not 0 < bound <= 2 ** (8 * _WORD_BYTES):
            raise LocalError("a bound must be between 1 and 2^32")
        words = 2 ** (8 * _WORD_BYTES)
        limit = words - words % bound
        while True:
            word = int.from_bytes(self.read(_WORD_BYTES), "big")
            if word < limit:
                return word % bound

    def permutation(self, n: int) -> tuple[int, ...]:
        """A permutation of 0..n-1, all equally likely (Fisher and Yates, from the back)."""
        if n < 0:
            raise LocalError("there is no permutation of fewer than no things")
        places = list(range(n))
        for last in range(n - 1, 0, -1):
            other = self.below(last + 1)
            places[last], places[other] = places[other], places[last]
        return tuple(places)


def _derive(kind: bytes, secret: bytes, label: str, parts: tuple[bytes, ...], length: int) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise LocalError(f"a secret to derive from has {SECRET_BYTES} bytes")
    if length > HKDF_LIMIT:
        raise LocalError(f"no more than {HKDF_LIMIT} bytes can be derived at once")
    return hkdf(secret, _SALT, frame(kind, label.encode(), *parts), length)


def derive_bytes(secret: bytes, label: str, *parts: bytes, length: int = SECRET_BYTES) -> bytes:
    """`length` bytes, at most `HKDF_LIMIT`; the secret has `SECRET_BYTES`."""
    return _derive(b"bytes", secret, label, parts, length)


def derive_scalar(secret: bytes, label: str, *parts: bytes) -> int:
    """A scalar in 1..q-1, uniform up to 2^-256."""
    return wide_scalar(_derive(b"scalar", secret, label, parts, WIDE_BYTES))


def derive_permutation(secret: bytes, n: int, label: str, *parts: bytes) -> tuple[int, ...]:
    """A permutation of 0..n-1, all equally likely."""
    return KeyStream(_derive(b"permutation", secret, label, parts, SECRET_BYTES)).permutation(n)
