"""Messages to bytes and back: a canonical subset of MessagePack (`specs/wire.md`).

Declare a message once, limits included, and both directions follow from its fields:

    Seat = Annotated[int, Range(0, 9)]

    @message(17)
    @dataclass(frozen=True, slots=True)
    class Deal:
        seat: Seat
        elements: Annotated[tuple[Annotated[bytes, Size(33)], ...], Many(1, 7)]

`encode` holds our own values to the same limits and raises `LocalError`; `decode` raises `WireError` for
anything that is not exactly what `encode` would have written. Both sentences name the message and the field.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar, cast, overload

import msgpack  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]

from protocol.errors import LocalError, WireError
from protocol.sentences import Sentence, sentence
from protocol.wire.limits import FieldFault, Many, Range, Size, Text, kind_of
from protocol.wire.schema import Record, message, message_class, record_of, struct

__all__ = [
    "MAX_MESSAGE",
    "Many",
    "Range",
    "Size",
    "Text",
    "decode",
    "encode",
    "message",
    "struct",
    "type_number",
]

MAX_MESSAGE = 2**20
"""The longest message in bytes; most are held to far less by the limits of their fields."""

Expected: TypeAlias = tuple[type[Any], ...]

A = TypeVar("A")
B = TypeVar("B")
D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")
G = TypeVar("G")
M = TypeVar("M")


def encode(msg: object) -> bytes:
    """The one encoding of a message; raises `LocalError` if it is none, or breaks a limit."""
    record = record_of(type(msg))
    try:
        wire = record.to_wire(msg)
    except FieldFault as fault:
        raise LocalError(_in_field(record, fault)) from None
    data = _pack(wire)
    if len(data) > MAX_MESSAGE:
        raise LocalError(
            f"{record.kind.__name__} takes {len(data)} bytes; at most {MAX_MESSAGE} are allowed."
        )
    return data


def type_number(cls: type[Any]) -> int:
    """The number that a message of this class begins with."""
    number = record_of(cls).number
    if number is None:
        raise LocalError(f"{cls.__name__} is a struct and has no number of its own.")
    return number


@overload
def decode(data: bytes, a: type[A], /) -> A: ...
@overload
def decode(data: bytes, a: type[A], b: type[B], /) -> A | B: ...
@overload
def decode(data: bytes, a: type[A], b: type[B], d: type[D], /) -> A | B | D: ...
@overload
def decode(data: bytes, a: type[A], b: type[B], d: type[D], e: type[E], /) -> A | B | D | E: ...
@overload
def decode(
    data: bytes, a: type[A], b: type[B], d: type[D], e: type[E], f: type[F], /
) -> A | B | D | E | F: ...
@overload
def decode(
    data: bytes, a: type[A], b: type[B], d: type[D], e: type[E], f: type[F], g: type[G], /
) -> A | B | D | E | F | G: ...
@overload
def decode(data: bytes, *expected: type[M]) -> M: ...
def decode(data: bytes, *expected: type[Any]) -> object:
    """The message in `data`, which must be one of the `expected` classes; raises `WireError`.

    With more than six classes give them a common base class: that is then the type of the result.
    """
    records = {record.number: record for record in map(record_of, expected)}
    if not records:
        raise LocalError("decode needs to know which messages are expected.")
    limit = min(MAX_MESSAGE, max(record.max_bytes for record in records.values()))
    if len(data) > limit:
        raise WireError(
            sentence(
                "{names} cannot take {count} bytes; at most {limit} are allowed.",
                names=_any_of(expected),
                count=len(data),
                limit=limit,
            )
        )
    wire = _unpack(data, expected, longest_array=max(record.longest for record in records.values()))
    number = _type_number(wire, expected)
    record = records.get(number)
    if record is None:
        raise WireError(_unexpected(number, expected))
    try:
        msg = record.from_wire(wire)
    except FieldFault as fault:
        raise WireError(_in_field(record, fault)) from None
    # Everything in `wire` is now known to be an int, bytes, str or list, so packing it anew cannot fail.
    if _pack(wire) != data:
        raise WireError(sentence("{name} is not in its shortest encoding.", name=record.kind.__name__))
    return msg


def _type_number(wire: object, expected: Expected) -> int:
    if type(wire) is not list:
        raise WireError(
            sentence("{names} must be an array, not {kind}.", names=_any_of(expected), kind=kind_of(wire))
        )
    items = cast("list[object]", wire)
    if not items:
        raise WireError(
            sentence(
                "{names} must begin with its message type, but the array is empty.", names=_any_of(expected)
            )
        )
    if type(items[0]) is not int:
        raise WireError(
            sentence(
                "{names} must begin with its message type, not {kind}.",
                names=_any_of(expected),
                kind=kind_of(items[0]),
            )
        )
    return items[0]


# --- sentences ----------------------------------------------------------------------------------------


def _in_field(record: Record, fault: FieldFault) -> Sentence:
    field = record.kind.__name__ + fault.path
    # Translators: {fault} is for example "must be bytes, not a text"; a colon between the two may be easier.
    return sentence("{field} {fault}.", field=field, fault=fault.fault)


def _unexpected(number: int, expected: Expected) -> Sentence:
    known = message_class(number)
    names = _any_of(expected)
    if known is None:
        return sentence("A message of an unknown type came where {names} was expected.", names=names)
    return sentence("A message {name} came where {names} was expected.", name=known.__name__, names=names)


def _any_of(expected: Expected) -> Sentence | str:
    *first, last = (cls.__name__ for cls in expected)
    return sentence("{first} or {last}", first=", ".join(first), last=last) if first else last


# --- MessagePack --------------------------------------------------------------------------------------


def _pack(wire: object) -> bytes:
    return cast("bytes", msgpack.packb(wire, use_bin_type=True))  # pyright: ignore[reportUnknownMemberType]


def _unpack(data: bytes, expected: Expected, longest_array: int) -> object:
    """Plain values from foreign bytes; the limits keep array headers from reserving memory by lying."""
    try:
        return cast(
            "object",
            msgpack.unpackb(  # pyright: ignore[reportUnknownMemberType]
                data,
                raw=False,
                use_list=True,
                strict_map_key=True,
                max_array_len=longest_array,
                max_map_len=0,
                max_ext_len=0,
            ),
        )
    except msgpack.ExtraData:  # pyright: ignore[reportUnknownMemberType]
        raise WireError(sentence("{names} is followed by extra bytes.", names=_any_of(expected))) from None
    # ValueError covers text that is not UTF-8, lengths beyond the limits and data that breaks off;
    # UnpackException has subclasses that are no ValueError.
    except (ValueError, msgpack.UnpackException):  # pyright: ignore[reportUnknownMemberType]
        raise WireError(
            sentence(
                "{names} is not well-formed: cut short, too long, too deep or no MessagePack.",
                names=_any_of(expected),
            )
        ) from None
