"""Who plays a seat, and who watches it: what the driver knows of everything that shows a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import trio

from p2puno.net.addresses import Address
from p2puno.net.messages import Roll
from p2puno.store.acquaintances import Acquaintances
from protocol.table.casting import Prospect
from protocol.table.happenings import Happening
from protocol.table.view import Action, TableView, View


class Asking(NamedTuple):
    """Somebody who wants to sit down, and has still to be let in."""

    name: str
    key: bytes


def _always_open(_seat: int) -> Prospect:
    """Before the driver has come."""
    return Prospect.OPEN


@dataclass(frozen=True, slots=True)
class Company:
    """Who is at the table beside the log, as far as this seat knows.

    by_bot: persons' seats that a bot plays for the moment. reading: between rounds, the seats that have not
    gone on yet. watchers: so many look on. away: seats whose link has broken and that nobody has heard since.
    reached: pairs of a seat that is away and one that is linked with it still. votes: pairs of a seat and one
    that it wants to go on without. asking: who sits down if this seat's person lets him in.
    """

    by_bot: frozenset[int] = frozenset()
    reading: frozenset[int] = frozenset()
    watchers: int = 0
    away: frozenset[int] = frozenset()
    reached: frozenset[tuple[int, int]] = frozenset()
    votes: frozenset[tuple[int, int]] = frozenset()
    asking: tuple[Asking, ...] = ()

    @property
    def lost(self) -> frozenset[int]:
        """Seats that nobody who is linked here has a link with: they cannot vote."""
        return self.away - {seat for seat, by in self.reached if by not in self.away}


class Player(Protocol):
    """Decides for one seat: a person at a terminal, or a bot."""

    async def decide(self, view: View) -> Action:
        """What the seat does now: one of `view.allowed`, or catching `view.catchable`.

        Called whenever there is something to choose, and cancelled when the game has gone on without an
        answer (somebody else acted first). What the view does not permit comes back through `refused`.
        """
        ...

    def refused(self, view: View, sentence: str) -> None:
        """The last decision is not possible; `decide` is called again."""
        ...

    async def next_round(self) -> None:
        """A round is over: return when this seat is ready for the next one. The others wait for it."""
        ...


class Observer(Protocol):
    """Is told what happens at one seat, in order; must return at once."""

    def on_slot(self, view: View, happenings: Sequence[Happening]) -> None:
        """A slot has been applied: what happened in it, and the seat's view after it."""
        ...

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        """The table has been waiting for these seats for so long."""
        ...

    def on_chat(self, seat: int, text: str) -> None:
        """A seat says something; the text is clean (no control or bidirectional characters)."""
        ...

    def on_notice(self, sentence: str) -> None:
        """A link came or went, a file could not be written: one sentence for the person."""
        ...

    def on_company(self, company: Company) -> None:
        """Who plays, reads or looks on has changed."""
        ...


class Spectator(Protocol):
    """Is told what everybody sees of a game; must return at once."""

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        """A slot has been checked: what happened in it, and the public table after it."""
        ...

    def on_chat(self, seat: int, text: str) -> None:
        """A seat says something."""
        ...

    def on_notice(self, sentence: str) -> None:
        """Something outside the game: one sentence for the person."""
        ...

    def on_company(self, company: Company) -> None:
        """Who is played by a bot has changed."""
        ...


class LobbyObserver(Protocol):
    """Is told what happens before the game; must return at once."""

    def on_known(self, known: Acquaintances, own: bytes) -> None:
        """Whom this player knows, and the key that it sits down with; told before anything else."""
        ...

    def on_open(self, addresses: Sequence[Address]) -> None:
        """The table that this seat opened can be reached here, the likeliest address first."""
        ...

    def on_roll(self, roll: Roll) -> None:
        """The table as it is now: its rules, and who sits at it."""
        ...

    def on_trouble(self, sentence: str) -> None:
        """Something does not work, and the lobby goes on: one sentence for the person."""
        ...


@dataclass(slots=True)
class Controls:
    """What a person does beside playing: leave, say something, hand the seat to a bot and take it back.

    Before the game: be ready; and if it opened the table, start, or send somebody away.
    """

    leaving: trio.Event = field(default_factory=trio.Event)
    handed_over: bool = False
    """A bot plays for the person."""
    ready: bool = False
    """The person wants the game to begin."""
    autopilot: bool = False
    """The program plays on for a person who does nothing, because the others want to go on."""
    voted: set[int] = field(default_factory=set[int])
    """Missing seats that the person wants out, until the table has gone on."""
    prospect: Callable[[int], Prospect] = _always_open
    """Whether the table can go on without a seat, as far as those who are linked could vote."""
    _changed: trio.Event = field(default_factory=trio.Event)
    _starting: trio.Event = field(default_factory=trio.Event)
    _said: list[str] = field(default_factory=list[str])
    _spoken: trio.Event = field(default_factory=trio.Event)
    _let_in: list[bytes] = field(default_factory=list[bytes])
    _sent_away: list[bytes] = field(default_factory=list[bytes])
    _nudged: list[int] = field(default_factory=list[int])

    def start(self) -> None:
        """Ask for the start of the game with the seats that are taken."""
        self._starting.set()

    async def start_wanted(self) -> None:
        """Wait until somebody asks, and be ready to be asked again."""
        await self._starting.wait()
        self._starting = trio.Event()

    def hand_over(self) -> None:
        """A bot plays this seat from now on; a question that is open goes to it."""
        self.handed_over = True
        self._change()

    def take_back(self) -> None:
        """The person plays again; a question that is open comes back."""
        self.handed_over = False
        self._change()

    def play_on(self) -> None:
        """Let the program play until the person does something."""
        self.autopilot = True
        self._change()

    def stir(self) -> None:
        """The person does something."""
        if self.autopilot:
            self.autopilot = False
            self._change()

    def nudge(self, seat: int) -> None:
        """This seat is connected, and does nothing: its program is asked to play on."""
        self._nudged.append(seat)
        self._change()

    async def next_nudged(self) -> int:
        """The next one to be asked."""
        while not self._nudged:
            await self.changed()
        return self._nudged.pop(0)

    def vote_out(self, seat: int) -> None:
        """This seat has been waited for long enough: the others are asked whether it is to leave."""
        self.voted.add(seat)
        self._change()

    def say_ready(self, ready: bool) -> None:
        """Show everybody that this seat is ready for the game, or is not."""
        self.ready = ready
        self._change()

    def send_away(self, key: bytes) -> None:
        """Take the place of whoever has this key, if this seat opened the table."""
        self._sent_away.append(key)
        self._change()

    async def next_sent_away(self) -> bytes:
        """The next one to be sent away."""
        while not self._sent_away:
            await self.changed()
        return self._sent_away.pop(0)

    def let_in(self, key: bytes) -> None:
        """Whoever asks with this key may sit down with the next round."""
        self._let_in.append(key)
        self._change()

    async def next_let_in(self) -> bytes:
        """The next one to be let in."""
        while not self._let_in:
            await self.changed()
        return self._let_in.pop(0)

    async def changed(self) -> None:
        """Wait until something of this is said anew: look first, without a pause between."""
        await self._changed.wait()

    def _change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def say(self, text: str) -> None:
        """Send a line of chat to everybody, as soon as the driver gets to it."""
        self._said.append(text)
        self._spoken.set()

    async def next_said(self) -> str:
        """The next line to send."""
        while not self._said:
            self._spoken = trio.Event()
            await self._spoken.wait()
        return self._said.pop(0)
