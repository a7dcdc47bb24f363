"""Both implementations of the rules say the same of the same events, also where seats leave and sit down."""

from __future__ import annotations

import pytest

from tests.simulation.plans import brief_hands
from tests.verifier.rules_alone import compared_game, stacking_game

GAMES = 10
# Of `stacking_game`: in which more than one hand is empty when a turn is to begin.
SEVERAL = (56, 106, 169, 172)
# In which the last but one leaves while the last one decides about a drawn card.
ALONE = (155, 555, 594)


@pytest.mark.parametrize("comings", [0, 4])
def test_any_rules(comings: int) -> None:
    for number in range(GAMES):
        game = compared_game(f"any {number}", comings)
        game.play(thorough=0)
        assert game.other.need.kind == "over"
        assert game.other.winners


def test_hands_that_run_out_together() -> None:
    """Last cards on last cards: who is out first, and who has won."""
    with brief_hands():
        for number in SEVERAL:
            game = stacking_game(f"few {number}", 0)
            game.play(thorough=0)
            assert game.several


def test_short_rounds_that_seats_leave() -> None:
    with brief_hands():
        for number in (*range(GAMES), *ALONE):
            stacking_game(f"few {number}", 4).play(thorough=0)
