"""Bots play on when other seats leave at any moment, under any rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from p2puno.seat.arena.match import next_action
from p2puno.seat.arena.opentable import OpenTable
from p2puno.seat.bots import STRATEGIES, Strategy
from p2puno.seat.bots.position import Position
from protocol.rules.cards import Colour
from protocol.rules.engine import apply
from protocol.rules.needs import NeedNextRound, Over
from protocol.table.happenings import Happening
from tests.rules.comings import any_coming
from tests.rules.random_games import TooLongError
from tests.rules.random_rules import any_ruleset, any_seats
from tests.ui.views import make_view

GAMES, LONGEST, OFTEN = 60, 4000, 0.05


def play(seed: str) -> int:
    """A game in which up to three times something comes; how often it did."""
    random = Random(seed)
    rules = any_ruleset(random)
    names = [random.choice(list(STRATEGIES)) for _ in range(any_seats(random, rules))]
    bots: list[Strategy] = [STRATEGIES[name](Random(f"{seed} {seat}")) for seat, name in enumerate(names)]
    table, came = OpenTable(rules, len(bots), random), 0
    for _ in range(LONGEST):
        for told in table.serve():
            tell(table, bots, told)
            came += came < 3 and random.random() < OFTEN and come(table, bots, random)
        if isinstance(table.state.need, Over):
            return came
        if came < 3 and random.random() < OFTEN and come(table, bots, random):
            came += 1
        else:
            seat, action = next_action(table, bots, random)
            tell(table, bots, table.act(seat, action))
    raise TooLongError(seed)


def tell(table: OpenTable, bots: Sequence[Strategy], told: Sequence[Happening]) -> None:
    for seat, bot in enumerate(bots):
        if seat not in table.state.gone:
            bot.observe(table.view(seat), told)


def come(table: OpenTable, bots: list[Strategy], random: Random) -> bool:
    before, event = table.state, any_coming(random, table.state)
    if event is None:
        return False
    state, told = apply(before, event)
    table.state = state
    bots += [STRATEGIES["sharp"](Random(seat)) for seat in range(before.seats, state.seats)]
    table.hands += [[] for _ in range(before.seats, state.seats)]
    in_round = not isinstance(state.need, NeedNextRound | Over)
    table.hands = [
        hand if in_round and seat not in state.gone else [] for seat, hand in enumerate(table.hands)
    ]
    del table.pile[state.pile :]
    table.replies = {}
    table.drawn = table.drawn if state.need == before.need else None
    tell(table, bots, told)
    return True


def test_no_bot_wants_what_is_not_possible_any_more() -> None:
    assert sum(play(f"departures {number}") for number in range(GAMES)) > GAMES


@pytest.mark.parametrize(
    ("gone", "order"), [((), [1, 2, 3, 0]), ((1,), [2, 3, 0, 2]), ((1, 3), [2, 0, 2, 0])]
)
def test_sharp_counts_only_with_who_plays(gone: tuple[int, ...], order: list[int]) -> None:
    view = make_view(names=("Ann", "Bob", "Cid", "Dan"))
    position = Position.of(replace(view, rules=replace(view.rules, gone=frozenset(gone))), Colour.RED)
    seat, turns = 0, []
    for _ in order:
        seat = position.after(seat)
        turns.append(seat)
    assert turns == order
    assert len(position.others) == 3 - len(gone)
