"""Which tables are simulated: everything of a run is drawn from its seed."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import count
from random import Random
from unittest import mock

from p2puno.seat import council
from protocol.rules.options import OPTIONS
from protocol.rules.ruleset import MAX_SEATS, RuleSet, RuleSetError
from tests.simulation import clockwork
from tests.simulation.cheats import CHEATS
from tests.simulation.crashes import Fate
from tests.simulation.making import simulate
from tests.simulation.network import Weather
from tests.simulation.world import Plan, Result
from tests.table.covering import Setting
from tests.table.games import any_rules

SHORT = RuleSet.preset("classic").with_options({"rounds": 1, "hand_size": "5"})
FEW = "2"
"""Cards in a hand; the catalogue has no fewer than five."""


_PLAY_ON = {("seven_rounds", "on"), ("to_the_last", "on"), ("score", "point-and-refill")}


@contextmanager
def brief_hands() -> Generator[None]:
    """Inside, rules may deal two cards to a hand: such a game has all phases in a third of the slots."""
    option = OPTIONS["hand_size"]
    with mock.patch.dict(OPTIONS, hand_size=replace(option, values=(*option.values, FEW))):
        yield


with brief_hands():
    BRIEF, BRIEF_KIDS = (
        RuleSet.preset(preset).with_options({"rounds": 1, "hand_size": FEW}) for preset in ("classic", "kids")
    )


def plan(seed: str, most: int = MAX_SEATS) -> Plan:
    """A short game of mostly two to five seats, in all kinds of weather."""
    random = Random(f"plan/{seed}")
    with brief_hands():
        table = _table(random, seed, most)
    seats = table.seats
    cheater = random.randrange(seats)
    cheat = random.choice(list(CHEATS)) if seats > 2 and random.random() < 0.3 else None
    sky = weather(random, list(range(seats)) if cheat is None else [])
    honest = [seat for seat in range(seats) if cheat is None or seat != cheater]
    if cheat == "two votes" and seats < 4:
        cheat = "two stories"
    fates = _lost(random, seed, honest) if cheat == "two votes" else _fates(random, seed, honest)
    lost = any(fate.stays_away for _, fate in fates)
    if lost or any(fate.rollback is not None for _, fate in fates):
        # Nobody is voted out who is only slow, and an old backup hears from everybody what it has said.
        sky = replace(sky, partition=0.0, break_seconds=0.0, hub=None, heal_seconds=2.5)
    return Plan(
        seed=seed,
        seats=seats,
        rules=table.rules,
        weather=sky,
        pace=random.choice([0.0, 0.0, 0.5]),
        fates=fates,
        cheat=cheat,
        cheater=cheater,
        patience=30.0 if lost else math.inf,
    )


def _fates(random: Random, seed: str, honest: Sequence[int]) -> tuple[tuple[int, Fate], ...]:
    """Whose programs are killed: nobody's in half of the games, else those of some seats, or of all of them.

    One in ten never comes back, where enough are left to go on without it; one in ten finds an old backup.
    """
    draw = random.random()
    if draw < 0.5:
        return ()
    if draw < 0.6 and len(honest) > 3:
        return _lost(random, seed, honest)
    if draw < 0.7:
        killed = random.randrange(30, 200)
        return ((random.choice(honest), Fate(Random(seed), [killed], rollback=random.randrange(killed))),)
    who = honest if draw < 0.8 else random.sample(honest, random.randint(1, min(2, len(honest))))
    power = random.random() < 0.4
    return tuple((seat, Fate(Random(f"{seed}/{seat}"), _lives(random), power=power)) for seat in sorted(who))


def _lost(random: Random, seed: str, honest: Sequence[int]) -> tuple[tuple[int, Fate], ...]:
    """Somebody never comes back."""
    return ((random.choice(honest), Fate(Random(seed), [random.randrange(12, 250)], stays_away=True)),)


def _lives(random: Random) -> list[int | None]:
    """After how many steps with the disk each life ends, one to six times."""
    many = random.randint(1, 6)
    return [random.choice((random.randrange(1, 20), random.randrange(20, 200))) for _ in range(many)]


def _table(random: Random, seed: str, most: int) -> Setting:
    """Mostly two cards each, under the classic rules or any others; now and then a longer or a large one."""
    draw = random.random()
    if draw < 0.4:
        return Setting(BRIEF_KIDS, min(most, random.choice([2, 2, 3, 3, 3, 4])))
    if draw < 0.88:
        return Setting(BRIEF, min(most, random.choice([2, 2, 2, 3, 3, 3, 3, 4, 4, 5])))
    if draw < 0.97:
        return _any_rules(seed, min(most, 4), random.choice(["1", "1", "1", "1", "1", "2"]), FEW)
    if draw < 0.98:
        return Setting(SHORT, min(most, random.choice([2, 3, 3, 4, 4, 5])))
    if draw < 0.995:
        return Setting(BRIEF, min(most, random.randint(6, MAX_SEATS)))
    return _any_rules(seed, most, "1", None)


def _any_rules(seed: str, most: int, rounds: str, hand: str | None) -> Setting:
    """Any options that go together; hand: how many cards, if not by these rules. Where who has laid the last
    card plays on a round is long: such are played in tests/table/games.
    """
    for number in count():
        drawn = any_rules(f"{seed}/{number}")
        if any(drawn.rules[name] == value for name, value in _PLAY_ON):
            continue
        options = {"rounds": rounds} | ({} if hand is None else {"hand_size": hand})
        with suppress(RuleSetError):
            rules = drawn.rules.with_options(options)
            rules.check_seats(drawn.seats)
            if drawn.seats <= most:
                return Setting(rules, drawn.seats)
    raise AssertionError


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
        with brief_hands(), mock.patch.object(council, "BOTS_VOTE_SECONDS", chosen.patience):
            return clockwork.run(simulate, chosen, seed=chosen.seed)
    except BaseExceptionGroup as group:
        raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
