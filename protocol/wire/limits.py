"""The limits a field's type carries: `Annotated[int, Range(0, 9)]` and so on.

Each limit checks one value, the same way before it is written and after it was read, and raises `FieldFault`.
Types are compared with `type(x) is`, because a bool is an int to `isinstance` but not on the wire.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.errors import LocalError
from protocol.sentences import Sentence, sentence
from protocol.wire.text import text_fault

MAX_INT = 2**63 - 1
MAX_LENGTH = 2**24
"""No limit of a field may be set higher than this, in bytes, characters or items."""


class FieldFault(Exception):  # noqa: N818 (never leaves this package: it becomes a WireError or LocalError)
    """A value breaks its limit; containers put their own names in front while it passes upwards."""

    def __init__(self, fault: Sentence) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.path = ""

    def within(self, name: str) -> FieldFault:
        self.path = name + self.path
        return self


@dataclass(frozen=True, slots=True)
class Range:
    """An integer from `lo` to `hi`, both included, within 0..2^63-1."""

    lo: int
    hi: int

    def __post_init__(self) -> None:
        _check_bounds(self, self.lo, self.hi, MAX_INT)

    def check(self, value: object) -> int:
        if type(value) is not int:
            raise FieldFault(sentence("must be an integer, not {kind}", kind=kind_of(value)))
        if not self.lo <= value <= self.hi:
            # A foreign integer can be long, so it is not printed.
            raise FieldFault(
                sentence("must be an integer from {lowest} to {highest}", lowest=self.lo, highest=self.hi)
            )
        return value


@dataclass(frozen=True, slots=True, init=False)
class Size:
    """Bytes: `Size(33)` exactly 33 of them, `Size(0, 4096)` from 0 to 4096."""

    lo: int
    hi: int

    def __init__(self, lo: int, hi: int | None = None) -> None:
        object.__setattr__(self, "lo", lo)
        object.__setattr__(self, "hi", lo if hi is None else hi)
        _check_bounds(self, self.lo, self.hi, MAX_LENGTH)

    def check(self, value: object) -> bytes:
        if type(value) is not bytes:
            raise FieldFault(sentence("must be bytes, not {kind}", kind=kind_of(value)))
        if not self.lo <= len(value) <= self.hi:
            span = _span(self.lo, self.hi)
            raise FieldFault(sentence("must be {span} bytes long, not {count}", span=span, count=len(value)))
        return value


@dataclass(frozen=True, slots=True)
class Text:
    """A text of `min_chars` to `max_chars` code points that `text_fault` accepts."""

    max_chars: int
    min_chars: int = 0

    def __post_init__(self) -> None:
        _check_bounds(self, self.min_chars, self.max_chars, MAX_LENGTH)

    def check(self, value: object) -> str:
        if type(value) is not str:
            raise FieldFault(sentence("must be a text, not {kind}", kind=kind_of(value)))
        if not self.min_chars <= len(value) <= self.max_chars:
            span = _span(self.min_chars, self.max_chars)
            raise FieldFault(
                sentence("must be {span} characters long, not {count}", span=span, count=len(value))
            )
        fault = text_fault(value)
        if fault is not None:
            raise FieldFault(fault)
        return value


@dataclass(frozen=True, slots=True)
class Many:
    """A sequence of `lo` to `hi` items; the items carry limits of their own."""

    lo: int
    hi: int

    def __post_init__(self) -> None:
        _check_bounds(self, self.lo, self.hi, MAX_LENGTH)

    def check_count(self, count: int) -> None:
        if not self.lo <= count <= self.hi:
            span = _span(self.lo, self.hi)
            raise FieldFault(sentence("must have {span} items, not {count}", span=span, count=count))


Limit = Range | Size | Text | Many


_KINDS: dict[type[object], Sentence] = {
    bool: sentence("a boolean"),
    int: sentence("an integer"),
    bytes: sentence("bytes"),
    str: sentence("a text"),
    float: sentence("a float"),
    list: sentence("an array"),
    tuple: sentence("a sequence"),
    dict: sentence("a map"),
    type(None): sentence("nil"),
}


def kind_of(value: object) -> Sentence:
    """The kind of a value in words; the value itself may be foreign and is never printed."""
    known = _KINDS.get(type(value))
    return sentence("a value of type {name}", name=type(value).__name__) if known is None else known


def _span(lo: int, hi: int) -> Sentence | int:
    return lo if lo == hi else sentence("{lowest} to {highest}", lowest=lo, highest=hi)


def _check_bounds(limit: Limit, lo: int, hi: int, top: int) -> None:
    if not 0 <= lo <= hi <= top:
        raise LocalError(f"{type(limit).__name__} needs 0 <= lowest <= highest <= {top}, not {lo} and {hi}.")
