"""Secrets on the disk, sealed by a key that only a passphrase gives (specs/files.md, 10).

ChaCha20-Poly1305 with a random nonce for each seal; the context says what is sealed, so that nothing can be
put in the place of something else. The key of a home seals some thousand secrets in its life, and nonces of
96 bits do not meet.
"""

from __future__ import annotations

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

KEY_BYTES, NONCE_BYTES, TAG_BYTES = 32, 12, 16
OVERHEAD = NONCE_BYTES + TAG_BYTES


class SealError(Exception):
    """Another key, another context, or damaged."""


class Seal:
    """The key of one home, in memory only."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._cipher = ChaCha20Poly1305(key)

    def close(self, secret: bytes, context: bytes) -> bytes:
        """The secret and 28 bytes more, of use to nobody without the key."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, secret, context)

    def open(self, sealed: bytes, context: bytes) -> bytes:
        """What was sealed in this context; raises SealError."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], context)
        except (InvalidTag, ValueError) as error:
            raise SealError from error

    def sealed_by(self, other: Seal) -> bytes:
        """This seal's own key, sealed by another one."""
        return other.close(self._key, CONTEXT_OF_KEYS)

    @classmethod
    def opened_by(cls, other: Seal, sealed: bytes) -> Seal:
        """The reverse; raises SealError."""
        return cls(other.open(sealed, CONTEXT_OF_KEYS))

    @classmethod
    def new(cls) -> Seal:
        return cls(os.urandom(KEY_BYTES))


CONTEXT_OF_KEYS = b"p2puno passphrase 1"
