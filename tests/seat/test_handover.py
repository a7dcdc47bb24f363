"""A seat handed to a bot and taken back, and how long a bot thinks; on trio's mock clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest
import trio
import trio.testing

from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.bots import STRATEGIES
from p2puno.seat.handover import Handover
from p2puno.seat.pace import LONGEST, SHORTEST, Pace
from p2puno.seat.player import Controls
from protocol.errors import LocalError
from protocol.table.choices import CatchSeat, DrawCard, PassTurn
from protocol.table.view import Action, View
from tests.ui.views import DRAWN, FOUR, TURN, make_view

VIEW = make_view(["red 3", "red 5", "blue 2"], asked=TURN)


@dataclass
class Scripted:
    """Decides when it is told to; remembers that it was asked, cancelled or refused."""

    asked: int = 0
    cancelled: int = 0
    refusals: list[str] = field(default_factory=list)
    answer: trio.Event = field(default_factory=trio.Event)
    action: Action = field(default_factory=DrawCard)

    async def decide(self, view: View) -> Action:
        self.asked += 1
        try:
            await self.answer.wait()
        except trio.Cancelled:
            self.cancelled += 1
            raise
        return self.action

    def refused(self, view: View, sentence: str) -> None:
        self.refusals.append(sentence)

    async def next_round(self) -> None:
        await self.decide(VIEW)


@dataclass
class Seat:
    human: Scripted = field(default_factory=lambda: Scripted(action=DrawCard()))
    bot: Scripted = field(default_factory=lambda: Scripted(action=PassTurn()))
    controls: Controls = field(default_factory=Controls)
    decided: list[Action] = field(default_factory=list)
    went_on: int = 0

    def __post_init__(self) -> None:
        self.seat = Handover(self.human, self.bot, self.controls)

    async def decide(self) -> None:
        self.decided.append(await self.seat.decide(VIEW))

    async def next_round(self) -> None:
        await self.seat.next_round()
        self.went_on += 1


async def test_the_person_plays_first_and_is_told_of_refusals(nursery: trio.Nursery) -> None:
    seat = Seat()
    seat.human.answer.set()
    await seat.decide()
    seat.seat.refused(VIEW, "no")
    assert seat.decided == [DrawCard()]
    assert (seat.human.refusals, seat.bot.refusals) == (["no"], [])
    assert not seat.controls.handed_over


async def test_a_pending_decision_goes_to_the_bot_at_once_and_back(nursery: trio.Nursery) -> None:
    seat = Seat()
    nursery.start_soon(seat.decide)
    await trio.testing.wait_all_tasks_blocked()
    seat.controls.hand_over()
    await trio.testing.wait_all_tasks_blocked()
    assert (seat.human.asked, seat.human.cancelled, seat.bot.asked) == (1, 1, 1)
    assert seat.controls.handed_over
    seat.controls.take_back()
    await trio.testing.wait_all_tasks_blocked()
    assert (seat.bot.cancelled, seat.human.asked) == (1, 2)
    seat.controls.hand_over()
    seat.bot.answer.set()
    await trio.testing.wait_all_tasks_blocked()
    assert seat.decided == [PassTurn()]
    seat.seat.refused(VIEW, "no")
    assert seat.bot.refusals == ["no"]


async def test_what_the_bot_decided_too_late_does_not_count(nursery: trio.Nursery) -> None:
    seat = Seat()
    seat.controls.hand_over()
    nursery.start_soon(seat.decide)
    await trio.testing.wait_all_tasks_blocked()
    seat.bot.answer.set()
    seat.controls.take_back()
    await trio.testing.wait_all_tasks_blocked()
    assert (seat.decided, seat.human.asked) == ([], 1)
    seat.human.answer.set()
    await trio.testing.wait_all_tasks_blocked()
    assert seat.decided == [DrawCard()]


async def test_what_the_person_decided_before_stands(nursery: trio.Nursery) -> None:
    seat = Seat()
    nursery.start_soon(seat.decide)
    await trio.testing.wait_all_tasks_blocked()
    seat.human.answer.set()
    seat.controls.hand_over()
    await trio.testing.wait_all_tasks_blocked()
    assert (seat.decided, seat.bot.asked) == ([DrawCard()], 0)


async def test_asking_for_whoever_plays_already_disturbs_nobody(nursery: trio.Nursery) -> None:
    seat = Seat()
    nursery.start_soon(seat.decide)
    await trio.testing.wait_all_tasks_blocked()
    seat.controls.take_back()
    await trio.testing.wait_all_tasks_blocked()
    assert (seat.human.asked, seat.human.cancelled) == (1, 0)
    nursery.cancel_scope.cancel()


async def test_between_rounds_a_seat_handed_over_goes_on_as_the_bot_does(nursery: trio.Nursery) -> None:
    seat = Seat()
    seat.bot.answer.set()
    nursery.start_soon(seat.next_round)
    await trio.testing.wait_all_tasks_blocked()
    assert seat.went_on == 0
    seat.controls.hand_over()
    await trio.testing.wait_all_tasks_blocked()
    assert (seat.went_on, seat.human.cancelled) == (1, 1)


async def test_a_game_that_goes_on_cancels_whoever_is_asked() -> None:
    seat = Seat()
    with trio.move_on_after(0):
        await seat.decide()
    assert (seat.decided, seat.human.cancelled, seat.bot.asked) == ([], 1, 0)


# --- thinking ---------------------------------------------------------------------------------------------


async def test_a_bot_alone_with_bots_takes_no_time(autojump_clock: trio.testing.MockClock) -> None:
    assert await _time(BotPlayer(STRATEGIES["greedy"](Random(1))), VIEW) == 0


async def test_a_bot_among_people_takes_a_varying_moment(autojump_clock: trio.testing.MockClock) -> None:
    bot = BotPlayer(STRATEGIES["greedy"](Random(1)), Pace(1.0, Random(2)))
    times = [await _time(bot, VIEW) for _ in range(20)]
    assert len(set(times)) == 20
    assert all(SHORTEST <= seconds <= LONGEST for seconds in times)


async def _time(bot: BotPlayer, view: View) -> float:
    start = trio.current_time()
    await bot.decide(view)
    return trio.current_time() - start


def test_hard_choices_take_longer() -> None:
    def usual(view: View) -> float:
        pace = Pace(1.0, Random(3))
        return sum(pace.pause(view) for _ in range(50)) / 50

    easy = usual(VIEW)
    assert usual(make_view(["red 3"], asked=DRAWN, drawn="red 5")) < easy
    assert usual(make_view(["red 3"], asked=FOUR, top="wild draw four")) > easy
    assert usual(make_view(["red 3"], catchable=2)) > easy
    assert usual(make_view(["red 3"], asked=TURN, counts=(4, 2, 6))) > easy


@pytest.mark.parametrize("name", list(STRATEGIES))
async def test_the_time_tells_nothing_of_the_hand(name: str, autojump_clock: trio.testing.MockClock) -> None:
    """Same public table, other cards: a drawn card that fits or not, a choice or none."""

    async def times(*views: View) -> Sequence[float]:
        bot = BotPlayer(STRATEGIES[name](Random(1)), Pace(1.0, Random(2)))
        return [await _time(bot, view) for view in views]

    fits = make_view(["red 3", "red 5", "wild"], asked=TURN, drawn=None)
    stuck = make_view(["blue 3", "blue 5", "green 1"], asked=TURN)
    drew = make_view(["blue 3"], asked=DRAWN, drawn="red 9")
    nothing = make_view(["blue 3"], asked=DRAWN, drawn="green 9")
    assert await times(fits, drew, fits) == pytest.approx(await times(stuck, nothing, stuck))


async def test_a_bot_with_nobody_to_catch_waits(
    autojump_clock: trio.testing.MockClock,
) -> None:
    called = make_view(["red 3"], catchable=2)
    assert called.rules.window is not None
    rules = replace(called.rules, windows=(replace(called.rules.window, called=True),))
    bot = BotPlayer(STRATEGIES["greedy"](Random(1)), Pace(1.0, Random(2)))
    with trio.move_on_after(1000) as scope:
        await bot.decide(replace(called, rules=rules))
    assert scope.cancelled_caught
    assert await bot.decide(called) == CatchSeat(2)


def test_a_bot_that_is_refused_is_a_fault_of_the_program() -> None:
    with pytest.raises(LocalError, match="not possible"):
        BotPlayer(STRATEGIES["greedy"](Random(1))).refused(VIEW, "no")
