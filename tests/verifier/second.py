"""The second verifier as a module, and on the transparent group."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

from protocol.crypto.group import Element, combine, multiply_secret
from protocol.crypto.signing import verify_signature
from protocol.errors import ProofError, ProtocolError
from tests.transparent import transparent_group

PLACE = Path(__file__).parents[2] / "specs" / "verifier" / "verify.py"


def _loaded() -> ModuleType:
    """It is no part of a package: whoever has the file can run it."""
    spec = importlib.util.spec_from_file_location("second_verifier", PLACE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


verify: Any = _loaded()


def _lift(x: int) -> Any:
    return verify.Point(x, 0) if 0 < x < verify.ORDER else None


def _element(data: bytes) -> Any:
    """Elements have one first byte there, as in `tests.transparent`."""
    point = _lift(int.from_bytes(data[1:], "big"))
    verify.require(len(data) == 33 and data[0] == 2 and point is not None, "an element is malformed")
    return point


def _weighted_sum(terms: Iterable[Any]) -> Any:
    return _lift(sum(scalar * point.x for scalar, point in terms) % verify.ORDER)


def _verify_signature(key: bytes, context: str, message: bytes, signature: bytes) -> None:
    """By a library: pure integers take milliseconds."""
    try:
        verify_signature(key, context, message, signature)
    except ProtocolError as error:
        raise verify.Refused("a signature does not hold") from error


@contextmanager
def on_the_transparent_group() -> Generator[None]:
    """Both verifiers, many times faster: `tests.transparent` says what that means."""
    with transparent_group(), ExitStack() as stack:
        replaced = {
            "lift": _lift,
            "element": _element,
            "weighted_sum": _weighted_sum,
            "verify_signature": _verify_signature,
        }
        for name, function in replaced.items():
            stack.enter_context(mock.patch.object(verify, name, function))
        stack.enter_context(mock.patch.object(verify, "G", _lift(1)))
        stack.enter_context(mock.patch.object(verify, "_generators", []))
        stack.callback(verify.card_point.cache_clear)
        verify.card_point.cache_clear()
        yield


def _library_sum(terms: Iterable[Any]) -> Any:
    """On the real curve, by the library."""
    points = [
        multiply_secret(scalar % verify.ORDER, Element.from_bytes(verify.encode_element(point)))
        for scalar, point in terms
        if scalar % verify.ORDER
    ]
    try:
        return verify.element(combine(points).to_bytes()) if points else None
    except ProofError:
        return None


@contextmanager
def with_library_curves() -> Generator[None]:
    """The real group, ten times faster: for what is more than a test can wait for."""
    sums = mock.patch.object(verify, "weighted_sum", _library_sum)
    signatures = mock.patch.object(verify, "verify_signature", _verify_signature)
    with sums, signatures:
        yield
