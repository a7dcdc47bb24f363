"""Identities: Ed25519 signatures (RFC 8032), separated by context.

What is signed is the frame of a fixed prefix, the context and the message, so that a signature given for one
purpose is none for another. Verification is the cofactorless one of RFC 8032, 5.1.7, with s < L: all
verifiers of a signature agree, as they must when it is evidence.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from protocol.crypto.hashing import frame
from protocol.errors import LocalError, ProofError
from protocol.sentences import sentence

PUBLIC_KEY_BYTES: Final = 32
SEED_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_PREFIX: Final = b"p2puno/signature/1"
_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SIGN_BIT: Final = 2**255

# the y of the eight points of order 1, 2, 4 and 8; RFC 8032 adds the sign of x as the top bit
_ORDER_8_Y: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER_Y: Final = frozenset({0, 1, _P - 1, _ORDER_8_Y, _P - _ORDER_8_Y})


class SignatureError(ProofError):
    """A signature does not hold, or a public key is not one to be trusted with signatures."""


def _signed(context: str, message: bytes) -> bytes:
    return frame(_PREFIX, context.encode(), message)


class IdentityKey:
    """An Ed25519 private key, from a 32 byte seed."""

    __slots__ = ("_private", "public")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise LocalError(f"the seed of an identity key has {SEED_BYTES} bytes")
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._private.public_key().public_bytes_raw()

    def sign(self, context: str, message: bytes) -> bytes:
        """64 bytes, the same every time."""
        return self._private.sign(_signed(context, message))

    def __repr__(self) -> str:
        return f"IdentityKey(public={self.public.hex()})"


def check_public_key(public: bytes) -> None:
    """Raise `SignatureError` unless this is the canonical encoding of a point of large order.

    Under a key of small order one signature fits any message, so its owner could deny or swap what was
    signed; a second encoding of one key would be a second identity.
    """
    if len(public) != PUBLIC_KEY_BYTES:
        raise SignatureError(
            sentence(
                "an identity key has {due} bytes, not {count}",
                due=PUBLIC_KEY_BYTES,
                count=len(public),
            )
        )
    y = int.from_bytes(public, "little") % _SIGN_BIT
    if y >= _P:
        raise SignatureError(sentence("an identity key is not encoded canonically"))
    if y in _SMALL_ORDER_Y:
        raise SignatureError(sentence("an identity key of small order would fit any message"))
    # x^2 = (y^2 - 1) / (d*y^2 + 1) must be a square (Euler's criterion on numerator times denominator)
    if pow((y * y - 1) * (_D * y * y + 1), (_P - 1) // 2, _P) != 1:
        raise SignatureError(sentence("an identity key is not a point of the curve"))


@lru_cache(maxsize=128)
def _checked_key(public: bytes) -> Ed25519PublicKey:
    """The check costs as much as a signature's, and a table has few keys for thousands of signatures."""
    check_public_key(public)
    return Ed25519PublicKey.from_public_bytes(public)


def verify_signature(public: bytes, context: str, message: bytes, signature: bytes) -> None:
    """Raise `SignatureError` unless `public` signed `message` for `context`; the key is checked as well."""
    key = _checked_key(public)
    try:
        key.verify(signature, _signed(context, message))
    except InvalidSignature as error:
        raise SignatureError(sentence("a signature does not hold")) from error
