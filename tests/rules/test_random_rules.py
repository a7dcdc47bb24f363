"""Whole games under any rules that do not contradict each other; thousands by `tests.rules.random_games`."""

from __future__ import annotations

from random import Random

import pytest

from protocol.rules.options import CATALOGUE, Section
from protocol.rules.ruleset import PRESETS, RuleSet
from tests.rules.random_games import Game, any_game
from tests.rules.random_rules import any_ruleset, any_seats

# Each batch is a few seconds of one core.
BATCHES, GAMES = 10, 20


@pytest.mark.parametrize("batch", range(BATCHES))
def test_games_end_lose_no_card_and_offer_what_they_accept(batch: int) -> None:
    for number in range(GAMES):
        game = any_game(f"batch {batch}, game {number}")
        game.play(thorough=150)
        game.again()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_presets_are_played(preset: str, seats: int) -> None:
    ruleset = RuleSet.preset(preset).with_options({"target": 100})
    game = Game(ruleset, seats, f"{preset} for {seats}")
    game.play()
    game.again()


def test_the_random_rules_reach_every_value() -> None:
    random = Random("values")
    met = {item for _ in range(1500) for item in any_ruleset(random).items()}
    for option in CATALOGUE:
        if option.section is Section.TABLE or option.numbers is not None or option.several:
            continue
        for value in option.values:
            assert value == option.default or (option.name, value) in met


def test_random_seats_are_allowed() -> None:
    random = Random("seats")
    for _ in range(200):
        ruleset = any_ruleset(random)
        ruleset.check_seats(any_seats(random, ruleset))
