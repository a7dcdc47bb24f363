"""Ed25519 with a nonce of the signer's choice: what a cheater's own program could do (RFC 8032, 5.1)."""

from __future__ import annotations

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
_ROOT = pow(2, (P - 1) // 4, P)

Point = tuple[int, int]


def add(a: Point, b: Point) -> Point:
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def multiply(k: int, point: Point) -> Point:
    result = (0, 1)
    while k:
        if k & 1:
            result = add(result, point)
        point = add(point, point)
        k >>= 1
    return result


def _recover_x(y: int) -> int:
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * _ROOT % P
    return P - x if x & 1 else x


_BASE_Y = 4 * pow(5, -1, P) % P
BASE = (_recover_x(_BASE_Y), _BASE_Y)


def encode(point: Point) -> bytes:
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def sign(seed: bytes, message: bytes, nonce: int) -> bytes:
    """A valid signature, another one for each nonce."""
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    public = encode(multiply(scalar, BASE))
    R = encode(multiply(nonce, BASE))
    challenge = int.from_bytes(hashlib.sha512(R + public + message).digest(), "little")
    return R + ((nonce + challenge * scalar) % L).to_bytes(32, "little")
