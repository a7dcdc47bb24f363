"""The proofs verified a second time, from specs/crypto.md alone: integers, hashlib, one equation at a time.

Nothing here uses `protocol`. It is slow and knows no batches; it is what the fast verifier must agree with.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from tests.crypto.curve import GENERATOR, P, Point, Q, encode, lift, multiply, weighted_sum


class RefusedError(Exception):
    """The claim is not valid."""


def frame(*parts: bytes) -> bytes:
    return b"".join(struct.pack(">Q", len(part)) + part for part in parts)


def tagged_hash(tag: bytes, *parts: bytes) -> bytes:
    prefix = hashlib.sha256(tag).digest()
    return hashlib.sha256(prefix + prefix + frame(*parts)).digest()


def hash_to_element(tag: bytes, *parts: bytes) -> Point:
    counter = 0
    while True:
        point = lift(int.from_bytes(tagged_hash(tag, *parts, struct.pack(">I", counter)), "big"))
        if point is not None:
            return point
        counter += 1


def generator(index: int) -> Point:
    return hash_to_element(b"p2puno/commitment/generator/1", struct.pack(">I", index))


def element(data: bytes) -> Point:
    if len(data) != 33 or data[0] not in (2, 3):
        raise RefusedError
    point = lift(int.from_bytes(data[1:], "big"))
    if point is None:
        raise RefusedError
    x, y = point
    return (x, y) if data[0] == 2 else (x, P - y)


def elements(data: bytes) -> list[Point]:
    return [element(data[at : at + 33]) for at in range(0, len(data), 33)]


def scalars(data: bytes) -> list[int]:
    values = [int.from_bytes(data[at : at + 32], "big") for at in range(0, len(data), 32)]
    if len(data) % 32 or any(value >= Q for value in values):
        raise RefusedError
    return values


class Record:
    """The proof transcript."""

    def __init__(self, place: Mapping[str, Any], proof_type: str) -> None:
        self.history = b""
        number = struct.Struct(">Q").pack
        self.say("protocol", b"p2puno/proof/1")
        self.say(
            "binding",
            frame(
                number(place["version"]),
                bytes.fromhex(place["table"]),
                number(place["term"]),
                number(place["round"]),
                number(place["slot"]),
                bytes.fromhex(place["head"]),
                number(place["seat"]),
                bytes.fromhex(place["identity"]),
            ),
        )
        self.say("proof type", proof_type.encode())
        self.say("purpose", place["purpose"].encode())
        self.say("index", number(place["index"]))

    def say(self, label: str, data: bytes) -> None:
        self.history += b"\x01" + frame(label.encode(), data)

    def say_elements(self, label: str, points: Sequence[Point]) -> None:
        self.say(label, struct.pack(">Q", len(points)) + b"".join(encode(point) for point in points))

    def ask(self, label: str) -> int:
        self.history += b"\x02" + frame(label.encode(), b"")
        return int.from_bytes(hashlib.sha512(self.history).digest(), "big") % (Q - 1) + 1


def require(terms: list[tuple[int, Point]]) -> None:
    if weighted_sum(terms) is not None:
        raise RefusedError


def say_pairs(record: Record, base: Point, image: Point, sources: list[Point], targets: list[Point]) -> None:
    record.say("P", encode(base))
    record.say("P'", encode(image))
    record.say_elements("A", sources)
    record.say_elements("B", targets)


def check_equality(
    record: Record, base: Point, image: Point, sources: list[Point], targets: list[Point], proof: bytes
) -> None:
    """Equality, steps 2 to 6, on a record that has absorbed the statement."""
    if len(proof) != 98 or not sources or len(sources) != len(targets):
        raise RefusedError
    T_P, T_A = elements(proof[:66])
    (s,) = scalars(proof[66:])
    t = record.ask("t")
    record.say("T_P", encode(T_P))
    record.say("T_A", encode(T_A))
    e = record.ask("e")
    require([(s, base), (-e, image), (-1, T_P)])
    powers = [pow(t, j, Q) for j in range(len(sources))]
    A = weighted_sum(list(zip(powers, sources, strict=True)))
    B = weighted_sum(list(zip(powers, targets, strict=True)))
    require([(s, A), (-e, B), (-1, T_A)])


def verify_equality(case: Mapping[str, Any]) -> None:
    record = Record(case["place"], "equality")
    base, image = (element(bytes.fromhex(case[name])) for name in ("base", "image"))
    sources, targets = (elements(bytes.fromhex("".join(case[name]))) for name in ("A", "B"))
    say_pairs(record, base, image, sources, targets)
    check_equality(record, base, image, sources, targets, bytes.fromhex(case["proof"]))


def verify_shuffle(case: Mapping[str, Any]) -> None:
    record = Record(case["place"], "shuffle")
    base, image = (element(bytes.fromhex(case[name])) for name in ("base", "image"))
    A, B = (elements(bytes.fromhex("".join(case[name]))) for name in ("A", "B"))
    proof = bytes.fromhex(case["proof"])
    n = len(A)
    if n == 0 or len(B) != n:
        raise RefusedError
    say_pairs(record, base, image, A, B)
    if n == 1:
        say_pairs(record, base, image, A, B)
        check_equality(record, base, image, A, B, proof)
        return
    if len(proof) != 8 * 33 + (3 * n + 2) * 32:
        raise RefusedError
    C_a, C_b, C_m, C_delta, C_Delta, C_w, T_1, T_2 = elements(proof[: 8 * 33])
    values = scalars(proof[8 * 33 :])
    d, inner, b = values[:n], values[n : 2 * n - 2], values[2 * n - 2 : 3 * n - 2]
    r_d, s, r_b, k = values[3 * n - 2 :]

    record.say("C_a", encode(C_a))
    x = record.ask("x")
    record.say("C_b", encode(C_b))
    y, z = record.ask("y"), record.ask("z")
    record.say_elements("C_m C_delta C_Delta C_w T_1 T_2", [C_m, C_delta, C_Delta, C_w, T_1, T_2])
    e = record.ask("e")

    product = e
    for i in range(1, n + 1):
        product = product * (y * i + pow(x, i, Q) - z) % Q
    p = [d[0], *inner, product]
    Q_ = [generator(index) for index in range(n + 1)]
    C_d = weighted_sum([(y, C_a), (1, C_b), *((-z, Q_[i]) for i in range(1, n + 1))])
    require([(r_d, Q_[0]), *((d[i], Q_[i + 1]) for i in range(n)), (-e, C_d), (-1, C_m)])
    links = [(e * p[i + 1] - p[i] * d[i + 1], Q_[i + 1]) for i in range(n - 1)]
    require([(s, Q_[0]), *links, (-e, C_Delta), (-1, C_delta)])
    require([(r_b, Q_[0]), *((b[i], Q_[i + 1]) for i in range(n)), (-e, C_b), (-1, C_w)])
    A_star = weighted_sum([(pow(x, i + 1, Q), A[i]) for i in range(n)])
    require([*((b[i], B[i]) for i in range(n)), (-k, A_star), (-1, T_1)])
    require([(k, base), (-e, image), (-1, T_2)])


def verify_innocence(case: Mapping[str, Any]) -> None:
    hand, allowed = case["hand"], case["S"]
    proof = bytes.fromhex(case["proof"])
    n, m = len(hand), len(allowed)
    end = 33 * (1 + n + m)
    if n == 0 or m == 0 or len(proof) < end + 98:
        raise RefusedError
    one_shot, *listed = (proof[at : at + 33].hex() for at in range(0, end, 33))
    moved, listed = listed[:n], listed[n:]
    if not set(moved) <= set(listed):
        raise RefusedError
    place = {**case["place"], "purpose": "innocence"}
    verify_equality(
        {"place": place, "base": case["base"], "image": one_shot, "A": hand, "B": moved,
         "proof": proof[end : end + 98].hex()}
    )  # fmt: skip
    verify_shuffle(
        {"place": place, "base": encode(GENERATOR).hex(), "image": one_shot, "A": allowed, "B": listed,
         "proof": proof[end + 98 :].hex()}
    )  # fmt: skip


def verify_sharing(case: Mapping[str, Any]) -> None:
    public, images = element(bytes.fromhex(case["K"])), elements(bytes.fromhex("".join(case["U"])))
    shares = scalars(bytes.fromhex("".join(case["shares"])))
    if len(images) < 2 or len(images) != len(shares):
        raise RefusedError
    require([(-1, GENERATOR), *((1, image) for image in images)])
    for share, image in zip(shares, images, strict=True):
        require([(share, public), (-1, image)])


VERIFY = {
    "equality": verify_equality,
    "shuffle": verify_shuffle,
    "innocence": verify_innocence,
    "sharing": verify_sharing,
}


def accepts(case: Mapping[str, Any]) -> bool:
    try:
        VERIFY[case["kind"]](case)
    except RefusedError:
        return False
    return True


def public_key(secret: int) -> bytes:
    return encode(multiply(secret, GENERATOR))
