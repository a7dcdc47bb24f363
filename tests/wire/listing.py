"""`specs/messages.md`: every message with its number, its fields and their limits, written from the code.

python -m tests.wire.listing
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import p2puno.net.messages
import p2puno.seat.records  # noqa: F401 - these four declare messages
import protocol.table.table
import protocol.transcript.file  # noqa: F401
from protocol.wire import schema
from protocol.wire.limits import Many, Range, Size, Text

PLACE = Path(__file__).parents[2] / "specs" / "messages.md"
# What tests declare is not among them.
SPOKEN, KEPT = ("protocol.", "p2puno.net."), ("p2puno.seat.",)
HEAD = (
    "# Messages\n\n"
    "Normative; written by `python -m tests.wire.listing`, and a test holds it current. Encodings are "
    "those of [wire.md](wire.md), meanings those of the documents named there; the last column says "
    "what each is for. A message is the array of its number and its fields in this order, a struct "
    "the array of its fields.\n\n"
    "Fields: `int a–b`, `bool`; `bytes n` or `bytes a–b`, in bytes; `text a–b`, in code points; `[x] "
    "a–b`, a list of a to b items x.\n"
)


def write() -> str:
    """The whole document."""
    spoken, kept = _messages(SPOKEN), _messages(KEPT)
    used = {part for _, kind in (*spoken, *kept) for part in _structs(kind)}
    structs = sorted(used, key=lambda kind: kind.__name__)
    lines = [HEAD, "## Messages", "", *_table(spoken)]
    lines += ["", "## Kept", "", "What a seat writes for itself alone (`files.md`, 4).", "", *_table(kept)]
    lines += ["", "## Structs", "", "| struct | fields | for |", "|---|---|---|"]
    lines += [f"| `{kind.__name__}` | {_fields(kind)} | {_purpose(kind)} |" for kind in structs]
    return "\n".join(lines) + "\n"


def _messages(modules: tuple[str, ...]) -> list[tuple[int, type[Any]]]:
    """Of these packages, by number."""
    return sorted(
        (record.number, record.kind)
        for record in schema._messages.values()
        if record.number is not None and record.kind.__module__.startswith(modules)
    )


def _table(messages: list[tuple[int, type[Any]]]) -> Iterator[str]:
    yield from ("| number | message | fields | for |", "|---|---|---|---|")
    for number, kind in messages:
        yield f"| {number} | `{kind.__name__}` | {_fields(kind)} | {_purpose(kind)} |"


def _purpose(kind: type[Any]) -> str:
    """The first paragraph of the docstring."""
    assert kind.__doc__ is not None
    return " ".join(kind.__doc__.strip().split("\n\n")[0].split()).replace("|", "\\|")


def _fields(kind: type[Any]) -> str:
    hints = get_type_hints(kind, include_extras=True)
    return (
        ", ".join(f"{field.name}: {_form(hints[field.name])}" for field in dataclasses.fields(kind)) or "none"
    )


def _form(hint: Any) -> str:
    """A field's kind and limits in a few characters."""
    if get_origin(hint) is not Annotated:
        name: str = hint.__name__
        return f"`{name}`" if dataclasses.is_dataclass(hint) else name
    base, limit = get_args(hint)
    match limit:
        case Range():
            return f"int {_between(limit.lo, limit.hi)}"
        case Size():
            return f"bytes {_between(limit.lo, limit.hi)}"
        case Text():
            return f"text {_between(limit.min_chars, limit.max_chars)}"
        case Many():
            return f"[{_form(get_args(base)[0])}] {_between(limit.lo, limit.hi)}"
        case _:
            raise AssertionError(f"{hint} has a limit that this listing does not know")


def _between(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _structs(kind: type[Any]) -> Iterator[type[Any]]:
    """The structs in a message, also those within others."""
    for hint in get_type_hints(kind, include_extras=True).values():
        while get_origin(hint) is Annotated and get_origin(get_args(hint)[0]) is tuple:
            hint = get_args(get_args(hint)[0])[0]  # noqa: PLW2901 - from a list to its items
        if dataclasses.is_dataclass(hint):
            assert isinstance(hint, type)
            yield hint
            yield from _structs(hint)


if __name__ == "__main__":
    PLACE.write_text(write(), encoding="utf-8")
