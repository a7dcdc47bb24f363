"""A whole table in one process, without sockets or clocks: every seat keeps its own state."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from p2puno.seat import bots
from protocol.crypto.signing import IdentityKey
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import CatchSeat, Choice, Move, RaceSeen, React, Reply
from protocol.table.frame import open_table
from protocol.table.happenings import Happening
from protocol.table.phases import Choosing, Ordering, Racing
from protocol.table.secrets import SeatSecrets
from protocol.table.signals import make_signal
from protocol.table.state import TableState
from protocol.table.table import apply, contribute, expected, finished
from protocol.table.view import Action, View, view
from protocol.transcript.contribution import VERSION, Contribution, HeardSignal
from protocol.transcript.file import write_transcript
from protocol.wire.codec import encode
from protocol.wire.messages import Proposal, RuleItem, SeatEntry

Chooser = Callable[[View], Move]
# Keys are shared where a test is about that: without, logs are shorter.
CLASSIC = RuleSet.preset("classic").with_options({"key_sharing": "off"})


def proposal_for(
    seats: int, rules: RuleSet, seed: int = 0, *, bots: bool = True
) -> tuple[bytes, list[IdentityKey]]:
    """A proposal for `seats` players with keys made from the seed."""
    rng = random.Random(seed)
    keys = [IdentityKey(rng.randbytes(32)) for _ in range(seats)]
    entries = tuple(
        SeatEntry(f"Seat {number}", key.public, key.public, bot=bots, nonce=rng.randbytes(32))
        for number, key in enumerate(keys)
    )
    items = tuple(RuleItem(name, value) for name, value in rules.items())
    return encode(Proposal(VERSION, 1, "a table", items, entries)), keys


@dataclass(frozen=True)
class Moment:
    """A slot as it was filled: the state before it, every seat's secrets then, and what was said."""

    state: TableState
    secrets: tuple[SeatSecrets, ...]
    said: dict[int, Contribution]


@dataclass
class Simulation:
    """Plays slot by slot; `states[i]` is what seat i believes.

    A `twin` table applies every slot once for all seats, for tests that ask nothing about agreement.
    """

    proposal_data: bytes
    secrets: list[SeatSecrets]
    states: list[TableState]
    rng: random.Random
    choosers: list[Chooser]
    twin: bool = False
    moments: list[Moment] = field(default_factory=list)
    seen: dict[int, RaceSeen] = field(default_factory=dict)
    happened: list[Happening] = field(default_factory=list)

    @classmethod
    def new(
        cls,
        seats: int,
        rules: RuleSet = CLASSIC,
        seed: int = 0,
        choosers: Sequence[Chooser] | None = None,
        *,
        twin: bool = False,
    ) -> Simulation:
        data, keys = proposal_for(seats, rules, seed)
        rng = random.Random(seed + 1)
        state = open_table(data)
        secrets = [SeatSecrets.begin(key, seat, state, rng.randbytes(32)) for seat, key in enumerate(keys)]
        return cls(data, secrets, [state] * seats, rng, list(choosers or [bots.greedy] * seats), twin)

    def copy(self) -> Simulation:
        """Another table at the same moment, with a future of its own."""
        rng = random.Random()
        rng.setstate(self.rng.getstate())
        return replace(
            self,
            secrets=list(self.secrets),
            states=list(self.states),
            rng=rng,
            moments=list(self.moments),
            seen={},
            happened=list(self.happened),
        )

    @property
    def state(self) -> TableState:
        return self.states[0]

    @property
    def log(self) -> list[list[Contribution]]:
        """What was said, slot by slot, in seat order."""
        return [[moment.said[seat] for seat in sorted(moment.said)] for moment in self.moments]

    @property
    def transcript(self) -> bytes:
        """The file of the game so far."""
        return b"".join(write_transcript(self.proposal_data, self.log))

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
        moment = Moment(self.state, tuple(self.secrets), contributions)
        if self.twin:
            self.states = [apply(self.state, contributions)] * len(self.states)
        else:
            self.states = [apply(state, contributions) for state in self.states]
        self.moments.append(moment)
        self.happened += self.state.happenings
        for seat, state in enumerate(self.states):
            self.secrets[seat] = self.secrets[seat].for_round(state.rules.round)

    def _choice(self, seat: int) -> Choice | None:
        phase = self.states[seat].phase
        if isinstance(phase, Racing | Ordering):
            return self.seen[seat]
        if isinstance(phase, Choosing) and phase.committed is None:
            return self.choosers[seat](self.view(seat))
        seen = self.view(seat)
        if seen.asked is not None:
            reply = bots.customary(seen)
            assert isinstance(reply, Reply)
            return reply
        return None

    def view(self, seat: int) -> View:
        return view(self.states[seat], self.secrets[seat])

    # --- races ---------------------------------------------------------------------------------------

    def act(
        self,
        actions: Sequence[tuple[int, Action]],
        arrivals: dict[int, tuple[int, ...]] | None = None,
        seen: dict[int, tuple[int, ...]] | None = None,
    ) -> None:
        """Give signals, in this order of arrival unless `arrivals` says otherwise for a seat.

        `seen[seat]`: whose signals that seat says it had before it gave its own; nobody's, by default.
        """
        signals: dict[int, HeardSignal] = {}
        for seat, action in actions:
            before = (seen or {}).get(seat, ())
            signals[seat] = make_signal(self.states[seat], self.secrets[seat], action, before)
        for seat in range(len(self.states)):
            arrival = (arrivals or {}).get(seat, tuple(signals))
            self.seen[seat] = RaceSeen(signals.get(seat, next(iter(signals.values()))), arrival)

    def _race(self) -> None:
        """Who forgot UNO is caught by a random witness first; the seat in turn moves as well."""
        phase = self.state.phase
        assert isinstance(phase, Racing)
        order = list(self.state.present)
        self.rng.shuffle(order)
        actions: list[tuple[int, Action]] = []
        for seat in order:
            seen = self.view(seat)
            caught: CatchSeat | None = bots.catch(seen)
            if seen.asked is not None:
                actions.append((seat, React()))
            elif caught is not None:
                actions.append((seat, caught))
            elif seen.allowed:
                actions.append((seat, self.choosers[seat](seen)))
        self.act(actions)
