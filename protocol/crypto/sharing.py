"""Sharing: the inverse of a key as a sum, so that its mask comes off without its owner.

What is shared is not the key k but u = 1/k, as u = u_1 + ... + u_n over n >= 2 holders. With K = k*G public,
the images U_i = u_i*K bind every holder's share, and they are shares of nothing else if and only if

    U_1 + ... + U_n = G,

since u*K = G. Nobody ever puts u together: each holder applies its share to the masked element Y, proves
with an equality (base K, image U_i) that it was this share, and the sum of the results is u*Y. See
specs/crypto.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from protocol.crypto.claims import Relation
from protocol.crypto.fiat_shamir import ProofTranscript
from protocol.crypto.group import (
    ORDER,
    Element,
    G,
    multiply_secret,
    scalar_from_bytes,
)
from protocol.errors import LocalError, ProofError
from protocol.sentences import sentence

SHARING: Final = "sharing"


def split_inverse(key: int, parts: Sequence[int]) -> tuple[int, ...]:
    """Shares of 1/key: `parts`, at least one uniform secret scalar, and what is missing to the sum.

    Any of them left out, the others are uniform. Raises LocalError for a key or a part that is not 1..q-1, or
    if the last share would be zero, which uniform parts do not bring about.
    """
    if not parts or not all(0 < each < ORDER for each in (key, *parts)):
        raise LocalError("a key is shared by scalars between 1 and the group order")
    last = (pow(key, -1, ORDER) - sum(parts)) % ORDER
    if last == 0:
        raise LocalError("a share must not be zero")
    return (*parts, last)


def share_images(public: Element, shares: Sequence[int]) -> tuple[Element, ...]:
    """U_i = u_i*K."""
    return tuple(multiply_secret(share, public) for share in shares)


def check_share(share: bytes, public: Element, image: Element) -> int:
    """The share that a holder received, decoded strictly; raises WireError or ProofError if it is not its."""
    scalar = scalar_from_bytes(share)
    if scalar == 0 or multiply_secret(scalar, public) != image:
        raise ProofError(sentence("a share is not the one that was announced"))
    return scalar


@dataclass(frozen=True, slots=True)
class SharingClaim:
    """A `Claim`: the images are those of shares of 1/k for K = k*G; `transcript` is for type `SHARING`.

    It has no proof besides the images themselves.
    """

    transcript: ProofTranscript
    public: Element
    images: Sequence[Element]

    def relations(self) -> list[Relation]:
        """U_1 + ... + U_n - G."""
        if len(self.images) < 2:
            raise ProofError(sentence("a key is shared among two at least"))
        return [[(-1, G), *((1, image) for image in self.images)]]

    def digest(self) -> bytes:
        record = self.transcript.fork(SHARING)
        record.append_element("K", self.public)
        record.append_elements("U", self.images)
        return record.digest()
