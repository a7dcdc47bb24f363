"""Colours: what is written can be read on the colours of common terminals, dark and light."""

from __future__ import annotations

import pytest

from p2puno.ui.screen.styles import STYLES
from p2puno.ui.screen.svg import DARK, LIGHT

# The 16 colours of common terminals, as far as the styles use them.
PALETTES = {
    "xterm": {
        "ansired": "cd0000",
        "ansigreen": "00cd00",
        "ansiyellow": "cdcd00",
        "ansiblue": "0000ee",
        "ansicyan": "00cdcd",
        "ansiblack": "000000",
        "ansiwhite": "ffffff",
    },
    "console": {
        "ansired": "aa0000",
        "ansigreen": "00aa00",
        "ansiyellow": "aa5500",
        "ansiblue": "0000aa",
        "ansicyan": "00aaaa",
        "ansiblack": "000000",
        "ansiwhite": "ffffff",
    },
    "GNOME": {
        "ansired": "c01c28",
        "ansigreen": "26a269",
        "ansiyellow": "a2734c",
        "ansiblue": "12488b",
        "ansicyan": "2aa1b3",
        "ansiblack": "171421",
        "ansiwhite": "ffffff",
    },
    "Windows": {
        "ansired": "c50f1f",
        "ansigreen": "13a10e",
        "ansiyellow": "c19c00",
        "ansiblue": "0037da",
        "ansicyan": "3a96dd",
        "ansiblack": "0c0c0c",
        "ansiwhite": "f2f2f2",
    },
    "Solarized": {
        "ansired": "dc322f",
        "ansigreen": "859900",
        "ansiyellow": "b58900",
        "ansiblue": "268bd2",
        "ansicyan": "2aa198",
        "ansiblack": "073642",
        "ansiwhite": "fdf6e3",
    },
    "picture": {name: value.removeprefix("#") for name, value in DARK.colours.items()},
}
LEAST_CONTRAST = 3.0
"""Of large or bold letters, as WCAG 2 asks."""


def luminance(colour: str) -> float:
    """Relative luminance of 'rrggbb', as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("style", [style for style in STYLES.values() if "bg:" in style])
def test_cards_can_be_read_on_their_colours(style: str, palette: str) -> None:
    words = style.split()
    paper = next(word.removeprefix("bg:") for word in words if word.startswith("bg:"))
    ink = next(word for word in words if word.startswith("ansi"))
    assert contrast(PALETTES[palette][paper], PALETTES[palette][ink]) >= LEAST_CONTRAST


@pytest.mark.parametrize("style", STYLES.values())
def test_nothing_depends_on_the_background_of_the_terminal(style: str) -> None:
    """A colour of letters comes with one behind them; what has neither takes both from the terminal."""
    words = style.split()
    assert any(word.startswith("bg:") for word in words) == any(word.startswith("ansi") for word in words)
    assert not {"bold", "ansiblack"} <= set(words), "many terminals make that grey"


def test_pictures_can_be_read_on_dark_and_on_light() -> None:
    for theme in (DARK, LIGHT):
        assert contrast(theme.ink.removeprefix("#"), theme.paper.removeprefix("#")) >= 7
