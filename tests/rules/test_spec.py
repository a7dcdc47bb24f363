"""specs/rules.md says what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.rules.cards import CLASSIC, Colour
from protocol.rules.combinations import REFUSED
from protocol.rules.english import MEANINGS
from protocol.rules.options import CATALOGUE, Option
from protocol.rules.ruleset import PRESETS

SPEC = (Path(__file__).parents[2] / "specs" / "rules.md").read_text(encoding="utf-8")
LINES = SPEC.splitlines()


def option_row(option: Option) -> str:
    values = [option.default, *(value for value in option.values if value != option.default)]
    shown = [f"**{value or '(none)'}**" if option.is_built(value) else value for value in values]
    numbers = f" ({option.numbers[0]} to {option.numbers[-1]})" if option.numbers else ""
    cells = (f"`{option.name}`", " · ".join(shown) + numbers, MEANINGS[option.name], option.source)
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("option", CATALOGUE, ids=lambda option: option.name)
def test_every_option_has_its_row(option: Option) -> None:
    assert LINES.count(option_row(option)) == 1


def test_the_rows_stand_in_the_order_of_the_catalogue() -> None:
    """The order is normative: items stand in it."""
    places = [LINES.index(option_row(option)) for option in CATALOGUE]
    assert places == sorted(places)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_its_row(preset: str) -> None:
    settings = ", ".join(f"`{name}={value}`" for name, value in PRESETS[preset].items()) or "(the defaults)"
    assert f"| `{preset}` | {settings} |" in LINES


def test_every_refused_combination_has_its_row() -> None:
    start, end = LINES.index("### 3.3 Refused"), LINES.index("## 4. State")
    rows = [line for line in LINES[start:end] if line.startswith("| `")]
    assert len(rows) == len(REFUSED)
    for row, refusal in zip(rows, REFUSED, strict=True):
        assert all(f"`{name}" in row for name, _ in refusal.together)


def test_the_deck_lies_as_its_table_says() -> None:
    deck = CLASSIC
    for colour in Colour:
        at = 25 * colour
        assert deck[at].number == 0
        for number in range(1, 10):
            assert {deck[at + 2 * number - 1], deck[at + 2 * number]} == {deck[at + 2 * number]}
            assert (deck[at + 2 * number].number, deck[at + 2 * number].colour) == (number, colour)
        assert [face.symbol for face in deck[at + 19 : at + 25 : 2]] == ["skip", "reverse", "draw two"]
    assert [deck[card].label for card in (100, 103, 104, 107)] == ["wild"] * 2 + ["wild draw four"] * 2
