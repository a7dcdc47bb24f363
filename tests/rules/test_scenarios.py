"""Every rule of the catalogue as a story (tests/rules/scenarios)."""

from __future__ import annotations

from protocol.rules.options import CATALOGUE, Section
from tests.rules.scenarios import calls, ends, fours, house, turn, wheel
from tests.rules.story import Story, stories, tell

# Told in test_deck_and_deal, test_round_start, test_round_end, test_uno and test_wild_draw_four, or no matter
# of play (what is shown to whom, and how).
ELSEWHERE = {
    ("deck", "kids-36"),
    *(("without", kind) for kind in ("skip", "reverse", "draw-two", "wild", "wild-draw-four")),
    ("hand_size", "6"),
    ("hand_size", "5"),
    ("dealer", "cut-redraw"),
    ("dealer", "lot"),
    ("first_card", "number-only"),
    ("first_card", "dealer-lays"),
    ("theme", "suits"),
    ("decline", "forced"),
    ("challenge", "off"),
    ("challenge_shows", "nobody"),
    ("challenge_shows", "everyone"),
    ("uno_reminder", "on"),
    ("uno_penalty", "4"),
    ("hint_penalty", "4"),
}

ALL = (
    *turn.DRAWING,
    *turn.CARDS,
    *fours.LEGALITY,
    *fours.GUILTY,
    *calls.CALLS,
    *ends.COUNTING,
    *ends.GOING_ON,
    *ends.NEXT_DEAL,
    *house.STACKING,
    *house.DEFLECTING,
    *house.JUMPING,
    *house.PAIRS,
    *house.HANDS,
    *house.TALK,
    *wheel.SECTORS,
)


def test_every_value_of_the_catalogue_has_its_story() -> None:
    """Defaults are told in test_turn, test_uno, test_wild_draw_four and test_round_*."""
    told = {(name, value) for story in ALL for name, value in story.options.items()}
    missing = {
        (option.name, value)
        for option in CATALOGUE
        if option.section is not Section.TABLE and option.numbers is None
        for value in option.values
        if value != option.default and (option.name, value) not in told
    }
    assert missing == ELSEWHERE


@stories(*ALL)
def test_story(story: Story) -> None:
    tell(story)
