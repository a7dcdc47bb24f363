"""When programs that play for themselves vote for who is missing: never before they have waited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2puno.seat.council import BOT_AGREES_SECONDS, BOTS_VOTE_SECONDS, Council
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Company, Controls
from p2puno.seat.recovery import Applied
from protocol.rules.ruleset import RuleSet
from protocol.table.casting import Prospect
from protocol.table.phases import Racing
from protocol.table.state import TableState
from protocol.table.table import contribute, expected
from protocol.transcript.vote import receive_vote, sign_vote
from protocol.wire.removal import Vote
from tests.table.simulation import Simulation

# The clock of a machine that has been on for a while.
LATER = 100_000.0


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits until all tasks are blocked does not wait for threads."""

    async def here(work: Callable[[bytes], None], data: bytes) -> None:
        await trio.lowlevel.checkpoint()
        work(data)

    monkeypatch.setattr(trio.to_thread, "run_sync", here)


class Votes:
    """Implements what `Council` uses of the records."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []

    def keep_vote(self, data: bytes) -> None:
        self.kept.append(data)


class Waiting:
    """Some seats, of which all but `missing` have spoken, as seat 0 sees them.

    person: plays seat 0; thinks: one plays the missing seat. race: nobody has acted yet in one in which
    `missing` is in turn.
    """

    def __init__(
        self, seats: int = 3, *, person: bool = False, thinks: bool = False, race: bool = False
    ) -> None:
        self.game = game = Simulation.new(seats, RuleSet.preset("party" if race else "classic"))
        self.company = Company()
        game.run(4)
        while race and not (isinstance(game.state.phase, Racing) and game.state.phase.seat != 0):
            game.step()
        self.votes, self.published, self.controls = Votes(), list[bytes](), Controls()
        phase, waited_for = game.state.phase, expected(game.state).seats
        self.missing = phase.seat if isinstance(phase, Racing) else next(s for s in waited_for if s != 0)
        people = {0} if person else {self.missing} if thinks else set[int]()
        states = [_played(each, people) for each in (*(m.state for m in game.moments), game.state)]
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
            lambda: self.company,
        )
        for after in states[1:]:
            self.council.remember(Applied(after, None))
        for seat in () if race else set(waited_for) - {self.missing}:
            said = contribute(game.state, game.secrets[seat], None, bytes(32))
            inbox.take_contribution(said.data)

    def vote_of_another(self, *also: int) -> bytes:
        """Against who is missing, and others."""
        here, out = self.state, tuple(sorted({self.missing, *also}))
        voter = next(seat for seat in here.present if seat != 0 and seat not in out)
        vote = Vote(here.table, here.term, here.slot, here.head, voter, 1, out, (), (), ())
        return sign_vote(self.game.secrets[voter].identity, vote).data

    def voted_out(self) -> tuple[int, ...]:
        """Whom this seat's last vote is about."""
        return receive_vote(self.state.proposal, self.state.table, self.published[-1]).vote.out


def _played(state: TableState, people: set[int]) -> TableState:
    """By bots, but for these seats."""
    seats = tuple(replace(entry, bot=seat not in people) for seat, entry in enumerate(state.proposal.seats))
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
        table.council.hear_vote(table.vote_of_another())
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


async def test_who_has_contributed_and_is_away_goes_together_with_who_is_missing() -> None:
    table = Waiting(5, person=True)
    spoken = next(seat for seat in table.state.present if seat not in (0, table.missing))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.council.vote)
        nursery.start_soon(table.council.hear_person)
        await wait_all_tasks_blocked()
        table.controls.vote_out(spoken)
        await wait_all_tasks_blocked(0.01)
        assert table.published == [], "it has contributed"
        table.company = Company(away=frozenset({spoken, table.missing}))
        table.controls.vote_out(table.missing)
        while not table.published:
            await wait_all_tasks_blocked(0.01)
        assert table.voted_out() == tuple(sorted({spoken, table.missing}))
        nursery.cancel_scope.cancel()


async def test_a_bot_follows_a_vote_about_who_is_missing_and_who_is_away(mock_clock: MockClock) -> None:
    table = Waiting(5)
    spoken = max(seat for seat in table.state.present if seat not in (0, table.missing))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.council.vote)
        table.council.hear_vote(table.vote_of_another(spoken))
        await _votes_after(table, mock_clock, BOT_AGREES_SECONDS)
        assert table.voted_out() == tuple(sorted({spoken, table.missing}))
        nursery.cancel_scope.cancel()


def test_whom_nobody_is_linked_with_cannot_vote() -> None:
    table = Waiting(4, person=True)
    other = next(seat for seat in table.state.present if seat not in (0, table.missing))
    by = next(seat for seat in table.state.present if seat not in (0, table.missing, other))
    assert table.controls.prospect(table.missing) is Prospect.OPEN
    table.company = Company(away=frozenset({other}), reached=frozenset({(other, by)}))
    assert table.controls.prospect(table.missing) is Prospect.OPEN, "by gossip"
    table.company = Company(away=frozenset({other}))
    assert table.controls.prospect(table.missing) is Prospect.TOO_FEW


async def test_bots_wait_for_a_person_who_is_here_and_thinks(mock_clock: MockClock) -> None:
    table = Waiting(thinks=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.council.vote)
        for _ in range(5):
            mock_clock.jump(BOTS_VOTE_SECONDS)
            await wait_all_tasks_blocked(0.01)
        assert table.published == []
        table.company = Company(away=frozenset({table.missing}))
        table.council.wake()
        await wait_all_tasks_blocked(0.01)
        nursery.cancel_scope.cancel()
    assert table.voted_out() == (table.missing,)


@pytest.mark.parametrize("away", [False, True], ids=["hangs", "is gone"])
async def test_in_a_race_bots_wait_for_the_seat_in_turn(mock_clock: MockClock, *, away: bool) -> None:
    """All are missing, for nobody has acted yet."""
    table = Waiting(race=True)
    table.company = Company(away=frozenset({table.missing} if away else ()))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.council.vote)
        await _votes_after(table, mock_clock, BOTS_VOTE_SECONDS)
        nursery.cancel_scope.cancel()
    assert table.voted_out() == (table.missing,)
