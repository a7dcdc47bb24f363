"""Which tables are simulated: everything of a run is drawn from its seed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from unittest import mock

from p2puno.seat import council
from protocol.rules.ruleset import MAX_SEATS, RuleSet
from tests.simulation import clockwork
from tests.simulation.cheats import CHEATS
from tests.simulation.making import simulate
from tests.simulation.network import Weather
from tests.simulation.world import Plan, Result
from tests.table.covering import Setting
from tests.table.games import any_rules

SHORT = RuleSet.preset("classic").with_options({"rounds": 1, "hand_size": "5"})


def plan(seed: str, most: int = MAX_SEATS) -> Plan:
    """A short game of mostly two to five seats, in all kinds of weather."""
    random = Random(f"plan/{seed}")
    table = _table(random, seed, most)
    seats = table.seats
    cheater = random.randrange(seats)
    cheat = random.choice(list(CHEATS)) if seats > 2 and random.random() < 0.3 else None
    return Plan(
        seed=seed,
        seats=seats,
        rules=table.rules,
        weather=weather(random, list(range(seats)) if cheat is None else []),
        pace=random.choice([0.0, 0.0, 0.5]),
        cheat=cheat,
        cheater=cheater,
    )


def _table(random: Random, seed: str, most: int) -> Setting:
    """Mostly the shortest rules there are, else any that go together."""
    if random.random() < 0.7:
        seats = random.choice([2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, random.randint(6, MAX_SEATS)])
        return Setting(SHORT, min(most, seats))
    settings = (any_rules(f"{seed}/{number}") for number in count())
    return next(table for table in settings if table.seats <= most)


def weather(random: Random, hubs: Sequence[int]) -> Weather:
    """`hubs`: through which seat everything may pass; with a cheater none, or he could cut others off."""
    hub = random.choice(hubs) if hubs and random.random() < 0.2 else None
    rough = random.random() < 0.7
    return Weather(
        delay=random.choice([(0.0005, 0.003), (0.001, 0.05), (0.02, 0.4)]),
        reorder=random.choice([0.0, 0.2]),
        duplicate=random.choice([0.0, 0.1]),
        notice_seconds=random.choice([0.2, 10.0]),
        break_seconds=random.choice([0.2, 1.0, 4.0]) if rough else 0.0,
        partition=random.choice([0.0, 0.3]),
        until=60.0,
        hub=hub,
    )


def run(chosen: Plan) -> Result:
    """One simulated table; raises InvariantError. The group must be transparent already."""
    try:
        with mock.patch.object(council, "BOTS_VOTE_SECONDS", chosen.patience):
            return clockwork.run(simulate, chosen, seed=chosen.seed)
    except BaseExceptionGroup as group:
        raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
