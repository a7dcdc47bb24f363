"""Every rule of the catalogue as a story (tests/rules/scenarios)."""

from __future__ import annotations

import pytest

from protocol.rules.options import CATALOGUE, Section
from tests.rules.dealer import CLASSIC
from tests.rules.opening import Opening, contents, how_it_begins
from tests.rules.scenarios import calls, classic, deal, ends, fours, house, turn, wheel
from tests.rules.story import Story, stories, tell

# No matter of play: what is shown to whom (tests/table/test_classic_rules), and how (tests/ui, tests/screen).
ELSEWHERE = {
    *(("theme", value) for value in ("colours", "suits")),
    *(("challenge_shows", value) for value in ("challenger", "nobody", "everyone")),
    *(("uno_reminder", value) for value in ("off", "on")),
}

ALL = (
    *classic.TURN,
    *classic.FOUR,
    *classic.UNO,
    *classic.SCORE,
    *classic.HOUSE,
    *turn.DRAWING,
    *turn.CARDS,
    *fours.LEGALITY,
    *fours.GUILTY,
    *calls.CALLS,
    *ends.COUNTING,
    *ends.GOING_ON,
    *ends.NEXT_DEAL,
    *house.STACKING,
    *house.LAST_CARDS,
    *house.DEFLECTING,
    *house.JUMPING,
    *house.PAIRS,
    *house.HANDS,
    *house.TALK,
    *wheel.SECTORS,
)
OPENINGS = (*deal.DEALERS, *deal.HAND_SIZES, *deal.FIRST_CARDS)
DECKS = [(dict(item.split("=", 1) for item in rules.split()), holds) for rules, _, holds in deal.DECKS]


def test_every_value_of_the_catalogue_has_its_story() -> None:
    """Defaults too; of numbers some are told, and the options of the table are no rules of play."""
    told = {
        (name, str(value))
        for options in (*(each.options for each in (*ALL, *OPENINGS)), *(options for options, _ in DECKS))
        for name, value in options.items()
    }
    every = {
        (option.name, value)
        for option in CATALOGUE
        if option.section is not Section.TABLE and option.numbers is None
        for value in option.values
    }
    assert every - told == ELSEWHERE
    assert {"target", "rounds"} <= {name for name, _ in told}


@stories(*ALL)
def test_story(story: Story) -> None:
    tell(story)


@pytest.mark.parametrize("told", OPENINGS, ids=str)
def test_opening(told: Opening) -> None:
    assert how_it_begins(told) == told.story


@pytest.mark.parametrize(("options", "holds"), DECKS, ids=str)
def test_what_is_in_the_box(options: dict[str, str], holds: str) -> None:
    assert contents(CLASSIC.with_options(options)) == holds
