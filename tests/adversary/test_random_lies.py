"""Games under rules drawn by lot, in which a seat says something else than it should in every other slot.

Whatever it is, `apply` goes on with every card in its place, or names the seat that said it; and an auditor
that verifies proofs later is not brought down by it. On the transparent group, where proofs hold if and only
if they hold on the curve.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import ClassVar

import pytest

from protocol.errors import RemoteError
from protocol.table.phases import Racing
from protocol.table.table import PHASES, apply
from protocol.transcript.contribution import Contribution, sign_contribution, sign_signal
from protocol.wire.codec import decode, encode
from protocol.wire.messages import MAX_BODY, MAX_SEATS, Signal, Statement
from protocol.wire.moves import Accept, Draw, NameTarget, Pass, Ready
from protocol.wire.races import (
    SEALED_CHOICE,
    AccuseSignal,
    CallSignal,
    CatchSignal,
    ChatterSignal,
    JumpSignal,
    MoveSignal,
    Race,
    ReactSignal,
)
from tests.adversary.test_mutations import variants
from tests.table import games
from tests.table.omniscience import check_cards
from tests.transparent import transparent_group

LIES_A_SLOT = 3
# Some games are long.
MOST_SLOTS = 1000


class Liars(games.Game):
    """After each lie the game goes on with what was to be said."""

    outcomes: ClassVar[Counter[str]] = Counter()
    said_before: ClassVar[list[bytes]] = []

    def apply(self, contributions: dict[int, Contribution]) -> None:
        random = Random(repr((self.state.head, self.state.slot)))
        if len(self.moments) < MOST_SLOTS and random.random() < 0.5:
            for _ in range(LIES_A_SLOT):
                self._lie(contributions, random)
        self.said_before[:] = [*self.said_before[-30:], *(c.statement.body for c in contributions.values())]
        super().apply(contributions)

    def _lie(self, contributions: dict[int, Contribution], random: Random) -> None:
        state = self.state
        seat = random.choice(sorted(contributions))
        body = self._other_body(contributions, seat, random)
        statement = Statement(state.table, state.term, state.slot, state.head, seat, body)
        lie = sign_contribution(self.secrets[seat].identity, statement)
        said = contributions | {seat: lie}
        blamed = seat
        try:
            check_cards(apply(state, said), self.secrets)
            self.outcomes["accepted"] += 1
        except RemoteError as error:
            self.outcomes[error.obligation] += 1
            blamed = error.seat
        assert blamed == seat, type(state.phase)
        try:
            apply(state, said, lambda _claims: None)
        except RemoteError:
            self.outcomes["before verifying"] += 1

    def _other_body(self, contributions: dict[int, Contribution], seat: int, random: Random) -> bytes:
        """A changed field, a signal that may be impossible, a move out of place, or somebody else's words."""
        honest = contributions[seat].statement.body
        if isinstance(self.state.phase, Racing) and random.random() < 0.6:
            return encode(Race(self._signal(seat, random), random.randbytes(32)))
        match random.randrange(4):
            case 0:
                target = random.randrange(MAX_SEATS)
                moves = (Accept(), Ready(), Draw(b""), Pass(random.randbytes(98)), NameTarget(target))
                return encode(random.choice(moves))
            case 1:
                return random.choice(self.said_before or [honest])
            case _:
                body = decode(honest, *PHASES[type(self.state.phase)].bodies)
                changes = [data for _, data in variants(body) if 0 < len(data) <= MAX_BODY]
                return random.choice(changes)

    def _signal(self, seat: int, random: Random) -> bytes:
        state, target = self.state, random.randrange(self.state.seats)
        hidden = (bytes(32), bytes(SEALED_CHOICE))
        body = random.choice(
            (
                CatchSignal(target),
                CallSignal(target),
                AccuseSignal(target),
                ReactSignal(),
                ChatterSignal("psst"),
                JumpSignal(*hidden),
                MoveSignal(*hidden),
            )
        )
        seen = tuple(random.sample(range(MAX_SEATS), random.choice((0, 0, 1, 3))))
        signal = Signal(state.table, state.term, state.slot, state.head, seat, seen, encode(body))
        return sign_signal(self.secrets[seat].identity, signal).data


@pytest.mark.parametrize("number", range(7))
def test_whatever_a_seat_says_it_is_named_or_nothing_breaks(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "Game", Liars)
    Liars.outcomes.clear()
    Liars.said_before.clear()
    with transparent_group():
        games.play(games.any_rules(f"lies/{number}"), f"lies/{number}")
    assert {"body", "unmask"} <= set(Liars.outcomes)
    assert Liars.outcomes.total() > 100
