"""The arena: it shows seats what a real table shows them, and the strengths of the bots in their order."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from p2puno.seat.arena.opentable import NOTHING_CHECKED, OpenTable
from p2puno.seat.arena.tally import Share, tally
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.ruleset import RuleSet
from protocol.table.phases import Choosing, Racing
from protocol.table.view import View
from tests.table.simulation import Simulation

CLASSIC = RuleSet.preset("classic")
TO_200 = CLASSIC.with_options({"target": 200})


@pytest.mark.parametrize(
    "options", [{}, {"stack": "both", "jump_in": "on", "seven_zero": "on", "decline": "forced"}]
)
def test_views_are_those_of_a_real_table(options: dict[str, str]) -> None:
    sim = Simulation.new(3, CLASSIC.with_options({"rounds": 1, **options}), seed=3, twin=True)
    compared = 0
    while compared < 40:
        sim.step()
        phase = sim.state.phase
        if isinstance(phase, Racing) or (isinstance(phase, Choosing) and phase.committed is None):
            _compare(sim)
            compared += 1


def _compare(sim: Simulation) -> None:
    views = [sim.view(seat) for seat in range(3)]
    table = OpenTable(sim.state.rules.ruleset, 3, Random(0))
    table.state = sim.state.rules
    table.hands = [list(view.hand) for view in views]
    need = table.state.need
    assert isinstance(need, NeedMove)
    if MoveKind.KEEP in need.allowed:
        table.drawn = views[need.seat].drawn
    assert [table.view(seat) for seat in range(3)] == [_at_no_place(view) for view in views]


def _at_no_place(view: View) -> View:
    """Without what the arena does not count."""
    return replace(view, slot=0, head=b"", keys=(), checked=NOTHING_CHECKED)


@pytest.mark.parametrize(
    ("stronger", "weaker", "games", "least"),
    [("greedy", "easy", 20, 0.8), ("sharp", "greedy", 40, 0.62), ("sharp", "easy", 15, 0.8)],
)
def test_strengths_are_ordered_with_two_players(stronger: str, weaker: str, games: int, least: float) -> None:
    assert tally(TO_200, [stronger, weaker], games, "two")[stronger].rate >= least


@pytest.mark.parametrize(
    ("stronger", "weaker", "games", "least"),
    [("greedy", "easy", 20, 0.7), ("sharp", "greedy", 60, 0.58), ("sharp", "easy", 15, 0.8)],
)
def test_strengths_are_ordered_with_four_players(
    stronger: str, weaker: str, games: int, least: float
) -> None:
    """Two against two: equals would win half of the games."""
    assert tally(CLASSIC, [stronger, weaker] * 2, games, "arena")[stronger].rate >= least


def test_the_interval_is_wilsons() -> None:
    low, high = Share(8, 10).interval
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)


def test_equals_share_the_wins() -> None:
    shares = tally(TO_200, ["greedy", "greedy"], 5, "same")
    assert shares == {"greedy": Share(5, 5)}


def test_the_tool_prints_rates_and_says_what_it_does_not_know() -> None:
    done = _tool("greedy", "easy", "--games", "2", "--set", "rounds=1")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["greedy", "easy"]
    refused = _tool("greedy", "easy", "--set", "deck=uno")
    assert refused.returncode == 2
    assert "`deck` cannot be `uno`" in refused.stderr


def _tool(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "p2puno.seat.arena", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
