"""Sealing bytes for one seat, so that a complaint can be judged by everybody.

ECIES: an ephemeral scalar r, R = r*G, key = HKDF(r*recipient), ChaCha20-Poly1305. The recipient's key is
fresh for this purpose and this sender, so a recipient that complains can publish the secret scalar, and all
others open the box as it did. There is nothing to argue about: the scalar is checked against the element that
the recipient had signed, and scalar and box determine the key.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from protocol.crypto.derivation import SECRET_BYTES, derive_scalar, hkdf
from protocol.crypto.group import (
    ELEMENT_BYTES,
    ORDER,
    Element,
    InvalidElementError,
    multiply_base_secret,
    multiply_secret,
)
from protocol.crypto.hashing import frame
from protocol.errors import ProofError
from protocol.sentences import sentence

_SALT: Final = b"p2puno/sealing/1"
_NONCE: Final = bytes(12)  # every box has a key of its own
_TAG_BYTES: Final = 16
SEAL_OVERHEAD: Final = ELEMENT_BYTES + _TAG_BYTES


class SealError(ProofError):
    """A sealed box does not open: its sender made it wrong, or for another recipient or context."""


class WrongKeyError(SealError):
    """The scalar is not the recipient's: who published it is to blame, not the sender of the box."""


def _cipher(shared: Element, ephemeral: bytes, recipient: Element, context: bytes) -> ChaCha20Poly1305:
    info = frame(ephemeral, recipient.to_bytes(), context)
    return ChaCha20Poly1305(hkdf(shared.to_bytes(), _SALT, info, SECRET_BYTES))


def seal(recipient: Element, plaintext: bytes, context: bytes, entropy: bytes) -> bytes:
    """R (33 bytes), then the ciphertext: `SEAL_OVERHEAD` bytes more than the plaintext, whose length shows.

    `entropy` is 32 fresh bytes. The ephemeral scalar depends on recipient, context and plaintext as well, so
    that entropy used twice repeats a box but never a key for another plaintext.
    """
    r = derive_scalar(entropy, "sealing", recipient.to_bytes(), context, plaintext)
    ephemeral = multiply_base_secret(r).to_bytes()
    cipher = _cipher(multiply_secret(r, recipient), ephemeral, recipient, context)
    return ephemeral + cipher.encrypt(_NONCE, plaintext, None)


def unseal(secret: int, recipient: Element, sealed: bytes, context: bytes) -> bytes:
    """The plaintext. Raises `WrongKeyError` if recipient is not secret*G, `SealError` if the box is bad."""
    if not 0 < secret < ORDER or multiply_base_secret(secret) != recipient:
        raise WrongKeyError(sentence("this scalar does not belong to the recipient's key"))
    ephemeral = sealed[:ELEMENT_BYTES]
    try:
        shared = multiply_secret(secret, Element.from_bytes(ephemeral))
        return _cipher(shared, ephemeral, recipient, context).decrypt(_NONCE, sealed[ELEMENT_BYTES:], None)
    except (InvalidElementError, InvalidTag) as error:
        raise SealError(sentence("a sealed message does not open with the recipient's key")) from error
