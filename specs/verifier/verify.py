#!/usr/bin/env python3
"""A second verifier of p2puno: one file, the standard library, written from `specs/` and from nothing else.

    python3 specs/verifier/verify.py FILE…       transcripts (*.p2puno) and vectors (*.json)

Exit code 0: all is clean. 1: something does not hold, or a game is unfinished. 2: a file cannot be read.
It shares no code with the program: its own curves with integers, its own MessagePack, its own rules. Where
the two disagree, one has a bug. It is slow, and as simple as that allows. It knows the options of the four
presets and some more (section 8); of a game by other rules it says that it does not know them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import json
import struct
import sys
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
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


def check_equality_form(proof: bytes) -> None:
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
73 Item | origin: bytes 32, payload: bytes 1–200000
74 Note | payload: bytes 1–200000
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


# === 8. the rules of the presets (rules.md) ===============================================================
#
# A game is a generator: it yields what it needs and is sent the event that meets the need. What the rules say
# in a row stands here in a row. Any `yield` may be sent the event "gone" instead: seats have left (16).

RED, YELLOW, GREEN, BLUE = range(4)
NO_COLOUR = 4


class Face(NamedTuple):
    """What is printed on a card; `colour` is None on wild cards, `number` on all but numbers."""

    kind: str
    colour: int | None
    number: int | None = None

    @property
    def points(self) -> int:
        if self.number is not None:
            return self.number
        return 50 if self.colour is None else 20


def classic_deck() -> list[Face]:
    cards = []
    for colour in range(4):
        cards.append(Face("number", colour, 0))
        cards += [Face("number", colour, number) for number in range(1, 10) for _ in range(2)]
        cards += [Face(kind, colour) for kind in ("skip", "reverse", "draw-two") for _ in range(2)]
    return [*cards, *[Face("wild", None)] * 4, *[Face("wild-draw-four", None)] * 4]


def kids_deck() -> list[Face]:
    cards = []
    for colour in range(4):
        cards += [Face("number", colour, number) for number in range(1, 8)] + [Face("draw-two", colour)]
    return [*cards, *[Face("wild", None)] * 4]


DECKS = {
    "classic-108": classic_deck,
    "modern-112": lambda: [*classic_deck(), Face("wild-shuffle-hands", None), *[Face("wild", None)] * 3],
    "kids-36": kids_deck,
}
STAYS = ("number", "skip", "reverse", "draw-two", "wild")

# Every option of the catalogue with its default, and the values that this verifier knows beside it.
OPTIONS: dict[str, tuple[str, str]] = {
    "deck": ("classic-108", "modern-112 kids-36"), "without": ("", ""), "blank": ("wild", ""),
    "hand_size": ("7", "6 5"), "dealer": ("cut", "cut-redraw lot"), "next_dealer": ("left", "right"),
    "first_card": ("takes-effect", "number-only"), "deck_empty": ("reshuffle", ""),
    "theme": ("colours", "suits"), "draw": ("one", ""), "decline": ("allowed", "forced"),
    "drawn_card": ("may-play", ""), "reverse": ("lasting", ""), "skip": ("next-misses", ""),
    "wild": ("names-colour", ""), "wd4_legal": ("colour", "colour-or-wild colour-or-symbol always"),
    "challenge": ("on", "off"), "challenge_shows": ("challenger", "nobody everyone"),
    "guilty": ("draws", ""), "ready_after_four": ("off", ""), "deflect_wd4": ("off", ""),
    "uno_call": ("with-play", "before-next"), "uno_catch": ("players", ""), "uno_rescue": ("off", ""),
    "uno_reminder": ("off", "on"), "uno_penalty": ("2", "4"), "false_call_penalty": ("0", "2"),
    "uno_slap": ("off", ""), "values": ("standard", "numbers-only"),
    "score": ("winner-takes", "own-points loser-at-target one-round"), "target": ("500", "*"),
    "rounds": ("0", "*"), "teams": ("off", ""), "to_the_last": ("off", ""), "seven_rounds": ("off", ""),
    "zero_fifty": ("off", "on"), "last_card_bonus": ("off", ""),
    "stack": ("off", "draw-two draw-four both"), "jump_in": ("off", "on"), "double_play": ("off", ""),
    "seven_zero": ("off", "on"), "seven_swap": ("must", "may"), "zero_pass": ("direction", "left"),
    "five_exchange": ("off", ""), "colour_circle": ("off", ""), "reverse_deflect": ("off", ""),
    "pair_as_skip": ("off", ""), "silence": ("off", ""), "hint_penalty": ("0", ""),
    "misplay_penalty": ("0", ""), "spin": ("off", ""), "open_replay": ("off", "on"),
    "turn_clock": ("0", "*"), "key_sharing": ("on", "off"),
}  # fmt: skip


class UnknownRules(Exception):  # noqa: N818
    """A rule set that this verifier cannot judge."""


def read_rules(items: Sequence[tuple[str, str]]) -> dict[str, str]:
    """All options with their values, from the canonical list of those that differ."""
    order = list(OPTIONS)
    places = [order.index(name) if name in OPTIONS else -1 for name, _ in items]
    require(-1 not in places and places == sorted(set(places)), "the rules are not in their canonical form")
    rules = {name: default for name, (default, _) in OPTIONS.items()}
    for name, value in items:
        default, known = OPTIONS[name]
        require(value != default, "the rules are not in their canonical form")
        if known == "*":
            require(
                value.isascii() and value.isdigit() and str(int(value)) == value,
                f"{name}={value} is no number",
            )
        elif value not in known.split():
            raise UnknownRules(f"{name}={value}")
        rules[name] = value
    return rules


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


@dataclass
class Attack:
    kind: str
    offender: int
    target: int
    cards: int


@dataclass(frozen=True)
class Event:
    """What meets a need; `kind` as in rules.md, 4."""

    kind: str
    seat: int = -1
    card: int = -1
    colour: int | None = None
    uno: bool = False
    target: int | None = None
    count: int = 0
    cards: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    guilty: bool = False
    seats: tuple[int, ...] = ()


Flow = Generator[Need, Event, Any]


class Game:
    """The public state of a game, and its course."""

    def __init__(self, rules: dict[str, str], seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.present = list(range(seats))
        self.deck = DECKS[rules["deck"]]()
        self.scores = [0] * seats
        self.round, self.voided, self.dealer, self.turn, self.direction = 0, 0, -1, 0, 1
        self.clear()
        self.barred: frozenset[int] = frozenset()
        self.laid_by: int | None = None
        self.asked = ""
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
        self.passed: set[int] = set()
        self.gone_out: tuple[int, ...] = ()
        self.attack: Attack | None = None
        self.four: tuple[int, int, Face | None] | None = None

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
            if not set(concerned) <= set(self.present):
                return None

    # --- seats that leave and sit down (16) -----------------------------------------------------------------

    def leave(self, seats: Sequence[int]) -> None:
        """SeatsGone; of the seats present, and not all of them."""
        self.present = [seat for seat in self.present if seat not in seats]
        if len(self.present) == 1:
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
            self.tell(Event("gone", seats=tuple(seats)))

    def moves_hands_of(self, seats: Sequence[int]) -> bool:
        if self.need.kind == "pool":
            return any(self.need.counts[seat] for seat in seats)
        return self.need.kind == "hands" and any(set(pair) & set(seats) for pair in self.need.pairs)

    def lay_aside(self, seats: Sequence[int]) -> None:
        if any(self.counts):
            self.gone_out += tuple(seat for seat in seats if self.counts[seat] == 0)
        for seat in seats:
            self.counts[seat] = 0
        self.windows = [window for window in self.windows if window.target not in seats]

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
        self.seats += new
        self.present = sorted({*self.present, *seats})

    def around(self, seat: int, direction: int, *, itself: bool = False) -> Iterator[int]:
        """The seats present, from this one or its neighbour on."""
        for step in range(0 if itself else 1, self.seats + 1):
            if (found := (seat + step * direction) % self.seats) in self.present:
                yield found

    def face(self, card: int) -> Face:
        require(card < len(self.deck), "names a card that this deck does not have")
        require(card not in self.discards, "names a card that lies among the discards")
        return self.deck[card]

    @property
    def top(self) -> Face:
        return self.deck[self.discards[-1]]

    def after(self, seat: int) -> int:
        """Whose turn comes after a seat's."""
        return next(self.around(seat, self.direction))

    # --- the course of a game -------------------------------------------------------------------------------

    def course(self, dealer: int | None = None) -> Flow:
        if dealer is None:
            self.clear()
            dealer = yield from self.find_dealer()
        while True:
            yield from self.play_round(dealer)
            if self.winners:
                return
            yield Need("next round")
            dealer = next(self.around(self.dealer, 1 if self.rules["next_dealer"] == "left" else -1))

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

    # --- a round --------------------------------------------------------------------------------------------

    def play_round(self, dealer: int) -> Flow:
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
            event = yield from self.ask(Need("deal", counts=tuple(counts)), *self.present)
        self.counts = counts
        self.pile -= sum(counts)
        yield from self.play()
        yield from self.score()

    def turn_up(self) -> Flow:
        while True:
            event = yield from self.ask(Need("first card"))
            shown = self.face(event.card)
            if shown.kind not in STAYS:
                yield from self.shuffle_all()
                continue
            self.pile -= 1
            self.discards.append(event.card)
            self.colour = shown.colour
            if shown.kind == "number" or self.rules["first_card"] != "number-only":
                return
            if self.pile < int(self.rules["hand_size"]) * len(self.present) + 2:
                yield from self.shuffle_all()

    def play(self) -> Flow:
        """From the first card's effect until the round ends."""
        seat = yield from self.open_play()
        while not self.round_is_over():
            seat = next(self.around(seat, self.direction, itself=True))
            seat = yield from self.take_turn(seat)

    def round_is_over(self) -> bool:
        return (
            bool(self.gone_out) or any(self.counts[seat] == 0 for seat in self.present) or self.all_passed()
        )

    def all_passed(self) -> bool:
        return self.passed >= set(self.present)

    def open_play(self) -> Flow:
        """What the card turned up does; returns whose turn it is."""
        first, shown = self.after(self.dealer), self.top
        if shown.kind == "reverse":
            self.direction = -self.direction
            return self.dealer
        if shown.kind == "draw-two":
            yield from self.draw(first, 2)
        if shown.kind in ("draw-two", "skip"):
            return self.after(first)
        if shown.kind == "wild":
            while (event := (yield from self.choose(first, {"name colour"}, "name"))).kind == "gone":
                first = self.after(first)
            self.colour = event.colour
        return first

    # --- a choice, and what may happen before it ------------------------------------------------------------

    def choose(self, seat: int, allowed: set[str], asked: str) -> Flow:
        """The choice of a seat, "gone" if it leaves; whatever is done out of turn comes before it."""
        while seat in self.present and not self.all_passed():
            self.asked = asked
            self.turn = seat
            event = yield Need("move", seat, allowed=frozenset(allowed))
            if event.kind == "caught":
                yield from self.caught(event)
            elif event.kind == "uno said":
                self.uno_said(event)
            elif event.kind == "jumped in":
                self.check_jump(event)
                return event
            elif event.kind != "gone":
                require(event.seat == seat, "moves although it is not its turn")
                require(event.kind in allowed, "makes a move that is not allowed now")
                return event
        return Event("gone")

    def may_interrupt(self, seat: int) -> set[str]:
        """What a seat may do now although it is not asked."""
        if self.need.kind != "move" or self.asked == "decide" or seat not in self.present:
            return set()
        possible = set()
        if any(self.may_catch(seat, window) for window in self.windows):
            possible.add("caught")
        window = next((window for window in self.windows if window.target == seat), None)
        if window is not None and window.late and not window.called:
            possible.add("uno said")
        if self.may_jump(seat):
            possible.add("jumped in")
        return possible

    def jumpable(self) -> bool:
        return (
            self.rules["jump_in"] == "on" and self.laid_by is not None and self.top.kind != "wild-draw-four"
        )

    def may_jump(self, seat: int) -> bool:
        if not self.jumpable() or self.counts[seat] == 0 or seat == self.laid_by:
            return False
        return self.asked == "answer" or (self.asked == "turn" and seat != self.turn)

    def check_jump(self, event: Event) -> None:
        require(self.may_jump(event.seat), "jumps in although that is not possible now")
        shown = self.face(event.card)
        require(shown == self.top, "jumps in with another card than the one on top")
        if self.attack is not None and self.stackable(self.attack):
            require(self.answers(shown, self.attack), "jumps in on a stack with a card that does not stack")

    # --- a turn ---------------------------------------------------------------------------------------------

    def take_turn(self, seat: int) -> Flow:
        """Returns the seat whose turn is next."""
        nothing = self.pile == 0 and len(self.discards) <= 1
        event = yield from self.choose(seat, {"played", "passed" if nothing else "draw chosen"}, "turn")
        if event.kind == "gone":
            return self.after(seat)
        if event.kind == "jumped in":
            return (yield from self.lay(event))
        if event.kind == "played":
            require(self.fits(self.face(event.card)), "plays a card that does not fit")
            return (yield from self.lay(event))
        self.windows = []
        if event.kind == "passed":
            self.passed.add(seat)
            return self.after(seat)
        yield from self.draw(seat, 1, joins=False)
        if not self.drawn:
            return self.after(seat)
        event = yield from self.choose(seat, {"played drawn", "kept"}, "decide")
        if event.kind in ("kept", "gone"):
            return self.after(seat)
        require(self.fits(self.face(event.card)), "plays a card that does not fit")
        return (yield from self.lay(event))

    def fits(self, shown: Face) -> bool:
        if self.attack is not None:
            return self.answers(shown, self.attack)
        if shown.colour is None or self.colour is None or shown.colour == self.colour:
            return True
        top = self.top
        return top.colour is not None and (shown.kind, shown.number) == (top.kind, top.number)

    def lay(self, event: Event) -> Flow:
        """The card takes effect; returns whose turn is next."""
        seat, shown = event.seat, self.face(event.card)
        self.check_named(event, shown)
        under, before, attack = self.top, self.colour, self.attack
        stacked = attack if attack is not None and self.answers(shown, attack) else None
        self.windows = []
        self.counts[seat] -= 1
        self.discards.append(event.card)
        self.colour = event.colour if shown.colour is None else shown.colour
        if shown.kind == "wild-shuffle-hands":
            self.colour = event.colour
        self.passed, self.laid_by, self.attack, self.four = set(), seat, None, None
        challengeable = self.rules["challenge"] == "on" and self.rules["wd4_legal"] != "always"
        if shown.kind == "wild-draw-four" and challengeable and before is not None:
            self.four = (seat, before, under)
        yield from self.call_uno(seat, said=event.uno)
        return (yield from self.effect(event, shown, stacked))

    def check_named(self, event: Event, shown: Face) -> None:
        require((shown.colour is None) == (event.colour is not None), "names a colour wrongly")
        last = self.counts[event.seat] <= 1
        seven = self.rules["seven_zero"] == "on" and shown.number == 7 and not last
        if event.target is None:
            require(not seven or self.rules["seven_swap"] == "may", "names nobody to swap hands with")
        else:
            require(seven, "names a player without reason")
            can_be = event.target in self.present and event.target != event.seat
            require(can_be, "names a player who cannot be named")

    def effect(self, event: Event, shown: Face, stacked: Attack | None) -> Flow:
        seat = event.seat
        match shown.kind:
            case "skip":
                return (yield from self.strike(Attack("skip", seat, self.after(seat), 0)))
            case "reverse" if len(self.present) == 2:
                return (yield from self.strike(Attack("skip", seat, self.after(seat), 0)))
            case "reverse":
                self.direction = -self.direction
            case "draw-two":
                cards = 2 + (stacked.cards if stacked else 0)
                return (yield from self.strike(Attack("draw-two", seat, self.after(seat), cards)))
            case "wild-draw-four":
                cards = 4 + (stacked.cards if stacked else 0)
                return (yield from self.strike(Attack("wild-draw-four", seat, self.after(seat), cards)))
            case "wild-shuffle-hands" if self.counts[seat]:
                yield from self.pool(seat)
            case "number" if self.rules["seven_zero"] == "on" and self.counts[seat]:
                yield from self.seven_or_zero(event, shown)
        return self.after(seat)

    # --- attacks --------------------------------------------------------------------------------------------

    def stackable(self, attack: Attack) -> bool:
        stack = self.rules["stack"]
        return (attack.kind == "draw-two" and stack in ("draw-two", "both")) or (
            attack.kind == "wild-draw-four" and stack in ("draw-four", "both")
        )

    def answers(self, shown: Face, attack: Attack) -> bool:
        return self.stackable(attack) and shown.kind == attack.kind

    def strike(self, attack: Attack) -> Flow:
        """The target accepts, challenges, answers or is hit; returns whose turn is next."""
        self.attack = attack
        allowed = {"accepted"}
        if self.four is not None:
            allowed.add("challenged")
        if self.stackable(attack):
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
            self.windows = []
            if event.kind == "challenged":
                return (yield from self.challenge(attack))
        self.attack = self.four = None
        yield from self.draw(attack.target, attack.cards)
        return self.after(attack.target)

    def challenge(self, attack: Attack) -> Flow:
        assert self.four is not None
        offender, colour, under = self.four
        forbidding = tuple(card for card, shown in enumerate(self.deck) if self.forbids(shown, colour, under))
        event = None
        if offender in self.present:
            need = Need("verdict", offender, cards=forbidding, other=attack.target)
            event = yield from self.ask(need, offender, attack.target)
        self.attack = self.four = None
        if attack.target not in self.present:
            return self.after(attack.target)
        # Who has left cannot show that his card was legal.
        if event is None or event.guilty:
            require(event is None or self.counts[offender] > 0, "says that an empty hand was guilty")
            yield from self.draw(offender, attack.cards)
            return attack.target
        yield from self.draw(attack.target, attack.cards + 2)
        return self.after(attack.target)

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

    # --- hands that move ------------------------------------------------------------------------------------

    def seven_or_zero(self, event: Event, shown: Face) -> Flow:
        if shown.number == 7 and event.target in self.present and event.seat in self.present:
            yield from self.move_hands([(event.seat, event.target), (event.target, event.seat)])
        elif shown.number == 0:
            left = self.direction == 1 or self.rules["zero_pass"] == "left"  # noqa: S105
            order = self.present if left else self.present[::-1]
            yield from self.move_hands(list(zip(order, [*order[1:], order[0]], strict=True)))

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
        self.down_to_one(list(self.present))

    # --- UNO ------------------------------------------------------------------------------------------------

    def call_uno(self, seat: int, *, said: bool) -> Flow:
        if self.counts[seat] != 1:
            penalty = int(self.rules["false_call_penalty"])
            if said and penalty:
                yield from self.draw(seat, penalty)
            return
        self.open_windows([seat], called=said, late=self.rules["uno_call"] == "before-next")

    def down_to_one(self, seats: list[int]) -> None:
        """Hands have moved: windows open anew."""
        self.windows = [window for window in self.windows if window.target not in seats]
        self.open_windows([seat for seat in seats if self.counts[seat] == 1], called=False, late=True)

    def open_windows(self, seats: list[int], *, called: bool, late: bool) -> None:
        """Whoever has caught falsely is blocked in the next windows, and only in these."""
        if seats:
            self.windows += [Window(seat, called, late, self.barred) for seat in seats]
            self.barred = frozenset()

    def may_catch(self, seat: int, window: Window) -> bool:
        return seat != window.target and seat not in window.used and seat not in window.blocked

    def caught(self, event: Event) -> Flow:
        window = next((window for window in self.windows if window.target == event.target), None)
        require(window is not None, "catches somebody who cannot be caught")
        assert window is not None
        require(self.may_catch(event.seat, window), "catches although it may not")
        if not window.called:
            self.windows.remove(window)
            yield from self.draw(window.target, int(self.rules["uno_penalty"]))
            return
        window.used.add(event.seat)
        self.barred |= {event.seat}
        if int(self.rules["false_call_penalty"]):
            yield from self.draw(event.seat, int(self.rules["false_call_penalty"]))

    def uno_said(self, event: Event) -> None:
        window = next((window for window in self.windows if window.target == event.seat), None)
        require(
            window is not None and event.target == event.seat and window.late and not window.called,
            "says UNO although it may not",
        )
        assert window is not None
        window.called = True

    # --- drawing --------------------------------------------------------------------------------------------

    def draw(self, seat: int, owed: int, *, joins: bool = True) -> Flow:
        self.drawn = 0
        while owed and seat in self.present:
            if self.pile == 0:
                if len(self.discards) <= 1:
                    return
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

    # --- the end of a round and of the game -----------------------------------------------------------------

    def score(self) -> Flow:
        self.attack = self.four = None
        self.windows = []
        event = None
        while event is None:
            holders = tuple(seat for seat in self.present if self.counts[seat])
            event = yield from self.ask(Need("opening", seats=holders), *holders)
        require(
            [len(hand) for hand in event.hands] == self.counts, "opens another number of cards than it holds"
        )
        cards = [card for hand in event.hands for card in hand]
        require(len(set(cards)) == len(cards), "opens a card twice")
        values = [self.value(hand) for hand in event.hands]
        winners = [*self.gone_out, *(seat for seat in self.present if self.counts[seat] == 0)]
        if not winners:
            winners = self.lowest(values)
        kind = self.rules["score"]
        for seat in range(self.seats):
            if kind in ("own-points", "loser-at-target"):
                self.scores[seat] += values[seat]
            elif seat in winners:
                self.scores[seat] += sum(value for other, value in enumerate(values) if other not in winners)
        self.winners = self.game_winners(
            [seat for seat in winners if seat in self.present] or self.lowest(values)
        )

    def lowest(self, values: list[int]) -> list[int]:
        least = min(values[seat] for seat in self.present)
        return [seat for seat in self.present if values[seat] == least]

    def value(self, hand: Sequence[int]) -> int:
        shown = [self.face(card) for card in hand]
        if self.rules["zero_fifty"] == "on" and [each.number for each in shown] == [0]:
            return 50
        if self.rules["values"] == "numbers-only":
            return sum(each.number or 0 for each in shown)
        return sum(each.points for each in shown)

    def game_winners(self, winners: list[int]) -> tuple[int, ...]:
        """Of those present; empty as long as the game goes on."""
        kind, rounds, target = self.rules["score"], int(self.rules["rounds"]), int(self.rules["target"])
        scores = {seat: self.scores[seat] for seat in self.present}
        most = max(scores.values())
        if kind == "one-round":
            return tuple(winners)
        if self.round - self.voided < rounds or (not rounds and most < target):
            return ()
        if kind == "loser-at-target":
            limit = most if rounds else target
            safe = tuple(seat for seat, score in scores.items() if score < limit)
            if safe:
                return safe
        best = most if kind == "winner-takes" else min(scores.values())
        return tuple(seat for seat, score in scores.items() if score == best)


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
RACE_SIGNALS = (
    "CatchSignal", "MoveSignal", "JumpSignal", "CallSignal", "AccuseSignal", "ReactSignal", "ChatterSignal",
)  # fmt: skip


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
        require(self.n <= self.most_seats(), "the rules are not for so many")
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

    def most_seats(self) -> int:
        dealt = (len(self.game.deck) - 2) // int(self.rules["hand_size"])
        return min(dealt, 4 if self.rules["deck"] == "kids-36" else 10)

    # --- slots ----------------------------------------------------------------------------------------------

    def fill(self, contributions: Sequence[Contribution]) -> None:
        """One complete slot; Refused if something in it does not hold."""
        said: dict[int, Contribution] = {}
        for each in contributions:
            here = (each.term, each.slot) == (self.term, self.slot)
            require(here, "a contribution is for another slot", "place", each.seat)
            require(each.seat not in said, "a seat contributes twice", "slots")
            said[each.seat] = each
        ours = tuple(said) == self.expected.seats
        require(ours, "a slot holds contributions of other seats than it waits for", "slots")
        for seat, each in said.items():
            require(each.head == self.head, "a contribution continues another story", "head", seat)
        bodies: Bodies = {}
        for seat, each in said.items():
            with blaming("body", seat):
                bodies[seat] = decode(each.body, *self.expected.bodies)
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
        """A proof, which is checked when the slot has been read, or before anything follows from it."""
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

    # --- the course of a game -------------------------------------------------------------------------------

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

    def acknowledge(self) -> Slots:
        yield Slot("acknowledge", self.all(), ("Acknowledge",))

    def ending(self) -> Slots:
        yield from self.acknowledge()
        if self.rules["open_replay"] == "on":
            said = yield from self.persist(lambda: Slot("publish", self.all(), ("Publish",)))
            for seat, body in said.items():
                self.check_published(seat, body.secret)
            self.made = []
            yield from self.persist(lambda: Slot("acknowledge", self.all(), ("Acknowledge",)))

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

    def meet(self, need: Need) -> Slots:  # noqa: PLR0912 - one case for each need
        """The slots that a need of the rules takes."""
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
            case "lot":
                outcome = yield from self.lot(need.count)
                self.tell(None, Event("lot drawn", count=outcome))
            case "hands":
                yield from self.move_hands(need.pairs)
                self.tell(None, Event("hands moved"))
            case "pool":
                yield from self.pool(need.counts)
                self.tell(None, Event("redealt"))
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
            if len(here) > self.most_seats() or entry.operator not in here or (not known and self.n == 10):
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
                    elif self.game.need.kind not in ("shuffle", "opening") and self.epoch:
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

    # --- the deck -------------------------------------------------------------------------------------------

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

    # --- hands ----------------------------------------------------------------------------------------------

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
        if rest.cards:
            self.hands[seat] = rest
        else:
            del self.hands[seat]
        return rest

    def move_hands(self, pairs: Sequence[tuple[int, int]]) -> Slots:
        """Who receives masks the hand, then who gives takes its own mask off."""
        parcels = sorted((receiver, giver) for giver, receiver in pairs if giver in self.hands)
        if not parcels:
            return
        yield from self.acknowledge()
        receivers = tuple(receiver for receiver, _ in parcels)
        said = yield from self.persist(lambda: Slot("take", receivers, ("Shuffle",)), fragile=True)
        taken: dict[int, tuple[int, Hand]] = {}
        for receiver, giver in parcels:
            body = said[receiver]
            with blaming("take", receiver):
                key, cards = element(body.key), elements_of(body.pile)
                place, hand = self.place(receiver, "shuffle", "take"), self.hands[giver]
                self.claim("take", receiver, verify_shuffle, place, G, key, hand.cards, cards, body.proof)
                taken[giver] = receiver, Hand(self.fresh(key, receiver, "take"), cards)
        givers = tuple(sorted(taken))
        said = yield from self.persist(lambda: Slot("hand over", givers, ("Unmask",)), fragile=True)
        arrived: dict[int, Hand] = {}
        for giver, (receiver, masked) in sorted(taken.items()):
            body = said[giver]
            with blaming("hand-over", giver):
                bare = elements_of(body.elements)
                require(len(bare) == len(masked.cards), "another number of elements was unmasked")
                place, key = self.place(giver, "equality", "hand-over"), self.hands[giver].key
                self.claim("hand-over", giver, verify_equality, place, G, key, bare, masked.cards, body.proof)
            arrived[receiver] = Hand(masked.key, bare)
        self.hands = {seat: hand for seat, hand in self.hands.items() if seat not in taken} | arrived

    def pool(self, counts: Sequence[int]) -> Slots:
        yield from self.acknowledge()
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
            hand = self.hands.get(seat)
            with blaming("open", seat):
                whole = len(body.cards) == (len(hand.cards) if hand else 0)
                require(whole, "opens another number of cards than it holds")
                for card in body.cards:
                    self.game.face(card)
                require(hand is not None or not body.proof, "proves something of no card")
            if hand is not None:
                points, place = (
                    [card_point(card) for card in body.cards],
                    self.place(seat, "equality", "open"),
                )
                self.claim("open", seat, verify_equality, place, G, hand.key, points, hand.cards, body.proof)
            hands[seat] = tuple(body.cards)
        self.tell(max(said), Event("opened", hands=tuple(hands)), "open")
        self.hands = {}

    # --- moves ----------------------------------------------------------------------------------------------

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
            case _:
                raise Refused("makes a move that these rules do not know", "move", seat)

    def play(self, seat: int, body: Any, kind: str) -> None:
        require(len(body.cards) == 1 and not body.as_skip, "lays more than one card", "move", seat)
        rest = self.take_cards(seat, body.cards, body.proof, "play")
        card = body.cards[0].card
        self.laid(Event(kind, seat, card, colour_in(body), body.uno, target_in(body)), rest)

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
        self.claim(
            obligation, seat, verify_innocence, self.binding(seat), hand.key, hand.cards, allowed, proof
        )
        with blaming(obligation, seat):
            self.fresh(element(proof[:33]), seat)

    # --- races ----------------------------------------------------------------------------------------------

    def race(self, need: Need) -> Slots:
        said = yield Slot("race", self.all(), ("Race",))
        slot = self.slot
        moment = Moment(slot, need.seat, need.allowed, {seat: hand.key for seat, hand in self.hands.items()})
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
            signals = self.ordered(signals, {seat: body.order for seat, body in said.items()}, need.seat)
        self.pending = sorted(signals, key=lambda signal: signal.name != "ChatterSignal")
        self.moment = moment

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
            case "MoveSignal":
                require(seat == need.seat, "a signal moves out of turn")
            case "JumpSignal":
                require(
                    "jumped in" in self.game.may_interrupt(seat), "a signal jumps in where this seat cannot"
                )
            case "CatchSignal" | "CallSignal":
                require(self.possible(seat, body), "a signal is against the rules")
            case _:
                raise Refused("a signal is against the rules")

    def possible(self, seat: int, body: Any) -> bool:
        window = next((window for window in self.game.windows if window.target == body.target), None)
        if self.game.asked == "decide" or window is None:
            return False
        if body.is_a == "CatchSignal":
            return self.game.may_catch(seat, window)
        return seat == body.target and window.late and not window.called

    def ordered(self, signals: list[Signal], orders: dict[int, list[int]], in_turn: int) -> list[Signal]:
        """Who was first: admitted, by the neutral witnesses, by the two themselves, by preference."""
        involved = {signal.seat for signal in signals}
        involved |= {signal.body.target for signal in signals if signal.name in ("CatchSignal", "CallSignal")}
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
        if signal.name in ("CatchSignal", "CallSignal"):
            if self.possible(signal.seat, signal.body):
                kind = "caught" if signal.name == "CatchSignal" else "uno said"
                self.tell(signal.seat, Event(kind, signal.seat, target=signal.body.target))
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
            require(not jump or move.is_a == "Play", "jumps in with something else than a card")
        if jump:
            self.play(signal.seat, move, "jumped in")
        else:
            self.make_move(signal.seat, move)

    # --- challenges -----------------------------------------------------------------------------------------

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
        self.tell(offender, Event("verdict", guilty=body.is_a == "Guilty"))

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
    held = {named(data) for data in record.grounds}
    require(
        ascends(against) and held <= reasons and bool(held) == bool(reasons),
        "holds other grounds than are named",
    )
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


