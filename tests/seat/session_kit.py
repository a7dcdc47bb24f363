"""Seats for tests of whole sessions: a bot plays, and what the lobby said is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import trio

from p2puno.net.addresses import Address
from p2puno.net.messages import Roll
from p2puno.seat import bots
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.plans import BotPlan, SeatPlan
from p2puno.seat.player import Controls
from p2puno.store.acquaintances import Acquaintances
from p2puno.store.paths import Home
from protocol.audit import audit_transcript
from protocol.reports import Verdict
from protocol.rules.ruleset import RuleSet

ONE_ROUND = RuleSet.preset("classic").with_options({"rounds": 1})


@dataclass
class Lobby:
    """Remembers what the lobby said, and tells when the table is open."""

    opened: trio.Event = field(default_factory=trio.Event)
    addresses: tuple[Address, ...] = ()
    known: Acquaintances = field(default_factory=Acquaintances)
    rolls: list[Roll] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def on_open(self, addresses: Sequence[Address]) -> None:
        self.addresses = tuple(addresses)
        self.opened.set()

    def on_known(self, known: Acquaintances, own: bytes) -> None:
        self.known = known

    def on_roll(self, roll: Roll) -> None:
        self.rolls.append(roll)

    def on_trouble(self, sentence: str) -> None:
        self.troubles.append(sentence)


def seat_plan(folder: Path, name: str, *brought: str) -> SeatPlan:
    return SeatPlan(
        home=Home.locate(folder / name),
        name=name,
        player=BotPlayer(bots.Greedy()),
        observers=(),
        lobby=Lobby(),
        controls=Controls(),
        bot="greedy",
        bots=tuple(BotPlan(each, "greedy") for each in brought),
        listen=("127.0.0.1", 0),
    )


def is_clean(path: Path) -> bool:
    with path.open("rb") as source:
        return audit_transcript(source).verdict is Verdict.CLEAN
