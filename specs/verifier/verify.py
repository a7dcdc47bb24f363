#!/usr/bin/env python3
"""A second verifier of p2puno: one file, the standard library, written from `specs/` and from nothing else.

    python3 specs/verifier/verify.py FILE…       transcripts (*.p2puno) and vectors (*.json)

Exit code 0: all is clean. 1: something does not hold, or a game is unfinished. 2: a file cannot be read.
It shares no code with the program: its own curves with integers, its own MessagePack, its own rules. Where
the two disagree, one has a bug. It is slow, and as simple as that allows.

    1 to 5   numbers, curves, proofs, boxes, signatures        crypto.md
    6        messages                                          wire.md, messages.md
    7        statements, heads, records of a file              transcript.md
    8        the rules                                         rules.md: each part names its section
    9        the table                                         table.md 1 to 10 and 14: likewise
    10       removals                                          table.md 15, transcript.md 5
    11       a whole file, and what is wrong with it           transcript.md 4, audit.md
    12       handshakes of links, for their vectors            discovery-and-links.md 2, 3, 7
    13       vectors                                           specs/vectors/
"""

from __future__ import annotations

import base64
import errno
import hashlib
import hmac
import io
import json
import os
import stat
import struct
import sys
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, BinaryIO, NamedTuple

# === 1. numbers and bytes (crypto.md 1, 3, 4) =============================================================


class Refused(Exception):  # noqa: N818 - the word of the specification
    """Something does not hold: what, and if known which obligation, and whose fault it is."""

    def __init__(self, sentence: str, obligation: str = "", seat: int | None = None) -> None:
        super().__init__(sentence)
        self.obligation, self.seat = obligation, seat


def require(truth: bool, sentence: str, obligation: str = "", seat: int | None = None) -> None:
    if not truth:
        raise Refused(sentence, obligation, seat)


@contextmanager
def blaming(obligation: str, seat: int | None) -> Generator[None]:
    """What is refused within, and of nobody yet, is this seat's fault."""
    try:
        yield
    except Refused as refusal:
        if refusal.obligation:
            raise
        raise Refused(str(refusal), obligation, seat) from None


def u8(number: int) -> bytes:
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def frame(*parts: bytes) -> bytes:
    return b"".join(u64(len(part)) + part for part in parts)


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    prefix = hashlib.sha256(tag.encode()).digest()
    return hashlib.sha256(prefix + prefix + frame(*parts)).digest()