# === 11. files ============================================================================================

# audit.md: the numbers of what can be refused.
OBLIGATIONS = {
    "place": 3, "head": 4, "slots": 5, "body": 5, "roster": 5, "shuffle": 6, "refresh": 6, "take": 6,
    "pool": 6, "fresh key": 6, "unmask": 7, "hand-over": 7, "lot": 7, "share": 7, "receipt": 7, "strip": 7,
    "play": 8, "play-drawn": 8, "discard": 8, "join": 8, "move-hand": 8, "open": 8, "answer": 9,
    "guilty": 9, "innocent": 9, "show": 9, "complaint": 9, "duty": 9, "signal": 10, "order": 10, "move": 11,
    "publish": 13, "removal": 14,
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
        with Path(path).open("rb") as source:
            return verify_source(source)
    except OSError as error:
        return Result(2, f"cannot be read: {error.strerror}")


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
    except UnknownRules as error:
        return Result(2, f"is played by rules that this verifier does not know: {error}")
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
        with blaming("place", None):
            said = [received(table.keys, table.table, each) for each in record.contributions]
        table.fill(said)


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


def verify_vectors(path: str) -> Result:
    """Whether this verifier says of every case in a file of `specs/vectors/` what stands there."""
    try:
        vectors = json.loads(Path(path).read_bytes())
    except OSError as error:
        return Result(2, f"cannot be read: {error.strerror}")
    except ValueError:
        return Result(2, "cannot be read: it is no JSON")
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


def main(paths: Sequence[str]) -> int:
    if not paths:
        print(__doc__)  # noqa: T201
        return 2
    worst = 0
    for path in paths:
        result = verify_vectors(path) if path.endswith(".json") else verify_transcript(path)
        print(f"{path}: {result.sentence}")  # noqa: T201
        worst = max(worst, result.code)
    return worst


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
