"""Proof transcripts, nonces and relations that show what they are made of, from specs/crypto.md alone."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.crypto.curve import Point, Q, encode, weighted_sum
from tests.crypto.oracle import Record, frame, say_pairs

Json = dict[str, Any]
Terms = list[tuple[int, Point]]


class Traced(Record):
    """A proof transcript that keeps its items: with each of them the SHA-512 of all bytes so far."""

    def __init__(self, place: Mapping[str, Any], proof_type: str) -> None:
        self.items: list[Json] = []
        self.stated = b""
        super().__init__(place, proof_type)

    def say(self, label: str, data: bytes) -> None:
        super().say(label, data)
        self.items.append({"say": label, "data": data.hex(), "sha512": self._hash()})

    def ask(self, label: str) -> int:
        value = super().ask(label)
        self.items.append({"challenge": label, "sha512": self._hash(), "value": number(value)})
        return value

    def stream(self, seed: Seed, witness: bytes) -> Stream:
        """The prover's nonces."""
        asked = self.history + b"\x03" + frame(b"witness", b"")
        message = frame(seed.entropy, hashlib.sha512(asked).digest(), witness)
        return Stream(hmac.digest(seed.secret, message, "sha512"))

    def state(self, base: Point, image: Point, sources: list[Point], targets: list[Point]) -> None:
        """The statement of an equality or a shuffle; the first one is that of the claim."""
        say_pairs(self, base, image, sources, targets)
        self.stated = self.stated or self.history

    def digest(self, proof: bytes | None) -> str:
        """What stands for this claim in a batch; the proof is the last message, where there is one."""
        said = b"" if proof is None else b"\x01" + frame(b"proof", proof)
        return hashlib.sha512(
            (self.stated or self.history) + said + b"\x04" + frame(b"digest", b"")
        ).hexdigest()

    def _hash(self) -> str:
        return hashlib.sha512(self.history).hexdigest()


@dataclass(frozen=True)
class Seed:
    """What nonces come from: a secret and fresh entropy."""

    secret: bytes
    entropy: bytes


@dataclass
class Stream:
    """HMAC-SHA-512 of 0, 1, 2 … under a key."""

    key: bytes
    buffer: bytes = b""
    blocks: Any = field(default_factory=count)

    def read(self, length: int) -> bytes:
        while len(self.buffer) < length:
            self.buffer += hmac.digest(self.key, next(self.blocks).to_bytes(8, "big"), "sha512")
        data, self.buffer = self.buffer[:length], self.buffer[length:]
        return data

    def scalar(self) -> int:
        return int.from_bytes(self.read(64), "big") % (Q - 1) + 1

    def scalars(self, n: int) -> list[int]:
        return [self.scalar() for _ in range(n)]

    def permutation(self, n: int) -> list[int]:
        """Counted from 1."""
        places = list(range(1, n + 1))
        for last in range(n - 1, 0, -1):
            limit = 2**32 // (last + 1) * (last + 1)
            while (word := int.from_bytes(self.read(4), "big")) >= limit:
                pass
            other = word % (last + 1)
            places[last], places[other] = places[other], places[last]
        return places


def number(value: int) -> str:
    return f"{value % Q:064x}"


def plain(value: Any) -> Any:
    """Scalars and elements in hexadecimal, and lists of them."""
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        return encode(value).hex()
    return [plain(each) for each in value] if isinstance(value, list) else value


def values(**named: Any) -> Json:
    return {name: plain(value) for name, value in named.items()}


def relation(terms: Terms) -> list[list[str]]:
    """Pairs of scalar and element, each element once; they have to vanish."""
    merged: dict[str, int] = {}
    points: dict[str, Point] = {}
    for scalar, point in terms:
        name = encode(point).hex()
        points[name] = point
        merged[name] = (merged.get(name, 0) + scalar) % Q
    assert weighted_sum([(scalar, points[name]) for name, scalar in merged.items()]) is None
    return [[number(scalar), name] for name, scalar in merged.items()]
