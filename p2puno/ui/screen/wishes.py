"""What somebody in the lobby wants to do next; `commands.lobby` carries it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from p2puno.net.addresses import Address


@dataclass(frozen=True, slots=True)
class Practise:
    """strategy: one of `seat.bots.STRATEGIES`."""

    bots: int
    strategy: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """name: None for the opener's; seats: None if the opener starts the game by hand; pin: None for none."""

    name: str | None
    seats: int | None
    bots: int
    strategy: str
    pin: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SitDown:
    address: Address
    pin: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class LookOn:
    address: Address
    pin: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class GoOn:
    """Continue this game, by the name of its files."""

    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    pass


Wish: TypeAlias = Practise | OpenTable | SitDown | LookOn | GoOn | Leave
