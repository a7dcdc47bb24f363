"""Text in the cells of a terminal: how wide it is, cutting, filling and wrapping it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from wcwidth import wcwidth

from p2puno.ui.screen.stage import Line
from protocol.wire.text import clean_text

ELLIPSIS = "…"
MOST_MARKS = 2
"""Combining characters on one letter; more would climb over the lines above."""

# For terminals whose encoding has no box drawing.
_PLAINER = str.maketrans("─│┌┐└┘…·×", "-|++++~.x")


@lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """How many cells a clean text takes."""
    return sum(max(0, wcwidth(character)) for character in text)


def tame(text: str) -> str:
    """A text from outside as it can be shown: clean, and with few combining marks on a letter."""
    kept: list[str] = []
    marks = 0
    for character in clean_text(text):
        marks = marks + 1 if unicodedata.combining(character) or wcwidth(character) == 0 else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def cut(text: str, width: int) -> str:
    """The text in at most `width` cells, with an ellipsis where it was cut."""
    if cells(text) <= width:
        return text
    taken, used = "", 0
    for character in text:
        used += max(0, wcwidth(character))
        if used > width - 1:
            break
        taken += character
    return taken + ELLIPSIS if width > 0 else ""


def tail(text: str, width: int) -> str:
    """The end of the text in at most `width` cells: what somebody who types wants to see."""
    while cells(text) > width:
        text = text[1:]
    return text


def pad(text: str, width: int) -> str:
    """The text in exactly `width` cells."""
    shown = cut(text, width)
    return shown + " " * (width - cells(shown))


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """The text in lines of at most `width` cells, broken between words; later ones are indented."""
    if cells(text) <= width:
        return [text]
    lead = " " * (len(text) - len(text.lstrip()))
    lines, line = [], lead
    for word in text.split():
        for piece in _pieces(word, width - indent - len(lead)):
            if line.strip() and cells(line) + 1 + cells(piece) > width:
                lines.append(line)
                line = lead + " " * indent
            line += piece if not line.strip() else f" {piece}"
    return [*lines, line]


def _pieces(word: str, width: int) -> list[str]:
    """A word that is wider than a line, in parts."""
    pieces = [""]
    for character in word:
        if cells(pieces[-1]) + max(0, wcwidth(character)) > max(1, width):
            pieces.append("")
        pieces[-1] += character
    return pieces


def line_cells(line: Line) -> int:
    return sum(cells(words) for _, words in line)


def fit(line: Line, width: int) -> Line:
    """The line in exactly `width` cells."""
    fitted: Line = []
    left = width
    for style, words in line:
        shown = cut(words, left)
        fitted.append((style, shown))
        left -= cells(shown)
    return [*fitted, ("", " " * left)] if left else fitted


def for_encoding(text: str, encoding: str) -> str:
    """What the terminal's encoding can write: lines become simpler, other characters a question mark."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAINER).encode(encoding, "replace").decode(encoding)
    return text
