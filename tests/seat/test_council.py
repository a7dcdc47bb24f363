"""When programs that play for themselves vote for who is missing: never before they have waited."""

from __future__ import annotations

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2puno.seat.council import BOTS_VOTE_SECONDS, Council
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Controls
from p2puno.seat.recovery import Applied
from protocol.rules.ruleset import RuleSet
from protocol.table.table import contribute, expected
from tests.table.simulation import Simulation

# The clock of a machine that has been on for a while.
LATER = 100_000.0


class Votes:
    """Implements what `Council` uses of the records."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []

    def keep_vote(self, data: bytes) -> None:
        self.kept.append(data)


async def test_a_program_that_has_just_started_waits_like_every_other(mock_clock: MockClock) -> None:
    game = Simulation.new(3, RuleSet.preset("classic"))
    game.run(4)
    mock_clock.jump(LATER)
    votes, published = Votes(), list[bytes]()
    inbox = Inbox(game.moments[0].state)
    states = [*(moment.state for moment in game.moments), game.state]
    for contributions, after in zip(game.log, states[1:], strict=True):
        inbox.close_slot(contributions, after)
    council = Council(
        states[0],
        game.secrets[0],
        inbox,
        votes,  # type: ignore[arg-type]
        Controls(),
        published.append,
        lambda: True,
    )
    for after in states[1:]:
        council.remember(Applied(after, None))
    waited_for = expected(game.state).seats
    missing = next(seat for seat in waited_for if seat != 0)
    for seat in set(waited_for) - {missing}:
        inbox.take_contribution(contribute(game.state, game.secrets[seat], None, bytes(32)).data)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(council.vote)
        await wait_all_tasks_blocked(0.01)
        assert published == []
        mock_clock.jump(BOTS_VOTE_SECONDS - 1)
        await wait_all_tasks_blocked(0.01)
        assert published == []
        for _ in range(5):
            mock_clock.jump(1)
            await wait_all_tasks_blocked(0.05)
        assert len(published) == 1
        assert votes.kept == published
        nursery.cancel_scope.cancel()
