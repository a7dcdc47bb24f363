"""A seat that is connected and does nothing: the others ask its program to play on, and it does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from p2puno.seat.autopilot import Autopilot, Nudges
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.bots import Greedy
from p2puno.seat.player import Controls
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import DrawCard
from protocol.table.state import TableState
from protocol.table.view import Action, View
from protocol.transcript.contribution import HeardSignal, sign_signal
from protocol.wire.codec import encode
from protocol.wire.messages import NudgeSignal, Signal
from tests.seat.peers import play, seats_for
from tests.table.simulation import Simulation
from tests.transparent import transparent_group
from tests.ui.views import TURN, make_view

SHORT = RuleSet.preset("classic").with_options({"rounds": 1, "hand_size": "5"})


class Sleeper:
    """A person that never does anything."""

    async def decide(self, view: View) -> Action:
        await trio.sleep_forever()
        raise AssertionError(view)

    def refused(self, view: View, sentence: str) -> None:
        raise AssertionError(view, sentence)

    async def next_round(self) -> None:
        await trio.sleep_forever()


def nudge(game: Simulation, by: int, slot: int | None = None) -> HeardSignal:
    state = game.state
    place = state.slot if slot is None else slot
    body = encode(NudgeSignal(0))
    return sign_signal(
        game.secrets[by].identity, Signal(state.table, state.term, place, state.head, by, (), body)
    )


@pytest.fixture(scope="module")
def game() -> Simulation:
    played = Simulation.new(4, SHORT)
    played.run(3)
    return played


def with_bots(state: TableState, *bots: int) -> TableState:
    """The same table with persons at all other seats."""
    seats = tuple(replace(seat, bot=number in bots) for number, seat in enumerate(state.proposal.seats))
    return replace(state, proposal=replace(state.proposal, seats=seats))


def test_more_than_half_of_the_other_operators_have_to_ask(game: Simulation) -> None:
    nudges, state = Nudges(), with_bots(game.state)
    assert not nudges.take(state, nudge(game, 1), 0)
    assert not nudges.take(state, nudge(game, 1), 0), "once"
    assert not nudges.take(state, nudge(game, 0), 0), "oneself"
    assert not nudges.take(state, nudge(game, 3, slot=2), 0), "too late"
    assert nudges.take(state, nudge(game, 2), 0)
    assert not nudges.take(state, nudge(game, 3), 0), "it is so already"


def test_seats_of_one_operator_ask_once(game: Simulation) -> None:
    persons = with_bots(game.state)
    seats = list(persons.proposal.seats)
    seats[2] = replace(seats[2], operator=seats[1].operator)
    state: TableState = replace(persons, proposal=replace(persons.proposal, seats=tuple(seats)))
    nudges = Nudges()
    assert not nudges.take(state, nudge(game, 1), 0)
    assert not nudges.take(state, nudge(game, 2), 0)
    assert nudges.take(state, nudge(game, 3), 0)


def test_a_bot_that_is_its_own_operator_need_not_ask(game: Simulation) -> None:
    assert Nudges().take(with_bots(game.state, 2, 3), nudge(game, 1), 0)


async def test_the_person_has_a_moment_for_each_decision(autojump_clock: trio.testing.MockClock) -> None:
    controls, view = Controls(), make_view(("red 5", "blue 3"), asked=TURN)
    player = Autopilot(Sleeper(), controls)
    controls.play_on()
    assert await player.decide(view) == DrawCard()
    assert controls.autopilot, "until the person does something"
    with trio.move_on_after(60) as waiting:
        controls.stir()
        await player.decide(view)
    assert waiting.cancelled_caught
    controls.play_on()
    await player.next_round()


async def test_an_answer_ends_it() -> None:
    controls, view = Controls(), make_view(("red 5", "blue 3"), asked=TURN)
    controls.play_on()
    await Autopilot(BotPlayer(Greedy()), controls).decide(view)
    assert not controls.autopilot


async def test_a_game_with_a_sleeper_goes_on_when_the_others_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2puno.seat.autopilot.IDLE_SECONDS", 0.0)
    asleep = Controls()
    with transparent_group():
        _, seats = seats_for(
            SHORT,
            tmp_path,
            3,
            lambda number: Autopilot(Sleeper(), asleep) if number == 1 else BotPlayer(Greedy()),
            bots_sit=False,
        )
        seats[1].driver._voice._controls = asleep

        for number in (0, 2):
            controls = seats[number].controls
            monkeypatch.setattr(
                seats[number].recorder,
                "on_waiting",
                lambda waited, _seconds, controls=controls: [controls.nudge(seat) for seat in waited],
            )
        await play(seats)
    assert [seat.error for seat in seats] == [None] * 3
    told = "the program of Seat 1 plays on by itself until Seat 1 does something"
    assert told in seats[0].recorder.notices
