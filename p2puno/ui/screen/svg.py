"""A drawn screen as a picture: an SVG that needs nothing but some monospaced font, the same at every run.

Every word is as wide as its cells, whatever the font, and cards lie in rectangles of their colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.sax.saxutils import escape

from p2puno.ui.directions import without_marks
from p2puno.ui.screen.characters import cells
from p2puno.ui.screen.stage import Line, bare_style
from p2puno.ui.screen.styles import STYLES

CELL_WIDTH, CELL_HEIGHT, BASELINE, FONT_SIZE, MARGIN = 9, 19, 14, 15, 12
LINES = {"─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu"}
FONTS = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"


@dataclass(frozen=True, slots=True)
class Theme:
    """A terminal's colours: what it writes with and on, and those of the 16 that are used."""

    ink: str
    paper: str
    colours: Mapping[str, str]


_COLOURS = {
    "ansired": "#c4302b",
    "ansiyellow": "#e5c22f",
    "ansigreen": "#3fa34d",
    "ansiblue": "#2f6fd0",
    "ansicyan": "#3fb6c4",
    "ansiwhite": "#ffffff",
    "ansiblack": "#101418",
}
DARK = Theme("#d8dee4", "#15191e", _COLOURS)
LIGHT = Theme("#24292f", "#ffffff", _COLOURS)


def as_svg(lines: Sequence[Line], title: str, theme: Theme) -> str:
    """The lines as they look in a terminal; `title` is for people who cannot see it."""
    width = max(sum(cells(words) for _, words in line) for line in lines) * CELL_WIDTH + 2 * MARGIN
    height = len(lines) * CELL_HEIGHT + 2 * MARGIN
    box = f'width="{width}" height="{height}"'
    rows = (_row(line, MARGIN + row * CELL_HEIGHT, theme) for row, line in enumerate(lines))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect {box} rx="8" fill="{theme.paper}"/>',
        f'<g font-family="{FONTS}" font-size="{FONT_SIZE}" xml:space="preserve">',
        *(element for row in rows for element in row),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _row(line: Line, top: int, theme: Theme) -> Iterator[str]:
    left = MARGIN
    for style, text in line:
        words = without_marks(text)
        width = cells(words) * CELL_WIDTH
        look = _Look.of(STYLES.get(bare_style(style).removeprefix("class:"), ""), theme)
        if look.paper != theme.paper:
            yield f'<rect x="{left}" y="{top}" width="{width}" height="{CELL_HEIGHT}" fill="{look.paper}"/>'
        yield from _drawn(words, left, top, look)
        left += width


def _drawn(words: str, left: int, top: int, look: _Look) -> Iterator[str]:
    """Every word as wide as its cells, whatever the font; lines as lines, so that they have no gaps."""
    for start, word in _words(words):
        x, width = left + cells(words[:start]) * CELL_WIDTH, cells(word) * CELL_WIDTH
        place = f'x="{x}" y="{top + BASELINE}" textLength="{width}" lengthAdjust="spacingAndGlyphs"'
        yield f'<text {place} fill="{look.ink}"{look.font}>{escape(word)}</text>'
    places = [left + cells(words[:at]) * CELL_WIDTH for at in range(len(words))]
    strokes = "".join(_strokes(x, top, LINES[c]) for x, c in zip(places, words, strict=True) if c in LINES)
    if strokes:
        yield f'<path d="{strokes}" stroke="{look.ink}" fill="none"/>'


def _words(words: str) -> Iterator[tuple[int, str]]:
    """Where each run of characters that are neither spaces nor lines begins, and the run."""
    for drawn, run in groupby(enumerate(words), lambda place: place[1] != " " and place[1] not in LINES):
        if drawn:
            places = list(run)
            yield places[0][0], "".join(character for _, character in places)


def _strokes(left: int, top: int, ends: str) -> str:
    """From the middle of a cell to some of its sides."""
    x, y = left + CELL_WIDTH / 2, top + CELL_HEIGHT / 2
    to = {"l": f"H{left}", "r": f"H{left + CELL_WIDTH}", "u": f"V{top}", "d": f"V{top + CELL_HEIGHT}"}
    return "".join(f"M{x:g} {y:g}{to[end]}" for end in ends)


@dataclass(frozen=True, slots=True)
class _Look:
    ink: str
    paper: str
    font: str

    @classmethod
    def of(cls, style: str, theme: Theme) -> _Look:
        """A style in the words of prompt_toolkit."""
        ink, paper, font = theme.ink, theme.paper, ""
        for word in style.split():
            match word:
                case "bold":
                    font += ' font-weight="bold"'
                case "underline":
                    font += ' text-decoration="underline"'
                case "reverse":
                    ink, paper = paper, ink
                case _ if word.startswith("bg:"):
                    paper = theme.colours[word.removeprefix("bg:")]
                case _:
                    ink = theme.colours[word]
        return cls(ink, paper, font)
