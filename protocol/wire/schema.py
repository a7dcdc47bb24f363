"""From a dataclass whose fields carry limits to a converter between its instances and plain wire values.

Wire values are what MessagePack knows here: int, bytes, str and list. A message is `[type, fields...]`, a
struct `[fields...]`, a bool 0 or 1. Everything is compiled once, when the class is decorated.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Protocol, TypeVar, cast, get_args, get_origin, get_type_hints

from protocol.errors import LocalError
from protocol.sentences import sentence
from protocol.wire.limits import FieldFault, Many, Range, Size, Text, kind_of

MAX_DEPTH = 6
"""How deep arrays may nest, the message's own array included."""
MAX_TYPE_NUMBER = 65_535

C = TypeVar("C")


class Converter(Protocol):
    """Turns one field's value into its wire form and back; both raise `FieldFault`."""

    @property
    def depth(self) -> int:
        """How many arrays lie within each other here."""
        ...

    @property
    def longest(self) -> int:
        """The longest array anywhere inside."""
        ...

    @property
    def max_bytes(self) -> int:
        """No encoded value is longer than this."""
        ...

    def to_wire(self, value: Any) -> object: ...
    def from_wire(self, wire: object) -> object: ...


@dataclasses.dataclass(frozen=True, slots=True)
class Leaf:
    """int, bytes or str: the wire form is the value itself."""

    check: Callable[[object], object]
    max_bytes: int
    depth: int = 0
    longest: int = 0

    def to_wire(self, value: object) -> object:
        return self.check(value)

    def from_wire(self, wire: object) -> object:
        return self.check(wire)


@dataclasses.dataclass(frozen=True, slots=True)
class Flag:
    """bool, on the wire the integers 0 and 1."""

    max_bytes: int = 1
    depth: int = 0
    longest: int = 0

    def to_wire(self, value: object) -> object:
        if type(value) is not bool:
            raise FieldFault(sentence("must be a boolean, not {kind}", kind=kind_of(value)))
        return int(value)

    def from_wire(self, wire: object) -> object:
        return bool(Range(0, 1).check(wire))


@dataclasses.dataclass(frozen=True, slots=True)
class Items:
    """tuple[X, ...], on the wire an array."""

    item: Converter
    limit: Many

    @property
    def depth(self) -> int:
        return 1 + self.item.depth

    @property
    def longest(self) -> int:
        return max(self.limit.hi, self.item.longest)

    @property
    def max_bytes(self) -> int:
        return 5 + self.limit.hi * self.item.max_bytes

    def to_wire(self, value: object) -> object:
        if type(value) is not tuple:
            raise FieldFault(sentence("must be a tuple, not {kind}", kind=kind_of(value)))
        return self._each(self.item.to_wire, value)  # pyright: ignore[reportUnknownArgumentType]

    def from_wire(self, wire: object) -> object:
        if type(wire) is not list:
            raise FieldFault(sentence("must be an array, not {kind}", kind=kind_of(wire)))
        return tuple(self._each(self.item.from_wire, wire))  # pyright: ignore[reportUnknownArgumentType]

    def _each(self, convert: Callable[[Any], object], items: Sequence[object]) -> list[object]:
        self.limit.check_count(len(items))
        converted: list[object] = []
        try:
            for item in items:
                converted.append(convert(item))  # noqa: PERF401 (its length is the index of the faulty item)
        except FieldFault as fault:
            raise fault.within(f"[{len(converted)}]") from None
        return converted


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """An @struct or @message dataclass, on the wire the array of its fields, after the type number if any.

    The limits are computed once, because every decoding asks for them.
    """

    kind: type[Any]
    number: int | None
    fields: tuple[tuple[str, Converter], ...]
    depth: int
    longest: int
    max_bytes: int

    @classmethod
    def of(cls, kind: type[Any], number: int | None, fields: tuple[tuple[str, Converter], ...]) -> Record:
        parts = [field for _, field in fields]
        return cls(
            kind,
            number,
            fields,
            depth=1 + max((part.depth for part in parts), default=0),
            longest=max(len(parts) + 1, *(part.longest for part in parts), 0),
            # 8: the array's header (5) and the type number (3) at their longest.
            max_bytes=8 + sum(part.max_bytes for part in parts),
        )

    def to_wire(self, value: object) -> list[object]:
        if type(value) is not self.kind:
            raise FieldFault(
                sentence("must be a {name}, not {kind}", name=self.kind.__name__, kind=kind_of(value))
            )
        wire: list[object] = [] if self.number is None else [self.number]
        for name, field in self.fields:
            try:
                wire.append(field.to_wire(getattr(value, name)))
            except FieldFault as fault:
                raise fault.within(f".{name}") from None
        return wire

    def from_wire(self, wire: object) -> object:
        if type(wire) is not list:
            raise FieldFault(sentence("must be an array, not {kind}", kind=kind_of(wire)))
        items = cast("list[object]", wire)
        start = 0 if self.number is None else 1
        if len(items) - start != len(self.fields):
            raise FieldFault(
                sentence(
                    "must have {due} fields, not {count}", due=len(self.fields), count=len(items) - start
                )
            )
        values: list[object] = []
        for (name, field), item in zip(self.fields, items[start:], strict=True):
            try:
                values.append(field.from_wire(item))
            except FieldFault as fault:
                raise fault.within(f".{name}") from None
        return self.kind(*values)


