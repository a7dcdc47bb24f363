"""secp256k1 and edwards25519 once more, in plain integers: slow, obvious, and independent of the library.

A point is a pair of coordinates; None is the identity of secp256k1.
"""

from __future__ import annotations

P = 2**256 - 2**32 - 977
Q = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
GENERATOR = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
Point = tuple[int, int] | None


def add(left: Point, right: Point) -> Point:
    if left is None or right is None:
        return left or right
    (x1, y1), (x2, y2) = left, right
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, P) if left == right else (y2 - y1) * pow(x2 - x1, -1, P)
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def multiply(scalar: int, point: Point) -> Point:
    total: Point = None
    for bit in f"{scalar % Q:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def weighted_sum(terms: list[tuple[int, Point]]) -> Point:
    total: Point = None
    for scalar, point in terms:
        total = add(total, multiply(scalar, point))
    return total


def encode(point: Point) -> bytes:
    assert point is not None
    x, y = point
    return bytes([2 + y % 2]) + x.to_bytes(32, "big")


def lift(x: int) -> Point:
    """The point with this x and the even y, None if there is none."""
    square = (x**3 + 7) % P
    y = pow(square, (P + 1) // 4, P)
    if x >= P or y * y % P != square:
        return None
    return x, y if y % 2 == 0 else P - y


def decode(data: bytes) -> Point:
    point = lift(int.from_bytes(data[1:], "big"))
    assert len(data) == 33
    assert data[0] in (2, 3)
    assert point is not None
    x, y = point
    return (x, y) if data[0] == 2 else (x, P - y)


ED_P = 2**255 - 19
ED_L = 2**252 + 27742317777372353535851937790883648493
ED_D = -121665 * pow(121666, -1, ED_P) % ED_P


def ed_add(left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = left, right
    t = ED_D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + t, -1, ED_P) % ED_P,
        (y1 * y2 + x1 * x2) * pow(1 - t, -1, ED_P) % ED_P,
    )


def ed_multiply(scalar: int, point: tuple[int, int]) -> tuple[int, int]:
    total = (0, 1)
    for bit in f"{scalar:b}":
        total = ed_add(total, total)
        if bit == "1":
            total = ed_add(total, point)
    return total


def ed_lift(y: int) -> tuple[int, int] | None:
    """A point with this y, None if there is none."""
    square = (y * y - 1) * pow(ED_D * y * y + 1, -1, ED_P) % ED_P
    for root in (1, pow(2, (ED_P - 1) // 4, ED_P)):
        x = pow(square, (ED_P + 3) // 8, ED_P) * root % ED_P
        if x * x % ED_P == square:
            return x, y
    return None


def ed_encode(point: tuple[int, int]) -> bytes:
    x, y = point
    return (y + (x % 2) * 2**255).to_bytes(32, "little")
