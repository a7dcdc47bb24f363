"""Games in which seats leave at any moment, at the level of slots and on the transparent group.

    python -m tests.table.departures --games 500 --seed 1

How they came to leave is not looked at here: `leave` is called at every seat, and a head made up.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from random import Random
from typing import Self

from protocol.crypto.hashing import tagged_hash
from protocol.errors import RulesError
from protocol.rules.happenings import RoundVoid, SeatsLeft
from protocol.table.frame import open_table
from protocol.table.leaving import leave
from protocol.table.phases import Acknowledging, Finished, Phase
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import finished
from tests.table.covering import Setting, described
from tests.table.games import PLAYERS, Game, any_rules
from tests.table.omniscience import check_cards
from tests.table.simulation import Simulation, proposal_for
from tests.transparent import transparent_group

MOST_SLOTS = 50_000


def without(state: TableState, seats: Collection[int], *, convicted: bool = False) -> TableState:
    """The table after these seats have left, at the place that follows a removal."""
    head = tagged_hash("p2puno/test/removal-head", state.head, bytes(sorted(seats)))
    left = leave(state, seats, convicted=convicted)
    return replace(left, term=state.term + 1, slot=state.slot + 1, head=head)


def depart(table: Simulation, seats: Collection[int], *, convicted: bool = False) -> TableState:
    """These seats leave the table of a simulation; they look on from then."""
    if table.twin:
        table.states = [without(table.state, seats, convicted=convicted)] * len(table.states)
    else:
        table.states = [without(state, seats, convicted=convicted) for state in table.states]
    table.happened += table.state.happenings
    table.seen = {}
    return table.state


@dataclass
class Departing(Game):
    """`chance`: that somebody leaves before a slot. left: the phases in which somebody did."""

    chance: float = 0.0
    left: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    def played(cls, table: Setting, seed: str, chance: float) -> Self:
        """One game from genesis to its signed end; the group must be transparent already."""
        random = Random(seed)
        data, keys = proposal_for(table.seats, table.rules, random.getrandbits(32))
        state = open_table(data)
        secrets = [SeatSecrets.begin(key, seat, state, random.randbytes(32)) for seat, key in enumerate(keys)]
        game = cls(data, secrets, [state] * table.seats, random, [], twin=True, chance=chance)
        kinds = list(PLAYERS.values())
        game.players = [random.choice(kinds)(Random(random.getrandbits(64))) for _ in range(table.seats)]
        for _ in range(MOST_SLOTS):
            if finished(game.state):
                return game
            game.step()
        raise AssertionError(f"not over after {MOST_SLOTS} slots")

    def step(self) -> TableState:
        if self.rng.random() < self.chance:
            self.depart()
        return self.state if finished(self.state) else super().step()

    def depart(self) -> None:
        """Some leave, some of them for a fault; perhaps all but one."""
        present = self.state.present
        if len(present) < 2 or isinstance(self.state.phase, Finished):
            return
        most = 1 if self.rng.random() < 0.7 else len(present) - 1
        seats = self.rng.sample(present, self.rng.randint(1, most))
        self.left[phase_name(self.state.phase)] += 1
        depart(self, seats, convicted=self.rng.random() < 0.15)
        check_cards(self.state, self.secrets)


def phase_name(phase: Phase) -> str:
    if isinstance(phase, Acknowledging):
        then = f" {phase_name(phase.then)}" if phase.then is not None else ""
        return f"Acknowledging {phase.after.value}{then}"
    return type(phase).__name__


def any_table(seed: str) -> Setting:
    """Any rules, in two games of three with shared keys, and with so many seats that somebody can leave."""
    random = Random(seed)
    table = any_rules(seed)
    sharing = {"key_sharing": random.choice(["on", "on", "off"])}
    seats = max(table.seats, random.choice([3, 4, 5]))
    try:
        rules = table.rules.with_options(sharing | {"rounds": "2"})
        rules.check_seats(seats)
    except RulesError:
        return Setting(table.rules.with_options(sharing), table.seats)
    return Setting(rules, seats)


def play(table: Setting, seed: str, chance: float) -> Departing:
    return Departing.played(table, seed, chance)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.table.departures", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="other games for another number (0)")
    parser.add_argument("--chance", type=float, help="that somebody leaves before a slot (by lot)")
    parser.add_argument("--only", metavar="GAME", help="only the game that goes by this name")
    arguments = parser.parse_args()
    slots = failed = voided = departures = 0
    phases: Counter[str] = Counter()
    began = time.monotonic()
    with transparent_group():
        for number in range(arguments.games):
            seed = f"departures/{arguments.seed}/{number}"
            if arguments.only not in (None, seed):
                continue
            table = any_table(seed)
            chance = arguments.chance or Random(seed).choice([0.002, 0.01, 0.05])
            try:
                game = play(table, seed, chance)
            except Exception:  # noqa: BLE001 - whatever it is, it is the finding
                failed += 1
                print(f"{seed} failed: {described(table)}\n{traceback.format_exc(limit=-4)}", flush=True)
                continue
            slots += len(game.moments)
            voided += sum(isinstance(each, RoundVoid) for each in game.happened)
            departures += sum(isinstance(each, SeatsLeft) for each in game.happened)
            phases += game.left
    for name, count in sorted(phases.items()):
        print(f"{count:6} {name}")
    print(
        f"{arguments.games} games, {slots} slots, {departures} departures, {voided} rounds void, "
        f"{failed} failed, in {time.monotonic() - began:.0f} s"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
