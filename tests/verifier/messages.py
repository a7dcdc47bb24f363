"""An example of every message, of the table and of links, and encodings that are none."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgpack

import p2puno.net.messages  # noqa: F401 - these three declare messages
import protocol.table.table
import protocol.transcript.file  # noqa: F401
from protocol.wire import schema
from protocol.wire.codec import encode
from protocol.wire.limits import Many, Range, Size, Text
from protocol.wire.messages import Proposal, RuleItem, SeatEntry

Json = dict[str, Any]
# What a seat keeps for itself, and what tests declare, is not among them.
SPOKEN = ("protocol.", "p2puno.net.")


def vectors() -> Json:
    """What stands in specs/vectors/messages.json."""
    kinds = sorted(
        (record.number, record.kind)
        for record in schema._messages.values()
        if record.number is not None and record.kind.__module__.startswith(SPOKEN)
    )
    good = [_example(kind) for _, kind in kinds]
    bad = [_beyond(kind) for _, kind in kinds]
    return {"spec": "specs/wire.md, specs/messages.md", "messages": [*good, *bad, *_none_of_them()]}


def _example(kind: type[Any]) -> Json:
    message = _sample(kind)
    return {
        "name": kind.__name__,
        "valid": True,
        "message": kind.__name__,
        "fields": _plain(dataclasses.asdict(message)),
        "encoded": encode(message).hex(),
    }


def _sample(hint: Any) -> Any:
    """A value of this form: the largest number, as little else as it may hold, but of lists one item."""
    if get_origin(hint) is not Annotated:
        if dataclasses.is_dataclass(hint):
            hints = get_type_hints(hint, include_extras=True)
            return hint(**{field.name: _sample(hints[field.name]) for field in dataclasses.fields(hint)})  # type: ignore[operator]
        return True
    base, limit = get_args(hint)
    match limit:
        case Range():
            return limit.hi
        case Size():
            return bytes(range(256))[: max(limit.lo, 1)] if limit.lo < 256 else bytes(limit.lo)
        case Text():
            return "Zoë"[: limit.max_chars]
        case Many():
            return tuple(_sample(get_args(base)[0]) for _ in range(max(limit.lo, 1)))
        case _:
            raise AssertionError(f"{hint} has a limit that this command does not know")


def _beyond(kind: type[Any]) -> Json:
    """The example with its first field beyond its limit; without fields, with one."""
    number, *values = msgpack.unpackb(encode(_sample(kind)))
    if not values:
        return _bad(kind.__name__, "a field where none belongs", msgpack.packb([number, 0]))
    field, *_ = dataclasses.fields(kind)
    values[0] = _too_much(get_type_hints(kind, include_extras=True)[field.name])
    return _bad(kind.__name__, f"{field.name} beyond its limit", msgpack.packb([number, *values]))


def _too_much(hint: Any) -> Any:
    """What a field of this form must not hold: one too many, or if that were long, another kind of value."""
    if get_origin(hint) is not Annotated:
        return [] if dataclasses.is_dataclass(hint) else 2
    _, limit = get_args(hint)
    match limit:
        case Range():
            return limit.hi + 1
        case Size():
            return bytes(limit.hi + 1) if limit.hi < 100 else 0
        case Text():
            return "o" * (limit.max_chars + 1)
        case _:
            return [_plain_item(hint)] * (limit.hi + 1) if limit.hi < 20 else 0


def _plain_item(hint: Any) -> Any:
    """An item of a list as MessagePack has it."""
    base, _ = get_args(hint)
    item = _sample(get_args(base)[0])
    return list(dataclasses.astuple(item)) if dataclasses.is_dataclass(item) else item


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def _none_of_them() -> Iterator[Json]:
    entry = SeatEntry("Zoe", bytes(32), bytes(32), bot=False, nonce=bytes(32))
    data = encode(Proposal(1, 1, "a table", (RuleItem("target", "200"),), (entry, entry)))
    wild = bytes((0x93, 0x13, 0x00))
    yield from (
        _bad("Proposal", "a byte behind it", data + b"\0"),
        _bad("Proposal", "its last byte missing", data[:-1]),
        _bad("Proposal", "its number in two bytes", data[:1] + b"\xcc" + data[1:]),
        _bad(
            "Proposal",
            "a text with a length of its own byte",
            data.replace(b"\xa7a table", b"\xd9\x07a table"),
        ),
        _bad("Proposal", "bytes where a text belongs", data.replace(b"\xa7a table", b"\xc4\x07a table")),
        _bad("Proposal", "a text that is not UTF-8", data.replace(b"a table", b"a t\xffble")),
        _bad("Proposal", "a text that is not composed", data.replace(b"\xa3Zoe", b"\xa5Ze\xcc\x88o")),
        _bad("Proposal", "a control character", data.replace(b"Zoe", b"Z\x07e")),
        _bad("Proposal", "an attempt of 0", data.replace(b"\x96\x01\x01\x01", b"\x96\x01\x01\x00")),
        _bad("NameColour", "a field too many", wild),
        _bad("NameColour", "a colour that there is not", bytes((0x92, 0x13, 0x04))),
        _bad("NameColour", "a negative number", bytes((0x92, 0x13, 0xFF))),
        _bad("NameColour", "true instead of a number", bytes((0x92, 0x13, 0xC3))),
        _bad("NameColour", "a number that no message has", bytes((0x92, 0x7F, 0x00))),
        _bad("NameColour", "an array with a length of two bytes", bytes((0xDC, 0, 2, 0x13, 0x00))),
        _bad("Accept", "a map", bytes((0x80,))),
        _bad("Accept", "nothing at all", b""),
    )


def _bad(made_from: str, change: str, encoded: bytes) -> Json:
    return {"name": f"{made_from}: {change}", "valid": False, "encoded": encoded.hex()}
