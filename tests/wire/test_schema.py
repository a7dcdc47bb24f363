"""Declaring messages: what has no limits or more than one encoding is refused when the module is loaded."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Annotated

import pytest

from protocol.errors import LocalError
from protocol.wire.codec import Many, Range, Size, Text, message, struct
from protocol.wire.schema import MAX_DEPTH
from tests.wire.samples import Ping

Small = Annotated[int, Range(0, 9)]


def test_a_type_number_is_never_given_twice() -> None:
    with pytest.raises(LocalError, match=r"^Message type 60002 already belongs to Ping\.$"):

        @message(60_002)
        @dataclass(frozen=True, slots=True)
        class Other:
            count: Small

    assert Ping.__name__ == "Ping"


@pytest.mark.parametrize("number", [0, -1, 65_536])
def test_type_numbers_have_a_range(number: int) -> None:
    with pytest.raises(LocalError, match=r"^Message type .* is not within 1\.\.65535\.$"):

        @message(number)
        @dataclass(frozen=True, slots=True)
        class Other:
            count: Small


@dataclass(frozen=True, slots=True)
class Undeclared:
    count: Small


@pytest.mark.parametrize(
    "hint",
    [
        int,
        str,
        bytes,
        float,
        int | None,
        Annotated[int, Size(3)],
        Annotated[bytes, Range(0, 3)],
        Annotated[str, Size(3)],
        Annotated[bool, Range(0, 1)],
        Annotated[int, Range(0, 3), Range(0, 4)],
        tuple[Small, ...],
        Annotated[tuple[Small, Small], Many(2, 2)],
        Annotated[list[Small], Many(0, 2)],
        Annotated[tuple[int, ...], Many(0, 2)],
        Annotated[tuple[Undeclared, ...], Many(0, 2)],
        Undeclared,
    ],
)
def test_types_without_their_limits(hint: object) -> None:
    bad = make_dataclass("Bad", [("field", hint)], frozen=True, slots=True)
    with pytest.raises(LocalError, match=r"^The type of Bad\.field(\[\])? does not say its limits\.$"):
        struct(bad)


def test_only_frozen_dataclasses() -> None:
    with pytest.raises(LocalError, match="must be a dataclass"):

        @struct
        class Plain:
            count: Small

    with pytest.raises(LocalError, match="must be a frozen dataclass"):

        @struct
        @dataclass
        class Soft:
            count: Small


def test_depth_is_counted_when_declared() -> None:
    def nested(levels: int) -> type[object]:
        hint: object = Small
        for _ in range(levels):
            hint = Annotated[tuple[hint, ...], Many(0, 2)]  # type: ignore[valid-type]
        return struct(make_dataclass("Nested", [("field", hint)], frozen=True, slots=True))

    assert nested(MAX_DEPTH - 1).__name__ == "Nested"
    with pytest.raises(LocalError, match=rf"^Nested nests {MAX_DEPTH + 1} arrays, more than {MAX_DEPTH}\.$"):
        nested(MAX_DEPTH)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Range(-1, 3),
        lambda: Range(4, 3),
        lambda: Range(0, 2**63),
        lambda: Size(-1),
        lambda: Size(3, 2),
        lambda: Size(2**24 + 1),
        lambda: Text(3, 4),
        lambda: Many(2, 1),
    ],
)
def test_limits_that_make_no_sense(make: object) -> None:
    assert callable(make)
    with pytest.raises(LocalError, match="needs 0 <= lowest <= highest <="):
        make()
