"""A group in which nothing is hidden: an element is its own discrete logarithm, modulo the real order.

Proofs, slots, drivers and the audit run on it as they are, many times faster, for it takes the place of the
seven functions of `protocol.crypto.group` that call the curve library. Equations hold here if and only if
they hold on the curve (`test_transparent` says so), so games and faults can be tried by the thousand; what
depends on logarithms being hard, hidden information above all, has to be tested on the curve.

No command can reach it: it lives with the tests, and a test holds that nothing of the program imports those.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from unittest import mock

from protocol.crypto import group
from protocol.crypto.group import ELEMENT_BYTES, ORDER, G

# So that `hash_to_element`, which tries to read this byte and a hash, finds an element here as well.
_FIRST_BYTE = b"\x02"


def _parse(encoded: bytes) -> int | None:
    logarithm = int.from_bytes(encoded[1:], "big")
    return logarithm if encoded[:1] == _FIRST_BYTE and 0 < logarithm < ORDER else None


def _serialise(point: int) -> bytes:
    return _FIRST_BYTE + point.to_bytes(ELEMENT_BYTES - 1, "big")


def _base_product(key: bytes) -> int:
    return int.from_bytes(key, "big")


def _product(key: bytes, point: int) -> int:
    return int.from_bytes(key, "big") * point % ORDER


def _negation(point: int) -> int:
    return ORDER - point


def _combine(points: Sequence[int]) -> int | None:
    return sum(points) % ORDER or None


_REPLACED = {
    "_parse": _parse,
    "_serialise": _serialise,
    "_base_product": _base_product,
    "_secret_product": _product,
    "_public_product": _product,
    "_negation": _negation,
    "_combine": _combine,
}


@contextmanager
def transparent_group() -> Generator[None]:
    """Everything inside uses the transparent group, in the whole process.

    Elements made outside must not be used inside, nor the other way round. Values that the protocol keeps
    for later (card points, generators) are forgotten at both ends.
    """
    with ExitStack() as stack:
        for name, function in _REPLACED.items():
            stack.enter_context(mock.patch.object(group, name, function))
        stack.enter_context(mock.patch.object(G, "point", 1))
        stack.enter_context(mock.patch.object(G, "_encoded", None))
        stack.callback(_forget)
        _forget()
        yield


def _forget() -> None:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "protocol":
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
