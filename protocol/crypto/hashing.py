"""Tagged, length-framed hashing, and hashing to a group element.

The tag construction is that of BIP 340: SHA-256 over SHA-256(tag) twice, then the message; so no input of one
tag is an input of another. Parts are framed by their lengths, so that ("ab", "c") and ("a", "bc") differ.
"""

from __future__ import annotations

import hashlib
from itertools import count
from typing import Final

from protocol.crypto.group import Element, InvalidElementError

HASH_BYTES: Final = 32
LENGTH_BYTES: Final = 8


def frame(*parts: bytes) -> bytes:
    """Every part behind its length, 8 bytes big-endian: no two lists of parts have one frame."""
    return b"".join(len(part).to_bytes(LENGTH_BYTES, "big") + part for part in parts)


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """32 bytes: SHA-256(SHA-256(tag) || SHA-256(tag) || frame(parts)), the tag in UTF-8."""
    prefix = hashlib.sha256(tag.encode()).digest()
    return hashlib.sha256(prefix + prefix + frame(*parts)).digest()


def _lift_x(x: bytes) -> Element | None:
    try:
        return Element.from_bytes(b"\x02" + x)
    except InvalidElementError:
        return None


def hash_to_element(tag: str, *parts: bytes) -> Element:
    """An element of which nobody knows the discrete logarithm to any base; in time that shows the input.

    The first of the x coordinates tagged_hash(tag, parts..., counter), counter = 0, 1, ... as 4 bytes
    big-endian, that is on the curve, with the even y (`lift_x` of BIP 340). Half of all x are, so 128
    counters fail together as often as a key is guessed.
    """
    candidates = (_lift_x(tagged_hash(tag, *parts, counter.to_bytes(4, "big"))) for counter in count())
    return next(element for element in candidates if element is not None)