def wide(data: bytes) -> int:
    """64 bytes as a scalar from 1 to q - 1."""
    return int.from_bytes(data, "big") % (ORDER - 1) + 1


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 with SHA-256."""
    key = hmac.digest(salt, secret, "sha256")
    block, output = b"", b""
    for counter in range(1, (length + 31) // 32 + 1):
        block = hmac.digest(key, block + info + bytes([counter]), "sha256")
        output += block
    return output[:length]


def derive_bytes(secret: bytes, label: str, parts: Sequence[bytes], length: int) -> bytes:
    return hkdf(secret, b"p2puno/derivation/1", frame(b"bytes", label.encode(), *parts), length)


def derive_scalar(secret: bytes, label: str, parts: Sequence[bytes]) -> int:
    return wide(hkdf(secret, b"p2puno/derivation/1", frame(b"scalar", label.encode(), *parts), 64))


def derive_permutation(secret: bytes, label: str, parts: Sequence[bytes], size: int) -> list[int]:
    key = hkdf(secret, b"p2puno/derivation/1", frame(b"permutation", label.encode(), *parts), 32)
    words = _words(key)
    places = list(range(size))
    for last in range(size - 1, 0, -1):
        limit = 2**32 // (last + 1) * (last + 1)
        word = next(word for word in words if word < limit)
        other = word % (last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, u64(counter), "sha512")
        yield from struct.unpack(">16I", block)
        counter += 1


# === 2. secp256k1 (crypto.md 2) ===========================================================================

FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


class Point(NamedTuple):
    """An element: never the identity, which is None."""

    x: int
    y: int


G = Point(
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
Jacobian = tuple[int, int, int]
IDENTITY: Jacobian = (1, 1, 0)
Term = tuple[int, Point]


def double(point: Jacobian) -> Jacobian:
    x, y, z = point
    if z == 0 or y == 0:
        return IDENTITY
    square = y * y % FIELD
    s = 4 * x * square % FIELD
    m = 3 * x * x % FIELD
    x_new = (m * m - 2 * s) % FIELD
    return x_new, (m * (s - x_new) - 8 * square * square) % FIELD, 2 * y * z % FIELD


def add(left: Jacobian, right: Jacobian) -> Jacobian:
    if left[2] == 0 or right[2] == 0:
        return right if left[2] == 0 else left
    (x1, y1, z1), (x2, y2, z2) = left, right
    z1z1, z2z2 = z1 * z1 % FIELD, z2 * z2 % FIELD
    u1, u2 = x1 * z2z2 % FIELD, x2 * z1z1 % FIELD
    s1, s2 = y1 * z2 * z2z2 % FIELD, y2 * z1 * z1z1 % FIELD
    if u1 == u2:
        return double(left) if s1 == s2 else IDENTITY
    h, r = (u2 - u1) % FIELD, (s2 - s1) % FIELD
    hh = h * h % FIELD
    hhh, v = h * hh % FIELD, u1 * hh % FIELD
    x3 = (r * r - hhh - 2 * v) % FIELD
    return x3, (r * (v - x3) - s1 * hhh) % FIELD, h * z1 * z2 % FIELD


def weighted_sum(terms: Iterable[Term]) -> Point | None:
    """Σ s·X by Pippenger's buckets; None is the identity. Scalars are taken mod q."""
    merged: dict[Point, int] = {}
    for scalar, point in terms:
        merged[point] = (merged.get(point, 0) + scalar) % ORDER
    pairs = [(scalar, (point.x, point.y, 1)) for point, scalar in merged.items()]
    width = 4 if len(pairs) < 30 else 6 if len(pairs) < 300 else 8
    total = IDENTITY
    for shift in range((255 // width) * width, -1, -width):
        for _ in range(width):
            total = double(total)
        buckets: list[Jacobian] = [IDENTITY] * (1 << width)
        for scalar, each in pairs:
            digit = scalar >> shift & ((1 << width) - 1)
            if digit:
                buckets[digit] = add(buckets[digit], each)
        running, window = IDENTITY, IDENTITY
        for bucket in reversed(buckets[1:]):
            running = add(running, bucket)
            window = add(window, running)
        total = add(total, window)
    return affine(total)


def affine(point: Jacobian) -> Point | None:
    x, y, z = point
    if z == 0:
        return None
    inverse = pow(z, -1, FIELD)
    square = inverse * inverse % FIELD
    return Point(x * square % FIELD, y * square * inverse % FIELD)


def multiply(scalar: int, point: Point) -> Point:
    product = weighted_sum([(scalar, point)])
    require(product is not None, "a product is the identity")
    assert product is not None
    return product


def lift(x: int) -> Point | None:
    """The point with this x and the even y."""
    if x >= FIELD:
        return None
    square = (x**3 + 7) % FIELD
    y = pow(square, (FIELD + 1) // 4, FIELD)
    return None if y * y % FIELD != square else Point(x, y if y % 2 == 0 else FIELD - y)


_decoded: dict[bytes, Point] = {}


def element(data: bytes) -> Point:
    """Strictly: 33 bytes, compressed, on the curve."""
    known = _decoded.get(data)
    if known is not None:
        return known
    require(len(data) == 33 and data[0] in (2, 3), "an element is malformed")
    point = lift(int.from_bytes(data[1:], "big"))
    require(point is not None, "an element is not on the curve")
    assert point is not None
    found = point if data[0] == 2 else Point(point.x, FIELD - point.y)
    if len(_decoded) < 200_000:
        _decoded[data] = found
    return found


def encode_element(point: Point) -> bytes:
    return bytes([2 + point.y % 2]) + point.x.to_bytes(32, "big")


def scalar(data: bytes) -> int:
    require(len(data) == 32, "a scalar is malformed")
    value = int.from_bytes(data, "big")
    require(value < ORDER, "a scalar is not reduced")
    return value


def hash_to_element(tag: str, *parts: bytes) -> Point:
    counter = 0
    while (point := lift(int.from_bytes(tagged_hash(tag, *parts, u32(counter)), "big"))) is None:
        counter += 1
    return point


def elements(data: bytes) -> list[Point]:
    return [element(data[at : at + 33]) for at in range(0, len(data), 33)]


def elements_of(each: Iterable[bytes]) -> list[Point]:
    return [element(data) for data in each]


def sum_of(points: Iterable[Point]) -> Point:
    total = weighted_sum([(1, point) for point in points])
    require(total is not None, "a sum is the identity")
    assert total is not None
    return total


def scalars(data: bytes) -> list[int]:
    return [scalar(data[at : at + 32]) for at in range(0, len(data), 32)]


# === 3. proof transcripts and proofs (crypto.md 5 to 10) ==================================================


@dataclass(frozen=True)
class Binding:
    """The place of a proof."""

    version: int
    table: bytes
    term: int
    round: int
    slot: int
    head: bytes
    seat: int
    identity: bytes

    def encoded(self) -> bytes:
        return frame(
            u64(self.version), self.table, u64(self.term), u64(self.round), u64(self.slot), self.head,
            u64(self.seat), self.identity,
        )  # fmt: skip


_witnesses: list[Callable[[str, Any], None]] = []


@contextmanager
def witnessed(witness: Callable[[str, Any], None]) -> Generator[None]:
    """Whoever compares with vectors is told every item of a transcript and every relation."""
    _witnesses.append(witness)
    try:
        yield
    finally:
        _witnesses.remove(witness)


class ProofTranscript:
    def __init__(self, binding: Binding, proof_type: str, purpose: str, index: int = 0) -> None:
        self.history = b""
        self.say("protocol", b"p2puno/proof/1")
        self.say("binding", binding.encoded())
        self.say("proof type", proof_type.encode())
        self.say("purpose", purpose.encode())
        self.say("index", u64(index))

    def say(self, label: str, data: bytes) -> None:
        self.history += b"\x01" + frame(label.encode(), data)
        for witness in _witnesses:
            witness("item", {"say": label, "data": data.hex(), "sha512": self._hash().hex()})

    def say_element(self, label: str, point: Point) -> None:
        self.say(label, encode_element(point))

    def say_elements(self, label: str, points: Sequence[Point]) -> None:
        self.say(label, u64(len(points)) + b"".join(map(encode_element, points)))

    def challenge(self, label: str) -> int:
        self.history += b"\x02" + frame(label.encode(), b"")
        value = wide(self._hash())
        for witness in _witnesses:
            witness("item", {"challenge": label, "sha512": self._hash().hex(), "value": f"{value:064x}"})
        return value

    def _hash(self) -> bytes:
        return hashlib.sha512(self.history).digest()

    def say_mapping(
        self, base: Point, image: Point, sources: Sequence[Point], targets: Sequence[Point]
    ) -> None:
        """The statement of equality and shuffle."""
        self.say_element("P", base)
        self.say_element("P'", image)
        self.say_elements("A", sources)
        self.say_elements("B", targets)


def vanishes(terms: Iterable[Term]) -> None:
    terms = list(terms)
    for witness in _witnesses:
        witness("relation", terms)
    require(weighted_sum(terms) is None, "an equation of a proof does not hold")


_generators: list[Point] = []


def generator(index: int) -> Point:
    while len(_generators) <= index:
        _generators.append(hash_to_element("p2puno/commitment/generator/1", u32(len(_generators))))
    return _generators[index]


def commitment(values: Sequence[int], blinding: int) -> list[Term]:
    return [(blinding, generator(0)), *((value, generator(i + 1)) for i, value in enumerate(values))]


def verify_equality(
    place: ProofTranscript,
    base: Point,
    image: Point,
    sources: Sequence[Point],
    targets: Sequence[Point],
    proof: bytes,
) -> None:
    """One k maps base to image and every source to its target."""
    place.say_mapping(base, image, sources, targets)
    _check_equality(place, base, image, sources, targets, proof)


def _check_equality(
    place: ProofTranscript,
    base: Point,
    image: Point,
    sources: Sequence[Point],
    targets: Sequence[Point],
    proof: bytes,
) -> None:
    require(len(proof) == 98 and len(sources) == len(targets) > 0, "an equality proof is malformed")
    t_base, t_pairs = elements(proof[:66])
    answer = scalar(proof[66:])
    t = place.challenge("t")
    place.say_element("T_P", t_base)
    place.say_element("T_A", t_pairs)
    e = place.challenge("e")
    vanishes([(answer, base), (-e, image), (-1, t_base)])
    terms: list[Term] = [(-1, t_pairs)]
    power = 1
    for source, target in zip(sources, targets, strict=True):
        terms += [(power * answer, source), (-power * e, target)]
        power = power * t % ORDER
    vanishes(terms)


def verify_shuffle(
    place: ProofTranscript,
    base: Point,
    image: Point,
    inputs: Sequence[Point],
    outputs: Sequence[Point],
    proof: bytes,
) -> None:
    """The outputs are k times a permutation of the inputs, where image = k·base."""
    n = len(inputs)
    require(n == len(outputs) > 0, "a shuffle has other outputs than inputs")
    place.say_mapping(base, image, inputs, outputs)
    if n == 1:
        verify_equality(place, base, image, inputs, outputs, proof)
        return
    require(len(proof) == 264 + 32 * (3 * n + 2), "a shuffle proof is malformed")
    c_a, c_b, c_m, c_small, c_large, c_w, t_1, t_2 = elements(proof[:264])
    values = scalars(proof[264:])
    d, inner, b = values[:n], values[n : 2 * n - 2], values[2 * n - 2 : 3 * n - 2]
    r_d, s, r_b, k = values[3 * n - 2 :]
    place.say_element("C_a", c_a)
    x = place.challenge("x")
    place.say_element("C_b", c_b)
    y = place.challenge("y")
    z = place.challenge("z")
    place.say_elements("C_m C_delta C_Delta C_w T_1 T_2", [c_m, c_small, c_large, c_w, t_1, t_2])
    e = place.challenge("e")
    powers = [pow(x, i, ORDER) for i in range(1, n + 1)]
    last = e
    for i, power in enumerate(powers, start=1):
        last = last * (y * i + power - z) % ORDER
    p = [d[0], *inner, last]
    z_terms = [(e * z, generator(i)) for i in range(1, n + 1)]
    vanishes([*commitment(d, r_d), (-e * y, c_a), (-e, c_b), *z_terms, (-1, c_m)])
    links = [(e * p[i + 1] - p[i] * d[i + 1]) % ORDER for i in range(n - 1)]
    vanishes([*commitment(links, s), (-e, c_large), (-1, c_small)])
    vanishes([*commitment(b, r_b), (-e, c_b), (-1, c_w)])
    into = [(-k * power, point) for power, point in zip(powers, inputs, strict=True)]
    vanishes([*zip(b, outputs, strict=True), *into, (-1, t_1)])
    vanishes([(k, base), (-e, image), (-1, t_2)])


def verify_innocence(
    binding: Binding,
    base: Point,
    hand: Sequence[Point],
    allowed: Sequence[Point],
    proof: bytes,
    index: int = 0,
) -> None:
    """Every card of the hand is one of `allowed`."""
    n, m = len(hand), len(allowed)
    end = 33 * (1 + n + m)
    require(n > 0 and m > 0 and len(proof) > end + 98, "a proof of innocence is malformed")
    one_shot, *rest = elements(proof[:end])
    moved, listed = rest[:n], rest[n:]
    require(set(moved) <= set(listed), "a card of the hand is not in the list")
    place = ProofTranscript(binding, "equality", "innocence", index)
    verify_equality(place, base, one_shot, hand, moved, proof[end : end + 98])
    place = ProofTranscript(binding, "shuffle", "innocence", index)
    verify_shuffle(place, G, one_shot, allowed, listed, proof[end + 98 :])


def check_equality_form(proof: bytes, _n: int = 1) -> None:
    require(len(proof) == 98, "an equality proof is malformed")
    elements(proof[:66])
    scalar(proof[66:])


def check_shuffle_form(proof: bytes, n: int) -> None:
    if n == 1:
        check_equality_form(proof)
        return
    require(len(proof) == 264 + 32 * (3 * n + 2), "a shuffle proof is malformed")
    elements(proof[:264])
    scalars(proof[264:])


def check_innocence_form(proof: bytes, n: int, m: int) -> None:
    end = 33 * (1 + n + m)
    require(len(proof) > end + 98, "a proof of innocence is malformed")
    elements(proof[:end])
    check_equality_form(proof[end : end + 98])
    check_shuffle_form(proof[end + 98 :], m)


# How the proofs of each kind of claim are read, for so many elements.
FORMS: dict[Callable[..., None], Callable[[bytes, int], None]] = {
    verify_equality: check_equality_form,
    verify_shuffle: check_shuffle_form,
}


def verify_sharing(images: Sequence[Point]) -> None:
    """The shares behind these images add up to the inverse of the key."""
    require(len(images) >= 2, "a key is shared among fewer than two")
    vanishes([*((1, image) for image in images), (-1, G)])


def is_share(data: bytes, key: Point, image: Point) -> bool:
    try:
        share = scalar(data)
    except Refused:
        return False
    return share != 0 and multiply(share, key) == image


# === 4. sealing (crypto.md 12; RFC 8439) ==================================================================


def unseal(secret: int, recipient: Point, box: bytes, context: bytes) -> bytes | None:
    """The plaintext; None if the box is bad. Refused if the key is wrong."""
    require(0 < secret < ORDER and multiply(secret, G) == recipient, "this is not the reception key")
    try:
        fresh = element(box[:33])
    except Refused:
        return None
    shared = encode_element(multiply(secret, fresh))
    info = frame(box[:33], encode_element(recipient), context)
    key = hkdf(shared, b"p2puno/sealing/1", info, 32)
    cipher, tag = box[33:-16], box[-16:]
    padding = bytes(-len(cipher) % 16)
    sealed = cipher + padding + struct.pack("<QQ", 0, len(cipher))
    if len(box) < 49 or not hmac.compare_digest(_poly1305(_chacha(key, 0)[:32], sealed), tag):
        return None
    stream = b"".join(_chacha(key, counter) for counter in range(1, len(cipher) // 64 + 2))
    return bytes(a ^ b for a, b in zip(cipher, stream, strict=False))


def _chacha(key: bytes, counter: int) -> bytes:
    """One block of ChaCha20 with the nonce of zeros."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key), counter, 0, 0, 0]
    state = list(start)
    quarters = (
        (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
        (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
    )  # fmt: skip
    for _ in range(10):
        for a, b, c, d in quarters:
            for one, two, three, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[one] = (state[one] + state[two]) & 0xFFFFFFFF
                mixed = state[three] ^ state[one]
                state[three] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(state, start, strict=True)))


def _poly1305(key: bytes, message: bytes) -> bytes:
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(message), 16):
        total = (total + int.from_bytes(message[at : at + 16] + b"\x01", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


# === 5. Ed25519 (crypto.md 13; RFC 8032) ==================================================================

ED_FIELD = 2**255 - 19
ED_ORDER = 2**252 + 27742317777372353535851937790883648493
ED_D = -121665 * pow(121666, -1, ED_FIELD) % ED_FIELD
Extended = tuple[int, int, int, int]


def ed_add(left: Extended, right: Extended) -> Extended:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = left, right
    a, b = (y1 - x1) * (y2 - x2) % ED_FIELD, (y1 + x1) * (y2 + x2) % ED_FIELD
    c, d = 2 * t1 * t2 * ED_D % ED_FIELD, 2 * z1 * z2 % ED_FIELD
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % ED_FIELD, g * h % ED_FIELD, f * g % ED_FIELD, e * h % ED_FIELD


def ed_multiply(number: int, point: Extended) -> Extended:
    total = (0, 1, 1, 0)
    for bit in f"{number:b}":
        total = ed_add(total, total)
        if bit == "1":
            total = ed_add(total, point)
    return total


def ed_lift(data: bytes) -> Extended | None:
    sign, y = data[31] >> 7, int.from_bytes(data, "little") & (2**255 - 1)
    if y >= ED_FIELD:
        return None
    square = (y * y - 1) * pow(ED_D * y * y + 1, -1, ED_FIELD) % ED_FIELD
    x = pow(square, (ED_FIELD + 3) // 8, ED_FIELD)
    if x * x % ED_FIELD != square:
        x = x * pow(2, (ED_FIELD - 1) // 4, ED_FIELD) % ED_FIELD
    if x * x % ED_FIELD != square or (x == 0 and sign):
        return None
    x = x if x % 2 == sign else ED_FIELD - x
    return x, y, 1, x * y % ED_FIELD


def ed_encode(point: Extended) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, ED_FIELD)
    x, y = x * inverse % ED_FIELD, y * inverse % ED_FIELD
    return (y | (x & 1) << 255).to_bytes(32, "little")


_ED_BASE = ed_lift((4 * pow(5, -1, ED_FIELD) % ED_FIELD).to_bytes(32, "little"))
assert _ED_BASE is not None
ED_BASE: Extended = _ED_BASE


def check_public_key(key: bytes) -> None:
    require(len(key) == 32, "a key is malformed")
    point = ed_lift(key)
    require(point is not None, "a key is no point of the curve")
    assert point is not None
    low = int.from_bytes(key, "little") & (2**255 - 1)
    require(ed_encode(ed_multiply(8, point)) != ed_encode((0, 1, 1, 0)), "a key is of small order")
    require(low < ED_FIELD, "a key is not canonical")


def verify_signature(key: bytes, context: str, message: bytes, signature: bytes) -> None:
    check_public_key(key)
    point = ed_lift(key)
    assert point is not None
    require(len(signature) == 64, "a signature is malformed")
    s = int.from_bytes(signature[32:], "little")
    require(s < ED_ORDER, "a signature is not reduced")
    signed = frame(b"p2puno/signature/1", context.encode(), message)
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + signed).digest(), "little") % ED_ORDER
    x, y, z, t = ed_multiply(h, point)
    found = ed_add(ed_multiply(s, ED_BASE), (-x % ED_FIELD, y, z, -t % ED_FIELD))
    require(ed_encode(found) == signature[:32], "a signature does not hold")


# === 6. messages (wire.md, messages.md) ===================================================================
#
# Those of a transcript, as they stand in messages.md: number, name | fields. Structs have no number.

SCHEMA = """
1 Proposal | version: int 1–255, attempt: int 1–255, name: text 0–60, rules: [`RuleItem`] 0–80, seats: [`SeatEntry`] 2–10
2 Statement | table: bytes 32, term: int 0–65535, slot: int 0–2147483647, head: bytes 32, seat: int 0–9, body: bytes 1–60000
3 Signed | statement: bytes 1–60256, signature: bytes 64
4 Signal | table: bytes 32, term: int 0–65535, slot: int 0–2147483647, head: bytes 32, seat: int 0–9, seen: [int 0–9] 0–10, body: bytes 1–1024
5 SignedSignal | signal: bytes 1–1280, signature: bytes 64
6 Vote | table: bytes 32, term: int 0–65535, slot: int 0–2147483647, head: bytes 32, seat: int 0–9, ballot: int 1–2147483647, out: [int 0–9] 0–10, carried: [int 0–9] 0–10, earlier: [`Earlier`] 0–16, grounds: [bytes 32] 0–4
7 SignedVote | vote: bytes 1–8192, signature: bytes 64
8 SeatRequest | table: bytes 32, round: int 0–2147483647, entry: `SeatEntry`
9 SignedRequest | request: bytes 1–512, signature: bytes 64
10 Consent | none
11 Acknowledge | none
12 Roster | requests: [bytes 1–1024] 0–10
13 Shuffle | key: bytes 33, pile: [bytes 33] 1–128, proof: bytes 98–16384
14 Unmask | elements: [bytes 33] 1–128, proof: bytes 98
17 Join | moving_key: bytes 33, moved: [bytes 33] 0–128, hand_proof: bytes 0–98, drawn_proof: bytes 98, hand_key: bytes 33, hand: [bytes 33] 0–128, shuffle_proof: bytes 98–16384
19 NameColour | colour: int 0–3
21 Accept | none
22 Challenge | reception: bytes 33
23 Guilty | position: int 0–127, card: int 0–127, proof: bytes 98, shown: bytes 0–1024
24 Innocent | proof: bytes 0–40000, shown: bytes 0–1024
25 Satisfied | none
26 Complain | secret: bytes 32
28 RaceOrder | order: [int 0–9] 0–10, salt: bytes 32
29 Revealed | salt: bytes 32, move: bytes 1–59936
30 OpenHand | cards: [int 0–127] 0–128, proof: bytes 0–98
31 HandOpening | cards: [int 0–127] 1–128, proof: bytes 98
39 Publish | secret: bytes 32
40 CatchSignal | target: int 0–9
43 LeaveSignal | none
44 ChatSignal | text: text 0–240
45 HandedSignal | by_bot: bool, change: int 1–65535
46 NudgeSignal | seat: int 0–9
51 Evidence | first: bytes 1–60384, second: bytes 1–60384
53 Refused | contributions: [bytes 1–60384] 1–10
57 Status | term: int 0–65535, slot: int 0–2147483647, head: bytes 32, held: [int 0–9] 0–10, signalled: [int 0–9] 0–10, watchers: int 0–8
60 Header | format: text 0–40, version: int 1–255
61 SlotRecord | contributions: [bytes 1–60384] 1–10
62 RemovalRecord | votes: [bytes 1–8320] 1–10, named: [bytes 1–8320] 0–128, grounds: [bytes 1–603840] 0–40
64 Greeting | version: int 1–65535
65 Ask | none
66 TableInfo | token: bytes 16, host: bytes 32, name: text 1–60, players: [text 1–48] 1–10, capacity: int 2–10, rules: [`RuleItem`] 0–80, started: bool, pin: bool
68 Proof | signature: bytes 64
69 LinkStatement | version: int 1–65535, initiator: bytes 1–256, responder: bytes 1–256, fingerprint: bytes 32
70 Bye | sentence: text 0–200
71 Beat | none
72 Linked | keys: [bytes 32] 0–32
73 Item | origin: bytes 32, payload: bytes 1–640000
74 Note | payload: bytes 1–640000
76 Hello | role: int 0–1, nonce: bytes 32, identity: bytes 32, incarnation: int 0–9223372036854775807, watches: bool, pin: bool
77 PinOpening | element: bytes 32
78 PinAnswer | element: bytes 32, confirmation: bytes 32
79 PinConfirmation | confirmation: bytes 32
81 NoSeat | sentence: text 0–200
83 Start | proposal: bytes 1–65536
84 Sit | name: text 1–48, operator: bytes 32, bot: bool, nonce: bytes 32, reachable: [`Reachable`] 0–8, bots: [bytes 32] 0–9, ready: bool
85 Roll | token: bytes 16, name: text 1–60, rules: [`RuleItem`] 0–80, capacity: int 2–10, entries: [`RollEntry`] 1–10
86 SentAway | none
94 Location | identity: bytes 32, incarnation: int 0–9223372036854775807, number: int 0–4294967295, reachable: [`Reachable`] 0–8
95 Located | location: bytes 1–1024, signature: bytes 64
100 Play | cards: [`OpenCard`] 1–2, as_skip: bool, colour: int 0–4, uno: bool, target: [int 0–9] 0–1, proof: bytes 98
101 PlayDrawn | card: int 0–127, colour: int 0–4, uno: bool, target: [int 0–9] 0–1, proof: bytes 98
102 Draw | proof: bytes 0–20000
103 Pass | proof: bytes 0–20000
104 Ready | none
105 NameTarget | target: int 0–9
106 Discard | cards: [`OpenCard`] 0–128, proof: bytes 0–98
107 CommittedChoice | kind: int 10–129, cards: [int 0–127] 0–128, as_skip: bool, colour: int 0–4, uno: bool, target: [int 0–9] 0–1
108 Race | signal: bytes 1–1400, order: bytes 32
109 Lot | part: bytes 33, proof: bytes 98
110 Fit | fits: bool, proof: bytes 1–20000, join: bytes 0–19000
111 Give | position: int 0–127
112 PoolMask | key: bytes 33, elements: [bytes 33] 0–128, own_proof: bytes 0–98, others_proof: bytes 0–98
113 DuelCommit | commitment: bytes 32
114 DuelOpen | shown: [`OpenCard`] 0–1, proof: bytes 0–98, salt: bytes 32
115 Ballot | guilty: bool
116 SharedShuffle | key: bytes 33, pile: [bytes 33] 1–128, proof: bytes 98–16384, receptions: [bytes 33] 0–9
117 Shares | shares: [`Share`] 2–9
118 Receipt | complaints: [`Complaint`] 0–9
120 MoveSignal | commitment: bytes 32, sealed: bytes 224
121 JumpSignal | commitment: bytes 32, sealed: bytes 224
122 CallSignal | target: int 0–9
123 AccuseSignal | target: int 0–9
124 ReactSignal | none
125 ChatterSignal | text: text 0–240
Complaint | sharer: int 0–9, secret: bytes 32
Earlier | ballot: int 1–2147483647, out: [int 0–9] 0–10, because: [bytes 32] 0–10
OpenCard | position: int 0–127, card: int 0–127
Reachable | host: text 1–45, port: int 1–65535
RollEntry | key: bytes 32, name: text 1–48, operator: bytes 32, bot: bool, reachable: [`Reachable`] 0–8, ready: bool
RuleItem | name: text 0–40, value: text 0–200
SeatEntry | name: text 0–48, key: bytes 32, operator: bytes 32, bot: bool, nonce: bytes 32
Share | image: bytes 33, sealed: bytes 81
"""  # noqa: E501 - lines of that document


@dataclass(frozen=True)
class Form:
    """What a field holds: int, bool, bytes, text, a list of `item`, or the struct of this name."""

    kind: str
    least: int = 0
    most: int = 0
    item: Form | None = None


@dataclass(frozen=True)
class Message:
    """A decoded message or struct: which it is, and its fields as attributes."""

    is_a: str
    fields: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["fields"][name]
        except KeyError:
            raise AttributeError(name) from None


Layout = list[tuple[str, Form]]


def _read_schema() -> tuple[dict[str, Layout], dict[str, int]]:
    layouts: dict[str, Layout] = {}
    numbers: dict[str, int] = {}
    for line in SCHEMA.strip().splitlines():
        head, _, fields = line.partition(" | ")
        *number, name = head.split()
        if number:
            numbers[name] = int(number[0])
        layouts[name] = [] if fields == "none" else [_read_field(each) for each in fields.split(", ")]
    return layouts, numbers


def _read_field(text: str) -> tuple[str, Form]:
    name, _, form = text.partition(": ")
    return name, _read_form(form)


def _read_form(text: str) -> Form:
    if text.startswith("["):
        inner, _, span = text[1:].rpartition("] ")
        return Form("list", *_read_span(span), _read_form(inner))
    if text.startswith("`"):
        return Form(text.strip("`"))
    kind, _, span = text.partition(" ")
    return Form(kind, *(_read_span(span) if span else (0, 1)))


def _read_span(text: str) -> tuple[int, int]:
    least, _, most = text.partition("–")
    return int(least), int(most or least)


LAYOUTS, NUMBERS = _read_schema()
BY_NUMBER = {number: name for name, number in NUMBERS.items()}
DEEPEST, LONGEST_MESSAGE = 6, 2**20


def decode(data: bytes, *expected: str) -> Message:
    """The message in these bytes, one of those expected, in its only encoding."""
    require(len(data) <= LONGEST_MESSAGE, "a message is too long")
    value, end = _parse(data, 0, 0)
    require(end == len(data), "bytes follow a message")
    require(isinstance(value, list) and len(value) > 0 and type(value[0]) is int, "this is no message")
    name = BY_NUMBER.get(value[0], "")
    require(name in expected, f"another message stands where {' or '.join(expected)} should")
    message = _record(name, value[1:])
    require(_write([value[0], *value[1:]]) == data, "a message is not in its shortest form")
    return message


def _parse(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    """One MessagePack value and where it ends."""
    require(at < len(data), "a message breaks off")
    first = data[at]
    if first < 0x80:
        return first, at + 1
    if first & 0xF0 == 0x90:
        return _parse_array(data, at + 1, first & 15, depth)
    if first & 0xE0 == 0xA0:
        return _parse_text(data, at + 1, first & 31)
    sizes = {
        0xC4: 1,
        0xC5: 2,
        0xC6: 4,
        0xCC: 1,
        0xCD: 2,
        0xCE: 4,
        0xCF: 8,
        0xD9: 1,
        0xDA: 2,
        0xDB: 4,
        0xDC: 2,
        0xDD: 4,
    }
    require(first in sizes, "a message holds what does not exist here")
    size = sizes[first]
    require(at + 1 + size <= len(data), "a message breaks off")
    number, at = int.from_bytes(data[at + 1 : at + 1 + size], "big"), at + 1 + size
    if first in (0xCC, 0xCD, 0xCE, 0xCF):
        require(number < 2**63, "an integer is too large")
        return number, at
    if first in (0xDC, 0xDD):
        return _parse_array(data, at, number, depth)
    if first in (0xD9, 0xDA, 0xDB):
        return _parse_text(data, at, number)
    require(at + number <= len(data), "a message breaks off")
    return data[at : at + number], at + number


def _parse_array(data: bytes, at: int, count: int, depth: int) -> tuple[list[Any], int]:
    require(depth < DEEPEST, "a message is nested too deep")
    require(count <= len(data) - at, "a message breaks off")
    items = []
    for _ in range(count):
        item, at = _parse(data, at, depth + 1)
        items.append(item)
    return items, at


def _parse_text(data: bytes, at: int, size: int) -> tuple[str, int]:
    require(at + size <= len(data), "a message breaks off")
    try:
        return data[at : at + size].decode("utf-8"), at + size
    except UnicodeDecodeError:
        raise Refused("a text is not UTF-8") from None


def _write(value: Any) -> bytes:
    """The shortest MessagePack form."""
    if type(value) is int:
        if value < 0x80:
            return bytes([value])
        size = next(size for size in (1, 2, 4, 8) if value < 1 << 8 * size)
        return bytes([{1: 0xCC, 2: 0xCD, 4: 0xCE, 8: 0xCF}[size]]) + value.to_bytes(size, "big")
    if isinstance(value, bytes):
        return _header(len(value), 0, 0, (0xC4, 0xC5, 0xC6)) + value
    if isinstance(value, str):
        encoded = value.encode()
        return _header(len(encoded), 0xA0, 32, (0xD9, 0xDA, 0xDB)) + encoded
    return _header(len(value), 0x90, 16, (0, 0xDC, 0xDD)) + b"".join(map(_write, value))


def _header(length: int, fix: int, below: int, kinds: tuple[int, int, int]) -> bytes:
    if length < below:
        return bytes([fix | length])
    if length < 256 and kinds[0]:
        return bytes([kinds[0], length])
    return bytes([kinds[1]]) + u16(length) if length < 65536 else bytes([kinds[2]]) + u32(length)


def _record(name: str, values: list[Any]) -> Message:
    layout = LAYOUTS[name]
    require(len(values) == len(layout), f"{name} has another number of fields")
    return Message(
        name, {field: _value(form, value) for (field, form), value in zip(layout, values, strict=True)}
    )


def _value(form: Form, value: Any) -> Any:
    """A field's value, which has exactly this form."""
    match form.kind:
        case "int" | "bool":
            require(type(value) is int and form.least <= value <= form.most, "a number breaks its limits")
            return bool(value) if form.kind == "bool" else value
        case "bytes":
            require(
                isinstance(value, bytes) and form.least <= len(value) <= form.most, "bytes break their limits"
            )
            return value
        case "text":
            require(
                isinstance(value, str) and form.least <= len(value) <= form.most, "a text breaks its limits"
            )
            require(good_text(value), "a text holds what no text may hold")
            return value
        case "list":
            require(
                isinstance(value, list) and form.least <= len(value) <= form.most, "a list breaks its limits"
            )
            assert form.item is not None
            return [_value(form.item, item) for item in value]
        case struct_name:
            require(isinstance(value, list), "a struct is missing")
            return _record(struct_name, value)


IGNORABLE = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
IGNORABLE |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000)}


def good_text(text: str) -> bool:
    """wire.md, 2, by this Python's Unicode: a newer one than 14.0.0 lets pass what has been added since."""
    allowed = all(
        unicodedata.category(each) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        and (each == " " or unicodedata.category(each) != "Zs")
        and ord(each) not in IGNORABLE
        for each in text
    )
    return allowed and unicodedata.is_normalized("NFC", text)


# === 7. statements, heads, files (transcript.md) ==========================================================

VERSION = 3
FORMAT = "p2puno game transcript"
MOST_RECORD = 2**20


@dataclass(frozen=True)
class Contribution:
    """What a seat has signed for one place."""

    data: bytes
    table: bytes
    term: int
    slot: int
    head: bytes
    seat: int
    body: bytes


def received(keys: Sequence[bytes], table: bytes, data: bytes) -> Contribution:
    signed = decode(data, "Signed")
    statement = decode(signed.statement, "Statement")
    require(statement.table == table, "a contribution is for another table")
    require(statement.seat < len(keys), "a contribution is of a seat that does not exist")
    verify_signature(keys[statement.seat], "p2puno/v1/contribution", signed.statement, signed.signature)
    return Contribution(
        data, table, statement.term, statement.slot, statement.head, statement.seat, statement.body
    )


def table_id(proposal: bytes) -> bytes:
    return tagged_hash("p2puno/v1/table", proposal)


def first_head(table: bytes) -> bytes:
    return tagged_hash("p2puno/v1/first-head", table)


def next_head(head: bytes, slot: int, contributions: Sequence[bytes]) -> bytes:
    return tagged_hash("p2puno/v1/head", head, u32(slot), *contributions)


def framed(payload: bytes) -> bytes:
    return u32(len(payload)) + payload


def records(source: BinaryIO, most: int = MOST_RECORD) -> Iterator[bytes]:
    """The payloads of a file, one after the other."""
    limit = 256
    while prefix := source.read(4):
        require(len(prefix) == 4, "the file ends in the middle of a record")
        length = int.from_bytes(prefix, "big")
        require(0 < length <= limit, "a record announces an impossible length")
        pieces = b""
        while len(pieces) < length and (piece := source.read(min(65_536, length - len(pieces)))):
            pieces += piece
        require(len(pieces) == length, "the file ends in the middle of a record")
        yield pieces
        limit = most


# === 8. the rules (rules.md) ==============================================================================
#
# A game is a generator: it yields what it needs and is sent the event that meets the need. What the rules say
# in a row stands here in a row. Any `yield` may be sent the event "gone" instead: seats have left (16).

# --- cards (2) --------------------------------------------------------------------------------------------

RED, YELLOW, GREEN, BLUE = range(4)
NO_COLOUR = 4
CIRCLE = (RED, BLUE, GREEN, YELLOW)
DRAWN = {
    "draw-two": 2, "wild-draw-four": 4, "wild-draw-eight": 8, "wild-draw-ten": 10, "wild-plus-one": 1,
    "wild-plus-two": 2,
}  # fmt: skip


class Face(NamedTuple):
    """What is printed on a card; `colour` is None on wild cards, `number` on all but numbers."""

    kind: str
    colour: int | None
    number: int | None = None

    @property
    def points(self) -> int:
        if self.number is not None:
            return self.number
        return 50 if self.colour is None and self.kind not in ("wild-plus-one", "wild-plus-two") else 20


def classic_deck() -> list[Face]:
    cards = []
    for colour in range(4):
        cards.append(Face("number", colour, 0))
        cards += [Face("number", colour, number) for number in range(1, 10) for _ in range(2)]
        cards += [Face(kind, colour) for kind in ("skip", "reverse", "draw-two") for _ in range(2)]
    return [*cards, *wilds("wild", 4), *wilds("wild-draw-four", 4)]


def kids_deck() -> list[Face]:
    cards = []
    for colour in range(4):
        cards += [Face("number", colour, number) for number in range(1, 8)] + [Face("draw-two", colour)]
    return [*cards, *wilds("wild", 4)]


def wilds(kind: str, count: int) -> list[Face]:
    return [Face(kind, None)] * count


def deck_of(rules: dict[str, str]) -> list[Face]:
    blank = "wild" if rules["blank"] == "wild" else "wild-" + rules["blank"]
    match rules["deck"]:
        case "modern-112":
            cards = [*classic_deck(), *wilds("wild-shuffle-hands", 1), *wilds(blank, 3)]
        case "blank-112":
            cards = [*classic_deck(), *wilds(blank, 4)]
        case "h2o-112":
            cards = [*classic_deck(), *wilds("wild-plus-one", 2), *wilds("wild-plus-two", 2)]
        case "kids-36":
            cards = kids_deck()
        case _:
            cards = classic_deck()
    return [face for face in cards if face.kind not in rules["without"].split(",")]


# --- rule sets (3) ----------------------------------------------------------------------------------------

# Every option of the catalogue: its default, and its other values; a span of numbers; `without` is a list.
OPTIONS: dict[str, tuple[str, str]] = {
    "deck": ("classic-108", "modern-112 blank-112 kids-36 h2o-112"),
    "without": ("", "skip reverse draw-two wild wild-draw-four"),
    "blank": ("wild", "draw-ten draw-eight swap-hands"), "hand_size": ("7", "6 5"),
    "dealer": ("cut", "cut-redraw lot"), "next_dealer": ("left", "right loser"),
    "first_card": ("takes-effect", "number-only dealer-lays"), "deck_empty": ("reshuffle", "end-round"),
    "theme": ("colours", "suits"), "draw": ("one", "until-playable"), "decline": ("allowed", "forced"),
    "drawn_card": ("may-play", "keep must-play"), "reverse": ("lasting", "one-turn"),
    "skip": ("next-misses", "play-again"), "wild": ("names-colour", "cover open"),
    "wd4_legal": ("colour", "colour-or-wild colour-or-symbol always"), "challenge": ("on", "off"),
    "challenge_shows": ("challenger", "nobody everyone"), "guilty": ("draws", "takes-back void"),
    "ready_after_four": ("off", "on"), "deflect_wd4": ("off", "named-colour any"),
    "uno_call": ("with-play", "before-next automatic"), "uno_catch": ("players", "automatic"),
    "uno_rescue": ("off", "partner anyone"), "uno_reminder": ("off", "on"), "uno_penalty": ("2", "4"),
    "false_call_penalty": ("0", "2"), "uno_slap": ("off", "on"), "values": ("standard", "numbers-only"),
    "score": ("winner-takes", "own-points loser-at-target lazy one-round point-and-refill"),
    "target": ("500", "1–10000"), "rounds": ("0", "0–1000"), "teams": ("off", "2v2"),
    "to_the_last": ("off", "on"), "seven_rounds": ("off", "on"), "zero_fifty": ("off", "on"),
    "last_card_bonus": ("off", "h2o"), "stack": ("off", "draw-two draw-four both pass-on"),
    "jump_in": ("off", "on"), "double_play": ("off", "jump together"), "seven_zero": ("off", "on"),
    "seven_swap": ("must", "may"), "zero_pass": ("direction", "left"), "five_exchange": ("off", "on"),
    "colour_circle": ("off", "on"), "reverse_deflect": ("off", "on"), "pair_as_skip": ("off", "on"),
    "silence": ("off", "twos wilds"), "hint_penalty": ("0", "2 4"), "misplay_penalty": ("0", "2"),
    "spin": ("off", "each-turn marked-cards"), "open_replay": ("off", "on"), "turn_clock": ("0", "0–3600"),
    "key_sharing": ("on", "off"),
}  # fmt: skip


def read_rules(items: Sequence[tuple[str, str]]) -> dict[str, str]:
    """All options with their values, from the canonical list of those that differ."""
    order = list(OPTIONS)
    places = [order.index(name) if name in OPTIONS else -1 for name, _ in items]
    canonical = -1 not in places and places == sorted(set(places))
    require(canonical, "the rules are not in their canonical form")
    rules = {name: default for name, (default, _) in OPTIONS.items()}
    for name, value in items:
        default, others = OPTIONS[name]
        require(value != default and is_value(name, value, others), f"{name}={value} is no other value of it")
        rules[name] = value
    check_together(rules)
    return rules


def is_value(name: str, value: str, others: str) -> bool:
    if name == "without":
        kinds = value.split(",")
        return kinds == [kind for kind in others.split() if kind in kinds]
    least, _, most = others.partition("–")
    if not most:
        return value in others.split()
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else -1
    return str(number) == value and int(least) <= number <= int(most)


def check_together(rules: dict[str, str]) -> None:
    """3.3: what contradicts itself."""

    def meet(**values: str) -> bool:
        return all(rules[name] in words.split() for name, words in values.items())

    contradicts = (
        (rules["last_card_bonus"] == "h2o" and rules["deck"] != "h2o-112")
        or meet(last_card_bonus="h2o", score="winner-takes")
        or meet(teams="2v2", to_the_last="on")
        or meet(teams="2v2", score="own-points loser-at-target")
        or meet(score="lazy", rounds="0")
        or meet(teams="2v2", spin="each-turn marked-cards")
        or meet(double_play="jump", jump_in="off")
        or meet(uno_catch="automatic", uno_call="automatic")
        or meet(score="point-and-refill", to_the_last="on")
        or meet(seven_rounds="on", to_the_last="on")
        or meet(seven_rounds="on", score="point-and-refill")
    )
    require(not contradicts, "the rules contradict themselves")
    least, most = seats_for(rules)
    require(least <= most, "too few cards are left for anybody to play")


def seats_for(rules: dict[str, str]) -> tuple[int, int]:
    """The fewest and the most who can play by these rules."""
    dealt = (len(deck_of(rules)) - 2) // int(rules["hand_size"])
    most = min(dealt, 4 if rules["deck"] == "kids-36" else 10)
    return (4, min(most, 4)) if rules["teams"] == "2v2" else (2, most)


# --- needs and events (4) ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Need:
    """What the game waits for."""

    kind: str
    seat: int = -1
    count: int = 0
    cards: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    allowed: frozenset[str] = frozenset()
    joins: bool = True
    other: int = -1


@dataclass
class Window:
    """UNO was to be said by `target`."""

    target: int
    called: bool
    late: bool
    blocked: frozenset[int]
    used: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Attack:
    """What waits for `target`: cards, and turns to miss. `offender` has laid the last card of it."""

    kind: str
    offender: int
    target: int
    cards: int = 0
    misses: int = 1


@dataclass(frozen=True)
class Event:
    """What meets a need; `kind` as in rules.md, 4."""

    kind: str
    seat: int = -1
    card: int = -1
    colour: int | None = None
    uno: bool = False
    target: int | None = None
    second: int | None = None
    as_skip: bool = False
    count: int = 0
    cards: tuple[int, ...] = ()
    shown: tuple[int | None, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    yes: bool = False

    @property
    def laid(self) -> tuple[int, ...]:
        return (self.card,) if self.second is None else (self.card, self.second)


@dataclass(frozen=True)
class Neighbours:
    """Of a seat that has laid a card: the one after it, the one before it; whether two play."""

    after: int
    before: int
    two: bool


Flow = Generator[Need, Event, Any]


class RoundEnds(Exception):  # noqa: N818 - nothing went wrong
    """Who has left was the last but one to play, or all others have passed."""


class Game:
    """The public state of a game, and its course."""

    def __init__(self, rules: dict[str, str], seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.present = list(range(seats))
        self.deck = deck_of(rules)
        self.scores = [0] * seats
        self.round, self.voided, self.dealer, self.turn, self.direction = 0, 0, -1, 0, 1
        # Of the round before: its winners, and what each hand counted.
        self.won: list[int] = []
        self.values: list[int] = []
        self.clear()
        self.barred: frozenset[int] = frozenset()
        self.laid_by: int | None = None
        self.winners: tuple[int, ...] = ()
        self.need = Need("over")
        self.start(self.course())

    def clear(self) -> None:
        """Nothing lies on the table, and nothing waits."""
        self.counts = [0] * self.seats
        self.pile = 0
        self.discards: list[int] = []
        self.colour: int | None = None
        self.windows: list[Window] = []
        self.passes = 0
        # Who has laid his last card, in that order; who plays no more in this round.
        self.emptied: list[int] = []
        self.gone_out: tuple[int, ...] = ()
        self.attack: Attack | None = None
        self.four: tuple[int, int, Face | None] | None = None
        # Who ends a silence by its turn; the colour that a wild has set in another kind of silence.
        self.silent: tuple[str, int | None] | None = None
        self.accused: set[int] = set()
        # By seat: points made, and how often its hand was filled again; on what the first one out went out.
        self.made, self.refilled = [0] * self.seats, [0] * self.seats
        self.out_on: Face | None = None
        self.marked = self.playing_on = False
        self.asked = ""

    def start(self, flow: Flow) -> None:
        self.flow = flow
        self.need = next(flow)

    def tell(self, event: Event) -> None:
        """Let the game go on; Refused if the rules do not allow it."""
        try:
            self.need = self.flow.send(event)
        except StopIteration:
            self.need = Need("over")

    def ask(self, need: Need, *concerned: int) -> Flow:
        """The event that meets a need; None if somebody has left whom it concerned."""
        while True:
            event = yield need
            if event.kind != "gone":
                return event
            self.go_on()
            if not set(concerned) <= set(self.present):
                return None

    @property
    def playing(self) -> list[int]:
        """Who is present and not out."""
        return [seat for seat in self.present if seat not in self.gone_out]

    def around(self, seat: int, direction: int, *, itself: bool = False) -> Iterator[int]:
        """The seats that play, from this one or its neighbour on."""
        playing = self.playing
        for step in range(0 if itself else 1, self.seats + 1):
            if (found := (seat + step * direction) % self.seats) in playing:
                yield found

    def after(self, seat: int) -> int:
        """Whose turn comes after a seat's."""
        return next(self.around(seat, self.direction))

    def side(self, seat: int) -> list[int]:
        """A seat, with its partner."""
        if self.rules["teams"] == "off":
            return [seat]
        return [other for other in range(self.seats) if other % 2 == seat % 2]

    def face(self, card: int) -> Face:
        require(card < len(self.deck), "names a card that this deck does not have")
        require(card not in self.discards, "names a card that lies among the discards")
        return self.deck[card]

    @property
    def top(self) -> Face:
        return self.deck[self.discards[-1]]

    # --- seats that leave and sit down (16) -----------------------------------------------------------------

    def leave(self, seats: Sequence[int]) -> None:
        """SeatsGone; of the seats present, and not all of them."""
        self.present = [seat for seat in self.present if seat not in seats]
        if set(self.present) <= set(self.side(self.present[0])):
            self.clear()
            self.winners, self.need = tuple(self.present), Need("over")
        elif self.need.kind == "next round":
            return
        elif self.round == 0:
            self.start(self.course())
        elif self.moves_hands_of(seats):
            self.void()
        else:
            self.lay_aside(seats)
            self.tell(Event("gone"))

    def moves_hands_of(self, seats: Sequence[int]) -> bool:
        need = self.need
        if need.kind == "pool":
            return any(need.counts[seat] for seat in seats)
        return need.kind in ("hands", "exchange") and any(set(pair) & set(seats) for pair in need.pairs)

    def lay_aside(self, seats: Sequence[int]) -> None:
        if any(self.counts) and not self.refills:
            self.gone_out += tuple(seat for seat in seats if self.counts[seat] == 0)
        for seat in seats:
            self.counts[seat] = 0
        self.windows = [window for window in self.windows if window.target not in seats]
        # Who has passed are the seats before the one in turn.
        seat, passes, present = self.turn, self.passes, {*self.playing, *seats}
        for _ in range(passes):
            seat = next(
                at
                for step in range(1, self.seats + 1)
                if (at := (seat - step * self.direction) % self.seats) in present
            )
            self.passes -= seat in seats

    def go_on(self) -> None:
        """16.1, 7: whether the round does, after somebody has left."""
        if self.playing_on and (self.passes >= len(self.playing) or len(self.playing) < 2):
            raise RoundEnds

    def void(self) -> None:
        """RoundVoided."""
        self.clear()
        self.voided += 1
        self.start(self.again())

    def again(self) -> Flow:
        """After a void round: the same dealer, or the next one present to his left."""
        yield Need("next round")
        yield from self.course(next(self.around(self.dealer, 1, itself=True)))

    def sit_down(self, seats: Sequence[int]) -> None:
        """SeatsBack; newcomers have the next free numbers."""
        if self.rules["score"] in ("own-points", "loser-at-target"):
            worst = max(self.scores[seat] for seat in self.present)
        else:
            worst = min(self.scores[seat] for seat in self.present)
        new = max(0, max(seats) + 1 - self.seats)
        self.scores += [worst] * new
        self.counts += [0] * new
        self.values += [0] * new
        self.seats += new
        self.present = sorted({*self.present, *seats})

    # --- who deals (5) --------------------------------------------------------------------------------------

    def course(self, dealer: int | None = None) -> Flow:
        if dealer is None:
            self.clear()
            dealer = yield from self.find_dealer()
        first = None
        while True:
            yield from self.play_round(dealer, first)
            if self.winners:
                return
            yield Need("next round")
            dealer, first = self.next_dealer()

    def next_dealer(self) -> tuple[int, int | None]:
        """Who deals, and who plays first if that is not the seat after the dealer."""
        self.gone_out, self.emptied = (), []
        if self.rules["next_dealer"] != "loser":
            return next(self.around(self.dealer, 1 if self.rules["next_dealer"] == "left" else -1)), None
        near = list(self.around(self.dealer, 1))
        loser = max(near, key=lambda seat: self.values[seat])
        return loser, next((seat for seat in near if seat in self.won and seat != loser), None)

    def find_dealer(self) -> Flow:
        """A departure before the first deal begins this again."""
        if self.rules["dealer"] == "lot":
            # The whole deck is shuffled first, whatever follows.
            yield from self.shuffle_all()
            event = yield Need("lot", count=len(self.present))
            return self.present[event.count]
        standing: list[tuple[int, int]] = []
        cutting = list(self.present)
        yield from self.shuffle_all()
        while True:
            if self.pile < len(cutting):
                yield from self.shuffle_all()
            event = yield Need("cut", seats=tuple(cutting))
            faces = [self.face(card) for card in event.cards]
            require(len(set(event.cards)) == len(cutting), "a card was cut twice")
            self.pile -= len(cutting)
            self.discards += event.cards
            again = []
            for seat, shown in zip(cutting, faces, strict=True):
                if shown.number is None and self.rules["dealer"] == "cut-redraw":
                    again.append(seat)
                else:
                    standing.append((seat, shown.number or 0))
            highest = max((number for _, number in standing), default=0)
            best = sorted(seat for seat, number in standing if number == highest)
            if len(best) == 1 and not again:
                return best[0]
            if again:
                cutting = again
            else:
                cutting, standing = best, []

    def shuffle_all(self) -> Flow:
        self.counts, self.pile, self.discards, self.colour = [0] * self.seats, 0, [], None
        yield from self.ask(Need("shuffle", cards=tuple(range(len(self.deck)))))
        self.pile = len(self.deck)

    # --- a round (5, 11) ------------------------------------------------------------------------------------

    def play_round(self, dealer: int, first: int | None) -> Flow:
        self.clear()
        self.round += 1
        self.dealer = self.turn = dealer
        self.direction, self.laid_by = 1, None
        yield from self.shuffle_all()
        yield from self.turn_up()
        each, counts = int(self.rules["hand_size"]), [0] * self.seats
        event = None
        while event is None:
            counts = [each if seat in self.present else 0 for seat in range(self.seats)]
            if self.rules["first_card"] == "dealer-lays" and dealer in self.present:
                counts[dealer] -= 1
            event = yield from self.ask(Need("deal", counts=tuple(counts)), *self.present)
        self.counts = counts
        self.pile -= sum(counts)
        self.playing_on = True
        try:
            yield from self.play(first)
        except RoundEnds:
            self.lay_drawn_card_aside()
        self.playing_on = False
        yield from self.score()

    def lay_drawn_card_aside(self) -> None:
        """The one beside a hand, by choice or for the wheel, when the round ends (16.1, 7)."""
        need = self.need
        undecided = need.kind == "fit" or (need.kind == "move" and self.asked == "decide")
        if undecided and need.seat in self.present:
            self.counts[need.seat] -= 1

    def turn_up(self) -> Flow:
        while True:
            event = yield from self.ask(Need("first card"))
            shown = self.face(event.card)
            if shown.colour is None and shown.kind != "wild":
                yield from self.shuffle_all()
                continue
            self.pile -= 1
            self.discards.append(event.card)
            self.colour = shown.colour
            if shown.kind == "number" or self.rules["first_card"] != "number-only":
                return
            if self.pile < int(self.rules["hand_size"]) * len(self.present) + 2:
                yield from self.shuffle_all()

    def play(self, first: int | None) -> Flow:
        """From the first card's effect until the round ends."""
        seat = yield from self.open_play(first)
        while True:
            if self.marked:
                self.marked = False
                seat = next(self.around(seat, self.direction, itself=True))
                yield from self.spin(seat)
            if (yield from self.settle_hands()):
                return
            seat = next(self.around(seat, self.direction, itself=True))
            if self.silent and self.silent[0] == "twos" and self.silent[1] not in {*self.playing} - {seat}:
                self.silent = None
            if self.rules["spin"] == "each-turn":
                yield from self.spin(seat)
                if (yield from self.settle_hands()):
                    return
                if seat not in self.playing:
                    continue
            seat = yield from self.take_turn(seat)

    def open_play(self, first: int | None) -> Flow:
        """What the card turned up does; returns whose turn it is."""
        shown = self.top
        if self.rules["first_card"] == "dealer-lays":
            return (yield from self.dealer_lays(shown))
        first = self.after(self.dealer) if first is None else next(self.around(first, 1, itself=True))
        if shown.kind == "reverse":
            if self.rules["reverse"] == "lasting":
                self.direction = -self.direction
            return self.dealer
        if shown.kind == "draw-two":
            yield from self.draw(first, 2)
        if shown.kind in ("draw-two", "skip"):
            return self.after(first)
        if shown.kind == "wild" and self.names_colour(shown):
            while (event := (yield from self.choose(first, {"name colour"}, "name"))).kind == "gone":
                first = self.after(first)
            self.colour = event.colour
        return first

    def dealer_lays(self, shown: Face) -> Flow:
        seat = self.dealer
        if shown.kind == "wild" and self.names_colour(shown):
            while (event := (yield from self.choose(seat, {"name colour"}, "name"))).kind == "gone":
                seat = self.after(seat)
            self.colour = event.colour
        elif shown.kind in ("draw-two", "skip", "reverse"):
            laid = Event("played", seat, self.discards[-1])
            return (yield from self.effect(laid, shown, None, self.turned(laid, shown)))
        return self.after(self.dealer)

    # --- hands without cards (11) ---------------------------------------------------------------------------

    @property
    def to_the_last(self) -> bool:
        return self.rules["to_the_last"] == "on"

    @property
    def refills(self) -> bool:
        return self.rules["score"] == "point-and-refill" or self.rules["seven_rounds"] == "on"

    def part_with(self, seat: int, cards: int) -> None:
        """So many cards of a hand lie among the discards now."""
        self.counts[seat] -= cards
        if self.counts[seat] == 0:
            self.emptied = [each for each in self.emptied if each != seat] + [seat]

    def without_cards(self) -> Iterator[int]:
        """In the order in which their hands ran out."""
        return (seat for seat in self.emptied if self.counts[seat] == 0)

    def settle_hands(self) -> Flow:
        """Before a turn begins: who has no cards is out, or draws anew. True if the round has ended."""
        while empty := [seat for seat in self.without_cards() if seat in self.playing]:
            seat = empty[0]
            if not self.gone_out:
                self.out_on = self.top if self.laid_by == seat else None
            if not self.refills:
                self.gone_out, self.passes = (*self.gone_out, seat), 0
            elif not (yield from self.refill(seat)):
                return True
            if self.gone_out and not self.to_the_last:
                break
        over = len(self.playing) == 1 if self.to_the_last else bool(self.gone_out)
        return over or self.passes >= len(self.playing)

    def refill(self, seat: int) -> Flow:
        """False if that ends the round."""
        self.refilled[seat] += 1
        owed = int(self.rules["hand_size"]) - self.refilled[seat]
        if self.rules["score"] == "point-and-refill":
            owed = 6
            for each in self.side(seat):
                self.made[each] += 1
        if owed == 0 or self.nothing_to_draw():
            return False
        yield from self.draw(seat, owed)
        return True

    # --- a choice, and what may happen before it (15) -------------------------------------------------------

    def choose(self, seat: int, allowed: set[str], asked: str) -> Flow:
        """The choice of a seat, "gone" if it leaves; whatever is done out of turn comes before it."""
        while seat in self.playing:
            self.asked = asked
            self.turn = seat
            draws = {"passed" if self.nothing_to_draw() else "draw chosen"} if asked == "turn" else set()
            possible = frozenset(allowed | draws)
            event = yield Need("move", seat, allowed=possible)
            match event.kind:
                case "gone":
                    self.go_on()
                case "caught":
                    yield from self.caught(event)
                case "uno said":
                    yield from self.uno_said(event)
                case "broke silence":
                    yield from self.break_silence(event.seat)
                case "accused":
                    yield from self.accuse(event)
                case "jumped in":
                    self.check_jump(event)
                    return event
                case _:
                    require(event.seat == seat, "moves although it is not its turn")
                    require(event.kind in possible, "makes a move that is not allowed now")
                    return event
        return Event("gone")

    def may_interrupt(self, seat: int) -> set[str]:
        """What a seat may do now although it is not asked."""
        if self.need.kind != "move" or self.asked == "decide" or seat not in self.present:
            return set()
        possible = set()
        for window in self.windows:
            if self.may_catch(seat, window):
                possible.add("caught")
            if self.may_say_uno(seat, window):
                possible.add("uno said")
        if self.may_jump(seat):
            possible.add("jumped in")
        if self.silent is not None:
            possible.add("broke silence")
        if any(self.may_accuse(seat, other) for other in self.present):
            possible.add("accused")
        return possible

    def jumpable(self) -> bool:
        return (
            self.rules["jump_in"] == "on" and self.laid_by is not None and self.top.kind != "wild-draw-four"
        )

    def may_jump(self, seat: int) -> bool:
        if not self.jumpable() or self.counts[seat] == 0:
            return False
        if seat == self.laid_by and self.rules["double_play"] != "jump":
            return False
        return self.asked == "answer" or (self.asked == "turn" and seat != self.turn)

    def check_jump(self, event: Event) -> None:
        require(self.may_jump(event.seat), "jumps in although that is not possible now")
        shown = self.face(event.card)
        require(shown == self.top, "jumps in with another card than the one on top")
        if self.attack is not None and self.stackable(self.attack):
            require(self.stacks(shown, self.attack), "jumps in on a stack with a card that does not stack")

    # --- a turn (6) -----------------------------------------------------------------------------------------

    def take_turn(self, seat: int) -> Flow:
        """Returns the seat whose turn is next."""
        event = yield from self.choose(seat, {"played"}, "turn")
        if event.kind == "gone":
            return self.after(seat)
        if event.kind == "jumped in":
            return (yield from self.lay(event))
        if event.kind == "played":
            if self.is_misplay(event):
                return (yield from self.misplay(event))
            require(self.fits(self.face(event.card)), "plays a card that does not fit")
            return (yield from self.lay(event))
        yield from self.close_windows()
        if event.kind == "passed":
            self.passes += 1
            return self.after(seat)
        return (yield from self.draw_by_choice(seat))

    def draw_by_choice(self, seat: int) -> Flow:
        drawn_card, until = self.rules["drawn_card"], self.rules["draw"] == "until-playable"
        keeps, looks = drawn_card == "keep", until or drawn_card == "must-play"
        while True:
            yield from self.draw(seat, 1, joins=keeps and not until)
            if not self.drawn or seat not in self.present:
                return self.after(seat)
            if looks:
                fitting = self.cards_that(self.fits)
                need = Need("fit", seat, cards=fitting, joins=keeps)
                event = yield from self.ask(need, seat)
                if event is None:
                    return self.after(seat)
                if not event.yes:
                    if until:
                        continue
                    return self.after(seat)
            if keeps:
                return self.after(seat)
            allowed = {"played drawn"} if drawn_card == "must-play" else {"played drawn", "kept"}
            event = yield from self.choose(seat, allowed, "decide")
            if event.kind in ("kept", "gone"):
                return self.after(seat)
            require(self.fits(self.face(event.card)), "plays a card that does not fit")
            return (yield from self.lay(event))

    def cards_that(self, shows: Callable[[Face], bool]) -> tuple[int, ...]:
        return tuple(card for card, shown in enumerate(self.deck) if shows(shown))

    def fits(self, shown: Face) -> bool:
        if self.attack is not None:
            return self.answers(shown, self.attack)
        if self.asked == "cover" or shown.colour is None or self.colour in (None, shown.colour):
            return True
        top = self.top
        return top.colour is not None and (shown.kind, shown.number) == (top.kind, top.number)

    def is_misplay(self, event: Event) -> bool:
        alone = event.second is None and int(self.rules["misplay_penalty"]) > 0
        return alone and not self.fits(self.face(event.card))

    def misplay(self, event: Event) -> Flow:
        """An open card that does not fit goes back."""
        seat = event.seat
        require(event.colour is None and event.target is None, "tries a card with something beside it")
        self.counts[seat] -= 1
        closed, self.windows = self.windows, []
        yield from self.take_back(seat, event.card)
        yield from self.punish(closed)
        yield from self.draw(seat, int(self.rules["misplay_penalty"]))
        return self.after(seat)

    def take_back(self, seat: int, card: int) -> Flow:
        event = yield from self.ask(Need("return", seat, cards=(card,)), seat)
        if event is not None:
            self.counts[seat] += 1

    # --- a card that is laid (6, 7) -------------------------------------------------------------------------

    def lay(self, event: Event) -> Flow:
        """One card or two take effect; returns whose turn is next."""
        seat, shown = event.seat, self.face(event.card)
        self.check_pair(event, shown)
        self.check_named(event, shown)
        under, before, answered = self.top, self.colour, self.answered(shown)
        closed, self.windows = self.windows, []
        self.part_with(seat, len(event.laid))
        self.discards += event.laid
        if shown.colour is not None:
            self.colour = shown.colour
        elif shown.kind == "wild" and self.rules["wild"] != "names-colour":
            self.colour = None
        elif event.colour is None:
            self.colour = self.circled(before)
        else:
            self.colour = event.colour
        self.passes, self.laid_by, self.attack, self.four = 0, seat, None, None
        challengeable = self.rules["challenge"] == "on" and self.rules["wd4_legal"] != "always"
        if shown.kind == "wild-draw-four" and challengeable and before is not None:
            self.four = (seat, before, under)
        self.marked = self.marked or (
            self.rules["spin"] == "marked-cards"
            and shown.number == 1
            and not event.as_skip
            and self.counts[seat] > 0
        )
        said = self.counts[seat] == 1 and (event.uno or self.rules["uno_call"] == "automatic")
        if self.counts[seat] == 1 and self.rules["uno_call"] != "automatic":
            self.open_windows([seat], called=event.uno, late=self.rules["uno_call"] == "before-next")
        self.keep_silence(seat, shown)
        around = self.turned(event, shown)
        yield from self.punish(closed)
        if said:
            yield from self.slap(seat)
        elif event.uno and self.rules["uno_call"] != "automatic":
            yield from self.draw(seat, int(self.rules["false_call_penalty"]))
        return (yield from self.effect(event, shown, answered, around))

    def circled(self, colour: int | None) -> int | None:
        if colour is None:
            return None
        return CIRCLE[(CIRCLE.index(colour) + self.direction) % 4]

    def names_colour(self, shown: Face) -> bool:
        """Whether a colour has to be named with this card."""
        if shown.colour is not None or (shown.kind == "wild" and self.rules["wild"] != "names-colour"):
            return False
        return self.rules["colour_circle"] == "off" or self.colour is None

    def check_pair(self, event: Event, shown: Face) -> None:
        if event.second is None:
            require(not event.as_skip, "lays one card as a pair")
            return
        possible = (
            self.rules["pair_as_skip"] == "on" if event.as_skip else self.rules["double_play"] == "together"
        )
        same = self.face(event.second) == shown and event.second != event.card
        require(possible and same, "lays two cards that are no pair")
        sensible = event.kind == "played" and self.attack is None and shown.kind != "wild-draw-four"
        require(sensible, "lays a pair where only one card can be laid")

    def check_named(self, event: Event, shown: Face) -> None:
        require(self.names_colour(shown) == (event.colour is not None), "names a colour wrongly")
        last = self.counts[event.seat] <= len(event.laid)
        must = may = False
        if not last and not event.as_skip:
            seven = self.rules["seven_zero"] == "on" and shown.number == 7
            must = (seven and self.rules["seven_swap"] == "must") or shown.kind == "wild-swap-hands"
            may = must or seven or (self.rules["five_exchange"] == "on" and shown.number == 5)
        if event.target is None:
            require(not must, "names nobody to swap hands with")
        else:
            require(may, "names a player without reason")
            can_be = event.target in self.playing and event.target != event.seat
            require(can_be, "names a player who cannot be named")

    def turned(self, event: Event, shown: Face) -> Neighbours:
        """A Reverse turns the direction at once; whom the card can concern stands fast from then on."""
        two = len(self.playing) == 2
        turns = shown.kind == "reverse" and not event.as_skip and self.rules["reverse"] == "lasting"
        if turns and not two and event.second is None:
            self.direction = -self.direction
        return Neighbours(self.after(event.seat), next(self.around(event.seat, -self.direction)), two)

    def effect(self, event: Event, shown: Face, answered: Attack | None, around: Neighbours) -> Flow:
        """What the card does; returns whose turn is next."""
        seat, target, times = event.seat, around.after, 1 if event.second is None else 2
        if answered is not None and shown.kind == "reverse":
            return (yield from self.turn_back(seat, answered, target))
        match "skip" if event.as_skip else shown.kind:
            case "skip":
                return (yield from self.skip(seat, target, 1 if event.as_skip else times))
            case "reverse" if around.two:
                return (yield from self.skip(seat, target, times))
            case "reverse" if self.rules["reverse"] == "one-turn" and times == 1:
                return around.before
            case "draw-two" | "wild-draw-four" | "wild-draw-eight" | "wild-draw-ten":
                cards = self.laid_against(shown, answered, times)
                return (yield from self.strike(Attack(shown.kind, seat, target, cards)))
            case "wild" if self.rules["wild"] == "cover" and self.counts[seat]:
                return (yield from self.cover(seat))
            case "wild-plus-one" | "wild-plus-two":
                for other in [other for other in self.around(seat, self.direction) if other != seat]:
                    yield from self.draw(other, DRAWN[shown.kind] * times)
            case _ if self.counts[seat]:
                yield from self.move_for(event, shown)
        return target

    def laid_against(self, shown: Face, answered: Attack | None, times: int) -> int:
        """How many cards a drawing card, or two of them, lay against the next seat."""
        if answered is None or not self.stacks(shown, answered):
            return DRAWN[shown.kind] * times
        return answered.cards + (0 if self.rules["stack"] == "pass-on" else DRAWN[shown.kind])

    def skip(self, seat: int, target: int, times: int) -> Flow:
        if self.rules["skip"] == "play-again":
            return seat
        return (yield from self.strike(Attack("skip", seat, target, misses=times)))

    def cover(self, seat: int) -> Flow:
        """One more card, which fits whatever it is."""
        event = yield from self.choose(seat, {"played"}, "cover")
        if event.kind == "gone":
            return self.after(seat)
        return (yield from self.lay(event))

    # --- attacks (7, 14) ------------------------------------------------------------------------------------

    def stackable(self, attack: Attack) -> bool:
        stack = self.rules["stack"]
        return (attack.kind == "draw-two" and stack in ("draw-two", "both", "pass-on")) or (
            attack.kind == "wild-draw-four" and stack in ("draw-four", "both")
        )

    def stacks(self, shown: Face, attack: Attack) -> bool:
        return self.stackable(attack) and shown.kind == attack.kind

    def can_be_turned(self, attack: Attack) -> bool:
        kinds = ("draw-two", "wild-draw-four", "skip")
        return self.rules["reverse_deflect"] == "on" and attack.kind in kinds

    def answers(self, shown: Face, attack: Attack) -> bool:
        deflect = self.rules["deflect_wd4"]
        if self.stacks(shown, attack):
            return True
        if attack.kind == "wild-draw-four" and shown.kind == "draw-two" and deflect != "off":
            return deflect == "any" or shown.colour == self.colour
        return self.can_be_turned(attack) and shown.kind == "reverse" and shown.colour == self.colour

    def answered(self, shown: Face) -> Attack | None:
        """The attack that this card answers."""
        return self.attack if self.attack is not None and self.answers(shown, self.attack) else None

    def strike(self, attack: Attack) -> Flow:
        """The target accepts, challenges, answers or is hit; returns whose turn is next."""
        self.attack = attack
        allowed = {"accepted"}
        if self.four is not None:
            allowed.add("challenged")
        deflected = attack.kind == "wild-draw-four" and self.rules["deflect_wd4"] != "off"
        if self.stackable(attack) or deflected or self.can_be_turned(attack):
            allowed.add("played")
        if len(allowed) > 1 or self.jumpable():
            event = yield from self.choose(attack.target, allowed, "answer")
            if event.kind == "gone":
                self.attack = self.four = None
                return self.after(attack.target)
            if event.kind == "jumped in":
                return (yield from self.lay(event))
            if event.kind == "played":
                require(self.fits(self.face(event.card)), "plays a card that does not fit")
                return (yield from self.lay(event))
            yield from self.close_windows()
            if event.kind == "challenged":
                return (yield from self.challenge(attack))
        self.attack = self.four = None
        yield from self.draw_for(attack, attack.target, attack.cards)
        following = attack.target
        for _ in range(attack.misses):
            # Whoever attacked misses no turn.
            following = self.after(following) if following == attack.offender else following
            following = self.after(following)
        return following

    def draw_for(self, attack: Attack, seat: int, cards: int) -> Flow:
        yield from self.draw(seat, cards)
        if attack.kind == "wild-draw-four" and self.rules["ready_after_four"] == "on":
            yield from self.choose(seat, {"ready"}, "ready")

    def turn_back(self, seat: int, attack: Attack, following: int) -> Flow:
        """A Reverse sends an attack to whoever laid the last card of it."""
        if self.counts[attack.offender] == 0:
            return following
        back = Attack(attack.kind, seat, attack.offender, attack.cards, attack.misses)
        return (yield from self.strike(back))

    # --- the Wild Draw Four (8) -----------------------------------------------------------------------------

    def challenge(self, attack: Attack) -> Flow:
        assert self.four is not None
        offender, colour, under = self.four
        event = None
        if offender in self.present:
            forbidding = self.cards_that(lambda shown: self.forbids(shown, colour, under))
            need = Need("verdict", offender, cards=forbidding, other=attack.target)
            event = yield from self.ask(need, offender, attack.target)
        self.attack = self.four = None
        if attack.target not in self.present:
            return self.after(attack.target)
        # Who has left cannot show that his card was legal.
        if event is None or event.yes:
            require(event is None or self.counts[offender] > 0, "says that an empty hand was guilty")
            yield from self.undo(offender, colour)
            yield from self.draw_for(attack, offender, attack.cards)
            return attack.target
        yield from self.draw_for(attack, attack.target, attack.cards + 2)
        return self.after(attack.target)

    def undo(self, offender: int, colour: int) -> Flow:
        """What becomes of a Wild Draw Four that was illegal."""
        if self.rules["guilty"] == "draws":
            return
        card, self.colour, self.laid_by = self.discards.pop(), colour, None
        if self.rules["guilty"] == "void":
            self.discards.insert(0, card)
        elif offender in self.present:
            yield from self.take_back(offender, card)

    def forbids(self, shown: Face, colour: int, under: Face | None) -> bool:
        if shown.colour == colour:
            return True
        match self.rules["wd4_legal"]:
            case "colour-or-wild":
                return shown.colour is None and shown.kind != "wild-draw-four"
            case "colour-or-symbol":
                same = under is not None and (shown.kind, shown.number) == (under.kind, under.number)
                return same and shown.colour is not None
        return False

    # --- hands that move (14) -------------------------------------------------------------------------------

    def move_for(self, event: Event, shown: Face) -> Flow:
        """What a card does to hands; a pair does it once."""
        zero_seven = self.rules["seven_zero"] == "on"
        swaps = shown.kind == "wild-swap-hands" or (zero_seven and shown.number == 7)
        if swaps and event.target is not None:
            yield from self.swap(event.seat, event.target)
        elif shown.kind == "wild-shuffle-hands":
            yield from self.pool(event.seat)
        elif zero_seven and shown.number == 0:
            left = self.direction == 1 or self.rules["zero_pass"] == "left"  # noqa: S105
            order = self.playing if left else self.playing[::-1]
            yield from self.move_hands(list(zip(order, [*order[1:], order[0]], strict=True)))
        elif shown.number == 5 and event.target is not None and {event.seat, event.target} <= {*self.playing}:
            yield from self.ask(Need("exchange", pairs=((event.seat, event.target),)))

    def swap(self, one: int, other: int) -> Flow:
        if {one, other} <= set(self.playing):
            yield from self.move_hands([(one, other), (other, one)])

    def move_hands(self, pairs: list[tuple[int, int]]) -> Flow:
        yield from self.ask(Need("hands", pairs=tuple(pairs)))
        counts = list(self.counts)
        for giver, receiver in pairs:
            self.counts[receiver] = counts[giver]
        self.down_to_one(sorted(receiver for _, receiver in pairs))

    def pool(self, seat: int) -> Flow:
        shares = [0] * self.seats
        at = self.after(seat)
        for _ in range(sum(self.counts)):
            shares[at] += 1
            at = self.after(at)
        yield from self.ask(Need("pool", counts=tuple(shares)))
        self.counts = shares
        self.down_to_one(self.playing)

    # --- UNO (9) --------------------------------------------------------------------------------------------

    def down_to_one(self, seats: list[int]) -> None:
        """Hands have moved, or the wheel has taken cards: windows open anew."""
        if self.rules["uno_call"] != "automatic":
            self.windows = [window for window in self.windows if window.target not in seats]
            self.open_windows([seat for seat in seats if self.counts[seat] == 1], called=False, late=True)

    def open_windows(self, seats: list[int], *, called: bool, late: bool) -> None:
        """Whoever has caught falsely is blocked in the next windows, and only in these."""
        if seats:
            self.windows += [Window(seat, called, late, self.barred) for seat in seats]
            self.barred = frozenset()

    def close_windows(self) -> Flow:
        closed, self.windows = self.windows, []
        yield from self.punish(closed)

    def punish(self, closed: list[Window]) -> Flow:
        """uno_catch=automatic: what a window costs that has closed without a call."""
        for window in closed:
            forgotten = not window.called and self.counts[window.target] > 0
            if self.rules["uno_catch"] == "automatic" and forgotten:
                yield from self.draw(window.target, int(self.rules["uno_penalty"]))

    def may_catch(self, seat: int, window: Window) -> bool:
        free = seat != window.target and seat not in window.used and seat not in window.blocked
        return free and self.rules["uno_catch"] == "players" and seat in self.present

    def may_say_uno(self, seat: int, window: Window) -> bool:
        if window.called or seat not in self.present:
            return False
        if seat == window.target:
            return window.late
        rescue = self.rules["uno_rescue"]
        return rescue == "anyone" or (rescue == "partner" and seat in self.side(window.target))

    def window_of(self, target: int | None) -> Window | None:
        return next((window for window in self.windows if window.target == target), None)

    def caught(self, event: Event) -> Flow:
        window = self.window_of(event.target)
        may = window is not None and self.may_catch(event.seat, window)
        require(may, "catches although it may not")
        assert window is not None
        if not window.called:
            self.windows.remove(window)
            yield from self.draw(window.target, int(self.rules["uno_penalty"]))
            return
        window.used.add(event.seat)
        self.barred |= {event.seat}
        yield from self.draw(event.seat, int(self.rules["false_call_penalty"]))

    def uno_said(self, event: Event) -> Flow:
        window = self.window_of(event.target)
        may = window is not None and self.may_say_uno(event.seat, window)
        require(may, "says UNO although it may not")
        assert window is not None
        window.called = True
        yield from self.slap(window.target)

    def slap(self, seat: int) -> Flow:
        """Who is the last to react to an UNO draws."""
        while self.rules["uno_slap"] == "on":
            others = tuple(other for other in self.playing if other != seat)
            if len(others) < 2:
                return
            event = yield from self.ask(Need("last", seats=others), *others)
            if event is not None:
                yield from self.draw(event.seat, 2)
                return

    # --- silence and hints (14, 15) -------------------------------------------------------------------------

    def keep_silence(self, seat: int, shown: Face) -> None:
        kind = self.rules["silence"]
        if kind == "twos" and shown.number == 2:
            self.silent = ("twos", seat)
        elif kind == "wilds" and shown.colour is None:
            self.silent = ("wilds", self.colour)
        elif self.silent is not None and kind == "wilds" and self.silent[1] != self.colour:
            self.silent = None

    def break_silence(self, seat: int) -> Flow:
        require(self.silent is not None and seat in self.present, "breaks a silence that there is not")
        self.silent = None
        yield from self.draw(seat, 2)

    def may_accuse(self, seat: int, target: int) -> bool:
        on = self.rules["hint_penalty"] != "0" and seat not in self.accused
        return on and seat in self.present and target in self.playing and seat != target

    def accuse(self, event: Event) -> Flow:
        assert event.target is not None
        require(self.may_accuse(event.seat, event.target), "accuses although it may not")
        voted = yield from self.ask(Need("vote", event.seat, other=event.target), event.seat, event.target)
        if voted is None:
            return
        if voted.yes:
            yield from self.draw(event.target, int(self.rules["hint_penalty"]))
        else:
            self.accused.add(event.seat)

    # --- the wheel (14) -------------------------------------------------------------------------------------

    def spin(self, seat: int) -> Flow:
        self.turn = seat
        event = yield from self.ask(Need("wheel", seat, count=9), seat)
        if event is None:
            return
        match event.count:
            case 0 | 1:
                yield from self.draw_until(seat, RED if event.count == 0 else BLUE)
            case 2:
                yield from self.discard(seat, lambda faces: same(face.number for face in faces))
            case 3:
                yield from self.discard(seat, lambda faces: same(face.colour for face in faces))
            case 4:
                yield from self.duel()
            case 5:
                event = yield from self.choose(seat, {"target named"}, "wheel")
                if event.kind != "gone":
                    can_be = event.target in self.playing and event.target != seat
                    require(can_be, "names a player who cannot be named")
                    yield from self.swap(seat, event.target)
            case 6:
                yield from self.ask(Need("show", seat), seat)
            case 7 if self.counts[seat] > 2:
                yield from self.discard(seat, lambda faces: len(faces) == self.counts[seat] - 2)
            case 8:
                yield from self.first_to_react()

    def draw_until(self, seat: int, colour: int) -> Flow:
        wanted = self.cards_that(lambda shown: shown.colour == colour)
        while True:
            yield from self.draw(seat, 1, joins=False)
            if not self.drawn or seat not in self.present:
                return
            event = yield from self.ask(Need("fit", seat, cards=wanted, joins=True), seat)
            if event is None or event.yes:
                return

    def discard(self, seat: int, right: Callable[[list[Face]], bool]) -> Flow:
        event = yield from self.choose(seat, {"discarded"}, "wheel")
        if event.kind == "gone":
            return
        faces = [self.face(card) for card in event.cards]
        require(len(set(event.cards)) == len(faces), "discards a card twice")
        require(right(faces), "discards other cards than the wheel says")
        self.put_under(seat, event.cards)

    def put_under(self, seat: int, cards: Sequence[int]) -> None:
        if cards:
            self.discards[-1:-1] = cards
            self.part_with(seat, len(cards))
            self.down_to_one([seat])

    def duel(self) -> Flow:
        event, seats = None, tuple(self.playing)
        while event is None:
            seats = tuple(self.playing)
            event = yield from self.ask(Need("duel", seats=seats), *seats)
        numbers = [
            (self.face(card).number or 0, seat, card)
            for seat, card in zip(seats, event.shown, strict=True)
            if card is not None
        ]
        best = [(seat, card) for number, seat, card in numbers if number == max(numbers)[0]]
        if len(best) == 1:
            self.put_under(best[0][0], [best[0][1]])

    def first_to_react(self) -> Flow:
        event = None
        while event is None:
            seats = tuple(self.playing)
            event = yield from self.ask(Need("first", seats=seats), *seats)
        yield from self.discard(event.seat, lambda faces: len(faces) == 1)

    # --- drawing (10) ---------------------------------------------------------------------------------------

    def nothing_to_draw(self) -> bool:
        return self.pile == 0 and not self.reshuffles()

    def reshuffles(self) -> bool:
        stays = self.rules["deck_empty"] == "end-round" or self.rules["score"] == "point-and-refill"
        return not stays and len(self.discards) > 1

    def draw(self, seat: int, owed: int, *, joins: bool = True) -> Flow:
        self.drawn = 0
        while owed and seat in self.playing:
            if self.pile == 0:
                if not self.reshuffles():
                    break
                under, self.discards = tuple(self.discards[:-1]), self.discards[-1:]
                yield from self.ask(Need("shuffle", cards=under))
                self.pile = len(under)
                continue
            count = min(owed, self.pile)
            event = yield from self.ask(Need("cards", seat, count=count, joins=joins), seat)
            self.pile -= count
            if event is None:
                return
            self.counts[seat] += count
            self.drawn += count
            owed -= count
        if self.drawn:
            self.windows = [window for window in self.windows if self.counts[window.target] == 1]

    # --- the end of a round and of the game (11, 12) --------------------------------------------------------

    def score(self) -> Flow:
        self.attack = self.four = self.silent = None
        self.windows = []
        event = None
        while event is None:
            holders = tuple(seat for seat in self.present if self.counts[seat])
            event = yield from self.ask(Need("opening", seats=holders), *holders)
        held = [len(hand) for hand in event.hands]
        require(held == self.counts, "opens another number of cards than it holds")
        cards = [card for hand in event.hands for card in hand]
        require(len(set(cards)) == len(cards), "opens a card twice")
        self.values = [self.value(hand) for hand in event.hands]
        self.won = self.round_winners()
        kind = self.rules["score"]
        for seat in range(self.seats):
            won = seat in self.won
            if kind in ("own-points", "loser-at-target"):
                self.scores[seat] += self.values[seat] - (self.bonus() if won else 0)
            elif kind == "point-and-refill":
                self.scores[seat] += self.made[seat]
            elif kind == "lazy":
                self.scores[seat] += won
            elif won:
                others = (value for other, value in enumerate(self.values) if other not in self.won)
                self.scores[seat] += sum(others)
        self.winners = self.game_winners()

    def round_winners(self) -> list[int]:
        if self.rules["score"] == "point-and-refill":
            most = max(self.made)
            return [seat for seat in range(self.seats) if self.made[seat] == most] if most else self.lowest()
        out = [seat for seat in self.without_cards() if seat in self.gone_out or seat in self.present]
        return sorted(self.side(out[0])) if out else self.lowest()

    def lowest(self) -> list[int]:
        sums = {seat: sum(self.values[each] for each in self.side(seat)) for seat in self.present}
        return [seat for seat in self.present if sums[seat] == min(sums.values())]

    def bonus(self) -> int:
        if self.rules["last_card_bonus"] == "off" or self.out_on is None:
            return 0
        return {"wild-plus-one": 20, "wild-plus-two": 40}.get(self.out_on.kind, 0)

    def value(self, hand: Sequence[int]) -> int:
        shown = [self.face(card) for card in hand]
        if self.rules["zero_fifty"] == "on" and [each.number for each in shown] == [0]:
            return 50
        if self.rules["values"] == "numbers-only":
            return sum(each.number or 0 for each in shown)
        return sum(each.points for each in shown)

    def game_winners(self) -> tuple[int, ...]:
        """Of those present; empty as long as the game goes on."""
        kind, rounds, target = self.rules["score"], int(self.rules["rounds"]), int(self.rules["target"])
        scores = {seat: self.scores[seat] for seat in self.present}
        most = max(scores.values())
        if kind == "one-round":
            return tuple([seat for seat in self.won if seat in scores] or self.lowest())
        if rounds:
            if self.round - self.voided < rounds:
                return ()
        elif kind != "point-and-refill" and most < target:
            return ()
        if kind == "loser-at-target":
            limit = most if rounds else target
            safe = tuple(seat for seat, score in scores.items() if score < limit)
            if safe:
                return safe
        best = min(scores.values()) if kind in ("own-points", "loser-at-target") else most
        return tuple(seat for seat, score in scores.items() if score == best)


def same(values: Iterable[Any]) -> bool:
    """All alike, and none of them nothing; or there are none."""
    found = set(values)
    return not found or (len(found) == 1 and None not in found)


# === 9. the table (table.md) ==============================================================================
#
# Again a generator: it yields the slot that it waits for and is sent the bodies, by seat. What depends on the
# place of a slot is computed behind its `yield`: before it the table still stands at the slot before. When
# seats have left, `Departed` is thrown into it. What can go on without them catches it; whatever does not is
# left, and the course begins again with what the rules need.


@dataclass(frozen=True)
class Slot:
    """Who contributes what to the next slot."""

    name: str
    seats: tuple[int, ...]
    bodies: tuple[str, ...]


Bodies = dict[int, Any]
Slots = Generator[Slot, Bodies, Any]
MOVES = (
    "Play", "PlayDrawn", "Draw", "Join", "NameColour", "Pass", "Accept", "Challenge", "Ready", "NameTarget",
    "Discard",
)  # fmt: skip
AT_SOMEBODY = ("CatchSignal", "CallSignal", "AccuseSignal")
RACE_SIGNALS = (*AT_SOMEBODY, "MoveSignal", "JumpSignal", "ReactSignal", "ChatterSignal")


@dataclass
class Hand:
    """Masked cards under the key whose public form is `key`."""

    key: Point
    cards: list[Point]


@dataclass(frozen=True)
class Signal:
    seat: int
    seen: tuple[int, ...]
    name: str
    body: Any


@dataclass
class Moment:
    """The race that signals were given in."""

    slot: int
    seat: int
    allowed: frozenset[str]
    hands: dict[int, Point]


@dataclass(frozen=True)
class Track:
    owner: int | None
    cards: list[Point]


@dataclass(frozen=True)
class Arrival:
    """Cards that join a hand: under `key`."""

    seat: int
    key: Point
    cards: list[Point]


@dataclass(frozen=True)
class Parcel:
    """Elements under a key of the giver on their way to the receiver."""

    giver: int
    receiver: int
    held: Hand


@dataclass
class Mask:
    """A seat's key on a pile. receptions: keys for shares of others, by seat; shares: its own, by holder."""

    key: Point
    receptions: dict[int, Point]
    shares: dict[int, Point] | None = None


@dataclass(frozen=True)
class MadeKey:
    """A key that follows from a seat's secret: open replay."""

    key: Point
    seat: int
    round: int
    term: int
    slot: int
    head: bytes
    purpose: str


class Departed(Exception):  # noqa: N818 - nothing went wrong
    """Seats have left. kept: the rules need what they needed; lost: what was under way voids the round."""

    def __init__(self, convicted: bool, kept: bool, in_round: bool) -> None:
        super().__init__()
        self.convicted, self.kept, self.in_round, self.lost = convicted, kept, in_round, False


class Anew(Exception):  # noqa: N818 - nothing went wrong
    """What was under way does not go on; what a departure asks for is done."""


class Table:
    """One table between two slots."""

    def __init__(self, proposal: Any, proposal_data: bytes) -> None:
        require(proposal.version == VERSION, "the table is of another version")
        self.proposal, self.proposal_data = proposal, proposal_data
        self.entries = list(proposal.seats)
        require(len(set(self.keys)) == len(self.keys), "one identity sits at two seats")
        for key in (*self.keys, *self.operators):
            check_public_key(key)
        independent = {entry.key for entry in self.entries if entry.operator == entry.key}
        for entry in self.entries:
            own = entry.operator == entry.key
            require(
                entry.operator in independent and (own or entry.bot), "a seat's operator does not play it"
            )
        self.rules = read_rules([(item.name, item.value) for item in proposal.rules])
        self.n = len(self.entries)
        self.game = Game(self.rules, self.n)
        least, self.most_seats = seats_for(self.rules)
        require(least <= self.n <= self.most_seats, "the rules are not for so many")
        self.table = table_id(proposal_data)
        self.term, self.slot, self.head = 0, 0, first_head(self.table)
        # Where each seat last sat down; who has contributed to nothing since; who was convicted; everything
        # that filled slots.
        self.sat = [0] * self.n
        self.unheard: set[int] = set()
        self.convicted: set[int] = set()
        self.log: list[Any] = []
        # Proofs are checked when all of a slot has been read; a table that is made again believes them.
        self.claims: list[tuple[str, int, Callable[[], None]]] = []
        self.believes = False
        self.made: list[MadeKey] = []
        self.clear()
        self.began = self.finished = self.owes_sharing = False
        self.flow = self.course()
        self.expected: Slot = next(self.flow)

    def clear(self) -> None:
        """No card lies on the table."""
        self.epoch: dict[int, Mask] = {}
        self.pile: list[Point] = []
        self.hands: dict[int, Hand] = {}
        self.drawn: Arrival | None = None
        self.stake: tuple[int, Hand] | None = None
        self.doubt: Point | None = None
        self.pending: list[Signal] = []
        self.moment: Moment | None = None
        self.seen_keys: set[Point] = set()

    @property
    def keys(self) -> list[bytes]:
        return [entry.key for entry in self.entries]

    @property
    def operators(self) -> list[bytes]:
        return [entry.operator for entry in self.entries]

    # --- one slot (11) --------------------------------------------------------------------------------------

    def fill(self, contributions: Sequence[Contribution]) -> None:
        """One complete slot, of contributions for this place; Refused if something in it does not hold."""
        ours = tuple(each.seat for each in contributions) == self.expected.seats
        require(ours, "a slot holds contributions of other seats than it waits for", "slots")
        bodies: Bodies = {}
        for each in contributions:
            require(each.head == self.head, "a contribution continues another story", "head", each.seat)
            with blaming("body", each.seat):
                bodies[each.seat] = decode(each.body, *self.expected.bodies)
        self.claims, self.unheard = [], set()
        self.advance(lambda: self.flow.send(bodies))
        self.settle()
        self.head = next_head(self.head, self.slot, [each.data for each in contributions])
        self.slot += 1
        self.log.append(contributions)

    def remove(self, record: Any) -> None:
        """Votes fill the slot; Refused if they may not stand here."""
        out, grounds = check_removal(self, record)
        self.head = tagged_hash(
            "p2puno/v1/removal-head", self.head, u32(self.slot), *record.votes, *record.grounds
        )
        self.term, self.slot = self.term + 1, self.slot + 1
        self.log.append(record)
        before, in_round = (
            self.game.need,
            self.game.round > 0 and self.game.need.kind not in ("next round", "over"),
        )
        convicted = {ground.seat for ground in grounds if ground.convicts}
        self.convicted |= convicted
        self.made = [made for made in self.made if made.seat not in out]
        if before.kind == "over":
            self.game.present = [seat for seat in self.game.present if seat not in out]
        else:
            self.game.leave(out)
        need = self.game.need
        self.hands = {seat: hand for seat, hand in self.hands.items() if seat not in out}
        if self.drawn is not None and self.drawn.seat in out:
            self.drawn = None
        self.stake = None if self.game.four is None else self.stake
        self.doubt = self.doubt if need.kind == "verdict" else None
        self.pending = []
        departed = Departed(bool(convicted), need == before, in_round)
        self.advance(lambda: self.flow.throw(departed))

    def advance(self, step: Callable[[], Slot]) -> None:
        try:
            self.expected = step()
        except StopIteration:
            self.finished = True

    def claim(self, obligation: str, seat: int, check: Callable[..., None], *about: Any) -> None:
        """A proof: its form is checked now, the rest when the slot was read, or before anything follows."""
        if check in FORMS and not self.believes:
            *_, sources, _targets, proof = about
            with blaming(obligation, seat):
                FORMS[check](proof, len(sources))
        self.claims.append((obligation, seat, lambda: check(*about)))

    def settle(self) -> None:
        claims, self.claims = self.claims, []
        for obligation, seat, check in claims:
            if not self.believes:
                with blaming(obligation, seat):
                    check()

    def all(self) -> tuple[int, ...]:
        return tuple(self.game.present)

    def own_seats(self) -> list[int]:
        """Those present that are their own operators."""
        return [seat for seat in self.all() if self.keys[seat] == self.operators[seat]]

    def binding(self, seat: int) -> Binding:
        return Binding(
            VERSION, self.table, self.term, self.game.round, self.slot, self.head, seat, self.keys[seat]
        )

    def place(self, seat: int, proof_type: str, purpose: str) -> ProofTranscript:
        return ProofTranscript(self.binding(seat), proof_type, purpose)

    def tell(self, seat: int | None, event: Event, obligation: str = "move") -> None:
        """The rules go on, by what a seat has said; when a round begins everything hidden is gone."""
        before = self.game.round
        with blaming(obligation, seat):
            self.game.tell(event)
        if self.game.round != before:
            self.clear()

    def fresh(self, key: Point, seat: int, purpose: str = "") -> Point:
        """A key new in this round; `purpose` of those that follow from a seat's secret."""
        if key in self.seen_keys:
            self.settle()
            raise Refused("a key was used before", "fresh key", seat)
        self.seen_keys.add(key)
        if purpose and self.rules["open_replay"] == "on":
            self.made.append(MadeKey(key, seat, self.game.round, self.term, self.slot, self.head, purpose))
        return key

    # --- the course of a game (5, 6) ------------------------------------------------------------------------

    def course(self) -> Slots:
        yield Slot("genesis", self.all(), ("Consent",))
        yield from self.acknowledge()
        while True:
            try:
                if self.game.need.kind == "over":
                    yield from self.ending()
                    return
                if self.began:
                    yield from self.share_owed()
                    yield from self.meet(self.game.need)
                else:
                    yield from self.roster()
                    self.began = True
            except Departed as departed:
                with suppress(Anew):
                    yield from self.go_on(departed)
            except Anew:
                continue

    def acknowledgement(self) -> Slot:
        return Slot("acknowledge", self.all(), ("Acknowledge",))

    def acknowledge(self) -> Slots:
        yield self.acknowledgement()

    def ending(self) -> Slots:
        yield from self.acknowledge()
        if self.rules["open_replay"] == "on":
            said = yield from self.persist(lambda: Slot("publish", self.all(), ("Publish",)))
            for seat, body in said.items():
                self.check_published(seat, body.secret)
            self.made = []
            yield from self.persist(self.acknowledgement)

    def check_published(self, seat: int, secret: bytes) -> None:
        """Every key of the seat follows from its secret of round 0."""
        rounds = [secret]
        for made in self.made:
            if made.seat == seat:
                while len(rounds) <= made.round:
                    parts = [self.table, u32(len(rounds) - 1)]
                    rounds.append(derive_bytes(rounds[-1], "p2puno/v1/seat-secret/ratchet", parts, 32))
                place = [self.table, u32(made.term), u32(made.round), u32(seat), u32(made.slot), made.head]
                label = f"p2puno/v1/seat-secret/key/{made.purpose}"
                follows = (
                    self.believes or multiply(derive_scalar(rounds[made.round], label, place), G) == made.key
                )
                require(follows, "published another secret than its keys follow from", "publish", seat)

    def meet(self, need: Need) -> Slots:
        """The slots that a need of the rules takes."""
        match need.kind:
            case "shuffle" | "cut" | "first card" | "deal" | "cards":
                yield from self.meet_by_the_deck(need)
            case "hands" | "pool" | "exchange" | "return":
                yield from self.meet_by_hands(need)
            case "fit":
                yield from self.fit(need)
            case "lot" | "wheel":
                outcome = yield from self.lot(need.count)
                self.tell(None, Event("lot drawn", count=outcome))
            case "show":
                yield from self.show(need.seat)
            case "duel":
                yield from self.duel(need.seats)
            case "first" | "last":
                yield from self.reactions(need)
            case "vote":
                yield from self.vote(need)
            case "verdict":
                yield from self.challenge(need)
            case "opening":
                self.pending = []
                yield from self.acknowledge()
                yield from self.opening()
            case "next round":
                yield from self.roster()
                self.tell(None, Event("next round"))
            case "move":
                yield from self.move(need)

    def meet_by_the_deck(self, need: Need) -> Slots:
        dealer = max(self.game.dealer, 0)
        match need.kind:
            case "shuffle":
                cards = [card_point(card) for card in need.cards]
                shared = self.is_shared()
                self.pile, self.epoch = yield from self.shuffle(cards, shared=shared)
                if shared:
                    yield from self.share()
                self.tell(None, Event("shuffled"))
            case "cut":
                last, cut = yield from self.open_top(len(need.seats), "cut", dealer)
                self.tell(last, Event("cut cards", cards=tuple(cut)), "unmask")
            case "first card":
                last, (card,) = yield from self.open_top(1, "first-card", dealer)
                self.tell(last, Event("first card", card=card), "unmask")
            case "deal":
                tracks = [
                    Track(seat, self.take_top(count)) for seat, count in enumerate(need.counts) if count
                ]
                yield from self.deal(tracks, "deal", dealer, self.epoch)
                self.tell(None, Event("dealt"))
            case "cards":
                yield from self.draw(need)

    def meet_by_hands(self, need: Need) -> Slots:
        match need.kind:
            case "hands":
                yield from self.move_hands(need.pairs)
            case "pool":
                yield from self.pool(need.counts)
            case "exchange":
                yield from self.exchange(*need.pairs[0])
            case "return":
                yield from self.join([Arrival(need.seat, G, [card_point(card) for card in need.cards])])
        self.tell(None, Event(f"{need.kind} done"))

    # --- who sits down (6) ----------------------------------------------------------------------------------

    def roster(self) -> Slots:
        said = yield Slot("roster", self.all(), ("Roster",))
        for seat, body in said.items():
            with blaming("roster", seat):
                keys = [self.read_request(data).key for data in body.requests]
                require(keys == sorted(set(keys)), "lists requests in another order")
        lists = [body.requests for body in said.values()]
        agreed = [data for data in lists[0] if all(data in other for other in lists)]
        seated = self.seat([self.read_request(data) for data in agreed])
        if seated:
            self.game.sit_down(seated)
            for seat in seated:
                self.sat[seat] = self.slot + 1
            self.unheard = set(seated)
            yield from self.acknowledge()

    def read_request(self, data: bytes) -> Any:
        require(self.began, "asks to seat somebody before the first round")
        signed = decode(data, "SignedRequest")
        request = decode(signed.request, "SeatRequest")
        entry = request.entry
        check_public_key(entry.operator)
        verify_signature(entry.key, "p2puno/v1/seat-request", signed.request, signed.signature)
        here = (request.table, request.round) == (self.table, self.game.round)
        require(here, "a request is for another table or another round")
        require(entry.operator == entry.key or entry.bot, "a person is played by somebody else")
        if entry.key in self.keys:
            seat = self.keys.index(entry.key)
            known = self.entries[seat]
            same = (entry.name, entry.operator, entry.bot) == (known.name, known.operator, known.bot)
            away = seat not in self.all() and seat not in self.convicted
            require(same and away, "somebody comes back who cannot, or as somebody else")
        return entry

    def seat(self, entries: list[Any]) -> list[int]:
        """Lets in whom there is room for."""

        def order(entry: Any) -> tuple[bool, int, bytes]:
            return (
                entry.operator != entry.key,
                self.keys.index(entry.key) if entry.key in self.keys else 10,
                entry.key,
            )

        seated: list[int] = []
        room = len({self.operators[seat] for seat in self.all()})
        for entry in sorted(entries, key=order):
            here = {self.keys[seat] for seat in (*self.all(), *seated)} | {entry.key}
            known, itself = entry.key in self.keys, entry.operator == entry.key
            if itself and room == 0:
                continue
            newcomers = self.n < 10 and self.rules["teams"] == "off"
            if len(here) > self.most_seats or entry.operator not in here or not (known or newcomers):
                continue
            if known:
                seat = self.keys.index(entry.key)
                self.entries[seat] = entry
            else:
                seat = self.n
                self.entries.append(entry)
                self.sat.append(0)
                self.n += 1
            seated.append(seat)
            room -= itself
        return sorted(seated)

    # --- what goes on without who left (14) -----------------------------------------------------------------

    def persist(self, slot: Callable[[], Slot], *, fragile: bool = False) -> Slots:
        """A slot that is contributed to anew after a departure that does not concern it.

        fragile: if it does, the round is void.
        """
        while True:
            try:
                return (yield slot())
            except Departed as departed:
                departed.lost = fragile and not departed.kept
                if not departed.kept:
                    raise
                yield from self.go_on(departed)

    def outlast(self, departed: Departed) -> Slots:
        """As `go_on`, for what is done in any case. False if something else comes then; Anew: no hands."""
        try:
            yield from self.go_on(departed)
        except Anew:
            if self.game.need.kind in ("next round", "over"):
                raise
            return False
        return True

    def go_on(self, departed: Departed, tracks: Sequence[Track] = (), waiting: Sequence[int] = ()) -> Slots:
        """What follows a removal. Anew, if what was under way does not go on.

        tracks: the elements of an unmasking that is under way; waiting: who has not had its turn in it.
        """
        self.owes_sharing = False
        while True:
            peeling = departed.kept and bool(tracks)
            on_tracks = {seat for seat in waiting if peeling and seat not in self.all()}
            going = self.decide(departed, on_tracks)
            try:
                yield from self.acknowledge()
                if going is not None:
                    for seat in going:
                        yield from self.strip(seat, tracks if seat in on_tracks else ())
                    if peeling and not set(waiting) & set(self.all()):
                        self.owes_sharing = True
                    elif self.epoch and self.game.need.kind not in (
                        "shuffle",
                        "opening",
                        "next round",
                        "over",
                    ):
                        yield from self.share_anew(wanted=bool(self.pile) or peeling)
                break
            except Departed as another:
                another.kept = another.kept and departed.kept and going is not None
                another.lost = departed.lost and going is not None
                departed = another
        if going is None or not departed.kept:
            raise Anew

    def decide(self, departed: Departed, on_tracks: set[int]) -> list[int] | None:
        """The seats whose masks come off, by number; None if no round goes on."""
        kind = self.game.need.kind
        if self.game.round == 0 or kind in ("next round", "over"):
            if departed.in_round:
                self.clear()
            return [] if departed.kept and not departed.in_round else None
        due = [seat for seat in self.epoch if seat not in self.all() and (self.pile or seat in on_tracks)]
        needed = kind not in ("shuffle", "opening")
        closed = needed and not all(self.can_be_stripped(self.epoch[seat]) for seat in due)
        if departed.convicted or departed.lost or closed:
            self.game.void()
            self.clear()
            return None
        if not needed:
            return []
        self.epoch = {seat: mask for seat, mask in self.epoch.items() if seat in due or seat in self.all()}
        return due

    def can_be_stripped(self, mask: Mask) -> bool:
        return mask.shares is not None and set(mask.shares) <= set(self.all())

    def strip(self, seat: int, tracks: Sequence[Track]) -> Slots:
        """The holders of shares of a mask take it off together."""
        mask = self.epoch[seat]
        assert mask.shares is not None
        said = yield Slot("strip", tuple(sorted(mask.shares)), ("Unmask",))
        masked = [*self.pile, *(card for track in tracks for card in track.cards)]
        parts: list[list[Point]] = []
        for holder, body in said.items():
            with blaming("strip", holder):
                part = elements_of(body.elements)
                require(len(part) == len(masked), "another number of elements was unmasked")
            place, image = self.place(holder, "equality", "strip"), mask.shares[holder]
            self.claim("strip", holder, verify_equality, place, mask.key, image, masked, part, body.proof)
            parts.append(part)
        self.settle()
        bare = iter([sum_of(each) for each in zip(*parts, strict=True)])
        self.pile = [next(bare) for _ in self.pile]
        for track in tracks:
            track.cards[:] = [next(bare) for _ in track.cards]
        del self.epoch[seat]

    def share_anew(self, *, wanted: bool) -> Slots:
        """Who has left held shares as well."""
        for mask in self.epoch.values():
            mask.shares = None
        if wanted and self.is_shared():
            yield from self.share()

    def share_owed(self) -> Slots:
        """The same, after the last mask has come off a card that was on its way."""
        while self.owes_sharing:
            self.owes_sharing = False
            try:
                yield from self.share_anew(wanted=bool(self.pile) and self.game.need.kind != "shuffle")
            except Departed as departed:
                if not departed.kept:
                    raise
                yield from self.go_on(departed)

    # --- the deck, lots (7) ---------------------------------------------------------------------------------

    def shuffle(
        self, cards: list[Point], bases: dict[int, Point] | None = None, *, shared: bool = False
    ) -> Slots:
        """Every seat masks and permutes: the pile and its masks."""
        masks: dict[int, Mask] = {}
        form = "SharedShuffle" if shared else "Shuffle"
        for seat in self.all():
            said = yield Slot("shuffle", (seat,), ("Shuffle", "SharedShuffle"))
            body = said[seat]
            with blaming("shuffle", seat):
                require(body.is_a == form, "gives keys for shares where none are due, or none where they are")
                key, outputs = element(body.key), elements_of(body.pile)
                base = G if bases is None else bases[seat]
                place = self.place(seat, "shuffle", "epoch")
                self.claim("shuffle", seat, verify_shuffle, place, base, key, cards, outputs, body.proof)
                self.fresh(key, seat, "epoch")
                masks[seat] = Mask(key, self.read_receptions(seat, body.receptions) if shared else {})
            cards = outputs
        return cards, masks

    # --- shared keys (7, Sharing) ---------------------------------------------------------------------------

    def is_shared(self) -> bool:
        return self.rules["key_sharing"] == "on" and self.game.round > 0 and len(self.own_seats()) >= 3

    def holders(self, sharer: int) -> list[int]:
        return [seat for seat in self.own_seats() if self.keys[seat] != self.operators[sharer]]

    def read_receptions(self, seat: int, keys: Sequence[bytes]) -> dict[int, Point]:
        sharers = [sharer for sharer in self.all() if seat in self.holders(sharer)]
        require(len(keys) == len(sharers), "gives another number of keys for shares than are due")
        return {
            sharer: self.fresh(element(key), seat, f"share/{sharer}")
            for sharer, key in zip(sharers, keys, strict=True)
        }

    def share(self) -> Slots:
        """Everybody gives out shares of its key, and says whether those that it got are right."""
        said = yield Slot("share", self.all(), ("Shares",))
        slot, bindings, given = self.slot, {seat: self.binding(seat) for seat in self.all()}, said
        shares: dict[int, dict[int, Point]] = {}
        for seat, body in said.items():
            with blaming("share", seat):
                holders = self.holders(seat)
                require(len(body.shares) == len(holders), "shares its key among too many or too few")
                images = elements_of([each.image for each in body.shares])
            self.claim("share", seat, verify_sharing, images)
            shares[seat] = dict(zip(holders, images, strict=True))
        said = yield Slot("receipt", self.all(), ("Receipt",))
        for seat, body in said.items():
            for complaint in body.complaints:
                sharer = complaint.sharer
                wrong = "complains of a share that it was not to get"
                require(seat in shares.get(sharer, {}), wrong, "receipt", seat)
                box = given[sharer].shares[self.holders(sharer).index(seat)].sealed
                context = b"p2puno/v3/share" + bindings[sharer].encoded() + u8(seat)
                secret = int.from_bytes(complaint.secret, "big")
                with blaming("receipt", seat):
                    plain = unseal(secret, self.epoch[seat].receptions[sharer], box, context)
                right = plain is not None and is_share(plain, self.epoch[sharer].key, shares[sharer][seat])
                require(right, f"gave a share in slot {slot} that does not open", "share", sharer)
                raise Refused("complains of a share that is right", "receipt", seat)
        for seat, mask in self.epoch.items():
            mask.shares = shares.get(seat)

    def take_top(self, count: int) -> list[Point]:
        taken, self.pile = self.pile[:count], self.pile[count:]
        return taken

    def peel(self, tracks: list[Track], purpose: str, start: int, masks: dict[int, Mask]) -> Slots:
        """One seat a slot takes its mask off every track but its own; returns who was last."""
        order = sorted(self.all(), key=lambda seat: (seat - start - 1) % self.n)
        order = [seat for seat in order if any(track.owner != seat for track in tracks)]
        last = 0
        while order:
            last = order[0]
            due = [card for track in tracks if track.owner != last for card in track.cards]
            try:
                said = yield Slot("unmask", (last,), ("Unmask",))
            except Departed as departed:
                departed.lost = purpose == "pool" or (purpose == "deal" and not departed.kept)
                if departed.lost or not departed.kept:
                    raise
                waiting, order = order, [seat for seat in order if seat in self.all()]
                yield from self.go_on(departed, tracks, waiting)
                last = max(self.all())
                continue
            body = said[last]
            with blaming("unmask", last):
                bare = elements_of(body.elements)
                require(len(bare) == len(due), "another number of elements was unmasked")
                place = self.place(last, "equality", f"unmask/{purpose}")
                self.claim("unmask", last, verify_equality, place, G, masks[last].key, bare, due, body.proof)
            rest = iter(bare)
            for track in tracks:
                if track.owner != last:
                    track.cards[:] = [next(rest) for _ in track.cards]
            order.pop(0)
        self.settle()
        return last

    def open_top(self, count: int, purpose: str, start: int) -> Slots:
        """So many cards for everybody; and who took the last mask off."""
        track = Track(None, self.take_top(count))
        last = yield from self.peel([track], purpose, start, self.epoch)
        points = {card_point(card): card for card in range(len(self.game.deck))}
        is_open = all(point in points for point in track.cards)
        require(is_open, "what was unmasked is no card of the deck", "unmask", last)
        return last, [points[point] for point in track.cards]

    def deal(self, tracks: list[Track], purpose: str, start: int, masks: dict[int, Mask]) -> Slots:
        yield from self.peel(tracks, purpose, start, masks)
        self.hands = {
            track.owner: Hand(masks[track.owner].key, track.cards)
            for track in tracks
            if track.owner is not None
        }

    def draw(self, need: Need) -> Slots:
        seat = need.seat
        track = Track(seat, self.take_top(need.count))
        yield from self.peel([track], "draw", seat, self.epoch)
        arrival = Arrival(seat, self.epoch[seat].key, track.cards)
        if need.joins:
            yield from self.share_owed()
            yield from self.join([arrival])
        else:
            self.drawn = arrival
        self.tell(None, Event("received", seat=seat, count=need.count))

    def lot(self, outcomes: int) -> Slots:
        said = yield Slot("lot", self.all(), ("Lot",))
        point = hash_to_element("p2puno/v2/lot", self.table, u16(self.term), u32(self.slot), self.head)
        for seat, body in said.items():
            with blaming("lot", seat):
                part, place = element(body.part), self.place(seat, "equality", "lot")
                self.claim(
                    "lot", seat, verify_equality, place, G, self.epoch[seat].key, [part], [point], body.proof
                )
        parts = [body.part for body in said.values()]
        return int.from_bytes(tagged_hash("p2puno/v2/lot-outcome", *parts), "big") % outcomes

    # --- hands (8) ------------------------------------------------------------------------------------------

    def join(self, arrivals: list[Arrival]) -> Slots:
        seats = tuple(sorted(each.seat for each in arrivals))
        said = yield from self.persist(lambda: Slot("join", seats, ("Join",)))
        for arrival in arrivals:
            self.check_join(arrival, said[arrival.seat])

    def check_join(self, arrival: Arrival, body: Any) -> None:
        seat, hand = arrival.seat, self.hands.get(arrival.seat)
        held = hand.cards if hand else []
        with blaming("join", seat):
            moving, moved = element(body.moving_key), elements_of(body.moved)
            key, cards = element(body.hand_key), elements_of(body.hand)
            require(len(moved) == len(held) + len(arrival.cards), "another number of cards was moved")
            own, new = moved[: len(held)], moved[len(held) :]
            check_shuffle_form(body.shuffle_proof, len(moved))
            require(hand is not None or not body.hand_proof, "a proof stands where there is no hand")
        if hand is not None:
            place = self.place(seat, "equality", "move-hand")
            self.claim(
                "move-hand", seat, verify_equality, place, hand.key, moving, held, own, body.hand_proof
            )
        place = self.place(seat, "equality", "join")
        self.claim(
            "join", seat, verify_equality, place, arrival.key, moving, arrival.cards, new, body.drawn_proof
        )
        place = self.place(seat, "shuffle", "refresh")
        self.claim("refresh", seat, verify_shuffle, place, moving, key, moved, cards, body.shuffle_proof)
        self.fresh(moving, seat, "moving")
        self.fresh(key, seat, "hand")
        self.hands[seat] = Hand(key, cards)

    def take_cards(self, seat: int, opened: Sequence[Any], proof: bytes, purpose: str) -> Hand:
        """Cards of a hand are opened and leave it; what is left, perhaps nothing."""
        hand = self.hands.get(seat)
        with blaming("move", seat):
            require(hand is not None, "opens a card of an empty hand")
            assert hand is not None
            places = [each.position for each in opened]
            fits = len(set(places)) == len(places) and max(places) < len(hand.cards)
            require(fits, "names a place its hand does not have")
            in_deck = all(each.card < len(self.game.deck) for each in opened)
            require(in_deck, "names a card that this deck does not have")
            check_equality_form(proof)
        points = [card_point(each.card) for each in opened]
        masked = [hand.cards[place] for place in places]
        bound = self.place(seat, "equality", purpose)
        self.claim(purpose, seat, verify_equality, bound, G, hand.key, points, masked, proof)
        rest = Hand(hand.key, [card for place, card in enumerate(hand.cards) if place not in places])
        self.keep(seat, rest.cards)
        return rest

    def move_hands(self, pairs: Sequence[tuple[int, int]]) -> Slots:
        """Whole hands change owners."""
        parcels = [
            Parcel(giver, receiver, self.hands[giver]) for giver, receiver in pairs if giver in self.hands
        ]
        arrived = yield from self.transfer(parcels)
        given = {parcel.giver for parcel in parcels}
        self.hands = {seat: hand for seat, hand in self.hands.items() if seat not in given} | arrived

    def transfer(self, parcels: list[Parcel]) -> Slots:
        """Who receives masks the elements, then who gives takes its own mask off: by receiver."""
        if not parcels:
            return {}
        yield from self.persist(self.acknowledgement, fragile=True)
        receivers = tuple(sorted(parcel.receiver for parcel in parcels))
        said = yield from self.persist(lambda: Slot("take", receivers, ("Shuffle",)), fragile=True)
        taken: dict[int, Hand] = {}
        for parcel in sorted(parcels, key=lambda parcel: parcel.receiver):
            seat = parcel.receiver
            taken[seat] = self.shuffled("take", seat, G, parcel.held.cards, said[seat], "take")
        givers = tuple(sorted(parcel.giver for parcel in parcels))
        said = yield from self.persist(lambda: Slot("hand over", givers, ("Unmask",)), fragile=True)
        arrived: dict[int, Hand] = {}
        for parcel in sorted(parcels, key=lambda parcel: parcel.giver):
            giver, masked = parcel.giver, taken[parcel.receiver]
            body = said[giver]
            with blaming("hand-over", giver):
                bare = elements_of(body.elements)
                require(len(bare) == len(masked.cards), "another number of elements was unmasked")
                place, key = self.place(giver, "equality", "hand-over"), parcel.held.key
                self.claim("hand-over", giver, verify_equality, place, G, key, bare, masked.cards, body.proof)
            arrived[parcel.receiver] = Hand(masked.key, bare)
        return arrived

    def shuffled(
        self, obligation: str, seat: int, base: Point, cards: list[Point], body: Any, purpose: str
    ) -> Hand:
        """Elements of one hand that a seat has masked anew, and permuted."""
        with blaming(obligation, seat):
            key, after = element(body.key), elements_of(body.pile)
            place = self.place(seat, "shuffle", obligation)
            self.claim(obligation, seat, verify_shuffle, place, base, key, cards, after, body.proof)
            return Hand(self.fresh(key, seat, purpose), after)

    def refresh(self, seats: Sequence[int]) -> Slots:
        """Hands of which others have seen too much are shuffled, whatever comes then."""
        goes_on = True
        while seats:
            try:
                said = yield Slot("refresh", tuple(seats), ("Shuffle",))
            except Departed as departed:
                goes_on = (yield from self.outlast(departed)) and goes_on
                seats = [seat for seat in seats if seat in self.all()]
                continue
            for seat, body in said.items():
                hand = self.hands[seat]
                self.hands[seat] = self.shuffled("refresh", seat, hand.key, hand.cards, body, "hand")
            break
        if not goes_on:
            raise Anew

    def exchange(self, one: int, other: int) -> Slots:
        """Each gives the other a card of its choice."""
        seats = tuple(sorted((one, other)))
        yield from self.refresh(seats)
        said = yield from self.persist(lambda: Slot("give", seats, ("Give",)))
        parcels = []
        for seat, body in said.items():
            hand = self.hands[seat]
            require(
                body.position < len(hand.cards), "gives from a place its hand does not have", "give", seat
            )
            card = Hand(hand.key, [hand.cards[body.position]])
            parcels.append(Parcel(seat, other if seat == one else one, card))
            self.keep(seat, [each for place, each in enumerate(hand.cards) if place != body.position])
        arrived = yield from self.transfer(parcels)
        yield from self.join([Arrival(seat, hand.key, hand.cards) for seat, hand in arrived.items()])

    def keep(self, seat: int, cards: list[Point]) -> None:
        """What is left of a hand; an empty one has no key."""
        if cards:
            self.hands[seat] = Hand(self.hands[seat].key, cards)
        else:
            del self.hands[seat]

    def pool(self, counts: Sequence[int]) -> Slots:
        yield from self.persist(self.acknowledgement, fragile=True)
        try:
            yield from self.pooled(counts)
        except Departed as departed:
            departed.lost = True
            raise

    def pooled(self, counts: Sequence[int]) -> Slots:
        """All hands are laid together, masked, shuffled and dealt again."""
        owners = [seat for seat in self.all() if seat in self.hands for _ in self.hands[seat].cards]
        cards = [card for seat in self.all() if seat in self.hands for card in self.hands[seat].cards]
        keys: dict[int, Point] = {}
        for seat in self.all():
            said = yield Slot("pool", (seat,), ("PoolMask",))
            body = said[seat]
            with blaming("pool", seat):
                key, after = element(body.key), elements_of(body.elements)
                require(len(after) == len(cards), "another number of cards was pooled")
                base = self.hands[seat].key if seat in self.hands else G
                moved = list(zip(owners, cards, after, strict=True))
                for purpose, own, start, proof in (
                    ("pool-own", True, base, body.own_proof),
                    ("pool-others", False, G, body.others_proof),
                ):
                    old = [before for owner, before, _ in moved if (owner == seat) == own]
                    new = [behind for owner, _, behind in moved if (owner == seat) == own]
                    place = self.place(seat, "equality", purpose)
                    require(bool(old) or not proof, "proves something of no card")
                    if old:
                        self.claim("pool", seat, verify_equality, place, start, key, old, new, proof)
                keys[seat] = self.fresh(key, seat, "pool")
            cards = after
        shuffled, masks = yield from self.shuffle(cards, keys)
        self.hands = {}
        tracks, at = [], 0
        for seat, count in enumerate(counts):
            if count:
                tracks.append(Track(seat, shuffled[at : at + count]))
            at += count
        yield from self.deal(tracks, "pool", self.game.turn, masks)

    def opening(self) -> Slots:
        said = yield Slot("open", self.all(), ("OpenHand",))
        hands: list[tuple[int, ...]] = [()] * self.n
        for seat, body in said.items():
            hands[seat] = self.opened(seat, body, "open")
        self.settle()
        known = set(self.game.discards)
        for seat in said:
            free = set(hands[seat]) - known
            require(len(free) == len(hands[seat]), "opens a card that lies open already", "open", seat)
            known |= free
        self.tell(None, Event("opened", hands=tuple(hands)), "open")
        self.hands = {}

    def opened(self, seat: int, body: Any, purpose: str) -> tuple[int, ...]:
        """The cards of a whole hand."""
        hand = self.hands.get(seat)
        with blaming("open", seat):
            whole = len(body.cards) == (len(hand.cards) if hand else 0)
            require(whole, "opens another number of cards than it holds")
            in_deck = all(card < len(self.game.deck) for card in body.cards)
            require(in_deck, "opens a card that this deck does not have")
            require(hand is not None or not body.proof, "proves something of no card")
        if hand is not None:
            points, place = [card_point(card) for card in body.cards], self.place(seat, "equality", purpose)
            self.claim("open", seat, verify_equality, place, G, hand.key, points, hand.cards, body.proof)
        return tuple(body.cards)

    def show(self, seat: int) -> Slots:
        yield from self.persist(self.acknowledgement)
        said = yield from self.persist(lambda: Slot("show", (seat,), ("OpenHand",)))
        cards = self.opened(seat, said[seat], "show-hand")
        self.settle()
        self.tell(seat, Event("hand shown", seat, cards=cards), "open")
        yield from self.refresh([seat])

    def duel(self, seats: tuple[int, ...]) -> Slots:
        """Each shows a card that it has committed to, or none."""
        committed = yield Slot("duel", seats, ("DuelCommit",))
        at = (self.table, u16(self.term), u32(self.slot))
        yield from self.still_duelling(self.acknowledgement)
        said = yield from self.still_duelling(lambda: Slot("duel open", self.game.need.seats, ("DuelOpen",)))
        shown: dict[int, Any] = {}
        for seat, body in said.items():
            shown[seat] = body.shown[0] if body.shown else None
            self.check_duellist(seat, body, committed[seat].commitment, at)
        cards = tuple(each and each.card for each in shown.values())
        self.settle()
        self.tell(None, Event("duelled", shown=cards), "duel")
        known = []
        for seat, each in shown.items():
            if each is not None and each.card in self.game.discards:
                hand = self.hands[seat].cards
                self.keep(seat, [card for place, card in enumerate(hand) if place != each.position])
            elif each is not None:
                known.append(seat)
        yield from self.refresh(known)

    def still_duelling(self, slot: Callable[[], Slot]) -> Slots:
        """Who is left opens what it has committed to: cards may have been seen already."""
        while True:
            try:
                return (yield slot())
            except Departed as departed:
                yield from self.outlast(departed)
                if self.game.need.kind != "duel":
                    raise Anew from None

    def check_duellist(self, seat: int, body: Any, commitment: bytes, at: tuple[bytes, ...]) -> None:
        cards = body.shown
        with blaming("duel", seat):
            card = u8(cards[0].card) if cards else b""
            opened = tagged_hash("p2puno/v2/duel", *at, u8(seat), card, body.salt)
            require(opened == commitment, "shows another card than the one it committed to")
            require(bool(cards) or not body.proof, "proves something of no card")
            if cards:
                hand = self.hands[seat]
                require(cards[0].position < len(hand.cards), "names a place its hand does not have")
                require(
                    self.game.face(cards[0].card).number is not None, "fights with a card that is no number"
                )
                points, masked = [card_point(cards[0].card)], [hand.cards[cards[0].position]]
                place = self.place(seat, "equality", "duel")
                self.claim("duel", seat, verify_equality, place, G, hand.key, points, masked, body.proof)

    # --- moves, duties (8, 10) ------------------------------------------------------------------------------

    def move(self, need: Need) -> Slots:
        if self.pending:
            yield from self.settle_next(need)
        elif any(self.game.may_interrupt(seat) for seat in self.all()):
            yield from self.race(need)
        else:
            said = yield Slot("move", (need.seat,), (*MOVES, "Revealed"))
            committed = said[need.seat].is_a == "Revealed"
            require(not committed, "reveals a move that it did not commit to", "move", need.seat)
            self.make_move(need.seat, said[need.seat])

    def make_move(self, seat: int, body: Any) -> None:
        match body.is_a:
            case "Play":
                self.play(seat, body, "played")
            case "PlayDrawn":
                self.play_drawn(seat, body)
            case "Draw" | "Pass":
                self.check_duty(seat, body.proof)
                self.tell(seat, Event("draw chosen" if body.is_a == "Draw" else "passed", seat=seat))
            case "Join":
                drawn = self.drawn
                has_drawn = drawn is not None and drawn.seat == seat
                require(has_drawn, "keeps a card although it has drawn none", "move", seat)
                assert drawn is not None
                self.check_join(drawn, body)
                self.drawn = None
                self.tell(seat, Event("kept", seat=seat))
            case "NameColour":
                self.tell(seat, Event("name colour", seat=seat, colour=body.colour))
            case "Accept":
                self.tell(seat, Event("accepted", seat=seat))
            case "Challenge":
                with blaming("move", seat):
                    self.doubt = self.fresh(element(body.reception), seat, "reception")
                self.tell(seat, Event("challenged", seat=seat))
            case "Ready":
                self.tell(seat, Event("ready", seat=seat))
            case "NameTarget":
                self.tell(seat, Event("target named", seat=seat, target=body.target))
            case "Discard":
                if body.cards:
                    self.take_cards(seat, body.cards, body.proof, "discard")
                require(bool(body.cards) or not body.proof, "proves something of no card", "move", seat)
                cards = tuple(each.card for each in body.cards)
                self.tell(seat, Event("discarded", seat=seat, cards=cards))

    def play(self, seat: int, body: Any, kind: str) -> None:
        rest = self.take_cards(seat, body.cards, body.proof, "play")
        card, *more = (each.card for each in body.cards)
        second = more[0] if more else None
        said = (colour_in(body), body.uno, target_in(body))
        self.laid(Event(kind, seat, card, *said, second, body.as_skip), rest)

    def play_drawn(self, seat: int, body: Any) -> None:
        drawn = self.drawn
        has_drawn = drawn is not None and drawn.seat == seat
        require(has_drawn, "plays a drawn card although it has drawn none", "move", seat)
        require(body.card < len(self.game.deck), "names a card that this deck does not have", "move", seat)
        with blaming("move", seat):
            check_equality_form(body.proof)
        assert drawn is not None
        place, points = self.place(seat, "equality", "play-drawn"), [card_point(body.card)]
        self.claim("play-drawn", seat, verify_equality, place, G, drawn.key, points, drawn.cards, body.proof)
        self.drawn = None
        rest = self.hands.get(seat) or Hand(drawn.key, [])
        self.laid(Event("played drawn", seat, body.card, colour_in(body), body.uno, target_in(body)), rest)

    def laid(self, event: Event, rest: Hand) -> None:
        """What a Wild Draw Four would be judged on is fixed when it is laid."""
        before = self.game.four
        self.tell(event.seat, event)
        if self.game.four is None:
            self.stake = None
        elif self.game.four is not before:
            self.stake = (event.seat, Hand(rest.key, list(rest.cards)))

    def check_duty(self, seat: int, proof: bytes) -> None:
        hand = self.hands.get(seat)
        forced = self.rules["decline"] == "forced"
        fitting = {card for card, shown in enumerate(self.game.deck) if forced and self.game.fits(shown)}
        if fitting and hand is not None:
            others = [card_point(card) for card in range(len(self.game.deck)) if card not in fitting]
            with blaming("move", seat):
                check_innocence_form(proof, len(hand.cards), len(others))
            self.innocent("duty", seat, hand, others, proof)
        else:
            require(not proof, "proves a duty that it does not have", "move", seat)

    def innocent(self, obligation: str, seat: int, hand: Hand, allowed: list[Point], proof: bytes) -> None:
        with blaming(obligation, seat):
            self.fresh(element(proof[:33]), seat)
        self.claim(
            obligation, seat, verify_innocence, self.binding(seat), hand.key, hand.cards, allowed, proof
        )

    # --- races (9) ------------------------------------------------------------------------------------------

    def race(self, need: Need) -> Slots:
        moment = Moment(0, need.seat, need.allowed, {seat: hand.key for seat, hand in self.hands.items()})
        signals = yield from self.signals(need, need.seat, moment)
        self.pending = sorted(signals, key=lambda signal: signal.name != "ChatterSignal")
        self.moment = moment

    def signals(self, need: Need, in_turn: int, moment: Moment | None = None) -> Slots:
        """What was signalled in a race, in its order."""
        said = yield Slot("race", self.all(), ("Race",))
        slot = self.slot
        if moment is not None:
            moment.slot = slot
        found: dict[int, tuple[bytes, Signal]] = {}
        for seat, body in said.items():
            with blaming("signal", seat):
                signal = self.read_signal(body.signal, need)
            known = found.setdefault(signal.seat, (body.signal, signal))
            same = known[0] == body.signal
            require(same, "gives two different signals in one race", "signal", signal.seat)
        signals = [found[seat][1] for seat in sorted(found)]
        if len(signals) > 1:
            commitments = {seat: body.order for seat, body in said.items()}
            said = yield Slot("order", self.all(), ("RaceOrder",))
            for seat, body in said.items():
                opened = tagged_hash(
                    "p2puno/v1/race-order",
                    *(self.table, u16(self.term), u32(slot), u8(seat), bytes(body.order), body.salt),
                )
                same = opened == commitments[seat] and len(set(body.order)) == len(body.order)
                require(same, "opens another order than the one it committed to", "order", seat)
            signals = self.ordered(signals, {seat: body.order for seat, body in said.items()}, in_turn)
        return signals

    def read_signal(self, data: bytes, need: Need) -> Signal:
        signed = decode(data, "SignedSignal")
        signal = decode(signed.signal, "Signal")
        require(signal.table == self.table and signal.seat < self.n, "a signal is for another table")
        verify_signature(self.keys[signal.seat], "p2puno/v1/signal", signed.signal, signed.signature)
        place = (signal.term, signal.slot, signal.head)
        require(place == (self.term, self.slot, self.head), "a signal is for another place")
        seen = signal.seen
        require(
            len(set(seen)) == len(seen) and signal.seat not in seen,
            "a signal has seen a seat twice, or itself",
        )
        body = decode(signal.body, *RACE_SIGNALS)
        self.check_signal(signal.seat, body, need)
        return Signal(signal.seat, tuple(seen), body.is_a, body)

    def check_signal(self, seat: int, body: Any, need: Need) -> None:
        match body.is_a:
            case "ReactSignal":
                right = need.kind in ("first", "last") and seat in need.seats
            case "MoveSignal":
                right = need.kind == "move" and seat == need.seat
            case "JumpSignal":
                right = "jumped in" in self.game.may_interrupt(seat)
            case _:
                right = self.told_by(seat, body) is not None
        require(right, "a signal is against the rules")

    def told_by(self, seat: int, body: Any) -> Event | None:
        """What the rules are told by a signal that is no move; None if they would refuse it."""
        game = self.game
        if game.need.kind != "move" or game.asked == "decide" or seat not in self.all():
            return None
        if body.is_a == "ChatterSignal":
            return Event("broke silence", seat) if game.silent is not None else None
        if body.is_a == "AccuseSignal":
            accuses = game.may_accuse(seat, body.target)
            return Event("accused", seat, target=body.target) if accuses else None
        window = game.window_of(body.target)
        if window is None:
            return None
        if body.is_a == "CatchSignal":
            return Event("caught", seat, target=body.target) if game.may_catch(seat, window) else None
        return Event("uno said", seat, target=body.target) if game.may_say_uno(seat, window) else None

    def ordered(self, signals: list[Signal], orders: dict[int, list[int]], in_turn: int) -> list[Signal]:
        """Who was first: admitted, by the neutral witnesses, by the two themselves, by preference."""
        involved = {signal.seat for signal in signals}
        involved |= {signal.body.target for signal in signals if signal.name in AT_SOMEBODY}
        partial = {self.operators[seat] for seat in involved if seat < self.n}
        voices: dict[bytes, list[int]] = {}
        for seat in sorted(orders):
            voices.setdefault(self.operators[seat], orders[seat])

        def says(order: list[int], a: int, b: int) -> int:
            rank = [order.index(each) if each in order else len(order) for each in (a, b)]
            return (rank[0] < rank[1]) - (rank[0] > rank[1])

        def admitted(a: Signal, b: Signal) -> bool:
            return a.seat in b.seen and b.seat not in a.seen

        def before(a: Signal, b: Signal) -> bool:
            if admitted(a, b) or admitted(b, a):
                return admitted(a, b)
            neutral = sum(says(order, a.seat, b.seat) for who, order in voices.items() if who not in partial)
            both = [says(voices.get(self.operators[each.seat], []), a.seat, b.seat) for each in (a, b)]
            return neutral > 0 or (neutral == 0 and both == [1, 1])

        left = sorted(signals, key=lambda each: (each.name == "MoveSignal", (each.seat - in_turn) % self.n))
        result: list[Signal] = []
        while left:
            unbeaten = [a for a in left if not any(before(b, a) for b in left)]
            unbeaten = unbeaten or [a for a in left if not any(admitted(b, a) for b in left)] or left
            result.append(unbeaten[0])
            left.remove(unbeaten[0])
        return result

    def settle_next(self, need: Need) -> Slots:
        """The next pending signal takes effect, or is dropped."""
        signal = self.pending.pop(0)
        if signal.name not in ("MoveSignal", "JumpSignal"):
            event = self.told_by(signal.seat, signal.body)
            if event is not None:
                self.tell(signal.seat, event)
            return
        moment, hand = self.moment, self.hands.get(signal.seat)
        assert moment is not None
        if (hand.key if hand else None) != moment.hands.get(signal.seat):
            return
        jump = signal.name == "JumpSignal"
        if jump and "jumped in" not in self.game.may_interrupt(signal.seat):
            return
        if not jump and (need.seat, need.allowed) != (signal.seat, moment.allowed):
            return
        self.pending = []
        said = yield Slot("move", (signal.seat,), (*MOVES, "Revealed"))
        body = said[signal.seat]
        with blaming("move", signal.seat):
            require(body.is_a == "Revealed", "does not reveal the move that it committed to")
            move = decode(body.move, *MOVES)
            place = (self.table, u16(self.term), u32(moment.slot), u8(signal.seat))
            opened = tagged_hash("p2puno/v2/committed-move", *place, choice_in(move), body.salt)
            require(opened == signal.body.commitment, "reveals another move than the one it committed to")
            one = move.is_a == "Play" and len(move.cards) == 1 and not move.as_skip
            require(not jump or one, "jumps in with something else than a card")
        if jump:
            self.play(signal.seat, move, "jumped in")
        else:
            self.make_move(signal.seat, move)

    def reactions(self, need: Need) -> Slots:
        """Who reacts first, or last."""
        order = yield from self.signals(need, self.game.turn)
        seat = order[0].seat
        if need.kind == "last":
            silent = set(need.seats) - {signal.seat for signal in order}
            following = self.game.around(self.game.turn, self.game.direction)
            seat = next((each for each in following if each in silent), order[-1].seat)
        self.tell(None, Event("reacted", seat))

    # --- challenges, fits, votes (10) -----------------------------------------------------------------------

    def challenge(self, need: Need) -> Slots:
        yield from self.acknowledge()
        offender, challenger = need.seat, need.other
        assert self.stake is not None
        _, hand = self.stake
        said = yield Slot("answer", (offender,), ("Guilty", "Innocent"))
        slot, binding, body = self.slot, self.binding(offender), said[offender]
        self.check_answer(offender, hand, need.cards, body)
        shows = self.rules["challenge_shows"]
        if shows == "nobody" or not hand.cards:
            require(not body.shown, "shows a hand that it need not show", "answer", offender)
        elif shows == "everyone":
            self.check_shown(offender, hand, body.shown, self.place(offender, "equality", "show"))
        else:
            require(len(body.shown) > 0, "does not show its hand", "answer", offender)
            said = yield from self.persist(lambda: Slot("reply", (challenger,), ("Satisfied", "Complain")))
            reply = said[challenger]
            if reply.is_a == "Complain":
                secret = int.from_bytes(reply.secret, "big")
                self.judge(challenger, offender, hand, body.shown, binding, secret, slot)
        self.doubt = None
        self.tell(offender, Event("verdict", yes=body.is_a == "Guilty"))

    def check_answer(self, offender: int, hand: Hand, matching: Sequence[int], body: Any) -> None:
        if body.is_a == "Guilty":
            card = body.position < len(hand.cards) and body.card in matching
            require(card, "shows a card that does not make it guilty", "answer", offender)
            place, points = self.place(offender, "equality", "guilty"), [card_point(body.card)]
            masked = [hand.cards[body.position]]
            self.claim("guilty", offender, verify_equality, place, G, hand.key, points, masked, body.proof)
        elif not hand.cards or not matching:
            require(not body.proof, "proves something that needs no proof", "answer", offender)
        else:
            others = [card_point(card) for card in range(len(self.game.deck)) if card not in matching]
            with blaming("answer", offender):
                check_innocence_form(body.proof, len(hand.cards), len(others))
            self.innocent("innocent", offender, hand, others, body.proof)

    def check_shown(self, offender: int, hand: Hand, data: bytes, place: ProofTranscript) -> None:
        with blaming("show", offender):
            shown = decode(data, "HandOpening")
            require(len(shown.cards) == len(hand.cards), "shows another number of cards")
            require(max(shown.cards) < len(self.game.deck), "shows a card that this deck does not have")
        points = [card_point(card) for card in shown.cards]
        self.claim("show", offender, verify_equality, place, G, hand.key, points, hand.cards, shown.proof)

    def judge(
        self, challenger: int, offender: int, hand: Hand, box: bytes, binding: Binding, secret: int, slot: int
    ) -> None:
        """Either the challenger or the offender is to blame: the round does not go on."""
        assert self.doubt is not None
        with blaming("complaint", challenger):
            plain = unseal(secret, self.doubt, box, b"p2puno/v1/shown-hand" + binding.encoded())
        opens = plain is not None
        require(opens, f"sealed in slot {slot} what does not open", "show", offender)
        assert plain is not None
        self.check_shown(offender, hand, plain, ProofTranscript(binding, "equality", "show"))
        self.settle()
        raise Refused("complains of a hand that opens", "complaint", challenger)

    def fit(self, need: Need) -> Slots:
        """Whether the card just drawn is one of those asked for."""
        seat, rest = need.seat, [card for card in range(len(self.game.deck)) if card not in need.cards]
        said = yield Slot("fit", (seat,), ("Fit",))
        body, drawn = said[seat], self.drawn
        assert drawn is not None
        allowed = [card_point(card) for card in (need.cards if body.fits else rest)]
        with blaming("fit", seat):
            check_innocence_form(body.proof, len(drawn.cards), len(allowed))
        self.innocent("fit", seat, Hand(drawn.key, drawn.cards), allowed, body.proof)
        if body.fits and not need.joins:
            require(not body.join, "keeps a card that it is not to keep", "fit", seat)
        else:
            with blaming("fit", seat):
                join = decode(body.join, "Join")
            self.check_join(drawn, join)
            self.drawn = None
        self.tell(seat, Event("fit shown", seat, yes=body.fits))

    def vote(self, need: Need) -> Slots:
        """Whether it was a hint: one seat of each operator that is not concerned."""
        concerned = {self.operators[need.seat], self.operators[need.other]}
        voters = tuple(seat for seat in self.own_seats() if self.keys[seat] not in concerned)
        said: Bodies = {}
        if voters:
            said = yield Slot("vote", voters, ("Ballot",))
        guilty = sum(body.guilty for body in said.values())
        self.tell(None, Event("voted", yes=2 * guilty > len(said)))


@cache
def card_point(card: int) -> Point:
    return hash_to_element("p2puno/v1/card", u16(card))


def colour_in(body: Any) -> int | None:
    return None if body.colour == NO_COLOUR else body.colour


def target_in(body: Any) -> int | None:
    return body.target[0] if body.target else None


def choice_in(body: Any) -> bytes:
    """What a commitment covers: CommittedChoice."""
    cards: list[int] = []
    as_skip, colour, uno, target = 0, NO_COLOUR, 0, []
    if body.is_a == "Play":
        cards, as_skip = [each.card for each in body.cards], int(body.as_skip)
    elif body.is_a == "PlayDrawn":
        cards = [body.card]
    elif body.is_a == "Discard":
        cards = [each.card for each in body.cards]
    if body.is_a in ("Play", "PlayDrawn"):
        colour, uno, target = body.colour, int(body.uno), list(body.target)
    elif body.is_a == "NameColour":
        colour = body.colour
    elif body.is_a == "NameTarget":
        target = [body.target]
    return _write([NUMBERS["CommittedChoice"], NUMBERS[body.is_a], cards, as_skip, colour, uno, target])


# === 10. removals (table.md 15) ===========================================================================


@dataclass(frozen=True)
class Vote:
    """A signed vote; `earlier` by ballot: for whom, and the names of votes that make that void."""

    data: bytes
    term: int
    slot: int
    head: bytes
    seat: int
    ballot: int
    out: tuple[int, ...]
    carried: frozenset[int]
    earlier: dict[int, tuple[tuple[int, ...], tuple[bytes, ...]]]
    grounds: tuple[bytes, ...]

    def history(self, most: int) -> set[tuple[int, tuple[int, ...]]]:
        """For whom its seat has voted up to a ballot, by its own word."""
        votes = {(ballot, out) for ballot, (out, _) in self.earlier.items()}
        if self.out:
            votes.add((self.ballot, self.out))
        return {(ballot, out) for ballot, out in votes if ballot <= most}

    def excludes(self, ballot: int, out: tuple[int, ...]) -> bool:
        return self.ballot >= ballot and (ballot, out) not in self.history(self.ballot)


@dataclass(frozen=True)
class Ground:
    """Why a seat goes although nobody misses it."""

    seat: int
    convicts: bool


def named(data: bytes) -> bytes:
    return tagged_hash("p2puno/v1/named", data)


def ascends(items: Sequence[Any]) -> bool:
    return list(items) == sorted(set(items))


def read_vote(table: Table, data: bytes) -> Vote:
    signed = decode(data, "SignedVote")
    body = decode(signed.vote, "Vote")
    require(body.table == table.table and body.seat < table.n, "a vote is of another table")
    verify_signature(table.keys[body.seat], "p2puno/v1/vote", signed.vote, signed.signature)
    ballots, outs = [each.ballot for each in body.earlier], [body.out, *(each.out for each in body.earlier)]
    lists = [*outs, body.carried, body.grounds, [*ballots, body.ballot]]
    in_order = all(map(ascends, lists)) and all(each.out for each in body.earlier)
    sensible = not any(body.seat in out for out in outs) and set(body.carried) <= set(body.out)
    require(in_order and sensible and (body.out or not body.grounds), "a vote is malformed")
    earlier = {each.ballot: (tuple(each.out), tuple(each.because)) for each in body.earlier}
    return Vote(
        data, body.term, body.slot, body.head, body.seat, body.ballot, tuple(body.out),
        frozenset(body.carried), earlier, tuple(body.grounds),
    )  # fmt: skip


def contradict(first: Contribution | Vote, second: Contribution | Vote) -> bool:
    """transcript.md, 5: whether both convict the seat that signed them."""
    same_place = (first.term, first.slot, first.seat) == (second.term, second.slot, second.seat)
    if not same_place or first.data == second.data:
        return False
    if isinstance(first, Vote) and isinstance(second, Vote):
        low, high = sorted((first, second), key=lambda vote: vote.ballot)
        same_history = high.history(low.ballot) == low.history(low.ballot)
        return low.ballot == high.ballot or low.head != high.head or not same_history
    both_contributions = isinstance(first, Contribution) and isinstance(second, Contribution)
    return both_contributions or first.head != second.head


def read_ground(table: Table, data: bytes) -> Ground:
    """Refused unless it holds at the table's place."""
    message = decode(data, "Evidence", "Refused", "SignedSignal")
    match message.is_a:
        case "Evidence":
            require(message.first < message.second, "evidence is not in its only form")
            pair = [read_statement(table, each) for each in (message.first, message.second)]
            require(contradict(*pair), "evidence convicts nobody")
            return Ground(pair[0].seat, convicts=True)
        case "Refused":
            return Ground(who_is_refused(table, message.contributions), convicts=True)
        case _:
            return Ground(who_said_goodbye(table, message), convicts=False)


def read_statement(table: Table, data: bytes) -> Contribution | Vote:
    if decode(data, "Signed", "SignedVote").is_a == "SignedVote":
        return read_vote(table, data)
    return received(table.keys, table.table, data)


def who_is_refused(table: Table, contributions: Sequence[bytes]) -> int:
    """The seat that the table refuses these contributions for: of a table that is made again for it."""
    said = [received(table.keys, table.table, data) for data in contributions]
    right = tuple(each.seat for each in said) == table.expected.seats
    require(
        right and all((each.term, each.slot) == (table.term, table.slot) for each in said),
        "a slot is incomplete",
    )
    again = Table(table.proposal, table.proposal_data)
    again.believes = True
    for entry in table.log:
        again.fill(entry) if isinstance(entry, list) else again.remove(entry)
    again.believes = False
    try:
        again.fill(said)
    except Refused as refusal:
        if refusal.seat is not None and refusal.obligation != "head":
            return refusal.seat
    raise Refused("a slot that is said to be refused holds, or belongs elsewhere")


def who_said_goodbye(table: Table, message: Any) -> int:
    signal = decode(message.signal, "Signal")
    require(signal.table == table.table and signal.seat < table.n, "a goodbye is for another table")
    verify_signature(table.keys[signal.seat], "p2puno/v1/signal", message.signal, message.signature)
    decode(signal.body, "LeaveSignal")
    recent = signal.slot >= table.sat[signal.seat] and (signal.term, signal.slot) <= (table.term, table.slot)
    require(recent, "a goodbye does not count here")
    return int(signal.seat)


class Ballots:
    """What makes votes count at a table's place."""

    def __init__(self, table: Table) -> None:
        self.present, self.waited = table.all(), set(table.expected.seats)
        self.operators, self.unheard = table.operators, table.unheard
        self.place = (table.term, table.slot, table.head)

    def here(self, votes: Iterable[Vote]) -> list[Vote]:
        return [vote for vote in votes if (vote.term, vote.slot, vote.head) == self.place]

    def operators_of(self, seats: Iterable[int]) -> set[bytes]:
        return {self.operators[seat] for seat in seats}

    def outside(self, out: tuple[int, ...]) -> list[int]:
        return [seat for seat in self.present if seat not in out]

    def is_complete(self, votes: Sequence[Vote], ballot: int, out: tuple[int, ...]) -> bool:
        """Whether these are the votes of all seats outside `out`, by seat, for exactly that."""
        alike = all((vote.ballot, vote.out) == (ballot, out) for vote in votes)
        return bool(votes) and alike and [vote.seat for vote in votes] == self.outside(out)

    def nobody_was_missing(self, votes: Iterable[Vote], out: tuple[int, ...]) -> bool:
        votes = list(votes)
        carried = {seat for vote in votes for seat in vote.carried}
        return not any(vote.grounds for vote in votes) and carried >= self.waited & set(out)

    def is_void(self, shown: Sequence[Vote], ballot: int, out: tuple[int, ...]) -> bool:
        """15.3, 4, by the votes that are shown."""
        shown = sorted(self.here(shown), key=lambda vote: vote.seat)
        if any(vote.seat in self.outside(out) and vote.excludes(ballot, out) for vote in shown):
            return True
        alike = [vote for vote in shown if (vote.ballot, vote.out) == (ballot, out)]
        return self.is_complete(alike, ballot, out) and self.nobody_was_missing(alike, out)

    def suffices(self, out: tuple[int, ...], grounds: Sequence[Ground]) -> bool:
        staying = self.operators_of(self.outside(out))
        if self.operators_of(out) <= self.operators_of(ground.seat for ground in grounds):
            return bool(staying)
        convicted = self.operators_of(ground.seat for ground in grounds if ground.convicts)
        base = self.operators_of(self.present) - convicted
        new = base - self.operators_of(set(self.present) - self.unheard)
        newcomers = 2 * len(new) <= len(base) and self.operators_of(out) & base <= new
        return 2 * len(staying) > len(base) or newcomers


def check_removal(table: Table, record: Any) -> tuple[tuple[int, ...], list[Ground]]:
    """Who goes, and why; Refused if the record may not stand at the table's place."""
    require(table.slot > 1 and not table.finished, "nobody can be voted out here")
    votes = [read_vote(table, data) for data in record.votes]
    others = {named(data): read_vote(table, data) for data in record.named}
    grounds = [read_ground(table, data) for data in record.grounds]
    counted, ballot, out = Ballots(table), votes[0].ballot, votes[0].out
    here = counted.here(votes) == votes
    require(here and counted.is_complete(votes, ballot, out), "not everybody who stays has voted alike")
    whole = [seat for seat in counted.present if counted.operators[seat] in counted.operators_of(out)]
    require(bool(out) and list(out) == whole, "an operator's seats do not all go")
    wanted = {name for vote in votes for _, because in vote.earlier.values() for name in because}
    require([named(data) for data in record.named] == sorted(wanted), "holds other votes than are named")
    reasons, against = {name for vote in votes for name in vote.grounds}, [ground.seat for ground in grounds]
    held = [named(data) for data in record.grounds]
    ordered = [(each.seat, not each.convicts, name) for each, name in zip(grounds, held, strict=True)]
    first_of_each = 0 < len(held) == len(set(against)) and set(held) < reasons
    all_or_first = set(held) == reasons or first_of_each
    require(ascends(ordered) and all_or_first, "holds other grounds than are named")
    fit = counted.operators_of(against) <= counted.operators_of(out)
    require(fit, "holds grounds against a seat that stays")
    for vote in votes:
        for earlier, (seats, because) in vote.earlier.items():
            shown = [others[name] for name in because]
            inside = set(seats) <= set(out)
            require(inside or counted.is_void(shown, earlier, seats), "an earlier vote may still count")
    require(counted.suffices(out, grounds), "no more than half of the operators have voted")
    require(not counted.nobody_was_missing(votes, out), "nobody was missing")
    return out, grounds


# === 11. files (transcript.md 4, audit.md) ================================================================

# audit.md: the numbers of what can be refused.
OBLIGATIONS = {
    "place": 3, "head": 4, "slots": 5, "body": 5, "roster": 5, "shuffle": 6, "refresh": 6, "take": 6,
    "pool": 6, "fresh key": 6, "unmask": 7, "hand-over": 7, "lot": 7, "share": 7, "receipt": 7, "strip": 7,
    "play": 8, "play-drawn": 8, "discard": 8, "give": 8, "duel": 8, "join": 8, "move-hand": 8, "open": 8,
    "answer": 9, "guilty": 9, "innocent": 9, "show": 9, "complaint": 9, "duty": 9, "fit": 9, "signal": 10,
    "order": 10, "move": 11, "publish": 13, "removal": 14,
}  # fmt: skip


@dataclass
class Result:
    """code: 0 clean, 1 a fault or unfinished, 2 unreadable. What fails is an obligation of audit.md; `broken`
    is its name in table.md, 11."""

    code: int
    sentence: str
    slot: int = 0
    obligation: int | None = None
    seat: int | None = None
    scores: tuple[int, ...] = ()
    broken: str = ""


def verify_transcript(path: str) -> Result:
    try:
        with opened(path) as source:
            return verify_source(source)
    except OSError as error:
        return Result(2, f"cannot be read: {error.strerror}")


def opened(path: str) -> BinaryIO:
    """An ordinary file; raises OSError for any other, and waits for nobody who would write into a pipe."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no file but a folder, a pipe or a device")
    return os.fdopen(descriptor, "rb")


def verify_source(source: BinaryIO, believed: int = 0) -> Result:
    """`believed`: the proofs of so many records are known to hold."""
    payloads = records(source)
    try:
        header = decode(next(payloads, b""), "Header")
        require((header.format, header.version) == (FORMAT, VERSION), "is not a transcript of this version")
        data = next(payloads, b"")
        proposal = decode(data, "Proposal")
    except Refused as refusal:
        return Result(2, f"cannot be read: {refusal}")
    try:
        table = Table(proposal, data)
    except Refused as refusal:
        return Result(1, f"a fault before slot 0: {refusal}", 0, 2)
    try:
        for number, payload in enumerate(payloads, start=2):
            require(not table.finished, "the file goes on after the end of the game", "file")
            table.believes = number < believed
            fill(table, payload)
    except Refused as refusal:
        number = OBLIGATIONS.get(refusal.obligation, 1)
        blamed = "" if refusal.seat is None else f", seat {refusal.seat}"
        sentence = f"a fault at slot {table.slot}, obligation {number}{blamed}: {refusal}"
        return Result(1, sentence, table.slot, number, refusal.seat, broken=refusal.obligation)
    if not table.finished:
        return Result(1, f"unfinished: holds up to slot {table.slot}", table.slot, 12)
    clean = f"clean: {table.slot} slots; score {table.game.scores}; head {table.head.hex()}"
    return Result(0, clean, table.slot, scores=tuple(table.game.scores))


def fill(table: Table, payload: bytes) -> None:
    """One slot, by contributions or by votes."""
    record = decode(payload, "SlotRecord", "RemovalRecord")
    if record.is_a == "RemovalRecord":
        with blaming("removal", None):
            table.remove(record)
    else:
        table.fill([for_this_slot(table, each) for each in record.contributions])


def for_this_slot(table: Table, data: bytes) -> Contribution:
    with blaming("place", None):
        said = received(table.keys, table.table, data)
    here = (said.term, said.slot) == (table.term, table.slot)
    require(here, "a contribution is for another slot", "place", said.seat)
    return said


# === 12. links (discovery-and-links.md 2, 3, 7) ===========================================================

LINK_VERSION = 3
ROLES = ("dialling", "answering")
LINK_CONTEXTS = ("p2puno link initiator", "p2puno link responder")
ORDER_OF_FRAMES = (0, 1, 0, 1, 0, 1, 1, 0, 1)  # who sends which: the roles
PIN_M, PIN_N = (
    bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312"),
    bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3"),
)


def refused_frame(case: Any) -> int | None:
    """Which frame of an exchange is refused first; None if all of them hold."""
    frames = [bytes.fromhex(each["encoded"]) for each in case["frames"]]
    roles = [ROLES.index(each["from"]) for each in case["frames"]]
    for number in range(len(frames)):
        try:
            require(roles[number] == ORDER_OF_FRAMES[number], "it is another side's turn")
            take_frame(case, frames, number)
        except Refused:
            return number
    return None


def take_frame(case: Any, frames: list[bytes], number: int) -> None:
    role = ORDER_OF_FRAMES[number]
    if number < 2:
        require(decode(frames[number], "Greeting").version == LINK_VERSION, "another version")
    elif number < 4:
        own = key_of_seed(bytes.fromhex(case["seeds"][ROLES[1 - role]]))
        check_hello(decode(frames[number], "Hello"), role, own, bytes.fromhex(case["dialled"]))
    elif number < 6:
        statement = link_statement(frames[2], frames[3], bytes.fromhex(case["fingerprint"]))
        identity = decode(frames[2 + role], "Hello").identity
        verify_signature(identity, LINK_CONTEXTS[role], statement, decode(frames[number], "Proof").signature)
    else:
        statement = link_statement(frames[2], frames[3], bytes.fromhex(case["fingerprint"]))
        take_pin(case, frames, number, statement)


def key_of_seed(seed: bytes) -> bytes:
    """RFC 8032, 5.1.5."""
    number = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little")
    return ed_encode(ed_multiply(number & (2**254 - 8) | 2**254, ED_BASE))


def check_hello(hello: Message, role: int, own: bytes, dialled: bytes) -> None:
    require(hello.role == role, "a side claims the other's role")
    require(not (hello.watches and role == 1), "who answers only looks on")
    require(not (hello.pin and role == 0), "whoever dials asks for a PIN")
    require(hello.identity != own, "this is one's own key")
    require(role == 0 or hello.identity == dialled, "somebody else answers")
    check_public_key(hello.identity)


def link_statement(dialling: bytes, answering: bytes, fingerprint: bytes) -> bytes:
    return _write([NUMBERS["LinkStatement"], LINK_VERSION, dialling, answering, fingerprint])


def take_pin(case: Any, frames: list[bytes], number: int, statement: bytes) -> None:
    """The frame as its receiver takes it, who knows its own PIN and its own scalar."""
    opening = decode(frames[6], "PinOpening").element
    ed_element(opening)
    if number == 6:
        return
    answer = decode(frames[7], "PinAnswer")
    ed_element(answer.element)
    require(answer.element != opening, "an element comes back")
    receiver = ROLES[1 - ORDER_OF_FRAMES[number]]
    key = pin_key(case, receiver, answer.element, opening, statement)
    require(number < 8 or key.hex() == case["key"], "the key is another")
    said = answer.confirmation if number == 7 else decode(frames[8], "PinConfirmation").confirmation
    sender = b"initiator" if number == 7 else b"responder"
    right = hmac.digest(key, b"p2puno pin confirmed by " + sender, "sha256")
    require(hmac.compare_digest(said, right), "the other side does not know the PIN")


def pin_key(case: Any, side: str, dialling: bytes, answering: bytes, statement: bytes) -> bytes:
    """SPAKE2, as this side computes it."""
    pin = tidy_pin(case["pin"] if side == "answering" else case["said"]).encode()
    w = int.from_bytes(hkdf(pin, bytes(32), b"SPAKE2 pw", 48), "big") % ED_ORDER
    own = int.from_bytes(bytes.fromhex(case["entropy"][side]), "big") % ED_ORDER
    theirs, blinding = (answering, PIN_N) if side == "dialling" else (dialling, PIN_M)
    blinded = ed_multiply(ED_ORDER - w, ed_element(blinding))
    shared = ed_encode(ed_multiply(own, ed_add(ed_element(theirs), blinded)))
    names = (b"p2puno pin initiator" + statement, b"p2puno pin responder" + statement)
    parts = [hashlib.sha256(each).digest() for each in (pin, *names)]
    return hashlib.sha256(b"".join(parts) + dialling + answering + shared).digest()


def ed_element(data: bytes) -> Extended:
    """Of the group of prime order, and not the identity."""
    point = ed_lift(data)
    require(point is not None, "an element of the PIN is no point")
    assert point is not None
    identity = ed_encode((0, 1, 1, 0))
    require(data != identity, "an element of the PIN is the identity")
    require(ed_encode(ed_multiply(ED_ORDER, point)) == identity, "an element of the PIN is in another group")
    return point


def tidy_pin(text: str) -> str:
    tidy = unicodedata.normalize("NFKC", text).strip()
    return "".join(str(unicodedata.decimal(each, each)) for each in tidy)


def check_location(data: bytes) -> None:
    located = decode(data, "Located")
    location = decode(located.location, "Location")
    verify_signature(location.identity, "p2puno link location", located.location, located.signature)


def check_announcement(txt: dict[str, bytes]) -> None:
    try:
        version, token, name = (txt.get(key, b"").decode() for key in ("v", "t", "n"))
    except UnicodeDecodeError:
        raise Refused("an announcement is not UTF-8") from None
    decimal = version.isascii() and version.isdecimal() and len(version) <= 5
    require(decimal and 1 <= int(version) <= 65_535, "no version")
    require(len(token) == 32 and not set(token) - set("0123456789abcdef"), "no token")
    require(1 <= len(name) <= 60 and good_text(name), "no name")


def judged_links(vectors: Any) -> list[tuple[str, bool]]:
    judged = [(case["name"], refused_frame(case) == case["refused"]) for case in vectors["exchanges"]]
    for check, cases, read in (
        (check_location, vectors["locations"], lambda case: bytes.fromhex(case["encoded"])),
        (check_announcement, vectors["announcements"], announced),
    ):
        judged += [(case["name"], holds(check, read(case)) == case["valid"]) for case in cases]
    return judged


def announced(case: Any) -> dict[str, bytes]:
    return {key: bytes.fromhex(value) for key, value in case["txt"].items()}


# === 13. vectors ==========================================================================================

MAX_VECTORS = 2**26


def verify_vectors(path: str) -> Result:
    """Whether this verifier says of every case in a file of `specs/vectors/` what stands there."""
    try:
        with opened(path) as source:
            data = source.read(MAX_VECTORS + 1)
        vectors = json.loads(data) if len(data) <= MAX_VECTORS else None
    except OSError as error:
        return Result(2, f"cannot be read: {error.strerror}")
    except (ValueError, RecursionError):
        return Result(2, "cannot be read: it is no JSON")
    if not isinstance(vectors, dict):
        return Result(2, "cannot be read: these are no vectors")
    judged: list[tuple[str, bool]] = []
    if "primitives" in vectors:
        judged += judged_primitives(vectors["primitives"])
    judged += [
        (case["name"], judge_proof(case) == case["valid"]) for case in filled_up(vectors.get("cases", []))
    ]
    judged += [(case["name"], judge_message(case)) for case in vectors.get("messages", [])]
    judged += judged_links(vectors) if "exchanges" in vectors else []
    judged += judged_games(vectors.get("games", []), vectors.get("changed", []))
    wrong = [name for name, right in judged if not right]
    if wrong or not judged:
        return Result(1, f"{len(wrong)} of {len(judged)} vectors are judged otherwise: {', '.join(wrong)}")
    return Result(0, f"all {len(judged)} vectors are judged as they should be")


def from_hex(texts: Iterable[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def points_of(texts: Iterable[str]) -> list[Point]:
    return elements_of(from_hex(texts))


def judged_primitives(primitives: Any) -> list[tuple[str, bool]]:
    """crypto.md, 1 to 6, 12, 13."""
    hashed, mapped = primitives["tagged_hash"], primitives["hash_to_element"]
    committed, derived = primitives["commitment"], primitives["derivation"]
    sealed, signed = primitives["sealing"], primitives["signing"]
    secret, label, parts = bytes.fromhex(derived["secret"]), derived["label"], from_hex(derived["parts"])
    points = [generator(index) for index in range(len(primitives["generators"]))]
    mapped_to = hash_to_element(mapped["tag"], *from_hex(mapped["parts"]))
    sum_committed = weighted_sum(commitment(committed["values"], committed["blinding"]))
    recipient, box, context = from_hex(sealed[name] for name in ("recipient", "sealed", "context"))
    opened = unseal(int(sealed["secret"], 16), element(recipient), box, context)
    key, message, signature = from_hex(signed[name] for name in ("public", "message", "signature"))
    place = primitives["transcript"]["place"]
    bound = ProofTranscript(
        binding_in(place), primitives["transcript"]["proof_type"], place["purpose"], place["index"]
    )
    bound.say_element("label", G)
    drawn = {f"challenge_{label}": f"{bound.challenge(label):064x}" for label in ("x", "y")}
    encodings = [(each["name"], judge_encoding(each) == each["valid"]) for each in primitives["encodings"]]
    reduced = f"{wide(bytes.fromhex(primitives['wide']['bytes'])):064x}"
    return [
        *encodings,
        ("wide", reduced == primitives["wide"]["scalar"]),
        ("tagged_hash", tagged_hash(hashed["tag"], *from_hex(hashed["parts"])).hex() == hashed["hash"]),
        ("hash_to_element", mapped_to == element(bytes.fromhex(mapped["element"]))),
        ("generators", points == points_of(primitives["generators"])),
        ("commitment", sum_committed == element(bytes.fromhex(committed["element"]))),
        ("derived bytes", derive_bytes(secret, label, parts, 32).hex() == derived["bytes"]),
        ("derived scalar", derive_scalar(secret, label, parts) == int(derived["scalar"], 16)),
        ("derived order", derive_permutation(secret, label, parts, 12) == derived["permutation_of_12"]),
        ("transcript", primitives["transcript"] == {**primitives["transcript"], **drawn}),
        ("sealing", opened == bytes.fromhex(sealed["plaintext"])),
        ("signing", holds(verify_signature, key, signed["context"], message, signature)),
    ]


def judge_encoding(case: Any) -> bool:
    check = {"element": element, "scalar": scalar, "public key": check_public_key}[case["kind"]]
    return holds(check, bytes.fromhex(case["bytes"]))


def holds(check: Callable[..., object], *about: Any) -> bool:
    try:
        check(*about)
    except Refused:
        return False
    return True


def filled_up(cases: list[Any]) -> list[Any]:
    """A changed case with everything that it has from the one it was made from."""
    by_name = {case["name"]: case for case in cases}
    return [
        {**by_name[case["made_from"]], **case["with"], **case} if "made_from" in case else case
        for case in cases
    ]


def judge_proof(case: Any) -> bool:
    """Whether it holds; and if it does, whether everything was met on the way that stands there."""
    seen: dict[str, list[Any]] = {"item": [], "relation": []}
    with witnessed(lambda what, value: seen[what].append(value)):
        held = holds(check_case, case)
    if not held or "steps" not in case:
        return held
    parts = [case["steps"][name] for name in ("equality", "shuffle") if name in case["steps"]]
    parts = parts or [case["steps"]]
    items = [item for part in parts for item in part["transcript"]]
    relations = [{point: scalar for scalar, point in each} for part in parts for each in part["relations"]]
    return (seen["item"], [_by_element(each) for each in seen["relation"]]) == (items, relations)


def _by_element(terms: Iterable[Term]) -> dict[str, str]:
    """A relation as vectors have it: each element once, with its scalar."""
    merged: dict[Point, int] = {}
    for scalar, point in terms:
        merged[point] = (merged.get(point, 0) + scalar) % ORDER
    return {encode_element(point).hex(): f"{scalar:064x}" for point, scalar in merged.items()}


def binding_in(place: Any) -> Binding:
    head, table, identity = from_hex(place[name] for name in ("head", "table", "identity"))
    numbers = (place["term"], place["round"], place["slot"])
    return Binding(place["version"], table, *numbers, head, place["seat"], identity)


def check_case(case: Any) -> None:
    place = case["place"]
    binding = binding_in(place)
    if case["kind"] == "sharing":
        key, images, shares = (
            element(bytes.fromhex(case["K"])),
            points_of(case["U"]),
            from_hex(case["shares"]),
        )
        bound = ProofTranscript(binding, "sharing", place["purpose"], place["index"])
        bound.say_element("K", key)
        bound.say_elements("U", images)
        verify_sharing(images)
        right = all(is_share(share, key, image) for share, image in zip(shares, images, strict=True))
        require(right, "a share is not the one announced")
        return
    base, proof = element(bytes.fromhex(case["base"])), bytes.fromhex(case["proof"])
    if case["kind"] == "innocence":
        hand, allowed = points_of(case["hand"]), points_of(case["S"])
        verify_innocence(binding, base, hand, allowed, proof, place["index"])
        return
    transcript = ProofTranscript(binding, case["kind"], place["purpose"], place["index"])
    check = verify_shuffle if case["kind"] == "shuffle" else verify_equality
    image, sources, targets = (
        element(bytes.fromhex(case["image"])),
        points_of(case["A"]),
        points_of(case["B"]),
    )
    check(transcript, base, image, sources, targets, proof)


def judge_message(case: Any) -> bool:
    """Encodings that are one, with their fields, and such as are none."""
    data = bytes.fromhex(case["encoded"])
    try:
        message = decode(data, *NUMBERS)
    except Refused:
        return not case["valid"]
    return bool(case["valid"]) and (message.is_a, plain(message.fields)) == (case["message"], case["fields"])


def plain(value: Any) -> Any:
    """As JSON says it."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Message):
        return plain(value.fields)
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def judged_games(games: list[Any], changed: list[Any]) -> list[tuple[str, bool]]:
    """Whole games with all their heads, and such as one change was made in."""
    judged: list[tuple[str, bool]] = []
    by_name: dict[str, list[bytes]] = {}
    for game in games:
        data = base64.b64decode(game["transcript"])
        by_name[game["name"]] = payloads = list(records(io.BytesIO(data)))
        result, table = verify_source(io.BytesIO(data)), Table(decode(payloads[1], "Proposal"), payloads[1])
        judged.append((game["name"], result.code == 0))
        judged.append((f"{game['name']}, slot by slot", told_slot_by_slot(table, payloads[2:], game)))
    for case in changed:
        then = base64.b64decode(case["then"])
        payloads = by_name[case["made_from"]][: case["record"]]
        result = verify_source(io.BytesIO(b"".join(map(framed, payloads)) + then), believed=len(payloads))
        found = (result.code, result.slot, result.obligation, result.seat)
        right = found == (case["code"], case["slot"], case["obligation"], case["seat"])
        judged.append((case["name"], right and case["broken"] in (None, result.broken)))
    return judged


def told_slot_by_slot(table: Table, payloads: list[bytes], game: Any) -> bool:
    """Whether the table waits for what stands there, and knows behind each slot what stands there."""
    table.believes = True
    right = len(payloads) == len(game["slots"])
    for payload, slot in zip(payloads, game["slots"], strict=False):
        waits = {"phase": table.expected.name, "seats": list(table.expected.seats)}
        fill(table, payload)
        told = waits | public_state(table)
        right = right and all(told[name] == slot[name] for name in told if name in slot)
    keys = [key_of_seed(bytes.fromhex(seat["seed"])) for seat in game["seats"]]
    return right and keys == table.keys


def public_state(table: Table) -> dict[str, Any]:
    hands = {seat: hand for seat, hand in sorted(table.hands.items()) if hand.cards}
    masks = [table.epoch[seat].key for seat in sorted(table.epoch)]
    held = [point for hand in hands.values() for point in (hand.key, *hand.cards)]
    drawn = table.drawn.cards if table.drawn else []
    listed = b"".join(map(encode_element, [*masks, *table.pile, *held, *drawn]))
    return {
        "term": table.term,
        "round": table.game.round,
        "masks": sorted(table.epoch),
        "pile": len(table.pile),
        "hands": {str(seat): len(hand.cards) for seat, hand in hands.items()},
        "drawn": len(drawn),
        "keys": len(table.seen_keys) if table.epoch else 0,
        "scores": list(table.game.scores),
        "elements": hashlib.sha256(listed).hexdigest(),
        "head": table.head.hex(),
    }


def printable(path: str) -> str:
    """A name in one line: what a terminal might obey, and what is no text, is written as an escape."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in path)


def main(paths: Sequence[str]) -> int:
    if not paths:
        print(__doc__)  # noqa: T201
        return 2
    worst = 0
    for path in paths:
        result = verify_vectors(path) if path.endswith(".json") else verify_transcript(path)
        print(f"{printable(path)}: {result.sentence}")  # noqa: T201
        worst = max(worst, result.code)
    return worst


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
