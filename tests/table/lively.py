"""Games in which everything happens: bluffs and challenges, forgotten UNOs, true and false catches, races.

What each seat does is drawn from a seed, among what the rules let it do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    Move,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.phases import KeyOrigin, Racing
from protocol.table.secrets import SeatSecrets
from protocol.table.view import Action, View
from tests.table.simulation import CLASSIC, Simulation


def possible(view: View, colour: Colour, *, uno: bool) -> list[Move]:
    """Everything that the rules let this seat choose, with this colour for wilds; what is rare comes last."""

    def named(card: int) -> Colour | None:
        return colour if view.rules.deck[card].is_wild else None

    simple: dict[MoveKind, Callable[[], Move]] = {
        MoveKind.DRAW: DrawCard,
        MoveKind.KEEP: KeepCard,
        MoveKind.PASS: PassTurn,
        MoveKind.ACCEPT: AcceptFour,
        MoveKind.CHALLENGE: ChallengeFour,
        MoveKind.NAME_COLOUR: lambda: NameFirstColour(colour),
    }
    moves: list[Move] = [make() for kind, make in simple.items() if kind in view.allowed]
    if MoveKind.PLAY in view.allowed:
        moves += [PlayCard(card, named(card), uno) for card in sorted(view.legal)]
    if MoveKind.PLAY_DRAWN in view.allowed:
        moves += [PlayDrawnCard(card, named(card), uno) for card in view.legal]
    assert all(view.permits(move) for move in moves)
    return moves


def by_lot(view: View, rng: random.Random) -> Move:
    """Anything that the rules let this seat choose, a play rather than not."""
    moves = possible(view, rng.choice(list(Colour)), uno=rng.random() < 0.5)
    plays = [move for move in moves if isinstance(move, PlayCard | PlayDrawnCard | ChallengeFour)]
    return rng.choice(plays) if plays and rng.random() < 0.85 else rng.choice(moves)


@dataclass(frozen=True, slots=True)
class RecordingSecrets(SeatSecrets):
    """Remembers every key that its seat has ever made use of."""

    held: set[int] = field(default_factory=set, compare=False, repr=False)

    def for_round(self, number: int) -> SeatSecrets:
        later = SeatSecrets.for_round(self, number)
        return RecordingSecrets(later.identity, later.seat, later.table, later.round, later.secret, self.held)

    def scalar(self, origin: KeyOrigin) -> int:
        key = SeatSecrets.scalar(self, origin)
        self.held.add(key)
        return key


class Lively(Simulation):
    """Seats that choose by lot, and accuse each other."""

    def _race(self) -> None:
        phase = self.state.phase
        assert isinstance(phase, Racing)
        actions: list[tuple[int, Action]] = []
        for seat in range(len(self.states)):
            target = self.view(seat).catchable
            if target is not None and self.rng.random() < 0.4:
                actions.append((seat, CatchSeat(target)))
        if not any(seat == phase.seat for seat, _ in actions) and (not actions or self.rng.random() < 0.6):
            actions.append((phase.seat, self.choosers[phase.seat](self.view(phase.seat))))
        self.rng.shuffle(actions)
        self.act(actions)


def lively(seats: int, seed: int, options: dict[str, str] | None = None) -> Lively:
    """A table at which nothing has happened yet."""
    rules: RuleSet = CLASSIC.with_options(dict(options or {}))
    plain = Simulation.new(seats, rules, seed, twin=True)
    rng = random.Random(seed + 99)

    secrets: list[SeatSecrets] = [
        RecordingSecrets(each.identity, each.seat, each.table, each.round, each.secret)
        for each in plain.secrets
    ]
    return Lively(
        plain.proposal_data, secrets, plain.states, plain.rng, [partial(by_lot, rng=rng)] * seats, twin=True
    )
