"""One seat of a measured table, a process of its own: `python -m p2puno.bench.seat SETUP`, SETUP in JSON.

It is a whole peer, from the lobby to the journal, over links on loopback. It says `true` on standard output
when it is ready, and then waits on standard input for the port of the table to join, 0 to open it. Who opens
the table says its port, and then how many seats are taken, at every change. In the end each seat says its
`Report`, and stays at the table until standard input ends. Times are `time.monotonic()` in seconds, which
is one clock for all processes of a machine.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

import trio

from p2puno.bench.instruments import LoopWatch, peak_mib
from p2puno.net.addresses import LOOPBACK, Address
from p2puno.net.messages import Roll
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.player import Company, Controls
from p2puno.seat.session import host_table, join_table
from p2puno.store.acquaintances import Acquaintances
from p2puno.store.paths import Home
from protocol.rules.cards import Colour
from protocol.rules.happenings import CardKept, HandsDealt
from protocol.rules.needs import MoveKind
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import DrawCard, KeepCard, NameFirstColour
from protocol.table.happenings import Happening
from protocol.table.view import Action, View


@dataclass(frozen=True, slots=True)
class Setup:
    """Which table to sit at: `rules` are changes of `classic`.

    draws: every seat in turn draws and keeps, and the report is due after so many of them; None: a bot
    plays, and it is due when the game is over.
    """

    home: str
    name: str
    seats: int
    rules: dict[str, str]
    draws: int | None


@dataclass(frozen=True, slots=True)
class Report:
    """What one seat noted of its table.

    seated: when the last seat was taken; dealt: when this seat had its hand. drawn: for each card that it
    drew, when it chose so, and the slot that refreshes its hand with the card; kept: for each such slot of
    the table, whoever drew, when this seat had applied it.
    """

    seated: float
    dealt: float
    drawn: list[tuple[float, int]]
    kept: dict[int, float]
    loop_blocked_ms: float
    peak_mib: float | None


class Drawing:
    """A player without a thought: draws and keeps, and notes when (`player.Player`)."""

    def __init__(self) -> None:
        self.drawn: list[tuple[float, int]] = []
        self._chosen = 0.0

    async def decide(self, view: View) -> Action:
        await trio.lowlevel.checkpoint()
        if MoveKind.NAME_COLOUR in view.allowed:
            return NameFirstColour(Colour.RED)
        if MoveKind.KEEP in view.allowed:
            self.drawn.append((self._chosen, view.slot))
            return KeepCard()
        self._chosen = time.monotonic()
        return DrawCard()

    def refused(self, view: View, sentence: str) -> None:
        raise AssertionError(f"seat {view.seat} may neither draw nor keep: {sentence}")

    async def next_round(self) -> None:
        await trio.lowlevel.checkpoint()


@dataclass(slots=True)
class Noting:
    """Notes when things happened (`player.Observer`, `player.LobbyObserver`)."""

    setup: Setup
    watch: LoopWatch
    enough: trio.Event = field(default_factory=trio.Event)
    seated: float = 0.0
    dealt: float = 0.0
    kept: dict[int, float] = field(default_factory=dict[int, float])

    def on_open(self, addresses: Sequence[Address]) -> None:
        _say(addresses[0].port)

    def on_known(self, known: Acquaintances, own: bytes) -> None:
        pass

    def on_roll(self, roll: Roll) -> None:
        if len(roll.entries) == self.setup.seats and not self.seated:
            self.seated = time.monotonic()
            self.watch.restart()
        elif roll.entries[0].name == self.setup.name:
            _say(len(roll.entries))

    def on_trouble(self, sentence: str) -> None:
        raise AssertionError(sentence)

    def on_slot(self, view: View, happenings: Sequence[Happening]) -> None:
        now = time.monotonic()
        for happening in happenings:
            if isinstance(happening, HandsDealt) and not self.dealt:
                self.dealt = now
            elif isinstance(happening, CardKept):
                self.kept[view.slot - 1] = now
        if self.dealt and len(self.kept) == self.setup.draws:
            self.enough.set()

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        pass

    def on_chat(self, seat: int, text: str) -> None:
        pass

    def on_notice(self, sentence: str) -> None:
        pass

    def on_company(self, company: Company) -> None:
        pass


def _say(what: object) -> None:
    print(json.dumps(what), flush=True)  # noqa: T201  the process that started this one reads it


async def _sit(setup: Setup) -> None:
    watch = LoopWatch()
    trio.lowlevel.add_instrument(watch)
    noting, drawing = Noting(setup, watch), Drawing()
    plan = SeatPlan(
        home=Home.locate(setup.home),
        name=setup.name,
        player=drawing,
        observers=(noting,),
        lobby=noting,
        controls=Controls(),
        bot="greedy" if setup.draws is None else None,
        listen=(LOOPBACK, 0),
    )
    _say(True)
    port = int(await trio.to_thread.run_sync(sys.stdin.readline))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_play, plan, port, setup, noting)
        await noting.enough.wait()
        _say(asdict(_report(noting, drawing)))
        await trio.to_thread.run_sync(sys.stdin.readline)
        nursery.cancel_scope.cancel()


async def _play(plan: SeatPlan, port: int, setup: Setup, noting: Noting) -> None:
    if port:
        await join_table(plan, [Address(LOOPBACK, port)])
    else:
        rules = RuleSet.preset("classic").with_options(setup.rules)
        await host_table(plan, TablePlan(None, rules, setup.seats, announce=False))
    noting.enough.set()


def _report(noting: Noting, drawing: Drawing) -> Report:
    return Report(
        noting.seated, noting.dealt, drawing.drawn, noting.kept, noting.watch.longest_ms, peak_mib()
    )


if __name__ == "__main__":
    gc.freeze()  # as every command that takes a seat
    trio.run(_sit, Setup(**json.loads(sys.argv[1])))
