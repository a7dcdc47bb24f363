"""Messages that exist only for the tests of the codec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from protocol.wire.codec import Many, Range, Size, Text, message, struct
from protocol.wire.limits import MAX_INT

Element = Annotated[bytes, Size(33)]


@struct
@dataclass(frozen=True, slots=True)
class Player:
    name: Annotated[str, Text(24, min_chars=1)]
    bot: bool


@message(60_001)
@dataclass(frozen=True, slots=True)
class Sample:
    """One field of each kind."""

    seat: Annotated[int, Range(0, 9)]
    big: Annotated[int, Range(0, MAX_INT)]
    hidden: bool
    proof: Annotated[bytes, Size(0, 300)]
    note: Annotated[str, Text(40)]
    elements: Annotated[tuple[Element, ...], Many(0, 20)]
    players: Annotated[tuple[Player, ...], Many(0, 3)]


@message(60_002)
@dataclass(frozen=True, slots=True)
class Ping:
    """The smallest message with a field."""

    count: Annotated[int, Range(0, MAX_INT)]


@message(60_003)
@dataclass(frozen=True, slots=True)
class Farewell:
    """A message without fields."""


@message(60_004)
@dataclass(frozen=True, slots=True)
class Note:
    text: Annotated[str, Text(40)]


@message(60_005)
@dataclass(frozen=True, slots=True)
class Blob:
    data: Annotated[bytes, Size(0, 2**22)]


@message(60_006)
@dataclass(frozen=True, slots=True)
class Switch:
    on: bool


@message(60_007)
@dataclass(frozen=True, slots=True)
class Shuffle:
    """As large as the game's largest message."""

    elements: Annotated[tuple[Element, ...], Many(1, 108)]
    proof: Annotated[bytes, Size(0, 16_384)]


SAMPLE = Sample(
    seat=3,
    big=2**40 + 7,
    hidden=True,
    proof=b"\x00\xff" * 20,
    note="Grüße, Ann",
    elements=(b"\x02" * 33, b"\x03" * 33),
    players=(Player("Ann", bot=False), Player("بهار", bot=True)),
)
