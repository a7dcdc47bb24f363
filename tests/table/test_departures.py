"""Seats that leave a table, in every phase, and how it goes on (specs/table.md, Departures)."""

from __future__ import annotations

import pytest

from protocol.errors import LocalError
from protocol.rules.happenings import RoundEnded
from protocol.rules.needs import NeedNextRound, NeedVote
from protocol.rules.ruleset import RuleSet
from protocol.table.parcels import Purpose
from protocol.table.phases import Acknowledging, After, Choosing, Peeling, RosterOpen
from protocol.table.state import TableState
from protocol.table.table import expected, finished
from protocol.table.voting import start_vote
from tests.table.departures import depart, play, without
from tests.table.games import any_rules
from tests.table.simulation import CLASSIC, Simulation
from tests.transparent import transparent_group


@pytest.mark.parametrize("number", range(16))
def test_games_go_on_to_their_end_without_those_who_leave(number: int) -> None:
    seed = f"departures/sample/{number}"
    with transparent_group():
        play(any_rules(seed), seed, chance=0.01)


def test_nobody_leaves_who_is_not_there_and_somebody_stays() -> None:
    table = Simulation.new(3)
    depart(table, {1})
    for seats in ((), (1,), (0, 1), (0, 2), (3,)):
        with pytest.raises(LocalError):
            without(table.state, seats)


def test_all_others_sign_the_head_before_anything_else() -> None:
    table = Simulation.new(3)
    before = table.until(lambda state: isinstance(state.phase, Choosing))
    after = depart(table, {1})
    assert isinstance(after.phase, Acknowledging)
    assert after.phase.after is After.REMOVAL
    assert expected(after).seats == (0, 2)
    assert (after.term, after.slot) == (before.term + 1, before.slot + 1)


def test_without_shared_keys_a_round_is_void_and_the_next_one_begins() -> None:
    table = Simulation.new(3)
    table.until(lambda state: isinstance(state.phase, Choosing))
    depart(table, {2})
    table.step()
    assert isinstance(table.state.phase, RosterOpen)
    assert isinstance(table.state.rules.need, NeedNextRound)
    assert not table.state.hands
    assert table.state.rules.scores == (0, 0, 0)


def test_who_has_left_is_asked_for_no_voice() -> None:
    table = Simulation.new(4)
    depart(table, {2})
    assert expected(start_vote(table.state, NeedVote(0, 1))).seats == (3,)


def test_the_last_one_wins() -> None:
    table = Simulation.new(3)
    table.until(lambda state: isinstance(state.phase, Choosing))
    depart(table, {0, 2})
    table.step()
    table.step()
    assert finished(table.state)
    assert table.state.rules.gone == {0, 2}


def test_who_plays_alone_opens_his_hand_without_the_card_he_has_just_drawn() -> None:
    """For places: one is out, one leaves, and the third has drawn a card and not decided on it."""
    rules = CLASSIC.with_options({"to_the_last": "on", "hand_size": "5", "rounds": "1"})
    with transparent_group():
        table = Simulation.new(3, rules, seed=5, twin=True)
        before = table.until(lambda state: bool(state.rules.out) and state.drawn is not None)
        assert before.drawn is not None
        alone = before.drawn.seat
        (other,) = set(before.rules.playing) - {alone}
        held = before.rules.counts[alone]
        depart(table, {other})
        assert table.state.rules.counts[alone] == held - 1
        table.run()
    assert finished(table.state)
    assert any(isinstance(told, RoundEnded) for told in table.happened)


def test_a_mask_that_nobody_can_take_off_any_more_voids_the_round() -> None:
    """The last card of the pile is on its way; one leaves who has not unmasked it, then one who has."""
    rules = RuleSet.preset("kids").with_options({"hand_size": "7"})
    with transparent_group():
        table = Simulation.new(4, rules, seed=1, twin=True)
        state = table.until(_the_last_card_is_on_its_way)
        assert isinstance(state.phase, Peeling)
        (waiting,) = state.phase.order
        owner = state.phase.tracks[0].owner
        ready = next(seat for seat in state.present if seat not in (waiting, owner))
        without_one = without(state, {waiting})
        assert not isinstance(without_one.rules.need, NeedNextRound)
        assert isinstance(without(without_one, {ready}).rules.need, NeedNextRound)


def _the_last_card_is_on_its_way(state: TableState) -> bool:
    phase = state.phase
    drawn = isinstance(phase, Peeling) and phase.purpose is Purpose.DRAW and len(phase.order) == 1
    return drawn and not state.the_epoch().pile
