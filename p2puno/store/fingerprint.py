"""A public key, or the head of a game, as something two people can compare aloud."""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.store.wordlist import WORDS
from protocol.crypto.hashing import tagged_hash

WORD_COUNT = 8


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The first eight bytes of one hash, as `hex` (16 digits) and as eight `words`, one per byte."""

    hex: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words)


def fingerprint(public: bytes) -> Fingerprint:
    """Of a 32-byte public key. 64 bits: to be mistaken for one given player somebody tries 2^64 keys."""
    return _of("p2puno/fingerprint", public)


def head_fingerprint(head: bytes) -> Fingerprint:
    """Of the head of a log: players who see the same words have the same game, every signature included."""
    return _of("p2puno/head-fingerprint", head)


def _of(tag: str, what: bytes) -> Fingerprint:
    digest = tagged_hash(tag, what)[:WORD_COUNT]
    return Fingerprint(digest.hex(), tuple(WORDS[byte] for byte in digest))
