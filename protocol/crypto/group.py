"""The group: secp256k1, written additively, of prime order q = `ORDER`, with libsecp256k1 underneath.

Nothing else in the project knows the library or what a point looks like inside. An `Element` is a point of
the curve other than the identity; its one and only form outside is the 33 byte compressed encoding of SEC 1.

Two kinds of multiplication, and the caller has to choose:

- **secret** scalars (`multiply_secret`, `multiply_base_secret`, `secret_sum`) go through `secp256k1_ecdh` and
  `secp256k1_ec_pubkey_create`, whose multiplications run in constant time;
- **public** scalars (`multiply_public`, `vanishes`) go through the faster, variable-time
  `secp256k1_ec_pubkey_tweak_mul`.

The library is called through its raw `lib` and `ffi`: its Python wrappers speak in bytes and so pay a square
root for every operand. Every return code is checked. No buffer is shared between calls, because the library
releases the interpreter's lock and proofs run in several worker threads at once. Seven functions call it,
from `_parse` to `_combine`; the rest does not know what a point is inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import btclib_secp256k1
from btclib_secp256k1 import context

from protocol.crypto.costs import count
from protocol.errors import LocalError, ProofError, WireError
from protocol.sentences import sentence

ORDER: Final = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
ELEMENT_BYTES: Final = 33
SCALAR_BYTES: Final = 32
WIDE_BYTES: Final = 64  # hash output reduced to a scalar; the excess of 256 bits makes the bias 2^-256

# what the library is made of has no types: everything that touches it is in this module
_lib: Any = btclib_secp256k1.lib
_ffi = cast("Any", btclib_secp256k1.ffi)  # pyright: ignore[reportUnknownMemberType]
_ctx: Any = context.ctx

_new: Any = _ffi.new
_POINT: Any = _ffi.typeof("secp256k1_pubkey *")
_POINTS: Any = _ffi.typeof("secp256k1_pubkey *[]")
_UNCOMPRESSED_BUFFER: Any = _ffi.typeof("unsigned char[65]")
_COMPRESSED_BUFFER: Any = _ffi.typeof("unsigned char[33]")
_LENGTH: Any = _ffi.typeof("size_t *")
_COMPRESSED_FLAG: Final = 258  # SECP256K1_EC_COMPRESSED
_COORDINATES: Any = _lib.btclib_secp256k1_ecdh_hash_function_xy  # "hash" of ecdh that answers x || y
_NULL: Any = _ffi.NULL


class InvalidElementError(WireError):
    """Bytes are not the 33 byte encoding of a group element."""


class InvalidScalarError(WireError):
    """Bytes are not the 32 byte encoding of a number below the group order."""


class IdentityError(ProofError):
    """A computation ended in the identity, which is not an element."""


def _parse(encoded: bytes) -> Any | None:
    """The point of 33 bytes, None if they are none."""
    point = _new(_POINT)
    return point if _lib.secp256k1_ec_pubkey_parse(_ctx, point, encoded, ELEMENT_BYTES) == 1 else None


def _serialise(point: Any) -> bytes:
    output, length = _new(_COMPRESSED_BUFFER), _new(_LENGTH, ELEMENT_BYTES)
    done = _lib.secp256k1_ec_pubkey_serialize(_ctx, output, length, point, _COMPRESSED_FLAG)
    if done != 1 or length[0] != ELEMENT_BYTES:
        raise LocalError("libsecp256k1 could not serialise an element")
    return bytes(output)


class Element:
    """A point of secp256k1 other than the identity. Immutable; equal when the 33 bytes are equal.

    `point` is the library's parsed form, for this module only; it is kept so that no square root is paid
    twice. The encoding is made on first use and kept; two threads that race for it store equal bytes.
    """

    __slots__ = ("_encoded", "point")

    def __init__(self, point: Any, encoded: bytes | None = None) -> None:
        """For this module only: everybody else has `from_bytes`, or an operation on elements."""
        self.point = point
        self._encoded = encoded

    @classmethod
    def from_bytes(cls, data: bytes) -> Element:
        """Decode strictly. Raises `InvalidElementError`.

        The library's parser would take the uncompressed and hybrid forms as well: the length refuses them.
        It refuses x >= p, an x that is not on the curve, and any first byte but 2 and 3.
        """
        if len(data) != ELEMENT_BYTES:
            raise InvalidElementError(
                sentence(
                    "a group element has {due} bytes, not {count}",
                    due=ELEMENT_BYTES,
                    count=len(data),
                )
            )
        encoded = bytes(data)
        point = _parse(encoded)
        if point is None:
            raise InvalidElementError(sentence("these 33 bytes are not a point of the curve"))
        return cls(point, encoded)

    def to_bytes(self) -> bytes:
        """The 33 byte compressed encoding."""
        if self._encoded is None:
            self._encoded = _serialise(self.point)
        return self._encoded

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Element):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        return f"Element({self.to_bytes().hex()})"


G: Final = Element.from_bytes(
    bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
)


def scalar_from_bytes(data: bytes) -> int:
    """Decode 32 bytes, big-endian, to 0..q-1. Refused, never reduced: raises `InvalidScalarError`."""
    if len(data) != SCALAR_BYTES:
        raise InvalidScalarError(
            sentence("a scalar has {due} bytes, not {count}", due=SCALAR_BYTES, count=len(data))
        )
    scalar = int.from_bytes(data, "big")
    if scalar >= ORDER:
        raise InvalidScalarError(sentence("a scalar is not below the group order"))
    return scalar


def scalar_to_bytes(scalar: int) -> bytes:
    """32 bytes, big-endian. The scalar must be 0..q-1: raises `LocalError`."""
    if not 0 <= scalar < ORDER:
        raise LocalError("a scalar must be reduced before it is encoded")
    return scalar.to_bytes(SCALAR_BYTES, "big")


def wide_scalar(data: bytes) -> int:
    """Map 64 uniform bytes to 1..q-1, uniform up to 2^-256."""
    if len(data) != WIDE_BYTES:
        raise LocalError(f"a scalar is made from {WIDE_BYTES} bytes")
    return int.from_bytes(data, "big") % (ORDER - 1) + 1


def _key_bytes(scalar: int) -> bytes:
    if not 0 < scalar < ORDER:
        raise LocalError("a scalar to multiply with must be between 1 and the group order")
    return scalar.to_bytes(SCALAR_BYTES, "big")


def _secret_product(key: bytes, point: Any) -> Any:
    """key * point in constant time, as a new point. The caller has checked that key is 1..q-1."""
    buffer = _new(_UNCOMPRESSED_BUFFER)
    buffer[0] = 4
    if _lib.secp256k1_ecdh(_ctx, buffer + 1, point, key, _COORDINATES, _NULL) != 1:
        raise LocalError("libsecp256k1 refused a secret scalar")
    product = _new(_POINT)
    # both coordinates are known: this parse pays no square root
    if _lib.secp256k1_ec_pubkey_parse(_ctx, product, buffer, 65) != 1:
        raise LocalError("libsecp256k1 did not recognise its own product")
    return product


def _base_product(key: bytes) -> Any:
    """key * G in constant time, as a new point. The caller has checked that key is 1..q-1."""
    point = _new(_POINT)
    if _lib.secp256k1_ec_pubkey_create(_ctx, point, key) != 1:
        raise LocalError("libsecp256k1 refused a secret scalar")
    return point


def _public_product(key: bytes, point: Any) -> Any:
    """key * point in variable time, as a new point. The caller has checked that key is 1..q-1."""
    product = _new(_POINT, point[0])
    if _lib.secp256k1_ec_pubkey_tweak_mul(_ctx, product, key) != 1:
        raise LocalError("libsecp256k1 refused a public scalar")
    return product


def _negation(point: Any) -> Any:
    negative = _new(_POINT, point[0])
    if _lib.secp256k1_ec_pubkey_negate(_ctx, negative) != 1:
        raise LocalError("libsecp256k1 could not negate an element")
    return negative


def _combine(points: Sequence[Any]) -> Any | None:
    """The sum of at least one valid point, or None if it is the identity."""
    total = _new(_POINT)
    if _lib.secp256k1_ec_pubkey_combine(_ctx, total, _new(_POINTS, points), len(points)) != 1:
        return None
    return total


def multiply_secret(scalar: int, element: Element) -> Element:
    """scalar * element in constant time; the scalar is 1..q-1, anything else raises `LocalError`."""
    count(1)
    return Element(_secret_product(_key_bytes(scalar), element.point))


def multiply_base_secret(scalar: int) -> Element:
    """scalar * G in constant time; the scalar is 1..q-1, anything else raises `LocalError`."""
    count(1)
    return Element(_base_product(_key_bytes(scalar)))


def multiply_public(scalar: int, element: Element) -> Element:
    """scalar * element in variable time: never a secret. Outside 1..q-1 raises `LocalError`."""
    count(1)
    return Element(_public_product(_key_bytes(scalar), element.point))


def negate(element: Element) -> Element:
    """-element."""
    return Element(_negation(element.point))


def _sum(points: Sequence[Any]) -> Element:
    total = _combine(points) if points else None
    if total is None:
        raise IdentityError(sentence("a sum of elements is the identity"))
    return Element(total)


def combine(elements: Iterable[Element]) -> Element:
    """The sum. Raises `IdentityError` if it is the identity, the sum of nothing included."""
    return _sum([element.point for element in elements])


def secret_sum(terms: Iterable[tuple[int, Element]]) -> Element:
    """The sum of scalar * element for secret scalars 0..q-1; raises `IdentityError` if there is none.

    A zero is skipped, which takes no time and so shows. Here zeros are either public by construction or as
    improbable as guessing a key.
    """
    points = [_secret_product(_key_bytes(scalar), element.point) for scalar, element in terms if scalar]
    count(len(points))
    return _sum(points)


def _public_products(terms: Iterable[tuple[int, Element]]) -> list[Any]:
    """The points scalar * element, in variable time, for what is not zero after merging equal elements.

    Elements are equal when their 33 bytes are, whatever objects hold them. No terms: `LocalError`.
    """
    scalars: dict[bytes, int] = {}
    elements: dict[bytes, Element] = {}
    for scalar, element in terms:
        encoded = element.to_bytes()
        if encoded in scalars:
            scalars[encoded] += scalar
        else:
            scalars[encoded] = scalar
            elements[encoded] = element
    if not scalars:
        raise LocalError("a sum of no terms says nothing")
    products: list[Any] = []
    for encoded, unreduced in scalars.items():
        scalar = unreduced % ORDER
        if scalar:
            key = scalar.to_bytes(SCALAR_BYTES, "big")
            products.append(_public_product(key, elements[encoded].point))
    count(len(products))
    return products


def public_sum(terms: Iterable[tuple[int, Element]]) -> Element:
    """The sum of scalar * element for public scalars, taken mod q; `IdentityError` if it is the identity.

    In variable time. Equal elements are merged; no terms at all is a mistake of the caller: `LocalError`.
    """
    return _sum(_public_products(terms))


def vanishes(terms: Iterable[tuple[int, Element]]) -> bool:
    """Whether the sum of scalar * element is the identity; scalars are public, any integers, taken mod q.

    Equal elements are merged first, so a point costs one multiplication however often it occurs. The sum is
    tested by adding G and requiring G: an error of the library can then not look like a sum that vanishes.
    No terms at all is a mistake of the caller, not a true statement: `LocalError`.
    """
    total = _combine([G.point, *_public_products(terms)])
    return total is not None and Element(total) == G
