"""Bots: several strengths, each a strategy that sees the view of its seat and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from p2puno.seat.bots.customs import customary
from p2puno.seat.bots.easy_bot import Easy
from p2puno.seat.bots.greedy_bot import Greedy, greedy
from p2puno.seat.bots.sharp_bot import Sharp
from p2puno.seat.bots.strategy import Strategy, catch

__all__ = ["STRATEGIES", "Greedy", "Strategy", "catch", "customary", "greedy", "other_strength"]


def _greedy(_random: Random) -> Strategy:
    return Greedy()


# The weakest first: the names of `--bot` and `--bots`, and how a bot of that strength is made.
STRATEGIES: Mapping[str, Callable[[Random], Strategy]] = {
    "easy": Easy,
    "greedy": _greedy,
    "sharp": Sharp,
}


def other_strength(strategy: str, by: int) -> str:
    """So many steps stronger, or weaker; behind the last comes the first."""
    strategies = list(STRATEGIES)
    return strategies[(strategies.index(strategy) + by) % len(strategies)]
