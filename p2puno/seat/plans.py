"""What a person wishes: which seat, with which bots, at which table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from p2puno.net.addresses import Address
from p2puno.net.messages import TableInfo
from p2puno.seat.player import Controls, LobbyObserver, Observer, Player, Spectator
from p2puno.store.paths import Home
from protocol.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class BotPlan:
    """A bot to bring along."""

    name: str
    strategy: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a seat and is told of it: what an interface brings along.

    spectator: is told of a game in which this player has no seat yet, before `observer` is.
    """

    player: Player
    observer: Observer
    spectator: Spectator
    lobby: LobbyObserver
    controls: Controls


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits down and how: `bot` names the strategy that plays this seat instead of `player`.

    listen: host (None: every address) and port (None: the default one or the next free). pin: the table's.
    spectators: are shown the game while this player waits for a seat in it.
    """

    home: Home
    name: str | None
    player: Player
    observers: tuple[Observer, ...]
    lobby: LobbyObserver
    controls: Controls
    bot: str | None = None
    bots: tuple[BotPlan, ...] = ()
    listen: tuple[str | None, int | None] = (None, None)
    pin: str | None = field(default=None, repr=False)
    spectators: tuple[Spectator, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The table to open: `seats` None means that its opener starts it by hand; `announce` it on the LAN."""

    name: str | None
    rules: RuleSet
    seats: int | None
    announce: bool = True


@dataclass(frozen=True, slots=True)
class Brought:
    """What a seat began its game with: where it listened, its bots, and the PIN if it opened the table."""

    listens: str | None
    bots: tuple[BotPlan, ...]
    pin: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Again:
    """A game that is over, to be played once more at the same table.

    table: its name, rules and number of seats. keys: who sat, by seat. host: who opened it, and will again,
    at these addresses; `opener`: that is this seat. port: where this seat listened. brought: what only the
    program knew that was started again.
    """

    table: TablePlan
    keys: tuple[bytes, ...]
    host: bytes
    addresses: tuple[Address, ...]
    opener: bool
    port: int | None = None
    brought: Brought | None = None


@dataclass(frozen=True, slots=True)
class SitAgain:
    """A game that goes on without this seat, which asks to sit down again: where, and at which table."""

    addresses: tuple[Address, ...]
    info: TableInfo


Next: TypeAlias = Again | SitAgain | None
"""What is played next; None: the first game, as the person asked for it."""
