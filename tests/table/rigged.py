"""Tables whose deck lies as a test wants it, on the real protocol.

Seat 0 "shuffles" into a given order and the others leave it as it is; every mask and proof is real. Nobody
but these tests can do that: at a real table one honest seat is enough to have the order random.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from p2puno.seat import bots
from protocol.rules.cards import deck
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import Move
from protocol.table.deck import EPOCH
from protocol.table.frame import open_table
from protocol.table.happenings import Happening, SeatShuffled
from protocol.table.origins import KeyOrigin
from protocol.table.phases import Choosing, Racing
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.table.table import finished
from protocol.table.view import Action
from tests.table.simulation import CLASSIC, Simulation, proposal_for

_FACES = deck(CLASSIC)


def card(label: str, which: int = 0) -> int:
    """A physical card by what is printed on it; `which` of several equal ones."""
    return [number for number, face in enumerate(_FACES) if face.label == label][which]


def cards(*labels: str) -> list[int]:
    """Several at once, equal labels being different cards."""
    return [card(label, labels[:place].count(label)) for place, label in enumerate(labels)]


def label(number: int) -> str:
    return _FACES[number].label


@dataclass(frozen=True, slots=True)
class RiggedSecrets(SeatSecrets):
    """Seat 0 lays each new pile in the order of the first of `stacks` with its size, and uses it up."""

    stacks: list[tuple[int, ...]] = field(default_factory=list, compare=False)

    @classmethod
    def like(cls, honest: SeatSecrets, stacks: list[tuple[int, ...]]) -> RiggedSecrets:
        at = honest
        return cls(at.identity, at.seat, at.table, at.round, at.secret, at.beginning, stacks)

    def for_round(self, number: int) -> SeatSecrets:
        return RiggedSecrets.like(SeatSecrets.for_round(self, number), self.stacks)

    def permutation(self, origin: KeyOrigin, size: int) -> tuple[int, ...]:
        if origin.purpose != EPOCH:
            return SeatSecrets.permutation(self, origin, size)
        if self.seat == 0 and self.stacks and len(self.stacks[0]) == size:
            return self.stacks.pop(0)
        return tuple(range(size))


class Arranged(Simulation):
    """A table at which a test says what everybody does."""

    def turn(self, choice: Move) -> list[Happening]:
        """The seat in turn does this, and nobody acts out of turn: what happens until the next choice."""
        if isinstance(self.state.phase, Racing):
            return self.race((self.state.phase.seat, choice))
        phase = self.state.phase
        assert isinstance(phase, Choosing)
        self.choosers[phase.seat] = lambda _view: choice
        return self.go_on()

    def race(
        self,
        *actions: tuple[int, Action],
        arrivals: dict[int, tuple[int, ...]] | None = None,
        seen: dict[int, tuple[int, ...]] | None = None,
    ) -> list[Happening]:
        """These signals in the race that the table is in: what happens until the next choice."""
        self.act(actions, arrivals, seen)
        return self.go_on()

    def go_on(self) -> list[Happening]:
        """The next slot, and all that follow without a choice; seats that shuffle are not told of."""
        already = len(self.happened)
        self.step()
        self.settle()
        return [each for each in self.happened[already:] if not isinstance(each, SeatShuffled)]

    def settle(self) -> TableState:
        while not finished(self.state) and not waits_for_choice(self.state):
            self.step()
        return self.state

    def _race(self) -> None:
        """The signals are those of `race`."""

    def hand(self, seat: int) -> tuple[int, ...]:
        return self.view(seat).hand


def waits_for_choice(state: TableState) -> bool:
    phase = state.phase
    return isinstance(phase, Racing) or (isinstance(phase, Choosing) and phase.committed is None)


def arrange(
    hands: Sequence[Sequence[int]],
    first: int,
    draw: Sequence[int] = (),
    *,
    options: dict[str, str] | None = None,
    dealer: int | None = None,
    seed: int = 0,
    then: Sequence[tuple[int, ...]] = (),
) -> Arranged:
    """A table at its first choice: these hands, this first discard, these cards on top of the pile.

    The dealer is the last seat unless said otherwise, so seat 0 begins. `then` are orders of later piles.
    """
    seats = len(hands)
    rules = CLASSIC.with_options(dict(options or {}) | {"hand_size": str(len(hands[0]))})
    known = [first, *(card for hand in hands for card in hand), *draw]
    assert len(set(known)) == len(known)
    return with_stacks(
        seats,
        rules,
        [cut_order(seats, seats - 1 if dealer is None else dealer), full_order(known), *then],
        seed,
    )


def with_stacks(seats: int, rules: RuleSet, stacks: Sequence[tuple[int, ...]], seed: int = 0) -> Arranged:
    """A table at its first choice, with piles in these orders (the cut's is the first)."""
    data, keys = proposal_for(seats, rules, seed)
    rng = random.Random(seed + 1)
    state = open_table(data)
    left = list(stacks)
    secrets: list[SeatSecrets] = [
        RiggedSecrets.like(SeatSecrets.begin(key, seat, state, rng.randbytes(32)), left)
        for seat, key in enumerate(keys)
    ]
    table = Arranged(data, secrets, [state] * seats, rng, [bots.greedy] * seats, twin=True)
    table.settle()
    return table


def full_order(known: Sequence[int]) -> tuple[int, ...]:
    """The whole deck with these cards on top."""
    return (*known, *(card for card in range(len(_FACES)) if card not in set(known)))


def cut_order(seats: int, dealer: int) -> tuple[int, ...]:
    """A pile from which `dealer` cuts the highest number."""
    low = iter(cards(*["red 1", "blue 1", "red 2", "blue 2", "red 3", "blue 3", "red 4", "blue 4", "red 5"]))
    return full_order([card("green 9") if seat == dealer else next(low) for seat in range(seats)])
