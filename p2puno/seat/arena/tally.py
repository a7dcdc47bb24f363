"""Many games between strategies, and who wins them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from p2puno.seat.arena.match import play_game
from p2puno.seat.bots import STRATEGIES
from protocol.rules.needs import Over
from protocol.rules.ruleset import RuleSet

# Two-sided, 95 %.
Z = 1.96


@dataclass(frozen=True, slots=True)
class Share:
    """How many of `games` were won; a first place shared by k counts one k-th."""

    won: float
    games: int

    @property
    def rate(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval of the rate."""
        spread = Z * Z / self.games
        middle = (self.rate + spread / 2) / (1 + spread)
        half = (
            Z * math.sqrt(self.rate * (1 - self.rate) / self.games + spread / self.games / 4) / (1 + spread)
        )
        return max(0.0, middle - half), min(1.0, middle + half)


def winners(rules: RuleSet, names: Sequence[str], games: int, seed: str) -> Iterator[tuple[int, ...]]:
    """For each game who won it, as places in `names`; they move on by one seat from game to game."""
    count = len(names)
    for game in range(games):
        seated = [(game + seat) % count for seat in range(count)]
        bots = [STRATEGIES[names[who]](_chance(seed, game, who)) for who in seated]
        need = play_game(rules, bots, _chance(seed, game)).state.need
        assert isinstance(need, Over)
        yield tuple(seated[seat] for seat in need.winners)


def tally(rules: RuleSet, names: Sequence[str], games: int, seed: str) -> dict[str, Share]:
    """The share of games that each strategy of `names` wins, all its seats together."""
    won = dict.fromkeys(names, 0.0)
    for first in winners(rules, names, games, seed):
        for who in first:
            won[names[who]] += 1 / len(first)
    return {name: Share(count, games) for name, count in won.items()}


def _chance(*names: object) -> Random:
    """The same game for the same seed."""
    return Random(" ".join(map(str, names)))  # noqa: S311 - no secret
