"""What a line of line mode can mean: one class for each meaning; `grammar.parse` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.rules.cards import Colour, Face


@dataclass(frozen=True, slots=True)
class Play:
    """`card` is a position in the hand, a face, or None for the card just drawn.

    second: laid together with it, perhaps `as_skip`. target: the name with whom hands or cards are exchanged.
    """

    card: int | Face | None
    colour: Colour | None
    uno: bool
    second: int | Face | None = None
    as_skip: bool = False
    target: str = ""


@dataclass(frozen=True, slots=True)
class Jump:
    """Out of turn; without a card the one that fits."""

    card: int | Face | None
    colour: Colour | None
    uno: bool
    target: str = ""


@dataclass(frozen=True, slots=True)
class Try:
    """Lay a card although it does not fit."""

    card: int | Face


@dataclass(frozen=True, slots=True)
class Rescue:
    """Say UNO for somebody; also for oneself."""

    name: str


@dataclass(frozen=True, slots=True)
class Give:
    card: int | Face


@dataclass(frozen=True, slots=True)
class Duel:
    card: int | Face | None


@dataclass(frozen=True, slots=True)
class Vote:
    guilty: bool


@dataclass(frozen=True, slots=True)
class Accuse:
    name: str


@dataclass(frozen=True, slots=True)
class Choose:
    name: str


@dataclass(frozen=True, slots=True)
class Discard:
    cards: tuple[int | Face, ...]


@dataclass(frozen=True, slots=True)
class Catch:
    """`name` is empty for whoever can be caught."""

    name: str


@dataclass(frozen=True, slots=True)
class NameColour:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Say:
    text: str


@dataclass(frozen=True, slots=True)
class LetIn:
    """Who asks to sit down; without a name the only one."""

    name: str


@dataclass(frozen=True, slots=True)
class SendAway:
    name: str


@dataclass(frozen=True, slots=True)
class GoOnWithout:
    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A command that stands alone; `word` is one of `vocabulary.COMMANDS`."""

    word: str


HouseLine: TypeAlias = Jump | Try | Rescue | Give | Duel | Vote | Accuse | Choose | Discard
MoveLine: TypeAlias = Play | Catch | NameColour | Word | HouseLine
Line: TypeAlias = MoveLine | Say | SendAway | LetIn | GoOnWithout
