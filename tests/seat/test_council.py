"""When programs that play for themselves vote for who is missing: never before they have waited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2puno.seat.council import BOT_AGREES_SECONDS, BOTS_VOTE_SECONDS, Council
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Controls
from p2puno.seat.recovery import Applied
from protocol.rules.ruleset import RuleSet
from protocol.table.state import TableState
from protocol.table.table import contribute, expected
from protocol.transcript.vote import sign_vote
from protocol.wire.removal import Vote
from tests.table.simulation import Simulation

# The clock of a machine that has been on for a while.
LATER = 100_000.0


class Votes:
    """Implements what `Council` uses of the records."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []

    def keep_vote(self, data: bytes) -> None:
        self.kept.append(data)


class Waiting:
    """Three seats, of which all but `missing` have spoken, as seat 0 sees them."""

    def __init__(self, *, person: bool = False) -> None:
        self.game = game = Simulation.new(3, RuleSet.preset("classic"))
        game.run(4)
        self.votes, self.published, self.controls = Votes(), list[bytes](), Controls()
        states = [_played(each, person=person) for each in (*(m.state for m in game.moments), game.state)]
        self.state = states[-1]
        inbox = Inbox(states[0])
        for contributions, after in zip(game.log, states[1:], strict=True):
            inbox.close_slot(contributions, after)
        self.council = Council(
            states[0],
            game.secrets[0],
            inbox,
            self.votes,  # type: ignore[arg-type]
            self.controls,
            self.published.append,
            lambda: True,
        )
        for after in states[1:]:
            self.council.remember(Applied(after, None))
        waited_for = expected(self.state).seats
        self.missing = next(seat for seat in waited_for if seat != 0)
        for seat in set(waited_for) - {self.missing}:
            said = contribute(game.state, game.secrets[seat], None, bytes(32))
            inbox.take_contribution(said.data)

    def vote_of_the_third(self) -> bytes:
        """Against who is missing."""
        here, third = self.state, 3 - self.missing
        vote = Vote(here.table, here.term, here.slot, here.head, third, 1, (self.missing,), (), (), ())
        return sign_vote(self.game.secrets[third].identity, vote).data


def _played(state: TableState, *, person: bool) -> TableState:
    """By bots; or seat 0 by a person."""
    first, *others = state.proposal.seats
    seats = (replace(first, bot=not person), *others)
    return replace(state, proposal=replace(state.proposal, seats=seats))


async def _votes_after(table: Waiting, mock_clock: MockClock, seconds: float) -> None:
    await wait_all_tasks_blocked(0.01)
    assert table.published == []
    mock_clock.jump(seconds - 1)
    await wait_all_tasks_blocked(0.01)
    assert table.published == []
    for _ in range(5):
        mock_clock.jump(1)
        await wait_all_tasks_blocked(0.05)
    assert len(table.published) == 1
    assert table.votes.kept == table.published


async def test_a_program_that_has_just_started_waits_like_every_other(mock_clock: MockClock) -> None:
    mock_clock.jump(LATER)
    table = Waiting()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.council.vote)
        await _votes_after(table, mock_clock, BOTS_VOTE_SECONDS)
        nursery.cancel_scope.cancel()


def _hand_over(controls: Controls) -> None:
    controls.handed_over = True


@pytest.mark.parametrize("away", [_hand_over, Controls.play_on])
async def test_the_program_of_a_person_who_is_away_follows_the_others(
    away: Callable[[Controls], None], mock_clock: MockClock
) -> None:
    table = Waiting(person=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.council.vote)
        table.council.hear_vote(table.vote_of_the_third())
        for _ in range(5):
            mock_clock.jump(BOT_AGREES_SECONDS)
            await wait_all_tasks_blocked(0.01)
        assert table.published == [], "a person has to say so"
        nursery.cancel_scope.cancel()
    async with trio.open_nursery() as nursery:
        away(table.controls)
        nursery.start_soon(table.council.vote)
        await _votes_after(table, mock_clock, BOT_AGREES_SECONDS)
        nursery.cancel_scope.cancel()
