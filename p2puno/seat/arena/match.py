"""Games of strategies against each other, and what comes of many of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2puno.seat.arena.opentable import OpenTable
from p2puno.seat.bots import Strategy
from protocol.errors import LocalError
from protocol.rules.needs import NeedMove, Over
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import CatchSeat
from protocol.table.happenings import Happening
from protocol.table.view import Action, View


def play_game(rules: RuleSet, strategies: Sequence[Strategy], random: Random) -> OpenTable:
    """One game, seat i played by `strategies[i]`; the table at its end."""
    table = OpenTable(rules, len(strategies), random)
    while True:
        for happenings in table.serve():
            _tell(table, strategies, happenings)
        if isinstance(table.state.need, Over):
            return table
        seat, action = next_action(table, strategies, random)
        _tell(table, strategies, table.act(seat, action))


def next_action(table: OpenTable, strategies: Sequence[Strategy], random: Random) -> tuple[int, Action]:
    """Who acts now: whoever would act out of turn, in any order, and then the seat in turn.

    A view that does not permit what the strategy wants is a fault of the strategy: LocalError.
    """
    need = table.state.need
    turn = need.seat if isinstance(need, NeedMove) else None
    views = [view for view in map(table.view, range(len(strategies))) if view.acts]
    others = [view for view in views if view.seat != turn]
    for view in (*random.sample(others, len(others)), *(view for view in views if view.seat == turn)):
        action = strategies[view.seat].choose(view)
        if action is not None:
            return view.seat, _permitted(view, action)
    raise LocalError(f"no bot does anything where this is needed: {need}")


def _permitted(view: View, action: Action) -> Action:
    if not view.permits(action) or (isinstance(action, CatchSeat) and action.target == view.seat):
        raise LocalError(f"the bot of seat {view.seat} wanted what is not possible: {action}")
    return action


def _tell(table: OpenTable, strategies: Sequence[Strategy], happenings: tuple[Happening, ...]) -> None:
    for seat, strategy in enumerate(strategies):
        strategy.observe(table.view(seat), happenings)
