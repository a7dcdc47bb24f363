"""`turn_clock`: what is done for whoever lets the time run out; on trio's mock clock."""

from __future__ import annotations

from collections.abc import Collection

import pytest
import trio
import trio.testing

from p2puno.seat.clock import Clocked, idle_action, seconds_to_decide
from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import AcceptFour, DrawCard, KeepCard, NameFirstColour, PassTurn, PlayCard
from protocol.table.view import Action, View
from tests.seat.test_handover import Scripted
from tests.ui.views import DRAWN, FOUR, NAMING, TURN, make_view

CLOCK = RuleSet.preset("classic").with_options({"turn_clock": "30"})
MINE = make_view(["red 3", "blue 2"], asked=TURN, rules=CLOCK)


def clocked(player: Scripted) -> tuple[Clocked, list[str]]:
    told: list[str] = []
    return Clocked(player, told.append), told


async def test_whoever_is_idle_draws_and_is_told(autojump_clock: trio.testing.MockClock) -> None:
    seat, told = clocked(Scripted(action=PassTurn()))
    begun = trio.current_time()
    assert await seat.decide(MINE) == DrawCard()
    assert trio.current_time() - begun == pytest.approx(30)
    assert told == ["your time is up: your program plays on for you"]


async def test_whoever_decides_in_time_decides(autojump_clock: trio.testing.MockClock) -> None:
    player = Scripted(action=PlayCard(3))
    player.answer.set()
    seat, told = clocked(player)
    assert await seat.decide(MINE) == PlayCard(3)
    assert told == []


async def test_being_refused_gives_no_more_time(autojump_clock: trio.testing.MockClock) -> None:
    player = Scripted(action=PassTurn())
    player.answer.set()
    seat, _told = clocked(player)
    begun = trio.current_time()
    assert await seat.decide(MINE) == PassTurn()
    await trio.sleep(20)
    player.answer = trio.Event()
    assert await seat.decide(MINE) == DrawCard()
    assert trio.current_time() - begun == pytest.approx(30)


@pytest.mark.parametrize(
    "view",
    [
        make_view(["red 3"], asked=TURN),
        make_view(["red 3"], catchable=1, rules=CLOCK),
    ],
)
async def test_no_clock_runs(view: View, autojump_clock: trio.testing.MockClock) -> None:
    """Without the option, and for what may be done out of turn."""
    assert seconds_to_decide(view) == 0
    seat, told = clocked(Scripted())
    with trio.move_on_after(3600) as patience:
        await seat.decide(view)
    assert patience.cancelled_caught
    assert told == []


@pytest.mark.parametrize(
    ("asked", "drawn", "done"),
    [
        (TURN, None, DrawCard()),
        ((MoveKind.PLAY, MoveKind.PASS), None, PassTurn()),
        (DRAWN, "red 9", KeepCard()),
        (FOUR, None, AcceptFour()),
        (NAMING, None, NameFirstColour(Colour.RED)),
    ],
)
def test_the_least_is_done(asked: Collection[MoveKind], drawn: str | None, done: Action) -> None:
    view = make_view(["red 3", "red 2"], asked=asked, drawn=drawn, rules=CLOCK)
    assert view.permits(idle_action(view))
    assert idle_action(view) == done
