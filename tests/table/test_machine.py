"""A table of two to four seats that do what they like within the rules: bluff, challenge, forget, accuse.

After every slot somebody who knows all secrets finds each of the 108 cards in exactly one place, all seats
believe the same, and no seat sees a card that is not its own. What seats say travels as bytes. All this holds
for any group of this order, so the transparent one will do; `test_hidden_information` needs the curve.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from p2puno.seat import bots
from protocol.errors import LocalError
from protocol.rules.cards import Colour
from protocol.table.choices import (
    CatchSeat,
)
from protocol.table.phases import Choosing, Joining, OpeningHands, Racing, Viewing
from protocol.table.table import finished
from protocol.table.view import Action
from protocol.transcript.contribution import Contribution, receive_contribution
from tests.table.lively import possible
from tests.table.omniscience import check_cards, drawn, hand, open_elements
from tests.table.rigged import Arranged, waits_for_choice
from tests.table.simulation import CLASSIC, Simulation
from tests.table.test_classic_rules import burn
from tests.transparent import transparent_group


@pytest.fixture(autouse=True, scope="module")
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


class Watched(Arranged):
    """Checks everything after every slot."""

    def apply(self, contributions: dict[int, Contribution]) -> None:
        proposal, table = self.state.proposal, self.state.table
        received = {s: receive_contribution(proposal, table, c.data) for s, c in contributions.items()}
        super().apply(received)
        assert all(state == self.state for state in self.states)
        check_cards(self.state, self.secrets)
        for seat in range(len(self.states)):
            check_view(self, seat)


def check_view(table: Simulation, seat: int) -> None:
    """A seat sees the public table, its own hand, the card it has drawn, and what is shown to it alone."""
    state, secrets = table.state, table.secrets
    seen = table.view(seat)
    assert seen.rules is table.states[seat].rules
    assert seen.hand == hand(state, secrets, seat)
    mine = isinstance(state.phase, Choosing) and state.phase.seat == seat
    beside = drawn(state, secrets)
    assert seen.drawn == (beside[0] if mine and beside else None)
    assert set(seen.legal) <= set(seen.hand) | {seen.drawn}
    if seen.shown is not None:
        assert isinstance(state.phase, Viewing)
        assert seat == state.phase.challenger
        assert state.stake is not None
        key = secrets[state.phase.offender].scalar(state.stake.hand.origin)
        assert seen.shown == open_elements(state.stake.hand.elements, [key])


@cache
def opening(seats: int, seed: int, shows: str, late: bool) -> Simulation:
    """A table at its first choice, or where somebody has come down to two cards by greedy play."""
    rules = CLASSIC.with_options({"hand_size": "5", "challenge_shows": shows, "target": "400"})
    table = Simulation.new(seats, rules, seed, twin=True)
    table.until(waits_for_choice)
    if late:
        table.until(lambda state: waits_for_choice(state) and min(state.rules.counts) <= 2)
    return table


def watched(seats: int, seed: int, shows: str = "challenger", *, late: bool = False) -> Watched:
    base = opening(seats, seed, shows, late).copy()
    return Watched(
        base.proposal_data, base.secrets, base.states, base.rng, base.choosers, moments=base.moments
    )


class TableMachine(RuleBasedStateMachine):
    """One rule for a turn, one for a race; all other slots follow by themselves."""

    @initialize(
        seats=st.integers(2, 4),
        seed=st.integers(0, 1),
        shows=st.sampled_from(["challenger", "everyone", "nobody"]),
        late=st.sampled_from([True, True, False]),
        left=st.sampled_from([None, 3, 1, 0]),
    )
    def sit_down(self, seats: int, seed: int, shows: str, late: bool, left: int | None) -> None:
        self.table = watched(seats, seed, shows, late=late)
        if left is not None:
            burn(self.table, left)

    @precondition(lambda self: isinstance(self.table.state.phase, Choosing))
    @rule(pick=st.integers(0, 50), colour=st.sampled_from(Colour), uno=st.booleans())
    def turn(self, pick: int, colour: Colour, uno: bool) -> None:
        phase = self.table.state.phase
        assert isinstance(phase, Choosing)
        moves = possible(self.table.view(phase.seat), colour, uno=uno)
        self.table.turn(moves[-1 - pick % len(moves)])

    @precondition(lambda self: isinstance(self.table.state.phase, Racing))
    @rule(
        pick=st.integers(0, 50),
        colour=st.sampled_from(Colour),
        moves=st.booleans(),
        catchers=st.sets(st.integers(0, 3)),
        rng=st.randoms(use_true_random=False),
    )
    def race(self, pick: int, colour: Colour, moves: bool, catchers: set[int], rng: random.Random) -> None:
        phase = self.table.state.phase
        assert isinstance(phase, Racing)
        actions: list[tuple[int, Action]] = []
        for seat in range(len(self.table.states)):
            target = self.table.view(seat).catchable
            if target is not None and seat in catchers and seat != phase.seat:
                actions.append((seat, CatchSeat(target)))
        if moves or not actions:
            options = possible(self.table.view(phase.seat), colour, uno=moves)
            actions.append((phase.seat, options[-1 - pick % len(options)]))
        rng.shuffle(actions)
        acted = [seat for seat, _ in actions]
        arrivals = {
            seat: tuple(rng.sample(acted, rng.randint(0, len(acted))))
            for seat in range(len(self.table.states))
        }
        seen = {seat: tuple(acted[: rng.randint(0, place)]) for place, seat in enumerate(acted)}
        self.table.race(*actions, arrivals=arrivals, seen=seen)


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=16, stateful_step_count=20)


def test_ten_seats_play_a_round() -> None:
    """The largest table, up to the reckoning."""
    table = Simulation.new(10, CLASSIC.with_options({"score": "one-round"}), seed=8, twin=True)
    while not finished(table.state):
        table.step()
        check_cards(table.state, table.secrets)
    kinds = {type(moment.state.phase) for moment in table.moments}
    assert kinds >= {Racing, Joining, Choosing, OpeningHands}


def test_a_game_over_several_rounds() -> None:
    """Scores are kept, the deal goes round, and every seat forgets the secret of the round that is over."""
    table = watched(3, 1)
    table.choosers = [bots.greedy] * 3
    rounds = [table.state.rules]
    while not finished(table.state) and len(rounds) < 3:
        if isinstance(table.state.phase, Racing):
            seat = table.state.phase.seat
            table.act([(seat, bots.greedy(table.view(seat)))])
        secrets = list(table.secrets)
        table.step()
        if table.state.rules.round != rounds[-1].round:
            rounds.append(table.state.rules)
            assert all(new.secret != old.secret for new, old in zip(table.secrets, secrets, strict=True))
            with pytest.raises(LocalError, match="erased"):
                table.secrets[0].for_round(table.state.rules.round - 1)
    assert [after.round for after in rounds] == [1, 2, 3]
    first = rounds[0].dealer
    assert first is not None
    assert [after.dealer for after in rounds] == [(first + n) % 3 for n in range(3)]
    assert all(sum(after.scores) > sum(before.scores) for before, after in pairwise(rounds))