_structs: dict[type[Any], Record] = {}
_messages: dict[type[Any], Record] = {}
_numbers: dict[int, type[Any]] = {}


def struct(cls: type[C]) -> type[C]:
    """Declare a dataclass to be usable as a field of messages and other structs."""
    _structs[cls] = _compile_record(cls, None)
    return cls


def message(number: int) -> Callable[[type[C]], type[C]]:
    """Declare a dataclass to be the message of this type number (1..65535), which nothing else ever gets."""

    def declare(cls: type[C]) -> type[C]:
        if not 1 <= number <= MAX_TYPE_NUMBER:
            raise LocalError(f"Message type {number} of {cls.__name__} is not within 1..{MAX_TYPE_NUMBER}.")
        if number in _numbers:
            raise LocalError(f"Message type {number} already belongs to {_numbers[number].__name__}.")
        _messages[cls] = _compile_record(cls, number)
        _numbers[number] = cls
        return cls

    return declare


def record_of(cls: type[Any]) -> Record:
    """The compiled form of a message class."""
    record = _messages.get(cls)
    if record is None:
        raise LocalError(f"{cls.__name__} is not declared with @message.")
    return record


def message_class(number: int) -> type[Any] | None:
    """The message class of a type number, if one is declared."""
    return _numbers.get(number)


def _compile_record(cls: type[Any], number: int | None) -> Record:
    if not dataclasses.is_dataclass(cls):
        raise LocalError(f"{cls.__name__} must be a dataclass; put the decorator above @dataclass.")
    if not operator.attrgetter("__dataclass_params__.frozen")(cls):
        raise LocalError(f"{cls.__name__} must be a frozen dataclass.")
    hints = get_type_hints(cls, include_extras=True)
    fields = tuple(
        (f.name, _compile(hints[f.name], f"{cls.__name__}.{f.name}")) for f in dataclasses.fields(cls)
    )
    record = Record.of(cls, number, fields)
    if record.depth > MAX_DEPTH:
        raise LocalError(f"{cls.__name__} nests {record.depth} arrays, more than {MAX_DEPTH}.")
    return record


def _compile(hint: Any, where: str) -> Converter:
    if hint is bool:
        return Flag()
    if isinstance(hint, type) and hint in _structs:
        return _structs[hint]
    if get_origin(hint) is Annotated:
        base, *limits = get_args(hint)
        if len(limits) == 1:
            converter = _compile_limited(base, limits[0], where)
            if converter is not None:
                return converter
    raise LocalError(f"The type of {where} does not say its limits.")


def _compile_limited(base: Any, limit: object, where: str) -> Converter | None:
    match limit:
        case Range() if base is int:
            return Leaf(limit.check, max_bytes=9)
        case Size() if base is bytes:
            return Leaf(limit.check, max_bytes=5 + limit.hi)
        case Text() if base is str:
            return Leaf(limit.check, max_bytes=5 + 4 * limit.max_chars)
        case Many() if get_origin(base) is tuple and get_args(base)[1:] == (Ellipsis,):
            return Items(_compile(get_args(base)[0], f"{where}[]"), limit)
        case _:
            return None
