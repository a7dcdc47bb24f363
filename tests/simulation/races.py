"""How often a slow line loses a race that its player had won: `python -m tests.simulation.races`.

Two seats act out of turn at almost the same time, one of them over a line that is 80 ms slower than all the
others, each way. What every program sees and when it contributes follows `Driver`, the order is that of
`protocol.table.ordering.resolve`. Had won: pressed the key first, by a clock that nobody at the table has.

    --cap 0     by arrival alone, as it was before decision 140
    --liar      the fast one waits for the other's signal, answers it at once, denies having seen it, and
                feigns a line as slow as is credited
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from p2puno.seat.choosing import GRACE_SECONDS
from p2puno.seat.talk import MOST_CREDITED_SECONDS
from protocol.rules.ruleset import MAX_SEATS, RuleSet
from protocol.table.ordering import resolve
from protocol.table.race_record import RaceSignal
from protocol.wire.codec import decode
from protocol.wire.messages import Proposal
from protocol.wire.races import SEALED_CHOICE, CatchSignal, MoveSignal
from tests.table.simulation import proposal_for

# Seconds. One way over a line of the local network: at least, and what chance adds on average.
LINE, JITTER = 0.002, 0.003
SLOWER = 0.080
# How long people take from the card they see to the key: log-normal.
REACTION, SPREAD = 0.6, 0.35
SLOW, FAST, SEATS = 0, 1, range(2, MAX_SEATS + 1)
# An interruption that aims at nobody, as a jump-in does. Whoever is caught is no witness: one voice less.
NOBODY = 255
KINDS = ("both interrupt", "slow interrupts, fast moves", "slow moves, fast interrupts")


@dataclass(frozen=True, slots=True)
class Order:
    """How a program puts signals in order.

    cap: it takes off half of the shortest round trip that it has measured to the sender, so many seconds at
    most; 0: by arrival alone. grace: how long it waits for others after the first.
    """

    cap: float = MOST_CREDITED_SECONDS
    grace: float = GRACE_SECONDS


@dataclass(frozen=True, slots=True)
class Table:
    """Seats, and what the shortest way between two takes; whether the fast one is a liar."""

    seats: int
    slower: float = SLOWER
    liar: bool = False

    def shortest(self, one: int, other: int) -> float:
        return LINE + (self.slower if SLOW in (one, other) else 0.0)

    def measured(self, witness: int, sender: int, cap: float) -> float:
        """Half a round trip, as far as it is taken off; one's own signal has no way."""
        if witness == sender:
            return 0.0
        return cap if self.liar and sender == FAST else min(cap, self.shortest(witness, sender))


Moments = dict[int, float]


def race(table: Table, order: Order, kind: str, random: Random) -> tuple[bool, bool] | None:
    """Whether the slow one had won, and whether it is first by the rule; None if only one of them acts."""

    def way(one: int, other: int) -> float:
        return table.shortest(one, other) + random.expovariate(1 / JITTER) if one != other else 0.0

    dealer = table.seats - 1  # lays the card that both see
    at = {by: way(dealer, by) + REACTION * math.exp(random.gauss(0.0, SPREAD)) for by in (SLOW, FAST)}
    if table.liar:
        at[FAST] = at[SLOW] + way(SLOW, FAST)
    arrives: list[Moments] = [{by: at[by] + way(by, seat) for by in at} for seat in range(table.seats)]
    if any(arrives[by][SLOW + FAST - by] + order.grace < pressed for by, pressed in at.items()):
        return None  # its program has contributed before it acted
    orders = {seat: tuple(_in_order(table, order, seat, arrives[seat])) for seat in range(table.seats)}
    seen = {by: tuple(other for other in at if other != by and arrives[by][other] < at[by]) for by in at}
    if table.liar:
        seen[FAST] = ()
    moves = {KINDS[1]: FAST, KINDS[2]: SLOW}.get(kind)
    signals = [
        RaceSignal(
            by, seen[by], MoveSignal(bytes(32), bytes(SEALED_CHOICE)) if by == moves else CatchSignal(NOBODY)
        )
        for by in at
    ]
    first = resolve(signals, orders, _proposal(table.seats), dealer if moves is None else moves)[0]
    return at[SLOW] < at[FAST], first.seat == SLOW


def _in_order(table: Table, order: Order, witness: int, arrives: Moments) -> list[int]:
    closes = min(arrives.values()) + order.grace
    here = [by for by, when in arrives.items() if when <= closes]
    return sorted(here, key=lambda by: arrives[by] - table.measured(witness, by, order.cap))


@cache
def _proposal(seats: int) -> Proposal:
    return decode(proposal_for(seats, RuleSet.preset("classic"))[0], Proposal)


@dataclass(frozen=True, slots=True)
class Shares:
    """Of the races that a player had won, how many are lost by the rule."""

    slow: float
    fast: float


def shares(table: Table, order: Order, kind: str, races: int, seed: str) -> Shares:
    random = Random(f"{seed}/{table}/{order}/{kind}")
    won, lost = {True: 0, False: 0}, {True: 0, False: 0}
    while sum(won.values()) < races:
        outcome = race(table, order, kind, random)
        if outcome is not None:
            slow_won, slow_first = outcome
            won[slow_won] += 1
            lost[slow_won] += slow_won != slow_first
    return Shares(lost[True] / max(1, won[True]), lost[False] / max(1, won[False]))


def report(order: Order, races: int, seed: str, slower: float, *, liar: bool) -> Iterator[str]:
    yield f"{'seats':>5}  " + "  ".join(f"{kind:>29}" for kind in KINDS)
    for seats in SEATS:
        found = [shares(Table(seats, slower, liar), order, kind, races, seed) for kind in KINDS]
        yield f"{seats:5}  " + "  ".join(f"{each.slow:14.1%} {each.fast:14.1%}" for each in found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.races")
    parser.add_argument("--races", type=int, default=2000, help="for each figure (2000)")
    parser.add_argument("--seed", default="races", help="others for another word")
    parser.add_argument("--slower", type=float, default=SLOWER * 1000, help="milliseconds one way (80)")
    credit = MOST_CREDITED_SECONDS * 1000
    parser.add_argument("--cap", type=float, default=credit, help="milliseconds credited at most (100)")
    parser.add_argument("--grace", type=float, default=GRACE_SECONDS * 1000, help="milliseconds (80)")
    parser.add_argument("--liar", action="store_true", help="the fast one lies")
    options = parser.parse_args()
    order = Order(options.cap / 1000, options.grace / 1000)
    print("Races lost by the rule of those that a player had won: the slow one's, the fast one's")
    for line in report(order, options.races, options.seed, options.slower / 1000, liar=options.liar):
        print(line)


if __name__ == "__main__":
    main()
