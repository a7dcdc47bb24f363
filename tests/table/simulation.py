"""A whole table in one process, without sockets or clocks: every seat keeps its own state."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from p2puno.seat import bots
from protocol.crypto.signing import IdentityKey
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import Choice, RaceSeen
from protocol.table.frame import open_table
from protocol.table.phases import Choosing, Ordering, Racing
from protocol.table.race import make_signal
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import apply, contribute, expected, finished
from protocol.table.view import View, view
from protocol.transcript.contribution import Contribution, HeardSignal
from protocol.wire.codec import encode
from protocol.wire.messages import Proposal, RuleItem, SeatEntry

Chooser = Callable[[View], Choice]


def proposal_for(seats: int, rules: RuleSet, seed: int = 0) -> tuple[bytes, list[IdentityKey]]:
    """A proposal for `seats` players with keys made from the seed."""
    rng = random.Random(seed)
    keys = [IdentityKey(rng.randbytes(32)) for _ in range(seats)]
    entries = tuple(
        SeatEntry(f"Seat {number}", key.public, key.public, bot=True, nonce=rng.randbytes(32))
        for number, key in enumerate(keys)
    )
    items = tuple(RuleItem(name, value) for name, value in rules.items())
    return encode(Proposal(1, 1, "a table", items, entries)), keys


@dataclass
class Simulation:
    """Plays slot by slot; `states[i]` is what seat i believes."""

    proposal_data: bytes
    secrets: list[SeatSecrets]
    states: list[TableState]
    rng: random.Random
    choosers: list[Chooser]
    log: list[list[Contribution]] = field(default_factory=list)
    seen: dict[int, RaceSeen] = field(default_factory=dict)

    @classmethod
    def new(
        cls,
        seats: int,
        rules: RuleSet | None = None,
        seed: int = 0,
        choosers: Sequence[Chooser] | None = None,
    ) -> Simulation:
        data, keys = proposal_for(seats, rules or RuleSet.preset("classic"), seed)
        rng = random.Random(seed + 1)
        state = open_table(data)
        secrets = [SeatSecrets(key, seat, state.table, 0, rng.randbytes(32)) for seat, key in enumerate(keys)]
        return cls(data, secrets, [state] * seats, rng, list(choosers or [bots.greedy] * seats))

    @property
    def state(self) -> TableState:
        return self.states[0]

    def run(self, slots: int = 100_000) -> TableState:
        """Play until the game is over or so many slots have passed."""
        for _ in range(slots):
            if finished(self.state):
                break
            self.step()
        return self.state

    def until(self, reached: Callable[[TableState], bool]) -> TableState:
        while not reached(self.state):
            self.step()
        return self.state

    def step(self) -> TableState:
        """Fill one slot and apply it at every seat."""
        self.apply(self.contributions())
        return self.state

    def contributions(self) -> dict[int, Contribution]:
        if isinstance(self.state.phase, Racing):
            self._race()
        return {seat: self.contribution(seat) for seat in expected(self.state).seats}

    def contribution(self, seat: int, choice: Choice | None = None) -> Contribution:
        state = self.states[seat]
        if choice is None:
            choice = self._choice(seat)
        return contribute(state, self.secrets[seat], choice, self.rng.randbytes(32))

    def apply(self, contributions: dict[int, Contribution]) -> None:
        self.states = [apply(state, contributions) for state in self.states]
        self.log.append([contributions[seat] for seat in sorted(contributions)])
        for seat, state in enumerate(self.states):
            self.secrets[seat] = self.secrets[seat].for_round(state.rules.round)

    def _choice(self, seat: int) -> Choice | None:
        phase = self.states[seat].phase
        if isinstance(phase, Racing | Ordering):
            return self.seen[seat]
        if isinstance(phase, Choosing) and phase.committed is None:
            return self.choosers[seat](self.view(seat))
        return None

    def view(self, seat: int) -> View:
        return view(self.states[seat], self.secrets[seat])

    def _race(self) -> None:
        """Who forgot UNO is caught by a random witness first; the seat in turn moves as well."""
        phase = self.state.phase
        assert isinstance(phase, Racing)
        signals: dict[int, HeardSignal] = {}
        order = list(range(len(self.states)))
        self.rng.shuffle(order)
        for seat in order:
            seen = self.view(seat)
            action: object = bots.catch(seen)
            if action is None and seat == phase.seat:
                action = self.choosers[seat](seen)
            if action is not None:
                signals[seat] = make_signal(self.states[seat], self.secrets[seat], action, ())
        arrival = tuple(signals)
        for seat in order:
            self.seen[seat] = RaceSeen(signals.get(seat), arrival)
