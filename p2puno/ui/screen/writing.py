"""Lines as they leave for the terminal: in the order it needs, in characters that its encoding has."""

from __future__ import annotations

from p2puno.ui.directions import STARTS, cell, pieces, shown
from p2puno.ui.screen.characters import cells, for_encoding
from p2puno.ui.screen.stage import Line


def for_terminal(line: Line, encoding: str) -> Line:
    """The line in the same cells. Each of its spans keeps its place, whatever is written in it."""
    return [(style, for_encoding(shown(_whole(words)), encoding)) for style, words in line]


def cover(line: Line) -> str:
    """What follows a line that a mark ends: prompt_toolkit puts the mark into the next cell as well."""
    words = line[-1][1] if line else ""
    return " " if words and cells(words[-1]) == 0 else ""


def _whole(words: str) -> str:
    """With isolates round whatever could pull along what stands beside it."""
    return "".join(piece if piece[0] in STARTS else cell(piece) for piece in pieces(words))
