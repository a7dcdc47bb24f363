"""Changes to bytes: some that a line or a disk makes, some that somebody makes who knows the format."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]

LONGEST = 200_000
_NUMBERS = (0, 1, 2, 9, 10, 31, 127, 128, 255, 256, 65535, 65536, 2**31, 2**32 - 1, 2**53, 2**63 - 1)
_WORDS = (
    b"",
    b"\0",
    b"\x1b[31m",
    "\u202e".encode(),
    "\u0661".encode(),
    b"9" * 5000,
    b"[" * 2000,
    b"\xff\xfe",
)


def mutate(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """`data` after one to four changes, among them pieces of `others`."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = _structural(data, random) if random.random() < 0.4 else _bytewise(data, others, random)
    return data[:LONGEST]


def _bytewise(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    at, to = sorted(random.randrange(len(data) + 1) for _ in range(2))
    match random.randrange(8):
        case 0 if data:
            at %= len(data)
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + random.randbytes(random.choice((1, 1, 2, 4, 33))) + data[at:]
        case 2:
            return data[:at] + data[to:]
        case 3:
            return data[:to] + data[at:]
        case 4:
            width = random.choice((1, 2, 4, 8))
            number = random.choice(_NUMBERS) % 256**width
            return data[:at] + number.to_bytes(width, "big") + data[at + width :]
        case 5:
            other = random.choice(others)
            begin = random.randrange(len(other) + 1)
            return data[:at] + other[begin : begin + random.randrange(200)] + data[to:]
        case 6:
            return data[:at] + random.choice(_WORDS) + data[to:]
        case _:
            return data[:at]


def _structural(data: bytes, random: Random) -> bytes:
    """The same message with one value changed, if it is one; whatever it is, encoded as it may be."""
    try:
        wire = msgpack.unpackb(data, strict_map_key=False)
        return msgpack.packb(_changed(wire, random), use_bin_type=True)
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException):
        return data


def _changed(value: Any, random: Random) -> Any:  # Any: what msgpack gives
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        match random.randrange(8):
            case 0:
                return [*value[:at], *value[at + 1 :]]
            case 1:
                return [*value[:at], value[at], *value[at:]]
            case 2:
                other = random.randrange(len(value))
                return [*value[:at], value[other], *value[at + 1 :]]
            case _:
                return [*value[:at], _changed(value[at], random), *value[at + 1 :]]
    if isinstance(value, bytes) and value and random.random() < 0.7:
        inner = _structural(value, random)
        return inner if inner != value else _bytewise(value, [value], random)
    if isinstance(value, int) and random.random() < 0.7:
        return random.choice((value + 1, max(value - 1, 0), random.choice(_NUMBERS)))
    return random.choice(
        (0, -1, 2**64 - 1, 1.5, True, None, "", "a", b"", random.randbytes(33), [], [[]], {})
    )
