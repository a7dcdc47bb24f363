"""Small whole games of every preset on the real group, for vectors: rich in events, and always the same."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import partial

from p2puno.seat import bots
from protocol.rules.ruleset import RuleSet
from protocol.table.frame import open_table
from protocol.table.phases import Choosing, Racing
from protocol.table.removal import Removal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import expected, finished
from protocol.table.view import Action
from protocol.transcript.contribution import Contribution
from tests.table.lively import by_lot
from tests.table.removals import Voted, goodbye
from tests.table.simulation import Chooser, proposal_for


@dataclass
class Small(Voted):
    """Seats that choose by lot, catch each other, and may leave.

    places: what the table waited for before every slot: the name of the slot, its seats, the head.
    """

    places: list[tuple[str, tuple[int, ...], bytes]] = field(default_factory=list)

    def apply(self, contributions: dict[int, Contribution]) -> None:
        self._note()
        super().apply(contributions)

    def fill(self, removal: Removal) -> None:
        self._note()
        super().fill(removal)

    def _note(self) -> None:
        slot = expected(self.state)
        self.places.append((slot.name, slot.seats, self.state.head))

    def _race(self) -> None:
        phase = self.state.phase
        assert isinstance(phase, Racing)
        actions: list[tuple[int, Action]] = []
        for seat in self.state.present:
            caught = bots.catch(self.view(seat))
            if caught is not None and self.rng.random() < 0.6:
                actions.append((seat, caught))
        if not any(seat == phase.seat for seat, _ in actions):
            actions.append((phase.seat, self.choosers[phase.seat](self.view(phase.seat))))
        self.rng.shuffle(actions)
        self.act(actions)


@dataclass(frozen=True)
class Plan:
    """`leaves`: who says goodbye when its turn has come so many slots after the deal."""

    preset: str
    seats: int
    options: dict[str, str]
    seed: int
    leaves: tuple[int, int] | None = None


ONE_ROUND = {"score": "one-round", "hand_size": "5"}
PLANS = {
    "classic": Plan("classic", 2, ONE_ROUND, 1),
    "modern": Plan("modern", 2, ONE_ROUND | {"first_card": "takes-effect"}, 1),
    "kids": Plan("kids", 3, {"open_replay": "on"}, 1),
    "party": Plan("party", 2, ONE_ROUND, 1),
    "left": Plan("kids", 4, {"open_replay": "on"}, 1, leaves=(2, 45)),
}


def begin(plan: Plan) -> Small:
    """A table at which nothing has happened yet."""
    rules = RuleSet.preset(plan.preset).with_options(plan.options)
    data, keys = proposal_for(plan.seats, rules, plan.seed)
    rng = random.Random(plan.seed)
    state = open_table(data)
    secrets = [SeatSecrets.begin(key, seat, state, rng.randbytes(32)) for seat, key in enumerate(keys)]
    choosers: list[Chooser] = [partial(by_lot, rng=rng)] * plan.seats
    return Small(data, secrets, [state] * plan.seats, rng, choosers, twin=True)


def make(plan: Plan) -> Small:
    """From genesis to the end."""
    game, gone = begin(plan), False
    while not finished(game.state):
        if plan.leaves is not None and not gone and _may_leave(game.state, *plan.leaves):
            game.remove(grounds=[goodbye(game.state, game.secrets[plan.leaves[0]])])
            gone = True
            continue
        game.step()
    return game


def _may_leave(state: TableState, seat: int, slot: int) -> bool:
    return state.slot >= slot and isinstance(state.phase, Choosing) and state.rules.round > 0
